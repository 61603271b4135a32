"""The exact odds of fires, rout checks, broken weapons and lost leaders against 200,000 simulated ones (8.4, 8.5)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple, cast

import pytest

from rules.company_scale.counters import Replacement
from rules.company_scale.r08_3_modifiers import shot_of
from rules.company_scale.r08_4_resolution import chances as exact_chances
from rules.company_scale.r08_4_resolution import resolution_data
from rules.company_scale.r08_5_results import passes_rout_check
from rules.company_scale.state import Battle, State
from rules.engine.command import Command, cmd
from rules.engine.options import Decision
from tests.rules.company_scale.helpers.fires import compose
from tests.rules.company_scale.helpers.simulating import agree, simulated
from tests.rules.company_scale.helpers.tables import TableTop, activation, ge, leader, us, weapon
from tests.rules.company_scale.test_08_odds import CASES, IDLE, OPEN, US, chances, describe

ROUNDS = 200_000


class Position(NamedTuple):
    """A position that is only read."""

    state: State


def read_hex(before: State, hex_id: int) -> Callable[[State], str]:
    """Return what says what became of a hex."""
    return lambda after: describe(cast(TableTop, Position(before)), cast(TableTop, Position(after)), hex_id)


def choose(game: Battle, decision: Decision) -> Command:
    """Choose as the shown fire value has it; a replacement stays where he is (13.1)."""
    if decision.kind == "leaders":
        return next(iter(decision.options))
    options = sorted(str(dict(c.args).popitem()[1]) for c in decision.options)
    best = next((x for x in options if x in ("y", "flame")), options[0])
    return cmd("choose", **{"weapon" if decision.kind == "defence_weapon" else "unit": best})


def confirmed(table: TableTop) -> tuple[Battle, int]:
    """Return the position after the confirmation, and how many frames lie below the fire."""
    game = table.game.branch()
    depth = len(game.state.frames) - 1
    game.take(cmd("confirm"))
    return game, depth


@pytest.mark.parametrize("case", CASES)
def test_200000_simulated_fires_agree_with_the_odds(case: Callable[[], TableTop]) -> None:
    table = case()
    game, depth = confirmed(table)
    read = read_hex(table.state.copy(), table.state.frames[-1]["hex"])
    agree(simulated(game, depth, choose, read, ROUNDS), chances(table))


def helped() -> TableTop:
    """A fire with a machine gun and a leader at a hex with a leader of its own."""
    guns = {"mg": ("12.32", weapon("mg", ("red", 1, 1), sustained_fire=True))}
    other = leader("other", 0, 1, formation="pg110", replacement=Replacement("Second", 0, 0))
    chiefs = {"chief": ("12.32", leader("chief", 1, 2)), "other": ("13.32", other)}
    pieces = {"a": us("12.32"), "x": ge("13.32", deployed=False), "y": ge("13.32", deployed=False), **IDLE}
    table = compose(activation(OPEN, pieces, US, weapons=guns, leaders=chiefs), "a", "13.32")
    table.do("use_weapon", weapon="mg")
    table.do("use_leader", leader="chief")
    return table


def losses(after: State) -> tuple[str, str]:
    """Return what became of the weapon that fired and of the leader fired at."""
    chief = after.leaders["other"]
    return after.weapons["mg"].place, "replaced" if chief.replaced else chief.place


def test_200000_simulated_fires_agree_on_broken_weapons_and_lost_leaders() -> None:
    table = helped()
    game, depth = confirmed(table)
    shot = shot_of(table.state.frames[-1])
    data = resolution_data(table.game, shot, "allied")
    exact = exact_chances(table.game, "fire_resolution", data, losses)
    assert sum(chance for (gun, _), chance in exact.items() if gun != "map") == Fraction(1, 10)  # on a 9 (8.4)
    assert sum(chance for (_, chief), chance in exact.items() if chief == "replaced") == Fraction(
        1, 10
    )  # on a 0 (13.3)
    agree(simulated(game, depth, choose, losses, ROUNDS), exact)
    agree(simulated(game, depth, choose, read_hex(table.state.copy(), shot.hex), ROUNDS), chances(table))


@pytest.mark.parametrize(("result", "easier"), [("R", 0), ("R*", 1), ("R**", 2)])
def test_200000_simulated_rout_checks_agree_with_the_rule(result: str, easier: int) -> None:
    pieces = {"a": us("12.32"), "x": ge("13.32", deployed=False), **IDLE}
    table = activation(OPEN, pieces, US, markers=[("13.32", "dg", 2)])
    game = table.game.branch()
    depth = len(game.state.frames)
    game.push("rout_check", hex=1332, easier=easier, result_kind=result, aim="hex", target="x", movers=(),
              firer="allied")  # fmt: skip
    passing = sum(passes_rout_check(game, "x", die, easier) for die in range(10))
    assert passing == 1 + sum(1 for die in range(1, 9) if die - easier + 1 <= 4)  # defense 1, quality 5 - 1 (8.5.1)
    seen = simulated(game, depth, choose, lambda after: after.units["x"].place == "map", ROUNDS)
    agree(seen, {True: Fraction(passing, 10), False: Fraction(10 - passing, 10)})
