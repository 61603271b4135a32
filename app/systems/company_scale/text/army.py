"""The order of battle: every piece of a game by side, division and formation, with its state and place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Any, NamedTuple

from app.systems.company_scale.text import names as wording
from app.systems.company_scale.text.facts import marker_words, out_of_command
from app.text.entries import Entry, Kind, Standing
from app.text.names import Names
from rules.company_scale.pieces import day_of, turn_name
from rules.hexes.ids import hex_name

PLACES = {
    "routed": ("Routed", Standing.AWAY),
    "pool": ("In the transport pool", Standing.AWAY),
    "available": ("Available", Standing.AWAY),
    "reallocating": ("Reallocating", Standing.AWAY),
    "reserve": ("May still come", Standing.DUE),
    "off_map": ("Off the map", Standing.AWAY),
    "eliminated": ("Eliminated", Standing.LOST),
    "out": ("Gone", Standing.LOST),
    "exited": ("Left the map", Standing.LOST),
}
"""What is said of pieces that are not on the map, and how they stand."""


class Army:
    """Read the pieces of one view; what arrives when is written in the scenario (18.0)."""

    def __init__(self, view: Mapping[str, Any], scenario: Any, names: Names) -> None:
        self.view, self.names = view, names
        self._where = {str(unit["id"]): str(unit.get("hex") or "") for unit in view.get("units", ())}
        self._named = {hex_name(at): ground.name for at, ground in scenario.map.hexes.items() if ground.name}
        self._due = arrivals(scenario)
        self._marks: dict[str, str] = {}
        self._belongs = {
            name: (piece.division, piece.formation)
            for table in (scenario.units, scenario.weapons, scenario.leaders)
            for name, piece in table.items()
        }

    def sides(self) -> list[Entry]:
        """Return the sides with their divisions, formations and pieces, each in the order of the scenario."""
        groups: dict[str, dict[str, dict[str, list[Entry]]]] = defaultdict(
            lambda: defaultdict(lambda: defaultdict(list))
        )
        for entry, division, formation in self._pieces():
            groups[entry.seat][division][formation if formation != division else ""].append(entry)
        return [
            Entry("", wording.side(side), Kind.GROUP, seat=side, entries=tuple(self._divisions(side, divisions)))
            for side, divisions in sorted(groups.items())
        ]

    def _divisions(self, side: str, divisions: Mapping[str, Mapping[str, list[Entry]]]) -> Iterator[Entry]:
        for division, formations in divisions.items():
            parts = [
                Entry("", self.names.of(name), Kind.GROUP, seat=side, entries=tuple(members))
                for name, members in formations.items()
                if name
            ]
            own = tuple(formations.get("", ()))
            if not division:
                yield from own
                continue
            yield Entry("", self.names.of(division), Kind.GROUP, seat=side, entries=(*own, *parts))

    def _pieces(self) -> Iterator[tuple[Entry, str, str]]:
        for unit in self.view.get("units", ()):
            yield self._entry(unit, self._unit_state(unit)), str(unit["division"]), str(unit.get("formation") or "")
        for group, what in (("weapons", "support weapon"), ("leaders", "leader")):
            for token in self.view.get(group, ()):
                division, formation = self._belongs.get(str(token["id"]), ("", ""))
                yield self._entry(token, "hero" if token.get("hero") else what), division, formation

    def _entry(self, piece: Mapping[str, Any], state: str) -> Entry:
        name, place = str(piece["id"]), str(piece.get("place") or "map")
        where, standing = PLACES.get(place, ("", Standing.HERE))
        if standing is Standing.DUE and name in self._due:
            where = self._due[name].words
        elif standing is Standing.DUE:
            standing = Standing.AWAY  # transports, heroes and FFI come when they are called, not by a schedule
        at = str(piece.get("hex") or "")
        if at and place in ("map", "carried"):
            standing, where = Standing.HERE, " ".join(part for part in (at, self._named.get(at, "")) if part)
        state = state if standing is Standing.HERE else ""
        if piece.get("carried_by"):  # 15.0, 30.0
            state = f"on {self.names.of(str(piece['carried_by']))}"
        words = " ".join((str(piece.get("label") or ""), str(piece.get("long_name") or "")))
        return Entry(
            f"unit:{name}", str(piece["name"]), Kind.UNIT, state, where, words, str(piece["side"]), standing
        )  # fmt: skip

    def _unit_state(self, unit: Mapping[str, Any]) -> str:
        parts = ["deployed" if unit.get("deployed") else "in column"]
        if unit.get("active"):
            parts.append(("active", "acted once", "acted twice")[min(2, int(unit.get("actions_used") or 0))])
        if out_of_command(unit):
            parts.append("out of command")
        if at := str(unit.get("hex") or ""):
            parts.append(self._markers(at))
        return ", ".join(part for part in parts if part)

    def _markers(self, at: str) -> str:
        if at not in self._marks:
            self._marks[at] = ", ".join(word[:2] + word[2:].lower() for word in marker_words(self.view, at))
        return self._marks[at]


class Arrival(NamedTuple):
    """The hex in which a piece arrives, and when and where in words."""

    hex: str
    words: str


def arrivals(scenario: Any) -> dict[str, Arrival]:
    """Return when and where every piece of the reinforcement schedule arrives (18.0)."""
    found: dict[str, Arrival] = {}
    for due in scenario.reinforcements:
        day = date.fromisoformat(str(scenario.date)) + timedelta(days=day_of(scenario, due.turn))
        when = f"{day.day} {day:%B} {wording.turn(turn_name(scenario, due.turn))}"
        told = Arrival(hex_name(due.hex), f"Turn {due.turn}, {when}, {hex_name(due.hex)}")
        for name in (*due.units, *due.weapons, *due.leaders, *due.transports, *due.heroes):
            found.setdefault(name, told)
    return found


def places(scenario: Any) -> list[Entry]:
    """Return the named places and all hexes of a map."""
    ground = scenario.map
    named = [
        Entry(f"hex:{hex_name(label.hex)}", label.text, Kind.PLACE, label.kind, hex_name(label.hex))
        for label in (*ground.labels, *ground.entries)
        if label.hex in ground.hexes
    ]
    goals = [
        Entry(f"hex:{hex_name(goal.hex)}", goal.name, Kind.PLACE, "victory hex", hex_name(goal.hex))
        for goal in scenario.victory.hexes
        if goal.name
    ]
    hexes = [
        Entry(
            f"hex:{hex_name(at)}", hex_name(at), Kind.HEX,
            f"{wording.TERRAIN[of.terrain.value]}, level {of.level}", of.name, words=hex_name(at).replace(".", ""),
        )
        for at, of in ground.hexes.items()
    ]  # fmt: skip
    return [*_once(goals, named), *hexes]


def _once(goals: list[Entry], named: list[Entry]) -> list[Entry]:
    """Return goals and names, a name that says the same as a goal left out."""
    told = {(goal.thing, goal.name) for goal in goals}
    return [*goals, *(entry for entry in named if (entry.thing, entry.name) not in told)]
