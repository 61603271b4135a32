"""Plans for a chit: when they are made, what they are, and that a script follows one only as long as it holds."""

from __future__ import annotations

from dataclasses import replace

from rules.company_scale.judgement.orders import USUAL, Order, adjusted, order
from rules.company_scale.judgement.plans import chit_of
from rules.company_scale.judgement.script import CompanyScript
from rules.company_scale.judgement.weights import weights_of
from rules.company_scale.scenario import VictoryHex
from rules.company_scale.system import SYSTEM
from rules.engine.command import Command, cmd
from rules.engine.judgement import Manner, Script, Stance
from rules.engine.seat import Seat
from rules.hexes.ids import hex_id
from rules.opponent.levels import YARDSTICK
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.moves import HQ
from tests.rules.company_scale.helpers.tables import TableTop, activation, ge, us

OPEN = board("\n".join(["............"] * 6), first="10.30")
US, HILL = "formation:r141", VictoryHex(hex_id("16.32"), "The hill", "red", {"allied": 4})
FAR = VictoryHex(hex_id("10.30"), "The ford", "red", {"allied": 3})
JUDGEMENT = SYSTEM.judgement


def begun(*victory: VictoryHex, at: str = "11.32") -> TableTop:
    """Return a chit's start: a company in column, its headquarters, an enemy far away."""
    pieces = {"a": us(at, deployed=False), "hq": us("10.32", **HQ), "x": ge("21.35")}
    return activation(OPEN, pieces, US, victory=victory)


def planned(given: Order) -> Script:
    """Return a script that follows a plan."""
    assert JUDGEMENT is not None
    return JUDGEMENT.script(Manner(), 1, Stance(given.text, given))


def chosen(table: TableTop, script: Script) -> Command:
    """Return what a script does now."""
    return script.choose(Seat(table.session).think(), table.decision).command


def moved(table: TableTop, script: Script, steps: int) -> None:
    """Let a script act until a unit has made so many steps."""
    while steps:
        command = chosen(table, script)
        assert command.verb in ("move", "step")
        table.session.submit("allied", table.session.seq, command)
        steps -= command.verb == "step"


def test_a_moment_to_plan_is_the_start_of_ones_own_chit() -> None:
    table = begun(HILL)
    game = Seat(table.session).think()
    assert JUDGEMENT is not None
    moment = JUDGEMENT.moment(game, table.decision)
    assert moment is not None and moment.key == chit_of(game.state)
    assert not moment.is_over(game) and not moment.is_far_enough(game)
    assert JUDGEMENT.moment(game, replace(table.decision, seat="german")) is None
    assert JUDGEMENT.moment(game, replace(table.decision, kind="movement")) is None
    game.state.turn += 1
    assert moment.is_over(game) and moment.is_far_enough(game)


def test_a_plan_has_come_far_enough_when_the_enemy_has_had_a_chit() -> None:
    table = begun(HILL)
    game = Seat(table.session).think()
    assert JUDGEMENT is not None
    moment = JUDGEMENT.moment(game, table.decision)
    assert moment is not None
    game.state.played += ("formation:pg110",)
    assert moment.is_over(game) and not moment.is_far_enough(game)  # it is still in play
    game.state.played += ("wind",)
    assert moment.is_far_enough(game)


def test_the_first_plan_is_what_the_script_does_anyway_and_main_efforts_are_within_reach() -> None:
    table = begun(HILL, FAR, at="17.32")
    assert JUDGEMENT is not None
    stances = JUDGEMENT.stances(Seat(table.session).think(), table.decision, Manner())
    assert stances[0] == Stance("as usual", USUAL)
    assert [s.text for s in stances if "effort" in s.text] == ["main effort The hill", "main effort The ford"]
    assert adjusted(weights_of(Manner()), USUAL) == weights_of(Manner())


def test_a_main_effort_goes_where_it_is_ordered_and_ends_with_the_chit() -> None:
    went = {}
    for goal in (HILL, FAR):
        table, script = begun(HILL, FAR, at="13.31"), planned(order("attack", goal.hex, goal.name))
        moved(table, script, 1)
        went[goal.name] = table.where("a")
        game = Seat(table.session).think()
        game.state.played += ("wind",)
        assert script.choose(game, table.decision) == CompanyScript(1, Manner()).choose(game, table.decision)
    assert went["The hill"] > "13.99" > went["The ford"]


def test_a_fresh_script_goes_on_from_the_middle_of_a_move_and_the_yardstick_stops() -> None:
    table = begun(HILL)
    moved(table, CompanyScript(1, Manner()), 2)
    here = table.where("a")
    fresh = CompanyScript(7, Manner())
    moved(table, fresh, 1)
    assert table.where("a") > here  # a column further east
    assert chosen(table, CompanyScript(1, Manner(YARDSTICK))) == cmd("stop")


def test_a_fresh_script_stops_where_it_is_best() -> None:
    table = begun(HILL, at="14.32")
    moved(table, CompanyScript(1, Manner()), 2)
    assert table.where("a") == "16.32"
    assert chosen(table, CompanyScript(7, Manner())) == cmd("stop")
