"""Measure what the table promises: start, frames, orders, memory, and the strokes of the workshop."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median

from PySide6.QtCore import QCoreApplication, QEvent, QPointF
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app import theme
from app.bench_pieces import LOADS, TestHand, Took, thinking
from app.board.view import BoardView
from app.play.files import GameFiles
from app.play.players import NewGame
from app.settings import BOTH_SIDES, Settings
from app.systems.base import presentation_of
from app.window.main_window import MainWindow
from app.workshop import DRAFTED
from app.workshop.editor import DraftEditor
from app.workshop.window import WorkshopWindow
from rules.engine.folders import HOME_VARIABLE
from rules.hexes.lines import least
from rules.lessons.lesson import Lesson
from rules.systems import places_of, system_of
from rules.tools.bench import ROUNDS, calibration, ratio, scenario_of, told

# --- Measure what the table promises: start, frames, orders, memory ------------------------------------------------

FRAMES = 120
ORDERS = 60
SEED = 7
STROKES = 200
LOOK = 1500
"""Milliseconds for which the table is looked at before it is used."""
STARTS = (("first-light", 4), ("montelimar-campaign", 7))
"""Scenarios whose start is timed, with the budget in starts of an empty window."""
EMPTY = """
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication([])
window = QMainWindow()
window.resize(1600, 1000)
window.show()
app.processEvents()
"""


class FigureTable:
    """Prints figures, durations also in units of both calibrations."""

    def __init__(self) -> None:
        self.loop, self.painting = calibration(), least(paint, 5)
        print(f"a loop of {ROUNDS:,} additions: {told(self.loop)}; {STROKES} strokes: {told(self.painting)}")
        print(f"{'what':58} {'budget':>18} {'measured':>12} {'loops':>8} {'strokes':>8}")

    def line(self, what: str, budget: str, value: str) -> None:
        """Print a figure that is no duration."""
        print(f"{what:58} {budget:>18} {value:>12}", flush=True)

    def time(self, what: str, budget: str, seconds: float) -> None:
        """Print a duration."""
        ratios = f"{ratio(seconds, self.loop):>8} {ratio(seconds, self.painting):>8}"
        print(f"{what:58} {budget:>18} {told(seconds):>12} {ratios}", flush=True)


def paint() -> None:
    """Stroke a fixed set of curves: the unit of painting."""
    image = QImage(800, 600, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for n in range(STROKES):
        path = QPainterPath(QPointF(n * 1.3, 0))
        path.cubicTo(QPointF(800 - n, 200), QPointF(n, 400), QPointF(800 - n * 1.1, 600))
        painter.strokePath(path, QPen(QColor(n % 256, 90, 40, 120), 3.5))
    painter.end()


def bench(choice: NewGame | None = None) -> int:
    """Print each budget with the value measured now, by a scenario or the first system's own; return 0."""
    starts = STARTS if choice is None else ((choice.scenario, 0),)
    system = system_of("")
    choice = choice or NewGame(system.id, scenario_of(system), SEED)
    table = FigureTable()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        _starts(table, home, starts)
        window = _window(home)
        table.time("new game put on the table", "", _timed(lambda: window.new_game(choice)))
        _hands(table, window, choice)
        _new_game(window, choice)
        carried, drawn = _orders(window)
        table.time("an order carried out, median", "", carried)
        table.time("an order carried out and drawn to the last tile, median", "", drawn)
        table.line("resident memory, scenario open", "350 MB", _memory())
        window.close()
        _workshop(table, choice, home / "draft")
    return 0


def _timed(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def _starts(table: FigureTable, home: Path, starts: Sequence[tuple[str, int]]) -> None:
    """Time whole programs that draw one picture each: the first fills a cache of its own, the next ones count too."""
    empty = min(_run(home, "-c", EMPTY) for _ in range(3))
    table.time("an empty window, drawn", "", empty)
    for scenario, budget in starts:
        command = ("-m", "app", "--scenario", scenario, "--picture", str(home / "start.png"))
        first, later = _run(home, *command), min(_run(home, *command) for _ in range(3))
        table.time(f"{scenario} drawn for the first time", "", first)
        table.time(f"{scenario} drawn again", f"{budget} empty windows" if budget else "", later)
        table.line("", "", f"{later / empty:.1f} times")


def _run(home: Path, *arguments: str) -> float:
    environment = {**os.environ, HOME_VARIABLE: str(home / "start")}
    return _timed(lambda: subprocess.run([sys.executable, *arguments], check=True, env=environment))


def _window(home: Path) -> MainWindow:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.apply(app, "light")
    settings = Settings(home / "preferences.json")
    settings.set(BOTH_SIDES, True)  # no curtain falls between two orders
    window = MainWindow(settings, GameFiles(settings, home))
    window.resize(1600, 1000)
    window.show()
    QApplication.processEvents()
    return window


def _new_game(window: MainWindow, choice: NewGame) -> None:
    """Put a new game on the table; what the one before leaves is deleted, as in a program that runs."""
    window.new_game(choice)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    QTest.qWait(LOOK)


def _view(window: MainWindow) -> BoardView:
    view = window.pages.currentWidget()
    assert isinstance(view, BoardView)
    return view


def _pan(window: MainWindow, frame: int) -> None:
    _view(window).pan_by(QPointF(9 if frame % 60 < 30 else -9, 5 if frame % 40 < 20 else -5))


def _zoom(window: MainWindow, frame: int) -> None:
    _view(window).zoom_by(1.04 if frame % 60 < 30 else 1 / 1.04, at_once=True)


def _frames(window: MainWindow, move: Callable[[MainWindow, int], None]) -> Took:
    """Return how long the frames take while the map moves, at reading size, with its tiles drawn."""
    view = _view(window)
    view.set_zoom(1.2)
    QTest.qWait(LOOK)
    start = Took.now()
    for frame in range(FRAMES):
        move(window, frame)
        view.viewport().repaint()
    return Took.since(start)


def _orders(window: MainWindow) -> tuple[float, float]:
    """Return the median processor time of an order, and of an order with all that is painted after it."""
    carried: list[float] = []
    drawn: list[float] = []
    while window.game.decision is not None and len(carried) < ORDERS:
        command = next(iter(window.game.decision.options))
        start = time.process_time()
        window.order(command)
        carried.append(time.process_time() - start)
        QApplication.processEvents()
        while not window.is_settled:
            QApplication.processEvents()
        QApplication.processEvents()  # the last tiles, on the screen
        drawn.append(time.process_time() - start)
    return median(carried), median(drawn)


def _hands(table: FigureTable, window: MainWindow, choice: NewGame) -> None:
    """Time frames and what a hand feels on a game, alone and while others think.

    By the clock, as the median and the slowest twentieth; then in seconds of the processor.
    """
    for beside, processes in LOADS.items():
        with thinking(choice.scenario, processes):
            _new_game(window, choice)
            felt = TestHand(window).play()
            for what, move in (("panning", _pan), ("zooming", _zoom)):
                took = _frames(window, move)
                table.line(f"{what} the map, {beside}", "60 frames/s", f"{FRAMES / took.clock:.0f} frames/s")
                table.line(f"{what} the map, {beside}, of the processor", "", f"{FRAMES / took.processor:.0f} frames/s")
        rows = (
            ("press to first frame of a drag", felt.lifted),
            ("drop to all at rest", felt.dropped),
            ("pointer to overlay", felt.hovered),
        )
        for what, times in rows:
            if times:
                clock, processor = (sorted(kind) for kind in zip(*times, strict=True))
                table.time(f"{what}, {beside}, median of {len(times)}", "", median(clock))
                table.time(f"{what}, {beside}, slowest twentieth", "", clock[int(len(times) * 0.95)])
                table.time(f"{what}, {beside}, of the processor", "", median(processor))


def _workshop(table: FigureTable, choice: NewGame, home: Path) -> None:
    """Time what the workshop does with a draft of the scenario, if it can."""
    done, undone = (sorted(times) for times in strokes(choice, home))
    if done:
        table.time("a counter taken off a draft, slowest twentieth", "16 ms", done[int(len(done) * 0.95)])
        table.time("a stroke of a draft taken back, mean", "10 ms", sum(undone) / len(undone))


def _memory() -> str:
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
        kilobytes = next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
    except (OSError, StopIteration, ValueError):
        return "not known here"
    return f"{kilobytes / 1024:.0f} MB"


# --- Measure the workshop: strokes and what is taken back, each until board, forces --------------------------------

DRAFT_STROKES = 60


class Nothing:
    """What is done with a draft outside its window: nothing."""

    def playtest(self, window: WorkshopWindow) -> None: ...
    def record_lesson(self, window: WorkshopWindow) -> None: ...
    def try_lesson(self, window: WorkshopWindow, lesson: Lesson) -> None: ...
    def balance(self, window: WorkshopWindow) -> None: ...
    def share(self, window: WorkshopWindow) -> None: ...
    def show_rule(self, number: str) -> None: ...


def strokes(choice: NewGame, home: Path) -> tuple[list[float], list[float]]:
    """Return the processor time of counters taken off the map of a scenario's draft, and of each stroke taken back.

    Both are empty where the system has no board for drafts or the scenario is no file.
    """
    file = next((place for place in places_of(choice.system, choice.scenario) if place.is_file()), None)
    if choice.system not in DRAFTED or file is None:
        return [], []
    name = f"{choice.system}/{file.name}"
    (home / choice.system).mkdir(parents=True)
    shutil.copy(file, home / name)
    editor = DraftEditor(home, name, lambda *_: None)
    table = presentation_of(choice.system).create_draft(editor)
    assert table is not None, "only drafts of systems with a board for them are measured"
    window = WorkshopWindow(editor, table, Nothing())
    window.ask_save = lambda: "forget"
    try:
        placed = (piece.id for piece in table.pieces() if piece.where)
        done = [_timed_strokes(partial(table.take_off, piece)) for piece in islice(placed, DRAFT_STROKES)]
        return done, [_timed_strokes(editor.undo) for _ in done]
    finally:
        window.close()


def _timed_strokes(act: Callable[[], object]) -> float:
    start = time.process_time()
    act()
    return time.process_time() - start
