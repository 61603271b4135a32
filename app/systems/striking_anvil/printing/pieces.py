"""What is cut out and what it lies on: counters with backs, markers, tracks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.board.painted import letter
from app.printing import tables
from app.printing.document import Sheet, flowing
from app.printing.paper import HEADER, MARGIN, Block, Cells, Figure, Paper, mm
from app.printing.tables import label
from app.systems.striking_anvil.art.counters import ARMIES, Look, ground_of, paint_counter, sans
from app.systems.striking_anvil.art.tokens import DAY, paint_bridge, paint_token
from app.systems.striking_anvil.board.signs import label_of, paint_cell, paint_impulse
from app.systems.striking_anvil.printing.job import Job
from app.systems.striking_anvil.printing.setup_sheets import heading, place_name, units
from rules.striking_anvil.scenario import ALLIED, CD, COMBAT, FULL, GERMAN, REDUCED, Counter

# --- What is cut out: every counter with its reduced side on the back, markers for the map -------------------------

SIDE = 13.0
"""Width of a counter in millimetres."""
_BLEED, _PIXELS = 0.7, 100.0
Piece = Callable[[QPainter, QRectF], None]


def places(paper: Paper) -> list[QRectF]:
    """Return where pieces lie on a sheet, row by row, in the middle from side to side, so that backs meet fronts."""
    body = paper.body()
    across, down = int(body.width() // mm(SIDE)), int(body.height() // mm(SIDE))
    left, top = (paper.page().width() - across * mm(SIDE)) / 2, mm(MARGIN + HEADER)
    return [
        QRectF(left + column * mm(SIDE), top + row * mm(SIDE), mm(SIDE), mm(SIDE))
        for row in range(down)
        for column in range(across)
    ]


def mirrored(paper: Paper) -> list[QRectF]:
    """Return the places as they lie on the back of a sheet turned over its long side."""
    width = paper.page().width()
    return [QRectF(width - box.right(), box.top(), box.width(), box.height()) for box in places(paper)]


def counter_sheets(job: Job) -> list[Sheet]:
    """Return the sheets of counters and markers, each followed by its backs."""
    pairs = [(_front(counter), _back(counter)) for counter in ordered(job)] + markers(job)
    room, sheets = len(places(job.paper)), []
    for start in range(0, len(pairs), room):
        part = pairs[start : start + room]
        fronts, backs = [front for front, _ in part], [back for _, back in part]
        sheets.append(Sheet("Counters", _laid(fronts, places(job.paper))))
        sheets.append(Sheet("Counters, backs: print on the other side", _laid(backs, mirrored(job.paper))))
    return sheets


def ordered(job: Job) -> list[Counter]:
    """Return the counters by nation, division and strength."""
    rank = {"us": 0, "uk": 1, "fr": 2, "de": 3}
    kinds = {COMBAT: 0}
    return sorted(
        job.scenario.counters.values(),
        key=lambda one: (rank[one.nation], kinds.get(one.kind, 1), one.division, one.kind, -one.strength[FULL], one.id),
    )


def look_of(counter: Counter, face: int = FULL) -> Look:
    """Return a counter with its full or its reduced side up."""
    name, _, formation = counter.label.partition("/")
    return Look(name, counter.division or formation, counter.nation, counter.kind, counter.symbol,
                counter.strength[face], counter.movement[face], counter.bonus[face], counter.steps - face,
                reduced=face == REDUCED, entrenched=counter.is_entrenched and face == FULL)  # fmt: skip


def _front(counter: Counter) -> Piece:
    return partial(_counter, look_of(counter))


def _back(counter: Counter) -> Piece:
    if counter.kind in (COMBAT, CD):
        return partial(_counter, look_of(counter, REDUCED))
    ground = ground_of(counter.nation, look_of(counter).division)
    return partial(_blank, ground, counter.nation)


def _counter(look: Look, painter: QPainter, box: QRectF) -> None:
    inset = mm(_BLEED)
    paint_counter(painter, box.adjusted(inset, inset, -inset, -inset), look, _PIXELS)


def _blank(ground: str, nation: str, painter: QPainter, box: QRectF) -> None:
    """Paint the back of a counter with one side: its ground, and lines across."""
    inset = mm(_BLEED)
    inner = box.adjusted(inset, inset, -inset, -inset)
    painter.fillRect(inner, QColor(ground))
    painter.setPen(QPen(QColor(ARMIES[nation].ink), 2.0))
    painter.drawLine(QLineF(inner.topLeft(), inner.bottomRight()))
    painter.drawLine(QLineF(inner.topRight(), inner.bottomLeft()))


def markers(job: Job) -> list[tuple[Piece, Piece]]:
    """Return the markers with their backs: FFI, bombing, bridges, supply, impulse, levels, control, turn."""
    token = {kind: partial(_token, kind) for kind in ("ffi_fighters", "ffi_control", "air", "naval")}
    pairs: list[tuple[Piece, Piece]] = [(token["ffi_fighters"], token["ffi_control"])] * 8
    pairs += [(token[kind], token[kind]) for kind in ("air", "naval")]
    stands: Piece = partial(_bridge, True, 0)
    pairs += [(partial(_bridge, False, waits), stands) for waits in (1, 2, 3, 4, 5, 6)]
    pairs += [(stands, stands)] * max(0, len(job.scenario.bridges) - 2)
    supply: tuple[Piece, Piece] = partial(_token, "unsupplied_allied"), partial(_token, "unsupplied_german")
    pairs += [supply] * 8
    pairs += [(partial(_impulse, ALLIED), partial(_impulse, GERMAN))]
    for words in ("Turn", "Passes", *("Level" for _ in job.scenario.charts.fortifications)):
        pairs += [(partial(_words, words), partial(_words, words))]
    return pairs + [(partial(_control, ALLIED), partial(_control, GERMAN))] * len(job.scenario.map.areas)


def _token(kind: str, painter: QPainter, box: QRectF) -> None:
    inset = mm(1.6)
    paint_token(painter, box.adjusted(inset, inset, -inset, -inset), kind)


def _bridge(stands: bool, waits: int, painter: QPainter, box: QRectF) -> None:
    painter.fillRect(box, QColor(DAY.water))
    painter.save()
    painter.translate(box.center())
    painter.scale(2.2, 2.2)
    paint_bridge(painter, 1.0, stands, waits, DAY)
    painter.restore()


def _impulse(side: str, painter: QPainter, box: QRectF) -> None:
    inset = mm(_BLEED)
    paint_impulse(painter, box.adjusted(inset, inset, -inset, -inset), side, lit=False)


def _words(words: str, painter: QPainter, box: QRectF) -> None:
    painter.fillRect(box, QColor(DAY.gold))
    letter(painter, box.center(), words, sans(mm(3.4), bold=True), "#241c05")


def _control(side: str, painter: QPainter, box: QRectF) -> None:
    nation = "us" if side == ALLIED else "de"
    painter.fillRect(box, QColor(ARMIES[nation].ground))
    painter.setPen(QPen(QColor(ARMIES[nation].ink), mm(0.5)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(box.center() - QPointF(0, mm(1.4)), mm(3.0), mm(3.0))
    name = "Allied" if side == ALLIED else "German"
    letter(painter, box.center() + QPointF(0, mm(3.8)), name, sans(mm(2.6), bold=True), ARMIES[nation].ink)


def _laid(pieces: Sequence[Piece], boxes: Sequence[QRectF]) -> Piece:
    def draw(painter: QPainter, page: QRectF) -> None:
        for piece, box in zip(pieces, boxes, strict=False):
            painter.save()
            piece(painter, box)
            painter.restore()
            painter.setPen(QPen(QColor("#9a9284"), 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box)

    return draw


# --- Tracks at the size of the counters: turns with their days, fortification levels with their modifiers ----------

CELL = SIDE + 5
_ACROSS = 8


def track_sheets(job: Job) -> list[Sheet]:
    """Return the tracks on one sheet."""
    scenario = job.scenario
    blocks: list[Block] = [heading("Turns")]
    blocks.append(Cells([partial(_turn, job, turn) for turn in range(1, scenario.turns + 1)], 4, mm(42)))
    for area, dice in scenario.charts.fortifications.items():
        blocks.append(heading(f"Fortress of {scenario.map.areas[area].name}: level, modifier of the die"))
        cells = [partial(_level, level, dice[level]) for level in reversed(range(len(dice)))]
        blocks.append(Cells(cells, _ACROSS, mm(CELL + 2), between=mm(2)))
    blocks.append(heading("Impulses: passes in a row"))
    blocks.append(Figure(mm(CELL), _passes))
    return flowing("Tracks", blocks, job.paper)


def _turn(job: Job, turn: int, painter: QPainter, box: QRectF) -> None:
    inner = box.adjusted(0, 0, 0, -mm(2))
    cell = QRectF(inner.left(), inner.top(), inner.width(), mm(CELL))
    paint_cell(painter, cell, turn, label_of(job.scenario, turn), DAY, 10.0)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(inner)
    lines = [f"{drop.area}: {units(job.scenario, drop.units)}" for drop in job.scenario.drops if drop.turn == turn]
    lines += [f"{_short(job, lot.box)}: {len(lot.units)} counters" for lot in job.scenario.lots if lot.turn == turn]
    for n, words in enumerate(lines):
        room = QRectF(inner.left() + mm(1.5), cell.bottom() + mm(1.5 + 4.6 * n), inner.width() - mm(3), mm(4))
        label(painter, room, words, tables.sans(9))


def _short(job: Job, box: str) -> str:
    return place_name(job.scenario.map, box)


def _level(level: int, die: int, painter: QPainter, box: QRectF) -> None:
    cell = QRectF(box.left(), box.top(), box.width(), mm(CELL))
    painter.setPen(QPen(QColor(DAY.ink), 2.4))
    painter.setBrush(QColor(DAY.box_paper))
    painter.drawRect(cell)
    letter(painter, cell.center() - QPointF(0, mm(3)), str(level), sans(mm(7), bold=True), DAY.ink)
    told = f"−{-die}" if die < 0 else str(die)
    letter(painter, cell.center() + QPointF(0, mm(5)), told, sans(mm(4)), DAY.bad)


def _passes(painter: QPainter, box: QRectF) -> None:
    for n, words in enumerate(("nobody has passed", "one pass", "two passes: the phase ends")):
        cell = QRectF(box.left() + n * mm(60), box.top(), mm(56), box.height() - mm(2))
        painter.setPen(QPen(QColor(DAY.ink), 2.4))
        painter.setBrush(QColor(DAY.box_paper))
        painter.drawRect(cell)
        label(painter, cell.adjusted(mm(2), 0, -mm(2), -mm(9)), words, tables.serif(9))
