"""Answers about the position on the table, kept while nothing changes: the pointer asks the same again and again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from app.play.seat import SeatLike
from rules.engine.command import IllegalCommand, MalformedCommand

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
