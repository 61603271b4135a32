"""Sustained fire: several opportunity fires from one hex until it breaks down (8.6.1)."""

from __future__ import annotations

from rules.company_scale.pieces import counter
from rules.company_scale.r06_1_stacking import send_weapon_off
from rules.company_scale.state import MAP, NO_OPPORTUNITY_FIRE, SUSTAINED_FIRE, Table
from rules.engine.frames import Frame
from rules.hexes.ids import hex_name

BREAKDOWN = {"allied": 6, "german": 8}  # RULINGS 1


def after_opportunity_fire(game: Table, frame: Frame) -> None:
    """Mark the hex that has made opportunity fire, and break the weapon that sustained it (8.6, 8.6.1)."""
    origin, weapon, die = frame["origin"], frame["weapon"], frame["die"]
    window = game.state.frames[game.index - 1]
    game.state.frames[game.index - 1] = window.having(done=(*window["done"], origin))  # one fire for each trigger
    if origin not in game.state.stacks:
        return
    was_marked = game.state.status(origin).fire_marker == SUSTAINED_FIRE
    by_weapon = bool(weapon) and game.scenario.weapons[weapon].sustained_fire
    by_unit = any(counter(game, unit).sustained_fire for unit in game.state.stack(origin))
    side = counter(game, frame["unit"]).side
    broken = die >= BREAKDOWN[side]
    kind = SUSTAINED_FIRE if (by_unit or by_weapon) and not broken else NO_OPPORTUNITY_FIRE
    game.state.mark(origin, fire_marker=kind)
    game.emit("MarkerPlaced", hex=hex_name(origin), kind=kind, value=None)
    if by_weapon and was_marked and broken and game.state.weapons[weapon].place == MAP:  # RULINGS 1
        send_weapon_off(game, weapon)
