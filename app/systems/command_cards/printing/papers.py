"""The board as a poster: whole on one page, or in tiles that overlap."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QPainter

from app.diagram import fitted
from app.printing.document import Sheet, single
from app.printing.output import MadePapers, reading
from app.printing.paper import mm
from app.systems.command_cards.board.geometry import WIDTH
from app.systems.command_cards.pages import Pages
from app.systems.command_cards.printing.aids import aids_sheets, card_sheets, counter_sheets
from app.systems.command_cards.printing.job import Job, frame, job_of, paint_board
from app.systems.command_cards.printing.setup_sheets import report_sheets, setup_sheets

HEX = 32.0
"""Millimetres across the flats of a hex of the poster."""
OVERLAP = 8.0
"""Millimetres that two neighbouring tiles share."""


def map_sheets(job: Job) -> list[Sheet]:
    """Return the board on one page and, unless it is to be fitted, the tiles of the poster."""
    whole = single("The board", partial(_whole, job), job.paper, landscape=True)
    if job.fitted:
        return [whole]
    parts = tiles(job.paper.body(landscape=True).size())
    names = [f"{chr(65 + row)}{column + 1}" for row, column, _ in parts]
    tiled = [
        single(f"The board, tile {name}", partial(_tile, job, source), job.paper, landscape=True)
        for name, (_, _, source) in zip(names, parts, strict=True)
    ]
    return [whole, *tiled]


def tiles(room: QSizeF) -> list[tuple[int, int, QRectF]]:
    """Cut the board into pages of a size in units of paper: row, column, part of the scene."""
    scale = mm(HEX) / WIDTH
    wide, tall, shared = room.width() / scale, room.height() / scale, mm(OVERLAP) / scale
    board = frame()
    columns = math.ceil((board.width() - shared) / (wide - shared))
    rows = math.ceil((board.height() - shared) / (tall - shared))
    return [
        (row, column, QRectF(board.left() + column * (wide - shared), board.top() + row * (tall - shared), wide, tall))
        for row in range(rows)
        for column in range(columns)
    ]


def _whole(job: Job, painter: QPainter, body: QRectF) -> None:
    paint_board(painter, fitted(frame().size(), body), job, frame(), units=False)


def _tile(job: Job, source: QRectF, painter: QPainter, body: QRectF) -> None:
    paint_board(painter, body, job, source, units=False)


# --- Everything that can be printed, by name -----------------------------------------------------------------------


MAKERS: dict[str, tuple[str, Callable[[Job], list[Sheet]]]] = {
    "setup": ("Set-up sheets", setup_sheets),
    "aids": ("Player aids", aids_sheets),
    "cards": ("Command cards with backs", card_sheets),
    "reading": reading(Pages().drawings),
    "counters": ("Counters and medals", counter_sheets),
    "map": ("The board", map_sheets),
    "report": ("Report of the game", report_sheets),
}


SYSTEM_PAPERS = MadePapers(MAKERS, job_of)
