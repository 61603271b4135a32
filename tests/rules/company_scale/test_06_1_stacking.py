"""Stacking: the limit, mixed formations, what is remembered, units lost to disorganized 4 (6.1, 2.0)."""

from __future__ import annotations

import pytest

from rules.company_scale.r06_1_stacking import remove_unit, tidy
from rules.engine.command import cmd
from tests.rules.company_scale.helpers.moves import column, end, next_chit, strip, table_of
from tests.rules.company_scale.helpers.tables import Piece, TableTop, game_from_start, ge, leader, named, us, weapon
from tests.rules.company_scale.helpers.turns import to_action_phase

clause = pytest.mark.clause
LANE = strip("......")
IN = "10.31"


def stack(*pieces: Piece, prefix: str = "s") -> dict[str, Piece]:
    """Name pieces s0, s1 …"""
    return {f"{prefix}{i}": piece for i, piece in enumerate(pieces)}


def companies(count: int, hex: str = IN, **changes: object) -> dict[str, Piece]:
    """Return companies of one regiment in a hex."""
    return stack(*(us(hex, **changes) for _ in range(count)))


def gather(table: TableTop, *units: str, to: str = IN) -> None:
    """Move units one after the other, one hex each, into a hex."""
    for unit in units:
        table.do("move", units=(unit,))
        table.step(to)
        if table.decision.kind == "movement":
            table.do("stop")


# ---- the limit (6.1) ----


@clause("CSS-6.1-01", "CSS-2.0-36", "CSS-2.0-31")
def test_three_units_with_weapons_leader_hero_and_markers_are_within_the_limit() -> None:
    table = table_of(
        LANE, companies(3), markers=[(IN, "dg", 1), (IN, "foxhole", None)],
        weapons={f"w{i}": (IN, weapon(f"w{i}", ("red", 1, 1))) for i in range(2)},
        leaders={"chief": (IN, leader("chief", 1, 2)), "hero": (IN, leader("hero", 1, 1, hero=True))},
    )  # fmt: skip
    assert named(end(table), "StackingPenalty") == []
    assert table.hex(IN).dg == 1


@clause("CSS-2.0-36")
def test_a_fourth_unit_counts_where_markers_do_not() -> None:
    table = table_of(LANE, companies(4))
    end(table)
    assert table.hex(IN).dg == 1


@clause("CSS-6.1-02")
@pytest.mark.parametrize(("count", "dg"), [(1, 0), (3, 0), (4, 1), (5, 2), (6, 3), (7, 4)])
def test_each_unit_above_three_disorganizes_the_hex_by_one(count: int, dg: int) -> None:
    table = table_of(LANE, companies(count))
    end(table)
    assert table.hex(IN).dg == dg


@clause("CSS-6.1-02")
def test_the_end_of_an_enemy_activation_counts_too() -> None:
    pieces = {**companies(5), "g": ge("10.35")}
    table = table_of(LANE, pieces, chit="formation:pg110")
    end(table)
    assert table.hex(IN).dg == 2


@clause("CSS-6.1-02", "CSS-6.1-09")
def test_the_end_of_a_direct_command_activation_counts_too() -> None:
    table = table_of(LANE, companies(5), chit="command:allied")
    end(table)
    assert table.hex(IN).dg == 2


@clause("CSS-6.1-03")
def test_the_same_overstack_is_penalized_once() -> None:
    pieces = {**companies(5), "g": ge("10.35")}
    table = table_of(LANE, pieces, cup=("formation:pg110",))
    next_chit(table, "formation:pg110")
    assert table.hex(IN).dg == 2
    end(table)
    assert table.hex(IN).dg == 2


@clause("CSS-6.1-03")
def test_only_an_increase_costs_again() -> None:
    pieces = {**companies(5), "late": column("10.32"), "g": ge("10.35")}
    table = table_of(LANE, pieces, cup=("formation:pg110", "command:allied"))
    next_chit(table, "formation:pg110")
    next_chit(table, "command:allied")
    table.do("activate", unit="late")
    gather(table, "late")
    end(table)
    assert table.hex(IN).dg == 3


@clause("CSS-6.1-03", "CSS-6.1-06")
@pytest.mark.parametrize(("joins", "dg"), [((), 0), (("late",), 1)])
def test_stacks_of_the_set_up_are_not_penalized_but_what_joins_them_is(joins: tuple[str, ...], dg: int) -> None:
    pieces = {**companies(4), "other": us(IN, formation="r142"), "late": column("10.32")}
    table = game_from_start(LANE, pieces, initiative="allied")
    to_action_phase(table)
    table.do("buy_now", chit="formation:r141")
    gather(table, *joins)
    table.dice("wind")
    assert [(e["points"], e["units"]) for e in named(end(table), "StackingPenalty")] == [(1, 3)] * dg
    assert table.hex(IN).dg == dg


@clause("CSS-6.1-03")
def test_an_overstack_that_has_gone_and_comes_again_costs_again() -> None:
    pieces = {**companies(3), "a": column(IN), "b": column("10.33")}
    table = table_of(LANE, pieces, cup=("formation:r141", "formation:r141"))
    next_chit(table, "formation:r141")
    assert table.hex(IN).dg == 1
    gather(table, "a", to="10.32")
    next_chit(table, "formation:r141")
    assert table.hex(IN).dg == 1
    gather(table, "a")
    end(table)
    assert table.hex(IN).dg == 2


@clause("CSS-6.1-04")
def test_the_level_gained_is_rallied_away_once_a_unit_there_is_active_again() -> None:
    pieces = {**companies(6), "g": ge("10.35")}
    table = table_of(LANE, pieces, cup=("formation:pg110", "command:allied"))
    next_chit(table, "formation:pg110")
    assert table.hex(IN).dg == 3
    assert table.refused("rally", unit="s0") == ["5.1"]
    next_chit(table, "command:allied")
    assert "5.1" in table.refused("rally", unit="s0")
    table.do("activate", unit="s0")
    table.do("rally", unit="s0")
    assert table.hex(IN).dg == 2


@clause("CSS-6.1-09")
def test_units_gather_and_part_freely_during_an_activation() -> None:
    table = table_of(LANE, {**companies(3), "a": column("10.32")})
    table.do("move", units=("a",))
    table.step(IN)
    assert (len(table.state.stack(1031)), table.hex(IN).dg) == (4, 0)
    table.step("10.30")
    table.do("stop")
    end(table)
    assert (table.hex(IN).dg, table.hex("10.30").dg) == (0, 0)


@pytest.mark.clause("CSS-6.1-02")
def test_every_overstacked_hex_pays_when_the_activation_ends() -> None:
    others = {f"o{n}": us("10.33", formation="r142") for n in range(5)}
    table = table_of(LANE, {**companies(4), **others})
    penalties = named(end(table), "StackingPenalty")
    assert {e["hex"]: e["points"] for e in penalties} == {IN: 1, "10.33": 2}
    assert (table.hex(IN).dg, table.hex("10.33").dg) == (1, 2)


# ---- formations (6.1) ----


@clause("CSS-6.1-05")
@pytest.mark.parametrize(
    ("formations", "dg"), [(("pg110", "pg110"), 0), (("pg110", "pg111"), 1), (("pg110", "pg111", "pz15"), 1)]
)
def test_a_mix_of_formations_costs_one_however_many_there_are(formations: tuple[str, ...], dg: int) -> None:
    pieces = stack(*(ge(IN, formation=name) for name in formations))
    table = table_of(LANE, pieces)
    end(table)
    assert table.hex(IN).dg == dg


@clause("CSS-6.1-05")
def test_the_mix_is_besides_the_overstack() -> None:
    pieces = stack(*(us(IN) for _ in range(3)), *(us(IN, formation="r142") for _ in range(2)))
    table = table_of(LANE, pieces)
    end(table)
    assert table.hex(IN).dg == 3


@clause("CSS-6.1-06")
def test_a_mix_is_penalized_once() -> None:
    pieces = {**stack(us(IN), us(IN, formation="r142")), "g": ge("10.35")}
    table = table_of(LANE, pieces, cup=("formation:pg110",))
    next_chit(table, "formation:pg110")
    assert table.hex(IN).dg == 1
    end(table)
    assert table.hex(IN).dg == 1


@clause("CSS-6.1-06")
def test_a_third_formation_in_a_mixed_hex_costs_nothing_more() -> None:
    pieces = {**stack(ge(IN), ge(IN, formation="pg111")), "late": ge("10.32", formation="pz15", deployed=False)}
    table = table_of(LANE, {**pieces, "ghq": ge("10.34", formation="", stripe="none", division="pz11", hq="division")},
                     cup=("formation:pz15",))  # fmt: skip
    next_chit(table, "formation:pz15")
    assert table.hex(IN).dg == 1
    gather(table, "late")
    end(table)
    assert table.hex(IN).dg == 1


@clause("CSS-6.1-06")
def test_a_mix_that_has_ended_and_comes_again_costs_again() -> None:
    pieces = {**stack(us(IN), us(IN, formation="r142", deployed=False)), "idle": us("10.35", formation="r142")}
    table = table_of(LANE, pieces, cup=("formation:r142", "command:allied"))
    next_chit(table, "formation:r142")
    assert table.hex(IN).dg == 1
    gather(table, "s1", to="10.32")
    next_chit(table, "command:allied")
    assert (table.hex(IN).dg, table.hex("10.32").dg) == (1, 1)
    table.do("activate", unit="s1")
    gather(table, "s1")
    end(table)
    assert table.hex(IN).dg == 2


@clause("CSS-6.1-07")
@pytest.mark.parametrize(
    ("white", "dg"), [({"formation": "", "division": "pz11"}, 0), ({"formation": "", "division": "d198"}, 1)]
)
def test_white_stripe_units_are_exempt_inside_their_division(white: dict[str, str], dg: int) -> None:
    table = table_of(LANE, stack(ge(IN), ge(IN, **white)))
    end(table)
    assert table.hex(IN).dg == dg


@clause("CSS-6.1-07")
def test_white_stripe_units_of_one_division_do_not_mix_but_of_two_they_do() -> None:
    one = stack(*(ge(IN, formation="", division="pz11") for _ in range(2)))
    table = table_of(LANE, one)
    end(table)
    assert table.hex(IN).dg == 0
    two = stack(ge(IN, formation="", division="pz11"), ge(IN, formation="", division="d198"))
    table = table_of(LANE, two)
    end(table)
    assert table.hex(IN).dg == 1


@clause("CSS-6.1-07")
def test_a_white_stripe_unit_does_not_hide_a_mix() -> None:
    pieces = stack(ge(IN), ge(IN, formation="", division="pz11"), ge(IN, formation="pg111"))
    table = table_of(LANE, pieces)
    end(table)
    assert table.hex(IN).dg == 1


@clause("CSS-6.1-08")
def test_a_no_stripe_unit_belongs_to_every_formation_of_its_division() -> None:
    table = table_of(LANE, stack(ge(IN), ge(IN, formation="", division="pz11", stripe="none")))
    end(table)
    assert table.hex(IN).dg == 0
    table = table_of(LANE, stack(ge(IN), ge(IN, formation="", division="d198", stripe="none")))
    end(table)
    assert table.hex(IN).dg == 1


# ---- beyond disorganized 4 (6.1, 8.5, 10.2.3) ----


@clause("CSS-6.1-12")
def test_each_point_above_four_costs_a_unit_its_owner_chooses() -> None:
    table = table_of(LANE, {**companies(5), "g": ge("10.35")}, markers=[(IN, "dg", 3)], cup=("formation:pg110",))
    table.dice("formation:pg110")
    end(table)
    assert table.asked == ("allied", "lose_unit")
    assert {c.get("unit") for c in table.offered("choose")} == {f"s{i}" for i in range(5)}
    table.do("choose", unit="s3")
    assert (table.where("s3"), table.hex(IN).dg) == ("eliminated", 4)
    while table.decision.kind == "purchase":
        table.do("pass")
    assert table.state.chit == "formation:pg110"
    end(table)  # four units are left: one above three, penalized already
    assert (len(table.state.stack(1031)), table.hex(IN).dg) == (4, 4)


@clause("CSS-6.1-12")
def test_the_owner_chooses_though_the_enemy_was_active() -> None:
    pieces = {**companies(4), "g": ge("10.35")}
    table = table_of(LANE, pieces, chit="formation:pg110", markers=[(IN, "dg", 4)])
    end(table)
    assert table.asked == ("allied", "lose_unit")
    table.do("choose", unit="s0")
    assert len(table.state.stack(1031)) == 3


@clause("CSS-6.1-12")
def test_two_points_above_four_cost_two_units() -> None:
    table = table_of(LANE, companies(5), markers=[(IN, "dg", 4)])
    end(table)
    table.do("choose", unit="s0")
    table.do("choose", unit="s1")
    assert (len(table.state.stack(1031)), table.hex(IN).dg) == (3, 4)
    assert table.state.losses == {"allied": 2}


@pytest.mark.clause("CSS-6.1-12", "CSS-8.5-04")
@pytest.mark.parametrize(("points", "asked"), [(1, True), (2, False), (3, False)])
def test_nobody_chooses_where_all_units_are_lost(points: int, asked: bool) -> None:
    table = table_of(LANE, companies(2), markers=[(IN, "dg", 4)])
    table.game.push("gain_dg", hex=1031, points=points)
    table.session.resume()
    assert (table.asked[1] == "lose_unit") is asked
    assert len(table.state.stack(1031)) == (2 if asked else 0)


@pytest.mark.clause("CSS-8.5-04")
def test_points_for_a_hex_in_which_nobody_is_left_mark_nothing() -> None:
    table = table_of(LANE, companies(1))
    told = len(table.session.events)
    table.game.push("gain_dg", hex=1034, points=2)
    table.session.resume()
    assert 1034 not in table.state.hexes and not table.session.events[told:]


@pytest.mark.clause("CSS-6.1.1-06", "CSS-8.5.2-01")
def test_an_active_unit_that_routs_does_not_return_under_the_same_chit() -> None:
    table = table_of(LANE, companies(2), cup=("formation:r141",))
    remove_unit(table.game, "s0", "routed")
    tidy(table.game, 1031)
    table.session.resume()
    assert table.where("s0") == "routed"
    assert "5.1" in table.refused("return_unit", unit="s0", hex=IN, deployed=True)
    next_chit(table, "formation:r141")
    assert "5.1" not in [
        r.rule for r in table.session.explain("allied", cmd("return_unit", unit="s0", hex=IN, deployed=True))
    ]


# ---- the worked examples (6.1) ----


@clause("CSS-6.1-10")
def test_the_stacking_example() -> None:
    marching = {name: ge("10.32", deployed=False) for name in ("5th", "1st", "7th", "2nd")}
    table = table_of(LANE, {"6th": ge(IN), **marching, "us": us("12.30")}, chit="formation:pg110",
                     markers=[(IN, "dg", 1)], cup=("formation:r141", "formation:pg110"))  # fmt: skip
    gather(table, *marching)
    assert (len(table.state.stack(1031)), table.hex(IN).dg) == (5, 1)
    next_chit(table, "formation:r141")
    assert table.hex(IN).dg == 3
    assert table.refused("rally", unit="6th") == ["5.1"]
    next_chit(table, "formation:pg110")
    table.do("rally", unit="6th")
    assert table.hex(IN).dg == 2


@clause("CSS-6.1-11")
def test_the_different_formations_example() -> None:
    """Five stand at 3 for overstacking; three leave, it is rallied to 1, three of other formations come."""
    there = {name: ge(IN, deployed=False) for name in ("6th", "5th", "1st", "7th", "2nd")}
    coming = {
        "7/338": ge("10.33", formation="pg111", deployed=False),
        "5/933": ge("10.33", formation="pz15", deployed=False),
        "3/338 Pio": ge("10.33", formation="", division="pz11", deployed=False),
    }
    table = table_of(LANE, {**there, **coming}, chit="command:german", markers=[(IN, "dg", 1)],
                     cup=("division:pz11", "division:pz11"))  # fmt: skip
    next_chit(table, "division:pz11")
    assert table.hex(IN).dg == 3
    gather(table, "7th", "2nd", "1st", to="10.30")
    table.do("rally", unit="6th")
    next_chit(table, "division:pz11")
    table.do("rally", unit="6th")
    assert (len(table.state.stack(1031)), table.hex(IN).dg) == (2, 1)
    for unit in coming:
        table.do("move", units=(unit,))
        table.step("10.32", IN)
        table.do("stop")
    end(table)
    assert (len(table.state.stack(1031)), table.hex(IN).dg) == (5, 4)


@clause("CSS-6.1-11")
def test_without_the_white_stripe_unit_the_example_has_one_less() -> None:
    there = {name: ge(IN) for name in ("6th", "5th")}
    coming = stack(ge("10.32", formation="pg111", deployed=False), ge("10.32", formation="pz15", deployed=False))
    table = table_of(LANE, {**there, **coming}, chit="division:pz11", markers=[(IN, "dg", 1)])
    gather(table, *coming)
    end(table)
    assert table.hex(IN).dg == 3
