"""A host and its guests on a network: real processes, cut connections, and nothing acknowledged is lost."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from queue import Empty, Queue
from secrets import token_urlsafe
from threading import Thread
from types import SimpleNamespace
from typing import Any, cast

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from app.cli import main
from app.online.both import OwnDice
from app.online.caller import TOO_MANY_WRONG
from app.online.directory import Chair, Made
from app.online.following import REST, ComputerSeat, Following
from app.online.link import Link
from app.online.links import FollowedLink, SeatLink
from app.online.server import TOO_MANY
from app.online.store import SqlStore
from rules.engine.evaluator import Manner
from rules.engine.record_reading import load_record, verify
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.engine.steps import steps_in
from rules.opponent.levels import evaluator_of
from rules.opponent.working import Player
from rules.systems import systems
from rules.testing.bots import bots_for
from tests.app.online.helpers.host_process import FIRST, ROOT, HostProcess

NEED_HOST = (
    "--dir, --port, --bind, --new-link, --own-scenarios, --plain, --copy, --forget, --database and --address need "
    "--host."
)


class Guest:
    """A player with a bot at another computer: follows the game through his link and orders when he is asked."""

    def __init__(self, url: str, system: str, seat: str, invitation: str, dice: OwnDice | None = None) -> None:
        self.seat = seat
        self.heard: Queue[tuple[str, Mapping[str, Any]]] = Queue()
        self.copy = Following(systems()[system], FIRST[system])
        self.acknowledged: list[tuple[int, Any]] = []
        self.waits_for, self.order = 0, (0, {})
        self.bot = bots_for(self.copy.system.seats, ["random"], 7)[seat]
        self.cuts = 0
        self.link = Link(
            url, token_urlsafe(24), lambda *told: self.heard.put(told), lambda: self.copy.held,
            invitation=invitation, dice=dice,
        )  # fmt: skip
        self.link.start()

    def go_on(self) -> None:
        """Take in what was heard, and order if asked."""
        try:
            while True:
                self._take(*self.heard.get_nowait())
        except Empty:
            pass
        session = self.copy.session
        if session is None or self.waits_for:
            return
        mine = Seat(session, self.seat)
        if mine.decision is not None and mine.decision.seat == self.seat:
            command = self.bot.choose(mine, mine.decision)
            self.order = (self.copy.held[0], command.to_json())
            self.waits_for = self.link.ask("submit", {"rev": self.copy.held[0], "command": command.to_json()})

    @property
    def is_over(self) -> bool:
        return self.copy.session is not None and self.copy.session.is_over

    def _take(self, method: str, told: Mapping[str, Any]) -> None:
        if method == "step":
            self.copy.follow(told)
        elif method == "steps":
            if told["rev"] == 0:
                self.copy.forget()
            for step in told["steps"]:
                self.copy.follow(step)
        elif method == "answer" and told["id"] == self.waits_for != 0:
            assert "error" not in told, told
            self.acknowledged.append(self.order)
            self.waits_for = 0
        elif method == "link":
            self.cuts += not told["on"]


def go_on(guests: list[Guest]) -> int:
    """Let all take in what they have heard; return how many orders have been acknowledged."""
    for guest in guests:
        guest.go_on()
    time.sleep(0.001)
    return sum(len(guest.acknowledged) for guest in guests)


def acknowledged(guests: list[Guest], count: int) -> None:
    """Let all go on until so many orders have been acknowledged."""
    end = time.monotonic() + 60
    while go_on(guests) < count:
        assert time.monotonic() < end, "the guests do not go on"


def prove(host: HostProcess, guests: list[Guest], monkeypatch: pytest.MonkeyPatch) -> None:
    """End the host, and check that its record holds all that was acknowledged and proves."""
    for guest in guests:
        guest.link.end()
    host.process.send_signal(signal.SIGTERM)
    assert host.process.wait(10) == 0, "it ends in good order"
    monkeypatch.setenv("CHITPULL_HOME", str(host.folder / "home"))  # its keys
    (file,) = host.folder.glob("*.chitpull")
    told, record = steps_in(file), load_record(file, attach=False)
    assert record.notices == [] and verify(record, file) == []
    orders = [(one.step.seat, one.step.command.to_json()) for one in told if one.step.command is not None]
    for guest in guests:
        mine = [command for seat, command in orders if seat == guest.seat]
        assert [command for _, command in guest.acknowledged] == mine[: len(guest.acknowledged)]
        assert len(mine) - len(guest.acknowledged) <= 1, "at most the last was not acknowledged yet"


def test_a_host_tells_that_it_is_well_and_cuts_off_who_sends_too_much(host: HostProcess) -> None:
    with urllib.request.urlopen(f"http://127.0.0.1:{host.port}/health") as answer:
        assert answer.read() == b"well\n"
    with connect(host.url) as connection:
        connection.send("no JSON")
        assert json.loads(connection.recv())["error"]["code"] == -32700
        connection.send(b"x" * 70_000)
        with pytest.raises(ConnectionClosed):
            connection.recv(timeout=10)


def test_one_address_makes_only_so_many_games(host: HostProcess) -> None:
    for _ in range(5):
        host.make("company_scale")
    with pytest.raises(KeyError):
        host.make("company_scale")


def test_a_port_that_is_taken_is_told_in_a_sentence(host: HostProcess, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "app", "--host", "--dir", str(tmp_path / "other"), "--port", str(host.port)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and done.stderr.startswith("chitpull: Games in ") and "at port" in done.stderr


def test_the_directory_remembers_chairs_and_the_first_nonce(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'host.sqlite'}"
    store = SqlStore(address)
    made = Made("company_scale", "first-light", b"s" * 32)
    store.add("g1", made, {"a" * 64: Chair("g1", "allied"), "b" * 64: Chair("g1", None)})
    store.set_nonce("g1", "allied", "first")
    store.set_nonce("g1", "allied", "second")
    again = SqlStore(address)
    assert again.made("g1") == made and again.nonces("g1") == {"allied": "first"}
    assert again.chair("b" * 64) == Chair("g1", None)
    assert again.chair("a" * 64) is None, "an invitation"
    again.redeem("a" * 64, "c" * 64)
    again.redeem("a" * 64, "d" * 64)
    assert [store.chair(digest * 64) for digest in "acd"] == [None, Chair("g1", "allied"), None]
    store.set_standing("g1", "allied", "purchase", "{}")
    store.set_standing("g1", "allied", "purchase", '{"do": 1}')
    store.set_standing("g1", "german", "purchase", "{}")
    assert again.standing("g1") == {("allied", "purchase"): '{"do": 1}', ("german", "purchase"): "{}"}
    again.set_standing("g1", "german", "purchase", "")
    assert store.standing("g1") == {("allied", "purchase"): '{"do": 1}'} and store.standing("g2") == {}
    with pytest.raises(KeyError):
        again.made("g2")


def test_whoever_joins_no_game_is_cut_off(host: HostProcess) -> None:
    with connect(host.url) as connection, pytest.raises(ConnectionClosed):
        connection.recv(timeout=20)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--port", "4711"], NEED_HOST),
        (["--dir", "games"], NEED_HOST),
        (["--plain"], NEED_HOST),
        (["--host", "--port", "70000"], "--port needs a whole number from 0 to 65535."),
    ],
)
def test_options_that_do_not_fit_are_told_in_a_sentence(
    options: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(options) == 2 and capsys.readouterr().err == f"chitpull: {words}\n"


def test_without_its_libraries_nothing_is_hosted_and_a_sentence_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "websockets.asyncio.server", None)
    monkeypatch.delitem(sys.modules, "app.online.server", raising=False)
    assert main(["--host"]) == 2
    assert "pip install -c constraints.txt" in capsys.readouterr().err


def test_a_host_runs_where_qt_cannot_be_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "tests" / "no_qt"), str(ROOT)]))
    host = HostProcess(tmp_path / "hosted")
    try:
        assert set(host.make("company_scale")) == {*systems()["company_scale"].seats, ""}
    finally:
        host.kill()


@pytest.mark.parametrize(
    ("system", "scenario"), [("command_cards", FIRST["command_cards"]), ("striking_anvil", "anvil-example-1")]
)
def test_the_computer_plays_seats_of_a_hosted_game_to_its_end(system: str, scenario: str, host: HostProcess) -> None:
    links = host.make(system, scenario=scenario)
    given = [FollowedLink.of(SeatLink(host.url, token)) for seat, token in links.items() if seat]
    players = [Thread(target=ComputerSeat(link, Manner("recruit")).run, daemon=True) for link in given]
    for player in players:
        player.start()
    for player in players:
        player.join(120)
    assert not any(player.is_alive() for player in players)
    watcher = Following(systems()[system], scenario)
    heard: Queue[tuple[str, Mapping[str, Any]]] = Queue()
    link = Link(host.url, links[""], lambda *told: heard.put(told), lambda: watcher.held)
    link.start()
    while watcher.session is None:
        method, told = heard.get(timeout=20)
        for step in told["steps"] if method == "steps" else ():
            watcher.follow(step)
    link.end()
    assert watcher.session.is_over and watcher.session.result is not None


def test_a_computer_whose_order_a_host_refused_rests_and_thinks_afresh(monkeypatch: pytest.MonkeyPatch) -> None:
    system, rested, asked = systems()["striking_anvil"], list[float](), list[Mapping[str, Any]]()
    session = Session.new(system, system.load("anvil-example-1"), seed=1)
    assert session.decision is not None
    manner = Manner("recruit")
    seat = ComputerSeat(FollowedLink("ws://127.0.0.1:1", "token"), manner)
    seat._seat, seat._player = session.decision.seat, Player(evaluator_of(system, manner), manner)
    seat._copy = cast("Following", SimpleNamespace(session=session, held=(1, "")))
    monkeypatch.setattr(seat._link, "ask", lambda method, params: asked.append(params) or len(asked))
    monkeypatch.setattr("app.online.following.sleep", rested.append)
    seat._order()
    seat._order()
    assert len(asked) == 1, "one is on its way"
    refused = {"code": 1, "message": "So many orders at once."}
    seat._act("answer", {"id": 7, "error": refused})
    assert rested == [], "an answer to another request"
    seat._act("answer", {"id": 1, "error": refused})
    seat._order()
    assert rested == [REST] and asked == [asked[0]] * 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["hello", "regular"], "That isn't a link to a game."),
        (["chitpull://127.0.0.1:1/#secret", "clever"], 'There is no level "clever".'),
    ],
)
def test_what_the_computer_cannot_play_is_told_in_a_sentence(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--play", *arguments]) == 2 and words in capsys.readouterr().err


def test_the_computer_says_that_a_link_leads_nowhere(host: HostProcess, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--play", f"chitpull://127.0.0.1:{host.port}/#secret", "recruit"]) == 2
    assert "not for a game here" in capsys.readouterr().err


def test_a_copy_of_the_folder_made_while_games_go_on_is_a_host_that_goes_on(host: HostProcess, tmp_path: Path) -> None:
    tokens = host.make("company_scale")
    guests = [Guest(host.url, "company_scale", seat, token) for seat, token in tokens.items() if seat]
    acknowledged(guests, 20)
    copy = tmp_path / "copy"
    copy.mkdir()
    files = [*sorted(host.folder.glob("*.chitpull")), host.folder / "host.sqlite"]  # records first, the directory last
    for file in files:
        shutil.copy(file, copy)
    acknowledged(guests, 30)
    for guest in guests:
        guest.link.end()
    restored = HostProcess(copy)
    try:
        with connect(restored.url) as connection:
            told = {"token": tokens[""], "rev": 0, "chain": "", "nonce": ""}
            connection.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "join", "params": told}))
            messages = [json.loads(connection.recv(timeout=20)) for _ in range(2)]
        answer = next(message["result"] for message in messages if "result" in message)
        assert not answer["missing"] and answer["asked"] in ("german", "allied")
    finally:
        restored.kill()


def test_a_host_tells_its_own_computer_what_it_does(host: HostProcess) -> None:
    host.make("company_scale")
    with urllib.request.urlopen(f"http://127.0.0.1:{host.port}/metrics", timeout=5) as answer:
        told = dict(row.split() for row in answer.read().decode().splitlines())
    assert told["chitpull_requests"] == "1" and told["chitpull_games_open"] == "0"
    asked = urllib.request.Request(f"http://127.0.0.1:{host.port}/metrics", headers={"X-Forwarded-For": "192.0.2.7"})
    with pytest.raises(urllib.error.HTTPError):  # through a proxy it is somebody else who asks
        urllib.request.urlopen(asked, timeout=5)


def test_behind_a_proxy_each_player_has_the_games_of_his_own_address(host: HostProcess) -> None:
    def made(told: str) -> bool:
        with connect(host.url, additional_headers={"X-Forwarded-For": told}) as connection:
            params = {"system": "company_scale", "scenario": "first-light"}
            connection.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "make", "params": params}))
            return "result" in json.loads(connection.recv())

    assert [made("192.0.2.7") for _ in range(6)] == [True] * 5 + [False]
    assert made("192.0.2.8")
    assert not made("192.0.2.9, 192.0.2.7"), "what stands before the proxy's own word is anybody's"


def test_one_address_has_so_many_connections_and_follows_so_many_links_that_lead_nowhere(host: HostProcess) -> None:
    def looked(connection: ClientConnection) -> str:
        params = {"token": "a token that nobody has at this host", "invitation": "nobody's"}
        connection.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "look", "params": params}))
        return str(json.loads(connection.recv())["error"]["message"])

    def at(address: str) -> ClientConnection:
        return connect(host.url, additional_headers={"X-Forwarded-For": address})

    with ExitStack() as ending:
        mine = [ending.enter_context(at("192.0.2.7")) for _ in range(20)]
        assert "not for a game here" in looked(mine[0])
        with at("192.0.2.7") as refused, pytest.raises(ConnectionClosed) as why:
            refused.recv()
        assert why.value.rcvd is not None and why.value.rcvd.reason == TOO_MANY
        with at("192.0.2.8") as other:
            assert "not for a game here" in looked(other)
    with at("192.0.2.7") as again:
        assert all("not for a game here" in looked(again) for _ in range(9))
        assert looked(again) == TOO_MANY_WRONG
    with connect(host.url) as own, at("192.0.2.7") as same:
        assert looked(same) == TOO_MANY_WRONG and "not for a game here" in looked(own)
