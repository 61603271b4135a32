"""Questions that come up seldom: which weapon or leader is given up, what aircraft aim at (8.5.1, 13.3, 30)."""

from __future__ import annotations

from rules.company_scale.bot.script import CompanyScript
from rules.engine.command import Command, cmd
from rules.engine.evaluator import Manner
from rules.engine.seat import Seat
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import entry, shoot
from tests.rules.company_scale.helpers.tables import TableTop, activation, ge, leader, us, weapon
from tests.rules.company_scale.test_12_support_weapons import unit_lost
from tests.rules.company_scale.test_30_riders import struck

OPEN = board("\n".join(["............"] * 8))


def chosen(table: TableTop) -> Command:
    """Return what the script answers."""
    choice = CompanyScript(1, Manner()).choose(Seat(table.session).think(), table.decision)
    assert choice.behaviour != "chance"
    return choice.command


def test_the_weakest_weapon_is_given_up() -> None:
    weapons = {n: ("12.32", weapon(n, ("red", value, 1))) for n, value in (("one", 3), ("two", 1), ("three", 2))}
    table = unit_lost(weapons)
    assert chosen(table) == cmd("choose", weapon="two")


def test_the_leader_who_helps_least_is_given_up() -> None:
    leaders = {"major": ("12.32", leader("major", 2, 2)), "sergeant": ("12.32", leader("sergeant", 1, 0))}
    table = activation(OPEN, {"a": us("12.32"), "y": ge("13.32")}, "formation:pg110", leaders=leaders,
                       charts=entry("DG1"))  # fmt: skip
    shoot(table, "y", "12.32", 0)
    assert table.asked == ("allied", "lose_leader")
    assert chosen(table) == cmd("choose", leader="sergeant")


def test_aircraft_hit_the_riders_who_have_just_got_off() -> None:
    assert chosen(struck("t")) == cmd("aim", target="hex")
