"""Games of the computer against itself in processes beside the window, which leave it a core."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.opponent.worker import LineProcess
from app.portable import own_command
from rules.engine.events import as_record
from rules.engine.frozen import frozen
from rules.opponent.self_play import Outcome

MOST_JOBS = 8
"""Processes, each of which holds the whole scenario."""
CHANGED = "the scenario was changed while it was played"


@frozen
class SelfPlayAnswer:
    """What a process answers: the hash of the scenario it has loaded, how a game ended, or why it cannot go on."""

    ready: str | None = None
    seed: int = 0
    winner: str = ""
    lead: float | None = None
    failed: str | None = None


class SelfPlay(QObject):
    """Play games of one scenario. Seeds are played in their order, each by the next process that is free.

    `ready(hash)`: the scenario is loaded. `played(outcome)`: a game is over. `watchable(path)`: a game asked for by
    `keep` lies in its file. `failed(sentence)`: nothing is played any more.
    """

    ready = Signal(str)
    played = Signal(object)
    watchable = Signal(object)
    failed = Signal(str)

    def __init__(self, system: str, scenario: str, level: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.command: Sequence[str] = own_command("--work")
        self.jobs = max(1, min(MOST_JOBS, (os.cpu_count() or 2) - 1))
        self._begun = {"system": system, "scenario": scenario, "level": level}
        self._waiting: list[dict[str, Any]] = []
        self._busy: dict[LineProcess, dict[str, Any] | None] = {}
        self._hash = ""

    @property
    def is_playing(self) -> bool:
        """Tell whether a game is being played or waits for it."""
        return bool(self._waiting) or any(self._busy.values())

    def begin(self) -> None:
        """Load the scenario."""
        if not self._busy:
            self._start()

    def play(self, seeds: Sequence[int]) -> None:
        """Play a game for each seed, after those that wait already."""
        self._ask([{"seed": seed} for seed in seeds])

    def keep(self, seed: int, file: Path) -> None:
        """Play one more game, before all that wait, and keep it in a file."""
        self._waiting.insert(0, {"seed": seed, "file": str(file)})
        self._ask([])

    def stop(self) -> None:
        """Play nothing more: games that are not over are given up."""
        self._waiting.clear()
        playing = [process for process, asked in self._busy.items() if asked]
        for process in playing:
            del self._busy[process]
            process.close()

    def close(self) -> None:
        """End all processes."""
        self._waiting.clear()
        for process in self._busy:
            process.close()
        self._busy.clear()

    def _ask(self, games: list[dict[str, Any]]) -> None:
        self._waiting += games
        for process in [process for process, asked in self._busy.items() if not asked]:
            self._give(process)
        for _ in range(min(len(self._waiting), self.jobs - len(self._busy))):
            self._start()

    def _start(self) -> None:
        process = LineProcess(self.command, lambda told: self._hear(process, told), self._fail, self)
        process.say(self._begun)
        self._busy[process] = None
        self._give(process)

    def _give(self, process: LineProcess) -> None:
        if self._waiting:
            self._busy[process] = self._waiting.pop(0)
            process.say(self._busy[process] or {})

    def _hear(self, process: LineProcess, told: object) -> None:
        answer = as_record(SelfPlayAnswer, told)
        if answer is None or process not in self._busy:
            raise ValueError("no answer")
        if answer.failed is not None:
            self._fail(answer.failed)
        elif answer.ready is not None:
            if self._hash not in ("", answer.ready):
                self._hash = ""
                self._fail(CHANGED)
            elif not self._hash:
                self._hash = answer.ready
                self.ready.emit(answer.ready)
        else:
            asked, self._busy[process] = self._busy[process], None
            self._give(process)
            if asked is None or asked["seed"] != answer.seed:
                raise ValueError("another game")
            if "file" in asked:
                self.watchable.emit(Path(asked["file"]))
            else:
                self.played.emit(Outcome(answer.seed, answer.winner, answer.lead))

    def _fail(self, why: str) -> None:
        if self._busy:
            self.close()
            self.failed.emit(why)
