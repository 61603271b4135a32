"""The modifiers of both sides of an assault (9.5, 6.2.2)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.company_scale.r09_5_modifiers import odds_entry
from rules.company_scale.scenario import DivisionStart
from tests.rules.company_scale.helpers.assaults import at_dice, attack, defense, outcome, totals, waits_for_dice
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import CHARTS, Piece, TableTop, ge, leader, named, tank, us, weapon

OPEN = board("......\n......\n......\n......\n......\n", first="10.30")
TOWN = board("......\n......\n...T..\n......\n......\n", first="10.30")
AT = "13.32"  # neighbours 12.32, 12.33, 13.31, 13.33, 14.32, 14.33
PLAIN = {"a": ge("12.32", deployed=False), "x": us(AT)}


def force(*attackers: Piece, defenders: tuple[Piece, ...] = (us(AT),)) -> dict[str, Piece]:
    """Return attackers a, b, c … and defenders x, y, z."""
    return dict(zip("abcdefgh", attackers, strict=False)) | dict(zip("xyzw", defenders, strict=False))


def column(hex: str, **changes: Any) -> Piece:
    """Return a German company in column."""
    return ge(hex, deployed=False, **changes)


def many(count: int) -> list[Piece]:
    """Return German companies in column around the target."""
    return [column(("12.32", "12.33", "13.31")[i // 3]) for i in range(count)]


@pytest.mark.clause("CSS-9.5-01")
@pytest.mark.parametrize(
    ("attackers", "defenders", "value"),
    [
        (4, 2, -1),
        (3, 2, -2),
        (2, 2, -3),
        (1, 2, -4),
        (1, 3, -5),
        (6, 2, 0),
        (8, 2, 1),
        (5, 1, 2),
        (1, 4, -5),
        (7, 1, 2),
    ],
)
def test_the_odds_table(attackers: int, defenders: int, value: int) -> None:
    table = at_dice(OPEN, force(*many(attackers), defenders=(us(AT),) * defenders), AT)
    assert attack(table).get("a", 0) == value


@pytest.mark.clause("CSS-9.5-02")
@pytest.mark.parametrize(
    ("attackers", "defenders", "entry"),
    [(5, 2, (2, 1, -1)), (5, 3, (3, 2, -2)), (4, 3, (1, 1, -3)), (2, 3, (1, 2, -4)), (2, 5, (1, 3, -5)),
     (9, 2, (4, 1, 1)), (7, 2, (3, 1, 0)), (3, 4, (1, 2, -4))],
)  # fmt: skip
def test_odds_between_two_entries_count_as_the_lower(
    attackers: int, defenders: int, entry: tuple[int, int, int]
) -> None:
    assert odds_entry(attackers, defenders) == entry


@pytest.mark.clause("CSS-9.5-03")
def test_the_defender_has_no_odds() -> None:
    table = at_dice(OPEN, force(column("12.32"), defenders=(us(AT),) * 3), AT)
    assert attack(table)["a"] == -5
    assert defense(table) == {"g": 5}


@pytest.mark.clause("CSS-9.5-04")
def test_leaders_and_weapons_do_not_count_for_odds() -> None:
    guns = {n: (AT, weapon(n, ("red", 1, 1))) for n in ("mg", "at")}
    table = at_dice(OPEN, force(*many(2), defenders=(us(AT),) * 2), AT, weapons=guns,
                    leaders={"chief": (AT, leader("chief", 1, 2))})  # fmt: skip
    assert attack(table)["a"] == -3


@pytest.mark.clause("CSS-9.5-04")
def test_a_transport_with_its_passenger_counts_as_one_for_odds() -> None:
    pieces = force(column("12.32"), column("12.32"), defenders=(us(AT, deployed=False, move=("wheeled", 18)), us(AT)))
    table = at_dice(OPEN, pieces, AT, riding={"y": "x"})
    assert attack(table)["a"] == -1


@pytest.mark.clause("CSS-9.5-05", "CSS-9.5-06", "CSS-9.5-07")
def test_tanks_of_the_attacker() -> None:
    panther, foot = tank("12.32", deployed=False), column("12.33")
    half_track = column("12.32", armor="hard")
    mixed = attack(at_dice(OPEN, force(panther, panther, foot), AT))
    assert (mixed.get("b"), mixed.get("c")) == (2, None)
    alone = attack(at_dice(OPEN, force(panther, panther), AT))
    assert (alone.get("b"), alone.get("c")) == (None, -2)
    hard = attack(at_dice(OPEN, force(half_track, foot), AT))
    assert "b" not in hard
    assert "c" not in hard


@pytest.mark.clause("CSS-9.5-21", "CSS-9.5-22", "CSS-9.5-23")
def test_tanks_of_the_defender() -> None:
    sherman = tank(AT, us, defense=0, column_defense=0)
    mixed = defense(at_dice(OPEN, force(column("12.32"), defenders=(sherman, us(AT))), AT))
    assert (mixed.get("c"), mixed.get("d")) == (2, None)
    alone = defense(at_dice(OPEN, force(column("12.32"), defenders=(sherman, sherman)), AT))
    assert (alone.get("c"), alone.get("d")) == (None, -2)


@pytest.mark.clause("CSS-9.5-08")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_the_bonus_of_the_marker(side: str) -> None:
    own, other, chit = (ge, us, "formation:pg110") if side == "german" else (us, ge, "formation:r141")
    table = at_dice(OPEN, {"a": own("12.32", deployed=False), "x": other(AT)}, AT, chit=chit)
    assert attack(table)["d"] == CHARTS.prepared_assault[side].troop_quality == 2


@pytest.mark.clause("CSS-9.5-09")
def test_status_markers_lower_the_attackers_total() -> None:
    table = at_dice(OPEN, PLAIN, AT, markers=[("12.32", "dg", 3)])
    assert attack(table)["e"] == -1
    assert attack(table)["h"] == 5


def both(table: TableTop) -> int:
    """Return the lines e and h of the attacker together."""
    found = attack(table)
    return found.get("e", 0) + found.get("h", 0)


@pytest.mark.clause("CSS-9.5-10")
def test_the_lowest_troop_quality_after_the_status_of_its_own_hex() -> None:
    six, five = column("12.33", troop_quality=6), column("12.32", troop_quality=5)
    disorganized = [("12.33", "dg", 3)]
    same = at_dice(OPEN, force(column("12.32", troop_quality=6), six), AT, markers=disorganized)
    assert both(same) == 5
    assert attack(same)["e"] == -1
    weaker = at_dice(OPEN, force(five, six), AT, markers=disorganized)
    assert both(weaker) == 5
    worst = at_dice(OPEN, force(five, column("12.33", troop_quality=5)), AT, markers=disorganized)
    assert both(worst) == 4
    far = at_dice(OPEN, force(five, column("12.33", troop_quality=8)), AT, markers=disorganized)
    assert (attack(far).get("e", 0), attack(far)["h"]) == (0, 5)


@pytest.mark.clause("CSS-9.5-14")
def test_the_lowest_troop_quality_of_the_attackers() -> None:
    table = at_dice(OPEN, force(*(column("12.32", troop_quality=q) for q in (6, 6, 5))), AT)
    assert attack(table)["h"] == 5


@pytest.mark.clause("CSS-9.5-26")
def test_the_lowest_troop_quality_of_the_defenders() -> None:
    table = at_dice(OPEN, force(column("12.32"), defenders=(us(AT, troop_quality=5), us(AT, troop_quality=4))), AT)
    assert defense(table)["g"] == 4


CHIEF = {"chief": ("12.32", leader("chief", 0, 3, formation="pg110"))}


@pytest.mark.clause("CSS-9.5-13")
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_indirect_fire_in_support(count: int) -> None:
    guns = {f"g{i}": ge("10.34") for i in range(count)}
    table = at_dice(OPEN, {**PLAIN, **guns}, AT, attackers=["a"], supporters=guns)
    assert attack(table).get("g", 0) == count


@pytest.mark.clause("CSS-9.5-15")
def test_no_ceiling_on_the_total() -> None:
    start = {"pz11": DivisionStart(troop_quality=6)}
    table = at_dice(
        OPEN, force(*many(4), defenders=(us(AT),) * 2), AT, supporters=["a"], leaders=CHIEF, divisions=start
    )
    assert totals(table)[0] == 11


@pytest.mark.clause("CSS-9.5-19")
def test_terrain_and_fortification_of_the_defender() -> None:
    assert defense(at_dice(TOWN, PLAIN, AT, markers=[(AT, "foxhole", None)]))["a"] == 3
    marsh = board("......\n......\n...m..\n......\n......\n", first="10.30")
    assert defense(at_dice(marsh, PLAIN, AT))["a"] == -2


@pytest.mark.clause("CSS-9.5-20")
def test_the_attacker_names_the_unit_if_all_are_in_column() -> None:
    defenders = us(AT, deployed=False, column_defense=0), us(AT, deployed=False, column_defense=1)
    table = at_dice(OPEN, force(column("12.32"), defenders=defenders), AT, 4, 4)
    assert table.asked == ("german", "defence_unit")
    assert defense(table)["b"] == -1  # what he does best with
    events = table.do("choose", unit="y")
    assert named(events, "AssaultDeclared")[0]["defender"] == 4
    against = at_dice(OPEN, force(column("12.32"), defenders=defenders), AT, 4, 4)
    events = against.do("choose", unit="x")  # against his interest, but named is named
    assert named(events, "AssaultDeclared")[0]["defender"] == 5


@pytest.mark.clause("CSS-9.5-20")
def test_the_defender_names_the_unit_if_one_is_deployed() -> None:
    defenders = us(AT, defense=0), us(AT, deployed=False, column_defense=1)
    table = at_dice(OPEN, force(column("12.32"), defenders=defenders), AT, 4, 4)
    assert table.asked == ("allied", "defence_unit")
    events = table.do("choose", unit="x")
    assert named(events, "AssaultDeclared")[0]["defender"] == 5
    against = at_dice(OPEN, force(column("12.32"), defenders=defenders), AT, 4, 4)
    events = against.do("choose", unit="y")
    assert named(events, "AssaultDeclared")[0]["defender"] == 4


@pytest.mark.clause("CSS-9.5-20")
def test_nobody_is_asked_whose_defense_counts_where_all_is_the_same() -> None:
    table = at_dice(OPEN, force(column("12.32"), defenders=(us(AT, defense=-1), us(AT, defense=-1))), AT)
    assert waits_for_dice(table)
    assert defense(table)["b"] == 1


@pytest.mark.clause("CSS-9.5-24")
def test_status_markers_of_the_defender() -> None:
    bonus = CHARTS.fortification["trench"].troop_quality
    for markers, value in (([("dg", 3)], -1), ([("dg", 2), ("suppressed", None)], -2), ([("trench", None)], bonus)):
        table = at_dice(OPEN, PLAIN, AT, markers=[(AT, *marker) for marker in markers])
        assert defense(table)["e"] == value


@pytest.mark.clause("CSS-9.5-24")
def test_barrages_count_and_a_light_one_is_nothing() -> None:
    for size, value in (("light", 0), ("medium", -1), ("heavy", -2)):
        assert defense(at_dice(OPEN, PLAIN, AT, markers=[(AT, "barrage", size)])).get("e", 0) == value


SLOPES = {"slope": ["12.32/13.32", "12.33/13.32"]}


@pytest.mark.clause("CSS-9.5-28", "CSS-6.2.2-11")
def test_all_assault_upslope() -> None:
    ground = board("......\n......\n......\n......\n......\n", first="10.30", levels={AT: 2}, slope=SLOPES["slope"])
    three = force(column("12.32"), column("12.32"), column("12.33"))
    assert attack(at_dice(ground, three, AT))[""] == -2
    assert "" not in defense(at_dice(ground, three, AT))  # only a steep slope protects the defender
    two_and_one = force(column("12.32"), column("12.32"), column("13.31"))
    assert "" not in attack(at_dice(ground, two_and_one, AT))


@pytest.mark.clause("CSS-9.5-28", "CSS-6.2.2-12")
def test_all_assault_downslope() -> None:
    down = {"12.32": 2, "12.33": 2}
    ground = board("......\n......\n......\n......\n......\n", first="10.30", levels=down, slope=SLOPES["slope"])
    assert attack(at_dice(ground, force(column("12.32"), column("12.33")), AT))[""] == 2
    mixed = board("......\n......\n......\n......\n......\n", first="10.30", levels={"12.32": 3, AT: 2},
                  slope=SLOPES["slope"])  # fmt: skip
    assert "" not in attack(at_dice(mixed, force(column("12.32"), column("12.33")), AT))


@pytest.mark.clause("CSS-6.2.2-11", "CSS-6.2.2-12")
def test_a_level_slope_is_nothing_in_an_assault() -> None:
    ground = board("......\n......\n......\n......\n......\n", first="10.30", slope=SLOPES["slope"])
    assert "" not in attack(at_dice(ground, force(column("12.32"), column("12.33")), AT))


@pytest.mark.clause("CSS-9.5-28", "CSS-6.2.2-19", "CSS-6.2.2-20", "CSS-6.2.2-21")
def test_all_assault_over_steep_slopes() -> None:
    steep = ["12.32/13.32", "12.33/13.32"]
    rows = "......\n......\n......\n......\n......\n"
    up = board(rows, first="10.30", levels={AT: 2}, steep_slope=steep)
    both_sides = force(column("12.32"), column("12.33"))
    assert defense(at_dice(up, both_sides, AT))[""] == 3
    assert "" not in attack(at_dice(up, both_sides, AT))
    level = board(rows, first="10.30", steep_slope=steep)
    assert defense(at_dice(level, both_sides, AT))[""] == 1
    mixed = board(rows, first="10.30", levels={AT: 2, "12.33": 2}, steep_slope=steep)
    assert defense(at_dice(mixed, both_sides, AT))[""] == 1
    one_plain = force(column("12.32"), column("13.31"))
    assert "" not in defense(at_dice(up, one_plain, AT))
    down = board(rows, first="10.30", levels={AT: 2, "12.33": 3}, steep_slope=steep[:1], slope=steep[1:])
    assert "" not in defense(at_dice(down, both_sides, AT)) | attack(at_dice(down, both_sides, AT))


RIDGE = board("......\n......\n......\n......\n......\n", first="10.30", ridge=["12.32/13.32", "12.33/13.32"])
CLAIMED = [(AT, "ridge", None)]


@pytest.mark.clause("CSS-9.5-28", "CSS-6.2.2-28", "CSS-6.2.2-35")
def test_all_assault_over_a_ridge() -> None:
    assert defense(at_dice(RIDGE, PLAIN, AT))[""] == 2
    all_over = force(column("12.32"), column("12.33"))
    table = at_dice(RIDGE, all_over, AT, markers=CLAIMED)
    assert defense(table)[""] == 3
    assert "" not in attack(table)
    assert "" not in defense(at_dice(RIDGE, force(column("12.32"), column("13.31")), AT))


@pytest.mark.clause("CSS-9.5-28", "CSS-6.2.2-39")
def test_a_ridge_that_one_attacker_goes_round() -> None:
    table = at_dice(RIDGE, force(column("12.32"), column("13.31")), AT, markers=CLAIMED)
    assert attack(table)[""] == 2
    assert "" not in defense(table)
    alone = at_dice(RIDGE, force(column("13.31")), AT, markers=CLAIMED)
    assert attack(alone)[""] == 2


@pytest.mark.clause("CSS-6.2.2-41")
def test_the_assaults_of_the_ridge_example() -> None:
    ground = board("....\n....\n....\n....\n", first="17.38", ridge=["18.39/18.40"])
    seventh, sixth, f_company = column("18.40"), column("19.38"), us("18.39")
    claimed = [("18.39", "ridge", None)]
    alone = at_dice(ground, {"a": seventh, "x": f_company}, "18.39", markers=claimed)
    assert (attack(alone).get("", 0), defense(alone)[""]) == (0, 3)
    both_companies = at_dice(ground, {"a": seventh, "b": sixth, "x": f_company}, "18.39", markers=claimed)
    assert (attack(both_companies)[""], defense(both_companies).get("", 0)) == (2, 0)


@pytest.mark.clause("CSS-9.4-12", "CSS-9.1-22")
def test_the_total_is_the_die_and_the_modifiers() -> None:
    table = at_dice(OPEN, PLAIN, AT, 0, 9)
    attackers, defenders = totals_told(table)
    assert (attackers, defenders) == (-3 + 2 + 5, 5)
    assert outcome(table) == ("attacker", 10)


def totals_told(table: TableTop) -> tuple[int, int]:
    """Return the totals given off with the declaration."""
    told = next(e for _, e in table.session.events if e["event"] == "AssaultDeclared")
    return told["attacker"], told["defender"]
