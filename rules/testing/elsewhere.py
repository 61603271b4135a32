"""The opponent of another version of the program, which thinks in its own folder: "regular@../chitpull-0.1".

It speaks the lines of `rules/opponent/working.py` and gets what a seat may know; it must read the same positions.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from rules.engine.command import Command
from rules.engine.judgement import Manner
from rules.engine.options import Decision
from rules.engine.seat import Seat
from rules.engine.system import System

WORK: Final = (
    "import sys; from rules.systems import register_shipped; from rules.opponent.working import work; "
    "register_shipped(); sys.exit(work(sys.stdin.buffer, sys.stdout.buffer))"
)
SIDES_BY_SIDE: Final = 4
"""How many folders have a process at a time."""


class FolderBot:
    """Plays one seat through one game by what the version in a folder thinks."""

    def __init__(self, folder: str, manner: Manner) -> None:
        self._folder, self._manner = folder, manner
        self._begun = False

    def choose(self, seat: Seat, decision: Decision) -> Command:
        """Return what the other version chooses; raise LookupError with a sentence if it cannot play this game."""
        process = _process(self._folder)
        game = seat.think()
        if not self._begun:
            self._begun = True
            process.begin(seat.system, game.base)
        asked = {"seq": seat.seq, "seat": decision.seat, "level": self._manner.level, "temper": self._manner.temper}
        return process.think({**asked, "anew": False, "state": game.state.to_plain()})


class _Process:
    """The process in one folder: one line to it, one line back."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        path = Path(folder)
        if not (path / "rules" / "opponent" / "working.py").is_file():
            raise LookupError(
                f"{folder} holds no version of Chitpull with an opponent: it needs rules/opponent/working.py."
            )
        own = path / ".venv" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        command = [str(own if own.exists() else sys.executable), "-c", WORK]
        self._process = subprocess.Popen(command, cwd=path, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def begin(self, system: System, scenario: Any) -> None:
        """Turn to a game; nothing planned before counts."""
        ready = self._ask({"begin": {"system": system.id, "scenario": scenario.id}})
        if ready.get("ready") != scenario.hash:
            raise LookupError(f"The version in {self._folder} has another scenario {scenario.id}: {_why(ready)}.")

    def think(self, asked: Mapping[str, Any]) -> Command:
        """Return the command that is chosen."""
        answer = self._ask({"think": {"n": 1, **asked}})
        while "thought" not in answer and "failed" not in answer:  # how far it has come
            answer = self._read()
        if "failed" in answer:
            raise LookupError(f"The version in {self._folder} cannot play this game: {_why(answer)}.")
        return Command.from_json(answer["thought"]["command"])

    def _ask(self, line: Mapping[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(line, default=dict).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:  # it has ended; what it said, or that it said nothing, is read below
            pass
        return self._read()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise LookupError(f"The version in {self._folder} has stopped; see its message above.")
        answer: dict[str, Any] = json.loads(line)
        return answer


def _why(answer: Mapping[str, Any]) -> str:
    return str(answer.get("failed", "its contents differ")).rstrip(".")


@lru_cache(maxsize=SIDES_BY_SIDE)
def _process(folder: str) -> _Process:
    return _Process(folder)
