"""The game on the table as the looking seat knows it: its view, who plays and who is asked, and its line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from PySide6.QtCore import QObject, Signal

from app.bindings import spell
from app.play.players import Players
from app.play.seat import Answers, SeatLike
from app.sides import CHANCE, Side
from app.text.names import Names
from app.text.words import Words
from rules.engine.command import Command, Reason
from rules.engine.history import NATURE
from rules.engine.options import Decision

LOOKING_BACK = "Viewing history (read only). Esc returns to the game."
STAFF = "The computer is deciding for the {side} player. {players} changes who plays which side."
AWAY = "The {side} player, at another computer, is deciding."
SENDING = "You can go on as soon as the host has answered your order."

# --- The line of a game as a seat knows it: the last order given at this table, what goes back with it -------------


def last_order(seat: SeatLike, players: Players) -> int | None:
    """Return the position of the last order given at this table, or of anybody's where nobody plays here."""
    here = players.here(seat.system.seats) if players.any else []
    passed = {NATURE, *players.computers, *players.far} if here else {NATURE}
    log = seat.log()
    return next((seq for seq in range(len(log) - 1, -1, -1) if log[seq].seat not in passed), None)


def before_answers(seat: SeatLike, players: Players) -> int | None:
    """Return the position of the last order given here, if only open answers of the computer have followed it."""
    seq, log = last_order(seat, players), seat.log() if players.any else []
    if seq is None or seq >= len(log) - 1 or seat.system.hides:
        return None
    return None if any(entry.seat == NATURE for entry in log[seq:]) else seq


def is_answered(seat: SeatLike, players: Players) -> bool:
    """Tell whether the computer has given the last order, after one that was given here."""
    log = seat.log() if players.any else []
    return bool(log) and log[-1].seat in players.computers and last_order(seat, players) != len(log) - 1


def answers_given(seat: SeatLike, decision: Decision, words: Words) -> list[Command]:
    """Return the orders that answered a question and may each be put back, oldest first."""
    entries = seat.log()
    first = len(entries)
    while first and entries[first - 1].seat == decision.seat and _is_put_back(entries[first - 1].answer, words):
        first -= 1
    return [entry.answer for entry in entries[first:]]


def _is_put_back(answer: object, words: Words) -> bool:
    return isinstance(answer, Command) and bool(words.verb(answer.verb).put_back)


def told_back(seat: SeatLike, seq: int, words: Words, names: Names) -> dict[str, Any]:
    """Return what a take-back to a position removes, for the log that every seat reads."""
    if seat.system.hides:
        return {"event": "TakenBack", "what": "the last order", "dice": []}
    command = seat.log()[seq].answer
    dice = [cast.face for cast in words.casts([event for at, event in seat.events_at() if at > seq])]
    return {"event": "TakenBack", "what": words.describe(command, names), "dice": dice}


# --- The game on the table as the looking seat knows it: its view, who plays ---------------------------------------


class SystemWords(Protocol):
    """What a game is called and told in, by its system: all that is needed of how it looks."""

    @property
    def id(self) -> str:
        """The id of the rules system."""
        ...

    @property
    def words(self) -> Words:
        """Words for verbs, questions and events."""
        ...

    def sides(self, scenario: Any) -> Mapping[str, Side]:
        """Return the sides by seat; those of any game where the scenario is None."""
        ...


class PlainWords:
    """The words of a system that has none of its own: identifiers, and sides named after their seats."""

    def __init__(self, system: str) -> None:
        self.id, self.words = system, Words()

    def sides(self, scenario: Any) -> Mapping[str, Side]:
        """Return no sides."""
        return {}


class KnownPosition(NamedTuple):
    """A position as one seat may know it, as plain data, and its number."""

    seq: int
    state: Mapping[str, Any]


class GameView(QObject):
    """Hold the game on the table as the looking seat knows it; all sides play at this computer.

    What a seat of the `players` is asked that the computer plays is no question here.

    `told_in` returns the words of a system by its id; `system_words` are those of the game on the table.

    `replaced()`: another game or a position gone back to, show all afresh.
    `looked()`: an earlier position is looked at, or the present one again.
    """

    replaced = Signal()
    looked = Signal()

    def __init__(self, parent: QObject | None = None, told_in: Callable[[str], SystemWords] = PlainWords) -> None:
        super().__init__(parent)
        self._told_in = told_in
        self._seat: SeatLike | None = None
        self._present: SeatLike | None = None
        self._at: Callable[[str | None], SeatLike] | None = None
        self._gone_back = False
        self._view: Any = {}
        self._over: dict[str, Any] | None = None
        self._answers = Answers()
        self.system_words: SystemWords = PlainWords("")
        self.words = self.system_words.words
        """The words of the game on the table."""
        self.sides: Mapping[str, Side] = {}
        self.players = Players()
        self.names = Names()
        self.is_sending = False
        """Whether an order is on its way to the host of a game that is played with people elsewhere."""
        self.closed = ""
        """Why a game takes no more orders that is not over by its rules, such as one that somebody resigned."""

    def side(self, seat: str) -> Side:
        """Return a side of the game by its seat, or chance."""
        return CHANCE if seat == NATURE else self.sides.get(seat) or Side.of_seat(seat)

    @property
    def seat(self) -> SeatLike | None:
        """Return the looking seat, or None before the first game."""
        return self._seat

    @property
    def view(self) -> Any:
        """Return the looking seat's view, a record of its system ({} before the first game)."""
        return self._view

    @property
    def seq(self) -> int:
        """Return the number of entries up to the position that is looked at, 0 before the first game."""
        return self._seat.seq if self._seat else 0

    @property
    def decision(self) -> Decision | None:
        """Return who at this table has to decide what, or None: no game, game over, waiting for a die or others."""
        rests = self.staff is not None or self.far is not None or self.is_sending or self.closed
        return self._seat.decision if self._seat and not rests else None

    @property
    def hides(self) -> bool:
        """Tell whether seats of this game know what others do not."""
        return self.present is not None and bool(self.present.system.hides)

    @property
    def staff(self) -> str | None:
        """Return the seat that is asked if the computer plays it, or None."""
        asked = self.present.asked if self.present is not None else None
        return asked if asked in self.players.computers else None

    @property
    def far(self) -> str | None:
        """Return the seat that is asked if it is played at another computer, or None."""
        asked = self.present.asked if self.present is not None else None
        return asked if asked in self.players.far else None

    @property
    def alone(self) -> str | None:
        """Return the only seat that is played at this table, None if there are several or none."""
        present = self.present
        here = self.players.here(present.system.seats) if present is not None and self.players.any else []
        return here[0] if len(here) == 1 else None

    @property
    def is_watched(self) -> bool:
        """Tell whether nobody at this table plays a seat."""
        return self._seat is not None and self.players.any and not self.players.here(self._seat.system.seats)

    @property
    def request(self) -> Any:
        """Return the die or draw a person has to supply, or None."""
        return self._seat.request if self._seat else None

    @property
    def offered(self) -> dict[str, list[Command]]:
        """Return the legal commands grouped by verb."""
        decision = self.decision
        return decision.options.by_verb() if decision else {}

    def offers(self, verb: str) -> Sequence[Command]:
        """Return the legal commands of a verb."""
        decision = self.decision
        return decision.options.of(verb) if decision and decision.options.asks_for(verb) else ()

    def given(self) -> list[Command]:
        """Return the orders that answered the present question and may each be put back, oldest first."""
        seat, decision = self._seat, self.decision
        if seat is None or decision is None:
            return []
        return answers_given(seat, decision, self.words)

    @property
    def last_command(self) -> Command | None:
        """Return the last command that was given at this table, or None."""
        seq = self._last_command()
        answer = self._seat.log()[seq].answer if self._seat is not None and seq is not None else None
        return answer if isinstance(answer, Command) else None

    def _last_command(self) -> int | None:
        return last_order(self._seat, self.players) if self._seat is not None else None

    def regret(self, command: Command) -> str:
        """Return what a command gives up for good, or ""."""
        return self.words.regret(command, self.names, self.query)

    def _nobody(self) -> Reason:
        """Return why nobody here can give an order now."""
        if self.staff and not self.looks_back:
            return Reason(spell(STAFF.replace("{side}", self.side(self.staff).name)))
        if self.closed:
            return Reason(self.closed)
        if self.is_sending:
            return Reason(SENDING)
        if self.far and not self.looks_back:
            return Reason(AWAY.replace("{side}", self.side(self.far).name))
        return Reason(LOOKING_BACK if self.looks_back else "Nothing to decide right now.")

    @property
    def over(self) -> dict[str, Any] | None:
        """Return the outcome of a finished game."""
        return self._over

    def take_up(self, seat: SeatLike) -> None:
        """Clear the table and choose the words of a seat's system, before its game is put on it."""
        self._seat, self._view, self._over, self._gone_back = None, {}, None, False
        self._present = None
        if self.system_words.id != seat.system.id:
            self.system_words = self._told_in(seat.system.id)
        self.words = self.system_words.words.in_game(seat.scenario)

    @property
    def awaited(self) -> str | None:
        """Return the seat that has to come to the table, or None.

        That is so where only it may see its question, where nobody sits at the table, and after going back to
        another turn.
        """
        seat = self._seat
        if seat is None or not seat.system.hides or self.looks_back or self.request is not None:
            return None
        if seat.asked in (None, NATURE, seat.name, self.staff) or self.alone is not None:
            return None
        absent = self._gone_back or (seat.name is None and self._at is not None)
        return seat.asked if absent or self.decision is None else None

    def play(
        self, seat: SeatLike, at: Callable[[str | None], SeatLike] | None = None, players: Players | None = None
    ) -> None:
        """Put another game on the table as a seat knows it; `at` returns its seats by name, a spectator for None."""
        self.take_up(seat)
        self._at = at
        self.sides = self.system_words.sides(seat.scenario)
        self._seat, self.players = seat, players or Players()
        self._sit(self._own(seat))

    def _own(self, seat: SeatLike) -> SeatLike:
        """Return the seat that looks: where hands are hidden, that of the only one who plays here, or a spectator's."""
        if self._at is None or not seat.system.hides or not self.players.any:
            return seat
        return self._at(self.alone)

    def _acting(self, seat: SeatLike) -> SeatLike:
        """Return the seat that is asked; at an open table the looking seat speaks for all."""
        if not seat.system.hides or seat.asked == seat.name or self._at is None:
            return seat
        return self._at(seat.asked)

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

    def known_to(self, seat: str) -> KnownPosition:
        """Return the position as a seat of the computer may know it; what it cannot see is dealt anew."""
        assert self._at is not None
        at = self._at(seat)
        return KnownPosition(at.seq, at.think().state.to_plain())

    def query(self, name: str, **args: Any) -> Any:
        """Ask about the position; None if there is no answer."""
        return self._answers.of(self._seat, name, args) if self._seat is not None else None

    def history(self) -> Iterable[dict[str, Any]]:
        """Return every event of the present line of play, oldest first."""
        return [event for _, event in self._seat.events_at()] if self._seat else []

    def _look(self) -> None:
        self._answers.forget()
        self._view = self._seat.view() if self._seat else {}
        self._over = self._seat.result if self._seat else None
        self.names.learn(self._view)
