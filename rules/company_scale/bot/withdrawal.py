"""How the greedy bot brings Germans out by the north: who leaves, and the evacuation markers (22.2, 22.3)."""

from __future__ import annotations

from itertools import pairwise

from rules.company_scale.battle_map import Road
from rules.company_scale.bot.ground import Plan
from rules.company_scale.bot.offers import key_of
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import counter, enemy_holds
from rules.company_scale.r22_2_evacuation import GERMAN
from rules.company_scale.state import Table
from rules.engine.command import Command, cmd
from rules.engine.options import Decision
from rules.hexes.grid import distance, neighbours
from rules.hexes.paths import cheapest

PACE, SLACK = 2, 8  # hexes a turn a unit is thought to make, and turns it starts early
NEARER = 7.0  # worth of each hex nearer to the exit


def way_out(game: Table, seat: str) -> int:
    """Return the hex by which a side gains points for leaving, 0 where there is none."""
    return game.scenario.exit if seat == GERMAN and game.scenario.victory.exits else 0


def is_leaving(game: Table, here: int, exit_by: int) -> bool:
    """Tell whether it is time for a unit in a hex to set out for the exit."""
    left = game.scenario.turns - game.state.turn + 1
    return bool(exit_by) and left <= distance(here, exit_by) / PACE + SLACK


def road_to(game: Table, here: int, goal: int) -> tuple[tuple[int, str], ...]:
    """Return the steps of the shortest way along roads and railroads that no enemy blocks, () without one."""
    ground = ground_of(game)

    def steps(at: int) -> list[tuple[int, int]]:
        near = (n for n in neighbours(at) if n in ground.hexes and ground.side(at, n).roads)
        return [(n, 1) for n in near if not enemy_holds(game, n, GERMAN)]

    reached = cheapest([here], steps, goal=goal)
    if goal not in reached.costs:
        return ()
    return tuple((to, _way(ground.side(at, to).roads)) for at, to in pairwise(reached.path(goal)))


def _way(roads: frozenset[Road]) -> str:
    if Road.EVACUATION in roads or Road.PAVED in roads:
        return "paved"
    return "trail" if Road.TRAIL in roads else "railroad"


class Withdrawal:
    """Answers of the greedy player about evacuation markers."""

    _plan: object
    _done: set[object]

    def _evacuation_moves(self, game: Table, decision: Decision) -> Command:
        """Move each marker along the roads toward the exit."""
        for command in decision.options.by_verb().get("move", []):
            units = command.texts("units")
            if key_of(game, units[0]) in self._done:  # it could not begin
                continue
            here = game.state.units[units[0]].hex
            steps = road_to(game, here, game.scenario.exit) if counter(game, units[0]).marker else ()
            if steps:
                self._plan = Plan(units[0], 0.0, steps)
                return command
        return cmd("done")

    def _take_up(self, game: Table, decision: Decision) -> Command:
        """Take up the marker that is nearest to the exit."""
        found = decision.options.by_verb().get("take_up", [])
        goal = game.scenario.exit
        near = sorted(found, key=lambda c: (distance(game.state.units[c.text("unit")].hex, goal), str(c)))
        return near[0] if near else cmd("leave_markers")
