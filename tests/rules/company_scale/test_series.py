"""Another game of the series as data: two other nations, other ground, other hours, events of known effects."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.company_scale.battle_map import Terrain
from rules.company_scale.counters import MoveClass
from rules.company_scale.ground_charts import printed_ground_charts
from rules.company_scale.loading.opening import open_bundle
from rules.company_scale.loading.own_charts import HEAD
from rules.company_scale.loading.scenarios import load_scenario, whole
from rules.company_scale.pieces import day_of, hour_number, hour_of, turn_name
from rules.company_scale.r06_2_terrain import (
    crossing,
    passable,
    slope_modifier,
    step_cost,
    terrain_defense,
    terrain_word,
)
from rules.company_scale.r07_line_of_sight import line_of_sight, visible_from
from rules.company_scale.r08_7_indirect_fire import _who_concentrates
from rules.company_scale.r20_events import effects_of
from rules.company_scale.scenario import Scenario, scenario_folder
from rules.company_scale.series import event_sides, event_title, printed_charts, printed_hours, printed_series
from rules.company_scale.setting_up import start
from rules.company_scale.system import SYSTEM
from rules.engine.command import Plain
from rules.engine.frames import Frame
from rules.engine.record import RecordWriter
from rules.engine.record_reading import load_record, verify
from rules.engine.session import Session
from rules.files.documents import read_file
from rules.files.problems import ScenarioError
from rules.testing.bots import bots_for, play_out
from rules.testing.fuzz import FuzzSetting, check_one
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.refusing import Refusal, reasons
from tests.rules.company_scale.helpers.tables import TableTop, in_action_phase
from tests.rules.company_scale.helpers.turns import told
from tests.rules.company_scale.test_explain_refusals import CASES

CHARTS = Path(__file__).parent / "data" / "winter_war.yaml"
LEG, WHEELED, TRACKED = MoveClass.LEG, MoveClass.WHEELED, MoveClass.TRACKED


def winter_war(**changes: Any) -> dict[str, Any]:
    """Return First Light by the charts of another game, as a whole document; `changes` are to these charts."""
    home = scenario_folder()
    data = whole(open_bundle(read_file(home / "first-light.yaml"), home))
    charts = {key: value for key, value in read_file(CHARTS).mapping.items() if key not in ("format", "id", "title")}
    forces = [dict(part) for part in data["forces"]]
    for part in forces:  # whoever is disbanded at a printed hour
        divisions = part.get("divisions", ())
        part["divisions"] = [{key: v for key, v in each.items() if key != "ends"} for each in divisions]
    return {**data, "forces": forces, "charts": {**charts, **changes}, "first_turn": "1200", "turns": 5}


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return load_scenario(winter_war())


def problems(**charts: Any) -> list[str]:
    with pytest.raises(ScenarioError) as error:
        load_scenario(winter_war(**charts))
    return [problem.message for problem in error.value.problems]


# --- what is played by it ------------------------------------------------------------------------------------------


def test_the_printed_game_is_what_a_scenario_without_charts_is_played_by() -> None:
    scenario = load_scenario("first-light")
    assert scenario.map.charts == printed_ground_charts()
    assert (scenario.charts.series, scenario.charts.hours) == (printed_series(), printed_hours())


def test_both_sides_have_their_names_nations_and_look(scenario: Scenario) -> None:
    series = scenario.charts.series
    assert series.title == "Suomussalmi: The Raate Road"
    assert (series.sides["german"].name, series.sides["allied"].players) == ("Finnish", "the Soviets")
    assert {division.nation for division in scenario.divisions.values() if division.side == "allied"} == {"soviet"}
    assert not any(division.is_american for division in scenario.divisions.values())


def test_terrain_costs_protects_and_bars_as_its_chart_says(scenario: Scenario) -> None:
    charts = scenario.map.charts
    assert charts.entry[Terrain.WOODS] == {LEG: 1, WHEELED: None, TRACKED: 9}
    assert charts.entry[Terrain.TOWN] == printed_ground_charts().entry[Terrain.TOWN]
    ground = replace(board("..\nww"), charts=charts)
    into_woods = crossing(ground, 1030, 1031, "terrain")
    assert step_cost(ground, LEG, into_woods) == 2 and step_cost(ground, TRACKED, into_woods) == 18
    assert [why.text for why in passable(ground, WHEELED, into_woods)] == ["A wheeled unit can't enter taiga."]
    assert terrain_defense(ground, 1031) == -3 and Terrain.VINEYARD not in charts.cover


def test_hexsides_and_roads_do_what_their_charts_say(scenario: Scenario) -> None:
    def over(move: MoveClass, by: str = "terrain", **features: Any) -> tuple[list[str], int]:
        ground = replace(board(".\n.", levels="1\n2", **features), charts=scenario.map.charts)
        step = crossing(ground, 1030, 1031, by)
        why = [reason.text for reason in passable(ground, move, step)]
        return why, 0 if why else step_cost(ground, move, step)

    side = ["10.30/10.31"]
    assert over(WHEELED, stream=side) == ([], 10) and over(LEG, river=side) == ([], 8)
    assert over(TRACKED, river=side)[0] == ["A tracked unit can cross an open water hexside only by road."]
    assert over(LEG, slope=side) == ([], 8)
    assert over(LEG, by="paved", roads={"paved": ["10.30 10.31"]}) == ([], 2)
    slope = replace(board(".\n.", levels="1\n2", slope=side), charts=scenario.map.charts)
    assert slope_modifier(slope, 1030, 1031) == (-2, "upslope") and slope_modifier(slope, 1031, 1030)[0] == 0


def test_what_blocks_sight_is_in_the_charts(scenario: Scenario) -> None:
    printed = board(".\nv\n.")
    row = replace(printed, charts=scenario.map.charts)
    told = [line_of_sight(ground, 1030, 1032) for ground in (printed, row)]
    assert [line.clear for line in told] == [False, True]
    assert [1032 in visible_from(ground, 1030) for ground in (printed, row)] == [False, True]


def test_the_day_has_the_turns_of_the_track(scenario: Scenario) -> None:
    names = [turn_name(scenario, turn) for turn in range(1, 7)]
    assert names == ["1200", "Dusk", "Polar night", "Small hours", "0800", "1200"]
    assert [hour_of(scenario, turn).night for turn in range(1, 6)] == [False, False, True, True, False]
    assert [day_of(scenario, turn) for turn in (1, 4, 5, 9, 10)] == [0, 0, 1, 1, 2]
    assert [hour_number(scenario, turn) for turn in (4, 5)] == [4, 0]


def test_chapters_that_are_not_in_force_do_nothing(scenario: Scenario) -> None:
    assert not scenario.city and not scenario.exit
    without = load_scenario(winter_war(series={**winter_war()["charts"]["series"], "chapters": ["24"]}))
    guns = {name for name, unit in scenario.units.items() if unit.abandons_guns}
    assert guns and not any(without.units[name].abandons_guns or without.units[name].dual_purpose for name in guns)


# --- events of known effects (20.0) --------------------------------------------------------------------------------


def event(scenario: Scenario, die: int, *more: Plain) -> TableTop:
    """Put a table of the other game where the event chit has been drawn, with a die for it."""
    return in_action_phase(scenario, start(scenario), "event", Frame("random_event", "20.roll"), dice=(die, *more))


def test_an_event_has_one_effect_after_another(scenario: Scenario) -> None:
    table = event(scenario, 7)
    before = scenario.division_setup["tf_butler"]
    assert [kind for kind, _ in effects_of(scenario.charts.events[7])] == ["division", "division", "hero"]
    assert table.decision.kind == "hero_event" and table.decision.seat == "german"
    after = table.state.divisions["tf_butler"]
    assert (after.troop_quality, after.dispatch) == (before.troop_quality - 1, max(0, before.dispatch - 2))


def test_an_event_lets_one_choose_among_a_nation_or_the_other_side(scenario: Scenario) -> None:
    table = event(scenario, 3)
    assert table.asked == ("allied", "event")
    assert table.decision.prompt == (
        "Commissar: which division gains 1 troop quality, or which of the other side loses 1 troop quality?"
    )
    able = [each.text("division") for each in table.offered("choose")]
    german = next(name for name in able if scenario.divisions[name].side == "german")
    before = table.state.divisions[german].troop_quality
    table.do("choose", division=german)
    assert table.state.divisions[german].troop_quality == before - 1


def test_an_event_of_a_nation_that_nobody_has_is_none(scenario: Scenario) -> None:
    effect = {"effect": "division", "chooser": "allied", "of": "allied", "nation": "ukrainian", "dispatch": 2}
    events = [{"name": "Reserves", "effects": [effect]}, *({"name": "none"} for _ in range(9))]
    table = event(load_scenario(winter_war(random_events=events)), 0)
    assert [e["name"] for e in told(table, "RandomEvent")] == ["none"]


def test_an_event_of_the_americans_is_one_of_the_whole_side_where_there_are_none() -> None:
    events = [
        {"name": "american_officer", "chooser": "allied", "of": "allied", "dispatch": 3},
        *({"name": "none"},) * 9,
    ]
    scenario = load_scenario(winter_war(random_events=events))
    table = event(scenario, 0)
    assert [e["title"] for e in told(table, "RandomEvent")] == ["Soviet officer shows initiative"]
    assert table.state.divisions["tf_butler"].dispatch == scenario.division_setup["tf_butler"].dispatch + 3


def test_a_hero_has_one_of_the_powers_there_are(scenario: Scenario) -> None:
    document = winter_war()
    man = {"id": "pajari", "name": "Colonel Pajari", "type": "pajari", "formation": "pz_aa11"}
    formation = document["forces"][1]["formations"][0]["id"]
    document["forces"][1] = {**document["forces"][1], "heroes": [{**man, "formation": formation}]}
    made = load_scenario({**document, "heroes": ["pajari"]})
    assert made.heroes["pajari"].type == "adams" and made.heroes["pajari"].leaves_on == 9


# --- what is wrong with it -----------------------------------------------------------------------------------------

SERIES = winter_war()["charts"]["series"]
GIFT = {"effect": "division", "chooser": "german", "of": "german", "commands": 2}
BAD: list[tuple[dict[str, Any], str]] = [
    ({"terrain": {"bog": {}}}, '"bog" is not known here. Known: clear, woods, vineyard, marsh, village, town, city.'),
    ({"terrain": {"woods": {"name": "Taiga", "leg": 1}}},
     '"wheeled" is missing. Write whole movement points, or closed.'),
    ({"turn_track": [{"name": "1200"}, {"name": "0800"}, {"name": "1200"}]},
     "Turn 1 of the day is 1200 too; give each a name of its own."),
    ({"turn_track": [{"name": "0800"}]}, 'There is no turn of the day called "1200". Known: 0800.'),
    ({"series": {**SERIES, "german": {**SERIES["german"], "color": "#9cc4e8"}}},
     "Words in #9cc4e8 have a contrast of 1.4; take a darker color, for 4.5 or more."),
    ({"series": {**SERIES, "allied": {**SERIES["allied"], "bar": "#f0a79c"}}},
     "Pale letters on #f0a79c have a contrast of 1.8; take a darker color, for 4.5 or more."),
    ({"series": {**SERIES, "allied": {**SERIES["allied"], "name": "Finnish"}}},
     "Both sides have the name Finnish; give each its own."),
    ({"hero_types": {"pajari": {"leaves_on": 3}}},
     'Say whose power pajari has: "power: " and one of gregg, adams, murphy, wietersheim, rolin (14.1).'),
]  # fmt: skip
EVENTS: list[tuple[dict[str, Any], str]] = [
    ({"name": "Thaw"}, '"Thaw" is no printed event; say what it does in "effects", or write none, american_officer, '
     "german_officer, out_of_contact, desperation, intelligence, allied_hero, german_hero, air_strike, evacuation, "
     "supply_shortage."),
    ({"name": "air_strike", "effects": [GIFT]},
     'air_strike is a printed event with an effect of its own; give this one another name, or no "effects".'),
    ({"name": "Thaw", "effects": [{"effect": "hero"}]}, 'The effect hero needs a line "chooser: ...".'),
    ({"name": "Thaw", "effects": [{**GIFT, "commands": 0}]},
     "This changes nothing; say by how much dispatch, commands or troop_quality changes."),
    ({"name": "Thaw", "effects": [{**GIFT, "nation": "finish"}]},
     'There is no nation of this side called "finish". Did you mean "finnish"?'),
    ({"name": "Thaw", "effects": [{**GIFT, "or_from": "german"}]},
     "These are the divisions of the same side; name the other in or_from, or leave it out."),
    ({"name": "Thaw", "effects": [{**GIFT, "or_from": "allied"}]},
     "Say by how much or_dispatch, or_commands or or_troop_quality changes."),
]  # fmt: skip


@pytest.mark.parametrize(("charts", "text"), BAD)
def test_a_fault_in_a_series_is_one_clear_sentence(charts: dict[str, Any], text: str) -> None:
    assert text in problems(**charts)


def test_what_belongs_to_a_chapter_that_is_not_in_force_is_told() -> None:
    document = winter_war()
    place = next(i for i, part in enumerate(document["forces"]) if part["divisions"][0]["side"] == "german")
    more = {"chits": ["division", "formations", "kampfgruppe"], "ends": {"date": "1944-08-23", "turn": "Dusk"}}
    divisions = [{**each, **more} for each in document["forces"][place]["divisions"]]
    document["forces"][place] = {**document["forces"][place], "divisions": divisions}
    document["charts"]["series"] = {**SERIES, "chapters": []}
    with pytest.raises(ScenarioError) as error:
        load_scenario(document)
    tail = "to the chapters of its series, or leave this out."
    told = [problem.message for problem in error.value.problems]
    assert f'There are no Kampfgruppen in this game; add "24" {tail}' in told
    assert f'There are no divisions that are disbanded in this game; add "29" {tail}' in told


@pytest.mark.parametrize(("row", "text"), EVENTS)
def test_a_fault_in_an_event_is_one_clear_sentence(row: dict[str, Any], text: str) -> None:
    assert problems(random_events=[row, *({"name": "none"} for _ in range(9))]) == [text]


# --- played whole --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
def test_whole_random_games_of_it_hold_the_contract(scenario: Scenario, seed: int) -> None:
    played = check_one(FuzzSetting(SYSTEM, scenario, winter_war(), seed), ["random"], every=60)
    assert not played.faults and played.result


def test_a_record_of_it_holds_it_and_verifies(scenario: Scenario, tmp_path: Path) -> None:
    path = tmp_path / "raate.chitpull"
    session = Session.new(SYSTEM, scenario, seed=11, source=winter_war(), listeners=[RecordWriter(path)])
    play_out(session, bots_for(session.system.seats, ["random"], 11), 150)
    again = load_record(path, attach=False)
    assert again.notices == [] and verify(again, path) == []
    assert again.digest() == session.digest() and again.scenario.charts.series == scenario.charts.series


def test_the_hash_tells_other_ground_and_hours_and_not_names(scenario: Scenario) -> None:
    other = load_scenario(winter_war(turn_track=[{"name": "0800"}, {"name": "1200"}, {"name": "Dusk", "night": True}]))
    renamed = load_scenario(winter_war(series={**SERIES, "title": "Another name"}))
    assert scenario.hash != other.hash and scenario.hash == renamed.hash


def test_a_scenario_in_a_folder_carries_its_series(tmp_path: Path) -> None:
    document = winter_war()
    charts = document.pop("charts")
    (tmp_path / "charts").mkdir()
    (tmp_path / "charts" / "raate.yaml").write_text(json.dumps({**HEAD, "id": "raate", **charts}), encoding="utf-8")
    file = tmp_path / "raate-road.yaml"
    data = {**document, "format": "chitpull-scenario/1", "id": "raate-road", "charts": "raate"}
    file.write_text(json.dumps(data), encoding="utf-8")
    scenario = load_scenario(file)
    assert scenario.charts.series.title == "Suomussalmi: The Raate Road" and scenario.document is not None
    again = load_scenario(scenario.document)  # as its record holds it
    assert (again.hash, again.charts.series) == (scenario.hash, scenario.charts.series)


# --- in its words --------------------------------------------------------------------------------------------------

PRINTED = re.compile(r"\b(German|Allied|Allies|American)s?\b")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_refusal_calls_sides_and_nations_as_the_charts_do(case: Refusal, scenario: Scenario) -> None:
    table = case.position()
    charts, before = table.game.scenario.charts, table.game.scenario.charts.series
    object.__setattr__(charts, "series", replace(scenario.charts.series, chapters=before.chapters))
    try:
        told = [reason.text for reason in reasons(case, table)]
    finally:
        object.__setattr__(charts, "series", before)
    assert not any(PRINTED.search(text) for text in told), told


def test_printed_events_name_the_sides_of_the_game(scenario: Scenario) -> None:
    series, events = scenario.charts.series, scenario.charts.events
    assert event_title(series, events[6]) == "Soviet supply shortages" and event_title(series, events[1]) == ""
    assert not any(event_title(printed_series(), event) for event in printed_charts()["random_events"])
    assert [e["title"] for e in told(event(scenario, 6), "RandomEvent")] == ["Soviet supply shortages"]
    shared = {"name": "intelligence", "chooser": "german", "of": "german", "dispatch": 3, "or_from": "allied"}
    rows = [{**shared, "or_dispatch": -3}, *({"name": "none"} for _ in range(9))]
    assert event(load_scenario(winter_war(random_events=rows)), 0).decision.prompt == (
        "Finnish intelligence: which division gains 3 DP, or which Soviet one loses 3?"
    )
    assert event_sides(series, {"of": "german"})["nation"] == "Finnish"
    assert event_sides(printed_series(), {"of": "allied"})["nation"] == "American"


def test_who_may_concentrate_is_told_by_the_nations_of_the_game(scenario: Scenario) -> None:
    assert _who_concentrates(printed_series()) == "Only American artillery can concentrate indirect fire."
    assert _who_concentrates(scenario.charts.series) == "No artillery can concentrate indirect fire in this game."


def test_ground_is_called_by_its_name_in_sums_cards_and_sight(scenario: Scenario) -> None:
    ground = replace(board("..\nww\n..", stream=["10.30/10.31"]), charts=scenario.map.charts)
    assert terrain_word(ground, 1031) == "taiga"
    sight = line_of_sight(ground, 1030, 1032)
    assert not sight.clear and {"taiga", "frozen stream"} <= {part.what for part in sight.line}
