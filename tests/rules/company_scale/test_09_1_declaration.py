"""What becomes of each marker, who assaults where, in what order (9.0, 9.1 A, 9.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.company_scale.scenario import DivisionStart
from rules.engine.command import cmd
from tests.rules.company_scale.helpers.preparing import HERE, OPEN, OTHER, US, go, marks, plan, prepared, units
from tests.rules.company_scale.helpers.tables import DIVISIONS, Piece, TableTop, activation, ge, named, us, weapon
from tests.rules.company_scale.helpers.turns import story

BOTH = (HERE, OTHER)
TWO_TARGETS = {"x": ge(HERE), "y": ge(OTHER)}


def send(table: TableTop, **where: str) -> None:
    """Send units against hexes unless they go there already."""
    for unit, hex in where.items():
        if unit not in plan(table)[hex]["assigned"]:
            table.do("assign", unit=unit, hex=hex)


@pytest.mark.clause("CSS-9.3-01", "CSS-9.3-02", "CSS-4.0-34")
def test_a_marker_falls_due_with_any_active_unit_of_the_side_next_to_it() -> None:
    pieces = {"a": us("14.32"), "b": us("13.31", formation="r142"), "x": ge(HERE)}
    table = prepared(pieces, chit="formation:r142")
    assert table.asked == ("allied", "assaults")
    assert plan(table)[HERE]["assigned"] == ["b"]


@pytest.mark.clause("CSS-9.3-02")
def test_another_division_may_use_the_marker() -> None:
    pieces = {"a": us("14.32"), "b": us("13.31", formation="cav117"), "x": ge(HERE)}
    assert plan(prepared(pieces, chit="division:butler"))[HERE]["assigned"] == ["b"]


@pytest.mark.clause("CSS-9.3-01")
def test_without_an_active_neighbour_the_marker_waits() -> None:
    pieces = {"a": us("14.32"), "b": us("20.32", formation="r142"), "x": ge(HERE)}
    table = prepared(pieces, chit="formation:r142")
    assert table.asked[1] == "activation"
    assert marks(table) == {(HERE, "allied")}


@pytest.mark.clause("CSS-9.3-03", "CSS-10.2.1-04")
def test_a_marker_whose_neighbours_are_not_able_waits() -> None:
    pieces = {"a": us("14.32"), "b": us("20.32"), "x": ge(HERE)}
    table = prepared(pieces, markers=[("14.32", "suppressed", None)])
    assert table.asked[1] == "activation"
    assert marks(table) == {(HERE, "allied")}


@pytest.mark.clause("CSS-9.0-02", "CSS-2.0-39")
def test_a_direct_command_chit_allows_no_assault() -> None:
    pieces = {"a": us("14.32"), "x": ge(HERE)}
    table = prepared(pieces, chit="command:allied")
    assert table.asked[1] == "activation"
    table.do("activate", unit="a")
    assert "assault" not in table.asked[1]
    assert table.refused("place_assault", hex="14.33") == ["9.0"]
    told = [table.session.explain("allied", cmd(verb, **args)) for verb, args in (
        ("assign", {"unit": "a", "hex": HERE}), ("call_off", {"hex": HERE}), ("advance", {"unit": "a"}),
    )]  # fmt: skip
    assert all("9.0" in {reason.rule for reason in reasons} for reasons in told)
    table.do("change_formation", unit="a")
    table.do("move", units=("a",))
    assert table.refused("step", to=HERE, by="terrain") == ["6.0", "9.0"]
    table = prepared(pieces, chit="command:allied")
    assert marks(table) == {(HERE, "allied")}


@pytest.mark.clause("CSS-9.0-07", "CSS-9.3-04", "CSS-9.1-02")
def test_calling_off_only_removes_the_marker() -> None:
    pieces = {"a": us("14.32"), "b": us("14.32"), "c": us("13.31"), "m": us("18.32"), "x": ge(HERE, deployed=False)}
    table = prepared(pieces)
    before = table.state.divisions["d36"].dispatch
    table.do("call_off", hex=HERE)
    assert plan(table)[HERE]["called_off"]
    events = table.do("confirm")
    assert [e["event"] for e in events] == ["AssaultCalledOff", "MarkerRemoved"]
    assert marks(table) == set()
    assert table.state.divisions["d36"].dispatch == before
    go(table, "activation")
    assert units(table, "change_formation") == {"a", "b", "c", "m", "far"}


@pytest.mark.clause("CSS-9.0-07")
def test_calling_off_can_be_taken_back_before_it_is_confirmed() -> None:
    table = prepared({"a": us("14.32"), "x": ge(HERE)})
    table.do("call_off", hex=HERE)
    table.do("call_off", hex=HERE)
    assert not plan(table)[HERE]["called_off"]


@pytest.mark.clause("CSS-9.1-02", "CSS-9.1-05")
def test_after_units_are_committed_nothing_is_called_off() -> None:
    pieces = {"a": us("15.30"), "b": us("15.30"), **TWO_TARGETS}
    table = prepared(pieces, 9, 0, 9, 0, marks=BOTH)
    table.do("confirm")
    assert table.asked == ("allied", "assault_order")
    table.do("choose", hex=HERE)
    assert "call_off" not in table.verbs()
    go(table, "defensive_fire")
    assert "call_off" not in table.verbs()


@pytest.mark.clause("CSS-9.1-04", "CSS-9.0-05")
def test_committed_units_have_spent_their_action_whatever_happens() -> None:
    pieces = {"a": us("14.32"), "b": us("13.31"), "x": ge(HERE)}
    table = prepared(pieces)
    table.do("confirm")
    assert {u: a.finished for u, a in table.state.activity.items()} == {"a": True, "b": True, "far": False}


@pytest.mark.clause("CSS-9.3-05")
def test_every_able_unit_next_to_the_marker_must_join() -> None:
    pieces = {"a": us("14.32"), "b": us("14.32"), "c": us("13.31"), "d": us("15.31"), "x": ge(HERE)}
    table = prepared(pieces)
    assert plan(table)[HERE]["assigned"] == plan(table)[HERE]["units"]
    assert set(plan(table)[HERE]["assigned"]) == {"a", "b", "c", "d"}
    assert table.verbs() == {"confirm", "call_off"}


@pytest.mark.clause("CSS-9.3-06", "CSS-9.1-05")
def test_units_next_to_two_markers_are_shared_out_by_their_owner() -> None:
    pieces = {"a": us("15.30"), "b": us("15.30"), "c": us("15.30"), **TWO_TARGETS}
    table = prepared(pieces, marks=BOTH)
    assert {h: len(m["assigned"]) for h, m in plan(table).items()} in ({HERE: 2, OTHER: 1}, {HERE: 1, OTHER: 2})
    send(table, a=OTHER, b=OTHER, c=HERE)
    assert plan(table)[HERE]["assigned"] == ["c"]
    assert set(plan(table)[OTHER]["assigned"]) == {"a", "b"}
    assert "confirm" in table.verbs()


@pytest.mark.clause("CSS-9.3-05", "CSS-9.3-06")
def test_a_marker_that_nobody_assaults_must_be_called_off() -> None:
    pieces = {"a": us("15.30"), "b": us("15.30"), **TWO_TARGETS}
    table = prepared(pieces, marks=BOTH)
    send(table, a=HERE, b=HERE)
    assert table.refused("confirm") == ["9.3"]
    table.do("call_off", hex=OTHER)
    assert "confirm" in table.verbs()


@pytest.mark.clause("CSS-9.3-06")
def test_units_of_a_marker_called_off_join_the_other_one() -> None:
    pieces = {"a": us("15.30"), "b": us("15.30"), **TWO_TARGETS}
    table = prepared(pieces, marks=BOTH)
    table.do("call_off", hex=OTHER)
    assert set(plan(table)[HERE]["assigned"]) == {"a", "b"}
    assert table.refused("assign", unit="a", hex=OTHER) == ["9.3"]


@pytest.mark.clause("CSS-9.3-06")
def test_units_are_sent_only_where_they_can_assault() -> None:
    pieces = {"a": us("15.30"), "b": us("14.32"), "q": us("20.32", formation="r142"), **TWO_TARGETS}
    table = prepared(pieces, marks=BOTH)
    assert table.refused("assign", unit="b", hex=OTHER) == ["9.3"]
    assert table.refused("assign", unit="x", hex=OTHER) == ["9.3"]
    assert table.refused("assign", unit="a", hex="15.30") == ["9.3"]
    assert table.refused("call_off", hex="15.31") == ["9.3"]
    assert "9.3" in table.refused("assign", unit="q", hex=OTHER)


@pytest.mark.clause("CSS-9.1-05")
def test_assaults_are_fought_one_after_another_in_the_order_the_attacker_likes() -> None:
    pieces = {"a": us("15.30"), "b": us("15.30"), **TWO_TARGETS}
    table = prepared(pieces, 9, 0, 9, 0, marks=BOTH)
    table.do("confirm")
    assert {str(c.get("hex")) for c in table.offered("choose")} == {HERE, OTHER}
    assert table.refused("choose", hex="15.30") == ["9.1"]
    table.do("choose", hex=OTHER)
    go(table, "activation")
    assert [e["hex"] for e in named(story(table), "AssaultBegun")] == [OTHER, HERE]
    assert marks(table) == set()


@pytest.mark.clause("CSS-9.0-06", "CSS-9.2-01")
def test_old_markers_are_settled_before_new_ones_are_placed() -> None:
    table = prepared({"a": us("14.32"), "b": us("18.32"), "x": ge(HERE)}, prepare=True)
    assert table.asked[1] == "assaults"
    assert table.refused("place_assault", hex="18.31")[0] == "9.1"  # something else is decided now
    table.do("call_off", hex=HERE)
    table.do("confirm")
    assert "place_assault" in table.verbs()


@pytest.mark.clause("CSS-9.0-01")
def test_marker_first_assault_in_a_later_activation() -> None:
    pieces = {"a": us("14.32"), "x": ge(HERE, formation="", division="d198"), "z": ge("21.30")}
    table = activation(OPEN, pieces, US, cup=("division:d36",), dice=["division:d36"], prepare=True)
    table.do("place_assault", hex=HERE)
    assert table.asked[1] == "activation"
    assert marks(table) == {(HERE, "allied")}
    table.do("end_activation")
    while table.asked[1] == "purchase":
        table.do("pass")
    assert table.asked == ("allied", "assaults")


@pytest.mark.clause("CSS-9.0-08", "CSS-9.0-05", "CSS-5.1-03", "CSS-9.1-29")
def test_all_units_fight_as_one_and_are_finished() -> None:
    pieces = {"a": us("14.32"), "b": us("14.32"), "c": us("13.31"), "d": us("13.31"), "e": us("18.32"),
              "x": ge(HERE), "y": ge(HERE)}  # fmt: skip
    table = prepared(pieces, 5, 5)
    table.do("confirm")
    go(table, "activation")
    rolled = [e for e in named(story(table), "DieRolled") if str(e["purpose"]).startswith("assault")]
    assert len(rolled) == 2
    assert named(story(table), "AssaultDeclared")[0]["attacker_lines"][0]["text"].startswith("Odds 4 to 2")
    commands = table.state.divisions["d36"].commands
    assert table.refused("move", units=("a",)) == ["9.1"]
    assert table.refused("rally", unit="c")[0] == "9.1"
    assert table.state.divisions["d36"].commands == commands == 10
    assert not table.session.view().units[0].active


def test_a_weapon_does_not_count_as_a_unit_that_must_assault() -> None:
    table = prepared({"a": us("14.32"), "x": ge(HERE)}, weapons={"hmg": ("14.32", weapon("hmg", ("red", 1, 1)))})
    assert plan(table)[HERE]["assigned"] == ["a"]


@pytest.mark.clause("CSS-9.1-12")
def test_guns_committed_to_an_assault_are_lost_for_good() -> None:
    pieces = {"flak": ge("14.32", fire=("yellow", 5, 2), abandons_guns=True), "x": us(HERE)}
    table = prepared(pieces, 0, 0, chit="formation:pg110", side="german")
    table.do("confirm")
    assert (table.unit("flak").deployed, table.state.abandoned) == (False, ("flak",))


def group(pieces: dict[str, Piece], *dice: int, **facts: Any) -> TableTop:
    """Draw the Kampfgruppen chit of the 11th Panzer Division and put its marker on 14.32."""
    ratings = {"pz11": replace(DIVISIONS["pz11"], chits=("division", "formations", "kampfgruppe"))}
    table = activation(OPEN, pieces, "kampfgruppe:pz11", dice=dice, ratings=ratings, prepare=True, **facts)
    table.do("place_marker", hex="14.32")
    return table


@pytest.mark.clause("CSS-9.0-03")
def test_units_of_two_divisions_assault_together_under_a_kampfgruppen_chit() -> None:
    pieces = {"a": ge("14.32"), "b": ge("14.32", formation="gr305"), "x": us(HERE)}
    table = group(pieces, markers=[(HERE, "prepared_assault", "german")])
    assert table.asked == ("german", "assaults")
    assert set(plan(table)[HERE]["assigned"]) == {"a", "b"}
    table.do("confirm")
    assert table.session.view().assault.attackers == ("a", "b")


@pytest.mark.clause("CSS-9.2-03")
def test_the_owner_of_the_kampfgruppen_chit_pays_for_its_markers() -> None:
    pieces = {"b": ge("14.32", formation="gr305"), "q": ge("20.33"), "x": us(HERE)}
    table = group(pieces, divisions={"pz11": DivisionStart(1, 0, 0, 5), "d198": DivisionStart(5, 0, 0, 5)})
    assert table.asked == ("german", "assault_markers")
    table.do("place_assault", hex=HERE)
    assert (table.state.divisions["pz11"].dispatch, table.state.divisions["d198"].dispatch) == (0, 5)
    assert table.asked[1] == "activation"
    assert table.refused("place_assault", hex="14.33") == ["9.2"]


@pytest.mark.clause("CSS-9.3-06")
def test_where_a_unit_may_go_instead_is_offered_and_where_it_goes_already_is_not() -> None:
    pieces = {"a": us("15.30"), "b": us("14.32"), "c": us("16.32"), **TWO_TARGETS}
    table = prepared(pieces, marks=BOTH)
    for now, other in ((OTHER, HERE), (HERE, OTHER)):
        send(table, a=now)
        assert {(c.get("unit"), c.get("hex")) for c in table.offered("assign")} == {("a", other)}
        assert table.refused("assign", unit="a", hex=now) == ["9.3"]
    assert table.refused("assign", unit="nobody", hex=HERE) == ["9.3"]


@pytest.mark.clause("CSS-9.3-06")
def test_a_unit_sent_against_a_marker_that_is_then_called_off_goes_to_the_other() -> None:
    table = prepared({"a": us("15.30"), "b": us("14.32"), "c": us("16.32"), **TWO_TARGETS}, marks=BOTH)
    send(table, a=OTHER)
    table.do("call_off", hex=OTHER)
    assert set(plan(table)[HERE]["assigned"]) == {"a", "b"}
    assert table.decision.prompt == f"Assault {HERE}? Confirm or cancel."
    table.do("call_off", hex=HERE)
    assert table.decision.prompt == "All assaults are cancelled. Confirm?"


@pytest.mark.clause("CSS-9.3-03")
def test_a_marker_that_waits_is_not_called_off() -> None:
    pieces = {"a": us("14.32"), "b": us("16.32"), **TWO_TARGETS}
    table = prepared(pieces, marks=BOTH, markers=[("16.32", "suppressed", None)])
    assert set(plan(table)) == {HERE} and table.refused("call_off", hex=OTHER) == ["9.3"]


@pytest.mark.clause("CSS-9.1-03")
def test_the_declaration_tells_hexes_without_enemies() -> None:
    pieces = {"a": us("14.32"), "b": us("16.32"), "x": ge(HERE)}
    assert {h: m["empty"] for h, m in plan(prepared(pieces, marks=BOTH)).items()} == {HERE: False, OTHER: True}
