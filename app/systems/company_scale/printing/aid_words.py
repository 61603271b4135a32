"""The words of the player aids: as in the printed game, or as the charts of another game of the series have them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import yaml

from app.systems.company_scale.text.die_rolls import RANDOM_EVENTS
from rules.company_scale.event_words import told_events
from rules.company_scale.series import printed_hours, printed_series, terms_of
from rules.engine.english import retold
from rules.engine.folders import assets_dir
from rules.engine.frozen import frozen

if TYPE_CHECKING:
    from rules.company_scale.scenario import Charts

Rows = Sequence[Sequence[object]]
EVENTS = {**RANDOM_EVENTS, "none": "No event"}


@frozen
class Phase:
    """A phase of a turn and its steps."""

    name: str
    steps: Rows


@frozen
class Status:
    """What a status marker does to the units of its hex, in words."""

    kind: str
    fire: str = ""
    move: str = ""
    quality: str = ""
    assault: str = ""
    note: str = ""


@frozen
class HexsideRow:
    """What a hexside costs, and what it does to fire and sight, in words."""

    edge: str
    cost: str
    fire: str


@frozen
class AidWords:
    """The words of the aids (assets/aids.yaml), table by table."""

    sequence: Sequence[Phase]
    activation: Rows
    results: Rows
    fire_steps: Rows
    status: Sequence[Status]
    rally: str
    assault: Rows
    assault_attacker: Rows
    assault_defender: Rows
    odds: Sequence[tuple[str, str]]
    events: Rows
    sight: str
    hexsides: Sequence[HexsideRow]


@cache
def words() -> AidWords:
    """Return the words of the aids of the printed game."""
    texts: dict[str, Any] = yaml.safe_load((assets_dir() / "aids.yaml").read_text(encoding="utf-8"))
    rows = {"sequence": Phase, "status": Status, "hexsides": HexsideRow}
    texts |= {name: [kind(**row) for row in texts[name]] for name, kind in rows.items()}
    return AidWords(**texts)


def words_of(charts: Charts) -> AidWords:
    """Return the words of the aids of a game; another one has its own sides, hours, chapters and events in them."""
    printed = words()
    if (charts.series, charts.hours) == (printed_series(), printed_hours()):
        return printed
    told = _Retold(charts)
    return replace(
        printed,
        sequence=[Phase(phase.name, told.rows(phase.steps)) for phase in printed.sequence],
        fire_steps=told.rows(printed.fire_steps),
        assault_attacker=[[told.text(word) for word in row] for row in printed.assault_attacker],
        assault_defender=[[told.text(word) for word in row] for row in printed.assault_defender],
        status=[
            replace(row, **{each.name: told.text(getattr(row, each.name)) for each in fields(row)})
            for row in printed.status
            if row.kind != "concentrated_fire" or told.is_in_force("8.3.6")
        ],
        events=[[die, EVENTS.get(name, name), text] for die, (name, text) in enumerate(told_events(charts))],
    )


class _Retold:
    """Tells the printed words anew for the charts of another game."""

    def __init__(self, charts: Charts) -> None:
        self._series = charts.series
        self._terms = {**terms_of(charts.series), "0700": charts.hours[0].name}
        for rule, words in OF_CHAPTERS.items():
            if not self.is_in_force(rule):
                self._terms = {**words, **self._terms}

    def is_in_force(self, rule: str) -> bool:
        """Tell whether the chapter of a rule is played in this game."""
        own = [chapter for chapter in printed_series().chapters if f"{rule}.".startswith(f"{chapter}.")]
        return not own or any(chapter in self._series.chapters for chapter in own)

    def rows(self, rows: Rows) -> Rows:
        """Return rows, whose last word is their rule, without those of chapters that are not in force."""
        return [[self.text(word) for word in row] for row in rows if self.is_in_force(str(row[-1]))]

    def text(self, word: Any) -> Any:
        """Return a word with the names of this game."""
        return retold(word, self._terms) if isinstance(word, str) else word


OF_CHAPTERS = {
    "22.2": {"The German player first moves evacuation markers. ": ""},
    "23.0": {"; FFI cost 2 each": "", ", 23.0": ""},
    "24.0": {"Formation or Kampfgruppe": "Formation"},
}
"""Words that only a game with the chapter of a rule has, and what another one has in their place."""
