"""Units on the board: who stands where, who is near, and what a player calls them (CMD-move-04, -06)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.command_cards.hexes import NEIGHBOURS
from rules.command_cards.scenario import other
from rules.command_cards.state import Table, Unit
from rules.engine.command import Reason

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")


def occupants(game: Table) -> dict[str, str]:
    """Return the unit on each hex that holds one."""
    return game.once("at", lambda: {unit.hex: name for name, unit in game.state.units.items()})


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
    return f"the {found.type.name} in {found.hex}" if found else f'"{unit}"'


def capital(text: str) -> str:
    """Return a text with a capital letter first."""
    return text[:1].upper() + text[1:]


def counted(number: int, noun: str) -> str:
    """Return a number and its noun in words, such as two hexes or one hex."""
    plural = noun if number == 1 else f"{noun}es" if noun.endswith("x") else f"{noun}s"
    return f"{_NUMBERS[number] if 0 <= number < len(_NUMBERS) else number} {plural}"


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Return parts as a player would list them: a, b and c."""
    return f" {word} ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


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
