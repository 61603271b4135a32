"""The help window: labelled drawings first, then how to play; its rule numbers open the reference."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app import bindings
from app.diagram import Callout, Diagram, lay_out
from app.dialogs.help import DiagramView, HelpDialog, keys_page
from app.play.players import NewGame
from app.systems.base import presentation_of
from app.window.main_window import MainWindow
from rules.systems import SHIPPED

SIZES = ((760, 460), (1160, 560), (1500, 860))


def square(callouts: list[Callout]) -> Diagram:
    """Return a drawing of a square with labels."""
    return Diagram("A square", "A lead.", QSizeF(100, 100), lambda painter: painter.drawRect(0, 0, 100, 100), callouts)


def shown_help(window: MainWindow) -> HelpDialog:
    """Return the open help window."""
    dialog = next(dialog for dialog in window.services.open_pages if isinstance(dialog, HelpDialog))
    assert QTest.qWaitForWindowExposed(dialog)
    return dialog


BATTLES = (
    NewGame("company_scale", "first-light", 7),
    NewGame("command_cards", "savasse-ridge", 7),
    NewGame("striking_anvil", "anvil-historical", 7),
)


def test_f1_begins_with_how_to_read_a_counter_and_the_map(window: MainWindow) -> None:
    QTest.keyClick(window, Qt.Key.Key_F1)
    tabs = shown_help(window).tabs
    titles = [tabs.tabText(number) for number in range(tabs.count())]
    assert titles == ["How to read a counter", "How to read the map", "How to play", "Against the computer"]
    assert tabs.currentIndex() == 0
    QTest.keyClick(tabs.tabBar(), Qt.Key.Key_Right)
    assert tabs.currentWidget().findChild(DiagramView).accessibleName() == "How to read the map"


@pytest.mark.parametrize("choice", BATTLES, ids=lambda choice: choice.system)
def test_help_tells_of_what_every_window_has_with_the_keys_as_they_are(window: MainWindow, choice: NewGame) -> None:
    bindings.use({"look_back": ["Ctrl+F7"]})
    try:
        assert window.new_game(choice)
        window.dialogs.how_to_play()
        told = window.services.open_pages[-1].text.toPlainText()
    finally:
        bindings.use({})
    assert "Ctrl+F7 shows the whole game" in told and "(Ctrl+Shift+H)" in told and "{" not in told and "<p>" not in told


def test_a_rule_number_of_a_label_opens_the_reference_there(window: MainWindow, qtbot: QtBot) -> None:
    QTest.keyClick(window, Qt.Key.Key_F1)
    view = shown_help(window).tabs.currentWidget().findChild(DiagramView)
    assert isinstance(view, DiagramView)

    def rule_number() -> QRectF:
        return next(label.rule for label in view.laid.labels if label.callout.title == "Second fire")

    def points_at_it() -> bool:  # anew each time: a window that has just opened may still be laid out
        for point in (rule_number().topLeft(), rule_number().center()):
            QTest.mouseMove(view.window().windowHandle(), view.mapTo(view.window(), point.toPoint()))
        return view.cursor().shape() is Qt.CursorShape.PointingHandCursor

    qtbot.waitUntil(points_at_it)
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=rule_number().center().toPoint())
    assert window.dialogs.reference is not None and window.dialogs.reference.search.text() == "21.1"


def test_a_click_beside_a_rule_number_opens_nothing(window: MainWindow) -> None:
    QTest.keyClick(window, Qt.Key.Key_F1)
    view = shown_help(window).tabs.currentWidget().findChild(DiagramView)
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(view.width() // 2, 5))
    assert window.dialogs.reference is None


@pytest.mark.parametrize("name", SHIPPED)
def test_every_rule_a_drawing_names_is_in_the_reference(name: str, qapp: QApplication) -> None:
    pages = presentation_of(name).pages
    sections = {number for clause in pages.clauses() for number in (clause.section, clause.id)}
    for drawing in pages.drawings():
        assert {callout.rule for callout in drawing.callouts} - {""} <= sections, drawing.title


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("size", SIZES)
def test_labels_keep_apart_and_name_a_point_of_the_subject(
    name: str, size: tuple[int, int], qapp: QApplication
) -> None:
    for drawing in presentation_of(name).pages.drawings():
        room = QRectF(0, 0, *size)
        laid = lay_out(drawing, room, qapp.font())
        assert len(laid.labels) == len(drawing.callouts)
        assert not any(a.box.intersects(b.box) for a, b in combinations(laid.labels, 2)), drawing.title
        assert not any(label.box.intersects(laid.subject) for label in laid.labels), drawing.title
        assert all(laid.subject.adjusted(-1, -1, 1, 1).contains(label.target) for label in laid.labels), drawing.title
        assert room.contains(laid.subject) and all(room.contains(label.box) for label in laid.labels), drawing.title


def test_labels_that_would_overlap_move_apart_by_as_much_up_as_down(qapp: QApplication) -> None:
    at = QPointF(50, 50)
    laid = lay_out(square([Callout(at, title, "A word.") for title in "abc"]), QRectF(0, 0, 900, 500), QFont())
    first, middle, last = (label.box.center().y() for label in laid.labels)
    assert first < middle < last and middle - first == pytest.approx(last - middle)
    assert middle == pytest.approx(laid.labels[1].target.y(), abs=laid.labels[1].box.height() / 2)


def test_more_words_than_room_are_written_smaller_and_stay_in_order(qapp: QApplication) -> None:
    many = [Callout(QPointF(50, 50), f"Label {n}", "Some words that need a line or two.") for n in range(12)]
    laid = lay_out(square(many), QRectF(0, 0, 900, 460), QFont())
    assert laid.size < 1
    assert all(a.box.bottom() <= b.box.top() for a, b in pairwise(laid.labels))
    assert laid.labels[-1].box.bottom() <= 460


def test_a_drawing_reads_as_text_for_who_cannot_see_it(qapp: QApplication) -> None:
    view = DiagramView(square([Callout(QPointF(), "A corner", "The upper left one.", "3.1")]))
    assert "A corner: The upper left one. (3.1)" in view.accessibleDescription()


@pytest.mark.parametrize("name", SHIPPED)
def test_every_drawing_paints(name: str, qapp: QApplication) -> None:
    for drawing in presentation_of(name).pages.drawings():
        view = DiagramView(drawing)
        view.resize(1160, 560)
        image = view.grab().toImage()
        box = view.laid.subject.toRect()
        colours = {
            image.pixel(x, y) for x in range(box.left(), box.right(), 7) for y in range(box.top(), box.bottom(), 7)
        }
        assert len(colours) > 40, drawing.title


@pytest.mark.parametrize(
    ("name", "said", "unsaid"),
    [
        ("company_scale", "Move the hex cursor", "area"),
        ("command_cards", "Choose a card from your hand", "Slantwise"),
        ("striking_anvil", "Move the area cursor", "hex cursor"),
    ],
)
def test_the_page_of_keys_tells_of_the_board_on_the_table(name: str, said: str, unsaid: str) -> None:
    page = keys_page((), presentation_of(name).pages.keys())
    assert said in page and unsaid not in page and "Space and drag" in page
