"""How to read counters and map in another game of the series: its own counters, its names and costs of the ground."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.diagram import Callout, Diagram, Part
from app.systems.company_scale.drawings import how_to_read as printed
from app.systems.company_scale.printing.aid_words import words
from app.systems.company_scale.printing.aids import ROADS, in_points, told_hexside
from rules.company_scale.battle_map import Edge, GroundCharts, Road, Terrain
from rules.company_scale.counters import Box, Counter, MoveClass, Stripe
from rules.company_scale.scenario import SIDES, Scenario
from rules.company_scale.series import Series
from rules.engine.english import capital, signed

GROUND_LEAD = (
    "A piece of the printed game's ground, with the names and costs of this one. What counts is a hex's center dot, "
    "its level, and its six sides; the artwork only follows them."
)
ON = {MoveClass.LEG: "on foot", MoveClass.WHEELED: "on wheels", MoveClass.TRACKED: "on tracks"}


def drawings_of(scenario: Scenario, ground: Scenario) -> Sequence[Diagram]:
    """Return the drawings of a game: counters of its scenario, and a piece of the `ground` of the printed one."""
    charts, series = scenario.map.charts, scenario.charts.series
    parts = [part for part in printed.PARTS if part.feature != printed.COUNTER_ON]
    worded = [told for part in parts if (told := _worded(part, charts, series)) is not None]
    drawing = printed.map_drawing(ground, worded, GROUND_LEAD, units=())
    counters = _examples(scenario)
    return (drawing,) if counters is None else (_counter_drawing(scenario, counters), drawing)


def _examples(scenario: Scenario) -> tuple[Counter, Counter, Counter] | None:
    """Return a unit that fires when deployed, one of the other side in column, and any third; None for want of some."""
    units = [unit for unit in scenario.units.values() if not unit.marker]
    deployed = [unit for unit in units if unit.deployed is not None and unit.deployed.fire is not None]
    gun = next(iter(sorted(deployed, key=lambda unit: not _fires_twice(unit))), None)
    movers = [unit for unit in units if unit.column is not None and unit.column.move is not None and unit is not gun]
    if gun is None or not movers:
        return None
    tank = min(movers, key=lambda unit: (bool(unit.hq), unit.side == gun.side, unit.stripe is Stripe.NONE, unit.is_leg))
    return gun, tank, next((unit for unit in deployed if unit.is_leg), gun)


def _fires_twice(unit: Counter) -> bool:
    face = unit.deployed
    return face is not None and face.indirect is not None and (face.fire is None or face.fire.box is not Box.BLACK)


def _counter_drawing(scenario: Scenario, examples: tuple[Counter, Counter, Counter]) -> Diagram:
    gun, tank, foot = examples
    lead = (
        f"Two units of {scenario.title}. A unit has two sides: deployed, to fight, and in column, to move. "
        "Below is one in the states the table shows."
    )
    titles = (f"{gun.label or gun.name}, deployed", f"{tank.label or tank.name}, in column")
    callouts = [told for callout in printed.CALLOUTS if (told := _callout(scenario, callout, gun, tank)) is not None]
    return printed.counters_drawn(scenario, (gun, tank, foot), lead, titles, callouts)


def _callout(scenario: Scenario, callout: Callout, gun: Counter, tank: Counter) -> Callout | None:
    """Return a label with the words of this game, None if its counters do not show what it names."""
    squares, rounds = (scenario.charts.series.sides[seat].name for seat in SIDES)
    far = gun.deployed.indirect if gun.deployed is not None else None
    own: Mapping[str, str] = {
        "Symbol": "The kind of troops. Only engineers have special abilities because of it.",
        "Second fire": f"It also fires indirectly, {_far(far.range)}." if far is not None and _fires_twice(gun) else "",
        "Stripe": callout.text if tank.stripe is not Stripe.NONE else "",
        "Name": f"{tank.name}. Point at a counter on the map to read its full name.",
        "Background and edge": f"The division. Square: {squares}; round: {rounds}.",
    }
    text = own.get(callout.title, callout.text)
    return replace(callout, text=text) if text else None


def _far(reach: int | None) -> str:
    return "at any range" if reach is None else f"up to {reach} hexes"


def _worded(part: Part, charts: GroundCharts, series: Series) -> Part | None:
    """Return a part of the map with the names and values of charts, None where this game has no such thing."""
    match part.feature:
        case Road.EVACUATION:
            if "22" not in series.chapters:
                return None
            return replace(part, text=f"{capital(in_points(charts.roads[ROADS[Road.EVACUATION]]))} a hex in column.")
        case Road():
            name = charts.names[part.feature]
            return replace(part, title=name, text=f"{capital(in_points(charts.roads[part.feature]))} a hex in column.")
        case Terrain():
            return replace(part, title=charts.names[part.feature], text=_ground_words(part.feature, charts))
        case Edge():
            row = next(row for row in words().hexsides if row.edge == part.feature)
            cost, fire = told_hexside(row, charts)
            return replace(part, title=charts.names[part.feature], text=f"Movement: {cost}. Fire and sight: {fire}.")
        case printed.VICTORY:
            return replace(part, text="Points for whoever holds it at the end, marked by rim and badge.")
    return part


def _ground_words(terrain: Terrain, charts: GroundCharts) -> str:
    costs, defense = charts.entry[terrain], charts.defense[terrain]
    points = (f"{'closed' if costs[move] is None else costs[move]} {where}" for move, where in ON.items())
    told = [f"Points: {', '.join(points)}", f"defense {signed(defense)}" if defense else ""]
    told.append("blocks line of sight" if terrain in charts.cover else "")
    return f"{'; '.join(filter(None, told))}."
