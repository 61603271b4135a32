"""Sustained fire: several opportunity fires from one hex until it breaks down (8.6.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.company_scale.pieces import counter
from rules.company_scale.r06_1_stacking import has_capable_unit, send_weapon_off
from rules.company_scale.r08_direct_fire import usable_weapons
from rules.company_scale.state import MAP, NO_OPPORTUNITY_FIRE, SUSTAINED_FIRE, Battle
from rules.engine.command import Reason
from rules.engine.frames import Frame
from rules.hexes.ids import hex_name

BREAKDOWN: Final = {"allied": 6, "german": 8}  # RULINGS 1


def sustain_reasons(game: Battle, unit: str, targets: tuple[str, ...]) -> Iterator[Reason]:
    """Yield why a unit in a hex with a sustained fire marker cannot fire again: no capable weapon it can use."""
    here = game.state.units[unit].hex
    if game.state.status(here).fire_marker != SUSTAINED_FIRE or has_capable_unit(game, here):
        return
    if not any(game.scenario.weapons[weapon].sustained_fire for weapon in usable_weapons(game, unit, targets)):
        yield Reason(f"{counter(game, unit).name} can't use the weapon that sustains its hex's fire.", "8.6.1")


def after_opportunity_fire(game: Battle, frame: Frame) -> None:
    """Mark the hex that made opportunity fire, and remove a sustaining weapon that breaks down (8.6, 8.6.1)."""
    origin, weapon, die = frame["origin"], frame["weapon"], frame["die"]
    window = game.state.frames[game.index - 1]
    done = (*window["done"], origin)  # one fire for each trigger
    game.state.frames[game.index - 1] = window.having(done=done)
    if game.state.frames[game.index - 2].kind == "loading":  # 15.0: it fires before or after, not both
        game.state.frames[game.index - 2] = game.state.frames[game.index - 2].having(done=done)
    if origin not in game.state.stacks:
        return
    was_marked = game.state.status(origin).fire_marker == SUSTAINED_FIRE
    by_weapon = bool(weapon) and game.scenario.weapons[weapon].sustained_fire
    by_unit = has_capable_unit(game, origin)
    side = counter(game, frame["unit"]).side
    broken = die >= BREAKDOWN[side]
    kind = SUSTAINED_FIRE if (by_unit or by_weapon) and not broken else NO_OPPORTUNITY_FIRE
    game.state.mark(origin, fire_marker=kind)
    game.emit("MarkerPlaced", hex=hex_name(origin), kind=kind, value=None)
    if by_weapon and was_marked and broken and game.state.weapons[weapon].place == MAP:  # RULINGS 1
        send_weapon_off(game, weapon)
