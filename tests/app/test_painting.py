"""A window that has been told to wait is painted once, in the end, and not at all before."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from app.window.event_filter import OnePainting


class Canvas(QWidget):
    """Counts its paintings."""

    paintings = 0

    def paintEvent(self, event: QPaintEvent) -> None:
        self.paintings += 1


def test_a_request_to_paint_waits_until_all_else_is_done(qtbot: QtBot) -> None:
    window, canvas = QMainWindow(), Canvas()
    window.setCentralWidget(canvas)
    painting = OnePainting(window)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    QApplication.processEvents()
    canvas.paintings = 0
    canvas.update()
    QCoreApplication.sendPostedEvents(window, QEvent.Type.UpdateRequest)
    assert canvas.paintings == 1  # nobody waits
    painting.wait()
    for _ in range(3):
        canvas.update()
        QCoreApplication.sendPostedEvents(window, QEvent.Type.UpdateRequest)
    assert canvas.paintings == 1
    qtbot.waitUntil(lambda: canvas.paintings == 2)
    QApplication.processEvents()
    assert canvas.paintings == 2
    canvas.update()
    QApplication.processEvents()
    assert canvas.paintings == 3
