"""What an advance brings about in the hex it comes to and around it (9.1 J, 6.2.2, 30.0)."""

from __future__ import annotations

import pytest

from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import entry
from tests.rules.company_scale.helpers.preparing import HERE, column, prepared
from tests.rules.company_scale.helpers.tables import Piece, TableTop, ge, tank, us


def with_riders(pieces: dict[str, Piece], chit: str, side: str) -> TableTop:
    """Draw a chit with a marker on 14.31 and a German company riding on a tank in 14.21, 10 hexes north of it."""
    deep = board("\n".join(["............"] * 16), first="10.20")
    riders = {"t": tank("14.21"), "r": ge("14.21")}
    table = prepared({**riders, **pieces}, 0, 9, chit=chit, side=side, ground=deep)
    table.state.place("r", 0, "carried")
    table.state.carried["r"] = "t"
    table.session.resume()
    return table


@pytest.mark.clause("CSS-30.0-08", "CSS-9.1-25")
def test_riders_get_off_when_an_advance_brings_the_enemy_within_10_hexes() -> None:
    table = with_riders({"a": us("14.32")}, "formation:r141", "allied")
    assert table.state.carried == {"r": "t"}
    table.do("confirm")
    assert table.where("a") == HERE and table.state.carried == {} and table.where("r") == "14.21"


@pytest.mark.clause("CSS-6.2.2-32", "CSS-9.1-25")
def test_an_idle_ridge_marker_goes_when_an_active_unit_advances_to_it() -> None:
    ground = board("\n".join(["............"] * 6), first="10.30", ridge=["14.30/14.31"])
    pieces = {"a": column("14.32"), "b": us("14.32", formation="r142"), "f": us(HERE, formation="r142")}
    table = prepared(pieces, ground=ground, markers=[(HERE, "ridge", None)])
    assert table.hex(HERE).ridge
    table.do("confirm")
    assert table.where("a") == HERE and not table.hex(HERE).ridge


@pytest.mark.clause("CSS-9.1-21", "CSS-9.1-06")
def test_nobody_is_asked_for_more_fire_at_a_hex_whose_last_defender_is_gone() -> None:
    guns = {name: us(at, fire=("black", 3, 6)) for name, at in (("m", "14.33"), ("n", "15.33"))}
    table = prepared({"a": us("14.32"), **guns, "x": ge(HERE)}, 0, charts=entry("E"))
    table.do("confirm")
    table.do("indirect_fire", unit="m", hex=HERE)
    table.do("confirm")
    assert table.asked == ("allied", "activation")
    assert table.where("a") == HERE and not table.state.activity["n"].finished


@pytest.mark.clause("CSS-9.1-06", "CSS-9.4-01")
def test_support_comes_from_active_guns_on_the_map() -> None:
    guns = {
        "m": us("14.33", fire=("black", 3, 6)), "n": us("15.33", fire=("black", 3, 6), formation="r142"),
        "r": us("15.33", fire=("black", 3, 6), place="routed"),
    }  # fmt: skip
    table = prepared({"a": us("14.32"), **guns, "x": ge(HERE)})
    table.do("confirm")
    assert {c.get("unit") for c in table.offered("indirect_fire")} == {"m"}
    assert table.refused("indirect_fire", unit="n", hex=HERE) == ["9.1"]
    assert table.refused("indirect_fire", unit="r", hex=HERE) == ["9.1"]


@pytest.mark.clause("CSS-9.1-07")
def test_a_fourth_gun_does_not_support_from_a_hex_of_its_own() -> None:
    places = {"m": "14.33", "n": "15.33", "o": "13.32", "p": "13.33"}
    guns = {name: us(at, fire=("black", 3, 6)) for name, at in places.items()}
    table = prepared({"a": us("14.32"), **guns, "x": ge(HERE)}, 9, 9, 9)
    table.do("confirm")
    for gun in "mno":
        table.do("indirect_fire", unit=gun, hex=HERE)
        table.do("confirm")
    assert table.asked == ("german", "defensive_fire") and not table.state.activity["p"].finished
