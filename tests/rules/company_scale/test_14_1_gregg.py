"""Gregg: the rolls of the mortar he may turn into a 0, markers cleared, what a surrender leaves behind (14.1)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import entry, shoot
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, leader, named, us

OPEN = board("\n".join(["............"] * 8))
GREGG = leader("gregg", 0, 0, hero=True, type="gregg", leaves_on=5)  # of the 141st here
MORTAR: dict[str, Any] = {"fire": None, "indirect": ("black", 3, 6), "symbol": "mortar"}


def active(mortar: Piece, **facts: Any) -> TableTop:
    """Put the division's chit into play: a mortar behind its infantry, the enemy at 12.35, Gregg in his box."""
    pieces = {"m": mortar, "o": us("12.34"), "y": ge("12.35", fire=None), "far": us("21.37"), "away": ge("20.30")}
    facts = {"leaders": {"gregg": ("available", GREGG)}, "charts": entry("DG1"), **facts}
    return activation(OPEN, pieces, "division:d36", **facts)


@pytest.mark.clause("CSS-14.1-03", "CSS-14.1-05", "CSS-8.7.3-04")
def test_he_lights_the_hex_that_the_mortars_round_has_missed() -> None:
    table = active(us("12.32", **MORTAR), first_turn="night_1")
    table.dice(9).do("illuminate", unit="m", hex="12.35")
    assert table.asked == ("allied", "hero")
    events = table.dice(5).do("use_hero", hero="gregg")
    assert [(e["die"], e["lit"]) for e in named(events, "IlluminationFired")] == [(0, True)]
    assert table.state.illuminated == (1235,) and table.state.leaders["gregg"].place == "out"


@pytest.mark.clause("CSS-14.1-03", "CSS-14.1-05")
@pytest.mark.parametrize(("die", "box"), [(5, "out"), (6, "available")])
def test_he_is_rolled_for_after_he_has_helped_the_mortar(die: int, box: str) -> None:
    table = active(us("12.32", **MORTAR))
    table.do("indirect_fire", unit="m", hex="12.35")
    table.dice(9).do("confirm")
    events = table.dice(die).do("use_hero", hero="gregg")
    assert [e["die"] for e in named(events, "IndirectFired")] == [0]
    assert table.state.leaders["gregg"].place == box


@pytest.mark.clause("CSS-14.1-03")
def test_nobody_asks_for_him_where_the_round_lights_the_hex_anyway() -> None:
    table = active(us("12.32", **MORTAR), first_turn="night_1")
    table.dice(8).do("illuminate", unit="m", hex="12.35")
    assert table.asked[1] == "activation" and table.state.illuminated == (1235,)


@pytest.mark.clause("CSS-14.1-03")
@pytest.mark.parametrize(
    ("changes", "die", "asked"),
    [
        ({}, 9, True),
        ({}, 1, True),
        ({}, 0, False),
        ({"symbol": "artillery"}, 9, False),
        ({"formation": "r142"}, 9, False),
    ],
)
def test_he_turns_the_roll_of_his_regiments_mortar_only_and_no_0(
    changes: dict[str, Any], die: int, asked: bool
) -> None:
    table = active(us("12.32", **{**MORTAR, **changes}))
    table.do("indirect_fire", unit="m", hex="12.35")
    table.dice(die).do("confirm")
    assert (table.asked[1] == "hero") is asked


@pytest.mark.clause("CSS-14.1-03")
def test_he_turns_no_roll_of_a_gun_to_whose_fire_the_mortar_only_adds() -> None:
    gun = us("12.32", **{**MORTAR, "symbol": "artillery"})
    mortar = us("12.32", **MORTAR)
    pieces = {"g": gun, "m": mortar, "o": us("12.34"), "y": ge("12.35", fire=None)}
    table = activation(OPEN, pieces, "division:d36", leaders={"gregg": ("available", GREGG)}, charts=entry("DG1"))
    table.do("indirect_fire", unit="g", hex="12.35")
    table.do("support", unit="m")
    table.dice(9).do("confirm")
    assert table.asked[1] == "activation"


@pytest.mark.clause("CSS-14.1-03")
def test_he_does_nothing_for_a_mortar_that_fights_as_infantry() -> None:
    mortar = us("12.34", deployed=False, column_fire=("red", 1, 1), **{**MORTAR, "fire": ("red", 1, 1)})
    table = active(mortar)
    shoot(table, "m", "12.35", 9)
    assert table.asked[1] == "activation"


def clearing(stack: int, *markers: tuple[str, Any], **facts: Any) -> TableTop:
    """Put the regiment's chit into play with so many companies in one marked hex."""
    pieces = {**{f"a{n}": us("12.32") for n in range(stack)}, "b": us("14.32"), "y": ge("12.33", fire=None)}
    marked = [("12.32", kind, value) for kind, value in markers]
    return activation(OPEN, pieces, "formation:r141", leaders={"gregg": ("available", GREGG)}, markers=marked, **facts)


@pytest.mark.clause("CSS-14.1-04", "CSS-14.1-05")
@pytest.mark.parametrize("markers", [[("dg", 2)], [("pinned", None)], [("dg", 1), ("suppressed", None)]])
def test_he_is_offered_for_any_marked_hex_of_his_regiment_and_rolled_for(markers: list[tuple[str, Any]]) -> None:
    table = clearing(3, *markers)  # three companies are no overstacking
    assert {c.get("hex") for c in table.offered("clear_markers")} == {"12.32"}
    events = table.dice(5).do("clear_markers", hero="gregg", hex="12.32")
    assert [e["kind"] for e in named(events, "MarkerRemoved")] == [kind for kind, _ in markers]
    assert (table.hex("12.32").dg, table.hex("12.32").stress) == (0, "")
    assert table.state.leaders["gregg"].place == "out" and table.offered("clear_markers") == []


@pytest.mark.clause("CSS-14.1-04", "CSS-6.1-07", "CSS-6.1-08", "CSS-2.0-38")
@pytest.mark.parametrize(("company", "clears"), [
    ({"formation": "", "division": "d36"}, True), ({"formation": "", "division": "d36", "stripe": "none"}, True),
    ({"formation": "r142"}, False), ({"formation": "", "division": "butler"}, False),
])  # fmt: skip
def test_white_stripes_and_no_stripes_of_the_division_are_no_other_formation(
    company: dict[str, Any], clears: bool
) -> None:
    pieces = {"a": us("12.32"), "w": us("12.32", **company), "y": ge("12.33", fire=None)}
    table = activation(OPEN, pieces, "formation:r141", leaders={"gregg": ("available", GREGG)},
                       markers=[("12.32", "dg", 2)])  # fmt: skip
    assert bool(table.offered("clear_markers")) is clears
    if not clears:
        assert table.refused("clear_markers", hero="gregg", hex="12.32") == ["14.1"]


@pytest.mark.clause("CSS-14.1-02", "CSS-14.1-04", "CSS-2.0-38")
@pytest.mark.parametrize(("stripe", "counts"), [("none", True), ("white", False)])
def test_units_without_a_stripe_are_of_his_regiment_too(stripe: str, counts: bool) -> None:
    alone = us("12.32", formation="", division="d36", stripe=stripe)
    pieces = {"n": alone, "a": us("20.30"), "y": ge("12.33", fire=None)}
    table = activation(OPEN, pieces, "formation:r141", leaders={"gregg": ("available", GREGG)},
                       markers=[("12.32", "dg", 2)])  # fmt: skip
    assert bool(table.offered("demand_surrender")) is bool(table.offered("clear_markers")) is counts


@pytest.mark.clause("CSS-14.1-02", "CSS-8.5.1-04")
def test_markers_and_works_go_with_the_last_unit_that_surrenders() -> None:
    works: list[tuple[str, str, Any]] = [("12.33", "dg", 2), ("12.33", "foxhole", None)]
    pieces = {"a": us("12.32"), "y": ge("12.33", fire=None), "far": ge("20.30")}
    adams = leader("adams", 0, 0, hero=True, type="adams", leaves_on=9)
    for hero, die, (verb, aim) in (
        (GREGG, 6, ("demand_surrender", {"unit": "y"})),
        (adams, 8, ("request_surrender", {"hex": "12.33"})),
    ):
        table = activation(OPEN, pieces, "formation:r141", leaders={hero.id: ("available", hero)}, markers=works)
        table.dice(die).do(verb, hero=hero.id, **aim)
        assert table.where("y") == "eliminated" and 1233 not in table.state.hexes


@pytest.mark.clause("CSS-14.1-01", "CSS-14.1-07")
def test_each_hero_does_what_is_his_and_only_with_his_regiment() -> None:
    adams = leader("adams", 0, 0, hero=True, type="adams", leaves_on=9)
    pieces = {"a": us("12.32"), "b": us("13.34", formation="r142"), "y": ge("12.33", fire=None)}
    heroes = {"gregg": ("available", GREGG), "adams": ("available", adams)}
    table = activation(OPEN, pieces, "formation:r141", leaders=heroes)
    assert table.refused("request_surrender", hero="gregg", hex="12.33") == ["14.1"]
    assert table.refused("demand_surrender", hero="adams", unit="y") == ["14.1"]
    assert table.refused("demand_surrender", hero="nobody", unit="y") == ["14.1"]
    assert table.refused("request_surrender", hero="adams", hex="12.31") == ["14.1"]  # nobody is there
    other = activation(OPEN, pieces, "formation:r142", leaders=heroes)
    assert other.refused("request_surrender", hero="adams", hex="12.33") == ["14.1"]
