"""The dice of an assault and what they bring (9.1 F to I, 9.4)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.company_scale.counters import Replacement
from rules.hexes.grid import hex_id
from tests.rules.company_scale.helpers.assaults import at_dice, attack, handed_down, outcome
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import Piece, TableTop, ge, leader, named, us, weapon

OPEN = board("......\n......\n......\n......\n......\n", first="10.30")
AT = "13.32"
FAR = {"far": ge("10.34")}  # somebody left to act afterwards


def column(hex: str, **changes: Any) -> Piece:
    """Return a German company in column."""
    return ge(hex, deployed=False, **changes)


def two_hexes(*dice: int, defenders: int = 2, per_hex: int = 1, **facts: Any) -> TableTop:
    """Assault deployed defenders from 12.32 and 12.33 at -3 + 2 + 5 (or -1 + 2 + 5) against 5."""
    pieces = {f"a{i}": column("12.32") for i in range(per_hex)} | {f"b{i}": column("12.33") for i in range(per_hex)}
    units = tuple(pieces)
    pieces |= {f"x{i}": us(AT) for i in range(defenders)} | FAR
    return at_dice(OPEN, pieces, AT, *dice, attackers=units, **facts)


def told(table: TableTop, *events: str) -> list[dict[str, Any]]:
    """Return the events of these kinds in order."""
    return [event for _, event in table.session.events if event["event"] in events]


def dg(table: TableTop) -> tuple[int, int, int]:
    """Return the disorganization of 12.32, 12.33 and the assaulted hex."""
    return table.hex("12.32").dg, table.hex("12.33").dg, table.hex(AT).dg


@pytest.mark.clause("CSS-9.1-22", "CSS-9.4-12")
def test_each_side_rolls_one_die_and_adds_its_total() -> None:
    table = two_hexes(4, 3)
    rolled = [(e["purpose"], e["die"]) for e in told(table, "DieRolled")]
    assert rolled == [("assault_attacker", 4), ("assault_defender", 3)]
    assert told(table, "AssaultFought") == [
        {"event": "AssaultFought", "hex": AT, "attacker": 4 + 4, "defender": 5 + 3, "outcome": "tie", "difference": 0}
    ]


@pytest.mark.clause("CSS-9.1-22")
def test_no_die_wins_or_loses_by_itself() -> None:
    assert outcome(two_hexes(0, 9, per_hex=2)) == ("attacker", 8)
    assert outcome(two_hexes(9, 0)) == ("defender", 8)


@pytest.mark.clause("CSS-9.4-13")
def test_a_tie_disorganizes_every_hex() -> None:
    table = two_hexes(4, 3, markers=[("12.33", "dg", 1), (AT, "dg", 1)])
    assert outcome(table) == ("tie", 0)
    assert dg(table) == (1, 2, 2)


@pytest.mark.clause("CSS-9.4-15", "CSS-9.1-24")
def test_the_defender_takes_the_difference() -> None:
    table = two_hexes(6, 3, markers=[(AT, "dg", 1)])
    assert outcome(table) == ("defender", 2)
    assert dg(table) == (0, 0, 3)


@pytest.mark.clause("CSS-9.4-16")
@pytest.mark.parametrize("shares", [(2, 1), (3, 0), (0, 3)])
def test_the_attacker_splits_what_he_lost_by(shares: tuple[int, int]) -> None:
    table = two_hexes(2, 4)
    assert table.asked == ("german", "distribute_dg")
    left = 3
    for name, count in zip(("12.32", "12.33"), shares, strict=True):
        for given in range(count):
            assert table.asked[1] == "distribute_dg" and table.decision.subject["left"] == left
            assert {"hex": name, "points": given} in table.decision.subject["hexes"]  # type: ignore[operator]
            assert [c.get("hex") for c in table.offered("take_dg")] == ["12.32", "12.33"]
            table.do("take_dg", hex=name)
            left -= 1
    assert table.decision.kind != "distribute_dg"  # all of it is given, neither more nor less
    assert dg(table) == (*shares, 0)
    changed = [e["hex"] for e in told(table, "MarkerPlaced") if e["kind"] == "dg"]
    assert changed == [name for name, count in zip(("12.32", "12.33"), shares, strict=True) if count]


@pytest.mark.clause("CSS-9.4-16")
def test_only_assaulting_hexes_take_the_loss() -> None:
    table = two_hexes(2, 4)
    assert table.refused("take_dg", hex=AT) == ["9.4"]
    assert table.refused("take_dg", hex="nonsense") == ["9.4"]


@pytest.mark.clause("CSS-9.4-16", "CSS-9.4-17")
def test_the_attacker_may_overload_a_hex() -> None:
    table = two_hexes(0, 6, defenders=1, per_hex=2)  # 4 to 1: +1 + 2 + 5 against 5 + 6
    assert outcome(table) == ("attacker", 3)
    table = two_hexes(0, 8, defenders=1, per_hex=2)
    for _ in range(5):
        table.do("take_dg", hex="12.32")
    assert table.asked == ("german", "lose_unit")
    table.do("choose", unit="a1")
    assert dg(table) == (4, 0, 0)
    assert table.where("a0") == "12.32"
    assert table.where("a1") == "eliminated"


@pytest.mark.clause("CSS-9.4-16")
def test_one_assaulting_hex_takes_it_all_unasked() -> None:
    table = at_dice(OPEN, {"a": column("12.32"), "x": us(AT), **FAR}, AT, 2, 4, attackers=["a"])
    assert outcome(table) == ("attacker", 3)
    assert table.hex("12.32").dg == 3


@pytest.mark.clause("CSS-9.4-17")
def test_beyond_4_the_owner_of_the_hex_chooses_who_is_lost() -> None:
    table = two_hexes(5, 3, markers=[(AT, "dg", 3)])
    assert table.asked == ("allied", "lose_unit")
    table.do("choose", unit="x1")
    assert (table.where("x0"), table.where("x1")) == (AT, "eliminated")
    assert table.hex(AT).dg == 4


@pytest.mark.clause("CSS-9.4-17")
def test_a_unit_of_the_hex_that_did_not_assault_may_be_the_one_lost() -> None:
    pieces = {"a": column("12.32"), "b": ge("12.32"), "x": us(AT)}
    table = at_dice(OPEN, pieces, AT, 2, 7, attackers=["a"], markers=[("12.32", "dg", 1)])
    assert outcome(table) == ("attacker", 6)  # both are lost: nobody is asked in which order
    assert table.where("a") == table.where("b") == "eliminated"
    table = at_dice(OPEN, pieces, AT, 2, 5, attackers=["a"], markers=[("12.32", "dg", 1)])
    assert table.asked == ("german", "lose_unit")
    table.do("choose", unit="b")
    assert table.where("a") == "12.32"


@pytest.mark.clause("CSS-9.1-19")
def test_odds_count_those_who_are_left() -> None:
    pieces = {n: column("12.32") for n in "abc"} | {"d": column("12.32"), "x": us(AT), "y": us(AT)}
    assert attack(at_dice(OPEN, pieces, AT))["a"] == -1
    assert attack(at_dice(OPEN, pieces, AT, lost=["d"]))["a"] == -2


@pytest.mark.clause("CSS-9.1-20")
@pytest.mark.parametrize("marker", [("suppressed", None), ("pinned", None), ("dg", 4)])
def test_attackers_whom_the_defensive_fire_stopped_do_not_count(marker: tuple[str, Any]) -> None:
    table = two_hexes(per_hex=2, markers=[("12.33", *marker)])
    assert attack(table)["a"] == -3
    assert attack(table)["h"] == 5
    assert "e" not in attack(table)


@pytest.mark.clause("CSS-9.1-20")
def test_the_weapons_of_stopped_attackers_do_not_count() -> None:
    flame = weapon("flame", ("red", 2, 1), formation="pg110", flamethrower=True)
    table = two_hexes(markers=[("12.33", "pinned", None)], weapons={"flame": ("12.33", flame)})
    assert "j" not in attack(table)


@pytest.mark.clause("CSS-9.1-20")
def test_stopped_hexes_take_no_part_in_a_tie_or_a_loss() -> None:
    tied = two_hexes(5, 3, markers=[("12.33", "pinned", None)])  # 1 to 2: -4 + 2 + 5
    assert outcome(tied) == ("tie", 0)
    assert dg(tied) == (1, 0, 1)
    lost = two_hexes(5, 5, markers=[("12.33", "pinned", None)])
    assert dg(lost) == (2, 0, 0)


@pytest.mark.clause("CSS-9.1-20")
def test_without_an_attacker_left_there_are_no_dice() -> None:
    table = two_hexes(markers=[("12.32", "pinned", None), ("12.33", "dg", 4)])
    assert told(table, "DieRolled", "AssaultDeclared") == []
    assert handed_down(table) == {"outcome": "none", "difference": 0, "attackers": (), "origins": ()}


def test_without_a_defender_left_there_are_no_dice() -> None:
    table = two_hexes(defenders=0)
    assert told(table, "DieRolled") == []
    assert handed_down(table)["outcome"] == "none"


def test_what_the_procedure_around_it_gets() -> None:
    table = two_hexes(6, 3, markers=[("12.33", "pinned", None)])
    assert handed_down(table) == {
        "outcome": "defender", "difference": 1, "attackers": ("a0",), "origins": (hex_id("12.32"),),
    }  # fmt: skip


def chief(hex: str, name: str = "chief", **changes: Any) -> dict[str, Any]:
    """Return a leader of the 110th."""
    return {name: (hex, leader(name, 0, 2, formation="pg110", **changes))}


SECOND = Replacement("Second", 0, 1)


@pytest.mark.clause("CSS-9.4-18", "CSS-9.1-23")
def test_a_nine_costs_the_leader_before_the_result_is_applied() -> None:
    table = two_hexes(9, 3, leaders=chief("12.32"))
    table.do("confirm")
    story = [e["event"] for e in told(table, "LeaderLost", "AssaultFought", "MarkerPlaced")]
    assert story == ["LeaderLost", "AssaultFought", "MarkerPlaced"]
    assert table.state.leaders["chief"].place == "out"


@pytest.mark.clause("CSS-9.4-18", "CSS-13.3-01")
def test_a_leader_lost_is_replaced_and_his_replacement_lost_is_out() -> None:
    table = two_hexes(9, 3, leaders=chief("12.32", replacement=SECOND))
    table.do("confirm")
    token = table.state.leaders["chief"]
    assert (token.hex, token.place, token.replaced) == (hex_id("12.32"), "map", True)
    again = two_hexes(9, 3, leaders=chief("12.32", replacement=SECOND), replaced=["chief"])
    assert attack(again)["f"] == SECOND.troop_quality
    again.do("confirm")
    assert again.state.leaders["chief"].place == "out"


@pytest.mark.clause("CSS-9.4-18")
def test_a_leader_who_was_not_used_is_not_lost() -> None:
    table = two_hexes(9, 3, leaders=chief("12.32"))
    table.do("use_leader", leader="chief")
    table.do("confirm")
    assert table.state.leaders["chief"].place == "map"


@pytest.mark.clause("CSS-9.4-18")
def test_only_the_own_nine_costs_a_leader() -> None:
    table = two_hexes(8, 9, leaders=chief("12.32") | {"other": (AT, leader("other", 0, 1))})
    table.do("confirm")
    table.do("confirm")
    assert table.state.leaders["chief"].place == "map"
    assert table.state.leaders["other"].place == "out"


@pytest.mark.clause("CSS-9.4-18")
def test_a_hero_is_not_lost_to_a_nine() -> None:
    table = two_hexes(9, 3, leaders=chief("12.32", hero=True))
    table.do("confirm")
    assert named(told(table, "LeaderLost"), "LeaderLost") == []
