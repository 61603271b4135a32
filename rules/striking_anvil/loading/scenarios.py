"""Load scenarios: YAML files or a whole document given in code become a Scenario, or a list of problems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, Final

from rules.engine.bounded import inside
from rules.engine.house_rules import ScenarioRow
from rules.engine.plain import digest
from rules.files.checking import Remains
from rules.files.documents import Document, is_overlay, overlaid, passes, plain, read_file, readable, scenario_row
from rules.files.problems import Data, Problem, ScenarioError, unknown
from rules.files.schema_check import schema_problems
from rules.striking_anvil.loading.checks import (
    SYSTEM,
    chart_problems,
    counter_problems,
    folders,
    ground_problems,
    home,
    kind_of,
    map_problems,
    referred,
    scenario_problems,
    schema_of,
    shipped,
)
from rules.striking_anvil.scenario import (
    HOUSE_RULES,
    AirDrop,
    Area,
    AreaMap,
    Begin,
    Border,
    Box,
    Charts,
    Counter,
    Line,
    Lot,
    River,
    Rules,
    Scenario,
    Terrain,
    Victory,
    border_id,
)

# --- What is drawn of a map beside its areas: mainland, isles, mountains, streams, towns, places on the sheet ------


def load_ground(map_id: str) -> Mapping[str, Data]:
    """Return the ground of a map as its file has it, empty if it has none; raise ScenarioError if it is wrong."""
    for folder in folders("ground", None):
        path = folder / f"{map_id}.yaml"
        if path.is_file():
            document = read_file(path)
            if problems := checked(document, "ground"):
                raise ScenarioError(problems)
            return document.mapping
    return {}


# --- Checked documents become a Scenario ---------------------------------------------------------------------------


def build_map(data: Mapping[str, Data]) -> AreaMap:
    """Return the map of a checked document."""
    areas = {name: _area(name, raw) for name, raw in data["areas"].items()}
    borders = {border.id: border for border in map(_border, data["borders"])}
    boxes = {
        name: Box(name, raw["name"], raw["kind"], raw["side"], tuple(raw["areas"]))
        for name, raw in data["boxes"].items()
    }
    sheet = data.get("sheet", (29, 26))
    return AreaMap(str(data["id"]), areas, borders, boxes, (sheet[0], sheet[1]), data.get("projection", {}))


def _area(name: str, raw: Mapping[str, Data]) -> Area:
    return Area(
        name,
        raw["name"],
        raw["terrain"],
        raw.get("coastal", False),
        raw.get("rhone", False),
        raw.get("landing", False),
        _point(raw.get("at", (0, 0))),
        _line(raw, "outline"),
        _line(raw, "coast"),
    )


def _line(raw: Mapping[str, Data], key: str) -> Line:
    return tuple(map(_point, raw.get(key, ())))


def _point(raw: Any) -> tuple[float, float]:
    return float(raw[0]), float(raw[1])


def _border(raw: Mapping[str, Data]) -> Border:
    a, b = sorted(raw["areas"])
    via = _line(raw, "via")
    return Border(
        border_id(a, b),
        (a, b),
        raw["road"],
        raw.get("river", ""),
        raw.get("name", ""),
        _point(raw.get("at", (0, 0))),
        _line(raw, "course"),
        via if raw["areas"][0] == a else via[::-1],
    )


def build_counters(data: Mapping[str, Data]) -> dict[str, Counter]:
    """Return the counters of a checked document."""
    return {name: _counter(name, raw) for name, raw in data["counters"].items()}


def _counter(name: str, raw: Mapping[str, Data]) -> Counter:
    return Counter(
        name,
        raw["label"],
        raw["nation"],
        raw["kind"],
        raw.get("branch", ""),
        raw.get("division", ""),
        _pair(raw.get("strength", 0)),
        _pair(raw.get("movement", 0)),
        _pair(raw.get("bonus", 0)),
        raw["symbol"],
    )


def _pair(raw: Any) -> tuple[int, int]:
    return (raw[0], raw[1]) if isinstance(raw, list) else (raw, raw)


def build_charts(data: Mapping[str, Data]) -> Charts:
    """Return the charts of a checked document."""
    rows = {int(row): tuple(map(_cell, cells)) for row, cells in data["combat"]["rows"].items()}
    terrain = {name: Terrain(**raw) for name, raw in data["terrain"].items()}
    rivers = {name: River(_pair(raw["cost"]), _pair(raw["die"])) for name, raw in data["rivers"].items()}
    bombing = {
        name: tuple((face["levels"], face["stays"]) for face in faces) for name, faces in data["bombing"].items()
    }
    tracks = {area: tuple(dice) for area, dice in data["fortifications"].items()}
    return Charts(tuple(data["combat"]["columns"]), rows, terrain, rivers, bombing, tracks, _victory(data["victory"]))


def _cell(text: str) -> tuple[int, int]:
    attacker, defender = text.split("/")
    return int(attacker), int(defender)


def _victory(raw: Mapping[str, Data]) -> Victory:
    return Victory(
        raw["areas"],
        raw["eliminated_german"],
        raw["eliminated_allied"],
        raw["exited"],
        raw.get("leave_from", {}),
        raw["fortress"],
        tuple(raw["levels"].items()),
    )


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
        drops=tuple(AirDrop(raw["turn"], raw["area"], tuple(raw["units"])) for raw in data.get("paradrops", ())),
        lots=tuple(Lot(raw["turn"], raw["box"], tuple(raw["units"])) for raw in data.get("reinforcements", ())),
        air_turns=tuple(data.get("air_turns", ())),
        victory_shift=data.get("victory_shift", 0),
        begin=None if begin is None else _begin(begin),
        rules=Rules(**data.get("rules", {})),
        abbreviations=dict(counters.get("abbreviations", {})),
        kind=data.get("kind", "scenario"),
        note=data.get("note", ""),
        playing_time=data.get("playing_time", ""),
        hash=digest(
            {
                "scenario": _texts({key: _named(key, data[key]) for key in data if key not in WORDS}),
                "map": _texts(ground),
                "counters": _texts(counters),
                "charts": _texts(charts),
            }
        ),
    )


def _begin(raw: Mapping[str, Data]) -> Begin:
    hits = raw.get("hits", {})
    return Begin(
        raw["turn"],
        raw["side"],
        hits.get("number", 0),
        hits.get("area", ""),
        raw.get("phase") == "start",
        tuple(raw.get("eliminated", ())),
        *(dict(raw.get(key, {})) for key in ("points", "ports", "building", "bound")),
    )


def _named(key: str, value: Data) -> Data:
    """Return a value of a scenario; of a part that stands in it the id, as where it is named: the hash is the same."""
    return value.get("id", value) if key in PARTS and isinstance(value, Mapping) else value


def _texts(value: Any) -> Any:
    """Return data as what a digest takes: numbers with a point as texts."""
    if isinstance(value, Mapping):
        return {str(key): _texts(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_texts(inner) for inner in value]
    return str(value) if isinstance(value, float) else value


# --- Load scenarios: YAML files or a whole document given in code become a Scenario, or a list of problems ---------

INLINE: Final = {
    "format": "anvil-scenario/1",
    "system": SYSTEM,
    "id": "inline",
    "title": "A position",
    "map": "provence",
    "counters": "dragoon",
    "date": "1944-08-15",
    "turns": 8,
    "setup": {},
}
_OWN: Final[Mapping[str, Callable[[Document], Iterable[Problem]]]] = {
    "map": map_problems,
    "counters": counter_problems,
    "charts": chart_problems,
    "ground": ground_problems,
}


PARTS: Final = ("map", "counters", "charts")


def load_scenario(source: str | Path | Document | Mapping[str, object]) -> Scenario:
    """Return a scenario by the id of a shipped one, by a path, or from a document given in code; raise ScenarioError.

    In a document `map`, `counters` and `charts` may be mappings instead of ids. A document with `scenario` names one
    to be played with other `rules`.
    """
    scenario = document_of(source)
    problems, parts = look(scenario)
    if parts is None:
        raise ScenarioError(problems)
    made, path = build(scenario.mapping, *(part.mapping for part in parts)), scenario.path
    if path is None or inside(path, home()):
        return made
    return replace(made, document=whole(scenario, parts))


def whole(scenario: Document, parts: tuple[Document, Document, Document]) -> dict[str, Data]:
    """Return a scenario with everything in its files, as one document; house charts that it does not name ship."""
    named = ((key, part) for key, part in zip(PARTS, parts, strict=True) if key in scenario.mapping)
    return {**scenario.mapping, **{key: part.mapping for key, part in named}}


def document_of(source: str | Path | Document | Mapping[str, object]) -> Document:
    """Return the document of a scenario; raise ScenarioError if there is none."""
    if isinstance(source, Document):
        return source
    if isinstance(source, Mapping):
        if is_overlay(source):
            return overlaid(source, document_of, HOUSE_RULES, example="anvil-historical")
        return Document({**INLINE, **plain(source)})
    if isinstance(source, Path) or source.endswith((".yaml", ".yml")):
        return read_file(Path(source))
    found = {path.stem: path for path in shipped()}
    if source not in found:
        raise ScenarioError([Problem("", 0, "", unknown("scenario", source, found))])
    return read_file(found[source])


def look(scenario: Document) -> tuple[list[Problem], tuple[Document, Document, Document] | None]:
    """Return every problem of a scenario and of what it names, and, if there is none, its map, counters and charts."""
    problems, rest = checked(scenario, "scenario"), Remains(scenario, INLINE)
    if not rest.reduce(problems, lambda left: schema_problems(left, schema_of("scenario"))):
        return problems, None
    found: list[Problem] = []
    parts: list[Document] = []
    for kind in PARTS:
        try:
            parts.append(referred(rest.left, kind))
            found += checked(parts[-1], kind)
        except ScenarioError as error:
            found += error.problems
    if not found:
        found = list(scenario_problems(rest.left, *(part.mapping for part in parts)))
    problems = [*problems, *found]
    return problems, None if problems else (parts[0], parts[1], parts[2])


def checked(document: Document, kind: str) -> list[Problem]:
    """Return the problems of one document taken alone."""
    if f"anvil-{kind}" in document.passed:
        return []
    problems = schema_problems(document, schema_of(kind))
    if not problems and kind in _OWN:
        problems = list(_OWN[kind](document))
    if not problems:
        passes(document, f"anvil-{kind}")
    return problems


def list_scenarios() -> list[ScenarioRow]:
    """Return what can be opened, scenarios before examples; files that cannot be read are left out."""
    found = [scenario_row(document) for document in readable(shipped()) if kind_of(document) == "scenario"]
    return sorted(found, key=lambda row: (row.kind == "example", ORDER.get(row.id, 9), row.id))


ORDER: Final = {"anvil-historical": 0, "anvil-june": 1, "anvil-redeploy": 2}
