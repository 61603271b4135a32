"""What the script does with leaders, heroes and support weapons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.company_scale.judgement.offers import Answer
from rules.company_scale.pieces import enemy_adjacent, weapons_in
from rules.company_scale.state import Battle
from rules.engine.command import Command, cmd
from rules.engine.options import Decision
from rules.hexes.ids import hex_id


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


ANSWERS: Final[Mapping[str, Answer]] = {
    "leaders": _leaders,
    "attach": _attach,
    "detach": _detach,
    "hero": _hero,
    "hero_event": _hero_event,
    "hero_lights": _hero_lights,
}
