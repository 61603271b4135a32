"""Check a scenario's transports and riders: the pool, who carries whom, what arrives (15.0, 30.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.company_scale.counters import Counter
from rules.company_scale.loading.beginning import named_in
from rules.company_scale.loading.known import KnownIds
from rules.company_scale.r30_riders import NO_RIDERS_WITHIN
from rules.files.checking import unknown_name
from rules.files.documents import Document
from rules.files.problems import Data, Problem, Remedy, Route, unknown
from rules.hexes.grid import distance

Raw = Mapping[str, Data]


def transport_problems(scenario: Document, known: KnownIds) -> Iterator[Problem]:
    """Yield every fault in a scenario's transports; `known.units` holds them among the units."""
    kinds = known.charts["unit_types"]
    transports = {name: raw for name, raw in known.units.items() if kinds[raw["type"]].get("transport")}
    data = scenario.mapping
    taken: set[str] = set()
    for name, start in data["setup"].items():
        route = ("setup", name)
        if name in transports and "carries" not in start:
            text = "A transport on the map carries a unit (15.0); name it with carries, or leave it to the pool."
            yield scenario.problem(route, text)
        elif "carries" in start and name in known.units:
            taken.add(name)
            for message in _passenger_faults(scenario, name, start["carries"], transports, known, taken):
                yield scenario.problem((*route, "carries"), message, places=[name, start["carries"]])
            if name not in transports and not known.is_under_way and _enemy_near(name, known):
                message = f"An enemy is within {NO_RIDERS_WITHIN} hexes; nobody rides on tanks there (30.0)."
                yield scenario.problem((*route, "carries"), message)
            taken.add(start["carries"])
    listed = data.get("transports", ())
    for i, name in enumerate(() if listed == "all" else listed):
        if name not in transports:
            yield unknown_name(scenario, ("transports", i), "transport in these forces", name, transports)
        elif name in taken:
            text = f"{name} is already set up, so it is not in the pool."
            yield scenario.problem(("transports", i), text, remedy=left_out(("transports", i), listed))
        taken.add(name)
    yield from _arrival_problems(scenario, transports, taken)


def _passenger_faults(
    scenario: Document, carrier: str, name: str, transports: Mapping[str, Raw], known: KnownIds, taken: set[str]
) -> Iterator[str]:
    if name not in known.units or name in transports:
        carried = {unit: raw for unit, raw in known.units.items() if unit not in transports}
        yield unknown("unit in these forces", name, carried)
        return
    if name in scenario.mapping["setup"] or name in taken:
        yield f"{name} already has a place. Name a passenger only with its transport."
    by, who = known.units[carrier], known.units[name]
    if known.move_class(who) in ("wheeled", "tracked"):
        yield f"{name} is {known.move_class(who)}; vehicles are not carried (15.0, 30.0)."
    if carrier in transports:
        if "deployed" not in known.charts["unit_types"][who["type"]]:
            yield f"{name} has no deployed side; only deployed units are carried (15.0)."
    elif known.charts["unit_types"][by["type"]].get("armor") != "tank":
        yield f"{carrier} is neither a transport nor a tank; it carries nobody (15.0, 30.0)."
    if not known.is_under_way and not _is_own(by, who, known):
        yield f"{carrier} may not carry {name}: it belongs to another formation or division (15.0, 30.0)."


def _is_own(by: Raw, who: Raw, known: KnownIds) -> bool:
    if known.division(by) != known.division(who):
        return False
    if not by.get("formation") or who.get("stripe") == "none":
        return True
    return bool(by["formation"] == who.get("formation"))


def _enemy_near(carrier: str, known: KnownIds) -> bool:
    here = next((hex_id for hex_id, names in known.stacks.items() if carrier in names), 0)
    side = known.side(known.units[carrier])
    return here != 0 and any(
        distance(here, other) <= NO_RIDERS_WITHIN and known.side(known.units[names[0]]) != side
        for other, names in known.stacks.items()
        if names
    )


def _arrival_problems(scenario: Document, transports: Mapping[str, Raw], taken: set[str]) -> Iterator[Problem]:
    for i, due in enumerate(scenario.mapping.get("reinforcements", ())):
        for place, name in enumerate(due["units"]):
            if name in transports:
                text = f"{name} is a transport: it arrives in its division's pool; list it under transports (15.0)."
                route: Route = ("reinforcements", i, "transports")
                there = Remedy(
                    "List it there",
                    ((route, [*due.get("transports", ()), name]),),
                    (("reinforcements", i, "units", place),),
                )
                yield scenario.problem(("reinforcements", i, "units"), text, places=[name], remedy=there)
        route = ("reinforcements", i, "transports")
        for place, name in enumerate(due.get("transports", ())):
            if name not in transports:
                what = "transport in these forces"
                yield unknown_name(scenario, route, what, name, transports, at=(*route, place))
            elif name in taken:
                text = f"{name} is already in the game; it can arrive only once."
                remedy = left_out((*route, place), due["transports"])
                yield scenario.problem(route, text, places=[name], remedy=remedy)
            taken.add(name)


def left_out(route: Route, names: Sequence[str]) -> Remedy | None:
    """Return the remedy that takes a name off a list, unless nothing else stands there."""
    return Remedy("Take it off the list", removes=(route,)) if len(names) > 1 else None


def in_game(data: Raw, units: Mapping[str, Counter], transports: Mapping[str, Counter]) -> dict[str, Counter]:
    """Return the transports in the game: those set up, listed or arriving, or all of its formations and divisions.

    All of them where the scenario says `transports: all`, or says nothing and all pieces of the forces are in play.
    """
    listed = data.get("transports", "all" if data.get("pieces", "all") == "all" else ())
    named = {
        *data["setup"],
        *named_in(data),
        *(name for due in data.get("reinforcements", ()) for name in due.get("transports", ())),
    }
    if listed != "all":
        named.update(listed)
        return {name: unit for name, unit in transports.items() if name in named}
    present = {u.formation for u in units.values()} | {u.division for u in units.values()}
    return {name: unit for name, unit in transports.items() if (unit.formation or unit.division) in present}
