"""The report of a game in progress: score, losses, the map with its counters, the diary."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.diagram import fitted
from app.printing.document import Sheet, diary, flowing
from app.printing.painter import Block, Figure
from app.printing.paper import mm
from app.printing.tables import Cell, Table, body, heading, plain, title
from app.systems.striking_anvil.printing.job import Job, paint_map
from app.systems.striking_anvil.printing.setup_sheets import place_name
from app.systems.striking_anvil.text.tell import PHASES
from app.systems.striking_anvil.words import WORDS
from app.text.names import NAMES
from app.text.parts import compose
from rules.striking_anvil.r_victory import TOLD
from rules.striking_anvil.state import DUE, ELIMINATED

SIZE = 9.0


def report_sheets(job: Job) -> list[Sheet]:
    """Return the report: standing and losses, the map, what happened."""
    sheets = flowing("Report", [*_standing(job), _map(job)], job.paper)
    sheets += flowing("Losses", _losses(job), job.paper)
    lines = WORDS.diary(job.events, WORDS.names(job.view), without="detail")
    return [*sheets, *diary(lines, job.paper, points=SIZE, strong=("chit", "phase", "result"), kept=("chit", "phase"))]


def _standing(job: Job) -> list[Block]:
    view = job.view
    turn, victory, over = view.turn, view.victory, view.over
    phase = PHASES.get(view.phase or "", "")
    under = f"Turn {turn.number} of {turn.of}, {turn.name}{f' · {phase}' if phase else ''}"
    blocks: list[Block] = [title(job.scenario.title, f"Report · {under}"), heading("Score")]
    points = str(victory.score).replace("-", "−")
    level = TOLD[victory.level]
    blocks.append(body(over.text if over is not None else f"Score {points}: {level} if the game ended now.", 11))
    rows: list[list[Cell]] = [
        [line.what, f"{'+' if line.points > 0 else '−'}{abs(line.points)}"] for line in victory.lines if line.points
    ]
    if rows:
        blocks.append(Table(["For", "Points"], rows, [8, 1.4], "lc", points=SIZE))
    allied = ", ".join(place_name(job.scenario.map, area.id) for area in view.areas if area.side == "allied")
    return [*blocks, heading("Areas"), plain(f"Allied: {allied or 'none'}. All others are German.", SIZE)]


def _losses(job: Job) -> list[Block]:
    """Return a table of how many units of each division are on the map, lost, gone or still to come."""
    blocks: list[Block] = []
    for side, words in NAMES.items():
        tally: dict[str, list[int]] = {}
        lost = []
        for unit in job.view.units.values():
            if unit.side == side:
                row = tally.setdefault(unit.division or "Without division", [0, 0, 0, 0])
                row[_column(job, unit.at)] += 1
                if unit.at == ELIMINATED:
                    lost.append(unit.label)
        rows: list[list[Cell]] = [[name, *(str(n) if n else "–" for n in row)] for name, row in sorted(tally.items())]
        head = ["Division", "In play", "Eliminated", "Left the map", "To arrive"]
        blocks += [heading(f"{words} units"), Table(head, rows, [4, 1.5, 1.5, 1.5, 1.5], "lcccc", points=SIZE)]
        if lost:
            blocks.append(plain(compose("<b>Eliminated:</b> {}.", ", ".join(lost)), SIZE))
    return blocks


def _column(job: Job, at: str) -> int:
    if at in (ELIMINATED, DUE):
        return 1 if at == ELIMINATED else 3
    box = job.scenario.map.boxes.get(at)
    return 2 if box is not None and box.kind == "exit" else 0


def _map(job: Job) -> Block:
    """Return the map with every counter, as large as half a page."""
    bounds = job.sheet.bounds
    tall = job.paper.body().height() * 0.52

    def draw(painter: QPainter, box: QRectF) -> None:
        paint_map(painter, fitted(bounds.size(), box), job, bounds, pieces=True)

    return Figure(tall, draw, gap=mm(3))
