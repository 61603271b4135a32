"""Cards of values: printed, now, and why, with rules that open the reference."""

from __future__ import annotations

from dataclasses import replace

from pytestqt.qtbot import QtBot

from app.panels.reader import Card
from rules.engine.command import cause, value_row

FIRE = value_row("Fire", "4", "3", [cause("Disorganized 1", -1, "8.5.4")])


def test_a_card_tells_both_values_and_the_reason(qtbot: QtBot) -> None:
    card = Card()
    qtbot.addWidget(card)
    card.show_rows([FIRE])
    assert card.accessibleName() == "Fire 3 (Disorganized 1 -1)"
    assert "<b>3</b>" in card.text() and ">4</s>" in card.text() and 'href="rule:8.5.4"' in card.text()


def test_an_unchanged_value_has_nothing_struck_out(qtbot: QtBot) -> None:
    card = Card()
    qtbot.addWidget(card)
    card.show_rows([replace(FIRE, now="4", why=())])
    assert "<s" not in card.text()


def test_a_rule_of_a_card_can_be_asked_for(qtbot: QtBot) -> None:
    card = Card()
    qtbot.addWidget(card)
    with qtbot.waitSignal(card.rule_asked) as asked:
        card.linkActivated.emit("rule:8.5.4")
    assert asked.args == ["8.5.4"]


def test_no_rows_no_card(qtbot: QtBot) -> None:
    card = Card()
    qtbot.addWidget(card)
    card.show_rows([])
    assert card.isHidden()


def test_a_short_name_stays_on_one_line_and_names_of_things_keep_their_capitals(qtbot: QtBot) -> None:
    card = Card()
    qtbot.addWidget(card)
    why = (cause("FFI fighters", 1, "1.3.4"), cause("Mountain", -2, None))
    card.show_rows([replace(FIRE, name="Allied attacks", why=why), replace(FIRE, name="No battle on entering")])
    assert "Allied\u00a0attacks" in card.text() and "No battle on entering" in card.text()
    assert "FFI fighters" in card.text() and "mountain" in card.text()
