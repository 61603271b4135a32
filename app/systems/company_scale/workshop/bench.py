"""Measure drafts on their board: `python -m app.systems.company_scale.workshop.bench PART --scenario ID`.

`app.bench_workshop` runs all of it.
"""

from __future__ import annotations

import itertools
import random
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app import theme
from app.bench_pieces import Took
from app.bench_workshop import DRAFTS, main, of_process, resident, row, until
from app.board.hexes import center
from app.online.bench import tell
from app.play.files import GameFiles
from app.play.players import NewGame
from app.play.scenarios import offered_scenarios
from app.settings import Settings
from app.systems.company_scale.board.ground.ground import Ground
from app.systems.company_scale.workshop import laying_out, live_ground
from app.systems.company_scale.workshop.ground_mode import GroundMode
from app.systems.company_scale.workshop.ground_tools import TOOLS, Kind, Stroke, covered
from app.systems.company_scale.workshop.live_ground import LiveGround
from app.systems.company_scale.workshop.table import CompanyScaleDraft
from app.window.main_window import MainWindow
from app.workshop.window import WorkshopWindow

SYSTEM: Final = "company_scale"
STROKES, TURNS, DROPS = 60, 3, 40
NEVER: Final = 3_600_000
"""Milliseconds until the whole sheet is laid out, where it is not to be meanwhile."""
BRUSHES: Final = [tool for tool in TOOLS if tool.kind in (Kind.TERRAIN, Kind.LEVEL) and tool.what not in "#~"]


class Desk:
    """A window with its workshop, and a draft of a scenario in it."""

    def __init__(self, home: Path, scenario: str) -> None:
        settings = Settings(home / "preferences.json")
        self.main = MainWindow(settings, GameFiles(settings, home / "games"))
        self.main.resize(1600, 1000)
        self.main.show()
        self.scenario = scenario
        shipped = next(row for row in offered_scenarios() if row.id == scenario)
        made = self.main.workshop.make(shipped, "Morning", "Anna", empty=False)
        assert made is not None
        made.close()
        self.row = next(row for row in offered_scenarios() if row.title == "Morning")

    def play(self) -> None:
        """Put a new game of the scenario on the table, and draw it."""
        self.main.new_game(NewGame(SYSTEM, self.scenario, seed=1))
        until(lambda: self.main.is_settled)
        QApplication.processEvents()

    def open(self) -> None:
        """Open the draft, and draw it."""
        window = self.main.workshop.edit(self.row)
        assert window is not None
        self.window: WorkshopWindow = window
        self.window.ask_save = lambda: "forget"
        assert isinstance(window.table, CompanyScaleDraft)
        self.table = window.table
        until(self.is_settled)
        QApplication.processEvents()

    def is_settled(self) -> bool:
        """Tell whether the map is drawn."""
        return self.ground.is_settled()

    def look_at(self, at: int) -> None:
        """Turn the view to a hex, and wait until what comes into it is drawn: a player looks before he draws."""
        view = self.table.board.view
        view.centerOn(center(at))
        view.viewport().repaint()  # until then nothing knows that it is not drawn
        until(self.is_settled)
        QTest.qWait(50)

    @property
    def ground(self) -> LiveGround:
        """The ground of the draft."""
        assert self.table.board.ground is not None
        return self.table.board.ground

    @property
    def brush(self) -> GroundMode:
        """The brush of the draft."""
        return self.table.ground

    def take_brush(self) -> None:
        """Turn to the page of the brush, and wait until a part has been laid out."""
        self.window.pages.setCurrentIndex(1)
        QTest.qWait(4000)
        until(self.is_settled)

    def strokes(self, count: int, seed: int = 1, *, sizes: Sequence[int] = (1, 7, 19), apart: int = 0) -> list[Stroke]:
        """Return strokes of the brush that change the map; by chance, in order."""
        chance, found = random.Random(seed), list[Stroke]()
        data, hexes = self.brush.data, sorted(self.brush.hexes)
        assert data is not None
        taken: list[int] = []
        for number in itertools.count():
            if len(found) == count or number > 50 * count:
                return found
            at, tool = chance.choice(hexes), chance.choice(BRUSHES)
            stroke = Stroke(tool, hexes=tuple(covered(data, tool, at, chance.choice(sizes))))
            far = all(max(abs(at // 100 - other // 100), abs(at % 100 - other % 100)) >= apart for other in taken)
            if far and stroke.on(data) != data:
                found.append(stroke)
                taken.append(at)
        return found

    def draw(self, stroke: Stroke) -> None:
        """Draw a stroke and wait until the ground shows it."""
        self.brush.draw(stroke)
        until(lambda: not self.brush.wash_item.strokes)

    def close(self) -> None:
        """Close it all."""
        self.window.close()
        self.main.close()


# --- the parts -----------------------------------------------------------------------------------------------------


def entering(home: Path, scenario: str) -> None:
    """Measure how long the workshop takes to open beside a start of the scenario, both in a window that is there."""
    desk, starts, opens = Desk(home, scenario), list[float](), list[float]()
    for _ in range(TURNS + 1):
        for times, act in ((starts, desk.play), (opens, desk.open)):
            began = time.process_time()
            act()
            times.append(time.process_time() - began)
        desk.window.close()
    shares = f"{min(opens[1:]) / min(starts[1:]):.2f} starts"
    first = f"first {opens[0] / starts[0]:.2f}; {min(opens[1:]) * 1e3:.0f} : {min(starts[1:]) * 1e3:.0f} ms"
    tell(f"{scenario}: the workshop opened", shares, "1.2 starts", first)
    desk.main.close()


def drops(home: Path, scenario: str) -> None:
    """Measure counters moved, from the drop to the frame that shows it."""
    desk, took = Desk(home, scenario), list[Took]()
    desk.open()
    board = desk.table.board
    board.view.set_zoom(1.0)
    until(desk.is_settled)
    chance, placed = random.Random(1), [piece.id for piece in desk.table.pieces() if piece.id in board.position.where]
    for piece in chance.sample(placed, min(DROPS, len(placed))):
        at = chance.choice(sorted(desk.brush.hexes))
        board.view.reveal(center(board.position.where[piece]))
        board.view.viewport().repaint()  # until then nothing knows that it is not drawn
        until(desk.is_settled)
        board.lift(center(board.position.where[piece]), Qt.KeyboardModifier.NoModifier)
        board.carry(center(at))
        QApplication.processEvents()
        start, thread = Took.now(), time.thread_time()  # the check beside it does not count
        board.receive(piece, center(at))
        board.view.viewport().repaint()
        took.append(Took(Took.since(start).clock, time.thread_time() - thread))
        until(desk.is_settled)
    row(f"{scenario}: a counter dropped to drawn", took, "p95 16 ms")
    desk.close()


class Watch:
    """What one stroke takes, from when it is drawn: the window, the check, the true ground."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._number = desk, 0
        desk.window.editor.checked.connect(self._check)
        process = laying_out._desk(False).process
        if process is not None:
            self._number = process.process.processId()
        self.wash, self.work, self.check, self.ground = (list[Took]() for _ in range(4))
        self.longest = 0.0

    def draw(self, stroke: Stroke) -> None:
        """Draw a stroke and wait until all is shown."""
        brush, view = self._desk.brush, self._desk.table.board.view
        self._start = Took.now()
        brush.wash(stroke)
        view.viewport().repaint()
        self.wash.append(Took.since(self._start))
        self._start, there = Took.now(), of_process(self._number)
        thread = time.thread_time()  # the check beside it does not count
        brush.draw(stroke)
        self.work.append(Took.since(self._start))
        self.longest = max(self.longest, until(lambda: not brush.wash_item.strokes))
        view.viewport().repaint()
        busy = time.thread_time() - thread + of_process(self._number) - there
        self.ground.append(Took(Took.since(self._start).clock, busy))
        self.longest = max(self.longest, until(lambda: len(self.check) == len(self.wash)))

    def _check(self) -> None:
        if len(self.check) < len(self.wash):
            self.check.append(Took.since(self._start))


def strokes(home: Path, scenario: str) -> None:
    """Measure strokes up to 19 hexes, one by one: wash, what the window does, check, true ground."""
    live_ground.QUIET = NEVER
    desk = Desk(home, scenario)
    desk.open()
    desk.take_brush()
    desk.table.board.view.set_zoom(1.0)
    desk.draw(desk.strokes(1, seed=99)[0])  # copies the map
    watch = Watch(desk)
    for stroke in desk.strokes(STROKES):
        desk.look_at(stroke.hexes[0])
        watch.draw(stroke)
    rows = (
        ("wash of a stroke, in its frame", watch.wash, "16 ms"),
        ("a stroke carried out in the window", watch.work, "50 ms"),
        ("check shown after a stroke", watch.check, "p95 150 ms"),
        ("true ground of a stroke up to 19 hexes", watch.ground, "p95 300 ms"),
    )
    for what, times, wanted in rows:
        row(f"{scenario}: {what}", times, wanted)
    tell(f"{scenario}: longest work of the window at a time", "", "50 ms", f"{watch.longest * 1e3:.0f} ms")
    desk.close()


def undo(home: Path, scenario: str) -> None:
    """Measure a hundred strokes taken back, each of them shown, and a save of what they made."""
    desk = Desk(home, scenario)
    desk.open()
    desk.take_brush()
    for stroke in desk.strokes(100):
        desk.draw(stroke)
    editor, took = desk.window.editor, list[Took]()
    start = Took.now()
    editor.save(lambda _: True)
    took.append(Took.since(start))
    tell(f"{scenario}: saved", f"{took[-1].clock * 1e3:.0f} ms", "0.5 s", f"{took[-1].processor * 1e3:.0f} ms")
    start = Took.now()
    for _ in range(100):
        editor.undo()
        QApplication.processEvents()
    took.append(Took.since(start))
    tell(f"{scenario}: 100 strokes taken back", f"{took[-1].clock:.2f} s", "1 s", f"{took[-1].processor:.2f} s")
    desk.close()


def pixels(home: Path, scenario: str) -> None:
    """Compare the pixels of what single strokes show with those of the whole sheet laid out anew."""
    live_ground.QUIET = NEVER
    desk = Desk(home, scenario)
    desk.open()
    desk.take_brush()
    for stroke in desk.strokes(24, seed=5, apart=9):
        desk.draw(stroke)
    ground, whole = desk.ground, Ground(desk.ground.map, theme.current())
    found = [differing(patch.region, ground, whole) for patch in ground.patches]
    for n, what in enumerate(("by more than 4 of 255", "so that it is seen (by more than 16)")):
        shares = [each[n] for each in found]
        told = f"{sum(shares) / len(shares):.2%}"
        tell(f"{scenario}: pixels that differ {what}, of {len(found)}", told, "1 %", f"most {max(shares):.2%}")
    desk.close()


def differing(region: QPainterPath, one: Ground, other: Ground) -> tuple[float, float]:
    """Return the shares of the pixels of a region that differ between two grounds by more than 4 and 16 of 255."""
    import numpy as np

    box = region.boundingRect()
    size = box.size().toSize()

    def seen(draw: Callable[[QPainter], object]) -> Any:
        image = QImage(size, QImage.Format.Format_RGB32)
        image.fill(0)
        painter = QPainter(image)
        painter.translate(-box.topLeft())
        draw(painter)
        painter.end()
        return np.frombuffer(image.constBits(), np.uint8).reshape(size.height(), size.width(), 4)[..., :3].astype(int)

    inside = seen(lambda painter: painter.fillPath(region, QColor("white")))[..., 0] > 0
    a, b = (seen(partial(ground._draw_terrain, rect=box, lod=1.0)) for ground in (one, other))
    gaps = np.abs(a - b).max(axis=2)[inside]
    return float((gaps > 4).mean()), float((gaps > 16).mean())


def memory(home: Path, scenario: str) -> None:
    """Measure what the workshop takes of the memory above a game of the scenario."""
    desk = Desk(home, scenario)
    desk.play()
    QTest.qWait(2000)
    before = resident()
    desk.open()
    opened = resident() - before
    desk.take_brush()
    for stroke in desk.strokes(30):
        desk.draw(stroke)
    until(desk.ground.is_up_to_date)
    drawn = resident() - before
    aside = [process for whole in (False, True) if (process := laying_out._desk(whole).process) is not None]
    beside = " and ".join(f"{resident(each.process.processId()):.0f}" for each in aside)
    tell(f"{scenario}: memory above play ({before:.0f} MB), after 30 strokes", f"{opened:.0f}, {drawn:.0f} MB", "60 MB")
    tell(f"{scenario}: processes that lay out ground", f"{beside} MB", "")
    desk.close()


PARTS: Final = dict(zip(DRAFTS, (entering, drops, strokes, pixels, undo, memory), strict=True))


if __name__ == "__main__":
    status = main(PARTS)
    for whole in (False, True):
        laying_out._desk(whole)._end()
    sys.exit(status)
