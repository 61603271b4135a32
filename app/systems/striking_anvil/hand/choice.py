"""A choice beside the pointer after units were dropped on enemies: a button for each thing they can do there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.panels.widgets import KeyButton, Label, MutedText
from app.systems.striking_anvil.hand.ways import DropPlan, Meeting
from app.systems.striking_anvil.verbs import VERBS
from app.theme import faces
from rules.engine.command import Command
from rules.engine.english import capital

WIDTH = 340
GAP = 14
"""Pixels between the pointer and the plate."""
TITLES = {"attack": "Attack", "mobile": "Mobile combat", "move": "Move in"}


class MeetingChoice(QFrame):
    """Ask what units do that were dropped on enemies. `chosen` carries the orders; `dismissed`: none of it."""

    chosen = Signal(object)
    dismissed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._room = parent
        self.setObjectName("MeetingChoice")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Window)
        self.buttons: dict[str, KeyButton] = {}
        self.sums: dict[str, MutedText] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 10, 12, 10)
        self._column.setSpacing(4)
        self._keys: dict[int, KeyButton] = {}
        self.hide()

    @property
    def is_open(self) -> bool:
        """Tell whether the question stands."""
        return not self.isHidden()

    def ask(self, plan: DropPlan, at: QPoint) -> None:
        """Show the choice beside a point of the parent."""
        self._clear()
        title = Label(plan.title)
        title.setWordWrap(True)
        title.setStyleSheet("font-weight: 600;")
        self._column.addWidget(title)
        for meeting in plan.meetings:
            self._add(meeting)
        cancel = self._button("Cancel", "Esc", "Put the units back.", self.dismiss)
        self._keys[Qt.Key.Key_Escape] = self.buttons["cancel"] = cancel
        self.setAccessibleName(plan.title)
        self._stand(at)
        self.show()
        self.raise_()
        first = next((button for button in self.buttons.values() if button.isEnabled()), cancel)
        first.setFocus(Qt.FocusReason.PopupFocusReason)

    def _clear(self) -> None:
        while self._column.count():
            item = self._column.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.buttons, self.sums, self._keys = {}, {}, {}

    def _add(self, meeting: Meeting) -> None:
        row, possible = VERBS[meeting.verb], bool(meeting.orders) and not meeting.why
        words = capital(meeting.sums) if possible else meeting.why
        button = self._button(TITLES[meeting.verb], row.key, words, lambda: self._choose(meeting.orders))
        button.setEnabled(possible)
        note = MutedText(words)
        note.setWordWrap(True)
        self._column.addWidget(note)
        self.buttons[meeting.verb], self.sums[meeting.verb] = button, note
        if possible:
            self._keys[ord(row.key)] = button

    def _button(self, label: str, key: str, tip: str, act: Callable[[], None]) -> KeyButton:
        button = KeyButton(label, key, tip, self)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.clicked.connect(act)
        self._column.addWidget(button)
        return button

    def _stand(self, at: QPoint) -> None:
        """Stand beside the point, inside the parent."""
        room = self._room.rect().adjusted(6, 6, -6, -6)
        self.setFixedWidth(min(faces.scaled(WIDTH), room.width()))
        tall = self._column.heightForWidth(self.width()) if self._column.hasHeightForWidth() else 0
        tall = max(tall, self._column.minimumSize().height())
        self.resize(self.width(), tall)
        left = at.x() + GAP if at.x() + GAP + self.width() <= room.right() else at.x() - GAP - self.width()
        self.move(
            max(room.left(), min(left, room.right() - self.width())),
            max(room.top(), min(at.y() - tall // 3, room.bottom() - tall)),
        )

    def _choose(self, orders: Sequence[Command]) -> None:
        self.hide()
        self.chosen.emit(orders)

    def dismiss(self) -> None:
        """Ask no more."""
        if self.is_open:
            self.hide()
            self.dismissed.emit()

    def event(self, event: QEvent) -> bool:
        """Keep the letters of the choice from the shortcuts of the window."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._means(event):
            event.accept()
            return True
        return super().event(event)

    def _means(self, event: QKeyEvent) -> bool:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        answers = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Up, Qt.Key.Key_Down)
        return plain and (event.key() in self._keys or event.key() in answers)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose by letter; the arrows go from button to button, Escape cancels."""
        if not self._means(event):
            super().keyPressEvent(event)
        elif event.key() in self._keys:
            self._keys[event.key()].click()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
