"""Plans for units: what else could be done in an activation, and how far that is looked after (5.1)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.company_scale.judgement.activation import Activation
from rules.company_scale.judgement.deeds import deed, done, left, unit_of
from rules.company_scale.judgement.mind import Mind
from rules.company_scale.judgement.offers import Offer
from rules.company_scale.judgement.orders import USUAL, Order
from rules.company_scale.judgement.shots import Shots
from rules.company_scale.judgement.weights import weights_of
from rules.company_scale.r05_command import chit_side, pending_unit
from rules.company_scale.state import Battle, State
from rules.engine.judgement import Manner, Moment, Stance, Terms
from rules.engine.options import Decision

SAME_UNIT, OTHER_UNITS = 2, 2
"""How many other deeds of the unit that acts next, and of how many other units the best deed, are considered."""
RACED = Terms(least=0.05, first=2, share=0.3)
"""A plan must lead by less than a die decides, as all are played out with the same dice; a chit has many moments."""

Chit = tuple[int, int]


def chit_of(state: State) -> Chit:
    """Return what tells one chit in play from another: the turn, and how many were played in it."""
    return state.turn, len(state.played)


def moment_of(game: Battle, decision: Decision) -> Moment | None:
    """Return the moment that a unit may act under one's own chit, else None."""
    state = game.state
    if decision.kind != "activation" or chit_side(game.scenario, state.chit) != decision.seat or pending_unit(game):
        return None
    chit = chit_of(state)
    acted = tuple(sorted((unit, done.used, done.flipped) for unit, done in state.activity.items()))

    def is_over(now: Battle) -> bool:
        """Tell whether the chit has been played."""
        return chit_of(now.state) != chit

    return Moment((chit, acted), is_over, is_over, RACED)


def stances_of(game: Battle, decision: Decision, manner: Manner, held: Stance | None) -> Iterator[Stance]:
    """Yield what the units could do now, what the script does anyway first."""
    chit = chit_of(game.state)
    given: Order = held.data if held is not None and held.data.chit == chit else USUAL._replace(chit=chit)
    given = given._replace(text=USUAL.text, first=None)
    mind = Mind(0, weights_of(manner), given, goes_on=True)
    usual, others = Activation(mind, Shots(mind)).considered(game, decision)
    yield _stance(given)
    if usual is None:
        return
    unit = unit_of(usual.command)
    yield _stance(given._replace(text=left(game, usual), barred=given.barred | {deed(usual)}))
    for offer in _others(others, usual, unit):
        yield _stance(given._replace(text=done(game, offer), first=offer))


def _others(others: list[Offer], usual: Offer, unit: str) -> Iterator[Offer]:
    same = [offer for offer in others if unit_of(offer.command) == unit and deed(offer) != deed(usual)]
    yield from same[:SAME_UNIT]
    seen = {unit}
    for offer in others:
        acting = unit_of(offer.command)
        if len(seen) <= OTHER_UNITS and acting not in seen:
            seen.add(acting)
            yield offer


def _stance(given: Order) -> Stance:
    return Stance(given.text, given)
