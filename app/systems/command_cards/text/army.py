"""The order of battle: the units of both sides with their figures, what is lost and what arrives when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.systems.command_cards.text.names import kind_name
from app.text.entries import Entry, Kind, Standing
from app.text.sides import NAMES
from rules.command_cards.state import Placed, Scenario
from rules.command_cards.view import DueView, UnitView, View


def army(view: View, scenario: Scenario) -> list[Entry]:
    """Return the sides with their units by kind; every unit of a scenario is open to both players."""
    due = {told.unit: told for told in view.due}
    sides: dict[str, dict[str, list[Entry]]] = {seat: {} for seat in NAMES}
    for name, placed in scenario.units.items():
        entry = _unit(name, placed, view.units.get(name), due.get(name), scenario.map.names)
        sides[placed.seat].setdefault(kind_name(placed.kind), []).append(entry)
    return [
        _group(NAMES[seat], seat, [_group(kind, seat, units) for kind, units in kinds.items()])
        for seat, kinds in sides.items()
    ]


def _group(name: str, seat: str, entries: Sequence[Entry]) -> Entry:
    return Entry("", name, Kind.GROUP, seat=seat, entries=tuple(entries))


def _unit(name: str, placed: Placed, unit: UnitView | None, due: DueView | None, names: Mapping[str, str]) -> Entry:
    side, kind = NAMES[placed.seat], kind_name(placed.kind)
    state, where, standing = "", "Eliminated", Standing.LOST
    if unit is not None:
        standing, where = Standing.HERE, " ".join(p for p in (unit.hex, names.get(unit.hex, "")) if p)
        state = ", ".join([f"{unit.figures} of {unit.full} figures", *done(unit)])
    elif due is not None:
        standing, where = Standing.DUE, f"Round {due.round}, {' or '.join(due.hexes)}"
    number = name.rpartition("-")[2]
    return Entry(f"unit:{name}", f"{side} {kind} {number}", Kind.UNIT, state, where, name, placed.seat, standing)


def done(unit: UnitView) -> list[str]:
    """Return what a unit has done this turn, in words."""
    order = unit.order
    if order is None:
        return []
    told = (("moved", order.moved), ("battled", order.battled), ("acted", order.acted))
    return ["ordered", *(word for word, so in told if so)]


def places(scenario: Scenario) -> list[Entry]:
    """Return the named places, the objectives and all hexes of a board."""
    ground = scenario.map
    named = [Entry(f"hex:{at}", name, Kind.PLACE, "", at) for at, name in ground.names.items()]
    goals = [
        Entry(f"hex:{at}", goal.name, Kind.PLACE, f"objective, {NAMES[goal.seat]}", at)
        for goal in scenario.objectives
        for at in goal.hexes
        if ground.names.get(at) != goal.name
    ]
    hexes = [
        Entry(f"hex:{at}", at, Kind.HEX, kind_name(kind), ground.names.get(at, ""))
        for at, kind in ground.terrain.items()
    ]  # fmt: skip
    return [*goals, *named, *hexes]
