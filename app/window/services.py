"""What the window does for its parts and for a system's table: messages, notices, questions, pages, ticks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QDialog, QStackedWidget, QWidget

from app import theme
from app.announcing import announce
from app.board.legend import FOOT, TOP, Legend
from app.dialogs import messages
from app.panels.log import LogPanel
from app.panels.orders_dock import OrdersPanel
from app.panels.prompt import PromptBar
from app.panels.widgets import Label
from app.play.controller import GameController
from app.settings import Settings
from app.window.actions import Actions
from app.window.docks import Docks
from rules.engine.command import Command

# --- A line at the corner of the map: what is under the pointer, or a message that passes --------------------------

MARGIN = 12
SHARE = 0.3
"""How much of the width words take at most where they stand at the top."""


class CornerNotice(Label):
    """Show a message for a while, else what is under the pointer; hidden while there is neither."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("", parent)
        self.board = parent
        self.setObjectName("Notice")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._followed: Legend | None = None
        self.message = self.place = self._pointed = ""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.say)
        self.hide()

    def say(self, words: str = "", milliseconds: int = 0) -> None:
        """Show a message for a time in milliseconds, 0 for good; an empty one clears it."""
        announce(self, words)
        self._timer.stop()
        self.message = words
        if words and milliseconds:
            self._timer.start(milliseconds)
        self._show()

    def renew(self, words: str) -> None:
        """Put other words in place of the message, without announcing them."""
        self.message = words
        self._show()

    def point(self, words: str) -> None:
        """Name what is under the pointer or the keyboard's cursor; more lines are for a screen reader alone."""
        if words != self._pointed:
            announce(self, words.replace("\n", " "))
        self._pointed = words
        self.place = words.partition("\n")[0]
        self._show()

    def settle(self) -> None:
        """Stand in the lower right corner of the parent, above what the page on show keeps free at its foot.

        On a page with more to show there, stand in the upper left corner, below its legend.
        """
        room = self.board.rect()
        shown = self.board.currentWidget() if isinstance(self.board, QStackedWidget) else None
        top = shown is not None and bool(shown.property(TOP))
        widest = max(80, round(room.width() * SHARE) if top else room.width() - 2 * MARGIN)
        self.setWordWrap(False)
        wide = self.sizeHint().width()
        self.setWordWrap(wide > widest)
        self.resize(min(wide, widest), self.heightForWidth(widest) if wide > widest else self.sizeHint().height())
        if shown is not None and top:
            self.move(MARGIN, MARGIN + self._legend(shown))
            return
        foot = shown.property(FOOT) if shown is not None else None
        self.move(room.right() - self.width() - MARGIN, room.bottom() - self.height() - (int(foot) if foot else MARGIN))

    def _legend(self, shown: QWidget) -> int:
        """Return where the legend of a page ends, 0 while it has none, and follow it from now on."""
        legend = shown.findChild(Legend)
        if legend is None:
            return 0
        if legend is not self._followed:
            self._followed = legend
            legend.installEventFilter(self)
        return legend.geometry().bottom() if legend.isVisible() else 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Make room for the legend, or take it back."""
        if event.type() in (QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.Resize) and self.isVisible():
            self.settle()
        return False

    def _show(self) -> None:
        words = self.message or self.place
        self.setText(words)
        self.setVisible(bool(words))
        if words:
            self.settle()
            self.raise_()


# --- A word over the window while something takes longer than a moment ---------------------------------------------

SETTING_UP, CHANGING, OPENING = "Setting up the game…", "Changing the appearance…", "One moment…"


@contextmanager
def busy(window: QWidget, words: str) -> Iterator[Label]:
    """Show words in the middle of a window, at once, until what is done under them is done."""
    sign, now = Label(words, window), theme.current()
    sign.setObjectName("busy")
    sign.setStyleSheet(
        f"background: {now.raised}; color: {now.text}; border: 1px solid {now.accent}; font-size: 18px; padding: 18px;"
    )
    sign.adjustSize()
    sign.move((window.width() - sign.width()) // 2, (window.height() - sign.height()) // 2)
    sign.show()
    sign.raise_()
    QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
    if window.isVisible():
        window.repaint()  # now: nothing is painted while the work lasts
        sign.repaint()
    try:
        yield sign
    finally:
        QApplication.restoreOverrideCursor()
        sign.hide()
        sign.deleteLater()


def _is_the_same(one: QDialog, other: QDialog) -> bool:
    return type(one) is type(other) and one.windowTitle() == other.windowTitle()


# --- What the window does for its parts and for the table of a system ----------------------------------------------


class Services(QObject):
    """The services of one window; parts see them as `WindowServices`, the table of a system as `TableServices`.

    What another part does is asked of it by signal: `rule_asked` (the reference at a number), `forward_asked`
    (what Space means), `deed_done` (a deed without an order, and what it was done between), `pointed` (what is under
    pointer or cursor). `tell` and `ask` can be replaced where nobody sits before the screen.
    """

    rule_asked = Signal(str)
    forward_asked = Signal()
    deed_done = Signal(str, tuple)
    pointed = Signal(str)

    def __init__(
        self,
        window: QWidget,
        game: GameController,
        settings: Settings,
        prompt: PromptBar,
        log: LogPanel,
        orders: OrdersPanel,
        docks: Docks,
        notice: CornerNotice,
        menus: Actions,
    ) -> None:
        super().__init__(window)
        self.window, self.game, self.settings = window, game, settings
        self.prompt, self.log, self.orders, self.docks = prompt, log, orders, docks
        self._notice, self._menus = notice, menus
        self.open_pages: list[QDialog] = []
        self.tell: Callable[[str, str], None] = partial(messages.tell, window)
        self.ask: Callable[..., bool] = partial(messages.ask, window)

    def status(self, words: str, milliseconds: int = 0) -> None:
        """Show a message at the corner of the map for a while, 0 for good; an empty one clears it."""
        self._notice.say(words, milliseconds)

    def renew(self, old: str, new: str) -> None:
        """Put other words in place of a message at the corner of the map, or of none; a screen reader hears nothing."""
        if self._notice.message in (old, ""):
            self._notice.renew(new)

    def take_off(self, words: str) -> None:
        """Clear the message at the corner of the map if it is still this one."""
        if self._notice.message == words:
            self._notice.say()

    def open_page(self, page: QDialog, *, form: bool = False) -> None:
        """Show a dialog beside the game in place of one of its kind; an open form stays, for what is filled in."""
        for other in [other for other in self.open_pages if _is_the_same(other, page)]:
            if form:
                page.deleteLater()
                other.raise_()
                other.activateWindow()
                return
            other.close()
        self.open_pages.append(page)
        page.finished.connect(lambda _: self._finished(page))
        page.show()

    def _finished(self, page: QDialog) -> None:
        if page in self.open_pages:  # closing a hidden dialog finishes it again
            self.open_pages.remove(page)

    def close_pages(self) -> None:
        """Close the dialogs that are open."""
        for page in list(self.open_pages):
            page.close()

    def show_rule(self, number: str) -> None:
        """Open the rules reference at a number."""
        self.rule_asked.emit(number)

    def tick(self, action: str, on: bool) -> None:
        """Tick or untick an action of the menu without triggering it."""
        self._menus.tick(action, on)

    def retitle(self, action: str, title: str, tip: str) -> None:
        """Give an action of the menu another title and tip, which differ from game to game."""
        self._menus.retitle(action, title, tip)

    def order(self, command: Command) -> bool:
        """Submit a command for whoever decides now; return whether it went through."""
        return self.game.submit(command)

    def forward(self) -> None:
        """Do what Space means."""
        self.forward_asked.emit()

    def point(self, words: str) -> None:
        """Name what is under the pointer or the keyboard's cursor."""
        self._notice.point(words)
        self.pointed.emit(words)

    def did(self, deed: str, *between: str) -> None:
        """Tell lessons of a deed without an order, such as "line" and its two hexes."""
        self.deed_done.emit(deed, between)
