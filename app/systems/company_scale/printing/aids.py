"""Player aids, made from the charts: combat results, terrain, sequence of play, assault, status markers, events."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app import theme
from app.printing.document import Sheet, on_one_page
from app.printing.paper import Block, Draw, mm
from app.printing.tables import Cell, DrawnCell, PageTable, heading, plain, title
from app.systems.company_scale.board.ground.legend import samples
from app.systems.company_scale.board.ground.palette import palette
from app.systems.company_scale.board.marker_art import marker_name, paint_marker
from app.systems.company_scale.printing.aid_words import AidWords, HexsideRow, Status, words, words_of
from app.systems.company_scale.printing.counter_art import enter
from app.systems.company_scale.printing.display_sheets import display_sheets
from app.systems.company_scale.printing.job import Job, anatomy
from app.systems.company_scale.printing.setup_sheets import subheading
from app.systems.company_scale.text.names import FIRE_TYPES
from app.text.parts import compose
from rules.company_scale.battle_map import Edge, GroundCharts, Road, Terrain
from rules.company_scale.counters import MoveClass
from rules.company_scale.ground_charts import printed_ground_charts
from rules.company_scale.r08_5_4_status import DG_FIRE, DG_HALVES_FROM, DG_TROOP_QUALITY, MAX_DG
from rules.company_scale.scenario import Charts
from rules.company_scale.series import Series

CLASSES = (MoveClass.LEG, MoveClass.WHEELED, MoveClass.TRACKED)
ROADS = {Road.EVACUATION: "paved", Road.PAVED: "paved", Road.RAILROAD: "railroad", Road.TRAIL: "trail"}
_HALVES = {1: "½ point", 2: "1 point"}


def aids_sheets(job: Job) -> list[Sheet]:
    """Return the player aids, with the scenario's division displays at the end."""
    paper, charts = job.paper, job.scenario.charts
    text = words_of(charts)
    sheets = on_one_page("Fire", _fire(charts, text), paper)
    sheets += on_one_page("Terrain effects", _terrain(job.scenario.map.charts, charts.series), paper)
    sheets += on_one_page("Sequence of play", _sequence(text), paper)
    sheets += on_one_page("Assault and events", _assault(text), paper)
    sheets += on_one_page("Status markers", _status(charts, text), paper)
    sheets += on_one_page("How to read a counter", anatomy(job), paper)
    return [*sheets, *display_sheets(job)]


# --- fire ----------------------------------------------------------------------------------------------------------


def _fire(charts: Charts, text: AidWords) -> list[Block]:
    dice = [str(die) for die in range(9)]
    blocks: list[Block] = [
        title(
            "Combat results",
            "Roll the fire value or less to get the result. Higher, or a 9, misses; a 0 never does (8.4).",
        )
    ]
    for name, rows in (("Fire at a hex", charts.combat_hex), ("Fire at one hard target", charts.combat_hard)):
        lines: list[list[Cell]] = [[FIRE_TYPES.get(kind, kind), *row] for kind, row in rows.items()]
        blocks.append(subheading(name))
        blocks.append(PageTable(["Fire", *dice], lines, [2.6, *[1.5] * 9], "l" + "c" * 9, points=10, strong=True))
    blocks += [heading("Results"), _listed(("", ""), text.results, [1.1, 9, 1])]
    blocks += [
        heading("The fire value"),
        plain("Add these to the firing unit's value; the die roll itself is never modified (8.3).", 9),
    ]
    blocks += [_listed(("", "", ""), text.fire_steps, [0.5, 3, 7, 0.9])]
    return [*blocks, *_markers_and_weather(charts, text)]


def _markers_and_weather(charts: Charts, text: AidWords) -> list[Block]:
    barrage: list[list[Cell]] = [
        [size.capitalize(), _strength(size), signed(row.fire), signed(row.troop_quality), row.movement]
        for size, row in charts.barrage.items()
    ]
    works: list[list[Cell]] = [
        [kind.capitalize(), signed(row.defense), signed(row.troop_quality)]
        for kind, row in charts.fortification.items()
    ]
    works += [
        [f"Prepared assault, {charts.series.sides[side].name}", signed(row.defense), signed(row.troop_quality)]
        for side, row in charts.prepared_assault.items()
    ]
    rain = charts.weather.rain
    weather = compose(
        "<b>Weather</b> (one die at {}, +{} after rain): 0–{} clear, {} and more rain. {}",
        charts.hours[0].name,
        charts.weather.after_rain_modifier,
        rain - 1,
        rain,
        text.sight,
    )
    return [
        heading("Barrages, fortifications, weather"),
        PageTable(
            ["Barrage", "Strength", "Fire from it", "Troop quality", "Movement"],
            barrage,
            [3, 2, 2, 2, 2],
            "lcccc",
            points=8.5,
            strong=True,
        ),
        PageTable(["Marker", "Defense", "Troop quality"], works, [5, 3, 3], "lcc", points=8.5, strong=True),
        plain(weather, 9),
    ]


def _strength(size: str) -> str:
    return {"smoke": "2 or less", "light": "3", "medium": "4", "heavy": "5 or more"}.get(size, "")


def signed(value: object) -> str:
    """Return a modifier with its sign."""
    return f"{value:+d}".replace("-", "−") if isinstance(value, int) and value else str(value)


def _listed(head: Sequence[str], rows: Sequence[Sequence[object]], widths: Sequence[float]) -> PageTable:
    """Return a table of texts; a missing last cell is left empty."""
    lines: list[list[Cell]] = [[*(str(cell) for cell in row), *[""] * (len(widths) - len(row))] for row in rows]
    top = [*head, *[""] * (len(widths) - len(head))]
    return PageTable(top, lines, widths, "", points=9.2, strong=True)


# --- ground --------------------------------------------------------------------------------------------------------


def _terrain(charts: GroundCharts, series: Series) -> list[Block]:
    return [
        title("Terrain effects", "Movement points to enter, and the terrain's defense modifier (6.2)."),
        _entered(charts),
        heading("Roads"),
        plain(
            "By road, each hex costs this instead of the terrain, plus any hexside below; a trail allows one more "
            "hex than the points would (6.2.1).",
            9,
        ),
        _roads(charts, series),
        heading("Hexsides"),
        plain("Added to the cost of entering, by road too; a road over a ridge is free (6.2.2).", 9),
        _hexsides(charts),
    ]


def _entered(charts: GroundCharts) -> PageTable:
    """Return what it costs to enter each terrain, and what it does for defense and sight."""
    rows: list[list[Cell]] = []
    for terrain in Terrain:
        costs = [charts.entry[terrain][move] for move in CLASSES]
        rows.append(
            [
                DrawnCell(mm(11), _hex_picture(terrain)),
                charts.names[terrain.value],
                *("no entry" if cost is None else str(cost) for cost in costs),
                signed(charts.defense[terrain]),
                "blocks sight" if terrain in charts.cover else "",
            ]
        )
    head = ["", "Terrain", "Leg", "Wheeled", "Tracked", "Defense", ""]
    return PageTable(head, rows, [1.6, 2.4, 1.5, 1.5, 1.5, 1.5, 2.6], "clccccl", points=9.5)


def _roads(charts: GroundCharts, series: Series) -> PageTable:
    """Return what roads cost; the Evacuation Road where its chapter is in force."""
    rows: list[list[Cell]] = [
        [
            DrawnCell(mm(8), _road_picture(road)),
            "Evacuation Road" if road is Road.EVACUATION else charts.names[kind],
            in_points(charts.roads[kind]),
        ]
        for road, kind in ROADS.items()
        if road is not Road.EVACUATION or "22" in series.chapters
    ]
    return PageTable(["", "Road", "All units"], rows, [1.6, 4, 4], "cll", points=9.5)


def _hexsides(charts: GroundCharts) -> PageTable:
    """Return what hexsides cost, and do to fire and sight."""
    rows: list[list[Cell]] = [
        [
            DrawnCell(mm(9), _edge_picture(Edge(row.edge))),
            charts.names.get(row.edge, "Grayed out"),
            *told_hexside(row, charts),
        ]
        for row in words().hexsides
    ]
    head = ["", "Hexside", "Movement", "Direct fire and line of sight"]
    return PageTable(head, rows, [1.6, 2, 4, 4.4], "clll", points=9)


def in_points(halves: int) -> str:
    whole, half = divmod(halves, 2)
    return _HALVES.get(halves, f"{whole}{'½' if half else ''} points")


def told_hexside(row: HexsideRow, charts: GroundCharts) -> tuple[str, str]:
    """Return what a hexside costs, and does to fire and sight: the printed words where its chart is as printed."""
    printed, edge = printed_ground_charts(), Edge(row.edge)
    if edge is Edge.GRAY or _values(edge, charts) == _values(edge, printed):
        return row.cost, row.fire
    if edge in charts.closed:
        return "by road only", "none"
    up, down = charts.up[edge], charts.down[edge]
    cost = f"+{down}" if up == down else f"+{up} uphill, otherwise +{down}"
    fire = [f"uphill {signed(charts.fire_up[edge])}, otherwise {signed(charts.fire_down[edge])}"]
    if edge is Edge.RIDGE:
        fire = [f"{signed(charts.ridge_defense)} across it"]
    elif not charts.fire_up[edge] and not charts.fire_down[edge]:
        fire = []
    fire += ["blocks line of sight"] if edge in charts.crests else []
    return f"{cost}; vehicles by road only" if edge in charts.by_road else cost, "; ".join(fire) or "none"


def _values(edge: Edge, charts: GroundCharts) -> tuple[object, ...]:
    ridge = (charts.ridge_defense, charts.ridge_marker_defense, charts.ridge_marker_fire) if edge is Edge.RIDGE else ()
    tables = (charts.up, charts.down, charts.fire_up, charts.fire_down)
    lists = (charts.by_road, charts.closed, charts.crests)
    return (*(table[edge] for table in tables), *(edge in listed for listed in lists), ridge)


def _hex_picture(terrain: Terrain) -> Draw:
    def draw(painter: QPainter, box: QRectF) -> None:
        wide = box.height() * 2 / 3**0.5
        place = QRectF(box.center().x() - wide / 2, box.top(), wide, box.height())
        samples().terrain(painter, place, terrain, palette(theme.LIGHT))

    return draw


def _road_picture(road: Road) -> Draw:
    def draw(painter: QPainter, box: QRectF) -> None:
        samples().road(
            painter, QRectF(box.center().x() - mm(8), box.top(), mm(16), box.height()), road, palette(theme.LIGHT)
        )

    return draw


def _edge_picture(edge: Edge) -> Draw:
    def draw(painter: QPainter, box: QRectF) -> None:
        place = QRectF(box.center().x() - mm(8), box.top(), mm(16), box.height())
        samples().edge(painter, place, edge, palette(theme.LIGHT))

    return draw


# --- turn, assault, events, markers ----------------------------------------------------------------------------------


def _sequence(text: AidWords) -> list[Block]:
    blocks: list[Block] = [title("Sequence of play", "One turn. Step numbers are the rulebook's.")]
    for phase in text.sequence:
        blocks += [subheading(phase.name), _listed(("",), phase.steps, [0.6, 2.6, 8, 1.1])]
    blocks.append(heading("A Division or Formation activation (2.C.iii)"))
    return [*blocks, _listed(("",), text.activation, [0.6, 2.6, 8, 1.1])]


def _assault(text: AidWords) -> list[Block]:
    blocks: list[Block] = [title("Assault", "Prepared in one activation, carried out in a later one (9.0).")]
    blocks += [_listed(("", "Step", ""), text.assault, [0.5, 2.6, 8])]
    for adds, name in ((text.assault_attacker, "The attacker adds"), (text.assault_defender, "The defender adds")):
        half = -(-len(adds) // 2)
        left, right = adds[:half], [*adds[half:], ("", "", "")]
        rows: list[list[Cell]] = [[*map(str, a), *map(str, b)] for a, b in zip(left, right, strict=False)]
        blocks += [subheading(name), PageTable([""] * 6, rows, [0.5, 3.4, 2.3, 0.5, 3.4, 2.3], points=8.5)]
    odds = text.odds
    blocks += [subheading("Odds, rounded against the attacker: units only (9.5)")]
    blocks += [
        PageTable([pair[0] for pair in odds], [[pair[1] for pair in odds]], [1.2, *[1] * 6, 1.4], "c" * 8, points=9)
    ]
    return [*blocks, heading("Random events", note="20.0"), _listed(("Die", "Event", ""), text.events, [0.6, 3, 8])]


def _status(charts: Charts, text: AidWords) -> list[Block]:
    rows: list[list[Cell]] = []
    for level in range(1, MAX_DG + 1):
        move = "halved" if level >= DG_HALVES_FROM else "−1"
        note = "A rally removes one level. Spreads to every hex a unit enters." if level == 1 else ""
        rows.append(
            [
                _marker("dg", level),
                f"Disorganized {level}",
                signed(DG_FIRE[level]),
                move,
                signed(DG_TROOP_QUALITY[level]),
                "no" if level == MAX_DG else "yes",
                note,
            ]
        )
    for row in text.status:
        rows.append(_status_row(row))
    for size in charts.barrage:
        rows.append(
            [
                _marker("barrage", size),
                f"{size.capitalize()} barrage",
                signed(charts.barrage[size].fire),
                charts.barrage[size].movement,
                signed(charts.barrage[size].troop_quality),
                "",
                "Blocks line of sight; the hex's own fire zone is 1. Removed by the Wind chit.",
            ]
        )
    for kind in charts.fortification:
        work = charts.fortification[kind]
        note = f"Defense {signed(work.defense)}. Removed when the hex empties."
        rows.append([_marker(kind, None), kind.capitalize(), "", "", signed(work.troop_quality), "", note])
    head = ["", "Marker", "Fire", "Movement", "Troop quality", "Assault", ""]
    return [
        title("Status markers", "They affect every unit in the hex (10.0)."),
        PageTable(head, rows, [1.2, 2.7, 1.0, 1.4, 1.3, 1.2, 6.4], "clccccl", points=8.5),
        plain(text.rally, 9),
    ]


def _status_row(row: Status) -> list[Cell]:
    cells = (row.fire, row.move, row.quality, row.assault, row.note)
    return [_marker(row.kind, None), marker_name(row.kind), *map(str, cells)]


def _marker(kind: str, value: int | str | None) -> DrawnCell:
    def draw(painter: QPainter, box: QRectF) -> None:
        enter(painter, QRectF(box.center().x() - mm(4), box.top(), mm(8), mm(8)))
        paint_marker(painter, kind, value)
        painter.restore()

    return DrawnCell(mm(8), draw)
