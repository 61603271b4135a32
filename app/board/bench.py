"""Measure frame times of the board: zoom steps and pans, painted into an off-screen image."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage

from app.board.view import BoardView
from rules.engine.frozen import frozen

BUDGET = 1000 / 60


@frozen
class FrameTimes:
    """Milliseconds a frame takes: how many were painted, the median, the slowest twentieth, the worst."""

    name: str
    count: int
    median: float
    slow: float
    worst: float

    def __str__(self) -> str:
        return (
            f"{self.name}: median {self.median:.1f} ms, 95 of 100 under {self.slow:.1f} ms, "
            f"worst {self.worst:.1f} ms ({self.count} frames; budget {BUDGET:.1f} ms)"
        )


def bench(view: BoardView, rounds: int = 2) -> list[FrameTimes]:
    """Zoom from the whole board to reading size and back, then pan at three sizes; return the frame times of each."""
    smooth, view.smooth = view.smooth, False
    image = QImage(view.viewport().size(), QImage.Format.Format_ARGB32_Premultiplied)
    try:
        view.fit()
        whole = view.scale_now
        _frame(view, image)
        measured = [_zooming(view, image, rounds)]
        for name, scale in (("pan, whole board", whole), ("pan, table size", 1.0), ("pan, reading size", 2.0)):
            measured.append(_panning(view, image, name, scale, rounds))
        return measured
    finally:
        view.smooth = smooth
        view.fit()


def _zooming(view: BoardView, image: QImage, rounds: int) -> FrameTimes:
    times = []
    at = QPointF(view.viewport().width() * 0.55, view.viewport().height() * 0.45)
    for _ in range(rounds):
        for factor in [1.08] * 30 + [1 / 1.08] * 30:
            times.append(_timed(view, image, partial(view.zoom_by, factor, at, at_once=True)))
    return _summary("zoom", times)


def _panning(view: BoardView, image: QImage, name: str, scale: float, rounds: int) -> FrameTimes:
    view.set_zoom(scale)
    view.rest()
    _frame(view, image)
    times = []
    for _ in range(rounds):
        for by in [QPointF(17, 6)] * 20 + [QPointF(-17, -6)] * 20:
            times.append(_timed(view, image, partial(view.pan_by, by)))
    return _summary(name, times)


def _timed(view: BoardView, image: QImage, change: Callable[[], object]) -> float:
    start = time.perf_counter()
    change()
    _frame(view, image)
    return (time.perf_counter() - start) * 1000


def _frame(view: BoardView, image: QImage) -> None:
    """Paint the whole window; a pan on the screen repaints less."""
    view.viewport().render(image)


def _summary(name: str, times: list[float]) -> FrameTimes:
    ordered = sorted(times)
    return FrameTimes(name, len(times), statistics.median(ordered), ordered[int(len(ordered) * 0.95)], ordered[-1])
