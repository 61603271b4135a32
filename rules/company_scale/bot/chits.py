"""What chits the script wants in the Cup or buys, and re-rolls, aircraft and events (4.0, 16, 20, 28)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import inf
from typing import Any, Final

from rules.company_scale.bot import assault
from rules.company_scale.bot.activation import Activation
from rules.company_scale.bot.memory import USUAL, Order, ScriptMemory
from rules.company_scale.bot.shots import Shots, best_target, is_gun
from rules.company_scale.bot.unit_actions import action_of, done, left, unit_of, works_of
from rules.company_scale.bot.value import Answers, Offer
from rules.company_scale.bot.weights import Weights, weights_of
from rules.company_scale.pieces import counter, side_of, units_on_map
from rules.company_scale.r04_chits_in_play import chits_of, is_free
from rules.company_scale.r04_cup import IMMEDIATE_PRICE, PRICE
from rules.company_scale.r05_command import (
    DIVISION,
    FORMATION,
    activates,
    chit_kind,
    chit_side,
    paying_division,
    pending_unit,
)
from rules.company_scale.r08_3_modifiers import HEX
from rules.company_scale.r08_direct_fire import targets_of
from rules.company_scale.r21_guns import would_abandon
from rules.company_scale.state import MAP, Battle, State
from rules.engine.command import Command, cmd
from rules.engine.evaluator import Manner, Moment, Stance, Terms
from rules.engine.options import Decision
from rules.hexes.grid import hex_id

# --- What chits the script puts into the Cup, and which it buys to play at once (4.0) ------------------------------


def _preparation(mind: ScriptMemory, game: Battle, decision: Decision) -> Command:
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


def _purchase(mind: ScriptMemory, game: Battle, decision: Decision) -> Command:
    """Play a chit at once in the last turns or with points to spare."""
    return (_play_busiest if mind.weights.at_once else _play_with_target)(mind, game, decision)


def _play_busiest(mind: ScriptMemory, game: Battle, decision: Decision) -> Command:
    """Play the chit most of whose units have something to do now, if they are enough; a free chit comes again (29)."""
    best, chosen = mind.weights.at_once, cmd("pass")
    for command in decision.options.by_verb().get("buy_now", []):
        chit = command.text("chit")
        if _points(game, chit) >= _points_needed(mind, game, chit):
            use = _tasks(mind, game, chit, decision.seat, best)
            if use >= best:
                best, chosen = use, command
    return chosen


def _points_needed(mind: ScriptMemory, game: Battle, chit: str) -> float:
    """Return the dispatch points from which a chit is played at once; a division whose chit is free needs fewer."""
    if game.state.turn >= game.scenario.turns:
        return IMMEDIATE_PRICE
    free = game.scenario.divisions[paying_division(game.scenario, chit)].free_chit
    return mind.weights.plenty - (PRICE[DIVISION] if free else 0)


def _play_with_target(mind: ScriptMemory, game: Battle, decision: Decision) -> Command:
    """Play a formation that has a target."""
    weights = mind.weights
    last = game.state.turn >= game.scenario.turns - 1
    for chit in _by_strength(game, decision.seat):
        if chit_kind(chit) != FORMATION or _points(game, chit) < (IMMEDIATE_PRICE if last else weights.plenty):
            continue
        units = [u for u in units_on_map(game, decision.seat) if activates(game.scenario, chit, counter(game, u))]
        if any(targets_of(game, unit) for unit in units):
            command = cmd("buy_now", chit=chit)
            if command in decision.options:
                return command
    return cmd("pass")


def _is_busy(mind: ScriptMemory, game: Battle, chit: str, seat: str) -> bool:
    """Tell whether enough of a chit's units have something to do; for this turn that is found out once."""
    least = mind.weights.busy_units
    if not least or is_free(game, chit):
        return True
    key = chit, game.state.turn
    if key not in mind.busy:
        mind.busy[key] = _tasks(mind, game, chit, seat, least, enough=least) >= least
    return mind.busy[key]


def _tasks(mind: ScriptMemory, game: Battle, chit: str, seat: str, least: float, *, enough: float = inf) -> float:
    """Return how many of a chit's units have something to do: a target, a move that pays, a rally, a hole to dig.

    A headquarters that would only move counts for nothing. No more are counted once they are `enough`, or can no longer
    be the `least`.
    """
    units = [unit for unit in units_on_map(game, seat) if activates(game.scenario, chit, counter(game, unit))]
    use = 0.0
    for place, unit in enumerate(units):
        if use >= enough or use + len(units) - place < least:
            break
        use += _task(mind, game, unit)
    return use


def _task(mind: ScriptMemory, game: Battle, unit: str) -> float:
    weights, record = mind.weights, game.state.units[unit]
    status = game.state.status(record.hex)
    if status.stress or targets_of(game, unit):
        return 1.0
    if is_gun(game, unit) and best_target(game, unit, mind.sights, mind.losses, weights)[1]:
        return 1.0
    if counter(game, unit).hq:
        return 0.0
    stays = record.place != MAP or would_abandon(game, unit)
    march = None if stays else mind.evaluation(game, side_of(game, unit)).errand(unit).move()
    if march is not None and march.gain > weights.least_action:
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


def answers(mind: ScriptMemory) -> Answers:
    """Return what is answered to decisions, by their kind."""
    return {"preparation": partial(_preparation, mind), "purchase": partial(_purchase, mind)}


# --- What the script does about chance: re-rolls, aircraft, random events ------------------------------------------

FIRES: Final = ("fire", "indirect_fire", "air_attack")


def _reroll(weights: Weights, game: Battle, decision: Decision) -> Command:
    """Re-roll one's own good fires when they miss, and the enemy's lucky ones when they hit."""
    subject: Any = decision.subject
    die, value = subject["die"], subject["about"].get("value")
    if subject["purpose"] not in FIRES or value is None:
        return cmd("keep")
    unit = subject["about"].get("unit")
    own = unit in game.scenario.units and game.scenario.units[unit].side == decision.seat
    hit = die <= value
    again = (own and not hit and value >= weights.reroll_own) or (
        not own and hit and value <= weights.reroll_enemy and die > 0
    )
    return cmd("reroll") if again else cmd("keep")


def _air_strikes(game: Battle, decision: Decision) -> Command | None:
    """Strike the fullest enemy hex, a hard target in it before the hex."""
    strikes = decision.options.by_verb().get("air_strike", [])

    def worth(strike: Command) -> tuple[int, bool, str]:
        here = strike.text("hex")
        return len(game.state.stack(hex_id(here))), strike.text("target") != HEX, here

    return max(strikes, key=worth, default=None)


def _interdiction(game: Battle, decision: Decision) -> Command | None:
    """Attack whatever moves on the road, a hard target first."""
    attacks = decision.options.by_verb().get("interdict", [])
    return max(attacks, key=lambda attack: (attack.text("target") != HEX, str(attack)), default=None)


def _air_barrage(game: Battle, decision: Decision) -> Command:
    """Leave the barrage."""
    return cmd("place_barrage")


def _event(game: Battle, decision: Decision) -> Command | None:
    """Help the strongest of one's own divisions and hurt the strongest of the enemy's; a gift goes to the weakest."""
    subject: Any = decision.subject
    choices = decision.options.by_verb().get("choose", [])
    members, divisions = game.scenario.roster.divisions, game.scenario.divisions
    gift = subject["about"] == "german_officer"  # 20.0: the Allied player names who gains

    def worth(choice: Command) -> int:
        division = choice.text("division")
        strength = len(members.get(division, ()))
        return -strength if gift and divisions[division].side != decision.seat else strength

    return max(choices, key=worth, default=None)


def chance_answers(mind: ScriptMemory) -> Answers:
    """Return what is answered to decisions, by their kind."""
    return {
        "reroll": partial(_reroll, mind.weights),
        "air_strikes": _air_strikes,
        "interdiction": _interdiction,
        "air_barrage": _air_barrage,
        "event": _event,
        "air_placement": _event,
    }


# --- Plans: what else could be done in an activation or with assaults that are due, and how far it is looked after

SAME_UNIT: Final = 2
OTHER_UNITS: Final = 2
"""How many other actions of the unit that acts next, and of how many other units the best action, are considered."""
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
    orders = _assaults if decision.kind == "assaults" else _actions
    yield from (Stance(order.text, order) for order in (given, *orders(game, decision, mind)))


def _actions(game: Battle, decision: Decision, mind: ScriptMemory) -> Iterator[Order]:
    """Yield that what comes next is left undone, or that something else comes first."""
    usual, others = Activation(mind, Shots(mind)).considered(game, decision)
    if usual is None:
        return
    given = mind.order
    yield given._replace(text=left(game, usual), barred=given.barred | {action_of(usual)})
    for offer in _others(others, usual):
        yield given._replace(text=done(game, offer), first=offer)


def _others(others: list[Offer], usual: Offer) -> Iterator[Offer]:
    seen = {unit_of(usual.command)}
    same = [offer for offer in others if unit_of(offer.command) in seen and action_of(offer) != action_of(usual)]
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
