"""The program in a process of its own with a player before it, and a screen for several of them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from ctypes.util import find_library
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final

import pytest

from tests.app.online.helpers.host_process import ROOT

STILL: Final = 40
"""Seconds after which a player who shows nothing new does not go on; a busy computer may be slow."""
ACROSS: Final = 1600


class Screen:
    """A screen for two windows side by side: that of Xvfb where it is installed, else none."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None
        self.environment = {"QT_QPA_PLATFORM": "offscreen"}
        if shutil.which("Xvfb") and find_library("xcb-cursor"):
            command = ["Xvfb", "-displayfd", "1", "-screen", "0", f"{2 * ACROSS}x1000x24", "-nolisten", "tcp"]
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            assert self.process.stdout is not None
            number = self.process.stdout.readline().strip()
            self.environment = {"QT_QPA_PLATFORM": "xcb", "DISPLAY": f":{number}", "XAUTHORITY": ""}

    def end(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()


class WindowProcess:
    """A player before the program, which can be killed and started again; `seen` is what he told last."""

    def __init__(self, folder: Path, screen: Screen, x: int, is_short: bool) -> None:
        self.folder, self._x, self._is_short = folder, x, is_short
        (folder / "data").mkdir(parents=True)
        (folder / "data" / "preferences.json").write_text(json.dumps({"animation": "none"}))
        self._environment = {**os.environ, **screen.environment, "CHITPULL_HOME": str(folder), "PYTHONUTF8": "1"}
        self.chains = set[tuple[int, str]]()
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.app.online.helpers.at_the_window", *["--short"] * self._is_short]
        with (self.folder / "stderr.txt").open("a") as errors:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=self._environment, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
            )  # fmt: skip
        self.seen: dict[str, Any] = {}
        self._heard = SimpleQueue[dict[str, Any]]()
        self._ear = Thread(target=self._listen, args=(self.process, self._heard), daemon=True)
        self._ear.start()
        self.do("place", x=self._x)

    @staticmethod
    def _listen(process: subprocess.Popen[str], heard: SimpleQueue[dict[str, Any]]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            heard.put(json.loads(line))

    def do(self, what: str, **how: Any) -> None:
        """Tell the player what to do next."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"do": what, **how}) + "\n")
        self.process.stdin.flush()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self._ear.join()
        for end in (self.process.stdin, self.process.stdout):
            assert end is not None
            end.close()

    def end(self) -> int:
        """Close the program; return its exit code."""
        self.do("leave")
        return self.process.wait(30)

    def where(self) -> str:
        """Return what the player saw last, and where the program is; a picture of it lies beside its folders."""
        self.do("where")
        self.do("picture", file=str(self.folder / "window.png"))
        time.sleep(1)
        return f"{self.folder.name}: {self.seen}\n{self.errors}"

    @property
    def errors(self) -> str:
        """Return what the program has complained of."""
        return "\n".join(
            line for line in (self.folder / "stderr.txt").read_text().splitlines() if "propagateSizeHints" not in line
        )

    def look(self) -> bool:
        """Take in what the player has told; return whether there was anything."""
        try:
            self.seen = self._heard.get_nowait()
        except Empty:
            assert self.process.poll() is None, f"the window is gone: {self.errors}"
            return False
        rev, chain = self.seen["held"]
        if rev:
            self.chains.add((rev, chain))
        return True


def until(windows: list[WindowProcess], holds: Callable[[], object]) -> None:
    """Let players go on until something holds; a busy computer may be slow, but not stand still."""
    end = time.monotonic() + STILL
    while not holds():
        news = [window.look() for window in windows]  # all of them look
        if any(news):
            end = time.monotonic() + STILL
        elif time.monotonic() < end:
            time.sleep(0.005)
        else:
            pytest.fail("The players do not go on:\n" + "\n".join(window.where() for window in windows))
