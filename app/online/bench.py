"""Measure a host and its players on this computer: `python -m app.online.bench [--hostile N] [--games N] [--steps N]`.

Each figure stands beside what is wanted of it on a quiet core. Players are threads here, the host is a process; what a
player takes to make up his mind is not counted.
"""

from __future__ import annotations

import argparse
import mmap
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from random import Random
from secrets import token_urlsafe
from statistics import quantiles
from typing import Any, Final

from app.online.following import Following
from app.online.games import Games
from app.online.link import JOIN, Link
from app.online.messages import Answer, Joined, OrdersOutcome, SentRecord, SentSteps, taken, unpacked
from app.online.records import FolderRecords
from app.online.server import store_in
from rules.engine.command import Command
from rules.engine.evaluator import Manner
from rules.engine.record_reading import load_record
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.engine.steps import steps_of
from rules.opponent.levels import evaluator_of
from rules.opponent.planner import Position
from rules.opponent.working import Player
from rules.systems import systems

SYSTEM: Final = "company_scale"
SMALL, LARGE = "first-light", "montelimar-campaign"
TOGETHER: Final = 2.0
"""Seconds in which each of many live games has one order."""
BETWEEN: Final = 0.105
"""Seconds between two orders of a seat: a host takes ten a second."""
PATIENCE: Final = 30.0
LINUX: Final = "app.online.bench: what a process takes is read from /proc, which Linux has."


class Guest:
    """A player at a seat: his link, and the copy that follows the host."""

    def __init__(self, url: str, scenario: str, invitation: str, copy: Following | None = None) -> None:
        self.copy = copy or Following(systems()[SYSTEM], scenario)
        self.heard: Queue[tuple[str, Mapping[str, Any]]] = Queue()
        self.followed: list[Mapping[str, Any]] = []
        self.seat, self.may_ask, self.answered = "", 0.0, 0.0
        self.sit(url, token_urlsafe(24), invitation)

    def sit(self, url: str, token: str, invitation: str, *, whole: bool = False) -> None:
        """Have a link to a seat, not begun yet."""
        self.token = token
        self.link = Link(url, token, self._hear, lambda: self.copy.held, invitation=invitation, whole=whole)

    def _hear(self, method: str, told: Mapping[str, Any]) -> None:
        if method == "answer":
            self.answered = time.monotonic()
        self.heard.put((method, told))

    def follow(self, told: Mapping[str, Any]) -> None:
        """Follow a step of the host."""
        self.copy.follow(told)
        self.followed.append(told)

    def wait(self, number: int) -> float:
        """Follow until a request is answered; return the moment at which its last step had been followed."""
        while True:
            method, told = self.heard.get(timeout=PATIENCE)
            self.take(method, told)
            if method == "answer" and (answer := Answer.of(told)).id == number:
                if answer.is_refused:
                    raise SystemExit(f"app.online.bench: the host refused: {answer.words}")
                if number == JOIN:
                    self.seat = taken(Joined, answer.result).seat or ""
                while self.copy.held[0] < taken(OrdersOutcome, answer.result).rev:
                    self.take(*self.heard.get(timeout=PATIENCE))
                return time.perf_counter()

    def catch_up(self) -> None:
        """Follow what has been told by now."""
        while not self.heard.empty():
            self.take(*self.heard.get())

    def take(self, method: str, told: Mapping[str, Any]) -> None:
        """Follow what the host has told, if that is steps."""
        if method == "step":
            self.follow(told)
        for step in SentSteps.of(told).steps if method == "steps" else ():
            self.follow(step.plain)

    @property
    def session(self) -> Session | None:
        """Return the copy of the game."""
        return self.copy.session


def script() -> Player:
    """Return what orders for a player."""
    return Player(evaluator_of(systems()[SYSTEM], Manner("recruit")), Manner("recruit"))


def choose(player: Player, session: Session, of: str) -> Command:
    """Return what the player of a seat that is asked orders."""
    seat = Seat(session, of)
    assert seat.decision is not None
    position = Position(seat.system, seat.scenario, seat.think().state, of)
    return player.choose(position, seat.decision, seat.seq, lambda progress: True).command


class LiveGame:
    """A game at a host with both its players, who order what the script of a recruit orders."""

    def __init__(self, url: str, scenario: str, links: Mapping[str | None, str]) -> None:
        self.guests = [Guest(url, scenario, link) for seat, link in links.items() if seat]
        for guest in self.guests:
            guest.link.start()
        for guest in self.guests:
            guest.wait(0)
        self.acknowledged: list[tuple[str, Command]] = []
        """The orders that the host has acknowledged, by the seat that gave them."""
        self.last = 0.0
        """The moment of the last one (`time.monotonic`), 0 in a game that is over."""
        self._next: tuple[Guest, Command] | None = None
        self._asked: tuple[int, float] = 0, 0.0
        self._script = script()

    def step(self) -> float:
        """Give one order; return the seconds until the window of the player who gave it could show it, 0 at the end."""
        self.make_up_minds()
        self.order()
        return self.wait()

    def make_up_minds(self) -> None:
        """Let the player who is asked choose what he will order, and wait until the host takes it."""
        self._come_level()
        session, self._next = self.guests[0].session, None
        if session is not None and session.decision is not None:
            asked = next(guest for guest in self.guests if guest.seat == session.decision.seat)
            self._next = asked, choose(self._script, session, asked.seat)
            time.sleep(max(0.0, asked.may_ask - time.perf_counter()))
            asked.may_ask = max(asked.may_ask, time.perf_counter()) + BETWEEN

    def order(self) -> None:
        """Give the order that was chosen."""
        if self._next is not None:
            asked, command = self._next
            order = {"rev": asked.copy.held[0], "command": command.to_json()}
            self._asked = asked.link.ask("submit", order), time.perf_counter()

    def wait(self) -> float:
        """Wait until the order is acknowledged; return what `step` does."""
        if self._next is None:
            self.last = 0.0
            return 0.0
        (asked, command), (number, began) = self._next, self._asked
        done = asked.wait(number)
        self.acknowledged.append((asked.seat, command))
        self.last = asked.answered
        return done - began

    def _come_level(self) -> None:
        """Wait until both copies have followed all steps, and somebody is asked or the game is over."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            for guest in self.guests:
                guest.catch_up()
            first, second = self.guests
            session = first.session
            if session is not None and first.copy.held == second.copy.held and (session.decision or session.is_over):
                return
            time.sleep(0.0005)
        raise SystemExit("app.online.bench: the host told nothing.")

    def end(self) -> None:
        """Let the players leave."""
        for guest in self.guests:
            guest.link.end()


def played_before(games: Games, scenario: str, count: int) -> tuple[str, int]:
    """Play a game without a line, before its host is started; return a player's token and the steps it has."""
    links, player = games.make(SYSTEM, scenario), script()
    tokens = {link: token_urlsafe(24) for seat, link in links.items() if seat}
    chairs = [games.chair(token, link) for link, token in tokens.items()]
    for chair in chairs:
        games.come(chair, "nonce", lambda *told: None)
    game = games.game(chairs[0])
    while game.rev(None) < count and (decision := game.session.decision) is not None:
        seat = decision.seat
        game.orders(seat, game.rev(seat), [choose(player, game.session, seat)])
    games.release(chairs[0].game)
    return next(iter(tokens.values())), game.rev(None)


@contextmanager
def host(folder: Path) -> Iterator[tuple[str, int]]:
    """Run a host in a process of its own; yield its address and process id."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "app", "--host", "--dir", str(folder), "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUTF8": "1"})
    assert process.stdout is not None
    process.stdout.readline()
    try:
        yield f"ws://127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        process.communicate()


def busy(pid: int) -> float:
    """Return the seconds of the processor that a process has had."""
    if sys.platform == "win32":
        raise SystemExit(LINUX)
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> float:
    """Return the megabytes that a process holds."""
    if sys.platform == "win32":
        raise SystemExit(LINUX)
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * mmap.PAGESIZE / 1e6


def tell(what: str, figure: str, wanted: str) -> None:
    """Print a row."""
    print(f"{what:58} {figure:>24}   wanted {wanted}", flush=True)


def milliseconds(taken: Sequence[float]) -> str:
    """Return the middle and the slowest twentieth of times."""
    cuts = quantiles(taken, n=20)
    return f"p50 {cuts[9] * 1e3:.1f}, p95 {cuts[18] * 1e3:.1f} ms"


def taking(began: float, own: float) -> str:
    """Return the seconds since a moment, and how many of them the players' process was busy."""
    return f"{time.perf_counter() - began:.2f} s ({time.process_time() - own:.2f} CPU)"


def orders(url: str, pid: int, game: LiveGame, scenario: str, count: int) -> LiveGame:
    """Measure one game alone: what an order takes, and the host's part of it."""
    for _ in range(20):
        game.step()
    before, taken = busy(pid), [seconds for _ in range(count) if (seconds := game.step())]
    tell(f"{scenario}: own order, told by the host and followed", milliseconds(taken), "p50 3, p95 10 ms")
    tell(
        f"{scenario}: the host, each order",
        f"{(busy(pid) - before) / len(taken) * 1e3:.2f} ms CPU",
        "1.5, compiled 0.8",
    )
    return game


def reconnecting(game: LiveGame, scenario: str) -> None:
    """Measure how long a player is away whose line is cut; one that falls silent is noticed after PING twice."""
    guest, began = game.guests[0], time.perf_counter()
    guest.catch_up()
    guest.link.join_again()
    is_back = False
    while not is_back:
        method, told = guest.heard.get(timeout=PATIENCE)
        guest.take(method, told)
        is_back = method == "link" and told["on"] is True
    tell(f"{scenario}: back after the line was cut", f"{time.perf_counter() - began:.2f} s", "5 s")


def coming_back(url: str, game: LiveGame, scenario: str, missed: int) -> None:
    """Measure how long somebody takes to follow what he missed: the last steps, then all of them, by the record."""
    guest = game.guests[0]
    rev = guest.copy.held[0]
    guest.link.end()
    for begin, what in ((max(1, rev - missed), f"back after {min(missed, rev)} steps"), (0, f"in anew, {rev} steps")):
        again = Guest(url, scenario, "")
        for step in guest.followed[:begin]:
            again.follow(step)
        again.sit(url, guest.token, "", whole=not begin)
        began, own = time.perf_counter(), time.process_time()
        again.link.start()
        while again.copy.held[0] < rev:
            method, told = again.heard.get(timeout=PATIENCE)
            if method == "whole":
                _load(again.copy, taken(SentRecord, told).record)
            again.take(method, told)
        tell(f"{scenario}: {what}, to a game to play", taking(began, own), "0.5 s")
        again.link.end()


def joining(url: str, scenario: str, token: str, count: int) -> None:
    """Measure how long somebody takes to come to a long game whose window he has not: once as the host opens it too."""
    for what in ("which the host opens", "which is open"):
        guest = Guest(url, scenario, "")
        guest.sit(url, token, "", whole=True)
        began, own, sent = time.perf_counter(), time.process_time(), 0
        guest.link.start()
        while guest.copy.held[0] < count:
            method, told = guest.heard.get(timeout=PATIENCE)
            if method == "whole":
                sent = len(record := taken(SentRecord, told).record)
                _load(guest.copy, record)
            guest.take(method, told)
        tell(f"{scenario}: in anew, {count} steps, {what}", f"{taking(began, own)}, {sent / 1e3:.0f} KB", "0.5 s")
        guest.link.end()


def _load(copy: Following, record: str) -> None:
    """Go on from a record that the host has sent, proved later as a window does."""
    text = unpacked(record)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sent.chitpull"
        file.write_bytes(text)
        copy.go_on_from(load_record(file, attach=False, prove=False), steps_of(text))


def many(url: str, pid: int, links: Sequence[Mapping[str | None, str]], seconds: float) -> None:
    """Measure many live games at once, each with an order every two seconds."""
    before_memory, count = resident(pid), len(links)
    games = [LiveGame(url, SMALL, one) for one in links]
    before, began, taken = busy(pid), time.monotonic(), list[float]()
    random = Random(1)
    while time.monotonic() - began < seconds:
        due = began + len(taken) * TOGETHER / count
        time.sleep(max(0.0, due - time.monotonic()))
        taken.append(random.choice(games).step())
    spent = time.monotonic() - began
    tell(f"{count} live games: own order ({len(taken) / spent:.0f} a second in all)", milliseconds(taken), "p95 100 ms")
    tell(f"{count} live games: the host", f"{(busy(pid) - before) / spent * 100:.0f} % of a core", "100 %")
    tell(f"{count} live games: memory of the host", f"{resident(pid):.0f} MB", f"{64 + count / 2:.0f} MB")
    tell("each game", f"{(resident(pid) - before_memory) / count:.2f} MB", "0.5 MB")
    for game in games:
        game.end()


def main() -> int:
    """Measure what is asked for; return 0, or 1 if a hostile message did harm."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--hostile", type=int, default=0, metavar="N", help="only send so many hostile messages")
    options.add_argument("--games", type=int, default=100, metavar="N", help="live games at once (100)")
    options.add_argument("--steps", type=int, default=1000, metavar="N", help="orders of one game (1000)")
    options.add_argument("--seconds", type=float, default=60, metavar="S", help="how long the live games go on (60)")
    options.add_argument("--long", type=int, default=5000, metavar="N", help="steps of a game to come to anew (5000)")
    given = options.parse_args()
    systems()
    if given.hostile:
        from app.online.hostile import attack

        return attack(given.hostile)
    with tempfile.TemporaryDirectory() as name:
        games = Games(FolderRecords(Path(name)), store_in(Path(name)))  # a host lets one address make only five an hour
        alone = {scenario: games.make(SYSTEM, scenario) for scenario in (SMALL, LARGE)}
        crowd = [games.make(SYSTEM, SMALL) for _ in range(given.games)]
        long = played_before(games, LARGE, given.long)
        with host(Path(name)) as (url, pid):
            tell("a host without a game: memory", f"{resident(pid):.0f} MB", "64 MB")
            joining(url, LARGE, *long)
            for scenario, links in alone.items():
                game = orders(url, pid, LiveGame(url, scenario, links), scenario, given.steps)
                reconnecting(game, scenario)
                coming_back(url, game, scenario, 1000)
                game.end()
        with host(Path(name)) as (url, pid):  # which has no other game open
            many(url, pid, crowd, given.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
