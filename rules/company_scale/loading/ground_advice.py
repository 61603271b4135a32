"""What a designer should think of again in where a scenario is fought: arrivals off the road, the area in play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rules.company_scale.battle_map import Road
from rules.company_scale.counters import MoveClass
from rules.company_scale.loading.files import referred
from rules.company_scale.scenario import Scenario, scenario_folder
from rules.files.documents import Document
from rules.files.problems import Problem, Remedy, ScenarioError
from rules.files.values import Data
from rules.hexes.grid import hex_id, hex_name, neighbours

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
