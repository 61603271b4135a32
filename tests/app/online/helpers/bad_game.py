"""One game of windows in processes of their own, over a bad line to a host, until they rest and are judged."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from multiprocessing import get_context
from multiprocessing.pool import AsyncResult, Pool
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from typing import Any

from app.online.server import operated
from tests.app.online.helpers.faulty_line import FaultyLine
from tests.app.online.helpers.host_process import FIRST, HostProcess
from tests.app.online.helpers.judging import Verdict, judge, lines
from tests.app.online.helpers.window_player import Told, play

PROCESSES = get_context("forkserver" if sys.platform == "linux" else "spawn")
PROCESSES.set_forkserver_preload(["tests.app.online.helpers.judging"])
PATIENCE = 120.0
"""Seconds in which a game must go on."""
STEADY = 1.0
"""Seconds for which the windows tell the same when all has come to rest."""


class BadGame:
    """Begins when it is made; `kills` counts the programs that were killed, `problems` what was seen to go wrong."""

    def __init__(
        self, host: HostProcess, system: str, fault: str, folder: Path, seed: int, every: float, *, whole: bool
    ) -> None:
        self._random, self._home = Random(seed), host.folder / "home"
        self.line = FaultyLine(host.port, fault, seed)
        with operated(host.folder) as games:  # as its operator, who may make as many as he likes
            links = games.make(system, FIRST[system])
            self._record = host.folder / f"{games.game_of(links[None])}.chitpull"
        self._players = {
            seat: Told(folder / seat, f"chitpull://127.0.0.1:{self.line.port}/#{token}", seed, every, whole)
            for seat, token in links.items()
            if seat
        }
        for told in self._players.values():
            told.folder.mkdir(parents=True)
        self._processes = {seat: _started(told) for seat, told in self._players.items()}
        self._moved = self._changed = time.monotonic()
        self._said: list[dict[str, Any]] = []
        self._judged: AsyncResult[Verdict] | None = None
        self.kills = 0
        self.problems: list[str] = []

    @property
    def rev(self) -> int:
        """Return up to which step the windows have followed it."""
        return max((one.get("rev", 0) for one in self._said), default=0)

    def kill(self) -> None:
        """Kill one of the players' programs, and start it again."""
        seat = self._random.choice(sorted(self._processes))
        self._processes[seat].kill()
        self._processes[seat].join()
        self.kills += 1
        self._processes[seat] = _started(self._players[seat])

    def goes_on(self, steps: int) -> bool:
        """Look how far it has come; tell whether it goes on, up to so many steps."""
        said = [_said(told) for told in self._players.values()]
        if said != self._said:
            self._said, self._moved = said, time.monotonic()
        if any(process.exitcode for process in self._processes.values()):
            self.problems.append("a program ended by itself; its folder tells why")
        if time.monotonic() - self._moved > PATIENCE:
            self.problems.append(f"the game stands still: {said}")
        return not self.problems and not any(one.get("over") for one in said) and self.rev < steps

    def rest(self) -> None:
        """Let nobody order any more; from now on the line does no harm."""
        self.line.heal()
        for told in self._players.values():
            told.rest.touch()
        self._moved = time.monotonic()

    def is_level(self) -> bool:
        """Tell whether the windows have all that the host has told."""
        said, now = [_said(told) for told in self._players.values()], time.monotonic()
        if said != self._said or not all(one.get("level") and "sees" in one for one in said):
            self._said, self._changed = said, now
        if now - self._moved > PATIENCE:
            self.problems.append(f"the windows do not come to rest: {said}")
        return bool(self.problems) or now - self._changed > STEADY

    def end(self, judges: Pool) -> None:
        """End the programs in good order, and have the game judged."""
        for told in self._players.values():
            told.rest.write_text("end", encoding="utf-8")
        for process in self._processes.values():
            process.join(PATIENCE)
            if process.exitcode != 0:
                self.problems.append(f"a program does not end in good order: {process.exitcode}")
                process.kill()
        self.line.close()
        if not self.problems:
            self._judged = judges.apply_async(judge, (self._record, self._home, self._players))

    def verdict(self) -> Verdict:
        """Return what is wrong with it, and how much was played."""
        return self._judged.get() if self._judged is not None else Verdict(self.rev, 0, 0, self.problems)

    def counts(self) -> Counter[str]:
        """Return how often what happened to players and line."""
        told = Counter(next(iter(line)) for seat in self._players.values() for line in lines(seat.journal))
        return Counter(
            killed=self.kills, faults=self.line.faults, refused=told["refused"], joins=told["joined"], told=told["tell"]
        )


def _started(told: Told) -> BaseProcess:
    process = PROCESSES.Process(target=play, args=(told,), daemon=True)
    process.start()
    return process


def _said(told: Told) -> dict[str, Any]:
    try:
        return dict(json.loads(told.report.read_text(encoding="utf-8")))
    except (OSError, ValueError):  # nothing yet
        return {}
