"""Direct fire: types, targets, who may fire at what and how often (8.0, 8.1, 8.2)."""

from __future__ import annotations

import re

import pytest

from rules.company_scale.scenario import DivisionStart
from rules.engine.command import cmd
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import (
    aims_of,
    choices,
    compose,
    entry,
    firers,
    parts,
    result,
    shoot,
    value,
)
from tests.rules.company_scale.helpers.tables import CHARTS, Piece, TableTop, activation, ge, named, tank, us, weapon

OPEN = board("......\n......\n......\n......\n......\n", first="10.30")
US, BOTH = "formation:r141", "division:d36"
HQ = us("11.32", formation="", division="d36", hq="division", command_range=5)


def commands(number: int) -> dict[str, DivisionStart]:
    """Return starting values with so many direct commands for the 36th Division."""
    return {"d36": DivisionStart(0, number, 0, 5)}


def targets(table: TableTop, unit: str) -> set[str]:
    """Return the hexes a unit may fire at."""
    return {str(c.get("hex")) for c in table.offered("fire") if c.get("unit") == unit}


@pytest.mark.clause("CSS-8.0-01")
@pytest.mark.parametrize(("die", "cell"), [(5, CHARTS.combat_hex["small_arms"][5]), (6, "")])
def test_a_die_up_to_the_fire_value_takes_effect_at_once(die: int, cell: str) -> None:
    table = activation(OPEN, {"a": us("12.32", fire=("red", 5, 1)), "x": ge("13.32")}, US)
    events = shoot(table, "a", "13.32", die, 0)
    assert result(events) == cell
    assert table.hex("13.32").dg == (1 if cell else 0)


@pytest.mark.clause("CSS-8.0-01")
def test_the_owner_names_an_active_unit_and_a_target_in_its_fire_zone() -> None:
    pieces = {"a": us("12.32"), "b": us("12.32", formation="r142"), "x": ge("13.32"), "far": ge("15.32")}
    table = activation(OPEN, pieces, US)
    assert firers(table) == {"a"}
    assert targets(table, "a") == {"13.32"}
    assert "5.1" in table.refused("fire", unit="b", hex="13.32")
    assert "5.1" in table.refused("fire", unit="x", hex="12.32")
    assert "8.1" in table.refused("fire", unit="a", hex="15.32")
    assert "8.2" in table.refused("fire", unit="a", hex="11.32")
    assert table.refused("fire", unit="nobody", hex="13.32")
    assert table.refused("fire", unit="a", hex="next door")


@pytest.mark.parametrize("verb", ["fire", "smoke", "indirect_fire", "illuminate"])
@pytest.mark.parametrize(("unit", "place", "said"), [
    ("a", "next door", ['"next door" is not a hex. Hexes look like 18.40.']),
    ("b", "next door", ["b isn't active", '"next door" is not a hex. Hexes look like 18.40.']),
    ("gone", "next door", ["gone has routed. Return it to play first.", "gone isn't active"]),
    ("nobody", "13.32", ['There is no unit "nobody" in this scenario.']),
])  # fmt: skip
def test_whatever_is_fired_needs_an_active_unit_on_the_map_and_a_hex(
    verb: str, unit: str, place: str, said: list[str]
) -> None:
    pieces = {"a": us("12.32"), "b": us("12.32", formation="r142"), "x": ge("13.32"),
              "gone": us("11.32", formation="r142", place="routed")}  # fmt: skip
    table = activation(OPEN, pieces, US)
    told = [reason.text for reason in table.session.explain("allied", cmd(verb, unit=unit, hex=place))]
    assert len(told) == len(said) and all(text.startswith(words) for text, words in zip(told, said, strict=True)), told


@pytest.mark.clause("CSS-8.0-02")
def test_one_fire_from_a_hex_among_its_first_actions_and_one_among_its_second() -> None:
    pieces = {"a": us("12.32"), "b": us("12.32"), "c": us("12.31"), "hq": HQ, "x": ge("13.31", defense=-9)}
    table = activation(OPEN, pieces, BOTH)
    shoot(table, "a", "13.31", 9)
    assert table.refused("fire", unit="b", hex="13.31") == ["8.0"]
    assert firers(table) == {"a", "c"}
    shoot(table, "a", "13.31", 9)
    assert firers(table) == {"c"}
    table.do("pass_unit", unit="b")
    assert table.refused("fire", unit="b", hex="13.31") == ["8.0"]  # the hex has made its second-action fire too


@pytest.mark.clause("CSS-8.0-02")
def test_under_a_direct_command_chit_a_hex_fires_once() -> None:
    pieces = {"a": us("12.32"), "b": us("12.32"), "x": ge("13.32", defense=-9)}
    table = activation(OPEN, pieces, "command:allied")
    table.do("activate", unit="a")
    shoot(table, "a", "13.32", 9)
    table.do("activate", unit="b")
    assert table.refused("fire", unit="b", hex="13.32") == ["8.0"]


@pytest.mark.clause("CSS-8.0-03", "CSS-3.3-02")
def test_every_entry_of_the_table_is_made_of_the_known_results() -> None:
    entries = {cell for half in (CHARTS.combat_hex, CHARTS.combat_hard) for row in half.values() for cell in row}
    assert all(re.fullmatch(r"(DG[1-4]|S|E|R\*{0,2})( (DG[1-4]|S|E|R\*{0,2}))*", cell) for cell in entries)


@pytest.mark.clause("CSS-8.0-03")
@pytest.mark.parametrize("cell", sorted({c for row in CHARTS.combat_hex.values() for c in row}))
def test_every_entry_of_the_house_table_can_be_carried_out(cell: str) -> None:
    table = activation(OPEN, {"a": us("12.32"), "x": ge("13.32", deployed=False)}, US, charts=entry(cell))
    shoot(table, "a", "13.32", 0, 9)
    status = table.hex("13.32")
    gone = table.where("x") != "13.32"
    assert gone is ("R" in cell or cell == "E")
    assert gone or status.dg + (status.stress == "suppressed") > 0


@pytest.mark.clause("CSS-8.1-03", "CSS-3.2-06")
def test_armor_piercing_fire_needs_a_hard_target_and_cannot_be_aimed_at_a_hex() -> None:
    gun = us("12.32", fire=("blue", 6, 1))
    mixed = activation(OPEN, {"a": gun, "x": ge("13.32"), "t": tank("13.32")}, US)
    compose(mixed, "a", "13.32")
    assert aims_of(mixed) == {"t"}
    assert mixed.decision.subject["type"] == "armor_piercing"
    assert mixed.refused("aim", target="hex") == ["8.1"]
    soft = activation(OPEN, {"a": gun, "x": ge("13.32")}, US)
    assert firers(soft) == set()
    assert soft.refused("fire", unit="a", hex="13.32") == ["8.1"]


@pytest.mark.clause("CSS-8.1-03")
def test_a_blue_gun_with_a_blue_weapon_still_has_no_soft_target_but_a_red_weapon_gives_it_one() -> None:
    pieces = {"a": us("12.32", fire=("blue", 6, 1)), "x": ge("13.32", defense=-9)}
    blue = activation(OPEN, pieces, US, weapons={"w": ("12.32", weapon("w", ("blue", 2, 1)))})
    assert blue.refused("fire", unit="a", hex="13.32") == ["8.1"]
    red = activation(OPEN, pieces, US, weapons={"w": ("12.32", weapon("w", ("red", 2, 1)))})
    compose(red, "a", "13.32")
    assert red.refused("confirm") == ["8.1"]
    red.do("use_weapon", weapon="w")
    assert named(red.dice(9).do("confirm"), "FireDeclared")[0]["type"] == "small_arms"


EXAMPLE = board("....\n....\n....\n", first="38.37")
BATTALION = {name: us("40.38") for name in ("a", "b", "c")}
AT_GUN = {"at": ("40.38", weapon("at", ("blue", 3, 1)))}


def example(hex: str, **pieces: Piece) -> TableTop:
    """Compose a fire of the 1st Battalion of the target determination example."""
    flame = weapon("flame", ("red", 2, 1), defense=1, formation="pg110")
    weapons = {**AT_GUN, **({"flame": (hex, flame)} if hex == "41.37" else {})}
    table = activation(EXAMPLE, {**BATTALION, **pieces}, US, weapons=weapons,
                       markers=[("40.37", "foxhole", None)] if hex == "40.37" else ())  # fmt: skip
    return compose(table, "a", hex)


@pytest.mark.clause("CSS-8.1-04", "CSS-8.2-05")
def test_target_example_the_mixed_hex() -> None:
    half_tracks = ge("39.37", armor="hard", defense=0, move=("tracked", 14))
    table = example("39.37", c6=ge("39.37"), c7=half_tracks)
    assert aims_of(table) == {"hex", "c7"}
    assert parts(table) == {"": 4, "g": -2}
    table.do("aim", target="c7")
    assert parts(table) == {"": 4}


@pytest.mark.clause("CSS-8.1-05")
def test_target_example_two_companies_in_column_in_a_foxhole() -> None:
    table = example("40.37", x=ge("40.37", deployed=False), y=ge("40.37", deployed=False))
    assert aims_of(table) == {"hex"}
    assert "use_weapon" not in table.verbs()
    assert table.refused("use_weapon", weapon="at") == ["8.1"]
    assert parts(table) == {"": 4, "a": 1, "c": -1}
    table.do("confirm")
    assert table.asked == ("allied", "target_unit")
    assert choices(table) == {"x", "y"}
    events = table.dice(0, 9).do("choose", unit="x")
    assert named(events, "FireDeclared")[0]["value"] == 4
    assert table.asked == ("allied", "rout_unit")
    table.do("choose", unit="y")
    assert [table.where(u) for u in "xy"] == ["40.37", "eliminated"]


@pytest.mark.clause("CSS-8.1-06")
def test_target_example_the_flamethrower() -> None:
    table = example("41.37", x=ge("41.37"), y=ge("41.37", deployed=False, column_defense=0))
    assert aims_of(table) == {"hex"}
    assert value(table) == 5
    table.do("confirm")
    assert table.asked == ("german", "target_unit")
    events = table.dice(9).do("choose", unit="x")
    assert named(events, "FireDeclared")[0]["value"] == 5


@pytest.mark.clause("CSS-8.1-07", "CSS-8.2-04")
def test_target_example_the_panther() -> None:
    table = example("41.38", panther=tank("41.38", fire=("white", 6, 3), defense=-4))
    assert aims_of(table) == {"panther"}
    assert table.refused("aim", target="hex") == ["8.2"]
    assert parts(table) == {"": 4, "a": -4}


@pytest.mark.clause("CSS-8.1-01")
def test_a_unit_without_a_printed_range_has_range_1() -> None:
    table = activation(OPEN, {"a": us("12.32", fire=("red", 4)), "x": ge("14.32")}, US)
    assert firers(table) == set()
    assert "8.1" in table.refused("fire", unit="a", hex="14.32")
    near = activation(OPEN, {"a": us("12.32", fire=("red", 4)), "x": ge("13.32")}, US)
    assert targets(near, "a") == {"13.32"}


@pytest.mark.clause("CSS-8.2-01", "CSS-7.2-02")
def test_with_an_enemy_adjacent_only_adjacent_hexes_are_targets() -> None:
    gun = tank("12.32", us, fire=("white", 5, 3))
    table = activation(OPEN, {"a": gun, "x": ge("13.32"), "y": ge("14.31")}, US)
    assert targets(table, "a") == {"13.32"}
    assert "7.2" in table.refused("fire", unit="a", hex="14.31")
    free = activation(OPEN, {"a": gun, "y": ge("14.31")}, US)
    assert targets(free, "a") == {"14.31"}


@pytest.mark.clause("CSS-8.2-01", "CSS-7.0-01")
def test_a_target_must_be_seen() -> None:
    woods = board("......\n.w....\n......\n......\n", first="10.30")
    table = activation(woods, {"a": us("11.30", fire=("red", 4, 4)), "x": ge("11.32")}, US)
    assert firers(table) == set()
    assert table.refused("fire", unit="a", hex="11.32")
    clear = activation(OPEN, {"a": us("11.30", fire=("red", 4, 4)), "x": ge("11.32")}, US)
    assert targets(clear, "a") == {"11.32"}


@pytest.mark.clause("CSS-8.2-02")
def test_a_hex_is_fired_at_from_as_many_hexes_as_can() -> None:
    pieces = {"a": us("12.32"), "b": us("12.33"), "c": us("13.31"), "x": ge("13.32", defense=-9)}
    table = activation(OPEN, pieces, US)
    for unit in "abc":
        assert unit in firers(table)
        shoot(table, unit, "13.32", 9)


@pytest.mark.clause("CSS-8.2-05", "CSS-8.2-03")
def test_a_result_on_a_mixed_hex_strikes_the_hard_target_too() -> None:
    pieces = {"a": us("12.32", fire=("red", 8, 1)), "x": ge("13.32", deployed=False),
              "t": tank("13.32", deployed=False)}  # fmt: skip
    table = activation(OPEN, pieces, US, charts=entry("S", "E"))
    compose(table, "a", "13.32")
    assert aims_of(table) == {"hex", "t"}
    table.do("confirm")
    table.dice(0).do("choose", unit="x")
    assert table.hex("13.32").stress == "suppressed"
    assert [table.where(u) for u in "xt"] == ["13.32", "13.32"]


@pytest.mark.clause("CSS-8.2-06")
def test_a_0_always_takes_effect_with_the_first_column() -> None:
    table = activation(OPEN, {"a": us("12.32"), "x": ge("13.32", defense=-6)}, US)
    assert value(compose(table, "a", "13.32")) == -2
    assert result(table.dice(0, 0).do("confirm")) == CHARTS.combat_hex["small_arms"][0]
    assert table.hex("13.32").dg == 2


@pytest.mark.clause("CSS-8.2-07")
def test_a_9_always_misses() -> None:
    table = activation(OPEN, {"a": us("12.32", fire=("red", 8, 1)), "x": ge("13.32", defense=4)}, US, charts=entry("E"))
    assert value(compose(table, "a", "13.32")) == 12
    assert result(table.dice(9).do("confirm")) == ""
    assert table.where("x") == "13.32"


def second(number: int, reach: int = 5) -> TableTop:
    """Come to the second actions of three companies in 12.32, with so many direct commands."""
    pieces = {"a": us("12.32"), "b": us("12.32"), "c": us("12.32"), "x": ge("13.32"),
              "hq": us("10.30", formation="", division="d36", hq="division", command_range=reach)}  # fmt: skip
    table = activation(OPEN, pieces, BOTH, divisions=commands(number))
    for unit in "abc":
        table.do("pass_unit", unit=unit)
    return table


@pytest.mark.clause("CSS-8.2-08")
def test_each_supporter_of_a_second_action_costs_a_direct_command() -> None:
    table = second(2)
    compose(table, "a", "13.32").do("support", unit="b")
    assert table.refused("support", unit="c") == ["8.2"]
    table.dice(9).do("confirm")
    assert table.state.divisions["d36"].commands == 0
    assert {u: table.state.activity[u].used for u in "abc"} == {"a": 2, "b": 2, "c": 1}
    rich = second(3)
    compose(rich, "a", "13.32").do("support", unit="b")
    rich.do("support", unit="c")
    rich.dice(9).do("confirm")
    assert rich.state.divisions["d36"].commands == 0


@pytest.mark.clause("CSS-8.2-08")
def test_what_is_paid_for_already_is_not_counted_again() -> None:
    pieces = {"a": us("12.32"), "b": us("12.32", deployed=False), "x": ge("13.32"), "hq": HQ}
    table = activation(OPEN, pieces, BOTH, divisions=commands(2))
    table.do("pass_unit", unit="a")
    table.do("pass_unit", unit="b")
    table.do("change_formation", unit="b")  # this pays for its second action
    compose(table, "a", "13.32").do("support", unit="b")
    table.dice(9).do("confirm")
    assert table.state.divisions["d36"].commands == 0


@pytest.mark.clause("CSS-8.2-08")
def test_a_supporter_of_a_second_action_must_be_in_command() -> None:
    pieces = {"a": us("12.32"), "b": us("12.32", formation="r142"), "x": ge("13.32"),
              "hq": us("11.32", hq="formation", command_range=3)}  # fmt: skip
    table = activation(OPEN, pieces, BOTH, divisions=commands(5))
    table.do("pass_unit", unit="a")
    table.do("pass_unit", unit="b")
    assert compose(table, "a", "13.32").refused("support", unit="b") == ["8.2"]


@pytest.mark.clause("CSS-8.2-08")
def test_each_supporter_under_a_direct_command_chit_costs_a_direct_command_of_its_own_division() -> None:
    pieces = {"a": us("12.32"), "b": us("12.32"), "c": us("12.32", formation="cav117"), "x": ge("13.32")}
    start = {"d36": DivisionStart(0, 2, 0, 5), "butler": DivisionStart(0, 1, 0, 5)}
    table = activation(OPEN, pieces, "command:allied", divisions=start)
    table.do("activate", unit="a")
    compose(table, "a", "13.32").do("support", unit="b")
    table.do("support", unit="c")
    table.dice(9).do("confirm")
    assert table.state.divisions["d36"].commands == 0
    assert table.state.divisions["butler"].commands == 0
    assert "5.1" in table.refused("activate", unit="b")


@pytest.mark.clause("CSS-8.2-08", "CSS-8.3.4-02")
def test_a_unit_that_has_had_its_action_under_a_direct_command_chit_does_not_support() -> None:
    pieces = {"a": us("12.32"), "b": us("12.32"), "x": ge("13.32")}
    table = activation(OPEN, pieces, "command:allied", markers=[("12.32", "dg", 1)])
    table.do("activate", unit="b")
    table.do("rally", unit="b")
    table.do("activate", unit="a")
    assert compose(table, "a", "13.32").refused("support", unit="b") == ["5.1"]


@pytest.mark.clause("CSS-8.2-08", "CSS-8.3.4-02")
def test_a_first_action_does_not_support_a_second_one() -> None:
    table = activation(OPEN, {"a": us("12.32"), "b": us("12.32"), "x": ge("13.32"), "hq": HQ}, BOTH)
    table.do("pass_unit", unit="a")
    assert compose(table, "a", "13.32").refused("support", unit="b") == ["8.2"]


@pytest.mark.clause("CSS-8.2-08")
def test_without_a_direct_command_left_nobody_supports() -> None:
    pieces = {"a": us("12.32"), "b": us("12.32"), "x": ge("13.32")}
    table = activation(OPEN, pieces, "command:allied", divisions=commands(1))
    table.do("activate", unit="a")
    assert compose(table, "a", "13.32").refused("support", unit="b") == ["8.2"]


@pytest.mark.clause("CSS-8.2-09")
def test_an_inactive_unit_does_not_support_in_its_own_sides_activation() -> None:
    pieces = {"a": us("12.32"), "b": us("12.32", formation="r142"), "x": ge("13.32")}
    table = activation(OPEN, pieces, US)
    assert compose(table, "a", "13.32").refused("support", unit="b") == ["8.2"]
    assert "support" not in table.verbs()
