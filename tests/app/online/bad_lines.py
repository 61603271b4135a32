"""Windows play at a host over bad lines while both are killed: `python -m tests.app.online.bad_lines`.

Every player is a process with a whole window and a folder of his own; between him and the host, which is a process too,
stands a line that cuts, stalls, delays or garbles. Now and then the host or a player is killed as by a power cut and
started again. Told are for each fault: requests that were acknowledged and are not in the host's record (none may be),
and what differs between this record, a replay of it, and what the windows hold, see and have recorded.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from math import inf
from multiprocessing.pool import Pool
from pathlib import Path
from random import Random
from typing import NamedTuple

from rules.systems import register_shipped
from tests.app.online.helpers.bad_game import PROCESSES, BadGame
from tests.app.online.helpers.faulty_line import FAULTS
from tests.app.online.helpers.host_process import FIRST, HostProcess

PAIRS = [(system, fault) for fault in FAULTS for system in FIRST]
"""Each system over each kind of line."""


class Size(NamedTuple):
    """Steps at each table, tables at once, seconds between two kills and between two orders of a player.

    Between two kills of a player are also `after` steps of his game, and of the host so many of each game that is
    played, however slow the machine. After `seconds` games rest where they are, and no more begin. Players sit before
    `whole` windows, or before the part of one that plays online.
    """

    steps: int
    at_once: int = 4
    between: float = 8.0
    every: float = 0.1
    after: int = 50
    whole: bool = False
    seconds: float = inf


class Found(NamedTuple):
    """What came of all games: counts by the fault of their line, how often the host was killed, and what is wrong."""

    counts: dict[str, Counter[str]]
    hosts_killed: int
    problems: Sequence[str]


class Table:
    """Plays games of one system over one kind of line until so many steps have been made."""

    def __init__(self, host: HostProcess, judges: Pool, folder: Path, pair: tuple[str, str], size: Size) -> None:
        self.host, self.judges, self.folder, self.pair, self.size = host, judges, folder, pair, size
        self._left, self._random = size.steps, Random(folder.name)
        self.games: list[BadGame] = []
        self._begin()

    def _begin(self) -> None:
        folder, seed = self.folder / str(len(self.games)), self._random.randrange(10**6)
        self.games.append(BadGame(self.host, *self.pair, folder, seed, self.size.every, whole=self.size.whole))
        self._rests = False
        self._put_off()

    def _put_off(self) -> None:
        """Choose when a player is killed next: once orders have been given again, but now and then at once."""
        is_hasty = self._random.random() < 0.2
        wait = self._random.uniform(0, 1) if is_hasty else self.size.between * self._random.uniform(0.2, 1.8)
        self._kills_at, self._kills_after = (
            time.monotonic() + wait,
            0 if is_hasty else self.games[-1].rev + self.size.after,
        )

    @property
    def moved(self) -> int:
        """Return up to which step its games have come, all together."""
        return sum(game.rev for game in self.games)

    def go_on(self, *, is_late: bool) -> bool:
        """Do what is due; return whether there is more to do, which is not much if it `is_late`."""
        game = self.games[-1]
        if not self._rests:
            if time.monotonic() >= self._kills_at and game.rev >= self._kills_after:
                game.kill()
                self._put_off()
            if not game.goes_on(self._left) or is_late:
                self._rests = True
                game.rest()
        elif game.is_level():
            game.end(self.judges)
            self._left -= game.rev
            if self._left <= 0 or game.problems or is_late:
                return False
            self._begin()
        return True


def play(pairs: Sequence[tuple[str, str]], size: Size, folder: Path, seed: int = 0) -> Found:
    """Play at a table for each pair of a system and a fault, killing the host and players meanwhile."""
    register_shipped()
    host, kills, tables, playing = HostProcess(folder / "host"), 0, list[Table](), list[Table]()
    waiting, random = list(enumerate(pairs)), Random(seed)
    is_late, ends = False, time.monotonic() + size.seconds
    kills_at, after = time.monotonic() + size.between, size.at_once * size.after
    with PROCESSES.Pool(1) as judges:
        try:
            while playing or (waiting and not is_late):
                is_late = time.monotonic() > ends
                while waiting and not is_late and len(playing) < size.at_once:
                    n, pair = waiting.pop(0)
                    playing.append(Table(host, judges, folder / f"{seed}-{n}", pair, size))
                    tables.append(playing[-1])
                playing = [table for table in playing if table.go_on(is_late=is_late)]
                moved = sum(table.moved for table in tables)
                if time.monotonic() > kills_at and moved >= after:
                    host.kill()
                    time.sleep(random.uniform(0, 0.3))
                    host.start()
                    kills, kills_at, after = (
                        kills + 1,
                        time.monotonic() + size.between,
                        moved + size.at_once * size.after,
                    )
                time.sleep(0.05)
            counts, problems = _counted(tables)
        finally:
            host.kill()
    return Found(counts, kills, problems)


def _counted(tables: Sequence[Table]) -> tuple[dict[str, Counter[str]], list[str]]:
    counts, problems = {fault: Counter[str]() for fault in FAULTS}, list[str]()
    for table in tables:
        system, fault = table.pair
        for game in table.games:
            verdict = game.verdict()
            told = Counter(games=1, steps=verdict.steps, acknowledged=verdict.acknowledged, lost=verdict.lost)
            counts[fault] += told + game.counts()
            problems += [f"{fault}, {system}, {table.folder.name}: {text}" for text in verdict.problems]
    return counts, problems


def main() -> int:
    """Do it at the size that is asked for; return 0 if nothing was lost and nothing differs."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=20, metavar="N", help="tables for each fault (20)")
    options.add_argument("--steps", type=int, default=500, metavar="N", help="steps at each table (500)")
    options.add_argument("--at-once", type=int, default=4, metavar="N", help="tables that play at once (4)")
    options.add_argument("--seconds", type=float, default=8, metavar="S", help="between two kills (8)")
    options.add_argument("--seed", type=int, default=0, metavar="N", help="of faults, kills and orders (0)")
    options.add_argument("--faults", nargs="+", choices=FAULTS, default=FAULTS, help="the lines (all)")
    options.add_argument("--minutes", type=float, default=inf, metavar="M", help="after which games rest (none)")
    options.add_argument("--whole", action="store_true", help="whole windows, not only their part that plays online")
    options.add_argument("--keep", type=Path, metavar="D", help="a new folder to keep all records in")
    given = options.parse_args()
    systems = list(FIRST)
    pairs = [(systems[(given.seed + n) % len(systems)], fault) for n in range(given.games) for fault in given.faults]
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        found = play(
            pairs,
            Size(given.steps, given.at_once, given.seconds, whole=given.whole, seconds=given.minutes * 60),
            given.keep or Path(name),
            given.seed,
        )
    for fault in given.faults:
        print(fault, ", ".join(f"{what} {count}" for what, count in found.counts[fault].items()))
    total = sum(found.counts.values(), Counter[str]())
    print(f"all: {', '.join(f'{what} {count}' for what, count in total.items())}")
    print(f"hosts killed {found.hosts_killed}, {time.monotonic() - began:.0f} s, problems {len(found.problems)}")
    print(*found.problems, sep="\n")
    return int(bool(found.problems or total["lost"]))


if __name__ == "__main__":
    sys.exit(main())
