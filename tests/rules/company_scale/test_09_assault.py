"""The steps of an assault, A to L (9.0, 9.1)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.command import cmd
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import entry
from tests.rules.company_scale.helpers.preparing import HERE, OPEN, OTHER, US, column, go, marks, prepared, units
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, named, tank, us, weapon
from tests.rules.company_scale.helpers.turns import story

STEPS = ("AssaultBegun", "IndirectFired", "FormationChanged", "FireDeclared", "AssaultDeclared", "AssaultFought",
         "UnitMoved", "MarkerRemoved")  # fmt: skip


def mortar(hex: str, **changes: Any) -> Piece:
    """Return an American mortar company: indirect 3, range 6."""
    return us(hex, fire=("black", 3, 6), **changes)


def begun(pieces: dict[str, Piece], *dice: int, **facts: Any) -> TableTop:
    """Go into the assaults as they stand."""
    table = prepared(pieces, *dice, **facts)
    table.do("confirm")
    return table


def fought(table: TableTop) -> bool:
    """Tell whether assault dice were rolled."""
    return bool(named(story(table), "AssaultFought"))


def kinds(table: TableTop) -> list[str]:
    """Return the steps of the assault as the log has them."""
    found = [e["event"] for e in story(table) if e["event"] in STEPS
             and (e["event"] != "MarkerRemoved" or e["kind"] == "prepared_assault")]  # fmt: skip
    return [event for i, event in enumerate(found) if i == 0 or found[i - 1] != event]


@pytest.mark.clause("CSS-9.1-01")
def test_the_steps_come_in_the_order_of_the_rules() -> None:
    pieces = {"a": us("14.32"), "m": mortar("14.33"), "x": ge(HERE, deployed=False)}
    table = begun(pieces, 9, 9, 9, 0)  # the mortar fails, the fire misses, the assault wins by 9 and more
    table.do("indirect_fire", unit="m", hex=HERE)
    table.do("confirm")
    assert table.asked == ("german", "retreat")
    table.do("stand")
    table.do("fire", unit="x", hex="14.32")
    table.do("confirm")
    go(table, "activation")
    assert kinds(table) == ["AssaultBegun", "IndirectFired", "FormationChanged", "FireDeclared", "AssaultDeclared",
                            "AssaultFought", "UnitMoved", "MarkerRemoved"]  # fmt: skip
    assert table.where("a") == HERE


@pytest.mark.clause("CSS-9.1-03")
def test_an_empty_hex_is_entered_without_a_die() -> None:
    table = begun({"a": us("14.32"), "x": ge("20.30")})
    assert table.asked[1] == "activation"
    assert (table.where("a"), table.unit("a").deployed) == (HERE, False)
    assert marks(table) == set()
    assert not named(story(table), "DieRolled")
    assert [told["empty"] for told in named(story(table), "AssaultBegun")] == [True]
    assert table.refused("move", units=("a",)) == ["9.1"]


@pytest.mark.clause("CSS-9.1-03", "CSS-9.1-25")
def test_into_an_empty_hex_one_unit_or_more_go_and_the_others_may_still_act() -> None:
    table = begun({"a": us("14.32"), "b": us("14.32"), "c": us("13.31")})
    assert table.asked == ("allied", "advance")
    assert table.refused("confirm") == ["9.1"]
    assert table.refused("advance", unit="q") == ["9.1"]
    assert units(table, "advance") == {"a", "b", "c"}
    table.do("advance", unit="a")
    table.do("advance", unit="c")
    table.do("advance", unit="c")
    table.do("confirm")
    go(table, "activation")
    assert [table.where(u) for u in "abc"] == [HERE, "14.32", "13.31"]
    assert units(table, "change_formation") == {"b", "c", "far"}


@pytest.mark.clause("CSS-9.1-03")
def test_a_unit_bound_to_another_assault_does_not_enter_the_empty_hex() -> None:
    pieces = {"a": us("15.30"), "b": us("14.32"), "y": ge(OTHER)}
    table = begun(pieces, 4, 3, marks=(HERE, OTHER))  # -3 +2 +5 against 5: a tie
    table.do("choose", hex=OTHER)
    go(table, "activation")
    assert [table.where(u) for u in "ab"] == ["15.30", HERE]


@pytest.mark.clause("CSS-9.1-03")
def test_an_empty_hex_nobody_is_left_for_is_called_off_or_gets_a_unit() -> None:
    table = prepared({"a": us("15.30"), "y": ge(OTHER)}, marks=(HERE, OTHER))
    assert table.refused("confirm") == ["9.1"]
    table.do("assign", unit="a", hex=HERE)
    assert table.refused("confirm") == ["9.3"]
    table.do("call_off", hex=OTHER)
    table.do("confirm")
    assert table.where("a") == HERE


@pytest.mark.clause("CSS-9.1-11")
def test_all_who_assault_go_into_column() -> None:
    pieces = {"a": us("14.32"), "b": us("13.31"), "c": column("14.32"), "d": column("13.31"), "x": ge(HERE)}
    table = begun(pieces)
    assert table.asked == ("german", "defensive_fire")
    assert not any(table.unit(u).deployed for u in "abcd")


@pytest.mark.clause("CSS-9.1-11", "CSS-9.1-25")
def test_a_unit_without_a_column_side_assaults_and_advances_as_it_is() -> None:
    table = begun(
        {"f": us("14.32", never_column=True, boxed=3), "x": ge(HERE, fire=None)}, 9, 0, markers=[(HERE, "dg", 4)]
    )
    go(table, "activation")
    assert (table.where("f"), table.unit("f").deployed, table.where("x")) == (HERE, True, "eliminated")


@pytest.mark.clause("CSS-9.1-06", "CSS-9.4-02", "CSS-9.1-29", "CSS-4.0-34", "CSS-5.1-03")
def test_indirect_fire_in_support_acts_at_once_and_is_the_whole_activation() -> None:
    table = begun({"a": us("14.32"), "m": mortar("14.33"), "x": ge(HERE)}, 2, 0, 9)
    assert table.asked == ("allied", "assault_indirect")
    table.do("indirect_fire", unit="m", hex=HERE)
    table.do("confirm")
    assert table.state.barrages == {1431: "light"}
    go(table, "activation")
    for verb, args in (("rally", {"unit": "m"}), ("change_formation", {"unit": "m"}), ("pass_unit", {"unit": "m"})):
        assert table.refused(verb, **args)[0] == "9.1"
    assert table.state.divisions["d36"].commands == 10


@pytest.mark.clause("CSS-9.4-01")
def test_support_goes_at_the_marked_hex_only() -> None:
    table = begun({"a": us("14.32"), "m": mortar("14.33"), "x": ge(HERE), "y": ge("15.30")})
    assert table.refused("indirect_fire", unit="m", hex="15.30") == ["9.4"]
    assert units(table, "indirect_fire") == {"m"}


@pytest.mark.clause("CSS-9.1-10")
def test_the_defender_has_no_indirect_fire() -> None:
    gun = {"g": ge("18.33", fire=("black", 3, 6)), "h": ge(HERE, fire=("black", 3, 6))}
    table = begun({"a": us("14.32"), "m": mortar("14.33"), "x": ge(HERE), **gun})
    assert table.asked == ("allied", "assault_indirect")
    assert table.refused("indirect_fire", unit="g", hex=HERE) == ["9.1"]
    events = [*table.do("pass"), *table.dice(0, 9).do("hold")]
    lines = named(events, "AssaultDeclared")[0]["defender_lines"]
    assert not any("ndirect" in line["text"] for line in lines)


@pytest.mark.clause("CSS-9.1-06")
def test_inactive_guns_and_units_that_assault_do_not_support() -> None:
    pieces = {"a": us("14.32"), "m": mortar("14.32"), "n": mortar("14.33", formation="r142"), "x": ge(HERE)}
    table = begun(pieces)
    assert table.asked[1] == "defensive_fire"
    assert table.state.activity["m"].finished


def with_guns(*names: str) -> dict[str, Piece]:
    """Return an assault with these mortars behind it, two to a hex from 14.33 on."""
    places = ("14.33", "14.33", "15.33", "15.33")
    return {"a": us("14.32"), "x": ge(HERE), **{name: mortar(h) for name, h in zip(names, places, strict=False)}}


@pytest.mark.clause("CSS-9.1-07", "CSS-9.1-08", "CSS-9.4-03", "CSS-9.1-09")
def test_three_units_at_most_support_and_each_counts_hit_or_miss() -> None:
    table = begun(with_guns("m", "n", "o", "p"), 9, 9)
    table.do("indirect_fire", unit="m", hex=HERE)
    table.do("support", unit="n")
    table.do("confirm")
    assert table.decision.subject["taken"] == ["m", "n"]
    assert table.decision.subject["left"] == 1
    table.do("indirect_fire", unit="o", hex=HERE)
    assert table.refused("support", unit="p") == ["9.1"]
    table.do("confirm")
    assert table.asked == ("german", "defensive_fire")
    events = table.dice(0, 9).do("hold")
    lines = {line["letter"]: line["value"] for line in named(events, "AssaultDeclared")[0]["attacker_lines"]}
    assert lines["g"] == 3
    assert not table.state.activity["p"].finished
    assert table.state.barrages == {}


@pytest.mark.clause("CSS-9.1-07")
def test_the_limit_holds_for_each_assault() -> None:
    pieces = {**with_guns("m", "n", "o"), "p": mortar("16.33"), "b": us("16.32"), "y": ge(OTHER)}
    table = begun(pieces, 9, 9, 4, 0, marks=(HERE, OTHER))
    table.do("choose", hex=HERE)
    for gun in "mno":
        if gun != "n":
            table.do("indirect_fire", unit=gun, hex=HERE)
            if gun == "m":
                table.do("support", unit="n")
            table.do("confirm")
    go(table, "assault_indirect")
    assert units(table, "indirect_fire") == {"p"}


@pytest.mark.clause("CSS-9.1-08")
def test_a_cancelled_support_has_not_taken_part() -> None:
    table = begun(with_guns("m"))
    table.do("indirect_fire", unit="m", hex=HERE)
    table.do("cancel")
    assert table.decision.subject["taken"] == []
    table.do("pass")
    assert not table.state.activity["m"].finished


@pytest.mark.clause("CSS-9.1-21", "CSS-9.1-27")
def test_defenders_killed_by_support_leave_the_hex_to_the_attacker() -> None:
    pieces = {"a": us("14.32"), "b": us("13.31"), "m": mortar("14.33"), "x": ge(HERE)}
    table = begun(pieces, 0, charts=entry("E"), markers=[(HERE, "foxhole", None)])
    table.do("indirect_fire", unit="m", hex=HERE)
    table.do("confirm")
    assert table.asked == ("allied", "advance")
    assert not fought(table)
    table.do("advance", unit="a")
    table.do("confirm")
    assert (table.where("a"), table.where("b")) == (HERE, "13.31")
    assert table.hex(HERE).fortification == ""
    assert table.state.activity["b"].finished  # committed all the same


@pytest.mark.clause("CSS-8.8.1-03")
def test_nobody_advances_into_a_hex_that_the_support_has_set_on_fire() -> None:
    town = board("\n".join(["....T......."] * 6), first="10.30")
    table = begun({"a": us("14.32"), "m": mortar("14.33"), "x": ge(HERE)}, 0, charts=entry("E"), ground=town)
    table.do("indirect_fire", unit="m", hex=HERE)
    table.do("confirm")
    go(table, "activation")
    assert (table.where("x"), table.where("a"), table.state.on_fire) == ("eliminated", "14.32", (1431,))
    assert marks(table) == set()


@pytest.mark.clause("CSS-9.1-20", "CSS-9.1-19")
def test_attackers_stopped_by_fire_do_not_count() -> None:
    pieces = {"a": us("14.32"), "b": us("14.32"), "c": us("13.31"), "d": us("13.31"), "x": ge(HERE), "y": ge(HERE)}
    table = begun(pieces, 1, 9, 9, charts=entry("S"))
    table.do("fire", unit="x", hex="13.31")
    table.do("confirm")
    table.do("choose", unit="c")
    lines = named(story(table), "AssaultDeclared")[0]["attacker_lines"]
    assert (lines[0]["text"], lines[0]["value"]) == ("Odds 2 to 2: 1-1", -3)
    go(table, "activation")
    assert table.refused("rally", unit="c")[0] == "9.1"


@pytest.mark.clause("CSS-9.1-20")
def test_without_attackers_the_assault_ends() -> None:
    table = begun({"a": us("14.32"), "b": us("14.32"), "x": ge(HERE)}, 1, charts=entry("S"))
    table.do("fire", unit="x", hex="14.32")
    table.do("confirm")
    table.do("choose", unit="a")
    go(table, "activation")
    assert not fought(table)
    assert marks(table) == set()


@pytest.mark.clause("CSS-9.1-19")
def test_units_lost_to_the_fire_do_not_count() -> None:
    pieces = {"a": us("14.32"), "b": us("13.31"), "c": us("13.31"), "d": us("14.32"), "x": ge(HERE), "y": ge(HERE)}
    table = begun(pieces, 1, 0, 9, charts=entry("E"))
    table.do("fire", unit="x", hex="13.31")
    table.do("confirm")
    table.do("choose", unit="b")
    line = named(story(table), "AssaultDeclared")[0]["attacker_lines"][0]
    assert (line["text"], line["value"]) == ("Odds 3 to 2: 3-2", -2)


@pytest.mark.clause("CSS-9.1-26")
def test_nobody_advances_while_defenders_are_left() -> None:
    table = begun({"a": us("14.32"), "x": ge(HERE), "y": ge(HERE)}, 6, 0)  # -4 +2 +5 +6 = 9 against 5
    go(table, "activation")
    fight = named(story(table), "AssaultFought")[0]
    assert (fight["outcome"], fight["difference"]) == ("defender", 4)
    assert (table.hex(HERE).dg, table.where("a")) == (4, "14.32")


@pytest.mark.clause("CSS-9.1-28", "CSS-9.4-14")
def test_a_tie_ends_without_an_advance_even_if_the_last_defender_is_lost() -> None:
    table = begun({"a": us("14.32"), "x": ge(HERE)}, 2, 3, markers=[(HERE, "dg", 4)])  # 4 + 2 against 3 + 3
    go(table, "activation")
    assert named(story(table), "AssaultFought")[0]["outcome"] == "tie"
    assert (table.where("x"), table.where("a")) == ("eliminated", "14.32")
    assert marks(table) == set()


@pytest.mark.clause("CSS-9.1-28")
def test_the_marker_is_gone_after_a_lost_assault() -> None:
    table = begun({"a": us("14.32"), "x": ge(HERE)}, 0, 9)
    go(table, "activation")
    assert named(story(table), "AssaultFought")[0]["outcome"] == "attacker"
    assert marks(table) == set()


def test_units_that_a_first_assault_has_stopped_take_no_part_in_the_second() -> None:
    pieces = {"a": us("15.30"), "b": us("15.30"), "x": ge(HERE), "y": ge(OTHER)}
    table = begun(pieces, 4, 4, marks=(HERE, OTHER), markers=[("15.30", "dg", 3)])
    table.do("choose", hex=HERE)
    go(table, "lose_unit")  # -3 +2 +5 -1 against 5: the loss brings the hex beyond DG 4
    table.do("choose", unit="a")
    go(table, "activation")
    assert len(named(story(table), "AssaultFought")) == 1
    assert [e["units"] for e in named(story(table), "AssaultBegun")][1] == []
    assert marks(table) == set()


@pytest.mark.clause("CSS-9.0-04")
@pytest.mark.parametrize(("chit", "side"), [("formation:pg110", "german"), (US, "allied")])
def test_both_sides_assault_alike(chit: str, side: str) -> None:
    at = HERE if side == "allied" else "14.32"
    table = prepared({"a": us("14.32"), "x": ge(HERE)}, chit=chit, side=side, marks=(at,))
    assert table.asked == (side, "assaults")
    table.do("confirm")
    assert table.session.view().assault.attackers == ("a" if side == "allied" else "x",)


def test_the_view_shows_the_assault_with_both_sums() -> None:
    table = begun({"a": us("14.32"), "x": ge(HERE)})
    told = table.session.view().assault
    assert (told.hex, told.seat, told.step) == (HERE, "allied", "9.1.F")
    assert (told.attackers, told.defenders) == (("a",), ("x",))
    assert told.attacker.total == sum(line.value for line in told.attacker.lines)
    assert table.session.view("german").assault == told
    assert prepared({"a": us("14.32"), "x": ge(HERE)}).session.view().assault is None


RIDGED = board("\n".join(["............"] * 6), first="10.30", ridge=["14.31/14.32"])


def test_a_tank_and_its_weapon_stay_eligible_by_their_own_ground() -> None:
    pieces = {"t": tank("14.32", us), "a": us("13.31"), "x": ge(HERE)}
    table = prepared(pieces, ground=RIDGED, weapons={"w": ("13.31", weapon("w", ("blue", 3, 1)))})
    table.do("confirm")
    assert table.session.view().assault.attackers == ("a",)


@pytest.mark.clause("CSS-9.0-05")
def test_an_activation_that_ended_by_itself_after_an_assault_refuses_with_a_rule() -> None:
    pieces = {"a": column("14.32"), "x": ge(HERE)}
    table = activation(OPEN, pieces, US, markers=[(HERE, "prepared_assault", "allied")], cup=("formation:pg110",))
    table.dice(9, 0).do("confirm")
    go(table, "purchase")
    told = {reason.rule: reason.text for reason in table.session.explain("allied", cmd("end_activation"))}
    assert "units that have assaulted are finished" in told["9.0"]


def test_a_refusal_names_no_verb_of_the_program() -> None:
    table = activation(OPEN, {"a": column("14.32"), "x": ge("16.31")}, US)
    (reason,) = table.session.explain("allied", cmd("stand"))
    assert (reason.text, reason.rule) == (f"First answer: {table.decision.prompt}", "4.0")
