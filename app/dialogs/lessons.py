"""The list of lessons: a guided first battle, then the worked examples of the rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidgetItem, QVBoxLayout, QWidget

from app.dialogs.messages import fit
from app.panels.layouts import scrolling
from app.panels.widgets import KeyButton, Label, MutedText, OptionList
from app.text.parts import Markup, compose
from rules.lessons.lesson import Lesson

LEAD = (
    "Each lesson is a real game with a panel that tells you what to do and notices when you've done "
    "it. You can leave at any time and come back later."
)


class LearnDialog(QDialog):
    """Choose a lesson; `begin` starts it. `unreadable` says which lessons of modules are not listed, and why."""

    def __init__(
        self,
        lessons: Sequence[Lesson],
        learned: Collection[str],
        begin: Callable[[Lesson], bool],
        parent: QWidget | None = None,
        unreadable: Sequence[str] = (),
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Learn")
        fit(self, 760, 560)
        self.lessons, self._begin = list(lessons), begin
        self.list = OptionList("Lessons")
        for lesson in self.lessons:
            done = lesson.id in learned
            item = QListWidgetItem(f"{'✓ ' if done else ''}{lesson.title}")
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{lesson.title}{', done' if done else ''}")
            self.list.addItem(item)
        self.list.chosen.connect(self._start)
        self.list.currentRowChanged.connect(self._show)
        self.text = Label()
        self.text.setWordWrap(True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.start = KeyButton("Start", "Enter", "Start this lesson")
        self.start.setProperty("primary", "true")
        self.start.clicked.connect(lambda: self._start(self.list.currentRow()))
        cancel = KeyButton("Close", "Esc")
        cancel.clicked.connect(self.reject)
        self.left_out = MutedText("\n".join(f"Not listed: {words}" for words in unreadable))
        self.left_out.setVisible(bool(unreadable))
        self._lay_out(cancel)
        first = next((n for n, lesson in enumerate(self.lessons) if lesson.id not in learned), 0)
        self.list.setCurrentRow(first if self.lessons else -1)
        self.start.setEnabled(bool(self.lessons))

    def _lay_out(self, cancel: KeyButton) -> None:
        whole, middle, row = QVBoxLayout(self), QHBoxLayout(), QHBoxLayout()
        whole.setContentsMargins(18, 16, 18, 14)
        whole.setSpacing(12)
        whole.addWidget(MutedText(LEAD))
        middle.setSpacing(16)
        middle.addWidget(self.list, 3)
        about = scrolling(self.text, focus=True)
        about.setAccessibleName("About the lesson")
        middle.addWidget(about, 4)
        whole.addLayout(middle, 1)
        whole.addWidget(self.left_out)
        row.addStretch(1)
        row.addWidget(cancel)
        row.addWidget(self.start)
        whole.addLayout(row)

    def _show(self, row: int) -> None:
        if 0 <= row < len(self.lessons):
            lesson = self.lessons[row]
            aims = Markup("").join(compose("<li>{}</li>", step.title) for step in lesson.steps)
            facts = f"{lesson.minutes} minutes"
            page = "<h3>{}</h3><p><small>{}</small></p><p>{}</p><ul>{}</ul>"
            self.text.setText(compose(page, lesson.title, facts, lesson.lead, Markup(aims)))

    def _start(self, row: int) -> None:
        if 0 <= row < len(self.lessons):
            self.accept()
            self._begin(self.lessons[row])
