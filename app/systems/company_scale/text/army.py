"""Counters, hexes and rout checks in words, why no order can be given, and the order of battle."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from app.systems.company_scale.seen import view_of
from app.systems.company_scale.text import names as wording
from app.systems.company_scale.verbs import verb
from app.text.entries import Entry, EntryKind, UnitStanding, grouped
from app.text.names import Names
from rules.company_scale.pieces import day_of, turn_name
from rules.company_scale.records.answers import Arrivals, CheckOdds, UnitNow
from rules.company_scale.records.view import FireView, MoveView, PieceView, UnitView, VictoryView, View, WeaponView
from rules.engine.command import Command, Reason, cmd
from rules.engine.english import capital, signed
from rules.hexes.grid import hex_name

# --- Counters and hexes described in words, as the stack inspector shows them --------------------------------------


def half(value: float) -> str:
    """Return movement points with halves as a fraction: 2½ for 2.5."""
    whole, rest = divmod(round(value * 2), 2)
    return f"{whole}½" if rest and whole else "½" if rest else str(whole)


def fire_words(fire: FireView | None) -> str:
    """Return a fire power in words."""
    if fire is None:
        return "cannot fire"
    reach = "any range" if fire.range >= 99 else f"range {fire.range}"
    return f"Fire {fire.value} {wording.BOXES.get(fire.box, fire.box)}, {reach}"


def column_words(unit: UnitView) -> str:
    """Return how a deployed unit's fire and defense change in column: ": fire 4 → 3, defense 0 → +1", or ""."""
    if unit.other_face is None:
        return ""
    faces = (unit.face, unit.other_face)
    fires = [str(face.fire.value) if face.fire is not None else "none" for face in faces]
    guards = [signed(face.defense) for face in faces]
    changed = [f"{name} {a} → {b}" for name, (a, b) in (("fire", fires), ("defense", guards)) if a != b]
    return f": {', '.join(changed)}" if changed else ""


def move_words(move: MoveView | None) -> str:
    """Return a movement allowance in words."""
    if move is None:
        return "can't move on this side"
    return f"Moves {move.allowance} ({wording.MOVE_CLASSES.get(move.by, move.by)})"


def unit_lines(unit: UnitView, names: Names) -> list[str]:
    """Return what a unit's counter says, one short line after the other."""
    belongs = names.of(unit.formation) if unit.formation and unit.formation != unit.division else ""
    lines = [", ".join(part for part in (belongs, names.of(unit.division)) if part)]
    lines.append(f"{'Deployed' if unit.deployed else 'In column'} · {fire_words(unit.face.fire)}")
    armor = wording.ARMOR.get(unit.armor, "")
    lines.append(f"Defense {signed(unit.face.defense)}, {armor} · {move_words(unit.face.move)}")
    state = []
    if unit.active:
        used = unit.actions_used
        state.append({0: "active, has not acted", 1: "active, has acted once"}.get(used, "active, has acted twice"))
    if unit.active and unit.is_out_of_command:
        state.append("out of command")
    if unit.engineer:
        state.append("engineers")
    if state:
        lines.append(", ".join(state).capitalize())
    loads = (("Loaded on", unit.carried_by), ("Carries", unit.carries))
    lines += [f"{words} {names.of(other)}" for words, other in loads if other]
    return lines


def passenger_of(view: View, unit: str) -> str:
    """Return the unit that a transport or tank carries, or "": it has no counter of its own on the map (15.0, 30.0)."""
    return next((u.carries or "" for u in view.units if u.id == unit), "")


def carrier_of(view: View, unit: str) -> str:
    """Return the transport or tank that carries a unit, or ""."""
    return next((u.carried_by or "" for u in view.units if u.id == unit), "")


def now_words(now: UnitNow | None) -> str:
    """Return a unit's values as modified by the markers of its hex, "" for one of which nothing is known."""
    if now is None:
        return ""
    parts = []
    if now.fire_now is not None:
        parts.append(f"fire {now.fire_now}".replace("-", "−"))
    if now.mp_now:
        parts.append(f"{half(now.mp_now)} movement points")
    if now.troop_quality_now is not None:
        parts.append(f"troop quality {now.troop_quality_now}")
    return ", ".join(parts)


def victory_condition(margin: int | None, germans: str = "the Germans", allies: str = "the Allies") -> str:
    """Return what the German player needs to win, or "" where nothing can be won; the sides by their nouns."""
    if margin is None:
        return ""
    if margin <= 0:
        return f"{capital(germans)} win unless {allies} have more points."
    points = "one point" if margin == 1 else f"{margin} points"
    return f"{capital(germans)} win with a lead of at least {points}; otherwise {allies} win."


def lead_words(victory: VictoryView, germans: str = "the Germans", allies: str = "the Allies") -> str:
    """Return who leads by how many points, if that decides the game; the sides by their nouns."""
    points = victory.points
    if victory.german_margin is None or not {"german", "allied"} <= set(points):
        return ""
    lead = points["german"] - points["allied"]
    ahead = germans if lead > 0 else allies
    return f"{capital(ahead)} lead by {abs(lead)}." if lead else "The points are equal."


def marker_words(view: View, hex_name: str, names: Names) -> list[str]:
    """Return the markers of a hex in words."""
    return [wording.marker(m.kind, m.value, names) for m in view.markers if m.hex == hex_name]


def arrival_lines(arrivals: Iterable[Arrivals], names: Names) -> list[str]:
    """Return what will still arrive in a hex, one line for each turn."""
    lines = []
    for due in arrivals:
        things = ", ".join(names.label(thing) for thing in (*due.units, *due.weapons, *due.leaders))
        lines.append(f"{names.side_name(due.side)}, turn {due.turn} ({wording.turn(due.name)}): {things}")
    return lines


# --- Rout checks on the way of a fire, in words --------------------------------------------------------------------


def check_line(check: CheckOdds, names: Names) -> str:
    """Return what a rout check needs, and the sum behind it (8.5.1)."""
    state = f" at DG {check.dg}" if check.dg else ""
    quality = sum(part.value for part in check.parts if part.of == "quality")
    on_die = [part for part in check.parts if part.of == "die" and part.value]
    added = (f"{signed(part.value)} ({_within(names.shortened(part.text))})" for part in on_die)
    die = f"; die {', '.join(added)}" if on_die else ""
    needs = f"{check.needs} or less" if check.needs else "0 only"
    who = names.label(check.unit)
    return f"{check.result}{state}: {who} passes on {needs} (8.5.1). Troop quality {quality}{die}."


def _within(words: str) -> str:
    """Return words as they stand within a sentence."""
    return words[:1].lower() + words[1:]


# --- Why a unit's order cannot be given: no unit is picked, or what the rules say about the one that is ------------

PICK_FIRST = "Pick a unit first."
SET_DOWN = ("unload", "dismount")
"""Orders of a passenger, which is picked by its carrier's counter."""
WORK = "foxhole"
"""What most units could build: a unit that can build nothing is refused with the reason against this (11.1)."""


def refusal_of(name: str, picked: Sequence[str], game: Any) -> list[Reason]:
    """Return why an order is not possible for the units picked (`game` explains and knows names)."""
    if name == "place_assault":  # what stands against all hexes comes first, so any hex of the enemy does
        side = game.decision.seat
        enemy = next((unit.hex for unit in view_of(game).units if unit.hex and unit.side != side), "")
        return list(game.explain(cmd(name, hex=enemy))[:1])
    if not picked:
        return [Reason(PICK_FIRST)]
    if nowhere := verb(name).nowhere:
        return [Reason(f"{game.names.label(picked[0])} {nowhere}")]
    if name in SET_DOWN:
        picked = (passenger_of(view_of(game), picked[0]) or picked[0],)
    return game.explain(_order(name, picked)) or [Reason(f"{game.names.label(picked[0])} can't do this now.")]


def _order(name: str, picked: Sequence[str]) -> Command:
    if name == "build":
        return cmd(name, unit=picked[0], what=WORK)
    return cmd(name, units=tuple(picked)) if name == "move" else cmd(name, unit=picked[0])


# --- The order of battle: every piece of a game by side, division and formation, with its state and place ----------

PLACES = {
    "routed": ("Routed", UnitStanding.AWAY),
    "pool": ("In the transport pool", UnitStanding.AWAY),
    "available": ("Available", UnitStanding.AWAY),
    "reallocating": ("Reallocating", UnitStanding.AWAY),
    "reserve": ("May still come", UnitStanding.DUE),
    "off_map": ("Off the map", UnitStanding.AWAY),
    "eliminated": ("Eliminated", UnitStanding.LOST),
    "out": ("Gone", UnitStanding.LOST),
    "exited": ("Left the map", UnitStanding.LOST),
}
"""What is said of pieces that are not on the map, and how they stand."""


class Army:
    """Read the pieces of one view; what arrives when is written in the scenario (18.0)."""

    def __init__(self, view: View, scenario: Any, names: Names) -> None:
        self.view, self.names = view, names
        self._where = {unit.id: str(unit.hex or "") for unit in view.units}
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
            grouped(self.names.side_name(side), side, self._divisions(side, divisions))
            for side, divisions in sorted(groups.items())
        ]

    def _divisions(self, side: str, divisions: Mapping[str, Mapping[str, list[Entry]]]) -> Iterator[Entry]:
        for division, formations in divisions.items():
            parts = [grouped(self.names.of(name), side, members) for name, members in formations.items() if name]
            own = formations.get("", ())
            if not division:
                yield from own
                continue
            yield grouped(self.names.of(division), side, (*own, *parts))

    def _pieces(self) -> Iterator[tuple[Entry, str, str]]:
        for unit in self.view.units:
            yield self._entry(unit, self._unit_state(unit)), unit.division, unit.formation
        for token in self.view.tokens:
            what = "support weapon" if isinstance(token, WeaponView) else "hero" if token.hero else "leader"
            division, formation = self._belongs.get(token.id, ("", ""))
            yield self._entry(token, what), division, formation

    def _entry(self, piece: PieceView, state: str) -> Entry:
        name, place, words = piece.id, piece.place, ""
        where, standing = PLACES.get(place, ("", UnitStanding.HERE))
        if standing is UnitStanding.DUE and name in self._due:
            where = self._due[name].words
        elif standing is UnitStanding.DUE:
            standing = UnitStanding.AWAY  # transports, heroes and FFI come when they are called, not by a schedule
        at = piece.hex
        if at and place in ("map", "carried"):
            standing, where = UnitStanding.HERE, " ".join(part for part in (at, self._named.get(at, "")) if part)
        state = state if standing is UnitStanding.HERE else ""
        if isinstance(piece, UnitView):
            words = f"{piece.label} {piece.long_name}"
            if piece.carried_by:  # 15.0, 30.0
                state = f"on {self.names.of(piece.carried_by)}"
        return Entry(f"unit:{name}", piece.name, EntryKind.UNIT, state, where, words, piece.side, standing)

    def _unit_state(self, unit: UnitView) -> str:
        parts = ["deployed" if unit.deployed else "in column"]
        if unit.active:
            parts.append(("active", "acted once", "acted twice")[min(2, unit.actions_used)])
        if unit.is_out_of_command:
            parts.append("out of command")
        if unit.hex:
            parts.append(self._markers(unit.hex))
        return ", ".join(part for part in parts if part)

    def _markers(self, at: str) -> str:
        if at not in self._marks:
            self._marks[at] = ", ".join(word[:2] + word[2:].lower() for word in marker_words(self.view, at, self.names))
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
        Entry(f"hex:{hex_name(label.hex)}", label.text, EntryKind.PLACE, label.kind, hex_name(label.hex))
        for label in (*ground.labels, *ground.entries)
        if label.hex in ground.hexes
    ]
    goals = [
        Entry(f"hex:{hex_name(goal.hex)}", goal.name, EntryKind.PLACE, "victory hex", hex_name(goal.hex))
        for goal in scenario.victory.hexes
        if goal.name
    ]
    hexes = [
        Entry(
            f"hex:{hex_name(at)}",
            hex_name(at),
            EntryKind.HEX,
            f"{ground.charts.names[of.terrain]}, level {of.level}",
            of.name,
            words=hex_name(at).replace(".", ""),
        )
        for at, of in ground.hexes.items()
    ]
    return [*_once(goals, named), *hexes]


def _once(goals: list[Entry], named: list[Entry]) -> list[Entry]:
    """Return goals and names, a name that says the same as a goal left out."""
    told = {(goal.thing, goal.name) for goal in goals}
    return [*goals, *(entry for entry in named if (entry.thing, entry.name) not in told)]
