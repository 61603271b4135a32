"""A plain page of options, one row for each command."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QListWidgetItem, QWidget

from app.panels.orders import OrdersPage, Situation
from app.panels.widgets import KEYED, Heading, KeyButton, Note, OptionList, plain_icon
from rules.engine.command import Command

ICON = 46


class ChoicesPage(OrdersPage):
    """List every offered command that names something; Enter or a double click gives the one that is marked.

    Where the question is "one more, or done?" nothing is marked until the player moves to the list, and Enter means
    done. A system says what its rows look like: `rank`, `words_of`, `picture_of`, `place_of`, `tip_of`.
    """

    title = "Choose"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = Heading()
        self.note = Note()
        self.list = OptionList("Options")
        self.list.setIconSize(QSize(ICON, ICON))
        self.list.chosen.connect(self._give)
        self.list.currentRowChanged.connect(self._point)
        self.list.itemSelectionChanged.connect(self._enable)
        self.button = KeyButton("Choose", "Enter", "Choose the selected option.")
        self.button.clicked.connect(lambda: self._give(self.list.currentRow()))
        self.commands: list[Command] = []
        self._label = ""
        for part in (self.heading, self.note, self.list, self.button):
            self.column.addWidget(part, 1 if part is self.list else 0)
        self.rest = QWidget()  # keeps the words of a question without a list at the top
        self.column.addWidget(self.rest, 1)

    def refresh(self, situation: Situation) -> None:
        """List the options again."""
        words, question = situation.words, situation.words.question(situation.decision.kind)
        self.heading.setText(question.heading)
        self.note.setText(question.note)
        label = self._label = question.button
        self.note.setVisible(bool(question.note))
        offered = [command for commands in situation.offered.values() for command in commands]
        self.commands = [command for command in offered if command.args or words.verb(command.verb).toggle]
        self.commands.sort(key=lambda command: self.rank(situation, command))
        self.list.clear()
        for command in self.commands:
            self.list.addItem(self._item(situation, command))
        self.list.setVisible(bool(self.commands))
        self.button.setVisible(bool(self.commands))
        self.rest.setVisible(not self.commands)
        more = any(words.verb(name).forward for name in situation.offered) and "·" not in label
        self.list.setCurrentRow(0 if self.commands and (not more or self.list.hasFocus()) else -1)
        self._enable()

    def forget(self) -> None:
        """Forget the options too."""
        super().forget()
        self.commands = []
        self.list.clear()

    def enter(self) -> bool:
        """Give the marked option."""
        return self.list.enter()

    def rank(self, situation: Situation, command: Command) -> tuple[object, ...]:
        """Return the sort key of an option; options of equal rank keep their order."""
        return ()

    def words_of(self, situation: Situation, command: Command) -> str:
        """Return what an option is called in the list."""
        return situation.words.describe(command, situation.names, situation.decision)

    def picture_of(self, situation: Situation, command: Command) -> QPixmap | None:
        """Return the picture beside an option."""
        return None

    def place_of(self, command: Command) -> str:
        """Return the place or piece to show while an option is marked, as text, or ""."""
        return ""

    def tip_of(self, situation: Situation, command: Command) -> str:
        """Return the tool tip of an option, or ""."""
        return ""

    def give(self, verb: str) -> bool:
        """Give the marked option if it is of this verb; return whether it was."""
        row = self.list.currentRow()
        if 0 <= row < len(self.commands) and self.commands[row].verb == verb:
            self._give(row)
            return True
        return False

    def _item(self, situation: Situation, command: Command) -> QListWidgetItem:
        item = QListWidgetItem(self.words_of(situation, command))
        picture = self.picture_of(situation, command)
        if picture is not None:
            item.setIcon(plain_icon(picture))
        item.setToolTip(self.tip_of(situation, command))
        item.setData(Qt.ItemDataRole.UserRole, self.place_of(command))
        return item

    def _enable(self) -> None:
        marked = self.list.marked >= 0
        self.button.setEnabled(marked)
        label, _, key = self._label.partition(KEYED)
        self.button.setText(label)
        self.button.show_key(key or ("Enter" if marked else ""))

    def _point(self, row: int) -> None:
        if 0 <= row < self.list.count() and self.list.hasFocus():  # only when the player moves there himself
            thing = self.list.item(row).data(Qt.ItemDataRole.UserRole)
            if thing:
                self.pointed.emit(thing)

    def _give(self, row: int) -> None:
        if 0 <= row < len(self.commands):
            self.ordered.emit(self.commands[row])
