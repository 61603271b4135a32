"""Blunders in assaults and in the enemy's opportunity fire (8.6, 9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from rules.company_scale.blunders.activations import IdleUnits, WastedChits
from rules.company_scale.blunders.moves import (
    ColumnUnderFire,
    CommandsLeft,
    DispatchLeft,
    HeadquartersNear,
    PaidForNothing,
    ThereAndBack,
    VictoryHexLeft,
)
from rules.company_scale.mistakes import place
from rules.company_scale.pieces import name_of, side_of
from rules.company_scale.r06_1_stacking import can_sustain
from rules.company_scale.r07_line_of_sight import in_fire_zone
from rules.company_scale.r08_3_modifiers import ARMOR_PIERCING, HEX, Shot, aims, fire_types, fire_value, shot_of
from rules.company_scale.r08_4_resolution import result_of, table_row
from rules.company_scale.r08_direct_fire import best_type
from rules.company_scale.state import MAP, Battle
from rules.hexes.grid import hex_id
from rules.testing.gear import Blunder, BlunderCounter, Step

# --- Assaults prepared for nothing (9.2, 9.3) ----------------------------------------------------------------------


class CalledOff(BlunderCounter):
    """Counts the assaults paid for and cancelled, whether or not the enemy has left."""

    name = "assaults paid for and cancelled"
    wanted = 0.3

    def see(self, step: Step) -> Iterator[Blunder]:
        """Yield each marker that goes with the declaration."""
        game: Battle = step.before
        if step.decision.kind == "assaults" and step.command.verb == "confirm":
            markers: Any = step.decision.subject["markers"]
            for marker in markers:
                if marker["called_off"]:
                    who = "empty now" if marker["empty"] else f"{len(marker['units'])} could assault it"
                    yield Blunder(step.seat, f"{place(game, hex_id(marker['hex']))}, {who}")


# --- Opportunity fire thrown away on what it cannot hurt (8.6): the bait that computer players swallow -------------

SLIGHT: Final = 1  # dice of ten that have a result
GOOD: Final = 4


def hits(game: Battle, shot: Shot) -> int:
    """Return on how many of the ten dice a shot has a result (8.4)."""
    value, row = fire_value(game, shot)[0], table_row(game, shot)
    return sum(bool(result_of(row, value, die)) for die in range(10))


def best_hits(game: Battle, shot: Shot) -> int:
    """Return the most dice with a result that a shot can have, however it is aimed."""
    types = fire_types(game, shot)
    found = [replace(shot, aim=aim, type=best_type(types, aim)) for aim in aims(game, shot)]
    return max(
        (hits(game, one) for one in found if one.type and (one.aim, one.type) != (HEX, ARMOR_PIERCING)), default=0
    )


class Baited(BlunderCounter):
    """Counts the opportunity fires that can have no result, or hardly any while a better target is still to move."""

    name = "opportunity fire wasted on what it cannot hurt"
    wanted = 0.1

    def see(self, step: Step) -> Iterator[Blunder]:
        """Yield the fire that is confirmed if it is a waste."""
        game: Battle = step.before
        if step.decision.kind != "fire" or step.command.verb != "confirm":
            return
        shot = shot_of(game.state.frames[-1])
        if not shot.movers or game.state.frames[-2].kind != "opportunity_fire":
            return
        chances = hits(game, shot)
        if chances > SLIGHT:
            return
        better = _better(game, shot) if chances else ""
        if better or not chances:
            target = " and ".join(name_of(game, unit) for unit in shot.movers)
            why = f"{chances} of 10 dice have a result"
            what = f"{name_of(game, shot.unit)} at {target} in {place(game, shot.hex)}: {why}"
            yield Blunder(step.seat, f"{what}, and {better} has still to move" if better else what)


def _better(game: Battle, shot: Shot) -> str:
    """Return the name of an enemy unit still to act that the firing unit sees and can hurt, or ''."""
    if can_sustain(game, game.state.units[shot.unit].hex):  # 8.6.1: it can fire again
        return ""
    for unit, activity in game.state.activity.items():
        record = game.state.units[unit]
        ready = activity.used == 0 and record.place == MAP and unit not in shot.movers
        if ready and side_of(game, unit) != side_of(game, shot.unit) and in_fire_zone(game, shot.unit, record.hex):
            there = Shot(shot.unit, record.hex, HEX, "", movers=(unit,), support=shot.support)
            if best_hits(game, there) >= GOOD:
                return name_of(game, unit)
    return ""


# --- All that is counted in a game of the Company Scale System -----------------------------------------------------


def counters() -> list[BlunderCounter]:
    """Return what watches one game."""
    return [
        CommandsLeft(),
        DispatchLeft(),
        WastedChits(),
        PaidForNothing(),
        VictoryHexLeft(),
        CalledOff(),
        ColumnUnderFire(),
        ThereAndBack(),
        HeadquartersNear(),
        Baited(),
        IdleUnits(),
    ]
