"""The scenarios on offer: cards by game, then the player's own, installed ones, games to watch and worked examples."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from PySide6.QtWidgets import QListWidget, QVBoxLayout, QWidget

from app.dialogs.library import date_and_length
from app.dialogs.scenario_cards import CardFacts, ScenarioList, sizes
from app.panels.layouts import FlowLayout
from app.panels.widgets import KeyButton
from app.play.scenarios import is_sample
from app.systems.base import sides_of_row
from rules.engine.house_rules import ScenarioRow

FIRST: Final = "first-light"
"""The scenario to begin with."""
TITLES: Final = {
    "own": "My own", "installed": "Installed", "sample": "Games to watch", "example": "Worked examples"
}  # fmt: skip
"""The parts of the list after those of the games."""
DATED: Final = re.compile(r", \d[^,]* \d{4}$")
"""The date at the end of a title; a card tells it below."""


class ScenarioChoice(QWidget):
    """The list of scenarios, with a button above for each of its parts (`games`) that shows it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list, self.games = ScenarioList(), FlowLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addLayout(self.games)
        column.addWidget(self.list, 1)

    @property
    def current(self) -> ScenarioRow | None:
        """Return the scenario that is marked."""
        return self.list.at(self.list.currentRow())

    def fill(self, scenarios: Sequence[ScenarioRow], first: str) -> None:
        """List these scenarios and mark the one of an id, else the one to begin with."""
        self.list.setCurrentRow(-1)
        self.list.clear()
        self.list.pictures.forget([row for row in scenarios if row.origin])
        while (item := self.games.takeAt(0)) is not None:
            if (button := item.widget()) is not None:
                button.deleteLater()
        played = sorted((row for row in scenarios if _part_of(row) == "played"), key=_rank)
        titles = dict.fromkeys(row.system_title for row in played)
        for title in titles:
            self._add_part(title if len(titles) > 1 else "", [row for row in played if row.system_title == title])
        for part, title in TITLES.items():
            rows = [row for row in scenarios if _part_of(row) == part]
            self._add_part(title, sorted(rows, key=lambda row: row.id) if part == "example" else rows)
        places = {row.id: place for place in reversed(range(self.list.count())) if (row := self.list.at(place))}
        self.list.setCurrentRow(places.get(first, places.get(FIRST, min(places.values(), default=-1))))

    def _add_part(self, title: str, rows: Sequence[ScenarioRow]) -> None:
        """Add a part of the list, with a button above that shows it if it has a title."""
        if rows and title:
            self.list.add_title(title)
            place = self.list.count() - 1
            button = KeyButton(title, "", f"Show {title}.")
            button.clicked.connect(lambda: self._jump(place))
            self.games.addWidget(button)
        for row in rows:
            self._add(row)

    def _jump(self, place: int) -> None:
        self.list.setCurrentRow(place + 1)
        self.list.scrollToItem(self.list.item(place), QListWidget.ScrollHint.PositionAtTop)

    def _add(self, row: ScenarioRow) -> None:
        if is_example(row) or is_sample(row):
            self.list.add(row.title.removeprefix("Example "), row)
            return
        title = DATED.sub("", row.title.removeprefix(f"{row.system_title}: "))
        facts = " · ".join(filter(None, (date_and_length(row), row.author, row.version)))
        units = sizes().get(f"{row.system}-{row.id}", {})
        told = tuple((side, units.get(seat, 0)) for seat, side in sides_of_row(row).items())
        self.list.add(f"{title}\n{facts}", row, CardFacts(row, facts, row.playing_time, told, first=row.id == FIRST))


def _rank(row: ScenarioRow) -> tuple[bool, int]:
    """Put the scenario to begin with first, and the others by their length."""
    return row.id != FIRST, row.turns


def _part_of(scenario: ScenarioRow) -> str:
    """Return in which part of the list a scenario stands: played, own, installed, sample or example."""
    return scenario.origin or (scenario.kind if is_sample(scenario) or is_example(scenario) else "played")


def is_example(scenario: ScenarioRow) -> bool:
    """Tell whether a scenario is a worked example rather than a battle."""
    return scenario.kind == "example"
