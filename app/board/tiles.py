"""Tiles: a drawing cached as pictures at the present zoom, so that panning costs next to nothing."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from functools import partial, reduce

from PySide6.QtCore import QElapsedTimer, QPointF, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from app.board.painted import StandIn, alone, touch
from app.board.tile_grid import TILE, Key, apart, area_of, keys_in, pixels_of, views_of
from app.kept_pictures import KeptPictures

_TILE_SIZE = QSize(TILE, TILE)
_SETTLE_MS = 70
"""Milliseconds the zoom must rest before tiles are drawn for it."""
_SLICE_MS = 9.0
"""Milliseconds that drawing tiles may block the program at a time."""
_AT_ONCE_MS = 4.0
"""Milliseconds that a painting may wait for changed tiles, so that all need not be painted again a moment later."""
_AHEAD = 0.5
"""The least scale of the stand-in at which it is drawn ahead: of the largest sheets it takes 30 MB."""
_MENDED = 0.5
"""Share of a tile up to which its changed parts are drawn rather than the whole."""
_SPAN = 3
"""Screenfuls of tiles that are held."""
_PAST = 24
"""Tiles of earlier states that are held."""
_IDLE_MS, _REST_MS = 250, 80
"""Milliseconds after the first picture until work is done ahead, and without painting until it goes on."""
KIND = "tiles"
"""The name of the cache on disk."""

Drawing = Callable[[QPainter, QRectF, float], None]


class TiledItem(QGraphicsObject):
    """Show a drawing from tiles on the screen; draw it directly on paper and in pictures."""

    def __init__(
        self,
        rect: QRectF,
        draw: Drawing,
        ground: str | None,
        *,
        kept: Callable[[], KeptPictures | None] = lambda: None,
        ahead: Callable[[], bool] = lambda: False,
        state: Callable[[QRectF, float], Hashable] = lambda area, scale: None,
        aside: Drawing | None = None,
        whole: bool = False,
    ) -> None:
        """Take what to draw: `draw(painter, exposed rectangle, device pixels to a unit)`; `ground` is None if it is
        see-through.

        `kept` returns the cache for the drawing as it is now: it has the tiles of the first picture, so that a start
        draws nothing. `ahead` does a piece of what drawing needs while nothing is drawn, and returns whether there is
        more. `state` tells what an area shows at a scale (None if that is not known), so that a tile comes back when
        it shows the same again. `aside` draws on paper and in pictures, if it is not `draw`. What is drawn otherwise at
        another zoom, as names are, is shown `whole`: never a part of the old picture beside one of the new.
        """
        super().__init__()
        self._rect, self._draw, self._ground = rect, draw, ground
        self._kept, self._ahead, self._state, self._aside = kept, ahead, state, aside or draw
        self._whole, self._coming = whole, dict[Key, QPixmap]()
        self._exposed = QRectF()
        self._past: OrderedDict[tuple[Key, Hashable], QPixmap] = OrderedDict()
        self.ratio = 1.0
        """Device pixels to a pixel of the window it was painted in last."""
        self._scale = 0.0
        self._tiles: OrderedDict[Key, QPixmap] = OrderedDict()
        self._wanted: list[Key] = []
        self._stale: dict[Key, list[QRectF]] = {}
        self._fresh: list[QRectF] = []
        self._stand_in = StandIn(rect, self._draw_part, self._blank)
        self._limit = 64
        self._next_scale = 0.0
        self._settle, self._idle = self._once(self._draw_some), self._once(self._work_ahead)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption, True)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def _once(self, act: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.timeout.connect(act)
        return timer

    def boundingRect(self) -> QRectF:
        """Return the sheet."""
        return self._rect

    def renew(self, ground: str | None) -> None:
        """Discard all pictures because the drawing or its colours have changed."""
        self._ground = ground
        self._forget()
        self._stand_in.forget()
        self._scale = 0.0
        self.update()

    def _forget(self) -> None:
        """Give up every tile."""
        for store in (self._tiles, self._wanted, self._stale, self._past, self._coming):
            store.clear()

    def forget_past(self) -> None:
        """Give up what was shown in earlier states: none of them comes back."""
        self._past.clear()

    def redraw(self, areas: Iterable[QRectF]) -> None:
        """Redraw areas where the drawing has changed; the old picture stays until then."""
        for area in areas:
            for key in keys_in(area, self._scale):
                if key in self._tiles:
                    self._stale.setdefault(key, []).append(area)
            touch(self, area)
        for key in list(self._stale):
            seen = self._past.get((key, self._shows(key)))
            if seen is not None:
                self._tiles[key] = seen
                del self._stale[key]

    def paint_over(self, area: QRectF, draw: Drawing) -> None:
        """Paint over the tiles of an area what from now on is drawn there anyway, in less time than all of it takes."""
        held = (key for key in keys_in(area, self._scale) if key in self._tiles)
        places = {key: QRect(key[0] * TILE, key[1] * TILE, TILE, TILE) for key in held}
        room = reduce(QRect.united, places.values(), QRect())
        pixels = QTransform.fromScale(self._scale, self._scale).mapRect(area).toAlignedRect().intersected(room)
        if not pixels.isEmpty():  # once for all tiles: a long line is drawn whole wherever a part of it is seen
            over = QImage(pixels.size(), QImage.Format.Format_ARGB32_Premultiplied)
            over.fill(Qt.GlobalColor.transparent)
            painter = QPainter(over)
            painter.translate(-pixels.topLeft())
            painter.scale(self._scale, self._scale)
            painter.setClipRect(self._rect)
            draw(painter, QTransform.fromScale(1 / self._scale, 1 / self._scale).mapRect(QRectF(pixels)), self._scale)
            painter.end()
            for key, place in places.items():
                tile = QPixmap(self._tiles[key])
                painter = QPainter(tile)
                painter.drawImage(pixels.topLeft() - place.topLeft(), over)
                painter.end()
                self._tiles[key] = alone(tile)
        touch(self, area)

    @property
    def scale_drawn(self) -> float:
        """The pixels to a unit of the tiles that are shown, 0 before the first picture."""
        return self._scale

    def is_settled(self) -> bool:
        """Tell whether the last painting used only tiles of its own zoom."""
        return self._scale > 0.0 and not self._wanted and self._next_scale == self._scale

    def is_fresh(self, area: QRectF) -> bool:
        """Tell whether no tile shows an area as it was before a change; what is in no view is drawn once it is."""
        seen = [view.intersected(area) for view in views_of(self)]
        stale = [part.intersected(area_of(key, self._scale)) for key, parts in self._stale.items() for part in parts]
        return not any(room.intersects(part) for room in seen for part in stale)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the exposed part: from tiles in a view, directly anywhere else."""
        transform = painter.worldTransform()
        self.ratio = ratio = painter.device().devicePixelRatioF()
        exposed = option.exposedRect.intersected(self._rect)
        turned = abs(transform.m12()) > 1e-9 or abs(transform.m11() - transform.m22()) > 1e-9 or transform.m11() <= 0
        if widget is None or turned:
            if painter.hasClipping():  # a scene that is rendered tells of no exposed part
                exposed = exposed.intersected(painter.clipBoundingRect().adjusted(-40, -40, 40, 40))
            lod = QStyleOptionGraphicsItem.levelOfDetailFromTransform(transform) * ratio
            self._aside(painter, exposed, lod)
            return
        painter.setClipRect(self._rect, Qt.ClipOperation.IntersectClip)  # the outermost tiles reach beyond the sheet
        if self._idle.isActive():
            self._idle.start(max(_REST_MS, self._idle.remainingTime()))
        scale = transform.m11() * ratio
        if self._scale == 0.0:
            self._scale = scale  # the very first picture is drawn at once
            self._next_scale = scale
            self._make_first(keys_in(exposed, scale))
        self._next_scale = scale
        size = widget.size() * ratio
        self._limit = max(24, _SPAN * (size.width() // TILE + 2) * (size.height() // TILE + 2))
        if scale == self._scale:
            self._paint_tiles(painter, exposed, transform, ratio)
        else:
            self._paint_stretched(painter, exposed)
            seen = transform.inverted()[0].mapRect(QRectF(widget.rect())).intersected(self._rect)
            if not self._coming or seen != self._exposed:
                self._settle.start(_SETTLE_MS)
            self._exposed = seen

    def _paint_tiles(self, painter: QPainter, exposed: QRectF, transform: QTransform, ratio: float) -> None:
        """Paint tiles pixel for pixel; for a missing one paint the stand-in and request the tile."""
        missing: list[Key] = []
        ready: list[tuple[Key, QPixmap]] = []
        keys = keys_in(exposed, self._scale)
        self._mend_some([key for key in keys if key in self._stale])
        for key in keys:
            pixmap = self._tiles.get(key)
            if pixmap is None:
                missing.append(key)
            else:
                self._tiles.move_to_end(key)
                ready.append((key, pixmap))
        if missing and not self._whole:
            for key in missing:
                self._stand_in.paint(painter, area_of(key, self._scale).intersected(self._rect))
        stale = [key for key, _ in ready if key in self._stale]
        if missing or stale:
            asked = missing + stale  # first; tiles for other parts of the view come after them
            self._wanted = asked + [key for key in self._wanted if key not in asked][: self._limit]
            if not self._settle.isActive():
                self._settle.start(0)
        painter.save()
        painter.setWorldTransform(QTransform.fromScale(1.0 / ratio, 1.0 / ratio))
        left, top = transform.dx() * ratio, transform.dy() * ratio
        for (i, j), pixmap in ready:
            painter.drawPixmap(round(left + i * TILE), round(top + j * TILE), pixmap)
        painter.restore()

    def _mend_some(self, keys: Iterable[Key]) -> None:
        """Draw changed parts of tiles as far as a moment goes; a whole tile takes longer than that."""
        clock = QElapsedTimer()
        clock.start()
        for key in keys:
            if clock.nsecsElapsed() > _AT_ONCE_MS * 1e6:
                break
            if (parts := self._changed_parts(key)) is None:
                continue
            self._mend(key, parts)
            if key in self._wanted:  # the rest of it may be on the screen as it was
                self._wanted.remove(key)
                touch(self, area_of(key, self._scale).intersected(self._rect))

    def _paint_stretched(self, painter: QPainter, exposed: QRectF) -> None:
        """Paint the tiles of the last zoom, stretched, until the new zoom rests.

        Their edges are those of whole pixels: smooth ones take as long again, and show where two tiles meet.
        """
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, True)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for key in keys_in(exposed, self._scale):
            area = area_of(key, self._scale)
            pixmap = self._tiles.get(key)
            if pixmap is None and not self._whole:
                self._stand_in.paint(painter, area.intersected(self._rect))
            elif pixmap is not None:
                painter.drawPixmap(area, pixmap, QRectF(pixmap.rect()))

    def _draw_some(self) -> None:
        """Draw missing tiles for one slice of time, then let the program go on."""
        if self._scale != self._next_scale:
            if self._whole and not self._draw_coming():
                return
            self._scale, coming = self._next_scale, dict(self._coming)
            self._forget()
            self._tiles.update(coming)
            for key in coming:
                self._remember(key)
            self.update()
            return
        clock = QElapsedTimer()
        clock.start()
        while self._wanted and clock.nsecsElapsed() < _SLICE_MS * 1e6:
            key = self._wanted.pop(0)
            at_once = key not in self._tiles
            self._make(key)
            self._fresh.append(area_of(key, self._scale).intersected(self._rect))
            if at_once:
                self._show_fresh()
        if self._wanted:
            self._settle.start(0)
        else:
            self._show_fresh()

    def _draw_coming(self) -> bool:
        """Draw tiles of the new zoom for one slice of time; return whether all that are in view are there."""
        clock = QElapsedTimer()
        clock.start()
        scale, wanted = self._next_scale, keys_in(self._exposed, self._next_scale)
        if any(key not in wanted for key in self._coming):  # the view has moved on meanwhile
            self._coming.clear()
        for key in wanted:
            if key not in self._coming:
                area = area_of(key, scale)
                self._coming[key] = QPixmap.fromImage(self._image(_TILE_SIZE, scale, area.topLeft(), area))
                if clock.nsecsElapsed() > _SLICE_MS * 1e6:
                    break
        if len(self._coming) < len(wanted):
            self._settle.start(0)
            return False
        return True

    def _show_fresh(self) -> None:
        """Paint the tiles made since; those that only replace others wait for the last of them."""
        for area in self._fresh:
            touch(self, area)
        self._fresh.clear()

    def _make_first(self, keys: Iterable[Key]) -> None:
        """Take the tiles of the first picture from the cache; only those that it has not are drawn."""
        kept = self._kept()
        for key in keys:
            if kept is None:
                self._make(key)
                continue
            area = area_of(key, self._scale)
            part = f"{self._scale} {key}".encode()
            image = kept.picture(part, partial(self._image, _TILE_SIZE, self._scale, area.topLeft(), area), KIND)
            self._tiles[key] = QPixmap.fromImage(image)
            self._remember(key)
        self._idle.start(_IDLE_MS)

    def _work_ahead(self) -> None:
        """Do one piece of work unless tiles are wanted first."""
        if self._settle.isActive() or self._ahead() or (self._stand_in.scale >= _AHEAD and self._stand_in.draw_more()):
            self._idle.start(_REST_MS if self._settle.isActive() else 0)

    def _changed_parts(self, key: Key) -> list[QRect] | None:
        """Return the pixels of a tile that have changed, None where all of it is to be drawn."""
        area = area_of(key, self._scale)
        changed = (part.intersected(area).translated(-area.topLeft()) for part in self._stale.get(key, ()))
        parts = apart(pixels_of(part, self._scale) for part in changed)
        few = sum(part.width() * part.height() for part in parts) < TILE * TILE * _MENDED
        return parts if few and key in self._tiles else None

    def _make(self, key: Key) -> None:
        if (parts := self._changed_parts(key)) is not None:
            self._mend(key, parts)
            return
        self._stale.pop(key, None)
        area = area_of(key, self._scale)
        self._tiles[key] = QPixmap.fromImage(self._image(_TILE_SIZE, self._scale, area.topLeft(), area))
        while len(self._tiles) > self._limit:
            self._tiles.popitem(last=False)
        self._remember(key)

    def _mend(self, key: Key, parts: Iterable[QRect]) -> None:
        """Draw changed parts of a tile, pixel for pixel as if all of it had been drawn."""
        self._stale.pop(key, None)
        made, origin = QPixmap(self._tiles[key]), area_of(key, self._scale).topLeft()
        painter = QPainter(made)
        for part in parts:
            painter.save()
            painter.setClipRect(part)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            painter.fillRect(part, QColor(self._ground) if self._ground is not None else Qt.GlobalColor.transparent)
            painter.restore()
            self._draw_part(painter, part, origin, self._scale)
        painter.end()
        self._tiles[key] = alone(made)
        self._remember(key)

    def _shows(self, key: Key) -> Hashable:
        return self._state(area_of(key, self._scale), self._scale)

    def _remember(self, key: Key) -> None:
        """Remember a tile with what it shows."""
        shows = self._shows(key)
        if shows is not None:
            self._past[key, shows] = self._tiles[key]
            self._past.move_to_end((key, shows))
            while len(self._past) > _PAST:
                self._past.popitem(last=False)

    def _image(self, size: QSize, scale: float, origin: QPointF, area: QRectF) -> QImage:
        image = self._blank(size)
        painter = QPainter(image)
        painter.scale(scale, scale)
        painter.translate(-origin)
        inside = area.intersected(self._rect)
        painter.setClipRect(self._rect)
        if not inside.isEmpty():
            self._draw(painter, inside, scale)
        painter.end()
        return alone(image)

    def _blank(self, size: QSize) -> QImage:
        solid = self._ground is not None
        image = QImage(size, QImage.Format.Format_RGB32 if solid else QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(QColor(self._ground) if self._ground is not None else Qt.GlobalColor.transparent)
        return image

    def _draw_part(self, painter: QPainter, part: QRect, origin: QPointF, scale: float) -> None:
        """Draw some pixels of a picture that begins at a point of the scene."""
        painter.save()
        painter.setClipRect(part)
        painter.scale(scale, scale)
        painter.translate(-origin)
        painter.setClipRect(self._rect, Qt.ClipOperation.IntersectClip)
        area = QTransform.fromScale(1 / scale, 1 / scale).mapRect(QRectF(part)).translated(origin)
        inside = area.intersected(self._rect)
        if not inside.isEmpty():
            self._draw(painter, inside, scale)
        painter.restore()
