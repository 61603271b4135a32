"""How pages are filled: headings stay with what follows, nothing stands alone, nothing is lost."""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPolygonF

from app.printing.document import LEAST, PlacedBlock, pages
from app.printing.paper import PAPERS, Cells, Figure, PaperPainter, cut, mm
from app.printing.tables import PageTable, Paragraph, body, heading

pytestmark = pytest.mark.usefixtures("qapp")
BODY = PAPERS["A4"].body()


def nothing(painter: QPainter, box: QRectF) -> None:
    """Draw nothing."""


def used(page: list[PlacedBlock]) -> float:
    return max(piece.box.bottom() for piece in page) - BODY.top()


@pytest.mark.parametrize("count", range(1, 60, 7))
def test_a_last_page_holds_more_than_a_line(count: int) -> None:
    filled = pages([body("Words that fill a line and a half. " * 6) for _ in range(count)], BODY)
    assert len(filled) == 1 or used(filled[-1]) >= LEAST


def test_a_paragraph_is_not_cut_so_that_one_line_stands_alone() -> None:
    filled = pages([Figure(BODY.height() - mm(9), nothing), body("Words and more words. " * 60)], BODY)
    parts = [piece.block for page in filled for piece in page if isinstance(piece.block, Paragraph)]
    assert len(parts) == 1 or all(part.lines(BODY.width()) >= 2 for part in parts)


def test_the_lines_of_a_cut_paragraph_are_all_there() -> None:
    text = body("Words and more words. " * 90)
    whole = text.lines(BODY.width())
    filled = pages([Figure(BODY.height() - mm(30), nothing), text], BODY)
    parts = [piece.block for page in filled for piece in page if isinstance(piece.block, Paragraph)]
    assert len(parts) == 2
    assert sum(part.lines(BODY.width()) for part in parts) == whole


@pytest.mark.parametrize("left", range(4, 40, 3))
def test_a_heading_is_never_the_last_on_its_page(left: int) -> None:
    blocks = [Figure(BODY.height() - mm(left), nothing), heading("A"), Cells([nothing] * 12, 3, mm(14))]
    for page in pages(blocks, BODY):
        assert not page[-1].block.keep


def test_a_table_repeats_its_head_and_leaves_no_row_alone() -> None:
    rows = [[str(i), "words"] for i in range(120)]
    filled = pages([PageTable(["Number", "Words"], rows, [1, 4])], BODY)
    parts = [piece.block for page in filled for piece in page]
    assert len(filled) > 1
    assert all(isinstance(part, PageTable) and part.head[0] == "Number" and len(part.rows) >= 2 for part in parts)
    assert [row[0] for part in parts for row in part.rows] == [row[0] for row in rows]  # type: ignore[attr-defined]


def test_columns_of_the_last_page_are_about_equally_long() -> None:
    filled = pages([body("Words and more words. " * 10) for _ in range(12)], BODY, columns=2)
    ends: dict[float, float] = {}
    for piece in filled[-1]:
        ends[piece.box.left()] = max(ends.get(piece.box.left(), 0), piece.box.bottom())
    assert len(ends) == 2
    assert abs(max(ends.values()) - min(ends.values())) < mm(45)


def test_what_is_larger_than_a_page_is_still_placed() -> None:
    assert len(pages([Figure(BODY.height() * 2, nothing), body("After it.")], BODY)) == 2


# --- the painter that leaves out what is off the page ----------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_a_path_cut_at_the_page_fills_the_same_part_of_it(seed: int) -> None:
    chance = Random(seed)
    path = QPainterPath()
    for _ in range(3):
        ring = [QPointF(chance.uniform(-300, 400), chance.uniform(-300, 400)) for _ in range(40)]
        path.addPolygon(QPolygonF(ring))
        path.closeSubpath()
    pairs = zip(_filled(path), _filled(cut(path, QRectF(-20, -20, 140, 140))), strict=True)
    assert sum(a != b for a, b in pairs) < 40  # of 10,000: a few dots of the rim


def _filled(path: QPainterPath) -> bytes:
    image = QImage(100, 100, QImage.Format.Format_Grayscale8)
    image.fill(0)
    painter = QPainter(image)
    painter.fillPath(path, Qt.GlobalColor.white)
    painter.end()
    return bytes(image.constBits())


def test_only_large_paths_that_reach_off_the_page_are_cut() -> None:
    image = QImage(50, 50, QImage.Format.Format_RGB32)
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(i % 7 * 100, i * 3) for i in range(400)]))
    small = QPainterPath(QPointF(0, 0))
    small.lineTo(900, 900)
    painter = PaperPainter(image)
    before = painter._part(path)
    with painter.within(QRectF(0, 0, 50, 50), 5):
        after, same = painter._part(path), painter._part(small)
    painter.end()
    assert before is path and same is small
    assert after.boundingRect().right() <= 55.01
