"""Plans for units: when they are made, what they are, and that a script follows one only as long as it holds."""

from __future__ import annotations

from dataclasses import replace

from rules.company_scale.bot.chits import chit_of
from rules.company_scale.bot.memory import USUAL, Order
from rules.company_scale.bot.script import CompanyScript
from rules.company_scale.scenario import VictoryHex
from rules.company_scale.state import Battle
from rules.company_scale.system import SYSTEM
from rules.engine.command import Command, cmd
from rules.engine.evaluator import Evaluator, Manner, Script, Stance
from rules.engine.seat import Seat
from rules.hexes.grid import hex_id
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.moves import HQ
from tests.rules.company_scale.helpers.preparing import HERE, prepared
from tests.rules.company_scale.helpers.tables import TableTop, activation, ge, us

OPEN = board("\n".join(["............"] * 6), first="10.30")
US, HILL = "formation:r141", VictoryHex(hex_id("16.32"), "The hill", "red", {"allied": 4})
assert SYSTEM.evaluator is not None
EVALUATOR: Evaluator = SYSTEM.evaluator


def begun(at: str = "11.32", *, deployed: bool = False, enemy: str = "21.35") -> TableTop:
    """Return a chit's start: a company, its headquarters, an enemy."""
    pieces = {"a": us(at, deployed=deployed), "hq": us("10.32", **HQ), "x": ge(enemy)}
    return activation(OPEN, pieces, US, victory=[HILL])


def seen(table: TableTop) -> Battle:
    """Return the position to look at."""
    return Seat(table.session).think()


def stances(table: TableTop, held: Stance | None = None) -> list[Stance]:
    """Return the plans of the present moment."""
    return list(EVALUATOR.stances(seen(table), table.decision, Manner(), held))


def chosen(table: TableTop, script: Script) -> Command:
    """Return what a script does now."""
    return script.choose(seen(table), table.decision).command


def moved(table: TableTop, script: Script, steps: int) -> None:
    """Let a script act until a unit has made so many steps."""
    while steps:
        command = chosen(table, script)
        assert command.verb in ("move", "step")
        table.session.submit("allied", table.session.seq, command)
        steps -= command.verb == "step"


def test_a_moment_to_plan_is_whenever_a_unit_may_act_under_ones_own_chit() -> None:
    table = begun()
    game = seen(table)
    moment = EVALUATOR.moment(game, table.decision)
    assert moment is not None and not moment.is_over(game) and not moment.is_far_enough(game)
    assert EVALUATOR.moment(game, replace(table.decision, seat="german")) is None
    assert EVALUATOR.moment(game, replace(table.decision, kind="movement")) is None
    game.state.played += ("wind",)
    assert moment.is_over(game) and moment.is_far_enough(game)
    moved(table, CompanyScript(1, Manner()), 1)
    while table.decision.kind != "activation":
        table.session.submit("allied", table.session.seq, cmd("stop"))
    later = EVALUATOR.moment(seen(table), table.decision)
    assert later is not None and later.key != moment.key


def test_the_plans_are_what_the_script_does_what_it_leaves_undone_and_what_comes_first() -> None:
    usual, left, *others = stances(begun(at="14.32", deployed=True, enemy="15.32"))
    assert usual.text == USUAL.text and left.text == "a: don't fire at 15.32"
    assert [stance.text for stance in others] == ["a: move to 16.32", "a: dig in", "hq: dig in"]
    assert all(stance.data.first is not None and not stance.data.barred for stance in others)
    assert left.data.first is None and len(left.data.barred) == 1


def test_where_nobody_has_anything_to_do_there_is_one_plan() -> None:
    table = activation(OPEN, {"a": us("11.32"), "x": ge("21.35")}, US)
    assert [stance.text for stance in stances(table)] == ["default plan"]


def test_what_is_left_undone_stays_so_until_the_chit_is_over() -> None:
    table = begun()
    _, left, *_ = stances(table)
    assert left.text == "a: don't move"
    script = EVALUATOR.script(Manner(), 1, left)
    assert chosen(table, CompanyScript(1, Manner())).verb == "move"
    assert chosen(table, script).verb != "move"
    again = stances(table, left)
    assert all(stance.data.barred >= left.data.barred for stance in again) and again[0].text == USUAL.text
    game = seen(table)
    game.state.played += ("wind",)
    assert script.choose(game, table.decision).command.verb == "move"
    held = Stance(left.text, left.data._replace(chit=(0, 1)))
    assert not stances(table, held)[0].data.barred


def test_what_comes_first_is_begun_once() -> None:
    table = begun(at="14.32", deployed=True, enemy="15.32")
    digs = next(stance for stance in stances(table) if stance.text == "a: dig in")
    script = EVALUATOR.script(Manner(), 1, digs)
    assert chosen(table, script) == cmd("build", unit="a", what="foxhole")
    assert chosen(table, script).verb == "fire"


def test_assaults_that_are_due_may_be_called_off_but_not_on_again() -> None:
    table = prepared({"a": us("14.32"), "b": us("14.32"), "x": ge(HERE)})
    assert [stance.text for stance in stances(table)] == ["default plan", f"cancel the assault on {HERE}"]
    before = EVALUATOR.moment(seen(table), table.decision)
    command = chosen(table, EVALUATOR.script(Manner(), 1, stances(table)[1]))
    assert command == cmd("call_off", hex=HERE)
    table.session.submit("allied", table.session.seq, command)
    after = EVALUATOR.moment(seen(table), table.decision)
    assert before is not None and after is not None and before.key != after.key
    assert [stance.text for stance in stances(table)] == ["default plan"]


def test_assaults_the_script_calls_off_may_be_carried_out_after_all() -> None:
    table = prepared({"a": us("14.32"), **{name: ge(HERE) for name in "xyz"}})
    assert chosen(table, CompanyScript(1, Manner())) == cmd("call_off", hex=HERE)
    usual, other = stances(table)
    assert usual.text == "default plan" and other.text == "carry out every assault"
    assert chosen(table, EVALUATOR.script(Manner(), 1, other)) == cmd("confirm")


def test_a_script_goes_on_with_what_the_one_before_it_had_in_mind() -> None:
    table = begun()
    before = CompanyScript(1, Manner())
    moved(table, before, 2)
    script = EVALUATOR.script(Manner(), 1, Stance("", Order("", chit_of(seen(table).state))), before)
    assert isinstance(script, CompanyScript)
    assert script.mind.intent == before.mind.intent is not None
    assert script.mind.left == before.mind.left == {"a": (hex_id("11.32"), 1)}
    assert chosen(table, script) == chosen(table, before)


def test_a_fresh_script_goes_on_from_the_middle_of_a_move() -> None:
    table = begun()
    moved(table, CompanyScript(1, Manner()), 2)
    here = table.where("a")
    fresh = CompanyScript(7, Manner())
    moved(table, fresh, 1)
    assert table.where("a") > here  # a column further east


def test_a_fresh_script_stops_where_it_is_best() -> None:
    table = begun(at="14.32")
    moved(table, CompanyScript(1, Manner()), 2)
    assert table.where("a") == "16.32"
    assert chosen(table, CompanyScript(7, Manner())) == cmd("stop")
