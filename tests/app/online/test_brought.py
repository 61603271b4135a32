"""Scenarios that do not ship: brought to a host that takes them, and sent to whoever joins."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from app.online import reaching
from app.online.desk import Desk
from app.online.following import Following, OtherRules
from app.online.loading import FAILED
from app.online.messages import Joined, packed, taken
from app.online.played import NOT_HERE, Brought, Played, as_sent, document_of, read
from app.online.records import FolderRecords
from rules.engine.command import MalformedCommand
from rules.engine.folders import scenarios_dir
from rules.engine.house_rules import with_rules
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
    player, told = Player(club, None, ""), {"system": "company_scale", **params}
    raw = json.dumps({"method": "make", "params": told}).encode()
    if brought := club.desk.brought_in(raw):
        club.desk.take_loaded(brought, loaded(*brought))
    answer = player.ask("make", **told)
    return answer.get("links", answer)


def loaded(system: str, text: str) -> Brought | MalformedCommand:
    """Load a scenario in the place of the process for that."""
    try:
        return read(systems()[system], text)
    except MalformedCommand as error:
        return error


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
    club.games = type(club.games)(FolderRecords(club.folder), club.store, lambda: club.now)  # killed
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


def test_an_own_scenario_is_brought_with_its_house_rules(tmp_path: Path) -> None:
    of = systems()["company_scale"]
    switch = of.house_rules.switches[0]
    rules = {switch.name: switch.settings[1].value}
    for base in (str(own_scenario(tmp_path)), "first-light"):
        source = with_rules(base, rules)
        scenario = of.load(source)
        document = document_of(scenario, source)
        assert document is not None and str(tmp_path) not in str(document)
        brought = read(of, as_sent(document))
        assert brought.scenario.hash == scenario.hash != of.load(base).hash
        assert make(host(tmp_path), document=as_sent(document)).keys() == {*of.seats, ""}


def test_a_host_loads_nothing_in_the_thread_of_all_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    club, text, loads = host(tmp_path), sent(tmp_path), loads_counted(monkeypatch)
    told = Player(club, None, "").ask("make", system="company_scale", document=text)
    assert told["message"] == FAILED and not loads


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


def own_copy(folder: Path, name: str) -> Mapping[str, Any]:
    """Return a shipped scenario of Company Scale as it would travel if it were a player's own."""
    home = shutil.copytree(scenarios_dir() / "company_scale", folder / "own", ignore=shutil.ignore_patterns("source"))
    document = document_of(systems()["company_scale"].load(str(home / f"{name}.yaml")), "")
    assert document is not None
    return document


def test_the_largest_scenario_can_be_brought(tmp_path: Path) -> None:
    text = as_sent(own_copy(tmp_path, "montelimar-campaign-sudre"))
    assert len(text) <= reaching.MOST_SENT
    assert read(systems()["company_scale"], text).scenario.id == "montelimar-campaign-sudre"


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("markers", [{"hex": "99.99", "kind": "foxhol"}] * 10_000, "30,000 values"),
        ("note", "x" * 20_001, "a text of more than 20,000"),
        ("note", "\u00e9" * 15_000, "a text of more than 20,000"),
        ("note", [" " * 10_000] * 60, "too large"),
    ],
)
def test_more_than_a_scenario_needs_is_refused_unread(
    field: str, value: Any, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {**own_copy(tmp_path, "first-light"), field: value}
    text = packed(json.dumps(told, ensure_ascii=False, default=dict).encode())
    club, loads = host(tmp_path), loads_counted(monkeypatch)
    assert words in make(club, document=text)["message"] and not loads


def loads_counted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Count how often Company Scale loads a scenario."""
    system, loads = type(systems()["company_scale"]), list[Any]()
    load = system.load

    def counted(self: Any, source: Any) -> Any:
        loads.append(source)
        return load(self, source)

    monkeypatch.setattr(system, "load", counted)
    return loads


def test_what_is_brought_is_loaded_once_to_make_a_game_and_begin_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club, text = host(tmp_path), sent(tmp_path)
    loads = loads_counted(monkeypatch)
    links = make(club, document=text)
    assert len(loads) == 1
    for player in [Player(club, seat, token) for seat, token in links.items() if seat]:
        monkeypatch.setattr(player, "_follow", lambda told: None)
        player.join()
    assert len(loads) == 1


def test_what_is_too_large_is_not_sent(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="too large"):
        reaching.make("ws://127.0.0.1:1", "company_scale", "mine", document="x" * 63_000)
