"""Rail guns: rails, fire lines, indirect fire (25.0)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.r25_rail_guns import SCALE, arc_of, fire_arc, hexes_ahead
from rules.hexes.grid import hex_id, hex_name
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.guns import DIVISIONS, HQ, barrages, letters, shell
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, us

# Caesar's rail comes from 17.16 and leaves for 18.15, Gneisenau's comes from 17.14 and leaves for 19.13.
PARTS: dict[str, Any] = {
    "rows": "\n".join(["." * 20] * 20), "first": "10.05",
    "roads": {"railroad": ["17.18 17.17 17.16 17.15 18.15", "16.15 17.14 18.14 19.13 20.13"],
              "paved": ["17.16 16.16"], "trail": ["17.16 18.16"]},
    "rail_points": {"17.15/17.16": 59},
}  # fmt: skip
GROUND = board(PARTS["rows"], **{key: value for key, value in PARTS.items() if key != "rows"})


def gun(hex: str, **changes: Any) -> Piece:
    """Return a rail gun: black 8 without limit; in column 12 by rail."""
    plain: dict[str, Any] = {"fire": ("black", 8, 99), "column_fire": ("red", 1, 1), "move": ("wheeled", 12)}
    return ge(hex, **{**plain, "rail_only": True, **changes})


def battery(hex: str = "17.15", ground: Any = GROUND, **pieces: Any) -> TableTop:
    """Put Caesar in a hex with its headquarters and a spotter in 17.10, and an enemy in 19.12."""
    plain = {"caesar": gun(hex), "hq": ge("15.20", **HQ), "spotter": ge("18.09", formation="pg111"), "a": us("19.12")}
    facts = {key: pieces.pop(key) for key in ("first_turn", "weather", "reinforcements", "entries") if key in pieces}
    return activation(ground, {**plain, **pieces}, "formation:pg110", divisions=DIVISIONS, turns=1, **facts)


def line(hex: str, ground: Any = GROUND) -> list[str]:
    """Return the names of the hexes on the fire lines of a gun in a hex."""
    return [hex_name(h) for h in arc_of(ground, hex_id(hex))]


# --- the guns and their rails ---


@pytest.mark.clause("CSS-25.0-01")
def test_there_are_three_and_they_share_one_attachable_formation() -> None:
    scenario = load_scenario("montelimar-campaign")
    forces = load_scenario({"map": "montelimar", "forces": ["ge_198", "ge_pio_669"], "setup": {}, "pieces": "all"})
    guns = [unit for unit in forces.units.values() if unit.rail_only]
    assert {unit.id for unit in guns} == {"caesar", "gneisenau", "scharnhorst"}
    (formation,) = {unit.formation for unit in guns}
    assert forces.formations[formation].attachable
    assert scenario.formations[formation].attachable


@pytest.mark.clause("CSS-25.0-02")
def test_they_move_by_rail_only_at_1_movement_point() -> None:
    table = battery("17.16", caesar=gun("17.16", deployed=False))
    table.do("move", units=("caesar",))
    assert {(c.get("to"), c.get("by")) for c in table.offered("step")} == {("17.15", "railroad"), ("17.17", "railroad")}
    assert "25.0" in table.refused("step", to="16.16", by="paved")
    assert "25.0" in table.refused("step", to="17.15", by="terrain")
    table.do("step", to="17.17", by="railroad")
    assert table.decision.subject["points"] == [22]


@pytest.mark.clause("CSS-25.0-02")
def test_a_routed_gun_returns_to_a_rail_hex_only() -> None:
    table = battery("", caesar=gun("", place="routed"), hq=ge("18.15", hq="division", command_range=9))
    assert {c.get("hex") for c in table.offered("return_unit")} == {"18.15", "18.14", "17.14", "17.15"}
    assert table.refused("return_unit", unit="caesar", hex="18.16", deployed=False) == ["25.0"]


# --- fire lines ---


@pytest.mark.clause("CSS-25.0-08", "CSS-25.0-04")
def test_the_line_of_caesar() -> None:
    assert line("17.15")[:5] == ["18.15", "18.14", "18.13", "19.12", "19.11"]


@pytest.mark.clause("CSS-25.0-09", "CSS-25.0-04")
def test_the_line_of_gneisenau() -> None:
    assert line("18.14")[:5] == ["19.13", "20.13", "21.12", "22.12", "23.11"]


@pytest.mark.clause("CSS-25.0-04")
def test_without_a_southern_entry_or_a_northern_exit_there_is_no_line() -> None:
    ground = board(PARTS["rows"], first="10.05", roads={"railroad": ["14.14 14.15 15.15", "12.14 13.14"]})
    assert line("14.15", ground) == [] and line("13.14", ground) == []
    table = battery("14.15", ground)
    assert table.refused("indirect_fire", unit="caesar", hex="19.12") == ["25.0"]


@pytest.mark.clause("CSS-25.0-04")
def test_at_a_junction_every_line_is_open() -> None:
    ground = board(PARTS["rows"], first="10.05", roads={"railroad": ["14.16 14.15 14.14", "14.15 15.14"]})
    assert {"14.14", "14.05", "15.14"} <= set(line("14.15", ground))


@pytest.mark.clause("CSS-25.0-06")
def test_along_a_hexside_both_hexes_are_on_the_line() -> None:
    start, through = (60 * SCALE, 26 * SCALE), (61 * SCALE, 25 * SCALE)  # on to 62, 24: the side of 20.12 and 21.12
    assert {hex_id("20.12"), hex_id("21.12")} <= set(hexes_ahead(start, through, GROUND.hexes))


@pytest.mark.clause("CSS-25.0-05")
def test_the_range_is_unlimited_and_only_northward() -> None:
    ground = board("\n".join(["..."] * 60), first="10.05", roads={"railroad": ["11.63 11.62 11.61"]})
    pieces = {"caesar": gun("11.62"), "hq": ge("10.62", **HQ), "spotter": ge("10.20", formation="pg111"),
              "a": us("11.22"), "b": us("11.64", deployed=False)}  # fmt: skip
    table = activation(ground, pieces, "formation:pg110", divisions=DIVISIONS, turns=1)
    assert table.refused("indirect_fire", unit="caesar", hex="11.64") == ["25.0"]
    table.do("indirect_fire", unit="caesar", hex="11.22")


# --- indirect fire ---


@pytest.mark.clause("CSS-25.0-03")
def test_along_its_line_it_fires_like_any_indirect_unit() -> None:
    table = battery()
    assert {c.get("hex") for c in table.offered("indirect_fire")} == {"19.12"}
    table.do("indirect_fire", unit="caesar", hex="19.12")
    assert table.decision.subject["fire_value"] == 8 and letters(table) == {"": 8}
    table.do("cancel")
    shell(table, "caesar", "19.12", 9)
    assert barrages(table) == {}
    table = battery()
    shell(table, "caesar", "19.12", 7, 0)
    assert barrages(table) == {"19.12": "heavy"}


@pytest.mark.clause("CSS-25.0-07")
def test_it_needs_a_spotter_and_any_hex_of_its_line_will_do() -> None:
    table = battery(spotter=ge("10.24", formation="pg111"), a=us("20.08"))
    assert fire_arc(table.game, "caesar")
    far = line("17.15")[-1]
    assert table.refused("indirect_fire", unit="caesar", hex=far) == ["8.7.1"]
    table = battery()
    table.do("indirect_fire", unit="caesar", hex="18.13")


@pytest.mark.clause("CSS-25.0-07", "CSS-25.0-03")
def test_it_must_be_deployed_and_active_and_its_target_on_the_line() -> None:
    table = battery(caesar=gun("17.15", deployed=False))
    assert table.refused("indirect_fire", unit="caesar", hex="19.12") == ["8.7"]
    table = battery(b=us("17.11"))
    assert table.refused("indirect_fire", unit="caesar", hex="17.11") == ["25.0"]
    table = battery(caesar=gun("17.15", formation="pg111"))
    assert "5.1" in table.refused("indirect_fire", unit="caesar", hex="19.12")


@pytest.mark.clause("CSS-25.0-07")
def test_at_night_its_target_must_be_lit_or_next_to_a_friend() -> None:
    table = battery(first_turn="night_1", spotter=ge("19.10", formation="pg111"))
    assert table.refused("indirect_fire", unit="caesar", hex="19.12") != []
    assert table.refused("illuminate", unit="caesar", hex="17.11") == ["25.0"]
    table.dice(3).do("illuminate", unit="caesar", hex="19.12")
    assert table.state.illuminated == (hex_id("19.12"),)


def test_a_gun_supports_another_only_along_its_own_line() -> None:
    howitzer = ge("17.15", fire=("black", 4, 22), column_fire=("red", 1, 1), move=("leg", None))
    table = battery(how=howitzer, b=us("17.11"))
    table.do("indirect_fire", unit="how", hex="17.11")
    assert table.refused("support", unit="caesar") == ["25.0"]


def test_the_table_shows_the_line() -> None:
    table = battery()
    assert table.session.query("fire_arc", unit="caesar").hexes[:2] == ("18.15", "18.14")
    assert table.session.query("fire_arc", unit="spotter").hexes == ()
    shown = {u.id: u.rail_only for u in table.session.view("german").units}
    assert shown["caesar"] and not shown["spotter"]
