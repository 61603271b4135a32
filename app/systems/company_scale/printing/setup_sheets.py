"""Set-up sheets: for each side a list to tick of what it sets up and what comes later, and the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.board import hexes as geometry
from app.diagram import fitted
from app.printing.document import Sheet, flowing, single
from app.printing.paper import Block, Cells, Draw, Figure, mm
from app.printing.tables import INK, SOFT, Paragraph, boxes, heading, label, measure, plain, sans, serif, title
from app.systems.company_scale.board.counters.face import Face
from app.systems.company_scale.board.marker_art import marker_name
from app.systems.company_scale.printing import counter_art
from app.systems.company_scale.printing.counter_art import hatch, paint_piece, paint_unit, pattern_of
from app.systems.company_scale.printing.job import Job
from app.systems.company_scale.printing.overview import facts, situation, special_rules, tracks, turn_track, victory
from rules.company_scale.counters import Stripe
from rules.engine.english import capital, counted
from rules.engine.frozen import frozen
from rules.hexes.grid import hex_id, hex_name

# --- The small headings of the sheets, with the stripe of a formation ----------------------------------------------


def subheading(text: str, colour: str = "", note: str = "", grey: bool = False) -> Block:
    """Return a small heading with a stripe in a formation's colour, or its pattern in grey."""

    def draw(painter: QPainter, box: QRectF) -> None:
        left = box.left()
        if colour:
            band = QRectF(left, box.top() + mm(1.2), mm(7), mm(2.2))
            if grey and colour.startswith("#"):
                hatch(painter, band, pattern_of(colour))
            else:
                painter.fillRect(band, QColor(colour))
            painter.setPen(QPen(INK, 1.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(band)
            left += mm(8.5)
        label(painter, QRectF(left, box.top(), box.right() - left - mm(40), mm(4.6)), text, sans(9.5, bold=True))
        if note:
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            label(
                painter, QRectF(box.right() - mm(60), box.top(), mm(60), mm(4.6)), note, sans(8), ink=SOFT, align=right
            )

    return Figure(mm(5.2), draw, gap=mm(3.0), keep=True)


# --- The counters of a side as a list to tick: by division and formation, each with its picture, name and hex ------

COUNTER = mm(12.0)
ROW = mm(14.2)
ACROSS = 3


@frozen
class Entry:
    """One line of the list: a drawn counter, where it goes, its name and which side is up."""

    draw: Draw
    where: str
    name: str
    how: str = ""


def unit_entry(job: Job, unit: str, deployed: bool, where: str) -> Entry:
    """Return the entry of a unit."""
    counter = job.scenario.units[unit]
    face = counter_art.face(job.scenario, counter, deployed, job.grey)
    how = ("deployed" if deployed else "in column") if counter_art.has_back(counter) else ""
    return Entry(lambda painter, box: paint_unit(painter, box, face, job.grey), where, counter.name, how)


def weapon_entry(job: Job, weapon: str, where: str) -> Entry:
    """Return the entry of a support weapon."""
    counter = job.scenario.weapons[weapon]
    token = counter_art.weapon(job.scenario, counter, job.grey)
    band = counter_art.stripe(job.scenario, counter.stripe, counter.formation)
    draw = lambda painter, box: paint_piece(painter, box, token, _kind(counter.type), band, job.grey)  # noqa: E731
    return Entry(draw, where, counter.name)


def leader_entry(job: Job, leader: str, where: str) -> Entry:
    """Return the entry of a leader."""
    counter = job.scenario.leaders[leader]
    token = counter_art.leader(job.scenario, counter, grey=job.grey)
    band = counter_art.stripe(job.scenario, counter.stripe, counter.formation)
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
        label(painter, line, entry.where, sans(11, bold=True))
        if entry.how:
            line.setLeft(left + measure(entry.where, sans(11, bold=True)) + mm(1.5))
            label(painter, line, entry.how, sans(7.5, italic=True), ink=SOFT)
        _name(entry.name).paint(painter, QRectF(left, square.top() + mm(4.2), box.right() - left, mm(8)))

    return draw


def _name(text: str) -> Paragraph:
    return Paragraph(text, sans(7.4), spacing=0.94)


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
            blocks.append(heading(place.name, place.colour, counted(count, "unit")))
            last = division
        blocks.append(_formation_head(job, formation, len(units)))
        blocks.append(cells([by_unit[unit] for unit in units]))
    return blocks


def _formation_head(job: Job, formation: str, count: int) -> Block:
    name = job.scenario.formations[formation].name if formation else "Division units (white or no stripe)"
    band = job.scenario.formations[formation].stripe if formation else "#ffffff"
    return subheading(name, band, f"{count}", job.grey)


# --- Set-up sheets: for each side what it sets up where and what comes later, and the map with the positions -------

LEAST_HEX = mm(8.5)
"""Least height of a hex on the map extract; a larger area is spread over more pages."""


def setup_sheets(job: Job) -> list[Sheet]:
    """Return the sheets of both sides: an overview, then each side's own, then the map."""
    words = "Set-up" if job.fresh else "The position so far, to set up on a real table"
    first: list[Block] = [title(job.title, f"{words} · {facts(job)}"), *victory(job), *special_rules(job)]
    if job.scenario.turns <= 12:
        first += [heading("Turns"), turn_track(job)]
    first += situation(job)
    sheets = flowing("Overview", first, job.paper)
    for name in job.sides():
        sheets += flowing(f"{job.side(name)} set-up", _side_blocks(job, name), job.paper)
    return [*sheets, *position_maps(job)]


def _side_blocks(job: Job, name: str) -> list[Block]:
    blocks: list[Block] = [title(f"{job.side(name)} set-up", job.title), *tracks(job, name)]
    blocks += listed(job, _on_map(job, name))
    blocks += _tokens(job, name)
    blocks += _markers(job, name)
    blocks += _coming(job, name)
    if not job.fresh:
        blocks += _away(job, name)
    return blocks


def _on_map(job: Job, name: str) -> Iterator[tuple[str, Entry]]:
    for unit, counter in job.scenario.units.items():
        if counter.side != name:
            continue
        if job.fresh:
            place = job.scenario.setup.get(unit)
            if place is not None:
                yield unit, unit_entry(job, unit, place.deployed, hex_name(place.hex))
        elif (at := job.hex_of(unit)) is not None:
            yield unit, unit_entry(job, unit, job.units[unit].deployed, at)


def _tokens(job: Job, name: str) -> list[Block]:
    weapons, leaders = _token_places(job)
    entries = [weapon_entry(job, w, at) for w, at in weapons.items() if job.scenario.weapons[w].side == name]
    entries += [leader_entry(job, h, at) for h, at in leaders.items() if job.scenario.leaders[h].side == name]
    return [heading("Support weapons and leaders"), cells(entries)] if entries else []


def _token_places(job: Job) -> tuple[dict[str, str], dict[str, str]]:
    if job.fresh:
        weapons = {w: hex_name(at) for w, at in job.scenario.weapon_setup.items() if w in job.scenario.weapons}
        leaders = {h: hex_name(at) for h, at in job.scenario.leader_setup.items() if h in job.scenario.leaders}
        return weapons, leaders
    places: list[dict[str, str]] = []
    shown = ((job.view.weapons, job.scenario.weapons), (job.view.leaders, job.scenario.leaders))
    for tokens, counters in shown:
        raw = [token for token in tokens if token.id in counters]
        places.append({t.id: str(t.hex) for t in raw if t.hex and t.place == "map"})
    return places[0], places[1]


def _markers(job: Job, name: str) -> list[Block]:
    """Return the markers in a side's hexes as one line."""
    own = {job.hex_of(unit) for unit, counter in job.scenario.units.items() if counter.side == name}
    lines = sorted(
        f"{marker.hex} {marker_name(marker.kind, marker.value, job.side)}"
        for marker in job.view.markers
        if marker.hex in own
    )
    return [heading("Markers"), plain("  ·  ".join(lines), 9)] if lines else []


def _coming(job: Job, name: str) -> list[Block]:
    """Return the reinforcements that are still to come, by turn."""
    now = 0 if job.fresh else job.view.turn.index
    blocks: list[Block] = []
    for arrival in sorted(job.scenario.reinforcements, key=lambda arrival: (arrival.turn, arrival.hex)):
        entries = [
            unit_entry(job, unit, arrival.deployed, hex_name(arrival.hex))
            for unit in arrival.units
            if job.scenario.units[unit].side == name and _waits(job, unit)
        ]
        for weapon in arrival.weapons:
            if job.scenario.weapons[weapon].side == name:
                entries.append(weapon_entry(job, weapon, hex_name(arrival.hex)))
        for leader in arrival.leaders:
            if job.scenario.leaders[leader].side == name:
                entries.append(leader_entry(job, leader, hex_name(arrival.hex)))
        if entries and arrival.turn >= now:
            words = job.turn_words(arrival.turn)
            blocks.append(subheading(f"{capital(words)}, at {hex_name(arrival.hex)}", "", str(len(entries))))
            blocks.append(cells(entries))
    return [heading("Reinforcements, by turn and entry hex"), *blocks] if blocks else []


def _waits(job: Job, unit: str) -> bool:
    return job.fresh or job.place_of(unit) == "reserve"


def _away(job: Job, name: str) -> list[Block]:
    """Return the units off the map, by where they are now."""
    groups: dict[str, list[str]] = {}
    for unit, counter in job.scenario.units.items():
        place = job.place_of(unit)
        if counter.side == name and place not in ("map", "reserve"):
            groups.setdefault(place, []).append(unit)
    blocks: list[Block] = []
    for place, units in groups.items():
        words = place.replace("_", " ")
        blocks += [subheading(words.capitalize(), "", str(len(units)))]
        blocks += [cells([unit_entry(job, unit, False, words) for unit in units])]
    return [heading("Off the map"), *blocks] if blocks else []


# --- the map -------------------------------------------------------------------------------------------------------


def stacks(job: Job) -> dict[int, list[Face]]:
    """Return the counters on the map, hex by hex, from the lowest up."""
    faces: dict[int, list[Face]] = {}
    for unit, counter in job.scenario.units.items():
        at = hex_name(job.scenario.setup[unit].hex) if job.fresh and unit in job.scenario.setup else None
        at = at if job.fresh else job.hex_of(unit)
        if at is not None:
            deployed = job.scenario.setup[unit].deployed if job.fresh else job.units[unit].deployed
            faces.setdefault(hex_id(at), []).append(counter_art.face(job.scenario, counter, deployed, job.grey))
    return faces


def markers(job: Job) -> dict[int, list[tuple[str, Any]]]:
    """Return the markers on the map, hex by hex."""
    kinds: dict[int, list[tuple[str, Any]]] = {}
    for marker in job.view.markers:
        kinds.setdefault(hex_id(marker.hex), []).append((marker.kind, marker.value))
    return kinds


def position_maps(job: Job) -> list[Sheet]:
    """Return the part of the map with counters, on as many pages as it needs to be readable."""
    here = stacks(job)
    goals = [goal.hex for goal in job.scenario.victory.hexes]
    if not here:
        return []
    source = job.map.around([*here, *goals])
    landscape = _fit(job, source, True) > _fit(job, source, False)
    if _fit(job, source, landscape) * geometry.STEP_Y >= LEAST_HEX:
        return [_map_page(job, here, source, landscape, "")]
    return _parts(job, here, source)


def _fit(job: Job, source: QRectF, landscape: bool) -> float:
    body = job.paper.body(landscape)
    return min(body.width() / source.width(), (body.height() - mm(6)) / source.height())


def _parts(job: Job, here: Mapping[int, list[Face]], source: QRectF) -> list[Sheet]:
    landscape = source.width() > source.height()
    body = job.paper.body(landscape)
    scale = LEAST_HEX / geometry.STEP_Y
    wide, tall = body.width() / scale, (body.height() - mm(6)) / scale
    columns, rows = -(-source.width() // wide), -(-source.height() // tall)
    sheets: list[Sheet] = []
    for row in range(int(rows)):
        for column in range(int(columns)):
            part = QRectF(0, 0, source.width() / columns, source.height() / rows)
            part.moveTo(source.left() + column * part.width(), source.top() + row * part.height())
            near = geometry.STEP_Y * 0.8
            part = part.adjusted(-near, -near, near, near).intersected(job.map.frame())
            if any(part.contains(geometry.center(at)) for at in here):
                sheets.append(_map_page(job, here, part, landscape, f", part {len(sheets) + 1}"))
    return sheets


def _map_page(job: Job, here: Mapping[int, list[Face]], source: QRectF, landscape: bool, part: str) -> Sheet:
    words = "Starting positions" if job.fresh else "Positions"

    def draw(painter: QPainter, body: QRectF) -> None:
        room = body.adjusted(0, mm(6), 0, 0)
        target = fitted(source.size(), room)
        target.moveTop(room.top())
        label(painter, QRectF(body.left(), body.top(), body.width(), mm(5)), f"{words}{part}", serif(12, bold=True))
        job.map.paint(painter, target, source, here)
        job.map.counters(painter, target, source, here)
        job.map.markers(painter, target, source, markers(job))
        _rim(painter, target)

    return single(f"{words}{part}", draw, job.paper, landscape)


def _rim(painter: QPainter, target: QRectF) -> None:
    painter.setPen(QPen(INK, 3))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(target)
