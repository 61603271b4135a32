"""The overview both sides read before the set-up: situation, victory, starting tracks, special rules."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.colour import shown
from app.printing import tables
from app.printing.paper import Block, Figure, mm
from app.printing.tables import INK, Cell, DrawnCell, PageTable, body, heading, label, plain
from app.systems.company_scale.board.ground.entries import COLOURS
from app.systems.company_scale.printing.job import Job, day_words
from app.systems.company_scale.text.army import victory_condition
from app.systems.company_scale.text.names import TURNS
from app.text.parts import paragraphs, printed_lines
from rules.company_scale.house_rules import HOUSE_RULES
from rules.company_scale.pieces import hour_of
from rules.company_scale.r27_victory import TRACK
from rules.company_scale.scenario import VictoryHex
from rules.engine.english import counted
from rules.hexes.grid import hex_name

TURNS_ACROSS = 10
EVACUATION = {  # what scores where columns are evacuated
    "out": "The {german} player scores {} for every evacuation marker withdrawn (22.2)",
    "taken": "The {allied} player scores {} when all markers are on the map and he allows one to be replaced (22.2)",
    "road": "The {german} player scores {} when the Evacuation Road is found open (20.0)",
}


def facts(job: Job) -> str:
    """Return the line under the title: dates, length, weather, who begins."""
    scenario = job.scenario
    first = TURNS.get(scenario.first_turn, scenario.first_turn).lower()
    turns = counted(scenario.turns, "turn")
    parts = [f"{day_words(job.day(1))} {job.day(1).year}, {first}", turns]
    if scenario.weather:
        parts.append(f"{scenario.weather} weather")
    if scenario.initiative:
        parts.append(f"{job.side(scenario.initiative)} initiative")
    if scenario.playing_time:
        parts.append(scenario.playing_time)
    return " · ".join(parts)


def situation(job: Job) -> list[Block]:
    """Return the note, one paragraph for each line, as on the screen."""
    told = paragraphs(job.scenario.note)
    return [heading("The situation", gap=mm(3)), *map(body, told)] if told else []


def tracks(job: Job, name: str) -> list[Block]:
    """Return where the markers of a side's divisions stand on their tracks, with boxes to tick."""
    rows: list[list[Cell]] = []
    status = {division.id: division for division in job.view.divisions}
    for division in job.scenario.divisions.values():
        if division.side != name:
            continue
        start = job.scenario.division_setup.get(division.id) if job.fresh else None
        now = start or status.get(division.id)
        values = [now.dispatch, now.commands, now.fatigue, now.troop_quality] if now else ["–"] * 4
        rows.append(
            [
                _swatch(division.name, shown(division.colour)),
                *(str(value) for value in values),
                str(division.max_troop_quality),
                str(division.dispatch_rating),
                str(division.command_rating),
            ]
        )
    head = [
        "Division",
        "Dispatch points",
        "Direct commands",
        "Fatigue",
        "Troop quality",
        "its maximum",
        "Dispatch rating",
        "Command rating",
    ]
    return [heading("Tracks"), PageTable(head, rows, [4.6, 1.3, 1.4, 1.1, 1.2, 1.3, 1.3, 1.4], "lccccccc", keep=False)]


def _swatch(name: str, colour: str) -> DrawnCell:
    def draw(painter: QPainter, box: QRectF) -> None:
        chip = QRectF(box.left(), box.center().y() - mm(1.6), mm(3.2), mm(3.2))
        painter.fillRect(chip, QColor(colour))
        painter.setPen(QPen(INK, 1.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(chip)
        label(painter, box.adjusted(mm(4.4), 0, 0, 0), name, tables.sans(8.5, bold=True))

    return DrawnCell(mm(4.0), draw)


def victory(job: Job) -> list[Block]:
    """Return how the game is won: hexes with their points, units eliminated, the margin."""
    goals = job.scenario.victory
    if not goals.hexes and not any(goals.eliminated.values()):
        return [heading("Victory"), plain("This position is an example with no victory conditions.")]
    held = {goal.hex: goal.held_by or "" for goal in job.view.victory.hexes}
    rows: list[list[Cell]] = []
    for goal in goals.hexes:
        name = hex_name(goal.hex)
        owner = held.get(name, "")
        points = [_worth(goal, who) for who in ("german", "allied")]
        rows.append([name, _goal(goal.name, goal.colour), *points, job.side(owner) if owner else "nobody"])
    blocks: list[Block] = [heading("Victory")]
    if rows:
        worth = [f"{job.side(who)} points" for who in ("german", "allied")]
        head = ["Hex", "Place", *worth, "Held at the start" if job.fresh else "Held now"]
        blocks.append(PageTable(head, rows, [1.1, 5, 1.6, 1.6, 2], "llccl", strong=True))
    return [*blocks, *(plain(line, 9) for line in _conditions(job))]


def _worth(goal: VictoryHex, who: str) -> str:
    """Return what a hex is worth to a side, and from when that changes."""
    worth = str(goal.points.get(who, 0) or "–")
    for since, later in goal.later:
        worth += f"; from {day_words(date.fromisoformat(since))} {later.get(who, 0) or '–'}"
    return worth


def _goal(name: str, colour: str) -> DrawnCell:
    def draw(painter: QPainter, box: QRectF) -> None:
        painter.setPen(QPen(INK, 1.4))
        painter.setBrush(QColor(COLOURS.get(colour, colour)))
        middle = box.center()
        painter.drawEllipse(QRectF(box.left(), middle.y() - mm(1.5), mm(3), mm(3)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        label(painter, box.adjusted(mm(4.2), 0, 0, 0), f"{name} ({colour})", tables.sans(8.5))

    return DrawnCell(mm(3.9), draw)


def _conditions(job: Job) -> list[str]:
    goals = job.scenario.victory
    lines = []
    sides = job.scenario.charts.series.sides
    players, names = [each.players for each in sides.values()], {who: each.name for who, each in sides.items()}
    for who in ("german", "allied"):
        each = goals.eliminated.get(who, 0)
        if each:
            point = "point" if each == 1 else "points"
            lines.append(f"The {names[who]} player scores {each} {point} for every enemy unit eliminated.")
    if goals.exits:
        way = "for every unit that exits by the evacuation hex (22.3)"
        lines.append(f"The {job.side('german')} player scores {goals.exits} {way}.")
    for what, each in goals.evacuation.items():
        lines.append(f"{EVACUATION[what].format(each, **names)}.")
    if goals.checks:
        days = ", ".join(day_words(date.fromisoformat(day)) for day in goals.checks)
        lines.append(f"Victory hexes also score at the end of these days: {days} (27.2).")
    if goals.hexes or lines:
        if goals.track:
            lines.append(f"A player at {TRACK} on the points track wins at once if the other is at 0 (27.1).")
        lines.append(f"After the last turn: {victory_condition(goals.german_margin, *players)}")
    return lines


def special_rules(job: Job) -> list[Block]:
    """Return the rules that this game plays otherwise than printed."""
    lines = printed_lines(HOUSE_RULES, job.scenario) or ["•  All rules are played as interpreted in the rulings."]
    return [heading("Special rules"), *(plain(line, 9) for line in lines)]


def turn_track(job: Job) -> Block:
    """Return the turns of the game as boxes, night turns dark, with their dates."""
    turns = list(range(1, job.scenario.turns + 1))
    first = job.scenario.first_hour
    rows = -(-(first + len(turns)) // TURNS_ACROSS) if len(turns) > TURNS_ACROSS else 1
    tall = mm(11.5)

    def draw(painter: QPainter, box: QRectF) -> None:
        count = TURNS_ACROSS if len(turns) > TURNS_ACROSS else len(turns)
        wide = min(box.width() / count, mm(24))
        shift = first if len(turns) > TURNS_ACROSS else 0
        for turn in turns:
            row, column = divmod(turn - 1 + shift, TURNS_ACROSS)
            _turn_box(painter, QRectF(box.left() + column * wide, box.top() + row * tall, wide, tall), job, turn)

    return Figure(rows * tall, draw, gap=mm(1.5))


def _turn_box(painter: QPainter, box: QRectF, job: Job, turn: int) -> None:
    hour = hour_of(job.scenario, turn)
    name, night = hour.name, hour.night
    inner = box.adjusted(mm(0.5), mm(0.5), -mm(0.5), -mm(0.5))
    painter.setPen(QPen(INK, 1.8))
    painter.setBrush(QColor("#4a4d5c") if night else QColor("#fbf8ee"))
    painter.drawRoundedRect(inner, mm(1), mm(1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    ink = QColor("#ffffff") if night else INK
    short = {"night_1": "Night I", "night_2": "Night II"}.get(name, name)
    middle = Qt.AlignmentFlag.AlignCenter
    label(
        painter,
        QRectF(inner.left(), inner.top() + mm(0.8), inner.width(), mm(4.6)),
        short,
        tables.sans(9.5, bold=True),
        ink=ink,
        align=middle,
    )
    words = f"{job.day(turn).day} {job.day(turn):%b} · {turn}"
    label(
        painter,
        QRectF(inner.left(), inner.top() + mm(5.6), inner.width(), mm(4)),
        words,
        tables.sans(6.5),
        ink=ink,
        align=middle,
    )
