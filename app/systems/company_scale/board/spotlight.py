"""What a question is about: its hex, and the line of sight of the fire being composed."""

from __future__ import annotations

from dataclasses import dataclass

from app.systems.company_scale.board.pieces import Position
from app.systems.company_scale.questions import question
from rules.engine.options import Decision
from rules.hexes.ids import hex_id


@dataclass(frozen=True, slots=True)
class Spot:
    """The hex a question is about, whether a ring marks it, and from which hex a fire is seen."""

    hex: int | None = None
    start: int | None = None
    ringed: bool = True


def spot_of(decision: Decision | None, position: Position) -> Spot:
    """Return what to point at for a decision."""
    if decision is None or not question(decision.kind).points:
        return Spot()
    try:
        at = hex_id(str(decision.subject.get("hex", "")))
    except ValueError:
        return Spot()
    points = question(decision.kind).points
    return Spot(at, _watcher(decision, position) if points == "sight" else None, points != "arrow")


def _watcher(decision: Decision, position: Position) -> int | None:
    """Return the hex from which the target is seen: that of the firing unit or of its first spotter."""
    unit, spotters = str(decision.subject.get("unit", "")), decision.subject.get("spotters")
    if isinstance(spotters, list | tuple) and spotters and unit not in spotters:
        unit = str(spotters[0])
    return position.where.get(unit)
