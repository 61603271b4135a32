"""A lesson that is recorded while its draft is closed or another game comes: no step is lost unasked."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.play.scenarios import choice_of
from app.systems.company_scale.board.ground.ground import Ground
from app.window.main_window import MainWindow
from app.window.recording import ANOTHER, CLOSED
from app.workshop.lesson_page import RIGHT
from app.workshop.window import WorkshopWindow
from rules.engine.command import Command, cmd

BUY = cmd("buy_chit", chit="division:ge_11pz")
TITLE = "Buy: 11th Panzer Division"
LESSON = "lessons/morning-at-savasse-a-lesson.yaml"


@pytest.fixture(autouse=True)
def _bare_ground(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the ground unpainted, and roll the dice of one game."""
    for part in ("_draw_terrain", "_draw_marks_on_screen", "_draw_marks_aside"):
        monkeypatch.setattr(Ground, part, lambda *_: None)
    monkeypatch.setattr("app.window.workshop.randbelow", lambda _: 42)


class Asked:
    """Answers what becomes of recorded steps, and counts how often it is asked."""

    def __init__(self, answer: str) -> None:
        self.answer, self.times, self.steps = answer, 0, ""

    def __call__(self, _: QWidget, steps: str) -> str:
        self.times, self.steps = self.times + 1, steps
        return self.answer


def made(window: MainWindow, scenario: str, title: str) -> WorkshopWindow:
    row = next(row for row in window.scenarios if row.id == scenario)
    draft = window.workshop.make(row, title, "Anna", empty=False)
    assert draft is not None
    draft.tell = lambda title, words: pytest.fail(f"{title}: {words}")
    draft.ask = lambda *_: True
    draft.ask_save = lambda: "forget"
    draft.tabs.setCurrentIndex(2)
    QTest.qWaitForWindowExposed(draft)
    return draft


@pytest.fixture
def draft(window: MainWindow) -> WorkshopWindow:
    """Return a draft of which a lesson is recorded, one order long."""
    draft = made(window, "first-light", "Morning at Savasse")
    press(draft, "record")
    assert window.game.submit(BUY) and titles(window) == [TITLE]
    return draft


def press(draft: WorkshopWindow, name: str) -> None:
    button = draft.lessons.buttons.get(name) or draft.buttons[name]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def answers(window: MainWindow, answer: str) -> Asked:
    asked = window.recording.ask_end = Asked(answer)
    return asked


def titles(window: MainWindow) -> list[object]:
    return [step["title"] for step in window.recording.steps]


def test_buttons_of_a_recording_say_to_screen_readers_what_they_say(window: MainWindow, draft: WorkshopWindow) -> None:
    panel = window.lesson_panel
    assert [each.accessibleName() for each in (panel.next, panel.leave)] == ["Keep", "Discard"]


def is_recorded(window: MainWindow) -> bool:
    """Tell whether the panel shows a recording, which must be so exactly if there is one."""
    shown = window.lesson_panel.title.text() == "Recording a lesson"
    assert shown is window.recording.is_on is not window.docks.docks["lesson"].isHidden()
    return shown


def test_closing_the_draft_asks_and_stays_open_if_the_answer_is_cancel(
    window: MainWindow, draft: WorkshopWindow
) -> None:
    asked = answers(window, "")
    assert not draft.close() and draft.isVisible() and is_recorded(window)
    assert (asked.times, asked.steps) == (1, "1 step") and titles(window) == [TITLE]


def test_steps_are_kept_while_the_draft_is_closed(window: MainWindow, draft: WorkshopWindow) -> None:
    answers(window, "keep")
    draft.ask_save = lambda: "save" if LESSON in draft.editor.draft.documents else ""
    folder = draft.editor.draft.folder
    assert draft.close() and (folder / LESSON).is_file()
    assert not is_recorded(window) and not window.actions_["keep_lesson"].isEnabled()


def test_steps_are_discarded_with_the_draft_and_the_game_goes_on(window: MainWindow, draft: WorkshopWindow) -> None:
    answers(window, "discard")
    assert draft.close() and not is_recorded(window) and window.game.session is not None
    assert window.lesson_panel.step.text() == "No lesson running."


def test_nothing_is_asked_where_nothing_has_been_played(window: MainWindow, draft: WorkshopWindow) -> None:
    asked = answers(window, "")
    window.actions_["undo"].trigger()
    assert draft.close() and asked.times == 0 and not is_recorded(window)


def test_a_draft_that_went_away_ends_its_recording_and_says_so(window: MainWindow, draft: WorkshopWindow) -> None:
    draft.may_close = lambda: True
    assert draft.close() and not is_recorded(window)
    assert CLOSED in window.notice.text()


def test_a_draft_that_is_not_recorded_closes_without_the_question(window: MainWindow, draft: WorkshopWindow) -> None:
    asked = answers(window, "")
    other = made(window, "bonlieu", "Morning at Bonlieu")
    assert other.close() and asked.times == 0 and is_recorded(window)


@pytest.mark.parametrize("button", ["play", "record"])
def test_another_playtest_asks_once_before_steps_are_lost(
    window: MainWindow, draft: WorkshopWindow, button: str
) -> None:
    asked, before = answers(window, ""), window.game.session
    press(draft, button)
    assert window.game.session is before and is_recorded(window) and asked.times == 1
    asked = answers(window, "discard")
    press(draft, button)
    assert window.game.session is not before and asked.times == 1
    assert is_recorded(window) is (button == "record") and titles(window) == []


def test_steps_are_kept_before_another_playtest(window: MainWindow, draft: WorkshopWindow) -> None:
    answers(window, "keep")
    press(draft, "record")
    assert LESSON in draft.editor.draft.documents and is_recorded(window) and titles(window) == []


def test_a_playtest_of_another_draft_is_not_recorded(window: MainWindow, draft: WorkshopWindow) -> None:
    other = made(window, "bonlieu", "Morning at Bonlieu")
    asked = answers(window, "discard")
    press(other, "play")
    assert asked.times == 1 and window.workshop.tried_in is other and not is_recorded(window)
    assert window.recording.may_begin


def test_a_new_game_asks_before_steps_are_lost(window: MainWindow, draft: WorkshopWindow) -> None:
    asked, before = answers(window, ""), window.game.session
    assert not window.new_game(choice_of("the-feint", seed=7))
    assert window.game.session is before and is_recorded(window) and asked.times == 1


def test_a_game_that_comes_unasked_ends_the_recording_and_says_so(window: MainWindow, draft: WorkshopWindow) -> None:
    session = window.files.start(choice_of("the-feint", seed=7))
    window.put(session)
    assert not is_recorded(window) and ANOTHER in window.notice.text()


def test_units_that_fell_stay_marked(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    press(made(window, "bonlieu", "Morning at Bonlieu"), "record")
    window.hands.open()
    orders: list[Command] = []
    while not orders:
        decision = window.game.decision
        assert decision is not None
        orders = [option for option in decision.options if option.verb == "order"]
        assert window.game.submit(orders[0] if orders else next(iter(decision.options)))
    with monkeypatch.context() as patch:
        patch.setattr(type(window.game), "view", {"units": {}})
        steps = window.recording.steps
    assert steps[-1]["points"] == [f"unit:{orders[0].get('unit')}"]


@pytest.mark.parametrize(
    ("scenario", "words"), [("bonlieu", "[hex:A1]"), ("anvil-historical", "[hex:01]"), ("first-light", "[hex:10.34]")]
)
def test_the_page_shows_how_places_of_its_game_are_named(window: MainWindow, scenario: str, words: str) -> None:
    page = made(window, scenario, "One morning").lessons
    page.add([{"id": "read", "title": "Read", "text": f"See {words}.", "points": [words[1:-1]]}], None)
    page.vocabulary()
    page.refresh()
    assert words in page.form.links.text() and "…" not in page.form.links.text() and page.faults.text() == RIGHT
