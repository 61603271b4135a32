"""The start page: choose a scenario and whose dice, or a game to go on with."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QComboBox, QDialog, QHBoxLayout, QLineEdit, QListWidgetItem, QVBoxLayout, QWidget

from app import theme
from app.dialogs.house_rules import HouseRulesPart
from app.dialogs.library import LibraryButtons, date_and_length, source_of
from app.dialogs.messages import fit
from app.dialogs.players import PlayersChoice
from app.dialogs.scenario_cards import CardPictures
from app.dialogs.scenario_choice import FIRST, ScenarioChoice, is_example
from app.panels.layouts import FlowLayout, scrolling
from app.panels.widgets import ENTER, Heading, KeyButton, Label, MutedText, OptionList, line_ends
from app.play.players import NewGame
from app.play.scenarios import is_sample
from app.systems.base import sides_of_row
from app.text.parts import Markup, compose, join, paragraphs
from app.theme import faces
from app.workshop import DRAFTED
from rules.engine.house_rules import ScenarioRow
from rules.engine.system import system

DIGITS = 19
"""Of a seed that is chosen, at most; one that nobody chose has more."""
TALL, HIGH, LOW = 840, 690, 620
"""Heights in pixels below which the page has no title beside open house rules, none at all, one game played last."""
EDGES = (32, 22, 20, 20)
STORY = 6
"""The lines of its story that a scenario shows at least."""


class MapPicture(QWidget):
    """The picture of the marked scenario, as wide as its column."""

    def __init__(self, pictures: CardPictures, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self._scenario: ScenarioRow | None = None
        pictures.drawn.connect(self.update)
        self.setAccessibleName("Map of the scenario")

    def announce(self, scenario: ScenarioRow) -> None:
        """Show the picture of another scenario."""
        self._scenario = scenario
        self.setVisible(not is_example(scenario))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the picture with its corners rounded, and the ribbon of the scenario to begin with."""
        painter, now = QPainter(self), theme.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shape = QPainterPath()
        shape.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        of = self._scenario
        picture = None if of is None else self._pictures.of(of, self.size(), self.devicePixelRatioF())
        painter.setClipPath(shape)
        if picture is not None:
            painter.drawPixmap(0, 0, picture)
        painter.setClipping(False)
        painter.setPen(QColor(now.line))
        painter.drawPath(shape)
        painter.end()


class StartPage(QWidget):
    """Choose a scenario; `chosen` carries a NewGame, `open_asked` a path or "" for the file dialog.

    `learn_asked` asks for the list of lessons, `online_asked` for a game with somebody at another computer,
    `library_asked` for what is to be done with a scenario ("edit", "make", "copy", "show", "remove", and its row),
    `balance_asked` for how even one is (its row).
    """

    chosen = Signal(object)
    open_asked = Signal(str)
    learn_asked = Signal()
    online_asked = Signal()
    library_asked = Signal(str, object)
    balance_asked = Signal(object)

    def __init__(
        self,
        scenarios: Sequence[ScenarioRow],
        recent: Sequence[str] = (),
        parent: QWidget | None = None,
        samples: Sequence[ScenarioRow] = (),
        stood: Mapping[str, str] = MappingProxyType({}),
        balance_of: Callable[[ScenarioRow], str] = lambda row: "",
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName("Start a game")
        self.is_drawn = False
        self._stood, self._balance_of = stood, balance_of
        self._samples = samples
        self.choice = ScenarioChoice()
        self.list = self.choice.list
        self.list.currentRowChanged.connect(self._show)
        self.list.chosen.connect(lambda _: self.start())
        self.title, self.facts, self.note = Label(), MutedText(), Label()
        self.title.setWordWrap(True)
        self.title.setProperty("role", "title")
        self.note.setWordWrap(True)
        self.note.setProperty("role", "story")
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.note.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.picture = MapPicture(self.list.pictures)
        self._make_dice()
        self.players, self.house = PlayersChoice(), HouseRulesPart()
        self.house.folded.connect(self._give_room)
        self._make_buttons()
        self.library = LibraryButtons()
        self.library.asked.connect(self.library_asked)
        self.recent = OptionList("Recent games")
        self.recent.chosen.connect(self._open_recent)
        self._lay_out(recent)
        self._fill([*scenarios, *samples])
        self._fill_recent(recent)

    def _make_dice(self) -> None:
        self.dice, self.seed, self.problem = QComboBox(), QLineEdit(), Label()
        self.dice.addItems(["The program rolls", "We roll real dice"])
        self.dice.setAccessibleName("Dice")
        self.seed.setPlaceholderText("random")
        self.seed.setAccessibleName("Dice seed")
        self.seed.setToolTip("The same number gives the same dice again.")
        self.problem.setProperty("role", "refusal")
        self.problem.setWordWrap(True)

    def _make_buttons(self) -> None:
        self.balance = KeyButton("Balance…", "", "See how often each side wins when the computer plays both")
        self.balance.clicked.connect(lambda: self.balance_asked.emit(self.current))
        self.house.head.addWidget(self.balance)
        self.make = KeyButton("Make your own…", "", "Begin a scenario of your own with this one")
        self.make.clicked.connect(lambda: self.library_asked.emit("make", self.current))
        self.house.head.addWidget(self.make)
        self.cancel = KeyButton("Cancel", "Esc", "Go back to the current game")
        self.cancel.hide()  # as everywhere, what goes on stands to its right
        self.play = KeyButton("Play", "Enter", "Start this scenario")
        self.play.setProperty("primary", "true")
        self.play.setMinimumWidth(110)
        self.play.clicked.connect(self.start)
        self.learn = KeyButton("Learn…", "", "A guided first battle, then the rulebook's examples as lessons")
        self.learn.clicked.connect(self.learn_asked)
        self.online = KeyButton("Online…", "", "Play with somebody at another computer")
        self.online.clicked.connect(self.online_asked)
        self.open = KeyButton("Open…", "", "Open a saved game")
        self.open.clicked.connect(lambda: self.open_asked.emit(""))

    def _lay_out(self, recent: Sequence[str]) -> None:
        self.head = self._heading()
        self.story = scrolling(self.note)
        self.column = QWidget()
        left = self._left = QVBoxLayout(self.column)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(8)
        parts: tuple[QWidget, ...] = (self.head, self.picture, self.title, self.facts)
        for part in parts:
            left.addWidget(part)
        left.addWidget(self.story, 1)
        left.addWidget(self.library)
        left.addWidget(self.players)
        self.dice_row = self._dice_row()
        left.addWidget(self.dice_row)
        left.addWidget(self.house)
        left.addWidget(self.problem)
        row = FlowLayout()
        for button in (self.cancel, self.play, self.learn, self.online, self.open):
            row.addWidget(button)
        left.addLayout(row)
        self._recent_heading = Heading("Continue")
        left.addWidget(self._recent_heading)
        left.addWidget(self.recent)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(*EDGES)
        whole.setSpacing(32)
        whole.addWidget(self.column)
        whole.addWidget(self.choice, 1)
        self._has_recent = bool(recent)
        self._give_room(True)
        self._warn("")

    @staticmethod
    def _heading() -> QWidget:
        name, place = Label("Chitpull"), Label("Montélimar, August 1944")
        name.setProperty("role", "grand")
        place.setProperty("role", "place")
        heading = QWidget()
        column = QVBoxLayout(heading)
        column.setContentsMargins(0, 0, 0, 6)
        column.setSpacing(0)
        column.addWidget(name)
        column.addWidget(place)
        return heading

    def _dice_row(self) -> QWidget:
        whole = QWidget()
        row = QHBoxLayout(whole)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for words, field in (("Dice", self.dice), ("Seed", self.seed)):
            label = Label(words)
            label.setBuddy(field)
            row.addWidget(label)
            row.addWidget(field, 1)
        return whole

    def relist(self, scenarios: Sequence[ScenarioRow], folder: str = "") -> None:
        """Offer other scenarios; the first below a folder is marked, else what was marked if it is among them."""
        new = [row for row in scenarios if folder and Path(row.id).is_relative_to(folder)]
        marked = new[0] if new else self.current
        self._fill([*scenarios, *self._samples], marked.id if marked is not None else FIRST)
        self.list.scrollToItem(self.list.currentItem())

    def _fill(self, scenarios: Sequence[ScenarioRow], first: str = FIRST) -> None:
        self.choice.fill(scenarios, first)
        for button in (self.play, self.balance):
            button.setEnabled(bool(scenarios))
        if not scenarios:
            self._warn("No scenarios found: the 'scenarios' folder of this installation is missing or empty.")

    def _fill_recent(self, recent: Sequence[str]) -> None:
        for path in recent:
            item = QListWidgetItem(_two_lines(Path(path).stem, self._stood.get(path, "")))
            item.setToolTip(path)
            item.setData(Qt.ItemDataRole.UserRole, path)
            self.recent.addItem(item)

    @property
    def current(self) -> ScenarioRow | None:
        """Return the scenario that is marked."""
        return self.choice.current

    def refresh(self) -> None:
        """Show what is known now of the marked scenario."""
        self._show(self.list.currentRow())

    def _show(self, row: int) -> None:
        scenario = self.current
        if scenario is None:
            return
        self.title.setText(scenario.title)
        parts = (
            date_and_length(scenario),
            scenario.playing_time,
            scenario.system_title,
            source_of(scenario),
            self._balance_of(scenario),
        )
        self.library.show_for(scenario)
        self.make.setVisible(self.library.is_offered and scenario.system in DRAFTED)
        self.facts.setText(" · ".join(part for part in parts if part))
        self.note.setText(note_page(scenario.note))
        self.picture.announce(scenario)
        for field in (self.players, self.dice_row):
            field.setVisible(not is_sample(scenario))
        has_house_rules = not (is_sample(scenario) or is_example(scenario))  # they are told by the rules they ship with
        self.house.setVisible(has_house_rules)
        self.house.unfold(self.house.is_open and has_house_rules)
        self.house.show_for(scenario)
        words = "View" if is_sample(scenario) else "Play"
        self.play.setText(words)
        self.play.setAccessibleName(words)
        sides = sides_of_row(scenario)
        self.players.lay(lambda: system(scenario.system), tuple(sides), sides)

    def start(self) -> None:
        """Emit the choice, or say what is wrong with the seed; of a game that has been played, its file."""
        scenario, words = self.current, self.seed.text().strip()
        if scenario is None:
            return
        if is_sample(scenario):
            self.open_asked.emit(scenario.path)
            return
        if words and not (words.isascii() and words.isdigit() and len(words) <= DIGITS):
            self._warn(f"The seed is a whole number such as 7, up to {DIGITS} digits. Leave it empty for a random one.")
            self.seed.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self._warn("")
        own = self.dice.currentIndex() == 1
        seed, who, rules = int(words) if words else None, self.players.players, self.house.rules
        self.house.reset()  # the next game begins as its scenario says
        self.chosen.emit(NewGame(scenario.system, scenario.id, seed, own, who, rules))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Play on Enter, whatever field above has the focus."""
        if event.key() in ENTER and self.play.isEnabled():
            self.start()
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Note that the page, and with it all that lies on it, is drawn."""
        super().paintEvent(event)
        self.is_drawn = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the marked scenario its share of the width, and leave the title out where there is little height."""
        super().resizeEvent(event)
        self.share(self.size())

    def event(self, event: QEvent) -> bool:
        """Share out the room anew when a part of the page appears or goes."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.share(self.size())
        return done

    def share(self, room: QSize) -> None:
        """Share out a room."""
        wide = max(300, min(faces.scaled(500), round(room.width() * 0.32)))
        self.column.setFixedWidth(wide)
        rows = min(self.recent.count(), 2 if room.height() >= LOW else 1)
        self.recent.setFixedHeight(rows * max(0, self.recent.sizeHintForRow(0)) + 2 * self.recent.frameWidth())
        last = 0 if self.recent.isHidden() else self.recent.height() + self._recent_heading.sizeHint().height() + 16
        high = room.height() - last >= (TALL if self.house.is_open else HIGH)
        self.head.setVisible(high)
        free = room.height() - self._taken(wide)
        ends = line_ends(self.note, wide - self.story.verticalScrollBar().sizeHint().width())
        least = ends[min(STORY, len(ends)) - 1] if ends else 0
        most = min(round(wide * 0.625), round(room.height() * (0.27 if high else 0.2)))
        story = free - max(48, min(most, free - math.ceil(least)))
        shown = max((end for end in ends if end <= story), default=story)
        whole = free - math.ceil(shown) if least <= story < max(ends, default=0) else free - story
        self.picture.setFixedHeight(max(48, whole))  # the story ends with a whole line

    def _taken(self, wide: int) -> int:
        """Return the height of all in the column but picture and story."""
        column, taken = self._left, EDGES[1] + EDGES[3]
        for number in range(column.count()):
            item = column.itemAt(number)
            if item is None or item.isEmpty():  # what is hidden is empty
                continue
            taken += column.spacing()
            if item.widget() not in (self.picture, self.story):
                taken += item.heightForWidth(wide) if item.hasHeightForWidth() else item.sizeHint().height()
        return taken - column.spacing()

    def _give_room(self, folded: bool) -> None:
        """Show the house rules where picture, story and games played last stand while they are folded."""
        scenario = self.current
        self.story.setVisible(folded)
        self.picture.setVisible(folded and scenario is not None and not is_example(scenario))
        for field in (self._recent_heading, self.recent):
            field.setVisible(folded and self._has_recent)
        self.share(self.size())

    def _warn(self, words: str) -> None:
        self.problem.setText(words)
        self.problem.setVisible(bool(words))

    def _open_recent(self, row: int) -> None:
        self.open_asked.emit(str(self.recent.item(row).data(Qt.ItemDataRole.UserRole)))


class NewGameDialog(QDialog):
    """The start page as a dialog over a running game."""

    def __init__(self, scenarios: Sequence[ScenarioRow], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("New game")
        fit(self, 1240, 720)  # room for the map
        self.choice: NewGame | None = None
        self.page = StartPage(scenarios)
        for button in (self.page.open, self.page.learn, self.page.online, self.page.balance):
            button.hide()
        self.page.library.is_offered = False
        self.page.share(self.size())  # before the layout asks how little room will do
        self.page.chosen.connect(self._chosen)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.page)
        self.cancel = self.page.cancel
        self.cancel.show()
        self.cancel.clicked.connect(self.reject)

    def _chosen(self, choice: NewGame) -> None:
        self.choice = choice
        self.accept()


def _two_lines(name: str, stood: str) -> str:
    """Return the name of a saved game, with date, time and where it stood on a line of their own."""
    match = re.match(r"(.+?) (\d{4}-\d\d-\d\d .+)$", name)
    title, saved = (match[1], match[2]) if match else (name, "")
    below = " · ".join(filter(None, (stood, saved)))
    return f"{title}\n{below}" if below else title


def note_page(note: str) -> Markup:
    """Return the note of a scenario as rich text, a paragraph for each of its lines."""
    return join("", (compose('<p style="line-height:122%">{}</p>', words) for words in paragraphs(note)))
