"""Text is text: only what the house composes is read as markup, and no page opens a file."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QPushButton, QToolTip
from pytestqt.qtbot import QtBot

from app import theme
from app.dialogs import messages
from app.panels.reader import Reader
from app.panels.widgets import Heading, KeyButton, Label, MutedText, ShortLabel
from app.printing.tables import body
from app.text.parts import Markup, compose, join, literal, paragraphs
from tests.app.helpers.widgets import all_widgets
from tests.app.watching import unopened

PLAIN, RICH = Qt.TextFormat.PlainText, Qt.TextFormat.RichText
BAD = "<b>x</b> &lt; Q&Z"
SAFE = "&lt;b&gt;x&lt;/b&gt; &amp;lt; Q&amp;Z"


def a_picture(path: Path) -> Path:
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    assert image.save(str(path))
    return path


def test_words_put_into_markup_are_escaped_and_markup_is_not() -> None:
    assert compose("<i>{}</i>", BAD) == f"<i>{SAFE}</i>"
    assert compose("<i>{what}</i>", what=Markup("<b>y</b>")) == "<i><b>y</b></i>"
    assert join("<br>", [BAD, Markup("<b>y</b>")]) == f"{SAFE}<br><b>y</b>"


def test_braces_in_words_are_words() -> None:
    assert compose("{} {}", "{1}", "{0.__class__}") == "{1} {0.__class__}"


def test_markup_joined_to_a_plain_string_is_plain() -> None:
    assert not isinstance(Markup("<b>y</b>") + BAD, Markup)
    assert not isinstance(f"{Markup('<b>y</b>')}", Markup)


def test_a_note_has_its_headings_in_bold_and_is_text_besides() -> None:
    note = (
        f"On the 21st\n  it began: so.\n\nGerman player: {BAD}\n\n\nSet-up: 0700.\nSix in the morning: fog.\n9.5: no.\n"
    )
    assert paragraphs(note) == [
        "On the 21st",
        "it began: so.",
        f"<b>German player:</b> {SAFE}",
        "<b>Set-up:</b> 0700.",
        "Six in the morning: fog.",
        "9.5: no.",
    ]
    assert all(isinstance(words, Markup) for words in paragraphs(note)) and paragraphs(" \n") == []


def test_a_button_shows_an_ampersand_and_no_tab() -> None:
    assert literal("Q&Z\tCtrl+X") == "Q&&Z Ctrl+X"


@pytest.mark.parametrize("kind", [Label, Heading, MutedText, ShortLabel])
def test_a_label_shows_words_as_they_are(qtbot: QtBot, kind: type[Label]) -> None:
    label = kind(BAD)
    qtbot.addWidget(label)
    assert (label.textFormat(), label.text()) == (PLAIN, BAD)
    label.setText(compose("<b>{}</b>", BAD))
    assert label.textFormat() == RICH
    label.setText(BAD)
    assert label.textFormat() == PLAIN


def test_a_button_of_the_table_has_no_letter_for_a_key(qtbot: QtBot) -> None:
    button = KeyButton("Q&Z")
    qtbot.addWidget(button)
    assert (button.text(), button.shortcut().isEmpty()) == ("Q&&Z", True)
    button.setText("Z&Q")
    assert button.text() == "Z&&Q"


def test_every_tip_is_plain(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    theme.apply(qapp, "light")
    button, picture = QPushButton("x"), a_picture(tmp_path / "secret.png")
    qtbot.addWidget(button)
    with qtbot.waitExposed(button):
        button.show()
    with unopened(picture):
        QToolTip.showText(QPoint(1, 1), f'<b>x</b> <img src="{picture}">', button)
        tips = [w for w in all_widgets() if isinstance(w, QLabel) and w.objectName() == "qtooltip_label"]
        assert [tip.textFormat() for tip in tips if not tip.isHidden()] == [PLAIN]
        tips[0].grab()
    QToolTip.hideText()


@pytest.mark.parametrize("place", ["{}", "file://{}", "qrc:{}", "data:,{}"])
def test_a_page_opens_no_file_even_where_its_markup_names_one(qtbot: QtBot, tmp_path: Path, place: str) -> None:
    picture, sheet = a_picture(tmp_path / "secret.png"), tmp_path / "secret.css"
    sheet.write_text("b { color: red }")
    page = Reader("A page")
    qtbot.addWidget(page)
    where, style = place.format(picture), place.format(sheet)
    head = f'<head><link rel="stylesheet" href="{style}"></head>'
    cell = f'<table background="{where}"><tr><td style="background-image:url({where})">x</td></tr></table>'
    with unopened(picture, sheet):
        page.write(Markup(f'<html>{head}<body background="{where}"><img src="{where}">{cell}</body></html>'))
        with qtbot.waitExposed(page):
            page.show()
        page.grab()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who opens a file")
def test_an_opened_file_is_noticed(tmp_path: Path) -> None:
    picture = a_picture(tmp_path / "secret.png")
    with pytest.raises(AssertionError, match="opened"), unopened(picture):
        QImage(str(picture))


def test_a_page_has_its_own_pictures_and_shows_words_as_they_are(qtbot: QtBot) -> None:
    own = QImage(3, 3, QImage.Format.Format_RGB32)
    page = Reader("A page", {"own": own, "empty": QImage()})
    qtbot.addWidget(page)
    assert page.loadResource(2, "own") == own
    assert all(page.loadResource(2, name).size().width() == 1 for name in ("other", "empty"))
    page.write(BAD)
    assert page.toPlainText() == BAD


def test_a_link_is_not_followed(qtbot: QtBot) -> None:
    assert not Reader("A page").openLinks()


@pytest.mark.parametrize("answer", [0, 1])
def test_a_message_is_plain(qtbot: QtBot, answer: int) -> None:
    seen: list[tuple[Qt.TextFormat, str]] = []

    def press() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        seen.append((box.textFormat(), box.text()))
        box.buttons()[min(answer, len(box.buttons()) - 1)].click()

    QTimer.singleShot(0, press)
    messages.tell(None, "A title", BAD)
    QTimer.singleShot(0, press)
    assert messages.ask(None, "A title", BAD, "Yes & no", "No") is (answer == 0)
    assert seen == [(PLAIN, BAD)] * 2


@pytest.mark.parametrize(("how", "agreed"), [("", True), (messages.CAREFUL, False)])
def test_enter_gives_nothing_up(qtbot: QtBot, how: str, agreed: bool) -> None:
    def enter() -> None:
        QTest.keyClick(QApplication.activeModalWidget(), Qt.Key.Key_Return)

    QTimer.singleShot(0, enter)
    assert messages.ask(None, "Take back", "Take it back?", "Take it back", "Cancel", how) is agreed


def test_a_printed_paragraph_has_bold_words_in_markup_only() -> None:
    plain, marked = body(BAD), body(compose("<b>{}</b> {}", "Bold & more", BAD))
    assert (plain._set(900.0).layout.text(), plain._set(900.0).layout.formats()) == (BAD, [])
    layout = marked._set(900.0).layout
    assert layout.text() == f"Bold & more {BAD}"
    assert [(span.start, span.length) for span in layout.formats()] == [(0, len("Bold & more"))]
