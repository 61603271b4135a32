"""Scenarios that do not ship: brought to a host that takes them, and sent to whoever joins."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from app.online import link
from app.online.brought import NOT_HERE, as_sent, document_of
from app.online.deflated import packed
from app.online.desk import Desk
from app.online.following import Following, OtherRules
from app.online.messages import Joined, taken
from app.online.played import Played
from rules.engine.folders import scenarios_dir
from rules.engine.protocol import Refused
from rules.engine.record import RecordWriter
from rules.engine.record_reading import load_record, verify
from rules.engine.session import Session
from rules.engine.steps import steps_in
from rules.systems import systems
from rules.testing.bots import bots_for
from tests.app.online.test_desk import Club, Player


def own_scenario(folder: Path) -> Path:
    """Return the file of a scenario that does not ship."""
    file, shipped = folder / "mine.yaml", scenarios_dir() / "company_scale/first-light.yaml"
    file.write_text(shipped.read_text(encoding="utf-8").replace("id: first-light", "id: my-light"), encoding="utf-8")
    return file


class Guest(Player):
    """A player who knows of the scenario only what the host tells him."""

    copy: Following | None = None

    def _hear(self, message: Mapping[str, Any]) -> None:
        self.told.append((message["method"], message["params"]))

    def sit_down(self) -> Joined:
        joined = taken(Joined, self.join())
        self.copy = self.copy or Following.joined(joined)
        return joined

    def catch_up(self) -> Session:
        """Follow all that was told."""
        assert self.copy is not None
        for method, told in self.told:
            for step in [told] if method == "step" else told["steps"] if method == "steps" else []:
                self.copy.follow(step)
        assert self.copy.session is not None
        return self.copy.session


def host(folder: Path, *, takes_any: bool = True) -> Club:
    club = Club(folder)
    club.desk = Desk(club.games, lambda seconds, act: None, takes_any=takes_any)
    return club


def make(club: Club, **params: str) -> Any:
    answer = Player(club, None, "").ask("make", system="company_scale", **params)
    return answer.get("links", answer)


def sent(folder: Path) -> str:
    source = str(own_scenario(folder))
    document = document_of(systems()["company_scale"].load(source), source)
    assert document is not None
    return as_sent(document)


def test_a_scenario_is_played_by_whoever_has_only_its_link(tmp_path: Path) -> None:
    club = host(tmp_path)
    links = make(club, document=sent(tmp_path))
    guests = [Guest(club, seat or None, token) for seat, token in links.items()]
    for guest in guests:
        assert guest.sit_down().scenario == "my-light"
    first = guests[0].catch_up()
    assert first.scenario.id == "my-light" and first.decision is not None
    asked = next(guest for guest in guests if guest.seat == first.decision.seat)
    order = next(iter(first.decision.options)).to_json()
    assert asked.ask("submit", rev=1, command=order) == {"rev": 2}
    assert len({guest.catch_up().digest() for guest in guests}) == 1
    (file,) = tmp_path.glob("*.chitpull")
    club.games = type(club.games)(club.folder, club.store, lambda: club.now)  # killed
    club.desk = Desk(club.games, lambda seconds, act: None)
    guests[0].sit()
    assert guests[0].sit_down().scenario == "my-light"
    session = load_record(file, attach=False)
    assert session.scenario.id == "my-light" and verify(session, file) == []


def test_a_game_of_ones_own_scenario_goes_on_at_a_host(tmp_path: Path) -> None:
    of, source, file = systems()["company_scale"], str(own_scenario(tmp_path)), tmp_path / "here.chitpull"
    session = Session.new(of, of.load(source), seed=3, source=source, listeners=[RecordWriter(file, seals=True)])
    bots = bots_for(of.seats, ["random"], 5)
    for _ in range(20):
        assert session.decision is not None
        seat = session.decision.seat
        session.submit(seat, session.seq, bots[seat].choose(session, session.decision))
    (tmp_path / "hosted").mkdir()
    club = host(tmp_path / "hosted")
    links = make(club, document=sent(tmp_path), played=Played.of(of, steps_in(file)).packed())
    guests = [Guest(club, seat or None, token) for seat, token in links.items()]
    for guest in guests:
        guest.sit_down()
    assert {guest.catch_up().digest() for guest in guests} == {session.digest()}


def test_a_host_that_does_not_take_it_says_so(tmp_path: Path) -> None:
    assert make(host(tmp_path, takes_any=False), document=sent(tmp_path))["message"] == NOT_HERE


@pytest.mark.parametrize(
    "text", ["?", packed(b"[]"), packed(b'{"id": 1}'), packed(b'{"scenario": "../../secret.yaml"}'), packed(b"{")]
)
def test_what_is_no_scenario_is_refused_in_a_sentence(text: str, tmp_path: Path) -> None:
    told = make(host(tmp_path), document=text)["message"]
    assert told.startswith("The scenario that was sent cannot be played: ") and "\n" not in told
    of = systems()["company_scale"]
    with pytest.raises(OtherRules, match="cannot be played"):
        Following.joined(Joined("german", of.id, of.schema, of.rules_version, "mine", (), (), {}, document=text))


def test_what_is_too_large_is_not_sent(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="too large"):
        link.make("ws://127.0.0.1:1", "company_scale", "mine", document="x" * 63_000)
