"""Which chits are bought: those whose units have something to do now (4.0, 29)."""

from __future__ import annotations

import pytest

from rules.company_scale.bot.script import CompanyScript
from rules.company_scale.scenario import DivisionStart
from rules.engine.command import Command, cmd
from rules.engine.evaluator import Manner
from rules.engine.seat import Seat
from tests.rules.company_scale.helpers.tables import Piece, TableTop, game_from_start, ge, us
from tests.rules.company_scale.helpers.turns import EMPTY, OPEN, WARRING, start_of, to_action_phase

FACING: dict[str, Piece] = {
    "a": us("12.32"), "b": us("12.30"), "x": ge("13.32", deployed=False), "y": ge("13.30", deployed=False),
}  # fmt: skip


def chosen(table: TableTop) -> Command:
    """Return what the script answers."""
    return CompanyScript(1, Manner()).choose(Seat(table.session).think(), table.decision).command


def buying(pieces: dict[str, Piece], turns: int = 1, **starts: DivisionStart) -> TableTop:
    """Come to the first question before a draw."""
    divisions = {**dict.fromkeys(WARRING, EMPTY), **starts}
    table = game_from_start(OPEN, pieces, divisions=divisions, turns=turns)
    to_action_phase(table)
    assert table.asked[1] == "purchase"
    return table


def test_a_formation_with_two_targets_is_played_at_once_in_the_last_turn() -> None:
    assert chosen(buying(FACING, d36=start_of())) == cmd("buy_now", chit="formation:r141")


def test_earlier_the_points_are_kept_for_the_chits_of_the_next_turn() -> None:
    assert chosen(buying(FACING, turns=5, d36=start_of(dispatch=3))) == cmd("pass")


def test_it_pays_for_no_chit_whose_units_have_nothing_to_do() -> None:
    far = {"a": us("10.30"), "b": us("10.31"), "x": ge("21.33")}
    assert chosen(buying(far, d36=start_of())) == cmd("pass")
    preparing = game_from_start(OPEN, far, divisions={**dict.fromkeys(WARRING, EMPTY), "d36": start_of()}, turns=3)
    assert preparing.asked == ("allied", "preparation")
    assert chosen(preparing) == cmd("done")


@pytest.mark.parametrize(("mate", "verb"), [("b", "buy_chit"), ("hq", "done")])
def test_one_company_and_its_headquarters_are_not_worth_a_chit(mate: str, verb: str) -> None:
    second = FACING["b"] if mate == "b" else us("11.30", hq="formation", command_range=3)
    pieces = {"a": FACING["a"], mate: second, "x": FACING["x"], "y": FACING["y"]}
    table = game_from_start(OPEN, pieces, divisions={**dict.fromkeys(WARRING, EMPTY), "d36": start_of()}, turns=3)
    assert table.asked == ("allied", "preparation")
    assert chosen(table).verb == verb
