"""One hosted game: its session, its dice, what each seat is sent, and what the players agree on.

The record is the truth: a step is told only after it has been written, and everything here is made again from the
record when the host starts. `rev` counts what one seat has been sent and never goes down. Where nothing is hidden all
seats are sent the steps themselves; else each is sent its own stream (see rules.engine.adopted).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, Final

from app.online.both import ROLL, Rolls
from app.online.made import Carried, Made, March, Message, Read, StandingOrder, Tell
from app.online.messages import Ending, Proposal
from app.online.records import opened
from app.online.table import PLAYED, TAKE_BACK, OldRevision, Table
from rules.engine.adopted import SeatStream
from rules.engine.command import Command, IllegalCommand, MalformedCommand, NotYourDecision, Reason
from rules.engine.history import NATURE
from rules.engine.nature import BothNature, CommittedNature, Origin
from rules.engine.parts import HOST, parts_of
from rules.engine.record import RecordError, RecordWriter
from rules.engine.session import Session
from rules.engine.sharing import shared
from rules.engine.steps import Replica, Step, Steps, Told, steps_along
from rules.engine.system import System

MOST_ORDERS: Final = 64
"""Orders in one request."""
STANDS: Final = "In this game an order stands once another player is asked; propose to take it back."


class HostedGame:
    """A game that several computers play; `tell` is called after every step, once for all who are told the same."""

    def __init__(self, session: Session, steps: Steps, tell: Tell, table: Table) -> None:
        self.session, self.table, self._steps, self._tell = session, table, steps, tell
        self.standing: dict[tuple[str, str], StandingOrder] = {}
        self.marches: dict[str, March] = {}
        self._sent: dict[str | None, list[Message]] = {name: [] for name in (*session.system.seats, None)}
        self._streams: dict[str | None, SeatStream] = {}
        self._made, self._line = list[Made](), list[str]()
        self._waited: dict[str, int] = {}
        self.recall = True
        """Whether an order can be undone while the player who is asked next has not answered."""
        self.rolls: Rolls | None = None
        """What makes the dice, where both sides do."""
        self.read = Read(0, 0)
        table.tell = self._tell_all

    # --- Making a game and opening it again -------------------------------------------------------------------------

    @staticmethod
    def begin(
        system: System,
        source: Any,
        writer: RecordWriter,
        tell: Tell,
        table: Table,
        *,
        secret: bytes,
        nonces: Mapping[str, str],
        guests: Collection[str] = (),
        played: Sequence[Step] = (),
        beside: Iterable[Session] = (),
        loaded: Any = None,
    ) -> HostedGame:
        """Start a game with the dice that the host has committed itself to; raise what a loader raises, RecordError.

        With `guests` the dice are made by the host and by those seats, whose nonces are the parts 0 of theirs.
        What was `played` elsewhere is carried out first, and told only by `tell_whole`; raises OutOfStep if it cannot
        be. What the game has in common with games `beside` of the same scenario is not held twice.
        """
        scenario, steps = shared(system, source, beside, loaded), Steps()
        nature = _dice(secret, nonces, guests, steps)
        if played:
            replica = Replica(system, scenario, source=source, listeners=[writer])
            made = HostedGame(replica.go_on_with(nature, played), replica.steps, tell, table)
            made._make_rolls(secret)
            made._again()
            return made
        session = Session.new(
            system, scenario, nature=nature, listeners=[writer, steps], source=source, origin=Origin.now(scenario)
        )
        made = HostedGame(session, steps, tell, table)
        made._make_rolls(secret)
        made._send()
        return made

    @staticmethod
    def open(
        text: bytes, writer: RecordWriter, tell: Tell, table: Table, beside: Iterable[Session], *, secret: bytes
    ) -> HostedGame:
        """Open a game from the text of its record; raise RecordError if it cannot go on without a loss."""
        session, contents, is_whole = opened(text, writer, beside)
        driver, steps = session.driver, Steps(steps_along(contents.header, contents.line_of_play or ()))
        if isinstance(driver, CommittedNature):
            driver.steps = lambda: steps.rev
        elif not isinstance(driver, BothNature):
            raise RecordError(f"{writer.path.name} is not a game that was started on a host.")
        session.listeners.append(steps)
        made = HostedGame(session, steps, tell, table)
        made._make_rolls(secret)
        made._again()
        made.read = Read(len(text) if is_whole else 0, steps.rev)
        return made

    def _again(self) -> None:
        """Make again what each seat was sent, from the steps of the record; hidden hands are played through for it."""
        session = self.session
        replica = Replica(session.system, session.scenario, source=session.source)
        for told in self._steps.told:
            if session.system.hides:
                replica.apply(told.step, told.chain)
                self._streams = self._streams or _streams(replica.session)
            self._file(told)
        for stream in self._streams.values():
            stream.move_to(session)
        self.table.moved_on(self.asked)

    def _make_rolls(self, secret: bytes) -> None:
        if isinstance(driver := self.session.driver, BothNature):
            self.rolls = Rolls(driver, secret)

    # --- What a seat is sent ---------------------------------------------------------------------------------------

    def tell_whole(self) -> None:
        """Tell everybody the game from its beginning."""
        for name, sent in self._sent.items():
            self._tell((name,), "steps", {"rev": 0, "steps": sent})

    def rev(self, seat: str | None) -> int:
        """Return how much a seat has been sent."""
        return len(self._sent[seat])

    def chain(self, seat: str | None) -> str:
        """Return the chain over what a seat has been sent."""
        return str(self._sent[seat][-1]["chain"])

    def since(self, seat: str | None, rev: int, chain: str) -> tuple[int, list[Message]]:
        """Return what a seat has missed, after which revision: 0, thus everything, if what it holds is another game."""
        sent = self._sent[seat]
        begin = rev if 0 < rev <= len(sent) and sent[rev - 1]["chain"] == chain else 0
        return begin, sent[begin:]

    def _send(self) -> None:
        """File the steps made since and tell everybody of them; what was proposed before them is void."""
        for told in self._steps.told[len(self._made) :]:
            if self.session.system.hides:
                self._streams = self._streams or _streams(self.session)
            before = self._file(told)
            if not self._streams:
                self._tell_all("step", self._sent[None][-1])
                continue
            for name, sent in self._sent.items():
                for message in sent[before[name] :]:
                    self._tell((name,), "step", message)
        self.table.moved_on(self.table.clock.asked if self.session.request is not None else self.asked)
        self._ask_all()

    def _file(self, told: Told) -> Mapping[str | None, int]:
        """Put a step that has just been made into what each seat is sent; return their revisions before."""
        step, before = told.step, {name: len(sent) for name, sent in self._sent.items()}
        of = self._line[step.back] if step.back is not None and not step.agreed else step.seat
        self._made.append(Made(step, of, before))
        if step.back is not None:
            del self._line[step.back :]
        self._line += [step.seat] * (step.command is not None) + [NATURE] * len(step.chance)
        if self.rolls is not None and step.parts is not None and len(self._made) > self.rolls.driver.before:
            self.rolls.rolled(step.parts)
        open_to_all: Message = {}
        for name, sent in self._sent.items():
            if not self._streams:  # all are sent the same, which is held once
                open_to_all = open_to_all or self._numbered(sent, step.to_json(), told.chain)
                sent.append(open_to_all)
            elif (seat_step := self._streams[name].step(step, told.events)) is not None:
                sent.append(self._numbered(sent, seat_step.to_json(), self._streams[name].chain))
        return before

    def _numbered(self, sent: list[Message], step: Mapping[str, Any], chain: str) -> Message:
        """Return a step as the next message to a seat; the first tells what both sides have committed themselves to."""
        rolls = self.rolls if not sent else None
        dice = {} if rolls is None else {"anchors": rolls.driver.anchors, "before": rolls.driver.before}
        return {**dice, "rev": len(sent) + 1, **step, "chain": chain}

    def _tell_all(self, method: str, told: Message) -> None:
        self._tell(self._sent, method, told)

    # --- Dice that both sides make -----------------------------------------------------------------------------------

    @property
    def asked(self) -> str:
        """Return the seat that is asked, or that a roll waits for, "" if there is none."""
        if self.session.request is not None and self.rolls is not None:
            return next(iter(self.rolls.missing), "")
        return self.session.decision.seat if self.session.decision is not None else ""

    def _ask_all(self) -> None:
        for name in self._sent if self.rolls is not None else ():
            self.ask_for_part(name, partial(self._tell, (name,)))

    def ask_for_part(self, seat: str | None, ask: Callable[[str, Message], None]) -> None:
        """Ask a seat for its part of a roll that waits for it."""
        if self.rolls is not None and self.session.request is not None and seat and seat in self.rolls.missing:
            ask(ROLL, {"rev": self.rev(seat), "number": self.rolls.number(seat)})

    def take_part(self, seat: str, number: int, part: str) -> None:
        """Take a seat's part of a roll, and roll once there are all; raise MalformedCommand for a wrong one."""
        rolls, session = self.rolls, self.session
        if rolls is None or session.request is None or self.table.ending is not None:
            return
        if not rolls.take(seat, number, part) or rolls.missing:
            return
        try:
            rolls.driver.parts = rolls.parts()
            value = rolls.driver.answer(session.request, session.history.counts)
            session.nature({session.request.kind: value}, rolls.driver.parts)
        except BaseException:  # the roll still waits
            rolls.drop()
            raise
        finally:
            rolls.driver.parts = {}
        self._send()

    # --- Orders ----------------------------------------------------------------------------------------------------

    def orders(self, seat: str, rev: int, commands: Sequence[Command], *, waits: bool = False) -> Carried:
        """Carry out orders of a seat one by one until one no longer fits or somebody else is asked.

        The first one raises the three errors if it is refused. Orders that were carried out at this revision before
        are not carried out again. Where somebody else is asked, the rest can wait for his answer (see `go_on`).
        """
        if not 0 < len(commands) <= MOST_ORDERS:
            raise MalformedCommand(f"A request can hold 1 to {MOST_ORDERS} orders.")
        if (done := self._repeated(seat, rev, commands))[0]:
            return Carried(rev + done[1], commands[done[0] :], self._waited.get(seat) == rev)
        self._at(seat, rev)
        self.marches.pop(seat, None)
        for n, command in enumerate(commands):
            if n and not self._fits(seat, command):
                self._waited[seat] = rev if waits and self._waits(seat, commands[n:]) else 0
                return Carried(self.rev(seat), commands[n:], self._waited[seat] == rev)
            self.session.submit(seat, self.session.seq, command)
            self._send()
        return Carried(self.rev(seat))

    def _waits(self, seat: str, left: Sequence[Command]) -> bool:
        """Let orders wait if somebody else is asked; tell whether they do."""
        decision = self.session.decision
        is_rolling = self.rolls is not None and self.session.request is not None
        if not left or not (is_rolling or (decision is not None and decision.seat != seat)):
            return False
        self.marches[seat] = March(left, len(self._made) + is_rolling)  # its own dice do not end it
        return True

    def go_on(self) -> None:
        """Carry out what waited for an answer that has been given, as long as it fits and nothing was rolled."""
        decision = self.session.decision
        march = self.marches.pop(decision.seat, None) if decision is not None else None
        if decision is None or march is None:
            return
        seat, left = decision.seat, list(march.left)
        since = self._made[march.after :]
        if not any(made.step.chance or made.step.back is not None for made in since):
            while left and self._fits(seat, left[0]):
                self.session.submit(seat, self.session.seq, left.pop(0))
                self._send()
        if left and not self._waits(seat, left):
            self._tell((seat,), "left", {"count": len(left)})

    def _fits(self, seat: str, command: Command) -> bool:
        decision = self.session.decision
        if decision is None or decision.seat != seat or not decision.options.asks_for(command.verb):
            return False
        return not decision.options.reasons(command)

    def _repeated(self, seat: str, rev: int, commands: Sequence[Command]) -> tuple[int, int]:
        """Return how many of these orders were carried out at this revision before, and in how many steps."""
        done = steps = 0
        for n, made in enumerate(self._since(seat, rev), 1):
            if made.step.parts is None:  # else the dice of an order
                if (made.step.seat, [made.step.command]) != (seat, commands[done : done + 1]):
                    break
                done, steps = done + 1, n
        return done, steps

    def _since(self, seat: str, rev: int) -> Sequence[Made]:
        """Return the steps made after a revision of a seat."""
        if rev == self.rev(seat):
            return ()
        place = bisect_left(self._made, rev, key=lambda made: made.before[seat])
        return self._made[place:]

    def undo(self, seat: str, rev: int, to: int | None = None) -> int:
        """Take back the seat's own last command, as far as that is free, or all its commands down to position `to`.

        Asked again it is the same; return `rev`.
        """
        made = self._since(seat, rev)
        done = next((n for n, one in enumerate(made) if not one.undoes(seat)), len(made))
        if done:
            return rev + done
        self._at(seat, rev)
        self.marches.pop(seat, None)
        if self.session.can_undo and not self._may_undo(seat):
            raise NotYourDecision("Only the player who gave the last command can undo it.")
        if not self.recall and self.asked not in ("", seat):
            raise NotYourDecision(STANDS)
        self.session.undo()
        self._send()
        while to is not None and self.session.seq > to and self._may_undo(seat):
            self.session.undo()
            self._send()
        return self.rev(seat)

    def _may_undo(self, seat: str) -> bool:
        return self.session.can_undo and self.session.log[-1].seat == seat

    def _at(self, seat: str, rev: int) -> None:
        self.table.check_open()
        if rev != self.rev(seat):
            raise OldRevision("The game has moved on. Look at the new position first.")
        if self.session.request is not None:
            self._ask_all()
            raise NotYourDecision("First the dice are rolled; they wait for the other player's part of them.")

    # --- Standing orders -------------------------------------------------------------------------------------------

    def standing_of(self, seat: str | None) -> list[dict[str, Any]]:
        """Return the standing orders of a seat as they are told to its player."""
        return [
            {"kind": kind, "do": order.command.to_json(), "only": order.only}
            for (of, kind), order in self.standing.items()
            if of == seat
        ]

    def due(self) -> StandingOrder | None:
        """Return the standing order that answers the present question, if it is offered there."""
        decision = self.session.decision if self.table.ending is None else None
        order = None if decision is None else self.standing.get((decision.seat, decision.kind))
        if decision is None or order is None or not self._fits(decision.seat, order.command):
            return None
        offered = islice(decision.options, 2) if order.only else ()
        return None if any(command != order.command for command in offered) else order

    def carry_out_due(self) -> bool:
        """Answer the present question by its standing order; tell whether there was one."""
        order, decision = self.due(), self.session.decision
        if order is None or decision is None:
            return False
        self.session.submit(decision.seat, self.session.seq, order.command)
        self._send()
        return True

    # --- What needs everybody's consent ----------------------------------------------------------------------------

    def propose(self, seat: str, rev: int, what: str, to: int = 0) -> Proposal:
        """Propose a draw, a pause, or to go back to position `to`, where a seat was asked; any step makes it void."""
        self._at(seat, rev)
        if what == TAKE_BACK and not 0 <= to < self.session.seq:
            raise MalformedCommand(f"You can take back to a position from 0 to {self.session.seq - 1}, not {to}.")
        if what == TAKE_BACK and self.session.log[to].seat == NATURE:
            raise IllegalCommand([Reason("You can go back only to where a player was asked, not to a die or draw.")])
        return self.table.propose(seat, what, to)

    def answer(self, seat: str, number: int, *, yes: bool) -> None:
        """Answer a proposal; when all seats have agreed it is carried out, and one refusal ends it."""
        agreed = self.table.answer(seat, number, yes=yes)
        if agreed is not None and agreed.what == TAKE_BACK:
            self.marches.clear()
            self.session.take_back(agreed.to)
            self._send()

    def close(self) -> None:
        """Close a game that is played to its end: nothing can be undone from now on, and its secret may be told."""
        if not self.session.is_over and self.table.ending is None:
            raise NotYourDecision("The record of a game is given out when it is over.")
        self.table.end(Ending(PLAYED))


def _dice(
    secret: bytes, nonces: Mapping[str, str], guests: Collection[str], steps: Steps
) -> CommittedNature | BothNature:
    if guests:
        return BothNature({HOST: parts_of(secret).part(0), **{seat: nonces[seat] for seat in guests}})
    return CommittedNature(secret, nonces, lambda: steps.rev)


def _streams(session: Session) -> dict[str | None, SeatStream]:
    return {name: SeatStream(session, name) for name in (*session.system.seats, None)}
