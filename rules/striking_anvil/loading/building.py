"""Checked documents become a Scenario."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from rules.engine.digest import digest
from rules.files.values import Data
from rules.striking_anvil.scenario import (
    Area,
    AreaMap,
    Begin,
    Border,
    Box,
    Charts,
    Counter,
    Drop,
    Line,
    Lot,
    River,
    Rules,
    Scenario,
    Terrain,
    Victory,
    border_id,
)


def build_map(data: Mapping[str, Data]) -> AreaMap:
    """Return the map of a checked document."""
    areas = {name: _area(name, raw) for name, raw in data["areas"].items()}
    borders = {border.id: border for border in map(_border, data["borders"])}
    boxes = {name: Box(name, raw["name"], raw["kind"], raw["side"], tuple(raw["areas"]))
             for name, raw in data["boxes"].items()}  # fmt: skip
    sheet = data.get("sheet", (29, 26))
    return AreaMap(str(data["id"]), areas, borders, boxes, (sheet[0], sheet[1]), data.get("projection", {}))


def _area(name: str, raw: Mapping[str, Data]) -> Area:
    return Area(name, raw["name"], raw["terrain"], raw.get("coastal", False), raw.get("rhone", False),
                raw.get("landing", False), _point(raw.get("at", (0, 0))), _line(raw, "outline"),
                _line(raw, "coast"))  # fmt: skip


def _line(raw: Mapping[str, Data], key: str) -> Line:
    return tuple(map(_point, raw.get(key, ())))


def _point(raw: Any) -> tuple[float, float]:
    return float(raw[0]), float(raw[1])


def _border(raw: Mapping[str, Data]) -> Border:
    a, b = sorted(raw["areas"])
    via = _line(raw, "via")
    return Border(border_id(a, b), (a, b), raw["road"], raw.get("river", ""), raw.get("name", ""),
                  _point(raw.get("at", (0, 0))), _line(raw, "course"),
                  via if raw["areas"][0] == a else via[::-1])  # fmt: skip


def build_counters(data: Mapping[str, Data]) -> dict[str, Counter]:
    """Return the counters of a checked document."""
    return {name: _counter(name, raw) for name, raw in data["counters"].items()}


def _counter(name: str, raw: Mapping[str, Data]) -> Counter:
    return Counter(name, raw["label"], raw["nation"], raw["kind"], raw.get("branch", ""), raw.get("division", ""),
                   _pair(raw.get("strength", 0)), _pair(raw.get("movement", 0)), _pair(raw.get("bonus", 0)),
                   raw["symbol"])  # fmt: skip


def _pair(raw: Any) -> tuple[int, int]:
    return (raw[0], raw[1]) if isinstance(raw, list) else (raw, raw)


def build_charts(data: Mapping[str, Data]) -> Charts:
    """Return the charts of a checked document."""
    rows = {int(row): tuple(map(_cell, cells)) for row, cells in data["combat"]["rows"].items()}
    terrain = {name: Terrain(**raw) for name, raw in data["terrain"].items()}
    rivers = {name: River(_pair(raw["cost"]), _pair(raw["die"])) for name, raw in data["rivers"].items()}
    bombing = {name: tuple((face["levels"], face["stays"]) for face in faces)
               for name, faces in data["bombing"].items()}  # fmt: skip
    tracks = {area: tuple(dice) for area, dice in data["fortifications"].items()}
    return Charts(tuple(data["combat"]["columns"]), rows, terrain, rivers, bombing, tracks, _victory(data["victory"]))


def _cell(text: str) -> tuple[int, int]:
    attacker, defender = text.split("/")
    return int(attacker), int(defender)


def _victory(raw: Mapping[str, Data]) -> Victory:
    return Victory(raw["areas"], raw["eliminated_german"], raw["eliminated_allied"], raw["exited"],
                   raw.get("leave_from", {}), raw["fortress"], tuple(raw["levels"].items()))  # fmt: skip


WORDS: Final = ("title", "note", "playing_time")
"""What is only read: other words spoil no saved game."""


def build(data: Mapping[str, Data], ground: Data, counters: Data, charts: Data) -> Scenario:
    """Return the scenario of checked documents."""
    begin = data.get("begin")
    return Scenario(
        id=data["id"],
        title=data["title"],
        map=build_map(ground),
        counters=build_counters(counters),
        charts=build_charts(charts),
        date=date.fromisoformat(data["date"]),
        turns=data["turns"],
        setup={place: tuple(units) for place, units in data["setup"].items()},
        reduced=frozenset(data.get("reduced", ())),
        disorganized=frozenset(data.get("disorganized", ())),
        ffi=dict(data.get("ffi", {})),
        fortifications=dict(data.get("fortifications", {})),
        bridges=tuple(data.get("intact_bridges", ())),
        drops=tuple(Drop(raw["turn"], raw["area"], tuple(raw["units"])) for raw in data.get("paradrops", ())),
        lots=tuple(Lot(raw["turn"], raw["box"], tuple(raw["units"])) for raw in data.get("reinforcements", ())),
        air_turns=tuple(data.get("air_turns", ())),
        victory_shift=data.get("victory_shift", 0),
        begin=None if begin is None else _begin(begin),
        rules=Rules(**data.get("rules", {})),
        abbreviations=dict(counters.get("abbreviations", {})),
        kind=data.get("kind", "scenario"),
        note=data.get("note", ""),
        playing_time=data.get("playing_time", ""),
        hash=digest({"scenario": _texts({key: data[key] for key in data if key not in WORDS}),
                     "map": _texts(ground), "counters": _texts(counters), "charts": _texts(charts)}),
    )  # fmt: skip


def _begin(raw: Mapping[str, Data]) -> Begin:
    hits = raw.get("hits", {})
    return Begin(raw["turn"], raw["side"], hits.get("number", 0), hits.get("area", ""))


def _texts(value: Any) -> Any:
    """Return data as what a digest takes: numbers with a point as texts."""
    if isinstance(value, Mapping):
        return {str(key): _texts(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_texts(inner) for inner in value]
    return str(value) if isinstance(value, float) else value
