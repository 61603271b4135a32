"""Small widgets of the panels."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter, QPixmap
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app import theme
from app.colour import contrast
from app.panels.button_paint import cloth
from app.panels.card_button import CardButton
from app.panels.widgets import INSET, KeyButton, RuleChip
from app.theme import faces


def test_a_rule_number_never_opens_as_a_window_of_its_own(qtbot: QtBot) -> None:
    chip = RuleChip("8.6")
    qtbot.addWidget(chip)
    assert not chip.isVisible()


def test_a_button_of_the_size_it_asks_for_shows_all_its_words(qtbot: QtBot) -> None:
    button = KeyButton("Show me", "", "Bring it into view")
    qtbot.addWidget(button)
    button.resize(button.sizeHint())
    image = QImage(button.size(), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setFont(faces.sans("body", bold=True))
    room = button.width() - 2 * INSET
    assert painter.fontMetrics().elidedText("Show me", Qt.TextElideMode.ElideRight, room) == "Show me"
    painter.end()


@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize("taken", [False, True], ids=["plain", "taken"])
def test_the_line_below_the_name_of_a_card_is_legible(qapp: QApplication, qtbot: QtBot, name: str, taken: bool) -> None:
    theme.apply(qapp, name)
    card = CardButton("11th Panzer Division", "In the Cup", QPixmap(), 0)
    qtbot.addWidget(card)
    card.setCheckable(taken)
    card.setChecked(taken)
    dress = cloth("", taken, armed=False)
    assert contrast(card.detail_ink(dress).name(), dress.ground) >= 4.5
    theme.apply(qapp, "light")
