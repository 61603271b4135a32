"""Build a map and a Scenario from checked documents (2.0, 3.1, 6.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, TypeVar

from rules.company_scale.battle_map import BattleMap, DrawnCourse, Edge, Hexside, Label, MapArt, MapHex, Road
from rules.company_scale.counters import Counter, Division, Formation, HeroCounter, LeaderCounter, WeaponCounter
from rules.company_scale.ground_charts import ground_charts
from rules.company_scale.loading.beginning import build_begin, named_in, shelters
from rules.company_scale.loading.files import Bundle, content_hash
from rules.company_scale.loading.forces import (
    Owners,
    build_charts,
    build_divisions,
    build_formations,
    build_hero_markers,
    build_heroes,
    build_leaders,
    build_transports,
    build_units,
    build_weapons,
    parents,
)
from rules.company_scale.loading.map_checks import LETTERS, ROWS, WATER, letters, row_of, side_ids
from rules.company_scale.loading.transport_checks import in_game
from rules.company_scale.scenario import (
    DivisionStart,
    MarkerStart,
    Reinforcement,
    Scenario,
    Setup,
    Victory,
    VictoryHex,
    switches,
)
from rules.company_scale.state import AVAILABLE
from rules.files.documents import Document
from rules.files.problems import Data
from rules.hexes.grid import hex_id

# --- Cut out the part of a map that is in play ---------------------------------------------------------------------


def cut(ground: BattleMap, columns: tuple[int, int], rows: tuple[int, int]) -> BattleMap:
    """Return the map with only the columns and rows named (both ends included) in play."""

    (west, east), (north, south) = columns, rows

    def inside(hex_id: int) -> bool:
        return west <= hex_id // 100 <= east and north <= hex_id % 100 <= south

    wanted = [column * 100 + row for column in range(west, east + 1) for row in range(north, south + 1)]
    hexes, around = {h: ground.hexes[h] for h in wanted if h in ground.hexes}, frozenset(wanted)
    return replace(
        ground,
        columns=columns,
        rows=rows,
        hexes=hexes,
        sides={s: content for s, content in ground.sides.items() if s[0] in around and s[1] in around},
        labels=tuple(label for label in ground.labels if inside(label.hex)),
        entries=tuple(way for way in ground.entries if inside(way.hex)),
        art=_cut_art(ground, columns, rows),
    )


def _cut_art(ground: BattleMap, columns: tuple[int, int], rows: tuple[int, int]) -> MapArt:
    first = ground.columns[0]
    elevation = {
        row: metres[columns[0] - first : columns[1] - first + 1]
        for row, metres in ground.art.elevation.items()
        if rows[0] <= row <= rows[1]
    }
    water = tuple(
        h for h in ground.art.water or () if columns[0] <= h // 100 <= columns[1] and rows[0] <= h % 100 <= rows[1]
    )
    return replace(ground.art, elevation=elevation, water=water)


# --- Build a BattleMap from a map document that has been checked (3.1, 6.2) ----------------------------------------

_PLACES: Final = ("city", "town", "village", "hamlet", "hill")  # a hex takes its name from the first of these kinds


def build_map(
    data: Mapping[str, Data], source: str = "", before: tuple[Mapping[str, Data], BattleMap] | None = None
) -> BattleMap:
    """Return the map of a checked document; `source` is the key of its file.

    Hexsides and courses are taken from the map built `before` as far as its document shares their data.
    """
    ground = letters(data)

    def from_before(*parts: str) -> BattleMap | None:
        shared = before is not None and all(before[0].get(part) is data.get(part) for part in parts)
        return before[1] if shared and before is not None else None

    same_roads, same_art = from_before("roads"), from_before("roads", "art", "elevation", "hex_size_m")
    labels = tuple(
        Label(name["text"], name["kind"], hex_id(name["hex"]), name.get("height", 0)) for name in data.get("names", ())
    )
    first, last = data["columns"]
    top, bottom = data["rows"]
    return BattleMap(
        id=data["id"],
        title=data["title"],
        columns=(first, last),
        rows=(top, bottom),
        hexes=_hexes(data, labels),
        sides=_sides(data) if same_roads is None or before is None else _sides_after(data, before[0], same_roads),
        labels=labels,
        entries=tuple(Label(way.get("text", ""), "entry", hex_id(way["hex"])) for way in data.get("entries", ())),
        art=replace(same_art.art, water=_water(ground)) if same_art is not None else _art(data, ground),
        rail_points={side_ids(point["hexside"]): point["east"] for point in data.get("rail_points", ())},
        source=source,
    )


def _hexes(data: Mapping[str, Data], labels: tuple[Label, ...]) -> dict[int, MapHex]:
    names: dict[int, str] = {}
    for kind in reversed(_PLACES):
        names.update({label.hex: label.text for label in labels if label.kind == kind})
    city = next((label.text for label in labels if label.kind == "city"), "")
    named: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for h, name in sorted(names.items()):
        named[h % 100].append((h, name))
    (first, last), levels, found = data["columns"], data.get("levels", {}), dict[int, MapHex]()
    for row, text in data["terrain"].items():
        here = tuple(named.get(int(row), ()))
        found.update(_row(first, row, text[: last - first + 1], str(levels.get(row, "")), here, city))
    return {h: found[h] for h in sorted(found)}


@lru_cache(ROWS)
def _row(
    first: int, row: str, text: str, levels: str, names: tuple[tuple[int, str], ...], city: str
) -> Mapping[int, MapHex]:
    """Return the hexes of a row; the same row gives the same hexes, so that what differs between maps is seen soon."""
    level, name = row_of(first, row, levels), dict(names)
    return {
        h: MapHex(LETTERS[letter], int(level.get(h, "1")), name.get(h, city if letter == "C" else ""))
        for h, letter in row_of(first, row, text).items()
        if letter in LETTERS
    }


def _sides(data: Mapping[str, Data]) -> dict[tuple[int, int], Hexside]:
    edges: dict[tuple[int, int], list[str]] = defaultdict(list)
    roads: dict[tuple[int, int], list[str]] = defaultdict(list)
    for kind, sides in data.get("hexsides", {}).items():
        for text in sides:
            edges[side_ids(text)].append(kind)
    for road in data.get("roads", ()):
        way = [hex_id(name) for name in road["hexes"]]
        for a, b in pairwise(way):
            roads[min(a, b), max(a, b)].append(road["kind"])
    return {
        side: _hexside(tuple(edges.get(side, ())), tuple(roads.get(side, ())))
        for side in sorted(edges.keys() | roads.keys())
    }


@lru_cache(ROWS)
def _hexside(edges: tuple[str, ...], roads: tuple[str, ...]) -> Hexside:
    """Return what a hexside carries; there are few kinds."""
    return Hexside(frozenset(map(Edge, edges)), frozenset(map(Road, roads)))


def _sides_after(
    data: Mapping[str, Data], old: Mapping[str, Data], before: BattleMap
) -> Mapping[tuple[int, int], Hexside]:
    """Return the hexsides of a document with the roads of another one, whose map is known."""
    was, now = old.get("hexsides", {}), data.get("hexsides", {})
    if was is now:
        return before.sides
    changed = {text for kind in {**was, **now} for text in _differing(was.get(kind, ()), now.get(kind, ()))}
    touched = {side_ids(text) for text in changed}
    here = {Edge(kind): touched.intersection(map(side_ids, texts)) for kind, texts in now.items()}
    sides = dict(before.sides)
    for side in touched:
        edges = frozenset(edge for edge, those in here.items() if side in those)
        roads = sides[side].roads if side in sides else frozenset()
        sides[side] = Hexside(edges, roads)
        if not edges and not roads:
            del sides[side]
    return sides if sides.keys() == before.sides.keys() else dict(sorted(sides.items()))


def _differing(one: Sequence[str], other: Sequence[str]) -> set[str]:
    return set() if one is other else set(one) ^ set(other)


def _art(data: Mapping[str, Data], ground: Mapping[int, str]) -> MapArt:
    """Return the drawing data; roads without a course of their own run through the centres of their hexes."""
    drawn: Mapping[str, Any] = data.get("art", {})
    roads = drawn.get("roads") or [
        {"kind": road["kind"], "name": road.get("name", ""), "course": [_centre(name) for name in road["hexes"]]}
        for road in data.get("roads", ())
    ]
    return MapArt(
        rivers=tuple(_course(river) for river in drawn.get("rivers", ())),
        roads=tuple(_course(road) for road in roads),
        elevation={int(row): tuple(metres) for row, metres in data.get("elevation", {}).items()},
        water=_water(ground),
        hex_size_m=data.get("hex_size_m", 500),
    )


def _water(ground: Mapping[int, str]) -> tuple[int, ...]:
    return tuple(h for h, letter in sorted(ground.items()) if letter == WATER)


def _centre(name: str) -> tuple[float, float]:
    h = hex_id(name)
    return float(h // 100), h % 100 + 0.5 * (h // 100 % 2)


def _course(entry: Mapping[str, Any]) -> DrawnCourse:
    course = tuple((float(x), float(y)) for x, y in entry["course"])
    return DrawnCourse(**{**entry, "course": course})


# --- Build a Scenario from checked documents -----------------------------------------------------------------------

P = TypeVar("P")


def build_scenario(bundle: Bundle, document: Mapping[str, Data] | None = None) -> Scenario:
    """Return the scenario built from checked documents, with one document holding them all if need be."""
    data, pieces = bundle.scenario.mapping, _pieces(bundle)
    return Scenario(
        id=data["id"],
        title=data["title"],
        map=_ground(bundle),
        divisions=pieces.divisions,
        formations=pieces.formations,
        units=pieces.units,
        weapons=pieces.weapons,
        leaders=pieces.leaders,
        setup={name: _place(start) for name, start in data["setup"].items()},
        weapon_setup=_weapon_setup(data),
        leader_setup=_leader_setup(data),
        division_setup=pieces.starts,
        markers=tuple(MarkerStart(hex_id(m["hex"]), m["kind"], m.get("value")) for m in data.get("markers", ())),
        date=data["date"],
        first_turn=data["first_turn"],
        turns=data["turns"],
        weather=data.get("weather", "clear"),
        initiative=data["initiative"],
        victory=_victory(data.get("victory", {})),
        charts=bundle.kept.once("charts", (bundle.charts,), lambda: build_charts(bundle.charts)),
        rules=switches(data),
        note=str(data.get("note", "")).strip(),
        playing_time=data.get("playing_time", ""),
        path=bundle.scenario.path,
        document=document,
        hash=content_hash(bundle),
        reinforcements=bundle.kept.once("due", (data.get("reinforcements"),), lambda: _reinforcements(data)),
        entries=_entries(data, pieces.units),
        begin=build_begin(data),
        transports=pieces.transports,
        heroes=pieces.heroes,
    )


@dataclass(frozen=True, slots=True)
class _Pieces:
    """Who is in play, and how each division of the forces starts."""

    divisions: Mapping[str, Division]
    formations: Mapping[str, Formation]
    units: Mapping[str, Counter]
    weapons: Mapping[str, WeaponCounter]
    leaders: Mapping[str, LeaderCounter]
    transports: Mapping[str, Counter]
    heroes: Mapping[str, HeroCounter]
    starts: Mapping[str, DivisionStart]


@dataclass(frozen=True, slots=True)
class _Counters:
    """All counters of the forces, in play or not."""

    units: Mapping[str, Counter]
    transports: Mapping[str, Counter]
    weapons: Mapping[str, WeaponCounter]
    leaders: Mapping[str, LeaderCounter]
    heroes: Mapping[str, HeroCounter]


def _counters(forces: Sequence[Document], charts: Mapping[str, Data], owners: Owners) -> _Counters:
    return _Counters(
        build_units(forces, charts, owners),
        build_transports(forces, charts, owners),
        build_weapons(forces, charts, owners),
        build_leaders(forces, charts, owners),
        build_heroes(forces, charts, owners),
    )


def _pieces(bundle: Bundle) -> _Pieces:
    data, forces, charts = bundle.scenario.mapping, bundle.forces, bundle.charts
    starts = data.get("divisions", {})
    divisions = build_divisions(forces, charts, starts)
    formations = build_formations(forces, parents(data, forces))
    counters = bundle.kept.once(
        "counters",
        (forces, charts, divisions, formations),
        lambda: _counters(forces, charts, Owners(divisions, formations)),
    )
    keep = _Keeper(data)
    units = keep(counters.units)
    units |= in_game(data, units, counters.transports)
    heroes = keep(counters.heroes)
    named = keep(counters.leaders) | {name: hero.marker() for name, hero in heroes.items()}
    present = {unit.division for unit in units.values()}
    return _Pieces(
        divisions={n: d for n, d in divisions.items() if keep.all or n in present},
        formations={n: f for n, f in formations.items() if keep.all or f.division in present},
        units=units,
        weapons=keep(counters.weapons),
        leaders=named | build_hero_markers(charts),
        transports=counters.transports,
        heroes=heroes,
        starts={name: _start(starts.get(name, {}), d.max_troop_quality) for name, d in divisions.items()},
    )


def _weapon_setup(data: Mapping[str, Data]) -> dict[str, int]:
    """Return where support weapons start: a hex, or 0 for the Available box."""
    setup = data.get("support_weapons", {})
    return {name: 0 if text == AVAILABLE else hex_id(text) for name, text in setup.items()}


def _leader_setup(data: Mapping[str, Data]) -> dict[str, int]:
    """Return where leaders and heroes start: a hex, or 0 for a hero's box."""
    leaders = {name: hex_id(text) for name, text in data.get("leaders", {}).items()}
    return leaders | dict.fromkeys(data.get("heroes", ()), 0)


def _place(start: Mapping[str, Data]) -> Setup:
    return Setup(hex_id(start["hex"]), start["side"] == "deployed", start.get("carries", ""))


class _Keeper:
    """Keeps all pieces of the forces, or (`pieces: placed`) only those set up or arriving."""

    def __init__(self, data: Mapping[str, Data]) -> None:
        self.all = data.get("pieces", "all") == "all"
        self.names = {*data["setup"], *named_in(data)}
        for key in ("support_weapons", "leaders", "heroes"):
            self.names.update(data.get(key, ()))
        self.names.update(start["carries"] for start in data["setup"].values() if "carries" in start)
        for due in data.get("reinforcements", ()):
            for key in ("units", "support_weapons", "leaders", "heroes"):
                self.names.update(due.get(key, ()))

    def __call__(self, pieces: Mapping[str, P]) -> dict[str, P]:
        """Return the pieces in play."""
        return {
            name: piece
            for name, piece in pieces.items()
            if self.all or name in self.names or getattr(piece, "marker", False) or getattr(piece, "ambush", False)
        }


def _ground(bundle: Bundle) -> BattleMap:
    area, tables = (
        bundle.scenario.mapping.get("area"),
        [bundle.charts[name] for name in ("terrain", "hexsides", "roads")],
    )

    def build() -> BattleMap:
        ground = replace(build_map(bundle.map.mapping, bundle.map.key), charts=ground_charts(bundle.charts))
        return cut(ground, tuple(area["columns"]), tuple(area["rows"])) if area else ground

    return bundle.kept.once("map", (bundle.map.mapping, area, tables), build)


def _reinforcements(data: Mapping[str, Data]) -> tuple[Reinforcement, ...]:
    return tuple(
        Reinforcement(
            due["turn"],
            hex_id(due["hex"]),
            tuple(due["units"]),
            tuple(due.get("support_weapons", ())),
            tuple(due.get("leaders", ())),
            due.get("side") == "deployed",
            tuple(due.get("transports", ())),
            tuple(due.get("heroes", ())),
        )
        for due in data.get("reinforcements", ())
    )


def _entries(data: Mapping[str, Data], units: Mapping[str, Counter]) -> dict[str, frozenset[int]]:
    """Return the reinforcement hexes of each side (18.0)."""
    entries = {side: {hex_id(name) for name in hexes} for side, hexes in shelters(data).items()}
    for due in data.get("reinforcements", ()):
        entries.setdefault(units[due["units"][0]].side, set()).add(hex_id(due["hex"]))
    return {side: frozenset(hexes) for side, hexes in entries.items()}


def _start(start: Mapping[str, Data], most: int) -> DivisionStart:
    keys = ("dispatch", "commands", "fatigue", "air_support")
    return DivisionStart(**{key: start.get(key, 0) for key in keys}, troop_quality=start.get("troop_quality", most))


def _victory(data: Mapping[str, Data]) -> Victory:
    return Victory(
        hexes=tuple(_victory_hex(entry) for entry in data.get("hexes", ())),
        eliminated=dict(data.get("eliminated", {})),
        german_margin=data.get("win", {}).get("german", 0),
        track=data.get("track", True),
        checks=tuple(str(day) for day in data.get("checks", ())),
        exits=data.get("exits", 0),
        evacuation=dict(data.get("evacuation", {})),
    )


def _victory_hex(entry: Mapping[str, Data]) -> VictoryHex:
    def worth(points: Data) -> dict[str, int]:
        return dict(points) if isinstance(points, Mapping) else {entry["side"]: points}

    later = tuple((str(day), worth(points)) for day, points in sorted(entry.get("from", {}).items()))
    name = entry.get("name", entry["hex"])
    return VictoryHex(hex_id(entry["hex"]), name, entry.get("colour", "red"), worth(entry["points"]), later)
