"""What each chit does when it comes into play: wind, event, division, formation, direct command (4.0)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.company_scale.setting_up import start as begin
from tests.rules.company_scale.helpers.tables import (
    DIVISIONS,
    Piece,
    TableTop,
    acting,
    activation,
    ge,
    in_action_phase,
    leader,
    named,
    scenario_of,
    us,
    weapon,
)
from tests.rules.company_scale.helpers.turns import EMPTY, OPEN, quiet_game, start_of, story, told

HQ: dict[str, Any] = {"formation": "", "hq": "division", "command_range": 4}
FIRE_MARKERS = ["no_opportunity_fire", "sustained_fire", "concentrated_fire"]


def kinds_at(table: TableTop, hex: str) -> set[str]:
    """Return the kinds of markers a player sees in a hex."""
    return {marker.kind for marker in table.session.view(None).markers if marker.hex == hex}


@pytest.mark.clause("CSS-4.0-27")
def test_the_wind_blows_all_barrages_and_illumination_away() -> None:
    sizes = {"12.30": "smoke", "13.30": "light", "14.30": "medium", "15.30": "heavy"}
    markers = [(hex, "barrage", size) for hex, size in sizes.items()]
    markers += [("16.30", "illumination", ""), ("17.30", "on_fire", "")]
    table = quiet_game(9, 9, "event", 5, "wind", "command:german", "command:allied", markers=markers)
    assert (table.state.barrages, table.state.illuminated) == ({}, ())
    assert table.state.on_fire == (1730,)
    removed = {(e["hex"], e["kind"]) for e in told(table, "MarkerRemoved")}
    assert removed == {(hex, "barrage") for hex in sizes} | {("16.30", "illumination")}
    order = [e["event"] for e in story(table) if e["event"] in ("ChitDrawn", "MarkerRemoved")]
    assert order[:3] == ["ChitDrawn", "ChitDrawn", "MarkerRemoved"]  # event first, nothing blown away before the wind


def test_the_random_event_chit_rolls_one_die() -> None:
    table = quiet_game(9, 9, "event", 4, "wind", "command:german", "command:allied")
    assert [e["die"] for e in told(table, "DieRolled") if e["purpose"] == "random_event"] == [4]
    assert [e["die"] for e in told(table, "RandomEvent")] == [4]


# --- a division or formation chit ---


@pytest.mark.clause("CSS-4.0-29")
@pytest.mark.parametrize("chit", ["formation:r141", "division:d36"])
def test_fire_markers_formation_changes_actions_second_actions_and_stacking_come_in_this_order(chit: str) -> None:
    stack = {name: us("12.31") for name in ("b", "c", "d")}
    pieces = {"a": us("11.30"), **stack, "hq": us("10.31", hq="formation", command_range=4), "x": ge("21.33")}
    table = activation(OPEN, pieces, chit, markers=[("11.30", "no_opportunity_fire", None)])
    assert kinds_at(table, "11.30") == set()  # step f is over before anybody acts
    table.do("change_formation", unit="a")
    table.do("move", units=("a",))
    table.step("12.30")
    table.do("stop")
    table.do("move", units=("a",))
    table.step("12.31")
    table.do("stop")
    assert table.hex("12.31").dg == 0  # overstacked, but the activation goes on
    table.do("end_activation")
    assert table.hex("12.31").dg == 1
    steps = ["MarkerRemoved", "FormationChanged", "UnitMoved", "CommandSpent", "UnitMoved", "StackingPenalty"]
    assert [e["event"] for e in story(table) if e["event"] in steps] == steps


@pytest.mark.clause("CSS-4.0-33")
@pytest.mark.parametrize("marker", FIRE_MARKERS)
def test_the_hexes_of_active_units_lose_their_fire_markers(marker: str) -> None:
    pieces = {"a": us("11.30"), "idle": us("11.30", formation="r142"), "alone": us("13.30", formation="r142"),
              "mortar": us("15.30", fire=("black", 3, 6)), "x": ge("20.33")}  # fmt: skip
    markers = [(hex, marker, None) for hex in ("11.30", "13.30", "15.30", "20.33")]
    table = activation(
        OPEN, pieces, "formation:r141", markers=[*markers, ("11.30", "dg", 2), ("11.30", "foxhole", None)]
    )
    assert kinds_at(table, "11.30") == {"dg", "foxhole"}  # one active unit is enough; other markers stay
    assert kinds_at(table, "15.30") == set()  # a mortar, but no marker of its indirect fire (8.3.6)
    assert kinds_at(table, "13.30") == {marker}  # an inactive formation
    assert kinds_at(table, "20.33") == {marker}  # the enemy


# --- a direct command chit ---


def commands(table: TableTop) -> dict[str, int]:
    """Return the direct commands of every division."""
    return {division: status.commands for division, status in table.state.divisions.items()}


@pytest.mark.clause("CSS-4.0-36", "CSS-2.0-10", "CSS-2.0-14")
@pytest.mark.parametrize(
    ("division", "die", "before", "after"),
    [("butler", 9, 0, 10), ("butler", 7, 0, 9), ("pz11", 0, 0, 7), ("pz11", 1, 0, 7), ("pz11", 7, 5, 15),
     ("d36", 4, 1, 7), ("butler", 9, 15, 19), ("pz11", 0, 19, 19), ("d198", 9, 10, 19)],
)  # fmt: skip
def test_half_a_die_and_the_command_rating_are_gained_up_to_19(
    division: str, die: int, before: int, after: int
) -> None:
    side = DIVISIONS[division].side
    place = {"german": "20.33", "allied": "10.30"}[side]
    pieces = {"hq": Piece(place, **{**HQ, "side": side, "division": division})}
    table = activation(OPEN, pieces, f"command:{side}", dice=[die], divisions={division: start_of(commands=before)})
    assert commands(table) == {division: after}
    assert [e["value"] for e in told(table, "CommandsGained")] == [after]


@pytest.mark.clause("CSS-4.0-36")
def test_each_friendly_division_rolls_its_own_die() -> None:
    pieces = {"p": ge("20.30", **HQ, division="pz11"), "q": ge("20.32", **HQ, division="d198"),
              "u": us("10.30", **HQ, division="d36")}  # fmt: skip
    table = activation(OPEN, pieces, "command:german", dice=[9, 0], divisions=dict.fromkeys(DIVISIONS, EMPTY))
    gained = {e["division"]: (e["die"], e["gain"]) for e in told(table, "CommandsGained")}
    assert gained == {"pz11": (9, 4 + 7), "d198": (0, 5)}
    assert commands(table) == {"pz11": 11, "d198": 5, "d36": 0}


@pytest.mark.clause("CSS-4.0-37")
@pytest.mark.parametrize("place", ["routed", "reserve", "eliminated"])
def test_a_division_without_its_headquarters_on_the_map_gains_nothing(place: str) -> None:
    pieces = {
        "gone": ge("20.30", **HQ, division="pz11", place=place), "x": ge("20.31"),
        "staff": ge("20.31", hq="formation", command_range=4), "hq": ge("20.33", **HQ, division="d198"),
    }  # fmt: skip
    table = activation(OPEN, pieces, "command:german", dice=[4], divisions=dict.fromkeys(DIVISIONS, EMPTY))
    assert commands(table) == {"pz11": 0, "d198": 7}  # one die only; the regimental headquarters is not enough


@pytest.mark.clause("CSS-4.0-39")
@pytest.mark.parametrize("marker", FIRE_MARKERS)
def test_paying_for_a_unit_clears_its_hex_of_fire_markers(marker: str) -> None:
    pieces = {"a": us("11.30"), "b": us("11.30"), "c": us("13.30"), "x": ge("20.33")}
    markers = [(hex, marker, None) for hex in ("11.30", "13.30", "20.33")] + [("11.30", "dg", 1)]
    table = activation(OPEN, pieces, "command:allied", markers=markers)
    assert kinds_at(table, "11.30") == {marker, "dg"}  # nobody has been paid for yet
    events = table.do("activate", unit="b")
    assert [(e["hex"], e["kind"]) for e in named(events, "MarkerRemoved")] == [("11.30", marker)]
    assert kinds_at(table, "11.30") == {"dg"}
    assert kinds_at(table, "13.30") == kinds_at(table, "20.33") == {marker}


@pytest.mark.clause("CSS-4.0-40")
def test_only_the_unit_paid_for_may_change_formation() -> None:
    pieces = {**{name: us("11.30") for name in "abc"}, "x": ge("20.33")}
    table = activation(OPEN, pieces, "command:allied", divisions={"d36": start_of(commands=2)})
    table.do("activate", unit="a")
    assert [c.get("unit") for c in table.offered("change_formation")] == ["a"]
    for other in "bc":
        assert "5.1" in table.refused("change_formation", unit=other)
    table.do("change_formation", unit="a")
    assert [table.unit(name).deployed for name in "abc"] == [False, True, True]
    assert table.refused("change_formation", unit="a") == ["6.0"]  # once
    table.do("pass_unit", unit="a")
    for name in "abc":
        assert "5.1" in table.refused("change_formation", unit=name)
    table.do("activate", unit="b")
    table.do("change_formation", unit="b")
    assert [table.unit(name).deployed for name in "abc"] == [False, False, True]


@pytest.mark.clause("CSS-4.0-44")
def test_under_a_direct_command_chit_stacked_units_act_one_after_the_other() -> None:
    pieces = {"a": us("11.30", deployed=False), "b": us("11.30", deployed=False), "x": ge("21.33")}
    table = activation(OPEN, pieces, "command:allied", divisions={"d36": start_of(commands=2)})
    table.do("activate", unit="a")
    assert "4.0" in table.refused("activate", unit="b")  # a is still to act
    assert {"4.0", "5.1"} <= set(table.refused("move", units=("a", "b")))
    table.do("move", units=("a",))
    table.step("12.30")
    table.do("stop")
    table.do("activate", unit="b")
    table.do("move", units=("b",))
    table.step("12.30")
    table.do("stop")
    assert (table.where("a"), table.where("b")) == ("12.30", "12.30")
    assert commands(table)["d36"] == 0


@pytest.mark.clause("CSS-4.0-44")
def test_a_paid_unit_that_does_nothing_must_pass_before_the_next_is_paid_for() -> None:
    pieces = {"a": us("11.30"), "b": us("13.30"), "x": ge("20.33")}
    table = activation(OPEN, pieces, "command:allied", divisions={"d36": start_of(commands=2)})
    table.do("activate", unit="a")
    assert table.offered("activate") == []
    assert table.refused("activate", unit="b") == ["4.0"]
    table.do("pass_unit", unit="a")
    table.do("activate", unit="b")
    assert set(table.state.activity) == {"a", "b"}


@pytest.mark.clause("CSS-4.0-44")
@pytest.mark.parametrize(("points", "helpers"), [(1, 0), (2, 1), (3, 2)])
def test_units_that_lend_their_point_to_a_paid_fire_are_paid_for_too(points: int, helpers: int) -> None:
    pieces = {**{name: us("11.30") for name in "abc"}, "x": ge("12.30")}
    table = activation(OPEN, pieces, "command:allied", divisions={"d36": start_of(commands=points)})
    table.do("activate", unit="a")
    table.do("fire", unit="a", hex="12.30")
    for name in "bc"[:helpers]:
        table.do("support", unit=name)
    if helpers < 2:
        assert table.refused("support", unit="bc"[helpers])
    table.dice(9).do("confirm")
    assert commands(table)["d36"] == 0


def full(chit: str) -> TableTop:
    """Begin a chit at step a with something to ask in every step but that of formation changes."""
    pieces = {
        "hq": us("10.31", **HQ, division="d36"), "a": us("12.31"), "b": us("12.33"), "c": us("14.31"),
        "x": ge("13.31", fire=None), "y": ge("15.31", fire=None),
    }  # fmt: skip
    weapons = {
        "free": ("available", weapon("free", ("red", 1, 1))), "back": ("reallocating", weapon("back", ("red", 1, 1))),
        "out": ("12.31", weapon("out", ("red", 1, 1))),
    }  # fmt: skip
    facts: dict[str, Any] = {
        "weapons": weapons, "leaders": {"l": ("12.31", leader("l", 1, 1))},
        "markers": [("13.31", "prepared_assault", "allied"), ("12.33", "no_opportunity_fire", None)],
    }  # fmt: skip
    scenario = scenario_of(OPEN, pieces, **facts)
    state = begin(scenario)
    state.air_support = {"d36": 1}
    for name, (box, _) in weapons.items():
        if not box[0].isdigit():
            state.put(name, 0, box)
    return in_action_phase(scenario, state, chit, acting("allied", "2.C.iii.a"),
                           dice=(9, 9))  # fmt: skip


@pytest.mark.clause("CSS-4.0-29", "CSS-5.3-01")
@pytest.mark.parametrize("chit", ["formation:r141", "division:d36"])
def test_the_steps_of_an_activation_come_in_the_order_of_the_letters(chit: str) -> None:
    table = full(chit)
    asked = [table.decision.kind]
    seen: list[tuple[str, str, set[str]]] = []
    last = {"air_strikes": "done", "leaders": "done", "attach": "done", "detach": "done", "assaults": "confirm",
            "assault_markers": "done", "advance": "confirm"}  # fmt: skip
    while asked[-1] != "activation":
        seen.append((asked[-1], table.state.weapons["back"].place, kinds_at(table, "12.33")))
        if asked[-1] == "assaults":
            table.do("call_off", hex="13.31")
        table.do(last[asked[-1]])
        asked.append(table.decision.kind)
    steps = ["leaders", "attach", "detach", "assaults", "assault_markers", "activation"]
    assert asked == (["air_strikes", *steps] if chit.startswith("division") else steps)
    boxes = {kind: (place, kinds) for kind, place, kinds in seen}
    assert boxes["attach"] == ("reallocating", {"no_opportunity_fire"})
    assert boxes["detach"] == ("available", {"no_opportunity_fire"})  # step d
    assert boxes["assaults"] == ("available", set())  # step f


@pytest.mark.clause("CSS-5.3-01")
def test_a_direct_command_chit_begins_with_its_die_and_knows_no_assaults() -> None:
    pieces = {"hq": us("10.31", **HQ, division="d36"), "a": us("12.31"), "x": ge("13.31", fire=None)}
    markers = [("13.31", "prepared_assault", "allied")]
    table = activation(OPEN, pieces, "command:allied", dice=[4], markers=markers)
    assert table.asked == ("allied", "activation")
    assert next(e["event"] for e in story(table)) == "DieRolled"
    table.do("activate", unit="a")
    assert not {"call_off", "place_assault"} & table.verbs()
    assert table.refused("place_assault", hex="11.31") == ["9.0"]
