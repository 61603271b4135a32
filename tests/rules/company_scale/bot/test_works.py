"""The greedy bot's guns, transports, field works and way out."""

from __future__ import annotations

from rules.company_scale.bot.fire import fails_rout_check
from rules.company_scale.bot.position_evaluation import is_leaving
from rules.company_scale.bot.script import CompanyScript, road_to
from rules.company_scale.bot.weights import weights_of
from rules.company_scale.r08_5_results import passes_rout_check
from rules.engine.command import Command, cmd
from rules.engine.evaluator import Manner
from rules.engine.seat import Seat
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.guns import field, gun
from tests.rules.company_scale.helpers.moves import HQ
from tests.rules.company_scale.helpers.tables import TableTop, activation, ge, us

OPEN = board("\n".join(["............"] * 6), first="10.30")
US = "formation:r141"


def chosen(table: TableTop) -> Command:
    """Return what the bot does now."""
    return CompanyScript(1, Manner()).choose(Seat(table.session).think(), table.decision).command


def test_it_fires_its_guns_at_what_others_see() -> None:
    table = field({"a": gun("12.32"), "s": us("18.32"), "x": ge("20.32"), "y": ge("20.32", deployed=False)})
    assert chosen(table) == cmd("indirect_fire", unit="a", hex="20.32")


def test_it_sets_up_a_gun_that_stands_in_column() -> None:
    table = field({"a": gun("12.32", deployed=False), "s": us("18.32"), "x": ge("20.32")})
    assert chosen(table) == cmd("change_formation", unit="a")


def test_it_digs_in_near_the_enemy_and_not_far_from_him() -> None:
    ground = board("\n".join(["....................."] * 3), first="10.30")
    near = activation(ground, {"a": us("12.31"), "hq": us("11.31", **HQ), "x": ge("16.31")}, US, victory=[])
    near.dice(*[9] * 12)  # whatever fires misses
    while (command := chosen(near)).verb not in ("build", "end_activation"):
        near.session.submit("allied", near.session.seq, command)
    assert command.verb == "build"
    far = activation(ground, {"a": us("12.31"), "hq": us("11.31", **HQ), "x": ge("29.31")}, US, victory=[])
    while (command := chosen(far)).verb not in ("build", "end_activation"):
        far.session.submit("allied", far.session.seq, command)
    assert command.verb == "end_activation"


def test_the_chance_to_fail_a_rout_check_is_that_of_the_rules() -> None:
    table = activation(OPEN, {"a": us("13.32"), "x": ge("14.32", deployed=False)}, US)
    for unit in ("a", "x"):
        for easier in (0, 1, 2):
            failed = sum(not passes_rout_check(table.game, unit, die, easier) for die in range(10))
            assert fails_rout_check(table.game, unit, easier) == failed / 10


def test_units_set_out_for_the_exit_while_there_is_time_and_markers_keep_to_roads() -> None:
    table = activation(OPEN, {"a": us("13.32"), "x": ge("14.32")}, US)
    weights = weights_of(Manner())
    assert not is_leaving(table.game, 1432, 0, weights)
    assert is_leaving(table.game, 1432, 2130, weights)
    assert road_to(table.game, 1432, 2130) == ()
