"""Measure what a player's hand feels: press to the first frame of a drag, drop to rest, pointer to overlay."""

from __future__ import annotations

import math
import subprocess
import sys
import time
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.board.view import BoardView
from app.motion.motions import KEY, NONE
from app.text.entries import leaves
from app.window.main_window import MainWindow

LOADS: Mapping[str, int] = {"alone": 0, "beside one that thinks": 1, "beside three": 3}
"""How many processes think meanwhile, each on a core."""
ENOUGH, ORDERS, HOVERS = 8, 60, 24
"""Drops that are measured, orders after which no more are looked for, and pieces that are pointed at."""
_LONGEST = 2.0
"""Seconds after which nothing more is awaited."""
_PITCH = 77.0
"""How far a counter is dragged, in units of the scene: to the next hex."""
_THINK = """
import os, sys
from rules.testing.bots import bots_for, play_out
from rules.engine.session import Session
from rules.systems import find
system, source = find(sys.argv[1])
bots = ["random" if system.evaluator is None else "general"]
parent = os.getppid()
while os.getppid() == parent:
    play_out(Session.new(system, system.load(source), seed=1), bots_for(system.seats, bots, 1), 20)
"""


class Took(NamedTuple):
    """How long something took: seconds by the clock, and of the processor."""

    clock: float
    processor: float

    @classmethod
    def since(cls, start: Took) -> Took:
        """Return what has passed since."""
        now = cls.now()
        return cls(now.clock - start.clock, now.processor - start.processor)

    @classmethod
    def now(cls) -> Took:
        """Return the present time of both."""
        return cls(time.perf_counter(), time.process_time())


@dataclass
class Felt:
    """How long it took: press to the first frame of a drag, drop to rest, pointer to what it shows."""

    lifted: list[Took] = field(default_factory=list)
    dropped: list[Took] = field(default_factory=list)
    hovered: list[Took] = field(default_factory=list)


@contextmanager
def thinking(scenario: str, processes: int) -> Iterator[None]:
    """Let processes play a scenario against themselves meanwhile."""
    command = (sys.executable, "-c", _THINK, scenario)
    children = [subprocess.Popen(command, stderr=subprocess.DEVNULL) for _ in range(processes)]
    try:
        yield
    finally:
        for child in children:
            child.kill()
            child.wait()


class PaintCounter(QObject):
    """Counts what is painted on a board."""

    def __init__(self, view: BoardView) -> None:
        super().__init__(view)
        self.count = 0
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Count a painting."""
        self.count += event.type() == QEvent.Type.Paint
        return False


class TestHand:
    """A hand with a mouse over one window, which moves what can be moved and gives the first order otherwise."""

    def __init__(self, window: MainWindow) -> None:
        view = window.pages.currentWidget()
        assert isinstance(view, BoardView) and window.playmat is not None and window.playmat.moving is not None
        self.window, self.view, self.mat, self.moving = window, view, window.playmat, window.playmat.moving
        self.frames, self.felt = PaintCounter(view), Felt()
        window.settings.set(KEY, NONE)
        window.moment.length = 0.0
        window.services.ask = lambda *_: True

    def play(self) -> Felt:
        """Look at every piece, then drag and give orders until enough has been felt."""
        overlay = next((spec.id for spec, _ in self.mat.actions if spec.id.endswith("_hover")), "")
        for on in (False, True) if overlay else (False,):
            if on:
                self.window.actions_[overlay].trigger()
            self._hover(self._things()[:HOVERS])
        if overlay:
            self.window.actions_[overlay].trigger()
        for _ in range(ORDERS):
            decision = self.window.game.decision
            if decision is None or len(self.felt.dropped) >= ENOUGH:
                break
            named = {value for order in decision.options for _, value in order.args}
            if not any(self._drag(at) for at in self._things(named)[:ENOUGH]):
                self.window.order(next(iter(decision.options)))
                self._rest()
        return self.felt

    def _things(self, named: Container[object] | None = None) -> list[QPoint]:
        """Return where the pieces lie that can be seen, or only those of some names."""
        things = [entry.thing.rpartition(":")[2] for entry in leaves(self.mat.army())]
        homes = [self.moving.home(thing) for thing in things if named is None or thing in named]
        spots = [self.view.mapFromScene(home) for home in homes if home is not None]
        return [at for at in spots if self.view.viewport().rect().contains(at)]

    def _hover(self, spots: Sequence[QPoint]) -> None:
        for at in spots:
            QTest.mouseMove(self.view.viewport(), QPoint(1, 1))  # where the cursor already stands nothing moves
            self._rest()
            took = self._frame(partial(QTest.mouseMove, self.view.viewport(), at))
            if took is not None:
                self.felt.hovered.append(took)
            self._rest()

    def _drag(self, at: QPoint) -> bool:
        """Drag a piece to the places around until one takes it; return whether one does."""
        far = self.view.scale_now * _PITCH
        for turn in (math.radians(30 + 60 * n) for n in range(6)):
            to = at + QPointF(math.cos(turn) * far, math.sin(turn) * far).toPoint()
            lifted = self._frame(partial(self._press, at, to))
            QTest.mouseMove(self.view.viewport(), to)
            self._rest()
            before, start = self._seq(), Took.now()
            self._release(to)
            if self._seq() != before and lifted is not None:
                self.felt.lifted.append(lifted)
                self.felt.dropped.append(Took.since(start))
                return True
        return False

    def _seq(self) -> int:
        return self.window.game.seat.seq if self.window.game.seat is not None else 0

    def _press(self, at: QPoint, to: QPoint) -> None:
        """Press, and move as little as makes it a drag."""
        QTest.mousePress(self.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
        way = QPointF(to - at)
        part = (QApplication.startDragDistance() + 2) / max(1.0, way.manhattanLength())
        QTest.mouseMove(self.view.viewport(), at + (way * part).toPoint() + QPoint(1, 1))

    def _release(self, at: QPoint) -> None:
        QTest.mouseRelease(self.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
        while (popup := QApplication.activePopupWidget()) is not None:
            popup.close()
        self._rest()

    def _frame(self, act: Callable[[], object]) -> Took | None:
        """Return how long it takes from an act to the first frame after it; None if nothing is painted."""
        before, start = self.frames.count, Took.now()
        act()
        for _ in range(3):
            QApplication.processEvents()
            if self.frames.count > before:
                return Took.since(start)
        return None

    def _rest(self) -> None:
        """Wait until all is drawn and nothing moves."""
        until = time.perf_counter() + _LONGEST
        painted = -1
        while time.perf_counter() < until and (painted != self.frames.count or not self.window.is_settled):
            painted = self.frames.count
            QApplication.processEvents()
