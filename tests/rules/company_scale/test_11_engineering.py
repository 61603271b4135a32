"""Foxholes and trenches (11.0, 11.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.company_scale.scenario import DivisionStart
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import compose, entry, parts, shoot
from tests.rules.company_scale.helpers.moves import HQ, end, next_chit
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, leader, named, tank, us

OPEN = board("\n".join([".........."] * 6))
US, BOTH = "formation:r141", "division:d36"
HERE = "12.32"
FAR: dict[str, Piece] = {"hq": us("10.30", **HQ), "x": ge("19.35")}


def digging(pieces: dict[str, Piece], *, quality: int = 5, chit: str = US, **facts: Any) -> TableTop:
    """Start an activation of the 141st at some troop quality, with its headquarters in range."""
    start = {"d36": DivisionStart(5, 10, 0, quality)}
    return activation(facts.pop("ground", OPEN), {**pieces, **FAR}, chit, divisions=start, **facts)


def buildable(table: TableTop) -> set[tuple[str, str]]:
    """Return (unit, what) offered."""
    return {(str(c.get("unit")), str(c.get("what"))) for c in table.offered("build")}


def engineers(**changes: Any) -> Piece:
    """Return deployed American engineers."""
    return us(HERE, engineer=True, **changes)


@pytest.mark.clause("CSS-11.0-01", "CSS-2.0-22")
def test_engineers_build_foxholes_and_trenches_and_nothing_else() -> None:
    table = digging({"e": engineers()})
    assert {what for unit, what in buildable(table) if unit == "e"} == {"foxhole", "trench"}
    for what in ("pillbox", "bunker", "bridge", ""):
        assert table.refused("build", unit="e", what=what) == ["11.0"]


@pytest.mark.clause("CSS-2.0-02")
def test_a_deployed_company_with_an_enemy_near_may_fire_dig_and_pass_and_moves_in_column() -> None:
    table = digging({"a": us(HERE), "y": ge("12.31")})
    offered = {c.verb for verb in table.verbs() for c in table.offered(verb) if c.get("unit") == "a"}
    assert offered == {"fire", "smoke", "build", "pass_unit", "change_formation"}
    assert "3.2" in table.refused("move", units=("a",))
    table.do("change_formation", unit="a")
    assert any(c.get("units") == ("a",) for c in table.offered("move"))


@pytest.mark.clause("CSS-11.1-01", "CSS-11.1-02")
@pytest.mark.parametrize(("fort", "less"), [("foxhole", {"c": -1}), ("trench", {"c": -2})])
def test_fortifications_lower_the_fire_value(fort: str, less: dict[str, int]) -> None:
    table = digging({"a": us(HERE), "y": ge("12.31")}, markers=[("12.31", fort, None)])
    compose(table, "a", "12.31")
    assert parts(table) == {"": 4, **less}
    assert table.decision.subject["fire_value"] == 4 + less["c"]


@pytest.mark.clause("CSS-11.1-03")
@pytest.mark.parametrize(("quality", "die", "stays"), [(5, 6, True), (5, 7, False), (8, 8, True), (7, 8, True)])
def test_trenches_raise_troop_quality_to_eight_at_most(quality: int, die: int, stays: bool) -> None:
    pieces = {"a": us("12.31", fire=("red", 9, 1)), "y": ge(HERE, defense=2, deployed=False, column_defense=2), **FAR}
    start = {"pz11": DivisionStart(0, 0, 0, quality)}
    table = activation(OPEN, pieces, US, divisions=start, charts=entry("R"), markers=[(HERE, "trench", None)])
    shoot(table, "a", HERE, 0, die)  # defense +2 and trenches -2 cancel each other
    assert (table.where("y") == HERE) is stays


@pytest.mark.clause("CSS-11.1-04", "CSS-11.1-05", "CSS-11.1-06")
@pytest.mark.parametrize("letter", list(".wvmVTC"))
def test_foxholes_can_be_dug_anywhere_without_a_die(letter: str) -> None:
    ground = board("\n".join(["..........", "..........", f"..{letter}.......", *[".........."] * 3]))
    table = digging({"a": us(HERE)}, quality=1, ground=ground)
    events = table.do("build", unit="a", what="foxhole")
    assert table.hex(HERE).fortification == "foxhole"
    assert not named(events, "DieRolled")
    assert table.state.activity["a"].used == 1


@pytest.mark.clause("CSS-11.1-05")
def test_who_may_dig() -> None:
    pieces = {
        "inf": us(HERE), "column": us("12.33", deployed=False), "tank": tank("12.34", us),
        "car": us("13.32", move=("wheeled", 9)), "gun": us("13.33", move=("leg", None)),
    }  # fmt: skip
    table = digging(pieces)
    assert ("inf", "foxhole") in buildable(table)
    assert {unit for unit, _ in buildable(table)} == {"inf", "hq"}
    for unit in ("column", "tank", "car", "gun"):
        assert table.refused("build", unit=unit, what="foxhole") == ["11.1"], unit
    assert "5.1" in table.refused("build", unit="x", what="foxhole")
    assert table.refused("build", unit="nobody", what="foxhole")


@pytest.mark.clause("CSS-11.1-07", "CSS-3.2-11")
def test_trenches_are_for_deployed_engineers() -> None:
    table = digging({"e": engineers(), "inf": us("12.33"), "march": engineers(deployed=False)})
    assert ("e", "trench") in buildable(table)
    assert table.refused("build", unit="inf", what="trench") == ["11.1"]
    assert table.refused("build", unit="march", what="trench") == ["11.1"]
    events = table.dice(5).do("build", unit="e", what="trench")
    assert [e["purpose"] for e in named(events, "DieRolled")] == ["trenches"]
    assert named(events, "Building") == [{"event": "Building", "unit": "e", "hex": HERE, "what": "trench"}]
    assert table.hex(HERE).fortification == "trench"


@pytest.mark.clause("CSS-11.1-08", "CSS-2.0-47")
@pytest.mark.parametrize(("quality", "die", "built"), [(6, 6, True), (6, 7, False), (8, 9, False), (0, 0, True),
                                                       (8, 8, True), (2, 3, False)])  # fmt: skip
def test_the_check_for_trenches(quality: int, die: int, built: bool) -> None:
    table = digging({"e": engineers(), "f": engineers()}, quality=quality)
    table.dice(die).do("build", unit="e", what="trench")
    assert (table.hex(HERE).fortification == "trench") is built
    assert table.state.activity["e"].used == 1
    assert table.refused("build", unit="f", what="trench")  # the engineering action of the hex is spent


@pytest.mark.clause("CSS-11.1-08")
@pytest.mark.parametrize(("markers", "leaders", "limit"), [
    ((), {}, 5), ([(HERE, "dg", 2)], {}, 4), ([(HERE, "dg", 4), (HERE, "foxhole", None)], {}, 3),
    ((), {"boss": (HERE, leader("boss", 0, 2))}, 7),
    ((), {"boss": (HERE, leader("boss", 0, 2, formation="r142"))}, 5),
])  # fmt: skip
def test_what_modifies_the_check(markers: Any, leaders: Any, limit: int) -> None:
    woods = board("\n".join(["..........", "..........", "..w.......", *[".........."] * 3]))
    for die, built in ((limit, True), (limit + 1, False)):
        table = digging({"e": engineers()}, ground=woods, markers=markers, leaders=leaders)
        while table.asked[1] == "leaders":
            table.do("done")
        table.dice(die).do("build", unit="e", what="trench")
        assert (table.hex(HERE).fortification == "trench") is built


@pytest.mark.clause("CSS-11.1-08")
@pytest.mark.parametrize(("die", "built"), [(0, True), (1, False)])
def test_a_0_passes_the_check_even_below_a_quality_of_0(die: int, built: bool) -> None:
    table = digging({"e": engineers()}, quality=1, markers=[(HERE, "dg", 4)])  # 1 less 2
    table.dice(die).do("build", unit="e", what="trench")
    assert (table.hex(HERE).fortification == "trench") is built


@pytest.mark.clause("CSS-11.1-08", "CSS-14.2-03")
@pytest.mark.parametrize("use", [True, False])
def test_a_hero_who_helps_the_check_may_be_gone_afterwards(use: bool) -> None:
    brave = replace(leader("brave", 2, 1, hero=True, type="marker", leaves_on=4), division="", formation="")
    table = digging({"e": engineers()}, leaders={"brave": (HERE, brave)})
    table.do("build", unit="e", what="trench")
    assert table.asked == ("allied", "hero")
    if use:
        table.dice(6, 4).do("use_hero", hero="brave")  # 6 on 5 and the hero's 1
    else:
        table.dice(6).do("no_hero")
    assert (table.hex(HERE).fortification, table.state.leaders["brave"].place) == (
        ("trench", "out") if use else ("", "map")
    )


@pytest.mark.clause("CSS-11.0-01", "CSS-10.2.1-03")
def test_suppressed_engineers_build_nothing() -> None:
    table = digging({"e": engineers()}, markers=[(HERE, "suppressed", None)])
    assert {unit for unit, _ in buildable(table)} == {"hq"}
    assert table.refused("build", unit="e", what="foxhole") == ["10.2.1"]


@pytest.mark.clause("CSS-11.1-09")
def test_trenches_replace_foxholes_and_foxholes_are_not_added_to_trenches() -> None:
    table = digging({"e": engineers()}, markers=[(HERE, "foxhole", None)])
    assert table.refused("build", unit="e", what="foxhole") == ["11.1"]
    table.dice(0).do("build", unit="e", what="trench")
    assert table.hex(HERE).fortification == "trench"
    markers = [m.kind for m in table.session.view(None).markers if m.hex == HERE]
    assert markers == ["trench"]
    table = digging({"e": engineers()}, markers=[(HERE, "trench", None)])
    assert table.refused("build", unit="e", what="foxhole") == ["11.1"]
    assert table.refused("build", unit="e", what="trench") == ["11.1"]


@pytest.mark.clause("CSS-11.1-10")
def test_one_engineering_action_for_a_hex_in_an_activation() -> None:
    table = digging({"e": engineers(), "f": engineers(), "a": us(HERE, formation="r142")}, cup=(BOTH,))
    table.dice(9).do("build", unit="e", what="trench")
    assert table.refused("build", unit="f", what="trench") == ["11.1"]
    assert table.refused("build", unit="f", what="foxhole") == ["11.1"]
    assert table.refused("build", unit="e", what="foxhole") == ["11.1"]
    next_chit(table, BOTH)
    assert buildable(table) >= {("e", "trench"), ("f", "foxhole"), ("a", "foxhole")}


@pytest.mark.clause("CSS-11.1-11")
def test_nobody_fires_at_who_digs() -> None:
    table = digging({"a": us(HERE), "y": ge("12.31"), "z": ge("13.32")})
    table.do("build", unit="a", what="foxhole")
    assert table.asked == ("allied", "activation")


@pytest.mark.clause("CSS-11.1-12")
def test_fortifications_go_with_the_last_of_their_builders() -> None:
    pieces = {"a": us(HERE, deployed=False), "b": us(HERE, deployed=False), "y": ge("12.31", fire=("red", 5, 1))}
    table = digging(pieces, markers=[(HERE, "trench", None)], charts=entry("R"))
    table.do("move", units=("a",))
    table.step("12.33")
    table.do("hold")
    if table.asked[1] == "movement":
        table.do("stop")
    assert table.hex(HERE).fortification == "trench"
    table.do("move", units=("b",))
    table.step("12.33")
    table.do("fire", unit="y", hex=HERE)
    table.dice(0, 9).do("confirm")
    assert table.where("b") in ("routed", "eliminated")
    assert table.hex(HERE).fortification == ""


@pytest.mark.clause("CSS-11.1-12")
def test_a_new_owner_finds_no_fortification() -> None:
    table = digging(
        {"a": us(HERE, deployed=False), "b": us("12.33", deployed=False)}, markers=[(HERE, "foxhole", None)]
    )
    table.do("move", units=("a",))
    table.step("12.31")
    table.do("stop")
    table.do("move", units=("b",))
    table.step(HERE)
    table.do("stop")
    assert table.hex(HERE).fortification == ""
    assert end(table) is not None
