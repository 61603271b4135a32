"""Side views of vehicles and guns, shown beside the symbol when a counter is large on the screen."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.board.counters.face import Face


def draw_silhouette(painter: QPainter, box: QRectF, face: Face) -> None:
    """Draw the side view that fits the face into the box, if there is one."""
