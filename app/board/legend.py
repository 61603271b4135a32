"""Overlays and their legend: the one in focus at full strength, the others as thin edges."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QWidget

from app.board.washes import Wash, paint_area, rgba
from rules.engine.frozen import frozen

# --- One language of overlays: the one in focus is shown at full strength, the others rest as thin edges -----------


class Layer(Protocol):
    """What an overlay needs of the item that paints it."""

    @property
    def washes(self) -> Sequence[Wash]:
        """What is shown now; only washes with a name are told in the legend."""
        ...

    @property
    def at_rest(self) -> bool:
        """Tell whether only the edges are painted."""
        ...

    on_shown: Callable[[], None]
    """Called after something else is shown."""

    def set_at_rest(self, at_rest: bool) -> None:
        """Paint only the edges, or everything."""
        ...


@frozen
class Overlay:
    """One overlay: its key, what paints it, and the shortcut that switches it on ("" for none)."""

    key: str
    layer: Layer
    shortcut: str = ""


class Overlays(QObject):
    """Keep at most one overlay at full strength: the one asked for last of those that show anything.

    `changed()` tells that another one is in focus, or that others are shown.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._order: list[Overlay] = []
        self._told: tuple[object, ...] = ()
        self._held = 0

    def add(self, overlay: Overlay) -> None:
        """Add an overlay, and follow what it shows."""
        self._order.insert(0, overlay)
        overlay.layer.on_shown = self.settle

    @property
    def shown(self) -> list[Overlay]:
        """Return the overlays that show anything, by key; see `focused` for which is at full strength."""
        return sorted((o for o in self._order if o.layer.washes), key=lambda overlay: overlay.key)

    @property
    def focused(self) -> str:
        """Return the key of the overlay at full strength, or ""."""
        return next((o.key for o in reversed(self._order) if o.layer.washes), "")

    def focus(self, key: str) -> None:
        """Show an overlay at full strength as soon and as long as it shows anything."""
        self._order.sort(key=lambda overlay: overlay.key == key)
        self.settle()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Settle once, after all that is shown meanwhile."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
            self.settle()

    def settle(self) -> None:
        """Follow what the layers show."""
        if self._held:
            return
        focused = self.focused
        for overlay in self._order:
            overlay.layer.set_at_rest(overlay.key != focused)
        told = (focused, *(wash for overlay in self.shown for wash in overlay.layer.washes))
        if told != self._told:
            self._told = told
            self.changed.emit()


# --- The legend on the board: a chip for each overlay shown now; a click on one brings it to full strength ---------

TALL = 26
SWATCH = 22.0
SHARE = 0.68
"""How much of the width of the view the legend may take: words about the place stand at the other end."""
FOOT = "foot"
"""The property of a view that tells how many pixels at its lower edge words keep free."""
TOP = "top"
"""The property of a view that has legend and words stand in its upper left corner, for what lies at its foot."""
_GAP = 7
_PAPER = (QColor("#fffdf2"), QColor("#e9e0cb"))
"""Ground of the chip in focus and of the others: pieces of paper in both themes."""
_INK = (QColor("#241c05"), QColor("#5a5140"))


class Chip(QAbstractButton):
    """One overlay: a swatch and a name for each of its washes, its shortcut at the right."""

    def __init__(self, overlay: Overlay, focused: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self.overlay = overlay
        self.focused = focused
        self.brief = False
        self.washes = named(overlay.layer.washes)
        words = ", ".join(wash.name for wash in self.washes)
        self.setAccessibleName(words)
        self.setAccessibleDescription("Full size" if focused else "Faded; click to show it clearly")
        self.setToolTip(f"{words}: {'shown clearly' if focused else 'click to show it clearly'}")
        font = self.font()
        font.setBold(focused)
        self.setFont(font)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the board keeps the keyboard; each overlay has its own key
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        """Return the room for swatches, names and shortcut."""
        metrics = QFontMetricsF(self.font())
        wide = sum(SWATCH + _GAP + self._room(metrics, wash) for wash in self.washes)
        if self.overlay.shortcut and not self.brief:
            wide += metrics.horizontalAdvance(self.overlay.shortcut) + _GAP
        return QSize(round(wide) + _GAP, max(TALL, round(metrics.height()) + 8))

    def set_brief(self, brief: bool) -> None:
        """Leave out the names for want of room, or write them."""
        self.brief = brief
        self.updateGeometry()

    def _room(self, metrics: QFontMetricsF, wash: Wash) -> float:
        return 0.0 if self.brief else metrics.horizontalAdvance(wash.name) + 2 * _GAP

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the chip."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paper, ink = (pair[0 if self.focused else 1] for pair in (_PAPER, _INK))
        edge = 2.2 if self.focused else 1.0
        painter.setPen(QPen(ink if self.focused else QColor("#8a7f68"), edge))
        painter.setBrush(paper)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(edge, edge, -edge, -edge), 6, 6)
        left = float(_GAP + 2)
        metrics = QFontMetricsF(self.font())
        for wash in self.washes:
            box = QRectF(left, self.height() / 2 - 7, SWATCH, 14)
            painter.save()
            paint_swatch(painter, box, wash)
            painter.restore()
            room = QRectF(box.right() + _GAP, 0, self._room(metrics, wash), self.height())
            left = room.right()
            if not self.brief:
                painter.setPen(ink)
                painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, wash.name)
        if self.overlay.shortcut and not self.brief:
            painter.setPen(QColor("#8a7f68"))
            room = QRectF(self.rect()).adjusted(0, 0, -_GAP - 2, 0)
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, self.overlay.shortcut)


def named(washes: Sequence[Wash]) -> list[Wash]:
    """Return the washes a legend names, each name once."""
    return list({wash.name: wash for wash in washes if wash.name}.values())


def paint_swatch(painter: QPainter, box: QRectF, wash: Wash) -> None:
    """Paint a small area with a wash; one without an edge gets a faint one."""
    path = QPainterPath()
    path.addPolygon(QPolygonF(box))
    path.closeSubpath()
    painter.setClipRect(box.adjusted(-3, -3, 3, 3))
    paint_area(painter, path, wash)
    if wash.edge is None:
        painter.setPen(QPen(rgba("#241c05", 110), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)


class Legend(QWidget):
    """The chips, at the lower left of a view; nothing is there while no overlay is shown."""

    def __init__(self, overlays: Overlays, view: QWidget) -> None:
        super().__init__(view)
        self.overlays = overlays
        self.setAccessibleName("Map legend")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(6)
        self.chips: list[Chip] = []
        overlays.changed.connect(self.follow)
        view.installEventFilter(self)
        self.follow()

    def follow(self) -> None:
        """Show a chip for each overlay with a name."""
        for chip in self.chips:
            chip.hide()
            chip.setParent(None)  # removeWidget would keep it for good (PySide 6.10)
            chip.deleteLater()
        shown = [overlay for overlay in self.overlays.shown if named(overlay.layer.washes)]
        self.chips = [Chip(overlay, overlay.key == self.overlays.focused, self) for overlay in shown]
        for chip in self.chips:
            chip.clicked.connect(lambda _=False, key=chip.overlay.key: self.overlays.focus(key))
            self._row.addWidget(chip)
            chip.show()
        self.setVisible(bool(self.chips))
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep to the corner when the view changes its size."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def _place(self) -> None:
        view = self.parentWidget()
        if view is not None and self.chips:
            for brief in (False, True):  # for want of room only the chip in focus has words
                for chip in self.chips:
                    chip.set_brief(brief and not chip.focused)
                if self._row.sizeHint().width() <= SHARE * view.width():
                    break
            self.adjustSize()
            foot = view.property(FOOT)
            self.move(10, 10 if view.property(TOP) else view.height() - self.height() - (int(foot) if foot else 10))
            self.raise_()
