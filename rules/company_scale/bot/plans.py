"""Plans: what else could be done in an activation or with assaults that are due, and how far it is looked after."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rules.company_scale.bot import assault
from rules.company_scale.bot.activation import Activation
from rules.company_scale.bot.deeds import deed, done, left, unit_of
from rules.company_scale.bot.memory import USUAL, Order, ScriptMemory
from rules.company_scale.bot.reasons import Offer
from rules.company_scale.bot.shots import Shots
from rules.company_scale.bot.weights import weights_of
from rules.company_scale.r05_command import chit_side, pending_unit
from rules.company_scale.state import Battle, State
from rules.engine.command import Command, cmd
from rules.engine.evaluator import Manner, Moment, Stance, Terms
from rules.engine.options import Decision

SAME_UNIT: Final = 2
OTHER_UNITS: Final = 2
"""How many other deeds of the unit that acts next, and of how many other units the best deed, are considered."""
RACED: Final = Terms(least=0.05, first=2, share=0.2)
"""A plan must lead by less than a die decides, as all are played out with the same dice; a chit has many moments."""

Chit = tuple[int, int]


def chit_of(state: State) -> Chit:
    """Return what tells one chit in play from another: the turn, and how many were played in it."""
    return state.turn, len(state.played)


def moment_of(game: Battle, decision: Decision) -> Moment | None:
    """Return the moment that a unit may act or assault under one's own chit, else None."""
    state = game.state
    if chit_side(game.scenario, state.chit) != decision.seat or pending_unit(game):
        return None
    chit = chit_of(state)
    if decision.kind == "activation":
        key: Any = tuple(sorted((unit, done.used, done.flipped) for unit, done in state.activity.items()))
    elif decision.kind == "assaults":
        key = state.frames[-1]["called_off"]
    else:
        return None

    def is_over(now: Battle) -> bool:
        """Tell whether the chit has been played."""
        return chit_of(now.state) != chit

    return Moment((chit, decision.kind, key), is_over, is_over, RACED)


def stances_of(game: Battle, decision: Decision, manner: Manner, held: Stance | None) -> Iterator[Stance]:
    """Yield what could be done now, what the script does anyway first."""
    chit = chit_of(game.state)
    given: Order = held.data if held is not None and held.data.chit == chit else USUAL._replace(chit=chit)
    given = given._replace(text=USUAL.text, first=None)
    mind = ScriptMemory(0, weights_of(manner), given)
    orders = _assaults if decision.kind == "assaults" else _deeds
    yield from (Stance(order.text, order) for order in (given, *orders(game, decision, mind)))


def _deeds(game: Battle, decision: Decision, mind: ScriptMemory) -> Iterator[Order]:
    """Yield that what comes next is left undone, or that something else comes first."""
    usual, others = Activation(mind, Shots(mind)).considered(game, decision)
    if usual is None:
        return
    given = mind.order
    yield given._replace(text=left(game, usual), barred=given.barred | {deed(usual)})
    for offer in _others(others, usual):
        yield given._replace(text=done(game, offer), first=offer)


def _others(others: list[Offer], usual: Offer) -> Iterator[Offer]:
    seen = {unit_of(usual.command)}
    same = [offer for offer in others if unit_of(offer.command) in seen and deed(offer) != deed(usual)]
    yield from same[:SAME_UNIT]
    for offer in others:
        acting = unit_of(offer.command)
        if len(seen) <= OTHER_UNITS and acting not in seen:
            seen.add(acting)
            yield offer


def _assaults(game: Battle, decision: Decision, mind: ScriptMemory) -> Iterator[Order]:
    """Yield that an assault is called off, or that all are carried out after all; none is called on again (9.0)."""
    usual = assault.answers(mind)["assaults"](game, decision)
    markers: Any = decision.subject["markers"]
    for marker in markers:
        command = cmd("call_off", hex=marker["hex"])
        if command != usual and not marker["called_off"]:
            yield _first(mind.order, f"cancel the assault on {marker['hex']}", command)
    if usual != cmd("confirm"):
        yield _first(mind.order, "carry out every assault", cmd("confirm"))


def _first(given: Order, text: str, command: Command) -> Order:
    return given._replace(text=text, first=Offer(0.0, command))
