"""Build a Scenario, and the hash of what matters in it, from checked documents."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, TypeVar

from rules.company_scale.battle_map import BattleMap
from rules.company_scale.counters import Counter, Division, Formation, HeroCounter, LeaderCounter, WeaponCounter
from rules.company_scale.loading.attached import parents
from rules.company_scale.loading.force_building import (
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
)
from rules.company_scale.loading.map_area import cut
from rules.company_scale.loading.map_building import build_map
from rules.company_scale.loading.transport_checks import in_game
from rules.company_scale.readings import switches
from rules.company_scale.scenario import DivisionStart, MarkerStart, Reinforcement, Scenario, Setup, Victory, VictoryHex
from rules.company_scale.state import AVAILABLE
from rules.files.documents import Document
from rules.files.values import Data
from rules.hexes.ids import hex_id

P = TypeVar("P")
_NOT_HASHED: Final = frozenset(  # prose and drawing
    {"note", "playing_time", "art", "elevation", "names", "constraints", "bridges", "entries"}
)
_ELSEWHERE: Final = frozenset({"map", "forces", "charts", "rules_version"})
"""Fields of a scenario that its hash leaves out: hashed as documents of their own, or told by the record."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """The documents of one scenario together: itself, its map, its forces and its charts."""

    scenario: Document
    map: Document
    forces: tuple[Document, ...]
    charts: Mapping[str, Data]


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
        charts=build_charts(bundle.charts),
        rules=switches(data),
        note=str(data.get("note", "")).strip(),
        playing_time=data.get("playing_time", ""),
        path=bundle.scenario.path,
        document=document,
        hash=content_hash(bundle),
        reinforcements=_reinforcements(data),
        entries=_entries(data, pieces.units),
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


def _pieces(bundle: Bundle) -> _Pieces:
    data, forces, charts = bundle.scenario.mapping, bundle.forces, bundle.charts
    starts = data.get("divisions", {})
    divisions = build_divisions(forces, charts, starts)
    formations = build_formations(forces, parents(data, forces))
    owners = Owners(divisions, formations)
    keep = _Keeper(data)
    units = keep(build_units(forces, charts, owners))
    transports = build_transports(forces, charts, owners)
    units |= in_game(data, units, transports)
    heroes = keep(build_heroes(forces, charts, owners))
    named = keep(build_leaders(forces, charts, owners)) | {name: hero.marker() for name, hero in heroes.items()}
    present = {unit.division for unit in units.values()}
    return _Pieces(
        divisions={n: d for n, d in divisions.items() if keep.all or n in present},
        formations={n: f for n, f in formations.items() if keep.all or f.division in present},
        units=units,
        weapons=keep(build_weapons(forces, charts, owners)),
        leaders=named | build_hero_markers(charts),
        transports=transports,
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
        self.names = {*data["setup"]}
        for key in ("support_weapons", "leaders", "heroes"):
            self.names.update(data.get(key, ()))
        self.names.update(start["carries"] for start in data["setup"].values() if "carries" in start)
        for due in data.get("reinforcements", ()):
            for key in ("units", "support_weapons", "leaders", "heroes"):
                self.names.update(due.get(key, ()))

    def __call__(self, pieces: Mapping[str, P]) -> dict[str, P]:
        """Return the pieces in play."""
        return {name: piece for name, piece in pieces.items()
                if self.all or name in self.names or getattr(piece, "marker", False)
                or getattr(piece, "ambush", False)}  # fmt: skip


def _ground(bundle: Bundle) -> BattleMap:
    ground = build_map(bundle.map.mapping, bundle.map.key)
    area = bundle.scenario.mapping.get("area")
    if not area:
        return ground
    (west, east), (north, south) = area["columns"], area["rows"]
    return cut(ground, (west, east), (north, south))


def _reinforcements(data: Mapping[str, Data]) -> tuple[Reinforcement, ...]:
    return tuple(
        Reinforcement(
            due["turn"], hex_id(due["hex"]), tuple(due["units"]), tuple(due.get("support_weapons", ())),
            tuple(due.get("leaders", ())), due.get("side") == "deployed", tuple(due.get("transports", ())),
            tuple(due.get("heroes", ())),
        )
        for due in data.get("reinforcements", ())
    )  # fmt: skip


def _entries(data: Mapping[str, Data], units: Mapping[str, Counter]) -> dict[str, frozenset[int]]:
    """Return the reinforcement hexes of each side (18.0)."""
    entries: dict[str, set[int]] = {}
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


def content_hash(bundle: Bundle) -> str:
    """Return a hash of all data that can matter to the rules, without prose and drawing data."""
    parts = [part.mapping for part in (bundle.scenario, bundle.map, *bundle.forces)]
    kept = [{key: value for key, value in part.items() if key not in _NOT_HASHED} for part in [*parts, bundle.charts]]
    kept[0] = {key: value for key, value in kept[0].items() if key not in _ELSEWHERE}
    text = json.dumps(kept, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return blake2b(text.encode("ascii"), digest_size=16).hexdigest()
