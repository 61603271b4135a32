"""Players without a window and hosts in processes of their own, for what measures them."""

from __future__ import annotations

import filecmp
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
from secrets import token_urlsafe
from typing import Any, Final

from app.online.following import READ, Following, Whole
from app.online.games import Games
from app.online.handovers import choose
from app.online.link import JOIN, Link
from app.online.messages import Answer, Joined, OrdersOutcome, SentRecord, SentStep, SentSteps, taken
from app.online.server import WARM_AFTER
from rules.engine.command import Command
from rules.engine.evaluator import Manner
from rules.engine.record_reading import load_record
from rules.engine.session import Session
from rules.opponent.levels import evaluator_of
from rules.opponent.working import Player
from rules.systems import systems

SYSTEM: Final = "company_scale"
SMALL, LARGE = "first-light", "montelimar-campaign"
BETWEEN: Final = 0.105
"""Seconds between two orders of a seat: a host takes ten a second."""
PATIENCE: Final = 30.0
SIZE: Final = "size"
"""By which the letters of a record stand beside it."""
LINUX: Final = "app.online.bench: what a process takes is read from /proc, which Linux has."
ROOT: Final = Path(__file__).resolve().parents[2]


class Guest:
    """A player at a seat: his link, and the copy that follows the host."""

    def __init__(self, url: str, scenario: str, invitation: str, copy: Following | None = None) -> None:
        self.copy = copy or Following(systems()[SYSTEM], scenario)
        self.heard: Queue[tuple[str, Mapping[str, Any]]] = Queue()
        self.followed: list[Mapping[str, Any]] = []
        self._whole: Whole | None = None
        self.seat, self.may_ask, self.answered = "", 0.0, 0.0
        self.sit(url, token_urlsafe(24), invitation)

    def sit(self, url: str, token: str, invitation: str, *, whole: bool = False) -> None:
        """Have a link to a seat, not begun yet."""
        self.token = token
        self.link = Link(
            url, token, self._hear, lambda: self.copy.held, invitation=invitation, whole=whole, ahead=_read
        )

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
        if not self.link.counts(method, told):
            return
        if method == "step":
            self.follow(told)
        if method == "whole":
            self._whole = told[READ]
        for step in self._missed(SentSteps.of(told)) if method == "steps" else ():
            self.follow(step.plain)

    def _missed(self, told: SentSteps) -> Sequence[SentStep]:
        """Return the steps to follow after a record that has been sent before them."""
        whole, self._whole = self._whole, None
        if whole is not None:
            self.copy.go_on_from(opened(whole), whole.steps)
        return told.steps

    @property
    def session(self) -> Session | None:
        """Return the copy of the game."""
        return self.copy.session


def _read(told: Mapping[str, Any]) -> Mapping[str, Any]:
    """Read a record that the host has sent, in the thread of the link as a window does."""
    sent = taken(SentRecord, told)
    return {READ: Whole.of(sent), SIZE: len(sent.record)}


def opened(whole: Whole) -> Session:
    """Return the game of a record that the host has sent, proved later as a window does."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sent.chitpull"
        file.write_bytes(whole.contents.text)
        return load_record(file, attach=False, prove=False, contents=whole.contents)


def script() -> Player:
    """Return what orders for a player."""
    return Player(evaluator_of(systems()[SYSTEM], Manner("recruit")), Manner("recruit"))


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


def compiled_rules() -> Path | None:
    """Return the folder of the compiled rules (packaging/compiled.py), None if they are not there as they stand."""
    folder = ROOT / "build" / "compiled"
    sources = [file.relative_to(ROOT) for file in (ROOT / "rules").rglob("*.py")]
    are_made = (folder / "scenarios").is_dir() and any(folder.rglob("*.so"))
    are_there = are_made and all((folder / file).is_file() for file in sources)
    return folder if are_there and all(filecmp.cmp(ROOT / file, folder / file) for file in sources) else None


@contextmanager
def host(folder: Path, rules: Path = ROOT) -> Iterator[tuple[str, int]]:
    """Run a host in a process of its own, by the `rules` of a folder; yield its address and process id."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-P", "-m", "app", "--host", "--dir", str(folder), "--port", str(port)]
    path = os.pathsep.join(map(str, (rules, ROOT)))
    environment = {**os.environ, "PYTHONUTF8": "1", "PYTHONPATH": path}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    process.stdout.readline()
    try:
        yield f"ws://127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        process.communicate()


def rest(pid: int) -> None:
    """Wait until a host has prepared its scenarios and does nothing."""
    time.sleep(WARM_AFTER + 1.0)
    end, had = time.monotonic() + PATIENCE, -1.0
    while (now := busy(pid)) > had and time.monotonic() < end:
        had = now
        time.sleep(0.5)


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
