"""Assaults by their two totals, and who must not leave a victory hex (9, 27.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from rules.company_scale.bot.fire import unit_worth
from rules.company_scale.bot.memory import ScriptMemory
from rules.company_scale.bot.value import Answers
from rules.company_scale.bot.weights import Weights
from rules.company_scale.pieces import counter, enemy_holds, face, is_deployed, origins_of, side_of
from rules.company_scale.r05_command import ONE_ACTION, activates, chit_kind, chit_side, paying_division
from rules.company_scale.r06_1_stacking import STACK_LIMIT
from rules.company_scale.r09_2_markers import marked_hexes
from rules.company_scale.r09_2_placing import assault_reasons, free_neighbours
from rules.company_scale.r09_5_choices import ATTACKER, DEFENDER, proposed
from rules.company_scale.r09_5_modifiers import Assault, assault_of, attacker_lines, defender_lines, total
from rules.company_scale.r27_victory import date_of, hex_points
from rules.company_scale.state import Battle
from rules.engine.command import Command, cmd
from rules.engine.frames import Frame
from rules.engine.options import Decision
from rules.hexes.grid import distance, hex_id, neighbours

# --- Holding on to victory hexes: who must not leave one (27.2) ----------------------------------------------------


def goal_points(game: Battle, here: int) -> int:
    """Return the points of both sides that hang on a hex; 0 if it is no victory hex."""
    goal = next((goal for goal in game.scenario.victory.hexes if goal.hex == here), None)
    return sum(hex_points(goal, date_of(game.scenario, game.state.turn)).values()) if goal is not None else 0


def is_threatened(game: Battle, here: int, side: str, weights: Weights) -> bool:
    """Tell whether an enemy is near enough to walk into a hex once it is empty."""
    return any(distance(here, h) <= weights.guard_within for h in game.state.stacks if enemy_holds(game, h, side))


def is_only_guard(game: Battle, unit: str, weights: Weights) -> bool:
    """Tell whether a victory hex with an enemy near would be empty without a unit."""
    return leaves_goal(game, game.state.units[unit].hex, [unit], weights)


def leaves_goal(game: Battle, here: int, leaving: Iterable[str], weights: Weights) -> bool:
    """Tell whether a victory hex with an enemy near would be empty once some units have left."""
    gone = set(leaving)
    staying = [u for u in game.state.stack(here) if u not in gone and not counter(game, u).marker]
    if staying or not gone or not goal_points(game, here):
        return False
    return is_threatened(game, here, side_of(game, next(iter(gone))), weights)


# --- The script's judgement of assaults: by the two totals, without looking at the dice (9) ------------------------


def edge(game: Battle, assault: Assault) -> int:
    """Return the attacker's total less the defender's, both with their leaders."""
    given = {**proposed(game, assault, ATTACKER), **proposed(game, assault, DEFENDER)}
    values = {name: getattr(assault, name) for name in ("hex", "seat", "attackers", "origins", "supporters")}
    full = assault_of(Frame("assault", "", {**values, **given}))
    return total(attacker_lines(game, full)) - total(defender_lines(game, full))


def edge_of(game: Battle, hex_id: int, seat: str, units: tuple[str, ...]) -> int:
    """Return the edge of an assault by some units, far below 0 without any."""
    if not units:
        return -99
    origins = origins_of(game, units)
    return edge(game, Assault(hex_id, seat, units, origins))


def keeps_marker(game: Battle, unit: str) -> bool:
    """Tell whether a unit had better stay where it is: it is next to enemies marked for an assault."""
    side, here = side_of(game, unit), game.state.units[unit].hex
    marked = marked_hexes(game.state, side)
    return bool(marked) and any(near in marked and enemy_holds(game, near, side) for near in neighbours(here))


def is_likely_to_stay(game: Battle, target: int, attackers: Sequence[str]) -> bool:
    """Tell whether the enemies in a hex will likely be there when some units may assault it: those in good order.

    Who is disorganized, pinned or suppressed rallies, leaves or is driven out, unless the units' chit comes this turn
    and none for the enemies.
    """
    status, units = game.state.status(target), game.state.stack(target)
    if not status.dg and not status.stress:
        return True
    cup, side = game.state.cup, side_of(game, units[0])
    if not any(activates(game.scenario, chit, counter(game, unit)) for chit in cup for unit in attackers):
        return False
    return not any(_may_act(game, chit, side, units) for chit in cup)


def _may_act(game: Battle, chit: str, side: str, units: Iterable[str]) -> bool:
    """Tell whether a chit lets one of some units of a side act, by itself or for a direct command (5.1)."""
    if chit_kind(chit) in ONE_ACTION:
        return chit_side(game.scenario, chit) == side
    return any(activates(game.scenario, chit, counter(game, unit)) for unit in units)


def _markers(weights: Weights, game: Battle, decision: Decision) -> Command:
    """Place the marker with the best prospects while they are good and a point is left for the chit (9.2)."""
    best, chosen = weights.assault_edge - 1, cmd("done")
    if game.state.divisions[paying_division(game.scenario, game.state.chit)].dispatch <= weights.assault_points:
        return chosen
    for command in decision.options.by_verb().get("place_assault", []):
        target = hex_id(command.text("hex"))
        if not enemy_holds(game, target, decision.seat):
            continue
        units = free_neighbours(game, target, decision.seat)
        if weights.steady_targets and not is_likely_to_stay(game, target, units):
            continue
        able = tuple(unit for unit in units if next(assault_reasons(game, unit, target), None) is None)
        if not able or all(leaves_goal(game, game.state.units[unit].hex, [unit], weights) for unit in able):
            continue
        worth = float(edge_of(game, target, decision.seat, able))
        if worth > best:
            best, chosen = worth, command
    return chosen


def _assaults(mind: ScriptMemory, game: Battle, decision: Decision) -> Command | None:
    """Call off what looks bad and what leads into hexes not worth being in; assault the rest with every unit."""
    markers: Any = decision.subject["markers"]
    weights = mind.weights
    for marker in markers:
        target = hex_id(marker["hex"])
        units = tuple(marker["assigned"])
        if marker["empty"]:
            bad = not _entering(mind, game, target, marker["units"])
        else:
            bad = edge_of(game, target, decision.seat, units) < weights.call_off_edge
        bad = bad or (len(units) == 1 and is_only_guard(game, units[0], weights))  # 9.1: it would advance unasked
        if bad and not marker["called_off"]:
            return cmd("call_off", hex=marker["hex"])
    return cmd("confirm")


def _first(verb: str) -> Callable[[Battle, Decision], Command]:
    """Return an answer that takes the first offered command of a verb."""
    return lambda game, decision: next(iter(decision.options.by_verb().get(verb) or decision.options))


def _retreat(weights: Weights, game: Battle, decision: Decision) -> Command:
    hopeless = edge(game, assault_of(game.state.frames[-2])) >= weights.hopeless_edge
    return _first("retreat")(game, decision) if hopeless else cmd("stand")


def _defence_unit(game: Battle, decision: Decision) -> Command:
    units: Any = decision.subject["units"]
    best = min if side_of(game, units[0]) == decision.seat else max
    return cmd("choose", unit=best(units, key=lambda unit: face(game, unit).defense))


def _distribute(game: Battle, decision: Decision) -> Command:
    """Put each point on the hex least disorganized so far."""
    hexes: Any = decision.subject["hexes"]
    best = min(hexes, key=lambda h: game.state.status(hex_id(h["hex"])).dg + h["points"])
    return cmd("take_dg", hex=best["hex"])


def _entering(mind: ScriptMemory, game: Battle, target: int, units: Iterable[str]) -> list[str]:
    """Return the units that are better off in an empty hex than where they are, the one that gains most first."""
    if not mind.weights.enters:
        return []
    gains = []
    for unit in units:
        errand, here = mind.evaluation(game, side_of(game, unit)).errand(unit), game.state.units[unit].hex
        gain = errand.place(target, deployed=False) - errand.place(here, deployed=is_deployed(game, unit))
        if gain > 0 and not leaves_goal(game, here, [unit], mind.weights):
            gains.append((-gain, unit))
    return [unit for _, unit in sorted(gains)]


def _advance(mind: ScriptMemory, game: Battle, decision: Decision) -> Command:
    """Advance with the strongest units, as many as may stack there; into an empty hex with the one that gains most."""
    subject: Any = decision.subject
    weights = mind.weights
    if mind.weights.enters and game.state.frames[-2]["unopposed"]:
        first = _entering(mind, game, hex_id(subject["hex"]), subject["units"])[:1]
        if first:
            return cmd("confirm") if first[0] in subject["chosen"] else cmd("advance", unit=first[0])
    room = max(1, STACK_LIMIT - len(game.state.stack(hex_id(subject["hex"]))))
    left = [unit for unit in subject["units"] if unit not in subject["chosen"]]
    left = [unit for unit in left if not _opens(game, unit, subject["chosen"], weights)]
    if left and len(subject["chosen"]) < room:
        return cmd("advance", unit=max(left, key=lambda unit: unit_worth(game, unit, weights)))
    return cmd("confirm")


def _opens(game: Battle, unit: str, others: Iterable[str], weights: Weights) -> bool:
    """Tell whether a victory hex would be left empty if a unit advanced after others from its hex."""
    here = game.state.units[unit].hex
    gone = [other for other in others if game.state.units[other].hex == here]
    return leaves_goal(game, here, [*gone, unit], weights)


def answers(mind: ScriptMemory) -> Answers:
    """Return what is answered to decisions, by their kind."""
    weights = mind.weights
    return {
        "assault_markers": partial(_markers, weights),
        "assaults": partial(_assaults, mind),
        "assault_order": _first("choose"),
        "assault_indirect": _first("indirect_fire"),
        "assault_modifiers": _first("confirm"),
        "retreat": partial(_retreat, weights),
        "defence_unit": _defence_unit,
        "distribute_dg": _distribute,
        "advance": partial(_advance, mind),
    }
