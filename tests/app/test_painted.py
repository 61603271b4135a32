"""Pictures that are kept hold their pixels and little else."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QPainterPath, QPixmap
from PySide6.QtWidgets import QApplication

from app.board.painted import alone

SIDE, MANY = 60, 60
LIBRARY: Any = ctypes.CDLL(None) if sys.platform == "linux" else None
FIGURES = (
    "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost",
)  # fmt: skip


def paint(picture: Any) -> Any:
    """Paint a long outline, for which Qt's painting takes much room."""
    picture.fill(QColor(Qt.GlobalColor.transparent))
    path = QPainterPath(QPointF(2, 2))
    for n in range(200):
        path.cubicTo(QPointF(n % SIDE, 60), QPointF(60, n % 50), QPointF(n * 7 % SIDE, n * 13 % SIDE))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillPath(path, QColor("blue"))
    painter.end()
    return picture


def image() -> QImage:
    return QImage(SIDE, SIDE, QImage.Format.Format_ARGB32_Premultiplied)


def test_a_picture_alone_looks_the_same(qapp: QApplication) -> None:
    for picture in (image(), QPixmap(SIDE, SIDE)):
        picture.setDevicePixelRatio(2.0)
        kept = alone(paint(picture))
        assert kept.devicePixelRatio() == 2.0 and QPixmap(kept).toImage() == QPixmap(picture).toImage()


@pytest.mark.skipif(not hasattr(LIBRARY, "mallinfo2"), reason="only the GNU library tells how much memory is in use")
def test_a_picture_alone_takes_a_fraction_of_the_memory() -> None:
    root = Path(__file__).parents[2]  # a program of its own: nothing else comes and goes
    ran = subprocess.run([sys.executable, "-m", __name__], capture_output=True, text=True, check=True, cwd=root)
    for line in ran.stdout.splitlines():
        with_tools, without = map(int, line.split())
        assert 0 < without < with_tools / 4
    assert len(ran.stdout.splitlines()) == 2


class Usage(ctypes.Structure):
    """How much memory is in use, in bytes, among other figures."""

    _fields_ = tuple((name, ctypes.c_size_t) for name in FIGURES)


def in_use() -> int:
    """Return how many bytes are in use."""
    LIBRARY.mallinfo2.restype = Usage
    usage = LIBRARY.mallinfo2()
    return int(usage.uordblks) + int(usage.hblkhd)


def taken(make: Callable[[], Any], done: Callable[[Any], Any]) -> int:
    """Return how many bytes pictures take that are kept."""
    done(paint(make()))
    before = in_use()
    kept = [done(paint(make())) for _ in range(MANY)]
    return in_use() - before if kept else 0


if __name__ == "__main__":
    app = QGuiApplication([])
    for maker in (image, lambda: QPixmap(SIDE, SIDE)):
        print(taken(maker, lambda picture: picture), taken(maker, alone))
