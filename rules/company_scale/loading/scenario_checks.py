"""Check a set-up against map, forces and charts: places, faces, stacking, sides, victory hexes (6.1, 6.2, 12.1, 27)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final

from rules.company_scale.counters import Counter
from rules.company_scale.loading.beginning import begin_problems, named_in
from rules.company_scale.loading.forces import attached_problems, parents
from rules.company_scale.loading.known import KnownIds, known_of
from rules.company_scale.r06_1_stacking import STACK_LIMIT
from rules.company_scale.r30_riders import NO_RIDERS_WITHIN
from rules.company_scale.state import FORTIFICATIONS
from rules.files.documents import Document
from rules.files.problems import Problem, unknown
from rules.files.values import Data, Route
from rules.hexes.grid import distance, neighbours

_KEYS: Final = ("units", "support_weapons", "leaders", "heroes")


def reinforcement_problems(scenario: Document, known: KnownIds) -> Iterator[Problem]:
    """Yield every fault in the reinforcement schedule."""
    placed = {name: "is already set up" for key in ("setup", *_KEYS[1:]) for name in scenario.mapping.get(key, ())}
    for i, due in enumerate(scenario.mapping.get("reinforcements", ())):
        route: Route = ("reinforcements", i)
        if due["turn"] > scenario.mapping["turns"]:
            message = (
                f"The scenario ends with turn {scenario.mapping['turns']}; nothing can arrive in turn {due['turn']}."
            )
            yield scenario.problem((*route, "turn"), message)
        here, fault = known.playable(due["hex"])
        if fault:
            yield scenario.problem((*route, "hex"), f"Nothing can arrive here: {fault}")
        if not due["turn"] and not known.is_under_way:
            yield scenario.problem((*route, "turn"), "The first turn is 1; nothing can arrive before it.")
        for key in _KEYS:
            yield from _piece_problems(scenario, (*route, key), due.get(key, ()), known.counters(key), placed)
        units = [known.units[name] for name in due["units"] if name in known.units]
        if len({known.side(unit) for unit in units}) > 1:
            yield scenario.problem(route, "Units of both sides arrive together; make an entry for each side.")
        if here:
            yield from _exit_problems(scenario, (*route, "units"), due, here, known)


def _piece_problems(
    scenario: Document, route: Route, names: Any, counters: Mapping[str, Data], placed: dict[str, str]
) -> Iterator[Problem]:
    for name in names:
        if name not in counters:
            yield scenario.problem(route, unknown("piece in these forces", name, counters))
        elif name in placed:
            yield scenario.problem(route, f"{name} {placed[name]}; it can arrive only once.")
        placed[name] = "arrives twice"


def _exit_problems(scenario: Document, route: Route, due: Any, here: int, known: KnownIds) -> Iterator[Problem]:
    near = [known.ground[h] for h in neighbours(here) if known.ground.get(h, "~") not in "~# "]
    for name in due["units"]:
        move = known.move_class(known.units[name]) if name in known.units else "leg"
        if not move and due.get("side") != "deployed":
            text = f"{name} has no movement and cannot leave the hex it arrives in (18.0); "
            yield scenario.problem(route, text + "let it arrive deployed, so that a transport can fetch it (15.0).")
        elif not move:
            continue
        elif not near or (move != "leg" and here not in known.roads and set(near) == {"m"}):
            yield scenario.problem(route, f"{name} cannot leave the hex it arrives in; choose another hex.")


# --- Check a scenario's transports and riders: the pool, who carries whom, what arrives (15.0, 30.0) ---------------

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
            yield scenario.problem(
                route, "A transport on the map carries a unit (15.0); name it with carries, or leave it to the pool."
            )
        elif "carries" in start and name in known.units:
            taken.add(name)
            for message in _passenger_faults(scenario, name, start["carries"], transports, known, taken):
                yield scenario.problem((*route, "carries"), message)
            if name not in transports and not known.is_under_way and _enemy_near(name, known):
                message = f"An enemy is within {NO_RIDERS_WITHIN} hexes; nobody rides on tanks there (30.0)."
                yield scenario.problem((*route, "carries"), message)
            taken.add(start["carries"])
    listed = data.get("transports", ())
    for i, name in enumerate(() if listed == "all" else listed):
        if name not in transports:
            yield scenario.problem(("transports", i), unknown("transport in these forces", name, transports))
        elif name in taken:
            yield scenario.problem(("transports", i), f"{name} is already set up, so it is not in the pool.")
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
        for name in due["units"]:
            if name in transports:
                text = f"{name} is a transport: it arrives in its division's pool; list it under transports (15.0)."
                yield scenario.problem(("reinforcements", i, "units"), text)
        for name in due.get("transports", ()):
            if name not in transports:
                text = unknown("transport in these forces", name, transports)
                yield scenario.problem(("reinforcements", i, "transports"), text)
            elif name in taken:
                text = f"{name} is already in the game; it can arrive only once."
                yield scenario.problem(("reinforcements", i, "transports"), text)
            taken.add(name)


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


_VEHICLES: Final = ("wheeled", "tracked")


def scenario_problems(
    scenario: Document, ground: Document, forces: Sequence[Document], charts: Mapping[str, Data]
) -> list[Problem]:
    """Return every fault in a scenario whose map, forces and charts are already right."""
    if problems := attached_problems(scenario, forces):
        return problems
    known = known_of(scenario, ground, forces, charts)
    for name, division in parents(scenario.mapping, forces).items():  # 26
        known.formations[name] = {**known.formations[name], "division": division}
    return [
        *_date_problems(scenario),
        *_division_problems(scenario, known),
        *_setup_problems(scenario, known),
        *_stack_problems(scenario, known),
        *_marker_counter_problems(scenario, "support_weapons", known.weapons, known),
        *_marker_counter_problems(scenario, "leaders", known.leaders, known),
        *_hero_problems(scenario, known),
        *_place_problems(scenario, known),
        *reinforcement_problems(scenario, known),
        *transport_problems(scenario, known),
        *begin_problems(scenario, known),
    ]


def _date_problems(scenario: Document) -> Iterator[Problem]:
    text = scenario.mapping.get("date", "1944-08-21")
    try:
        date.fromisoformat(text)
    except ValueError:
        yield scenario.problem(("date",), f'"{text}" is not a day of the calendar; write it as 1944-08-22.')


def _division_problems(scenario: Document, known: KnownIds) -> Iterator[Problem]:
    for name, start in scenario.mapping.get("divisions", {}).items():
        if name not in known.divisions:
            yield scenario.problem(("divisions", name), unknown("division in these forces", name, known.divisions))
            continue
        chart = known.charts["divisions"][known.divisions[name]["chart"]]
        most = start.get("max_troop_quality", chart["max_troop_quality"])
        if start.get("troop_quality", 0) > most:  # 19.2
            message = f"The troop quality of this division is {most} at most (19.2); write {most} or less."
            yield scenario.problem(("divisions", name, "troop_quality"), message)


def _setup_problems(scenario: Document, known: KnownIds) -> Iterator[Problem]:
    for name, start in scenario.mapping["setup"].items():
        route = ("setup", name)
        if name not in known.units:
            yield scenario.problem(route, unknown("unit in these forces", name, known.units))
            continue
        here, fault = known.playable(start["hex"])
        if not here:
            yield scenario.problem((*route, "hex"), f"The unit cannot be set up here: {fault}")
            continue
        known.stacks[here].append(name)
        if start.get("carries") in known.units:  # 15.0, 30.0
            known.riders[name] = start["carries"]
        for message in _face_faults(known.units[name], start, here, known):
            yield scenario.problem(route, message)


def _face_faults(unit: Mapping[str, Data], start: Mapping[str, Data], here: int, known: KnownIds) -> Iterator[str]:
    kind, side = known.charts["unit_types"][unit["type"]], start["side"]
    move_class = known.move_class(unit)
    if side not in kind:
        other = "column" if side == "deployed" else "deployed"
        yield f'The type {unit["type"]} has no {side} side; write "side: {other}".'
    if move_class in _VEHICLES and known.ground[here] == "C" and side == "deployed":  # 6.2.1
        yield f"A {move_class} unit cannot be deployed in a city hex (6.2.1); set it up in column."
    if kind.get("rail_only") and here not in known.rails:  # 25.0
        yield "A rail gun stands on a railroad; there is none in this hex (25.0)."
    if move_class in _VEHICLES and known.ground[here] == "m" and here not in known.roads:  # 6.2.1
        yield f"A {move_class} unit cannot be in a marsh hex without a road (6.2.1); choose another hex."


def _stack_problems(scenario: Document, known: KnownIds) -> Iterator[Problem]:
    for names in known.stacks.values():
        last = ("setup", names[-1], "hex")
        hex_text = scenario.mapping["setup"][names[-1]]["hex"]
        if len({known.side(known.units[name]) for name in names}) > 1:
            yield scenario.problem(last, f"Units of both sides stand in {hex_text}; a hex holds one side only.")
        elif len(names) > STACK_LIMIT and not known.is_under_way:
            yield scenario.problem(last, f"{len(names)} units stand in {hex_text}; a hex holds {STACK_LIMIT} (6.1).")


def _marker_counter_problems(
    scenario: Document, key: str, counters: Mapping[str, Mapping[str, Data]], known: KnownIds
) -> Iterator[Problem]:
    what = key.replace("_", " ")[:-1]
    placed: dict[int, int] = defaultdict(int)
    for name, text in scenario.mapping.get(key, {}).items():
        if name not in counters:
            yield scenario.problem((key, name), unknown(f"{what} in these forces", name, counters))
            continue
        if text == "available":  # 12.1: in the box of its division
            continue
        here, fault = known.playable(text)
        friends = _friends(counters[name], here, key, known)
        placed[here] += 1
        if not here:
            yield scenario.problem((key, name), f"The {what} cannot be set up here: {fault}")
        elif not friends:
            need = "a leg unit" if key == "support_weapons" else "a unit"
            yield scenario.problem((key, name), f"The {what} needs {need} of its division in {text}.")
        elif key == "support_weapons" and placed[here] > len(known.stacks[here]):  # 12.1
            yield scenario.problem((key, name), f"{text} holds more support weapons than units (12.1).")


def _hero_problems(scenario: Document, known: KnownIds) -> Iterator[Problem]:
    for i, name in enumerate(scenario.mapping.get("heroes", ())):
        if name not in known.heroes:
            yield scenario.problem(("heroes", i), unknown("hero in these forces", name, known.heroes))


def _friends(counter: Mapping[str, Data], here: int, key: str, known: KnownIds) -> list[str]:
    """Return the units in a hex that may hold a support weapon (leg units, 12.1) or a leader of their division.

    In a game under way they may be of any division of their side: formations are attached, divisions disbanded.
    """
    there = known.stacks.get(here, ())
    if known.is_under_way:
        return [name for name in there if known.side(known.units[name]) == known.side(counter)]
    return [
        name
        for name in (*there, *(known.riders[carrier] for carrier in there if carrier in known.riders))
        if known.division(known.units[name]) == known.division(counter)
        and (key != "support_weapons" or known.move_class(known.units[name]) in ("leg", ""))
    ]


def _assault_marker_problems(
    scenario: Document, i: int, marker: Mapping[str, Data], known: KnownIds
) -> Iterator[Problem]:
    """Yield why a prepared assault marker cannot be there: it needs an owner with a unit next to it."""
    side, here = marker.get("value"), known.playable(str(marker["hex"]))[0]
    if side not in ("german", "allied"):
        yield scenario.problem(("markers", i), "Say whose prepared assault this is: value: german or allied.")
        return
    near = (known.units[name] for h in neighbours(here) for name in known.stacks.get(h, ())) if here else ()
    if here and not any(known.side(counter) == side for counter in near):
        message = f"No {side} unit is next to {marker['hex']}; a prepared assault marker needs one (9.2)."
        yield scenario.problem(("markers", i, "hex"), message)


def _place_problems(scenario: Document, known: KnownIds) -> Iterator[Problem]:
    data = scenario.mapping
    for i, marker in enumerate(data.get("markers", ())):
        if fault := known.playable(marker["hex"])[1]:
            yield scenario.problem(("markers", i, "hex"), f"The marker cannot be placed here: {fault}")
        if marker["kind"] in FORTIFICATIONS and marker["kind"] not in known.charts["fortification"]:  # 2.0
            message = f'The charts have no values for a {marker["kind"]}; add them under "fortification".'
            yield scenario.problem(("markers", i, "kind"), message)
        aim = marker.get("value") if marker["kind"] == "concentrated_fire" else None
        if aim is not None and (fault := known.playable(str(aim))[1]):
            yield scenario.problem(("markers", i, "value"), f"Nobody can fire there: {fault}")
        if marker["kind"] == "prepared_assault":
            yield from _assault_marker_problems(scenario, i, marker, known)
    for i, victory in enumerate(data.get("victory", {}).get("hexes", ())):
        route = ("victory", "hexes", i)
        if fault := known.playable(victory["hex"])[1]:
            yield scenario.problem((*route, "hex"), f"This cannot be a victory hex: {fault}")
        if isinstance(victory["points"], int) and "side" not in victory:
            yield scenario.problem(route, "Say whose points these are: side: german or allied.")
