"""A whole game from the links to its end, with the host killed in each phase of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from queue import Empty
from typing import Any

import pytest

from app.online.messages import unpacked
from rules.engine.record_reading import load_record, verify
from rules.engine.seat import Seat
from rules.engine.steps import steps_in
from tests.app.online.helpers.host_process import HostProcess
from tests.app.online.test_network import Guest, prove

SECONDS = 60
"""In which guests must hear something new."""
PHASES = {
    "company_scale": {"set-up": "preparation", "march": "movement", "question": "purchase"},
    "command_cards": {"set-up": "staging", "march": "moving", "question": "battling"},
}
"""The kind of question by which each phase of a game is known."""


class Patient(Guest):
    """A guest who waits when he has ordered too much at once, and keeps what else he is told."""

    def __init__(self, *told: Any) -> None:
        self.missing: list[str] | None = None
        self.record = ""
        self.is_on = False
        super().__init__(*told)

    def _take(self, method: str, told: Mapping[str, Any]) -> None:
        if method == "answer" and told["id"] == self.waits_for != 0 and "Too many" in str(told.get("error")):
            self.waits_for = 0
            time.sleep(0.1)
            return
        if method == "link":
            self.is_on = bool(told["on"])
        if method == "answer" and "missing" in told.get("result", {}):
            self.missing = told["result"]["missing"]
        if method == "answer" and "record" in told.get("result", {}):
            self.record = told["result"]["record"]
        super()._take(method, told)

    @property
    def question(self) -> str:
        """Return the kind of question that this seat is asked, '' for none."""
        session = self.copy.session
        decision = Seat(session, self.seat).decision if session is not None else None
        return decision.kind if decision is not None and decision.seat == self.seat else ""


def restart(host: HostProcess) -> None:
    host.kill()
    host.start()


def until(guests: list[Patient], holds: Callable[[], bool], *, plays: bool = True) -> None:
    """Let guests go on, or only listen, until something holds; a busy computer may be slow, but not stand still."""
    end, before = 0.0, list[Any]()
    while not holds():
        now = [(guest.copy.held, guest.cuts, guest.is_on, guest.missing) for guest in guests]
        if now != before:
            end, before = time.monotonic() + SECONDS, now
        assert time.monotonic() < end, f"the guests do not go on: {now}"
        for guest in guests:
            if plays:
                guest.go_on()
            else:
                listen(guest)
        time.sleep(0.001)


def all_are_back(guests: list[Patient], cuts: list[int]) -> bool:
    """Tell whether every guest has been cut off since and is connected again."""
    return all(guest.is_on and guest.cuts > n for guest, n in zip(guests, cuts, strict=True))


def listen(guest: Patient) -> None:
    try:
        while True:
            guest._take(*guest.heard.get_nowait())
    except Empty:
        return


@pytest.mark.parametrize("system", PHASES)
def test_a_game_survives_a_host_that_is_killed_in_each_phase(
    system: str, host: HostProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    links, guests = host.make(system), list[Patient]()
    restart(host)  # nobody has followed his link
    for seat in (seat for seat in links if seat):
        guest = Patient(host.url, system, seat, links[seat])
        guests.append(guest)
        until(guests, lambda guest=guest: guest.missing is not None, plays=False)  # type: ignore[misc]
        if len(guests) == 1:
            assert guest.missing, "the other player has still to come"
            restart(host)
    killed = []
    for phase, kind in PHASES[system].items():
        until(guests, lambda kind=kind: any(guest.question == kind for guest in guests))  # type: ignore[misc]
        killed.append((phase, guests[0].copy.held[0]))
        cuts = [guest.cuts for guest in guests]
        restart(host)
        until(guests, lambda cuts=cuts: all_are_back(guests, cuts), plays=False)  # type: ignore[misc]
    until(guests, lambda: all(guest.is_over and not guest.waits_for for guest in guests))
    restart(host)  # after the end
    guests[0].link.ask("record", {})
    until(guests, lambda: bool(guests[0].record), plays=False)
    whole = tmp_path / "whole.chitpull"
    whole.write_bytes(unpacked(guests[0].record))
    session = load_record(whole, attach=False)
    assert session.is_over and session.result is not None and verify(session, whole) == []
    assert len(steps_in(whole)) >= killed[-1][1] > killed[0][1]
    prove(host, list(guests), monkeypatch)
