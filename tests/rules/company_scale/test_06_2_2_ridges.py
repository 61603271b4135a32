"""Ridges: crossing them, sight and fire over them, fire from and at a claimed ridge (6.2.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from rules.company_scale.battle_map import Edge
from rules.company_scale.loading.scenarios import load_scenario
from rules.hexes.grid import distance, hex_id, hex_name, hexside, within
from rules.hexes.lines import line
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.moves import (
    column,
    end,
    moving,
    points,
    ridge_markers,
    road,
    strip,
    table_of,
    value_of,
)
from tests.rules.company_scale.helpers.tables import Piece, activation, ge, us

clause = pytest.mark.clause
CREST = ("10.31/10.32",)
LANE = strip("......", ridge=CREST)
HELD = [("10.31", "ridge", None)]


# ---- the hexside (6.2.2) ----


@clause("CSS-6.2.2-23")
def test_a_ridge_is_a_hexside_of_its_own_kind() -> None:
    ground = load_scenario("first-light").map
    edges = ground.side(*hexside(hex_id("18.39"), hex_id("18.40"))).edges
    assert edges == {Edge.RIDGE}
    for levels in ("12", "21", "11"):  # it costs and protects the same up, down and on the level
        table = moving(strip("...", levels=levels + "1", ridge=["10.30/10.31"]), {"a": column()})
        table.step("10.31")
        assert points(table) == [2]


@clause("CSS-6.2.2-24")
@pytest.mark.parametrize(("letter", "cost"), [("w", 4), (".", 3), ("V", 3)])
def test_a_leg_unit_pays_two_more_over_a_ridge(letter: str, cost: int) -> None:
    ground = strip(f".{letter}", ridge=["10.30/10.31"], roads=road("railroad", 30, 31))
    table = moving(ground, {"a": column(move=("leg", cost))})
    table.step("10.31")
    assert table.where("a") == "10.31"
    table = moving(ground, {"a": column(move=("leg", cost - 1))})
    assert table.refused("step", to="10.31", by="terrain") == ["6.0"]
    table.step("10.31", by="railroad")
    assert points(table) == [cost - 2]


@clause("CSS-6.2.2-26")
@pytest.mark.parametrize("move", ["wheeled", "tracked"])
def test_vehicles_do_not_cross_a_ridge_off_the_road(move: str) -> None:
    table = moving(strip("..", ridge=["10.30/10.31"]), {"a": column(move=(move, 18))})
    assert table.refused("step", to="10.31", by="terrain") == ["6.2.2"]
    for kind in ("paved", "railroad", "trail"):
        ground = strip("..", ridge=["10.30/10.31"], roads=road(kind, 30, 31))
        table = moving(ground, {"a": column(move=(move, 18))})
        table.step("10.31", by=kind)
        assert table.where("a") == "10.31"


@clause("CSS-6.2.2-01")
def test_a_feature_counts_wherever_a_line_or_a_unit_crosses_its_hexside() -> None:
    ground = board("\n".join(["......."] * 7), ridge=["13.32/13.33"])
    crest = {hex_id("13.32"), hex_id("13.33")}
    table = activation(ground, {"a": column("13.32"), "b": column("13.33")}, "formation:r141")
    tried = 0
    for a in ground.hexes:
        for b in within(a, 4):
            across = {tuple(sorted((a + p, a + q))) for p, q in line(a, b).sides} if b in ground.hexes and a < b else ()
            if tuple(sorted(crest)) in across and not {a, b} & crest:
                tried += 1
                assert not table.session.query("los", a=hex_name(a), b=hex_name(b)).clear
    assert tried > 5
    for unit, to in (("a", "13.33"), ("b", "13.32")):  # both ways
        table.do("move", units=(unit,))
        table.step(to)
        assert points(table) == [2]
        table.do("stop")


@clause("CSS-6.2.2-27")
@pytest.mark.parametrize(("a", "b", "clear"), [(30, 33, False), (31, 33, True), (30, 32, True), (31, 32, True)])
def test_a_ridge_blocks_sight_unless_it_borders_one_of_the_two(a: int, b: int, clear: bool) -> None:
    table = table_of(LANE, {"a": us("10.30")})
    assert table.session.query("los", a=f"10.{a}", b=f"10.{b}").clear is clear


@clause("CSS-6.2.2-28")
def test_a_ridge_protects_by_two() -> None:
    table = table_of(LANE, {"a": us("10.31", fire=("red", 6, 1)), "x": ge("10.32")})
    assert value_of(table, "a", "10.32") == 4


# ---- fire (6.2.2) ----


def value_over(target: str, power: int, ridges: Iterable[str], markers: Iterable[str], **defender: Any) -> int:
    """Return the value of a fire from 10.31 at a neighbour."""
    ground = strip("......", ridge=ridges)
    pieces: dict[str, Piece] = {"a": us("10.31", fire=("red", power, 1)), "x": ge(target, **defender)}
    table = table_of(ground, pieces, markers=[(hex, "ridge", None) for hex in markers])
    return value_of(table, "a", target)


@clause("CSS-6.2.2-34")
def test_a_claimed_ridge_protects_by_three() -> None:
    assert value_over("10.32", 6, CREST, ["10.32"]) == 3


@clause("CSS-6.2.2-34")
def test_opportunity_fire_over_a_claimed_ridge_too() -> None:
    table = moving(LANE, {"a": column("10.31", column_defense=0), "x": ge("10.32", fire=("red", 6, 1))}, markers=HELD)
    table.step("10.30")
    table.do("fire", unit="x", hex="10.31")
    assert table.decision.subject["fire_value"] == 3


@clause("CSS-6.2.2-36")
def test_the_marker_serves_on_every_ridge_hexside_of_its_hex() -> None:
    """The ridge claimed lies between 10.32 and 10.33, the fire comes over the one between 10.31 and 10.32."""
    assert value_over("10.32", 6, ["10.31/10.32", "10.32/10.33"], ["10.32"]) == 3


@clause("CSS-6.2.2-37")
def test_a_unit_on_its_ridge_fires_outward_with_two_more() -> None:
    assert value_over("10.32", 4, CREST, ["10.31"]) == 6
    assert value_over("10.30", 4, CREST, ["10.31"]) == 4  # not over the ridge: no change


@clause("CSS-6.2.2-37")
def test_opportunity_fire_from_a_ridge_has_two_more() -> None:
    table = moving(LANE, {"a": column("10.32", column_defense=0), "x": ge("10.31")}, markers=HELD)
    table.step("10.33")
    table.do("fire", unit="x", hex="10.32")
    assert table.decision.subject["fire_value"] == 6


@clause("CSS-6.2.2-38")
def test_a_unit_on_a_ridge_is_hit_by_two_more_from_elsewhere() -> None:
    assert value_over("10.32", 4, ["10.32/10.33"], ["10.32"]) == 6


@clause("CSS-6.2.2-37", "CSS-6.2.2-38")
def test_a_unit_on_its_ridge_fires_outward_at_the_open_side_of_another_marked_hex() -> None:
    pieces = {"a": column("10.32", column_defense=0), "x": ge("10.30", fire=("red", 4, 2)), "y": ge("10.33")}
    ground = strip("....", ridge=["10.30/10.31", "10.32/10.33"])
    for marked, value in ((["10.30"], 4 + 2), (["10.32"], 4 + 2), (["10.30", "10.32"], 4 + 2 + 2)):
        table = moving(ground, pieces, markers=[(hex, "ridge", None) for hex in marked])
        table.step("10.31")
        table.do("fire", unit="x", hex="10.32")
        assert table.decision.subject["fire_value"] == value


@clause("CSS-6.2.2-38")
def test_opportunity_fire_from_elsewhere_too() -> None:
    table = moving(LANE, {"a": column("10.31", column_defense=0), "x": ge("10.30")}, markers=HELD)
    table.step("10.32")
    table.do("fire", unit="x", hex="10.31")
    assert table.decision.subject["fire_value"] == 6


# ---- the worked example (6.2.2) ----


@clause("CSS-6.2.2-41")
def test_the_ridge_example() -> None:
    """F Company stands in 18.39; the 7th comes over the ridge to 18.40, the 6th from the open side to 19.38."""
    ground = board("\n".join(["......"] * 6), first="17.37", ridge=["18.39/18.40"])
    marching = {"deployed": False, "column_fire": ("red", 4, 1)}
    pieces = {
        "F": us("18.39"), "7th": ge("18.41", **marching), "6th": ge("20.38", **marching),
        "hq": ge("20.41", hq="formation", command_range=6),
    }  # fmt: skip
    table = activation(ground, pieces, "formation:pg110", cup=("command:allied",))
    table.do("move", units=("7th",))
    table.step("18.40")
    assert table.asked == ("allied", "ridge_claim")
    table.do("claim")
    assert ridge_markers(table) == {"18.39"}
    table.do("stop")
    table.do("move", units=("6th",))
    table.step("19.38")
    assert table.asked == ("german", "movement")  # no ridge in between, nothing to claim
    table.do("stop")
    assert distance(hex_id("19.38"), hex_id("18.39")) == 1
    assert value_of(table, "7th", "18.39") == 1
    assert value_of(table, "6th", "18.39") == 6
    end(table)
