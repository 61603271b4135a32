"""Find and load scenarios: YAML files or a whole document given in code become a Scenario."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules.command_cards.charts import HOUSE_RULES, Charts, house_charts, scenario_folder
from rules.command_cards.loading.chart_checks import TABLES, chart_problems, charts_over, lenient
from rules.command_cards.loading.checks import Site, ground_of, map_problems, scenario_problems
from rules.command_cards.state import SEATS, BattleMap, Begin, Change, Exit, Medal, Objective, Placed, Scenario, Side
from rules.engine.bounded import inside
from rules.engine.house_rules import ScenarioRow
from rules.engine.plain import digest
from rules.files.checking import Remains, kind_in, named
from rules.files.documents import Document, is_overlay, overlaid, passes, plain, read_file, readable, scenario_row
from rules.files.problems import Data, Problem, Route, ScenarioError, unknown
from rules.files.schema_check import schema_problems, text_problems

# --- The files a scenario is made of: of what kind they are, and where a map is found by its name ------------------

KINDS: Final = ("scenario", "map", "charts")


def kind_of(document: Document) -> str:
    """Return scenario, map or charts by the `format` line, or '' when there is none."""
    return kind_in(document, "chitpull-cards-{}/1", KINDS)


def map_folders(beside: Path | None) -> list[Path]:
    """Return where maps are looked for: near the file that names one, then among the shipped ones."""
    home = scenario_folder() / "maps"
    return [beside.parent / "maps", beside.parent, home] if beside else [home]


def chart_folders(beside: Path | None) -> list[Path]:
    """Return where charts are looked for: near the file that names them, then among the shipped files."""
    home = scenario_folder() / "charts"
    return [beside.parent / "charts", beside.parent, home] if beside else [home]


def scenario_files() -> list[Path]:
    """Return the files of the shipped scenarios."""
    return sorted(scenario_folder().glob("*.yaml"))


_LOOKED_AT_ALONE: Final = ("map", "charts")


def form_problems(document: Document, kind: str) -> list[Problem]:
    """Return what the schema of a kind forbids in a document."""
    if kind in document.passed:
        return []
    schema = scenario_folder() / "schema" / f"{kind}.schema.json"
    told = {key: value for key, value in document.mapping.items() if key not in _LOOKED_AT_ALONE}
    problems = text_problems(document.with_data(told)) or schema_problems(document, schema)
    if not problems:
        passes(document, kind)
    return problems


# --- Load scenarios: YAML files or a whole document given in code become a Scenario, or a list of problems ---------

INLINE_DEFAULTS: Final[Mapping[str, Any]] = {
    "format": "chitpull-cards-scenario/1",
    "system": "command_cards",
    "id": "inline",
    "title": "A position",
    "date": "1944-08-30",
    "playing_time": "",
    "north": "top",
    "first": "german",
    "note": "",
    "sides": {"allied": {"edge": "top", "hand": 5, "medals": 6}, "german": {"edge": "bottom", "hand": 5, "medals": 6}},
    "limit": {"rounds": 16, "winner": "allied"},
}
INLINE_MAP: Final[Mapping[str, Any]] = {
    "format": "chitpull-cards-map/1",
    "system": "command_cards",
    "id": "inline",
    "title": "A piece of ground",
}
INLINE_CHARTS: Final[Mapping[str, Any]] = {
    "format": "chitpull-cards-charts/1",
    "system": "command_cards",
    "id": "inline",
}


def load_scenario(source: str | Path | Document | Mapping[str, object]) -> Scenario:
    """Return a scenario by the id of a shipped one, by a path, or from a whole document given in code.

    In a document `map` and `charts` may be mappings instead of ids. A document with `scenario` names one to be
    played with other `rules`. Raises ScenarioError with every problem found.
    """
    scenario = document_of(source)
    problems, parts = look(scenario)
    if parts is None:
        raise ScenarioError(problems)
    made, path = built(scenario.mapping, parts), scenario.path
    if path is None or inside(path, scenario_folder()):
        return made
    return replace(made, document=whole(scenario, parts))


def whole(scenario: Document, parts: Parts) -> dict[str, Data]:
    """Return a scenario with everything in its files, as one document."""
    charts = {} if parts.own is None else {"charts": dict(parts.own.mapping)}
    return {**scenario.mapping, "map": dict(parts.ground.mapping), **charts}


def list_scenarios() -> list[ScenarioRow]:
    """Return what can be opened, by date; files that cannot be read are left out."""
    found = [scenario_row(document) for document in readable(scenario_files()) if kind_of(document) == "scenario"]
    return sorted(found, key=lambda row: (row.date, row.id))


def document_of(source: str | Path | Document | Mapping[str, object]) -> Document:
    if isinstance(source, Document):
        return source
    if isinstance(source, Mapping):
        if is_overlay(source):
            return overlaid(source, document_of, HOUSE_RULES, example="savasse-ridge")
        data = {**INLINE_DEFAULTS, **plain(source)}
        if isinstance(data.get("map"), Mapping):
            data["map"] = {**INLINE_MAP, **data["map"]}
        return Document(data)
    if isinstance(source, Path) or source.endswith((".yaml", ".yml")):
        return read_file(Path(source))
    found = {path.stem: path for path in scenario_files()}
    if source not in found:
        raise ScenarioError([Problem("", 0, "", unknown("scenario", source, found))])
    return read_file(found[source])


class Parts(NamedTuple):
    """What a scenario is played with: its map, the charts, and those of its own that are laid over the house's."""

    ground: Document
    charts: Charts
    own: Document | None


def look(scenario: Document) -> tuple[list[Problem], Parts | None]:
    """Return every problem of a scenario, its map and its charts, each once, and, if there is none, these."""
    problems, rest = form_problems(scenario, "scenario"), Remains(scenario, INLINE_DEFAULTS)
    if not rest.reduce(problems, lambda left: form_problems(left, "scenario")):
        return problems, None
    lost = "charts" in scenario.mapping and "charts" not in rest.left.mapping
    wrong, own, charts = ([], None, None) if lost else _charts_found(rest.left)
    problems += wrong
    try:
        ground = map_of(rest.left)
        found = checked_map(ground, charts)
    except ScenarioError as error:
        found = error.problems
    problems += found
    if charts is not None:
        problems += scenario_problems(rest.left, Site({} if found else ground_of(ground), charts))
    return problems, None if problems or charts is None else Parts(ground, charts, own)


def checked_map(ground: Document, charts: Charts | None) -> list[Problem]:
    """Return the problems of a map by the charts of a scenario; by none, those of its form alone."""
    return form_problems(ground, "map") or ([] if charts is None else map_problems(ground, charts))


def charts_of(scenario: Document) -> Charts | None:
    """Return what a scenario is played with, None where its own charts are wrong."""
    problems, _, charts = _charts_found(scenario)
    return None if problems else charts


def checked_charts(own: Document) -> list[Problem]:
    """Return the problems of charts taken alone, each line of them once."""
    found, rest = form_problems(own, "charts"), Remains(own, INLINE_CHARTS)
    if not rest.reduce(found, lambda left: form_problems(left, "charts")):
        return found
    told = {line_of(own, problem) for problem in found}
    return [*found, *(each for each in chart_problems(rest.left) if line_of(own, each) not in told)]


def line_of(own: Document, problem: Problem) -> Route:
    """Return the table and the id in it that a problem of charts is about, less if it is about more."""
    return problem.route[len(own.base) :][:2]


def _charts_found(scenario: Document) -> tuple[list[Problem], Document | None, Charts | None]:
    """Return the problems of a scenario's charts, its own ones, and what to go on with, None if that is not known."""
    try:
        own = own_charts(scenario)
        problems = [] if own is None else checked_charts(own)
    except ScenarioError as error:
        return error.problems, None, None
    if own is None:
        return [], None, house_charts()
    if not problems:
        return [], own, charts_over(own.mapping)
    lines = {line_of(own, problem) for problem in problems}
    is_known = all(len(line) == 2 and line[0] in TABLES for line in lines)
    return problems, own, lenient(own.mapping, lines) if is_known else None


def own_charts(scenario: Document) -> Document | None:
    """Return the charts of a scenario's own, inside it or by their name, None if it has none; raise ScenarioError."""
    if "charts" not in scenario.mapping:
        return None
    inside = scenario.part("charts")
    if isinstance(inside.data, str):
        return named(scenario, "charts", inside.data, "charts file", chart_folders(scenario.path))
    return replace(inside, data={**INLINE_CHARTS, **inside.mapping})


def map_of(scenario: Document) -> Document:
    """Return the map of a scenario, inside it or by its name; raise ScenarioError if there is none."""
    inside = scenario.part("map")
    if not isinstance(inside.data, str):
        return inside
    return named(scenario, "map", inside.data, "map", map_folders(scenario.path))


def built(data: Mapping[str, Any], parts: Parts) -> Scenario:
    """Return the scenario of data and parts in which nothing is wrong."""
    night, limit = data.get("night", {}), data["limit"]
    fixed = data.get("obstacles", {})
    return Scenario(
        id=data["id"],
        title=data["title"],
        hash=_hash(data, parts),
        note=data["note"],
        date=data["date"],
        north=data["north"],
        first=data["first"],
        map=_map(parts.ground),
        sides={seat: Side(seat=seat, **data["sides"][seat]) for seat in SEATS},
        units=_units(data),
        obstacles={h: what if isinstance(what, str) else what["kind"] for h, what in fixed.items()},
        bunkers={h: what["for"] for h, what in fixed.items() if not isinstance(what, str)},
        objectives=tuple(_objective(raw) for raw in data.get("objectives", ())),
        exits=tuple(Exit(raw["side"], tuple(raw["hexes"]), raw["medals"]) for raw in data.get("exits", ())),
        changes=tuple(Change(raw["round"], raw["hexes"]) for raw in data.get("terrain", ())),
        set_aside=tuple(data.get("set_aside", ())),
        night_until=night.get("until_round", 0),
        night_distance=night.get("max_distance", 0),
        rounds=limit["rounds"],
        limit_winner=limit["winner"],
        per_edge=data.get("rules", {}).get("los_edge_rule") == "per_edge",
        charts=parts.charts,
        begin=_begin(data) if "begin" in data else None,
    )


_TOLD_APART: Final = ("note", "playing_time", "north", "map", "charts")


def _hash(data: Mapping[str, Any], parts: Parts) -> str:
    """Return the hash of what can matter to the rules: another note or name spoils no saved game."""
    told = {key: value for key, value in data.items() if key not in _TOLD_APART}
    ground = {key: value for key, value in parts.ground.mapping.items() if key != "names"}
    return digest([told, ground, *([] if parts.own is None else [_what_matters(parts.own.mapping)])])


def _what_matters(own: Mapping[str, Data]) -> dict[str, Data]:
    """Return charts without the words of their cards and what else no rule reads."""
    cards = {name: {**card, "title": "", "text": ""} for name, card in own.get("cards", {}).items()}
    return {**{key: value for key, value in own.items() if key not in (*INLINE_CHARTS, "title")}, "cards": cards}


def _map(ground: Document) -> BattleMap:
    data = ground.mapping
    courses = tuple(tuple(road) for road in data.get("roads", ()))
    steps = [step for road in courses for step in pairwise(road)]
    return BattleMap(
        id=data["id"],
        title=data["title"],
        terrain=ground_of(ground),
        roads=frozenset([*steps, *((b, a) for a, b in steps)]),
        courses=courses,
        names=data.get("names", {}),
    )


def _units(data: Mapping[str, Any]) -> dict[str, Placed]:
    """Return the units by id: side and number, those on the board first."""
    found: dict[str, Placed] = {}
    left = data.get("figures", {})
    for seat in SEATS:
        placed = [Placed(kind, seat, place, figures=left.get(place, 0)) for place, kind in data["units"][seat].items()]
        for raw in data.get("reinforcements", ()):
            if raw["side"] == seat:
                placed += [Placed(kind, seat, "", raw["round"], tuple(raw["hexes"])) for kind in raw["units"]]
        found |= {f"{seat}-{number}": unit for number, unit in enumerate(placed, 1)}
    return found


def _begin(data: Mapping[str, Any]) -> Begin:
    """Return where a scenario begins in the middle of a game."""
    begin, goals = data["begin"], data.get("objectives", ())

    def medal(raw: Mapping[str, Any]) -> Medal:
        if raw["source"] != "objective":
            return Medal(raw["source"], raw["kind"])
        return Medal("objective", goals[raw["number"] - 1]["name"], raw["number"] - 1)

    return Begin(
        begin["round"],
        begin["side"],
        {seat: tuple(sorted(hand)) for seat, hand in begin.get("hands", {}).items()},
        tuple(begin.get("discards", ())),
        begin.get("lying", {}),
        {seat: tuple(map(medal, won)) for seat, won in begin.get("medals", {}).items()},
    )


def _objective(raw: Mapping[str, Any]) -> Objective:
    need_all = raw.get("need", "any") == "all"
    return Objective(raw["name"], raw["for"], tuple(raw["hexes"]), raw["medals"], raw["keep"], need_all)
