"""The worked example of the assault, played from its file to the numbers the rulebook states (9.5)."""

from __future__ import annotations

import pytest

from rules.engine.command import Plain
from tests.rules.company_scale.helpers.assaults import attack, defense, outcome, totals
from tests.rules.company_scale.helpers.fires import choices, value
from tests.rules.company_scale.helpers.tables import TableTop, named
from tests.scenarios.test_examples import opened

HEX = "47.41"
ATTACKERS = {"pgr111_1", "pgr111_2", "pgr111_5", "pgr111_6"}


def declared() -> TableTop:
    """Buy the chit of the 111th: its assault falls due."""
    table = opened("09-5-assault", 5, 5)
    table.do("buy_now", chit="formation:pgr_111")
    while table.asked[1] != "assaults":  # leaders, support weapons
        table.do("done")
    return table


def shelled(die: int = 8) -> TableTop:
    """Assault, with the fire of the mortars."""
    table = declared()
    table.do("confirm")
    table.do("indirect_fire", unit="pgr111_grw", hex=HEX)
    table.do("confirm")
    table.dice(die).do("choose", unit="a_15")
    return table


def fire_back(table: TableTop, hex: str, die: int) -> int:
    """Fire at an assaulting hex with the machine guns; return the fire value."""
    table.do("fire", unit="a_15", hex=hex)
    table.do("use_weapon", weapon="hmg_d_15")
    shown = value(table)
    table.do("confirm")
    table.dice(die).do("choose", unit=sorted(choices(table))[0])
    return shown


def before_the_dice(*dice: Plain) -> TableTop:
    """Come to what each side uses, both defensive fires having missed; the dice follow the confirmations."""
    table = shelled()
    fire_back(table, "46.42", 5)
    fire_back(table, "46.41", 5)
    assert table.asked == ("german", "assault_modifiers")
    table.dice(*dice)
    return table


def fought(*dice: Plain) -> TableTop:
    """Roll the dice of the assault."""
    table = before_the_dice(*dice)
    table.do("confirm")
    assert table.asked == ("allied", "assault_modifiers")
    table.do("confirm")
    return table


@pytest.mark.clause("CSS-9.5-29")
def test_four_companies_assault_and_the_one_that_is_not_active_does_not() -> None:
    table = declared()
    [marker] = table.decision.subject["markers"]
    assert marker["hex"] == HEX
    assert set(marker["assigned"]) == ATTACKERS
    assert {table.where(unit) for unit in ATTACKERS} == {"46.41", "46.42"}
    assert table.where("pgr110_6") == "47.42"
    assert "5.1" in table.refused("assign", unit="pgr110_6", hex=HEX)
    assert attack(before_the_dice())["a"] == -1


@pytest.mark.clause("CSS-9.5-30")
@pytest.mark.parametrize(("die", "barrage"), [(1, "light"), (8, "light"), (9, None)])
def test_the_mortars_leave_a_light_barrage_and_count_1(die: int, barrage: str | None) -> None:
    table = shelled(die)
    assert table.state.barrages.get(4741) == barrage
    table.do("hold")
    assert attack(table)["g"] == 1


@pytest.mark.clause("CSS-9.5-31")
def test_two_defensive_fires_by_sustained_fire_both_missing_with_a_5() -> None:
    table = shelled()
    assert {unit for unit in ATTACKERS if table.unit(unit).deployed} == set()
    assert table.asked == ("allied", "defensive_fire")
    assert fire_back(table, "46.42", 5) == 4
    assert table.hex(HEX).fire_marker == "sustained_fire"
    assert table.refused("fire", unit="a_15", hex="46.42")
    assert fire_back(table, "46.41", 5) <= 4
    assert table.state.weapons["hmg_d_15"].hex == 4741
    assert table.asked == ("german", "assault_modifiers")


@pytest.mark.clause("CSS-9.5-31")
@pytest.mark.parametrize("die", [6, 7, 8])
def test_a_higher_second_die_costs_the_machine_guns(die: int) -> None:
    table = shelled()
    fire_back(table, "46.42", 5)
    fire_back(table, "46.41", die)
    assert table.state.weapons["hmg_d_15"].place == "reallocating"
    assert table.hex(HEX).fire_marker == "no_opportunity_fire"


@pytest.mark.clause("CSS-9.1-20", "CSS-9.1-04")
def test_attackers_suppressed_by_the_defensive_fire_do_not_count_and_have_acted() -> None:
    table = shelled()
    fire_back(table, "46.42", 3)
    assert table.hex("46.42").stress == "suppressed"
    table.do("hold")
    assert attack(table)["a"] == -3
    table.dice(9, 0).do("confirm")
    table.do("confirm")
    assert table.asked == ("german", "leaders")  # 13.3: his 9 has cost the leader
    table.do("relocate", leader=table.decision.subject["leaders"][0], hex="46.42")
    assert outcome(table)[0] == "defender"
    table.do("advance", unit="pgr111_1")
    assert table.refused("advance", unit="pgr111_5")
    table.do("confirm")
    while table.asked[1] != "activation":
        table.do("done")
    assert table.refused("rally", unit="pgr111_5")


@pytest.mark.clause("CSS-9.5-32", "CSS-9.5-33", "CSS-9.4-12", "CSS-11.1-02")
def test_plus_11_against_plus_9() -> None:
    table = before_the_dice()
    assert attack(table) == {"a": -1, "d": 2, "f": 3, "g": 1, "h": 6}
    assert defense(table) == {"a": 3, "e": -1, "f": 2, "g": 5}
    assert totals(table) == (11, 9)
    lines = [line["letter"] for line in table.decision.subject["lines"]]
    assert lines == list("abcdefghij")


@pytest.mark.clause("CSS-9.5-34", "CSS-9.4-15", "CSS-9.4-17")
def test_equal_dice_cost_the_defender_a_company() -> None:
    table = fought(4, 4)
    assert outcome(table) == ("defender", 2)
    assert table.asked == ("allied", "lose_unit")
    table.do("choose", unit="b_15")
    assert table.hex(HEX).dg == 4
    assert (table.where("a_15"), table.where("b_15")) == (HEX, "eliminated")
    assert {table.where(unit) for unit in ATTACKERS} == {"46.41", "46.42"}


@pytest.mark.clause("CSS-9.5-34", "CSS-9.4-13")
def test_3_against_5_is_a_tie() -> None:
    table = fought(3, 5)
    assert outcome(table) == ("tie", 0)
    assert [table.hex(name).dg for name in ("46.41", "46.42", HEX)] == [1, 1, 4]


@pytest.mark.clause("CSS-9.5-34", "CSS-9.4-16")
def test_2_against_6_lets_the_attacker_share_two_points() -> None:
    table = fought(2, 6)
    assert outcome(table) == ("attacker", 2)
    assert table.asked == ("german", "distribute_dg")
    table.do("take_dg", hex="46.41")
    table.do("take_dg", hex="46.42")
    assert [table.hex(name).dg for name in ("46.41", "46.42", HEX)] == [1, 1, 3]


@pytest.mark.clause("CSS-9.5-35", "CSS-9.1-27")
def test_5_against_4_destroys_the_defender_and_the_town_must_be_entered() -> None:
    table = fought(5, 4)
    assert outcome(table) == ("defender", 3)
    if table.decision.kind == "lose_unit":
        table.do("choose", unit="a_15")
    assert {table.where("a_15"), table.where("b_15")} == {"eliminated"}
    assert table.asked == ("german", "advance")
    assert table.refused("confirm")
    table.do("advance", unit="pgr111_1")
    events = table.do("confirm")
    assert table.where("pgr111_1") == HEX
    assert named(events, "UnitMoved")
    assert table.hex(HEX).fortification == ""
    assert table.hex(HEX).dg == 0
    assert table.state.weapons["hmg_d_15"].place != "map"
    assert table.state.leaders["leader_15"].hex != 4741


def test_the_odds_before_the_dice() -> None:
    told = before_the_dice().session.query("assault_odds", hex=HEX)
    assert (told.attacker.total, told.defender.total) == (11, 9)
    chance = {row.difference: tuple(row.chance) for row in told.differences}
    assert chance[2] == (1, 10)
    assert chance[0] == (2, 25)
    assert (min(chance), max(chance)) == (-7, 11)
