"""A stranger who makes a scenario with the mouse: presses only what can be seen, and types only where text is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import Any

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QListWidget,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QStyle,
    QStyleOptionSpinBox,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from app.dialogs.balance import BalanceDialog
from app.window.main_window import MainWindow
from app.workshop.window import WorkshopWindow
from tests.app.film.carrying import carrying
from tests.app.helpers import mouse
from tests.app.helpers.widgets import top_level_widgets

LONG = 120
"""Seconds in which something has come, on the slowest machine."""
RIGHT = Qt.MouseButton.RightButton


class NotThere(AssertionError):
    """A player looks for something on the screen and does not find it."""


def wait(until: Callable[[], object], what: str = "what was waited for") -> None:
    """Let the windows work until something is so."""
    end = monotonic() + LONG
    while not until():
        if monotonic() > end:
            raise NotThere(f"{what} did not come")
        QTest.qWait(10)


def words_of(button: QAbstractButton) -> str:
    """Return what a player reads on a button."""
    return button.text().replace("&&", "\0").replace("&", "").replace("\0", "&")


Camera = Callable[[str, QWidget, QPoint], object]
"""Pictures a window with what lies over it, under a name; the pointer is at a point of it."""


def nothing(name: str, window: QWidget, pointer: QPoint) -> None:
    """Picture nothing."""


class Player:
    """The gestures, on whichever window lies open; windows are as large as the screen (`size`)."""

    def __init__(self, window: MainWindow, camera: Camera, size: tuple[int, int]) -> None:
        self.window, self.camera, self.size = window, camera, size
        self._raised: list[BaseException] = []
        self.gestures = 0
        self.pointer = QPoint()
        """Where the pointer is on the screen."""

    def take(self, name: str, window: QWidget | None = None) -> None:
        """Picture the window of the draft, or another, with the pointer where it is."""
        window = window if window is not None else self.draft if self.window.workshop.windows else self.window
        self.camera(name, window, window.mapFromGlobal(self.pointer))

    # --- what lies open ------------------------------------------------------------------------------------------

    @property
    def draft(self) -> WorkshopWindow:
        """The window of the draft."""
        return self.window.workshop.windows[-1]

    @property
    def dialog(self) -> QDialog:
        """The dialog that lies on top."""
        shown = [each for each in top_level_widgets() if isinstance(each, QDialog) and each.isVisible()]
        if not shown:
            raise NotThere("no dialog is open")
        active = QApplication.activeModalWidget()
        return active if isinstance(active, QDialog) else shown[-1]

    def button(self, words: str, inside: QWidget | None = None) -> QAbstractButton:
        """Return the button that can be seen and says this."""
        inside = inside if inside is not None else self.draft
        shown = [each for each in inside.findChildren(QAbstractButton) if each.isVisible()]
        found = [each for each in shown if words_of(each) == words]
        found = found or [each for each in shown if (words_of(each) or each.accessibleName()).startswith(words)]
        if not found:
            seen = [words_of(each) or each.accessibleName() for each in shown]
            raise NotThere(f'no button says "{words}" among {seen}')
        return found[0]

    # --- gestures ------------------------------------------------------------------------------------------------

    def _at(self, widget: QWidget, at: QPoint | None = None) -> None:
        self.gestures += 1
        self.pointer = widget.mapToGlobal(at if at is not None else widget.rect().center())

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        """Click on a widget."""
        self._at(widget, at)
        mouse.click(widget, at)

    def drag(self, widget: QWidget, start: QPoint, to: QPoint) -> None:
        """Drag from one point of a widget to another."""
        self._at(widget, to)
        mouse.drag(widget, start, to)

    def press(self, words: str, inside: QWidget | None = None) -> None:
        """Click on the button that says this."""
        self.click(self.button(words, inside))

    def type(self, widget: QWidget, text: str) -> None:
        """Click into a field, and write there in place of what it says."""
        field = widget.lineEdit() if isinstance(widget, QSpinBox) else widget
        self.click(field)
        if isinstance(widget, QLineEdit | QPlainTextEdit):
            widget.selectAll()
        QTest.keyClicks(widget, text)

    def tab(self, tabs: QTabWidget, words: str) -> None:
        """Click on a tab."""
        bar = tabs.tabBar()
        place = next((n for n in range(bar.count()) if bar.tabText(n).startswith(words)), -1)
        if place < 0:
            raise NotThere(f'no tab says "{words}"')
        self.click(bar, bar.tabRect(place).center())

    def choose(self, box: QComboBox, words: str) -> None:
        """Open a box and click on a line of its list."""
        self.click(box)
        view = box.view()
        wait(view.isVisible, f"the list of {box.accessibleName() or words}")
        index = box.model().index(box.findText(words), box.modelColumn())
        if not index.isValid():
            raise NotThere(f'"{words}" is not in the list')
        view.scrollTo(index)
        port, top = view.viewport(), view.window()  # while it has a name here Python knows what lies in it
        self.click(port, view.visualRect(index).center())
        del top
        wait(lambda: box.currentText() == words, words)

    def write(self, widget: QWidget, text: str) -> None:
        """Write something else into a field that can be seen, and go on by Tab."""
        self.type(widget, text)
        QTest.keyClick(widget, Qt.Key.Key_Tab)

    def count_to(self, spin: QSpinBox, number: int) -> None:
        """Click on the arrows beside a number until it is another."""
        for area in mouse._areas(spin):
            area.ensureWidgetVisible(spin)
        option = QStyleOptionSpinBox()
        spin.initStyleOption(option)
        while spin.value() != number:
            up = spin.value() < number
            part = QStyle.SubControl.SC_SpinBoxUp if up else QStyle.SubControl.SC_SpinBoxDown
            arrow = spin.style().subControlRect(QStyle.ComplexControl.CC_SpinBox, option, part, spin)
            before = spin.value()
            self._at(spin, arrow.center())
            mouse.press(spin, arrow.center())
            mouse.release(spin, arrow.center())
            if spin.value() == before:
                raise NotThere(f"the arrow leaves it at {before}")

    def row(self, tree: QTreeWidget, words: str, group: str = "") -> QTreeWidgetItem:
        """Return the row of a tree that says this, in any group or this one, in sight."""
        rows = (row for row in _rows(tree) if row.text(0) == words and not row.isHidden())
        row = next((row for row in rows if not group or (row.parent() and row.parent().text(0) == group)), None)
        if row is None:
            raise NotThere(f'no row says "{words}"')
        tree.scrollToItem(row, QAbstractItemView.ScrollHint.EnsureVisible)
        QTest.qWait(0)
        return row

    def click_row(self, rows: QListWidget, number: int) -> None:
        """Click on a row of a list."""
        self._at(rows.viewport(), rows.visualItemRect(rows.item(number)).center())
        mouse.row(rows, number)

    def open_row(self, rows: QListWidget, number: int) -> None:
        """Click twice on a row of a list."""
        self.click_row(rows, number)
        mouse.double_row(rows, number)

    # --- menus -----------------------------------------------------------------------------------------------------

    def entry(self, *words: str, take: str = "") -> None:
        """Click through the menu that is open; the pictures are taken before the last click."""
        for place, each in enumerate(words):
            menu = self._open_menu(each)
            action = next(one for one in menu.actions() if one.text().replace("&", "").partition("\t")[0] == each)
            at = menu.actionGeometry(action).center()
            self._at(menu, at)
            if place < len(words) - 1:
                mouse.click(menu, at)  # the next word is in the menu that opens
            else:
                mouse.move(menu, at)
                if take:
                    self.take(take)
                mouse.click(menu, at)

    def _open_menu(self, words: str) -> QMenu:
        def found() -> QMenu | None:
            menus = (each for each in top_level_widgets() if isinstance(each, QMenu) and each.isVisible())
            said = lambda menu: [one.text().replace("&", "").partition("\t")[0] for one in menu.actions()]  # noqa: E731
            return next((menu for menu in menus if words in said(menu)), None)

        wait(found, f'a menu with "{words}"')
        menu = found()
        assert menu is not None
        return menu

    def from_bar(self, window: Any, menu: str, *words: str, take: str = "") -> None:
        """Open a menu of the menu bar and click on an entry."""
        bar = window.menuBar()
        action = next(each for each in bar.actions() if each.text().replace("&", "") == menu)
        self.click(bar, bar.actionGeometry(action).center())
        self.entry(*words, take=take)

    # --- what waits for an answer ------------------------------------------------------------------------------------

    def answering(self, ask: Callable[[], object], answer: Callable[[QDialog], object]) -> None:
        """Do what opens a dialog that waits, and answer it meanwhile."""
        before = QApplication.activeModalWidget()
        done: list[bool] = []

        def look() -> None:
            now = QApplication.activeModalWidget()
            if isinstance(now, QDialog) and now is not before and now.isVisible():
                done.append(True)
                try:
                    QTest.qWait(30)
                    answer(now)
                except BaseException as error:
                    self._raised.append(error)
                    now.reject()
            elif not done:
                QTimer.singleShot(10, look)

        QTimer.singleShot(10, look)
        ask()
        done.append(True)
        if self._raised:
            raise self._raised.pop()
        if len(done) < 2:
            raise NotThere("nothing was asked")

    def answer(self, ask: Callable[[], object], words: str, take: str = "") -> None:
        """Do what asks a question, and press the button with the answer."""

        def press(dialog: QDialog) -> None:
            if take:
                self.take(take)
            buttons = [each for each in dialog.findChildren(QPushButton) if words_of(each) == words]
            if not buttons:
                raise NotThere(f'"{words}" is no answer to "{dialog.windowTitle()}"')
            self.click(buttons[0])

        self.answering(ask, press)

    def facts(self) -> dict[str, Any]:
        """Return the controls of the facts, by what stands beside them."""
        return {control.accessibleName(): control for control, _ in self.draft.facts._controls.values()}

    # --- the board of a draft --------------------------------------------------------------------------------------

    @property
    def board(self) -> Any:
        """The board of the draft."""
        table: Any = self.draft.table
        return table.board

    def spot(self, at: str) -> QPoint:
        """Return where a hex or hexside ("18.43/18.44") is in the view."""
        points = [self.board.center(each) for each in at.split("/")]
        middle = points[0] if len(points) == 1 else (points[0] + points[1]) / 2
        spot: QPoint = self.board.view.mapFromScene(middle)
        return spot

    def hexes(self, *places: str) -> None:
        """Click on hexes or hexsides, one after the other."""
        for at in places:
            self.click(self.board.view.viewport(), self.spot(at))

    def draw(self, *places: str, take: str = "") -> None:
        """Drag over hexes or hexsides with the button held."""
        port = self.board.view.viewport()
        self._at(port, self.spot(places[-1]))
        points = [self.spot(at) for at in places]
        mouse.move(port, points[0])
        mouse.press(port, points[0])
        for a, b in pairwise(points):
            for part in (0.5, 1.0):
                mouse.move(port, a + (b - a) * part)
        if take:
            self.take(take)
        mouse.release(port, points[-1])

    def play_games(self) -> float:
        """Let the balance dialog play its games to the end; return the share that the first side has won."""
        dialog = self.dialog
        assert isinstance(dialog, BalanceDialog)
        wait(dialog.go.isEnabled, "the scenario as it is now")
        self.click(dialog.go)
        wait(lambda: words_of(dialog.go).endswith("more games"), "the last of the games")
        return dialog._balance.share(dialog._seats[0]).mean

    def problem(self, words: str, button: str) -> None:
        """Click on a button of the problem in whose sentence these words are."""
        wait(lambda: any(words in row.words.text() for row in self.draft.check.rows), f'a problem with "{words}"')
        row = next(row for row in self.draft.check.rows if words in row.words.text())
        found = [each for each in row.findChildren(QAbstractButton) if words_of(each).startswith(button)]
        if not found:
            raise NotThere(f'no button says "{button}"')
        self.click(found[0])

    def menu_at(self, at: str, *words: str, take: str = "") -> None:
        """Open the menu of a hex and click on an entry."""
        port = self.board.view.viewport()
        self._at(port, self.spot(at))
        if not mouse.lies_open(port, self.spot(at)):
            raise mouse.Covered(f"{at} cannot be seen")
        QTest.mouseClick(port, RIGHT, mouse.PLAIN, self.spot(at))
        self.entry(*words, take=take)

    def mark(self, piece: str, group: str = "") -> None:
        """Click on a piece of the tray, by the name it has there."""
        tree = self.draft.tray.tree
        self.click(tree.viewport(), tree.visualItemRect(self.row(tree, piece, group)).center())

    def bring(self, piece: str, at: str, group: str = "", take: str = "") -> None:
        """Drag a piece from the tray on to a hex, by the name it has there."""
        tree, port = self.draft.tray.tree, self.board.view.viewport()
        row = self.row(tree, piece, group)
        start, end = tree.visualItemRect(row).center(), self.spot(at)
        start.setX(min(start.x(), 90))
        if not mouse.lies_open(port, end):
            raise mouse.Covered(f"{at} cannot be seen")
        self._at(port, end)
        way = [end - QPoint(40, 20), end - QPoint(10, 5), end]
        view = tree.viewport()
        mouse.move(view, start)
        mouse.press(view, start)
        with carrying(port, way, partial(self.take, take) if take else lambda: None):
            for step in (4, 9, 16):  # the last of them begins the drag, which goes on until the button is let go
                mouse.move(view, start + QPoint(step, 0))
        mouse.release(view, start)

    def click_card(self, title: str) -> None:
        """Click on the card of a scenario on the start page."""
        cards = self.window.start_page.list
        found = (row for row in range(cards.count()) if (each := cards.at(row)) is not None and each.title == title)
        self.click_row(cards, next(found))

    def drop_file(self, path: Path, window: QWidget) -> None:
        """Drop a file on a window, as the desktop does."""
        data, point = QMimeData(), QPointF(window.rect().center())
        data.setUrls([QUrl.fromLocalFile(str(path))])
        self._at(window, point.toPoint())
        carried = Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, mouse.PLAIN
        QApplication.sendEvent(window, QDragEnterEvent(point.toPoint(), *carried))
        QApplication.sendEvent(window, QDropEvent(point, *carried))


def _rows(tree: QTreeWidget) -> Iterator[QTreeWidgetItem]:
    left = [tree.invisibleRootItem()]
    while left:
        row = left.pop()
        below = [row.child(number) for number in range(row.childCount())]
        yield from below
        left += below
