"""The player aid, and set-up sheets: an overview with the map, then each side's counters and arrivals."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.printing.document import Sheet, flowing, on_one_page
from app.printing.paper import Block, Cells, Draw, Figure, mm
from app.printing.tables import INK, RULE, SOFT, PageTable, Paragraph, body, boxes, label, plain, sans, serif, title
from app.printing.tables import heading as section
from app.systems.striking_anvil.art.counters import Look, paint_counter
from app.systems.striking_anvil.printing.job import Job, paint_map
from app.systems.striking_anvil.text.facts import (
    Rows,
    bombing_rows,
    combat_rows,
    fortress_rows,
    ground_rows,
    river_rows,
    state_words,
    values,
)
from app.text.names import NAMES
from app.text.parts import TITLE, paragraphs, printed_lines
from rules.engine.english import capital, counted
from rules.striking_anvil.scenario import HOUSE_RULES, AreaMap, Scenario
from rules.striking_anvil.view import UnitView

# --- The player aid: course of a turn, combat results, modifiers, movement, hits, pursuit, bombing, victory --------

_ROW = 5.6
SIZE = 9.5
CENTRE = Qt.AlignmentFlag.AlignCenter
TURN = (
    "1. Reinforcements: put this turn's arrivals in their boxes.",
    "2. FFI, from turn 2: two attempts in areas next to Allied ones. Die 1–2 fighters, 3–4 control, 5–6 nothing.",
    "3. Bombing: place the air marker, if there is one this turn, and the naval marker. Over a fortress, roll first.",
    "4. Paradrops.",
    "5. Operations: players alternate impulses, Allies first. Activate one area or pass. Two passes in a row end it.",
    "6. Surrender: a fortress below level 6 with an Allied combat unit in it surrenders on a die of its level or more.",
    "7. End of turn: all units return to Good Order, bombing markers are removed.",
)
ACTIONS = (
    "Activate Good Order units in one area: up to three combat units (four if two share a division) "
    "and any support. All do the same thing: attack there, move, fight mobile combat, blow or repair "
    "a bridge. Then all are Disorganized.",
    "Attack: add the strength of the combat units in the area and read that column. Roll a die and add the modifiers. "
    "A unit out of supply counts half, rounded up.",
    "Mobile combat: name the target, move there, fight at half strength (rounded up). Good Order defenders may "
    "counter-attack first; only the units that moved take those hits.",
    "Pursuit: when units leave an area, enemies there may strike them if their Good Order strength exceeds that of the "
    "Good Order units left behind.",
    "Moving: entering or leaving an enemy area costs 1 more, and the move ends on entering one. One "
    "area is always allowed. Units out of supply can't move.",
)
MODIFIERS = (
    ("Each support unit, coastal battery or train that takes part", "its bonus", "1.3.2, 1.3.3"),
    ("Combined arms, each once: armor, artillery, anti-tank, commandos, airborne", "+1", "5.7"),
    ("Air or naval marker in the area (Allied attack)", "+1 each", "6"),
    ("FFI fighters in the area (Allied attack)", "+1", "1.3.4"),
    ("Rough ground / mountain (not in a counter-attack or pursuit)", "−1 / −2", "5.7"),
    ("Mobile combat over a minor river: unbridged / bridged", "−2 / −1", "5.7"),
    ("Mobile combat over a major river: unbridged / bridged", "−4 / −2", "5.7"),
    ("Landing on a hostile beach", "−2", "5.7"),
    ("Fortress, by its level (Allied attack)", "see the track", "1.5"),
)
HITS = (
    "A defending combat unit in Good Order can be Disorganized for 1 hit. The attacker is already "
    "Disorganized and can't pay that way.",
    "Reducing a combat unit pays the strength it loses, eliminating it pays all it has left. A support unit or the "
    "train pays 1, a coastal battery 1 a step. Germans in a fortress may pay 1 by lowering its level.",
    "On a natural 1 the attacker takes 1 hit if the table gives none. Only the last item paid may exceed the hits.",
)


def aids_sheets(job: Job) -> list[Sheet]:
    """Return the player aid on one sheet, and the charts on another."""
    charts = job.scenario.charts
    course: list[Block] = [heading("The turn"), *_lines(TURN), heading("Actions"), *_lines(ACTIONS)]
    modifiers = PageTable(["", "Die", "Rule"], [list(row) for row in MODIFIERS], [8, 2, 1.6], "lcc", points=SIZE)
    course += [heading("Die modifiers"), modifiers]
    course += [heading("Taking hits"), *_lines(HITS), heading("Victory"), *_lines(victory_lines(job.scenario))]
    tables: list[Block] = []
    for words, rows in (
        ("Combat results: hits on attacker / defender, by strength and modified die (5.1)", combat_rows(charts)),
        ("Ground: movement points to enter, and die modifier (4, 5.7)", ground_rows(charts)),
        ("Rivers: movement points to cross, and modifier in mobile combat (4, 5.7)", river_rows(charts)),
        ("Bombing a fortress: levels destroyed, and whether the marker stays (6)", bombing_rows(charts)),
        ("Fortress levels: modifier of an Allied attack (1.5)", fortress_rows(charts)),
    ):
        tables += [heading(words), _table(rows)]
    return [*on_one_page("Player aid", course, job.paper), *on_one_page("Charts", tables, job.paper)]


def _lines(words: Iterable[str]) -> list[Block]:
    return [plain(line, SIZE) for line in words]


def victory_lines(scenario: Scenario) -> list[str]:
    """Return what counts for victory, and the levels."""
    victory = scenario.charts.victory
    areas = ", ".join(f"{area} {scenario.map.areas[area].name} {points}" for area, points in victory.areas.items())
    exits = ", ".join(f"{points} (to {scenario.map.boxes[box].name})" for box, points in victory.exited.items())
    levels = ", ".join(f"{name.replace('_', ' ')} {least + scenario.victory_shift}" for name, least in victory.levels)
    lost, sunk = victory.eliminated_german, victory.eliminated_allied
    late = [
        f"Units from the {scenario.map.boxes[box].name} can leave the map from turn {turn}, or once they have fought."
        for box, turn in victory.leave_from.items()
    ]
    return [
        f"Allied points: {areas}; 1 for every {lost} strength points of German combat units eliminated.",
        f"German points: 1 for every {sunk} strength points of Allied combat units eliminated; 1 for every {exits} "
        f"strength points that left the map; {victory.fortress} for each fortress with a level left.",
        *late,
        f"Score (Allied less German points), at least: {levels}; below that, German decisive.",
    ]


def _table(rows: Rows) -> Figure:
    return Figure(mm(_ROW * len(rows) + 1), partial(_paint_table, rows), gap=mm(1))


def _paint_table(rows: Rows, painter: QPainter, box: QRectF) -> None:
    first = mm(30) if len(rows[0]) < 9 else mm(14)
    wide = (box.width() - first) / (len(rows[0]) - 1)
    for n, row in enumerate(rows):
        top = box.top() + mm(_ROW) * n
        if n % 2:
            painter.fillRect(QRectF(box.left(), top, box.width(), mm(_ROW)), QColor("#f5efe0"))
        for k, words in enumerate(row):
            left = box.left() + (first + (k - 1) * wide if k else 0)
            cell = QRectF(left, top, wide if k else first, mm(_ROW))
            label(painter, cell, words, sans(9, bold=not n or not k), align=CENTRE if k else CENTRE_LEFT)
    painter.setPen(QPen(INK, 1.6))
    painter.drawLine(QLineF(box.left(), box.top() + mm(_ROW), box.right(), box.top() + mm(_ROW)))
    painter.setPen(QPen(RULE, 1.2))
    painter.drawLine(QLineF(box.left(), box.bottom() - mm(1), box.right(), box.bottom() - mm(1)))


CENTRE_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


# --- Counters of a place as a list to tick: each with a box, its picture, its name and its values ------------------

COUNTER = mm(11.0)
ROW = mm(12.2)
ACROSS = 2


def listed(job: Job, units: Iterable[str], *, fresh: bool = False) -> Cells:
    """Return counters as a block of cells; `fresh` shows those that are still to come as they come."""
    told = [job.view.units[unit] for unit in units]
    return Cells([_cell(unit, fresh) for unit in told], ACROSS, ROW, gap=mm(1.0), between=mm(2.5))


def _cell(unit: UnitView, fresh: bool) -> Draw:
    def draw(painter: QPainter, box: QRectF) -> None:
        boxes(painter, QRectF(box.left(), box.top(), mm(4), ROW), 1)
        square = QRectF(box.left() + mm(4.8), box.center().y() - COUNTER / 2, COUNTER, COUNTER)
        paint_counter(painter, square, Look.of(unit), 120.0)
        left = square.right() + mm(1.6)
        room = QRectF(left, square.top() + mm(0.6), box.right() - left, mm(4.6))
        label(painter, room, unit.label, sans(9.5, bold=True))
        state = "" if fresh else state_words(unit)
        words = f"{values(unit)}{f', {state}' if state else ''}"
        label(painter, room.translated(0, mm(4.8)), words, sans(9), ink=SOFT)

    return draw


# --- Set-up sheets -------------------------------------------------------------------------------------------------

WORDS = 9.5
"""Points of running text."""
GAP = mm(2.6)
"""Room above the heading of an area."""


def heading(words: str) -> Paragraph:
    """Return a heading that stays with what follows."""
    return Paragraph(words, serif(13, bold=True), gap=mm(2.5), keep=True)


def setup_sheets(job: Job) -> list[Sheet]:
    """Return the overview with the map, then the sheets of either side."""
    sheets = on_one_page("Overview", _overview(job), job.paper)
    for side in NAMES:
        sheets += flowing(f"{NAMES[side]} set-up", _side_blocks(job, side), job.paper, columns=2)
    return sheets


def _overview(job: Job) -> list[Block]:
    scenario, room = job.scenario, job.paper.body()
    bounds = job.sheet.bounds
    tall = min(room.width() * bounds.height() / bounds.width(), room.height() * 0.5)

    def draw(painter: QPainter, box: QRectF) -> None:
        place = QRectF(0, 0, tall * bounds.width() / bounds.height(), tall)
        place.moveCenter(box.center())
        paint_map(painter, place, job, bounds, pieces=True)

    first, last = scenario.dates(1)[0], scenario.dates(scenario.turns)[1]
    under = f"{counted(scenario.turns, 'turn')} of two days, {first:%d %B} to {last:%d %B %Y}".replace(" 0", " ")
    blocks: list[Block] = [title(scenario.title, under), Figure(tall, draw, gap=mm(2))]
    blocks += [section("Markers"), *(plain(line, WORDS) for line in marker_lines(scenario))]
    if lines := printed_lines(HOUSE_RULES, scenario):
        blocks += [section(TITLE), *(plain(line, WORDS) for line in lines)]
    if scenario.note:
        blocks += [section("Situation"), *map(body, paragraphs(scenario.note))]
    return blocks


def _side_blocks(job: Job, side: str) -> list[Block]:
    scenario = job.scenario
    blocks: list[Block] = [title(f"{NAMES[side]} set-up", scenario.title)]
    for place, names in _placed(job, side).items():
        blocks += [section(place_name(scenario.map, place), gap=GAP), listed(job, names)]
    if not job.begun:
        for turn, where, coming in arrivals(scenario):
            if scenario.counters[coming[0]].side == side:
                blocks += [section(f"Turn {turn}: {where}", gap=GAP)]
                blocks += [listed(job, coming, fresh=True)]
    return blocks


def _placed(job: Job, side: str) -> dict[str, list[str]]:
    """Return the counters of a side on the map and in boxes, as the scenario sets them up or as they stand."""
    counters, drawn = job.scenario.counters, job.scenario.map
    found: dict[str, list[str]] = {}
    if job.begun:
        for unit, told in job.view.units.items():
            if told.side == side and (told.at in drawn.areas or told.at in drawn.boxes):
                found.setdefault(told.at, []).append(unit)
        return dict(sorted(found.items()))
    for place, there in job.scenario.setup.items():
        own = [name for name in there if counters[name].side == side]
        if own:
            found[place] = own
    return found


def place_name(drawn: AreaMap, place: str) -> str:
    """Return an area with its number, or a box."""
    if place in drawn.areas:
        return f"{place} {drawn.areas[place].name}"
    name = drawn.boxes[place].name
    return capital(name)


def units(scenario: Scenario, names: Iterable[str]) -> str:
    """Return units by their labels, reduced and Disorganized ones marked."""
    told = []
    for name in names:
        states = [
            word
            for word, those in (("reduced", scenario.reduced), ("Disorganized", scenario.disorganized))
            if name in those
        ]
        told.append(scenario.counters[name].label + (f" ({', '.join(states)})" if states else ""))
    return ", ".join(told)


def marker_lines(scenario: Scenario) -> list[str]:
    """Return where FFI markers, bridges and fortification levels begin."""
    ffi = ", ".join(f"{place_name(scenario.map, area)} {side}" for area, side in scenario.ffi.items())
    bridges = ", ".join(f"{bridge} ({scenario.map.borders[bridge].name})" for bridge in scenario.bridges)
    levels = ", ".join(f"{place_name(scenario.map, area)} {level}" for area, level in scenario.fortifications.items())
    air = ", ".join(map(str, scenario.air_turns)) or "all"
    return [
        f"FFI: {ffi or 'none'}.",
        f"Bridges intact: {bridges or 'none'}. All others are down.",
        f"Fortification levels: {levels or 'none'}.",
        f"Air marker: turns {air}." if scenario.air_turns else "Air marker: every turn.",
    ]


def arrivals(scenario: Scenario) -> list[tuple[int, str, tuple[str, ...]]]:
    """Return what arrives by turn: where, and which counters; drops first."""
    rows = [(drop.turn, f"dropped on {place_name(scenario.map, drop.area)}", drop.units) for drop in scenario.drops]
    rows += [(lot.turn, place_name(scenario.map, lot.box), lot.units) for lot in scenario.lots]
    return sorted(rows, key=lambda row: row[0])


def arrival_lines(scenario: Scenario) -> list[str]:
    """Return who arrives when and where, in words."""
    return [f"Turn {turn}, {where}: {units(scenario, names)}." for turn, where, names in arrivals(scenario)]
