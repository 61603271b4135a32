"""Kill the host processes of a database again and again while games go on: `python -m app.online.takeover URL`.

Two processes stand behind one door. One after the other is killed as by a power cut and started anew; players come back
by themselves and the other process takes their games over. Told are: orders that were acknowledged and are not in the
record (none may be), records that do not prove, and how long a game stood still at most.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from random import Random
from statistics import median
from threading import Event, Thread
from typing import Final, NamedTuple

from app.online.bench_players import SMALL, SYSTEM, LiveGame, busy
from app.online.server import operated
from app.online.store import SqlStore
from rules.engine.command import Command
from rules.engine.record_form import unpacked
from rules.engine.record_reading import load_record, verify
from rules.engine.steps import steps_in
from rules.systems import systems

HOSTS: Final = 2
AT_ONCE: Final = 8
CHUNK: Final = 65_536
WANTED: Final = 5.0
"""Seconds in which each game goes on after a process was killed."""


Order = tuple[str, Command]
"""The seat that gave a command, and the command."""


class Host:
    """A host process of a database."""

    def __init__(self, folder: Path, database: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._command = [sys.executable, "-m", "app", "--host", "--dir", str(folder), "--database", database]
        self._command += ["--port", str(self.port)]
        self.start()

    def start(self) -> None:
        """Start it; it takes connections when this returns."""
        environment = {**os.environ, "PYTHONUTF8": "1"}
        self._process = subprocess.Popen(self._command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self._process.stdout is not None
        if not self._process.stdout.readline():
            raise SystemExit("app.online.takeover: a host did not start.")

    @property
    def pid(self) -> int:
        """Return the number of its process."""
        return self._process.pid

    def kill(self) -> None:
        """Kill it."""
        self._process.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))
        self._process.communicate()


class Door:
    """One address before several hosts, as a proxy is: each connection goes to one of them that is there, by chance."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports, self._random = list(ports), Random(1)
        self._closed = Event()
        listener = socket.create_server(("127.0.0.1", 0), backlog=1000)
        self.url = f"ws://127.0.0.1:{listener.getsockname()[1]}"
        self._passing = Thread(target=lambda: asyncio.run(self._pass_on(listener)), daemon=True)
        self._passing.start()

    def close(self) -> None:
        """End all connections and take no more."""
        self._closed.set()
        self._passing.join()

    async def _pass_on(self, listener: socket.socket) -> None:
        server = await asyncio.start_server(self._open, sock=listener)
        await asyncio.to_thread(self._closed.wait)
        server.close()

    async def _open(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for port in self._random.sample(self._ports, len(self._ports)):
            with suppress(OSError):
                from_host, to_host = await asyncio.open_connection("127.0.0.1", port)
                with suppress(asyncio.CancelledError):  # the door is closed
                    await asyncio.gather(_pass(reader, to_host), _pass(from_host, writer))
                return
        writer.close()


async def _pass(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    try:
        while data := await source.read(CHUNK):
            sink.write(data)
            await sink.drain()
    except OSError:
        pass
    finally:
        sink.close()


class Found(NamedTuple):
    """What killing led to: acknowledged orders, those lost, what records say, how many seconds games stood still.

    `busy` are the seconds of the processor that the host which is left had while it took games over, for each kill, and
    `own` those that all players had, who with their door are one process.
    """

    orders: int
    lost: int
    problems: Sequence[str]
    waits: Sequence[float]
    busy: Sequence[float]
    own: Sequence[float]


def take_over(database: str, count: int, kills: int, between: float) -> Found:
    """Play so many games at two hosts of a database while these are killed in turn, each time after some seconds."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as ending:
        folder, made = Path(name), _made(Path(name), database, count)
        hosts = [Host(folder, database) for _ in range(HOSTS)]
        door = Door([host.port for host in hosts])
        for end in (door.close, *(host.kill for host in hosts)):
            ending.callback(end)
        with ThreadPoolExecutor(AT_ONCE) as workers:
            games = dict(
                zip(made, workers.map(lambda links: LiveGame(door.url, SMALL, links), made.values()), strict=True)
            )
            waits, spent, own = list[float](), list[float](), list[float]()
            for n in range(kills):
                _play(workers, games.values(), between)
                list(workers.map(LiveGame.make_up_minds, games.values()))
                left, killed = hosts[(n + 1) % HOSTS].pid, time.monotonic()
                before = busy(left), time.process_time()
                hosts[n % HOSTS].kill()
                for game in games.values():
                    game.order()
                list(workers.map(LiveGame.wait, games.values()))
                spent.append(busy(left) - before[0])
                own.append(time.process_time() - before[1])
                waits += [game.last - killed for game in games.values() if game.last]
                hosts[n % HOSTS].start()
            _play(workers, games.values(), between)
        for game in games.values():
            game.end()
        orders = {game: live.acknowledged for game, live in games.items()}
        with closing(SqlStore(database)) as store:
            lost, problems = _proved(folder, store, orders)
            return Found(sum(map(len, orders.values())), lost, problems, waits, spent, own)


def _play(workers: ThreadPoolExecutor, games: Iterable[LiveGame], seconds: float) -> None:
    """Give orders in all games, in turn, for so many seconds, and at least one in each."""
    games, end = list(games), time.monotonic() + seconds
    list(workers.map(LiveGame.step, games))
    while time.monotonic() < end:
        list(workers.map(LiveGame.step, games))


def _made(folder: Path, database: str, count: int) -> dict[str, dict[str | None, str]]:
    """Make games as an operator does, for a host lets one address make only five an hour; return their links."""
    with operated(folder, database) as games:
        links = [games.make(SYSTEM, SMALL) for _ in range(count)]
        return {games.game_of(tokens[None]): tokens for tokens in links}


def _proved(folder: Path, store: SqlStore, orders: Mapping[str, Sequence[Order]]) -> tuple[int, list[str]]:
    """Return how many acknowledged orders the records lack, and what is wrong with these."""
    lost, problems = 0, list[str]()
    for game, given in orders.items():
        file = folder / f"{game}.chitpull"
        file.write_bytes(unpacked(b"".join(store.lines(game))))
        session = load_record(file, attach=False, prove=False)
        problems += [f"{game}: {text}" for text in (*session.notices, *verify(session, file))]
        written = [(told.step.seat, told.step.command) for told in steps_in(file) if told.step.command is not None]
        same = next(
            (n for n, (one, other) in enumerate(zip(given, written, strict=False)) if one != other), len(written)
        )
        lost += max(0, len(given) - same)
    return lost, problems


def main(arguments: Sequence[str] | None = None) -> int:
    """Do it as often as is asked; return 0 if nothing was lost and all went on in time."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("database", metavar="URL", help="an empty database, postgresql+psycopg://…")
    options.add_argument("--games", type=int, default=200, metavar="N", help="games at once (200)")
    options.add_argument("--kills", type=int, default=4, metavar="N", help="how often a process is killed (4)")
    options.add_argument("--seconds", type=float, default=10, metavar="S", help="between two kills (10)")
    given = options.parse_args(arguments)
    systems()
    found = take_over(given.database, given.games, given.kills, given.seconds)
    print(f"{given.games} games, {given.kills} kills: {found.orders} acknowledged orders, {found.lost} lost")
    slowest, half = (max(found.waits), median(found.waits)) if found.waits else (0.0, 0.0)
    print(f"each game went on within {slowest:.1f} s, half of them within {half:.1f}, wanted {WANTED:.0f}")
    if found.busy:
        print(f"the host that is left was busy for at most {max(found.busy):.1f} s of it")
        print(f"all players, who are one process here, for {max(found.own):.1f} s")
    for problem in found.problems:
        print(problem)
    return int(bool(found.lost or found.problems) or slowest > WANTED)


if __name__ == "__main__":
    sys.exit(main())
