"""A lesson in the workshop: played with the mouse or the keyboard, worded, checked, saved, learned by somebody else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.board.hexes import center
from app.dialogs.lessons import LearnDialog
from app.systems.company_scale.board.ground.ground import Ground
from app.window.main_window import MainWindow
from app.workshop.lesson_page import RIGHT, LessonPage
from app.workshop.window import WorkshopWindow
from rules.hexes.grid import hex_id
from rules.lessons.reading import list_lessons
from rules.workshop.module import faults_in
from rules.workshop.module_file import of_folder

LEFT = Qt.MouseButton.LeftButton
NO_KEYS, ALT, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier
LESSON = "lessons/morning-at-savasse-a-lesson.yaml"


@pytest.fixture(autouse=True)
def _bare_ground(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the ground unpainted, and roll the dice of one game."""
    monkeypatch.setattr(Ground, "_draw_terrain", lambda *_: None)
    monkeypatch.setattr(Ground, "_draw_marks_on_screen", lambda *_: None)
    monkeypatch.setattr(Ground, "_draw_marks_aside", lambda *_: None)
    monkeypatch.setattr("app.window.workshop.randbelow", lambda _: 42)


@pytest.fixture
def draft(window: MainWindow) -> WorkshopWindow:
    """Return a draft that was begun with First Light."""
    row = next(row for row in window.scenarios if row.id == "first-light")
    made = window.workshop.make(row, "Morning at Savasse", "Anna", empty=False)
    assert made is not None
    made.resize(1280, 720)
    made.tell = lambda title, words: pytest.fail(f"{title}: {words}")
    made.ask = lambda *_: True
    made.ask_save = lambda: "forget"
    made.tabs.setCurrentIndex(2)
    QTest.qWaitForWindowExposed(made)
    return made


class Player:
    """Somebody who plays a few orders with the mouse."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        QApplication.processEvents()
        window.playmat.board.view.fit()

    def press(self, widget: QWidget | None) -> None:
        QApplication.processEvents()
        assert widget is not None and widget.isVisible() and widget.isEnabled()
        QTest.mouseClick(widget, LEFT)

    def order(self, verb: str) -> None:
        """Press a button of the prompt, twice if it wants a second press."""
        for _ in range(2):
            self.press(self.window.prompt.findChild(QWidget, f"order_{verb}"))
            again = self.window.prompt.findChild(QWidget, f"order_{verb}")
            if again is None or again.property("armed") != "true":
                return

    def buy(self, chit: str) -> None:
        buttons = self.window.orders.pages["purchase"].buttons
        self.press(next(button for command, button in buttons.items() if command.get("chit") == chit))

    def drag(self, *hexes: str) -> None:
        view = self.window.playmat.board.view
        points = [view.mapFromScene(center(hex_id(name))) for name in hexes]
        QTest.mousePress(view.viewport(), LEFT, pos=points[0])
        for point in points[1:]:
            QTest.mouseMove(view.viewport(), point + QPoint(3, 2))
            QTest.mouseMove(view.viewport(), point)
        QTest.mouseRelease(view.viewport(), LEFT, pos=points[-1])

    @property
    def kind(self) -> str:
        decision = self.window.game.decision
        return decision.kind if decision is not None else ""

    def play(self) -> None:
        """Buy, draw, and move a company."""
        self.buy("division:ge_11pz")
        self.buy("formation:pzaa_11")
        self.order("done")
        self.buy("division:tf_butler")
        self.order("done")
        for _ in range(20):
            if self.kind == "detach":
                break
            self.order("pass")
        self.order("done")
        assert self.kind == "activation"
        self.drag("18.46", "18.45")


def click(draft: WorkshopWindow, name: str) -> None:
    button = draft.lessons.buttons[name]
    assert button.isVisible() and button.isEnabled()
    QTest.mouseClick(button, LEFT)


def recorded(window: MainWindow, draft: WorkshopWindow) -> LessonPage:
    """Record a lesson with the mouse and return the page where it is worded."""
    click(draft, "record")
    player = Player(window)
    assert window.recording.is_on and not window.lesson_panel.next.isEnabled()
    player.play()
    player.press(window.lesson_panel.next)
    assert not window.recording.is_on and draft.tabs.currentIndex() == 2
    draft.lessons.vocabulary()
    draft.lessons.refresh()
    return draft.lessons


def data(draft: WorkshopWindow) -> Any:
    return draft.editor.draft.documents[LESSON]


def steps(draft: WorkshopWindow) -> list[dict[str, Any]]:
    return list(data(draft)["steps"])


def write(widget: Any, words: str) -> None:
    widget.setFocus()
    widget.selectAll()
    QTest.keyClicks(widget, words)


def row(page: LessonPage, place: int, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
    page.steps.scrollToItem(page.steps.item(place))
    QTest.mouseClick(page.steps.viewport(), LEFT, keys, page.steps.visualItemRect(page.steps.item(place)).center())


def test_a_lesson_is_played_worded_saved_and_learned_to_the_end(window: MainWindow, draft: WorkshopWindow) -> None:
    page = recorded(window, draft)
    titles = [step["title"] for step in steps(draft)]
    assert titles[0] == "Buy: 11th Panzer Division" and len(titles) == page.steps.count()
    move = steps(draft)[-1]
    assert move["points"][:1] == ["unit:feb61_2"] and "hex:18.45" in move["points"]
    assert data(draft)["seed"] == 42 and page.faults.text() == RIGHT
    write(page.title, "How to move")
    write(page.lead, "One morning.")
    row(page, len(titles) - 1)
    write(page.form.title, "March")
    write(page.form.text, "Drag [unit:feb61_2] to [hex:18.45].")
    row(page, 0)
    write(page.form.rule, "4.0")
    QTest.mouseClick(draft.buttons["save"], LEFT)
    assert (data(draft)["title"], data(draft)["lead"]) == ("How to move", "One morning.")
    assert steps(draft)[0]["rule"] == "4.0" and steps(draft)[0]["title"] == titles[0]
    assert (steps(draft)[-1]["title"], steps(draft)[-1]["text"]) == ("March", "Drag [unit:feb61_2] to [hex:18.45].")
    folder = draft.editor.draft.folder
    assert (folder / LESSON).is_file() and LESSON in of_folder(folder) and faults_in(folder) == []
    draft.close()
    window.actions_["learn"].trigger()
    learn = next(one for one in window.services.open_pages if isinstance(one, LearnDialog))
    learn.list.setCurrentRow(learn.list.count() - 1)
    assert learn.list.currentItem().text() == "How to move" and learn.left_out.isHidden()
    QTest.mouseClick(learn.start, LEFT)
    progress = window.lessons.progress
    assert progress is not None and progress.step is not None and progress.step.rule == "4.0"
    Player(window).play()
    assert progress.is_complete and set(progress.ended.values()) == {"done"}
    assert window.lessons.learned == ["morning-at-savasse/morning-at-savasse-a-lesson"]


def test_undo_in_the_game_takes_its_step_back(window: MainWindow, draft: WorkshopWindow) -> None:
    click(draft, "record")
    player = Player(window)
    player.buy("division:ge_11pz")
    player.buy("formation:pzaa_11")
    assert window.lesson_panel.count.text() == "2 steps"
    window.actions_["undo"].trigger()
    assert window.lesson_panel.count.text() == "1 step" and "11th Panzer" in window.lesson_panel.text.text()
    player.press(window.lesson_panel.leave)
    assert not window.recording.is_on and LESSON not in draft.editor.draft.documents
    assert window.docks.docks["lesson"].isHidden()


def test_steps_are_merged_moved_deleted_added_and_all_is_undone(window: MainWindow, draft: WorkshopWindow) -> None:
    page = recorded(window, draft)
    first, ids = data(draft), [step["id"] for step in steps(draft)]
    row(page, 0)
    row(page, 1, SHIFT)
    click(draft, "merge")
    assert len(steps(draft)) == len(ids) - 1 and len(steps(draft)[0]["waits"]["all"]) == 2
    row(page, 1)
    click(draft, "up")
    assert [step["id"] for step in steps(draft)][:2] == [ids[2], ids[0]] and page.steps.currentRow() == 0
    click(draft, "down")
    click(draft, "words")
    write(page.form.title, "Look round")
    page.commit()
    assert steps(draft)[1]["title"] == "Look round" and "waits" not in steps(draft)[1]
    row(page, 2)
    click(draft, "delete")
    row(page, 0)
    QTest.mouseClick(page.form.freely, LEFT, pos=QPoint(8, page.form.freely.height() // 2))
    assert steps(draft)[0]["freely"] is True
    QTest.mouseClick(page.form.freely, LEFT, pos=QPoint(8, page.form.freely.height() // 2))
    assert "freely" not in steps(draft)[0]
    while data(draft) != first:
        QTest.mouseClick(draft.buttons["undo"], LEFT)
    QTest.mouseClick(draft.buttons["undo"], LEFT)
    assert LESSON not in draft.editor.draft.documents and page.none.isVisible() and draft.editor.is_saved
    QTest.mouseClick(draft.buttons["redo"], LEFT)
    assert data(draft) == first and page.steps.count() == len(ids)
    click(draft, "remove")
    assert LESSON not in draft.editor.draft.documents


def test_what_is_typed_stays_with_the_step_it_was_typed_for(window: MainWindow, draft: WorkshopWindow) -> None:
    page = recorded(window, draft)
    row(page, 1)
    write(page.form.text, "Only this one.")
    row(page, 3)
    write(page.form.title, "The fourth")
    row(page, 0)
    click(draft, "down")
    texts = [step["text"] for step in steps(draft)]
    assert texts.count("Only this one.") == 1 and steps(draft)[0]["text"] == "Only this one."
    assert [step["title"] for step in steps(draft)].index("The fourth") == 3
    write(page.form.text, " ")
    page.commit()
    assert steps(draft)[1]["text"] == texts[1] and "needs a title and text" in draft.status.text()


def test_a_lesson_is_tried_as_it_is_and_is_not_learned_by_that(window: MainWindow, draft: WorkshopWindow) -> None:
    recorded(window, draft)
    click(draft, "try")
    progress = window.lessons.progress
    assert progress is not None and window.workshop.tried_in is draft and not window.recording.may_begin
    Player(window).play()
    assert progress.is_complete and window.lessons.learned == []
    QTest.mouseClick(window.lesson_panel.leave, LEFT)
    assert window.lessons.progress is None and not window.actions_["lesson_resume"].isEnabled()


def test_all_of_it_can_be_done_by_keys(window: MainWindow, draft: WorkshopWindow) -> None:
    page = draft.lessons
    page.buttons["record"].setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(page.buttons["record"], Qt.Key.Key_Return)
    assert window.recording.is_on and window.actions_["keep_lesson"].isEnabled()
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    for _ in range(4):
        QTest.keyClick(window.playmat.board.view, Qt.Key.Key_D)
    window.actions_["keep_lesson"].trigger()
    assert len(steps(draft)) >= 2 and not window.actions_["keep_lesson"].isEnabled()
    ids = [step["id"] for step in steps(draft)]
    page.steps.setFocus()
    page.steps.setCurrentRow(0)
    QTest.keyClick(page.steps, Qt.Key.Key_Down, ALT)
    assert [step["id"] for step in steps(draft)][:2] == [ids[1], ids[0]] and page.steps.currentRow() == 1
    QTest.keyClick(page.steps, Qt.Key.Key_Delete)
    assert [step["id"] for step in steps(draft)] == [ids[1], *ids[2:]]
    for _ in ids[2:]:
        QTest.keyClick(page.steps, Qt.Key.Key_Delete)
    QTest.keyClick(page.steps, Qt.Key.Key_Delete)
    assert len(steps(draft)) == 1 and "A lesson needs at least one step" in draft.status.text()


def test_any_playtest_can_become_a_lesson_and_no_other_game(window: MainWindow, draft: WorkshopWindow) -> None:
    QTest.mouseClick(draft.buttons["play"], LEFT)
    player = Player(window)
    player.buy("division:ge_11pz")
    assert window.actions_["record_lesson"].isEnabled()
    window.actions_["record_lesson"].trigger()
    assert [step["title"] for step in window.recording.steps] == ["Buy: 11th Panzer Division"]
    from app.play.scenarios import choice_of

    assert window.new_game(choice_of("the-feint", seed=7))
    assert not window.recording.is_on and not window.actions_["record_lesson"].isEnabled()
    assert window.lesson_panel.step.text() == "No lesson running."


# --- What is wrong is told in a sentence ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda told: {**told, "steps": [{**told["steps"][0], "points": ["unit:nobody"]}]},
            "Step 1: There is no unit called",
        ),
        (lambda told: {**told, "steps": []}, "steps"),
        (lambda told: {**told, "steps": "none"}, "steps"),
        (lambda told: {**told, "id": "another"}, "The id must be the name of the file"),
        (lambda told: {**told, "steps": [{**told["steps"][0], "waits": {"order": {"verb": "fly"}}}]}, "Step 1: "),
    ],
)
def test_a_broken_lesson_is_told_of_and_not_tried(
    window: MainWindow, draft: WorkshopWindow, change: Callable[[Any], Any], words: str
) -> None:
    page = recorded(window, draft)
    draft.editor.change_documents({LESSON: change(data(draft))}, "break it")
    page.vocabulary()
    page.refresh()
    assert words in page.faults.text()
    tried = window.session
    click(draft, "try")
    assert window.session is tried and page.problems[0].message in draft.status.text()
    draft.editor.undo()
    page.refresh()
    assert page.faults.text() == RIGHT


def test_a_lesson_that_cannot_be_read_is_named_under_learn(window: MainWindow, draft: WorkshopWindow) -> None:
    recorded(window, draft)
    assert draft.save()
    folder = draft.editor.draft.folder
    draft.close()
    (folder / LESSON).write_text("format: chitpull-lesson/1\nid: {\n", encoding="utf-8")
    assert all("a lesson" not in lesson.title for lesson in list_lessons())
    window.lessons.learn()
    learn = next(one for one in window.services.open_pages if isinstance(one, LearnDialog))
    assert learn.left_out.text().startswith("Not listed: Morning at Savasse: ")
    assert Path(LESSON).name in learn.left_out.text() and learn.left_out.isVisible()
    assert any(Path(LESSON).name in fault for fault in faults_in(folder))
