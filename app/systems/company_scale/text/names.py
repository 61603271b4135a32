"""Names of counters, divisions, chits, turns and sides in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.systems.company_scale.seen import as_view
from app.text.names import NAMES, Names, humanize
from rules.company_scale.series import SeriesSide, printed_series
from rules.hexes import grid
from rules.hexes.grid import hex_id

TURNS = {"night_1": "First night turn", "night_2": "Second night turn"}
PHASES = {"preparation": "Preparation Phase", "action": "Action Phase", "end": "End Phase"}
MARKERS = {
    "dg": "Disorganized",
    "pinned": "Pinned",
    "suppressed": "Suppressed",
    "no_opportunity_fire": "No Opportunity Fire",
    "sustained_fire": "Sustained Fire",
    "concentrated_fire": "Concentrated Fire",
    "ridge": "Ridge",
    "foxhole": "Foxhole",
    "trench": "Trench",
    "barrage": "Barrage",
    "illumination": "Illumination",
    "kampfgruppe": "Kampfgruppe",
    "on_fire": "On Fire",
    "traffic_jam": "Traffic Jam",
    "fire_cleared": "Fire Cleared",
    "prepared_assault": "Prepared Assault",
}
WORKS = {"foxhole": "Dig foxholes", "trench": "Build trenches"}
TERRAIN = {
    "clear": "Clear",
    "woods": "Woods",
    "vineyard": "Vineyard",
    "marsh": "Marsh",
    "village": "Village",
    "town": "Town",
    "city": "City",
}
BOXES = {
    "red": "small arms",
    "yellow": "high explosive",
    "black": "indirect",
    "blue": "armor piercing",
    "white": "high explosive or armor piercing",
}
FIRE_TYPES = {
    "small_arms": "Small arms",
    "high_explosive": "High explosive",
    "armor_piercing": "Armor piercing",
    "indirect": "Indirect",
}
CHITS = {
    "division": "Division",
    "formation": "Formation",
    "kampfgruppe": "Kampfgruppe",
    "direct_command": "Direct Command",
    "wind": "Wind",
    "event": "Random Event",
}
CHIT_NOTES = {
    "division": "All units of the division are active.",
    "formation": "All units of the formation are active.",
    "kampfgruppe": "Units within two hexes of its marker may each take one action.",
    "direct_command": "Pay a direct command for each unit you want to activate.",
    "wind": "Barrages and illumination are removed.",
    "event": "Roll on the random events table.",
}
MOVE_CLASSES = {"leg": "leg", "wheeled": "wheeled", "tracked": "tracked"}
ARMOR = {"soft": "soft target", "hard": "hard target", "tank": "tank (hard target)"}
DIRECTIONS = ("north", "north-east", "south-east", "south", "south-west", "north-west")


def turn(name: str) -> str:
    """Return a turn as printed on the track."""
    return TURNS.get(name, name)


def marker(kind: str, value: object = None, names: Names | None = None) -> str:
    """Return the name of a marker with its level or owner."""
    name = MARKERS.get(kind, humanize(kind))
    if kind == "dg":
        return f"DG {value}"
    if kind == "barrage" and value:
        return "Smoke" if value == "smoke" else f"{humanize(str(value))} barrage"
    if value in (None, "", True):
        return name
    side = names.side_name if names is not None else humanize
    return f"{name} ({side(str(value)) if value in NAMES else humanize(str(value))})"


class CompanyScaleNames(Names):
    """Names of counters, divisions, formations, chits, support weapons and leaders, and of both sides."""

    groups = ("divisions", "formations", "units", "weapons", "leaders")

    def __init__(self, view: Any = None) -> None:
        self.played: Mapping[str, SeriesSide] = {}
        super().__init__(view)

    def study(self, scenario: Any) -> None:
        """Add the names of a scenario, and what its charts call the sides."""
        super().study(scenario)
        charts = getattr(scenario, "charts", None)
        if charts is not None:
            self.played = charts.series.sides

    def side_name(self, seat: str) -> str:
        """Return the name of a side in this game of the series."""
        return self.played[seat].name if seat in self.played else super().side_name(seat)

    def players(self, seat: str) -> str:
        """Return who plays a side in this game of the series."""
        return self.played[seat].players if seat in self.played else super().players(seat)

    def learn(self, view: object) -> None:
        """Add the names of a view, including those of its chits."""
        now = as_view(view)
        for unit in now.units:
            self.call(unit.id, unit.name, unit.side, unit.label)
        for token in now.tokens:
            self.call(token.id, token.name, token.side)
        in_play = () if now.chit is None else (now.chit,)
        for named in (*now.divisions, *now.cup.may_still_come, *now.cup.played, *in_play):
            self.call(named.id, named.name, named.side)

    def of(self, thing: str) -> str:
        """Return the name of a counter, division, formation or chit (a chit may be written kind:subject)."""
        kind, _, subject = thing.partition(":")
        if self.has(thing) or not subject:
            return super().of(thing)
        if kind in ("command", "direct_command"):
            return f"{self.side_name(subject)} Direct Command"
        if kind == "kampfgruppe":
            return f"Kampfgruppe, {self.of(subject)}"
        return self.of(subject)


def series_side(names: Names, seat: str) -> SeriesSide:
    """Return a side of this game of the series, of the printed one where the names are of no game."""
    played = names.played if isinstance(names, CompanyScaleNames) else {}
    return (played or printed_series().sides)[seat]


def direction(start: str, to: str) -> str:
    """Return the compass direction from a hex to its neighbour, or "" if they are not neighbours."""
    try:
        return DIRECTIONS[grid.direction(hex_id(start), hex_id(to))]
    except ValueError:
        return ""
