"""The start page: choose a scenario and whose dice, or a game to go on with."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QRect, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidgetItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.dialogs.preview import preview
from app.panels.widgets import Heading, KeyButton, Label, Note, OptionList
from app.systems.shipped import presentation_of
from app.text.dates import long_date
from app.text.markup import Markup, compose, join

FIRST = "first-light"
INDEX = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class NewGame:
    """What a player chose: system, scenario, seed (None for a fresh one), and whether players roll the dice."""

    system: str
    scenario: str
    seed: int | None = None
    own_dice: bool = False


class MapPicture(QWidget):
    """The map of the marked scenario, fetched once the page is shown; hidden in a window with little room."""

    NARROW = 1080

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scenario = ("", "")
        self._shown: tuple[str, str] = ("", "")
        self._pixmap: QPixmap | None = None
        self.setAccessibleName("Map of the scenario")
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._fetch)

    def announce(self, system: str, scenario: str) -> None:
        """Name the scenario whose map is wanted."""
        self._scenario = (system, scenario)
        if self.isVisible():
            self._later.start(0)

    def showEvent(self, event: QShowEvent) -> None:
        """Fetch the picture once it can be seen."""
        super().showEvent(event)
        self._later.start(0)

    def _fetch(self) -> None:
        if self._scenario != self._shown and self._scenario[0] and self.isVisible():
            self._shown = self._scenario
            self._pixmap = preview(*self._scenario)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the map as large as there is room for."""
        if self._pixmap is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        side = min(self.width(), self.height())
        painter.drawPixmap(QRect((self.width() - side) // 2, 0, side, side), self._pixmap)
        painter.end()


class StartPage(QWidget):
    """Choose a scenario; `chosen` carries a NewGame, `open_asked` a path or "" for the file dialog."""

    chosen = Signal(object)
    open_asked = Signal(str)

    def __init__(
        self, scenarios: Sequence[Mapping[str, Any]], recent: Sequence[str] = (), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName("Start a game")
        self._scenarios = list(scenarios)
        self.list = OptionList("Scenarios")
        self.list.currentRowChanged.connect(self._show)
        self.list.chosen.connect(lambda _: self.start())
        self.title, self.facts, self.note = Label(), Note(), Label()
        self.title.setProperty("role", "title")
        self.note.setWordWrap(True)
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.note.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.picture = MapPicture()
        self.dice, self.seed, self.problem = QComboBox(), QLineEdit(), Label()
        self.dice.addItems(["The program rolls", "We roll our own"])
        self.dice.setAccessibleName("Dice")
        self.seed.setPlaceholderText("a fresh one each time")
        self.seed.setAccessibleName("Seed of the dice")
        self.seed.setToolTip("The same number brings the same dice again.")
        self.problem.setProperty("role", "refusal")
        self.problem.setWordWrap(True)
        self.play = KeyButton("Play", "Enter", "Put this scenario on the table")
        self.play.setProperty("primary", "true")
        self.play.setMinimumWidth(130)
        self.play.clicked.connect(self.start)
        self.open = KeyButton("Open a saved game…", "Ctrl+O", "Go on with a game from a file")
        self.open.clicked.connect(lambda: self.open_asked.emit(""))
        self.recent = OptionList("Games played last")
        self.recent.chosen.connect(self._open_recent)
        self._lay_out(recent)
        self._fill(recent)

    def _lay_out(self, recent: Sequence[str]) -> None:
        left, right = QVBoxLayout(), QVBoxLayout()
        left.setSpacing(8)
        right.setSpacing(10)
        left.addWidget(Heading("Scenarios"))
        left.addWidget(self.list, 3)
        self._recent_heading = Heading("Games played last")
        left.addWidget(self._recent_heading)
        left.addWidget(self.recent, 1)
        left.addWidget(self.open)
        for part in (self.title, self.facts):
            right.addWidget(part)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(self.note)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        right.addWidget(scroll, 1)
        form = QFormLayout()
        form.setSpacing(8)
        self.dice.setMaximumWidth(280)
        self.seed.setMaximumWidth(280)
        form.addRow("Dice", self.dice)
        form.addRow("Seed", self.seed)
        right.addLayout(form)
        right.addWidget(self.problem)
        right.addWidget(self.play, 0, Qt.AlignmentFlag.AlignRight)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(28, 24, 28, 24)
        whole.setSpacing(28)
        whole.addLayout(left, 2)
        whole.addLayout(right, 4)
        whole.addWidget(self.picture, 4)
        for field in (self._recent_heading, self.recent):
            field.setVisible(bool(recent))

    def _fill(self, recent: Sequence[str]) -> None:
        played = [i for i, info in enumerate(self._scenarios) if not is_example(info)]
        examples = [i for i, info in enumerate(self._scenarios) if is_example(info)]
        examples.sort(key=lambda i: str(self._scenarios[i].get("id")))
        systems = dict.fromkeys(str(self._scenarios[i].get("system_title") or "") for i in played)
        for system in systems:
            if len(systems) > 1:
                self._add_title(system)
            for index in played:
                if str(self._scenarios[index].get("system_title") or "") == system:
                    self._add(index)
        if examples:
            self._add_title("Worked examples of the rules")
        for index in examples:
            self._add(index)
        for path in recent:
            item = QListWidgetItem(_two_lines(Path(path).stem))
            item.setToolTip(path)
            item.setData(Qt.ItemDataRole.UserRole, path)
            self.recent.addItem(item)
        rows = [row for row in range(self.list.count()) if self.list.item(row).data(INDEX) is not None]
        first = next((row for row in rows if self._at(row).get("id") == FIRST), rows[0] if rows else -1)
        self.list.setCurrentRow(first)
        self.play.setEnabled(bool(self._scenarios))
        if not self._scenarios:
            self._warn("No scenario was found; the folder 'scenarios' of this installation is missing or empty.")

    def _add_title(self, words: str) -> None:
        title = QListWidgetItem(words)
        title.setFlags(Qt.ItemFlag.NoItemFlags)
        self.list.addItem(title)

    @staticmethod
    def _short(info: Mapping[str, Any]) -> str:
        turns, span = info.get("turns"), presentation_of(str(info.get("system", ""))).words.span
        parts = [long_date(str(info.get("date", ""))), f"{turns} {span}{'s' if turns != 1 else ''}" if turns else ""]
        return " · ".join(part for part in parts if part)

    def _add(self, index: int) -> None:
        info = self._scenarios[index]
        title = str(info.get("title", info.get("id")))
        item = QListWidgetItem(title.removeprefix("Example ") if is_example(info) else f"{title}\n{self._short(info)}")
        item.setData(INDEX, index)
        self.list.addItem(item)

    def _at(self, row: int) -> Mapping[str, Any]:
        return self._scenarios[int(self.list.item(row).data(INDEX))]

    @property
    def current(self) -> Mapping[str, Any] | None:
        """Return the scenario that is marked."""
        row = self.list.currentRow()
        return self._at(row) if row >= 0 and self.list.item(row).data(INDEX) is not None else None

    def _show(self, row: int) -> None:
        info = self.current
        if info is None:
            return
        self.title.setText(str(info.get("title", info.get("id"))))
        parts = [self._short(info), str(info.get("playing_time") or ""), str(info.get("system_title") or "")]
        self.facts.setText(" · ".join(part for part in parts if part))
        self.note.setText(note_page(str(info.get("note") or "")))
        self.picture.announce(str(info.get("system", "")), str(info["id"]))

    def start(self) -> None:
        """Emit the choice, or say what is wrong with the seed."""
        info, words = self.current, self.seed.text().strip()
        if info is None:
            return
        if words and not (words.isascii() and words.isdigit()):
            self._warn("The seed is a whole number such as 7, or empty for a fresh one.")
            self.seed.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self._warn("")
        own = self.dice.currentIndex() == 1
        self.chosen.emit(NewGame(str(info.get("system", "")), str(info["id"]), int(words) if words else None, own))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the picture where there is little room."""
        super().resizeEvent(event)
        self.picture.setVisible(self.width() >= MapPicture.NARROW)

    def _warn(self, words: str) -> None:
        self.problem.setText(words)
        self.problem.setVisible(bool(words))

    def _open_recent(self, row: int) -> None:
        self.open_asked.emit(str(self.recent.item(row).data(Qt.ItemDataRole.UserRole)))


class NewGameDialog(QDialog):
    """The start page as a dialog over a running game."""

    def __init__(self, scenarios: Sequence[Mapping[str, Any]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("New game")
        self.resize(1240, 720)  # room for the map
        self.choice: NewGame | None = None
        self.page = StartPage(scenarios)
        self.page.open.hide()
        self.page.chosen.connect(self._chosen)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.page)
        self.cancel = KeyButton("Cancel", "Esc", "Go on with the game on the table")
        self.cancel.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.setContentsMargins(28, 0, 28, 18)
        row.addStretch(1)
        row.addWidget(self.cancel)
        column.addLayout(row)

    def _chosen(self, choice: NewGame) -> None:
        self.choice = choice
        self.accept()


def _two_lines(name: str) -> str:
    """Return the name of a saved game with date and time on a line of their own."""
    match = re.match(r"(.+?) (\d{4}-\d\d-\d\d .+)$", name)
    return f"{match[1]}\n{match[2]}" if match else name


def is_example(info: Mapping[str, Any]) -> bool:
    """Tell whether a scenario is a worked example rather than a battle."""
    return info.get("kind") == "example"


def note_page(note: str) -> Markup:
    """Return the note of a scenario as rich text, a paragraph for each of its lines."""
    paragraphs = [p.strip() for p in note.split("\n") if p.strip()]
    return join("", (compose('<p style="line-height:130%">{}</p>', p) for p in paragraphs))
