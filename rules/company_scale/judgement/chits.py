"""What chits the script puts into the Cup, and which it buys to play at once (4.0)."""

from __future__ import annotations

from functools import partial

from rules.company_scale.judgement.fire import targets_of
from rules.company_scale.judgement.indirect import best_target, is_gun
from rules.company_scale.judgement.mind import Mind
from rules.company_scale.judgement.offers import Answers
from rules.company_scale.judgement.weights import Weights
from rules.company_scale.judgement.works import works_of
from rules.company_scale.pieces import counter, side_of, units_on_map
from rules.company_scale.r04_cup import IMMEDIATE_PRICE, PRICE, chits_of, is_free
from rules.company_scale.r05_command import FORMATION, activates, chit_kind
from rules.company_scale.r21_guns import would_abandon
from rules.company_scale.state import MAP, Battle
from rules.engine.command import Command, cmd
from rules.engine.options import Decision


def _preparation(mind: Mind, game: Battle, decision: Decision) -> Command:
    """Add what is free, then buy what has something to do, as long as the points last for the remaining turns."""
    turns = game.scenario.turns - game.state.turn + 1
    for chit in _by_strength(game, decision.seat):
        if chit in game.state.added:
            continue
        command = cmd("add_chit" if is_free(game, chit) else "buy_chit", chit=chit)
        left = _points(game, chit) - (0 if is_free(game, chit) else PRICE[chit_kind(chit)])
        pays = is_free(game, chit) or (left >= 0 and (left >= 2 or turns <= 2))
        if pays and command in decision.options and _is_busy(mind, game, chit, decision.seat):
            return command
    return cmd("done")


def _purchase(weights: Weights, game: Battle, decision: Decision) -> Command:
    """Play a formation at once in the last turns or with points to spare, if it has a target."""
    last = game.state.turn >= game.scenario.turns - 1
    for chit in _by_strength(game, decision.seat):
        if chit_kind(chit) != FORMATION or _points(game, chit) < (IMMEDIATE_PRICE if last else weights.plenty):
            continue
        units = [u for u in units_on_map(game, decision.seat) if activates(game.scenario, chit, counter(game, u))]
        if any(True for unit in units for _ in targets_of(game, unit)):
            command = cmd("buy_now", chit=chit)
            if command in decision.options:
                return command
    return cmd("pass")


def _is_busy(mind: Mind, game: Battle, chit: str, seat: str) -> bool:
    least = mind.weights.busy_units
    return not least or is_free(game, chit) or _use(mind, game, chit, seat) >= least


def _use(mind: Mind, game: Battle, chit: str, seat: str) -> float:
    """Return how many of a chit's units have something to do: a target, a move that pays, a rally, a hole to dig."""
    key = "use", chit, game.state.turn
    if key not in mind.uses:
        units = [unit for unit in units_on_map(game, seat) if activates(game.scenario, chit, counter(game, unit))]
        mind.uses[key] = sum(_task(mind, game, unit) for unit in units)
    return mind.uses[key]


def _task(mind: Mind, game: Battle, unit: str) -> float:
    weights, record = mind.weights, game.state.units[unit]
    status = game.state.status(record.hex)
    if status.stress or next(iter(targets_of(game, unit)), None) is not None:
        return 1.0
    if is_gun(game, unit) and best_target(game, unit, mind.sights, weights)[1]:
        return 1.0
    plan = (
        None if record.place != MAP or would_abandon(game, unit) else mind.outlook(game, side_of(game, unit)).move(unit)
    )
    if plan is not None and plan.gain > weights.least_action:
        return 1.0
    return 0.5 if status.dg or any(works_of(game, unit, 0.0, weights)) else 0.0


def _points(game: Battle, chit: str) -> int:
    kind, _, about = chit.partition(":")
    division = game.scenario.formations[about].division if kind == FORMATION else about
    return game.state.divisions[division].dispatch


def _by_strength(game: Battle, seat: str) -> list[str]:
    """Return a side's chits, the one with most units first."""

    def strength(chit: str) -> tuple[int, str]:
        units = units_on_map(game, seat)
        return sum(activates(game.scenario, chit, counter(game, unit)) for unit in units), chit

    return sorted(chits_of(game, seat), key=strength, reverse=True)


def answers(mind: Mind) -> Answers:
    """Return what is answered to decisions, by their kind."""
    return {"preparation": partial(_preparation, mind), "purchase": partial(_purchase, mind.weights)}
