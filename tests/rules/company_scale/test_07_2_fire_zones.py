"""Fire zones (7.2), and the sight they need (7.0, 7.1)."""

from __future__ import annotations

import pytest

from rules.company_scale.battle_map import BattleMap
from rules.company_scale.r07_line_of_sight import fire_zone, in_fire_zone, side_zone
from rules.engine.game import Game
from rules.hexes.grid import hex_id, hex_name, neighbours
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import entry, firers, shoot
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, tank, us

WIDE = board("\n".join(["." * 24] * 12), first="10.30")
US = "formation:r141"
HERE = "20.35"
AROUND = {hex_name(h) for h in neighbours(hex_id(HERE))}


def table_of(x: Piece, ground: BattleMap = WIDE, **more: object) -> TableTop:
    """Return a position with the German unit `x` in 20.35 and an American far away."""
    pieces = {name: piece for name, piece in more.items() if isinstance(piece, Piece)}
    facts = {name: fact for name, fact in more.items() if not isinstance(fact, Piece)}
    return activation(ground, {"x": x, "far": us("10.41"), **pieces}, US, **facts)


def zone(x: Piece, ground: BattleMap = WIDE, **more: object) -> set[str]:
    """Return the fire zone of the German unit `x` in 20.35."""
    return set(table_of(x, ground, **more).session.query("fire_zone", unit="x").hexes)


def gun(reach: int, box: str = "red", **changes: object) -> Piece:
    """Return a German unit in 20.35 with a range."""
    return ge(HERE, fire=(box, 4, reach), **changes)


def straight(*distances: int) -> list[str]:
    """Return the hexes so many hexes due north of 20.35."""
    return [hex_name(hex_id(HERE) - n) for n in distances]


@pytest.mark.clause("CSS-7.2-01", "CSS-2.0-24")
def test_the_zone_is_what_is_seen_and_in_range() -> None:
    assert zone(gun(3)) >= set(straight(1, 2, 3))
    assert not zone(gun(3)) & set(straight(4, 5))
    assert HERE not in zone(gun(3))
    assert zone(gun(1)) == AROUND
    tall = board("\n".join(["." * 3] * 30), first="19.20")
    far = zone(gun(12), tall, far=us("19.20"))
    assert hex_name(hex_id(HERE) + 8) in far
    assert hex_name(hex_id(HERE) + 9) not in far


@pytest.mark.clause("CSS-7.2-01")
def test_blocked_sight_cuts_the_zone_short() -> None:
    wood = board("\n".join(["." * 12] * 3 + ["....w......."] + ["." * 12] * 6), first="16.30")
    found = zone(gun(4), wood, far=us("16.39"))
    assert not found & set(straight(3, 4))
    assert found >= set(straight(1, 2))


@pytest.mark.clause("CSS-7.2-01")
@pytest.mark.parametrize(("facts", "limit"), [({"weather": "rain"}, 3), ({"first_turn": "night_1"}, 1)])
def test_rain_and_night_cut_the_zone_to_what_is_seen(facts: dict[str, object], limit: int) -> None:
    found = zone(gun(5), **facts)
    assert [h in found for h in straight(limit, limit + 1)] == [True, False]


@pytest.mark.clause("CSS-7.2-01")
def test_the_zone_is_where_opportunity_fire_is_offered() -> None:
    for row, asked in ((2, "german"), (3, "allied")):
        mover = us(straight(row)[0], deployed=False)
        table = table_of(gun(2), m=mover)
        table.do("move", units=("m",))
        table.step(straight(row + 1)[0])
        assert table.asked[0] == asked


@pytest.mark.clause("CSS-7.2-02")
def test_with_an_enemy_adjacent_the_zone_is_the_six_hexes_around() -> None:
    table = table_of(gun(4), m=us("21.34", deployed=False))
    zone_now = set(table.session.query("fire_zone", unit="x").hexes)
    assert zone_now == AROUND
    table.do("move", units=("m",))
    table.step("22.34")
    table.do("hold")
    assert set(table.session.query("fire_zone", unit="x").hexes) == zone(gun(4))
    assert zone(gun(4)) >= set(straight(2, 3, 4))


@pytest.mark.clause("CSS-7.2-03", "CSS-7.1-03")
@pytest.mark.parametrize("size", ["smoke", "light", "medium", "heavy"])
def test_under_a_barrage_the_zone_is_the_six_hexes_around_but_sight_is_not_cut(size: str) -> None:
    table = table_of(gun(6), markers=[(HERE, "barrage", size)], e=us(straight(4)[0]))
    assert set(table.session.query("fire_zone", unit="x").hexes) == AROUND
    assert table.session.query("los", a=HERE, b=straight(4)[0]).clear
    assert set(straight(4)) <= set(table.session.query("visible", hex=HERE).hexes)


@pytest.mark.clause("CSS-7.1-03", "CSS-7.0-01")
@pytest.mark.parametrize("away", [2, 4])
def test_a_unit_under_a_barrage_is_seen_and_fired_at_from_afar_but_does_not_fire_back(away: int) -> None:
    pieces = {"u": us(straight(away)[0], fire=("red", 4, 6)), "x": gun(6)}
    table = activation(WIDE, pieces, US, markers=[(HERE, "barrage", "light")])
    assert firers(table) == {"u"}
    other = activation(WIDE, pieces, "formation:pg110", markers=[(HERE, "barrage", "light")])
    assert other.refused("fire", unit="x", hex=straight(away)[0]) == ["7.2"]


@pytest.mark.clause("CSS-7.0-02")
def test_an_adjacent_enemy_does_not_cut_sight() -> None:
    pieces = {"x": gun(6), "near": us("21.34"), "e": us(straight(5)[0])}
    table = activation(WIDE, pieces, "formation:pg110")
    assert table.session.query("los", a=HERE, b=straight(5)[0]).clear
    assert set(straight(5)) <= set(table.session.query("visible", hex=HERE).hexes)
    assert table.refused("fire", unit="x", hex=straight(5)[0]) == ["7.2"]


@pytest.mark.clause("CSS-7.2-04", "CSS-2.0-24")
def test_a_black_value_has_no_zone_and_a_second_value_does_not_count() -> None:
    assert zone(gun(9, "black")) == set()
    for box in ("red", "yellow", "blue", "white"):
        assert zone(gun(2, box)) > AROUND


@pytest.mark.clause("CSS-7.2-05")
def test_who_cannot_fire_has_no_zone() -> None:
    assert zone(gun(3), markers=[(HERE, "suppressed", None)]) == set()
    assert zone(gun(3), markers=[(HERE, "concentrated_fire", None)]) == set()
    assert zone(ge(HERE, fire=None)) == set()
    assert zone(gun(3), markers=[(HERE, "pinned", None)]) == zone(gun(3))


@pytest.mark.clause("CSS-7.2-05")
def test_a_no_opportunity_fire_marker_leaves_the_zone_for_traces() -> None:
    assert zone(gun(3), markers=[(HERE, "no_opportunity_fire", None)]) == zone(gun(3))


@pytest.mark.clause("CSS-7.2-05")
def test_a_suppressed_enemy_bars_no_retreat() -> None:
    strip = board(".\n.\n.\n.\n..\n.\n.\n.\n", first="20.30")
    pieces = {"a": us("20.30", fire=("red", 8, 1)), "s": us("21.34"), "x": ge("20.31", deployed=False),
              "hq": ge("20.37", hq="division")}  # fmt: skip
    for markers, place in (((), "eliminated"), ([("21.34", "suppressed", None)], "routed")):
        table = activation(strip, pieces, US, charts=entry("R"), markers=markers)
        shoot(table, "a", "20.31", 0, 9)
        assert table.where("x") == place


@pytest.mark.clause("CSS-7.2-06")
@pytest.mark.parametrize(("armor", "asked"), [("soft", "allied"), ("hard", "german")])
def test_a_blue_gun_has_a_zone_but_fires_only_at_hard_targets(armor: str, asked: str) -> None:
    assert zone(gun(2, "blue")) > AROUND
    mover = us(straight(1)[0], deployed=False, armor=armor, move=("tracked", 14))
    table = table_of(gun(2, "blue"), m=mover)
    table.do("move", units=("m",))
    table.step(straight(2)[0])
    assert table.asked[0] == asked


@pytest.mark.clause("CSS-7.2-06", "CSS-8.6-09")
def test_a_tank_that_stays_is_no_target_for_a_blue_gun() -> None:
    start = straight(1)[0]
    table = table_of(gun(2, "blue"), m=us(start, deployed=False), t=tank(start, us, deployed=False))
    table.do("move", units=("m",))
    table.step(straight(2)[0])
    assert table.asked == ("allied", "movement")


@pytest.mark.clause("CSS-7.2-06")
def test_the_zone_of_a_blue_gun_counts_for_traces() -> None:
    strip = board(".\n.\n.\n.\n..\n.\n.\n.\n", first="20.30")
    pieces = {"a": us("20.30", fire=("red", 8, 1)), "s": us("21.34", fire=("blue", 5, 1)),
              "x": ge("20.31", deployed=False), "hq": ge("20.37", hq="division")}  # fmt: skip
    table = activation(strip, pieces, US, charts=entry("R"))
    shoot(table, "a", "20.31", 0, 9)
    assert table.where("x") == "eliminated"


@pytest.mark.clause("CSS-7.2-07")
def test_a_unit_in_column_has_a_zone_from_its_column_side() -> None:
    column = ge(HERE, deployed=False, fire=("black", 3, 9), column_fire=("red", 2, 1))
    assert zone(column) == AROUND
    table = table_of(column, m=us("21.34", deployed=False))
    table.do("move", units=("m",))
    table.step("22.34")
    assert table.asked == ("german", "opportunity_fire")
    unarmed = ge(HERE, deployed=False, column_fire=None)
    assert zone(unarmed) == set()


@pytest.mark.clause("CSS-7.2-01")
def test_the_zone_of_a_side_is_that_of_all_its_units() -> None:
    table = activation(WIDE, {"x": gun(1), "y": ge("25.35"), "m": us("10.41")}, US)
    both = set(table.session.query("fire_zone", side="german").hexes)
    assert both == AROUND | {hex_name(h) for h in neighbours(2535)}


@pytest.mark.clause("CSS-7.2-02")
def test_an_enemy_next_to_a_companion_in_another_hex_cuts_nothing() -> None:
    found = zone(tank(HERE, fire=("white", 5, 3)), friend=ge("20.33"), e=us("20.32"))
    assert found >= set(straight(3))


@pytest.mark.clause("CSS-7.2-01")
@pytest.mark.parametrize("markers", [(), [("20.33", "barrage", "smoke")], [("20.33", "on_fire", None)],
                                     [(HERE, "barrage", "light")], [(HERE, "suppressed", None)]])  # fmt: skip
def test_one_hex_at_a_time_gives_the_same_zone(markers: list[tuple[str, str, str | None]]) -> None:
    wood = board("\n".join(["." * 12] * 3 + ["....w...v..."] + ["." * 12] * 6), first="16.30", levels={"21.33": 2})
    table = table_of(gun(5), wood, far=us("16.39"), markers=markers)
    names = set(table.session.query("fire_zone", unit="x").hexes)
    assert {hex_name(h) for h in wood.hexes if in_fire_zone(table.game, "x", h)} == names


@pytest.mark.clause("CSS-7.0-01")
@pytest.mark.parametrize("kind", ["barrage", "on_fire"])
def test_a_barrage_or_a_fire_in_between_cuts_the_zone_short(kind: str) -> None:
    clear, cut = zone(gun(4)), zone(gun(4), markers=[("20.33", kind, "smoke" if kind == "barrage" else None)])
    assert set(straight(1, 2, 3, 4)) <= clear
    assert set(straight(1, 2)) <= cut
    assert not cut & set(straight(3, 4))


@pytest.mark.clause("CSS-7.0-01")
@pytest.mark.parametrize("blocked", [False, True])
def test_without_sight_there_is_neither_direct_fire_nor_spotting(blocked: bool) -> None:
    wood = "w" if blocked else "."
    ground = board("\n".join(["." * 8 + wood * 2 + "." * 14] * 12), first="10.30")
    pieces = {"m": us("12.35", fire=("black", 4, 22)), "s": us("16.35", fire=("red", 4, 6)), "x": ge(HERE)}
    table = activation(ground, pieces, US)
    assert firers(table) == (set() if blocked else {"s"})
    indirect = {"unit": "m", "hex": HERE}
    if blocked:
        assert table.refused("indirect_fire", **indirect) == ["8.7.1"]
        assert table.refused("fire", unit="s", hex=HERE)
    else:
        table.do("indirect_fire", **indirect)
        assert table.decision.subject["spotters"] == ["m", "s"]


@pytest.mark.clause("CSS-7.0-02")
def test_an_adjacent_enemy_does_not_hinder_spotting() -> None:
    far = straight(5)[0]
    pieces = {"x": gun(6), "near": us("21.34"), "e": us(far), "m": ge("22.41", fire=("black", 4, 22))}
    table = activation(WIDE, pieces, "formation:pg110")
    assert table.refused("fire", unit="x", hex=far) == ["7.2"]
    table.do("indirect_fire", unit="m", hex=far)
    assert "x" in table.decision.subject["spotters"]


def test_the_zone_of_a_side_covers_hexes_shared_seen_and_next_to_enemies() -> None:
    others = {"y": ge(HERE, fire=("red", 2, 6)), "z": ge("22.36", fire=("red", 2, 4)), "near": us("23.36")}
    others["w"] = ge("28.38", fire=("red", 1, 1))
    table = table_of(gun(3), **others)
    game = Game(table.session.system.kinds, table.session.scenario, table.state)
    units = [fire_zone(game, unit) for unit in ("x", "y", "z", "w")]
    zone = frozenset(side_zone(game, "german"))
    assert zone == frozenset().union(*units)
    assert {2035, 2236} & zone == {2035} & units[2] | {2236} & (units[0] | units[1])
