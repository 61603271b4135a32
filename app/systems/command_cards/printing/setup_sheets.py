"""The set-up sheets: the board with objectives and situation, then each side's units, medals and rounds to tick."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.printing import fonts
from app.printing.blocks import Block, Figure
from app.printing.document import Sheet, flowing, pages
from app.printing.paper import mm
from app.printing.tables import Cell, Table, boxes, heading, title
from app.printing.text import INK, body, label, plain
from app.systems.command_cards.art.counters import paint_medal
from app.systems.command_cards.art.palette import DAY
from app.systems.command_cards.printing.job import Job, frame, full, paint_board
from app.systems.command_cards.printing.roll import ROWS, Entry, cells
from app.systems.command_cards.sides import COLOURS
from app.systems.command_cards.text.names import kind_name
from app.text.house_rules import TITLE, printed_lines
from app.text.names import long_date
from app.text.parts import paragraphs
from app.text.sides import NAMES
from rules.command_cards.hexes import ORDER
from rules.command_cards.house_rules import HOUSE_RULES
from rules.command_cards.state import SEATS, Scenario
from rules.engine.english import capital, counted

ROUND = mm(9.0)
"""Side of a box of the round track."""


def setup_sheets(job: Job) -> list[Sheet]:
    """Return the set-up sheets: an overview with the board, then the units of both sides to tick."""
    overview = flowing("Overview", _overview(job), job.paper)
    for row in ROWS:
        blocks = _units(job, row)
        if len(pages(blocks, job.paper.body())) == 1:
            break
    return [*overview, *flowing("Units", blocks, job.paper)]


def _overview(job: Job) -> list[Block]:
    scenario = job.scenario
    words = "Set-up" if not job.begun else "The current position, to set up on a table"
    blocks: list[Block] = [title(scenario.title, f"{words} · {facts(scenario)}"), board_figure(job)]
    blocks += [heading("Objectives and length"), objectives_table(scenario), body(length_words(scenario), 10)]
    if lines := printed_lines(HOUSE_RULES, scenario):
        blocks += [heading(TITLE), *(body(line, 10) for line in lines)]
    if scenario.note.strip():
        blocks.append(heading("Situation"))
        blocks += [body(words, 10) for words in paragraphs(scenario.note)]
    return blocks


def _units(job: Job, row: float) -> list[Block]:
    """Return each side's units, what stands on the board besides, and the round track."""
    blocks: list[Block] = [title("Units", job.scenario.title)]
    for seat in SEATS:
        blocks += side_blocks(job, seat, row)
    if job.obstacles:
        told = [f"{capital(kind_name(kind))} in {place}" for place, kind in job.obstacles.items()]
        blocks += [heading("Obstacles"), body(", ".join(told) + ".", 10)]
    rounds = job.scenario.rounds
    across = int(job.paper.body().width() // (ROUND + mm(1)))
    tall = -(-rounds // across) * (ROUND + mm(1))
    return [*blocks, heading("Rounds"), Figure(tall, lambda painter, box: _rounds(painter, box, rounds), gap=mm(2))]


def _rounds(painter: QPainter, box: QRectF, rounds: int) -> None:
    """Draw a box to tick for each round."""
    across = int(box.width() // (ROUND + mm(1)))
    for n in range(rounds):
        down, right = divmod(n, across)
        place = QRectF(box.left() + right * (ROUND + mm(1)), box.top() + down * (ROUND + mm(1)), ROUND, ROUND)
        painter.setPen(QPen(INK, 1.8))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(place)
        label(painter, place.adjusted(mm(0.8), mm(0.4), 0, -mm(4)), str(n + 1), fonts.sans(9, bold=True))


def facts(scenario: Scenario) -> str:
    """Return date, first side and length in a line."""
    begins = f"{NAMES[scenario.first]} side moves first"
    return " · ".join(filter(None, (long_date(scenario.date), begins, counted(scenario.rounds, "round"))))


def board_figure(job: Job, *, gap: float = mm(3)) -> Figure:
    """Return the board with its units, as wide as the page."""
    tall = job.paper.body().width() * frame().height() / frame().width()

    def draw(painter: QPainter, box: QRectF) -> None:
        wide = box.height() * frame().width() / frame().height()
        place = QRectF(box.center().x() - wide / 2, box.top(), wide, box.height())
        paint_board(painter, place, job, frame(), units=True)

    return Figure(tall, draw, gap=gap)


def side_blocks(job: Job, seat: str, row: float) -> list[Block]:
    """Return a side's units on the board and those still to come, each with a box to tick, and its medals."""
    side, scenario = job.scenario.sides[seat], job.scenario
    here = sorted((name for name, look in job.units.items() if look.seat == seat), key=ORDER.__getitem__)
    note = f"{side.edge} edge · {side.hand} cards · wins with {side.medals} medals · {counted(len(here), 'unit')}"
    blocks: list[Block] = [heading(NAMES[seat], COLOURS[seat][0], note, gap=mm(3.5))]
    blocks.append(cells([Entry(job.units[name], name) for name in here], row))
    for round_ in sorted({unit.round for unit in scenario.units.values() if unit.seat == seat and unit.round}):
        blocks += _arrivals(job, seat, round_, row)
    blocks.append(Figure(mm(7), lambda painter, box: _medals(painter, box, side.medals), gap=mm(1)))
    return blocks


def _arrivals(job: Job, seat: str, round_: int, row: float) -> list[Block]:
    """Return the reinforcements of a round that have yet to come."""
    due = [
        unit
        for name, unit in job.scenario.units.items()
        if unit.seat == seat and unit.round == round_ and (job.due is None or name in job.due)
    ]
    if not due:
        return []
    entries = [Entry(full(unit.kind, unit.seat), f"round {round_}") for unit in due]
    where = " or ".join(dict.fromkeys(" or ".join(unit.entries) for unit in due))
    return [
        plain(f"Arriving in round {round_} at {where}, the first free hex:", 9.5, gap=mm(2), keep=True),
        cells(entries, row),
    ]


def _medals(painter: QPainter, box: QRectF, medals: int) -> None:
    """Draw a medal and a box to tick for each that the side needs."""
    for n in range(medals):
        left = box.left() + n * mm(14)
        boxes(painter, QRectF(left, box.top(), mm(4), box.height()), 1)
        paint_medal(painter, QRectF(left + mm(5), box.top(), mm(6), box.height()).center(), mm(2.0), "objective", DAY)
    painter.setPen(QColor(DAY.ink))


def objectives_table(scenario: Scenario) -> Table:
    """Return the objectives and exits, one to a row."""
    rows: list[list[Cell]] = []
    for goal in scenario.objectives:
        keep = "kept even if you leave the hex" if goal.keep else "lost when you leave the hex"
        all_ = " (all of them)" if goal.need_all else ""
        name = capital(goal.name) if goal.name else "Objective"
        rows.append([name, ", ".join(goal.hexes) + all_, NAMES[goal.seat], counted(goal.medals, "medal"), keep])
    for out in scenario.exits:
        each = f"{counted(out.medals, 'medal')} per unit"
        rows.append(["Exit", ", ".join(out.hexes), NAMES[out.seat], each, "a unit leaves by moving off the board"])
    head = ["Objective", "Hex", "Side", "Worth", ""]
    return Table(head, rows, [3, 2.4, 1.5, 2.2, 4], "lllll", points=9.5, gap=mm(1.5))


def length_words(scenario: Scenario) -> str:
    """Return how the game ends, and what is special."""
    told = [f"The {NAMES[scenario.limit_winner]} side wins if nobody has won by the end of round {scenario.rounds}."]
    for change in scenario.changes:
        hexes = ", ".join(change.hexes)
        what = kind_name(next(iter(change.hexes.values())))
        told.append(f"From round {change.round}, {hexes} become {what}.")
    if scenario.night_until:
        far = counted(scenario.night_distance, "hex")
        told.append(f"Night until round {scenario.night_until}: no battle beyond {far}.")
    return " ".join(told)
