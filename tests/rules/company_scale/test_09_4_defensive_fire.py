"""Opportunity fire of the assaulted hex at the assaulting hexes (9.1 E, 9.4, 8.6.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.company_scale.scenario import CoverValues
from tests.rules.company_scale.helpers.fires import aims_of, entry, parts, value
from tests.rules.company_scale.helpers.preparing import HERE, go, hexes, marks, prepared, units
from tests.rules.company_scale.helpers.tables import CHARTS, Piece, TableTop, ge, leader, named, tank, us, weapon
from tests.rules.company_scale.helpers.turns import story

SOUTH, WEST, EAST = "14.32", "13.31", "15.31"
HMG = {"formation": "pg110", "sustained_fire": True}
HQ = {"hq": ge("20.30", hq="formation", command_range=6)}


def assaulted(pieces: dict[str, Piece], *dice: int, **facts: Any) -> TableTop:
    """Assault 14.31 from the south and the west as far as the defensive fire or what comes instead of it."""
    table = prepared({"a": us(SOUTH), "b": us(WEST), **HQ, **pieces}, *dice, **facts)
    table.do("confirm")
    return table


def guns(**changes: Any) -> dict[str, Any]:
    """Return one sustained fire weapon with the defender."""
    return {"weapons": {"hmg": (HERE, weapon("hmg", ("red", 1, 1), **{**HMG, **changes}))}}


def shoot(table: TableTop, unit: str, at: str, *dice: int, with_weapon: str = "") -> list[dict[str, Any]]:
    """Fire at an assaulting hex."""
    table.do("fire", unit=unit, hex=at)
    if with_weapon:
        table.do("use_weapon", weapon=with_weapon)
    return table.dice(*dice).do("confirm")


@pytest.mark.clause("CSS-8.6-02", "CSS-9.1-18", "CSS-9.4-04")
def test_only_the_assaulted_hex_fires_at_one_assaulting_hex() -> None:
    table = assaulted({"x": ge(HERE), "y": ge("14.30"), "t": tank("13.30", ge)})
    assert table.asked == ("german", "defensive_fire")
    assert units(table, "fire") == {"x"}
    assert hexes(table, "fire") == {SOUTH, WEST}
    assert table.refused("fire", unit="t", hex=WEST) == ["9.4"]
    assert table.refused("fire", unit="x", hex=EAST) == ["9.4"]
    assert table.refused("fire", unit="x", hex="nowhere") == ["9.4"]
    shoot(table, "x", SOUTH, 9, 4, 9)
    assert table.asked[1] != "defensive_fire"
    assert named(story(table), "AssaultDeclared")


@pytest.mark.clause("CSS-9.1-18")
def test_a_fire_that_is_cancelled_leaves_the_choice() -> None:
    table = assaulted({"x": ge(HERE)})
    table.do("fire", unit="x", hex=SOUTH)
    table.do("cancel")
    assert table.asked == ("german", "defensive_fire")
    assert table.decision.subject["fired"] == []
    assert hexes(table, "fire") == {SOUTH, WEST}


@pytest.mark.clause("CSS-9.1-18")
def test_the_defender_may_hold_his_fire() -> None:
    table = assaulted({"x": ge(HERE)}, 4, 5)
    table.do("hold")
    assert not named(story(table), "FireDeclared")
    assert table.hex(HERE).fire_marker == ""


@pytest.mark.clause("CSS-9.4-05")
@pytest.mark.parametrize("marker", ["no_opportunity_fire", "concentrated_fire", "suppressed"])
def test_markers_that_forbid_the_fire(marker: str) -> None:
    table = assaulted({"x": ge(HERE)}, 4, 5, markers=[(HERE, marker, None)])
    assert table.asked[1] != "defensive_fire"
    assert not named(story(table), "FireDeclared")


@pytest.mark.clause("CSS-9.4-05")
def test_a_hex_that_is_done_is_told_so() -> None:
    table = assaulted({"x": ge(HERE), "y": ge(HERE, sustained_fire=True)})
    shoot(table, "y", SOUTH, 7)
    assert table.asked[1] == "defensive_fire"
    assert table.refused("fire", unit="x", hex=SOUTH) == ["9.4"]


@pytest.mark.clause("CSS-9.4-06", "CSS-3.2-22")
@pytest.mark.parametrize("points", [0, 1, -1])
def test_the_marker_changes_the_defense_of_those_who_assault(points: int) -> None:
    house = CHARTS.prepared_assault
    charts = replace(CHARTS, prepared_assault={**house, "allied": CoverValues(points, 2)})
    table = assaulted({"x": ge(HERE)}, charts=charts)
    table.do("fire", unit="x", hex=SOUTH)
    assert value(table) == 4 + 1 + points  # companies in column have defense 1
    assert parts(table).get("a", 0) == 1 + points


@pytest.mark.clause("CSS-9.4-07")
def test_the_fire_goes_at_the_hex_or_at_one_hard_target_and_is_never_concentrated() -> None:
    table = assaulted({"t": tank(SOUTH, us), "x": ge(HERE, fire=("white", 4, 1))})
    table.do("fire", unit="x", hex=SOUTH)
    assert aims_of(table) == {"hex", "t"}
    table.do("aim", target="hex")
    assert parts(table)["g"] == -2
    assert table.refused("concentrate") == ["8.6"]


@pytest.mark.clause("CSS-9.4-07")
def test_support_weapon_leader_and_other_units_add_to_it() -> None:
    table = assaulted({"x": ge(HERE), "y": ge(HERE)}, **guns(),
                      leaders={"l": (HERE, leader("l", 1, 1, formation="pg110"))})  # fmt: skip
    table.do("fire", unit="x", hex=SOUTH)
    for verb, args in (("support", {"unit": "y"}), ("use_weapon", {"weapon": "hmg"}), ("use_leader", {"leader": "l"})):
        table.do(verb, **args)
    assert (parts(table)["b"], parts(table)["d"]) == (2, 1)


@pytest.mark.clause("CSS-9.4-08", "CSS-9.4-09", "CSS-8.6.1-01")
def test_sustained_fire_covers_each_assaulting_hex_once() -> None:
    table = assaulted({"c": us(EAST), "x": ge(HERE)}, charts=entry(""), **guns())
    for at, left in ((SOUTH, {WEST, EAST}), (WEST, {EAST})):
        shoot(table, "x", at, 7, with_weapon="hmg")
        assert table.hex(HERE).fire_marker == "sustained_fire"
        assert hexes(table, "fire") == left
        assert table.refused("fire", unit="x", hex=at) == ["9.4"]
    shoot(table, "x", EAST, 7, 4, 9, with_weapon="hmg")
    assert len(named(story(table), "Fired")) == 3
    assert table.asked[1] != "defensive_fire"


@pytest.mark.clause("CSS-9.4-08")
def test_the_defender_may_stop_after_any_fire() -> None:
    table = assaulted({"x": ge(HERE)}, charts=entry(""), **guns())
    shoot(table, "x", SOUTH, 7, with_weapon="hmg")
    table.dice(4, 9).do("hold")
    assert len(named(story(table), "Fired")) == 1
    go(table, "distribute_dg")


def test_a_fire_without_the_weapon_is_the_only_one() -> None:
    table = assaulted({"x": ge(HERE)}, **guns())
    shoot(table, "x", SOUTH, 7, 4, 5)
    assert table.hex(HERE).fire_marker == "no_opportunity_fire"
    assert len(named(story(table), "Fired")) == 1


@pytest.mark.clause("CSS-9.4-10", "CSS-9.4-09")
@pytest.mark.parametrize(("side", "dies", "place"), [
    ("german", (7, 7), "map"), ("german", (7, 8), "reallocating"), ("german", (8,), "map"),
    ("allied", (5, 5), "map"), ("allied", (5, 6), "reallocating"), ("allied", (6,), "map"),
])  # fmt: skip
def test_a_weapon_breaks_on_a_fire_after_the_first(side: str, dies: tuple[int, ...], place: str) -> None:
    own, foe = (ge, us) if side == "german" else (us, ge)
    formation, other = ("pg110", "r141") if side == "german" else ("r141", "pg110")
    pieces = {"a": foe(SOUTH), "b": foe(WEST), "c": foe("13.30"), "x": own(HERE),
              "hq": own("20.30", hq="formation", command_range=6)}  # fmt: skip
    seat = "allied" if side == "german" else "german"
    table = prepared(
        pieces, *dies, 4, 5, side=seat, chit=f"formation:{other}", charts=entry(""), **guns(formation=formation)
    )
    table.do("confirm")
    for at, _ in zip((SOUTH, WEST), dies, strict=False):
        shoot(table, "x", at, with_weapon="hmg")
    assert table.state.weapons["hmg"].place == place
    broken = dies[-1] >= (8 if side == "german" else 6)
    assert table.hex(HERE).fire_marker == ("no_opportunity_fire" if broken else "sustained_fire")
    assert (table.asked[1] == "defensive_fire") is not broken


@pytest.mark.clause("CSS-9.4-10")
def test_the_fire_that_breaks_the_weapon_counts() -> None:
    table = assaulted({"c": us(EAST), "x": ge(HERE, fire=("red", 9, 1))}, charts=entry("S"), **guns())
    shoot(table, "x", SOUTH, 1, with_weapon="hmg")
    shoot(table, "x", WEST, 8, 0, 9, with_weapon="hmg")
    assert table.state.weapons["hmg"].place == "reallocating"
    assert [table.hex(h).stress for h in (SOUTH, WEST)] == ["suppressed", "suppressed"]
    assert named(story(table), "AssaultDeclared")[0]["units"] == ["c"]


@pytest.mark.clause("CSS-9.4-11")
@pytest.mark.parametrize(("die", "marker"), [(7, "sustained_fire"), (8, "no_opportunity_fire")])
def test_a_unit_with_sustained_fire_loses_only_its_further_fire(die: int, marker: str) -> None:
    table = assaulted({"x": ge(HERE, sustained_fire=True)})
    more = (0, 9) if die == 8 else ()
    shoot(table, "x", SOUTH, die, *more)
    assert (table.hex(HERE).fire_marker, table.where("x"), table.unit("x").deployed) == (marker, HERE, True)
    assert (table.asked[1] == "defensive_fire") is (die == 7)


@pytest.mark.clause("CSS-9.4-08")
def test_a_hex_under_sustained_fire_from_an_earlier_trigger_fires_on_with_the_weapon_only() -> None:
    table = assaulted({"x": ge(HERE)}, markers=[(HERE, "sustained_fire", None)], **guns())
    table.do("fire", unit="x", hex=SOUTH)
    assert table.refused("confirm") == ["8.6.1"]


@pytest.mark.clause("CSS-9.4-08", "CSS-8.6.1-03")
def test_only_a_unit_that_can_use_the_weapon_fires_on() -> None:
    table = assaulted({"x": ge(HERE), "y": ge(HERE, formation="gr305")}, charts=entry(""), **guns())
    assert {c.get("unit") for c in table.offered("fire")} == {"x", "y"}
    shoot(table, "x", SOUTH, 7, with_weapon="hmg")
    assert {c.get("unit") for c in table.offered("fire")} == {"x"}
    assert table.refused("fire", unit="y", hex=WEST) == ["8.6.1"]


def test_when_the_fire_kills_every_attacker_the_assault_is_over() -> None:
    table = assaulted({"x": ge(HERE)}, charts=entry("E"), **guns())
    shoot(table, "x", SOUTH, 1, with_weapon="hmg")
    assert marks(table) == {(HERE, "allied")}
    shoot(table, "x", WEST, 1, with_weapon="hmg")
    assert marks(table) == set()
    go(table, "activation")
    assert not named(story(table), "AssaultDeclared")


def test_a_bystander_in_the_assaulting_hex_suffers_with_it_but_is_no_target() -> None:
    pieces = {"w": us(SOUTH, move=("wheeled", None)), "x": ge(HERE)}
    table = assaulted(pieces, 1, 0, 9, charts=entry("S"))
    table.do("fire", unit="x", hex=SOUTH)
    table.do("confirm")
    assert table.hex(SOUTH).stress == "suppressed"
    fired = named(story(table), "FireDeclared")[0]
    assert fired["target"] == "a"
    assert not table.state.activity["w"].finished


def test_a_hex_of_one_attacker_that_routs_is_not_fired_at_again() -> None:
    table = assaulted({"x": ge(HERE), "hq2": us("16.34", hq="formation", command_range=6)}, charts=entry("R"), **guns())
    shoot(table, "x", SOUTH, 1, 9, with_weapon="hmg")
    assert table.where("a") == "routed"
    assert hexes(table, "fire") == {WEST}
    table.dice(0, 3).do("hold")
    assert named(story(table), "AssaultDeclared")[0]["units"] == ["b"]
