"""What the table needs of a seat, its only view of a game; answers kept while nothing changes; help for who learns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from app.play.players import Players
from app.settings import Settings
from app.text.names import Names
from app.text.words import Words
from rules.engine.command import Command, IllegalCommand, MalformedCommand, Reason
from rules.engine.options import Decision

# --- What the table needs of a seat, its only view of a game -------------------------------------------------------


class SeatLike(Protocol):
    """What the table needs of a seat; see rules.engine.seat."""

    name: str | None

    @property
    def system(self) -> Any: ...
    @property
    def scenario(self) -> Any: ...
    @property
    def asked(self) -> str | None: ...
    @property
    def decision(self) -> Decision | None: ...
    @property
    def request(self) -> Any: ...
    @property
    def result(self) -> dict[str, Any] | None: ...
    @property
    def seq(self) -> int: ...
    @property
    def can_undo(self) -> bool: ...
    def events_at(self) -> list[tuple[int, dict[str, Any]]]: ...
    def log(self) -> list[Any]: ...
    def submit(self, seq: int, command: Command) -> Any: ...
    def nature(self, outcome: Any) -> Any: ...
    def explain(self, command: Command) -> list[Reason]: ...
    def undo(self) -> int: ...
    def take_back(self, seq: int) -> int: ...
    def view(self) -> Any: ...
    def query(self, question: str, /, **args: Any) -> Any: ...
    def think(self) -> Any: ...


class FarHost(Protocol):
    """Takes the orders of players here to the game at its host; what comes of them is told later.

    `hints` tells whether they may ask the computer for suggestions, `recall` whether an order can be undone while the
    player who is asked next, elsewhere, has not answered.
    """

    hints: bool
    recall: bool

    def send_orders(self, commands: Sequence[Command]) -> None: ...
    def send_undo(self, to: int, then: Sequence[Command] = ()) -> None: ...
    def propose(self, to: int) -> None: ...


class FarTable(NamedTuple):
    """A game that a host holds: its seats by name (None: who watches), who plays elsewhere, and who takes orders."""

    at: Callable[[str | None], SeatLike]
    players: Players
    host: FarHost


class GameLike(Protocol):
    """What a board and its panels need of the game on the table; see app.play.game_view."""

    @property
    def view(self) -> object: ...
    @property
    def decision(self) -> Decision | None: ...
    @property
    def offered(self) -> Mapping[str, list[Command]]: ...
    def offers(self, verb: str) -> Sequence[Command]: ...
    def explain(self, command: Command) -> list[Reason]: ...
    def query(self, name: str, **args: Any) -> object: ...


class PlayedGame(GameLike, Protocol):
    """A game on the table that a board gives orders to; see app.play.controller."""

    @property
    def names(self) -> Names: ...
    @property
    def words(self) -> Words: ...
    def query(self, name: str, **args: Any) -> Any: ...
    def submit(self, command: Command) -> bool: ...
    def submit_all(self, commands: Sequence[Command], *, whole: bool = False) -> Sequence[Command]: ...


# --- Answers about the position on the table, kept while nothing changes: the pointer asks the same again ----------

KEPT = 256

Answer = TypeVar("Answer")


class Answers:
    """The last answers that a seat got about one position."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, str, str], Any] = {}

    def forget(self) -> None:
        """Forget all answers: the position has changed, or another seat looks at it."""
        self._known.clear()

    def of(self, seat: SeatLike, name: str, args: dict[str, Any]) -> Any:
        """Return what the seat is answered; None if there is no answer."""
        asked = seat.seq, name, repr(sorted(args.items()))
        if asked not in self._known:
            if len(self._known) >= KEPT:
                del self._known[next(iter(self._known))]
            try:
                self._known[asked] = seat.query(name, **args)
            except (MalformedCommand, IllegalCommand):
                self._known[asked] = None
        return self._known[asked]


def sure(kind: type[Answer], found: object) -> Answer:
    """Return an answer that there is in every position as the record that it is; raise TypeError if it is none."""
    if not isinstance(found, kind):
        raise TypeError(f"answered with {type(found).__name__}, not with {kind.__name__}")
    return found


def answered(kind: type[Answer], found: object) -> Answer | None:
    """Return an answer as the record that it is; None if there was none."""
    return found if isinstance(found, kind) else None


# --- The view as the record that a system makes it -----------------------------------------------------------------


class HasView(Protocol):
    """A game or a question that has a view."""

    @property
    def view(self) -> object: ...


def views(nothing: Answer) -> tuple[Callable[[object], Answer], Callable[[HasView], Answer]]:
    """Return what makes a record of a view handed on, and of that of a game; `nothing` is the one before the first."""

    def as_view(view: object) -> Answer:
        return view if isinstance(view, type(nothing)) else nothing

    return as_view, lambda game: as_view(game.view)


# --- A little help for a player who learns: why an order is likely to be a mistake ---------------------------------

LEARNING_KEY = "little_help"
"""The preference of a player who wants to be warned, and told what the computer fears for him."""


class LittleHelp:
    """Warn before orders while the player wants it; what he cannot see plays no part in it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def warning(self, seat: SeatLike, decision: Decision, command: Command) -> str | None:
        """Return a sentence about an order of a seat that is likely to be a mistake, or None."""
        evaluator = seat.system.evaluator if self._settings.get(LEARNING_KEY, False) else None
        return evaluator.warning(seat.think(), decision, command) if evaluator is not None else None

    def fears(self, seat: SeatLike, side: str) -> tuple[str, ...]:
        """Return what the computer fears for a side, as a seat knows the position."""
        evaluator = seat.system.evaluator if self._settings.get(LEARNING_KEY, False) else None
        return evaluator.fears(seat.think(), side) if evaluator is not None else ()
