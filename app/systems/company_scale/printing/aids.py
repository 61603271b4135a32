"""Player aids, made from the charts, and division displays to fill in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import yaml
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app import theme
from app.colour import shown
from app.printing.document import Sheet, flowing, on_one_page
from app.printing.paper import Block, Draw, Figure, mm
from app.printing.tables import INK, SOFT, Cell, Drawn, Table, heading, label, plain, sans, serif, title
from app.systems.company_scale.board.ground.legend import samples
from app.systems.company_scale.board.ground.palette import palette
from app.systems.company_scale.board.marker_art import marker_name, paint_marker
from app.systems.company_scale.printing.counter_art import enter
from app.systems.company_scale.printing.job import Job, anatomy, side
from app.systems.company_scale.printing.overview import turn_track
from app.systems.company_scale.printing.setup_sheets import subheading
from app.systems.company_scale.text.names import FIRE_TYPES, TERRAIN
from app.text.parts import compose
from rules.company_scale.battle_map import Edge, Road, Terrain
from rules.company_scale.counters import Division, MoveClass
from rules.company_scale.r06_2_terrain import DEFENSE, ENTRY, ROAD_COST
from rules.company_scale.r08_5_4_status import DG_FIRE, DG_HALVES_FROM, DG_TROOP_QUALITY, MAX_DG
from rules.company_scale.scenario import Charts
from rules.company_scale.sight.rules import COVER
from rules.engine.folders import assets_dir
from rules.engine.frozen import frozen

# --- Division displays to fill in, each with records track and boxes; and the turn track ---------------------------

TRACK = 20
BOXES = ("Available", "Reallocating", "Routed units", "Transport pool", "Air strikes", "Heroes", "Attached formations")
TALL = mm(118)


def display_sheets(job: Job) -> list[Sheet]:
    """Return the turn track and a display for every division."""
    sheets = flowing("Turn track", _tracks(job), job.paper)
    displays: list[Block] = [
        Figure(TALL, lambda painter, box, division=division: _display(painter, box, division), gap=mm(8))  # type: ignore[misc]
        for division in job.scenario.divisions.values()
        if division.has_display
    ]
    return [*sheets, *flowing("Division displays", displays, job.paper)]


def _tracks(job: Job) -> list[Block]:
    points = Figure(mm(34), lambda painter, box: _numbers(painter, box, 30, 10, QColor("#fbf8ee")), gap=mm(2))
    return [
        title("Turn track", job.title),
        turn_track(job),
        heading("Victory points", note="27.1"),
        points,
        heading("The Cup"),
        Figure(mm(30), _cup, gap=mm(2)),
    ]


def _cup(painter: QPainter, box: QRectF) -> None:
    wide = (box.width() - mm(6)) / 3
    for i, name in enumerate(("Chits played this turn", "Chit in play", "Chits not bought")):
        _box(painter, QRectF(box.left() + i * (wide + mm(3)), box.top(), wide, box.height()), name)


def _numbers(painter: QPainter, box: QRectF, count: int, across: int, ground: QColor) -> None:
    wide, tall = box.width() / across, box.height() / -(-count // across)
    for i in range(count):
        row, column = divmod(i, across)
        cell = QRectF(box.left() + column * wide, box.top() + row * tall, wide, tall)
        painter.setPen(QPen(INK, 1.6))
        painter.setBrush(ground)
        painter.drawRect(cell)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        corner = cell.adjusted(mm(0.8), mm(0.5), 0, 0)
        label(
            painter,
            corner,
            str(i),
            sans(9, bold=True),
            ink=SOFT,
            align=Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop,
        )


def _display(painter: QPainter, box: QRectF, division: Division) -> None:
    band = QRectF(box.left(), box.top(), box.width(), mm(9))
    painter.fillRect(band, QColor(shown(division.colour)))
    painter.setPen(QPen(INK, 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(band)
    ink = QColor(division.ink)
    name = f"{division.name} · {side(division.side)}"
    label(painter, band.adjusted(mm(3), 0, 0, 0), name, serif(14, bold=True), ink=ink)
    words = (
        f"Command rating {division.command_rating}  ·  Dispatch rating {division.dispatch_rating}  ·  "
        f"Troop quality at most {division.max_troop_quality}"
    )
    right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    label(
        painter,
        QRectF(band.center().x(), band.top(), band.width() / 2 - mm(3), band.height()),
        words,
        sans(9),
        ink=ink,
        align=right,
    )
    track = QRectF(box.left(), band.bottom() + mm(5.5), box.width(), mm(35))
    label(
        painter,
        QRectF(box.left(), band.bottom() + mm(0.6), box.width(), mm(4.6)),
        "General records: dispatch points (at most 9), direct commands (19), fatigue, troop quality",
        sans(8),
        ink=SOFT,
    )
    _numbers(painter, track, TRACK, 10, QColor("#fbf8ee"))
    _boxes(painter, QRectF(box.left(), track.bottom() + mm(3), box.width(), box.bottom() - track.bottom() - mm(3)))


def _boxes(painter: QPainter, box: QRectF) -> None:
    gap, tall = mm(2), (box.height() - mm(2)) / 2
    for row, names in enumerate((BOXES[:3], BOXES[3:])):
        wide = (box.width() - gap * (len(names) - 1)) / len(names)
        for i, name in enumerate(names):
            _box(painter, QRectF(box.left() + i * (wide + gap), box.top() + row * (tall + gap), wide, tall), name)


def _box(painter: QPainter, box: QRectF, name: str) -> None:
    painter.setPen(QPen(INK, 1.8))
    painter.setBrush(QColor("#fdfbf4"))
    painter.drawRoundedRect(box, mm(1.5), mm(1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    label(
        painter,
        QRectF(box.left() + mm(2), box.top() + mm(0.8), box.width() - mm(4), mm(4.6)),
        name,
        sans(8.5),
        ink=SOFT,
    )


# --- Player aids, made from the charts: combat results, terrain, sequence of play, assault, status markers, events ---

CLASSES = (MoveClass.LEG, MoveClass.WHEELED, MoveClass.TRACKED)
EDGES = {
    "stream": "Stream",
    "river": "River",
    "slope": "Slope",
    "steep_slope": "Steep slope",
    "ridge": "Ridge",
    "gray": "Grayed out",
}
ROADS = {
    Road.EVACUATION: ("Evacuation Road", "paved"),
    Road.PAVED: ("Paved road", "paved"),
    Road.RAILROAD: ("Railroad", "railroad"),
    Road.TRAIL: ("Trail", "trail"),
}
_HALVES = {1: "½ point", 2: "1 point", 3: "1½ points", 4: "2 points"}


Rows = Sequence[Sequence[object]]


@frozen
class Phase:
    """A phase of a turn and its steps."""

    name: str
    steps: Rows


@frozen
class Status:
    """What a status marker does to the units of its hex, in words."""

    kind: str
    fire: str = ""
    move: str = ""
    quality: str = ""
    assault: str = ""
    note: str = ""


@frozen
class HexsideRow:
    """What a hexside costs, and what it does to fire and sight, in words."""

    edge: str
    cost: str
    fire: str


@frozen
class AidWords:
    """The words of the aids (assets/aids.yaml), table by table."""

    sequence: Sequence[Phase]
    activation: Rows
    results: Rows
    fire_steps: Rows
    status: Sequence[Status]
    rally: str
    assault: Rows
    assault_attacker: Rows
    assault_defender: Rows
    odds: Sequence[tuple[str, str]]
    events: Rows
    sight: str
    hexsides: Sequence[HexsideRow]


@cache
def words() -> AidWords:
    """Return the words of the aids."""
    texts: dict[str, Any] = yaml.safe_load((assets_dir() / "aids.yaml").read_text(encoding="utf-8"))
    rows = {"sequence": Phase, "status": Status, "hexsides": HexsideRow}
    texts |= {name: [kind(**row) for row in texts[name]] for name, kind in rows.items()}
    return AidWords(**texts)


def aids_sheets(job: Job) -> list[Sheet]:
    """Return the player aids, with the scenario's division displays at the end."""
    paper = job.paper
    sheets = on_one_page("Fire", _fire(job.scenario.charts), paper)
    sheets += on_one_page("Terrain effects", _terrain(), paper)
    sheets += on_one_page("Sequence of play", _sequence(), paper)
    sheets += on_one_page("Assault and events", _assault(), paper)
    sheets += on_one_page("Status markers", _status(job.scenario.charts), paper)
    sheets += on_one_page("How to read a counter", anatomy(job), paper)
    return [*sheets, *display_sheets(job)]


# --- fire ----------------------------------------------------------------------------------------------------------


def _fire(charts: Charts) -> list[Block]:
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
        blocks.append(Table(["Fire", *dice], lines, [2.6, *[1.5] * 9], "l" + "c" * 9, points=10, strong=True))
    blocks += [heading("Results"), _listed(("", ""), words().results, [1.1, 9, 1])]
    blocks += [
        heading("The fire value"),
        plain("Add these to the firing unit's value; the die roll itself is never modified (8.3).", 9),
    ]
    blocks += [_listed(("", "", ""), words().fire_steps, [0.5, 3, 7, 0.9])]
    return [*blocks, *_markers_and_weather(charts)]


def _markers_and_weather(charts: Charts) -> list[Block]:
    barrage: list[list[Cell]] = [
        [size.capitalize(), _strength(size), signed(row.fire), signed(row.troop_quality), row.movement]
        for size, row in charts.barrage.items()
    ]
    works: list[list[Cell]] = [
        [kind.capitalize(), signed(row.defense), signed(row.troop_quality)]
        for kind, row in charts.fortification.items()
    ]
    works += [
        [f"Prepared assault, {side.capitalize()}", signed(row.defense), signed(row.troop_quality)]
        for side, row in charts.prepared_assault.items()
    ]
    rain = charts.weather.rain
    weather = compose(
        "<b>Weather</b> (one die at 0700, +{} after rain): 0–{} clear, {} and more rain. {}",
        charts.weather.after_rain_modifier,
        rain - 1,
        rain,
        words().sight,
    )
    return [
        heading("Barrages, fortifications, weather"),
        Table(
            ["Barrage", "Strength", "Fire from it", "Troop quality", "Movement"],
            barrage,
            [3, 2, 2, 2, 2],
            "lcccc",
            points=8.5,
            strong=True,
        ),
        Table(["Marker", "Defense", "Troop quality"], works, [5, 3, 3], "lcc", points=8.5, strong=True),
        plain(weather, 9),
    ]


def _strength(size: str) -> str:
    return {"smoke": "2 or less", "light": "3", "medium": "4", "heavy": "5 or more"}.get(size, "")


def signed(value: object) -> str:
    """Return a modifier with its sign."""
    return f"{value:+d}".replace("-", "−") if isinstance(value, int) and value else str(value)


def _listed(head: Sequence[str], rows: Sequence[Sequence[object]], widths: Sequence[float]) -> Table:
    """Return a table of texts; a missing last cell is left empty."""
    lines: list[list[Cell]] = [[*(str(cell) for cell in row), *[""] * (len(widths) - len(row))] for row in rows]
    top = [*head, *[""] * (len(widths) - len(head))]
    return Table(top, lines, widths, "", points=9.2, strong=True)


# --- ground --------------------------------------------------------------------------------------------------------


def _terrain() -> list[Block]:
    rows: list[list[Cell]] = []
    for terrain in Terrain:
        costs = [ENTRY[terrain][move] for move in CLASSES]
        rows.append(
            [
                Drawn(mm(11), _hex_picture(terrain)),
                TERRAIN[terrain.value],
                *("no entry" if cost is None else str(cost) for cost in costs),
                signed(DEFENSE[terrain]),
                "blocks sight" if terrain in COVER else "",
            ]
        )
    head = ["", "Terrain", "Leg", "Wheeled", "Tracked", "Defense", ""]
    blocks: list[Block] = [
        title("Terrain effects", "Movement points to enter, and the terrain's defense modifier (6.2)."),
        Table(head, rows, [1.6, 2.4, 1.5, 1.5, 1.5, 1.5, 2.6], "clccccl", points=9.5),
        heading("Roads"),
        plain(
            "By road, each hex costs this instead of the terrain, plus any hexside below; a trail allows one more "
            "hex than the points would (6.2.1).",
            9,
        ),
    ]
    roads: list[list[Cell]] = [
        [Drawn(mm(8), _road_picture(road)), name, _HALVES[ROAD_COST[kind]]] for road, (name, kind) in ROADS.items()
    ]
    blocks.append(Table(["", "Road", "All units"], roads, [1.6, 4, 4], "cll", points=9.5))
    edges: list[list[Cell]] = [
        [Drawn(mm(9), _edge_picture(Edge(row.edge))), EDGES[row.edge], row.cost, row.fire] for row in words().hexsides
    ]
    blocks += [
        heading("Hexsides"),
        plain("Added to the cost of entering, by road too; a road over a ridge is free (6.2.2).", 9),
    ]
    heads = ["", "Hexside", "Movement", "Direct fire and line of sight"]
    return [*blocks, Table(heads, edges, [1.6, 2, 4, 4.4], "clll", points=9)]


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


def _sequence() -> list[Block]:
    blocks: list[Block] = [title("Sequence of play", "One turn. Step numbers are the rulebook's.")]
    for phase in words().sequence:
        blocks += [subheading(phase.name), _listed(("",), phase.steps, [0.6, 2.6, 8, 1.1])]
    blocks.append(heading("A Division or Formation activation (2.C.iii)"))
    return [*blocks, _listed(("",), words().activation, [0.6, 2.6, 8, 1.1])]


def _assault() -> list[Block]:
    text = words()
    blocks: list[Block] = [title("Assault", "Prepared in one activation, carried out in a later one (9.0).")]
    blocks += [_listed(("", "Step", ""), text.assault, [0.5, 2.6, 8])]
    for adds, name in ((text.assault_attacker, "The attacker adds"), (text.assault_defender, "The defender adds")):
        half = -(-len(adds) // 2)
        left, right = adds[:half], [*adds[half:], ("", "", "")]
        rows: list[list[Cell]] = [[*map(str, a), *map(str, b)] for a, b in zip(left, right, strict=False)]
        blocks += [subheading(name), Table([""] * 6, rows, [0.5, 3.4, 2.3, 0.5, 3.4, 2.3], points=8.5)]
    odds = text.odds
    blocks += [subheading("Odds, rounded against the attacker: units only (9.5)")]
    blocks += [Table([pair[0] for pair in odds], [[pair[1] for pair in odds]], [1.2, *[1] * 6, 1.4], "c" * 8, points=9)]
    return [*blocks, heading("Random events", note="20.0"), _listed(("Die", "Event", ""), text.events, [0.6, 3, 8])]


def _status(charts: Charts) -> list[Block]:
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
    for row in words().status:
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
        Table(head, rows, [1.2, 2.7, 1.0, 1.4, 1.3, 1.2, 6.4], "clccccl", points=8.5),
        plain(words().rally, 9),
    ]


def _status_row(row: Status) -> list[Cell]:
    cells = (row.fire, row.move, row.quality, row.assault, row.note)
    return [_marker(row.kind, None), marker_name(row.kind), *map(str, cells)]


def _marker(kind: str, value: int | str | None) -> Drawn:
    def draw(painter: QPainter, box: QRectF) -> None:
        enter(painter, QRectF(box.center().x() - mm(4), box.top(), mm(8), mm(8)))
        paint_marker(painter, kind, value)
        painter.restore()

    return Drawn(mm(8), draw)
