"""Measure what the table promises: start, frames, orders, memory."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication

from app import theme
from app.board.view import BoardView
from app.files import GameFiles
from app.new_game import NewGame
from app.settings import BOTH_SIDES, Settings
from app.window.main_window import MainWindow
from rules.bench import scenario_of
from rules.systems import system_of

FRAMES = 120
ORDERS = 60
SEED = 7


def bench(choice: NewGame | None = None) -> int:
    """Print each budget with the value measured now, by a scenario or the first system's own; return 0."""
    system = system_of("")
    choice = choice or NewGame(system.id, scenario_of(system), SEED)
    print(f"{'what':58} {'budget':>12} {'measured':>12}")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        _line("program start to a drawn map", "1.5 s", f"{_start(home, choice.scenario):.2f} s")
        window = _window(home)
        _line("new game put on the table", "", f"{_timed(lambda: window.new_game(choice)) * 1000:.0f} ms")
        _line("panning the map", "60 frames/s", f"{_frames(window, _pan):.0f} frames/s")
        _line("zooming the map", "60 frames/s", f"{_frames(window, _zoom):.0f} frames/s")
        _line("an order carried out and everything shown anew", "", f"{_orders(window) * 1000:.1f} ms")
        _line("resident memory, scenario open", "350 MB", _memory())
        window.close()
    return 0


def _line(what: str, budget: str, value: str) -> None:
    print(f"{what:58} {budget:>12} {value:>12}")


def _timed(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def _start(home: Path, scenario: str) -> float:
    """Time a whole program that draws the map once; the second start counts, the first fills the cache."""
    command = [sys.executable, "-m", "app", "--scenario", scenario, "--picture", str(home / "start.bmp")]
    return [_timed(lambda: subprocess.run(command, check=True)) for _ in range(2)][-1]


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


def _view(window: MainWindow) -> BoardView:
    view = window.pages.currentWidget()
    assert isinstance(view, BoardView)
    return view


def _pan(window: MainWindow, frame: int) -> None:
    _view(window).pan_by(QPointF(9 if frame % 60 < 30 else -9, 5 if frame % 40 < 20 else -5))


def _zoom(window: MainWindow, frame: int) -> None:
    _view(window).zoom_by(1.04 if frame % 60 < 30 else 1 / 1.04, at_once=True)


def _frames(window: MainWindow, move: Callable[[MainWindow, int], None]) -> float:
    """Return frames a second while the map moves, at reading size, with its tiles drawn."""
    view = _view(window)
    view.set_zoom(1.2)
    until = time.perf_counter() + 3
    while time.perf_counter() < until and not window.is_settled:
        QApplication.processEvents()

    def run() -> None:
        for frame in range(FRAMES):
            move(window, frame)
            view.viewport().repaint()

    return FRAMES / _timed(run)


def _orders(window: MainWindow) -> float:
    """Return the median time of an order with everything it shows."""
    times: list[float] = []
    while window.game.decision is not None and len(times) < ORDERS:
        command = next(iter(window.game.decision.options))
        times.append(_timed(lambda command=command: window.order(command)))  # type: ignore[misc]
    return sorted(times)[len(times) // 2]


def _memory() -> str:
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
        kilobytes = next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
    except (OSError, StopIteration, ValueError):
        return "not known here"
    return f"{kilobytes / 1024:.0f} MB"
