"""Space and Enter: the one place that decides what they do, whatever has the focus."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QKeyCombination, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QPlainTextEdit, QWidget

from app.panels.widgets import ENTER, RuleChip
from app.play.controller import GameController
from app.window.actions import Actions
from app.window.answering import Answering
from app.window.services import Services
from app.window.table_host import TableHost

DECIDING = (*ENTER, Qt.Key.Key_Space)


class DecidingKeys(QObject):
    """Give Space and Enter to the window while something is asked.

    Space does what the prompt's first button says. Enter gives what is marked, be it a row or the button that has the
    focus. The board keeps its own: it pans with Space held, and picks up with Enter. Where words are typed, in menus
    and in dialogs, the keys mean what they always mean. Escape needs no help: whatever does not want it passes it on.
    """

    def __init__(
        self, game: GameController, services: Services, host: TableHost, answering: Answering, menus: Actions
    ) -> None:
        super().__init__(services)
        self.window, self.game, self.host, self.answering, self.menus = services.window, game, host, answering, menus

    def takes(self, watched: QObject, event: QEvent) -> bool:
        """Take the key where it decides something."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent) or not self._decides(watched):
            return False
        modified = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() not in DECIDING or modified or event.isAutoRepeat():
            return False
        return self._act(Qt.Key(event.key()), watched)

    def _decides(self, watched: QObject) -> bool:
        """Tell whether a key that goes to a widget may be about the question: it is in this window and nobody types."""
        if not isinstance(watched, QWidget) or is_typing(watched):
            return False
        middle = self.host.pages.currentWidget()
        if watched.window() is not self.window or QApplication.activePopupWidget() or QApplication.activeModalWidget():
            return False
        on_board = watched is middle or middle.isAncestorOf(watched)
        return self.answering.is_asked and not on_board

    def _act(self, key: Qt.Key, watched: QObject) -> bool:
        if key == Qt.Key.Key_Space:
            self.answering.forward()
        elif isinstance(watched, QAbstractButton) and not isinstance(watched, RuleChip):
            return False  # the button that has the focus is what is marked
        else:
            self.answering.enter()
        return True

    def press(self, pressed: QKeyCombination) -> None:
        """Do what a key of an order means, that was pressed a moment ago."""
        sequence = QKeySequence(pressed)
        if pressed.key() == Qt.Key.Key_Space:
            self.answering.forward()
        elif pressed.key() in ENTER:
            self.answering.enter()
        else:
            actions = self.menus.by_id.values()
            action = next((one for one in actions if one.isEnabled() and sequence in one.shortcuts()), None)
            if action is not None:
                action.trigger()

    def explain(self, event: QKeyEvent) -> bool:
        """Say why the order of a key cannot be given now, where the system explains it; return whether it does."""
        game, mat = self.game, self.host.table
        verbs = game.words.explained.get(game.decision.kind, ()) if game.decision is not None else ()
        pressed = QKeySequence(event.keyCombination())
        verb = next((name for name in verbs if QKeySequence(game.words.verb(name).key) == pressed), "")
        if not verb or mat is None:
            return False
        mat.give(verb)
        return True


def is_typing(watched: QWidget) -> bool:
    """Tell whether keys that go to a widget are words."""
    return isinstance(watched, QLineEdit | QPlainTextEdit)
