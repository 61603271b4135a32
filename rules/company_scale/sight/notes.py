"""What each thing on a line of sight contributes to it, in words (6.2.2, 7.1.1, 7.1.2, 8.7.2, 8.8.1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import Final, NamedTuple

from rules.company_scale.battle_map import BattleMap, Edge, Terrain, results_of
from rules.company_scale.ground_charts import CRESTS
from rules.company_scale.sight.rules import (
    BESIDE,
    BETWEEN,
    END,
    END_SIDE,
    FIRST_LOWER,
    ON_ONE_LEVEL,
    SECOND_LOWER,
    SIDE,
    SPINE,
    SPINE_BESIDE,
    START,
    WATER_LEVEL,
    is_as_high,
    is_blind_spot,
    is_cover_between,
    is_crest_between,
    is_higher_ground,
    level_of,
    places,
    read,
)
from rules.engine.caching import cached_in
from rules.hexes.grid import are_adjacent, hex_name
from rules.hexes.lines import HexLine, line

Levels = tuple[int, int]  # of the hexes at the ends of a line
Obstacles = Collection[int]  # hexes with a barrage or on-fire marker; a mapping also tells which
NOTHING: Final[frozenset[int]] = frozenset()
_MARKER_RULES: Final = {"barrage": "8.7.2", "fire": "8.8.1"}
_FEATURES: Final = (*CRESTS, Edge.RIVER, Edge.STREAM, Edge.GRAY)  # what matters most to sight comes first
_LAST: Final = 4  # the order of what does not block
_KEPT_NOTES: Final = 1 << 13  # of one map and two levels: those of every line for some thousand hexes about


class Verdict(NamedTuple):
    """What a rule says of a thing on the line; `order` is the place of its test among the others (7.1.2)."""

    blocks: bool
    ignored: bool
    why: str
    rule: str
    order: int


class Contribution(NamedTuple):
    """One thing on a line of sight and what it does there.

    `kind` is "hex", "hexside" or "spine" (a hexside the line runs along); `a` and `b` its hexes, `b` 0 for a hex.
    `what` is terrain, hexside feature, "higher ground", "barrage" or "fire". `ignored` marks what could block
    elsewhere but does not here; `why` and `rule` give the reason. The first of the least `order` decides.
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
    order: int = _LAST


def _blocking(why: str, rule: str, order: int = 3) -> Verdict:
    return Verdict(True, False, why, rule, order)


def _open(why: str, rule: str, *, ignored: bool = True) -> Verdict:
    return Verdict(False, ignored, why, rule, _LAST)


_END: Final = _open("the hexes at both ends never block", "7.1.1 a")
_OPEN: Final = _open("does not block", "6.2.1", ignored=False)
_HIGHER: Final = _blocking("higher than both ends", "7.1.2", 2)
_AS_HIGH: Final = _blocking("as high as the higher end", "7.1.2 a")
_BLIND: Final = _blocking("next to the lower end and higher than it: a blind spot", "7.1.2 b")
_BETWEEN: Final = _blocking("level with both ends", "7.1.1 a")
_BELOW: Final = _open("lower than both ends", "7.1.1 a")
_LEVELS_DIFFER: Final = _open("terrain doesn't block between ends on different levels", "7.1.2 e")
_PLAIN_SIDE: Final = _open("does not block", "6.2.2", ignored=False)
_END_SIDE: Final = _open("a hexside of an end hex", "6.2.2")
_CREST: Final = _blocking("the ends are level and neither is next to it", "6.2.2")
_HIGH_CREST: Final = _blocking("as high as the higher end, and neither end is next to it", "7.1.2 c")
_LOW_CREST: Final = _open("lower than the higher end", "7.1.2 c")
_ALONG: Final = _blocking("the line runs along it", "7.1.2 d", 1)
_BOTH_SIDES: Final = _blocking("both hexes are level with both ends", "7.1.1 b")
_MARKED: Final = {kind: _blocking("no line passes through it", rule, 0) for kind, rule in _MARKER_RULES.items()}
_RAISED: Final = (_HIGHER, _AS_HIGH, _BLIND)


def contributions(ground: BattleMap, a: int, b: int, steps: int, obstacles: Obstacles) -> tuple[Contribution, ...]:
    """Return what everything on the line from `a` to `b`, `steps` hexes away, contributes, in order."""
    levels = level_of(ground, a), level_of(ground, b)
    marked = obstacles and _are_on(line(a, b), a, obstacles)
    notes = _Notes(ground, levels, obstacles) if marked else _kept_notes(ground, levels)
    origin, passed, kept = a * START, places(a, b, steps, notes.ends), notes.kept
    try:
        return tuple([note for place in passed if (note := kept[origin + place]) is not None])
    except KeyError:
        return tuple([note for note in notes.judge([origin + place for place in passed]) if note is not None])


def is_obstructed(ground: BattleMap, a: int, b: int, path: HexLine, obstacles: Obstacles) -> bool:
    """Tell whether markers hide from each other two hexes that see each other without them (8.7.2, 8.8.1).

    They do in a hex between, and in one of a spine whose other hex blocks too.
    """
    for delta in path.between:
        if a + delta in obstacles:
            return True
    for first, second in path.spines:
        if a + first in obstacles or a + second in obstacles:
            notes = _Notes(ground, (level_of(ground, a), level_of(ground, b)), obstacles)
            lower = (0, a, b)[notes.ends]
            where = SPINE_BESIDE if lower and are_adjacent(lower, a + first) else SPINE
            if notes.spine_note(a + first, a + second, where).blocks:
                return True
    return False


def _are_on(path: HexLine, a: int, obstacles: Obstacles) -> bool:
    return any(a + delta in obstacles for crossing in path.crossings for delta in crossing.hexes)


class _Notes:
    """What places contribute to lines between ends on two levels.

    `kept` has those judged, None for one that contributes nothing; from `most` of them on all are given up.
    """

    __slots__ = ("ends", "ground", "high", "kept", "low", "most", "obstacles")

    def __init__(self, ground: BattleMap, levels: Levels, obstacles: Obstacles = NOTHING) -> None:
        self.kept: dict[int, Contribution | None] = {}
        self.most = _KEPT_NOTES
        self.ground, self.obstacles = ground, obstacles
        self.low, self.high = sorted(levels)
        one, other = levels
        self.ends = ON_ONE_LEVEL if one == other else FIRST_LOWER if one < other else SECOND_LOWER

    def judge(self, wanted: list[int]) -> list[Contribution | None]:
        """Return what these places contribute, and keep it."""
        if len(self.kept) >= self.most:
            self.kept = {}
        kept = self.kept
        for place in wanted:
            if place not in kept:
                kept[place] = self._judged(*read(place))
        return [kept[place] for place in wanted]

    def _judged(self, what: int, first: int, second: int) -> Contribution | None:
        if what in (END, BESIDE, BETWEEN):
            return self._hex_note(first, what)
        if what in (END_SIDE, SIDE):
            return self._side_note(first, second, what)
        return self.spine_note(first, second, what)

    def _hex_note(self, h: int, where: int) -> Contribution:
        """Judge a hex whose interior the line passes."""
        map_hex = self.ground.hexes.get(h)
        what, level = (self._word(map_hex.terrain), map_hex.level) if map_hex else ("off the map", WATER_LEVEL)
        cover = map_hex is not None and map_hex.terrain in self.ground.charts.cover
        if h in self.obstacles:
            what = self._marker(h)
            verdict = _END if where == END else _MARKED[what]
        elif where == END:
            verdict = _END if cover else _OPEN
        else:
            verdict = _ground_verdict(level, self.low, self.high, cover, where == BESIDE)
        return Contribution("hex", h, 0, "higher ground" if verdict in _RAISED else what, level, *verdict)

    def _side_note(self, first: int, second: int, where: int) -> Contribution | None:
        """Judge a hexside that the line crosses, if it carries a feature."""
        edge = _feature(self.ground.side(first, second).edges, self.ground.charts.crests)
        if edge is None:
            return None
        level = max(level_of(self.ground, first), level_of(self.ground, second))
        verdict = self._crest_verdict(level, where) if edge in self.ground.charts.crests else _PLAIN_SIDE
        return Contribution("hexside", first, second, self._word(edge), level, *verdict)

    def spine_note(self, first: int, second: int, where: int) -> Contribution:
        """Judge a hexside that the line runs along: it blocks by itself, or where both its hexes do (7.1.1 b)."""
        around = BESIDE if where == SPINE_BESIDE else BETWEEN
        one, other = self._hex_note(first, around), self._hex_note(second, around)
        level = min(one.level, other.level)
        edge = _feature(self.ground.side(first, second).edges, self.ground.charts.crests)
        is_crest = edge in self.ground.charts.crests
        if edge is not None and is_crest and not (first in self.obstacles and second in self.obstacles):
            return Contribution("spine", first, second, self._word(edge), level, *_ALONG)
        verdict = _spine_verdict(one, other)
        what = one.what if one.what == other.what else f"{one.what} and {other.what}"
        what = "higher ground" if verdict in _RAISED else what
        return Contribution("spine", first, second, what, level, *verdict)

    def _crest_verdict(self, level: int, where: int) -> Verdict:
        if where == END_SIDE:
            return _END_SIDE
        if not is_crest_between(level, self.low, self.high):
            return _LOW_CREST
        return _CREST if self.low == self.high else _HIGH_CREST

    def _word(self, what: Terrain | Edge) -> str:
        """Return what the charts call terrain or a hexside, within a sentence."""
        return self.ground.charts.names.get(what, what.value).lower()

    def _marker(self, h: int) -> str:
        """Return the marker in a hex; a barrage unless told otherwise."""
        kind = self.obstacles[h] if isinstance(self.obstacles, Mapping) else "barrage"
        return "fire" if kind in ("fire", "on_fire") else "barrage"


@cached_in(results_of)
def _kept_notes(ground: BattleMap, levels: Levels) -> _Notes:
    """Return the notes on a map without markers, by the levels of the ends."""
    return _Notes(ground, levels)


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


def _spine_verdict(one: Contribution, other: Contribution) -> Verdict:
    """Judge a spine by what the hexes on both its sides do: it blocks only where each blocks by itself (7.1.1 b)."""
    this, that = _verdict_of(one), _verdict_of(other)
    if not this.blocks and not that.blocks:
        return this if this.ignored else that
    if not this.blocks or not that.blocks:
        return _open(f"only {hex_name(one.a if this.blocks else other.a)} could block", "7.1.1 b")
    if this == that:
        return _BOTH_SIDES if this == _BETWEEN else this
    why = f"both sides block: {_told(one)} and {_told(other)}"
    return _blocking(why, "7.1.1 b", max(this.order, that.order))


def _verdict_of(part: Contribution) -> Verdict:
    return Verdict(part.blocks, part.ignored, part.why, part.rule, part.order)


def _told(side: Contribution) -> str:
    return f"{side.what} in {hex_name(side.a)} ({side.why})"


@cache
def _feature(edges: frozenset[Edge], crests: tuple[Edge, ...]) -> Edge | None:
    """Return what matters most to sight on a hexside: those in `crests` can block."""
    return next((edge for edge in (*crests, *_FEATURES) if edge in edges), None)
