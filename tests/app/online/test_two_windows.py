"""Whole games in two windows, each a program of its own played by mouse, with hosts and windows killed on the way.

`CHITPULL_LONG=1` plays them at full length: First Light as the computer would, and a longer battle.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from app.online.links import SeatLink
from rules.engine.adopted import SeatStream
from rules.engine.command import Command
from rules.engine.record_reading import load_record, verify
from rules.engine.session import Session
from rules.engine.steps import Replica, steps_in
from tests.app.online.helpers.host_process import HostProcess
from tests.app.online.helpers.window_process import ACROSS, Screen, WindowProcess, until
from tests.app.online.test_phases import PHASES

IS_LONG: Final = bool(os.environ.get("CHITPULL_LONG"))
SCENARIOS: Final = {"company_scale": "first-light", "command_cards": "sauzet-night" if IS_LONG else "last-attack"}
FEW: Final = 6
"""Presses that a window may take for the second half of a double click: this player is quicker than any other."""
LOST: Final = "Connection lost"


@pytest.fixture
def screen() -> Iterator[Screen]:
    made = Screen()
    yield made
    made.end()


@pytest.fixture
def windows(screen: Screen, tmp_path: Path) -> Iterator[list[WindowProcess]]:
    made = [WindowProcess(tmp_path / name, screen, n * ACROSS, not IS_LONG) for n, name in enumerate(("alice", "bob"))]
    yield made
    for window in made:
        window.kill()


def restart(host: HostProcess, windows: list[WindowProcess]) -> None:
    """Kill the host; start it again once all windows that follow it say so, and wait until they are back."""
    following = [window for window in windows if window.seen.get("state") == "FOLLOWING"]
    host.kill()
    until(following, lambda: all(LOST in window.seen["notice"] for window in following))
    host.start()
    until(following, lambda: all(is_back(window) for window in following))


def is_back(window: WindowProcess) -> bool:
    return window.seen.get("state") == "FOLLOWING" and LOST not in window.seen["notice"]


def follow(window: WindowProcess, link: str) -> None:
    """Paste a link on the start page, and wait until the window has sat down."""
    until([window], lambda: window.seen)
    window.do("follow", link=link)
    until([window], lambda: window.seen["state"] in ("WAITING", "FOLLOWING"))


def kill_window(window: WindowProcess, *, keeps_record: bool) -> None:
    """Kill a window and start it again; its player comes back to the game."""
    rev = window.seen["held"][0]
    window.kill()
    window.start()
    until([window], lambda: window.seen)
    if keeps_record:
        until([window], lambda: any("Continue that game?" in words for words in window.seen["told"]))
    else:
        window.do("come_back")
    until([window], lambda: is_back(window) and window.seen["held"][0] >= rev)


@pytest.mark.parametrize("system", PHASES)
def test_a_game_from_the_link_to_its_end_by_mouse(
    system: str, host: HostProcess, windows: list[WindowProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = host.make(system, scenario=SCENARIOS[system])
    seats = [seat for seat in tokens if seat]
    host.kill()
    host.start()  # nobody has followed his link
    for window, seat in zip(windows, seats, strict=True):
        follow(window, str(SeatLink(host.url, tokens[seat])))
        if window is windows[0]:
            assert window.seen["missing"] == [seats[1]]
    until(windows, lambda: all(window.seen["state"] == "FOLLOWING" for window in windows))
    for phase, kind in PHASES[system].items():
        until(windows, lambda kind=kind: any(window.seen.get("asked") == kind for window in windows))  # type: ignore[misc]
        restart(host, windows)
        if phase == "march":
            kill_window(windows[1], keeps_record=system == "company_scale")
    until(windows, lambda: all(window.seen["over"] and not window.seen["sending"] for window in windows))
    until(windows, lambda: all("The game is over" in window.seen["pages"] for window in windows))
    restart(host, windows)  # after the end
    prove(host, dict(zip(seats, windows, strict=True)), monkeypatch)


def prove(host: HostProcess, windows: dict[str, WindowProcess], monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that both windows say how the game has ended, and that their copies are the game of the host's record."""
    for window in windows.values():
        window.do("orders")
        until([window], lambda window=window: "orders" in window.seen)  # type: ignore[misc]
    host.process.send_signal(signal.SIGTERM)
    assert host.process.wait(10) == 0, "it ends in good order"
    monkeypatch.setenv("CHITPULL_HOME", str(host.folder / "home"))  # its keys
    (file,) = host.folder.glob("*.chitpull")
    record = load_record(file, attach=False)
    assert record.is_over and record.result is not None and verify(record, file) == []
    chains = chains_of(record, file)
    for seat, window in windows.items():
        assert all(chains[seat][rev - 1] == chain for rev, chain in window.chains), "no step was lost or changed"
        assert window.seen["held"] == [len(chains[seat]), chains[seat][-1]]
        mine = [entry.answer for entry in record.log if entry.seat == seat and isinstance(entry.answer, Command)]
        assert window.seen["orders"] == [command.to_json() for command in mine]
        assert window.seen["prompt"] == record.result["text"] and "checks the dice" in window.seen["hint"]
        assert len(window.seen["retries"]) < FEW, window.seen["retries"]
        assert window.end() == 0 and window.errors == ""


def chains_of(record: Session, file: Path) -> dict[str, list[str]]:
    """Return the chain after each step as a host tells each seat, made again from its record."""
    told = steps_in(file)
    if not record.system.hides:
        return {seat: [one.chain for one in told] for seat in record.system.seats}
    replica = Replica(record.system, record.scenario, source=record.source)
    streams, chains = dict[str, SeatStream](), {seat: list[str]() for seat in record.system.seats}
    for one in told:
        replica.apply(one.step, one.chain)
        streams = streams or {seat: SeatStream(replica.session, seat) for seat in chains}
        for seat, stream in streams.items():
            if stream.step(one.step, one.events) is not None:
                chains[seat].append(stream.chain)
    return chains
