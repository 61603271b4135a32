"""Command: who is in command, second actions, direct commands (2.0, 5.1, 5.3)."""

from __future__ import annotations

from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from rules import company_scale
from rules.company_scale.counters import Stripe
from rules.engine.command import cmd
from rules.files.documents import read_file
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, leader, us, weapon
from tests.rules.company_scale.helpers.turns import EMPTY, OPEN, start_of, told

ROW = board("............", first="10.30")
DIVISION_HQ: dict[str, Any] = {"formation": "", "division": "d36", "hq": "division"}


def in_command(table: TableTop, unit: str) -> bool:
    """Return what the view says of a unit's command."""
    return bool(next(u.in_command for u in table.session.view(None).units if u.id == unit))


def commands(table: TableTop, division: str = "d36") -> int:
    """Return the direct commands a division has left."""
    return table.state.divisions[division].commands


def position(pieces: dict[str, Piece], chit: str = "division:d36", points: int = 5, **facts: Any) -> TableTop:
    """Put a chit into play; every division has the same direct commands."""
    divisions = dict.fromkeys(("d36", "butler", "pz11", "d198"), start_of(commands=points, dispatch=0))
    return activation(OPEN, pieces, chit, **{"divisions": divisions, **facts})


# --- in command ---

STRIPES = {
    "formation": us("10.30"), "sister": us("10.30", formation="r142"), "other": us("10.30", formation="cav117"),
    "white": us("10.30", formation="", division="d36"),
    "plain": us("10.30", formation="", division="d36", stripe="none"),
}  # fmt: skip


@pytest.mark.clause("CSS-5.1-05")
@pytest.mark.parametrize(("away", "expected"), [(0, True), (4, True), (5, False), (9, False)])
def test_in_command_within_the_range_of_the_division_headquarters(away: int, expected: bool) -> None:
    pieces = {"a": us("10.30"), "hq": us(f"{10 + away}.30", **DIVISION_HQ, command_range=4)}
    assert in_command(activation(ROW, pieces, "division:d36"), "a") is expected


@pytest.mark.clause("CSS-5.1-05", "CSS-2.0-38", "CSS-2.0-49")
@pytest.mark.parametrize(
    ("hq", "expected"),
    [
        (us("14.30", **DIVISION_HQ, command_range=4), {"formation", "sister", "white", "plain"}),
        (us("14.30", hq="formation", command_range=4), {"formation", "plain"}),  # no stripe: of every formation
        (us("14.30", formation="cav117", hq="formation", command_range=4), {"other"}),
        (us("14.30"), set()),
    ],
    ids=["division", "formation", "another division's", "no headquarters"],
)
def test_whose_headquarters_commands_whom(hq: Piece, expected: set[str]) -> None:
    for name, piece in STRIPES.items():
        table = activation(ROW, {"unit": piece, "hq": hq, "far": us("21.30")}, "division:d36")
        assert in_command(table, "unit") is (name in expected), name


@pytest.mark.clause("CSS-5.1-05")
@pytest.mark.parametrize("place", ["routed", "eliminated", "reserve"])
def test_a_headquarters_off_the_map_commands_nobody(place: str) -> None:
    pieces = {"a": us("10.30"), "hq": us("10.30", **DIVISION_HQ, command_range=99, place=place)}
    table = activation(ROW, pieces, "division:d36")
    assert not in_command(table, "a")


@pytest.mark.clause("CSS-5.1-05", "CSS-2.0-34")
@pytest.mark.parametrize(
    ("chief", "expected"),
    [
        (("10.30", leader("l", 1, 2)), True),
        (("11.30", leader("l", 1, 2)), True),
        (("12.30", leader("l", 1, 2)), False),
        (("11.30", leader("l", 1, 2, formation="r142")), True),  # any leader of its division
        (("11.30", leader("l", 1, 2, formation="", division="d36", stripe=Stripe.NONE)), True),
        (("11.30", leader("l", 1, 2, formation="cav117")), False),  # of another division
        (("11.30", leader("l", 1, 2, hero=True)), False),  # a hero is no leader
    ],
)
def test_in_command_in_or_next_to_the_hex_of_a_leader_of_the_division(chief: Any, expected: bool) -> None:
    pieces = {"a": us("10.30"), "friend": us(chief[0]), "x": ge("21.30")}
    table = activation(ROW, pieces, "division:d36", leaders={"l": chief})
    assert in_command(table, "a") is expected


@pytest.mark.clause("CSS-5.1-05")
def test_terrain_and_enemies_do_not_shorten_the_command_range() -> None:
    ground = board(
        """
        .~~~.
        .~~~.
        """,
        first="10.30",
        steep_slope=["10.30/10.31"],
    )
    pieces = {"a": us("10.30"), "x": ge("10.31"), "hq": us("14.30", **DIVISION_HQ, command_range=4)}
    assert in_command(activation(ground, pieces, "division:d36"), "a")


# --- second actions ---


def acted_once(points: int, away: int = 1) -> TableTop:
    """Let a company of the 141st pass its first action, its headquarters with range 4 being `away` hexes off."""
    pieces = {"a": us("10.30", deployed=False), "hq": us(f"{10 + away}.30", hq="formation", command_range=4),
              "x": ge("21.33"), "idle": us("10.33", formation="cav117")}  # fmt: skip
    table = position(pieces, points=points)
    table.do("pass_unit", unit="a")
    return table


@pytest.mark.clause("CSS-5.1-02", "CSS-2.0-13", "CSS-2.0-40")
@pytest.mark.parametrize("chit", ["division:d36", "formation:r141"])
def test_a_second_action_in_command_costs_one_direct_command_and_there_is_no_third(chit: str) -> None:
    pieces = {"a": us("10.30", deployed=False), "hq": us("11.30", hq="formation", command_range=4), "x": ge("21.33"),
              "idle": us("10.33", formation="cav117")}  # fmt: skip
    table = position(pieces, chit=chit, points=1)
    for end, left in (("10.31", 1), ("10.32", 0)):  # the same kind of action twice
        table.do("move", units=("a",))
        table.step(end)
        table.do("stop")
        assert commands(table) == left
    assert table.refused("move", units=("a",)) == ["5.1"]
    assert table.refused("change_formation", unit="a") == ["5.1"]
    assert table.refused("pass_unit", unit="a") == ["5.1"]
    assert commands(table, "butler") == 1  # the own division paid


@pytest.mark.clause("CSS-5.1-02", "CSS-2.0-13")
def test_no_second_action_without_a_direct_command_of_the_own_division() -> None:
    table = acted_once(points=0)
    for verb, args in (("move", {"units": ("a",)}), ("change_formation", {"unit": "a"})):
        assert table.refused(verb, **args) == ["5.1"]  # type: ignore[arg-type]
    assert all(c.get("unit") != "a" and c.get("units") != ("a",) for c in table.decision.options)


@pytest.mark.clause("CSS-5.1-02", "CSS-5.3-04")
@pytest.mark.parametrize(("away", "refused"), [(4, False), (5, True)])
def test_no_second_action_out_of_command(away: int, refused: bool) -> None:
    table = acted_once(points=5, away=away)
    if refused:
        assert table.refused("move", units=("a",)) == ["5.1"]
        assert table.refused("change_formation", unit="a") == ["5.1"]
    else:
        table.do("move", units=("a",))


@pytest.mark.clause("CSS-5.3-04", "CSS-5.1-02")
@pytest.mark.parametrize(("path", "again"), [(["12.30"], True), (["12.30", "13.30"], False)])
def test_command_is_tested_when_the_second_action_is_taken(path: list[str], again: bool) -> None:
    pieces = {"hq": us("10.30", hq="formation", command_range=2), "a": us("11.30", deployed=False), "x": ge("21.33")}
    table = position(pieces, chit="formation:r141")
    assert in_command(table, "a")
    table.do("move", units=("a",))
    table.step(*path)
    table.do("stop")
    if again:
        table.do("move", units=("a",))
    else:
        assert table.refused("move", units=("a",)) == ["5.1"]


@pytest.mark.clause("CSS-5.3-04", "CSS-5.1-02")
def test_a_unit_that_was_out_of_command_may_have_marched_into_it() -> None:
    pieces = {"hq": us("10.30", hq="formation", command_range=1), "a": us("12.30", deployed=False), "x": ge("21.33")}
    table = position(pieces, chit="formation:r141")
    assert not in_command(table, "a")
    table.do("move", units=("a",))
    table.step("11.30")
    table.do("stop")
    table.do("move", units=("a",))
    table.step("12.30")
    assert commands(table) == 4


@pytest.mark.clause("CSS-5.1-02")
def test_a_unit_in_the_routed_box_has_no_second_action() -> None:
    pieces = {"hq": us("10.30", **DIVISION_HQ, command_range=9), "a": us("10.30", place="routed"), "x": ge("21.33")}
    table = position(pieces)
    assert table.offered("return_unit")
    table.do("pass_unit", unit="a")
    assert table.refused("return_unit", unit="a", hex="10.30", deployed=True) == ["5.1"]


def test_a_formation_change_before_a_second_action_pays_for_it_once() -> None:
    table = acted_once(points=2)
    table.do("change_formation", unit="a")
    assert commands(table) == 1
    table.do("pass_unit", unit="a")  # in lieu of an action
    assert commands(table) == 1
    assert table.refused("change_formation", unit="a") == ["5.1"]


def test_the_last_action_of_a_unit_can_be_undone_with_its_payment() -> None:
    table = acted_once(points=1)
    before = table.session.digest()
    table.do("change_formation", unit="a")
    assert commands(table) == 0
    table.session.undo()
    assert (commands(table), table.session.digest()) == (1, before)


# --- the direct command chit ---


@pytest.mark.clause("CSS-5.1-06", "CSS-5.3-01")
def test_a_direct_command_activates_any_friendly_unit_wherever_it_is() -> None:
    pieces = {
        "a": us("10.30"), "b": us("10.31", formation="r142"), "c": us("10.32", formation="cav117"),
        "w": us("10.33", formation="", division="d36"), "n": us("10.33", formation="", division="d36", stripe="none"),
        "r": us("10.30", place="routed"), "x": ge("21.33"),
    }  # fmt: skip
    table = position(pieces, chit="command:allied", points=9)
    assert table.state.activity == {}  # nobody is active by himself
    assert not any(in_command(table, name) for name in "abcwn")
    assert {c.get("unit") for c in table.offered("activate")} == set("abcwnr")
    assert table.refused("activate", unit="x") == ["5.1"]
    for name, division in (("a", "d36"), ("c", "butler"), ("w", "d36")):
        left = commands(table, division)
        table.do("activate", unit=name)
        assert commands(table, division) == left - 1
        table.do("pass_unit", unit=name)


@pytest.mark.clause("CSS-5.1-06")
def test_another_division_cannot_pay() -> None:
    pieces = {"a": us("10.30"), "c": us("10.32", formation="cav117"), "x": ge("21.33")}
    divisions = {"d36": start_of(commands=0), "butler": start_of(commands=10), "pz11": EMPTY}
    table = activation(OPEN, pieces, "command:allied", divisions=divisions)
    assert table.refused("activate", unit="a") == ["5.1"]
    assert [c.get("unit") for c in table.offered("activate")] == ["c"]
    assert (commands(table), commands(table, "butler")) == (0, 10)


@pytest.mark.clause("CSS-5.1-06")
def test_units_are_paid_for_only_under_a_direct_command_chit() -> None:
    table = position({"a": us("10.30"), "b": us("10.31", formation="r142"), "x": ge("21.33")}, chit="formation:r141")
    assert "activate" not in table.verbs()
    for name in "ab":
        assert table.refused("activate", unit=name) == ["5.1"]


@pytest.mark.clause("CSS-5.1-06")
@pytest.mark.parametrize("verb", ["move", "fire", "rally", "return_unit"])
def test_a_unit_paid_for_may_take_one_action_of_any_kind(verb: str) -> None:
    pieces = {
        "a": us("11.30", deployed=verb == "fire", place="routed" if verb == "return_unit" else "map"),
        "hq": us("10.33", **DIVISION_HQ, command_range=4), "x": ge("12.30" if verb == "fire" else "21.33"),
    }  # fmt: skip
    markers = [("11.30", "dg", 2)] if verb == "rally" else []
    table = position(pieces, chit="command:allied", dice=[0], markers=markers)
    table.do("activate", unit="a")
    action: dict[str, dict[str, Any]] = {
        "move": {"units": ("a",)}, "fire": {"unit": "a", "hex": "12.30"}, "rally": {"unit": "a"},
        "return_unit": {"unit": "a", "hex": "10.33", "deployed": True},
    }  # fmt: skip
    table.do(verb, **action[verb])
    if verb == "move":
        table.step("11.31")
        table.do("stop")
    if verb == "fire":
        table.dice(9).do("confirm")
    assert table.state.activity["a"].used == 1


@pytest.mark.clause("CSS-5.1-07", "CSS-5.3-01")
def test_under_a_direct_command_chit_a_unit_acts_exactly_once() -> None:
    pieces = {"a": us("10.30", deployed=False), "b": us("10.31"), "hq": us("10.30", hq="formation", command_range=4),
              "x": ge("21.33")}  # fmt: skip
    table = position(pieces, chit="command:allied", points=6)
    table.do("activate", unit="a")
    table.do("move", units=("a",))
    table.step("11.30")
    table.do("stop")
    assert in_command(table, "a") and commands(table) == 5
    for verb, args in (("activate", {"unit": "a"}), ("move", {"units": ("a",)}), ("rally", {"unit": "a"}),
                       ("change_formation", {"unit": "a"}), ("pass_unit", {"unit": "a"})):  # fmt: skip
        assert "5.1" in table.refused(verb, **args)  # type: ignore[arg-type]
    table.do("activate", unit="b")
    table.do("pass_unit", unit="b")
    assert "5.1" in table.refused("activate", unit="a")
    assert commands(table) == 4


@pytest.mark.clause("CSS-5.1-07")
def test_a_unit_that_lent_its_point_has_acted() -> None:
    pieces = {"a": us("11.30"), "b": us("11.30"), "c": us("11.33"), "x": ge("12.30")}
    table = position(pieces, chit="command:allied", points=5)
    table.do("activate", unit="a")
    table.do("fire", unit="a", hex="12.30")
    table.do("support", unit="b")
    table.dice(9).do("confirm")
    assert commands(table) == 3
    assert "5.1" in table.refused("activate", unit="b")


@pytest.mark.clause("CSS-5.3-07", "CSS-5.3-01")
def test_direct_commands_are_rolled_before_the_first_unit_is_chosen() -> None:
    pieces = {"hq": us("10.30", **DIVISION_HQ, command_range=4), "x": ge("21.33")}
    table = position(pieces, chit="command:allied", points=0, dice=[4])
    assert table.asked == ("allied", "activation")
    assert commands(table) == 6  # rating 4 and half of 4
    assert table.offered("activate")
    assert [e["event"] for e in told(table, "CommandsGained", "UnitActivated")] == ["CommandsGained"]


PANZER_HQ = ge("60.50", formation="", division="pz11", hq="division", command_range=8)
GROUND = board(
    """
    .....
    .....
    .....
    .....
    """,
    first="57.49",
)


def example() -> TableTop:
    """Draw the German Direct Command Chit: 11th Panzer has 5, rating 7, and the die shows 7 (5.3)."""
    company = ge("59.51")
    pieces = {"co3": company, "co6": company, "co7": company, "hq": PANZER_HQ, "far": us("57.49")}
    return activation(GROUND, pieces, "command:german", dice=[7], divisions={"pz11": start_of(commands=5)})


@pytest.mark.clause("CSS-5.3-08")
def test_example_five_and_half_a_seven_and_rating_seven_are_fifteen() -> None:
    table = example()
    assert commands(table, "pz11") == 15
    assert [(e["die"], e["gain"]) for e in told(table, "CommandsGained")] == [(7, 10)]


@pytest.mark.clause("CSS-5.3-09")
def test_example_one_company_is_paid_for_flips_and_moves() -> None:
    table = example()
    table.do("activate", unit="co3")
    assert commands(table, "pz11") == 14
    table.do("change_formation", unit="co3")
    table.do("move", units=("co3",))
    table.step("59.52")
    table.do("stop")
    assert (table.where("co3"), table.unit("co3").deployed) == ("59.52", False)
    for other in ("co6", "co7"):
        assert (table.where(other), table.unit(other).deployed) == ("59.51", True)
        assert "5.1" in table.refused("change_formation", unit=other)
    assert commands(table, "pz11") == 14
    table.do("activate", unit="co6")
    table.do("change_formation", unit="co6")
    assert commands(table, "pz11") == 13


@pytest.mark.clause("CSS-5.3-10")
def test_unspent_direct_commands_are_kept() -> None:
    table = example()
    table.do("activate", unit="co3")
    table.do("pass_unit", unit="co3")
    table.do("end_activation")
    assert (table.asked[1], commands(table, "pz11")) == ("purchase", 14)
    assert table.state.activity == {}


@pytest.mark.clause("CSS-5.3-10")
def test_a_direct_command_chit_may_be_ended_with_a_paid_unit_waiting() -> None:
    table = example()
    table.do("activate", unit="co3")
    table.do("end_activation")
    assert (table.asked[1], commands(table, "pz11")) == ("purchase", 14)


@pytest.mark.clause("CSS-5.3-11")
@pytest.mark.parametrize("task_force", ["tf_butler", "cc_sudre"])
def test_german_divisions_command_better_and_allied_divisions_plan_better(task_force: str) -> None:
    ratings = read_file(Path(company_scale.__path__[0], "charts", "house.yaml")).mapping["divisions"]
    german = [ratings[name] for name in ("ge_11pz", "ge_198id", "ge_338id", "ge_189id")]
    allied = [ratings[name] for name in ("us_3id", "us_36id", "us_45id", task_force)]
    assert mean(r["command"] for r in german) > mean(r["command"] for r in allied)
    assert mean(r["dispatch"] for r in allied) > mean(r["dispatch"] for r in german)


@pytest.mark.clause("CSS-4.0-29")
@pytest.mark.parametrize(
    ("unit", "why"),
    [
        ("a", "can't act yet. Finish the earlier steps of the activation."),
        ("b", "isn't active: 141st Regiment is in play."),
    ],
)
def test_before_the_actions_a_unit_is_told_to_wait_only_if_its_chit_is_in_play(unit: str, why: str) -> None:
    gun = {"mg": ("12.32", weapon("mg", ("red", 1, 1), formation="r141"))}
    pieces = {"a": us("12.32"), "b": us("14.32", formation="r142"), "hq": us("12.33", hq="formation", command_range=3)}
    table = activation(OPEN, pieces, "formation:r141", weapons=gun, step="2.C.iii.e")
    assert table.asked == ("allied", "detach")
    said = [reason.text for reason in table.session.explain("allied", cmd("move", units=(unit,)))]
    assert any(text.endswith(why) for text in said), said
