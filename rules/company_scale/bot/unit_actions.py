"""What a unit may do under a chit, and what the script does with transports, leaders and support weapons (11 to 15)."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from typing import Final

from rules.company_scale.bot.ground import March
from rules.company_scale.bot.value import Answer, Offer
from rules.company_scale.bot.weights import Weights
from rules.company_scale.pieces import counter, enemy_adjacent, enemy_holds, is_leg, side_of, units_on_map, weapons_in
from rules.company_scale.r05_activation import formation_reasons
from rules.company_scale.r05_command import RADIUS
from rules.company_scale.r08_7_1_spotting import indirect_of
from rules.company_scale.r11_engineering import FOXHOLE, TRENCH
from rules.company_scale.r15_transport import Load, Unload
from rules.company_scale.r18_reinforcements import is_shelter
from rules.company_scale.state import MAP, POOL, SUPPRESSED, Battle
from rules.engine.command import Command, cmd
from rules.engine.options import Decision
from rules.hexes.grid import distance, hex_id, hex_name, within

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


# --- What the script does with leaders, heroes and support weapons -------------------------------------------------


def _leaders(game: Battle, decision: Decision) -> Command | None:
    """Bring on a hero; leave leaders where they are; one who is alone goes to the fullest hex."""
    offered = decision.options.by_verb()
    if offered.get("bring_hero"):
        return max(offered["bring_hero"], key=lambda c: (_danger(game, _unit_hex(game, c)), str(c)))
    if not decision.subject["alone"]:
        return cmd("done")
    return max(offered.get("relocate", []), key=lambda c: (len(game.state.stack(_hex(c))), str(c)), default=None)


def _attach(game: Battle, decision: Decision) -> Command:
    """Attach all weapons where the enemy is near, first one per hex."""
    offered = decision.options.by_verb().get("attach", [])
    best = max(offered, key=lambda c: (_danger(game, _hex(c)), -len(weapons_in(game, _hex(c))), str(c)), default=None)
    return best or cmd("done")


def _detach(game: Battle, decision: Decision) -> Command:
    """Leave the weapons where they are."""
    return cmd("done")


def _hero(game: Battle, decision: Decision) -> Command:
    """Let the hero help."""
    return next(c for c in decision.options if c.verb == "use_hero")


def _hero_event(game: Battle, decision: Decision) -> Command | None:
    """Have him appear with the unit nearest to the enemy."""
    offered = decision.options.by_verb().get("place_hero", [])
    return max(offered, key=lambda c: (_danger(game, _unit_hex(game, c)), str(c)), default=None)


def _hero_lights(game: Battle, decision: Decision) -> Command:
    """Light up hexes of the enemy, if any are seen."""
    offered = decision.options.by_verb().get("light", [])
    seat = decision.seat
    lit = [c for c in offered if (s := game.state.stack(_hex(c))) and game.scenario.units[s[0]].side != seat]
    return lit[0] if lit else cmd("done")


def _hex(command: Command) -> int:
    return hex_id(command.text("hex"))


def _unit_hex(game: Battle, command: Command) -> int:
    return game.state.units[command.text("unit")].hex


def _danger(game: Battle, here: int) -> bool:
    stack = game.state.stack(here)
    return bool(stack) and enemy_adjacent(game, here, game.scenario.units[stack[0]].side)


PEOPLE_ANSWERS: Final[Mapping[str, Answer]] = {
    "leaders": _leaders,
    "attach": _attach,
    "detach": _detach,
    "hero": _hero,
    "hero_event": _hero_event,
    "hero_lights": _hero_lights,
}


# --- What the script does with transports: it fetches guns out of range and sets them down in range (15.0) ---------

FAR: Final = 20  # ranges count up to this
NEAR: Final = 3  # riflemen get off this near to the enemy


def handling(game: Battle, seat: str, weights: Weights) -> Iterator[tuple[float, Command]]:
    """Yield loads and unloads worth making, with their worth."""
    state = game.state
    if state.carried:
        for command in Unload().candidates(game):
            unit = command.text("unit")
            carrier = state.carried[unit]
            if side_of(game, unit) == seat and state.activity[carrier].used < 2 and _has_come(game, unit, carrier):
                yield weights.set_down, command
    if any(state.units[name].place == POOL for name in state.activity):
        load = Load()
        for command in load.candidates(game):
            if _is_idle(game, command.text("unit")) and next(load.reasons(game, command), None) is None:
                yield weights.fetched, command


def _nearest(game: Battle, here: int, seat: str) -> int:
    return min((distance(here, h) for h in game.state.stacks if enemy_holds(game, h, seat)), default=99)


def _range(game: Battle, unit: str) -> int:
    power = indirect_of(counter(game, unit).deployed)
    return 0 if power is None else min(power.range, FAR)


def _has_come(game: Battle, unit: str, carrier: str) -> bool:
    """Tell whether a passenger had better get off: a gun in range, riflemen near the enemy or their goal."""
    here, seat = game.state.units[carrier].hex, side_of(game, unit)
    if is_shelter(game.scenario, seat, here):
        return False
    away, reach = _nearest(game, here, seat), _range(game, unit)
    if reach:
        return away <= reach * 4 // 5
    return away <= NEAR or any(goal.hex == here for goal in game.scenario.victory.hexes)


def _is_idle(game: Battle, unit: str) -> bool:
    """Tell whether a towed gun is of no use where it stands: in a reinforcement hex, or out of range."""
    printed, record = counter(game, unit), game.state.units[unit]
    if record.place != MAP or not _range(game, unit) or (printed.column is not None and printed.column.move):
        return False
    seat = printed.side
    return is_shelter(game.scenario, seat, record.hex) or _nearest(game, record.hex, seat) > _range(game, unit)
