"""Modules as players see them: the page before one is installed, and what can be done with one that is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QFormLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.dialogs.messages import AskDialog, fit
from app.panels.layouts import FlowLayout, scrolling
from app.panels.widgets import KeyButton, Label
from app.text.names import long_date
from app.text.parts import Markup, compose, join
from app.theme import faces
from app.workshop import DRAFTED
from rules.engine.english import counted, listed
from rules.engine.house_rules import ScenarioRow
from rules.workshop import OWN

if TYPE_CHECKING:
    from rules.workshop.module import ModuleOffer

TITLE = 80
"""Letters of a title and of an author's name at most, as in a module's manifest."""
FAULTS = 12
"""Faults of a module that are listed; of the others there is the number."""


class ModulePage(QDialog):
    """Show what a module holds before it is installed. `install` installs it and returns whether that worked."""

    def __init__(
        self, offer: ModuleOffer, titles: Mapping[str, str], install: Callable[[], bool], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._install = install
        self.setWindowTitle(f"Install {offer.manifest.title}")
        fit(self, 620, 560)
        self.text = Label()
        self.text.setWordWrap(True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text.setText(page_of(offer, titles))
        self.cancel = KeyButton("Close" if offer.is_installed else "Cancel", "Esc")
        self.cancel.clicked.connect(self.reject)
        self.ok = KeyButton("Install", "Enter", "Add these scenarios to your start page")
        self.ok.setProperty("primary", "true")
        self.ok.setVisible(not offer.is_installed)
        self.ok.clicked.connect(self._take)
        whole, row = QVBoxLayout(self), QHBoxLayout()
        whole.setContentsMargins(18, 16, 18, 14)
        whole.setSpacing(12)
        page = scrolling(self.text, focus=True)
        page.setAccessibleName("About the module")
        whole.addWidget(page, 1)
        row.addStretch(1)
        row.addWidget(self.cancel)
        row.addWidget(self.ok)
        whole.addLayout(row)
        (self.cancel if offer.is_installed else self.ok).setDefault(True)

    def _take(self) -> None:
        if self._install():
            self.accept()


def page_of(offer: ModuleOffer, titles: Mapping[str, str]) -> Markup:
    """Return what a player reads of a module; `titles` are those of the systems."""
    told = offer.manifest
    facts = f"Version {told.version}, by {told.author} · {told.license} · {offer.contents}"
    pieces = [compose("<h3>{}</h3><p><small>{}</small></p>", told.title, facts)]
    pieces += [compose("<p>{}</p>", line) for line in told.about.splitlines() if line.strip()]
    if offer.scenarios:
        rows = [
            compose("<li><b>{}</b><br/><small>{}</small>{}</li>", row.title, _short(row, titles), _balance_of(row.note))
            for row in offer.scenarios
        ]
        pieces.append(compose("<ul>{}</ul>", Markup("".join(rows))))
    pieces += [compose("<p>{}</p>", words) for words in _there(offer)]
    if offer.faults:
        head = "Checked: it has errors. Scenarios with errors can't be played; the others can."
        faults = [compose("<li>{}</li>", line) for line in offer.faults[:FAULTS]]
        more = len(offer.faults) - FAULTS
        faults += [compose("<li>{}</li>", f"… and {counted(more, 'more line')}.")] if more > 0 else []
        pieces.append(compose("<p>{}</p><ul>{}</ul>", head, Markup("".join(faults))))
    else:
        pieces.append(compose("<p>{}</p>", "Checked: no errors found. A module holds no programs, only data."))
    if offer.advice and not offer.faults:
        advice = [compose("<li>{}</li>", line.replace(": advice: ", ": ")) for line in offer.advice[:FAULTS]]
        pieces.append(compose("<p>{}</p><ul>{}</ul>", "Its author may want to look at:", Markup("".join(advice))))
    return join("", pieces)


def _balance_of(note: str) -> Markup:
    """Return what its author tells of the balance of a scenario, a line of its note."""
    told = next((line for line in note.splitlines() if line.startswith("Balance:")), "")
    return compose("<br/><small>{}</small>", told) if told else Markup("")


def _short(row: ScenarioRow, titles: Mapping[str, str]) -> str:
    return " · ".join(filter(None, (titles.get(row.system, ""), date_and_length(row))))


def date_and_length(row: ScenarioRow) -> str:
    """Return when a scenario takes place and how long it is, such as "22 August 1944 · 5 turns"."""
    turns = counted(row.turns, row.span) if row.turns else ""
    return " · ".join(filter(None, (long_date(row.date), turns)))


def _there(offer: ModuleOffer) -> Sequence[str]:
    """Return what is there of it already, and what of it has the name of something that ships."""
    if offer.is_installed:
        return ["Just this is installed already."]
    found = []
    if offer.known:
        versions = listed([module.version or "an unnamed one" for module in offer.known])
        found.append(f"You have version {versions}. Both stay until you remove one.")
    if offer.twins:
        found.append(
            f"It has its own {listed(offer.twins)}, which only its scenarios use; everything else stays as it is."
        )
    return found


class NewScenarioDialog(AskDialog):
    """Ask what a new scenario is called, whose it is, and whether it begins with an empty map if it may (`empty`).

    `words` say what it begins with.
    """

    def __init__(self, words: str, author: str, parent: QWidget | None = None, *, empty: bool = True) -> None:
        super().__init__("Make a scenario", "Make", "Open it in the workshop", parent)
        self.title, self.author, self.empty = QLineEdit(), QLineEdit(author), QCheckBox("Begin with nobody on the map")
        self.title.setMaxLength(TITLE)
        self.author.setMaxLength(TITLE)
        self.title.setPlaceholderText("Morning at Crest")
        told = Label(words)
        told.setWordWrap(True)
        form = QFormLayout(self)
        form.setContentsMargins(18, 16, 18, 14)
        form.setVerticalSpacing(10)
        form.addRow(told)
        form.addRow("Title", self.title)
        form.addRow("By", self.author)
        if empty:
            form.addRow("", self.empty)
        form.addRow(self.foot())
        self.setMinimumWidth(faces.scaled(440))
        for line in (self.title, self.author):
            line.textChanged.connect(lambda _: self._offer())
        self._offer()

    def _offer(self) -> None:
        self.ok.setEnabled(bool(self.title.text().strip() and self.author.text().strip()))


class LibraryButtons(QWidget):
    """What can be done with an own or installed scenario: `asked` carries "edit", "copy", "show", "remove" and its row.

    One of a system with a board for drafts is edited in the workshop, any other one where its files are.
    """

    asked = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row: ScenarioRow | None = None
        self.is_offered = True
        self.edit = KeyButton("Edit", "", "Open it in the workshop")
        self.copy = KeyButton("Edit a copy…", "", "Copy its module to your own scenarios and show the files")
        self.show_files = KeyButton("Show files", "", "Show its files in the file manager")
        self.remove = KeyButton("Remove…", "", "Delete the module; saved games stay playable")
        row = FlowLayout(self)
        buttons = {"edit": self.edit, "copy": self.copy, "show": self.show_files, "remove": self.remove}
        for what, button in buttons.items():
            button.clicked.connect(lambda *_, what=what: self.asked.emit(what, self._row))
            row.addWidget(button)
        self.hide()

    def show_for(self, row: ScenarioRow) -> None:
        """Take another scenario; a shipped one has none of this."""
        self._row = row
        self.edit.setVisible(row.system in DRAFTED and row.origin == OWN)
        self.copy.setVisible(row.system not in DRAFTED)
        self.setVisible(self.is_offered and bool(row.origin))


def source_of(row: ScenarioRow) -> str:
    """Return in words which module a scenario is from, such as "The mill at dawn 1.2 by Anna"; "" for a shipped one."""
    by = f"by {row.author}" if row.author else ""
    return " ".join(filter(None, (row.module_title, row.version, by))) if row.origin else ""
