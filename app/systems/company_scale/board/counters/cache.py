"""Pictures of counters, kept by face, state and size in device pixels."""

from __future__ import annotations

from collections import OrderedDict

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPixmap

from app.board.painted import alone
from app.systems.company_scale.board.counters.face import Face, Mark, detail_for
from app.systems.company_scale.board.counters.painter import MARGIN, SIZE, paint_counter

Key = tuple[Face, Mark, int]
SPAN = (SIZE + 2 * MARGIN) / SIZE
"""Width of a picture, with its margin, in counter widths."""


class PictureCache:
    """Hold pictures of counters up to a number of bytes; the least recently used go first.

    Sizes are the width of the counter in device pixels; a picture is SPAN times as wide.
    """

    def __init__(self, limit: int = 48 << 20) -> None:
        self.limit = limit
        self.used = 0
        self._pictures: OrderedDict[Key, QPixmap] = OrderedDict()
        self._sizes: dict[tuple[Face, Mark], list[int]] = {}

    def __len__(self) -> int:
        return len(self._pictures)

    def exact(self, face: Face, marks: Mark, pixels: int) -> QPixmap | None:
        """Return the picture of exactly this size, if there is one."""
        picture = self._pictures.get((face, marks, pixels))
        if picture is not None:
            self._pictures.move_to_end((face, marks, pixels))
        return picture

    def nearest(self, face: Face, marks: Mark, pixels: int) -> QPixmap | None:
        """Return the picture that scales best to this size: the next larger one, else the largest."""
        sizes = self._sizes.get((face, marks))
        if not sizes:
            return None
        larger = [size for size in sizes if size >= pixels]
        return self._pictures[face, marks, min(larger) if larger else max(sizes)]

    def make(self, face: Face, marks: Mark, pixels: int) -> QPixmap:
        """Return the picture of this size, painting it if need be."""
        picture = self.exact(face, marks, pixels)
        if picture is None:
            picture = render(face, marks, pixels)
            self._keep((face, marks, pixels), picture)
        return picture

    def clear(self) -> None:
        """Forget every picture."""
        self._pictures.clear()
        self._sizes.clear()
        self.used = 0

    def _keep(self, key: Key, picture: QPixmap) -> None:
        self._pictures[key] = picture
        self._sizes.setdefault(key[:2], []).append(key[2])
        self.used += _weight(picture)
        while self.used > self.limit and len(self._pictures) > 1:
            old, dropped = self._pictures.popitem(last=False)
            self.used -= _weight(dropped)
            self._sizes[old[:2]].remove(old[2])


def _weight(picture: QPixmap) -> int:
    return picture.width() * picture.height() * 4


def render(face: Face, marks: Mark, pixels: int) -> QPixmap:
    """Paint a counter `pixels` wide, with its margin, on a transparent ground."""
    side = max(1, round(pixels * SPAN))
    picture = QPixmap(QSize(side, side))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    scale = pixels / SIZE
    painter.translate(side / 2, side / 2)
    painter.scale(scale, scale)
    painter.translate(-SIZE / 2, -SIZE / 2)
    paint_counter(painter, face, marks, detail_for(pixels))
    painter.end()
    return alone(picture)
