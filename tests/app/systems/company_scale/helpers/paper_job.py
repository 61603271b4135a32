"""Print jobs for the tests of printing, and readers of PDF files."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

from pypdf import PdfReader

from app.printing.document import Document
from app.printing.output import write_pdf
from app.systems.company_scale.printing.papers import SYSTEM_PAPERS
from rules.engine.nature import SeededNature
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.engine.system import system
from rules.systems import systems
from tests.app.helpers.pdf import of_text

MAP = 1_500_000
"""Bytes from which a page is taken to hold a map or pieces of one."""
POINT = 25.4 / 72
"""Millimetres of a typographic point."""


@cache
def seat_of(scenario: str) -> Seat:
    """Return a game of a scenario at its first decision."""
    systems()
    company_scale = system("company_scale")
    return Seat(Session.new(company_scale, company_scale.load(scenario), nature=SeededNature(0)))


def made(what: str, scenario: str = "first-light", *, begun: bool = False, **how: Any) -> Document:
    """Return a document."""
    how = {"paper": "A4", "grey": False, "fitted": False, **how}
    return SYSTEM_PAPERS.document(seat_of(scenario), what, begun=begun, **how)


@cache
def pdf(what: str, scenario: str = "first-light", head: str = "", **how: Any) -> PdfReader:
    """Write a document, or its sheets whose heads begin like that, once for all tests, and return its reader."""
    path, document = Path(mkdtemp()) / f"{what}.pdf", made(what, scenario, **how)
    document = replace(document, sheets=tuple(sheet for sheet in document.sheets if sheet.head.startswith(head)))
    write_pdf(document, path, bool(how.get("grey")))
    reader = PdfReader(BytesIO(path.read_bytes()))
    rmtree(path.parent)
    return reader


def text_of(reader: PdfReader) -> str:
    """Return the text of the pages as a reader would select it, without maps, which are slow to read."""
    return "\n".join(page.extract_text() for page in of_text(filter(is_text, reader.pages)))


def is_text(page: Any) -> bool:
    """Tell whether a page is more than a map."""
    return len(page.get_contents().get_data()) < MAP


def squares(page: Any, millimetres: float) -> list[tuple[float, float]]:
    """Return the lower left corners, in millimetres, of the squares of a given size on a page."""
    corners: list[tuple[float, float]] = []

    def look(operator: bytes, operands: Any, matrix: Any, _: Any) -> None:
        if operator != b"re":
            return
        x, y, wide, tall = (float(value) for value in operands)
        across, up, left, low = (float(matrix[i]) for i in (0, 3, 4, 5))
        size = abs(wide * across) * POINT, abs(tall * up) * POINT
        if all(abs(side - millimetres) < 0.2 for side in size):
            bottom = min(y * up, (y + tall) * up) + low
            corners.append(((x * across + left) * POINT, bottom * POINT))

    page.extract_text(visitor_operand_before=look)
    return corners


def colours_of(page: Any) -> set[tuple[float, ...]]:
    """Return every colour used on a page."""
    colours: set[tuple[float, ...]] = set()

    def look(operator: bytes, operands: Any, *_: Any) -> None:
        if operator in (b"scn", b"SCN", b"rg", b"RG", b"g", b"G", b"sc", b"SC", b"k", b"K"):
            colours.add(tuple(float(value) for value in operands if not isinstance(value, str)))

    page.extract_text(visitor_operand_before=look)
    return colours
