"""The words of the player aids: as in the printed game, or as the charts of another game of the series have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import yaml

from app.systems.company_scale.text.die_rolls import RANDOM_EVENTS, TRACKS
from app.text.names import NAMES
from rules.company_scale.r20_events import effects_of
from rules.company_scale.series import event_title, printed_hours, printed_series
from rules.engine.folders import assets_dir
from rules.engine.frozen import frozen

if TYPE_CHECKING:
    from rules.company_scale.scenario import Charts
    from rules.company_scale.series import Series

Rows = Sequence[Sequence[object]]


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
        status=[
            replace(row, **{each.name: told.text(getattr(row, each.name)) for each in fields(row)})
            for row in printed.status
            if row.kind != "concentrated_fire" or told.is_in_force("8.3.6")
        ],
        events=[[die, *_event(charts, row)] for die, row in enumerate(charts.events)],
    )


class _Retold:
    """Tells the printed words anew for the charts of another game."""

    def __init__(self, charts: Charts) -> None:
        self._series = charts.series
        self._words = {NAMES[seat]: side.name for seat, side in charts.series.sides.items()}
        self._words["0700"] = charts.hours[0].name
        if not self.is_in_force("22.2"):
            self._words = {COLUMNS: "", **self._words}

    def is_in_force(self, rule: str) -> bool:
        """Tell whether the chapter of a rule is played in this game."""
        own = [chapter for chapter in printed_series().chapters if f"{rule}.".startswith(f"{chapter}.")]
        return not own or any(chapter in self._series.chapters for chapter in own)

    def rows(self, rows: Rows) -> Rows:
        """Return rows, whose last word is their rule, without those of chapters that are not in force."""
        return [[self.text(word) for word in row] for row in rows if self.is_in_force(str(row[-1]))]

    def text(self, word: Any) -> Any:
        """Return a word with the names of this game."""
        if not isinstance(word, str):
            return word
        for old, new in self._words.items():
            word = word.replace(old, new)
        return word


COLUMNS = "The German player first moves evacuation markers. "


def _event(charts: Charts, row: Mapping[str, Any]) -> tuple[str, str]:
    """Return the name of a random event and what it does (20.0)."""
    name = str(row["name"])
    title = event_title(charts.series, row) or RANDOM_EVENTS.get(name, "No event" if name == "none" else name)
    return title, " ".join(_effect(charts, kind, effect) for kind, effect in effects_of(row))


def _effect(charts: Charts, kind: str, effect: Mapping[str, Any]) -> str:
    series = charts.series
    if kind == "division":
        return _gift(series, effect)
    if kind == "hero":
        return f"Place a hero marker with any {series.sides[effect['chooser']].name} unit."
    if kind == "supply_shortage":
        side = series.sides[effect["of"]].name
        return f"Remove {side} Division and Formation chits from the Cup; none can be bought for the rest of the turn."
    if kind == "air_strike":
        counts = [f"{air.count} {series.sides[side].name}" for side, air in charts.air_support.items()]
        return f"By day, not in rain: {' and '.join(counts)} air support markers; first they fight each other."
    return "An evacuation marker; then the Evacuation Road is checked for points."


def _gift(series: Series, effect: Mapping[str, Any]) -> str:
    """Return what an event gives a division or takes from it."""
    of, chooser = series.sides[effect["of"]], series.sides[effect["chooser"]].name
    whose = of.nations.get(effect.get("nation", ""), of.name)
    told = f"{whose} division{' on the map' if effect.get('on_map') else ''}: {_points(effect, '')}"
    if "or_from" in effect:
        told += f"; or {series.sides[effect['or_from']].name} division: {_points(effect, 'or_')}"
    return f"{told}. The {chooser} player chooses."


def _points(effect: Mapping[str, Any], prefix: str) -> str:
    changes = [(name, effect.get(prefix + track, 0)) for track, name in TRACKS.items()]
    return ", ".join(f"{name} {change:+d}".replace("-", "−") for name, change in changes if change)
