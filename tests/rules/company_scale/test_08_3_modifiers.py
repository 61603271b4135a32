"""The fire value and its eight modifiers (8.3, 8.3.1, 8.3.3, 8.3.5, 8.3.7)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules import company_scale
from rules.company_scale.loading.forces import build_hero_markers
from rules.files.documents import read_file
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import aims_of, choices, compose, entry, parts, result, value
from tests.rules.company_scale.helpers.tables import (
    CHARTS,
    Piece,
    TableTop,
    activation,
    ge,
    leader,
    named,
    tank,
    us,
    weapon,
)

OPEN = board("......\n......\n......\n......\n......\n", first="10.30")
US = "formation:r141"
FLAME = {"flame": ("13.32", weapon("flame", ("red", 2, 1), defense=1, formation="pg110"))}


def aimed(pieces: dict[str, Piece], ground: Any = OPEN, at: str = "13.32", **facts: Any) -> TableTop:
    """Compose a fire of the company in 12.32 (red 4) at 13.32."""
    table = activation(ground, {"a": us("12.32"), **pieces}, US, **facts)
    return compose(table, "a", at)


@pytest.mark.clause("CSS-8.3-01")
def test_the_die_is_never_modified() -> None:
    table = aimed({"x": ge("13.32", defense=3)})
    assert value(table) == 7
    events = table.dice(0, 0).do("confirm")
    assert result(events) == CHARTS.combat_hex["small_arms"][0]
    assert named(events, "Fired")[0]["die"] == 0


@pytest.mark.clause("CSS-8.3-02", "CSS-2.0-11")
@pytest.mark.parametrize(("defense", "total"), [(-2, 2), (-1, 3), (0, 4), (1, 5)])
def test_a_negative_defense_is_added_and_protects(defense: int, total: int) -> None:
    assert value(aimed({"x": ge("13.32", defense=defense)})) == total


@pytest.mark.clause("CSS-8.3-03")
def test_all_eight_modifiers_together() -> None:
    woods = board("......\n......\n...w..\n......\n", first="10.30")
    pieces = {"b": us("12.32"), "c": us("12.32"), "x": ge("13.32")}
    table = aimed(pieces, woods, weather="rain", weapons={"w": ("12.32", weapon("w", ("red", 2, 1)))},
                  leaders={"l": ("12.32", leader("l", 1, 0))},
                  markers=[("12.32", "dg", 1), ("13.32", "foxhole", None)])  # fmt: skip
    table.do("use_weapon", weapon="w")
    table.do("use_leader", leader="l")
    table.do("support", unit="b")
    table.do("support", unit="c")
    table.do("concentrate")
    assert parts(table) == {"": 4, "b": 3, "c": -2, "d": 2, "e": -2, "f": 1, "h": -1}
    assert value(table) == 5
    events = table.dice(9).do("confirm")
    assert named(events, "FireDeclared")[0]["value"] == 5


@pytest.mark.clause("CSS-8.3-04")
@pytest.mark.parametrize("tanks", [1, 2])
def test_hard_targets_in_a_hex_fired_at_take_2_off_once(tanks: int) -> None:
    hard = {f"t{i}": tank("13.32", defense=0) for i in range(tanks)}
    table = aimed({"x": ge("13.32"), **hard})
    assert parts(table) == {"": 4, "g": -2}
    table.do("aim", target="t0")
    assert parts(table) == {"": 4}


@pytest.mark.clause("CSS-8.3-05", "CSS-8.3-06", "CSS-8.3.2-04")
@pytest.mark.parametrize(
    ("die", "cell"), [(0, "R"), (1, "R*"), (2, "R"), (3, "R"), (4, "E"), (5, "E"), (7, "E"), (8, "E"), (9, "")]
)
def test_the_fire_combat_example(die: int, cell: str) -> None:
    ground = board("....\n....\n....\n", first="38.37")
    company = us("40.38")
    pieces = {"c": company, "a": company, "b": company, "c6": ge("39.37"),
              "c7": ge("39.37", armor="hard", defense=0, move=("tracked", 14))}  # fmt: skip
    table = activation(ground, pieces, US, weapons={"at": ("40.38", weapon("at", ("blue", 3, 1)))})
    compose(table, "c", "39.37").do("use_weapon", weapon="at")
    assert table.decision.subject["aim"] == "c7"
    table.do("support", unit="a")
    table.do("support", unit="b")
    table.do("concentrate")
    assert parts(table) == {"": 4, "b": 3, "d": 2, "f": 1}
    assert value(table) == 10
    assert table.decision.subject["type"] == "armor_piercing"
    events = table.dice(die, 9).do("confirm")
    assert result(events) == cell
    assert table.where("c7") == ("eliminated" if cell == "E" else "39.37")
    assert table.hex("39.37").stress == ("pinned" if cell.startswith("R") else "")
    assert table.where("c6") == "39.37"


@pytest.mark.clause("CSS-8.3-06")
def test_the_recovered_row_of_the_table() -> None:
    assert CHARTS.combat_hard["armor_piercing"] == ("R", "R*", "R", "R", "E", "E", "E", "E", "E")


@pytest.mark.clause("CSS-8.3.1-01")
@pytest.mark.parametrize(("chosen", "total"), [("y", 1), ("x", 2), ("t", 5)])  # 4, the defense, -2 for the hard target
def test_with_a_deployed_unit_the_defender_chooses_the_target_unit(chosen: str, total: int) -> None:
    pieces = {"x": ge("13.32"), "y": ge("13.32", deployed=False, column_defense=-1), "t": tank("13.32", defense=3)}
    table = aimed(pieces)
    table.do("confirm")
    assert table.asked == ("german", "target_unit")
    assert choices(table) == {"x", "y", "t"}
    assert table.refused("choose", unit="a") == ["8.3.1"]
    events = table.dice(9).do("choose", unit=chosen)
    assert named(events, "FireDeclared")[0]["value"] == total
    assert named(events, "FireDeclared")[0]["target"] == chosen


@pytest.mark.clause("CSS-8.3.1-02")
@pytest.mark.parametrize(("chosen", "total"), [("x", 4), ("y", 5)])
def test_with_all_units_in_column_the_firing_player_chooses(chosen: str, total: int) -> None:
    table = aimed({"x": ge("13.32", deployed=False, column_defense=0), "y": ge("13.32", deployed=False)})
    table.do("confirm")
    assert table.asked == ("allied", "target_unit")
    assert choices(table) == {"x", "y"}
    events = table.dice(9).do("choose", unit=chosen)
    assert named(events, "FireDeclared")[0]["value"] == total


@pytest.mark.clause("CSS-8.3.1-03", "CSS-3.2-14")
def test_the_only_weapon_of_a_hex_with_a_deployed_unit_counts_even_if_it_hurts() -> None:
    table = aimed({"x": ge("13.32")}, weapons=FLAME)
    assert value(table) == 5
    events = table.dice(9).do("confirm")
    assert named(events, "FireDeclared")[0]["value"] == 5


@pytest.mark.clause("CSS-8.3.1-03")
def test_of_several_weapons_the_defender_chooses_one_and_must() -> None:
    shield = {"shield": ("13.32", weapon("shield", ("red", 1, 1), defense=-1, formation="pg110"))}
    table = aimed({"x": ge("13.32"), "y": ge("13.32")}, weapons={**FLAME, **shield})
    assert value(table) == 3  # what the defender will do
    table.do("confirm")
    table.do("choose", unit="x")
    assert table.asked == ("german", "defence_weapon")
    assert choices(table) == {"flame", "shield"}
    assert table.refused("choose", weapon="") == ["8.3.1"]
    events = table.dice(9).do("choose", weapon="shield")
    assert named(events, "FireDeclared")[0]["value"] == 3


@pytest.mark.clause("CSS-8.3.1-04")
@pytest.mark.parametrize(("chosen", "total"), [("flame", 5), ("", 4)])
def test_against_units_in_column_the_firing_player_may_use_a_weapon_of_the_hex(chosen: str, total: int) -> None:
    column = ge("13.32", deployed=False, column_defense=0)
    table = aimed({"x": column}, weapons=FLAME)
    assert value(table) == 5  # what the firing player would do
    table.do("confirm")
    assert table.asked == ("allied", "defence_weapon")
    assert choices(table) == {"", "flame"}
    events = table.dice(9).do("choose", weapon=chosen)
    assert named(events, "FireDeclared")[0]["value"] == total


@pytest.mark.clause("CSS-8.3.1-04")
def test_units_in_column_get_nothing_from_their_weapons() -> None:
    shield = {"shield": ("13.32", weapon("shield", ("red", 1, 1), defense=-1, formation="pg110"))}
    table = aimed({"x": ge("13.32", deployed=False, column_defense=0)}, weapons=shield)
    assert value(table) == 4
    events = table.dice(9).do("confirm")
    assert named(events, "FireDeclared")[0]["value"] == 4


@pytest.mark.clause("CSS-8.3.1-05")
@pytest.mark.parametrize("deployed", [True, False])
def test_a_hard_target_has_its_own_defense_only(deployed: bool) -> None:
    piece = tank("13.32", defense=-3, column_defense=-3, deployed=deployed)
    table = aimed({"t": piece}, weapons=FLAME)
    assert value(table) == 1
    events = table.dice(9).do("confirm")
    assert named(events, "FireDeclared")[0]["value"] == 1


@pytest.mark.clause("CSS-8.3.1-05")
def test_each_of_several_hard_targets_has_its_own_defense() -> None:
    table = aimed({"t": tank("13.32", defense=-3), "u": tank("13.32", defense=1), "x": ge("13.32")})
    table.do("aim", target="u")
    assert value(table) == 5
    table.do("aim", target="t")
    assert value(table) == 1


@pytest.mark.clause("CSS-8.3.3-01", "CSS-3.2-21", "CSS-3.2-23")
@pytest.mark.parametrize(
    ("marker", "change"),
    [
        (("12.32", "pinned", None), -3), (("12.32", "dg", 3), -2), (("12.32", "barrage", "medium"), -2),
        (("12.32", "barrage", "smoke"), 0), (("12.32", "foxhole", None), 0), (("12.32", "trench", None), 0),
        (("13.32", "dg", 2), 0), (("13.32", "pinned", None), 0), (("13.32", "suppressed", None), 0),
        (("13.32", "barrage", "heavy"), 0), (("13.32", "foxhole", None), -1), (("13.32", "trench", None), -2),
    ],
)  # fmt: skip
def test_markers_act_on_the_firer_by_fire_and_on_the_target_by_defense(
    marker: tuple[str, str, Any], change: int
) -> None:
    table = aimed({"x": ge("13.32")}, markers=[marker])
    assert parts(table).get("c", 0) == change
    assert value(table) == 4 + change


@pytest.mark.clause("CSS-8.3.5-01")
@pytest.mark.parametrize(
    ("letter", "defense"), [(".", 0), ("w", -2), ("v", -1), ("m", 2), ("V", -1), ("T", -2), ("C", -3)]
)
def test_the_terrain_of_the_target_hex(letter: str, defense: int) -> None:
    ground = board(f"......\n......\n...{letter}..\n......\n", first="10.30")
    assert parts(aimed({"x": ge("13.32")}, ground)).get("e", 0) == defense
    mirrored = board(f"......\n......\n..{letter}...\n......\n", first="10.30")
    assert "e" not in parts(aimed({"x": ge("13.32")}, mirrored))  # the ground of the firing hex does nothing


@pytest.mark.clause("CSS-8.3.5-02")
@pytest.mark.parametrize(
    ("sides", "high", "terrain", "total"),
    [
        ({"steep_slope": ["12.32/13.32"]}, "13.32", "w", -5), ({"slope": ["12.32/13.32"]}, "13.32", ".", -1),
        ({"slope": ["12.32/13.32"]}, "12.32", ".", 1), ({"steep_slope": ["12.32/13.32"]}, "12.32", ".", -1),
        ({"steep_slope": ["13.31/13.32"]}, "13.32", "w", -2),
    ],
)  # fmt: skip
def test_the_hexside_fired_across_counts_with_the_hex(
    sides: dict[str, list[str]], high: str, terrain: str, total: int
) -> None:
    ground = board(f"......\n......\n...{terrain}..\n......\n", first="10.30", levels={high: 2}, **sides)
    assert parts(aimed({"x": ge("13.32")}, ground)).get("e", 0) == total


@pytest.mark.clause("CSS-8.3.5-02")
def test_the_hexside_of_a_target_farther_off_counts() -> None:
    far = board("...\n...\n...\n...\n", first="11.31", levels={"12.34": 2}, slope=["12.33/12.34"])
    table = activation(far, {"a": us("12.32", fire=("red", 4, 2)), "x": ge("12.34")}, US)
    assert parts(compose(table, "a", "12.34")) == {"": 4, "e": -1}


@pytest.mark.clause("CSS-8.3.5-02")
def test_hexsides_crossed_earlier_give_nothing() -> None:
    near = board("...\n...\n...\n...\n", first="11.31", levels={"12.32": 2}, slope=["12.32/12.33"])
    table = activation(near, {"a": us("12.32", fire=("red", 4, 2)), "x": ge("12.34")}, US)
    assert "e" not in parts(compose(table, "a", "12.34"))


@pytest.mark.clause("CSS-8.3.5-02")
@pytest.mark.parametrize("neighbour", ["13.31", "13.32"])
def test_of_two_hexsides_at_the_end_of_a_spine_the_better_for_the_defender_counts(neighbour: str) -> None:
    ground = board("......\n......\n......\n......\n", first="10.30", levels={"14.32": 2}, slope=[f"{neighbour}/14.32"])
    table = activation(ground, {"a": us("12.32", fire=("red", 4, 2)), "x": ge("14.32")}, US)
    assert parts(compose(table, "a", "14.32"))["e"] == -1


@pytest.mark.clause("CSS-8.3.7-01", "CSS-8.3.7-02", "CSS-8.3.7-03")
@pytest.mark.parametrize(
    ("weather", "turn", "lit", "total"),
    [
        ("clear", "0900", False, 3), ("rain", "0900", False, 2), ("clear", "night_1", False, 2),
        ("clear", "night_2", True, 3), ("rain", "night_1", False, 1), ("rain", "night_2", True, 2),
        ("rain", "0900", True, 2),
    ],
)  # fmt: skip
def test_rain_and_night_take_1_off_each(weather: str, turn: str, lit: bool, total: int) -> None:
    pieces = {"a": us("12.32", fire=("red", 3, 1)), "x": ge("13.32")}
    table = activation(OPEN, pieces, US, weather=weather, first_turn=turn,
                       markers=[("13.32", "illumination", None)] if lit else ())  # fmt: skip
    assert value(compose(table, "a", "13.32")) == total


@pytest.mark.clause("CSS-8.3.7-02")
def test_light_in_the_firing_hex_does_not_help() -> None:
    table = aimed({"x": ge("13.32")}, first_turn="night_1", markers=[("12.32", "illumination", None)])
    assert value(table) == 3


@pytest.mark.clause("CSS-8.3-02", "CSS-8.2-06")
def test_a_value_below_0_is_hit_by_a_0_only() -> None:
    woods = board("......\n......\n...C..\n......\n", first="10.30")
    pieces = {"x": ge("13.32", defense=-2)}
    for die, cell in ((0, "S"), (1, "")):
        table = aimed(pieces, woods, charts=entry("S"))
        assert value(table) == -1
        assert aims_of(table) == {"hex"}
        assert result(table.dice(die).do("confirm")) == cell


@pytest.mark.clause("CSS-8.3.1-04")
def test_leaders_and_heroes_of_a_hex_in_column_have_no_harmful_value_to_be_added() -> None:
    chart = read_file(Path(company_scale.__path__[0], "charts", "house.yaml")).mapping
    assert all(hero.defense <= 0 for hero in build_hero_markers(chart).values())  # only these have a defense (14.2)
    chief = {"chief": ("13.32", leader("chief", 2, 2, formation="pg110"))}
    column = {"x": ge("13.32", deployed=False, column_defense=0), "y": ge("13.32", deployed=False, column_defense=0)}
    table = aimed(column, leaders=chief)
    assert value(table) == 4
    table.do("confirm")
    assert table.asked == ("allied", "target_unit")
    events = table.dice(9).do("choose", unit="x")
    assert named(events, "FireDeclared")[0]["value"] == 4
