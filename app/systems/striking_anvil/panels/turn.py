"""The panel of turn and victory: turn and phase, fortresses, the score with its lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app import theme
from app.panels.widgets import Label, Note, scrolling
from app.systems.striking_anvil.panels.tracks import FortTrack, ScoreTrack, TurnTrack
from app.systems.striking_anvil.text.names import PHASES
from app.text.markup import compose, join
from rules.striking_anvil.r_victory import TOLD

PLANNED = "planning"


class TurnPanel(QWidget):
    """Show where the game stands."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Turn")
        self.title, self.phases, self.score_words, self.lines = Label(), Label(), Label(), Note()
        self.title.setStyleSheet("font-size: 12pt; font-weight: 600;")
        self.phases.setWordWrap(True)
        self.turns, self.score = TurnTrack(), ScoreTrack()
        self.forts = (FortTrack(), FortTrack())
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(8, 6, 8, 8)
        column.setSpacing(5)
        for part in (self.title, self.turns, self.phases, *self.forts, self.score_words, self.score):
            column.addWidget(part)
        column.addWidget(self.lines)
        column.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scrolling(body))

    def show_view(self, view: Mapping[str, Any], scenario: Any) -> None:
        """Show a view."""
        turn = view["turn"]
        self.title.setText(f"Turn {turn['number']} of {turn['of']}  ·  {turn['name'].replace('-', '–')}")
        self.turns.show_turns([days(scenario, n) for n in range(1, turn["of"] + 1)], turn["number"])
        self._show_phases(view["phase"], scenario)
        self._show_forts(view, scenario)
        victory = view["victory"]
        bounds = sorted(least + scenario.victory_shift for _, least in scenario.charts.victory.levels)
        level = TOLD[victory["level"]]
        self.score.show_score(victory["score"], bounds, level)
        points = str(victory["score"]).replace("-", "−")
        self.score_words.setText(f"Score {points}: {level} if the game ended now")
        self.score_words.setWordWrap(True)
        self.lines.setText("\n".join(_line(line) for line in victory["lines"] if line["points"]))

    def _show_phases(self, phase: str, scenario: Any) -> None:
        now = theme.current()
        shown = [name for name in PHASES if name != "end" and (name != PLANNED or scenario.rules.planning_variant)]
        parts = [
            compose('<span style="color:{}; font-weight:{}">{}</span>', now.accent if name == phase else now.muted,
                    700 if name == phase else 400, PHASES[name])
            for name in shown
        ]  # fmt: skip
        self.phases.setText(join("  ›  ", parts))
        self.phases.setAccessibleName(f"Phase: {PHASES.get(phase, '')}")

    def _show_forts(self, view: Mapping[str, Any], scenario: Any) -> None:
        standing = [area for area in view["areas"] if area["fort"] is not None]
        for n, track in enumerate(self.forts):
            track.setVisible(n < len(standing))
            if n < len(standing):
                area = standing[n]
                dice = scenario.charts.fortifications[area["id"]]
                track.show_fort(f"{area['id']} {area['name']}", area["fort"]["level"], dice)


def days(scenario: Any, turn: int) -> str:
    """Return the days of a turn: 15-16."""
    first, last = scenario.dates(turn)
    return f"{first.day}-{last.day}"


def _line(line: Mapping[str, Any]) -> str:
    points = int(line["points"])
    return f"{'+' if points > 0 else '−'}{abs(points)}  {line['what']}"
