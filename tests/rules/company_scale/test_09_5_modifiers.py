"""The modifiers of both sides of an assault (9.5, 6.2.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.company_scale.counters import Stripe
from rules.company_scale.r09_5_modifiers import odds_entry
from rules.company_scale.scenario import DivisionStart
from tests.rules.company_scale.assaults import at_dice, attack, defense, outcome, totals, waits_for_dice
from tests.rules.company_scale.boards import board
from tests.rules.company_scale.tables import CHARTS, Piece, TableTop, ge, leader, named, tank, us, weapon

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
    assert attack(table)["d"] == CHARTS.prepared_assault[side]["troop_quality"] == 2


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


@pytest.mark.clause("CSS-9.5-11")
def test_one_leader_and_one_hero_of_the_attacker_whom_he_need_not_use() -> None:
    known = {**CHIEF, "second": ("12.33", leader("second", 0, 2, formation="pg110")),
             "hero": ("12.33", leader("hero", 0, 1, formation="pg110", hero=True))}  # fmt: skip
    table = at_dice(OPEN, force(column("12.32"), column("12.33")), AT, 4, 4, leaders=known)
    assert table.asked == ("german", "assault_modifiers")
    assert table.decision.subject["leader"] == "chief"
    assert attack(table)["f"] == 4
    assert table.refused("use_leader", leader="second") == ["9.5"]
    table.do("use_leader", leader="chief")
    assert attack(table)["f"] == 1
    table.do("use_leader", leader="second")
    assert attack(table)["f"] == 3
    table.do("use_leader", leader="hero")
    assert attack(table)["f"] == 2
    table.do("use_leader", leader="second")
    assert "f" not in attack(table)
    table.do("confirm")
    assert table.decision.kind != "assault_modifiers"


@pytest.mark.clause("CSS-9.5-12")
def test_an_attacking_leader_is_active_and_of_a_formation_that_assaults() -> None:
    known = {
        "own": ("12.32", leader("own", 0, 1, formation="pg111")),
        "none": ("12.32", leader("none", 0, 3, formation="pg111", stripe=Stripe.NONE)),
        "other": ("12.32", leader("other", 0, 2, formation="pg110")),
        "apart": ("12.33", leader("apart", 0, 2, formation="pg111")),
    }
    pieces = {"a": column("12.32", formation="pg111"), "b": column("12.33", formation="pg110"), "x": us(AT)}
    table = at_dice(OPEN, pieces, AT, attackers=["a"], chit="formation:pg111", leaders=known)
    assert {c.get("leader") for c in table.offered("use_leader")} == {"none"}  # he helps already; own is one too many
    assert set(table.decision.subject["leaders"]) == {"own", "none"}
    assert "9.5" in table.refused("use_leader", leader="other")
    assert table.refused("use_leader", leader="apart") == ["9.5"]


@pytest.mark.clause("CSS-9.5-12")
def test_a_leader_helps_only_with_a_unit_of_his_in_his_own_hex() -> None:
    known = {"apart": ("12.33", leader("apart", 0, 2, formation="pg111"))}
    pieces = {"a": column("12.32", formation="pg111"), "b": column("12.33", formation="pg110"), "x": us(AT)}
    assert waits_for_dice(at_dice(OPEN, pieces, AT, chit="division:pz11", leaders=known))
    known = {"with": ("12.32", leader("with", 0, 2, formation="pg111"))}
    mixed = {**pieces, "b": column("12.32", formation="pg110")}
    table = at_dice(OPEN, mixed, AT, chit="division:pz11", leaders=known)
    assert table.decision.subject["leaders"] == ["with"]


@pytest.mark.clause("CSS-9.5-25")
def test_a_defending_leader_helps_where_any_unit_is_his() -> None:
    pieces = {**PLAIN, "y": us(AT, formation="r142")}
    table = at_dice(OPEN, pieces, AT, leaders={"chief": (AT, leader("chief", 0, 2))})
    assert (table.asked[0], defense(table)["f"]) == ("allied", 2)


def test_a_leader_is_not_active_by_the_no_stripe_unit_beside_him() -> None:
    known = {"other": ("12.32", leader("other", 0, 2, formation="pg110"))}
    pieces = {"a": column("12.32", formation="pg111", stripe="none"), "x": us(AT)}
    table = at_dice(OPEN, pieces, AT, chit="formation:pg111", leaders=known)
    assert waits_for_dice(table)


@pytest.mark.clause("CSS-9.5-11", "CSS-14.2-02")
def test_an_unnamed_hero_helps_the_attack_when_his_player_says_so() -> None:
    brave = leader("brave", 2, 1, formation="pg110", hero=True, type="marker", leaves_on=4, stripe=Stripe.NONE)
    brave = replace(brave, division="", formation="")
    table = at_dice(OPEN, PLAIN, AT, 4, 4, 5, leaders={"brave": ("12.32", brave)})
    assert "f" not in attack(table)
    table.do("use_leader", leader="brave")
    assert attack(table)["f"] == 1
    events = table.do("confirm")
    assert [e["stays"] for e in named(events, "HeroChecked")] == [True]


@pytest.mark.clause("CSS-9.5-12", "CSS-24.0-06")
def test_a_kampfgruppe_uses_the_leader_beside_its_units() -> None:
    table = at_dice(OPEN, PLAIN, AT, chit="kampfgruppe:pz11", leaders=CHIEF)
    assert table.decision.subject["leaders"] == ["chief"]


@pytest.mark.clause("CSS-9.5-25")
def test_one_leader_of_the_defender() -> None:
    known = {"chief": (AT, leader("chief", 0, 2)), "other": (AT, leader("other", 0, 3, formation="r142"))}
    table = at_dice(OPEN, PLAIN, AT, leaders=known)
    assert table.asked == ("allied", "assault_modifiers")
    assert table.decision.subject["leaders"] == ["chief"]
    assert defense(table)["f"] == 2
    assert table.refused("use_leader", leader="other")
    table.do("use_leader", leader="chief")
    assert "f" not in defense(table)


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


FIST = weapon("fist", ("blue", 3, 1), formation="pg110", one_use=True)
FLAME = weapon("flame", ("red", 2, 1), defense=1, formation="pg110", flamethrower=True)


@pytest.mark.clause("CSS-9.5-16")
def test_one_panzerfaust_of_the_attacker_is_used_up() -> None:
    fists = {n: ("12.32", weapon(n, ("blue", 3, 1), formation="pg110", one_use=True)) for n in ("one", "two")}
    table = at_dice(OPEN, force(column("12.32"), column("12.32")), AT, 4, 4, weapons=fists)
    assert "i" not in attack(table)
    table.do("use_weapon", weapon="one")
    assert attack(table)["i"] == 2
    assert table.refused("use_weapon", weapon="two") == ["9.5"]
    events = table.do("confirm")
    assert named(events, "AssaultDeclared")[0]["attacker"] == -1 + 2 + 5 + 2
    assert (table.state.weapons["one"].place, table.state.weapons["two"].place) == ("out", "map")


@pytest.mark.clause("CSS-9.5-16", "CSS-9.5-27")
def test_a_panzerfaust_that_is_not_used_stays() -> None:
    table = at_dice(OPEN, PLAIN, AT, 4, 4, weapons={"fist": ("12.32", FIST)})
    table.do("confirm")
    assert table.state.weapons["fist"].place == "map"
    kept = at_dice(OPEN, {"a": us("12.32", deployed=False), "x": ge(AT)}, AT, 4, 4, chit="formation:r141",
                   weapons={"fist": (AT, FIST)})  # fmt: skip
    kept.do("confirm")
    assert kept.state.weapons["fist"].place == "map"


@pytest.mark.clause("CSS-9.5-27")
def test_a_panzerfaust_of_the_defender_counts_3() -> None:
    table = at_dice(OPEN, {"a": us("12.32", deployed=False), "x": ge(AT)}, AT, 4, 4, chit="formation:r141",
                    weapons={"fist": (AT, FIST)})  # fmt: skip
    assert table.asked == ("german", "assault_modifiers")
    table.do("use_weapon", weapon="fist")
    assert defense(table)["h"] == 3
    table.do("confirm")
    assert table.state.weapons["fist"].place == "out"


@pytest.mark.clause("CSS-9.5-16", "CSS-9.5-27")
@pytest.mark.parametrize(("where", "seat", "letters"), [("12.32", "german", "abcdefghij"), (AT, "allied", "abcdefgh")])
def test_each_side_is_shown_its_own_sum_and_what_it_may_use(where: str, seat: str, letters: str) -> None:
    side = {"formation": "pg110"} if seat == "german" else {}
    people = {"one": (where, leader("one", 0, 2, **side)), "two": (where, leader("two", 0, 1, **side))}
    fists = {"fist": (where, replace(FIST, side=seat))}
    table = at_dice(OPEN, PLAIN, AT, leaders=people, weapons=fists)
    assert table.asked == (seat, "assault_modifiers")
    subject: Any = table.decision.subject
    assert subject["role"] == ("attacker" if seat == "german" else "defender")
    assert "".join(line["letter"] for line in subject["lines"]) == letters
    assert subject["total"] == totals(table)[0 if seat == "german" else 1] == sum(x["value"] for x in subject["lines"])
    assert subject["leader"] == "one" and table.refused("use_leader", leader="two") == ["9.5"]
    table.do("use_leader", leader="one")
    assert {c.get("leader") for c in table.offered("use_leader")} == {"one", "two"}
    assert [c.get("weapon") for c in table.offered("use_weapon")] == (["fist"] if seat == "german" else [])


@pytest.mark.clause("CSS-9.5-11", "CSS-9.4-18")
def test_a_leader_who_adds_nothing_is_not_risked_without_a_word() -> None:
    idle = {"idle": ("12.32", leader("idle", 2, 0, formation="pg110"))}
    table = at_dice(OPEN, PLAIN, AT, leaders=idle)
    assert table.decision.subject["leader"] == ""
    table.do("use_leader", leader="idle")
    assert table.decision.subject["leader"] == "idle"


@pytest.mark.clause("CSS-9.5-16", "CSS-9.5-27")
def test_a_machine_gun_is_no_panzerfaust() -> None:
    guns = {"mg": ("12.32", weapon("mg", ("red", 2, 1), formation="pg110")), "fist": ("12.32", FIST)}
    table = at_dice(OPEN, PLAIN, AT, weapons=guns)
    assert table.decision.subject["weapons"] == ["fist"]
    assert table.refused("use_weapon", weapon="mg") == ["9.5"]


@pytest.mark.clause("CSS-9.5-16")
def test_only_the_german_has_panzerfausts() -> None:
    fist = weapon("fist", ("blue", 3, 1), one_use=True)
    table = at_dice(OPEN, {"a": us("12.32", deployed=False), "x": ge(AT)}, AT, chit="formation:r141",
                    weapons={"fist": ("12.32", fist)})  # fmt: skip
    assert waits_for_dice(table)


@pytest.mark.clause("CSS-9.5-17")
def test_flamethrowers_count_3_once_and_only_in_the_attack() -> None:
    two = {n: ("12.32", weapon(n, ("red", 2, 1), formation="pg110", flamethrower=True)) for n in ("one", "two")}
    table = at_dice(OPEN, force(column("12.32"), column("12.32")), AT, weapons=two)
    assert attack(table)["j"] == 3
    held = at_dice(OPEN, PLAIN, AT, weapons={"flame": (AT, weapon("flame", ("red", 2, 1), flamethrower=True))})
    assert "j" not in attack(held)
    assert defense(held) == {"g": 5}


@pytest.mark.clause("CSS-9.5-17")
def test_a_unit_with_flamethrowers_counts_like_the_weapon() -> None:
    flames = at_dice(OPEN, force(column("12.32", flamethrower=True), column("12.33")), AT)
    assert attack(flames)["j"] == 3
    idle = {**PLAIN, "b": column("12.33", flamethrower=True)}
    assert "j" not in attack(at_dice(OPEN, idle, AT, attackers=["a"]))
    held = at_dice(OPEN, force(column("12.32"), defenders=(us(AT, flamethrower=True),)), AT)
    assert defense(held) == {"g": 5}


@pytest.mark.clause("CSS-9.5-18")
@pytest.mark.parametrize("edge", ["ridge", "steep_slope"])
def test_a_flamethrower_must_be_able_to_follow_a_panzerfaust_need_not(edge: str) -> None:
    ground = board("......\n......\n......\n......\n......\n", first="10.30", **{edge: ["12.32/13.32"]})  # type: ignore[arg-type]
    both_weapons = {"fist": ("12.32", FIST), "flame": ("12.32", FLAME)}
    table = at_dice(ground, force(column("12.32"), column("12.32")), AT, weapons=both_weapons)
    table.do("use_weapon", weapon="fist")
    assert attack(table)["i"] == 2
    assert "j" not in attack(table)


@pytest.mark.clause("CSS-9.5-18")
def test_by_road_a_flamethrower_follows_over_the_ridge() -> None:
    ground = board("......\n......\n......\n......\n......\n", first="10.30", ridge=["12.32/13.32"],
                   roads={"trail": ["12.32 13.32"]})  # fmt: skip
    table = at_dice(ground, PLAIN, AT, weapons={"flame": ("12.32", FLAME)})
    assert attack(table)["j"] == 3


@pytest.mark.clause("CSS-9.5-18")
def test_weapons_of_other_hexes_do_not_count() -> None:
    pieces = {**PLAIN, "b": ge("12.33")}
    table = at_dice(OPEN, pieces, AT, attackers=["a"], weapons={"fist": ("12.33", FIST), "flame": ("12.33", FLAME)})
    assert waits_for_dice(table)
    assert "j" not in attack(table)


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
    bonus = CHARTS.fortification["trench"]["troop_quality"]
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
