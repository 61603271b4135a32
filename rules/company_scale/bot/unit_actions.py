"""What a unit may do under a chit, and digging in for want of better (11)."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from typing import Final

from rules.company_scale.bot.ground import March
from rules.company_scale.bot.value import Answer, Offer
from rules.company_scale.bot.weights import Weights
from rules.company_scale.pieces import counter, enemy_holds, is_leg, side_of, units_on_map
from rules.company_scale.r05_activation import formation_reasons
from rules.company_scale.r05_command import RADIUS
from rules.company_scale.r11_engineering import FOXHOLE, TRENCH
from rules.company_scale.state import SUPPRESSED, Battle
from rules.engine.command import Command, cmd
from rules.engine.options import Decision
from rules.hexes.grid import distance, hex_name, within

# --- What the script does for want of better: dig in near the enemy; where a Kampfgruppe goes (11, 24) -------------

STRIKING: Final = 4  # hexes to the enemy within which a unit fights


def _kampfgruppe(game: Battle, decision: Decision) -> Command | None:
    """Gather where most companies with an enemy near are."""
    enemies = [h for h in game.state.stacks if enemy_holds(game, h, decision.seat)]
    worth: Tally[int] = Tally()
    for unit in units_on_map(game, decision.seat):
        here = game.state.units[unit].hex
        if not counter(game, unit).hq and any(distance(here, h) <= STRIKING for h in enemies):
            worth.update(within(here, RADIUS))
    best = max(worth, key=lambda h: (h in game.scenario.map.hexes, worth[h], -h), default=0)
    return cmd("place_marker", hex=hex_name(best)) if best else None


def works_of(game: Battle, unit: str, price: float, weights: Weights) -> Iterator[Offer]:
    """Yield the work of one unit that is near the enemy and may act, or the turn that comes before it."""
    record, activity = game.state.units[unit], game.state.activity.get(unit)
    if record.hex in game.state.built or not _is_near(game, record.hex, side_of(game, unit), weights):
        return
    what = _work(game, unit, record.hex)
    if not what:
        return
    if record.deployed:
        yield Offer(weights.dig - price, cmd("build", unit=unit, what=what))
    elif (activity is None or not activity.flipped) and next(formation_reasons(game, unit), None) is None:
        yield Offer(weights.dig - price, cmd("change_formation", unit=unit))


def _is_near(game: Battle, here: int, seat: str, weights: Weights) -> bool:
    return any(distance(here, h) <= weights.dig_within for h in game.state.stacks if enemy_holds(game, h, seat))


def _work(game: Battle, unit: str, here: int) -> str:
    status = game.state.status(here)
    if status.stress == SUPPRESSED:
        return ""
    if not status.fortification:
        return FOXHOLE if is_leg(game, unit) else ""
    return TRENCH if status.fortification == FOXHOLE and counter(game, unit).engineer else ""


WORKS_ANSWERS: Final[Mapping[str, Answer]] = {"kampfgruppe": _kampfgruppe}


# --- Actions: what a unit may do under a chit, told apart from what else it may do, and in words ---------------------

WORDS: Final = {
    "fire": "fire at {hex}",
    "indirect_fire": "shell {hex}",
    "rally": "rally",
    "build": "dig in",
    "return_unit": "return in {hex}",
    "change_formation": "deploy",
    "load": "get on",
    "unload": "get off",
}
"""What a unit is to do, by verb; a move is told by where it leads."""


def unit_of(command: Command) -> str:
    """Return the unit that a command is for, the first if there are several."""
    return command.text("unit") or command.texts("units")[0]


def move_of(unit: str) -> str:
    """Return the action that all moves of a unit are."""
    return f"move {unit}"


def action_of(offer: Offer) -> str:
    """Return what tells an offer from others under the same chit; all moves of a unit are one action."""
    return move_of(unit_of(offer.command)) if isinstance(offer.intent, March) else str(offer.command)


def done(game: Battle, offer: Offer) -> str:
    """Return in words that an action is done first: "A/117 Cav: fire at 22.46"."""
    return f"{_name(game, offer)}: {_act(offer)}"


def left(game: Battle, offer: Offer) -> str:
    """Return in words that an action is left undone under this chit; of a move, whatever it leads to."""
    act = "move" if isinstance(offer.intent, March) else _act(offer)
    return f"{_name(game, offer)}: don't {act}"


def _name(game: Battle, offer: Offer) -> str:
    return counter(game, unit_of(offer.command)).label


def _act(offer: Offer) -> str:
    if isinstance(offer.intent, March) and offer.intent.steps:
        return f"move to {hex_name(offer.intent.steps[-1][0])}"
    return WORDS.get(offer.command.verb, offer.command.verb).format(hex=offer.command.text("hex"))
