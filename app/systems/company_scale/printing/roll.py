"""The counters of a side as a list to tick: by division and formation, each with its picture, name and hex."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.printing import fonts
from app.printing.blocks import Block, Cells, Draw
from app.printing.paper import mm
from app.printing.tables import boxes, heading
from app.printing.text import SOFT, Paragraph, label, measure
from app.systems.company_scale.printing import printed
from app.systems.company_scale.printing.counter_art import paint_piece, paint_unit
from app.systems.company_scale.printing.job import Job
from app.systems.company_scale.printing.tables import subheading
from rules.company_scale.counters import Stripe

COUNTER = mm(12.0)
ROW = mm(14.2)
ACROSS = 3


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the list: a drawn counter, where it goes, its name and which side is up."""

    draw: Draw
    where: str
    name: str
    how: str = ""


def unit_entry(job: Job, unit: str, deployed: bool, where: str) -> Entry:
    """Return the entry of a unit."""
    counter = job.scenario.units[unit]
    face = printed.face(job.scenario, counter, deployed, job.grey)
    how = ("deployed" if deployed else "in column") if printed.has_back(counter) else ""
    return Entry(lambda painter, box: paint_unit(painter, box, face, job.grey), where, counter.name, how)


def weapon_entry(job: Job, weapon: str, where: str) -> Entry:
    """Return the entry of a support weapon."""
    counter = job.scenario.weapons[weapon]
    token = printed.weapon(job.scenario, counter, job.grey)
    band = printed.stripe(job.scenario, counter.stripe, counter.formation)
    draw = lambda painter, box: paint_piece(painter, box, token, _kind(counter.type), band, job.grey)  # noqa: E731
    return Entry(draw, where, counter.name)


def leader_entry(job: Job, leader: str, where: str) -> Entry:
    """Return the entry of a leader."""
    counter = job.scenario.leaders[leader]
    token = printed.leader(job.scenario, counter, grey=job.grey)
    band = printed.stripe(job.scenario, counter.stripe, counter.formation)
    return Entry(
        lambda painter, box: paint_piece(painter, box, token, counter.name, band, job.grey), where, counter.name
    )


def _kind(name: str) -> str:
    words = name.split("_")[1:]
    return {"hmg": "HMG", "at gun": "AT gun", "flak 20": "2 cm Flak"}.get(" ".join(words), " ".join(words).capitalize())


def cells(entries: Sequence[Entry]) -> Cells:
    """Return entries as a block of cells."""
    return Cells([_cell(entry) for entry in entries], ACROSS, ROW, gap=mm(1.0))


def _cell(entry: Entry) -> Draw:
    def draw(painter: QPainter, box: QRectF) -> None:
        boxes(painter, QRectF(box.left(), box.top(), mm(4), ROW), 1)
        square = QRectF(box.left() + mm(4.6), box.center().y() - COUNTER / 2, COUNTER, COUNTER)
        entry.draw(painter, square)
        left = square.right() + mm(1.6)
        line = QRectF(left, square.top() - mm(0.3), box.right() - left, mm(4.4))
        label(painter, line, entry.where, fonts.sans(11, bold=True))
        if entry.how:
            line.setLeft(left + measure(entry.where, fonts.sans(11, bold=True)) + mm(1.5))
            label(painter, line, entry.how, fonts.sans(7.5, italic=True), ink=SOFT)
        _name(entry.name).paint(painter, QRectF(left, square.top() + mm(4.2), box.right() - left, mm(8)))

    return draw


def _name(text: str) -> Paragraph:
    return Paragraph(text, fonts.sans(7.4), spacing=0.94)


def by_formation(job: Job, units: Iterable[str]) -> Iterator[tuple[str, str, list[str]]]:
    """Yield units in groups: division, formation ('' for the division's own), ids in the scenario's order."""
    groups: dict[tuple[str, str], list[str]] = {}
    rank = {unit: i for i, unit in enumerate(job.scenario.units)}
    for unit in sorted(units, key=lambda name: rank.get(name, len(rank))):
        counter = job.scenario.units[unit]
        own = counter.formation if counter.stripe is Stripe.COLOURED else ""
        groups.setdefault((counter.division, own), []).append(unit)
    divisions = list(job.scenario.divisions)
    formations = ["", *job.scenario.formations]
    for division, formation in sorted(groups, key=lambda key: (divisions.index(key[0]), formations.index(key[1]))):
        yield division, formation, groups[division, formation]


def listed(job: Job, entries: Iterable[tuple[str, Entry]]) -> list[Block]:
    """Return the blocks of entries, given by unit, under headings of division and formation."""
    by_unit = dict(entries)
    blocks: list[Block] = []
    last = ""
    for division, formation, units in by_formation(job, by_unit):
        if division != last:
            place = job.scenario.divisions[division]
            count = sum(1 for unit in by_unit if job.scenario.units[unit].division == division)
            blocks.append(heading(place.name, place.colour, f"{count} unit{'s' if count != 1 else ''}"))
            last = division
        blocks.append(_formation_head(job, formation, len(units)))
        blocks.append(cells([by_unit[unit] for unit in units]))
    return blocks


def _formation_head(job: Job, formation: str, count: int) -> Block:
    name = job.scenario.formations[formation].name if formation else "Division units (white or no stripe)"
    band = job.scenario.formations[formation].stripe if formation else "#ffffff"
    return subheading(name, band, f"{count}", job.grey)
