"""The files of this system, and what a schema cannot see in them: names, ground and set-up that make sense."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from rules.engine.folders import scenarios_dir
from rules.files.checking import kind_in, named
from rules.files.documents import Document
from rules.files.problems import Data, Problem, Route, ScenarioError, table_in, unknown
from rules.striking_anvil.scenario import CHARTS, SIDES, border_id

# --- Where the files of this system lie, and of which kind a document is -------------------------------------------

SYSTEM: Final = "striking_anvil"
KINDS: Final = ("scenario", "map", "counters", "charts", "ground")
_FOLDERS: Final = {"map": "maps", "counters": "counters", "ground": "ground"}


def home() -> Path:
    """Return the folder of the shipped scenarios."""
    return scenarios_dir() / SYSTEM


def kind_of(document: Document) -> str:
    """Return scenario, map, counters, charts or ground by the `format` line, or ''."""
    return kind_in(document, "anvil-{}/1", KINDS)


def schema_of(kind: str) -> Path:
    """Return the file of the schema of a kind of file."""
    return home() / "schema" / f"{kind}.schema.json"


def shipped() -> list[Path]:
    """Return the shipped scenarios, then the examples."""
    return [*sorted(home().glob("*.yaml")), *sorted((home() / "examples").glob("*.yaml"))]


def folders(kind: str, beside: Path | None) -> list[Path]:
    """Return where maps, counters or charts named by id are looked for."""
    if kind == "charts":
        return [CHARTS]
    homes = [beside.parent, beside.parent.parent, home()] if beside is not None else [home()]
    return [place / _FOLDERS[kind] for place in homes]


def referred(holder: Document, kind: str) -> Document:
    """Return the map, counters or charts that a scenario names, or holds itself; raise ScenarioError."""
    name = holder.mapping.get(kind, "house" if kind == "charts" else "")
    if not isinstance(name, str):
        return holder.part(kind)
    return named(holder, kind, name, f"file of {kind}", folders(kind, holder.path))


# --- What a schema cannot see: names that must be there, ground and set-up that make sense -------------------------

_SIDES: Final = {"de": "german"}


def map_problems(ground: Document) -> Iterator[Problem]:
    """Yield what is wrong with a map: borders between areas that are not there, boxes that lead nowhere."""
    areas, seen = ground.mapping["areas"], set()
    for place, border in enumerate(ground.mapping["borders"]):
        route = ("borders", place)
        for area in border["areas"]:
            if area not in areas:
                yield ground.problem((*route, "areas"), unknown("area", area, areas))
        name = border_id(*border["areas"])
        if name in seen or border["areas"][0] == border["areas"][1]:
            yield ground.problem((*route, "areas"), f"The border {name} appears twice, or joins an area to itself.")
        seen.add(name)
        yield from _lines(ground, route, border)
        if ("name" in border) != ("river" in border):
            yield ground.problem(
                route, "A river needs a name, and only a river has one: write both river and name, or neither."
            )
    for box, raw in ground.mapping["boxes"].items():
        for area in raw["areas"]:
            if area not in areas:
                yield ground.problem(("boxes", box, "areas"), unknown("area", area, areas))
    for area, raw in areas.items():
        ends = [_corner(point) for point in raw.get("coast", ())]
        if ends and not {ends[0], ends[-1]} <= set(map(_corner, raw.get("outline", ()))):
            message = "The coast must start and end at corners of its area's outline."
            yield ground.problem(("areas", area, "coast"), message)
        if not any(area in border["areas"] for border in ground.mapping["borders"]):
            yield ground.problem(("areas", area), f'The area "{area}" has no border. Add one under borders.')


def _lines(ground: Document, route: Route, border: Mapping[str, Data]) -> Iterator[Problem]:
    """Yield what is wrong with the river and the road of a border."""
    if "via" in border and not border["road"]:
        yield ground.problem(
            (*route, "via"), "Only a road can have points on its way: write road: true, or remove via."
        )
    if "course" not in border:
        return
    if "river" not in border:
        yield ground.problem(
            (*route, "course"), "Only a river can have a course: write river and name, or remove course."
        )
    areas = [ground.mapping["areas"].get(area, {}) for area in border["areas"]]
    corners = [set(map(_corner, area.get("outline", ()))) for area in areas]
    for number, point in enumerate(border["course"]):
        if not all(_corner(point) in known for known in corners):
            message = f"[{point[0]}, {point[1]}] is no corner of both areas; a course runs along corners they share."
            yield ground.problem((*route, "course", number), message)


def _corner(point: Data) -> tuple[float, float]:
    return float(point[0]), float(point[1])  # 43.53 is read as text


def counter_problems(counters: Document) -> Iterator[Problem]:
    """Yield what is wrong with counters: values that a kind lacks or cannot have."""
    needs = {
        "combat": ("branch", "division", "strength", "movement"),
        "support": ("branch", "movement", "bonus"),
        "cd": ("bonus",),
        "train": ("bonus",),
        "transport": ("movement",),
    }
    for name, raw in counters.mapping["counters"].items():
        route = ("counters", name)
        for key in needs[raw["kind"]]:
            if key not in raw:
                yield counters.problem(route, f'A counter of the kind {raw["kind"]} needs "{key}".')
        if raw["kind"] == "combat" and not raw.get("strength", [2, 1])[0] > raw.get("strength", [2, 1])[1]:
            yield counters.problem((*route, "strength"), "The reduced side must be weaker than the full side.")
        if raw["kind"] == "combat" and raw.get("movement", [1, 1])[0] == 0 and raw["nation"] != "de":
            yield counters.problem((*route, "movement"), "Only German units start entrenched (0 on the full side).")


def chart_problems(charts: Document) -> Iterator[Problem]:
    """Yield what is wrong with charts: rows of another length than the columns, gaps between the rows."""
    columns, rows = charts.mapping["combat"]["columns"], charts.mapping["combat"]["rows"]
    for row, cells in rows.items():
        if len(cells) != len(columns):
            message = f"The row has {len(cells)} cells but the table has {len(columns)} columns. They must match."
            yield charts.problem(("combat", "rows", row), message)
    numbers = sorted(map(int, rows))
    if not numbers:
        yield charts.problem(("combat", "rows"), "The table has no rows. Write one for each modified die.")
    elif numbers != list(range(numbers[0], numbers[-1] + 1)):
        yield charts.problem(("combat", "rows"), "The rows must follow one another without a gap.")


def scenario_problems(
    scenario: Document, ground: Mapping[str, Data], counters: Mapping[str, Data], charts: Mapping[str, Data]
) -> Iterator[Problem]:
    """Yield what is wrong with a scenario: places, units and borders that are not there, units placed twice."""
    data = scenario.mapping
    yield from _units_once(scenario, counters["counters"])
    areas, boxes = ground["areas"], ground["boxes"]
    for place in data["setup"]:
        if place not in areas and place not in boxes:
            yield scenario.problem(("setup", place), unknown("area or box", place, {**areas, **boxes}))
    for key in ("ffi", "fortifications"):
        for area in data.get(key, {}):
            known = charts["fortifications"] if key == "fortifications" else areas
            if area not in known:
                yield scenario.problem((key, area), unknown("area" if key == "ffi" else "fortified area", area, known))
    yield from _fortresses(scenario, charts)
    yield from _misplaced(scenario, ground, counters["counters"])
    sites = _sites(ground)
    for number, bridge in enumerate(data.get("intact_bridges", ())):
        if bridge not in sites:
            yield scenario.problem(("intact_bridges", number), unknown("bridge site", bridge, sites))
    yield from _arrivals(scenario, ground, counters["counters"])


def _sites(ground: Mapping[str, Data]) -> dict[str, None]:
    """Return the borders where a bridge can stand (9)."""
    return {border_id(*border["areas"]): None for border in ground["borders"] if border["road"] and "river" in border}


def _fortresses(scenario: Document, charts: Mapping[str, Data]) -> Iterator[Problem]:
    for area, level in scenario.mapping.get("fortifications", {}).items():
        track = charts["fortifications"].get(area)
        if track is not None and level >= len(track):
            message = f"{level} is off the track of {area}. Its levels are 0 to {len(track) - 1}."
            yield scenario.problem(("fortifications", area), message)
        if level and area in scenario.mapping.get("ffi", {}):
            yield scenario.problem(("ffi", area), "An area with fortification levels is German. Remove the marker.")


def _units_once(scenario: Document, known: Mapping[str, Data]) -> Iterator[Problem]:
    data, seen = scenario.mapping, dict[str, str]()
    routes: list[tuple[Route, str]] = [
        (("setup", place, n), unit) for place, units in data["setup"].items() for n, unit in enumerate(units)
    ]
    for key in ("paradrops", "reinforcements"):
        for number, lot in enumerate(data.get(key, ())):
            routes += [((key, number, "units", n), unit) for n, unit in enumerate(lot["units"])]
    for route, unit in routes:
        if unit not in known:
            yield scenario.problem(route, unknown("counter", unit, known))
        elif unit in seen:
            yield scenario.problem(route, f"{unit} is already placed under {seen[unit]}. Each counter exists once.")
        else:
            seen[unit] = ".".join(map(str, route[:2]))
    for key in ("reduced", "disorganized"):
        for number, unit in enumerate(data.get(key, ())):
            if unit not in known:
                yield scenario.problem((key, number), unknown("counter", unit, known))


def _misplaced(scenario: Document, ground: Mapping[str, Data], known: Mapping[str, Data]) -> Iterator[Problem]:
    """Yield which units of the set-up cannot stand where they are, or as they are, by the rules (1.3.1 to 1.3.3)."""
    setup = scenario.mapping["setup"]
    for place, units in setup.items():
        area, box = ground["areas"].get(place), ground["boxes"].get(place)
        fighters = {side_of(known[unit]) for unit in units if unit in known and known[unit]["kind"] == "combat"}
        for n, unit in enumerate(units):
            raw, message = known.get(unit, {}), ""
            if raw and box is not None and box["side"] != side_of(raw):
                message = f"{unit} can't be in {place}, which is {box['side']}."
            elif raw.get("kind") == "cd" and box is not None:
                message = f"{unit} never moves. Put it in an area."
            elif raw.get("kind") == "train" and area is not None and not (area.get("coastal") or area.get("rhone")):
                message = f"{unit} runs on the railway, and there is none in {place}."
            elif raw.get("kind") == "support" and area is not None and side_of(raw) not in fighters:
                message = f"{unit} is a support unit. It needs a combat unit of its side in {place}."
            if message:
                yield scenario.problem(("setup", place, n), message)
    placed = {unit for units in setup.values() for unit in units}
    placed.update(scenario.mapping.get("begin", {}).get("eliminated", ()))
    for number, unit in enumerate(scenario.mapping.get("disorganized", ())):
        if unit in known and unit not in placed:
            yield scenario.problem(("disorganized", number), f"{unit} isn't in the setup.")
    for number, unit in enumerate(scenario.mapping.get("reduced", ())):
        if unit in known and known[unit]["kind"] in ("support", "transport", "train"):
            yield scenario.problem(("reduced", number), f"{unit} has no reduced side.")


def side_of(counter: Mapping[str, Data]) -> str:
    """Return whose counter it is, by its data (1.3)."""
    return _SIDES.get(counter["nation"], "allied")


def first_arrival(scenario: Mapping[str, Data]) -> int:
    """Return the first turn in which units can come; the start of earlier ones is over (7, 8)."""
    begin = table_in(scenario, "begin")
    turn = begin.get("turn", 1)
    is_late = bool(begin) and begin.get("phase") != "start"
    return (turn if isinstance(turn, int) else 1) + is_late


def _arrivals(scenario: Document, ground: Mapping[str, Data], known: Mapping[str, Data]) -> Iterator[Problem]:
    turns, first = scenario.mapping["turns"], first_arrival(scenario.mapping)
    for key in ("paradrops", "reinforcements"):
        for number, lot in enumerate(scenario.mapping.get(key, ())):
            if lot["turn"] < first:
                message = f"The scenario begins too late for turn {lot['turn']}: nobody can come before turn {first}."
                yield scenario.problem((key, number, "turn"), message)
            if lot["turn"] > turns:
                yield scenario.problem(
                    (key, number, "turn"), f"The scenario has {turns} turns; this is turn {lot['turn']}."
                )
            if key == "paradrops":
                if lot["area"] not in ground["areas"]:
                    yield scenario.problem((key, number, "area"), unknown("area", lot["area"], ground["areas"]))
                continue
            box = ground["boxes"].get(lot["box"])
            if box is None or box["kind"] == "exit":
                entries = {name: None for name, raw in ground["boxes"].items() if raw["kind"] != "exit"}
                yield scenario.problem((key, number, "box"), unknown("box to arrive in", lot["box"], entries))
                continue
            for n, unit in enumerate(lot["units"]):
                if unit in known and side_of(known[unit]) != box["side"]:
                    message = f"{unit} can't arrive in {lot['box']}, which is {box['side']}."
                    yield scenario.problem((key, number, "units", n), message)
    yield from _beginning(scenario, ground, known)


def _beginning(scenario: Document, ground: Mapping[str, Data], known: Mapping[str, Data]) -> Iterator[Problem]:
    """Yield what is wrong with where a scenario begins in the middle of a game."""
    turns, begin = scenario.mapping["turns"], scenario.mapping.get("begin", {})
    for key, what, among in (
        ("eliminated", "counter", known),
        ("bound", "counter", known),
        ("ports", "area", ground["areas"]),
        ("building", "bridge site", _sites(ground)),
        ("points", "account of points", {*SIDES, *(n for n, raw in ground["boxes"].items() if raw["kind"] == "exit")}),
    ):
        for name in begin.get(key, ()):
            if name not in among:
                yield scenario.problem(("begin", key), unknown(what, name, dict.fromkeys(among)))
    placed = {unit for units in scenario.mapping["setup"].values() for unit in units}
    for number, unit in enumerate(begin.get("eliminated", ())):
        if unit in placed:
            yield scenario.problem(("begin", "eliminated", number), f"{unit} is in the setup; it can't be eliminated.")
    if begin.get("turn", 1) > turns:
        yield scenario.problem(("begin", "turn"), f"The scenario has {turns} turns.")
    area = begin.get("hits", {}).get("area")
    if area is not None and area not in ground["areas"]:
        yield scenario.problem(("begin", "hits", "area"), unknown("area", area, ground["areas"]))


# --- The drawn ground of a map: read and checked against the map it belongs to -------------------------------------


def ground_problems(ground: Document) -> Iterator[Problem]:
    """Yield what is wrong with a ground: areas and boxes the map does not have, or that lie nowhere."""
    left, top, right, bottom = map(float, ground.mapping["board"])
    if left >= right or top >= bottom:
        yield ground.problem(("board",), "The board is left, top, right, bottom: right and bottom must be larger.")
    drawn = _map_of(ground)
    if drawn is None:
        message = f'There is no map "{ground.mapping["id"]}" for this ground.'
        yield ground.problem(("id",), message)
        return
    areas, boxes = drawn["areas"], drawn["boxes"]
    for number, town in enumerate(ground.mapping.get("towns", ())):
        if "area" in town and town["area"] not in areas:
            yield ground.problem(("towns", number, "area"), unknown("area", town["area"], areas))
    roads = {border_id(*border["areas"]): None for border in drawn["borders"] if border["road"]}
    for number, border in enumerate(ground.mapping.get("highways", ())):
        if border not in roads:
            yield ground.problem(("highways", number), unknown("border with a road", border, roads))
    for key, known, what in (
        ("places", areas, "area"),
        ("trays", areas, "area"),
        ("tracks", areas, "area"),
        ("boxes", boxes, "box"),
    ):
        for name in ground.mapping.get(key, {}):
            if name not in known:
                yield ground.problem((key, name), unknown(what, name, known))
    for key, known, what in (("places", areas, "area"), ("boxes", boxes, "box")):
        missing = [name for name in known if name not in ground.mapping[key]] if key in ground.mapping else []
        if missing:
            yield ground.problem((key,), f"There is no place for the {what} {missing[0]}. Add one.")
    for area, place in ground.mapping.get("places", {}).items():
        sides = [side for side in SIDES if side not in place]
        if sides and area not in ground.mapping.get("trays", {}):
            message = f'There is no place for the {sides[0]} stack. Write "{sides[0]}" or give the area a tray.'
            yield ground.problem(("places", area), message)


def _map_of(ground: Document) -> Mapping[str, Data] | None:
    for folder in folders("map", ground.path):
        path = folder / f"{ground.mapping['id']}.yaml"
        if ground.shelf.has(path):
            try:
                return ground.shelf.read(path).mapping
            except ScenarioError:
                return None
    return None
