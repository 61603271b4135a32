"""Maps laid out aside, in threads of their own, so that nobody waits for them."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QObject, QRunnable, Qt, QThreadPool, Signal

from app.systems.company_scale.board.ground.palette import Palette
from app.systems.company_scale.board.ground.scenery import Scenery
from rules.company_scale.battle_map import BattleMap

LOG = logging.getLogger("chitpull.workshop")
Then = Callable[[Scenery], None]


class LayOut(QRunnable):
    """Lay out a map, a layer at a time, as long as it is wanted; with `names` or without."""

    def __init__(self, ground: BattleMap, palette: Palette, then: Then, *, names: bool) -> None:
        super().__init__()
        self.setAutoDelete(False)  # whoever waits for it holds it
        self.is_wanted, self.then = True, then
        self._work = ground, palette, names

    def run(self) -> None:
        """Lay out, and hand over to the thread of the window."""
        found: Scenery | None = None
        try:
            found = self._laid_out()
        except Exception:
            LOG.exception("A part of the ground could not be laid out.")
        _desk().ended.emit(self, found)

    def _laid_out(self) -> Scenery | None:
        ground, palette, names = self._work
        scenery = Scenery(ground)
        while self.is_wanted and scenery.lay_out_one():
            pass
        if not self.is_wanted:
            return None
        scenery.relief.image(palette)
        scenery.relief.shade(palette, scenery.woods.path)
        if names:
            scenery.labels.prepare()
        return scenery


class _Desk(QObject):
    """Holds what is being laid out; lives in the thread of the window.

    Meanwhile garbage is left: another thread would destroy objects of Qt that belong to that one.
    """

    ended = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        self.pool, self.at_work = QThreadPool(), set[LayOut]()
        self.pool.setMaxThreadCount(2)  # a part need not wait for the whole
        self.ended.connect(self._take, Qt.ConnectionType.QueuedConnection)

    def _take(self, work: LayOut, found: Scenery | None) -> None:
        self.at_work.discard(work)
        if not self.at_work:
            gc.enable()
        if found is not None and work.is_wanted:
            work.then(found)


@cache
def _desk() -> _Desk:
    return _Desk()


def lay_out(ground: BattleMap, palette: Palette, then: Then, *, names: bool) -> LayOut:
    """Begin to lay a map out; `then` gets it in the thread of the window, unless it is not wanted any more."""
    work, desk = LayOut(ground, palette, then, names=names), _desk()
    gc.disable()
    desk.at_work.add(work)
    desk.pool.start(work)
    return work


def wait() -> None:
    """Wait until nothing is laid out any more: what is not wanted ends with its layer."""
    _desk().pool.waitForDone()
