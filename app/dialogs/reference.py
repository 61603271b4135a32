"""The rules reference: every clause by number, found by number or word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QListWidgetItem, QVBoxLayout, QWidget

from app.dialogs.messages import fit
from app.panels.reader import Reader
from app.panels.widgets import MutedText, OptionList
from app.text.parts import Markup, compose


class ClauseLike(Protocol):
    """What the reference shows of a clause."""

    @property
    def id(self) -> str: ...
    @property
    def section(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def ambiguity(self) -> str: ...


PAGE = '<h3>{} {}</h3><p style="line-height:135%">{}</p>{}<p><small>{}</small></p>'


class ReferenceDialog(QDialog):
    """The rules reference, which stays open beside the game; `look_up` jumps to a rule number."""

    def __init__(self, clauses: Sequence[ClauseLike], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Rules reference")
        fit(self, 900, 620)
        self.clauses = list(clauses)
        self._haystack = [f"{c.id} {c.section} {c.title} {c.text}".lower() for c in self.clauses]
        self.search = QLineEdit()
        self.search.setPlaceholderText("Rule number or words")
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName("Search the rules")
        self.search.textChanged.connect(self._filter)
        self.list = OptionList("Rules found")
        self.list.setUniformItemSizes(True)
        self.list.currentRowChanged.connect(self._show)
        self.text = Reader("Rule text")
        self.count = MutedText()
        for index, clause in enumerate(self.clauses):
            item = QListWidgetItem(f"{clause.section}  {clause.title}")
            item.setData(Qt.ItemDataRole.UserRole, index)
            item.setToolTip(clause.id)
            self.list.addItem(item)
        left = QVBoxLayout()
        left.addWidget(self.search)
        left.addWidget(self.list, 1)
        left.addWidget(self.count)
        whole = QHBoxLayout(self)
        whole.addLayout(left, 2)
        whole.addWidget(self.text, 3)
        self._filter("")

    def look_up(self, number: str) -> None:
        """Show the first clause of a rule number such as 8.6.1 or CSS-8.6-03."""
        number = number.strip()
        self.search.setText(number)
        wanted = next((i for i, c in enumerate(self.clauses) if number in (c.section, c.id)), None)
        for row in range(self.list.count()):
            if self.list.item(row).data(Qt.ItemDataRole.UserRole) == wanted:
                self.list.setCurrentRow(row)
                self.list.scrollToItem(self.list.item(row))
                return

    def _filter(self, words: str) -> None:
        wanted = words.lower().split()
        count = 0
        for row in range(self.list.count()):
            index = self.list.item(row).data(Qt.ItemDataRole.UserRole)
            hit = all(self._matches(index, word) for word in wanted)
            self.list.item(row).setHidden(not hit)
            count += hit
        self.count.setText(f"{count} of {len(self.clauses)} rules")
        first = next((r for r in range(self.list.count()) if not self.list.item(r).isHidden()), -1)
        current = self.list.currentItem()
        if current is None or current.isHidden():
            self.list.setCurrentRow(first)

    def _matches(self, index: int, word: str) -> bool:
        if word[0].isdigit():
            section = self.clauses[index].section
            return section == word or section.startswith(f"{word}.") or word in self.clauses[index].id.lower()
        return word in self._haystack[index]

    def _show(self, row: int) -> None:
        if row < 0:
            self.text.write(Markup("<p>No rule found.</p>"))
            return
        clause = self.clauses[self.list.item(row).data(Qt.ItemDataRole.UserRole)]
        unclear = compose("<p><i>Our ruling.</i> {}</p>", clause.ambiguity) if clause.ambiguity else ""
        self.text.write(compose(PAGE, clause.section, clause.title, clause.text, unclear, clause.id))
