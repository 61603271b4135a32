"""The game on the table: one session, its present view, and the only way for widgets to change it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Signal

from app.answers import Answers
from app.bindings import spell
from app.line import answers_given, before_answers, is_answered, last_order, told_back
from app.opponent.players import Players
from app.seat import SeatLike
from app.sides import CHANCE, Side
from app.systems.plain import Plain
from app.systems.presentation import Presentation
from app.text.names import Names
from app.text.words import Words
from rules.engine.command import Command, IllegalCommand, MalformedCommand, NotYourDecision, Reason
from rules.engine.history import NATURE
from rules.engine.options import Decision
from rules.engine.record import RecordError

LOOKING_BACK = "This is an earlier position, where nothing is played; Esc goes back to now."
STAFF = "The {side} staff decides now. {players} says who plays which side."
NOTHING_YET = "There is nothing to take back yet."
BARRIER = (
    "A die, a draw or the other side has come in between, and undo goes no further. {take_back} takes the last "
    "command back with its dice, if both players agree."
)
BARRIER_ALONE = (
    "A die, a draw or the computer has come in between, and undo goes no further. {take_back} takes your last order "
    "back, with all that followed it."
)


class Known(NamedTuple):
    """A position as one seat may know it, as plain data, and its number."""

    seq: int
    state: Mapping[str, Any]


class Heard(NamedTuple):
    """What the looking seat hears of an order."""

    events: list[dict[str, Any]]


class GameController(QObject):
    """Hold the game on the table as the looking seat knows it; all sides play at this computer.

    What a seat of the `players` is asked that the computer plays is no question here: only `answer` gives its orders.

    `presentations` returns how games of a system look, by its id. An order is given by the seat that is asked: the one
    that looks, or any other at an open table.

    `sure` asks the player, in words, before something is given up for good; by default it is.

    `changed(events)`: a command went through. `done()`: so have all that are shown as one.
    `replaced()`: another game or a position gone back to, show all afresh.
    `looked()`: an earlier position is looked at, or the present one again.
    `refused(reasons)`: nothing changed. `game_over(over)`: the game has just ended.
    """

    changed = Signal(list)
    done = Signal()
    replaced = Signal()
    looked = Signal()
    refused = Signal(list)
    game_over = Signal(dict)

    def __init__(self, parent: QObject | None = None, presentations: Callable[[str], Presentation] = Plain) -> None:
        super().__init__(parent)
        self._presentations = presentations
        self._seat: SeatLike | None = None
        self._present: SeatLike | None = None
        self._at: Callable[[str | None], SeatLike] | None = None
        self._gone_back = False
        self._view: dict[str, Any] = {}
        self._over: dict[str, Any] | None = None
        self.taken_back: list[tuple[int, dict[str, Any]]] = []
        self._undone: list[tuple[int, Command]] = []
        self.goes_on = self._unseen = False
        self._answers = Answers()
        self.sure: Callable[[str], bool] = lambda words: True
        self.presentation: Presentation = Plain("")
        self.sides: Mapping[str, Side] = {}
        self.players = Players()
        self.names = Names()

    @property
    def words(self) -> Words:
        """Return the words of the game's system."""
        return self.presentation.words

    def side(self, seat: str) -> Side:
        """Return a side of the game by its seat, or chance."""
        return CHANCE if seat == NATURE else self.sides.get(seat) or Side.of_seat(seat)

    @property
    def seat(self) -> SeatLike | None:
        """Return the looking seat, or None before the first game."""
        return self._seat

    @property
    def view(self) -> dict[str, Any]:
        """Return the looking seat's view as plain data ({} before the first game)."""
        return self._view

    @property
    def decision(self) -> Decision | None:
        """Return who at this table has to decide what, or None (no game, game over, waiting for a die or the staff)."""
        return self._seat.decision if self._seat and not self.staff else None

    @property
    def hides(self) -> bool:
        """Tell whether seats of this game know what others do not."""
        return self.present is not None and bool(self.present.system.hides)

    @property
    def staff(self) -> str:
        """Return the seat that is asked if the computer plays it, or ""."""
        present = self.present
        return present.asked if present is not None and present.asked in self.players.computers else ""

    @property
    def alone(self) -> str:
        """Return the only seat that is played at this table, "" if there are several or none."""
        present = self.present
        here = self.players.here(present.system.seats) if present is not None and self.players.any else []
        return here[0] if len(here) == 1 else ""

    @property
    def request(self) -> Any:
        """Return the die or draw a person has to supply, or None."""
        return self._seat.request if self._seat else None

    @property
    def offered(self) -> dict[str, list[Command]]:
        """Return the legal commands grouped by verb."""
        decision = self.decision
        return decision.options.by_verb() if decision else {}

    @property
    def can_undo(self) -> bool:
        """Tell whether the last command of a player at this table can be undone freely."""
        seat = self._seat
        if seat is None or self.looks_back:
            return False
        return before_answers(seat, self.players) is not None if is_answered(seat, self.players) else seat.can_undo

    @property
    def can_take_back(self) -> bool:
        """Tell whether there is anything that can be taken back by agreement."""
        return not self.looks_back and self._last_command() is not None

    @property
    def over(self) -> dict[str, Any] | None:
        """Return the outcome of a finished game."""
        return self._over

    def take_up(self, seat: SeatLike) -> None:
        """Clear the table and choose the presentation of a seat's system, before its game is put on it."""
        self._seat, self._view, self._over, self._undone, self._gone_back = None, {}, None, [], False
        self._present = None
        self.taken_back = []
        if self.presentation.id != seat.system.id:
            self.presentation = self._presentations(seat.system.id)

    @property
    def awaited(self) -> str:
        """Return the seat that has to come to the table, or "".

        That is so where only it may see its question, where nobody sits at the table, and after going back to
        another turn.
        """
        seat = self._seat
        if seat is None or not seat.system.hides or self.looks_back or self.request is not None:
            return ""
        if seat.asked in ("", NATURE, seat.name, self.staff) or self.alone:
            return ""
        absent = self._gone_back or (seat.name is None and self._at is not None)
        return seat.asked if absent or self.decision is None else ""

    def play(
        self, seat: SeatLike, at: Callable[[str | None], SeatLike] | None = None, players: Players | None = None
    ) -> None:
        """Put another game on the table as a seat knows it; `at` returns its seats by name, a spectator for None."""
        self.take_up(seat)
        self._at = at
        self.sides = self.presentation.sides(seat.scenario)
        self._seat, self.players = seat, players or Players()
        self._sit(self._own(seat))

    def seat_players(self, players: Players) -> None:
        """Let others play from now on."""
        if self._seat is not None:
            self.look_at_now()
            self.players, self._undone = players, []
            self._sit(self._own(self._seat))

    def _own(self, seat: SeatLike) -> SeatLike:
        """Return the seat that looks: where hands are hidden, that of the only one who plays here, or a spectator's."""
        if self._at is None or not seat.system.hides or not self.players.any:
            return seat
        return self._at(self.alone or None)

    def sit_at(self, name: str | None) -> None:
        """Look at the game from another of its seats, or as a spectator."""
        if self._at is not None:
            self._sit(self._at(name))

    def _sit(self, seat: SeatLike) -> None:
        self._seat, self._present = seat, None
        self._gone_back = self._gone_back and seat.name is None
        self.names = self.words.names()
        self.names.study(seat.scenario)
        self._look()
        self.replaced.emit()

    @property
    def looks_back(self) -> bool:
        """Tell whether an earlier position is looked at."""
        return self._present is not None

    @property
    def present(self) -> SeatLike | None:
        """Return the looking seat at the present position, whatever is looked at."""
        return self._present or self._seat

    def look_at(self, past: SeatLike) -> None:
        """Look at an earlier position as a seat knows it that takes no orders; the game stays as it is."""
        self._seat, self._present = past, self.present
        self._look()
        self.looked.emit()

    def look_at_now(self) -> None:
        """Look at the present position again."""
        if self._present is not None:
            self._seat, self._present = self._present, None
            self._look()
            self.looked.emit()

    def submit(self, command: Command) -> bool:
        """Give a command for whoever decides now; return whether it went through."""
        if self._seat is None or self.decision is None:
            self.refused.emit([self._nobody()])
            return False
        regret = self.regret(command) if command in self.decision.options else ""
        if regret and not self._is_sure(regret):
            return False
        self._undone = []
        return self._do(lambda seat: self._acting(seat).submit(seat.seq, command))

    def _is_sure(self, regret: str) -> bool:
        """Ask the player, over the position as it is now."""
        self._show_unseen()
        return self.sure(regret)

    @contextmanager
    def together(self) -> Iterator[None]:
        """Show the orders given meanwhile as one: the position need not be shown while it `goes_on`."""
        self.goes_on = True
        try:
            yield
        finally:
            self.goes_on = False
            self._show_unseen()

    def _show_unseen(self) -> None:
        if self._unseen:
            self._unseen = False
            self.done.emit()

    def _nobody(self) -> Reason:
        if self.staff and not self.looks_back:
            return Reason(spell(STAFF.replace("{side}", self.side(self.staff).name)))
        return Reason(LOOKING_BACK if self.looks_back else "Nobody has to decide anything now.")

    def known_to(self, seat: str) -> Known:
        """Return the position as a seat of the computer may know it; what it cannot see is dealt anew."""
        assert self._at is not None
        at = self._at(seat)
        return Known(at.seq, at.think().state.to_plain())

    def answer(self, seat: str, seq: int, command: Command) -> list[dict[str, Any]] | None:
        """Give the order of a seat that the computer plays; return its events as heard here, None if it is refused."""
        if self._at is None or self.looks_back or self.staff != seat:
            return None
        self._undone = []
        events: list[dict[str, Any]] = []

        def act(looking: SeatLike) -> Heard:
            assert self._at is not None
            self._at(seat).submit(seq, command)
            events.extend(event for at, event in looking.events_at() if at > seq)
            return Heard(events)

        return events if self._do(act) else None

    def regret(self, command: Command) -> str:
        """Return what a command gives up for good, or ""."""
        return self.words.regret(command, self.names, self.query)

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

    def query(self, name: str, **args: Any) -> Any:
        """Ask about the position; None if there is no answer."""
        return self._answers.of(self._seat, name, args) if self._seat is not None else None

    def undo(self) -> bool:
        """Undo the last command, but never a die, a draw or a decision of the other side."""
        if self._seat is not None and not self.can_undo:
            barrier = spell(BARRIER_ALONE if self.players.any else BARRIER) if self.can_take_back else NOTHING_YET
            self.refused.emit([Reason(LOOKING_BACK if self.looks_back else barrier)])
            return False
        last = self.last_command

        def step_back(seat: SeatLike) -> None:
            answered = before_answers(seat, self.players)
            if answered is not None:
                seat.take_back(answered)
            else:
                seat.undo()
            self._undone = [*self._undone, (seat.seq, last)] if last is not None else []

        return self._back(step_back)

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
        return self._do(lambda seat: self._acting(seat).submit(seat.seq, command))

    def given(self) -> list[Command]:
        """Return the orders that answered the present question and may each be put back, oldest first."""
        seat, decision = self._seat, self.decision
        if seat is None or decision is None:
            return []
        return answers_given(seat, decision, self.words)

    def put_back(self, command: Command) -> bool:
        """Undo one of the orders `given`, and give those that came after it again."""
        given = self.given()
        if command not in given:
            self.refused.emit([Reason("That has not been ordered, so it cannot be put back.")])
            return False
        later = given[given.index(command) + 1 :]
        self._undone = []

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
        told = told_back(self._seat, seq, self.words, self.names) if self._seat is not None else {}

        def go_back(seat: SeatLike) -> None:
            seat.take_back(seq)
            self.taken_back.append((seat.seq, told))

        return self._back(go_back)

    def history(self) -> Iterable[dict[str, Any]]:
        """Return every event of the present line of play, oldest first."""
        return [event for _, event in self._seat.events_at()] if self._seat else []

    @property
    def last_command(self) -> Command | None:
        """Return the last command that was given at this table, or None."""
        seq = self._last_command()
        answer = self._seat.log()[seq].answer if self._seat is not None and seq is not None else None
        return answer if isinstance(answer, Command) else None

    def _last_command(self) -> int | None:
        return last_order(self._seat, self.players) if self._seat is not None else None

    @property
    def is_watched(self) -> bool:
        """Tell whether the computer plays all seats."""
        return self._seat is not None and self.players.any and not self.players.here(self._seat.system.seats)

    def _acting(self, seat: SeatLike) -> SeatLike:
        """Return the seat that is asked; at an open table the looking seat speaks for all."""
        if not seat.system.hides or seat.asked == seat.name or self._at is None:
            return seat
        return self._at(seat.asked)

    def _do(self, act: Any) -> bool:
        if self._seat is None:
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
        was_over = self.over is not None
        self._gone_back = False
        self._look()
        self._unseen = self.goes_on
        self.changed.emit(update.events)
        if self.over is not None and not was_over:
            self.game_over.emit(self.over)
        return True

    def _back(self, act: Any) -> bool:
        if self._seat is None:
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
        self._look()
        self._gone_back = self.words.period(self._view) != turn
        self.replaced.emit()
        return True

    def _look(self) -> None:
        self._answers.forget()
        self._view = self._seat.view() if self._seat else {}
        self._over = self._seat.result if self._seat else None
        self.names.learn(self._view)
