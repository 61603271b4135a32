"""What a designer should think of again in a scenario that can be played: legal is not sensible.

Nothing here is a fault. Each piece of advice names the rule it comes from and the field it is about. Reach is judged
by distance alone, generously: what is called out of reach is so by any way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from rules.company_scale.counters import Counter
from rules.company_scale.loading.ground_advice import area_beyond_the_map, roads_cut, vehicles_off_the_road
from rules.company_scale.loading.pieces_advice import NAMES, alike_divisions, columns_under_fire, in_play, leaders
from rules.company_scale.loading.places import located
from rules.company_scale.r15_carrying import may_carry
from rules.company_scale.scenario import SIDES, Scenario
from rules.engine.english import counted
from rules.files.checking import advice_on_note
from rules.files.documents import Document
from rules.files.problems import Problem, Remedy
from rules.hexes.grid import distance, hex_name

HEXES_A_POINT: Final = 2
"""The hexes that a movement point takes a unit at most, by road (6.2)."""


def advice_on(document: Document, scenario: Scenario) -> list[Problem]:
    """Return all advice on a scenario, in the order of its chapters' numbers; a worked example gets none."""
    if document.mapping.get("kind") == "example":
        return []
    found = [problem for check in CHECKS for problem in check(document, scenario)]
    return located([*found, *advice_on_note(document)], document)


def missing_sides(document: Document, scenario: Scenario) -> Iterator[Problem]:
    """Yield a side that has nobody (2.0)."""
    for side in SIDES:
        if not in_play(scenario, side):
            yield document.advice(("setup",), f"The {NAMES[side]} have no units, at the start or later.", "2.0")


def headquarters(document: Document, scenario: Scenario) -> Iterator[Problem]:
    """Yield formations without a headquarters, or with one that commands nobody where it stands (5.1, 5.3)."""
    present = in_play(scenario)
    for name, formation in scenario.formations.items():
        units = [unit for unit in present if unit.formation == name and not unit.transport]
        staffs = [unit for unit in units if unit.hq]
        if not units:
            continue
        if not staffs:
            text = f"{formation.name} has {counted(len(units), 'unit')} and no headquarters to command them."
            yield document.advice(("setup",), text, "5.1")
            continue
        starts = {unit.id: scenario.setup[unit.id].hex for unit in units if unit.id in scenario.setup}
        others = [place for unit, place in starts.items() if not scenario.units[unit].hq]
        reach = [(starts[staff.id], staff.command_range) for staff in staffs if staff.id in starts]
        if others and reach and not any(distance(here, place) <= far for here, far in reach for place in others):
            text = f"No unit of {formation.name} is within its headquarters' command range."
            yield document.advice(("setup", staffs[0].id), text, "5.3")


def useless_units(document: Document, scenario: Scenario) -> Iterator[Problem]:
    """Yield units that can neither move, nor be carried, nor fire (6.0, 8.0, 15.0)."""
    present = in_play(scenario)
    carriers = [unit for unit in (*present, *scenario.transports.values()) if unit.transport]
    for unit in present:
        faces = [face for face in (unit.deployed, unit.column) if face is not None]
        moves = any(face.move for face in faces) or unit.rail_only
        fires = any(face.fire is not None or face.indirect is not None for face in faces) or unit.hq
        if not moves and not fires and not any(may_carry(carrier, unit) for carrier in carriers):
            text = f"{unit.name} can neither move nor fire, and nothing carries it."
            yield document.advice(("setup", unit.id), text, "6.0")


def stranded_guns(document: Document, scenario: Scenario) -> Iterator[Problem]:
    """Yield guns that arrive where they stay for good, because nothing can fetch them (15.0, 18.0)."""
    carriers = [unit for unit in (*in_play(scenario), *scenario.transports.values()) if unit.transport]
    for number, due in enumerate(scenario.reinforcements):
        for name in due.units:
            unit = scenario.units.get(name)
            if unit is None or unit.rail_only or unit.marker:
                continue
            moves = any(face.move for face in (unit.deployed, unit.column) if face is not None)
            if not moves and not any(may_carry(carrier, unit) for carrier in carriers):
                text = f"{unit.name} cannot move, and no transport of its division can fetch it from the edge."
                yield document.advice(("reinforcements", number, "units"), text, "15.0", places=[name])


def contested_arrivals(document: Document, scenario: Scenario) -> Iterator[Problem]:
    """Yield arrivals in hexes where an enemy stands at the start (18.0)."""
    for number, due in enumerate(scenario.reinforcements):
        sides = {scenario.units[name].side for name in due.units if name in scenario.units}
        for name, start in scenario.setup.items():
            unit = scenario.units.get(name)
            if unit is not None and start.hex == due.hex and unit.side not in sides and sides:
                text = f"{unit.name} starts in {hex_name(due.hex)}, where its enemies are to arrive."
                yield document.advice(("reinforcements", number, "hex"), text, "18.0", places=[name])
                break


def victory(document: Document, scenario: Scenario) -> Iterator[Problem]:
    """Yield a game that nobody can win, or that one side wins whatever happens (27.0 to 27.4)."""
    conditions = scenario.victory
    if not conditions.is_contested:
        text = "Nothing scores, so nobody can win. Give points for hexes, for losses or for units that leave."
        yield document.advice(("victory",), text, "27.0")
        return
    most = {side: most_points(scenario, side) for side in SIDES}
    margin = conditions.german_margin
    if margin > most["german"]:
        text = f"The Germans need a lead of {margin} and can score {most['german']} at most."
        remedy = Remedy(f"Set the lead to {most['german']}", ((("victory", "win", "german"), most["german"]),))
        yield document.advice(("victory", "win"), text, "27.3", remedy=remedy if most["german"] > 0 else None)
    if -margin >= most["allied"]:
        text = f"The Germans win even {-margin} points behind, and the Allies can score {most['allied']} at most."
        yield document.advice(("victory", "win"), text, "27.3")


def most_points(scenario: Scenario, side: str) -> int:
    """Return the points that a side can score if everything goes its way (27.1 to 27.4)."""
    conditions = scenario.victory
    scorings = 1 + len(conditions.checks)
    hexes = sum(
        max([goal.points.get(side, 0), *(worth.get(side, 0) for _, worth in goal.later)]) * scorings
        for goal in conditions.hexes
    )
    other = "allied" if side == "german" else "german"
    losses = conditions.eliminated.get(side, 0) * len(in_play(scenario, other))
    leaving = conditions.exits * len(in_play(scenario, "german")) if side == "german" else 0
    return hexes + losses + leaving + sum(conditions.evacuation.values()) * scenario.turns


def distant_hexes(document: Document, scenario: Scenario) -> Iterator[Problem]:
    """Yield victory hexes that a side scores for and cannot get to in time (6.2, 27.2)."""
    for number, goal in enumerate(scenario.victory.hexes):
        worth = [goal.points, *(later for _, later in goal.later)]
        for side in SIDES:
            if not any(points.get(side, 0) for points in worth):
                continue
            if not any(_in_time(scenario, unit, goal.hex) for unit in in_play(scenario, side)):
                text = f"{goal.name} scores for the {NAMES[side]}, but none of their units can get there in time."
                yield document.advice(("victory", "hexes", number), text, "27.2")


def _in_time(scenario: Scenario, unit: Counter, goal: int) -> bool:
    faces = (face for face in (unit.deployed, unit.column) if face is not None)
    reach = max((face.move or 0 for face in faces), default=0) * HEXES_A_POINT
    starts = [(scenario.setup[unit.id].hex, 1)] if unit.id in scenario.setup else []
    starts += [(due.hex, due.turn) for due in scenario.reinforcements if unit.id in due.units]
    carried = [start.hex for start in scenario.setup.values() if start.carries == unit.id]
    starts += [(place, 1) for place in carried]
    return any(distance(here, goal) <= reach * (scenario.turns - turn + 1) for here, turn in starts)


CHECKS: Final[Sequence[Callable[[Document, Scenario], Iterator[Problem]]]] = (
    missing_sides,
    headquarters,
    useless_units,
    stranded_guns,
    contested_arrivals,
    victory,
    distant_hexes,
    alike_divisions,
    leaders,
    columns_under_fire,
    vehicles_off_the_road,
    area_beyond_the_map,
    roads_cut,
)
"""All kinds of advice that come from the rules."""
