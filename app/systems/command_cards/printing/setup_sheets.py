"""The set-up sheets: the board with objectives and situation, then each side's units, medals and rounds to tick."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.printing import tables
from app.printing.document import Sheet, diary, flowing, pages
from app.printing.paper import Block, Cells, Draw, Figure, mm
from app.printing.tables import INK, SOFT, Cell, PageTable, body, boxes, heading, label, plain, title
from app.systems.command_cards.art.counters import TALL, WIDE, Look, paint_counter, paint_medal
from app.systems.command_cards.art.palette import DAY
from app.systems.command_cards.printing.job import Job, frame, look_of, paint_board
from app.systems.command_cards.sides import SIDES
from app.systems.command_cards.text.names import CommandCardsNames, kind_name
from app.systems.command_cards.text.names import title as title_of
from app.systems.command_cards.words import WORDS
from app.text.names import NAMES, long_date
from app.text.parts import TITLE, Line, paragraphs, printed_lines
from rules.command_cards.charts import HOUSE_RULES, Charts
from rules.command_cards.hexes import ORDER
from rules.command_cards.state import SEATS, Begin, Scenario
from rules.engine.english import capital, counted
from rules.engine.frozen import frozen

ACROSS = 4
ROWS = (15.0, 13.6, 12.6)
"""Heights of a row in millimetres, the largest first: a sheet takes the largest with which it is one page."""


@frozen
class Entry:
    """One unit of the list: how it looks, and where it goes."""

    look: Look
    where: str


def cells(entries: Sequence[Entry], row: float) -> Cells:
    """Return entries as a block of cells in rows of a height in millimetres."""
    return Cells([_cell(entry, row) for entry in entries], ACROSS, mm(row), gap=mm(1.5), between=mm(2.0))


def _cell(entry: Entry, row: float) -> Draw:
    def draw(painter: QPainter, box: QRectF) -> None:
        boxes(painter, QRectF(box.left(), box.top(), mm(4), box.height()), 1)
        tall = mm(row - 2.8)
        counter = QRectF(box.left() + mm(5), box.center().y() - tall / 2, tall * WIDE / TALL, tall)
        paint_counter(painter, counter, entry.look)
        left, look = counter.right() + mm(2.0), entry.look
        line = QRectF(left, counter.center().y() - mm(5), box.right() - left, mm(5))
        label(painter, line, entry.where, tables.sans(11.5, bold=True))
        lost = f", {look.figures} of {look.full}" if look.figures < look.full else ""
        line.translate(0, mm(4.9))
        label(painter, line, f"{look.kind.name}{lost}", tables.sans(9), ink=SOFT)

    return draw


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
    if scenario.begin is not None and not job.begun:
        blocks += [heading("So far"), *(body(words, 10) for words in so_far(scenario.begin, scenario.charts))]
    if lines := printed_lines(HOUSE_RULES, scenario):
        blocks += [heading(TITLE), *(body(line, 10) for line in lines)]
    if scenario.note.strip():
        blocks.append(heading("Situation"))
        blocks += [body(words, 10) for words in paragraphs(scenario.note)]
    return blocks


def so_far(begin: Begin, charts: Charts) -> list[str]:
    """Return what lies open of a battle that begins in the middle of a game, in sentences."""
    told = [f"{NAMES[seat]} medals: {len(won)}." for seat, won in begin.medals.items() if won]
    told += [f"Laid out by the {NAMES[seat]} side: {title_of(card, charts)}." for seat, card in begin.lying.items()]
    played = Counter(title_of(card, charts) for card in begin.discards)
    cards = ", ".join(card if n == 1 else f"{card} ×{n}" for card, n in sorted(played.items()))
    return [*told, f"Cards played: {cards or 'none'}."]


def _units(job: Job, row: float) -> list[Block]:
    """Return each side's units, what stands on the board besides, and the round track."""
    blocks: list[Block] = [title("Units", job.scenario.title)]
    for seat in SEATS:
        blocks += side_blocks(job, seat, row)
    if job.obstacles:
        told = [f"{capital(kind_name(kind, job.charts))} in {place}" for place, kind in job.obstacles.items()]
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
        label(painter, place.adjusted(mm(0.8), mm(0.4), 0, -mm(4)), str(n + 1), tables.sans(9, bold=True))


def facts(scenario: Scenario) -> str:
    """Return date, first side and length in a line."""
    begins = f"{NAMES[scenario.first]} side moves first"
    if scenario.begin is not None:
        begins = f"begins in round {scenario.begin.round}, {NAMES[scenario.begin.side]} turn"
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
    blocks: list[Block] = [heading(NAMES[seat], SIDES[seat].by_day, note, gap=mm(3.5))]
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
    entries = [Entry(look_of(job.charts.units[unit.kind], unit.seat), f"round {round_}") for unit in due]
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


def objectives_table(scenario: Scenario) -> PageTable:
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
    return PageTable(head, rows, [3, 2.4, 1.5, 2.2, 4], "lllll", points=9.5, gap=mm(1.5))


def length_words(scenario: Scenario) -> str:
    """Return how the game ends, and what is special."""
    told = [f"The {NAMES[scenario.limit_winner]} side wins if nobody has won by the end of round {scenario.rounds}."]
    for change in scenario.changes:
        hexes = ", ".join(change.hexes)
        what = kind_name(next(iter(change.hexes.values())), scenario.charts)
        told.append(f"From round {change.round}, {hexes} become {what}.")
    if scenario.night_until:
        far = counted(scenario.night_distance, "hex")
        told.append(f"Night until round {scenario.night_until}: no battle beyond {far}.")
    return " ".join(told)


# --- The report of a game in progress: how it stands, the board, losses, and what happened -------------------------


def report_sheets(job: Job) -> list[Sheet]:
    """Return the report of a game that has begun: standing, board, losses and diary; nothing of any hand."""
    if not job.begun:
        return []
    first: list[Block] = [
        title(job.scenario.title, f"Report · {job.when}"),
        *_standing(job),
        board_figure(job, gap=mm(4)),
    ]
    first += [heading("Losses"), _losses(job)]
    told = diary(
        _lines(job), job.paper, points=9, strong=("phase", "result"), kept=("phase",), head=partial(heading, gap=mm(3))
    )
    return [*flowing("Report", first, job.paper), *told]


def _standing(job: Job) -> list[Block]:
    rows: list[list[Cell]] = [
        [NAMES[seat], f"{len(job.medals[seat])} of {job.scenario.sides[seat].medals}", _for(job, seat)]
        for seat in SEATS
    ]
    words = [body(job.outcome, 11)] if job.outcome else []
    return [heading("Score"), *words, PageTable(["Side", "Medals", "For"], rows, [2, 2, 10], "lcl", points=9.5)]


def _for(job: Job, seat: str) -> str:
    told: dict[str, int] = {}
    for source, name in job.medals[seat]:
        words = name if source == "objective" else kind_name(name, job.charts)
        told[words] = told.get(words, 0) + 1
    return ", ".join(words if n == 1 else f"{words} ×{n}" for words, n in told.items()) or "–"


def _losses(job: Job) -> PageTable:
    """Return for each side and kind how many units began, are left, and how many figures they have lost."""
    rows: list[list[Cell]] = []
    for seat in SEATS:
        kinds = dict.fromkeys(unit.kind for unit in job.scenario.units.values() if unit.seat == seat)
        for kind in kinds:
            begun = sum(1 for unit in job.scenario.units.values() if (unit.seat, unit.kind) == (seat, kind))
            left = [look for look in job.units.values() if (look.seat, look.kind.id) == (seat, kind)]
            due = sum(
                1
                for name in job.due or ()
                if job.scenario.units[name].kind == kind and job.scenario.units[name].seat == seat
            )
            gone = begun - len(left) - due
            hurt = sum(look.full - look.figures for look in left)
            rows.append(
                [
                    NAMES[seat],
                    kind_name(kind, job.charts),
                    str(begun),
                    str(len(left)),
                    str(due or "–"),
                    str(gone or "–"),
                    counted(hurt, "figure") if hurt else "–",
                ]
            )
    head = ["Side", "Unit", "Total", "On the board", "To arrive", "Lost or left", "Figures lost by other units"]
    return PageTable(head, rows, [2, 3, 1.6, 2.2, 1.8, 2.2, 4], "llccccl", points=9.5)


def _lines(job: Job) -> list[Line]:
    names = CommandCardsNames()
    names.study(job.scenario)
    return WORDS.diary(job.events, names)
