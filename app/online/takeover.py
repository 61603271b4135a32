"""Kill the host processes of a database again and again while games go on: `python -m app.online.takeover URL`.

Two processes stand behind one door. One after the other is killed as by a power cut and started anew; players come back
by themselves and the other process takes their games over. Told are: orders that were acknowledged and are not in the
record (none may be), records that do not prove, and how long a game stood still at most.
"""

from __future__ import annotations

import argparse
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
from threading import Thread
from typing import Final, NamedTuple

from app.online.bench import SMALL, SYSTEM, LiveGame
from app.online.server import operated
from app.online.store import SqlStore
from rules.engine.command import Command
from rules.engine.packing import unpacked
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

    def kill(self) -> None:
        """Kill it."""
        self._process.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))
        self._process.communicate()


class Door:
    """One address before several hosts, as a proxy is: each connection goes to one of them that is there, by chance."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports, self._random = list(ports), Random(1)
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=1000)
        self.url = f"ws://127.0.0.1:{self._listener.getsockname()[1]}"
        Thread(target=self._take, daemon=True).start()

    def close(self) -> None:
        """Take no more connections."""
        self._listener.close()

    def _take(self) -> None:
        with suppress(OSError):  # closed
            while True:
                self._open(self._listener.accept()[0])

    def _open(self, guest: socket.socket) -> None:
        for port in self._random.sample(self._ports, len(self._ports)):
            with suppress(OSError):
                host = socket.create_connection(("127.0.0.1", port))
                Thread(target=_pass, args=(guest, host), daemon=True).start()
                Thread(target=_pass, args=(host, guest), daemon=True).start()
                return
        guest.close()


def _pass(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(CHUNK):
            sink.sendall(data)
    for end in (source, sink):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()


class Found(NamedTuple):
    """What killing led to: acknowledged orders, those lost, what records say, how many seconds a game stood still."""

    orders: int
    lost: int
    problems: Sequence[str]
    slowest: float


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
            slowest = 0.0
            for n in range(kills):
                _play(workers, games.values(), between)
                killed = time.monotonic()
                hosts[n % HOSTS].kill()
                list(workers.map(LiveGame.step, games.values()))
                slowest = max(slowest, *(game.last - killed for game in games.values()))
                hosts[n % HOSTS].start()
            _play(workers, games.values(), between)
        for game in games.values():
            game.end()
        orders = {game: live.acknowledged for game, live in games.items()}
        with closing(SqlStore(database)) as store:
            return _proved(folder, store, orders, slowest)


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


def _proved(folder: Path, store: SqlStore, orders: Mapping[str, Sequence[Order]], slowest: float) -> Found:
    """Compare what was acknowledged with the records, and prove them."""
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
    return Found(sum(map(len, orders.values())), lost, problems, slowest)


def main() -> int:
    """Do it as often as is asked; return 0 if nothing was lost and all went on in time."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("database", metavar="URL", help="an empty database, postgresql+psycopg://…")
    options.add_argument("--games", type=int, default=200, metavar="N", help="games at once (200)")
    options.add_argument("--kills", type=int, default=4, metavar="N", help="how often a process is killed (4)")
    options.add_argument("--seconds", type=float, default=10, metavar="S", help="between two kills (10)")
    given = options.parse_args()
    systems()
    found = take_over(given.database, given.games, given.kills, given.seconds)
    print(f"{given.games} games, {given.kills} kills: {found.orders} acknowledged orders, {found.lost} lost")
    print(f"each game went on within {found.slowest:.1f} s, wanted {WANTED:.0f}")
    for problem in found.problems:
        print(problem)
    return int(bool(found.lost or found.problems) or found.slowest > WANTED)


if __name__ == "__main__":
    sys.exit(main())
