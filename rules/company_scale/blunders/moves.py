"""Blunders on the march, in assaults and in opportunity fire, and commands that come to nothing (6, 8.6, 9)."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from rules.company_scale.blunders.activations import (
    ActivationAct,
    EndedActivation,
    IdleUnits,
    WastedChits,
    moved_units,
    nearest_of_both,
)
from rules.company_scale.mistakes import (
    MUCH,
    NEAR,
    NEAR_OBJECTIVE,
    exposure,
    is_idle_column,
    nearest_enemy,
    place,
    unit_paid_for_nothing,
)
from rules.company_scale.pieces import counter, name_of, side_of
from rules.company_scale.r04_sequence import divisions_in_play
from rules.company_scale.r05_command import is_active
from rules.company_scale.r06_1_stacking import can_sustain
from rules.company_scale.r07_line_of_sight import in_fire_zone
from rules.company_scale.r08_3_modifiers import ARMOR_PIERCING, HEX, Shot, aims, fire_types, fire_value, shot_of
from rules.company_scale.r08_4_resolution import result_of, table_row
from rules.company_scale.r08_direct_fire import best_type
from rules.company_scale.r27_victory import controller, date_of, hex_points, takes_goal
from rules.company_scale.state import MAP, Battle, DivisionStatus
from rules.engine.game import Game
from rules.hexes.grid import hex_id
from rules.testing.gear import Blunder, BlunderCounter, DecisionStep

# --- Moves that make no sense: into fire in column, there and back, headquarters to the enemy (6.0, 7.2) -----------


class ColumnUnderFire(ActivationAct):
    """Counts the units that could deploy and end their move in column where much enemy fire reaches them.

    Those that advance after an assault are in column because they must be (9.1); taking a victory hex is worth it.
    """

    name = "ends its move in column under 5 points of fire"
    wanted = 0.5

    def judge(self, over: EndedActivation) -> Iterator[Blunder]:
        """Yield each such unit."""
        game, start = over.game, Game(over.game.kinds, over.game.base, over.start)
        moved = [
            (unit, old, new)
            for unit, old, new in moved_units(over)
            if is_active(game, unit) and is_idle_column(game, unit) and not takes_goal(start, over.seat, new)
        ]
        fire = exposure(game, over.seat) if moved else Tally[int]()
        for unit, old, new in moved:
            if fire[new] >= MUCH:
                way = f"{place(game, old)} to {place(game, new)}"
                yield Blunder(over.seat, f"{name_of(game, unit)} from {way}, {fire[new]} points")


class HeadquartersNear(ActivationAct):
    """Counts the headquarters that end their move close to the enemy; an ambush on the way is not theirs (23.2)."""

    name = "headquarters ends its move within 3 of an enemy"

    def judge(self, over: EndedActivation) -> Iterator[Blunder]:
        """Yield each such headquarters."""
        game = over.game
        for unit, old, new in moved_units(over):
            away = nearest_of_both(over, new)
            if counter(game, unit).hq and away <= NEAR:
                way = f"{place(game, old)} to {place(game, new)}"
                yield Blunder(over.seat, f"{name_of(game, unit)} from {way}, {away} from the enemy")


SOON: Final = 1  # turns


class ThereAndBack(BlunderCounter):
    """Counts the moves that undo the unit's last one, in the same turn or the next."""

    name = "goes back to where it came from"

    def __init__(self) -> None:
        self._last: dict[str, tuple[int, int, int]] = {}  # by unit: the turn, from where, to where
        self._begun: dict[str, int] = {}  # where each unit of the move under way was

    def see(self, step: DecisionStep) -> Iterator[Blunder]:
        """Note where a move begins; yield each unit whose move ends where the one before it began."""
        before: Battle = step.before
        after: Battle = step.after
        if step.command.verb == "move":
            self._begun = {unit: before.state.units[unit].hex for unit in step.command.texts("units")}
        if not self._begun or any(frame.kind == "movement" for frame in after.state.frames):
            return
        for unit, old in self._begun.items():
            record = after.state.units[unit]
            if record.place == MAP and record.hex != old:
                yield from self._moved(before, unit, old, record.hex)
        self._begun = {}

    def _moved(self, game: Battle, unit: str, old: int, new: int) -> Iterator[Blunder]:
        turn, was, came = self._last.get(unit, (-9, 0, 0))
        if (was, came) == (new, old) and game.state.turn - turn <= SOON:
            yield Blunder(
                side_of(game, unit), f"{name_of(game, unit)} from {place(game, old)} back to {place(game, new)}"
            )
        self._last[unit] = game.state.turn, old, new


# --- Direct commands and dispatch points thrown away (4.0, 5.1) ----------------------------------------------------


def _left(game: Battle, what: str, count: Callable[[DivisionStatus], int]) -> Iterator[Blunder]:
    for division in divisions_in_play(game):
        printed, left = game.scenario.divisions[division], count(game.state.divisions[division])
        if left:
            yield Blunder(printed.side, f"{printed.name} ends with {left} {what}{'s' if left > 1 else ''}", left)


class CommandsLeft(BlunderCounter):
    """Counts the direct commands that divisions still in play never used."""

    name = "direct commands left at the end"
    wanted = 10

    def end(self, game: Battle) -> Iterator[Blunder]:
        """Yield those of each division."""
        return _left(game, "direct command", lambda status: status.commands)


class DispatchLeft(BlunderCounter):
    """Counts the dispatch points that divisions still in play never used."""

    name = "dispatch points left at the end"
    wanted = None

    def end(self, game: Battle) -> Iterator[Blunder]:
        """Yield those of each division."""
        return _left(game, "dispatch point", lambda status: status.dispatch)


class PaidForNothing(BlunderCounter):
    """Counts the direct commands paid to activate a unit that then does nothing, not even change formation."""

    name = "commands paid for a unit that passes"

    def see(self, step: DecisionStep) -> Iterator[Blunder]:
        """Yield the unit that passes, or that is left when the activation is ended."""
        game: Battle = step.before
        if step.command.verb in ("pass_unit", "end_activation"):
            unit = unit_paid_for_nothing(game)
            if unit:
                yield Blunder(step.seat, f"{name_of(game, unit)}, {place(game, game.state.units[unit].hex)}")


# --- Victory hexes given away (27.2) -------------------------------------------------------------------------------


class VictoryHexLeft(ActivationAct):
    """Counts the victory hexes that a side walks or assaults off, leaving them to an enemy who is near."""

    name = "leaves a victory hex with an enemy within 8"
    wanted = 0.02

    def judge(self, over: EndedActivation) -> Iterator[Blunder]:
        """Yield each hex held at the start of the activation, and now empty or the enemy's, with who left it."""
        game = over.game
        start = Game(game.kinds, game.base, over.start)
        today = date_of(game.scenario, over.start.turn)
        for goal in game.scenario.victory.hexes:
            if controller(start, goal.hex) != over.seat or controller(game, goal.hex) == over.seat:
                continue
            left = [unit for unit, old, _ in moved_units(over) if old == goal.hex]
            away = nearest_enemy(game, goal.hex, over.seat)
            points = sum(hex_points(goal, today).values())
            if left and points and away <= NEAR_OBJECTIVE:
                who = ", ".join(name_of(game, unit) for unit in left)
                yield Blunder(over.seat, f"{place(game, goal.hex)} by {who}, {away} from the enemy, {points} points")


# --- Assaults prepared for nothing (9.2, 9.3) ----------------------------------------------------------------------


class CalledOff(BlunderCounter):
    """Counts the assaults paid for and cancelled, whether or not the enemy has left."""

    name = "assaults paid for and cancelled"
    wanted = 0.3

    def see(self, step: DecisionStep) -> Iterator[Blunder]:
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

    def see(self, step: DecisionStep) -> Iterator[Blunder]:
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
