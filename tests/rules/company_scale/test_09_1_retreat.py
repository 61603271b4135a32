"""The defender leaves before the assault (9.1 D), and the attacker comes after him (9.1 J)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import entry
from tests.rules.company_scale.helpers.preparing import HERE, go, hexes, marks, prepared
from tests.rules.company_scale.helpers.tables import Piece, TableTop, ge, leader, named, tank, us, weapon
from tests.rules.company_scale.helpers.turns import story

GERMAN = {"formation": "pg110"}
HIGH = board("\n".join(["............"] * 7), first="10.29")


def defender(hex: str = HERE, **changes: Any) -> Piece:
    """Return a German company in column."""
    return ge(hex, deployed=False, **changes)


def at_retreat(pieces: dict[str, Piece], *dice: int, **facts: Any) -> TableTop:
    """Assault 14.31 from the south as far as the retreat or what comes instead of it."""
    table = prepared({"a": us("14.32"), "b": us("13.31"), **pieces}, *dice, **facts)
    table.do("confirm")
    return table


@pytest.mark.clause("CSS-9.1-13")
def test_a_deployed_defender_does_not_retreat() -> None:
    assert at_retreat({"x": defender(), "y": ge(HERE)}).asked == ("german", "defensive_fire")


@pytest.mark.clause("CSS-9.1-13")
def test_the_retreat_goes_to_a_neighbour_outside_every_fire_zone() -> None:
    table = at_retreat({"x": defender(), "y": defender()})
    assert table.asked == ("german", "retreat")
    assert hexes(table, "retreat") == {"14.30", "15.30"}
    assert table.refused("retreat", hex="15.31") == ["9.1"]  # next to 14.32
    assert "9.1" in table.refused("retreat", hex="13.30")
    assert table.refused("retreat", hex="16.30") == ["9.1"]
    assert table.refused("retreat", hex="nowhere") == ["9.1"]
    assert "6.0" in table.refused("retreat", hex="14.32")


@pytest.mark.clause("CSS-9.1-14", "CSS-9.1-15", "CSS-9.1-17", "CSS-9.1-27")
def test_all_retreat_together_and_are_suppressed_and_the_attacker_comes_after() -> None:
    pieces = {"x": defender(), "y": defender(), "z": defender()}
    table = at_retreat(pieces, markers=[(HERE, "dg", 1), (HERE, "foxhole", None)])
    table.do("retreat", hex="14.30")
    assert [table.where(u) for u in "xyz"] == ["14.30"] * 3
    assert (table.hex("14.30").dg, table.hex("14.30").stress) == (1, "suppressed")
    assert table.asked == ("allied", "advance")
    table.do("advance", unit="a")
    table.do("confirm")
    go(table, "activation")
    assert (table.where("a"), table.hex(HERE).fortification) == (HERE, "")
    assert not named(story(table), "DieRolled")
    assert marks(table) == set()


@pytest.mark.clause("CSS-9.1-15")
@pytest.mark.parametrize("stress", ["", "pinned", "suppressed"])
def test_a_retreat_onto_friends_suppresses_them_once(stress: str) -> None:
    markers = [("14.30", stress, None)] if stress else []
    table = at_retreat({"x": defender(), "f": ge("14.30")}, markers=markers)
    table.do("retreat", hex="14.30")
    assert (table.where("x"), table.where("f")) == ("14.30", "14.30")
    assert table.hex("14.30").stress == "suppressed"


@pytest.mark.clause("CSS-9.1-16")
@pytest.mark.parametrize("marker", [(HERE, "pinned", None), (HERE, "suppressed", None), (HERE, "barrage", "heavy")])
def test_units_that_may_not_move_do_not_retreat(marker: tuple[str, str, str | None]) -> None:
    table = at_retreat({"x": defender()}, 4, 3, markers=[marker])
    assert table.asked[1] in ("defensive_fire", "activation")
    assert not named(story(table), "AssaultAvoided")


@pytest.mark.clause("CSS-9.1-16")
@pytest.mark.parametrize(
    "other", [defender(move=("leg", None)), defender(move=("leg", 1)), tank(HERE, defender, move=("tracked", 1))]
)
def test_one_unit_that_cannot_go_holds_all(other: Piece) -> None:
    woods = board("\n".join(["....ww......"] * 6), first="10.30")
    table = at_retreat({"x": defender(), "y": other}, ground=woods)
    assert table.asked == ("german", "defensive_fire")


@pytest.mark.clause("CSS-9.1-16")
def test_defenders_pinned_by_the_support_stay() -> None:
    pieces = {"x": defender(), "m": us("14.34", fire=("black", 3, 6))}
    table = at_retreat(pieces, 1, 0, 4, charts=entry("S"))
    table.do("indirect_fire", unit="m", hex=HERE)
    table.do("confirm")
    assert table.hex(HERE).stress == "suppressed"
    assert table.asked[1] != "retreat"


def test_weapons_and_leaders_go_with_the_retreat() -> None:
    table = at_retreat(
        {"x": defender()}, weapons={"w": (HERE, weapon("w", ("red", 1, 1), formation="pg110"))},
        leaders={"l": (HERE, leader("l", 1, 1, formation="pg110"))},
    )  # fmt: skip
    table.do("retreat", hex="15.30")
    assert (table.state.weapons["w"].hex, table.state.leaders["l"].hex) == (1530, 1530)


def test_a_weapon_cannot_be_taken_back_over_a_ridge() -> None:
    ridge = board("\n".join(["............"] * 6), first="10.30", ridge=["14.31/14.30"])
    table = at_retreat({"x": defender()}, ground=ridge, weapons={"w": (HERE, weapon("w", ("red", 1, 1), **GERMAN))})
    assert table.refused("retreat", hex="14.30") == ["6.2.2"]
    assert hexes(table, "retreat") == {"15.30"}
    unladen = at_retreat({"x": defender()}, ground=ridge)
    assert hexes(unladen, "retreat") == {"14.30", "15.30"}


@pytest.mark.clause("CSS-9.1-16")
def test_nobody_fires_at_a_retreat() -> None:
    pieces = {"x": defender(), "t": tank("11.31", us, formation="r142")}
    table = at_retreat(pieces)
    table.do("retreat", hex="15.30")
    assert table.asked == ("allied", "advance")


@pytest.mark.clause("CSS-8.6-03", "CSS-9.1-25")
def test_an_advance_costs_no_points_and_draws_no_fire() -> None:
    pieces = {"x": defender(), "t": tank("14.30", ge), "u": tank("16.33", ge)}
    table = at_retreat(pieces, 9, 0, markers=[(HERE, "dg", 4)])
    go(table, "advance")
    table.do("advance", unit="a")
    table.do("advance", unit="b")
    table.do("confirm")
    go(table, "activation")
    assert [table.where(u) for u in "ab"] == [HERE, HERE]
    assert not named(story(table), "FireDeclared")


@pytest.mark.clause("CSS-9.1-25")
def test_the_units_that_come_in_share_the_higher_disorganization() -> None:
    table = at_retreat({"q": ge("20.33")}, markers=[("14.32", "dg", 2), ("13.31", "dg", 3)])
    table.do("advance", unit="a")
    table.do("advance", unit="b")
    table.do("confirm")
    assert (table.hex(HERE).dg, table.hex("14.32").dg, table.hex("13.31").dg) == (3, 0, 0)


@pytest.mark.clause("CSS-9.1-25")
def test_too_many_in_the_hex_are_penalized_at_the_end_of_the_activation() -> None:
    more = {name: us("14.32" if name in "cd" else "13.31") for name in "cde"}
    table = at_retreat(more)
    for unit in ("a", "b", "c", "d"):
        table.do("advance", unit=unit)
    table.do("confirm")
    go(table, "activation")
    assert table.hex(HERE).dg == 0
    table.do("end_activation")
    assert table.hex(HERE).dg == 1


def test_leaders_go_in_with_the_last_units_of_their_hex() -> None:
    leaders = {"l": ("14.32", leader("l", 1, 1))}
    table = at_retreat({}, leaders=leaders)
    table.do("advance", unit="a")
    table.do("confirm")
    assert table.state.leaders["l"].hex == 1431


def test_an_advance_to_a_ridge_lets_it_be_claimed() -> None:
    ridge = board("\n".join(["............"] * 6), first="10.30", ridge=["14.31/14.30"])
    table = at_retreat({"y": ge("14.30", formation="gr305")}, ground=ridge)
    table.do("advance", unit="a")
    table.do("confirm")
    assert table.asked == ("german", "ridge_claim")


@pytest.mark.clause("CSS-8.7.5-01", "CSS-9.1-14")
def test_an_active_gun_that_the_retreat_comes_next_to_is_turned_to_column() -> None:
    battery = us("16.31", fire=("black", 3, 6), column_fire=None)
    idle = us("14.29", formation="r142", fire=("black", 3, 6), column_fire=None)
    table = at_retreat({"x": defender(), "m": battery, "i": idle}, ground=HIGH)
    go(table, "retreat")
    assert table.unit("m").deployed
    table.do("retreat", hex="15.30")
    assert not table.unit("m").deployed
    assert table.unit("i").deployed  # next to nobody, and not active


@pytest.mark.clause("CSS-8.7.5-03", "CSS-9.1-25")
def test_a_gun_without_a_column_side_is_lost_when_the_retreat_comes_next_to_it() -> None:
    table = at_retreat({"x": defender(), "m": us("16.31", fire=("black", 3, 6), never_column=True)})
    go(table, "retreat")
    table.do("retreat", hex="15.30")
    assert table.where("m") == "eliminated"
