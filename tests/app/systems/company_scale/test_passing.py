"""Passing for a player: only where he chose it, told in the log, undone to the question."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.dialogs.preferences import PreferencesDialog
from app.play.passing import choose, chosen, pass_order
from app.systems.company_scale.presentation import PRESENTATION
from app.systems.company_scale.questions import QUESTIONS
from app.systems.company_scale.sides import SIDES
from app.systems.company_scale.words import WORDS
from app.window.main_window import MainWindow
from rules.company_scale.integrity import KINDS as FRAMES
from rules.engine.command import Command, cmd
from rules.engine.options import Decision
from tests.app.helpers.fake_session import FakeSession, decide
from tests.app.systems.company_scale.helpers.positions import activation, position

HOLD = decide("german", "opportunity_fire", "Fire?", cmd("fire", unit="r1", hex="18.43"), cmd("hold"), rule="8.6")


LEFT = Qt.MouseButton.LeftButton


def fired_upon(window: MainWindow) -> FakeSession:
    """Return a game in which the next order makes the German player decide about opportunity fire."""

    def interrupted(session: FakeSession, command: Command) -> list[dict[str, Any]]:
        session.now = HOLD
        return [{"event": "FormationChanged", "unit": "b_117", "deployed": False}]

    def held(session: FakeSession, command: Command) -> list[dict[str, Any]]:
        session.now = activation()
        return []

    session = FakeSession(position(), activation(), {"change_formation": interrupted, "hold": held})
    window.play(session)
    return session


def act(window: MainWindow) -> None:
    window.order(cmd("change_formation", unit="b_117"))


def test_at_first_everything_is_asked_but_re_rolls(window: MainWindow) -> None:
    session = fired_upon(window)
    act(window)
    assert session.now is HOLD
    assert chosen(window.settings, PRESENTATION, SIDES) == {"german": {"reroll"}, "allied": {"reroll"}}


def test_what_was_chosen_is_passed_and_told_in_the_log(window: MainWindow) -> None:
    choose(window.settings, "company_scale", {"german": ["opportunity_fire"]})
    session = fired_upon(window)
    act(window)
    assert [c.verb for c in session.submitted] == ["change_formation", "hold"]
    assert "Prompts skipped: German: opportunity fire (Preferences)" in window.log.plain
    page = window.log.browser.toPlainText()
    assert "Prompts skipped" in page and "opportunity fire (" not in page
    row = max(window.log.skipped)
    QTest.mouseClick(
        window.log.browser.viewport(), LEFT, pos=window.log.browser.place_of(row).topLeft() + QPoint(50, 8)
    )
    assert "opportunity fire (Preferences)" in window.log.browser.toPlainText()
    QTest.mouseClick(
        window.log.browser.viewport(), LEFT, pos=window.log.browser.place_of(row).topLeft() + QPoint(50, 8)
    )
    assert "opportunity fire (" not in window.log.browser.toPlainText()


def test_only_for_the_side_that_chose_it(window: MainWindow) -> None:
    choose(window.settings, "company_scale", {"allied": ["opportunity_fire"]})
    session = fired_upon(window)
    act(window)
    assert session.now is HOLD


def test_undo_brings_the_question_back_and_asks_it(window: MainWindow) -> None:
    choose(window.settings, "company_scale", {"german": ["opportunity_fire"]})
    session = fired_upon(window)
    act(window)
    session.now = HOLD
    window.game.undo()
    assert [c.verb for c in session.submitted] == ["change_formation", "hold"]
    assert "Prompts skipped" not in window.log.plain
    window.order(cmd("hold"))
    assert [c.verb for c in session.submitted][-1] == "hold"


def test_the_log_keeps_a_pass_in_its_place_when_it_is_written_anew(window: MainWindow) -> None:
    choose(window.settings, "company_scale", {"german": ["opportunity_fire"]})
    fired_upon(window)
    act(window)
    events = window.passing.history()
    assert [event["event"] for event in events] == ["FormationChanged", "PassedFor"]


@pytest.mark.parametrize("kind", [kind for kind, row in QUESTIONS.items() if row.passed])
def test_every_kind_is_a_question_that_has_its_passing_order(kind: str) -> None:
    asked = {"reroll": "reroll_offer", "hero": "hero_offer"}.get(kind, kind)
    frame = FRAMES[asked]
    assert frame.action(QUESTIONS[kind].passed.verb) is not None  # type: ignore[attr-defined]


def test_a_decision_without_the_order_is_asked() -> None:
    decision: Decision = decide("allied", "leaders", "He is alone.", cmd("relocate", leader="x", hex="18.43"))
    assert pass_order(decision, WORDS, {"allied": {"leaders"}}) is None


def test_the_preferences_keep_what_is_ticked(window: MainWindow, qtbot: QtBot) -> None:
    window.actions_["preferences"].trigger()
    [dialog] = window.services.open_pages
    assert isinstance(dialog, PreferencesDialog)
    assert {kind for (_, _, kind), box in dialog.boxes.items() if box.isChecked()} == {"reroll"}
    dialog.boxes["company_scale", "allied", "attach"].setChecked(True)
    dialog.looks.theme.setCurrentIndex(2)
    dialog.accept()
    assert chosen(window.settings, PRESENTATION, SIDES) == {"german": {"reroll"}, "allied": {"attach", "reroll"}}
    assert window.settings.theme == "dark"
    assert window.actions_["theme_dark"].isChecked()


def test_cancel_keeps_nothing(window: MainWindow) -> None:
    window.actions_["preferences"].trigger()
    [dialog] = window.services.open_pages
    assert isinstance(dialog, PreferencesDialog)
    dialog.boxes["company_scale", "german", "attach"].setChecked(True)
    dialog.reject()
    assert chosen(window.settings, PRESENTATION, SIDES)["german"] == {"reroll"}
