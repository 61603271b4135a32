"""What the workshop does before it is on the screen, and what it leaves for afterward."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QWidget

from app.panels.widgets import KeyButton
from app.systems.company_scale.board.ground.ground import Ground
from app.systems.company_scale.workshop.table import CompanyScaleDraft
from app.window.main_window import MainWindow
from app.workshop.window import WorkshopWindow


@pytest.fixture(autouse=True)
def _bare_ground(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the ground unpainted, which takes seconds and is not what these tests are about."""
    monkeypatch.setattr(Ground, "_draw_terrain", lambda *_: None)
    monkeypatch.setattr(Ground, "_draw_marks_on_screen", lambda *_: None)
    monkeypatch.setattr(Ground, "_draw_marks_aside", lambda *_: None)
    monkeypatch.setattr(Ground, "lay_out_some", lambda *_: False)
    monkeypatch.setattr(Ground, "yield_to", lambda *_: None)


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
