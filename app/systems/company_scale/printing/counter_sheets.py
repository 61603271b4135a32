"""Counter sheets: fronts and backs that match when printed on both sides, at true size; special markers too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from app.printing import tables
from app.printing.document import Sheet
from app.printing.paper import MARGIN, Draw, Paper, mm
from app.printing.tables import SOFT, label
from app.systems.company_scale.board.counters.face import Face
from app.systems.company_scale.board.counters.painter import BOXES
from app.systems.company_scale.board.counters.symbols import write
from app.systems.company_scale.board.token_art import COUNTERS, Token
from app.systems.company_scale.panels.chits import PLANE
from app.systems.company_scale.printing import counter_art
from app.systems.company_scale.printing.counter_art import INK, enter, paint_chit, paint_piece, paint_status, paint_unit
from app.systems.company_scale.printing.job import Job
from app.systems.company_scale.sides import arms_in
from rules.company_scale.counters import Counter, LeaderCounter, Stripe
from rules.company_scale.pieces import side_name
from rules.company_scale.r28_rerolls import markers_of
from rules.company_scale.scenario import AircraftValues, Scenario
from rules.engine.frozen import frozen
from rules.hexes.grid import hex_id

# --- Markers of the special rules, to be cut out: unnamed heroes, aircraft, evacuation, re-rolls, victory points ---

EVACUATIONS = 3
"""The most markers the event can bring at once, one for each of its hexes (22.2)."""
Side = tuple[Draw, Draw | None]


def special_markers(scenario: Scenario) -> Iterator[Side]:
    """Yield front and back of every marker of the special rules, for both sides."""
    for who in COUNTERS:
        if any(division.side == who for division in scenario.divisions.values()):
            yield from _of_side(scenario, who)
    for _ in range(EVACUATIONS if _is_evacuated(scenario) else 0):
        yield _special_chit("Evacuation", "MARKER", _worn(scenario, "german")), None


def _is_evacuated(scenario: Scenario) -> bool:
    """Tell whether evacuation markers can appear and are not among the units (22.2)."""
    starts = {str(at) for event in scenario.charts.events for at in event.get("hexes", ())}
    on_map = any(hex_id(at) in scenario.map.hexes for at in starts)
    return on_map and not any(unit.marker for unit in scenario.units.values())


def _of_side(scenario: Scenario, who: str) -> Iterator[Side]:
    for leader in scenario.leaders.values():
        if leader.hero and not leader.division and leader.side == who:
            yield _hero(leader, _worn(scenario, who)), None
    aircraft = scenario.charts.air_support.get(who)
    if aircraft is not None:
        yield from ((_aircraft(aircraft, _worn(scenario, who)), None) for _ in range(aircraft.count))
    if who in markers_of(scenario):
        called, looks = scenario.charts.series.sides[who].reroll, _worn(scenario, who)
        yield _special_chit(called, "REROLL", looks), _special_chit(called, "USED", looks)
    if scenario.victory.track:
        yield _special_chit(f"{side_name(scenario, who)} points", "POINTS", _worn(scenario, who)), None


def _worn(scenario: Scenario, who: str) -> tuple[str, str]:
    """Return ground and ink of what belongs to a side and to none of its divisions."""
    arms = arms_in(scenario.charts.series).get(who)
    return COUNTERS[who] if arms is None else (arms.ground, arms.ink)


def _special_chit(words: str, kind: str, looks: tuple[str, str]) -> Draw:
    def draw(painter: QPainter, box: QRectF) -> None:
        painter.fillRect(box, QColor(looks[0]))
        paint_chit(painter, box, words, kind, *looks)

    return draw


def _hero(leader: LeaderCounter, looks: tuple[str, str]) -> Draw:
    token = Token("leader", *looks, bonus=leader.fire, quality=leader.troop_quality)

    def draw(painter: QPainter, box: QRectF) -> None:
        painter.fillRect(box, QColor(token.colour))
        paint_piece(painter, box, token, leader.name)

    return draw


def _aircraft(support: AircraftValues, looks: tuple[str, str]) -> Draw:
    """Return an air support marker: an aircraft with its fire value and the numbers that hit in air combat."""
    colour, ink = looks

    def draw(painter: QPainter, box: QRectF) -> None:
        painter.fillRect(box, QColor(colour))
        enter(painter, box)
        painter.setPen(QPen(INK, 1.2))
        painter.setBrush(QColor(ink))
        painter.drawPolygon(QPolygonF([QPointF(18 + 0.64 * x, 0.64 * y) for x, y in PLANE]))
        ground, figure = BOXES[support.type]
        painter.setPen(QPen(INK, 1.8))
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(5, 66.5, 27, 27), 4.5, 4.5)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        write(painter, str(support.fire), QRectF(5, 66.5, 27, 27), figure, height=18)
        write(painter, f"air {support.air_combat_hits_on}", QRectF(40, 72, 55, 16), QColor(ink), height=13)
        painter.restore()

    return draw


# --- Counter sheets: fronts and backs that match when printed on both sides, at true size, with cutting marks ------

INCH = 25.4
SIDE = INCH * 5 / 8
"""Millimetres of a counter's side: five eighths of an inch."""
COPIES = {  # copies of each pair of status markers: front, back
    (("dg", 1), ("dg", 2)): 16,
    (("dg", 3), ("dg", 4)): 10,
    (("pinned", None), ("suppressed", None)): 10,
    (("no_opportunity_fire", None), ("sustained_fire", None)): 14,
    (("concentrated_fire", None), ("fire_cleared", None)): 6,
    (("foxhole", None), ("trench", None)): 10,
    (("ridge", None), ("ridge", None)): 6,
    (("barrage", "light"), ("barrage", "medium")): 8,
    (("barrage", "heavy"), ("barrage", "smoke")): 6,
    (("illumination", None), ("on_fire", None)): 6,
    (("prepared_assault", "german"), ("prepared_assault", "allied")): 6,
}
TRACK = ("Dispatch", "Commands", "Fatigue", "Quality")


@frozen
class PrintedCounter:
    """One counter: its front and its back (None for blank)."""

    front: Draw
    back: Draw | None


@frozen
class SheetGrid:
    """The layout of counters on a sheet: how many, and where the first is, in millimetres."""

    columns: int
    rows: int
    left: float
    top: float

    @property
    def count(self) -> int:
        """Return how many counters a sheet holds."""
        return self.columns * self.rows

    def box(self, index: int, mirrored: bool = False) -> QRectF:
        """Return the square of a counter in units; mirrored, as seen on the other side of the paper."""
        row, column = divmod(index, self.columns)
        if mirrored:
            column = self.columns - 1 - column
        return QRectF(mm(self.left + column * SIDE), mm(self.top + row * SIDE), mm(SIDE), mm(SIDE))


def grid(paper: Paper) -> SheetGrid:
    """Return the grid for a paper, centred so that both sides of a leaf match."""
    room_wide, room_tall = paper.width - 2 * MARGIN - 8, paper.height - 2 * MARGIN - 22
    columns, rows = int(room_wide // SIDE), int(room_tall // SIDE)
    left = (paper.width - columns * SIDE) / 2
    top = (paper.height - rows * SIDE) / 2 + 2.0
    return SheetGrid(columns, rows, left, top)


def counter_sheets(job: Job) -> list[Sheet]:
    """Return the sheets, each front page followed by its back."""
    pieces = list(_pieces(job))
    layout = grid(job.paper)
    sheets: list[Sheet] = []
    leaves = [pieces[i : i + layout.count] for i in range(0, len(pieces), layout.count)]
    for number, leaf in enumerate(leaves, 1):
        words = f"Counters, sheet {number} of {len(leaves)}"
        sheets.append(Sheet(f"{words}, fronts", _page([piece.front for piece in leaf], layout, False)))
        sheets.append(Sheet(f"{words}, backs", _page([piece.back for piece in leaf], layout, True)))
    return sheets


def _page(draws: Sequence[Draw | None], layout: SheetGrid, mirrored: bool) -> Draw:
    def draw(painter: QPainter, page: QRectF) -> None:
        for i, each in enumerate(draws):
            if each is not None:
                each(painter, layout.box(i, mirrored))
        _lines(painter, layout, len(draws), mirrored)
        words = (
            "Print at 100% on both sides of the paper, flipped on the long edge. Counters are 15.9 mm (5/8 inch); "
            "cut along the marks."
        )
        line = QRectF(mm(MARGIN), mm(layout.top + layout.rows * SIDE + 4.5), page.width() - mm(2 * MARGIN), mm(4))
        label(painter, line, words, tables.sans(7), ink=SOFT, align=Qt.AlignmentFlag.AlignCenter)

    return draw


def _lines(painter: QPainter, layout: SheetGrid, count: int, mirrored: bool) -> None:
    """Draw hairlines between the counters, and marks outside the grid at every cut."""
    rows = -(-count // layout.columns)
    left, top = mm(layout.left), mm(layout.top)
    right, bottom = left + mm(layout.columns * SIDE), top + mm(rows * SIDE)
    painter.setPen(QPen(QColor("#6f685a"), 0.8))
    for i in range(count):
        painter.drawRect(layout.box(i, mirrored))
    painter.setPen(QPen(QColor("#000000"), 1.8))
    for column in range(layout.columns + 1):
        x = left + mm(column * SIDE)
        painter.drawLine(QLineF(x, top - mm(4.0), x, top - mm(0.8)))
        painter.drawLine(QLineF(x, bottom + mm(0.8), x, bottom + mm(4.0)))
    for row in range(rows + 1):
        y = top + mm(row * SIDE)
        painter.drawLine(QLineF(left - mm(4.0), y, left - mm(0.8), y))
        painter.drawLine(QLineF(right + mm(0.8), y, right + mm(4.0), y))


# --- what there is to cut out ----------------------------------------------------------------------------------------


def _pieces(job: Job) -> Iterator[PrintedCounter]:
    scenario = job.scenario
    for division in scenario.divisions.values():
        for counter in scenario.units.values():
            if counter.division == division.id:
                yield _unit(job, counter)
        yield from _companions(job, division.id)
    yield from _chits(scenario)
    for front, back in special_markers(scenario):
        yield PrintedCounter(front, back)
    for (above, below), copies in COPIES.items():
        for _ in range(copies):
            yield PrintedCounter(_status(job, *above), _status(job, *below))
    if scenario.city:  # 22.1
        yield PrintedCounter(_status(job, "traffic_jam"), None)
    if any("kampfgruppe" in division.chits for division in scenario.divisions.values()):  # 24.0
        yield PrintedCounter(_status(job, "kampfgruppe"), None)


def _unit(job: Job, counter: Counter) -> PrintedCounter:
    scenario = job.scenario
    front = _face(counter_art.face(scenario, counter, True, job.grey), job.grey)
    back = (
        _face(counter_art.face(scenario, counter, False, job.grey), job.grey) if counter_art.has_back(counter) else None
    )
    return PrintedCounter(front, back)


def _face(face: Face, grey: bool) -> Draw:
    def draw(painter: QPainter, box: QRectF) -> None:
        painter.fillRect(box, QColor(face.colour))  # fills to the edge, so that a slightly misplaced cut shows no white
        paint_unit(painter, box, face, grey)

    return draw


def _companions(job: Job, division: str) -> Iterator[PrintedCounter]:
    """Yield the support weapons, leaders and heroes of a division."""
    scenario = job.scenario
    for weapon in scenario.weapons.values():
        if weapon.division == division:
            token = counter_art.weapon(scenario, weapon, job.grey)
            band = counter_art.stripe(scenario, weapon.stripe, weapon.formation)
            draw = _token(token, weapon.name, band, job.grey)
            yield PrintedCounter(draw, draw)
    for leader in scenario.leaders.values():
        if leader.division == division:
            band = counter_art.stripe(scenario, leader.stripe, leader.formation)
            front = _token(counter_art.leader(scenario, leader, grey=job.grey), leader.name, band, job.grey)
            successor = leader.replacement
            back = (
                _token(counter_art.leader(scenario, leader, True, job.grey), successor.name, band, job.grey)
                if successor
                else None
            )
            yield PrintedCounter(front, back)
    for hero in scenario.heroes.values():
        if hero.division == division and hero.id not in scenario.leaders:
            ground, ink = counter_art.colours(scenario, hero.division, hero.formation, job.grey)
            token = Token("leader", ground, ink, bonus=hero.fire, quality=hero.troop_quality)
            draw = _token(token, hero.name, counter_art.stripe(scenario, hero.stripe, hero.formation), job.grey)
            yield PrintedCounter(draw, draw)


def _token(token: Token, name: str, band: str, grey: bool) -> Draw:
    def draw(painter: QPainter, box: QRectF) -> None:
        painter.fillRect(box, QColor(token.colour))
        paint_piece(painter, box, token, name, band, grey)

    return draw


def _chits(scenario: Scenario) -> Iterator[PrintedCounter]:
    """Yield the chits of the Cup, and the markers of each division's track."""
    for division in scenario.divisions.values():
        own = counter_art.colours(scenario, division.id, "")
        if "division" in division.chits:
            yield _chit(division.name, "DIVISION", *own)
        used = {unit.formation for unit in scenario.units.values() if unit.stripe is Stripe.COLOURED}
        for formation in scenario.formations.values():
            if formation.division == division.id and formation.id in used and "formations" in division.chits:
                colours = counter_art.colours(scenario, division.id, formation.id)
                yield _chit(formation.name, "FORMATION", *colours, formation.stripe)
        if "kampfgruppe" in division.chits:
            yield _chit(division.name, "KAMPFGRUPPE", *own)
        for name in TRACK if division.has_display else ():
            yield _chit(division.name, name.upper(), *own)
    for who in COUNTERS:
        colour, ink = _worn(scenario, who)
        if any(division.side == who for division in scenario.divisions.values()):
            yield _chit(f"{side_name(scenario, who)} Direct Command", "COMMAND", colour, ink)
    yield _chit("Random Event", "EVENT", "#d9c98f", "#1b1b16")
    yield _chit("Wind", "WIND", "#b9cbd3", "#1b1b16")
    yield _chit("Turn", "TURN", "#efe6cc", "#1b1b16")


def _chit(words: str, kind: str, colour: str, ink: str, band: str = "") -> PrintedCounter:
    def draw(painter: QPainter, box: QRectF) -> None:
        painter.fillRect(box, QColor(colour))
        paint_chit(painter, box, words, kind, colour, ink, band)

    return PrintedCounter(draw, draw)


def _status(job: Job, kind: str, value: int | str | None = None) -> Draw:
    arms = arms_in(job.scenario.charts.series)

    def draw(painter: QPainter, box: QRectF) -> None:
        painter.fillRect(box, QColor("#e9e2cf"))
        paint_status(painter, box, kind, value, job.side, arms)

    return draw
