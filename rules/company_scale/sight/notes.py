"""What each thing on a line of sight contributes to it, in words (6.2.2, 7.1.1, 7.1.2, 8.7.2, 8.8.1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, NamedTuple

from rules.company_scale.battle_map import BattleMap, Edge
from rules.company_scale.sight.rules import (
    COVER,
    CRESTS,
    WATER_LEVEL,
    is_as_high,
    is_blind_spot,
    is_cover_between,
    is_crest_between,
    is_higher_ground,
    level_of,
)
from rules.company_scale.sight.tables import KEPT_MAPS
from rules.hexes.grid import neighbours
from rules.hexes.ids import hex_name
from rules.hexes.lines import Line

Obstacles = Collection[int]  # hexes with a barrage or on-fire marker; a mapping also tells which
_MARKER_RULES: Final = {"barrage": "8.7.2", "fire": "8.8.1"}
_FEATURES: Final = (*CRESTS, Edge.RIVER, Edge.STREAM, Edge.GRAY)  # what matters most to sight comes first
_COVER_WORDS: Final = frozenset(map(str, COVER))
_KEPT_NOTES: Final = 1 << 15


@dataclass(frozen=True, slots=True)
class Contribution:
    """One thing on a line of sight and what it does there.

    `kind` is "hex", "hexside" or "spine" (a hexside the line runs along); `a` and `b` its hexes, `b` 0 for a hex.
    `what` is terrain, hexside feature, "higher ground", "barrage" or "fire". `ignored` marks what could block
    elsewhere but does not here; `why` and `rule` give the reason.
    """

    kind: str
    a: int
    b: int
    what: str
    level: int
    blocks: bool
    ignored: bool
    why: str
    rule: str


class Verdict(NamedTuple):
    """What a rule says of a thing on the line; `order` is the place of its test among the others (7.1.2)."""

    blocks: bool
    ignored: bool
    why: str
    rule: str
    order: int = 3


class Note(NamedTuple):
    """A contribution and the verdict in it."""

    contribution: Contribution
    verdict: Verdict


class _Known(NamedTuple):
    """The notes on hexes found so far: those at the ends of a line, next to its lower end, and others between."""

    ends: dict[int, Note]
    beside: dict[int, Note]
    between: dict[int, Note]


_KEPT: Final[dict[int, tuple[BattleMap, dict[tuple[int, int], _Known]]]] = {}
_END: Final = Verdict(False, True, "the hexes at both ends never block", "7.1.1 a")
_OPEN: Final = Verdict(False, False, "does not block", "6.2.1")
_HIGHER: Final = Verdict(True, False, "higher than both ends", "7.1.2", 2)
_AS_HIGH: Final = Verdict(True, False, "as high as the higher end", "7.1.2 a")
_BLIND: Final = Verdict(True, False, "beside the lower end and higher than it, a blind spot", "7.1.2 b")
_BETWEEN: Final = Verdict(True, False, "on the level of both ends", "7.1.1 a")
_BELOW: Final = Verdict(False, True, "lower than both ends", "7.1.1 a")
_LEVELS_DIFFER: Final = Verdict(False, True, "terrain does not block between ends on different levels", "7.1.2 e")
_PLAIN_SIDE: Final = Verdict(False, False, "does not block", "6.2.2")
_END_SIDE: Final = Verdict(False, True, "a hexside of a hex at the end", "6.2.2")
_CREST: Final = Verdict(True, False, "between ends on one level, and neither is beside it", "6.2.2")
_HIGH_CREST: Final = Verdict(True, False, "as high as the higher end, and neither end is beside it", "7.1.2 c")
_LOW_CREST: Final = Verdict(False, True, "lower than the higher end", "7.1.2 c")
_ALONG: Final = Verdict(True, False, "the line runs along it", "7.1.2 d", 1)
_BOTH_SIDES: Final = Verdict(True, False, "both hexes are on the level of both ends", "7.1.1 b")
_MARKED: Final = {
    kind: Verdict(True, False, "no line passes through it", rule, 0) for kind, rule in _MARKER_RULES.items()
}
_RAISED: Final = (_HIGHER, _AS_HIGH, _BLIND)


def is_obstructed(ground: BattleMap, a: int, b: int, path: Line, obstacles: Obstacles) -> bool:
    """Tell whether a marker is in a hex between, or in one of a spine whose other hex blocks too (8.7.2, 8.8.1)."""
    for delta in path.between:
        if a + delta in obstacles:
            return True
    for first, second in path.spines:
        if a + first in obstacles or a + second in obstacles:
            trace = _Trace(ground, a, b, obstacles)
            if trace.hex_note(a + first).verdict.blocks and trace.hex_note(a + second).verdict.blocks:
                return True
    return False


def notes_on(ground: BattleMap, a: int, b: int, path: Line, obstacles: Obstacles) -> list[Note]:
    """Return what everything on the line from `a` to `b` contributes, in order."""
    trace = _Trace(ground, a, b, obstacles)
    notes: list[Note] = []
    for crossing in path.crossings:
        kind, hexes = crossing.kind, crossing.hexes
        if kind == "hex":
            notes.append(trace.hex_note(a + hexes[0]))
        elif kind == "spine":
            notes.append(trace.spine_note(a + hexes[0], a + hexes[1]))
        elif (side := (a + hexes[0], a + hexes[1])) in ground.sides and (note := trace.side_note(*side)):
            notes.append(note)
    return notes


def _known_notes(ground: BattleMap, low: int, high: int) -> _Known:
    """Return the notes on hexes of a map found so far, by the levels of the ends; those of the last maps are kept."""
    kept = _KEPT.get(id(ground))
    if kept is None or kept[0] is not ground:
        while len(_KEPT) >= KEPT_MAPS:  # the entry keeps its map alive, so that no other map can reuse the id
            del _KEPT[next(iter(_KEPT))]
        kept = _KEPT[id(ground)] = ground, {}
    known = kept[1].get((low, high))
    if known is None:
        known = kept[1][low, high] = _Known({}, {}, {})
    return known


class _Trace:
    """Judges the things on one line: knows the ground, both ends with their levels, the markers in the way."""

    __slots__ = ("beside", "ends", "ground", "high", "known", "low", "obstacles")

    def __init__(self, ground: BattleMap, a: int, b: int, obstacles: Obstacles) -> None:
        self.ground, self.ends, self.obstacles = ground, (a, b), obstacles
        one, other = level_of(ground, a), level_of(ground, b)
        self.low, self.high = (one, other) if one < other else (other, one)
        self.beside = () if one == other else neighbours(a if one < other else b)
        self.known = _known_notes(ground, self.low, self.high)

    def hex_note(self, h: int) -> Note:
        """Judge a hex whose interior the line passes."""
        if h in self.obstacles:
            what, level = self._marker(h), level_of(self.ground, h)
            return _note("hex", h, 0, what, level, _END if h in self.ends else _MARKED[what])
        ends, beside, between = self.known
        known = ends if h in self.ends else beside if h in self.beside else between
        note = known.get(h)
        if note is None:
            note = known[h] = self._judged(h)
        return note

    def _judged(self, h: int) -> Note:
        map_hex = self.ground.hexes.get(h)
        what, level = (str(map_hex.terrain), map_hex.level) if map_hex else ("off the map", WATER_LEVEL)
        cover = what in _COVER_WORDS
        if h in self.ends:
            return _note("hex", h, 0, what, level, _END if cover else _OPEN)
        return _note("hex", h, 0, what, level, _ground_verdict(level, self.low, self.high, cover, h in self.beside))

    def side_note(self, first: int, second: int) -> Note | None:
        """Judge a hexside that the line crosses, if it carries a feature."""
        what, is_crest = _feature(self.ground.side(first, second).edges)
        if not what:
            return None
        level = max(level_of(self.ground, first), level_of(self.ground, second))
        verdict = self._side_verdict(first, second, level) if is_crest else _PLAIN_SIDE
        return _note("hexside", first, second, what, level, verdict)

    def spine_note(self, first: int, second: int) -> Note:
        """Judge a hexside that the line runs along: it blocks by itself, or where both its hexes do (7.1.1 b)."""
        one, other = self.hex_note(first), self.hex_note(second)
        this, that = one.contribution, other.contribution
        level = min(this.level, that.level)
        feature, is_crest = _feature(self.ground.side(first, second).edges)
        if is_crest and not (first in self.obstacles and second in self.obstacles):
            return _note("spine", first, second, feature, level, _ALONG)
        what = this.what if this.what == that.what else f"{this.what} and {that.what}"
        return _note("spine", first, second, what, level, _spine_verdict(one, other))

    def _side_verdict(self, first: int, second: int, level: int) -> Verdict:
        if first in self.ends or second in self.ends:
            return _END_SIDE
        if not is_crest_between(level, self.low, self.high):
            return _LOW_CREST
        return _CREST if self.low == self.high else _HIGH_CREST

    def _marker(self, h: int) -> str:
        """Return the marker in a hex; a barrage unless told otherwise."""
        kind = self.obstacles[h] if isinstance(self.obstacles, Mapping) else "barrage"
        return "fire" if kind in ("fire", "on_fire") else "barrage"


def _ground_verdict(level: int, low: int, high: int, cover: bool, beside_lower: bool) -> Verdict:
    if is_higher_ground(level, low, high):
        return _HIGHER
    if is_as_high(level, low, high):
        return _AS_HIGH
    if is_blind_spot(level, low, high, beside_lower):
        return _BLIND
    if is_cover_between(level, low, high, cover):
        return _BETWEEN
    if not cover:
        return _OPEN
    return _BELOW if low == high else _LEVELS_DIFFER


def _spine_verdict(one: Note, other: Note) -> Verdict:
    """Judge a spine by what the hexes on both its sides do: it blocks only where each blocks by itself (7.1.1 b)."""
    this, that = one.verdict, other.verdict
    if not this.blocks and not that.blocks:
        return this if this.ignored else that
    if not this.blocks or not that.blocks:
        blocker = one.contribution.a if this.blocks else other.contribution.a
        return Verdict(False, True, f"only {hex_name(blocker)} could block", "7.1.1 b")
    if this == that:
        return _BOTH_SIDES if this is _BETWEEN else this
    why = f"each side blocks by itself, {_told(one.contribution)} and {_told(other.contribution)}"
    return Verdict(True, False, why, "7.1.1 b", max(this.order, that.order))


def _told(side: Contribution) -> str:
    return f"{side.what} in {hex_name(side.a)} ({side.why})"


@lru_cache(maxsize=_KEPT_NOTES)
def _note(kind: str, a: int, b: int, what: str, level: int, verdict: Verdict) -> Note:
    blocks, ignored, why, rule, _ = verdict
    what = "higher ground" if verdict in _RAISED else what
    return Note(Contribution(kind, a, b, what, level, blocks, ignored, why, rule), verdict)


@cache
def _feature(edges: frozenset[Edge]) -> tuple[str, bool]:
    """Return the word for what matters most to sight on a hexside, or '', and whether it can block."""
    edge = next((edge for edge in _FEATURES if edge in edges), None)
    return (edge.value.replace("_", " "), edge in CRESTS) if edge else ("", False)
