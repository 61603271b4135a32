"""What chits the script puts into the Cup, and which it buys to play at once (4.0)."""

from __future__ import annotations

from functools import partial

from rules.company_scale.judgement.fire import targets_of
from rules.company_scale.judgement.mind import Mind
from rules.company_scale.judgement.offers import Answers
from rules.company_scale.judgement.weights import Weights
from rules.company_scale.pieces import counter, units_on_map
from rules.company_scale.r04_cup import IMMEDIATE_PRICE, PRICE, chits_of, is_free
from rules.company_scale.r05_command import FORMATION, activates, chit_kind
from rules.company_scale.state import Battle
from rules.engine.command import Command, cmd
from rules.engine.options import Decision


def _preparation(game: Battle, decision: Decision) -> Command:
    """Add what is free, then buy as long as the points last for the remaining turns."""
    turns = game.scenario.turns - game.state.turn + 1
    for chit in _by_strength(game, decision.seat):
        if chit in game.state.added:
            continue
        command = cmd("add_chit" if is_free(game, chit) else "buy_chit", chit=chit)
        left = _points(game, chit) - (0 if is_free(game, chit) else PRICE[chit_kind(chit)])
        if (is_free(game, chit) or (left >= 0 and (left >= 2 or turns <= 2))) and command in decision.options:
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
    return {"preparation": _preparation, "purchase": partial(_purchase, mind.weights)}
