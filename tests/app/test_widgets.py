"""Small widgets of the panels."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from app.panels.widgets import RuleChip


def test_a_rule_number_never_opens_as_a_window_of_its_own(qtbot: QtBot) -> None:
    chip = RuleChip("8.6")
    qtbot.addWidget(chip)
    assert not chip.isVisible()
