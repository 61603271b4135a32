"""The strip under the prompt: turn, phase, whose impulse it is with the pass lamp, the score, what is at stake."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QBoxLayout, QWidget

from app.panels.strip import Stake, Strip
from app.systems.striking_anvil.panels.tracks import ImpulseStrip
from app.systems.striking_anvil.panels.turn import days
from app.systems.striking_anvil.sides import TABLE
from app.systems.striking_anvil.text.names import PHASES, counted
from app.theme import faces

NARROW_TURN = 41
"""Width of a turn in a narrow window."""
UNBOUND = 16_777_215


class TurnStrip(Strip):
    """Show where the game stands in one line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._points = self._phase = ""
        self.impulse = ImpulseStrip()
        super().__init__(parent)
        self.setAccessibleName("Turn and impulse")
        row = self.layout()
        assert isinstance(row, QBoxLayout)
        row.insertWidget(row.indexOf(self.score), self.impulse)
        self.score.hide()

    def show_view(self, view: Mapping[str, Any], scenario: Any) -> None:
        """Show a view."""
        turn, points = view["turn"], str(view["victory"]["score"]).replace("-", "−")
        self.turns.show_turns([days(scenario, n) for n in range(1, turn["of"] + 1)], turn["number"] - 1)
        count = f"Turn {turn['number']} of {turn['of']}"
        self.show_day(f"{count} · {turn['name'].replace('-', '–')}", count)
        self.impulse.show_impulse(view["impulse"], on=view["phase"] == "operations" and not view["over"])
        self._points, self._phase = f"score {points}", PHASES.get(view["phase"], "")
        worth = scenario.charts.victory.areas
        self.stakes.show_stakes([_stake(area, worth[area["id"]]) for area in view["areas"] if area["id"] in worth])
        self.fit()

    def fit(self) -> None:
        """Leave the phase to the prompt in a narrow window, so that the stakes keep their areas."""
        super().fit()
        narrow = self.width() < faces.scaled(1500)
        if (row := self.layout()) is not None:
            row.setSpacing(8 if narrow else 14)
        self.turns.setMaximumWidth(faces.scaled(NARROW_TURN) * len(self.turns.names) if narrow else UNBOUND)
        self.weather.setText(self._points if narrow else f"{self._phase} · {self._points}")


def _stake(area: Mapping[str, Any], points: int) -> Stake:
    held = TABLE[area["side"]]
    fort = f"; fortress level {area['fort']['level']}" if area["fort"] and area["fort"]["level"] else ""
    tip = f"{area['id']} {area['name']}: {counted(points, 'point')} for the Allies, held by {held.noun}{fort}"
    return Stake(str(points), area["name"], held, tip, f"area:{area['id']}")
