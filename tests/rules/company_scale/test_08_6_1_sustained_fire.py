"""Sustained fire (8.6.1) and the weapons that break down in it (12.2)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import choices, compose, entry, firers, result, shoot
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, named, us, weapon

OPEN = board("\n".join(["..........."] * 9), first="10.28")
ROAD = ("15.31", "15.32", "15.33", "15.34", "15.35")  # from 15.30, all the time two or three hexes from 13.32
US, GE = "formation:r141", "formation:pg110"
MG = {"mg": ("13.32", weapon("mg", ("red", 1, 3), sustained_fire=True))}
SUSTAINED = [("13.32", "sustained_fire", None)]


def gun(**changes: Any) -> Piece:
    """Return an American company with a long but weak fire."""
    return us("13.32", **{"fire": ("red", 0, 3), **changes})


def passing(pieces: dict[str, Piece], **facts: Any) -> TableTop:
    """Let a German company march past 13.32 as far as the first trigger."""
    table = activation(OPEN, {"m": ge("15.30", deployed=False), **pieces}, GE, **facts)
    table.do("move", units=("m",))
    table.step(ROAD[0])
    return table


def fire_with(table: TableTop, die: int, *more: int, at: str = "15.30") -> list[dict[str, Any]]:
    """Fire the gun with its support weapon."""
    compose(table, "u", at).do("use_weapon", weapon="mg")
    return table.dice(die, *more).do("confirm")


@pytest.mark.clause("CSS-8.6.1-01", "CSS-2.0-45")
def test_a_weapon_with_sustained_fire_fires_at_five_triggers() -> None:
    table = passing({"u": gun()}, weapons=MG)
    for left, to in pairwise(("15.30", *ROAD)):
        if left != "15.30":
            table.step(to)
        assert table.asked == ("allied", "opportunity_fire"), left
        fire_with(table, 5, at=left)
        assert table.hex("13.32").fire_marker == "sustained_fire"
    assert table.where("m") == "15.35"


@pytest.mark.clause("CSS-8.6.1-01", "CSS-8.6.1-02")
def test_a_unit_with_sustained_fire_needs_no_weapon() -> None:
    table = passing({"u": gun(), "flak": us("13.32", sustained_fire=True)})
    shoot(table, "u", "15.30", 3)
    assert table.hex("13.32").fire_marker == "sustained_fire"
    table.step(ROAD[1])
    shoot(table, "u", "15.31", 3)
    assert table.hex("13.32").fire_marker == "sustained_fire"


@pytest.mark.clause("CSS-8.6.1-02")
def test_the_first_fire_with_the_weapon_places_the_sustained_fire_marker() -> None:
    table = passing({"u": gun()}, weapons=MG)
    events = fire_with(table, 3)
    assert table.hex("13.32").fire_marker == "sustained_fire"
    assert [e["kind"] for e in named(events, "MarkerPlaced")] == ["sustained_fire"]


@pytest.mark.clause("CSS-8.6.1-02")
def test_a_capable_weapon_that_is_not_used_gives_no_sustained_fire() -> None:
    table = passing({"u": gun()}, weapons=MG)
    shoot(table, "u", "15.30", 3)
    assert table.hex("13.32").fire_marker == "no_opportunity_fire"


@pytest.mark.clause("CSS-8.6.1-02")
def test_a_weapon_without_the_ability_sustains_nothing() -> None:
    table = passing({"u": gun()}, weapons={"mg": ("13.32", weapon("mg", ("red", 1, 3)))})
    fire_with(table, 3)
    assert table.hex("13.32").fire_marker == "no_opportunity_fire"


@pytest.mark.clause("CSS-8.6.1-03")
def test_one_trigger_allows_one_fire() -> None:
    table = passing({"u": gun(), "v": gun()}, weapons=MG, markers=SUSTAINED)
    events = fire_with(table, 3)
    assert len(named(events, "Fired")) == 1
    assert table.asked == ("german", "movement")
    assert table.where("m") == "15.31"


@pytest.mark.clause("CSS-8.6.1-04")
def test_the_marker_changes_at_once_when_the_capable_unit_is_gone() -> None:
    pieces = {"u": gun(), "flak": us("13.32", sustained_fire=True, deployed=False), "x": ge("12.32"),
              "m": ge("15.30", deployed=False)}  # fmt: skip
    table = activation(OPEN, pieces, GE, charts=entry("R"), markers=SUSTAINED)
    shoot(table, "x", "13.32", 0, 9)
    table.do("choose", unit="u")  # the target unit
    assert table.where("flak") == "eliminated"
    assert table.where("u") == "13.32"
    assert table.hex("13.32").fire_marker == "no_opportunity_fire"
    table.do("move", units=("m",))
    table.step("15.31")
    assert table.asked == ("german", "movement")


@pytest.mark.clause("CSS-8.6.1-04", "CSS-8.5.1-12")
def test_the_marker_changes_at_once_when_the_owner_gives_up_the_capable_weapon() -> None:
    weapons = {**MG, "at": ("13.32", weapon("at", ("blue", 3, 3)))}
    pieces = {"u": gun(), "v": us("13.32", deployed=False), "x": ge("12.32")}
    table = activation(OPEN, pieces, GE, charts=entry("R"), markers=SUSTAINED, weapons=weapons)
    shoot(table, "x", "13.32", 0, 9)
    table.do("choose", unit="u")  # the target unit
    table.do("choose", weapon="mg")  # the weapon that counts for the defense
    assert table.where("v") == "eliminated"
    assert table.asked == ("allied", "lose_weapon")
    assert choices(table) == {"mg", "at"}
    table.do("choose", weapon="mg")
    assert table.hex("13.32").fire_marker == "no_opportunity_fire"


@pytest.mark.clause("CSS-8.6.1-05")
def test_sustained_fire_by_a_weapon_requires_its_use() -> None:
    plain = {"plain": ("13.32", weapon("plain", ("red", 1, 3)))}
    table = passing({"u": gun(), "v": gun()}, weapons={**MG, **plain}, markers=SUSTAINED)
    compose(table, "u", "15.30")
    assert table.refused("confirm") == ["8.6.1"]
    table.do("use_weapon", weapon="plain")  # it has not the ability
    assert table.refused("confirm") == ["8.6.1"]
    table.do("use_weapon", weapon="mg")
    table.dice(3).do("confirm")
    assert table.hex("13.32").fire_marker == "sustained_fire"


@pytest.mark.clause("CSS-8.6.1-05")
def test_a_unit_that_cannot_use_the_weapon_cannot_go_on_firing() -> None:
    stranger = gun(formation="r142")
    column = us("13.32", deployed=False, column_fire=("red", 1, 3))
    far = gun(fire=("red", 2, 4))
    table = passing({"u": gun(), "s": stranger, "c": column, "f": far}, weapons=MG, markers=SUSTAINED)
    assert firers(table) == {"u"}
    for unit in ("s", "c", "f"):
        assert table.refused("fire", unit=unit, hex="15.30") == ["8.6.1"]
    alone = passing({"s": stranger}, weapons=MG, markers=SUSTAINED)
    assert alone.asked == ("german", "movement")


@pytest.mark.clause("CSS-8.6.1-05", "CSS-3.2-06")
@pytest.mark.parametrize(("armor", "seat"), [("hard", "allied"), ("soft", "german")])
def test_a_blue_weapon_sustains_fire_at_hard_targets_only(armor: str, seat: str) -> None:
    blue = {"mg": ("13.32", weapon("mg", ("blue", 1, 3), sustained_fire=True))}
    mover = ge("15.30", deployed=False, armor=armor)
    table = passing({"u": gun(), "m": mover}, weapons=blue, markers=SUSTAINED)
    assert table.asked[0] == seat


@pytest.mark.clause("CSS-8.6.1-06")
@pytest.mark.parametrize(("die", "kind"), [(5, "sustained_fire"), (6, "no_opportunity_fire")])
def test_a_six_ends_the_sustained_fire_of_an_allied_hex_and_still_counts(die: int, kind: str) -> None:
    able = gun(fire=("red", 6, 3), sustained_fire=True)
    table = passing({"u": able}, markers=SUSTAINED, charts=entry("DG1"))
    assert result(shoot(table, "u", "15.30", die)) == "DG1"
    assert table.hex("13.32").fire_marker == kind
    assert table.hex("15.31").dg == 1  # the mover took it along
    table.step("15.32")
    assert (table.asked[0] == "allied") is (kind == "sustained_fire")


@pytest.mark.clause("CSS-8.6.1-06")
@pytest.mark.parametrize(("die", "kind"), [(7, "sustained_fire"), (8, "no_opportunity_fire")])
def test_an_eight_ends_the_sustained_fire_of_a_german_hex(die: int, kind: str) -> None:
    able = ge("13.32", fire=("yellow", 0, 3), sustained_fire=True)
    table = activation(OPEN, {"m": us("15.30", deployed=False), "u": able}, US, markers=SUSTAINED)
    table.do("move", units=("m",))
    table.step("15.31")
    shoot(table, "u", "15.30", die)
    assert table.hex("13.32").fire_marker == kind


@pytest.mark.clause("CSS-8.6.1-06")
def test_the_limit_holds_for_the_very_first_fire_too() -> None:
    table = passing({"u": gun(sustained_fire=True)})
    shoot(table, "u", "15.30", 6)
    assert table.hex("13.32").fire_marker == "no_opportunity_fire"


@pytest.mark.clause("CSS-8.6.1-07")
def test_a_weapon_that_breaks_down_in_sustained_fire_goes_to_the_reallocating_box() -> None:
    base = us("11.29", hq="division")
    table = passing({"u": gun(fire=("red", 6, 3)), "hq": base}, weapons=MG, markers=SUSTAINED, charts=entry("DG1"))
    assert result(fire_with(table, 6)) == "DG1"
    assert table.state.weapons["mg"].place == "reallocating"
    assert table.hex("13.32").fire_marker == "no_opportunity_fire"


@pytest.mark.clause("CSS-8.6.1-07")
def test_without_a_path_to_a_headquarters_the_weapon_is_out_of_the_game() -> None:
    table = passing({"u": gun()}, weapons=MG, markers=SUSTAINED)
    fire_with(table, 6)
    assert table.state.weapons["mg"].place == "out"


@pytest.mark.clause("CSS-8.6.1-07")
def test_a_six_on_the_first_fire_only_ends_the_ability() -> None:
    table = passing({"u": gun(), "hq": us("11.29", hq="division")}, weapons=MG)
    fire_with(table, 6)
    assert table.state.weapons["mg"].place == "map"
    assert table.hex("13.32").fire_marker == "no_opportunity_fire"


@pytest.mark.clause("CSS-8.6.1-08", "CSS-8.4-02")
@pytest.mark.parametrize("marked", [False, True])
def test_a_nine_misses_and_breaks_the_weapon_used(marked: bool) -> None:
    able = {"mg": ("13.32", weapon("mg", ("red", 1, 3), sustained_fire=True, formation="pg110"))}
    pieces = {"m": us("15.30", deployed=False), "hq": ge("11.29", hq="division"), "u": ge("13.32", fire=("red", 8, 3))}
    table = activation(OPEN, pieces, US, weapons=able, markers=SUSTAINED if marked else ())
    table.do("move", units=("m",))
    table.step("15.31")
    assert result(fire_with(table, 9)) == ""
    assert table.state.weapons["mg"].place == "reallocating"
    assert table.hex("13.32").fire_marker == "no_opportunity_fire"


@pytest.mark.clause("CSS-8.6.1-08")
def test_a_nine_breaks_a_weapon_without_the_ability_too() -> None:
    plain = {"mg": ("13.32", weapon("mg", ("red", 1, 3)))}
    table = passing({"u": gun(), "hq": us("11.29", hq="division")}, weapons=plain)
    fire_with(table, 9)
    assert table.state.weapons["mg"].place == "reallocating"


@pytest.mark.clause("CSS-8.6.1-09", "CSS-10.0-05")
def test_the_marker_goes_when_a_unit_of_the_hex_is_paid_for_under_a_direct_command_chit() -> None:
    pieces = {"u": gun(sustained_fire=True), "v": us("13.32", formation="r142"), "hq": us("11.29", hq="division")}
    table = activation(OPEN, pieces, "command:allied", dice=[4], markers=SUSTAINED)
    assert table.hex("13.32").fire_marker == "sustained_fire"
    table.do("activate", unit="v")
    assert table.hex("13.32").fire_marker == ""


@pytest.mark.clause("CSS-8.6.1-09")
def test_the_marker_goes_with_the_last_unit() -> None:
    able = us("13.32", sustained_fire=True, deployed=False)
    table = activation(OPEN, {"u": able, "x": ge("12.32")}, GE, charts=entry("E"), markers=SUSTAINED)
    shoot(table, "x", "13.32", 0)
    assert table.hex("13.32").fire_marker == ""
