"""Measure play at one table with and without what online play adds to it: `python -m app.bench_local [--orders N]`.

Two windows play the same game by turns, order by order: one as it is, one in which no seat is looked for at other
computers and nothing of online play hears of an order. What the two take of the processor is compared.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Final

from PySide6.QtWidgets import QApplication

from app import theme
from app.application import Application
from app.cli import paint_alone
from app.online.bench import head, tell
from app.online.bench_players import PATIENCE, SMALL, SYSTEM, script
from app.online.handovers import choose
from app.play.files import GameFiles
from app.play.game_view import GameView
from app.play.players import NewGame
from app.settings import Settings
from app.theme.faces import load as load_fonts
from app.window.main_window import MainWindow
from rules.engine.command import Command
from rules.engine.memory import calculate_alone, collect_again, collect_rarely
from rules.systems import systems

WANTED: Final = 3.0
"""Percent by which online play may slow an order at one table."""


def begin() -> QApplication:
    """Begin as the program does: its fonts, its garbage collections, painting in one thread."""
    paint_alone()
    calculate_alone()
    collect_rarely()
    application = Application(sys.argv[:1])
    load_fonts()
    theme.apply(application, "light")
    systems()
    return application


class LocalTable:
    """A window with a game of its own."""

    def __init__(self, folder: Path) -> None:
        settings = Settings(folder / "preferences.json")
        self.window = MainWindow(settings, GameFiles(settings, folder / "games"))
        self.window.resize(1600, 1000)
        self.window.moment.length = 0.0  # what has happened is shown for no longer than it takes
        self.window.game.sure = self.window.game.anyway = lambda words: True
        self.window.show()
        self.window.new_game(NewGame(SYSTEM, SMALL, seed=1))
        end = time.monotonic() + PATIENCE
        while not (self.window.playmat and self.window.playmat.is_settled()) and time.monotonic() < end:
            QApplication.processEvents()

    def order(self, command: Command) -> float:
        """Give an order and show all of it; return the seconds of the processor."""
        began = time.process_time()
        self.window.order(command)
        self.rest()
        return time.process_time() - began

    def rest(self) -> None:
        """Do all that is to be done now."""
        for _ in range(3):
            QApplication.processEvents()


@contextmanager
def without(window: MainWindow) -> Iterator[None]:
    """Let nothing of online play have a part in a window."""
    far = GameView.far
    GameView.far = None  # type: ignore[assignment,method-assign]
    window.online.blockSignals(True)
    try:
        yield
    finally:
        window.online.blockSignals(False)
        GameView.far = far  # type: ignore[method-assign]


def pair(tables: Sequence[LocalTable], n: int, command: Command) -> tuple[float, float]:
    """Give order number `n` in both windows; return what it took with online play and without.

    Each window and each way has its turn as often, and as often first.
    """
    took, bare = [0.0, 0.0], tables[n // 2 % 2]
    for table in tables if n % 2 else tables[::-1]:
        if table is bare:
            with without(table.window):
                took[1] = table.order(command)
        else:
            took[0] = table.order(command)
    return took[0], took[1]


def measure(orders: int = 150) -> None:
    """Measure orders at one table."""
    with tempfile.TemporaryDirectory() as name:
        tables = [LocalTable(Path(name) / which) for which in ("with", "without")]
        collect_again()
        pairs, player = list[tuple[float, float]](), script()
        for n in range(orders):
            session = tables[0].window.session
            if session is None or session.decision is None:
                break
            pairs.append(pair(tables, n, choose(player, session, session.decision.seat)))
        assert len({table.window.session.digest() for table in tables if table.window.session}) == 1
        head("Play at one table")
        slower = (median(full / bare for full, bare in pairs) - 1) * 100
        each = ", ".join(f"{median(took) * 1e3:.2f}" for took in zip(*pairs, strict=True))
        tell(f"{SMALL}: an order, with what online play adds", f"{slower:+.1f} %", f"{WANTED:.0f} %", f"{each} ms")
        for table in tables:
            table.window.close()


def main() -> int:
    """Measure."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--orders", type=int, default=150, metavar="N", help="orders of the game (150)")
    given = options.parse_args()
    application = begin()
    measure(given.orders)
    del application
    return 0


if __name__ == "__main__":
    sys.exit(main())
