"""Check a map and a set-up: rows, letters, roads, places, objectives, arrivals, cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Any

from rules.command_cards.charts import CLASSES, FORBIDDEN, Charts, house_charts
from rules.command_cards.hexes import NEIGHBOURS, ROWS, width
from rules.command_cards.loading.begin_checks import begin_problems
from rules.command_cards.state import SEATS
from rules.command_cards.terrain import BUNKER
from rules.engine.english import capital
from rules.files.checking import Remains, unknown_name
from rules.files.documents import Document
from rules.files.problems import Data, Problem, Remedy, Route, table_in, unknown

# --- Check a map: the width of its rows, its letters, its roads, its names -----------------------------------------


def letters() -> Mapping[str, str]:
    """Return the terrain of each letter."""
    return {terrain.code: name for name, terrain in house_charts().terrains.items()}


def ground_of(document: Document) -> dict[str, str]:
    """Return the terrain of each hex of a map whose rows are right."""
    known = letters()
    return {
        f"{row}{place}": known[letter]
        for row, line in zip(ROWS, document.mapping["rows"], strict=True)
        for place, letter in enumerate(line, 1)
    }


@dataclass(frozen=True, slots=True)
class Site:
    """The terrain of each hex, empty if the map is wrong, and the charts that tell what it does."""

    ground: Mapping[str, str]
    charts: Charts

    def is_closed_to(self, cls: str, place: str) -> bool:
        """Tell whether the terrain of a hex keeps a class of units out."""
        return self.charts.terrains[self.ground[place]].enter.get(cls) == FORBIDDEN

    def is_closed(self, place: str) -> bool:
        """Tell whether the terrain of a hex keeps everybody out."""
        return all(self.is_closed_to(cls, place) for cls in CLASSES)

    def name(self, place: str) -> str:
        """Return what the terrain of a hex is called."""
        return self.charts.terrains[self.ground[place]].name


def map_problems(document: Document, charts: Charts) -> list[Problem]:
    """Return every fault of a map of the right form."""
    return list(_row_problems(document)) or [*_road_problems(document, charts), *_name_problems(document)]


def _row_problems(document: Document) -> Iterator[Problem]:
    known = letters()
    for at, (row, line) in enumerate(zip(ROWS, document.mapping["rows"], strict=True)):
        if len(line) != width(row):
            yield document.problem(("rows", at), f"Row {row} has {len(line)} hexes. It must have {width(row)}.")
        for letter in dict.fromkeys(line):
            if letter not in known:
                told = ", ".join(f"{code} {name}" for code, name in known.items())
                yield document.problem(("rows", at), f'Row {row}: there is no terrain "{letter}". Letters are {told}.')


def _road_problems(document: Document, charts: Charts) -> Iterator[Problem]:
    site = Site(ground_of(document), charts)
    for at, road in enumerate(document.mapping.get("roads", ())):
        for place in road:
            if place not in NEIGHBOURS:
                yield document.problem(("roads", at), off_board(place))
            elif site.is_closed_to("armor", place):
                text = f"A road can't cross {place} ({site.name(place)}). Make it a bridge or a ford."
                yield document.problem(("roads", at), text, places=[place])
        for one, after in pairwise(place for place in road if place in NEIGHBOURS):
            if after not in NEIGHBOURS[one]:
                text = f"{after} is not next to {one}. Name every hex of the road."
                yield document.problem(("roads", at), text, places=[one, after])


def _name_problems(document: Document) -> Iterator[Problem]:
    for place in document.mapping.get("names", {}):
        if place not in NEIGHBOURS:
            remedy = Remedy("Remove the name", removes=(("names", place),))
            yield document.problem(("names", place), off_board(place), remedy=remedy)


def off_board(place: str) -> str:
    """Return the sentence for a hex that is not on the board."""
    row = place[0]
    return f"There is no hex {place}: row {row} has {width(row)} hexes." if row in ROWS else f"There is no hex {place}."


# --- Check a set-up against its map: places, edges, objectives, arrivals, cards ------------------------------------


def scenario_problems(document: Document, site: Site) -> list[Problem]:
    """Return every fault of a scenario of the right form."""
    kinds, rest, whole = list(kind_problems(document, site.charts)), Remains(document), document
    rest.leave_out(problem.route for problem in kinds)
    document = rest.left
    site = _site_then(document.mapping, site)
    return [
        *kinds,
        *_side_problems(whole),
        *hex_problems(document),
        *_unit_problems(document, site),
        *_arrival_problems(document, site),
        *_obstacle_problems(document, site, whole.mapping["units"]),
        *_objective_problems(document, site),
        *_card_problems(document, site.charts),
        *begin_problems(document, site.charts),
    ]


def _site_then(data: Mapping[str, Any], site: Site) -> Site:
    """Return the ground as it is where a scenario begins, or on its map if that keeps fewer out.

    Who stands in a hex when it changes stays there.
    """
    ground, terrains = site.ground, site.charts.terrains
    found, begin = dict(ground), table_in(data, "begin")
    last = begin["round"] - (begin["side"] == data["first"]) if begin else 0
    for change in data.get("terrain", ()):
        if change["round"] <= last:
            found.update((place, kind) for place, kind in change["hexes"].items() if place in ground)

    def keeps_out(kind: str) -> int:
        return sum(rule == FORBIDDEN for rule in terrains[kind].enter.values())

    return Site({place: min(kind, ground[place], key=keeps_out) for place, kind in found.items()}, site.charts)


def _side_problems(document: Document) -> Iterator[Problem]:
    data = document.mapping
    try:
        date.fromisoformat(data["date"])
    except ValueError:
        text = f'"{data["date"]}" is not a date. Write it as 1944-08-30.'
        yield document.problem(("date",), text)
    edges = [data["sides"][seat]["edge"] for seat in SEATS]
    if edges[0] == edges[1]:
        text = f"Both sides have the {edges[0]} edge. Give one of them the other."
        route: Route = ("sides", SEATS[1], "edge")
        remedy = Remedy("Give them the other", ((route, "top" if edges[0] == "bottom" else "bottom"),))
        yield document.problem(route, text, remedy=remedy)
    for seat in SEATS:
        if not data["units"][seat]:
            yield document.problem(("units", seat), f"The {seat} side has no units. A side without units has lost.")


def _places(document: Document) -> Iterator[tuple[Route, str]]:
    """Yield every hex a scenario names, with where."""
    data = document.mapping
    for seat in SEATS:
        yield from ((("units", seat, place), place) for place in data["units"][seat])
    yield from ((("obstacles", place), place) for place in data.get("obstacles", {}))
    for key in ("objectives", "exits", "reinforcements"):
        for at, entry in enumerate(data.get(key, ())):
            yield from (((key, at, "hexes"), place) for place in entry["hexes"])
    for at, entry in enumerate(data.get("terrain", ())):
        yield from ((("terrain", at, "hexes", place), place) for place in entry["hexes"])


def hex_problems(document: Document) -> Iterator[Problem]:
    """Yield every hex named that is not on the board."""
    for route, place in _places(document):
        if place not in NEIGHBOURS:
            yield document.problem(route, off_board(place))


def _unit_problems(document: Document, site: Site) -> Iterator[Problem]:
    data, standing = document.mapping, dict[str, str]()
    for seat in SEATS:
        for place, kind in data["units"][seat].items():
            route: Route = ("units", seat, place)
            if place in standing:
                text = f"{place} already has a unit of the {standing[place]} side."
                yield document.problem(route, text, rule="CMD-move-04", places=[place])
            standing[place] = seat
            if place in site.ground and (what := closed_by(data, site, place, kind)):
                text = f"{capital(site.charts.units[kind].name)} can't be in {place} ({what})."
                yield document.problem(route, text, places=[place], remedy=Remedy("Take it off", removes=(route,)))


def _arrival_problems(document: Document, site: Site) -> Iterator[Problem]:
    for at, entry in enumerate(document.mapping.get("reinforcements", ())):
        for place in entry["hexes"]:
            if place not in site.ground or site.is_closed(place):
                continue  # told already
            for kind in dict.fromkeys(entry["units"]):
                if what := closed_by(document.mapping, site, place, kind):
                    text = f"{capital(site.charts.units[kind].name)} can't arrive in {place} ({what})."
                    yield document.problem(("reinforcements", at, "hexes"), text, places=[place])


def closed_by(data: Mapping[str, Any], site: Site, place: str, kind: str) -> str:
    """Return what keeps a kind of unit out of a hex at the start; artillery may be set up in a bunker."""
    cls = site.charts.units[kind].cls
    if site.is_closed_to(cls, place):
        return site.name(place)
    name = obstacle_in(data, place)
    obstacle = site.charts.obstacles.get(name)
    if obstacle is not None and obstacle.enter.get(cls) == FORBIDDEN and (name, cls) != (BUNKER, "artillery"):
        return obstacle.name
    return ""


def obstacle_in(data: Mapping[str, Any], at: str) -> str:
    """Return what kind of obstacle is in a hex, "" for none."""
    found = table_in(data, "obstacles").get(at, "")
    kind = str(found.get("kind", "") if isinstance(found, Mapping) else found)
    return kind if kind in house_charts().obstacles else ""


def kind_problems(document: Document, charts: Charts) -> Iterator[Problem]:
    """Yield each unit and obstacle that is none of the kinds, and obstacles that lack a side or have one too many."""
    for route, kind in _unit_kinds(document.mapping):
        if kind not in charts.units:
            yield unknown_name(document, route, "kind of unit", kind, charts.units)
    simple = [name for name in charts.obstacles if name != BUNKER]
    for place, obstacle in document.mapping.get("obstacles", {}).items():
        if obstacle == BUNKER or (isinstance(obstacle, Mapping) and not _is_bunker(obstacle)):
            text = f"Only a bunker has a side, and it needs one: write {place}: {{kind: bunker, for: german}}."
            yield document.problem(("obstacles", place), text)
        elif isinstance(obstacle, str) and obstacle not in simple:
            yield document.problem(("obstacles", place), unknown("obstacle", obstacle, dict.fromkeys(simple)))


def _unit_kinds(data: Mapping[str, Any]) -> Iterator[tuple[Route, str]]:
    """Yield each kind of unit that a scenario names, with where."""
    for seat in SEATS:
        yield from ((("units", seat, place), kind) for place, kind in data["units"][seat].items())
        for at, medal in enumerate(table_in(table_in(data, "begin"), "medals").get(seat, ())):
            if "kind" in medal:
                yield ("begin", "medals", seat, at, "kind"), medal["kind"]
    for at, entry in enumerate(data.get("reinforcements", ())):
        yield from ((("reinforcements", at, "units", place), kind) for place, kind in enumerate(entry["units"]))


def _is_bunker(obstacle: Mapping[str, Any]) -> bool:
    return set(obstacle) == {"kind", "for"} and obstacle["kind"] == BUNKER and obstacle["for"] in SEATS


def _obstacle_problems(document: Document, site: Site, units: Mapping[str, Data]) -> Iterator[Problem]:
    for place in document.mapping.get("obstacles", {}):
        if place not in site.ground:
            continue
        if site.is_closed(place):
            text = f"No unit can be in {place} ({site.name(place)})."
            yield document.problem(("obstacles", place), text, places=[place], remedy=_removed(place))
        if obstacle_in(document.mapping, place) == "sandbags" and not any(place in units[seat] for seat in SEATS):
            text = f"Sandbags need a unit, and {place} has none."
            yield document.problem(
                ("obstacles", place), text, rule="CMD-obst-04", places=[place], remedy=_removed(place)
            )


def _removed(place: str) -> Remedy:
    return Remedy("Remove the obstacle", removes=(("obstacles", place),))


def _objective_problems(document: Document, site: Site) -> Iterator[Problem]:
    for key in ("objectives", "exits", "reinforcements"):
        for at, entry in enumerate(document.mapping.get(key, ())):
            for place in entry["hexes"]:
                if place in site.ground and site.is_closed(place):
                    text = f"No unit can enter {place} ({site.name(place)})."
                    yield document.problem((key, at, "hexes"), text, places=[place])


def _card_problems(document: Document, charts: Charts) -> Iterator[Problem]:
    for at, card in enumerate(document.mapping.get("set_aside", ())):
        if card not in charts.cards:
            yield document.problem(("set_aside", at), unknown("card", card, charts.cards))
