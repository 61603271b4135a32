"""The greedy bot's judgement of assaults."""

from __future__ import annotations

import pytest

from rules.company_scale.bot.script import CompanyScript
from rules.company_scale.scenario import DivisionStart, VictoryHex
from rules.engine.command import Command
from rules.engine.evaluator import Manner
from rules.engine.seat import Seat
from tests.rules.company_scale.helpers.preparing import HERE, OPEN, OTHER, US, column, go, marks, prepared
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, us

GE = "formation:pg110"
STRONG = {"a": us("14.32"), "b": us("14.32"), "c": us("13.31"), "d": us("15.31")}
ALONE = {"x": ge(HERE)}
HOLDING = {"x": ge(HERE), "y": ge(HERE), "z": ge(HERE)}


def choice(table: TableTop) -> Command:
    """Return what the bot does."""
    return CompanyScript(1, Manner()).choose(Seat(table.session).think(), table.decision).command


def play(table: TableTop, until: str) -> None:
    """Let the bot play both sides until a kind of decision."""
    bot = CompanyScript(1, Manner())
    while table.decision.kind != until:
        command = bot.choose(Seat(table.session).think(), table.decision).command
        table.session.submit(table.decision.seat, table.session.seq, command)


def placing(pieces: dict[str, Piece], dispatch: int = 3) -> TableTop:
    """Come to the question for markers."""
    return activation(OPEN, pieces, US, prepare=True, divisions={"d36": DivisionStart(dispatch, 0, 0, 5)})


def test_it_prepares_an_assault_that_looks_good() -> None:
    assert str(choice(placing({**STRONG, **ALONE})).get("hex")) == HERE


@pytest.mark.parametrize(("pieces", "dispatch"), [({"a": us("14.32"), **HOLDING}, 3), ({**STRONG, **ALONE}, 1)])
def test_it_saves_the_point_where_the_assault_looks_bad_or_the_chit_would_lack_it(
    pieces: dict[str, Piece], dispatch: int
) -> None:
    assert choice(placing(pieces, dispatch)).verb == "done"


@pytest.mark.parametrize(("disorder", "cup", "verb"), [
    ((), (GE,), "place_assault"), (("dg", 2), (US,), "place_assault"), (("pinned", 1), (US, "wind:"), "place_assault"),
    (("dg", 2), (US, GE), "done"), (("pinned", 1), (US, "command:german"), "done"), (("dg", 2), (), "done"),
])  # fmt: skip
def test_it_prepares_none_on_enemies_in_disorder_that_seldom_stay(
    disorder: tuple[str, int] | tuple[()], cup: tuple[str, ...], verb: str
) -> None:
    markers = [(HERE, *disorder)] if disorder else []
    divisions = {"d36": DivisionStart(3, 0, 0, 5)}
    table = activation(OPEN, {**STRONG, **ALONE}, US, prepare=True, divisions=divisions, cup=cup, markers=markers)
    assert choice(table).verb == verb


def test_its_units_stay_with_their_marker() -> None:
    table = placing({**STRONG, **ALONE})
    table.do("place_assault", hex=HERE)
    table.dice(*[9] * 12)  # whatever fires misses
    play(table, "purchase")
    assert marks(table) == {(HERE, "allied")}


def test_it_assaults_with_all_and_follows_up_with_what_may_stack() -> None:
    table = prepared({**STRONG, **ALONE}, 9, 9, 0, markers=[(HERE, "dg", 4)])  # the defensive fire misses
    assert choice(table).verb == "confirm"
    play(table, "activation")
    assert len(table.state.stack(1431)) == 3


@pytest.mark.parametrize("pieces", [{"a": us("14.32"), **HOLDING}, {"a": us("14.32")}])
def test_it_calls_off_what_looks_bad_or_leads_nowhere(pieces: dict[str, Piece]) -> None:
    table = prepared(pieces)
    assert choice(table).verb == "call_off"
    play(table, "activation")
    assert marks(table) == set()


GOAL = VictoryHex(1431, "The hill", "red", {"allied": 4, "german": 2})


def test_it_walks_into_a_victory_hex_the_enemy_has_left_with_one_unit() -> None:
    table = prepared({"a": us("14.32"), "b": us("13.31"), "x": ge("20.31")}, victory=[GOAL])
    assert choice(table).verb == "confirm"
    play(table, "activation")
    assert len(table.state.stack(1431)) == 1


def test_it_does_not_leave_one_victory_hex_for_another() -> None:
    held = VictoryHex(1432, "The farm", "red", {"allied": 4, "german": 2})
    table = prepared({"a": us("14.32"), "x": ge("18.31")}, victory=[GOAL, held])
    assert choice(table).verb == "call_off"


def test_it_leaves_a_hex_that_is_lost_and_holds_one_that_is_not() -> None:
    lost = prepared({**STRONG, "e": us("15.31"), "x": ge(HERE, deployed=False, column_defense=4)})
    lost.do("confirm")
    assert (lost.asked[1], choice(lost).verb) == ("retreat", "retreat")
    sound = prepared({"a": us("14.32"), "x": ge(HERE, deployed=False)})
    sound.do("confirm")
    assert (sound.asked[1], choice(sound).verb) == ("retreat", "stand")


def test_it_spreads_the_disorganization_of_a_lost_assault() -> None:
    table = prepared({"a": us("14.32"), "b": us("13.31"), "x": ge(HERE)}, 0, 5, markers=[("14.32", "dg", 1)])
    table.do("confirm")
    go(table, "distribute_dg")
    assert choice(table).get("hex") == "13.31"


def test_it_shells_and_fires_where_it_can() -> None:
    pieces = {"a": us("14.32"), "b": column("16.32"), "m": us("14.33", fire=("black", 3, 6)), **ALONE, "y": ge(OTHER)}
    table = prepared(pieces, *[9] * 8)
    table.do("confirm")
    assert (table.asked[1], choice(table).verb) == ("assault_indirect", "indirect_fire")
    play(table, "defensive_fire")
    assert choice(table).verb == "fire"
