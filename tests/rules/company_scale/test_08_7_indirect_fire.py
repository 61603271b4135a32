"""Indirect fire: the units, the composition, concentrated American fire, the example (8.7, 8.7.1, 8.3.6)."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from rules.company_scale.r07_line_of_sight import fire_zone
from rules.company_scale.r08_7_indirect_fire import open_indirect, step_b_reasons
from rules.company_scale.records.view import MarkerView
from rules.hexes.grid import hex_id, hex_name
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import entry
from tests.rules.company_scale.helpers.guns import (
    BOTH,
    FAR,
    GE,
    HQ,
    US,
    barrages,
    entry_of,
    field,
    gun,
    lay,
    letters,
    next_chit,
    shell,
    subject,
)
from tests.rules.company_scale.helpers.tables import DIVISIONS, TableTop, ge, named, tank, us

NEAR = {"s": us("18.32"), "x": ge("20.32")}
MORTAR = {"fire": ("black", 3, 6), "move": ("leg", 4)}


# --- the units (8.7) ---


@pytest.mark.clause("CSS-8.7-01")
def test_a_gun_in_column_does_not_fire_indirectly() -> None:
    table = field({"a": gun("12.32", deployed=False), "b": gun("12.33"), **NEAR})
    assert table.refused("indirect_fire", unit="a", hex="20.32") == ["8.7"]
    assert {c.get("unit") for c in table.offered("indirect_fire")} == {"b"}
    table.do("change_formation", unit="a")
    lay(table, "a", "20.32")


@pytest.mark.clause("CSS-8.7-02")
def test_a_battery_whose_column_cannot_move_does_not_move() -> None:
    table = field({"a": gun("12.32", deployed=False), **FAR})
    assert table.refused("move", units=("a",)) == ["3.2"]


@pytest.mark.clause("CSS-8.7-03")
def test_a_mortar_in_column_moves_its_four_hexes() -> None:
    table = field({"m": gun("12.32", deployed=False, **MORTAR), **FAR})
    table.do("move", units=("m",))
    table.step("13.32", "14.33", "15.33", "16.34")
    assert table.where("m") == "16.34"
    assert table.decision.kind == "activation"


@pytest.mark.clause("CSS-8.7-04")
def test_a_mortar_in_column_fires_small_arms_at_the_next_hex() -> None:
    table = field({"m": gun("12.32", deployed=False, **MORTAR), "x": ge("12.33")})
    assert {hex_name(h) for h in fire_zone(table.game, "m")} == {"12.31", "12.33", "11.31", "11.32", "13.31", "13.32"}
    table.do("fire", unit="m", hex="12.33")
    assert table.decision.subject["type"] == "small_arms"


@pytest.mark.clause("CSS-8.7-05")
def test_german_guns_that_have_gone_into_column_stay_in_it() -> None:
    pak = ge("12.32", fire=("blue", 6, 2), abandons_guns=True)
    table = field({"p": pak, "hq": ge("12.34", **HQ), "u": us("30.32")}, GE)
    table.do("change_formation", unit="p")
    table.do("pass_unit", unit="p")
    assert table.refused("change_formation", unit="p") == ["21.2"]


@pytest.mark.clause("CSS-8.7-06")
def test_a_unit_with_both_values_uses_one_of_them_in_an_action() -> None:
    both = us("16.32", fire=("white", 4, 2), indirect=("black", 3, 8), dual_purpose=True)
    table = field({"d": both, "hq": us("15.33", **HQ), "x": ge("18.32")})
    assert "18.32" in {hex_name(h) for h in fire_zone(table.game, "d")}
    shell(table, "d", "18.32", 9)
    assert table.refused("fire", unit="d", hex="18.32")
    assert table.state.activity["d"].used == 1


def example() -> TableTop:
    """160 FAB and 171 FAB fire at the city hex 15.53, which C Company sees."""
    town = board(".......\n.......\n.....C.\n.......\n.......\n", first="10.51")
    white = {"formation": "", "division": "d36", "value": 4}
    pieces = {"160 FAB": gun("10.53", **white), "171 FAB": gun("10.53", reach=29, **white), "C": us("14.53"),
              "x": ge("15.53", defense=1)}  # fmt: skip
    return lay(field(pieces, BOTH, ground=town), "160 FAB", "15.53", "171 FAB")


@pytest.mark.clause("CSS-8.7-07")
def test_the_example_has_strength_5_and_a_final_value_of_2() -> None:
    table = example()
    assert subject(table)["spotters"] == ["160 FAB", "171 FAB", "C"]
    assert (subject(table)["strength"], subject(table)["barrage"]) == (5, "heavy")
    assert letters(table) == {"": 4, "g": 1, "e": -3}
    assert subject(table)["fire_value"] == 2
    assert not subject(table)["concentrate"]


@pytest.mark.clause("CSS-8.7-07")
@pytest.mark.parametrize(("die", "hit", "laid"), [(0, 1, 1), (2, 1, 1), (3, 0, 1), (5, 0, 1), (8, 0, 1), (9, 0, 0)])
def test_the_example_hits_with_2_or_less_and_leaves_a_heavy_barrage_but_with_9(die: int, hit: int, laid: int) -> None:
    table = example()
    events = table.dice(die, 0).do("confirm")
    assert bool(entry_of(events)) is bool(hit)
    assert barrages(table) == ({"15.53": "heavy"} if laid else {})


# --- how to fire (8.7.1) ---


@pytest.mark.clause("CSS-8.7.1-04")
def test_a_unit_fires_indirectly_once_in_an_activation() -> None:
    table = field({"a": gun("12.32"), "hq": us("12.34", **HQ), **NEAR}, markers=[("12.32", "dg", 1)])
    shell(table, "a", "20.32", 9)
    assert table.refused("indirect_fire", unit="a", hex="20.32") == ["8.7.1"]
    assert {c.verb for v in table.verbs() for c in table.offered(v) if c.get("unit") == "a"} >= {"rally"}
    table.do("change_formation", unit="a")
    assert not table.unit("a").deployed


@pytest.mark.clause("CSS-8.7.1-04")
def test_it_may_be_the_second_action() -> None:
    table = field({"a": gun("12.32"), "hq": us("12.34", **HQ), **NEAR}, markers=[("12.32", "dg", 1)])
    table.do("rally", unit="a")
    before = table.state.divisions["d36"].commands
    shell(table, "a", "20.32", 9)
    assert table.state.activity["a"].used == 2
    assert table.state.divisions["d36"].commands == before - 1


@pytest.mark.clause("CSS-8.7.1-05")
def test_a_hex_that_has_fired_indirectly_does_not_fire_directly() -> None:
    company = us("17.32", fire=("red", 4, 3))
    table = field({"a": gun("17.32"), "i": company, "hq": us("16.34", **HQ), "x": ge("20.32")})
    shell(table, "a", "20.32", 9)
    assert table.refused("fire", unit="i", hex="20.32") == ["8.7.1"]
    table.do("pass_unit", unit="i")
    assert table.refused("fire", unit="i", hex="20.32") == ["8.7.1"]  # nor among the second actions


@pytest.mark.clause("CSS-8.7.1-05")
def test_a_hex_that_has_fired_directly_does_not_fire_indirectly() -> None:
    company = us("17.32", fire=("red", 4, 3))
    table = field({"a": gun("17.32"), "i": company, "x": ge("20.32")})
    table.do("fire", unit="i", hex="20.32")
    table.dice(9).do("confirm")
    assert table.refused("indirect_fire", unit="a", hex="20.32") == ["8.7.1"]


@pytest.mark.clause("CSS-8.7.1-05", "CSS-8.0-02")
def test_two_guns_of_a_hex_fire_one_among_the_first_and_one_among_the_second_actions() -> None:
    table = field({"a": gun("12.32"), "b": gun("12.32"), "hq": us("12.34", **HQ), **NEAR})
    shell(table, "a", "20.32", 9)
    assert table.refused("indirect_fire", unit="b", hex="20.32") == ["8.0"]
    table.do("pass_unit", unit="b")
    shell(table, "b", "20.32", 3)
    assert barrages(table) == {"20.32": "medium"}


@pytest.mark.clause("CSS-8.7.1-06")
@pytest.mark.parametrize("die", range(10))
def test_a_final_value_of_2_hits_with_0_to_2(die: int) -> None:
    table = field({"a": gun("12.32", value=2), **NEAR}, charts=entry("DG1"))
    events = shell(table, "a", "20.32", die)
    assert bool(entry_of(events)) is (die <= 2)
    assert table.hex("20.32").dg == (1 if die <= 2 else 0)


@pytest.mark.clause("CSS-8.7.1-06", "CSS-8.2-06", "CSS-8.2-07")
@pytest.mark.parametrize(("die", "hit"), [(0, True), (1, False), (9, False)])
def test_a_0_hits_and_a_9_misses_at_any_value(die: int, hit: bool) -> None:
    city = board("\n".join(["..........C" + "." * 15] * 9), first="10.28")
    weak = {"a": gun("12.32", value=0), **NEAR}
    table = field(weak, ground=city, charts=entry("DG1"), markers=[("12.32", "dg", 1)])
    lay(table, "a", "20.32")
    assert subject(table)["fire_value"] == -4
    assert bool(entry_of(table.dice(die).do("confirm"))) is hit
    strong = field({"a": gun("12.32", value=8), **NEAR}, charts=entry("DG1"))
    assert bool(entry_of(shell(strong, "a", "20.32", 0))) and table.hex("20.32").dg == int(hit)


@pytest.mark.clause("CSS-8.7.1-06")
def test_the_black_row_of_the_table_is_read() -> None:
    table = field({"a": gun("12.32", value=8), **NEAR})
    row = table.session.scenario.charts.combat_hex["indirect"]
    assert entry_of(shell(table, "a", "20.32", 5)) == row[5] == "DG2"
    assert table.hex("20.32").dg == 2


@pytest.mark.clause("CSS-8.7.1-07", "CSS-8.7.2-02")
@pytest.mark.parametrize(("die", "laid"), [(0, True), (8, True), (9, False)])
@pytest.mark.parametrize("hex", ["19.33", "18.32"])
def test_a_vacant_hex_and_friends_take_no_result_and_a_barrage_but_with_9(hex: str, die: int, laid: bool) -> None:
    table = field({"a": gun("12.32"), **NEAR}, charts=entry("E"))
    assert entry_of(shell(table, "a", hex, die)) == ""
    assert barrages(table) == ({hex: "medium"} if laid else {})
    assert table.where("s") == "18.32"
    assert table.state.hexes == {}


@pytest.mark.clause("CSS-8.7.1-07")
def test_only_hard_targets_are_hit_at_minus_4_or_by_the_switch_not_at_all() -> None:
    pieces = {"a": gun("12.32", value=8), "s": us("18.32"), "t": tank("20.32")}
    table = field(pieces, charts=entry("DG1"))
    assert entry_of(shell(table, "a", "20.32", 4)) == "DG1"
    assert table.hex("20.32").dg == 1
    spared = field(pieces, charts=entry("DG1"), rules={"indirect_at_hard": "no_result"})
    lay(spared, "a", "20.32")
    assert subject(spared)["harmless"]
    assert entry_of(spared.dice(0).do("confirm")) == ""
    assert barrages(spared) == {"20.32": "heavy"}


@pytest.mark.clause("CSS-8.1-02")
def test_indirect_fire_aims_at_no_single_hard_target() -> None:
    table = field({"m": gun("14.32", **MORTAR), "s": us("18.32"), "t": tank("20.32"), "i": ge("20.32")})
    lay(table, "m", "20.32")
    assert table.verbs() == {"confirm", "concentrate", "cancel"}
    assert table.refused("support", unit="t")


def test_the_target_unit_is_named_before_the_die_as_for_direct_fire() -> None:
    table = field({"a": gun("12.32", value=8), **NEAR, "y": ge("20.32")}, charts=entry("E"))
    lay(table, "a", "20.32").do("confirm")
    assert table.asked == ("german", "target_unit")
    assert re.fullmatch(r"a fires indirectly \(value \d+\) at 20.32: which unit takes the hit\?", table.decision.prompt)
    table.dice(1).do("choose", unit="y")
    assert (table.where("x"), table.where("y")) == ("20.32", "eliminated")
    column = {"x": ge("20.32", deployed=False), "y": ge("20.32", deployed=False)}
    table = field({"a": gun("12.32", value=8), "s": us("18.32"), **column}, charts=entry("E"))
    lay(table, "a", "20.32").do("confirm")
    assert table.asked == ("allied", "target_unit")


def test_a_rout_check_follows_as_after_any_fire() -> None:
    table = field({"a": gun("12.32"), "s": us("18.32"), "x": ge("20.32", deployed=False)}, charts=entry("R"))
    events = shell(table, "a", "20.32", 0, 9)
    assert named(events, "RoutChecked")[0]["passed"] is False
    assert table.where("x") == "eliminated"  # no headquarters to rout to
    assert [e["event"] for e in events][-1] == "MarkerPlaced"  # the barrage comes last
    assert barrages(table) == {"20.32": "medium"}


def test_cancelling_spends_nothing() -> None:
    table = field({"a": gun("12.32"), **NEAR})
    lay(table, "a", "20.32", concentrate=True).do("cancel")
    assert table.decision.kind == "activation"
    assert table.state.activity["a"].used == 0 and table.state.fired == {}
    assert not table.hex("12.32").concentrated


# --- supporters (8.7.4 g) ---


@pytest.mark.clause("CSS-8.7.4-07")
def test_guns_of_the_same_hex_add_1_each_if_their_range_is_long_enough() -> None:
    table = field({"a": gun("12.32"), "b": gun("12.32", reach=29), "c": gun("12.32", reach=14), **NEAR})
    lay(table, "a", "20.32", "b")
    assert table.refused("support", unit="c") == ["8.7.4"]
    assert letters(table) == {"": 4, "g": 1}
    table.dice(9).do("confirm")
    assert [table.state.activity[u].used for u in "abc"] == [1, 1, 0]


@pytest.mark.clause("CSS-8.7.4-07")
def test_more_than_two_guns_may_add_their_fire() -> None:
    table = field({name: gun("12.32", value=1) for name in "abcde"} | NEAR)
    lay(table, "a", "20.32", "b", "c", "d", "e")
    assert subject(table)["strength"] == 5


@pytest.mark.clause("CSS-8.7.4-07")
def test_columns_infantry_inactive_guns_and_guns_elsewhere_add_nothing() -> None:
    other = gun("12.32", formation="r142")
    table = field({"a": gun("12.32"), "col": gun("12.32", deployed=False), "inf": us("12.32"), "off": other,
                   "far": gun("12.33"), **NEAR})  # fmt: skip
    table.do("indirect_fire", unit="a", hex="20.32")
    assert table.offered("support") == []
    assert table.refused("support", unit="col") == ["8.7"]
    assert table.refused("support", unit="inf") == ["8.7"]
    assert table.refused("support", unit="off") == ["8.2"]
    assert table.refused("support", unit="far") == ["8.7.4"]
    assert table.refused("support", unit="nobody") == ["8.7.4"]


@pytest.mark.clause("CSS-8.7.4-07", "CSS-8.2-08")
def test_under_a_direct_command_chit_each_supporter_costs_one_more() -> None:
    pieces = {"a": gun("12.32"), "b": gun("12.32", formation="r142"), **NEAR}
    table = field(pieces, "command:allied")
    table.do("activate", unit="a")
    shell(table, "a", "20.32", 9, support=("b",))
    assert table.state.divisions["d36"].commands == 8
    assert table.state.activity["b"].used == 1 and table.state.activity["b"].shelled


@pytest.mark.clause("CSS-8.7.4-07")
def test_a_supporter_has_used_its_indirect_fire_and_may_be_left_out_again() -> None:
    table = field({"a": gun("12.32"), "b": gun("12.32"), "hq": us("12.34", **HQ), **NEAR})
    lay(table, "a", "20.32", "b")
    table.do("support", unit="b")
    assert subject(table)["support"] == []
    table.do("support", unit="b")
    table.dice(9).do("confirm")
    assert table.refused("indirect_fire", unit="b", hex="20.32") == ["8.7.1"]


# --- concentrated American fire (8.3.6) ---


@pytest.mark.clause("CSS-8.3.6-05", "CSS-8.3.6-06", "CSS-8.7.4-08")
def test_an_american_battery_concentrates_for_1_that_counts_for_the_barrage() -> None:
    table = field({"a": gun("12.32", value=4), **NEAR})
    lay(table, "a", "20.32", concentrate=True)
    assert letters(table) == {"": 4, "h": 1}
    assert (subject(table)["fire_value"], subject(table)["strength"]) == (5, 5)
    table.dice(8).do("confirm")
    assert barrages(table) == {"20.32": "heavy"}
    assert table.hex("12.32").concentrated


@pytest.mark.clause("CSS-8.3.6-05")
def test_german_and_french_batteries_do_not_concentrate() -> None:
    german = field({"g": gun("12.32", base=ge), "s": ge("18.32"), "x": us("20.32")}, GE)
    lay(german, "g", "20.32")
    assert german.refused("concentrate") == ["8.3.6"]
    french = {"d36": replace(DIVISIONS["d36"], nation="french")}
    table = field({"a": gun("12.32"), **NEAR}, ratings=french)
    lay(table, "a", "20.32")
    assert table.refused("concentrate") == ["8.3.6"]
    assert "concentrate" not in table.verbs()


@pytest.mark.clause("CSS-8.3.6-07")
def test_the_marked_hex_has_no_fire_zone() -> None:
    both = us("12.32", fire=("white", 4, 2), indirect=("black", 3, 8), dual_purpose=True)
    table = field({"a": gun("12.32"), "d": both, **NEAR})
    assert fire_zone(table.game, "d")
    shell(table, "a", "20.32", 9, concentrate=True)
    assert fire_zone(table.game, "d") == frozenset()


def marked() -> TableTop:
    """Two batteries that concentrated their fire on 20.32 and are active once more."""
    pieces = {"a": gun("12.32"), "b": gun("12.32"), "hq": us("12.34", **HQ), "s": us("18.32"), "x": ge("20.32")}
    table = field(pieces, US, cup=(BOTH,))
    shell(table, "a", "20.32", 9, concentrate=True)
    return next_chit(table, BOTH)


@pytest.mark.clause("CSS-8.3.6-08")
def test_the_point_stays_for_further_fires_at_the_same_hex_and_no_other_hex_may_be_fired_at() -> None:
    table = marked()
    assert table.hex("12.32").concentrated  # becoming active does not take it off
    shown = [m for m in table.session.view().markers if m.kind == "concentrated_fire"]
    assert shown == [MarkerView("12.32", "concentrated_fire", "20.32")]
    assert table.refused("indirect_fire", unit="a", hex="20.33") == ["8.3.6"]
    assert table.refused("indirect_fire", unit="b", hex="19.33") == ["8.3.6"]
    lay(table, "a", "20.32")
    assert subject(table)["strength"] == 5 and subject(table)["concentrate"]
    assert table.refused("concentrate") == ["8.3.6"]
    table.do("support", unit="b")
    assert subject(table)["strength"] == 6  # flat: never 2 for the concentration
    table.dice(9).do("confirm")
    assert table.hex("12.32").concentrated


@pytest.mark.clause("CSS-8.3.6-09")
def test_an_activation_without_any_action_in_the_hex_takes_the_marker_off() -> None:
    table = marked()
    table.do("pass_unit", unit="a")
    events = table.do("end_activation")
    assert not table.hex("12.32").concentrated and not table.hex("12.32").concentrated_on
    assert [e["kind"] for e in named(events, "MarkerRemoved")] == ["concentrated_fire"]


@pytest.mark.clause("CSS-8.3.6-09")
@pytest.mark.parametrize("deed", ["fire", "flip and pass", "flip"])
def test_any_deed_in_the_hex_keeps_the_marker(deed: str) -> None:
    table = marked()
    assert table.refused("smoke", unit="b", hex="12.33") == ["8.3.6"]
    if deed == "fire":
        shell(table, "b", "20.32", 9)
    else:
        table.do("change_formation", unit="b")
    if deed == "flip and pass":
        table.do("pass_unit", unit="b")
    table.do("end_activation")
    assert table.hex("12.32").concentrated


@pytest.mark.clause("CSS-8.3.6-09")
def test_inactive_units_cannot_take_the_marker_off() -> None:
    pieces = {"a": gun("12.32"), "s": us("18.32", formation="r142"), "x": ge("20.32")}
    table = field(pieces, US, cup=("formation:r142", "command:allied"))
    shell(table, "a", "20.32", 9, concentrate=True)
    next_chit(table, "formation:r142")
    assert "a" not in table.state.activity
    next_chit(table, "command:allied")
    assert table.hex("12.32").concentrated


@pytest.mark.clause("CSS-8.3.6-09")
def test_under_a_direct_command_chit_the_paid_action_is_the_activation_spent() -> None:
    pieces = {"a": gun("12.32"), "b": gun("12.32"), "s": us("18.32"), "x": ge("20.32")}
    table = field(pieces, US, cup=("command:allied",))
    shell(table, "a", "20.32", 9, concentrate=True)
    next_chit(table, "command:allied")
    table.do("activate", unit="b")
    assert table.hex("12.32").concentrated
    table.do("pass_unit", unit="b")
    table.do("end_activation")
    assert not table.hex("12.32").concentrated


# --- step B of an assault (9.1) ---


def test_step_b_limits_the_guns_tells_who_took_part_and_takes_the_whole_activation() -> None:
    pieces = {name: gun("12.32") for name in "abcd"} | {"hq": us("12.34", **HQ)} | NEAR
    table = field(pieces)
    game = table.game
    game.index = len(game.state.frames) - 1
    target = hex_id("20.32")
    assert list(step_b_reasons(game, "a", target)) == []
    open_indirect(game, "a", target, seat="allied", step_b=True, limit=2)
    table.session.resume()
    assert subject(table)["step_b"] is True
    table.do("support", unit="b")
    assert table.refused("support", unit="c") == ["9.1"]
    table.dice(9).do("confirm")
    assert table.state.frames[-1]["fired_units"] == ("a", "b")
    assert [table.state.activity[u].used for u in "abc"] == [2, 2, 0]
    assert [r.rule for r in step_b_reasons(table.game, "a", target)] == ["9.1"]
    assert [r.rule for r in step_b_reasons(table.game, "c", target)] == ["8.0"]
    assert [r.rule for r in step_b_reasons(table.game, "x", target)][:1] == ["9.1"]


@pytest.mark.clause("CSS-9.1-06", "CSS-8.7.1-01", "CSS-8.7.4-09")
def test_fire_in_step_b_keeps_the_rules_of_all_indirect_fire() -> None:
    pieces = {"short": gun("12.32", reach=7), "pinned": gun("12.33"), "col": gun("12.34", deployed=False)} | NEAR
    table = field({**pieces, "ok": gun("12.30")}, markers=[("12.33", "pinned", None)])
    why = {
        u: [r.rule for r in step_b_reasons(table.game, u, hex_id("20.32"))] for u in ("short", "pinned", "col", "ok")
    }
    assert why == {"short": ["8.7.1"], "pinned": ["8.7.4"], "col": ["8.7"], "ok": []}
    unseen = field({"ok": gun("12.30"), "x": ge("24.32")})
    assert [r.rule for r in step_b_reasons(unseen.game, "ok", hex_id("24.32"))] == ["8.7.1"]


@pytest.mark.clause("CSS-8.7.1-07")
def test_the_question_says_whether_the_fire_can_hurt_anybody() -> None:
    table = field({"a": gun("12.32"), **NEAR})
    assert "fire value 4" in lay(table, "a", "20.32").decision.prompt
    table.do("cancel")
    assert "a barrage only" in lay(table, "a", "19.33").decision.prompt
