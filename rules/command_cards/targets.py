"""Who may battle whom: range, neighbours, sight, dice (CMD-turn-03, CMD-battle-07, -09, -10, CMD-range-04)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.command_cards.dice import dice_of, sum_of_dice
from rules.command_cards.hexes import ORDER, distance
from rules.command_cards.pieces import capital, counted, enemies_near, enemy_reasons, listed, own_units, the
from rules.command_cards.scenario import other
from rules.command_cards.sight import look, what_blocks
from rules.command_cards.state import Table
from rules.engine.command import Reason


def night_range(game: Table) -> int:
    """Return how far a battle may reach while it is night, 0 by day."""
    return game.scenario.night_distance if game.state.round <= game.scenario.night_until else 0


def reach_of(game: Table, unit: str) -> int:
    """Return how far a unit may battle now: nothing lengthens its row of dice (CMD-range-04)."""
    longest, dark = len(game.state.units[unit].type.dice), night_range(game)
    return min(longest, dark) if dark else longest


def target_reasons(game: Table, unit: str, target: str, origin: str = "", *, extra: bool = True) -> Iterator[Reason]:
    """Yield why a unit cannot battle a target, from its hex or from another; `extra` counts the card's dice."""
    attacker = game.state.units[unit]
    if (wrong := next(enemy_reasons(game, target, attacker.seat), None)) is not None:
        yield wrong
        return
    here, there = origin or attacker.hex, game.state.units[target].hex
    far = distance(here, there)
    if far > len(attacker.type.dice):
        longest = counted(len(attacker.type.dice), "hex")
        yield Reason(f"{there} is {far} hexes away. {capital(attacker.type.name)} can reach {longest}.", "CMD-range-04")
        return
    dark = night_range(game)
    if dark and far > dark:
        yield Reason(f"At night nobody can battle beyond {counted(dark, 'hex')}.", "CMD-range-04")
    near = [name for name in enemies_near(game, attacker.seat, here) if name != unit]
    if near and far > 1:
        yield Reason(f"{_must(game, unit, near, here, extra)}", "CMD-battle-07")
    if attacker.type.needs_los:
        sight = look(game, here, there, attacker.hex)
        if sight.blocked:
            what = listed([what_blocks(game, place) for place in sight.by()])
            yield Reason(f"Line of sight from {here} to {there} is blocked by {what}.", sight.rule)
    if not dice_of(game, unit, target, origin, extra=extra):
        terms = sum_of_dice(game, unit, target, origin, extra=extra)
        parts = ", ".join(f"{term.change:+d} {term.text}" for term in terms)
        yield Reason(f"No dice left against {the(game, target)}: {parts}.", "CMD-battle-10")


def _must(game: Table, unit: str, near: list[str], here: str, extra: bool) -> str:
    who = capital(the(game, unit))
    names = listed([the(game, name) for name in near], "or")
    if any(dice_of(game, unit, name, here, extra=extra) for name in near):
        return f"{who} is next to an enemy. It can only close assault {names}."
    return f"{who} is next to {names} and has no dice against them, so it can't battle."


def _enemies(game: Table, seat: str) -> list[str]:
    """Return the enemies of a side in the order of the board."""
    return game.once(
        ("enemies", seat),
        lambda: sorted(own_units(game, other(seat)), key=lambda name: ORDER[game.state.units[name].hex]),
    )


def targets_of(game: Table, unit: str, origin: str = "", *, extra: bool = True) -> Iterator[str]:
    """Yield the enemies a unit may battle, in the order of the board."""
    attacker = game.state.units[unit]
    here = origin or attacker.hex
    furthest = 1 if enemies_near(game, attacker.seat, here) else reach_of(game, unit)
    for name in _enemies(game, attacker.seat):
        if distance(here, game.state.units[name].hex) > furthest:
            continue
        if next(target_reasons(game, unit, name, origin, extra=extra), None) is None:
            yield name
