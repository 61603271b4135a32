"""Units on the board, lines of sight, and who may battle whom (CMD-los, CMD-range, CMD-battle, CMD-move)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules.command_cards.dice import dice_of, sum_of_dice
from rules.command_cards.hexes import NEIGHBOURS, ORDER, between, distance
from rules.command_cards.state import Table, Unit, other, type_of
from rules.command_cards.terrain import obstacle_at, terrain_at
from rules.engine.command import Reason
from rules.engine.english import capital, listed, spelled

# --- Units on the board: who stands where, who is near, and what a player calls them (CMD-move-04, -06) ------------


def occupants(game: Table) -> dict[str, str]:
    """Return the unit on each hex that holds one."""
    return game.cached("at", lambda: {unit.hex: name for name, unit in game.state.units.items()})


def own_units(game: Table, seat: str) -> list[str]:
    """Return the units of a side on the board."""
    return [name for name, unit in game.state.units.items() if unit.seat == seat]


def enemies_near(game: Table, seat: str, place: str) -> list[str]:
    """Return the enemies of a side next to a hex."""
    at, units = occupants(game), game.state.units
    near = (at[n] for n in NEIGHBOURS[place] if n in at)
    return [name for name in near if units[name].seat != seat]


def the(game: Table, unit: str) -> str:
    """Return what a unit is called within a sentence: the infantry in E5."""
    found = game.state.units.get(unit)
    return f"the {type_of(game, found).name} in {found.hex}" if found else f'"{unit}"'


def own_reasons(game: Table, unit: str, seat: str) -> Iterator[Reason]:
    """Yield why a name is not that of one's own unit on the board."""
    found: Unit | None = game.state.units.get(unit)
    if found is None:
        yield Reason(f'No unit on the board is called "{unit}".')
    elif found.seat != seat:
        yield Reason(f"{capital(the(game, unit))} is an enemy unit. Choose one of yours.")


def enemy_reasons(game: Table, unit: str, seat: str) -> Iterator[Reason]:
    """Yield why a name is not that of an enemy on the board."""
    found: Unit | None = game.state.units.get(unit)
    if found is None:
        yield Reason(f'No unit on the board is called "{unit}".')
    elif found.seat != other(seat):
        yield Reason(f"{capital(the(game, unit))} is yours. Choose an enemy unit.")


# --- Line of sight from centre to centre (CMD-los-01 to -06) -------------------------------------------------------


class OnTheLine(NamedTuple):
    """What stands in a line of sight: hexes it crosses, and hexes on the one and the other side of it."""

    crossed: tuple[str, ...] = ()
    sides: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    @property
    def blocked(self) -> bool:
        """Tell whether the line is blocked."""
        return bool(self.crossed or (self.sides[0] and self.sides[1]))

    @property
    def rule(self) -> str:
        """Return the rule by which it is blocked."""
        return "CMD-los-03" if self.crossed else "CMD-los-04"

    def by(self) -> tuple[str, ...]:
        """Return the hexes that block."""
        return (*self.crossed, *self.sides[0], *self.sides[1]) if self.sides[0] and self.sides[1] else self.crossed


CLEAR: Final = OnTheLine()


def look(game: Table, origin: str, target: str, gone: str = "") -> OnTheLine:
    """Return what stands in the line between two hexes; the hex `gone` is imagined to be left."""
    crossed, pairs = between(origin, target)
    if not crossed and not pairs:  # adjacent hexes, CMD-los-05
        return CLEAR
    hills = terrain_at(game, origin).los == "hill" and terrain_at(game, target).los == "hill"

    def blocks(place: str) -> bool:
        return bool(place) and obstructs(game, place, hills, gone)

    standing = tuple(place for place in crossed if blocks(place))
    if game.scenario.per_edge:
        pairs = tuple(pair for pair in pairs if blocks(pair[0]) and blocks(pair[1]))
    left = tuple(a for a, _ in pairs if blocks(a))
    right = tuple(b for _, b in pairs if blocks(b))  # off the board nothing stands, CMD-los-06
    return OnTheLine(standing, (left, right))


def obstructs(game: Table, place: str, hills: bool, gone: str) -> bool:
    """Tell whether a hex stops a line across it; hills let pass a line between two hills (CMD-los-03)."""
    los = terrain_at(game, place).los
    if los == "blocks" or (los == "hill" and not hills):
        return True
    obstacle = obstacle_at(game, place)
    if obstacle is not None and obstacle.los == "blocks":
        return True
    return place != gone and place in occupants(game)


def what_blocks(game: Table, place: str) -> str:
    """Return in words what stands in a hex."""
    unit = occupants(game).get(place)
    terrain, obstacle = terrain_at(game, place), obstacle_at(game, place)
    if terrain.los != "clear":
        return f"the {terrain.name} in {place}"
    if obstacle is not None and obstacle.los == "blocks":
        return f"the {obstacle.name} in {place}"
    return f"the {type_of(game, game.state.units[unit]).name} in {place}" if unit else place


# --- Who may battle whom: range, neighbours, sight, dice (CMD-turn-03, CMD-battle-07, -09, -10, CMD-range-04) ------


def night_range(game: Table) -> int:
    """Return how far a battle may reach while it is night, 0 by day."""
    return game.scenario.night_distance if game.state.round <= game.scenario.night_until else 0


def reach_of(game: Table, unit: str) -> int:
    """Return how far a unit may battle now: nothing lengthens its row of dice (CMD-range-04)."""
    longest, dark = len(type_of(game, game.state.units[unit]).dice), night_range(game)
    return min(longest, dark) if dark else longest


def target_reasons(game: Table, unit: str, target: str, origin: str = "", *, extra: bool = True) -> Iterator[Reason]:
    """Yield why a unit cannot battle a target, from its hex or from another; `extra` counts the card's dice."""
    attacker = game.state.units[unit]
    kind = type_of(game, attacker)
    if (wrong := next(enemy_reasons(game, target, attacker.seat), None)) is not None:
        yield wrong
        return
    here, there = origin or attacker.hex, game.state.units[target].hex
    far = distance(here, there)
    if far > len(kind.dice):
        longest = spelled(len(kind.dice), "hex")
        yield Reason(f"{there} is {far} hexes away. {capital(kind.name)} can reach {longest}.", "CMD-range-04")
        return
    dark = night_range(game)
    if dark and far > dark:
        yield Reason(f"At night nobody can battle beyond {spelled(dark, 'hex')}.", "CMD-range-04")
    near = [name for name in enemies_near(game, attacker.seat, here) if name != unit]
    if near and far > 1:
        yield Reason(f"{_must(game, unit, near, here, extra)}", "CMD-battle-07")
    if kind.needs_los:
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
    return game.cached(
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
