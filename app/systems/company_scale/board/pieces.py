"""From a view to what lies on the board: stacks, counters with their states, markers and tokens. No rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QPointF

from app.systems.company_scale.board.counters.face import Face, Mark, marks_of
from app.systems.company_scale.board.counters.layer import Piece
from app.systems.company_scale.board.markers import Chip, marker_chips, token_chips, tokens_of
from app.systems.company_scale.board.stacks import COUNTER, badge_at, layout
from app.vision import chosen
from rules.hexes.ids import hex_id


@dataclass(slots=True)
class Position:
    """What lies on the board: units by id, stacks by hex (lowest counter first), hexes by unit, faces."""

    units: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    stacks: dict[int, list[str]] = field(default_factory=dict)
    where: dict[str, int] = field(default_factory=dict)
    faces: dict[str, Face] = field(default_factory=dict)
    eyes: str = ""

    @staticmethod
    def read(view: Mapping[str, Any], before: Position | None = None) -> Position:
        """Read a view; only units on the map are in `stacks` and `where`.

        Units that show what they showed `before`, in colours for the same eyes, keep their faces.
        """
        position = Position(eyes=chosen())
        known = before if before is not None and before.eyes == position.eyes else Position()
        for unit in view.get("units", ()):
            name = str(unit["id"])
            position.units[name] = unit
            position.faces[name] = known.faces[name] if known.units.get(name) == unit else Face.of(unit)
            if unit.get("hex") and unit.get("place", "map") == "map":
                at = hex_id(str(unit["hex"]))
                position.where[name] = at
                position.stacks.setdefault(at, []).append(name)
        return position

    def side(self, unit: str) -> str:
        """Return the side of a unit, or ""."""
        return str(self.units.get(unit, {}).get("side", ""))

    def side_in(self, at: int) -> str:
        """Return whose units stand in a hex, or ""."""
        stack = self.stacks.get(at)
        return self.side(stack[-1]) if stack else ""

    def stack_of(self, unit: str) -> list[str]:
        """Return the stack a unit stands in."""
        return self.stacks.get(self.where.get(unit, -1), [])

    def own_stack(self, unit: str) -> list[str]:
        """Return the units of the same side in the hex of a unit."""
        return [other for other in self.stack_of(unit) if self.side(other) == self.side(unit)]


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Units and tokens the board stresses, beside the states in the view."""

    selected: Collection[str] = ()
    asked: Collection[str] = ()
    joined: Collection[str] = ()
    carried: Collection[str] = ()

    def marks(self, name: str) -> Mark:
        """Return the marks of one unit or token."""
        marks = Mark.NONE
        for names, mark in (
            (self.selected, Mark.SELECTED),
            (self.asked, Mark.CANDIDATE),
            (self.joined, Mark.JOINED),
            (self.carried, Mark.GHOST),
        ):
            if name in names:
                marks |= mark
        return marks


def lay_out(
    position: Position, emphasis: Emphasis, width: float = COUNTER
) -> tuple[dict[str, Piece], dict[int, tuple[QPointF, int]]]:
    """Return the pieces by unit, of a width in scene units, and the number badges by hex."""
    pieces: dict[str, Piece] = {}
    badges: dict[int, tuple[QPointF, int]] = {}
    for at, stack in position.stacks.items():
        places = layout(at, stack)
        for place in places:
            marks = marks_of(position.units[place.unit]) | emphasis.marks(place.unit)
            order = (places[0].at.y(), at * 100 + place.level)
            pieces[place.unit] = Piece(position.faces[place.unit], marks, place.at, order, width, place.shown)
        badge = badge_at(places)
        if badge is not None:
            badges[at] = badge
    return pieces, badges


def chips_of(view: Mapping[str, Any], emphasis: Emphasis) -> list[Chip]:
    """Return the markers and tokens of a view."""
    names = [str(raw["id"]) for key in ("weapons", "leaders") for raw in view.get(key, ())]
    marks = {name: emphasis.marks(name) for name in names}
    held = {str(unit["hex"]) for unit in view.get("units", ()) if unit.get("hex")}
    return [*marker_chips(view.get("markers", ()), held), *token_chips(tokens_of(view, marks))]
