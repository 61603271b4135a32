"""The strip of the Company Scale System: day and turn, weather and phase, points, victory hexes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QWidget

from app.panels.shown import Shown
from app.panels.strip import Stake, Strip
from app.sides import Side
from app.systems.company_scale.panels.turns import turn_names
from app.systems.company_scale.sides import SIDES
from app.systems.company_scale.text import names as wording
from app.text.dates import long_date
from app.text.names import humanize

NOBODY = Side("Nobody", "nobody")


class TurnStrip(Strip):
    """Show turn and victory of a view in one line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Turn and victory at a glance")
        self._shown = Shown()

    def show_view(self, view: Mapping[str, Any]) -> None:
        """Show a view."""
        turn, victory = view.get("turn") or {}, view.get("victory") or {}
        if not self._shown.is_new(turn, victory, view.get("weather"), view.get("phase")):
            return
        self.turns.show_turns(
            [name.replace("night_", "Night ") for name in turn_names(turn)], int(turn.get("index") or 1) - 1
        )
        count = f"Turn {turn.get('index')} of {turn.get('of')}"
        self.show_day(f"{long_date(str(turn.get('date', '')))} · {count}", count)
        phase = wording.PHASES.get(str(view.get("phase")), "").removesuffix(" Phase")
        self.weather.setText(" · ".join(filter(None, (humanize(str(view.get("weather", ""))), phase))))
        points = victory.get("points") or {}
        self.score.show_points([(side, str(points.get(name, 0))) for name, side in SIDES.items()])
        self.stakes.show_stakes([_stake(goal) for goal in victory.get("hexes") or ()])
        self.fit()


def _stake(goal: Mapping[str, Any]) -> Stake:
    held, points = SIDES.get(str(goal.get("held_by") or ""), NOBODY), goal.get("points") or {}
    worth = ", ".join(f"{n} for {wording.SIDE_NOUNS.get(s, s)}" for s, n in points.items())
    name = str(goal.get("name") or goal["hex"])
    return Stake(
        "/".join(dict.fromkeys(str(n) for n in points.values())), name, held,
        f"{name}, {goal['hex']}: held by {held.noun}; victory points: {worth}", str(goal["hex"]),
    )  # fmt: skip
