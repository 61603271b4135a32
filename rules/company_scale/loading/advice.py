"""What a designer should think of again in a scenario that can be played: its pieces, and where it is fought.

Nothing here is a fault. Each piece of advice names the rule it comes from and the field it is about. Reach is judged
by distance alone, generously: what is called out of reach is so by any way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from rules.company_scale.battle_map import Road
from rules.company_scale.counters import Counter, MoveClass
from rules.company_scale.loading.files import located, referred
from rules.company_scale.pieces import hour_of
from rules.company_scale.r07_line_of_sight import line_of_sight, sight_limit
from rules.company_scale.r15_carrying import may_carry
from rules.company_scale.scenario import SIDES, Scenario, scenario_folder
from rules.engine.english import capital, counted
from rules.files.checking import advice_on_note
from rules.files.documents import Document
from rules.files.problems import Data, Problem, Remedy, ScenarioError
from rules.hexes.grid import distance, hex_id, hex_name, neighbours

# --- What a designer should think of again in where a scenario is fought: arrivals off the road --------------------

_WAYS: Final = frozenset({Road.PAVED, Road.EVACUATION, Road.TRAIL})


def vehicles_off_the_road(document: Document, scenario: Scenario) -> Iterator[Problem]:
    """Yield arrivals of vehicles in hexes without a road in or next to them (6.2.1, 18.0)."""
    ways = {h for side, here in scenario.map.sides.items() if here.roads & _WAYS for h in side}
    for number, due in enumerate(scenario.reinforcements):
        units = [scenario.units[name] for name in due.units if name in scenario.units]
        vehicles = [unit for unit in units if unit.move_class is not MoveClass.LEG and not unit.rail_only]
        if vehicles and ways.isdisjoint((due.hex, *neighbours(due.hex))):
            text = f"{vehicles[0].name} arrives in {hex_name(due.hex)}, and no road is near."
            yield document.advice(("reinforcements", number, "hex"), text, "18.0", places=[vehicles[0].id])


def area_beyond_the_map(document: Document, scenario: Scenario) -> Iterator[Problem]:
    """Yield columns and rows of the area in play that the map does not have (3.1)."""
    area, ground = document.mapping.get("area", {}), _map_of(document)
    for key in ("columns", "rows") if area and ground else ():
        (first, last), (least, most) = area[key], ground[key]
        if first < least or last > most:
            text = f"The area goes beyond the map, whose {key} run from {least} to {most}."
            remedy = Remedy("Cut it to the map", ((("area", key), [max(first, least), min(last, most)]),))
            yield document.advice(("area", key), text, "3.1", remedy=remedy)


def roads_cut(document: Document, scenario: Scenario) -> Iterator[Problem]:
    """Yield paved roads that leave the area in play and come back, so that it cuts them (6.2.1)."""
    area, ground = document.mapping.get("area"), _map_of(document)
    if not area:
        return
    (west, east), (north, south) = area["columns"], area["rows"]
    for road in ground.get("roads", ()):
        inside = [west <= h // 100 <= east and north <= h % 100 <= south for h in map(hex_id, road["hexes"])]
        left = next((place for place in range(1, len(inside)) if inside[place - 1] and not inside[place]), 0)
        back = next((place for place in range(left, len(inside)) if left and inside[place]), 0)
        if back and road["kind"] == "paved":
            out, again = road["hexes"][left - 1], road["hexes"][back]
            name = road.get("name", "A road")
            text = f"{name} leaves the area after {out} and comes back at {again}, so nobody can follow it."
            yield document.advice(("area",), text, "6.2.1", places=[out, again])


def _map_of(document: Document) -> Mapping[str, Data]:
    """Return the data of a scenario's whole map."""
    try:
        return referred(document, "map", ("map",), scenario_folder()).mapping
    except ScenarioError:
        return {}


# --- What a designer should think of again in the pieces of a scenario: colors, leaders ----------------------------

_ALIKE: Final = 40
"""How much the red, green and blue of two colors differ, of 255 each and together, that are hard to tell apart."""


def _players(scenario: Scenario, side: str) -> str:
    """Return who plays a side, such as "the Germans"."""
    return scenario.charts.series.sides[side].players


def in_play(scenario: Scenario, side: str = "") -> list[Counter]:
    """Return the units that are set up or arrive, without transports in the pool and markers."""
    arriving = {unit for due in scenario.reinforcements for unit in due.units}
    named = {*scenario.setup, *arriving, *(start.carries for start in scenario.setup.values() if start.carries)}
    units = (scenario.units[name] for name in named if name in scenario.units)
    return sorted((u for u in units if not u.marker and side in ("", u.side)), key=lambda unit: unit.id)


def alike_divisions(document: Document, scenario: Scenario) -> Iterator[Problem]:
    """Yield divisions in play whose counters have nearly the same color (2.0)."""
    present = sorted({unit.division for unit in in_play(scenario)})
    for one, other in combinations([scenario.divisions[name] for name in present], 2):
        if sum(abs(a - b) for a, b in zip(_channels(one.colour), _channels(other.colour), strict=True)) < _ALIKE:
            text = f"The counters of {one.name} and {other.name} have nearly the same color; give one another."
            yield document.advice(("forces",), text, "2.0")


def _channels(colour: str) -> tuple[int, int, int]:
    digits = colour.removeprefix("#")
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def leaders(document: Document, scenario: Scenario) -> Iterator[Problem]:
    """Yield divisions without a leader where others have some (13.0)."""
    arriving = {name for due in scenario.reinforcements for name in due.leaders}
    named = (leader for name, leader in scenario.leaders.items() if name in scenario.leader_setup or name in arriving)
    led = {leader.division for leader in named if not leader.hero}
    for name in sorted({unit.division for unit in in_play(scenario)} - led) if led else ():
        text = f"No leader of {scenario.divisions[name].name} is set up or arrives, and other divisions have some."
        yield document.advice(("leaders",), text, "13.0")


def columns_under_fire(document: Document, scenario: Scenario) -> Iterator[Problem]:
    """Yield units that are set up in column where an enemy sees them and can fire at them in the first turn (8.5.1)."""
    standing = [unit for unit in in_play(scenario) if unit.id in scenario.setup]
    limit = sight_limit(scenario.weather, hour_of(scenario, 1).night)
    for unit in standing:
        start = scenario.setup[unit.id]
        if start.deployed or unit.deployed is None:
            continue
        enemies = (enemy for enemy in standing if enemy.side != unit.side and _fires_at(scenario, enemy, start.hex))
        seen = (e for e in enemies if line_of_sight(scenario.map, scenario.setup[e.id].hex, start.hex, limit).clear)
        if (enemy := next(seen, None)) is not None:
            text = f"{unit.name} starts in column under the fire of {enemy.name}."
            yield document.advice(("setup", unit.id), text, "8.5.1", places=[enemy.id])


def _fires_at(scenario: Scenario, unit: Counter, target: int) -> bool:
    """Tell whether a unit is set up to fire directly as far as a hex."""
    start, face = scenario.setup[unit.id], unit.deployed
    fires = start.deployed and face is not None and face.fire is not None
    return fires and face is not None and face.fire is not None and distance(start.hex, target) <= face.fire.range


# --- What a designer should think of again in a scenario that can be played: legal is not sensible -----------------

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
            yield document.advice(
                ("setup",), f"{capital(_players(scenario, side))} have no units, at the start or later.", "2.0"
            )


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
    german, allied = (_players(scenario, side) for side in SIDES)
    if margin > most["german"]:
        text = f"{capital(german)} need a lead of {margin} and can score {most['german']} at most."
        remedy = Remedy(f"Set the lead to {most['german']}", ((("victory", "win", "german"), most["german"]),))
        yield document.advice(("victory", "win"), text, "27.3", remedy=remedy if most["german"] > 0 else None)
    if -margin >= most["allied"]:
        text = f"{capital(german)} win even {-margin} points behind, and {allied} can score {most['allied']} at most."
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
                text = (
                    f"{goal.name} scores for {_players(scenario, side)}, but none of their units can get there in time."
                )
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
