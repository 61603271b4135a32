"""The set-up sheet: the map with its counters, who stands where, bridges, arrivals, the situation."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.printing import fonts
from app.printing.blocks import Block, Figure
from app.printing.document import Sheet, flowing
from app.printing.paper import mm
from app.printing.text import Paragraph, body, plain
from app.systems.striking_anvil.printing.job import Job, paint_map
from rules.striking_anvil.scenario import AreaMap, Scenario


def heading(words: str) -> Paragraph:
    """Return a heading that stays with what follows."""
    return Paragraph(words, fonts.serif(13, bold=True), gap=mm(2.5), keep=True)


def setup_sheets(job: Job) -> list[Sheet]:
    """Return the set-up sheets."""
    scenario, room = job.scenario, job.paper.body()
    bounds = job.sheet.bounds
    tall = room.width() * bounds.height() / bounds.width()

    def draw(painter: QPainter, box: QRectF) -> None:
        paint_map(painter, box, job, bounds, pieces=True)

    blocks: list[Block] = [heading(scenario.title), Figure(tall, draw, gap=mm(3)), heading("Set-up")]
    blocks += [plain(f"{place_name(scenario.map, place)}: {units(scenario, names)}.")
               for place, names in scenario.setup.items()]  # fmt: skip
    blocks += [heading("Markers"), *map(plain, marker_lines(scenario))]
    blocks += [heading("Arrivals"), *map(plain, arrival_lines(scenario))]
    if scenario.note:
        blocks += [heading("The situation")]
        blocks += [body(" ".join(line.split())) for line in scenario.note.split("\n") if line.strip()]
    return flowing("Set-up", blocks, job.paper)


def place_name(drawn: AreaMap, place: str) -> str:
    """Return an area with its number, or a box."""
    if place in drawn.areas:
        return f"{place} {drawn.areas[place].name}"
    name = drawn.boxes[place].name
    return f"{name[:1].upper()}{name[1:]}"


def units(scenario: Scenario, names: Iterable[str]) -> str:
    """Return units by their labels, reduced and Disorganized ones marked."""
    told = []
    for name in names:
        states = [word for word, those in (("reduced", scenario.reduced), ("Disorganized", scenario.disorganized))
                  if name in those]  # fmt: skip
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
        f"Bridges that stand: {bridges or 'none'}. All others are down.",
        f"Fortification levels: {levels or 'none'}.",
        f"Air marker in turns: {air}.",
    ]


def arrival_lines(scenario: Scenario) -> list[str]:
    """Return who arrives when and where, drops first."""
    rows = [(drop.turn, f"dropped on {place_name(scenario.map, drop.area)}", drop.units) for drop in scenario.drops]
    rows += [(lot.turn, place_name(scenario.map, lot.box), lot.units) for lot in scenario.lots]
    rows.sort(key=lambda row: row[0])
    return [f"Turn {turn}, {where}: {units(scenario, names)}." for turn, where, names in rows]
