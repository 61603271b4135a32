"""The ground for the board: three scene items, and a picture of the whole map."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.board import hexes as geometry
from app.board.tiles import TiledItem
from app.kept_pictures import KeptPictures
from app.systems.company_scale.board.ground.entries import EntryHex, VictoryHex, paint_frame, paint_rims
from app.systems.company_scale.board.ground.palette import Named, Palette, by_night, palette
from app.systems.company_scale.board.ground.survey import Canvas, sheet_of
from app.systems.company_scale.board.stacks import COUNTER, DEPTH, STEP
from rules.company_scale.battle_map import BattleMap
from rules.company_scale.series import Series, printed_series

if TYPE_CHECKING:
    from app.systems.company_scale.board.ground.kept_layers import KeptLayers
    from app.systems.company_scale.board.ground.labels import KeptNames, Labels
    from app.systems.company_scale.board.ground.scenery import Scenery

TERRAIN_Z = 0.0
"""Z of the ground itself, at the bottom of the scene."""
RIMS_Z = 32.0
"""Z of the rims of victory hexes: above overlays (10 to 30) and below works (33), which they would hide."""
MARKS_Z = 35.0
"""Z of dots, numbers and names: above overlays and works, and below counters (50)."""
_APP = Path(geometry.__file__).parents[1]
CODE = (Path(__file__).parent, _APP / "board", _APP / "theme", _APP / "printing")
"""The folders of the modules that paint the ground; the last has its fonts."""
FRAME = 30.0
"""Width of the frame around the sheet in scene units."""


class RimsItem(QGraphicsItem):
    """Paint the rims of the victory hexes directly: they are too few to cache."""

    def __init__(self, rect: QRectF, draw: Callable[[QPainter, QRectF, float], None]) -> None:
        super().__init__()
        self._rect, self._draw = rect, draw
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption, True)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        """Return the sheet."""
        return self._rect

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the exposed rims."""
        self._draw(painter, option.exposedRect, painter.worldTransform().m11())


class Ground:
    """Hold the map of a scene: add `items()` to it once, and change the colours with `set_theme`."""

    def __init__(
        self,
        battle_map: BattleMap,
        theme: Named,
        victory: Iterable[VictoryHex] = (),
        entries: Iterable[EntryHex] = (),
        standing: Iterable[int] = (),
        series: Series | None = None,
    ) -> None:
        """Take what is drawn, and the hexes where counters begin; it is laid out when first painted.

        The legend names the sides of `series`, or those of the printed game.
        """
        self.series = series or printed_series()
        self.map, self.victory, self.entries = battle_map, tuple(victory), tuple(entries)
        self.palette = palette(theme)
        self.night, self._standing = False, frozenset(standing)
        self._covers: tuple[list[QRectF], list[QRectF]] = [], []
        self._yields_to: tuple[Mapping[int, int], list[QRectF], QRectF | None] = {}, [], None
        sheet = self._sheet = sheet_of(battle_map)
        self._frame = sheet.adjusted(-FRAME, -FRAME, FRAME, FRAME)
        self._terrain = TiledItem(
            self._frame,
            self._draw_terrain,
            self.palette.frame_fill,
            kept=lambda: self.kept(b"terrain", covered=False),
            ahead=self.lay_out_some,
        )
        self._marks = TiledItem(
            sheet,
            self._draw_marks_on_screen,
            None,
            kept=lambda: self.kept(b"marks", str(self._marks.ratio).encode()),
            state=self._marks_state,
            aside=self._draw_marks_aside,
            whole=True,
        )
        self._rims = RimsItem(sheet, self._draw_rims)
        for item, height in zip(self.items(), (TERRAIN_Z, RIMS_Z, MARKS_Z), strict=True):
            item.setZValue(height)

    @cached_property
    def scenery(self) -> Scenery:
        """All layers of the map, each laid out on first use."""
        from app.systems.company_scale.board.ground.scenery import Scenery

        return Scenery(self.map, self.victory, self.entries, self._kept_layers(), self._standing, self._kept_names())

    def _kept_layers(self) -> KeptLayers | None:
        """Return the cache of the map's layers; None if its source is unknown."""
        from app.systems.company_scale.board.ground.kept_layers import KeptLayers

        return KeptLayers((repr(self._land).encode(),), CODE) if self.map.source else None

    def _kept_names(self) -> KeptNames | None:
        """Return the cache of where the names stand; None if the map's source is unknown."""
        from app.systems.company_scale.board.ground.labels import KeptNames

        what = self._land, self.victory, self.entries, sorted(self._standing)
        return KeptNames((repr(what).encode(),), CODE) if self.map.source else None

    @property
    def _land(self) -> tuple[object, ...]:
        """Return what tells the map from any other: the file it is from, and the part in play."""
        return self.map.source, self.map.columns, self.map.rows

    @cached_property
    def labels(self) -> Labels:
        """The names, placed as they are shown: a picture from the cache has shown them before they were laid out."""
        labels = self.scenery.labels
        labels.yield_to(*self._covers, self._zoom, steady=self._steady)
        if self._zoom:
            labels.layout(self._zoom)
        return labels

    @property
    def _steady(self) -> bool:
        """Tell whether names stay where they are: on the screen, where counters move."""
        return self._yields_to[2] is None

    @property
    def _zoom(self) -> float:
        """Return the zoom of the marks on the screen, 0 before the first picture."""
        return self._marks.scale_drawn / self._marks.ratio

    def lay_out_some(self) -> bool:
        """Lay out one more layer of the map, the names last; return whether there is more to lay out."""
        if "scenery" not in self.__dict__:
            return bool(self.scenery)
        if self.scenery.lay_out_one() or ("labels" not in self.__dict__ and self._lay_out_names()):
            return True
        self.scenery.labels.rest()
        return False

    def _lay_out_names(self) -> bool:
        return self.scenery.labels.lay_out_some(self._zoom or 1.0) or not self.labels

    def prepare(self) -> None:
        """Lay out all layers of the map and its names, colour its relief, and keep them."""
        self.scenery.prepare(self.palette)
        self.scenery.labels.prepare()

    def look(self, *, covered: bool = True) -> bytes:
        """Return everything that a painting of this map depends on, or b"" if its source is not known.

        What lies under the counters (`covered`) counts for names only.
        """
        if not self.map.source:
            return b""
        covers = [[box.getRect() for box in boxes] for boxes in self._covers] if covered else []
        standing = sorted(self._standing) if covered else []
        return repr(
            (self._land, self.victory, self.entries, self._letters if covered else self.palette, covers, standing)
        ).encode()

    def kept(self, *parts: bytes, covered: bool = True) -> KeptPictures | None:
        """Return the cache for pictures of this map as it looks now, and of `parts`; None if its source is unknown."""
        look = self.look(covered=covered)
        return KeptPictures((look, *parts), CODE) if look else None

    def items(self) -> list[QGraphicsItem]:
        """Return the items: the ground with its frame, and the rims and marks that lie above overlays."""
        return [self._terrain, self._rims, self._marks]

    def scene_rect(self) -> QRectF:
        """Return the rectangle of the sheet with its frame."""
        return QRectF(self._frame)

    def sheet_rect(self) -> QRectF:
        """Return the rectangle of the drawn ground, without the frame."""
        return QRectF(self._sheet)

    def background(self) -> QColor:
        """Return the colour of the table around the map."""
        return QColor(self.palette.table)

    def set_theme(self, theme: Named) -> None:
        """Repaint the map in the colours of a theme."""
        self.palette = palette(theme)
        self._terrain.renew(self.palette.frame_fill)
        self._marks.renew(None)
        self._rims.update()

    def set_night(self, night: bool) -> None:
        """Write the names in the colours of night, or of day."""
        if night != self.night:
            self.night = night
            self._marks.renew(None)

    @property
    def _letters(self) -> Palette:
        """The colours of dots, numbers and names."""
        return by_night(self.palette) if self.night else self.palette

    def yield_to(
        self, stacks: Mapping[int, int], figures: Sequence[QRectF] = (), *, page: QRectF | None = None
    ) -> None:
        """Leave out names that counters hide (`stacks` counts them by hex) or `figures` touch; none is moved.

        On a `page` names keep inside it and are written beside the counters instead.
        """
        given = dict(stacks), list(figures), page
        if given == self._yields_to:
            return
        self._yields_to = given
        covers = [] if page is None else _beyond(page)
        for at, count in sorted(stacks.items()):
            middle, more = geometry.center(at), STEP * (min(count, DEPTH) - 1)
            high = COUNTER + more
            covers.append(QRectF(middle.x() - COUNTER / 2 - more, middle.y() - high / 2, COUNTER + more, high))
        labels = self.labels if self._marks.scale_drawn or "labels" in self.__dict__ else None
        self._covers = covers, list(figures)
        if labels is not None:
            self._marks.redraw(labels.yield_to(*self._covers, self._zoom, steady=self._steady))

    def paint(self, painter: QPainter, part: QRectF, lod: float) -> None:
        """Paint a part of the map in scene units, as finely as `lod` pixels to the unit show."""
        self._draw_terrain(painter, part, lod)
        seen = part.intersected(self.sheet_rect())
        self._draw_rims(painter, seen, lod)
        self._draw_marks(painter, seen, lod)

    def paint_small(self, painter: QPainter, target: QRectF) -> None:
        """Paint the whole map without its marks into a rectangle, for an overview."""
        scale = target.width() / self._frame.width()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(target.topLeft())
        painter.scale(scale, target.height() / self._frame.height())
        painter.translate(-self._frame.topLeft())
        self._draw_terrain(painter, self._frame, scale)
        self._draw_rims(painter, self.sheet_rect(), scale)
        painter.restore()

    def is_settled(self) -> bool:
        """Tell whether the map is drawn as finely as the zoom allows (for pictures and tests)."""
        return self._terrain.is_settled() and self._marks.is_settled()

    def _draw_terrain(self, painter: QPainter, rect: QRectF, lod: float) -> None:
        canvas = Canvas(painter, rect, lod, self.palette)
        sheet = self._sheet
        paint_frame(canvas, self._frame, sheet)
        seen = rect.intersected(sheet)
        if not seen.isEmpty():
            painter.save()
            painter.setClipRect(sheet, Qt.ClipOperation.IntersectClip)
            self.scenery.paint_terrain(Canvas(painter, seen, lod, self.palette))
            painter.restore()

    def _draw_rims(self, painter: QPainter, rect: QRectF, lod: float) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        paint_rims(Canvas(painter, rect, lod, self.palette), self.victory)

    def _marks_state(self, area: QRectF, lod: float) -> Hashable:
        """Return what tells the marks in an area from others there, None before the names are laid out."""
        if "labels" not in self.__dict__:
            return None
        return self._marks.ratio, self.labels.shown_in(area, lod / self._marks.ratio)

    def _draw_marks_on_screen(self, painter: QPainter, rect: QRectF, lod: float) -> None:
        self.scenery.paint_marks(Canvas(painter, rect, lod, self._letters, self._marks.ratio, kept=True), self.labels)

    def _draw_marks_aside(self, painter: QPainter, rect: QRectF, lod: float) -> None:
        self._draw_marks(painter, rect, lod, self._marks.ratio)

    def _draw_marks(self, painter: QPainter, rect: QRectF, lod: float, ratio: float = 1.0) -> None:
        self.scenery.paint_marks(Canvas(painter, rect, lod, self._letters, ratio), self.labels)


def _beyond(page: QRectF) -> list[QRectF]:
    """Return the area around a part of the map, as boxes that reach far out."""
    far = 1e6
    wide = page.adjusted(-far, -far, far, far)
    return [
        QRectF(wide.topLeft(), QPointF(wide.right(), page.top())),
        QRectF(QPointF(wide.left(), page.bottom()), wide.bottomRight()),
        QRectF(wide.topLeft(), QPointF(page.left(), wide.bottom())),
        QRectF(QPointF(page.right(), wide.top()), wide.bottomRight()),
    ]


def render_ground(
    battle_map: BattleMap, size: QSize, theme: Named, victory: Iterable[VictoryHex] = (), legend: bool = True
) -> QImage:
    """Draw a whole map into a picture, with title, legend and scale if the format has room for them."""
    ground = Ground(battle_map, theme, victory)
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(ground.background())
    painter = QPainter(image)
    paint_sheet(painter, QRectF(QPointF(0.0, 0.0), size.toSizeF()), ground, legend)
    painter.end()
    return image


def paint_sheet(painter: QPainter, target: QRectF, ground: Ground, legend: bool = True) -> QRectF:
    """Paint a map into a rectangle of any painter, the legend beside it; return where the map's frame lies."""
    whole = ground.scene_rect()
    place, scale, pad = place_of(target, whole, legend)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(place.topLeft())
    painter.scale(scale, scale)
    painter.translate(-whole.topLeft())
    ground.paint(painter, whole, scale)
    painter.restore()
    if legend:
        side = QRectF(place.right() + pad, place.top(), target.right() - place.right() - 2 * pad, place.height())
        from app.systems.company_scale.board.ground.legend import paint_legend

        paint_legend(painter, side, ground.map, ground.series, ground.palette, scale)
    return place


def place_of(target: QRectF, whole: QRectF, legend: bool = True) -> tuple[QRectF, float, float]:
    """Return where a map lies in a rectangle with room for its legend, its scale, and the gap around it."""
    pad = target.height() * 0.012
    scale = min((target.height() - 2 * pad) / whole.height(), (target.width() - 2 * pad) / whole.width())
    spare = target.width() - 2 * pad - whole.width() * scale
    if legend and spare < target.width() * 0.15:
        spare = target.width() * 0.2
        scale = min(scale, (target.width() - 3 * pad - spare) / whole.width())
    width, height = whole.width() * scale, whole.height() * scale
    left = target.left() + pad + (0.0 if legend else (spare) / 2)
    place = QRectF(left, target.top() + (target.height() - height) / 2, width, height)
    return place, scale, pad
