"""Build a map and a Scenario from checked documents (2.0, 3.1, 6.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from rules.company_scale.battle_map import BattleMap
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
from rules.company_scale.loading.map_building import build_map, cut
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

P = TypeVar("P")


def build_scenario(bundle: Bundle, document: Mapping[str, Data] | None = None, *, is_hashed: bool = True) -> Scenario:
    """Return the scenario built from checked documents, with one document holding them all if need be.

    One of which no game is recorded need not be hashed.
    """
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
        hash=content_hash(bundle) if is_hashed else "",
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
    area = bundle.scenario.mapping.get("area")
    tables = [bundle.charts[name] for name in ("terrain", "hexsides", "roads")]

    def build_whole() -> BattleMap:
        last = bundle.kept.last("whole map")
        before = None if last is None else (last[0][0], last[1])
        return build_map(bundle.map.mapping, bundle.map.key, before)

    def build() -> BattleMap:
        whole = bundle.kept.once("whole map", (bundle.map.mapping, bundle.map.key), build_whole)
        ground = replace(whole, charts=ground_charts(bundle.charts))
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
