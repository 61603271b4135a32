"""The house rules of a new game: a part of the start page that unfolds, one row for each switch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QMouseEvent
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QRadioButton, QScrollArea, QVBoxLayout, QWidget

from app.panels.layouts import FlowLayout, clear, scrolling
from app.panels.widgets import KeyButton, Label, MutedText
from app.play.files import CannotOpen, loading
from app.text.parts import compose
from rules.engine.house_rules import CHOSEN, GIVEN, HouseRules, ScenarioRow, Switch, Value
from rules.engine.system import load, system

TITLE = "House rules"
ABOUT = (
    "Every new game starts with the rules as printed, or as its scenario sets them. What you change here holds for "
    "this game only and is saved with it."
)
NONE = "This game has no house rules."
PRINTED = "As printed"


class SettingWords(Label):
    """The sentence beside a radio button, which a click on it chooses."""

    def __init__(self, words: str, button: QRadioButton) -> None:
        super().__init__(words)
        self._button = button
        self.setWordWrap(True)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose what stands here."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._button.setChecked(True)
            self._button.setFocus(Qt.FocusReason.MouseFocusReason)


class SwitchRow(QWidget):
    """One switch: its title and rule, and a radio button with a sentence for each of its settings.

    `given` is what the scenario plays. `changed()`: another setting was chosen.
    """

    changed = Signal()

    def __init__(self, switch: Switch, given: Value) -> None:
        super().__init__()
        self.switch, self.given = switch, given
        self.buttons = QButtonGroup(self)
        self.setAccessibleName(f"{switch.title}, rule {switch.rule}")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 6, 8)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(1, 1)
        title = Label(compose("<b>{}</b> ({})", switch.title, switch.rule))
        title.setWordWrap(True)
        grid.addWidget(title, 0, 0, 1, 2)
        for number, setting in enumerate(switch.settings):
            button = QRadioButton()
            kind = PRINTED if number == 0 else (GIVEN if setting.value == given else CHOSEN).capitalize()
            button.setAccessibleName(f"{switch.title}: {kind}. {setting.words}")
            self.buttons.addButton(button, number)
            grid.addWidget(button, number + 1, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(SettingWords(compose("<i>{}:</i> {}", kind, setting.words), button), number + 1, 1)
        self.value = given
        self.buttons.idToggled.connect(lambda _, on: self.changed.emit() if on else None)

    @property
    def value(self) -> Value:
        """The value chosen."""
        return self.switch.settings[self.buttons.checkedId()].value

    @value.setter
    def value(self, value: Value) -> None:
        setting = self.switch.setting(value) or self.switch.printed
        self.buttons.button(self.switch.settings.index(setting)).setChecked(True)


class HouseRulesPart(QWidget):
    """Choose the house rules of the scenario that is marked; `folded(bool)`: the rows are hidden (true) or shown.

    A scenario is loaded once the rows are shown.
    """

    folded = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scenario: ScenarioRow | None = None
        self._laid = self.is_open = False
        self.rows: list[SwitchRow] = []
        self.fold = KeyButton(TITLE, "", "Choose rules that differ from the printed ones")
        self.fold.clicked.connect(lambda: self.unfold(not self.is_open))
        self.printed = KeyButton(PRINTED, "", "Play every rule as printed")
        self.printed.clicked.connect(lambda: self._set(lambda row: row.switch.printed.value))
        self.back = KeyButton("As this scenario sets", "", "Play the rules that this scenario sets")
        self.back.clicked.connect(self.reset)
        self._body, self._column = QWidget(), QVBoxLayout()
        self._body.setLayout(self._column)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.area: QScrollArea = scrolling(self._body)
        self._lay_out()
        self.unfold(False)

    def _lay_out(self) -> None:
        head = self.head = FlowLayout()
        for button in (self.fold, self.printed, self.back):
            head.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self.area, 1)

    def show_for(self, scenario: ScenarioRow) -> None:
        """Offer the house rules of another scenario, as printed or as it sets them."""
        self._scenario, self._laid = scenario, False
        self._empty()
        if self.is_open:
            self._lay()
        self._tell()

    @property
    def rules(self) -> dict[str, Value]:
        """Return the rules chosen that the scenario would not play by itself."""
        return {row.switch.name: row.value for row in self.rows if row.value != row.given}

    def unfold(self, is_open: bool) -> None:
        """Show the rows, or hide them; whoever gives them room does so first, so that the window need not grow."""
        self.is_open = is_open
        if is_open and not self._laid:
            self._lay()
        if not is_open:
            self.area.hide()
        self.folded.emit(not is_open)
        if is_open:
            self.area.show()
        self._tell()

    def _lay(self) -> None:
        """Make the rows of the switches that can matter in the scenario."""
        self._empty()
        self._laid = True
        row = self._scenario
        if row is None:
            return
        try:
            with loading():
                game_system = system(row.system)
                scenario = load(game_system, row.id)
        except CannotOpen as error:
            self._column.addWidget(MutedText(str(error)))
            return
        self._column.addWidget(MutedText(ABOUT))
        self.rows = [SwitchRow(*each) for each in offered(game_system.house_rules, scenario)]
        for shown in self.rows:
            shown.changed.connect(self._tell)
            for button in shown.buttons.buttons():
                button.installEventFilter(self)
            self._column.addWidget(shown)
        if not self.rows:
            self._column.addWidget(MutedText(NONE))
        self._column.addStretch(1)

    def _empty(self) -> None:
        self.rows = []
        clear(self._column)

    def reset(self) -> None:
        """Choose the rules that the scenario plays by itself."""
        self._set(lambda row: row.given)

    def _set(self, value_of: Callable[[SwitchRow], Value]) -> None:
        for row in self.rows:
            row.value = value_of(row)

    def _tell(self) -> None:
        """Say on the button how many rules have been changed, and offer the ways back."""
        words = f"{TITLE}: {len(self.rules)} changed" if self.rules else TITLE
        self.fold.setText(f"{'▾' if self.is_open else '▸'} {words}")
        self.fold.setAccessibleName(f"{words}, {'shown' if self.is_open else 'hidden'}")
        self.printed.setVisible(self.is_open and bool(self.rows))
        self.printed.setEnabled(any(row.value != row.switch.printed.value for row in self.rows))
        self.back.setVisible(self.is_open and any(row.given != row.switch.printed.value for row in self.rows))
        self.back.setEnabled(bool(self.rules))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Scroll to what the keyboard reaches."""
        if isinstance(event, QFocusEvent) and event.gotFocus() and isinstance(watched, QWidget):
            self.area.ensureWidgetVisible(watched.parentWidget() or watched, 0, 8)
        return super().eventFilter(watched, event)


def offered(house: HouseRules, scenario: Any) -> Sequence[tuple[Switch, Value]]:
    """Return the switches that matter in a scenario or that it sets, each with the value it plays."""
    played = house.played(scenario)
    given = [(switch, played.get(switch.name, switch.printed.value)) for switch in house.of(scenario)]
    return [(switch, value) for switch, value in given if value != switch.printed.value or switch.applies(scenario)]
