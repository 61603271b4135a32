"""What random events do in words, for the player aids of a game of the series with events of its own (20.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.company_scale.r20_events import effects_of
from rules.company_scale.scenario import Charts
from rules.company_scale.series import Series, event_title


def told_events(charts: Charts) -> Iterator[tuple[str, str]]:
    """Yield of each random event its title, or the name in its row, and what it does."""
    for row in charts.events:
        told = " ".join(_effect(charts, kind, effect) for kind, effect in effects_of(row))
        yield event_title(charts.series, row) or row["name"], told


_TRACKS: Final = {"dispatch": "dispatch points", "commands": "direct commands", "troop_quality": "troop quality"}


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
    changes = [(name, effect.get(prefix + track, 0)) for track, name in _TRACKS.items()]
    return ", ".join(f"{name} {change:+d}".replace("-", "−") for name, change in changes if change)
