"""The orders of the game on the table: given, undone, taken back; the only way for widgets to change it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Signal

from app.bindings import spell
from app.play.game_view import LOOKING_BACK, GameView, PlainWords, SystemWords, before_answers, is_answered, told_back
from app.play.players import Players
from app.play.seat import FarHost, SeatLike
from rules.engine.command import Command, IllegalCommand, MalformedCommand, NotYourDecision, Reason
from rules.engine.options import Decision
from rules.engine.record import RecordError
from rules.engine.session import Session

NOTHING_YET = "Nothing to take back yet."
BARRIER = (
    "You can't undo past a die roll, a draw or the other side's move. If both players agree, {take_back} "
    "takes back the last command with its dice."
)
STANDS = (
    "In this game an order stands once the other player is asked. If both players agree, {take_back} takes back the "
    "last command."
)
BARRIER_ALONE = (
    "You can't undo past a die roll, a draw or the computer's move. {take_back} takes back your last "
    "order with everything since."
)


class HeardEvents(NamedTuple):
    """What the looking seat hears of an order."""

    events: list[dict[str, Any]]


class GameController(GameView):
    """Change the game on the table: the only way for widgets to do so.

    An order is given by the seat that is asked: the one that looks, or any other at an open table. Those of a seat that
    the computer plays come by `answer` only.

    `session` is the game itself, for what is kept beside its orders; None where only a seat is known. With a `host`
    it is a copy: orders are sent there, and shown when the host has told of them (`follow`, `follow_back`).

    `sure` asks the player, in words, before something is given up for good; by default it is. `warning` tells of an
    order that is likely to be a mistake, and `anyway` asks about it.
    `prove` finishes the proof of an opened game before anything changes; False if the players must look at it first.
    None if nothing is left to prove.

    `changed(events)`: a command went through. `done()`: so have all that are shown as one. `told(events)`: the table
    tells of it now, for dice and chits have come to rest.
    `refused(reasons)`: nothing changed. `game_over(over)`: the game has just ended.
    """

    changed = Signal(list)
    done = Signal()
    told = Signal(list)
    refused = Signal(list)
    game_over = Signal(dict)

    def __init__(self, parent: QObject | None = None, told_in: Callable[[str], SystemWords] = PlainWords) -> None:
        super().__init__(parent, told_in)
        self.session: Session | None = None
        self.host: FarHost | None = None
        self.taken_back: list[tuple[int, dict[str, Any]]] = []
        self._undone: list[tuple[int, Command]] = []
        self._wholes: list[tuple[int, int]] = []
        self.goes_on = self._unseen = False
        self.sure: Callable[[str], bool] = lambda words: True
        self.anyway: Callable[[str], bool] = lambda warning: True
        self.warning: Callable[[SeatLike, Decision, Command], str | None] = lambda seat, decision, command: None
        self.prove: Callable[[], bool] | None = None

    def take_up(self, seat: SeatLike) -> None:
        """Clear the table for another game."""
        super().take_up(seat)
        self._undone, self.taken_back, self._wholes = [], [], []
        self.is_sending, self.closed = False, ""

    def seat_players(self, players: Players) -> None:
        """Let others play from now on."""
        if self._seat is not None:
            self.look_at_now()
            self.players, self._undone = players, []
            self._sit(self._own(self._seat))

    @property
    def can_undo(self) -> bool:
        """Tell whether the last command of a player at this table can be undone freely."""
        seat = self._seat
        if seat is None or self.looks_back or self.is_sending or self.closed or self._stands:
            return False
        return before_answers(seat, self.players) is not None if is_answered(seat, self.players) else seat.can_undo

    @property
    def _stands(self) -> bool:
        """Tell whether the last order stands by a rule of the house, for a player elsewhere is asked."""
        return self.host is not None and not self.host.recall and self.far is not None

    @property
    def can_take_back(self) -> bool:
        """Tell whether there is anything that can be taken back by agreement."""
        rests = self.looks_back or self.is_sending or bool(self.closed)
        return not rests and self._last_command() is not None

    def submit(self, command: Command) -> bool:
        """Give a command for whoever decides now; return whether it went through, or was sent to the host."""
        return self._submit([command])

    def _submit(self, commands: Sequence[Command]) -> bool:
        """Give a command, or send several as one request."""
        command = commands[0]
        if self._seat is None or self.decision is None:
            self.refused.emit([self._nobody()])
            return False
        if command in self.decision.options and not self._is_sure(self._acting(self._seat), self.decision, command):
            return False
        self._undone = []
        return self._give(commands)

    def _give(self, commands: Sequence[Command]) -> bool:
        """Carry out the first of some commands, or send them all to the host."""
        if self.host is None:
            return self._do(lambda seat: self._acting(seat).submit(seat.seq, commands[0]))
        reasons = self.explain(commands[0])
        if reasons:
            self.refused.emit(reasons)
            return False
        self.host.send_orders(commands)
        return True

    def never_sent(self) -> None:
        """Take note that what was on its way to the host has been withdrawn."""
        self.is_sending = False
        self._wholes = [one for one in self._wholes if one[1] <= self.seq]

    def submit_all(self, commands: Sequence[Command], *, whole: bool = False) -> Sequence[Command]:
        """Give orders one after another, shown as one, while each is offered to the same player; return those left.

        The first one says why if it is refused. All of a `whole` are also undone by one undo, as far as undo goes. At
        a host they are one request, and it tells later what was left.
        """
        if self.host is not None:
            begin, sent = self.seq, self._submit(commands)
            if sent and whole:
                self._wholes = [one for one in self._wholes if one[1] <= begin] + [(begin, begin + len(commands))]
            return () if sent else commands
        asked = self.decision.seat if self.decision is not None else ""
        with self.together(whole=whole):
            for n, command in enumerate(commands):
                decision = self.decision
                fits = decision is not None and decision.seat == asked and command in decision.options
                if (n and not fits) or not self.submit(command):
                    return commands[n:]
        return ()

    def _is_sure(self, seat: SeatLike, decision: Decision, command: Command) -> bool:
        """Ask the player, over the position as it is now, if an order gives something up or may be a mistake."""
        regret = self.regret(command)
        words = regret or self.warning(seat, decision, command)
        if words:
            self._show_unseen()
        return not words or (self.sure if regret else self.anyway)(words)

    @contextmanager
    def together(self, *, whole: bool = False) -> Iterator[None]:
        """Show the orders given meanwhile as one: the position need not be shown while it `goes_on`.

        Those of a `whole` are also undone by one undo, as far as undo goes.
        """
        self.goes_on = True
        begin = self._seat.seq if self._seat is not None else 0
        try:
            yield
        finally:
            self.goes_on = False
            if whole and self._seat is not None and self._seat.seq > begin:
                self._wholes = [one for one in self._wholes if one[1] <= begin] + [(begin, self._seat.seq)]
            self._show_unseen()

    def _show_unseen(self) -> None:
        if self._unseen:
            self._unseen = False
            self.done.emit()

    def answer(self, seat: str, seq: int, command: Command) -> list[dict[str, Any]] | None:
        """Give the order of a seat that the computer plays; return its events as heard here, None if it is refused.

        Raise RecordError if nothing can be ordered now, because the game cannot be kept.
        """
        if self._at is None or self.looks_back or self.staff != seat:
            return None
        self._undone = []
        events: list[dict[str, Any]] = []
        unkept: list[RecordError] = []

        def act(looking: SeatLike) -> HeardEvents:
            assert self._at is not None
            try:
                self._at(seat).submit(seq, command)
            except RecordError as error:
                unkept.append(error)
                raise
            events.extend(event for at, event in looking.events_at() if at > seq)
            return HeardEvents(events)

        if self._do(act):
            return events
        if unkept:
            raise unkept[0]
        return None

    def nature(self, outcome: dict[str, Any]) -> bool:
        """Give a die or a draw that a person rolled or drew."""
        return self._do(lambda seat: seat.nature(outcome))

    def explain(self, command: Command) -> list[Reason]:
        """Return why a command would be refused now; empty if it would be accepted."""
        if self._seat is None or self.decision is None:
            return [self._nobody()]
        try:
            return self._acting(self._seat).explain(command)
        except MalformedCommand as error:
            return [Reason(str(error))]

    def undo(self) -> bool:
        """Undo the last command, but never a die, a draw or a decision of the other side."""
        if self._seat is not None and not self.can_undo:
            barrier = STANDS if self._stands else BARRIER_ALONE if self.players.computers else BARRIER
            words = spell(barrier) if self.can_take_back else NOTHING_YET
            self.refused.emit([Reason(LOOKING_BACK if self.looks_back else words)])
            return False
        last, seq = self.last_command, self._last_command()
        here = self._seat
        if self.host is not None and here is not None and seq is not None:
            return self._send_undo(here, seq)
        undone = told_back(here, seq, self.words, self.names) if here is not None and seq is not None else {}

        def step_back(seat: SeatLike) -> None:
            answered = before_answers(seat, self.players)
            if answered is not None:
                seat.take_back(answered)
            else:
                seat.undo()
            self._undone = [*self._undone, (seat.seq, last)] if last is not None else []
            begin = next((begin for begin, end in self._wholes if begin < seat.seq < end), seat.seq)
            while seat.seq > begin and seat.can_undo:
                earlier = self.last_command
                seat.undo()
                self._undone += [(seat.seq, earlier)] if earlier is not None else []
            if undone:
                told = [mark for mark in self.taken_back if mark[0] != seat.seq or not mark[1].get("undone")]
                self.taken_back = [*told, (seat.seq, {**undone, "undone": True})]

        return self._back(step_back)

    def _send_undo(self, seat: SeatLike, seq: int) -> bool:
        """Ask the host to undo the order at a position, with the whole that it belongs to."""
        assert self.host is not None
        begin = next((begin for begin, end in self._wholes if begin < seq < end), seq)
        log = seat.log()
        undone = ((at, log[at].answer) for at in range(seq, begin - 1, -1))
        self._undone += [(at, answer) for at, answer in undone if isinstance(answer, Command)]
        self.host.send_undo(begin)
        return True

    @property
    def can_redo(self) -> bool:
        """Tell whether a command has been undone and nothing has been done since."""
        if self._seat is None or self.looks_back:
            return False
        return bool(self._undone) and self._undone[-1][0] == self._seat.seq

    def redo(self) -> bool:
        """Give the command again that was undone last; it went through before, and so needs no second question."""
        if not self.can_redo:
            self.refused.emit([Reason("There is nothing to redo.")])
            return False
        _, command = self._undone.pop()
        return self._give([command])

    def put_back(self, command: Command) -> bool:
        """Undo one of the orders `given`, and give those that came after it again."""
        given = self.given()
        if command not in given:
            self.refused.emit([Reason("That has not been ordered, so it cannot be put back.")])
            return False
        later = given[given.index(command) + 1 :]
        self._undone = []
        if self.host is not None:
            self.host.send_undo(self.seq - len(later) - 1, later)
            return True

        def without(seat: SeatLike) -> None:
            for _ in range(len(later) + 1):
                seat.undo()
            for order in later:
                self._acting(seat).submit(seat.seq, order)

        return self._back(without)

    def take_back(self) -> bool:
        """Take back the last command and the dice that followed it, as both sides agreed."""
        seq = self._last_command()
        if seq is None or self.looks_back:
            self.refused.emit([Reason(LOOKING_BACK if self.looks_back else NOTHING_YET)])
            return False
        self._undone = []
        if self.host is not None:
            self.host.propose(seq)
            return True
        told = told_back(self._seat, seq, self.words, self.names) if self._seat is not None else {}

        def go_back(seat: SeatLike) -> None:
            seat.take_back(seq)
            self.taken_back.append((seat.seq, told))

        return self._back(go_back)

    def _is_proved(self) -> bool:
        return self.prove is None or self.prove()

    def _do(self, act: Any) -> bool:
        if self._seat is None or not self._is_proved():
            return False
        try:
            update = act(self._seat)
        except IllegalCommand as error:
            self._show_unseen()  # the words that say why are for the position as it is
            self.refused.emit(error.reasons or [Reason(str(error))])
            return False
        except (MalformedCommand, NotYourDecision, RecordError) as error:
            self._show_unseen()
            self.refused.emit([Reason(str(error))])
            return False
        self.follow(update.events)
        return True

    def follow(self, events: list[dict[str, Any]]) -> None:
        """Show that the game has gone on, by an order here or at its host."""
        was_over = self.over is not None
        self._gone_back = False
        self._look()
        self._unseen = self.goes_on
        self.changed.emit(events)
        if self.over is not None and not was_over:
            self.game_over.emit(self.over)

    def _back(self, act: Any) -> bool:
        if self._seat is None or not self._is_proved():
            return False
        turn = self.words.period(self._view)
        try:
            act(self._seat)
            self.taken_back = [mark for mark in self.taken_back if mark[0] <= self._seat.seq]
        except IllegalCommand as error:
            self.refused.emit(error.reasons)
            return False
        except (MalformedCommand, RecordError) as error:
            self.refused.emit([Reason(str(error))])
            return False
        self._went_back(turn)
        return True

    def _went_back(self, turn: object) -> None:
        self._look()
        self._gone_back = self.words.period(self._view) != turn
        self.replaced.emit()

    def catch_up(self) -> None:
        """Show the position after many steps of the host at once."""
        self._went_back(self.words.period(self._view))

    @contextmanager
    def follow_back(self, to: int, *, undone: bool) -> Iterator[None]:
        """Show that the game has gone back at its host, `undone` freely or by agreement; it goes back meanwhile."""
        seat, turn = self.present, self.words.period(self._view)
        log = seat.log() if seat is not None else []
        told = {}
        if seat is not None and to < len(log) and isinstance(log[to].answer, Command):
            told = told_back(seat, to, self.words, self.names)
        yield
        told_before = [mark for mark in self.taken_back if mark[0] < to or (mark[0] == to and not undone)]
        self.taken_back = [*told_before, (to, {**told, "undone": True} if undone else told)] if told else told_before
        self._went_back(turn)
