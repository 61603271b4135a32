"""What the workshop does before it is on the screen, and what it leaves for afterward."""

from __future__ import annotations

from collections import Counter
from threading import get_ident
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.panels.widgets import KeyButton
from app.systems.company_scale.workshop.table import CompanyScaleDraft
from app.window.main_window import MainWindow
from app.workshop.panels import CHECKING, check_words
from app.workshop.window import WorkshopWindow
from rules.files.problems import Problem
from rules.workshop.draft import DraftCheck

pytestmark = pytest.mark.usefixtures("bare_ground")


def entered(window: MainWindow) -> WorkshopWindow:
    """Begin a scenario with First Light and return its window."""
    row = next(row for row in window.scenarios if row.id == "first-light")
    draft = window.workshop.make(row, "Morning at Savasse", "Anna", empty=False)
    assert draft is not None
    draft.ask_save = lambda: "forget"
    return draft


def test_what_the_window_holds_is_not_styled_again_with_each_part_it_is_put_into(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    styled = Counter[str]()

    def changed(button: KeyButton, event: QEvent) -> None:
        styled[button.text()] += event.type() == QEvent.Type.StyleChange

    monkeypatch.setattr(KeyButton, "changeEvent", changed, raising=False)
    draft = entered(window)
    assert isinstance(draft.table, CompanyScaleDraft)
    buttons = [*draft.table.ground.panel.buttons.values(), *draft.lessons.buttons.values()]
    assert buttons and max(styled[button.text()] for button in buttons) <= 2, (
        "six times while each part moved into the next"
    )


def test_tab_goes_from_the_forces_to_the_map_and_on_to_the_facts(window: MainWindow) -> None:
    draft = entered(window)
    found, at = list[QWidget](), draft.nextInFocusChain()
    while at is not draft:
        if at.focusPolicy() & Qt.FocusPolicy.TabFocus and at.isVisibleTo(draft):
            found.append(at)
        at = at.nextInFocusChain()
    title = next(control for control, _ in draft.facts._controls.values())
    parts = [draft.buttons["close"], draft.tray.search, draft.table.middle, title]
    places = [found.index(part) for part in parts]
    assert places == sorted(places)


def test_the_first_check_waits_until_the_window_is_there(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads, main = list[int](), get_ident()
    problems = DraftCheck.problems

    def seen(check: DraftCheck, *of: Any) -> list[Problem]:
        threads.append(get_ident())
        return problems(check, *of)

    monkeypatch.setattr(DraftCheck, "problems", seen)
    draft = entered(window)
    assert threads == [] and draft.check.text.text() == CHECKING and draft.buttons["play"].isEnabled()
    with qtbot.waitSignal(draft.editor.checked):
        pass
    assert len(threads) == 1 and main not in threads
    assert draft.check.text.text() == check_words(0, 0)


def test_a_playtest_before_the_first_check_has_come_waits_for_one(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = entered(window)
    fault = Problem(draft.editor.name, 1, "", "It is wrong.")
    monkeypatch.setattr(draft.editor._check, "problems", lambda *_: [fault])
    draft.buttons["play"].click()
    assert window.workshop.tried_in is None and not draft.buttons["play"].isEnabled()
