"""Activation: whom a chit makes active, what active units may do, in which order (2.0, 5.1, 5.2, 5.3)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rules.company_scale.counters import Stripe
from rules.engine.command import cmd
from rules.engine.nature import ScriptedNature
from rules.engine.session import Session
from tests.rules.company_scale.helpers.rosters import roster
from tests.rules.company_scale.helpers.tables import (
    SYSTEM,
    Piece,
    TableTop,
    activation,
    game_from_start,
    ge,
    leader,
    us,
)
from tests.rules.company_scale.helpers.turns import EMPTY, OPEN, start_of, to_action_phase, told

ALL = {
    "a": us("10.30"), "b": us("11.30", formation="r142"), "w": us("12.30", formation="", division="d36"),
    "n": us("13.30", formation="", division="d36", stripe="none"), "c": us("14.30", formation="cav117"),
    "x": ge("21.33"),
}  # fmt: skip


def active(table: TableTop | Session) -> set[str]:
    """Return every counter the view shows as active: units, support weapons, leaders and heroes."""
    view = table.session.view("allied") if isinstance(table, TableTop) else table.view("allied")
    return {piece.id for kind in ("units", "weapons", "leaders") for piece in getattr(view, kind) if piece.active}


def march(table: TableTop, unit: str, *path: str) -> None:
    """Let one unit move along a path."""
    table.do("move", units=(unit,))
    table.step(*path)
    table.do("stop")


# --- who is active ---


@pytest.mark.clause("CSS-5.1-01", "CSS-2.0-49", "CSS-2.0-38", "CSS-5.3-01")
def test_a_division_chit_activates_the_whole_division_whatever_the_stripe() -> None:
    assert active(activation(OPEN, ALL, "division:d36")) == {"a", "b", "w", "n"}
    assert active(activation(OPEN, ALL, "division:butler")) == {"c"}


@pytest.mark.clause("CSS-5.1-04", "CSS-2.0-05", "CSS-2.0-49", "CSS-2.0-38", "CSS-5.3-01")
@pytest.mark.parametrize(("chit", "expected"), [("r141", {"a", "n"}), ("r142", {"b", "n"}), ("cav117", {"c"})])
def test_a_formation_chit_activates_the_formation_and_what_has_no_stripe(chit: str, expected: set[str]) -> None:
    table = activation(OPEN, ALL, f"formation:{chit}")
    assert active(table) == expected
    for name in set("abwnc") - expected:
        assert table.refused("pass_unit", unit=name) == ["5.1"]


@pytest.mark.clause("CSS-2.0-05", "CSS-5.3-01")
def test_under_a_direct_command_chit_only_units_paid_for_are_active() -> None:
    table = activation(OPEN, ALL, "command:allied")
    assert active(table) == set()
    table.do("activate", unit="w")
    assert active(table) == {"w"}


@pytest.mark.clause("CSS-2.0-38")
@pytest.mark.parametrize("formation", ["pg110", "pg111"])
def test_a_leader_without_stripe_is_active_with_every_formation_and_aids_it(formation: str) -> None:
    chief = leader("chief", 1, 2, formation="", division="pz11", stripe=Stripe.NONE)
    pieces = {"x": ge("11.30", formation=formation), "y": ge("20.33", formation="pz15"), "a": us("12.30")}
    table = activation(OPEN, pieces, f"formation:{formation}", leaders={"chief": ("11.30", chief)})
    assert active(table) == {"x", "chief"}
    table.do("fire", unit="x", hex="12.30")
    value: Any = table.decision.subject["fire_value"]
    table.do("use_leader", leader="chief")
    assert table.decision.subject["fire_value"] == value + 1


@pytest.mark.clause("CSS-2.0-04", "CSS-2.0-05")
@pytest.mark.parametrize(
    ("second", "then"),
    [("formation:r142", {"b", "n"}), ("command:allied", set()), ("wind", set()), ("formation:pg110", {"x"})],
)
def test_an_activation_lasts_until_the_next_chit(second: str, then: set[str]) -> None:
    pieces = {name: piece for name, piece in ALL.items() if name != "c"}
    table = game_from_start(OPEN, pieces, divisions={"d36": start_of(commands=3), "pz11": start_of(dispatch=9)})
    table.do("done")
    for chit in ("formation:r141", "formation:r142"):
        table.do("buy_chit", chit=chit)
    to_action_phase(table)
    table.dice("formation:r141").do("pass")
    assert active(table) == {"a", "n"}
    table.do("pass_unit", unit="a")
    table.do("end_activation")
    assert (table.asked, active(table)) == (("german", "purchase"), set())
    if second == "formation:pg110":
        table.do("buy_now", chit=second)
    else:
        table.dice(second).do("pass")
    assert active(table) == then


@pytest.mark.clause("CSS-5.1-08")
@pytest.mark.parametrize("chit", ["formation:r141", "command:allied"])
@pytest.mark.parametrize("unit", ["b", "x", "gone"])
def test_an_inactive_unit_can_do_nothing(chit: str, unit: str) -> None:
    pieces = {"a": us("10.30"), "b": us("11.30", formation="r142"), "x": ge("12.30"),
              "gone": us("10.30", formation="r142", place="routed"),
              "hq": us("10.33", formation="", division="d36", hq="division", command_range=9)}  # fmt: skip
    table = activation(OPEN, pieces, chit, dice=[0], markers=[("11.30", "dg", 2), ("12.30", "dg", 2)])
    target = "12.30" if unit == "b" else "11.30"
    actions: dict[str, dict[str, Any]] = {
        "move": {"units": (unit,)}, "fire": {"unit": unit, "hex": target}, "rally": {"unit": unit},
        "change_formation": {"unit": unit}, "pass_unit": {"unit": unit},
        "return_unit": {"unit": unit, "hex": "10.33", "deployed": True},
    }  # fmt: skip
    for verb, args in actions.items():
        assert "5.1" in table.refused(verb, **args), verb
        assert all(unit not in (c.get("unit"), *c.get("units", ())) for c in table.offered(verb))  # type: ignore[misc]


@pytest.mark.clause("CSS-5.1-08", "CSS-2.0-03")
def test_outside_the_action_phase_nobody_acts() -> None:
    table = game_from_start(OPEN, ALL, divisions=dict.fromkeys(("d36", "butler", "pz11"), start_of(dispatch=6)))
    assert table.state.phase == "preparation"
    refusals = table.session.explain("german", cmd("move", units=("x",)))
    assert any(reason.rule == "2.0" and "Action Phase" in reason.text for reason in refusals)
    for verb, args in (("move", {"units": ("x",)}), ("rally", {"unit": "x"}), ("change_formation", {"unit": "x"}),
                       ("fire", {"unit": "x", "hex": "10.30"})):  # fmt: skip
        assert "2.0" in table.refused(verb, **args)  # type: ignore[arg-type]
    to_action_phase(table)
    assert table.asked[1] == "purchase"  # no chit is in play yet
    assert "5.1" in table.refused("move", units=("x",))


# --- what active units do ---

STACK = {name: us("11.30", deployed=False) for name in "abc"}


@pytest.mark.clause("CSS-5.2-01")
@pytest.mark.parametrize("units", [("a", "b", "c"), ("a", "c"), ("b",)])
def test_units_of_one_hex_move_together_or_alone(units: tuple[str, ...]) -> None:
    table = activation(OPEN, {**STACK, "x": ge("21.33")}, "formation:r141")
    table.do("move", units=units)
    table.step("12.30", "13.30")
    table.do("stop")
    assert {name: table.where(name) for name in "abc"} == {n: "13.30" if n in units else "11.30" for n in "abc"}
    assert {name for name, done in table.state.activity.items() if done.used == 1} == set(units)


@pytest.mark.clause("CSS-5.2-01")
def test_units_of_two_hexes_or_of_two_sides_are_no_stack() -> None:
    pieces = {**STACK, "d": us("12.30", deployed=False), "x": ge("21.33")}
    table = activation(OPEN, pieces, "formation:r141")
    assert table.refused("move", units=("a", "d")) == ["6.0"]
    assert table.refused("move", units=("a", "x"))
    assert table.refused("move", units=("a", "a")) == ["6.0"]


@pytest.mark.clause("CSS-5.2-02")
def test_a_second_action_may_wait_for_the_first_actions_of_others() -> None:
    pieces = {"a": us("11.30", deployed=False), "b": us("11.32", deployed=False), "x": ge("21.33"),
              "hq": us("10.31", hq="formation", command_range=6)}  # fmt: skip
    table = activation(OPEN, pieces, "formation:r141")
    for unit, end in (("a", "12.30"), ("b", "12.32"), ("a", "13.30"), ("b", "13.32")):
        march(table, unit, end)
    assert (table.where("a"), table.where("b")) == ("13.30", "13.32")
    assert [e["unit"] for e in told(table, "CommandSpent")] == ["a", "b"]


@pytest.mark.clause("CSS-5.2-02")
def test_a_second_action_may_follow_at_once() -> None:
    pieces = {"a": us("11.30", deployed=False), "b": us("11.32", deployed=False), "x": ge("21.33"),
              "hq": us("10.31", hq="formation", command_range=6)}  # fmt: skip
    table = activation(OPEN, pieces, "formation:r141")
    for unit, end in (("a", "12.30"), ("a", "13.30"), ("b", "12.32"), ("b", "13.32")):
        march(table, unit, end)
    assert [e["unit"] for e in told(table, "CommandSpent")] == ["a", "b"]


@pytest.mark.clause("CSS-5.2-03")
@pytest.mark.parametrize("chit", ["formation:r141", "division:d36", "command:allied"])
def test_the_owner_may_pass_with_the_whole_activation(chit: str) -> None:
    table = activation(OPEN, ALL, chit)
    before = table.state.divisions["d36"]
    assert cmd("end_activation") in table.decision.options
    table.do("end_activation")
    assert table.asked[1] == "purchase"
    assert table.state.activity == {}
    assert table.state.divisions["d36"] == before


@pytest.mark.clause("CSS-5.2-03")
def test_every_unit_may_pass_and_play_goes_on() -> None:
    table = activation(OPEN, ALL, "division:d36", divisions=dict.fromkeys(("d36", "butler", "pz11"), start_of()))
    for name in "abwn":
        table.do("pass_unit", unit=name)
        assert table.state.activity[name].used == 1
    assert table.verbs() == {"end_activation"}
    table.do("end_activation")
    assert table.asked[1] == "purchase"


@pytest.mark.clause("CSS-5.2-03")
def test_a_unit_may_change_formation_and_then_pass() -> None:
    pieces = {"a": us("11.30"), "hq": us("10.31", hq="formation", command_range=6), "x": ge("21.33")}
    table = activation(OPEN, pieces, "formation:r141")
    table.do("change_formation", unit="a")
    table.do("pass_unit", unit="a")
    assert (table.unit("a").deployed, table.state.activity["a"].used) == (False, 1)
    assert told(table, "CommandSpent") == []
    march(table, "a", "12.30")  # its second action
    assert [e["unit"] for e in told(table, "CommandSpent")] == ["a"]


def test_the_last_action_of_an_activation_can_be_undone() -> None:
    pieces = {"a": us("11.30", deployed=False), "x": ge("21.33")}
    table = activation(OPEN, pieces, "formation:r141", divisions={"d36": start_of(), "pz11": EMPTY})
    table.do("move", units=("a",))
    table.step("12.30")
    before = table.session.digest()
    table.do("stop")
    assert table.asked == ("allied", "activation")  # nobody can act any more, yet nothing has been drawn
    table.session.undo()
    assert table.session.digest() == before


def test_an_activation_in_which_nobody_can_do_anything_is_over_at_once() -> None:
    table = activation(OPEN, {"a": us("11.30"), "x": ge("21.33")}, "command:allied",
                       divisions={"d36": start_of(), "pz11": EMPTY})  # fmt: skip
    assert table.asked == ("allied", "purchase")


# --- worked examples: the 11th Panzer Division ---


def panzer(chit: str, *, drawn: bool) -> Session:
    """Bring a chit of the 97 counters into play, drawn from the Cup or bought for immediate play."""
    nature = ScriptedNature()
    session = Session.new(SYSTEM, roster(), nature=nature)
    if drawn:
        session.submit("german", session.seq, cmd("buy_chit", chit=chit))
    nature.add(9, 9)
    session.submit("german", session.seq, cmd("done"))
    assert session.decision is not None and session.decision.kind == "purchase"
    nature.add(chit)
    session.submit("german", session.seq, cmd("pass") if drawn else cmd("buy_now", chit=chit))
    while session.decision is not None and session.decision.kind in ("leaders", "attach", "detach"):
        session.submit("german", session.seq, cmd("done"))
    return session


@pytest.mark.clause("CSS-5.3-03", "CSS-5.1-01")
def test_example_the_11th_panzer_chit_activates_97_counters() -> None:
    session = panzer("division:pz11", drawn=True)
    found = active(session)
    assert len(found) == 97
    groups = Counter(name.split("_")[0] for name in found if "_" in name)
    assert sorted(groups.values()) == [7, 9, 10, 10, 26, 26]
    white = {name for name in found if "_" not in name} - {"staff", "commander"}
    assert len(white) == 7 and sum(name.startswith("art") for name in white) == 3
    assert {"staff", "commander"} <= found
    assert sum("_co" in name for name in found) == 41
    assert sum(name.endswith("hq") for name in found) == 7
    assert "us" not in found


@pytest.mark.clause("CSS-5.3-05", "CSS-5.1-04")
@pytest.mark.parametrize("drawn", [True, False])
def test_example_the_15th_panzer_regiment_is_12_counters(drawn: bool) -> None:
    session = panzer("formation:pz15", drawn=drawn)
    companies = {f"pz15_co{n}" for n in range(1, 9)}
    assert active(session) == companies | {"pz15_hq", "pz15_leader", "staff", "commander"}
    view = session.view(None)
    own = [p for kind in ("units", "weapons", "leaders") for p in getattr(view, kind) if p.side == "german"]
    assert sum(not piece.active for piece in own) == 85
    assert session.decision is not None
    acting = {str(c.get("unit")) for c in session.decision.options if c.verb == "pass_unit"}
    assert acting == companies | {"pz15_hq"}
    for other in ("regiment2_co1", "regiment3_truck0", "battalion4_hq", "art0", "hq", "truck0"):
        for command in (cmd("pass_unit", unit=other), cmd("move", units=(other,)), cmd("change_formation", unit=other)):
            assert "5.1" in [reason.rule for reason in session.explain("german", command)]


@pytest.mark.clause("CSS-5.3-05")
def test_immediate_play_is_paid_with_dispatch_points_not_direct_commands() -> None:
    session = panzer("formation:pz15", drawn=False)
    status = session.state.divisions["pz11"]
    assert (status.dispatch, status.commands) == (9 - 2, 9)  # 9, one gained and lost above the ceiling, 2 paid


@pytest.mark.clause("CSS-5.3-06")
@pytest.mark.parametrize("chit", ["formation:pz15", "formation:regiment2", "formation:battalion5"])
def test_a_bought_formation_chit_works_as_if_drawn(chit: str) -> None:
    bought, drawn = panzer(chit, drawn=False), panzer(chit, drawn=True)
    assert active(bought) == active(drawn)
    assert {"staff", "commander"} < active(bought)
    assert bought.decision is not None and drawn.decision is not None
    assert set(bought.decision.options) == set(drawn.decision.options)


@pytest.mark.clause("CSS-5.3-01")
@pytest.mark.parametrize(
    ("chit", "scope", "second", "price_of_first"),
    [("division:d36", "abwn", True, 0), ("formation:r141", "an", True, 0), ("command:allied", "abwnc", False, 1)],
)
def test_activation_summary(chit: str, scope: str, second: bool, price_of_first: int) -> None:
    pieces: dict[str, Piece] = {**ALL, "hq": us("10.31", formation="", division="d36", hq="division", command_range=4)}
    divisions = dict.fromkeys(("d36", "butler", "pz11"), start_of(commands=5))
    table = activation(OPEN, pieces, chit, dice=[0], divisions=divisions)
    start = table.state.divisions["d36"].commands
    assert start == (9 if chit.startswith("command") else 5)  # its first step: roll for more direct commands
    offered = table.offered("activate") or table.offered("pass_unit")
    assert {str(c.get("unit")) for c in offered} - {"hq"} == set(scope)
    if price_of_first:
        table.do("activate", unit="a")
    table.do("pass_unit", unit="a")
    assert table.state.divisions["d36"].commands == start - price_of_first
    assert (cmd("change_formation", unit="a") in table.decision.options) is second
    if second:
        table.do("change_formation", unit="a")
        assert table.state.divisions["d36"].commands == start - 1
