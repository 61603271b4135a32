"""What the script does with transports, leaders, heroes and support weapons (12 to 15)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rules.company_scale.bot.value import Answer
from rules.company_scale.bot.weights import Weights
from rules.company_scale.pieces import counter, enemy_adjacent, enemy_holds, side_of, weapons_in
from rules.company_scale.r08_7_1_spotting import indirect_of
from rules.company_scale.r15_transport import Load, Unload
from rules.company_scale.r18_reinforcements import is_shelter
from rules.company_scale.state import MAP, POOL, Battle
from rules.engine.command import Command, cmd
from rules.engine.options import Decision
from rules.hexes.grid import distance, hex_id

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
