"""A step: paid first, fired on in the old hex, then made; markers met on the way (6.0, 6.1.1, 8.6, 12.3, 13.1)."""

from __future__ import annotations

import pytest

from tests.rules.company_scale.helpers.moves import column, gun, moving, points, result, road, shot_at, strip, table_of
from tests.rules.company_scale.helpers.tables import Piece, TableTop, leader, named, tank, us, weapon

clause = pytest.mark.clause
LANE = strip("......")


def under_fire(entry: str, *units: str, dice: tuple[int, ...] = (), dg: int = 0, **pieces: Piece) -> TableTop:
    """Let units (or "a" alone) leave 10.31 for 10.32 under a fire from 10.30 with one result."""
    movers = pieces or {"a": column("10.31")}
    markers = [("10.31", "dg", dg)] if dg else []
    table = moving(LANE, {**movers, "x": gun("10.30")}, *units, markers=markers, charts=result(entry))
    table.step("10.32")
    shot_at(table, "x", "10.31", *dice)
    return table


# ---- points first, then the step (6.0) ----


@clause("CSS-6.0-04")
def test_points_are_spent_while_the_unit_is_still_in_the_old_hex() -> None:
    table = moving(LANE, {"a": column("10.31"), "x": gun("10.30")}, charts=result("E"))
    assert named(table.step("10.32"), "UnitMoved") == []
    assert table.asked == ("german", "opportunity_fire")
    assert (table.where("a"), points(table)) == ("10.31", [4])
    assert table.state.activity["a"].used == 1
    (lost,) = named(shot_at(table, "x", "10.31"), "UnitEliminated")
    assert lost["hex"] == "10.31"


@clause("CSS-6.0-04")
def test_markers_gained_under_fire_come_to_the_old_hex_first() -> None:
    """So units that stay there are disorganized as well as the one that leaves."""
    table = under_fire("DG1", "a", a=column("10.31"), b=column("10.31"))
    assert (table.where("a"), table.hex("10.31").dg, table.hex("10.32").dg) == ("10.32", 1, 1)


@clause("CSS-6.0-11")
def test_disorganized_3_under_fire_halves_what_is_left_after_the_step_paid() -> None:
    table = under_fire("DG3")
    assert (table.where("a"), points(table), table.hex("10.32").dg) == ("10.32", [2], 3)


@clause("CSS-6.0-11")
@pytest.mark.parametrize(
    ("before", "gained", "allowance", "left"),
    [(0, 1, 5, 3), (1, 1, 6, 4), (0, 2, 5, 3), (3, 1, 12, 5), (1, 2, 7, 2), (2, 2, 8, 3), (0, 4, 6, 2)],
)
def test_a_rise_in_the_middle_of_a_move_is_paid_once(before: int, gained: int, allowance: int, left: int) -> None:
    table = under_fire(f"DG{gained}", dg=before, a=column("10.31", ("leg", allowance)))
    assert (table.where("a"), points(table), table.hex("10.32").dg) == ("10.32", [left], before + gained)


@clause("CSS-6.0-11")
def test_a_unit_left_without_points_still_makes_the_step_it_has_paid() -> None:
    table = under_fire("DG1", a=column("10.31", ("leg", 1)))
    assert table.where("a") == "10.32"
    assert table.decision.kind == "activation"


@clause("CSS-6.0-11")
@pytest.mark.parametrize(("entry", "dice", "stress"), [("S", (), "suppressed"), ("R", (9,), "")])
def test_a_suppressed_or_routed_unit_does_not_enter(entry: str, dice: tuple[int, ...], stress: str) -> None:
    table = under_fire(entry, dice=dice, a=column("10.31"))
    assert table.decision.kind == "activation"
    assert table.hex("10.31").stress == stress
    assert table.where("a") == ("10.31" if stress else "eliminated")  # no way to a headquarters


@clause("CSS-6.0-11")
def test_a_pinned_unit_does_not_enter() -> None:
    table = under_fire("R", "a", dice=(9,), a=tank("10.31", us))
    assert table.hex("10.31").stress == "pinned"  # a deployed unit never routs
    assert (table.where("a"), table.decision.kind) == ("10.31", "activation")
    assert table.refused("move", units=("a",)) == ["10.2.2"]


@clause("CSS-6.0-11")
def test_an_eliminated_unit_ends_the_move() -> None:
    table = under_fire("E")
    assert (table.where("a"), table.decision.kind) == ("eliminated", "activation")


@clause("CSS-6.0-11")
def test_what_is_left_of_a_stack_goes_on() -> None:
    table = moving(LANE, {"a": column("10.31"), "b": column("10.31", ("leg", 6)), "x": gun("10.30")}, "a", "b",
                   charts=result("E"))  # fmt: skip
    table.step("10.32")
    shot_at(table, "x", "10.31")
    table.do("choose", unit="a")
    assert (table.where("a"), table.where("b"), points(table)) == ("eliminated", "10.32", [5])
    table.step("10.33")
    assert (table.where("b"), points(table)) == ("10.33", [4])


@clause("CSS-6.0-11")
def test_the_slow_unit_gone_the_rest_is_not_bound_by_it() -> None:
    pieces = {"a": column("10.31", ("wheeled", 3)), "b": column("10.31"), "x": gun("10.30")}
    table = moving(LANE, pieces, "a", "b", charts=result("E"))
    table.step("10.32")
    shot_at(table, "x", "10.31")
    table.do("choose", unit="a")
    table.step("10.33", "10.34")
    assert (table.where("b"), points(table)) == ("10.34", [2])


# ---- disorganized markers on the move (6.1.1) ----


@clause("CSS-6.1.1-01")
def test_a_leaving_unit_takes_the_level_along_and_the_hex_keeps_it() -> None:
    table = moving(LANE, {"a": column(), "b": us("10.30")}, "a", markers=[("10.30", "dg", 2)])
    table.step("10.31")
    assert (table.hex("10.30").dg, table.hex("10.31").dg) == (2, 2)
    table.step("10.32")
    assert (table.hex("10.30").dg, table.hex("10.31").dg, table.hex("10.32").dg) == (2, 0, 2)


@clause("CSS-6.1.1-02")
def test_a_hex_of_lower_level_rises_to_that_of_the_unit() -> None:
    pieces = {"a": column(move=("leg", 8)), "b": us("10.31")}
    table = moving(LANE, pieces, "a", markers=[("10.30", "dg", 3), ("10.31", "dg", 1)])
    table.step("10.31")
    assert (table.hex("10.31").dg, points(table)) == (3, [3])
    table.step("10.32")
    assert (table.hex("10.31").dg, table.hex("10.32").dg) == (3, 3)


@clause("CSS-6.1.1-02")
def test_an_unmarked_hex_rises_too() -> None:
    table = moving(LANE, {"a": column(), "b": us("10.31")}, "a", markers=[("10.30", "dg", 1)])
    table.step("10.31")
    assert table.hex("10.31").dg == 1


@clause("CSS-6.1.1-03")
def test_a_unit_takes_the_higher_level_of_the_hex_and_keeps_it() -> None:
    table = moving(LANE, {"a": column(), "b": us("10.31")}, "a", markers=[("10.31", "dg", 2)])
    table.step("10.31")
    assert (table.hex("10.31").dg, points(table)) == (2, [3])
    table.step("10.32")
    assert (table.hex("10.31").dg, table.hex("10.32").dg, points(table)) == (2, 2, [2])


@clause("CSS-6.1.1-04")
@pytest.mark.parametrize(("own", "there"), [(1, 1), (2, 1), (1, 2), (2, 2), (4, 4), (3, 2)])
def test_levels_are_not_added(own: int, there: int) -> None:
    pieces = {"a": column(move=("leg", 8)), "b": us("10.31")}
    table = moving(LANE, pieces, "a", markers=[("10.30", "dg", own), ("10.31", "dg", there)])
    table.step("10.31")
    assert table.hex("10.31").dg == max(own, there)


@clause("CSS-6.1.1-05")
def test_passing_through_a_disorganized_hex_halves_what_is_left() -> None:
    table = moving(LANE, {"a": column(), "b": us("10.31")}, "a", markers=[("10.31", "dg", 3)])
    table.step("10.31")
    assert points(table) == [2]
    table.step("10.32")
    assert (table.hex("10.32").dg, points(table)) == (3, [1])


@clause("CSS-6.1.1-05")
def test_two_hexes_of_the_same_level_cost_points_once() -> None:
    pieces = {"a": column(), "b": us("10.31"), "c": us("10.32")}
    table = moving(LANE, pieces, "a", markers=[("10.31", "dg", 1), ("10.32", "dg", 2)])
    table.step("10.31", "10.32")
    assert (points(table), table.hex("10.32").dg) == ([2], 2)


@clause("CSS-6.1.1-05")
def test_passing_through_leaves_the_level_behind() -> None:
    pieces = {"a": column(), "b": us("10.31")}
    table = moving(LANE, pieces, "a", markers=[("10.30", "dg", 2)])
    table.step("10.31", "10.32")
    assert [table.hex(f"10.{row}").dg for row in (30, 31, 32)] == [0, 2, 2]


@clause("CSS-6.1.1-06", "CSS-6.1.1-07")
def test_a_routed_unit_has_no_markers_and_its_empty_hex_neither() -> None:
    pieces = {"a": column("10.31"), "home": us("10.33", hq="division", command_range=1)}
    table = moving(LANE, {**pieces, "x": gun("10.30")}, "a", markers=[("10.31", "dg", 2)], charts=result("DG1 R"))
    table.step("10.32")
    shot_at(table, "x", "10.31", 9)
    assert table.where("a") == "routed"
    assert 1031 not in table.state.hexes
    for unit in table.session.view().units:
        if unit.id == "a":
            assert (unit.place, unit.hex) == ("routed", None)


@clause("CSS-6.1.1-06")
def test_a_routed_unit_comes_back_without_its_markers() -> None:
    pieces = {"a": column("10.35", place="routed"), "home": us("10.33", hq="division", command_range=1)}
    table = table_of(LANE, pieces, chit="division:d36")
    table.do("return_unit", unit="a", hex="10.34", deployed=False)
    assert (table.where("a"), table.hex("10.34").dg) == ("10.34", 0)


@clause("CSS-6.1.1-07")
def test_the_marker_stays_while_a_friendly_unit_stays() -> None:
    pieces = {"a": column("10.31"), "b": column("10.31"), "home": us("10.33", hq="division", command_range=1)}
    table = moving(LANE, {**pieces, "x": gun("10.30")}, "a", markers=[("10.31", "dg", 2)], charts=result("R"))
    table.step("10.32")
    shot_at(table, "x", "10.31", 9)
    assert (table.where("a"), table.hex("10.31").dg) == ("routed", 2)


@clause("CSS-6.1.1-07")
def test_the_last_unit_that_marches_off_or_dies_takes_the_marker_away() -> None:
    table = moving(LANE, {"a": column()}, markers=[("10.30", "dg", 1)])
    table.step("10.31")
    assert (table.hex("10.30").dg, table.hex("10.31").dg) == (0, 1)
    table = under_fire("E", dg=3)
    assert table.hex("10.31").dg == 0


@clause("CSS-6.1.1-08")
@pytest.mark.parametrize(("stress", "rule"), [("pinned", "10.2.2"), ("suppressed", "10.2.1")])
def test_entering_a_pinned_or_suppressed_hex_ends_the_move(stress: str, rule: str) -> None:
    table = moving(LANE, {"a": column(), "b": us("10.31")}, "a", markers=[("10.31", stress, None)])
    table.step("10.31")
    assert table.decision.kind == "activation"
    assert table.hex("10.31").stress == stress
    assert table.refused("move", units=("a",)) == [rule]


# ---- barrages met on the way (8.7.2) ----


def test_a_barrage_halves_what_is_left_on_entering() -> None:
    table = moving(LANE, {"a": column()}, markers=[("10.32", "barrage", "medium")])
    table.step("10.31", "10.32")
    assert points(table) == [1]


def test_a_barrage_that_forbids_movement_forbids_the_trail_bonus() -> None:
    ground = strip("......", roads=road("trail", 30, 35))
    table = moving(ground, {"a": column()}, markers=[("10.31", "barrage", "heavy")])
    table.step("10.31", by="trail")
    assert (table.where("a"), table.decision.kind) == ("10.31", "activation")


# ---- support weapons and leaders (12.1, 12.3, 13.1) ----


def mg(name: str, hex: str, defense: int = 0) -> dict[str, tuple[str, object]]:
    return {name: (hex, weapon(name, ("red", 1, 1), defense=defense))}


def weapon_hexes(table: TableTop) -> dict[str, int]:
    return {name: token.hex for name, token in table.state.weapons.items()}


def test_a_lone_unit_takes_its_weapon_along() -> None:
    table = moving(LANE, {"a": column()}, weapons=mg("m", "10.30"))
    table.step("10.31", "10.32")
    assert weapon_hexes(table) == {"m": 1032}


def test_a_weapon_stays_with_a_unit_that_stays() -> None:
    table = moving(LANE, {"a": column(), "b": us("10.30")}, "a", weapons=mg("m", "10.30"))
    table.step("10.31")
    assert weapon_hexes(table) == {"m": 1030}


def test_of_two_weapons_one_goes_with_the_unit_that_goes() -> None:
    table = moving(LANE, {"a": column(), "b": us("10.30")}, "a", weapons={**mg("m", "10.30"), **mg("n", "10.30")})
    table.step("10.31")
    assert sorted(weapon_hexes(table).values()) == [1030, 1031]


def test_never_more_weapons_than_units_in_the_hex_entered() -> None:
    """The unit takes one of two weapons along; the other has nobody to stay with and its owner sends it off."""
    weapons = {**mg("m", "10.30"), **mg("n", "10.30"), **mg("o", "10.31")}
    table = moving(LANE, {"a": column(), "b": column(), "c": us("10.31")}, "a", weapons=weapons)
    table.step("10.31")
    assert sorted(weapon_hexes(table).values()) == [1030, 1031, 1031]


def test_a_unit_lost_on_the_way_does_not_leave_its_comrade_two_weapons() -> None:
    pieces = {"a": column("10.31"), "b": column("10.31"), "c": column("10.31"), "x": gun("10.30")}
    weapons = {name: at for w in "mno" for name, at in mg(w, "10.31").items()}
    table = moving(LANE, pieces, "a", "b", weapons=weapons, charts=result("E"))
    table.step("10.32")
    table.do("fire", unit="x", hex="10.31")
    table.dice(0).do("confirm")
    while table.decision.kind not in ("movement", "activation"):
        if table.decision.kind == "target_unit":
            table.do("choose", unit="a")
        else:
            table.do("choose", weapon="o")
    assert (table.where("a"), table.where("b")) == ("eliminated", "10.32")
    where = weapon_hexes(table)
    assert (where["o"], sorted((where["m"], where["n"]))) == (0, [1031, 1032])


def test_a_weapon_that_has_come_along_goes_on_past_a_unit_without_one() -> None:
    table = moving(LANE, {"a": column(), "b": us("10.31")}, "a", weapons=mg("m", "10.30"))
    table.step("10.31", "10.32")
    assert weapon_hexes(table) == {"m": 1032}


def test_of_two_weapons_on_the_way_one_goes_on_when_a_unit_is_lost_among_friends() -> None:
    pieces = {"a": column("10.32"), "b": column("10.32"), "c": column("10.31"), "x": gun("10.30")}
    weapons = {name: at for w in "mn" for name, at in mg(w, "10.32").items()}
    table = moving(LANE, pieces, "a", "b", weapons=weapons, charts=result("E"))
    table.step("10.31")
    table.step("10.32")
    shot_at(table, "x", "10.31")
    table.do("choose", unit="a")
    assert (table.where("b"), sorted(weapon_hexes(table).values())) == ("10.32", [1031, 1032])


def test_a_leader_goes_along_only_when_nobody_stays() -> None:
    chief = {"general": ("10.30", leader("general", 1, 2))}
    table = moving(LANE, {"a": column(), "b": us("10.30")}, "a", leaders=chief)
    table.step("10.31")
    assert table.state.leaders["general"].hex == 1030
    table = moving(LANE, {"a": column()}, leaders=chief)
    table.step("10.31", "10.32")
    assert table.state.leaders["general"].hex == 1032
