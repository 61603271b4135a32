"""Where the script lays an FFI ambush, and when it lets the lone unit pass (23.2)."""

from __future__ import annotations

from functools import partial
from typing import Final

from rules.company_scale.ground import ground_of
from rules.company_scale.judgement.holding import goal_points, leaves_goal
from rules.company_scale.judgement.mind import Mind
from rules.company_scale.judgement.offers import Answers
from rules.company_scale.judgement.weights import POINT
from rules.company_scale.pieces import side_of
from rules.company_scale.r06_2_terrain import terrain_defense
from rules.company_scale.r07_2_fire_zones import fire_zone
from rules.company_scale.r23_2_ambush import SUCCESS
from rules.company_scale.r27_victory import controller
from rules.company_scale.state import MAP, Battle
from rules.engine.command import Command, cmd
from rules.engine.options import Decision
from rules.hexes.ids import hex_id

CHANCE: Final = (SUCCESS + 1) / 10


def _ambush(mind: Mind, game: Battle, decision: Decision) -> Command:
    """Lay the ambush where it is worth most; a unit that already lies somewhere must gain by its chances."""
    best, chosen = 0.0, cmd("decline")
    for command in decision.options.by_verb().get("ambush", []):
        unit, to = command.text("unit"), hex_id(command.text("hex"))
        worth = CHANCE * (_worth(mind, game, to, decision.seat) + mind.weights.shooting) - _given_up(mind, game, unit)
        if worth > best:
            best, chosen = worth, command
    return chosen


def _given_up(mind: Mind, game: Battle, unit: str) -> float:
    """Return what is lost by taking a unit up, 0 if it is free."""
    record = game.state.units[unit]
    if record.place != MAP:
        return 0.0
    side = side_of(game, unit)
    if leaves_goal(game, record.hex, [unit], mind.weights):
        return goal_points(game, record.hex) * POINT
    enemies = mind.outlook(game, side).enemies
    shooting = mind.weights.shooting if any(h in fire_zone(game, unit) for h in enemies) else 0.0
    return shooting + _worth(mind, game, record.hex, side)


def _worth(mind: Mind, game: Battle, here: int, side: str) -> float:
    """Return what a hex is worth to a deployed unit: the victory hex it takes, less the fire that reaches it."""
    weights, fire = mind.weights, mind.outlook(game, side).watch.exposed.get(here, 0)
    taken = goal_points(game, here) if controller(game, here) != side else 0
    danger = weights.exposed * min(fire, 20) + weights.cover * terrain_defense(ground_of(game), here) if fire else 0.0
    return taken * POINT * weights.pull - danger


def answers(mind: Mind) -> Answers:
    """Return what is answered to decisions, by their kind."""
    return {"ambush": partial(_ambush, mind)}
