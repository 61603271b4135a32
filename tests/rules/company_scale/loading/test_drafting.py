"""Drafts: what lies on the table although it has faults, and what each gesture makes of the scenario."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.company_scale.loading.drafting import Drafting, Laid
from rules.company_scale.loading.gestures import (
    CannotPlace,
    boxed,
    carrying,
    emptied,
    places,
    turned_over,
    unloaded,
    with_arrival,
    with_colour,
    with_marker,
    with_piece,
    with_worth,
    without_marker,
    without_piece,
    without_worth,
)
from rules.company_scale.loading.known import KnownIds
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.scenario import scenario_folder
from rules.files.documents import read_file
from rules.files.problems import Problem, ScenarioError
from rules.hexes.grid import hex_id, hex_name
from rules.workshop.draft import DraftCheck, problems_of
from rules.workshop.edit import DoesNotFit, carried_out, edit_at

NAME = "company_scale/first-light.yaml"


def drafting(name: str = NAME) -> Drafting:
    return Drafting(scenario_folder().parent, name)


def documents(name: str = NAME, **changes: Any) -> dict[str, Any]:
    data = read_file(scenario_folder().parent / name).mapping
    return {name: {**data, **changes}}


def faults(table: Mapping[str, Any]) -> list[Problem]:
    return problems_of(table, NAME, scenario_folder().parent)


def where(data: Mapping[str, Any], piece: str) -> str:
    return places(data).get(piece, "")


@pytest.fixture(scope="module")
def known() -> KnownIds:
    return drafting().laid(documents()).known


@pytest.fixture(scope="module")
def campaign() -> KnownIds:
    name = "company_scale/montelimar-campaign.yaml"
    return drafting(name).laid(documents(name)).known


@pytest.fixture
def data() -> Mapping[str, Any]:
    found: Mapping[str, Any] = documents()[NAME]
    return found


# --- What lies on the table -----------------------------------------------------------------------------------------


def test_a_scenario_without_faults_lies_there_as_it_is_played() -> None:
    laid = drafting().laid(documents())
    played = load_scenario("first-light")
    assert replace(laid.scenario, path=played.path, hash=played.hash) == played
    assert laid.scenario.hash == "", "no game is recorded of it"
    assert {unit.id: unit.hex for unit in laid.view.units}["e_143"] == "18.43"


def test_what_cannot_be_shown_is_left_out_and_all_else_lies_there(data: Mapping[str, Any]) -> None:
    changed = documents(
        setup={
            **data["setup"],
            "nobody": {"hex": "18.40", "side": "deployed"},
            "e_143": {"hex": "99.99", "side": "deployed"},
            "f_143": {"hex": "18.42", "side": "deployed", "carries": "nobody"},
        },
        support_weapons={"hmg_h_143": "77.77", "nothing": "18.43", "pak_aa11": "available"},
        leaders={"nobody": "18.43"},
        heroes=["nobody"],
        markers=[{"hex": "00.01", "kind": "foxhole"}, {"hex": "18.40", "kind": "trench"}],
        reinforcements=[
            {"turn": 2, "hex": "88.88", "units": ["g_143"]},
            {"turn": 2, "hex": "18.36", "units": ["nobody"]},
        ],
        transports=["nothing"],
        attached={"nothing": "tf_butler"},
        divisions={**data["divisions"], "nothing": {"commands": 3}},
        victory={"hexes": [{"hex": "99.01", "points": {"german": 1}}, {"hex": "18.43", "points": {"german": 6}}]},
    )
    laid = drafting().laid(changed)
    where = {unit.id: unit.hex for unit in laid.view.units}
    assert where["e_143"] is None and where["f_143"] == "18.42" and where["g_143"] == "18.39"
    assert [(mark.hex, mark.kind) for mark in laid.view.markers] == [("18.40", "trench")]
    assert [goal.hex for goal in laid.scenario.victory.hexes] == [hex_id("18.43")]
    assert faults(changed)


def test_more_units_than_a_hex_holds_are_shown_all_the_same(data: Mapping[str, Any]) -> None:
    crowd = {name: {**begin, "hex": "18.43"} for name, begin in data["setup"].items()}
    laid = drafting().laid(documents(setup=crowd))
    assert {unit.hex for unit in laid.view.units} == {"18.43"}


def test_files_that_cannot_be_understood_are_refused_with_a_sentence() -> None:
    with pytest.raises(ScenarioError, match="no map file called"):
        drafting().laid(documents(map="savase"))
    with pytest.raises(ScenarioError, match="keys"):
        drafting().laid({NAME: []})


def test_map_and_forces_of_the_draft_take_the_place_of_shipped_ones_of_that_name(tmp_path: Path) -> None:
    home = scenario_folder()
    ground = {**read_file(home / "maps" / "savasse.yaml").mapping, "title": "My ridge"}
    forces = {**read_file(home / "forces" / "ge_flak.yaml").mapping, "needs": ["ge_11pz_recon"]}
    changed = {**documents(), "company_scale/maps/savasse.yaml": ground, "company_scale/forces/ge_flak.yaml": forces}
    draft = Drafting(tmp_path, NAME)
    assert draft.laid(changed).scenario.map.title == "My ridge"
    other = {**changed, "company_scale/maps/savasse.yaml": {**ground, "title": "Our ridge"}}
    assert draft.laid(other).scenario.map.title == "Our ridge"
    source = draft.source(other)
    assert load_scenario(source).map.title == "Our ridge" and "needs" not in source["forces"][-1]


def test_the_check_tells_faults_and_else_what_to_think_again(data: Mapping[str, Any]) -> None:
    assert faults(documents()) == []
    one_side = {name: begin for name, begin in data["setup"].items() if name.endswith(("143", "117", "59", "hq"))}
    alone = documents(setup=one_side, support_weapons={}, markers=[], victory={}, pieces="placed")
    found = faults(alone)
    assert found and {problem.severity for problem in found} == {"advice"}


# --- Gestures -------------------------------------------------------------------------------------------------------


def test_a_unit_is_moved_with_its_side_up_and_what_it_carries(data: Mapping[str, Any], known: KnownIds) -> None:
    after = with_piece(data, known, "hq_117", "24.43")
    assert after["setup"]["hq_117"] == {"hex": "24.43", "side": "column"}
    assert data["setup"]["hq_117"]["hex"] == "24.42", "nothing is changed in place"
    assert list(after["setup"]) == list(data["setup"])


def test_a_unit_from_the_tray_stands_deployed_if_it_can(data: Mapping[str, Any], known: KnownIds) -> None:
    free = without_piece(data, "e_143")
    assert "e_143" not in free["setup"]
    assert with_piece(free, known, "e_143", "18.40")["setup"]["e_143"] == {"hex": "18.40", "side": "deployed"}


def test_a_piece_is_not_put_off_the_map(data: Mapping[str, Any], known: KnownIds) -> None:
    for at, words in (("90.90", "not on this map"), ("16.35", "river water"), ("here", "hex")):
        with pytest.raises(CannotPlace, match=words):
            with_piece(data, known, "e_143", at)


def test_weapons_and_leaders_are_put_into_hexes_or_boxes_and_heroes_into_theirs(
    data: Mapping[str, Any], campaign: KnownIds, known: KnownIds
) -> None:
    assert with_piece(data, known, "hmg_h_143", "18.42")["support_weapons"]["hmg_h_143"] == "18.42"
    leader, hero = next(iter(campaign.leaders)), next(iter(campaign.heroes))
    at = "62.20"
    assert with_piece(data, campaign, leader, at)["leaders"] == {leader: at}
    with_hero = with_piece(data, campaign, hero, at)
    assert with_hero["heroes"] == [hero] and with_piece(with_hero, campaign, hero, at) == with_hero
    stored = boxed(data, "hmg_h_143")
    assert stored["support_weapons"]["hmg_h_143"] == "available" and where(stored, "hmg_h_143") == "available"


def test_a_piece_that_is_taken_off_is_nowhere_any_more(data: Mapping[str, Any], known: KnownIds) -> None:
    due = with_arrival(data, known, "e_143", 2, "18.36")
    assert "e_143" not in due["setup"] and due["reinforcements"] == [{"turn": 2, "hex": "18.36", "units": ["e_143"]}]
    assert "reinforcements" not in without_piece(due, "e_143")
    more = with_arrival(due, known, "f_143", 2, "18.36")
    assert more["reinforcements"] == [{"turn": 2, "hex": "18.36", "units": ["e_143", "f_143"]}]
    armed = with_arrival(more, known, "hmg_h_143", 2, "18.36")
    assert armed["reinforcements"][0]["support_weapons"] == ["hmg_h_143"]
    assert "support_weapons" not in without_piece(armed, "hmg_h_143")["reinforcements"][0]
    assert "hmg_h_143" not in armed["support_weapons"]


def test_a_weapon_arrives_with_units_only_and_sides_arrive_apart(data: Mapping[str, Any], known: KnownIds) -> None:
    with pytest.raises(CannotPlace, match=r"18\.0"):
        with_arrival(data, known, "hmg_h_143", 2, "18.36")
    both = with_arrival(with_arrival(data, known, "e_143", 2, "18.36"), known, "aa11_1", 2, "18.36")
    assert [due["units"] for due in both["reinforcements"]] == [["e_143"], ["aa11_1"]]


def test_a_unit_is_turned_over_unless_it_has_one_side(
    data: Mapping[str, Any], known: KnownIds, campaign: KnownIds
) -> None:
    assert turned_over(data, known, "e_143")["setup"]["e_143"]["side"] == "column"
    assert turned_over(turned_over(data, known, "e_143"), known, "e_143") == data
    name = "company_scale/montelimar-campaign.yaml"
    large = with_piece(documents(name)[name], campaign, "ffi_ambush_1", "62.20")
    with pytest.raises(CannotPlace, match=r"3\.2"):
        turned_over(large, campaign, "ffi_ambush_1")


def test_a_transport_takes_up_the_unit_of_its_side_in_the_hex(campaign: KnownIds) -> None:
    name = "company_scale/montelimar-campaign.yaml"
    start = emptied(documents(name)[name])
    kinds = campaign.charts["unit_types"]
    truck = next(unit for unit, raw in campaign.units.items() if kinds[raw["type"]].get("transport"))
    side = campaign.side(campaign.units[truck])
    foot = next(
        unit
        for unit, raw in campaign.units.items()
        if campaign.side(raw) == side and campaign.move_class(raw) == "leg" and "deployed" in kinds[raw["type"]]
    )
    at = "62.20"
    with pytest.raises(CannotPlace, match=r"15\.0"):
        with_piece(start, campaign, truck, at)
    standing = with_piece(start, campaign, foot, at)
    aboard = with_piece(standing, campaign, truck, at)
    assert aboard["setup"] == {truck: {"hex": at, "side": "column", "carries": foot}}
    moved = with_piece(aboard, campaign, truck, "62.21")
    assert moved["setup"][truck]["carries"] == foot and moved["setup"][truck]["hex"] == "62.21"
    assert unloaded(aboard, campaign, truck)["setup"] == {foot: {"hex": at, "side": "deployed"}}
    assert without_piece(aboard, foot)["setup"] == {truck: {"hex": at, "side": "column"}}
    assert carrying(without_piece(aboard, foot), truck, foot)["setup"] == aboard["setup"]


def test_works_replace_one_another_and_other_markers_lie_beside_them(data: Mapping[str, Any]) -> None:
    trench = with_marker(data, "18.43", "trench")
    here = [mark["kind"] for mark in trench["markers"] if mark["hex"] == "18.43"]
    assert here == ["trench"]
    both = with_marker(trench, "18.43", "dg", 2)
    assert with_marker(both, "18.43", "dg", 1)["markers"][-1] == {"hex": "18.43", "kind": "dg", "value": 1}
    left = without_marker(without_marker(both, "18.43", "dg"), "18.43", "trench")
    assert [mark["hex"] for mark in left["markers"]] == ["23.43", "16.39"]
    assert "markers" not in without_marker(with_marker({"setup": {}}, "18.43", "dg", 1), "18.43", "dg")


def test_a_hex_is_worth_points_and_then_nothing(data: Mapping[str, Any]) -> None:
    more = with_worth(data, "20.40", "allied", 4, "The farm")
    new = {"hex": "20.40", "name": "The farm", "colour": "red", "points": {"allied": 4}}
    assert more["victory"]["hexes"][-1] == new and len(more["victory"]["hexes"]) == 5
    both = with_worth(with_colour(more, "20.40", "green"), "20.40", "german", 2)
    assert both["victory"]["hexes"][-1] == {**new, "colour": "green", "points": {"allied": 4, "german": 2}}
    less = without_worth(without_worth(both, "20.40"), "18.43")
    assert [entry["hex"] for entry in less["victory"]["hexes"]] == ["18.39", "23.43", "16.39"]
    assert less["victory"]["win"] == {"german": 1}
    short = {**data, "victory": {"hexes": [{"hex": "18.43", "side": "german", "points": 3}]}}
    assert with_worth(short, "18.43", "allied", 1)["victory"]["hexes"] == [
        {"hex": "18.43", "points": {"german": 3, "allied": 1}}
    ]


def test_where_a_piece_is_is_told_in_words(data: Mapping[str, Any], known: KnownIds) -> None:
    due = with_arrival(data, known, "e_143", 2, "18.36")
    heroes = {**due, "heroes": ["gregg"]}
    told = {piece: where(heroes, piece) for piece in ("e_143", "f_143", "hmg_h_143", "gregg", "nobody")}
    expected = {"e_143": "turn 2, 18.36", "f_143": "18.42", "hmg_h_143": "18.43", "gregg": "in its box", "nobody": ""}
    assert told == expected
    assert where(carrying(data, "f_117", "e_143"), "e_143") == "aboard"


def test_an_emptied_scenario_keeps_map_forces_and_hours_and_has_nobody(data: Mapping[str, Any]) -> None:
    bare = emptied(data)
    assert bare["setup"] == {} and not {"note", "markers", "victory", "support_weapons"} & bare.keys()
    assert (bare["map"], bare["forces"], bare["turns"]) == (data["map"], data["forces"], data["turns"])
    assert drafting().laid({NAME: bare}).view.units


Gesture = tuple[str, int, int]
WAYS = ["put", "off", "turn", "later", "mark", "worth", "box"]


def gestures(*more: str) -> st.SearchStrategy[list[Gesture]]:
    each = st.tuples(st.sampled_from([*WAYS, *more]), st.integers(0, 200), st.integers(0, 400))
    return st.lists(each, min_size=1, max_size=12)


def done(data: Mapping[str, Any], laid: Laid, gesture: Gesture) -> Mapping[str, Any]:
    """Return the scenario after a gesture, the same where it cannot be done."""
    what, first, second = gesture
    pieces = [*laid.known.units, *laid.known.weapons, *laid.known.leaders]
    piece, hexes = pieces[first % len(pieces)], list(laid.scenario.map.hexes)
    at = hex_name(hexes[second % len(hexes)])
    ways: dict[str, Callable[[], Mapping[str, Any]]] = {
        "put": lambda: with_piece(data, laid.known, piece, at),
        "off": lambda: without_piece(data, piece),
        "turn": lambda: turned_over(data, laid.known, piece),
        "later": lambda: with_arrival(data, laid.known, piece, 1 + first % 5, at),
        "mark": lambda: with_marker(data, at, "foxhole"),
        "worth": lambda: with_worth(data, at, "german", 1 + first % 9),
        "box": lambda: boxed(data, piece) if piece in laid.known.weapons else data,
    }
    try:
        return ways[what]()
    except CannotPlace:
        return data


@settings(max_examples=30, deadline=None)
@given(gestures())
def test_whatever_is_done_by_gestures_can_be_shown_and_checked(gestures: list[Gesture]) -> None:
    draft, table = drafting(), documents()
    laid = draft.laid(table)
    data: Mapping[str, Any] = table[NAME]
    for gesture in gestures:
        data = done(data, laid, gesture)
    shown = draft.laid({NAME: data})
    where = {unit.id: unit.hex for unit in shown.view.units}
    assert all(where[unit] == begin["hex"] for unit, begin in data["setup"].items())
    for problem in faults({NAME: data}):
        assert problem.message and "Traceback" not in problem.message


BY_HAND: list[tuple[tuple[str, ...], Any]] = [
    (("setup", "e_143", "side"), "sideways"),
    (("setup", "e_143"), "18.40"),
    (("setup", "f_143", "hex"), "99.99"),
    (("turns",), "many"),
    (("title",), "A\u202etitle"),
    (("markers",), [{"hex": "18.43", "kind": "castle"}]),
    (("area",), {"columns": [16, 24], "rows": [36, 44]}),
    (("pieces",), "placed"),
    (("rules",), {"roads_over_hexsides": "free"}),
    (("divisions", "tf_butler"), {"troop_quality": 1}),
    (("nothing",), 1),
]
"""What may be written into a file by hand, most of it wrong."""


def written_by_hand(data: Mapping[str, Any], number: int) -> Mapping[str, Any]:
    route, value = BY_HAND[number % len(BY_HAND)]
    try:
        return dict(carried_out(data, edit_at(NAME, data, route, value)))
    except DoesNotFit:  # what it would stand in is gone
        return data


@settings(max_examples=25, deadline=None)
@given(gestures("hand", "hand", "undo", "undo"))
def test_after_every_stroke_all_is_as_one_would_find_it_who_opens_the_draft_then(gestures: list[Gesture]) -> None:
    draft, check, folder = drafting(), DraftCheck(scenario_folder().parent), scenario_folder().parent
    before: list[Mapping[str, Any]] = [documents()[NAME]]
    known = draft.laid({NAME: before[0]})
    for gesture in gestures:
        if gesture[0] == "undo":
            before = before[:-1] or before
        elif gesture[0] == "hand":
            before.append(written_by_hand(before[-1], gesture[1]))
        elif isinstance(before[-1]["setup"].get("e_143", {}), Mapping):
            before.append(done(before[-1], known, gesture))
        table = {NAME: before[-1]}
        assert draft.laid(table) == drafting().laid(table)
        assert check.problems(table, NAME) == problems_of(table, NAME, folder)


# --- A scenario that begins in the middle of a game ------------------------------------------------------------------


def stacking_after(data: Mapping[str, Any], noted: Mapping[str, Any], after: Mapping[str, Any]) -> Any:
    """Return what is noted of the stacks after a gesture."""
    begin = {"stacking": noted} if noted else {}
    followed = drafting().followed({NAME: {**data, "begin": begin}}, {**after, "begin": begin})
    return followed["begin"].get("stacking")


def test_what_is_noted_of_stacks_follows_who_joins_and_who_leaves(data: Mapping[str, Any], known: KnownIds) -> None:
    at, own = "18.43", known.division(known.units["e_143"])
    names = [name for name in data["setup"] if known.division(known.units[name]) == own]
    three = {**data, "setup": {name: {"hex": at, "side": "column"} for name in names[:3]}}
    four = with_piece(three, known, names[3], at)
    joined = stacking_after(three, {}, four)
    assert joined[at]["excess"] == 1
    five = with_piece(four, known, names[4], at)
    assert stacking_after(four, joined, five)[at]["excess"] == 2
    assert stacking_after(five, joined, without_piece(five, names[4]))[at] == joined[at], "no more than was noted"
    assert stacking_after(four, joined, without_piece(four, names[3])) is None, "three are no crowd"
    both = {at: {"mixed": True}, "20.40": {"mixed": True}}
    assert stacking_after(three, both, {**three, "setup": {}}) == {"20.40": {"mixed": True}}, "nobody stands there"


def test_what_a_kampfgruppe_brought_together_is_that_no_more_when_one_leaves(
    data: Mapping[str, Any], known: KnownIds
) -> None:
    noted = {"18.43": {"waived": ["e_143", "hq_143"]}}
    moved = with_piece(data, known, "e_143", "18.40")
    assert "18.43" not in (stacking_after(data, noted, moved) or {})
    turned = turned_over(data, known, "e_143")
    assert stacking_after(data, noted, turned) == noted


def test_a_scenario_that_begins_a_game_notes_nothing_of_its_stacks(data: Mapping[str, Any], known: KnownIds) -> None:
    after = with_piece(data, known, "e_143", "18.42")
    assert drafting().followed({NAME: data}, after) == after
