"""One graphics item that paints every counter of the board, from pictures kept by face, state and size."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QTimer
from PySide6.QtGui import QColor, QPaintEngine, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget
from shiboken6 import isValid

from app.board.painted import BoardLayer, pixmap_of, touch
from app.systems.company_scale.board.counters.face import Face, Mark, detail_for
from app.systems.company_scale.board.counters.painter import MARGIN, SIZE, paint_counter
from app.systems.company_scale.board.counters.symbols import write
from app.systems.company_scale.board.stacks import COUNTER
from rules.engine.frozen import frozen

# --- Pictures of counters, kept by face, state and size in device pixels -------------------------------------------

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
    scale = pixels / SIZE

    def paint(painter: QPainter) -> None:
        painter.translate(side / 2, side / 2)
        painter.scale(scale, scale)
        painter.translate(-SIZE / 2, -SIZE / 2)
        paint_counter(painter, face, marks, detail_for(pixels))

    return pixmap_of(side, side, 1.0, paint)


# --- One graphics item that paints every counter of the board, quickly and crisply ---------------------------------

VECTOR = (QPaintEngine.Type.Pdf, QPaintEngine.Type.Picture, QPaintEngine.Type.SVG)
PATIENCE = 0.014
"""Seconds a frame may spend on painting new pictures; the rest follow in later frames."""


@frozen
class PlacedCounter:
    """A counter on the board: its face and states, its centre, its width and its place in the painting order."""

    face: Face
    marks: Mark
    at: QPointF
    order: tuple[float, int] = (0.0, 0)
    size: float = COUNTER
    shown: bool = True


class CounterLayer(BoardLayer):
    """Paint pieces in order; `set_piece` and `move` repaint only what they touch."""

    def __init__(self, cache: PictureCache, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self.cache = cache
        self.in_motion = False
        self.pieces: dict[str, PlacedCounter] = {}
        self.badges: dict[int, tuple[QPointF, int]] = {}
        self._order: list[str] = []
        self._waiting = False

    def set_pieces(self, pieces: dict[str, PlacedCounter]) -> None:
        """Replace all pieces; repaint only those that differ."""
        for name in self.pieces.keys() | pieces.keys():
            old, new = self.pieces.get(name), pieces.get(name)
            if old != new:
                self._touch(old)
                self._touch(new)
        self.pieces = pieces
        self._sort()

    def set_badges(self, badges: dict[int, tuple[QPointF, int]]) -> None:
        """Replace the number badges of the stacks, by hex."""
        if badges != self.badges:
            for at, _ in (*self.badges.values(), *badges.values()):
                touch(self, QRectF(at.x() - 12, at.y() - 12, 24, 24))
            self.badges = badges

    def move(self, name: str, at: QPointF) -> None:
        """Move one piece (while it is animated)."""
        old = self.pieces[name]
        self._touch(old)
        self.pieces[name] = replace(old, at=QPointF(at))
        self._touch(self.pieces[name])

    def mark(self, name: str, marks: Mark) -> None:
        """Change the states of one piece."""
        old = self.pieces.get(name)
        if old is not None and old.marks != marks:
            self.pieces[name] = replace(old, marks=marks)
            self._touch(old)

    def pieces_at(self, point: QPointF) -> list[str]:
        """Return the pieces under a scene point, the uppermost first."""
        names = []
        for name in reversed(self._order):
            piece = self.pieces[name]
            half = piece.size / 2
            if piece.shown and abs(point.x() - piece.at.x()) <= half and abs(point.y() - piece.at.y()) <= half:
                names.append(name)
        return names

    def set_in_motion(self, moving: bool) -> None:
        """Say whether the view is zooming: then pictures are scaled, at rest they are painted at their exact size."""
        if self.in_motion and not moving:
            self.update()
        self.in_motion = moving

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the pieces that lie in the exposed part, and the badges."""
        exposed = option.exposedRect
        if painter.paintEngine().type() in VECTOR:
            self._paint_vectors(painter)
        else:
            self._paint_pictures(painter, exposed, patient=widget is None)
        self._paint_badges(painter, exposed)

    def _paint_pictures(self, painter: QPainter, exposed: QRectF, *, patient: bool) -> None:
        """Blit each picture at whole device pixels."""
        world = painter.worldTransform()
        ratio = painter.device().devicePixelRatioF()
        scale = world.m11() * ratio
        until = time.perf_counter() + PATIENCE
        reach = COUNTER * SPAN
        left, right = exposed.left() - reach, exposed.right() + reach
        top, bottom = exposed.top() - reach, exposed.bottom() + reach
        m11, m22, dx, dy = world.m11(), world.m22(), world.dx(), world.dy()
        unfinished = False
        painter.save()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not self.in_motion)  # for scaled ones twice the time
        for name in self._order:
            piece = self.pieces[name]
            x, y = piece.at.x(), piece.at.y()
            if not piece.shown or not (left <= x <= right and top <= y <= bottom):
                continue
            pixels = max(3, round(piece.size * scale))
            picture = self.cache.exact(piece.face, piece.marks, pixels)
            if picture is None:
                late = not patient and (self.in_motion or time.perf_counter() > until)
                picture = self.cache.nearest(piece.face, piece.marks, pixels) if late else None
                if picture is None:
                    picture = self.cache.make(piece.face, piece.marks, pixels)
                else:
                    unfinished = True
            side = round(pixels * SPAN)
            px = round((x * m11 + dx) * ratio - side / 2) / ratio
            py = round((y * m22 + dy) * ratio - side / 2) / ratio
            if picture.width() == side and ratio == 1.0:
                painter.drawPixmap(QPointF(px, py), picture)
            else:
                painter.drawPixmap(QRectF(px, py, side / ratio, side / ratio), picture, QRectF(picture.rect()))
        painter.restore()
        if unfinished and not self.in_motion:
            self._again()

    def _paint_vectors(self, painter: QPainter) -> None:
        for name in self._order:
            piece = self.pieces[name]
            if piece.shown:
                painter.save()
                painter.translate(piece.at.x() - piece.size / 2, piece.at.y() - piece.size / 2)
                painter.scale(piece.size / SIZE, piece.size / SIZE)
                paint_counter(painter, piece.face, piece.marks, detail_for(100), shadow=False)
                painter.restore()

    def _paint_badges(self, painter: QPainter, exposed: QRectF) -> None:
        scale = painter.worldTransform().m11()
        if scale < 0.3:
            return
        room = exposed.adjusted(-12, -12, 12, 12)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for at, number in self.badges.values():
            if room.contains(at):
                painter.setPen(QPen(QColor("#fff6da"), 1.4))
                painter.setBrush(QColor("#2b241a"))
                painter.drawEllipse(at, 8.2, 8.2)
                write(painter, str(number), QRectF(at.x() - 6, at.y() - 4.6, 12, 9.2), QColor("#ffffff"), height=8.2)

    def _touch(self, piece: PlacedCounter | None) -> None:
        if piece is not None:
            side = piece.size * SPAN + 2
            touch(self, QRectF(piece.at.x() - side / 2, piece.at.y() - side / 2, side, side))

    def _sort(self) -> None:
        self._order = sorted(self.pieces, key=lambda name: self.pieces[name].order)

    def _again(self) -> None:
        if not self._waiting:
            self._waiting = True
            QTimer.singleShot(0, self._refine)

    def _refine(self) -> None:
        if isValid(self):  # the board may have been put away meanwhile
            self._waiting = False
            self.update()

    def raise_pieces(self, names: Iterable[str]) -> None:
        """Paint these pieces last until the next set of pieces (while they are animated)."""
        chosen = [name for name in names if name in self.pieces]
        lifted = set(chosen)
        self._order = [name for name in self._order if name not in lifted] + chosen
