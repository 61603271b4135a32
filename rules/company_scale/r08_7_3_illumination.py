"""Illumination rounds at night (8.7.3, 17.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rules.company_scale.counters import UNLIMITED
from rules.company_scale.pieces import enemy_holds, is_night, side_of
from rules.company_scale.r05_command import use_action
from rules.company_scale.r08_3_6_concentrated_fire import is_american
from rules.company_scale.r08_4_resolution import ALWAYS_MISSES
from rules.company_scale.r08_7_1_spotting import indirect_power, lighting_reasons
from rules.company_scale.r08_7_indirect_fire import gun_action_reasons
from rules.company_scale.r08_firing import FireAction, note_fire
from rules.company_scale.r14_1_named_heroes import ask_gregg, turn_die
from rules.company_scale.r14_heroes import after_use
from rules.company_scale.state import MAP, Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Procedure
from rules.hexes.grid import distance
from rules.hexes.ids import hex_id, hex_name


class Illuminate(FireAction):
    """Fire an illumination round at a hex that the unit or a spotter would see by day."""

    verb = "illuminate"

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each active indirect unit with the enemy hexes in range; other hexes are legal too but not listed."""
        if not is_night(game):
            return
        for unit, activity in game.state.activity.items():
            if activity.used >= 2 or game.state.units[unit].place != MAP:
                continue
            for target in _dark_hexes(game, unit):
                yield cmd("illuminate", unit=unit, hex=hex_name(target))

    def fire_reasons(self, game: Battle, unit: str, target: int, *, able: bool) -> Iterator[Reason]:
        """Yield why this unit cannot illuminate this hex now."""
        yield from gun_action_reasons(game, unit, retry=target)
        yield from lighting_reasons(game, unit, target)

    def apply(self, game: Battle, command: Command) -> None:
        """Use the action and roll."""
        unit, target = command.text("unit"), hex_id(command.text("hex"))
        note_fire(game, unit, indirectly=True)
        use_action(game, unit)
        game.state.activity[unit] = replace(game.state.activity[unit], shelled=True, retry=0)
        game.push("illumination", unit=unit, hex=target)


def _dark_hexes(game: Battle, unit: str) -> Iterator[int]:
    power = indirect_power(game, unit)
    if power is None:
        return
    state, side = game.state, side_of(game, unit)
    here, again = state.units[unit].hex, state.activity[unit].retry
    for other in dict.fromkeys((*state.stacks, again) if again else state.stacks):
        worthwhile = other == again or enemy_holds(game, other, side)
        if worthwhile and (power.range == UNLIMITED or distance(here, other) <= power.range):
            yield other


def _roll(game: Battle) -> None:
    game.roll("illumination", unit=game.frame["unit"], hex=hex_name(game.frame["hex"]))


def _gregg(game: Battle) -> None:
    """Offer Gregg only where a 0 helps: any die but a 9 illuminates the hex (14.1; RULINGS 187)."""
    game.update(hero="")
    if game.frame["result"] == ALWAYS_MISSES:
        ask_gregg(game)


def _place(game: Battle) -> None:
    frame, state = game.frame, game.state
    unit, target, die = frame["unit"], frame["hex"], frame["result"]
    lit = die != ALWAYS_MISSES
    game.emit("IlluminationFired", unit=unit, hex=hex_name(target), die=die, lit=lit)
    if lit and target not in state.illuminated:
        state.illuminated = (*state.illuminated, target)
        game.emit("MarkerPlaced", hex=hex_name(target), kind="illumination", value=None)
    if not lit and unit in state.activity and is_american(game, unit):
        state.activity[unit] = replace(state.activity[unit], retry=target)  # RULINGS 44
    after_use(game, frame["hero"])


ILLUMINATION: Final = Procedure(
    "illumination", {"8.7.3.roll": _roll, "14.1": _gregg, "14.1.turn": turn_die, "8.7.3.place": _place}
)
