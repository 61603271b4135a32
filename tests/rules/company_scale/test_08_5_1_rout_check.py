"""Rout checks and routs (8.5.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.company_scale.battle_map import BattleMap
from rules.company_scale.scenario import DivisionStart
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import choices, compose, entry, shoot
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, leader, named, tank, us, weapon

OPEN = board("......\n......\n......\n......\n......\n", first="10.30")
US = "formation:r141"
SHOOTER = us("12.32", fire=("white", 8, 1))


def quality(value: int) -> dict[str, DivisionStart]:
    """Return starting values with a troop quality for the German division."""
    return {"pz11": DivisionStart(5, 10, 0, value)}


def checked(pieces: dict[str, Piece], *dice: int, cell: str = "R", ground: BattleMap = OPEN, **facts: Any) -> TableTop:
    """Fire at 13.32 with a table that holds one entry only; the die of the fire hits."""
    table = activation(ground, {"a": SHOOTER, **pieces}, US, charts=entry(cell), **facts)
    shoot(table, "a", "13.32", 1, *dice)  # a 0 would cost the hex a leader (13.3)
    return table


def passes(die: int, piece: Piece | None = None, **facts: Any) -> bool:
    """Tell whether a lone unit in 13.32 passes with a die; in column it routs if it fails."""
    table = checked({"x": piece or ge("13.32")}, die, **facts)
    return table.where("x") == "13.32" and not table.hex("13.32").stress


@pytest.mark.clause("CSS-8.5.1-01")
def test_the_firing_player_chooses_one_of_the_column_units() -> None:
    table = checked({"a1": ge("13.32"), "b": ge("13.32", deployed=False), "c": ge("13.32", deployed=False)}, 9)
    table.do("choose", unit="a1")  # the target unit, by the defender
    assert table.asked == ("allied", "rout_unit")
    assert choices(table) == {"b", "c"}
    assert table.refused("choose", unit="a1") == ["8.5.1"]
    events = table.do("choose", unit="c")
    assert named(events, "RoutChecked")[0]["unit"] == "c"
    assert [table.where(u) for u in ("a1", "b", "c")] == ["13.32", "13.32", "eliminated"]


@pytest.mark.clause("CSS-8.5.1-02")
@pytest.mark.parametrize(("die", "passed"), [(7, True), (8, False)])
def test_stars_cover_and_leaders_help_and_disorganization_hurts(die: int, passed: bool) -> None:
    woods = board("......\n......\n...w..\n......\n", first="10.30")
    chief = {"chief": ("13.32", leader("chief", 1, 2, formation="pg110"))}
    table = checked({"x": ge("13.32")}, die, cell="R*", ground=woods, leaders=chief, divisions=quality(3),
                    markers=[("13.32", "dg", 3)])  # fmt: skip
    assert (table.hex("13.32").stress == "") is passed  # die - 1 - 2 against 3 + 2 - 1


@pytest.mark.clause("CSS-8.5.1-02")
@pytest.mark.parametrize(
    ("last", "facts"),
    [
        (5, {}),
        (6, {"piece": ge("13.32", defense=-1)}),
        (4, {"piece": ge("13.32", deployed=False, column_defense=1)}),
        (6, {"markers": [("13.32", "foxhole", None)]}),
        (8, {"markers": [("13.32", "trench", None)]}),  # defense -2 and troop quality +1
        (4, {"markers": [("13.32", "suppressed", None)]}),
        (5, {"markers": [("13.32", "pinned", None)]}),
        (5, {"markers": [("13.32", "dg", 1)]}),
        (3, {"markers": [("13.32", "dg", 4)]}),
        (4, {"markers": [("13.32", "barrage", "medium")]}),
    ],
)
def test_each_part_of_the_check(last: int, facts: dict[str, Any]) -> None:
    for die, passed in ((last, True), (last + 1, False)):
        table = activation(OPEN, {"a": SHOOTER, "x": facts.get("piece", ge("13.32"))}, US, charts=entry("R"),
                           markers=facts.get("markers", ()))  # fmt: skip
        events = shoot(table, "a", "13.32", 0, die)
        assert named(events, "RoutChecked")[0]["passed"] is passed


@pytest.mark.clause("CSS-8.5.1-02", "CSS-8.5.1-06")
def test_the_ceiling_of_8_cuts_the_unit_and_not_its_leader() -> None:
    swamp = board("......\n......\n...m..\n......\n", first="10.30")
    chief = {"chief": ("13.32", leader("chief", 1, 1, formation="pg110"))}
    facts: dict[str, Any] = {"ground": swamp, "divisions": quality(12)}
    assert passes(6, **facts)
    assert not passes(7, **facts)  # 7 + 2 against 8
    assert passes(7, leaders=chief, **facts)
    assert not passes(8, leaders=chief, **facts)


@pytest.mark.clause("CSS-8.5.1-03")
def test_the_hard_target_fired_at_makes_the_check() -> None:
    table = activation(OPEN, {"a": SHOOTER, "t": tank("13.32"), "b": ge("13.32", deployed=False)}, US,
                       charts=entry("E", "R"))  # fmt: skip
    compose(table, "a", "13.32").do("aim", target="t")
    events = table.dice(0, 9).do("confirm")
    assert [e["unit"] for e in named(events, "RoutChecked")] == ["t"]
    assert [table.where(u) for u in "tb"] == ["13.32", "13.32"]
    assert table.hex("13.32").stress == "pinned"


@pytest.mark.clause("CSS-8.5.1-04", "CSS-8.5.1-08")
def test_among_deployed_units_the_target_unit_checks_and_nobody_routs() -> None:
    table = checked({"x": ge("13.32"), "y": ge("13.32")}, 9)
    events = table.do("choose", unit="y")
    assert [e["unit"] for e in named(events, "RoutChecked")] == ["y"]
    assert [table.where(u) for u in "xy"] == ["13.32", "13.32"]
    assert table.hex("13.32").stress == "pinned"


@pytest.mark.clause("CSS-8.5.1-04")
def test_a_target_unit_lost_before_the_check_is_replaced_by_one_the_defender_names() -> None:
    table = checked({"x": ge("13.32"), "y": ge("13.32"), "z": ge("13.32")}, 9, cell="DG1 R",
                    markers=[("13.32", "dg", 4)])  # fmt: skip
    table.do("choose", unit="x")  # the target unit
    table.do("choose", unit="x")  # lost above 4
    assert table.asked == ("german", "rout_unit")
    assert choices(table) == {"y", "z"}
    events = table.do("choose", unit="z")
    assert [e["unit"] for e in named(events, "RoutChecked")] == ["z"]


@pytest.mark.clause("CSS-8.5.1-03")
def test_a_hard_target_lost_before_its_check_checks_no_more() -> None:
    table = activation(OPEN, {"a": SHOOTER, "t": tank("13.32"), "b": ge("13.32")}, US, charts=entry("E", "DG1 R"),
                       markers=[("13.32", "dg", 4)])  # fmt: skip
    compose(table, "a", "13.32").do("aim", target="t")
    table.dice(0).do("confirm")
    events = table.do("choose", unit="t")
    assert not named(events, "RoutChecked")
    assert table.where("b") == "13.32"


@pytest.mark.clause("CSS-8.5.1-05")
def test_a_leader_helps_the_check_by_his_troop_quality() -> None:
    chief = {"chief": ("13.32", leader("chief", 0, 2, formation="pg110"))}
    assert not passes(7)
    assert passes(7, leaders=chief)
    assert not passes(8, leaders=chief)


@pytest.mark.clause("CSS-8.5.1-05")
def test_a_leader_helps_a_hard_target_too() -> None:
    chief = {"chief": ("13.32", leader("chief", 0, 2, formation="pg110"))}
    piece = tank("13.32", defense=0)
    assert not passes(7, piece)
    assert passes(7, piece, leaders=chief)


@pytest.mark.clause("CSS-8.5.1-05")
def test_one_leader_and_one_hero_of_the_formation_help() -> None:
    def many(**formation: Any) -> dict[str, Any]:
        made = {
            "one": leader("one", 0, 1, **formation), "two": leader("two", 0, 1, **formation),
            "hero": leader("hero", 0, 1, hero=True, **formation),
        }  # fmt: skip
        return {"leaders": {name: ("13.32", piece) for name, piece in made.items()}}

    assert passes(7, **many(formation="pg110"))
    assert not passes(8, **many(formation="pg110"))
    assert not passes(6, **many(formation="pg111"))


@pytest.mark.clause("CSS-8.5.1-06", "CSS-2.0-46", "CSS-2.0-47")
def test_a_modified_die_up_to_the_troop_quality_passes() -> None:
    assert passes(5)
    assert not passes(6)
    assert passes(3, divisions=quality(3))
    assert not passes(4, divisions=quality(3))


@pytest.mark.clause("CSS-8.5.1-06", "CSS-3.2-19")
def test_a_headquarters_has_its_own_constant_troop_quality() -> None:
    hq = ge("13.32", hq="formation", troop_quality=6)
    assert passes(6, hq, divisions=quality(3))
    assert not passes(7, hq, divisions=quality(8))
    assert passes(6, hq, divisions=quality(3), markers=[("13.32", "dg", 4)])  # no marker changes it


@pytest.mark.clause("CSS-3.2-19")
def test_by_the_switch_markers_lower_a_headquarters_own_troop_quality() -> None:
    hq, facts = ge("13.32", hq="formation", troop_quality=6), {"markers": [("13.32", "dg", 4)]}
    modified = {"rules": {"headquarters_quality": "with_markers"}, "divisions": quality(8), **facts}
    assert passes(4, hq, **modified) and not passes(5, hq, **modified)


@pytest.mark.clause("CSS-8.5.1-07")
def test_0_always_passes_and_9_always_fails() -> None:
    city = board("......\n......\n...C..\n......\n", first="10.30")
    swamp = board("......\n......\n...m..\n......\n", first="10.30")
    chief = {"chief": ("13.32", leader("chief", 0, 2, formation="pg110"))}
    assert not passes(9, ground=city, divisions=quality(8), leaders=chief)
    assert passes(8, ground=city, divisions=quality(8), leaders=chief)
    assert passes(0, ground=swamp, divisions=quality(0))
    assert not passes(1, ground=swamp, divisions=quality(0))


@pytest.mark.clause("CSS-8.5.1-08")
def test_a_deployed_unit_that_fails_is_pinned_and_stays() -> None:
    table = checked({"t": tank("13.32"), "hq": ge("15.34", hq="division")}, 9)
    assert table.where("t") == "13.32"
    assert table.hex("13.32").stress == "pinned"


def strip(*wide: int, **sides: Any) -> BattleMap:
    """Return a strip of hexes from 12.30 to 12.38; the rows of `wide` have a hex in column 13 too."""
    return board("\n".join(".." if row in wide else ".#" for row in range(30, 39)), first="12.30", **sides)


def corridor(x: Piece, hq: str = "12.37", ground: BattleMap | None = None, **pieces: Piece) -> TableTop:
    """Rout a unit in 12.31 that a US company in 12.30 fires at; the only way leads south to 12.37."""
    ground = ground or strip()
    everybody = {"a": us("12.30", fire=("white", 8, 1)), "x": x, "hq": ge(hq, hq="division"), **pieces}
    table = activation(ground, everybody, US, charts=entry("R"))
    shoot(table, "a", "12.31", 0, 9)
    return table


@pytest.mark.clause("CSS-8.5.1-09")
def test_a_routed_unit_goes_to_the_box_without_markers() -> None:
    table = corridor(ge("12.31", deployed=False))
    assert table.where("x") == "routed"
    assert table.state.units["x"].hex == 0
    assert 1231 not in table.state.hexes
    assert table.state.losses == {}


@pytest.mark.clause("CSS-8.5.1-09", "CSS-8.5.1-10")
def test_every_hex_of_the_path_after_the_first_must_be_free_of_enemy_fire_zones() -> None:
    ground = strip(31, 33)
    watched = corridor(ge("12.31", deployed=False), ground=ground, u=us("13.33"), w=us("13.31", fire=None))
    assert watched.where("x") == "eliminated"  # 12.33 and 12.34 are under fire
    blind = corridor(ge("12.31", deployed=False), ground=ground, u=us("13.33", fire=None), w=us("13.31", fire=None))
    assert blind.where("x") == "routed"


@pytest.mark.clause("CSS-8.5.1-09")
def test_the_hex_of_the_headquarters_must_be_free_too_but_not_the_hex_of_the_rout() -> None:
    watched, blind = us("13.37"), us("13.37", fire=None)  # 12.37 and 12.38 are next to it, 12.36 is not
    assert corridor(ge("12.31", deployed=False), ground=strip(37), u=watched).where("x") == "eliminated"
    assert corridor(ge("12.31", deployed=False), ground=strip(37), u=blind).where("x") == "routed"
    near = board("......\n......\n......\n......\n......\n", first="10.30")
    pieces = {"a": SHOOTER, "x": ge("13.32", deployed=False), "hq": ge("13.32", hq="formation")}
    table = activation(near, pieces, US, charts=entry("R"))
    shoot(table, "a", "13.32", 0, 9)
    table.do("choose", unit="hq")
    assert table.where("x") == "routed"  # the headquarters is in the hex it routs from


@pytest.mark.clause("CSS-8.5.1-09")
def test_the_path_must_be_passable_for_the_movement_type() -> None:
    stream = strip(stream=["12.33/12.34"])
    assert corridor(ge("12.31", deployed=False), ground=stream).where("x") == "routed"
    wheels = ge("12.31", deployed=False, move=("wheeled", 12))
    assert corridor(wheels, ground=stream).where("x") == "eliminated"
    assert corridor(wheels).where("x") == "routed"
    guns = ge("12.31", deployed=False, move=("wheeled", None))  # printed "No": traces like a leg unit
    assert corridor(guns, ground=stream).where("x") == "routed"


@pytest.mark.clause("CSS-8.5.1-09")
def test_enemies_bar_the_path_and_any_headquarters_of_the_division_is_an_end() -> None:
    barred = corridor(ge("12.31", deployed=False), u=us("12.34", fire=None))
    assert barred.where("x") == "eliminated"
    second = ge("12.32", formation="pg111", hq="formation")
    other = corridor(ge("12.31", deployed=False), u=us("12.34", fire=None), hq2=second)
    assert other.where("x") == "routed"


@pytest.mark.clause("CSS-8.5.1-10")
def test_without_a_headquarters_of_its_division_a_routed_unit_is_eliminated() -> None:
    table = checked({"x": ge("13.32", deployed=False), "hq": replace(ge("15.34", hq="division"), formation="gr305")}, 9)
    assert table.where("x") == "eliminated"
    alone = checked({"hq": ge("13.32", deployed=False, hq="division")}, 9)
    assert alone.where("hq") == "routed"


@pytest.mark.clause("CSS-8.5.1-11")
def test_companions_of_a_routed_unit_are_pinned() -> None:
    table = checked({"x": ge("13.32", deployed=False), "y": ge("13.32"), "hq": ge("15.34", hq="division")}, 9)
    table.do("choose", unit="y")
    assert table.where("x") == "routed"
    assert table.hex("13.32").stress == "pinned"


@pytest.mark.clause("CSS-8.5.1-11")
def test_an_emptied_hex_loses_its_status_markers_but_not_its_barrage() -> None:
    kinds = [("dg", 2), ("foxhole", None), ("pinned", None), ("sustained_fire", None), ("concentrated_fire", None),
             ("ridge", None), ("barrage", "light")]  # fmt: skip
    markers = [("13.32", kind, value) for kind, value in kinds]
    table = checked({"x": ge("13.32", deployed=False), "hq": ge("15.34", hq="division")}, 9, markers=markers)
    assert table.where("x") == "routed"
    assert [m.kind for m in table.session.view().markers] == ["barrage"]


@pytest.mark.clause("CSS-8.5.1-12", "CSS-2.0-44")
def test_the_owner_chooses_which_excess_weapons_go() -> None:
    column = ge("13.32", deployed=False)
    weapons = {name: ("13.32", weapon(name, ("red", 1, 1), formation="pg110")) for name in ("w1", "w2", "w3")}
    pieces = {"x": column, "y": column, "z": column, "hq": ge("15.34", hq="division")}
    table = checked(pieces, 9, weapons=weapons)
    table.do("choose", unit="x")
    table.do("choose", unit="x")
    assert table.asked == ("german", "lose_weapon")
    assert choices(table) == {"w1", "w2", "w3"}
    table.do("choose", weapon="w2")
    places = {name: token.place for name, token in table.state.weapons.items()}
    assert places == {"w1": "map", "w2": "reallocating", "w3": "map"}
    assert table.asked == ("allied", "activation")


@pytest.mark.clause("CSS-8.5.1-12")
def test_weapons_left_without_any_unit_all_go() -> None:
    weapons = {name: ("13.32", weapon(name, ("red", 1, 1), formation="pg110")) for name in ("w1", "w2")}
    pieces = {"x": ge("13.32", deployed=False), "hq": ge("15.34", hq="division")}
    table = checked(pieces, 9, weapons=weapons)
    assert {token.place for token in table.state.weapons.values()} == {"reallocating"}
    assert table.session.check() == []
