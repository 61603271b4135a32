"""How fast motions are shown, what the window asks of them, and what every board is to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QGraphicsScene

from app.board.zooming import ZoomView
from app.settings import Settings
from app.text.event_rows import ChitDraw, Glide, Motion, Result

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


# --- What the window asks of motions --------------------------------------------------------------------------------


def is_by_hand(motion: Motion) -> bool:
    """Tell whether who gave the order has made the motion himself, with his own hand."""
    return isinstance(motion, Glide) or (isinstance(motion, ChitDraw) and motion.by_hand)


def until_rest(motions: Sequence[Motion]) -> int:
    """Return how many motions it takes until all chance has fallen: the last die or draw is among them."""
    chance = (n for n, motion in enumerate(motions, 1) if isinstance(motion, ChitDraw) or _is_cast(motion))
    return max(chance, default=0)


def _is_cast(motion: Motion) -> bool:
    return isinstance(motion, Result) and bool(motion.faces)


# --- What every board is to motions: a scene, and the part of it in view -------------------------------------------


class SceneBoard(Protocol):
    """A board with its scene and its view."""

    @property
    def scene(self) -> QGraphicsScene: ...
    @property
    def view(self) -> ZoomView: ...


AnyBoard = TypeVar("AnyBoard", bound=SceneBoard)


class OnBoard(Generic[AnyBoard]):
    """The part of an animator's board (`Moving`) that is the same in every system."""

    has_arrows = False
    shape = 1.0

    def __init__(self, board: AnyBoard) -> None:
        self.board = board

    def begin(self) -> None:
        """Do nothing: the board shows none of it by itself."""

    def paint_chit(self, painter: QPainter, box: QRectF, chit: str) -> None:
        """Do nothing: there are no chits."""

    def paint_thing(self, painter: QPainter, thing: Any) -> None:
        """Do nothing: nothing flies."""

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
