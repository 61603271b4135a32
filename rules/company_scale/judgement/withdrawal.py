"""How the script moves evacuation markers and takes them up (22.2)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from rules.company_scale.battle_map import Road
from rules.company_scale.ground import ground_of
from rules.company_scale.judgement.ground import March
from rules.company_scale.judgement.mind import Mind
from rules.company_scale.judgement.offers import Answer, key_of
from rules.company_scale.pieces import counter, enemy_holds
from rules.company_scale.r22_2_evacuation import GERMAN
from rules.company_scale.state import Battle
from rules.engine.command import Command, cmd
from rules.engine.options import Decision
from rules.hexes.grid import distance, neighbours
from rules.hexes.paths import cheapest


def road_to(game: Battle, here: int, goal: int) -> tuple[tuple[int, str], ...]:
    """Return the steps of the shortest unblocked way along roads and railroads, () if there is none."""
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

    def __init__(self, mind: Mind) -> None:
        self.mind = mind

    def answers(self) -> Mapping[str, Answer]:
        """Return what is answered to decisions, by their kind."""
        return {"evacuation_moves": self._evacuation_moves, "take_up": self._take_up}

    def _evacuation_moves(self, game: Battle, decision: Decision) -> Command:
        """Move each marker along the roads toward the exit."""
        for command in decision.options.by_verb().get("move", []):
            units = command.texts("units")
            if key_of(game, units[0]) in self.mind.done:  # it could not begin
                continue
            here = game.state.units[units[0]].hex
            steps = road_to(game, here, game.scenario.exit) if counter(game, units[0]).marker else ()
            if steps:
                self.mind.intent = March(units[0], 0.0, steps)
                return command
        return cmd("done")

    def _take_up(self, game: Battle, decision: Decision) -> Command:
        """Take up the marker that is nearest to the exit."""
        offered = decision.options.by_verb().get("take_up", [])
        goal = game.scenario.exit
        near = sorted(offered, key=lambda c: (distance(game.state.units[c.text("unit")].hex, goal), str(c)))
        return near[0] if near else cmd("leave_markers")
