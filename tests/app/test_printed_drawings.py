"""The labelled drawings on paper: offered by every system, every label on its sheet, in the colours of daylight."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QApplication

from app import theme
from app.diagram import CENTRED, grown
from app.printing.document import Document
from app.printing.output import write_pdf
from app.systems.base import presentation_of
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.engine.system import system
from tests.app.helpers.pdf import texts_of

SHOWN = {"company_scale": "first-light", "command_cards": "last-attack", "striking_anvil": "anvil-historical"}
pytestmark = pytest.mark.usefixtures("qapp")


def made(name: str) -> Document:
    """Return the drawings of a system on paper."""
    rules = system(name)
    session = Session.new(rules, rules.load(SHOWN[name]), seed=1, source=SHOWN[name])
    papers = presentation_of(name).papers
    assert "reading" in papers.titles
    return papers.document(Seat(session), "reading", begun=False, paper="A4", grey=False, fitted=False)


def picture(document: Document, number: int) -> QImage:
    """Return a small picture of a sheet."""
    page = document.paper.page(landscape=True)
    image = QImage(round(page.width() / 5), round(page.height() / 5), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.scale(1 / 5, 1 / 5)
    document.paint(painter, number)
    painter.end()
    return image


@pytest.mark.parametrize("name", sorted(SHOWN))
def test_every_label_of_every_drawing_stands_on_paper(name: str, tmp_path: Path) -> None:
    document = made(name)
    drawings = presentation_of(name).pages.drawings()
    assert len(document.sheets) == len(drawings) == 2 and all(sheet.landscape for sheet in document.sheets)
    path = tmp_path / "reading.pdf"
    write_pdf(document, path, False)
    for text, drawing in zip(texts_of(path), drawings, strict=True):
        words = " ".join(text.split())
        assert drawing.title in words and drawing.lead.split()[0] in words
        for callout in drawing.callouts:
            assert callout.title in words and all(word in words for word in callout.text.split()), callout.title
        assert all(caption.words.split()[0] in words for caption in drawing.captions)


@pytest.mark.parametrize("name", sorted(SHOWN))
def test_paper_is_white_in_a_dark_window_too(name: str, qapp: QApplication) -> None:
    theme.apply(qapp, "light")
    by_day = picture(made(name), 1)
    try:
        theme.apply(qapp, "dark")
        assert picture(made(name), 1) == by_day and theme.current().is_dark
    finally:
        theme.apply(qapp, "light")


def test_a_caption_without_room_grows_away_from_what_it_stands_over() -> None:
    font = QFont()
    font.setPixelSize(14)
    tall = QFontMetricsF(font).boundingRect(QRectF(0, 0, 80, 1000), CENTRED, "assault guns, deployed").height()
    assert tall > 16
    box = grown(QRectF(0, 100, 80, 10), "assault guns, deployed", font)
    assert box.bottom() == 110 and box.height() == tall
    assert grown(QRectF(0, 100, 80, 90), "assault guns, deployed", font) == QRectF(0, 100, 80, 90)
