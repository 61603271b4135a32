"""Line of sight from centre to centre (CMD-los-01 to -06)."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.command_cards.hexes import between
from rules.command_cards.obstacles import obstacle_at
from rules.command_cards.pieces import occupants
from rules.command_cards.state import Table
from rules.command_cards.terrain import terrain_at


class Sight(NamedTuple):
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


CLEAR: Final = Sight()


def look(game: Table, origin: str, target: str, gone: str = "") -> Sight:
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
    return Sight(standing, (left, right))


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
    return f"the {game.state.units[unit].type.name} in {place}" if unit else place
