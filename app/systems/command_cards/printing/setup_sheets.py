"""The set-up sheet: the board with its units, who stands where, hands, medals, the note."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.printing import fonts
from app.printing.blocks import Block, Figure
from app.printing.document import Sheet, flowing
from app.printing.paper import mm
from app.printing.text import Paragraph, body, plain
from app.systems.command_cards.printing.job import Job, frame, paint_board
from app.systems.command_cards.text.names import SIDES, kind_name
from rules.command_cards.scenario import SEATS, Scenario


def heading(words: str) -> Paragraph:
    """Return a heading that stays with what follows."""
    return Paragraph(words, fonts.serif(13, bold=True), gap=mm(1.5), keep=True)


def setup_sheets(job: Job) -> list[Sheet]:
    """Return the set-up sheet."""
    scenario, room = job.scenario, job.paper.body()
    tall = room.width() * frame().height() / frame().width()

    def draw(painter: QPainter, box: QRectF) -> None:
        paint_board(painter, box, job, frame(), units=True)

    blocks: list[Block] = [heading(scenario.title), Figure(tall, draw, gap=mm(4))]
    for seat in SEATS:
        blocks += [heading(SIDES[seat]), plain(side_words(scenario, seat)), plain(units_words(job, seat))]
    blocks += [heading("Objectives and length"), plain(objectives_words(scenario)), heading("The situation")]
    blocks += [body(" ".join(line.split())) for line in scenario.note.split("\n") if line.strip()]
    return flowing("Set-up", blocks, job.paper)


def side_words(scenario: Scenario, seat: str) -> str:
    """Return a side's edge, hand and medals in a sentence."""
    side = scenario.sides[seat]
    begins = " It begins." if scenario.first == seat else ""
    return f"At the {side.edge} edge; {side.hand} cards; wins with {side.medals} medals.{begins}"


def units_words(job: Job, seat: str) -> str:
    """Return who stands where, and who arrives when."""
    kinds: dict[str, list[str]] = {}
    for name, look in job.units.items():
        if look.seat == seat:
            lost = f" ({look.figures} figures)" if look.figures < look.full else ""
            kinds.setdefault(look.kind, []).append(name + lost)
    told = [f"{kind_name(kind)} {', '.join(hexes)}" for kind, hexes in kinds.items()]
    late = [
        f"{kind_name(unit.kind)} in round {unit.round} at {' or '.join(unit.entries)}"
        for unit in job.scenario.units.values()
        if unit.seat == seat and unit.round
    ]
    arrive = f" Arriving: {'; '.join(late)}." if late else ""
    stand = "; ".join(told)
    return f"{stand[:1].upper()}{stand[1:]}.{arrive}"


def objectives_words(scenario: Scenario) -> str:
    """Return the objectives, the exits and the limit."""
    told = []
    for objective in scenario.objectives:
        keep = "stays when the hex is left" if objective.keep else "handed back when the hex is left"
        all_ = " (all of them)" if objective.need_all else ""
        medals = f"{objective.medals} medal{'s' if objective.medals != 1 else ''}"
        name = f"{objective.name}: " if objective.name else ""
        told.append(f"{name}{', '.join(objective.hexes)}{all_}, {medals} for the {SIDES[objective.seat]} side, {keep}.")
    told += [f"{SIDES[out.seat]} units leave by {', '.join(out.hexes)}: {out.medals} each." for out in scenario.exits]
    told.append(f"After round {scenario.rounds} the {SIDES[scenario.limit_winner]} side has won.")
    return " ".join(told)
