"""Lessons in the window, whatever they teach: the list, and texts that name only what is there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.dialogs.lessons import LearnDialog
from app.systems.base import presentation_of
from app.text.thoughts import lesson_page, order_name
from app.window.main_window import MainWindow
from rules.lessons.lesson import Lesson, LessonProgress, references
from rules.lessons.reading import lesson_called, list_lessons

LESSONS = [lesson.id for lesson in list_lessons()]


def begun(window: MainWindow, name: str) -> Lesson:
    """Begin a lesson and return it."""
    lesson = lesson_called(name)
    assert lesson is not None and window.lessons.begin(lesson)
    return lesson


@pytest.mark.parametrize("name", LESSONS)
def test_what_a_lesson_names_is_there(window: MainWindow, name: str) -> None:
    lesson = begun(window, name)
    sections = {clause.section for clause in window.host.presentation.pages.clauses()}
    texts = [lesson.lead, *(text for step in lesson.steps for text in (step.text, step.missed))]
    named = [reference for text in texts for reference in references(text)]
    assert {one.name for one in named if one.kind == "action"} <= set(window.actions_.by_id)
    cited = {one.name for one in named if one.kind == "rule"} | {step.rule for step in lesson.steps}
    assert cited - {""} <= sections
    points = [point.partition(":") for step in lesson.steps for point in step.points]
    assert {thing for kind, _, thing in points if kind == "dock"} <= set(window.docks.docks)
    for text in texts:
        assert "[" not in lesson_page(text, window.game.words, window.game.names, window.actions_.name)


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_begins_with_its_panel_and_is_kept(window: MainWindow, name: str) -> None:
    lesson = begun(window, name)
    assert window.lessons.panel.isVisible() and window.lessons.panel.title.text() == lesson.title
    assert window.session is not None
    assert window.session.kept["lesson"]["lesson"] == name  # type: ignore[index,call-overload]


def test_keys_in_texts_are_those_of_the_actions(window: MainWindow) -> None:
    begun(window, "first-light")
    assert window.actions_.name("undo") == "Undo (Ctrl+Z)"
    words = presentation_of("company_scale").words
    row = words.verb("fire")
    assert order_name(words, "fire") == f"{row.label} ({row.key})"


def test_learn_lists_the_guided_battle_first_and_ticks_what_is_done(window: MainWindow) -> None:
    window.settings.set("lessons_done", ["first-light"])
    window.actions_["learn"].trigger()
    dialog = next(one for one in window.services.open_pages if isinstance(one, LearnDialog))
    assert dialog.list.item(0).text() == "✓ Your first battle: First Light at Savasse"
    assert dialog.list.currentRow() == (1 if len(LESSONS) > 1 else 0), "the first that is not done is marked"
    dialog.list.setCurrentRow(0)
    QTest.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
    assert window.lessons.progress is not None and window.lessons.progress.lesson.id == "first-light"


def test_the_start_page_has_learn_beside_play(window: MainWindow) -> None:
    QTest.mouseClick(window.start_page.learn, Qt.MouseButton.LeftButton)
    assert [type(one) for one in window.services.open_pages] == [LearnDialog]
    QTest.mouseClick(window.start_page.play, Qt.MouseButton.LeftButton)
    assert window.game.session is not None and not window.services.open_pages, "another game was chosen instead"


def test_a_hidden_lesson_hears_nothing(window: MainWindow) -> None:
    begun(window, "first-light")
    window.lessons.leave()
    window.lessons.did("undo")
    assert window.lessons.progress is None
    window.lessons.resume()
    progress = window.lessons.progress
    assert isinstance(progress, LessonProgress) and not progress.seen.get("undo")


def test_without_a_lesson_the_panel_offers_the_list(window: MainWindow) -> None:
    begun(window, "first-light")
    window.lessons.leave()
    panel = window.lessons.panel
    assert panel.step.text() == "No lesson running." and panel.next.isHidden()


def test_a_game_that_keeps_an_unknown_lesson_is_played_without_one(window: MainWindow) -> None:
    begun(window, "first-light")
    assert window.session is not None
    window.session.keep("lesson", {"lesson": "gone", "ended": {}, "seen": {}})
    window.put(window.session)
    assert window.lessons.progress is None and window.docks.docks["lesson"].isHidden()
