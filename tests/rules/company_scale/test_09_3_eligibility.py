"""Who must and may assault a marked hex (9.3)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from rules.company_scale.r09_2_placing import could_enter, entry_reasons
from rules.company_scale.state import Battle
from rules.company_scale.system import SYSTEM
from rules.engine.command import cmd
from rules.engine.game import Game
from rules.engine.session import Session
from rules.hexes.grid import hex_id, neighbours
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.preparing import HERE, US, column, go, plan, prepared
from tests.rules.company_scale.helpers.tables import Piece, activation, ge, tank, us, weapon
from tests.rules.company_scale.test_06_reach_agrees import Position, positions

ROWS = "\n".join(["............"] * 6)
STREAM = board(ROWS, first="10.30", stream=["14.31/14.32", "14.31/13.31"], roads={"paved": ["13.31 14.31"]})
RIDGE = board(ROWS, first="10.30", ridge=["14.31/14.32", "14.31/13.31"], roads={"paved": ["13.31 14.31"]})
STEEP = board(ROWS, first="10.30", steep_slope=["14.31/14.32"], levels={"14.31": 2})
MARSH = board(ROWS.replace("............", "....m.......", 2), first="10.30")
WHEELS = {"move": ("wheeled", 12)}


@pytest.mark.clause("CSS-9.3-07")
def test_only_units_that_could_enter_may_assault() -> None:
    pieces = {"leg": us("14.32"), "car": us("14.32", **WHEELS), "road": us("13.31", **WHEELS), "x": ge(HERE)}
    table = prepared(pieces, ground=STREAM)
    assert set(plan(table)[HERE]["units"]) == {"leg", "road"}
    assert table.refused("assign", unit="car", hex=HERE) == ["6.2.2"]


@pytest.mark.clause("CSS-9.3-07")
@pytest.mark.parametrize(
    ("unit", "ground", "able"),
    [
        (us("14.32"), RIDGE, True),
        (tank("14.32", us), RIDGE, False),
        (us("14.32"), STEEP, True),
        (tank("14.32", us), STEEP, False),
        (us("14.32"), MARSH, True),
        (tank("14.32", us), MARSH, False),
        (us("14.32", move=("leg", None)), MARSH, False),
        (us("14.32", move=("leg", 1)), MARSH, False),
        (us("14.32", never_column=True, boxed=3), MARSH, True),  # one-sided, as the FFI: it goes as it is
        (us("14.32", never_column=True), MARSH, False),
    ],
)
def test_ground_and_points_decide(unit: Piece, ground: object, able: bool) -> None:
    table = prepared({"a": unit, "x": ge(HERE)}, ground=ground)
    assert (table.asked[1] == "assaults") is able


@pytest.mark.clause("CSS-9.3-07")
def test_a_unit_that_has_acted_is_not_sent() -> None:
    table = prepared({"a": us("14.32"), "b": us("13.31"), "x": ge(HERE)}, marks=(HERE, "13.32"))
    table.state.activity["a"] = replace(table.state.activity["a"], used=1)
    [reason] = table.session.explain("allied", cmd("assign", unit="a", hex=HERE))
    assert reason.rule == "9.1" and reason.text.endswith("has already acted this activation.")


@pytest.mark.clause("CSS-9.3-07", "CSS-9.2-05", "CSS-18.0-04")
@pytest.mark.parametrize(("side", "able"), [("german", False), ("allied", True)])
def test_nobody_assaults_towards_a_reinforcement_hex_of_the_enemy(side: str, able: bool) -> None:
    entries = {side: frozenset({hex_id("14.30")})}
    table = prepared({"a": us("14.32"), "x": ge(HERE)}, entries=entries)
    assert (table.asked[1] == "assaults") is able
    unmarked = activation(board(ROWS, first="10.30"), {"a": us("14.32"), "x": ge(HERE)}, US, entries=entries)
    if able:
        unmarked.do("place_assault", hex=HERE)
    else:
        assert unmarked.refused("place_assault", hex=HERE) == ["18.0"]


@pytest.mark.clause("CSS-9.3-08", "CSS-10.2.1-04", "CSS-10.2.2-03", "CSS-10.2.3-06", "CSS-9.3-07")
def test_suppressed_pinned_and_broken_hexes_do_not_assault() -> None:
    pieces = {"s": us("14.32"), "p": us("13.31"), "four": us("15.31"), "three": us("15.30"), "heavy": us("13.30"),
              "x": ge(HERE)}  # fmt: skip
    status = [("14.32", "suppressed", None), ("13.31", "pinned", None), ("15.31", "dg", 4), ("15.30", "dg", 3),
              ("13.30", "barrage", "heavy")]  # fmt: skip
    table = prepared(pieces, markers=status)
    assert plan(table)[HERE]["units"] == ["three"]
    assert [table.refused("assign", unit=u, hex=HERE)[0] for u in ("s", "p", "four", "heavy")] == [
        "10.2.1", "10.2.2", "10.2.3", "9.3",
    ]  # fmt: skip


@pytest.mark.clause("CSS-10.2.3-06")
def test_after_a_rally_from_four_to_three_a_unit_may_assault() -> None:
    pieces = {"a": us("14.32"), "x": ge("18.31")}
    table = activation(STREAM, pieces, US, dice=["division:d36"], cup=("division:d36",),
                       markers=[("14.32", "dg", 4), (HERE, "prepared_assault", "allied")])  # fmt: skip
    assert table.asked[1] == "activation"
    table.do("rally", unit="a")
    assert table.hex("14.32").dg == 3
    table.do("end_activation")
    while table.asked[1] == "purchase":
        table.do("pass")
    assert table.asked == ("allied", "assaults")


def test_a_deployed_unit_is_judged_as_if_it_were_in_column() -> None:
    table = prepared({"a": us("14.32", boxed=None), "x": ge(HERE)})
    assert plan(table)[HERE]["units"] == ["a"]


@pytest.mark.clause("CSS-9.3-09", "CSS-6.2.2-40")
def test_a_weapon_that_cannot_cross_the_ridge_stays_and_leaves_when_it_is_alone() -> None:
    pieces = {"a": us("14.32"), "x": ge("18.31"), "hq": us("16.34", hq="formation", command_range=6)}
    table = prepared(pieces, ground=RIDGE, weapons={"w": ("14.32", weapon("w", ("red", 1, 1)))})
    table.do("confirm")
    go(table, "activation")
    assert table.where("a") == HERE
    assert table.state.weapons["w"].place == "reallocating"


@pytest.mark.clause("CSS-6.2.2-22", "CSS-9.3-09")
def test_across_a_steep_slope_a_unit_with_a_weapon_assaults_but_goes_in_without_it() -> None:
    pieces = {"a": us("14.32"), "x": ge(HERE), "hq": us("16.34", hq="formation", command_range=6)}
    table = prepared(pieces, 9, 0, ground=STEEP, markers=[(HERE, "dg", 4)],
                     weapons={"w": ("14.32", weapon("w", ("red", 1, 1)))})  # fmt: skip
    table.do("confirm")
    go(table, "activation")
    assert (table.where("x"), table.where("a")) == ("eliminated", HERE)
    assert table.state.weapons["w"].place == "reallocating"


@pytest.mark.clause("CSS-9.3-09", "CSS-6.2.2-22", "CSS-6.2.2-40")
def test_a_weapon_left_behind_stays_with_a_unit_that_stays() -> None:
    pieces = {"a": us("14.32"), "b": us("14.32"), "x": ge("18.31")}
    weapons = {"w": ("14.32", weapon("w", ("red", 1, 1))), "v": ("14.32", weapon("v", ("red", 1, 1)))}
    table = prepared(pieces, ground=RIDGE, weapons=weapons)
    table.do("confirm")
    table.do("advance", unit="a")
    table.do("confirm")
    assert table.asked == ("allied", "lose_weapon")
    table.do("choose", weapon="v")
    places = {name: (token.place, token.hex) for name, token in table.state.weapons.items()}
    assert places == {"w": ("map", 1432), "v": ("out", 0)}


@pytest.mark.clause("CSS-6.2.2-22")
@pytest.mark.parametrize("rules", [{}, {"weapons_on_advance": "may_stay"}])
def test_over_a_steep_slope_a_unit_loses_a_weapon_or_by_the_switch_leaves_it_with_one_that_stays(
    rules: dict[str, str],
) -> None:
    pieces = {"a": us("14.32"), "b": us("14.32"), "c": us("14.32"), "x": ge("18.31"),
              "hq": us("16.34", hq="formation", command_range=6)}  # fmt: skip
    weapons = {name: ("14.32", weapon(name, ("red", 1, 1))) for name in "wv"}
    table = prepared(pieces, ground=STEEP, weapons=weapons, rules=rules)
    table.do("confirm")
    table.do("advance", unit="a")
    table.do("confirm")
    assert table.where("a") == HERE and table.where("b") == "14.32"
    if not rules:
        assert table.asked == ("allied", "lose_weapon") and table.decision.rule == "6.2.2"
        table.do("choose", weapon="w")
    assert table.asked == ("allied", "activation")
    assert table.state.weapons["w"].place == ("map" if rules else "reallocating")
    assert table.state.weapons["v"].place == "map"


def test_a_weapon_goes_along_where_it_can() -> None:
    pieces = {"a": us("13.31"), "x": ge("18.31")}
    table = prepared(pieces, ground=RIDGE, weapons={"w": ("13.31", weapon("w", ("red", 1, 1)))})
    table.do("confirm")
    assert (table.where("a"), table.state.weapons["w"].hex) == (HERE, 1431)  # by the road


def test_a_unit_that_has_routed_or_waits_off_the_map_is_no_neighbour() -> None:
    table = prepared({"a": us("14.32"), "r": column("14.32", place="routed"), "x": ge(HERE)})
    assert plan(table)[HERE]["units"] == ["a"]
    assert table.refused("assign", unit="r", hex=HERE) == ["9.3"]


def assert_agrees(game: Battle, unit: str, to: int) -> None:
    """Compare what is looked up with the reasons that a refusal gives."""
    assert could_enter(game, unit, to) is (next(entry_reasons(game, unit, to), None) is None), (unit, to)


@settings(max_examples=60)
@given(positions())
def test_a_unit_could_enter_what_no_reason_keeps_it_from_on_random_boards(position: Position) -> None:
    game = position.table().game
    for unit, record in game.state.units.items():
        for to in neighbours(record.hex):
            assert_agrees(game, unit, to)


def test_a_unit_could_enter_what_no_reason_keeps_it_from_on_the_map() -> None:
    """Every unit of the campaign, as if it stood in every seventh hex of the map: rail guns and evacuation too."""
    session = Session.new(SYSTEM, SYSTEM.load("montelimar-campaign"))
    game: Battle = Game(SYSTEM.kinds, session.scenario, session.state.copy())
    hexes = sorted(game.scenario.map.hexes)[::7]
    kinds = {
        (c.move_class, c.rail_only, c.marker, c.column and c.column.move): u for u, c in game.scenario.units.items()
    }
    for unit in kinds.values():
        for here in hexes:
            game.state.place(unit, here)
            for to in neighbours(here):
                assert_agrees(game, unit, to)
