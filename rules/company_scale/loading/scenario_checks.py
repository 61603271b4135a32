"""Check a set-up against map, forces and charts: places, faces, stacking, sides, victory hexes (6.1, 6.2, 12.1, 27)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final

from rules.company_scale.loading.beginning import begin_problems
from rules.company_scale.loading.files import located
from rules.company_scale.loading.forces import parents
from rules.company_scale.loading.known import KnownIds, known_of
from rules.company_scale.loading.transport_checks import left_out, transport_problems
from rules.company_scale.r06_1_stacking import STACK_LIMIT
from rules.company_scale.state import FORTIFICATIONS
from rules.files.checking import unknown_name
from rules.files.documents import Document
from rules.files.problems import Data, Problem, Remedy, Route
from rules.hexes.grid import neighbours

_KEYS: Final = ("units", "support_weapons", "leaders", "heroes")


def names_in(data: Mapping[str, Data]) -> Iterator[tuple[Route, str]]:
    """Yield every place where a scenario of the right form names a piece, formation or division of its forces."""
    for name, start in data["setup"].items():
        yield ("setup", name), name
        if "carries" in start:
            yield ("setup", name), start["carries"]
    for key in ("support_weapons", "leaders", "divisions"):
        yield from (((key, name), name) for name in data.get(key, {}))
    for name, division in data.get("attached", {}).items():
        yield from ((("attached", name), each) for each in (name, division))
    lists: list[tuple[Route, Sequence[str]]] = [((key,), data.get(key, ())) for key in ("heroes", "transports")]
    for i, due in enumerate(data.get("reinforcements", ())):
        lists += [(("reinforcements", i, key), due.get(key, ())) for key in (*_KEYS, "transports")]
    for route, names in lists:
        yield from (((*route, place), name) for place, name in enumerate(() if names == "all" else names))


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
    for place, name in enumerate(names):
        if name not in counters:
            yield unknown_name(scenario, route, "piece in these forces", name, counters, at=(*route, place))
        elif name in placed:
            remedy = left_out((*route, place), names)
            text = f"{name} {placed[name]}; it can arrive only once."
            yield scenario.problem(route, text, places=[name], remedy=remedy)
        placed[name] = "arrives twice"


def _exit_problems(scenario: Document, route: Route, due: Any, here: int, known: KnownIds) -> Iterator[Problem]:
    near = [known.ground[h] for h in neighbours(here) if known.ground.get(h, "~") not in "~# "]
    for name in due["units"]:
        move = known.move_class(known.units[name]) if name in known.units else "leg"
        if not move and due.get("side") != "deployed":
            text = f"{name} has no movement and cannot leave the hex it arrives in (18.0); "
            text += "let it arrive deployed, so that a transport can fetch it (15.0)."
            remedy = Remedy("Let it arrive deployed", (((*route[:-1], "side"), "deployed"),))
            yield scenario.problem(route, text, places=[name], remedy=remedy)
        elif not move:
            continue
        elif not near or (move != "leg" and here not in known.roads and set(near) == {"m"}):
            text = f"{name} cannot leave the hex it arrives in; choose another hex."
            yield scenario.problem(route, text, places=[name, due["hex"]])


_VEHICLES: Final = ("wheeled", "tracked")


def scenario_problems(
    scenario: Document,
    ground: Document,
    forces: Sequence[Document],
    charts: Mapping[str, Data],
    doubtful: Collection[str] = (),
) -> list[Problem]:
    """Return every fault in a scenario whose map, forces, charts and attachments are already right.

    In hexes with doubtful names may stand more than the set-up says.
    """
    known = known_of(scenario, ground, forces, charts)
    known.doubtful.update(doubtful)
    for name, division in parents(scenario.mapping, forces).items():  # 26
        known.formations[name] = {**known.formations[name], "division": division}
    problems = [
        *_date_problems(scenario, charts),
        *_area_problems(scenario),
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
    return located(problems, scenario)


def _date_problems(scenario: Document, charts: Mapping[str, Data]) -> Iterator[Problem]:
    text = scenario.mapping.get("date", "1944-08-21")
    try:
        date.fromisoformat(text)
    except ValueError:
        yield scenario.problem(("date",), f'"{text}" is not a day of the calendar; write it as 1944-08-22.')
    hours = {hour["name"]: None for hour in charts["turn_track"]}
    if scenario.mapping["first_turn"] not in hours:
        yield unknown_name(scenario, ("first_turn",), "turn of the day", scenario.mapping["first_turn"], hours)


def _area_problems(scenario: Document) -> Iterator[Problem]:
    for key, (first, last) in scenario.mapping.get("area", {}).items():
        if first > last:
            text = f"The first of the {key} comes after the last; write the smaller number first."
            remedy = Remedy("Swap them", ((("area", key), [last, first]),))
            yield scenario.problem(("area", key), text, remedy=remedy)


def _division_problems(scenario: Document, known: KnownIds) -> Iterator[Problem]:
    for name, start in scenario.mapping.get("divisions", {}).items():
        if name not in known.divisions:
            yield unknown_name(scenario, ("divisions", name), "division in these forces", name, known.divisions)
            continue
        chart = known.charts["divisions"][known.divisions[name]["chart"]]
        most = start.get("max_troop_quality", chart["max_troop_quality"])
        if start.get("troop_quality", 0) > most:  # 19.2
            message = f"The troop quality of this division is {most} at most (19.2); write {most} or less."
            route = ("divisions", name, "troop_quality")
            remedy = Remedy(f"Set the troop quality to {most}", ((route, most),))
            yield scenario.problem(route, message, remedy=remedy)


def _setup_problems(scenario: Document, known: KnownIds) -> Iterator[Problem]:
    for name, start in scenario.mapping["setup"].items():
        route = ("setup", name)
        if name not in known.units:
            yield unknown_name(scenario, route, "unit in these forces", name, known.units)
            known.doubtful.add(start["hex"])
            continue
        here, fault = known.playable(start["hex"])
        if not here:
            off = Remedy("Take it off the map", removes=(route,))
            yield scenario.problem((*route, "hex"), f"The unit cannot be set up here: {fault}", remedy=off)
            continue
        known.stacks[here].append(name)
        if start.get("carries") in known.units:  # 15.0, 30.0
            known.riders[name] = start["carries"]
        for message, side in _face_faults(known.units[name], start, here, known):
            turn = "Deploy it" if side == "deployed" else "Set it up in column"
            remedy = Remedy(turn, (((*route, "side"), side),)) if side else None
            yield scenario.problem(route, message, remedy=remedy)


def _face_faults(
    unit: Mapping[str, Data], start: Mapping[str, Data], here: int, known: KnownIds
) -> Iterator[tuple[str, str]]:
    """Yield why a unit cannot stand with a face in a hex, and the face it can have there, or ""."""
    kind, side = known.charts["unit_types"][unit["type"]], start["side"]
    move_class = known.move_class(unit)
    if side not in kind:
        other = "column" if side == "deployed" else "deployed"
        yield f'The type {unit["type"]} has no {side} side; write "side: {other}".', other
    if move_class in _VEHICLES and known.ground[here] == "C" and side == "deployed":  # 6.2.1
        yield (
            f"A {move_class} unit cannot be deployed in a city hex (6.2.1); set it up in column.",
            "column" if "column" in kind else "",
        )
    if kind.get("rail_only") and here not in known.rails:  # 25.0
        yield "A rail gun stands on a railroad; there is none in this hex (25.0).", ""
    if move_class in _VEHICLES and known.ground[here] == "m" and here not in known.roads:  # 6.2.1
        yield f"A {move_class} unit cannot be in a marsh hex without a road (6.2.1); choose another hex.", ""


def _stack_problems(scenario: Document, known: KnownIds) -> Iterator[Problem]:
    for names in known.stacks.values():
        last = ("setup", names[-1], "hex")
        hex_text = scenario.mapping["setup"][names[-1]]["hex"]
        if len({known.side(known.units[name]) for name in names}) > 1:
            text = f"Units of both sides stand in {hex_text}; a hex holds one side only."
            yield scenario.problem(last, text, places=names)
        elif len(names) > STACK_LIMIT and not known.is_under_way:
            text = f"{len(names)} units stand in {hex_text}; a hex holds {STACK_LIMIT} (6.1)."
            yield scenario.problem(last, text, places=names)


def _marker_counter_problems(
    scenario: Document, key: str, counters: Mapping[str, Mapping[str, Data]], known: KnownIds
) -> Iterator[Problem]:
    what = key.replace("_", " ")[:-1]
    placed: dict[int, int] = defaultdict(int)
    for name, text in scenario.mapping.get(key, {}).items():
        if name not in counters:
            yield unknown_name(scenario, (key, name), f"{what} in these forces", name, counters)
            continue
        if text == "available":  # 12.1: in the box of its division
            continue
        here, fault = known.playable(text)
        friends = _friends(counters[name], here, key, known)
        placed[here] += 1
        if not here:
            remedy = Remedy("Take it off the map", removes=((key, name),))
            yield scenario.problem((key, name), f"The {what} cannot be set up here: {fault}", remedy=remedy)
        elif not friends and text not in known.doubtful:
            need = "a leg unit" if key == "support_weapons" else "a unit"
            yield scenario.problem((key, name), f"The {what} needs {need} of its division in {text}.")
        elif key == "support_weapons" and text not in known.doubtful and placed[here] > len(known.stacks[here]):  # 12.1
            yield scenario.problem((key, name), f"{text} holds more support weapons than units (12.1).")


def _hero_problems(scenario: Document, known: KnownIds) -> Iterator[Problem]:
    for i, name in enumerate(scenario.mapping.get("heroes", ())):
        if name not in known.heroes:
            yield unknown_name(scenario, ("heroes", i), "hero in these forces", name, known.heroes)


def _friends(counter: Mapping[str, Data], here: int, key: str, known: KnownIds) -> list[str]:
    """Return the units in a hex that may hold a support weapon (leg units, 12.1) or a leader of their division.

    Evacuation markers hold neither (22.2).

    In a game under way they may be of any division of their side: formations are attached, divisions disbanded.
    """
    there = [name for name in known.stacks.get(here, ()) if not known.is_marker(known.units[name])]
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
    if here and not known.doubtful and not any(known.side(counter) == side for counter in near):
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
