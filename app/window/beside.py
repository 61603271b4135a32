"""Where a page lies that is read beside the game: in a corner of the board where it hides nothing that is marked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QWidget

from app.board.view import BoardView
from app.dialogs.fitting import FRAME

GAP = 6


def show_beside(page: QWidget, middle: QWidget | None, pages: QWidget) -> None:
    """Show a page over `pages`, and what is marked on the board; it stays where it lies unless it hides a mark."""
    board = middle if isinstance(middle, BoardView) else None
    marks = _marks(board) if board is not None else []
    room = QRect(pages.mapToGlobal(QPoint()), pages.size())
    if not page.isVisible() or hidden(page.frameGeometry(), marks):
        page.move(free_corner(room, page.size() + FRAME, marks, _pieces(board) if board is not None else []))
    page.show()
    page.raise_()


def free_corner(room: QRect, size: QSize, marks: Sequence[QRect], pieces: Sequence[QPoint] = ()) -> QPoint:
    """Return where to put a page of a size: in the corner where it hides the fewest marks, and the fewest pieces."""
    left, top = room.left() + GAP, room.top() + GAP
    right, bottom = room.right() - size.width() - GAP, room.bottom() - size.height() - GAP
    corners = [QPoint(right, bottom), QPoint(left, bottom), QPoint(right, top), QPoint(left, top)]

    def costs(corner: QPoint) -> tuple[int, int]:
        page = QRect(corner, size)
        return hidden(page, marks), sum(map(page.contains, pieces))

    return min(corners, key=costs)


def hidden(page: QRect, marks: Sequence[QRect]) -> int:
    """Return how many marks a page hides, wholly or in part."""
    return sum(page.intersects(mark) for mark in marks)


def _marks(view: BoardView) -> list[QRect]:
    """Return the marks on a board in view, on the screen; where none is, the first one is brought into view."""
    shown = _in_view(view)
    if view.pointed and not shown:
        view.reveal(view.pointed[0].pos())
        shown = _in_view(view)
    return [QRect(view.viewport().mapToGlobal(box.topLeft()), box.size()) for box in shown]


def _in_view(view: BoardView) -> list[QRect]:
    boxes = (view.mapFromScene(mark.sceneBoundingRect()).boundingRect() for mark in view.pointed)
    return [box for box in boxes if box.intersects(view.viewport().rect())]


def _pieces(view: BoardView) -> list[QPoint]:
    """Return where counters stand, on the screen."""
    dots = view.contents.dots() if view.contents is not None else ()
    return [view.viewport().mapToGlobal(view.mapFromScene(dot.at)) for dot in dots]
