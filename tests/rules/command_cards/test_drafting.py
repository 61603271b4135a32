"""Drafts of Battle Cards: what lies on the board although it has faults, and what each gesture makes of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.command_cards.charts import house_charts, scenario_folder
from rules.command_cards.hexes import HEXES, NEIGHBOURS
from rules.command_cards.loading.checks import Site
from rules.command_cards.loading.drafting import Drafting, Laid
from rules.command_cards.loading.gestures import (
    CannotPlace,
    Standing,
    emptied,
    entries_at,
    set_aside,
    unit_in,
    with_arrival,
    with_card_turned,
    with_entry,
    with_exit,
    with_hex,
    with_night,
    with_objective,
    with_obstacle,
    with_unit,
    with_unit_moved,
    without_exit,
    without_hex,
    without_obstacle,
    without_unit,
)
from rules.command_cards.loading.ground_gestures import (
    cleared,
    course,
    terrain_of,
    with_name,
    with_road,
    with_terrain,
    without_road,
)
from rules.command_cards.loading.scenarios import load_scenario, scenario_files
from rules.command_cards.state import SEATS
from rules.files.documents import read_file
from rules.files.problems import Problem, ScenarioError
from rules.workshop.draft import problems_of, stroke_of
from rules.workshop.edit import carried_out
from rules.workshop.yaml_patch import patched

NAME = "command_cards/bonlieu.yaml"
Raw = Mapping[str, Any]
HOUSE = house_charts()


def drafting() -> Drafting:
    return Drafting(scenario_folder().parent, NAME)


def raw(**changes: Any) -> dict[str, Any]:
    return {**read_file(scenario_folder() / "bonlieu.yaml").mapping, **changes}


def laid(data: Raw) -> Laid:
    return drafting().laid({NAME: data})


def faults(data: Raw) -> list[Problem]:
    return [p for p in problems_of({NAME: data}, NAME, scenario_folder().parent) if p.severity == "fault"]


@pytest.fixture(scope="module")
def data() -> Raw:
    return raw()


@pytest.fixture(scope="module")
def ground() -> Site:
    return laid(raw()).site


@pytest.fixture(scope="module")
def land() -> Raw:
    return laid(raw()).land


# --- What lies on the board -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", scenario_files(), ids=lambda path: path.stem)
def test_a_scenario_without_faults_lies_there_as_it_is_played(path: Any) -> None:
    name = f"command_cards/{path.name}"
    draft, documents = Drafting(scenario_folder().parent, name), {name: read_file(path).mapping}
    shown, played = draft.laid(documents), load_scenario(path)
    assert shown.scenario == played
    assert {unit.hex for unit in shown.view.units.values()} == {u.hex for u in played.units.values() if not u.round}
    assert load_scenario(draft.source(documents)) == played


GOAL = {"for": "german", "medals": 1, "keep": True, "name": "x"}
ODD: list[tuple[str, Any, int]] = [
    ("units", None, 0),
    ("units", {"german": {"Z9": "armor", "E5": "armor"}, "allied": {"B13": "infantry", "E6": "moat"}}, 1),
    ("obstacles", {"E5": "moat", "B13": "wire", "E4": {"kind": "wire"}}, 20),
    ("objectives", [{"hexes": ["B13"], **GOAL}, None, {"hexes": ["E4"], **GOAL}], 20),
    ("sides", {"german": {"edge": "top"}}, 20),
    ("sides", None, 20),
    ("map", {"rows": ["q" * 15] * 9, "roads": [["A1", "A2", "C4"], ["B13", "A1"]], "names": {"B13": "x"}}, 20),
    ("map", {"rows": None}, 20),
    ("limit", None, 20),
    ("date", "yesterday", 20),
    ("terrain", [{"round": 2, "hexes": {"B13": "ford", "A1": "ford"}}], 20),
    ("reinforcements", [{"side": "german", "round": 1, "hexes": ["B13"], "units": ["armor"]}], 20),
    ("night", {"until_round": 2}, 20),
    ("set_aside", ["nothing"], 20),
]


@pytest.mark.parametrize(("field", "value", "units"), ODD)
def test_what_cannot_be_shown_is_left_out_and_all_else_lies_there(field: str, value: Any, units: int) -> None:
    changed = raw(**{field: value})
    shown = laid(changed)
    assert len(shown.view.units) == units and faults(changed)
    assert all(goal.hexes == ("E4",) for goal in shown.view.objectives) or field != "objectives"
    assert shown.view.obstacles == {} or field != "obstacles"


def test_a_map_with_faults_is_shown_open_where_it_has_none() -> None:
    land = laid(raw(map={"rows": ["w" + "q" * 15] * 9, "roads": [["A1", "A2", "C4", "C5"]]})).land
    assert {len(row) for row in land["rows"]} == {12, 13} and land["rows"][0] == "w" + "." * 12
    assert land["roads"] == [["A1", "A2"], ["C4", "C5"]]


def test_files_that_cannot_be_understood_are_refused_with_a_sentence() -> None:
    for value, words in ((7, "map"), ("bonlieux", "no map called")):
        with pytest.raises(ScenarioError, match=words):
            laid(raw(map=value))
    with pytest.raises(ScenarioError, match="keys"):
        drafting().laid({NAME: []})


def test_a_remedy_puts_right_what_it_stands_for() -> None:
    for changed in (
        raw(units={**raw()["units"], "german": {"F1": "armor"}}),
        raw(obstacles={"G1": "sandbags"}),
        raw(sides={seat: {"edge": "top", "hand": 5, "medals": 5} for seat in SEATS}),
        raw(map={**laid(raw()).land, "names": {"B13": "nowhere"}}),
    ):
        [problem] = faults(changed)
        after: Any = changed
        for edit in stroke_of(replace(problem, file=NAME), {NAME: changed}):
            after = carried_out(after, edit)
        assert problem.remedy is not None and [str(p) for p in faults(after)] in ([], [str(NOBODY)])


NOBODY = "command_cards/bonlieu.yaml: units.german: The german side has no units. A side without units has lost."


# --- Gestures on the board ------------------------------------------------------------------------------------------


def test_a_unit_is_put_and_taken_off_again(data: Raw, ground: Site) -> None:
    after = with_unit(data, ground, "E7", "german", "armor")
    assert unit_in(after, "E7") == Standing("german", "armor") and unit_in(data, "E7") is None
    assert without_unit(after, "E7") == data
    other = with_unit(after, ground, "E7", "allied", "infantry")
    assert unit_in(other, "E7") == Standing("allied", "infantry") and "E7" not in other["units"]["german"]


@pytest.mark.parametrize("odd", [True, {"E5": None}, {"E5": {"for": "german"}}, {"E5": 7}])
def test_a_unit_is_put_where_a_file_has_nonsense_for_an_obstacle(ground: Site, odd: Any) -> None:
    there = with_unit(raw(obstacles=odd), ground, "E5", "allied", "armor")
    assert unit_in(there, "E5") == Standing("allied", "armor") and faults(there)


def test_a_unit_is_moved_in_its_place_in_the_file_and_changes_places_with_another(data: Raw, ground: Site) -> None:
    moved = with_unit_moved(data, ground, "E4", "D4")
    assert list(moved["units"]["allied"])[1] == "D4" and with_unit_moved(moved, ground, "D4", "E4") == data
    side = with_unit_moved(data, ground, "G4", "I6")["units"]["german"]
    assert list(side) == list(data["units"]["german"]) and (side["G4"], side["I6"]) == ("armor", "infantry")
    swapped = with_unit_moved(data, ground, "E4", "I8")
    assert unit_in(swapped, "I8") == Standing("allied", "infantry")
    assert unit_in(swapped, "E4") == Standing("german", "elite_armor")


def test_sandbags_go_with_their_unit(data: Raw, ground: Site) -> None:
    moved = with_unit_moved(data, ground, "E6", "D6")
    assert moved["obstacles"] == {"D6": "sandbags", "E10": "wire", "F7": "roadblock"}
    assert with_unit_moved(data, ground, "E6", "E4")["obstacles"] == data["obstacles"], "both hexes keep a unit"
    assert "E6" not in without_unit(data, "E6")["obstacles"]
    assert with_unit_moved(data, ground, "E6", "F7")["obstacles"] == {"E10": "wire", "F7": "roadblock"}


@pytest.mark.parametrize(
    ("gesture", "words"),
    [
        (lambda d, g: with_unit(d, g, "B13", "german", "armor"), "no hex B13"),
        (lambda d, g: with_unit(d, g, "F1", "german", "armor"), r"Armor can't be in F1 \(stream\)"),
        (lambda d, g: with_unit_moved(d, g, "I6", "F7"), r"Armor can't be in F7 \(roadblock\)"),
        (lambda d, g: with_obstacle(d, g, "E7", "sandbags"), "Sandbags need a unit"),
        (lambda d, g: with_obstacle(d, g, "B6", "tank_trap"), r"Armor can't be in B6 \(tank trap\)"),
        (lambda d, g: with_obstacle(d, g, "J1", "wire"), "no hex J1"),
        (
            lambda d, g: with_obstacle(d, Site({**g.ground, "E7": "sea"}, g.charts), "E7", "wire"),
            r"No unit can be in E7 \(sea\)",
        ),
        (
            lambda d, g: with_objective(d, Site({**g.ground, "E7": "sea"}, g.charts), "E7", "german", 1, ""),
            r"No unit can enter E7 \(sea\)",
        ),
        (lambda d, g: with_exit(d, g, "J1", "german", 1), "no hex J1"),
        (lambda d, g: with_arrival(d, g, "F1", Standing("german", "armor"), 2), "Armor can't be in F1"),
    ],
)
def test_what_can_be_put_nowhere_there_is_refused_in_a_sentence(
    data: Raw, ground: Site, gesture: Any, words: str
) -> None:
    with pytest.raises(CannotPlace, match=words):
        gesture(data, ground)


def test_obstacles_replace_one_another_and_bunkers_have_a_side(data: Raw, ground: Site) -> None:
    wire = with_obstacle(data, ground, "E7", "wire")
    bunker = with_obstacle(wire, ground, "E7", "bunker", "german")
    assert bunker["obstacles"]["E7"] == {"kind": "bunker", "for": "german"}
    assert without_obstacle(bunker, "E7") == data and not faults(bunker)
    assert "obstacles" not in without_obstacle({"obstacles": {"E7": "wire"}}, "E7")


def test_objectives_exits_and_arrivals_are_made_widened_and_undone(data: Raw, ground: Site) -> None:
    goal = with_objective(data, ground, "E8", "allied", 2, "")
    assert goal["objectives"][-1] == {"hexes": ["E8"], "for": "allied", "medals": 2, "keep": True, "name": "E8"}
    assert with_objective(goal, ground, "E8", "allied", 1, "")["objectives"][-1]["medals"] == 1
    wide = with_entry(with_hex(goal, ground, "objectives", 3, "E9"), "objectives", 3, need="all", keep=False)
    assert wide["objectives"][-1]["hexes"] == ["E8", "E9"] and not faults(wide)
    assert without_hex(without_hex(wide, "objectives", "E9"), "objectives", "E8") == data
    ways = with_exit(with_exit(data, ground, "A1", "german", 1), ground, "A2", "german", 1)
    assert ways["exits"] == [{"side": "german", "hexes": ["A1", "A2"], "medals": 1}]
    other = with_exit(ways, ground, "A2", "german", 2)
    assert [way["hexes"] for way in other["exits"]] == [["A1"], ["A2"]]
    assert without_exit(without_exit(ways, "A1", "german"), "A2", "german") == data
    both = with_exit(with_exit(data, ground, "A1", "german", 1), ground, "A1", "allied", 1)
    assert [way["side"] for way in without_exit(both, "A1", "german")["exits"]] == ["allied"]
    due = with_arrival(data, ground, "I1", Standing("german", "armor"), 4)
    more = with_arrival(due, ground, "I1", Standing("german", "infantry"), 4)
    assert more["reinforcements"][-1]["units"] == ["armor", "infantry"] and not faults(more)
    assert [place for place, _ in entries_at(more, "reinforcements", "I1")] == [1]
    assert without_hex(more, "reinforcements", "I1") == data


def test_cards_are_set_aside_and_night_falls(data: Raw) -> None:
    card = next(iter(HOUSE.cards))
    aside = with_card_turned(data, card)
    assert set_aside(aside) == [card] and with_card_turned(aside, card) == data
    night = with_night(data, 4, 2)
    assert laid(night).view.night == 2 and not faults(night) and with_night(night, 0, 0) == data


def test_an_emptied_battle_keeps_board_sides_and_cards_and_has_nobody(data: Raw) -> None:
    bare = emptied(with_card_turned(data, "barrage"))
    assert bare["units"] == {"allied": {}, "german": {}} and bare["note"] == "" and set_aside(bare)
    assert not {"obstacles", "objectives", "exits", "reinforcements", "terrain"} & bare.keys()
    assert (bare["map"], bare["sides"], bare["limit"]) == (data["map"], data["sides"], data["limit"])
    assert laid(bare).view.units == {}


# --- Gestures on the ground -----------------------------------------------------------------------------------------


def test_changed_ground_is_the_battles_own_and_the_map_it_named_stays(data: Raw, land: Raw) -> None:
    after = with_terrain(data, land, HOUSE, ["D3", "D4"], "woods")
    assert data["map"] == "bonlieu" and isinstance(after["map"], dict)
    assert after["map"]["rows"][3] == "..wwv..w...." and {**after, "map": data["map"]} == data
    assert with_terrain(data, land, HOUSE, ["D3"], "open") == data, "what is so already leaves the map where it was"
    assert with_terrain(after, after["map"], HOUSE, ["D3", "D4"], "open")["map"] == land and not faults(after)


def test_water_is_bridged_and_rocks_end_a_road(data: Raw, land: Raw) -> None:
    wet = with_terrain(data, land, HOUSE, ["D7"], "river")["map"]
    assert terrain_of(wet, "D7") == "bridge" and wet["roads"] == land["roads"]
    cut = with_terrain(data, land, HOUSE, ["D7"], "crag")["map"]
    assert cut["roads"] == [["I6", "H6", "G7", "F7", "E7"], ["C7", "B6", "A6"]]


def test_a_road_is_laid_along_hexes_and_taken_up(data: Raw, land: Raw) -> None:
    assert course("A1", "C4") == ["A1", "A2", "A3", "B3", "C4"]
    after = with_road(data, land, HOUSE, course("F2", "H2"))
    assert after["map"]["roads"][-1] == ["F2", "G2", "H2"] and terrain_of(after["map"], "F2") == "bridge"
    assert not faults(after)
    on = with_road(data, land, HOUSE, ["A6", "A5", "A4"])["map"]
    assert on["roads"] == [[*land["roads"][0], "A5", "A4"]]
    assert without_road({}, without_road({}, on, "A4")["map"], "A5")["map"] == land
    assert with_road(data, land, HOUSE, ["I6", "H6", "G7"]) == data
    with pytest.raises(CannotPlace, match=r"A road can't cross D3 \(crag\)"):
        with_road(data, with_terrain(data, land, HOUSE, ["D3"], "crag")["map"], HOUSE, ["D2", "D3"])


def test_places_get_names_and_lose_them_and_the_ground_can_be_cleared(data: Raw, land: Raw) -> None:
    named = with_name(data, land, "D3", "The mill")
    assert laid(named).scenario.map.names["D3"] == "The mill" and with_name({}, named["map"], "D3", "")["map"] == land
    bare = cleared(data, land)["map"]
    assert {letter for row in bare["rows"] for letter in row} == {"."} and not {"roads", "names"} & bare.keys()


# --- Whatever is done -----------------------------------------------------------------------------------------------

DEEDS = ("put", "move", "off", "obstacle", "goal", "exit", "due", "terrain", "road", "card", "night")
STROKES = st.lists(
    st.tuples(st.sampled_from(DEEDS), st.sampled_from(HEXES), st.sampled_from(HEXES), st.integers(0, 1000)),
    min_size=1,
    max_size=14,
)


def done(data: Raw, land: Raw, ground: Site, what: str, at: str, to: str, number: int) -> Raw:
    """Return the battle after one gesture of any kind."""
    seat, kinds = SEATS[number % 2], list(HOUSE.units)
    kind, obstacle = kinds[number % len(kinds)], list(HOUSE.obstacles)[number % len(HOUSE.obstacles)]
    deeds: dict[str, Any] = {
        "put": lambda: with_unit(data, ground, at, seat, kind),
        "move": lambda: with_unit_moved(data, ground, at, to) if unit_in(data, at) else data,
        "off": lambda: without_unit(data, at),
        "obstacle": lambda: with_obstacle(data, ground, at, obstacle, seat),
        "goal": lambda: with_objective(data, ground, at, seat, 1 + number % 6, ""),
        "exit": lambda: with_exit(data, ground, at, seat, 1 + number % 3),
        "due": lambda: with_arrival(data, ground, at, Standing(seat, kind), 1 + number % 9),
        "terrain": lambda: with_terrain(
            data, land, HOUSE, {at, to}, list(HOUSE.terrains)[number % len(HOUSE.terrains)]
        ),
        "road": lambda: with_road(data, land, HOUSE, course(at, to)),
        "card": lambda: with_card_turned(data, list(HOUSE.cards)[number % len(HOUSE.cards)]),
        "night": lambda: with_night(data, number % 6, 1 + number % 3),
    }
    try:
        found: Raw = deeds[what]()
    except CannotPlace:
        return data
    return found


@settings(max_examples=60, deadline=None)
@given(STROKES)
@example([("put", "E4", "A1", 1), ("put", "E4", "A1", 0)])  # the same units, in another order
def test_whatever_is_done_by_gestures_is_shown_checked_and_written(strokes: list[tuple[str, str, str, int]]) -> None:
    draft, data = drafting(), raw()
    for what, at, to, number in strokes:
        now = draft.laid({NAME: data})
        data = dict(done(data, now.land, now.site, what, at, to, number))
    shown = draft.laid({NAME: data})
    standing = {(unit.seat, unit.hex, unit.kind) for unit in shown.view.units.values()}
    assert standing == {(seat, h, kind) for seat in SEATS for h, kind in data["units"][seat].items()}
    found = faults(data)
    assert all(problem.message.endswith(".") for problem in found)
    if not any(what in ("terrain", "road", "obstacle") for what, *_ in strokes):
        assert [p for p in found if p.route[0] != "units" and p.route[0] != "objectives"] == []
    if not found:
        assert load_scenario(data) == shown.scenario
    text = (scenario_folder() / "bonlieu.yaml").read_text(encoding="utf-8")
    lines, after = text.splitlines(), patched(text, data).splitlines()
    if not any(what in ("terrain", "road") for what, *_ in strokes):
        kept = [line for line in lines if line.startswith(("#", "title", "map", "first", "limit", "  Grenadier"))]
        assert [line for line in after if line in kept] == kept


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(HEXES), st.sampled_from(list(HOUSE.units)), st.sampled_from(SEATS))
def test_erasing_undoes_what_was_put_on_free_ground(at: str, kind: str, seat: str) -> None:
    data = raw()
    now = laid(data)
    ground = now.site
    pairs = [
        (lambda: with_unit(data, ground, at, seat, kind), lambda after: without_unit(after, at)),
        (lambda: with_obstacle(data, ground, at, "wire"), lambda after: without_obstacle(after, at)),
        (lambda: with_objective(data, ground, at, seat, 1, ""), lambda after: without_hex(after, "objectives", at)),
        (lambda: with_exit(data, ground, at, seat, 1), lambda after: without_exit(after, at, seat)),
        (
            lambda: with_arrival(data, ground, at, Standing(seat, kind), 9),
            lambda after: without_hex(after, "reinforcements", at),
        ),
    ]
    taken = unit_in(data, at), at in data["obstacles"], *(entries_at(data, k, at) for k in ("objectives", "exits"))
    if any(taken) or entries_at(data, "reinforcements", at):
        return
    for put, erase in pairs:
        try:
            after = put()
        except CannotPlace:
            continue
        assert after != data and erase(after) == data
    beside = NEIGHBOURS[at][0]
    if not any({at, beside} & set(road) for road in now.land["roads"]):
        road = with_road(data, now.land, HOUSE, [at, beside])["map"]
        assert without_road({}, road, at)["map"]["roads"] == now.land["roads"]
