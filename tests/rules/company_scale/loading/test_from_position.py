"""A scenario of a position: loaded and begun it is the same position, and plays on the same."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.company_scale.loading.from_position import TurnStart, documents_of, last_start
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.scenario import scenario_folder
from rules.company_scale.setting_up import start
from rules.company_scale.state import ELIMINATED, MAP, OFF_MAP, OUT, REALLOCATING, ROUTED, HexStatus, State, Token, Unit
from rules.company_scale.system import SYSTEM
from rules.engine.record import RecordWriter
from rules.engine.record_reading import load_record
from rules.engine.seat import seats_of
from rules.engine.session import Session
from rules.files.documents import read_file
from rules.testing.bots import bots_for
from tests.rules.company_scale.helpers.drafts import NEVER_SAME, NO_MORE, differences, drafted, play_on, played, proved
from tests.rules.helpers.long import repeated

GAMES = [
    ("first-light", range(10), (2, 3, 4, 5), "random"),
    ("the-feint", range(5), (2, 3, 4), "rare"),
    ("11th-panzer-attacks", range(5), (2, 4, 6), "random"),
    ("rolins-night", range(3), (2, 3, 4), "random"),
    ("push-for-the-railway", range(3), (2, 5), "random"),
    ("the-bonlieu-gap", range(2), (5, 6), "random"),
    ("montelimar-campaign", range(1), (8,), "random"),  # 0700: the weather is rolled for
    ("the-final-battle", range(1), (5,), "random"),
]

"""Scenarios, how many games of each, the turns they go to, who plays. In the long run there are four times as many."""


@pytest.mark.parametrize(
    ("source", "seed", "turn", "bot"),
    [
        (source, seed, turns[seed % len(turns)], bot)
        for source, seeds, turns, bot in GAMES
        for seed in range(repeated(len(seeds), 4 * len(seeds)))
    ],
)
def test_a_draft_begins_and_goes_on_as_its_game(source: str, seed: int, turn: int, bot: str, tmp_path: Path) -> None:
    assert proved(source, seed, turn, tmp_path, bot) == []


def again(state: State, folder: Path, source: str = "montelimar-campaign") -> tuple[Any, list[str]]:
    """Return the draft of a position as it is loaded, and what differs where it begins."""
    session = Session.new(SYSTEM, load_scenario(source), source=source)
    scenario = drafted(session, TurnStart(0, state), folder)
    return scenario, [*differences(state, start(scenario), but=(*NEVER_SAME, *NO_MORE))]


def campaign(turn: int = 40) -> State:
    """Return the set-up of the campaign as if all that is due before a turn had waited; weather is known by then."""
    state = start(load_scenario("montelimar-campaign"))
    state.turn = turn
    return state


def test_what_waits_since_before_arrives_at_once_and_still_protects_its_hex(tmp_path: Path) -> None:
    scenario, found = again(campaign(), tmp_path)
    assert found == []
    old = load_scenario("montelimar-campaign")
    assert [due.turn for due in scenario.reinforcements] == [max(0, due.turn - 39) for due in old.reinforcements]
    assert scenario.entries == old.entries
    assert (scenario.date, scenario.first_turn, scenario.turns) == ("1944-08-25", "1100", 48)


def test_the_boxes_of_pieces_are_kept_with_the_sides_that_are_up(tmp_path: Path) -> None:
    state = campaign()
    for unit, place, up in (("feb61_1", ROUTED, True), ("fr71_1", ELIMINATED, False), ("hq_117", "exited", False)):
        state.hexes.pop(state.units[unit].hex, None)
        state.place(unit, 0, place)
        state.units[unit] = Unit(0, place, up)
    state.weapons["hmg_fr71"], state.weapons["flak_fr71"] = Token(0, OUT), Token(0, REALLOCATING)
    state.leaders["faure"] = Token(0, OFF_MAP)
    state.leaders["leader_fr71"] = replace(state.leaders["leader_fr71"], replaced=True)
    scenario, found = again(state, tmp_path)
    assert found == []
    assert scenario.begin.off_map["feb61_1"].deployed is None
    assert scenario.begin.off_map["fr71_1"].deployed is False
    assert not SYSTEM.check(scenario, start(scenario))


def test_heroes_stand_with_their_units(tmp_path: Path) -> None:
    state = campaign()
    here = state.units["fr71_5"].hex
    state.leaders["hero_german_1"] = Token(here, MAP, unit="fr71_5")
    state.leaders["wietersheim"] = Token(0, "available")
    scenario, found = again(state, tmp_path)
    assert found == []
    assert scenario.begin.companions == {"hero_german_1": "fr71_5"}
    assert scenario.leader_setup["wietersheim"] == 0


def test_every_marker_and_record_is_kept(tmp_path: Path) -> None:
    state = campaign()
    here, there = state.units["fr71_5"].hex, state.units["hq_117"].hex
    state.hexes[here] = HexStatus(3, "pinned", "sustained_fire", True, True, "foxhole", 1, True, ("fr71_5",), there)
    state.hexes[there] = HexStatus(0, "suppressed", "no_opportunity_fire", concentrated=True)
    state.barrages, state.illuminated = {here: "smoke", there: "heavy"}, (there,)
    state.on_fire, state.fire_cleared = (2038, 2040), (2042,)
    state.turn_to("fr71_6", False)
    state.abandoned, state.traffic_jam, state.rerolls = ("fr71_6",), here, ("allied",)
    state.weather, state.points, state.losses = "rain", {"german": 7, "allied": 31}, {"german": 5}
    state.scored = {"german:exited": 4, "allied:eliminated": 5}
    state.air_support = {"us_36": 2}
    state.attached, state.absorbed = {"fr_71": "ge_198"}, {"tf_butler": "ir_143"}
    scenario, found = again(state, tmp_path)
    assert found == []
    assert scenario.begin.traffic_jam == here


def test_the_first_start_is_the_scenario_itself(tmp_path: Path) -> None:
    session = Session.new(SYSTEM, load_scenario("first-light"), source="first-light")
    (draft,) = documents_of(
        "first-light", session.scenario, last_start(session).state, name="own", title="Own"
    ).values()
    assert "begin" not in draft
    raw = read_file(scenario_folder() / "first-light.yaml").mapping
    assert {key for key in raw if draft.get(key) != raw[key]} == {"id", "title", "note", "playing_time"}
    assert drafted(session, last_start(session), tmp_path).setup == session.scenario.setup


def test_the_draft_of_a_draft_is_the_same(tmp_path: Path) -> None:
    session = played("the-bonlieu-gap", 1, 4)
    first = drafted(session, last_start(session), tmp_path)
    path = tmp_path / "company_scale" / "draft.yaml"
    told = documents_of(path, first, start(first), name="draft", title="A draft")
    assert told == {"company_scale/draft.yaml": read_file(path).data}


def test_a_turn_leads_to_its_start_wherever_in_it_one_asks() -> None:
    session = played("first-light", 4, 3)
    early = last_start(session)
    before = session.seq
    bots, seats = bots_for(SYSTEM.seats, ["random"], 5), seats_of(session)
    for _ in range(30):
        assert session.decision is not None
        seat = session.decision.seat
        session.submit(seat, session.seq, bots[seat].choose(seats[seat], session.decision))
    late = last_start(session)
    assert session.state.turn == 3
    assert early.seq == late.seq <= before < session.seq
    assert not list(differences(early.state, late.state, but=()))
    assert early.state.turn == 3 and [frame.kind for frame in early.state.frames] == ["turn"]


def test_a_saved_game_leads_to_the_same_start(tmp_path: Path) -> None:
    scenario, writer = load_scenario("first-light"), RecordWriter(tmp_path / "a.chitpull")
    session = Session.new(SYSTEM, scenario, seed=6, listeners=[writer], source="first-light")
    play_on(session, 3, 6)
    start_of_turn, loaded = last_start(session), last_start(load_record(tmp_path / "a.chitpull"))
    assert start_of_turn.seq == loaded.seq
    assert not list(differences(start_of_turn.state, loaded.state, but=()))


def test_a_map_and_forces_in_the_scenario_become_files(tmp_path: Path) -> None:
    session = played("10-rally", 2, 2)
    documents = documents_of("10-rally", session.scenario, last_start(session).state, name="own", title="Own")
    assert list(documents) == [
        "company_scale/own.yaml",
        "company_scale/maps/example_rally.yaml",
        "company_scale/forces/10-rally_1.yaml",
    ]
    assert "kind" not in documents["company_scale/own.yaml"]
    assert proved("10-rally", 2, 2, tmp_path) == []


def own_scenario(folder: Path) -> Path:
    """Write a scenario with forces and charts of its own on a shipped map."""
    (folder / "forces").mkdir(parents=True)
    (folder / "charts").mkdir()
    forces = (scenario_folder() / "forces" / "ge_flak.yaml").read_text(encoding="utf-8")
    (folder / "forces" / "flak.yaml").write_text(forces.replace("name: ", "name: My ", 1), encoding="utf-8")
    (folder / "charts" / "wet.yaml").write_text(
        "format: chitpull-charts/1\nid: wet\nweather: {rain: [3, 10]}\n", encoding="utf-8"
    )
    text = (scenario_folder() / "first-light.yaml").read_text(encoding="utf-8")
    path = folder / "mine.yaml"
    path.write_text(text.replace("ge_flak]", "flak]") + "\ncharts: wet\n", encoding="utf-8")
    return path


def test_own_forces_and_charts_come_along_and_what_ships_is_named(tmp_path: Path) -> None:
    path = own_scenario(tmp_path / "own")
    assert proved(path, 3, 3, tmp_path / "draft") == []
    names = {each.relative_to(tmp_path / "draft").as_posix() for each in (tmp_path / "draft").rglob("*.yaml")}
    assert names == {"company_scale/draft.yaml", "company_scale/forces/flak.yaml", "company_scale/charts/wet.yaml"}
    draft = read_file(tmp_path / "draft" / "company_scale" / "draft.yaml").mapping
    assert (draft["map"], draft["charts"]) == ("savasse", "wet")


def test_a_saved_game_of_an_own_scenario_needs_its_files_no_more(tmp_path: Path) -> None:
    source = load_scenario(own_scenario(tmp_path / "own")).document
    shutil.rmtree(tmp_path / "own")
    assert proved(source, 3, 3, tmp_path / "draft") == []
    draft = read_file(tmp_path / "draft" / "company_scale" / "draft.yaml").mapping
    assert draft["map"] == "savasse"
