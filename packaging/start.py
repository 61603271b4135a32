"""Measure how long the packaged program takes to a drawn First Light: `python packaging/start.py FOLDER [--times 7]`.

Beside it an empty PySide6 window of the same Python, by turns in one run, so that both meet the same machine. Ends
with 1 if the quickest start takes more than six of the quickest empty windows; three are wanted. It goes by seconds of
the processor, as a busy machine lengthens all others, and by the clock on Windows, where these are not known.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import smoke  # noqa: E402

EMPTY = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication(sys.argv)
window = QMainWindow()
window.resize(1600, 1000)
window.show()
QTimer.singleShot(0, app.quit)
app.exec()
"""
TIMES, MOST = 7, 6.0


def main() -> int:
    """Measure; return 0, or 1 if the start is too slow."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path, help="where the program is")
    options.add_argument("--times", type=int, default=TIMES, help=f"how often each is started ({TIMES})")
    options.add_argument("--screen", action="store_true", help="on the screen (off it)")
    given = options.parse_args()
    exe = smoke.program(given.folder)
    with tempfile.TemporaryDirectory() as name:
        surroundings = smoke.environment(Path(name))
        if given.screen:
            del surroundings["QT_QPA_PLATFORM"]
        game = [str(exe), "--scenario", smoke.SCENARIO, "--seed", "7", "--shut"]
        empty = [sys.executable, "-c", EMPTY]
        print(f"the very first start: {Taken.by(game, surroundings)}")
        pairs = [(Taken.by(empty, surroundings), Taken.by(game, surroundings)) for _ in range(given.times)]
    least, best = (Taken(*map(min, zip(*times, strict=True))) for times in zip(*pairs, strict=True))
    windows = best.processor / least.processor if least.processor else best.wall / least.wall
    print(f"empty window: {least}; drawn First Light: {best}: {windows:.1f} windows, {MOST:.0f} are allowed "
          f"(least of {given.times} starts of each, by turns)")  # fmt: skip
    return int(windows > MOST)


class Taken(NamedTuple):
    """What a program took to its end: seconds, and seconds of the processor."""

    wall: float
    processor: float

    @classmethod
    def by(cls, command: list[str], surroundings: dict[str, str]) -> Taken:
        """Run a program."""
        began, before = time.monotonic(), os.times()
        subprocess.run(command, env=surroundings, check=True, capture_output=True, timeout=smoke.LIMIT)
        after = os.times()
        used = after.children_user + after.children_system - before.children_user - before.children_system
        return cls(time.monotonic() - began, used)

    def __str__(self) -> str:
        return f"{self.wall:.2f} s ({self.processor:.2f} s of the processor)"


if __name__ == "__main__":
    sys.exit(main())
