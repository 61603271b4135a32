"""The player aid: course of a turn, combat results, modifiers, movement, hits, pursuit, bombing, victory."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.printing import fonts
from app.printing.blocks import Block, Figure
from app.printing.document import Sheet, on_one_page
from app.printing.paper import mm
from app.printing.text import INK, RULE, label, plain
from app.systems.striking_anvil.printing.job import Job
from app.systems.striking_anvil.printing.setup_sheets import heading
from app.systems.striking_anvil.text.charts import Rows, bombing_rows, combat_rows, ground_rows, river_rows
from rules.striking_anvil.scenario import Scenario

_ROW = 4.4
CENTRE = Qt.AlignmentFlag.AlignCenter
TURN = (
    "1. Arrivals of the turn stand in their boxes.",
    "2. FFI, from turn 2: two attempts, in areas beside Allied ones.",
    "3. Bombing: the air marker, in turns that have it, and the naval marker. In a fortified area a die is rolled.",
    "4. Drops.",
    "5. Impulses by turns, the Allies first: activate an area, or pass. Two passes in a row end the phase.",
    "6. Surrender of areas with fortification levels.",
    "7. End: everybody is turned to Good Order, bombing markers come off.",
)
ACTIONS = (
    "An activation takes Good Order units of one area for one action: attack there, move, mobile combat against the "
    "next area, blow up or repair a bridge.",
    "Pursuit: when units leave enemies behind them, those may pursue if their Good Order strength is greater than that "
    "of the rearguard: Good Order units that stay and are no part of this activation.",
    "Strength: who is out of supply counts half, rounded up, unit by unit; in mobile combat the sum is halved, "
    "rounded up. The enemy attacked in mobile combat may counter-attack first.",
)
HITS = (
    "A combat unit in Good Order pays one hit by being disorganized, but not one that made the roll; reduced it pays "
    "the strength it loses, eliminated all it has left.",
    "A support unit or the train pays one hit by its loss, a coastal battery one for each step. Germans attacked in a "
    "fortified area may pay one by a level. The last payment may be worth more than is left to pay.",
    "A 1 on the die costs the attacker one hit where the table has none for him.",
)


def aids_sheets(job: Job) -> list[Sheet]:
    """Return the player aid."""
    charts = job.scenario.charts
    blocks: list[Block] = [heading("A turn"), *map(plain, TURN), heading("Activation and combat"), *map(plain, ACTIONS)]
    blocks += [heading("Hits"), *map(plain, HITS)]
    blocks += [heading("Combat results: hits of attacker / defender by modified die"), _table(combat_rows(charts))]
    blocks += [heading("Ground"), _table(ground_rows(charts)), heading("Rivers"), _table(river_rows(charts))]
    blocks += [heading("Bombing of a fortified area: levels lost"), _table(bombing_rows(charts))]
    blocks += [heading("Victory"), *map(plain, victory_lines(job.scenario))]
    return on_one_page("Player aid", blocks, job.paper)


def victory_lines(scenario: Scenario) -> list[str]:
    """Return what counts for victory, and the levels."""
    victory = scenario.charts.victory
    areas = ", ".join(f"{area} {scenario.map.areas[area].name} {points}" for area, points in victory.areas.items())
    exits = ", ".join(f"{scenario.map.boxes[box].name} {points}" for box, points in victory.exited.items())
    levels = ", ".join(f"{name.replace('_', ' ')} {least + scenario.victory_shift}" for name, least in victory.levels)
    lost, sunk = victory.eliminated_german, victory.eliminated_allied
    return [
        f"Allied points: areas {areas}; one for each {lost} points of strength of German combat units eliminated.",
        f"German points: one for each {sunk} points of strength of Allied combat units eliminated; one for so many "
        f"points of strength that left the map: {exits}; {victory.fortress} for each fortress that has a level left.",
        f"Score, Allied less German points, at least: {levels}; below that a decisive German victory.",
    ]


def _table(rows: Rows) -> Figure:
    return Figure(mm(_ROW * len(rows) + 1), partial(_paint_table, rows), gap=mm(1))


def _paint_table(rows: Rows, painter: QPainter, box: QRectF) -> None:
    first = mm(30) if len(rows[0]) < 9 else mm(10)
    wide = (box.width() - first) / (len(rows[0]) - 1)
    for n, row in enumerate(rows):
        top = box.top() + mm(_ROW) * n
        if n % 2:
            painter.fillRect(QRectF(box.left(), top, box.width(), mm(_ROW)), QColor("#f5efe0"))
        for k, words in enumerate(row):
            left = box.left() + (first + (k - 1) * wide if k else 0)
            cell = QRectF(left, top, wide if k else first, mm(_ROW))
            label(painter, cell, words, fonts.sans(7.6, bold=not n or not k), align=CENTRE if k else CENTRE_LEFT)
    painter.setPen(QPen(INK, 1.6))
    painter.drawLine(QLineF(box.left(), box.top() + mm(_ROW), box.right(), box.top() + mm(_ROW)))
    painter.setPen(QPen(RULE, 1.2))
    painter.drawLine(QLineF(box.left(), box.bottom() - mm(1), box.right(), box.bottom() - mm(1)))


CENTRE_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
