"""The map: scale, playable hexes and their dots, numbering, distance; what blocks sight (3.1, 2.0)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.company_scale.battle_map import BattleMap, Edge, Terrain
from rules.company_scale.counters import MoveClass
from rules.company_scale.loading.map_building import build_map
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.r07_line_of_sight import sight_limit
from rules.company_scale.tracing import can_step, can_trace
from rules.engine.command import MalformedCommand
from rules.hexes.grid import HexSet, distance, hex_id, hex_name, hexside, neighbours
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.moves import CLASSES, column, moving, open_hexes, road, strip, table_of
from tests.rules.company_scale.helpers.tables import us

clause = pytest.mark.clause


@clause("CSS-3.1-01")
def test_a_hex_is_500_metres_so_that_the_longest_sight_is_4000() -> None:
    ground = load_scenario("first-light").map
    assert ground.art.hex_size_m == 500
    assert sight_limit("clear", False) * 500 == 4000


@clause("CSS-3.1-02")
def test_the_letter_of_the_dot_makes_the_terrain_whatever_is_drawn() -> None:
    drawn: dict[str, Any] = {
        "id": "m", "title": "M", "columns": [10, 12], "rows": [30, 30], "terrain": {"30": ".wV"},
        "art": {"woods": ["10.30", "12.30"]}, "elevation": {"30": [900, 80, 80]},
        "names": [{"text": "Bois", "kind": "village", "hex": "10.30"}], "entries": [{"text": "A", "hex": "12.30"}],
    }  # fmt: skip
    ground = build_map(drawn)
    assert [ground.hexes[h].terrain for h in (1030, 1130, 1230)] == [Terrain.CLEAR, Terrain.WOODS, Terrain.VILLAGE]
    assert ground.hexes[1030].level == 1  # levels are data too, heights only drawing
    assert [(label.text, label.height) for label in (*ground.labels, *ground.entries)] == [("Bois", 0), ("A", 0)]


@clause("CSS-3.1-03")
@pytest.mark.parametrize("move", CLASSES)
def test_a_hex_without_a_dot_is_not_entered(move: str) -> None:
    ground = board(".~.\n.#.\n...", roads={"paved": ["10.30 10.31"]})
    table = moving(ground, {"a": column(move=(move, 12))})
    assert open_hexes(table) == {"10.31"}
    assert table.refused("step", to="11.30", by="terrain") == ["3.1"]
    assert "3.1" in table.refused("step", to="10.29", by="terrain")
    assert "3.1" in table.refused("step", to="11.30", by="paved")


@clause("CSS-3.1-03")
def test_no_path_is_traced_over_hexes_without_a_dot() -> None:
    gap, bridge = strip("..~.."), strip(".....")
    for ground, free in ((gap, False), (bridge, True)):
        game = table_of(ground, {"a": us("10.30")}).game
        assert can_trace(game, "allied", 1030, [1034], HexSet()) is free
    assert not any(can_step(table_of(gap, {"a": us("10.30")}).game, cls, 1031, 1032) for cls in MoveClass)


def test_sight_to_a_hex_without_a_dot_is_no_question() -> None:
    table = table_of(strip(".~"), {"a": us("10.30")})
    with pytest.raises(MalformedCommand, match=r"10\.31"):
        table.session.query("los", a="10.30", b="10.31")


@clause("CSS-3.1-04")
@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("29.08", "29.07 29.09 28.08 28.09 30.08 30.09"),
        ("30.10", "30.09 30.11 29.09 29.10 31.09 31.10"),
        ("39.41", "39.40 39.42 38.41 38.42 40.41 40.42"),
        ("46.41", "46.40 46.42 45.40 45.41 47.40 47.41"),
    ],
)
def test_numbering_gives_the_neighbours(name: str, near: str) -> None:
    assert {hex_name(h) for h in neighbours(hex_id(name))} == set(near.split())


@clause("CSS-3.1-04")
def test_a_unit_steps_to_its_six_neighbours() -> None:
    rows = "\n".join(["....."] * 5)
    for name in ("12.32", "13.32"):
        table = moving(board(rows), {"a": column(name)})
        assert open_hexes(table) == {hex_name(h) for h in neighbours(hex_id(name))}


@clause("CSS-3.1-05")
@pytest.mark.parametrize(
    ("a", "b", "away"),
    [
        ("39.41", "38.43", 2), ("39.41", "38.42", 1), ("30.10", "31.10", 1), ("10.33", "12.34", 2),
        ("10.30", "10.38", 8), ("10.30", "18.34", 8), ("11.30", "18.34", 7), ("10.30", "10.30", 0),
    ],
)  # fmt: skip
def test_distance_is_the_shortest_path(a: str, b: str, away: int) -> None:
    assert distance(hex_id(a), hex_id(b)) == distance(hex_id(b), hex_id(a)) == away


@clause("CSS-3.1-05")
def test_compass_neighbours() -> None:
    for name, northeast, southeast in (("30.10", "31.09", "31.10"), ("29.08", "30.08", "30.09")):
        _, ne, se, *_ = neighbours(hex_id(name))
        assert (hex_name(ne), hex_name(se)) == (northeast, southeast)


# ---- what blocks sight (2.0) ----


def blocks(ground: BattleMap, at: str) -> bool:
    """Tell whether something halfway down a strip of one level blocks sight along it."""
    sight = table_of(ground, {"a": us("10.30")}).session.query("los", a="10.30", b=f"10.{29 + _length(ground)}")
    (found,) = [part for part in sight.line if part.at == at]
    assert sight.clear is not found.blocks
    return bool(found.blocks)


def _length(ground: BattleMap) -> int:
    return sum(1 for h in ground.hexes if h // 100 == 10)


@clause("CSS-2.0-06")
@pytest.mark.parametrize(
    ("terrain", "blocking"),
    [("w", True), ("v", True), ("V", True), ("T", True), ("C", True), (".", False), ("m", False)],
)
def test_terrain_that_blocks_sight(terrain: str, blocking: bool) -> None:
    assert blocks(strip(f".{terrain}."), "10.31") is blocking


@clause("CSS-2.0-06")
@pytest.mark.parametrize(
    ("edge", "blocking"),
    [("slope", True), ("steep_slope", True), ("ridge", True), ("stream", False), ("river", False), ("gray", False)],
)
def test_hexsides_that_block_sight(edge: str, blocking: bool) -> None:
    ground = strip("....", **{edge: ["10.31/10.32"]})
    assert Edge(edge) in ground.side(*hexside(1031, 1032)).edges
    sight = table_of(ground, {"a": us("10.30")}).session.query("los", a="10.30", b="10.33")
    assert sight.clear is not blocking


@clause("CSS-2.0-06")
@pytest.mark.parametrize("kind", ["trail", "paved", "railroad", "evacuation"])
def test_no_road_blocks_sight(kind: str) -> None:
    assert not blocks(strip("...", roads=road(kind, 30, 32)), "10.31")


# ---- movement classes (2.0) ----


@clause("CSS-2.0-35")
def test_movement_classes_of_the_charts() -> None:
    """The charts name the class the printed colour stands for: red tracked, black wheeled, any other leg."""
    units = load_scenario("first-light").units.values()
    known = {unit.type: unit.move_class.value for unit in units}
    assert (known["us_light_tank_m5"], known["us_assault_gun_troop"]) == ("tracked", "tracked")
    assert (known["us_cavalry_troop_m8"], known["us_regiment_hq"]) == ("wheeled", "wheeled")
    assert (known["us_rifle_company"], known["ge_grenadier"]) == ("leg", "leg")


@clause("CSS-2.0-35")
def test_each_class_is_shown_and_pays_its_own_cost() -> None:
    pieces = {name: column(move=(name, 12)) for name in CLASSES}
    table = moving(strip("..."), pieces, *CLASSES)
    table.step("10.31")
    shown = {unit.id: unit.face.move.by for unit in table.session.view().units if unit.id in CLASSES}
    assert shown == {name: name for name in CLASSES}
    assert table.decision.subject["points"] == [22, 18, 20]
