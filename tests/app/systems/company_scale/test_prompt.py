"""The prompt, fed with a plain view and a scripted session: whose decision it is, its buttons, dice, refusals."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics
from pytestqt.qtbot import QtBot

from app.panels.dice import DIE, LINE, DiceTray
from app.panels.prompt import PromptBar
from app.systems.company_scale.text.die_rolls import RANDOM_EVENTS
from app.text.event_rows import DieRoll
from rules.engine.command import Reason, cmd
from tests.app.systems.company_scale.helpers.panels import a_game, fire
from tests.app.systems.company_scale.helpers.positions import activation


def test_the_prompt_says_whose_decision_it_is(qtbot: QtBot) -> None:
    bar = PromptBar(a_game())
    qtbot.addWidget(bar)
    decision = activation()
    bar.show_decision(decision, decision.options.by_verb(), "a hint")
    assert bar.badge.text() == "ALLIED"
    assert "117th Cavalry" in bar.words.text()
    assert bar.rule.number == "5.2"
    assert bar.hint.text() == "a hint"


def test_a_button_of_the_prompt_orders(qtbot: QtBot) -> None:
    bar = PromptBar(a_game())
    qtbot.addWidget(bar)
    decision = fire()
    bar.show_decision(decision, decision.options.by_verb())
    with qtbot.waitSignal(bar.ordered) as signal:
        assert bar.forward()
    assert signal.args == [cmd("confirm")]
    with qtbot.waitSignal(bar.ordered) as signal:
        assert bar.back()
    assert signal.args == [cmd("cancel")]


def test_the_button_of_space_stands_at_the_far_end_whatever_was_asked_before(qtbot: QtBot) -> None:
    bar = PromptBar(a_game())
    qtbot.addWidget(bar)
    bar.resize(1200, bar.minimumHeight())
    bar.show()
    for decision, forward in ((activation(), "end_activation"), (fire(), "confirm"), (activation(), "end_activation")):
        bar.show_decision(decision, decision.options.by_verb())
        bar.grab()
        seen = {name: button for name, button in bar._buttons.items() if button.isVisible()}
        assert max(seen, key=lambda name: seen[name].x()) == forward and seen.keys() == bar._commands.keys()


def test_ending_early_needs_a_second_press(qtbot: QtBot) -> None:
    bar = PromptBar(a_game())
    qtbot.addWidget(bar)
    decision = activation()
    bar.show_decision(decision, decision.options.by_verb(), "", "2 units have not acted.")
    with qtbot.assertNotEmitted(bar.ordered):
        bar.press("end_activation")
    assert bar.hint.text() == "2 units have not acted."
    with qtbot.waitSignal(bar.ordered):
        bar.press("end_activation")


def test_escape_takes_the_question_about_ending_back(qtbot: QtBot) -> None:
    bar = PromptBar(a_game())
    qtbot.addWidget(bar)
    decision = activation()
    bar.show_decision(decision, decision.options.by_verb(), "a hint", "2 units have not acted.")
    bar.press("end_activation")
    assert bar.back()
    assert bar.hint.text() == "a hint"
    with qtbot.assertNotEmitted(bar.ordered):
        bar.press("end_activation")


def test_neither_dice_nor_refusals_move_the_map(qtbot: QtBot) -> None:
    bar = PromptBar(a_game())
    qtbot.addWidget(bar)
    decision = activation()
    bar.show_decision(decision, decision.options.by_verb(), "a hint")
    bar.resize(900, bar.minimumHeight())
    before = bar.minimumHeight()
    assert max(bar.sizeHint().height(), bar.minimumSizeHint().height()) <= before
    bar.tray.show()
    bar.show_words("The first reason why it is not possible. (8.1)\nThe second reason, on a line of its own. (7.1)")
    assert max(bar.sizeHint().height(), bar.minimumSizeHint().height()) <= before
    assert "first reason" in bar.refusal.text() and "second reason" in bar.refusal.text()


@pytest.mark.parametrize("result", ["passed", "no effect", "DG2 R*", "= 9, loses by 3", "+11", *RANDOM_EVENTS.values()])
def test_what_a_die_brought_is_shown_whole(qtbot: QtBot, result: str) -> None:
    tray = DiceTray(a_game())
    qtbot.addWidget(tray)
    tray.casts = [DieRoll(6, "rout check", result), DieRoll(5, "dispatch", "+1")]
    measure = QFontMetrics(tray.sized(LINE, bold=True))
    room = QRect(0, 0, tray.width_of(tray.casts[0]) - DIE - 6, DIE + 2)
    assert room.contains(measure.boundingRect(room, int(Qt.TextFlag.TextWordWrap), result))
    assert tray.sizeHint().width() == sum(map(tray.width_of, tray.casts))


def test_a_refusal_names_every_reason(qtbot: QtBot) -> None:
    bar = PromptBar(a_game())
    qtbot.addWidget(bar)
    bar.show_refusal([Reason("Too far.", "8.2"), Reason("Not active.", "5.1")])
    assert "Too far. (8.2)" in bar.refusal.text()
    assert "Not active. (5.1)" in bar.refusal.text()
    bar.show_refusal([])
    assert bar.refusal.isHidden()
