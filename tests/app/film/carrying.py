"""What a desktop does with what is dragged from one widget to another: off screen there is no desktop to do it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QDrag, QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.workshop import tray

COPY, LEFT, PLAIN = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@contextmanager
def carrying(target: QWidget, way: Sequence[QPoint], before_drop: Callable[[], object]) -> Iterator[None]:
    """Carry what the tray lets be dragged over points of a widget to the last of them, and drop it there.

    Raises AssertionError if nothing is dragged, or the widget does not take it.
    """
    dropped: list[bool] = []

    class Carried(QDrag):
        """A drag whose events come from here."""

        def __init__(self, source: QObject) -> None:
            super().__init__(source)
            self.carried = QMimeData()

        def setMimeData(self, data: QMimeData) -> None:
            """Keep what is carried."""
            self.carried = data

        def exec(self, *_: object) -> Qt.DropAction:  # type: ignore[override]
            """Carry it all the way."""
            data = self.carried
            enter = QDragEnterEvent(way[0], COPY, data, LEFT, PLAIN)
            QApplication.sendEvent(target, enter)
            for point in way:
                QApplication.sendEvent(target, QDragMoveEvent(point, COPY, data, LEFT, PLAIN))
            before_drop()
            drop = QDropEvent(QPointF(way[-1]), COPY, data, LEFT, PLAIN, QEvent.Type.Drop)
            QApplication.sendEvent(target, drop)
            dropped.append(enter.isAccepted() and drop.isAccepted())
            return COPY

    real, tray.QDrag = tray.QDrag, Carried  # type: ignore[misc]
    try:
        yield
    finally:
        tray.QDrag = real  # type: ignore[misc]
    assert dropped == [True], "nothing was dragged, or it was not taken"
