"""Set-up sheets: an overview with the map, then for each side its counters by area or box, and what arrives when."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.printing import fonts
from app.printing.blocks import Block, Figure
from app.printing.document import Sheet, flowing, on_one_page
from app.printing.paper import mm
from app.printing.tables import heading as section
from app.printing.tables import title
from app.printing.text import Paragraph, body, plain
from app.systems.striking_anvil.printing.job import Job, paint_map
from app.systems.striking_anvil.printing.roll import listed
from app.systems.striking_anvil.text.names import SIDES, counted
from rules.striking_anvil.scenario import AreaMap, Scenario

WORDS = 9.5
"""Points of running text."""
GAP = mm(2.6)
"""Room above the heading of an area."""


def heading(words: str) -> Paragraph:
    """Return a heading that stays with what follows."""
    return Paragraph(words, fonts.serif(13, bold=True), gap=mm(2.5), keep=True)


def setup_sheets(job: Job) -> list[Sheet]:
    """Return the overview with the map, then the sheets of either side."""
    sheets = on_one_page("Overview", _overview(job), job.paper)
    for side in SIDES:
        sheets += flowing(f"{SIDES[side]} set-up", _side_blocks(job, side), job.paper, columns=2)
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
    if scenario.note:
        blocks += [section("Situation")]
        blocks += [body(" ".join(text.split())) for text in scenario.note.split("\n") if text.strip()]
    return blocks


def _side_blocks(job: Job, side: str) -> list[Block]:
    scenario = job.scenario
    blocks: list[Block] = [title(f"{SIDES[side]} set-up", scenario.title)]
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
        for unit, told in job.view["units"].items():
            if told["side"] == side and (told["at"] in drawn.areas or told["at"] in drawn.boxes):
                found.setdefault(told["at"], []).append(unit)
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
