"""Barrage markers: their size, placing them, the smoke of German tanks (8.7.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.company_scale.counters import Armor
from rules.company_scale.pieces import counter
from rules.company_scale.state import Battle
from rules.engine.command import Command, Reason
from rules.engine.frames import BareAction
from rules.hexes.ids import hex_name

SMOKE: Final = "smoke"
LIGHT: Final = "light"
MEDIUM: Final = "medium"
HEAVY: Final = "heavy"
SIZES: Final = (SMOKE, LIGHT, MEDIUM, HEAVY)
SMOKE_UP_TO: Final = 2  # 8.7.2: each larger size takes one more


def barrage_size(strength: int) -> str:
    """Return the barrage an indirect fire of this strength leaves: smoke up to 2, then light, medium, heavy (8.7.2)."""
    return SIZES[max(0, min(strength - SMOKE_UP_TO, len(SIZES) - 1))]


def place_barrage(game: Battle, hex_id: int, size: str) -> None:
    """Put a barrage marker on a hex; one no larger than the marker there changes nothing (8.7.2)."""
    there = game.state.barrages.get(hex_id)
    if there is not None and SIZES.index(there) >= SIZES.index(size):
        return
    game.state.barrages[hex_id] = size
    game.emit("MarkerPlaced", hex=hex_name(hex_id), kind="barrage", value=size)


def lays_smoke(game: Battle, units: tuple[str, ...]) -> bool:
    """Tell whether a German tank is among moving units (8.7.2)."""
    return any(counter(game, u).side == "german" and counter(game, u).armor is Armor.TANK for u in units)


class LeaveSmoke(BareAction):
    """Let German tanks put smoke in the hex they are about to leave, or take that back (8.7.2)."""

    verb = "leave_smoke"

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield the command for movements with a German tank."""
        if lays_smoke(game, game.frame["units"]):
            yield Command(self.verb)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why no smoke can be left."""
        if not lays_smoke(game, game.frame["units"]):
            yield Reason("Only German tanks can leave smoke as they move.", "8.7.2")

    def apply(self, game: Battle, command: Command) -> None:
        """Switch this on or off; the smoke appears when the hex is left (RULINGS 49)."""
        game.update(smoke=not game.frame["smoke"])
