"""Drafts of Striking the Anvil: what lies on the table although it has faults, and what each gesture makes of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.files.documents import read_file
from rules.files.problems import CannotPlace, Problem, ScenarioError
from rules.striking_anvil.loading import gestures
from rules.striking_anvil.loading.checks import home
from rules.striking_anvil.loading.drafting import Drafting, Laid
from rules.striking_anvil.loading.scenarios import load_scenario
from rules.workshop.draft import problems_of, stroke_of
from rules.workshop.edit import between, carried_out, inverse
from rules.workshop.yaml_patch import patched

SCENARIOS = ("anvil-historical", "anvil-june", "anvil-redeploy")
Raw = Mapping[str, Any]


def name_of(scenario: str = "anvil-historical") -> str:
    return f"striking_anvil/{scenario}.yaml"


def raw(scenario: str = "anvil-historical") -> Raw:
    found: Raw = read_file(home() / f"{scenario}.yaml").mapping
    return found


def drafting(scenario: str = "anvil-historical") -> Drafting:
    return Drafting(home().parent, name_of(scenario))


def laid(data: Raw) -> Laid:
    return drafting().laid({name_of(): data})


KNOWN = laid(raw()).known
AREAS, BOXES = list(KNOWN.ground["areas"]), list(KNOWN.ground["boxes"])
PIECES = list(KNOWN.counters["counters"])
SITES = sorted({site for area in AREAS for site in KNOWN.sites(area)})


def faults(data: Raw) -> list[str]:
    name = name_of(data["id"])
    found = problems_of({name: data}, name, home().parent)
    return [problem.message for problem in found if problem.severity == "fault"]


# --- Laying out ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_laid_is_the_scenario_as_it_is_loaded(scenario: str) -> None:
    documents = {name_of(scenario): raw(scenario)}
    shipped = load_scenario(scenario)
    assert drafting(scenario).laid(documents).scenario == shipped
    source = drafting(scenario).source(documents)
    assert replace(load_scenario(dict(source)), hash=shipped.hash) == shipped and isinstance(source["map"], Mapping)


def test_who_is_still_to_arrive_lies_in_the_boxes_or_where_he_drops() -> None:
    view = laid(raw()).view
    assert view.units["us-7ir"].at == "LZW" and view.units["us-517pir"].at == "07"


@pytest.mark.parametrize(
    "wrong",
    [
        {"setup": {"99": ["us-7ir"], "01": ["de-nobody", "de-cd01", "de-cd01"], "02": 7}},
        {"reinforcements": [{"turn": 1, "box": "NOWHERE", "units": ["us-7ir"]}, "soon"]},
        {"paradrops": [{"turn": 1, "area": "98", "units": ["us-517pir"]}, {"turn": 2}]},
        {"fortifications": {"09": 11, "10": 12, "22": 3}, "ffi": {"09": "control", "97": "fighters", "05": "rising"}},
        {"intact_bridges": ["01-02", "29-30", 5], "reduced": ["us-trp1", "nobody"], "disorganized": ["us-7ir"]},
        {"begin": {"turn": 4, "side": "german", "hits": {"area": "96", "number": 2}}},
        {"turns": 99, "rules": {"no_such_switch": True}},
    ],
)
def test_what_is_wrong_is_left_out_and_the_rest_is_shown(wrong: Raw) -> None:
    found = laid({**raw(), **wrong})
    assert len(found.view.areas) == 30
    with pytest.raises(ScenarioError):
        drafting().source({name_of(): {**raw(), **wrong}})


def test_a_draft_that_names_no_map_is_refused_with_its_fault() -> None:
    with pytest.raises(ScenarioError, match="nowhere"):
        laid({**raw(), "map": "nowhere"})


# --- Gestures --------------------------------------------------------------------------------------------------------


def test_a_counter_is_in_one_place_whatever_it_was_before() -> None:
    before = raw()
    assert gestures.places(before)["us-7ir"] == "turn 1, LZW"
    there = gestures.with_piece(before, KNOWN, "us-7ir", "07")
    assert there["setup"]["07"] == ["us-7ir"] and gestures.places(there)["us-7ir"] == "07"
    later = gestures.with_arrival(there, KNOWN, "us-7ir", 3, "LZE")
    assert gestures.places(later)["us-7ir"] == "turn 3, LZE" and "07" not in later["setup"]
    assert gestures.places(gestures.with_piece(later, KNOWN, "us-7ir", "LZW"))["us-7ir"] == "turn 3, LZW"
    assert "us-7ir" not in gestures.places(gestures.without_piece(later, "us-7ir"))


@pytest.mark.parametrize(("phase", "first"), [("start", 4), ("operations", 5)])
def test_in_a_scenario_that_begins_later_units_come_when_it_has_begun(phase: str, first: int) -> None:
    later = {**gestures.emptied(raw()), "begin": {"turn": 4, "side": "allied", "phase": phase}}
    there = gestures.with_piece(later, KNOWN, "us-7ir", "LZW")
    assert gestures.places(there)["us-7ir"] == f"turn {first}, LZW" and faults(there) == []
    for early in (
        lambda: gestures.with_arrival(later, KNOWN, "us-7ir", first - 1, "LZW"),
        lambda: gestures.with_drop(later, KNOWN, "us-517pir", first - 1, "08"),
    ):
        with pytest.raises(CannotPlace, match=f"before turn {first}"):
            early()
    before = {**raw(), "setup": {}, "begin": later["begin"]}
    told = [problem for problem in problems(before) if f"before turn {first}" in problem.message]
    lots = [*before["reinforcements"], *before["paradrops"]]
    assert len(told) == sum(lot["turn"] < first for lot in lots) > 1
    moved = gestures.with_piece(before, KNOWN, "us-7ir", "LZE")
    assert gestures.places(moved)["us-7ir"] == f"turn {first}, LZE"


def test_a_counter_is_put_where_a_file_has_nonsense() -> None:
    odd = {**raw(), "setup": {"11": 1.5}}
    assert gestures.with_piece(odd, KNOWN, "us-7ir", "11")["setup"] == {"11": ["us-7ir"]}


def test_a_drop_is_for_allied_airborne_units() -> None:
    dropped = gestures.with_drop(raw(), KNOWN, "us-517pir", 2, "08")
    assert dropped["paradrops"][-1] == {"turn": 2, "area": "08", "units": ["us-517pir"]}
    assert gestures.places(dropped)["us-517pir"] == "drop, turn 2, 08"
    joined = gestures.with_drop(dropped, KNOWN, "us-509pib", 2, "08")
    assert joined["paradrops"][-1]["units"] == ["us-517pir", "us-509pib"]
    with pytest.raises(CannotPlace, match="airborne"):
        gestures.with_drop(raw(), KNOWN, "us-7ir", 1, "08")


@pytest.mark.parametrize(
    ("gesture", "why"),
    [
        (lambda data: gestures.with_piece(data, KNOWN, "nobody", "07"), "not among these counters"),
        (lambda data: gestures.with_piece(data, KNOWN, "us-7ir", "99"), "no area or box"),
        (lambda data: gestures.with_piece(data, KNOWN, "us-7ir", "WEST"), "it is German"),
        (lambda data: gestures.with_piece(data, KNOWN, "de-cd01", "WEST"), "never moves"),
        (lambda data: gestures.with_piece(data, KNOWN, "de-eaa640", "07"), "railway"),
        (lambda data: gestures.with_piece(data, KNOWN, "de-gr765", "NE"), "Nobody arrives"),
        (lambda data: gestures.with_arrival(data, KNOWN, "us-7ir", 9, "LZW"), "has 8 turns"),
        (lambda data: gestures.turned_over(data, KNOWN, "us-trp1"), "no reduced side"),
        (lambda data: gestures.with_readiness(data, KNOWN, "us-7ir"), "isn't on the map"),
        (lambda data: gestures.with_marker(data, KNOWN, "09", "control"), "fortifications"),
        (lambda data: gestures.with_level(data, KNOWN, "07", 1), "levels 0 to 0"),
        (lambda data: gestures.with_bridge(data, KNOWN, "29-30", stands=True), "no bridge site"),
        (lambda data: gestures.with_value(data, KNOWN, "us-7ir", "strength", 1, 8), "strength 8"),
        (lambda data: gestures.with_value(data, KNOWN, "us-7ir", "movement", 0, 0), "movement 0"),
        (lambda data: gestures.with_value(data, KNOWN, "us-7ir", "bonus", 0, 1), "bonus 1"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(gesture: Callable[[Raw], Raw], why: str) -> None:
    with pytest.raises(CannotPlace, match=why):
        gesture(raw())


def test_bridges_markers_and_levels_come_and_go() -> None:
    before = raw()
    bare = gestures.emptied(before)
    marked = gestures.with_marker(bare, KNOWN, "07", "control")
    assert marked["ffi"] == {"07": "control"} and gestures.with_marker(marked, KNOWN, "07", "") == bare
    low = gestures.with_level(before, KNOWN, "09", 3)
    assert low["fortifications"]["09"] == 3 and low["fortifications"]["10"] == before["fortifications"]["10"]
    site = SITES[0]
    stands = gestures.with_bridge(bare, KNOWN, site, stands=True)
    assert site in stands["intact_bridges"]
    assert site not in gestures.with_bridge(stands, KNOWN, site, stands=False).get("intact_bridges", ())


def test_markers_that_are_all_taken_away_and_one_put_back_are_written_in_their_place() -> None:
    data, text = raw("anvil-june"), (home() / "anvil-june.yaml").read_text(encoding="utf-8")
    for area in raw("anvil-june")["ffi"]:
        data = gestures.with_marker(data, KNOWN, area, "")
    assert "ffi" not in data
    new = patched(text, gestures.with_marker(data, KNOWN, "20", "control"))
    assert set(new.splitlines()) - set(text.splitlines()) == {'ffi: {"20": control}'}


def test_a_changed_value_is_on_the_counter_and_on_no_other() -> None:
    changed = gestures.with_value(raw(), KNOWN, "us-7ir", "strength", 0, 9)
    assert faults(changed) == []
    before, after = load_scenario("anvil-historical").counters, load_scenario(dict(changed)).counters
    assert after["us-7ir"].strength == (9, 4)
    assert {name for name in before if before[name] != after[name]} == {"us-7ir"}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_an_emptied_scenario_is_right_and_nobody_is_on_its_map(scenario: str) -> None:
    bare = gestures.emptied(raw(scenario))
    assert gestures.places(bare) == {} and faults(bare) == []
    assert bare["intact_bridges"] == raw(scenario)["intact_bridges"]


pieces, turns = st.sampled_from(PIECES), st.integers(1, 8)
strokes = st.one_of(
    st.tuples(st.just(gestures.with_piece), pieces, st.sampled_from(AREAS + BOXES)),
    st.tuples(st.just(gestures.with_arrival), pieces, turns, st.sampled_from(BOXES)),
    st.tuples(st.just(gestures.with_drop), pieces, turns, st.sampled_from(AREAS)),
    st.tuples(st.just(gestures.turned_over), pieces),
    st.tuples(st.just(gestures.with_readiness), pieces),
    st.tuples(st.just(gestures.with_marker), st.sampled_from(AREAS), st.sampled_from(("control", "fighters", ""))),
    st.tuples(st.just(gestures.with_level), st.sampled_from(AREAS), st.integers(0, 12)),
    st.tuples(
        st.just(gestures.with_value),
        pieces,
        st.sampled_from(sorted(gestures.PAIRED)),
        st.integers(0, 1),
        st.integers(0, 9),
    ),
)
KEYS = {
    "with_piece": {"setup", "reinforcements", "paradrops"},
    "with_arrival": {"setup", "reinforcements", "paradrops", "reduced", "disorganized"},
    "with_drop": {"setup", "reinforcements", "paradrops", "reduced", "disorganized"},
    "turned_over": {"reduced"},
    "with_readiness": {"disorganized"},
    "with_marker": {"ffi"},
    "with_level": {"fortifications"},
    "with_value": {"counters"},
}
"""What each gesture may change."""


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(SCENARIOS), st.booleans(), st.lists(strokes, min_size=1, max_size=8))
def test_gestures_in_any_order_leave_a_scenario_without_faults_and_can_be_taken_back(
    scenario: str, bare: bool, done: list[tuple[Any, ...]]
) -> None:
    begun = data = gestures.emptied(raw(scenario)) if bare else raw(scenario)
    known, undo = KNOWN, []
    for gesture, *what in done:
        try:
            after = gesture(data, known, *what)
        except CannotPlace:
            continue
        assert {key for key in {*data, *after} if data.get(key) != after.get(key)} <= KEYS[gesture.__name__]
        undo.append(between(name_of(), data, after))
        data = after
        if gesture is gestures.with_value:
            known = laid(data).known
    alone = "It needs a combat unit"  # what a player goes on with: the support unit was put first
    assert [fault for fault in faults(data) if alone not in fault] == []
    assert laid(data).scenario.setup == {at: tuple(units) for at, units in data["setup"].items()}
    for stroke in reversed(undo):
        for edit in inverse(stroke):
            data = carried_out(data, edit)
    assert data == begun


@settings(max_examples=20, deadline=None)
@given(pieces, st.sampled_from(AREAS))
def test_putting_a_counter_and_taking_it_off_again_gives_the_same_file(piece: str, area: str) -> None:
    bare = gestures.emptied(raw())
    try:
        there = gestures.with_piece(bare, KNOWN, piece, area)
    except CannotPlace:
        return
    assert gestures.without_piece(there, piece) == bare
    text = (home() / "anvil-historical.yaml").read_text(encoding="utf-8")
    assert patched(patched(text, bare), gestures.without_piece(there, piece)) == patched(text, bare)


# --- What the check says of a draft, and where -----------------------------------------------------------------------


def problems(data: Raw) -> list[Problem]:
    return problems_of({name_of(): data}, name_of(), home().parent)


def test_a_problem_knows_its_areas_and_counters() -> None:
    alone = gestures.with_piece(raw(), KNOWN, "us-756tkb", "08")
    assert [problem.places for problem in problems(alone)] == [("08", "us-756tkb")]
    late = {**raw(), "reinforcements": [{"turn": 2, "box": "WEST", "units": ["us-7ir"]}]}
    assert [problem.places for problem in problems(late)] == [("WEST", "us-7ir")]


def test_an_area_with_allied_units_alone_is_made_allied_by_a_button() -> None:
    there = gestures.with_piece(raw(), KNOWN, "us-7ir", "07")
    [problem] = problems(there)
    assert problem.severity == "advice" and problem.rule == "1.6" and problem.places == ("07",)
    data: Any = there
    for edit in stroke_of(problem, {name_of(): there}):
        data = carried_out(data, edit)
    assert data == gestures.with_marker(there, KNOWN, "07", "control") and problems(data) == []


def test_a_side_without_combat_units_is_told_of() -> None:
    told = [problem.message for problem in problems(gestures.emptied(raw()))]
    assert [words for words in told if "no combat unit" in words] == [
        "The Allies have no combat unit, on the map or to come.",
        "The Germans have no combat unit, on the map or to come.",
    ]
