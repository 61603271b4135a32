"""What each side uses in an assault: leaders, heroes, Panzerfausts, flamethrowers (9.5 f, h, i, j)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.company_scale.counters import Stripe
from tests.rules.company_scale.helpers.assaults import at_dice, attack, defense, totals, waits_for_dice
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import ge, leader, named, us, weapon
from tests.rules.company_scale.test_09_5_modifiers import AT, CHIEF, OPEN, PLAIN, column, force

FIST = weapon("fist", ("blue", 3, 1), formation="pg110", one_use=True)
FLAME = weapon("flame", ("red", 2, 1), defense=1, formation="pg110", flamethrower=True)


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


@pytest.mark.clause("CSS-14.0-02")
@pytest.mark.parametrize(("switch", "used", "left"), [("one", True, 0), ("one", False, 1), ("each_side", True, 1)])
def test_by_the_switch_the_attackers_hero_bars_that_of_the_defender(switch: str, used: bool, left: int) -> None:
    brave = leader("brave", 2, 1, formation="pg110", hero=True, type="marker", leaves_on=4, stripe=Stripe.NONE)
    heroes = {"brave": ("12.32", replace(brave, division="", formation="")),
              "steady": (AT, leader("steady", 0, 1, hero=True))}  # fmt: skip
    table = at_dice(OPEN, PLAIN, AT, 4, 4, 5, leaders=heroes, rules={"heroes_in_combat": switch})
    if used:
        table.do("use_leader", leader="brave")
    table.do("confirm")
    assert (table.asked[0], defense(table).get("f", 0)) == ("allied", left)
    if not left:
        assert table.refused("use_leader", leader="steady") == ["14.0"]


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
