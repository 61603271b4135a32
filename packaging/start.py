"""Measure how long the packaged program takes to start: `python packaging/start.py FOLDER [--times 7]`.

Once to its start page, once to a drawn First Light; beside them an empty PySide6 window of the same Python, by turns in
one run, so that all meet the same machine. Ends with 1 if the quickest start of either takes more of the quickest empty
windows than `MOST` allows. It goes by seconds of the processor, as a busy machine lengthens all others, and by the
clock on Windows, where these are not known.
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
TIMES = 7
STARTS = {"start page": [], "First Light": ["--scenario", smoke.SCENARIO, "--seed", "7"]}
MOST = {"start page": 4.0, "First Light": 6.0}
"""Empty windows that a start may take. On a quiet machine it is one less; three are wanted of the start page."""


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
        commands = {name: [str(exe), *start, "--shut"] for name, start in STARTS.items()}
        for name, command in commands.items():
            print(f"the very first start, {name}: {Taken.by(command, surroundings)}")
        commands = {"empty window": [sys.executable, "-c", EMPTY], **commands}
        turns = [[Taken.by(command, surroundings) for command in commands.values()] for _ in range(given.times)]
    best = [Taken(*map(min, zip(*times, strict=True))) for times in zip(*turns, strict=True)]
    slow = False
    for name, one in zip(commands, best, strict=True):
        windows = one.processor / best[0].processor if best[0].processor else one.wall / best[0].wall
        allowed = f": {windows:.1f} windows, {MOST[name]:.0f} are allowed" if name in MOST else ""
        print(f"{name}: {one}{allowed} (least of {given.times} starts, by turns)")
        slow = slow or windows > MOST.get(name, windows)
    return int(slow)


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
