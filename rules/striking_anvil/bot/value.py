"""What a position is worth, what the computer fears for a side, and what a player who learns hears."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Final

from rules.engine.command import Command, cmd
from rules.engine.english import counted
from rules.engine.evaluator import Manner, Moment, Script, Stance, WorthPart
from rules.engine.options import Decision
from rules.striking_anvil.bot.answers import points_told
from rules.striking_anvil.bot.combat import WEIGHTS, Weights, weights_of
from rules.striking_anvil.bot.german import Withdrawal
from rules.striking_anvil.bot.goals import Goals
from rules.striking_anvil.bot.script import AnvilScript, moment_of, stances_of
from rules.striking_anvil.r01_1_map import area_name, fort_level, is_area, is_friendly, is_supplied
from rules.striking_anvil.r01_3_units import (
    fighters,
    good_strength,
    is_combat,
    is_good,
    label,
    side_of,
    strength,
    units_of,
)
from rules.striking_anvil.r03_impulses import member_reasons, places
from rules.striking_anvil.r04_movement import Group, reach
from rules.striking_anvil.r_victory import score
from rules.striking_anvil.scenario import ALLIED, GERMAN, other_side
from rules.striking_anvil.state import ELIMINATED, Anvil, State

# --- What the computer fears for a side's units, told to a player who learns ---------------------------------------

MOST: Final = 3
"""Fears that are told."""
LEAST: Final = 0.3  # points


def fears(game: Anvil, seat: str, w: Weights) -> tuple[str, ...]:
    """Return which areas the worst attack would cost the Germans most; the script fears nothing for the Allies."""
    if seat == ALLIED:
        return ()
    out = Withdrawal(game, w)
    stacks = {area: tuple(fighters(game, area, GERMAN)) for area in game.scenario.map.areas}
    costs = {area: out.danger(area, stack) for area, stack in stacks.items()}
    worst = sorted((area for area in costs if costs[area] >= LEAST), key=lambda area: -costs[area])
    return tuple(
        f"{area_name(game, area)}: the worst attack costs {points_told(costs[area])}, and the chance that anybody "
        f"is left there is {out.holds(area, stacks[area]):.0%}."
        for area in worst[:MOST]
    )


# --- What a player who learns hears before an order that he may regret ---------------------------------------------


def warning(game: Anvil, decision: Decision, command: Command) -> str | None:
    """Return why an order is likely to be a mistake, in one sentence, or None."""
    return next(_warnings(game, decision, command), None)


def _warnings(game: Anvil, decision: Decision, command: Command) -> Iterator[str]:
    seat = decision.seat
    if decision.kind == "order" and command.verb == "pass":
        for area, unit in goals_not_taken(game, seat):
            points = counted(game.scenario.charts.victory.areas[area], "point")
            way = f"{label(game, unit)} in {area_name(game, game.state.units[unit].at)}"
            yield f"{area_name(game, area)} ({points}) is empty and in reach of {way}."
    elif decision.kind == "way" and command.verb in ("step", "stop"):
        after = _carried_out(game, command)
        yield from _left(game, after, seat)
        yield from _cut_off(game, after, seat)


def _carried_out(game: Anvil, command: Command) -> Anvil:
    """Return the position after an order of a move, as if nobody pursued."""
    after = game.branch()
    after.run()
    after.apply(command)
    asked = after.run()
    while isinstance(asked, Decision) and asked.kind == "pursuit":
        after.apply(cmd("decline"))
        asked = after.run()
    after.pending = None  # it refers to the game
    return after


def _left(game: Anvil, after: Anvil, seat: str) -> Iterator[str]:
    for area, _, worst in points_left(game, after, seat):
        points = counted(game.scenario.charts.victory.areas[area], "point")
        enemy = f"an enemy no stronger in {area_name(game, worst)}"
        yield f"This leaves {area_name(game, area)} ({points}) empty next to {enemy}."


def _cut_off(game: Anvil, after: Anvil, seat: str) -> Iterator[str]:
    """Yield the first unit of a group whose way has ended out of supply."""
    march = next(frame for frame in game.state.frames if frame.kind == "march")
    now = next((frame for frame in after.state.frames if frame.kind == "march"), None)
    if now is not None and now["under_way"]:
        return
    for unit in march["group"]:
        at = after.state.units[unit].at
        if is_area(after, at) and at != march["start"] and is_combat(game, unit) and not is_supplied(after, seat, at):
            yield f"{label(game, unit)} ends its move out of supply in {area_name(game, at)}."


def points_left(start: Anvil, game: Anvil, seat: str) -> Iterator[tuple[str, list[str], str]]:
    """Yield the areas with victory points left empty next to enemies no stronger than the units that left them.

    With each who left it, and where the strongest of those enemies are. Who gives way to a stronger one may be right.
    """
    for area in game.scenario.charts.victory.areas:
        was_held = is_friendly(start, seat, area) and fighters(start, area, seat)
        if not was_held or units_of(game, area, seat):
            continue
        left = [unit for unit in was_held if game.state.units[unit].at not in (area, ELIMINATED)]
        strengths = {near: enemy_strength(start, near, seat) for near in game.scenario.map.neighbours[area]}
        worst = max(strengths, key=strengths.__getitem__)
        if left and 0 < strengths[worst] <= good_strength(start, was_held):
            yield area, left, worst


def enemy_strength(game: Anvil, area: str, seat: str) -> int:
    """Return the strength of the good enemies of a side in an area."""
    return good_strength(game, fighters(game, area, other_side(seat)))


def goals_not_taken(game: Anvil, side: str) -> Iterator[tuple[str, str]]:
    """Yield the empty enemy areas with points that a side could still walk into, each with a unit that could.

    Nobody is expected to walk out of an area with points that he alone holds.
    """
    worth = game.scenario.charts.victory.areas
    empty = {
        area
        for area in worth
        if not is_friendly(game, side, area) and not game.state.stack(area) and not fort_level(game, area)
    }
    for place in places(game) if empty else ():
        own = fighters(game, place, side)
        if (place in worth and len(own) == 1) or not is_supplied(game, side, place):  # 1.8: without supply no move
            continue
        for unit in own:
            if not is_good(game, unit) or next(member_reasons(game, side, place, unit), None) is not None:
                continue
            found = empty.intersection(reach(game, Group(side, (unit,), {}), place))
            for area in sorted(found):
                yield area, unit
            empty -= found


# --- What a position is worth: the score, and what may still be won, in victory points and named parts -------------


def value(game: Anvil, seat: str) -> tuple[WorthPart, ...]:
    """Return the lead that a seat may expect at the end; of a finished game the true one."""
    sign = 1 if seat == ALLIED else -1
    parts = [WorthPart("victory points", float(score(game)))]
    if game.state.frames:
        w = weights_of(Manner())
        out, goals = Withdrawal(game, w), Goals(game, w)
        units = [
            (unit, piece.at)
            for unit, piece in game.state.units.items()
            if is_area(game, piece.at) and is_combat(game, unit)
        ]
        germans = sum(out.hope(unit, at) for unit, at in units if side_of(game, unit) == GERMAN)
        allies = sum(strength(game, unit) for unit, _ in units if side_of(game, unit) == ALLIED)
        levels = sum(fort_level(game, area) for area in game.scenario.charts.fortifications)
        parts += [
            WorthPart("Germans who can still escape", -germans),
            WorthPart("Allies who can still fight", allies * w.allied_alive),
            WorthPart("fortress levels", -levels * w.fort_level),
            WorthPart("Allies near their goals", goals.within_reach()),
        ]
    return tuple(WorthPart(text, sign * points) for text, points in parts)


# --- What Striking the Anvil teaches the computer opponent ---------------------------------------------------------


class AnvilJudgement:
    """The registered evaluator."""

    levels = ("recruit", "regular")

    @property
    def tempers(self) -> Mapping[str, str]:
        """Return the tempers."""
        return WEIGHTS.tempers()

    def script(self, manner: Manner, seed: int, stance: Stance | None = None, before: Script | None = None) -> Script:
        """Return a script."""
        return AnvilScript(seed, manner, stance)

    def moment(self, game: Anvil, decision: Decision) -> Moment | None:
        """Return the moment that one's own impulse begins, else None."""
        return moment_of(game, decision)

    def stances(self, game: Anvil, decision: Decision, manner: Manner, held: Stance | None = None) -> Sequence[Stance]:
        """Return the plans for an impulse."""
        return tuple(stances_of(game, decision, manner))

    def value(self, game: Anvil, seat: str) -> tuple[WorthPart, ...]:
        """Return the expected lead at the end."""
        return value(game, seat)

    def warning(self, game: Anvil, decision: Decision, command: Command) -> str | None:
        """Return why an order is likely to be a mistake."""
        return warning(game, decision, command)

    def fears(self, game: Anvil, seat: str) -> tuple[str, ...]:
        """Return what the enemy may do to a seat's units next."""
        return fears(game, seat, weights_of(Manner()))

    def date(self, state: State) -> Hashable:
        """Return the turn."""
        return state.turn


EVALUATOR: Final = AnvilJudgement()
