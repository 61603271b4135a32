"""Motions as plain data: how a system makes them from events, and how fast they are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QGraphicsScene

from app.board.zooming import ZoomView
from app.settings import Settings

# --- How fast things move, as the player prefers: at full length, quickly, or not at all ---------------------------

KEY = "animation"
FULL, QUICK, NONE = "full", "quick", "none"
NAMES: Mapping[str, str] = {FULL: "Full", QUICK: "Quick", NONE: "None"}
LENGTHS: Mapping[str, float] = {FULL: 1.0, QUICK: 0.45, NONE: 0.0}


def chosen(settings: Settings) -> str:
    """Return the player's choice; without one everything moves at full length, off screen nothing does."""
    choice = settings.get(KEY, "")
    return choice if choice in LENGTHS else NONE if QApplication.platformName() == "offscreen" else FULL


def length(settings: Settings) -> float:
    """Return the length of motions against the full one; 0 for no motion."""
    return LENGTHS[chosen(settings)]


# --- Motions as plain data, and how a system's table makes them from events ----------------------------------------


class Glide(NamedTuple):
    """A piece goes along a path of places to where it lies now."""

    thing: str
    path: tuple[str, ...]


class Shot(NamedTuple):
    """Fire from one place at another."""

    start: str
    to: str


class Result(NamedTuple):
    """What came of something at a place, in words, after the dice that decided it; `tone` is plain, good or bad.

    A `passing` one does not stand afterwards: the board shows it by itself.
    """

    at: str
    words: str
    faces: tuple[Any, ...] = ()
    tone: str = "plain"
    passing: bool = False


class ChitDraw(NamedTuple):
    """A chit or card is turned over: which one, of what kind, its title, what it does, a note, and whose it is.

    `begins` is said before it is turned. `shape` is its width against its height. One played `by_hand` has been seen by
    who played it.
    """

    chit: str
    kind: str
    title: str
    words: str
    note: str
    seat: str
    begins: str = "Drawing a chit…"
    shape: float = 1.0
    by_hand: bool = False


class Flight(NamedTuple):
    """Something goes from one place to another, where the board shows it or it `fades`.

    `draw` takes a painter whose origin is the middle of the thing, in units of the scene.
    """

    start: str
    to: str
    draw: Callable[[Any], None]
    fades: bool = False


Motion: TypeAlias = Glide | Shot | Result | ChitDraw | Flight
Facts = TypeVar("Facts")
"""Whatever a system needs beside an event to tell how it is shown."""


def is_by_hand(motion: Motion) -> bool:
    """Tell whether who gave the order has made the motion himself, with his own hand."""
    return isinstance(motion, Glide) or (isinstance(motion, ChitDraw) and motion.by_hand)


def until_rest(motions: Sequence[Motion]) -> int:
    """Return how many motions it takes until all chance has fallen: the last die or draw is among them."""
    chance = (n for n, motion in enumerate(motions, 1) if isinstance(motion, ChitDraw) or _is_cast(motion))
    return max(chance, default=0)


def _is_cast(motion: Motion) -> bool:
    return isinstance(motion, Result) and bool(motion.faces)


def nothing_shown(event: object, facts: Any) -> Iterable[Motion]:
    """Return how an event of any kind is shown; most are told in the log only."""
    return ()


def motions_of(
    events: Iterable[object], show: Callable[[object, Facts], Iterable[Motion]], facts: Facts
) -> list[Motion]:
    """Return the motions of events, joined."""
    return joined(motion for event in events for motion in show(event, facts))


def joined(motions: Iterable[Motion]) -> list[Motion]:
    """Join the steps of one piece to one glide as long as nothing else comes between."""
    found: list[Motion] = []
    for motion in motions:
        if not (isinstance(motion, Glide) and _goes_on(found, motion)):
            found.append(motion)
    return found


def _goes_on(motions: list[Motion], motion: Glide) -> bool:
    """Lengthen the glide of the same piece among those made last; return whether there was one."""
    for index in range(len(motions) - 1, -1, -1):
        last = motions[index]
        if not isinstance(last, Glide):
            return False
        if last.thing == motion.thing and last.path[-1] == motion.path[0]:
            motions[index] = Glide(last.thing, last.path + motion.path[1:])
            return True
    return False


# --- What every board is to motions: a scene, and the part of it in view -------------------------------------------


class Board(Protocol):
    """A board with its scene and its view."""

    @property
    def scene(self) -> QGraphicsScene: ...
    @property
    def view(self) -> ZoomView: ...


AnyBoard = TypeVar("AnyBoard", bound=Board)


class OnBoard(Generic[AnyBoard]):
    """The part of an animator's board (`Moving`) that is the same in every system."""

    has_arrows = False

    def __init__(self, board: AnyBoard) -> None:
        self.board = board

    def begin(self) -> None:
        """Do nothing: the board shows none of it by itself."""

    def paint_chit(self, painter: QPainter, box: QRectF, chit: str) -> None:
        """Do nothing: there are no chits."""

    @property
    def scene(self) -> QGraphicsScene:
        """The scene of the board."""
        return self.board.scene

    @property
    def visible(self) -> QRectF:
        """The visible part of the scene."""
        return self.board.view.visible

    def reveal(self, at: QPointF) -> None:
        """Bring a point into view."""
        self.board.view.reveal(at)
