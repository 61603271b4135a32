"""What a fit is made of: the position at the start of each chit of a game of the script, and how the game ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from rules.company_scale.bot import value
from rules.company_scale.r27_victory import controller, points
from rules.company_scale.scenario import SIDES
from rules.engine.evaluator import Manner
from rules.engine.game import Game
from rules.engine.session import Session
from rules.opponent.planner import play_on
from rules.tools.parallel import loaded

SIDE: Final = SIDES[0]
OTHER: Final = SIDES[1]


class Row(NamedTuple):
    """A position from the first side's view: its game, what it scored, its features, and how it ended.

    `signs` are the points of each stake, negative for the other side, `kept` whether its side holds it at the end.
    """

    scenario: str
    seed: int
    turn: int
    scored: float
    now: float
    lead: Mapping[str, float]
    hexes: list[Mapping[str, float]]
    signs: list[float]
    kept: list[bool]
    final: float


class Task(NamedTuple):
    """A game to play: its scenario, and the seed of its dice and scripts."""

    scenario: str
    seed: int


def rows_of(task: Task) -> list[Row]:
    """Play a game and return its rows."""
    system, scenario = loaded("company_scale", task.scenario)
    session = Session.new(system, scenario, seed=1, source=task.scenario)
    game: Game[Any, Any] = Game(system.kinds, session.scenario, session.state.copy())
    assert system.evaluator is not None
    scripts = {seat: system.evaluator.script(Manner(), 2 * task.seed + n) for n, seat in enumerate(system.seats)}
    seen: dict[tuple[int, int], Game[Any, Any]] = {}

    def keep(now: Game[Any, Any]) -> bool:
        key = now.state.turn, len(now.state.played)
        if now.state.chit and key not in seen:
            seen[key] = Game(system.kinds, now.base, now.state.copy())
        return False

    end = play_on(game, lambda _: scripts, system.evaluator, task.seed, keep)
    totals = points(end)
    holders = {goal.hex: controller(end, goal.hex) for goal in end.scenario.victory.hexes}
    return [row(now, task, totals[SIDE] - totals[OTHER], holders) for now in seen.values()]


def row(game: Game[Any, Any], task: Task, final: float, holders: Mapping[int, str]) -> Row:
    """Return the row of a position whose game ended with a lead and with these sides in the victory hexes."""
    fighters = {side: value.fighters_of(game, side) for side in SIDES}
    stakes, held, scored = list(value.stakes(game)), points(game), game.state.points
    return Row(
        *task, game.state.turn, scored.get(SIDE, 0) - scored.get(OTHER, 0), held[SIDE] - held[OTHER],
        value.lead_features(game, SIDE, fighters), [value.hex_features(game, stake, fighters) for stake in stakes],
        [stake.points if stake.side == SIDE else -stake.points for stake in stakes],
        [holders[stake.hex] == stake.side for stake in stakes], final,
    )  # fmt: skip
