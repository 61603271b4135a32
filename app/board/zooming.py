"""Zoom under the pointer, pan and fit, by wheel, trackpad, pinch, menu or call."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import QInputDevice, QNativeGestureEvent, QPainter, QPolygonF, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QGestureEvent, QGraphicsScene, QGraphicsView, QPinchGesture, QWidget

from app.actions import ActionSpec

LARGEST = 4.0
STEP = 1.25
BARE = QRectF(0, 0, 1000, 1000)
"""The bounds of an empty board."""
MARGIN = 8
"""Pixels left free about a board that is wholly in view."""
EDGE = 70
"""Pixels at the edge of the window in which a point is not well seen."""


class ZoomView(QGraphicsView):
    """A view that zooms and pans. `zoomed(scale)` is emitted after every change; `smooth` animates the wheel."""

    zoomed = Signal(float)

    def __init__(self, scene: QGraphicsScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self.smooth = QApplication.platformName() != "offscreen"
        self.board = BARE
        self.margin = MARGIN
        self._fitted = True
        self._goal = 1.0
        self._anchor: tuple[QPointF, QPointF] = (QPointF(), QPointF())
        self._zoom = QVariantAnimation(self)
        self._settle = self._timer(140, self.rest, single=True)
        self._set_up()

    def _set_up(self) -> None:
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QGraphicsView.Shape.NoFrame)
        self.viewport().grabGesture(Qt.GestureType.PinchGesture)
        self._zoom.setDuration(130)
        self._zoom.valueChanged.connect(lambda value: self._zoom_to(math.exp(value)))

    def _timer(self, interval: int, act: Callable[[], object], *, single: bool = False) -> QTimer:
        timer = QTimer(self)
        timer.setInterval(interval)
        timer.setSingleShot(single)
        timer.timeout.connect(act)
        return timer

    @property
    def scale_now(self) -> float:
        """Return the zoom in window pixels to a scene unit."""
        return self.transform().m11()

    @property
    def fitted(self) -> bool:
        """Tell whether the whole board is kept in view."""
        return self._fitted

    @property
    def smallest(self) -> float:
        """Return the smallest zoom: the whole board with some room around it."""
        return min(0.9 * self._fit_scale(), 1.0)

    @property
    def visible(self) -> QRectF:
        """Return the visible part of the scene."""
        return self.mapToScene(self.viewport().rect()).boundingRect()

    def set_board(self, board: QRectF) -> None:
        """Set the bounds of the board and show all of it."""
        self.board = board
        wide, tall = board.width() * 0.6, board.height() * 0.6
        self.setSceneRect(board.adjusted(-wide, -tall, wide, tall))
        self.fit()

    def fit(self) -> None:
        """Show the whole board."""
        self._zoom.stop()
        self.resetTransform()
        scale = self._fit_scale()
        self.scale(scale, scale)
        self.centerOn(self.board.center())
        self._fitted = True
        self._goal = scale
        self._changed()

    def _fit_scale(self) -> float:
        edge = self.margin
        room = self.viewport().rect().adjusted(edge, edge, -edge, -edge)
        return max(0.02, min(room.width() / self.board.width(), room.height() / self.board.height(), LARGEST))

    def set_zoom(self, scale: float) -> None:
        """Zoom to a scale about the middle of the window, at once."""
        self._start_zoom(scale, QPointF(self.viewport().rect().center()), at_once=True)

    def zoom_by(self, factor: float, anchor: QPointF | None = None, *, at_once: bool = False) -> None:
        """Zoom by a factor; the scene point under `anchor` (in the window) stays where it is."""
        base = self._goal if self._zoom.state() == QVariantAnimation.State.Running else self.scale_now
        middle = QPointF(self.viewport().rect().center())
        self._start_zoom(base * factor, anchor if anchor is not None else middle, at_once=at_once)

    def _start_zoom(self, scale: float, anchor: QPointF, *, at_once: bool) -> None:
        self._goal = min(LARGEST, max(self.smallest, scale))
        self._fitted = False
        self._anchor = (anchor, self.to_scene(anchor))
        self._zoom.stop()
        if at_once or not self.smooth:
            self._zoom_to(self._goal)
            return
        self._zoom.setStartValue(math.log(self.scale_now))
        self._zoom.setEndValue(math.log(self._goal))
        self._zoom.start()

    def to_scene(self, at: QPointF) -> QPointF:
        """Return the scene point under a window point, without rounding."""
        found, _ = self.viewportTransform().inverted()
        return found.map(at)

    def _zoom_to(self, scale: float) -> None:
        self._set_motion(True)
        at, point = self._anchor
        factor = scale / self.scale_now
        self.scale(factor, factor)
        moved = self.viewportTransform().map(point) - at
        self._shift(moved)
        self._changed()

    def _shift(self, by: QPointF) -> None:
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(across.value() + round(by.x()))
        down.setValue(down.value() + round(by.y()))

    def _changed(self) -> None:
        self._settle.start()
        self.zoomed.emit(self.scale_now)

    def rest(self) -> None:
        """End a zoom in progress, so that everything is painted at its exact size."""
        self._settle.stop()
        self._set_motion(False)

    def _set_motion(self, moving: bool) -> None:
        layers = getattr(self.scene(), "set_in_motion", None)
        if layers is not None:
            layers(moving)

    def pan_by(self, by: QPointF) -> None:
        """Scroll by a number of pixels."""
        self._fitted = False
        self._shift(by)

    def reveal(self, point: QPointF) -> None:
        """Scroll until a scene point is well inside the window; a board that is fitted into it stays where it is."""
        edge = 0 if self._fitted else EDGE
        room = self.viewport().rect().adjusted(edge, edge, -edge, -edge)
        if not room.contains(self.mapFromScene(point)):
            self.centre(point)

    def centre(self, point: QPointF) -> None:
        """Scroll a scene point to the middle of the window, or as near as leaves but an edge beyond the board."""
        self._fitted = False
        edge = EDGE / self.scale_now
        board = self.board.adjusted(-edge, -edge, edge, edge)
        across = _within(point.x(), self.visible.width(), board.left(), board.right())
        down = _within(point.y(), self.visible.height(), board.top(), board.bottom())
        self.centerOn(across, down)

    def centre_on_most(self, points: Sequence[QPointF]) -> None:
        """Scroll to where most of some points are in view."""
        if not points:
            return
        wide, high = self.visible.width(), self.visible.height()
        seen = QRectF(-wide * 0.45, -high * 0.45, wide * 0.9, high * 0.9)
        around = [[other for other in points if seen.translated(at).contains(other)] for at in points]
        most = max(around, key=len)
        self.centre(QPolygonF(most).boundingRect().center())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the whole board in view until somebody zooms."""
        super().resizeEvent(event)
        if self._fitted:
            self.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom by a mouse wheel; two fingers on a trackpad pan (with Ctrl they zoom)."""
        pixels, angle = event.pixelDelta(), event.angleDelta()
        event.accept()
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        sideways = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if not control and (_is_trackpad(event) or sideways):
            by = _scrolled(event)
            if sideways and not by.x():
                by = QPointF(by.y(), 0)
            self.pan_by(-by)
            return
        notches = angle.y() / 120 if angle.y() else pixels.y() / 60
        if notches:
            fine = _is_trackpad(event)
            self.zoom_by(STEP ** (notches * (0.6 if fine else 1.0)), event.position(), at_once=fine)
        elif not pixels.isNull() or not angle.isNull():
            self.pan_by(-_scrolled(event))

    def viewportEvent(self, event: QEvent) -> bool:
        """Handle pinches: native and touch gestures come to the viewport."""
        if isinstance(event, QNativeGestureEvent):
            return self._native(event) or super().viewportEvent(event)
        if event.type() == QEvent.Type.Gesture and isinstance(event, QGestureEvent):
            pinch = event.gesture(Qt.GestureType.PinchGesture)
            if isinstance(pinch, QPinchGesture):
                at = QPointF(self.viewport().mapFromGlobal(pinch.centerPoint().toPoint()))
                self.zoom_by(pinch.scaleFactor(), at, at_once=True)
                self.let_go()
                return True
        return super().viewportEvent(event)

    def _native(self, event: QNativeGestureEvent) -> bool:
        kind = event.gestureType()
        if kind == Qt.NativeGestureType.ZoomNativeGesture:
            self.zoom_by(1.0 + event.value(), event.position(), at_once=True)
            return True
        if kind == Qt.NativeGestureType.SmartZoomNativeGesture:
            if self._fitted:
                self.zoom_by(1.0 / max(self.scale_now, 0.01), event.position())
            else:
                self.fit()
            return True
        return False

    def let_go(self) -> None:
        """Abandon what is carried or pressed, because a pinch has begun."""


def _within(middle: float, length: float, first: float, last: float) -> float:
    """Return the middle of a stretch moved so that it lies between two ends, or halfway if it is too long."""
    if length >= last - first:
        return (first + last) / 2
    return min(max(middle, first + length / 2), last - length / 2)


def _scrolled(event: QWheelEvent) -> QPointF:
    """Return the distance scrolled in pixels; some devices report only angles."""
    pixels, angle = event.pixelDelta(), event.angleDelta()
    return QPointF(angle.x() * 0.5, angle.y() * 0.5) if pixels.isNull() else QPointF(pixels)


def _is_trackpad(event: QWheelEvent) -> bool:
    """Tell a trackpad from a wheel: by the device if Qt knows it, else by the phase of scrolling."""
    if event.phase() != Qt.ScrollPhase.NoScrollPhase:
        return True
    device = event.device()
    return device is not None and device.type() == QInputDevice.DeviceType.TouchPad


def view_actions(view: ZoomView) -> list[tuple[ActionSpec, Callable[..., object]]]:
    """Return the entries of the View menu with their functions."""
    menu, before = "&View", "focus_orders"
    return [
        (ActionSpec("fit", "&Whole map", menu, ("Ctrl+0",), "Show the whole map.", before=before), view.fit),
        (
            ActionSpec("zoom_in", "Zoom &in", menu, ("Ctrl++", "Ctrl+="), "Zoom in.", before=before),
            lambda: view.zoom_by(STEP),
        ),
        (
            ActionSpec("zoom_out", "Zoom &out", menu, ("Ctrl+-",), "Zoom out.", before=before),
            lambda: view.zoom_by(1 / STEP),
        ),
    ]
