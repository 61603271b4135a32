"""The report of a game in progress: how it stands, the board, losses, and what happened."""

from __future__ import annotations

from app.printing.blocks import Block
from app.printing.document import Sheet, flowing
from app.printing.paper import mm
from app.printing.tables import Cell, Table, heading, title
from app.printing.text import Paragraph, body, plain
from app.systems.command_cards.printing.job import Job
from app.systems.command_cards.printing.setup_sheets import board_figure
from app.systems.command_cards.text.names import Names, kind_name
from app.systems.command_cards.words import WORDS
from app.text.parts import Line, compose
from app.text.sides import NAMES
from rules.command_cards.state import SEATS
from rules.engine.english import counted


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
    diary = [heading("What happened"), *map(_line, _lines(job))]
    return [*flowing("Report", first, job.paper), *flowing("What happened", diary, job.paper, columns=2)]


def _standing(job: Job) -> list[Block]:
    rows: list[list[Cell]] = [
        [NAMES[seat], f"{len(job.medals[seat])} of {job.scenario.sides[seat].medals}", _for(job, seat)]
        for seat in SEATS
    ]
    words = [body(job.outcome, 11)] if job.outcome else []
    return [heading("Score"), *words, Table(["Side", "Medals", "For"], rows, [2, 2, 10], "lcl", points=9.5)]


def _for(job: Job, seat: str) -> str:
    told: dict[str, int] = {}
    for source, name in job.medals[seat]:
        words = name if source == "objective" else kind_name(name)
        told[words] = told.get(words, 0) + 1
    return ", ".join(words if n == 1 else f"{words} ×{n}" for words, n in told.items()) or "–"


def _losses(job: Job) -> Table:
    """Return for each side and kind how many units began, are left, and how many figures they have lost."""
    rows: list[list[Cell]] = []
    for seat in SEATS:
        kinds = dict.fromkeys(unit.kind for unit in job.scenario.units.values() if unit.seat == seat)
        for kind in kinds:
            begun = sum(1 for unit in job.scenario.units.values() if (unit.seat, unit.kind) == (seat, kind))
            left = [look for look in job.units.values() if (look.seat, look.kind) == (seat, kind)]
            due = sum(1 for name in job.due or () if job.scenario.units[name].kind == kind
                      and job.scenario.units[name].seat == seat)  # fmt: skip
            gone = begun - len(left) - due
            hurt = sum(look.full - look.figures for look in left)
            rows.append([NAMES[seat], kind_name(kind), str(begun), str(len(left)), str(due or "–"), str(gone or "–"),
                         counted(hurt, "figure") if hurt else "–"])  # fmt: skip
    head = ["Side", "Unit", "Total", "On the board", "To arrive", "Lost or left", "Figures lost by other units"]
    return Table(head, rows, [2, 3, 1.6, 2.2, 1.8, 2.2, 4], "llccccl", points=9.5)


def _lines(job: Job) -> list[Line]:
    names = Names()
    names.study(job.scenario)
    lines: list[Line] = []
    for event in WORDS.condense(job.events):
        line = WORDS.narrate(event, names)
        if line is None:
            continue
        if line.merge and lines and lines[-1].merge == line.merge:
            lines[-1] = lines[-1].joined(line)
        else:
            lines.append(line)
    return lines


def _line(line: Line) -> Block:
    if line.style == "turn":
        return heading(line.plain, gap=mm(3))
    bold = line.style in ("phase", "result")
    made: Paragraph = plain(compose("<b>{}</b>", line.plain) if bold else line.plain, 9, gap=4.0)
    made.keep = line.style == "phase"
    return made
