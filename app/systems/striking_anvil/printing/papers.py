"""What is printed of a map or game: posters, the report, area cards for a real table; and everything by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.diagram import fitted
from app.printing import tables
from app.printing.document import Sheet, diary, flowing, single
from app.printing.output import MadePapers, Tiling, paint_plan, poster_sheets, reading, tiling
from app.printing.paper import Block, Cells, Figure, mm
from app.printing.tables import SOFT, Cell, PageTable, body, heading, label, plain, title
from app.systems.striking_anvil.art.counters import Look, paint_counter
from app.systems.striking_anvil.art.tokens import DAY, paint_token
from app.systems.striking_anvil.board.geometry import COUNTER
from app.systems.striking_anvil.board.signs import paint_disc
from app.systems.striking_anvil.board.stacks import ordered
from app.systems.striking_anvil.pages import Pages
from app.systems.striking_anvil.printing.job import Job, job_of, paint_map
from app.systems.striking_anvil.printing.pieces import SIDE, counter_sheets, track_sheets
from app.systems.striking_anvil.printing.setup_sheets import aids_sheets, place_name, setup_sheets
from app.systems.striking_anvil.printing.setup_sheets import heading as card_heading
from app.systems.striking_anvil.text.tell import PHASES
from app.systems.striking_anvil.words import WORDS
from app.text.names import NAMES
from app.text.parts import compose
from rules.engine.english import capital
from rules.striking_anvil.r_victory import TOLD
from rules.striking_anvil.scenario import SIDES
from rules.striking_anvil.state import DUE, ELIMINATED
from rules.striking_anvil.view import AreaView, BoxView, View

# --- Area cards: each area and box of the position with both stacks, for going on at a real table ------------------

TALL, ACROSS = 44.0, 2
_PIECE = 9.5
_NAMES = {"allied": "Allied", "german": "German"}


def area_sheets(job: Job) -> list[Sheet]:
    """Return the cards of every place where somebody stands or something lies, and the state of the turn."""
    view = job.view
    told = [area for area in view.areas if any(area.stacks[side].units for side in SIDES) or _markers(area)]
    cards = [partial(_card, job, area) for area in told]
    cards += [partial(_box, job, box) for box in view.boxes if box.units]
    blocks: list[Block] = [card_heading(_when(view)), plain(control_words(view))]
    if waits := [f"{one.border}: {one.waits}" for one in view.bridges if one.waits]:
        blocks.append(plain(f"Bridges under construction, activations to wait: {', '.join(waits)}."))
    stand = ", ".join(one.border for one in view.bridges if one.stands)
    blocks.append(plain(f"Bridges: {stand or 'none'}."))
    blocks.append(Cells(cards, ACROSS, mm(TALL), gap=mm(3)))
    return flowing("Areas", blocks, job.paper)


def _when(view: View) -> str:
    turn, impulse = view.turn, view.impulse
    return f"Turn {turn.number} of {turn.of}, {turn.name}: {_NAMES[impulse.side]} impulse"


def control_words(view: View) -> str:
    """Return which areas are Allied; all others are German (1.6)."""
    allied = ", ".join(area.id for area in view.areas if area.side == SIDES[0])
    return f"Allied areas: {allied or 'none'}. All others are German."


def _markers(area: AreaView) -> list[str]:
    kinds = [f"ffi_{area.ffi}"] if area.ffi else []
    return [*kinds, *area.bombing, *(f"unsupplied_{side}" for side in area.out_of_supply)]


def _card(job: Job, area: AreaView, painter: QPainter, box: QRectF) -> None:
    inner = _frame(painter, box)
    painter.save()
    painter.translate(inner.left() + mm(5), inner.top() + mm(5))
    painter.scale(1.5, 1.5)
    paint_disc(painter, QPointF(0, 0), job.scenario.map.areas[area.id], DAY, fortified=area.fort is not None)
    painter.restore()
    words = [area.terrain.capitalize(), _NAMES[area.side]]
    words += [f"level {area.fort.level}"] if area.fort is not None else []
    _title(painter, inner.adjusted(mm(11), 0, 0, 0), area.name, ", ".join(words))
    for n, kind in enumerate(_markers(area)):
        at = QRectF(inner.right() - mm(9 * (n + 1)), inner.top() + mm(1), mm(8), mm(8))
        paint_token(painter, at, kind)
    half = (inner.height() - mm(11)) / 2
    for n, side in enumerate(SIDES):
        row = QRectF(inner.left(), inner.top() + mm(11) + n * half, inner.width(), half)
        stack = area.stacks[side]
        _stack(painter, row, ordered(stack.units, job.view), job, f"{_NAMES[side]} {stack.strength}")


def _box(job: Job, told: BoxView, painter: QPainter, box: QRectF) -> None:
    inner = _frame(painter, box)
    _title(painter, inner, capital(told.name), told.id)
    row = inner.adjusted(0, mm(11), 0, 0)
    units = ordered(told.units, job.view)
    per = int((row.width() - mm(16)) // mm(_PIECE + 1))
    for n in range(0, len(units), per):
        part = QRectF(row.left(), row.top() + n // per * mm(_PIECE + 1.5), row.width(), mm(_PIECE + 1))
        _stack(painter, part, units[n : n + per], job, "" if n else f"{len(units)} counters")


def _frame(painter: QPainter, box: QRectF) -> QRectF:
    card = box.adjusted(0, 0, 0, -mm(2.5))
    painter.setPen(QPen(QColor(DAY.ink), 3.0))
    painter.setBrush(QColor("#fffdf6"))
    painter.drawRoundedRect(card, mm(2), mm(2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    return card.adjusted(mm(2.5), mm(2), -mm(2.5), -mm(2))


def _title(painter: QPainter, room: QRectF, name: str, words: str) -> None:
    label(painter, QRectF(room.left(), room.top(), room.width() - mm(20), mm(5.5)), name, tables.serif(11, bold=True))
    label(painter, QRectF(room.left(), room.top() + mm(5.5), room.width(), mm(4)), words, tables.sans(9), ink=SOFT)


def _stack(painter: QPainter, row: QRectF, units: Sequence[str], job: Job, words: str) -> None:
    """Draw a row of counters, closer together where there are many."""
    side = min(mm(_PIECE), row.height() - mm(1))
    label(painter, QRectF(row.left(), row.top(), mm(15), side), words, tables.sans(9, bold=True))
    room = row.width() - mm(16) - side
    step = min(side + mm(1), room / max(1, len(units) - 1))
    for n, unit in enumerate(units):
        at = QRectF(row.left() + mm(16) + n * step, row.top() + mm(0.4), side, side)
        paint_counter(painter, at, Look.of(job.view.units[unit]), 100.0)


# --- The report of a game in progress: score, losses, the map with its counters, the diary -------------------------

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
        blocks.append(PageTable(["For", "Points"], rows, [8, 1.4], "lc", points=SIZE))
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
        blocks += [heading(f"{words} units"), PageTable(head, rows, [4, 1.5, 1.5, 1.5, 1.5], "lcccc", points=SIZE)]
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


# --- The map as a poster true to size for its counters: the whole on one page, and tiles that overlap --------------


def units_to_scene() -> float:
    """Return the units of paper to a scene unit of the poster."""
    return mm(SIDE) / COUNTER


def map_sheets(job: Job) -> list[Sheet]:
    """Return the whole map on one page and, unless it is to be fitted, the tiles of the poster."""

    def paint(painter: QPainter, place: QRectF, source: QRectF) -> None:
        paint_map(painter, place, job, source, pieces=False)

    def whole(poster: Tiling | None) -> Sheet:
        return single("The map", partial(_whole, job, poster), job.paper, landscape=True)

    poster = None if job.fitted else tiling(job.sheet.bounds, job.paper, units_to_scene())
    return poster_sheets(poster, job.paper, whole, paint, f"a counter is {SIDE:.0f} mm wide")


def _whole(job: Job, poster: Tiling | None, painter: QPainter, body: QRectF) -> None:
    bounds = job.sheet.bounds
    place = fitted(bounds.size(), body)
    paint_map(painter, place, job, bounds, pieces=False)
    if poster is not None:
        paint_plan(painter, place, bounds, poster)


# --- Everything that can be printed, by name -----------------------------------------------------------------------

MAKERS: dict[str, tuple[str, Callable[[Job], list[Sheet]]]] = {
    "setup": ("Set-up sheets", setup_sheets),
    "aids": ("Player aid", aids_sheets),
    "tracks": ("Tracks", track_sheets),
    "areas": ("Area cards of the position", area_sheets),
    "reading": reading(Pages().drawings),
    "counters": ("Counters with backs", counter_sheets),
    "map": ("The map", map_sheets),
    "report": ("Report of the game", report_sheets),
}


SYSTEM_PAPERS = MadePapers(MAKERS, job_of)
