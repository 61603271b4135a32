"""Counters slide to their new places."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QVariantAnimation

from app.motion.animator import along
from app.systems.company_scale.board.counters.layer import CounterLayer

LENGTH = 190


class Slides(QObject):
    """Slide pieces of a layer to their new places."""

    def __init__(self, layer: CounterLayer, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._layer = layer
        self._paths: dict[str, list[QPointF]] = {}
        self._clock = QVariantAnimation(self)
        self._clock.setStartValue(0.0)
        self._clock.setEndValue(1.0)
        self._clock.setDuration(LENGTH)
        self._clock.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._clock.valueChanged.connect(self._tick)

    def start(self, ends: Mapping[str, tuple[QPointF, QPointF]]) -> None:
        """Slide pieces, each from its old place to its new one."""
        self.finish()
        self._paths = {name: [start, end] for name, (start, end) in ends.items() if start != end}
        if self._paths:
            self._layer.raise_pieces(self._paths)
            self._tick(0.0)
            self._clock.start()

    def finish(self) -> None:
        """Put every piece in its new place at once."""
        self._clock.stop()
        self._place(1.0)
        self._paths = {}

    def _tick(self, done: float) -> None:
        self._place(float(done))
        if done >= 1.0:
            self._paths = {}

    def _place(self, done: float) -> None:
        for name, path in self._paths.items():
            if name in self._layer.pieces:
                self._layer.move(name, along(path, done))
