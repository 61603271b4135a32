"""Read and check where a scenario begins in the middle of a game (4.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rules.company_scale.begin import Begin, OffMap, Stacking
from rules.company_scale.integrity import check, odd_values
from rules.company_scale.loading.forces import build_hero_markers
from rules.company_scale.loading.known import KnownIds
from rules.company_scale.scenario import Scenario
from rules.company_scale.setting_up import start
from rules.company_scale.state import (
    AVAILABLE,
    CARRIED,
    ELIMINATED,
    EXITED,
    OFF_MAP,
    OUT,
    POOL,
    REALLOCATING,
    RESERVE,
    ROUTED,
)
from rules.files.documents import Document
from rules.files.problems import Data, Problem, unknown
from rules.hexes.grid import hex_id

UNIT_BOXES: Final = (ROUTED, ELIMINATED, EXITED, RESERVE, POOL, CARRIED)
TOKEN_BOXES: Final = (AVAILABLE, REALLOCATING, OUT, OFF_MAP, RESERVE)

Raw = Mapping[str, Data]


def build_begin(data: Raw) -> Begin | None:
    """Return what a checked scenario says of the game it begins in, or None if it begins a game anew."""
    if "begin" not in data:
        return None
    raw = data["begin"]
    return Begin(
        off_map={name: _off_map(entry) for name, entry in raw.get("off_map", {}).items()},
        companions=dict(raw.get("companions", {})),
        replaced=tuple(raw.get("replaced", ())),
        stacking={hex_id(name): _stacking(entry) for name, entry in raw.get("stacking", {}).items()},
        abandoned=tuple(raw.get("abandoned", ())),
        traffic_jam=hex_id(raw["traffic_jam"]) if "traffic_jam" in raw else 0,
        points=dict(raw.get("points", {})),
        scored=dict(raw.get("scored", {})),
        losses=dict(raw.get("losses", {})),
        rerolls=tuple(raw.get("rerolls", ())),
        attached=dict(raw.get("attached", {})),
        absorbed=dict(raw.get("absorbed", {})),
    )


def _off_map(entry: Raw) -> OffMap:
    return OffMap(entry["box"], entry["side"] == "deployed" if "side" in entry else None)


def _stacking(entry: Raw) -> Stacking:
    return Stacking(entry.get("excess", 0), entry.get("mixed", False), tuple(entry.get("waived", ())))


def named_in(data: Raw) -> Iterator[str]:
    """Yield the pieces that are in the game because its beginning names them."""
    begin = data.get("begin", {})
    for key in ("off_map", "companions", "replaced", "abandoned"):
        yield from begin.get(key, ())


def shelters(data: Raw) -> Mapping[str, Iterable[str]]:
    """Return the hexes of each side where all has arrived, which shelter it on (18.0)."""
    hexes: Mapping[str, Iterable[str]] = data.get("begin", {}).get("reinforcement_hexes", {})
    return hexes


def position_problems(scenario: Document, built: Scenario) -> list[Problem]:
    """Return why a scenario that is right piece by piece does not begin with a possible position."""
    if built.begin is None:
        return []
    state = start(built)
    faults = list(odd_values(built, state)) or check(state.adapted(built), state)
    return [scenario.problem(("begin",), fault) for fault in faults]


def begin_problems(scenario: Document, known: KnownIds) -> Iterator[Problem]:
    """Yield every fault in where a scenario begins."""
    begin = scenario.mapping.get("begin")
    if begin is None:
        return
    leaders = {**known.leaders, **known.heroes, **dict.fromkeys(build_hero_markers(known.charts))}
    yield from _box_problems(scenario, begin.get("off_map", {}), known, leaders)
    yield from _companion_problems(scenario, begin.get("companions", {}), known, leaders)
    for key, what, names in (
        ("replaced", "leader", known.leaders),
        ("abandoned", "unit", known.units),
        ("attached", "formation", known.formations),
        ("absorbed", "division", known.divisions),
    ):
        for name in begin.get(key, ()):
            if name not in names:
                yield scenario.problem(("begin", key), unknown(f"{what} in these forces", name, names))
    for key, what, names in (("attached", "division", known.divisions), ("absorbed", "formation", known.formations)):
        for name, other in begin.get(key, {}).items():
            if other not in names:
                yield scenario.problem(("begin", key, name), unknown(f"{what} in these forces", other, names))
    yield from _replacement_problems(scenario, begin, known)
    yield from _hex_problems(scenario, begin, known)


def _box_problems(scenario: Document, off_map: Raw, known: KnownIds, leaders: Raw) -> Iterator[Problem]:
    data = scenario.mapping
    placed = {name for key in ("setup", "support_weapons", "leaders", "heroes") for name in data.get(key, ())}
    riders = {start.get("carries") for start in data["setup"].values()}
    arriving = {
        name
        for due in data.get("reinforcements", ())
        for key in ("units", "support_weapons", "leaders", "heroes", "transports")
        for name in due.get(key, ())
    }
    pieces = {**known.units, **known.weapons, **leaders}
    for name, entry in off_map.items():
        route = ("begin", "off_map", name)
        boxes = UNIT_BOXES if name in known.units else TOKEN_BOXES
        if name not in pieces:
            yield scenario.problem(route, unknown("piece in these forces", name, pieces))
        elif entry["box"] not in boxes:
            yield scenario.problem((*route, "box"), f"{name} can be in these boxes: {', '.join(boxes)}.")
        elif name in placed or (name in riders) != (entry["box"] == CARRIED):
            yield scenario.problem(route, f"{name} already has a place, or is carried by nobody.")
        elif name in arriving and entry["box"] != RESERVE:
            yield scenario.problem(route, f"{name} is {entry['box']}; it can't arrive as well.")
        elif "side" in entry and entry["side"] not in known.sides_up(name):
            yield scenario.problem((*route, "side"), f"{name} has no {entry['side']} side.")


def _companion_problems(scenario: Document, companions: Raw, known: KnownIds, leaders: Raw) -> Iterator[Problem]:
    on_map = {*scenario.mapping["setup"], *known.riders.values()}
    for hero, unit in companions.items():
        route = ("begin", "companions", hero)
        if hero not in leaders or hero in known.leaders:
            heroes = {name: raw for name, raw in leaders.items() if name not in known.leaders}
            yield scenario.problem(route, unknown("hero in these forces", hero, heroes))
        elif hero in scenario.mapping.get("heroes", ()) or hero in scenario.mapping["begin"].get("off_map", ()):
            yield scenario.problem(route, f"{hero} already has a place.")
        if unit not in on_map:
            yield scenario.problem(route, f"{unit} is not on the map, so no hero accompanies it (14.0).")


def _replacement_problems(scenario: Document, begin: Raw, known: KnownIds) -> Iterator[Problem]:
    for name in begin.get("replaced", ()):
        if name in known.leaders and "replacement" not in known.charts["leader_types"][known.leaders[name]["type"]]:
            yield scenario.problem(("begin", "replaced"), f"{name} has no replacement (13.3).")


def _hex_problems(scenario: Document, begin: Raw, known: KnownIds) -> Iterator[Problem]:
    for name, entry in begin.get("stacking", {}).items():
        if not known.stacks.get(known.playable(name)[0]):
            yield scenario.problem(("begin", "stacking"), f"Nobody stands in {name}.")
        for unit in entry.get("waived", ()):
            if unit not in known.units:
                yield scenario.problem(("begin", "stacking", name), unknown("unit in these forces", unit, known.units))
    jam = [begin["traffic_jam"]] if "traffic_jam" in begin else []
    for name in [*jam, *(here for hexes in begin.get("reinforcement_hexes", {}).values() for here in hexes)]:
        if fault := known.playable(name)[1]:
            yield scenario.problem(("begin",), f"This hex can't be named here: {fault}")
