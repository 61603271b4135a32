"""Line of sight (7.0, 7.1, 7.1.1, 7.1.2) with the hexsides of 6.2.2 and the markers of 8.7.2 and 8.8.1."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rules.company_scale.battle_map import BattleMap, Edge
from rules.company_scale.sight_rules import (
    CRESTS,
    is_as_high,
    is_blind_spot,
    is_cover,
    is_cover_between,
    is_crest_between,
    is_higher_ground,
    level_of,
)
from rules.company_scale.sight_table import sight_table
from rules.hexes.grid import are_adjacent, distance, within
from rules.hexes.ids import hex_name
from rules.hexes.lines import REACH, Line, line

Obstacles = Collection[int]  # hexes with a barrage or on-fire marker; a mapping also says which it is
NOTHING: frozenset[int] = frozenset()
_MARKER_RULES = {"barrage": "8.7.2", "fire": "8.8.1"}


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


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether one hex sees another, the deciding reason with its rule, and all contributions in order."""

    clear: bool
    distance: int
    reason: str
    rule: str
    line: tuple[Contribution, ...]


def sight_limit(weather: str, night: bool) -> int:
    """Return how many hexes sight reaches: 8 on clear turns, 3 in rain, 1 at night whatever the weather (7.1)."""
    if night:
        return 1
    return 3 if weather == "rain" else 8


def can_see(ground: BattleMap, a: int, b: int, limit: int = REACH, obstacles: Obstacles = NOTHING) -> bool:
    """Tell whether two hexes see each other; the quick answer of `line_of_sight`."""
    if a == b or are_adjacent(a, b):
        return True  # 7.1
    if distance(a, b) > limit:
        return False
    if limit > REACH or a not in ground.hexes or b not in ground.hexes:
        return line_of_sight(ground, a, b, limit, obstacles).clear
    if b not in sight_table(ground).visible(a, REACH):
        return False
    return not obstacles or not _is_obstructed(line(a, b), a, obstacles)


def visible_from(ground: BattleMap, a: int, limit: int = REACH, obstacles: Obstacles = NOTHING) -> frozenset[int]:
    """Return every hex of the map that `a` sees, itself included."""
    if limit > REACH or a not in ground.hexes:
        near = (b for b in within(a, max(limit, 1)) if b in ground.hexes)
        return frozenset(b for b in near if can_see(ground, a, b, limit, obstacles))
    seen = sight_table(ground).visible(a, limit)
    if not obstacles or not any(h in obstacles for h in within(a, limit)):
        return seen
    return frozenset(b for b in seen if not _is_obstructed(line(a, b), a, obstacles))


def dead_ground(ground: BattleMap, a: int, limit: int = REACH, obstacles: Obstacles = NOTHING) -> frozenset[int]:
    """Return the hexes of the map within the limit that `a` does not see."""
    seen = visible_from(ground, a, limit, obstacles)
    return frozenset(b for b in within(a, limit) if b in ground.hexes and b not in seen)


def line_of_sight(ground: BattleMap, a: int, b: int, limit: int = REACH, obstacles: Obstacles = NOTHING) -> Sight:
    """Return whether two hexes see each other, with everything on the line between them.

    The tests come in order: adjacency, limit, markers, along a hexside, higher ground, then the rest (7.1, 7.1.2).
    """
    notes = tuple(_notes(_Trace(ground, a, b, obstacles)))
    contributions = tuple(note.contribution for note in notes)
    steps = distance(a, b)
    if steps <= 1:
        reason = "A hex sees itself." if a == b else "Adjacent hexes are always seen."
        return Sight(True, steps, reason, "7.1", contributions)
    if steps > limit:
        return Sight(False, steps, f"It is {steps} hexes away, and sight reaches {limit}.", "7.1", contributions)
    found = min((note for note in notes if note.contribution.blocks), key=lambda note: note.order, default=None)
    if found is None:
        return Sight(True, steps, "Nothing on the line blocks it.", "7.1", contributions)
    it = found.contribution
    at = hex_name(it.a) + (f"/{hex_name(it.b)}" if it.b else "")
    return Sight(False, steps, f"Blocked by {it.what} at {at}: {it.why}.", it.rule, contributions)


class _Verdict(NamedTuple):
    """What a rule says of a thing on the line; `order` is the place of the test in 7.1.2."""

    blocks: bool
    ignored: bool
    why: str
    rule: str
    order: int = 3


_END = _Verdict(False, True, "the hexes at both ends never block", "7.1.1 a")
_OPEN = _Verdict(False, False, "does not block", "6.2.1")
_HIGHER = _Verdict(True, False, "higher than both ends", "7.1.2", 2)
_AS_HIGH = _Verdict(True, False, "as high as the higher end", "7.1.2 a")
_BLIND = _Verdict(True, False, "beside the lower end and higher than it, a blind spot", "7.1.2 b")
_BETWEEN = _Verdict(True, False, "on the level of both ends", "7.1.1 a")
_BELOW = _Verdict(False, True, "lower than both ends", "7.1.1 a")
_LEVELS_DIFFER = _Verdict(False, True, "terrain does not block between ends on different levels", "7.1.2 e")
_PLAIN_SIDE = _Verdict(False, False, "does not block", "6.2.2")
_END_SIDE = _Verdict(False, True, "a hexside of a hex at the end", "6.2.2")
_CREST = _Verdict(True, False, "between ends on one level, and neither is beside it", "6.2.2")
_HIGH_CREST = _Verdict(True, False, "as high as the higher end, and neither end is beside it", "7.1.2 c")
_LOW_CREST = _Verdict(False, True, "lower than the higher end", "7.1.2 c")
_ALONG = _Verdict(True, False, "the line runs along it", "7.1.2 d", 1)
_ONE_SIDED = _Verdict(False, True, "only one of the two hexes could block", "7.1.1 b")
_RAISED = (_HIGHER, _AS_HIGH, _BLIND)


class _Note(NamedTuple):
    contribution: Contribution
    order: int


class _Trace:
    """The facts of one line: the ground, both ends with their levels, the markers in the way."""

    __slots__ = ("a", "b", "ground", "high", "low", "lower", "obstacles", "path")

    def __init__(self, ground: BattleMap, a: int, b: int, obstacles: Obstacles) -> None:
        self.ground, self.a, self.b, self.obstacles = ground, a, b, obstacles
        self.path = line(a, b)
        levels = level_of(ground, a), level_of(ground, b)
        self.low, self.high = min(levels), max(levels)
        self.lower = a if levels[0] < levels[1] else b

    def ground_verdict(self, hexes: tuple[int, ...]) -> _Verdict:
        """Judge a hex, or the two hexes of a spine by what they share (7.1.1 b)."""
        level = min(level_of(self.ground, h) for h in hexes)
        cover = all(is_cover(self.ground, h) for h in hexes)
        span = level, self.low, self.high
        if is_higher_ground(*span):
            return _HIGHER
        if is_as_high(*span):
            return _AS_HIGH
        if is_blind_spot(*span, all(are_adjacent(h, self.lower) for h in hexes)):
            return _BLIND
        if is_cover_between(*span, cover):
            return _BETWEEN
        if not cover:
            return _OPEN
        return _BELOW if self.low == self.high else _LEVELS_DIFFER

    def side_verdict(self, first: int, second: int, feature: str) -> _Verdict:
        """Judge a hexside feature that the line crosses."""
        if feature not in CRESTS:
            return _PLAIN_SIDE
        if first in (self.a, self.b) or second in (self.a, self.b):
            return _END_SIDE
        level = max(level_of(self.ground, first), level_of(self.ground, second))
        if not is_crest_between(level, self.low, self.high):
            return _LOW_CREST
        return _CREST if self.low == self.high else _HIGH_CREST

    def marker(self, *hexes: int) -> str:
        """Return the marker that no line passes in every one of `hexes`, or ''."""
        if not all(h in self.obstacles for h in hexes):
            return ""
        if isinstance(self.obstacles, Mapping):
            return "fire" if all(self.obstacles[h] in ("fire", "on_fire") for h in hexes) else "barrage"
        return "barrage"


def _is_obstructed(path: Line, a: int, obstacles: Obstacles) -> bool:
    """Tell whether a marker stands in a hex between, or markers in both hexes of a spine (8.7.2, 8.8.1)."""
    if any(a + delta in obstacles for delta in path.between):
        return True
    return any(a + first in obstacles and a + second in obstacles for first, second in path.spines)


def _notes(trace: _Trace) -> Iterator[_Note]:
    a = trace.a
    for crossing in trace.path.crossings:
        if crossing.kind == "hex":
            yield _hex_note(trace, a + crossing.hexes[0])
        elif crossing.kind == "spine":
            yield _spine_note(trace, a + crossing.hexes[0], a + crossing.hexes[1])
        else:
            yield from _side_note(trace, a + crossing.hexes[0], a + crossing.hexes[1])


def _hex_note(trace: _Trace, h: int) -> _Note:
    marker = trace.marker(h)
    what = marker or _terrain(trace.ground, h)
    if h in (trace.a, trace.b):
        verdict = _END if marker or is_cover(trace.ground, h) else _OPEN
    elif marker:
        verdict = _marker_verdict(marker)
    else:
        verdict = trace.ground_verdict((h,))
    return _note("hex", h, 0, what, level_of(trace.ground, h), verdict)


def _side_note(trace: _Trace, first: int, second: int) -> Iterator[_Note]:
    feature = _feature(trace.ground, first, second)
    if feature:
        level = max(level_of(trace.ground, first), level_of(trace.ground, second))
        verdict = trace.side_verdict(first, second, feature)
        yield _note("hexside", first, second, feature.replace("_", " "), level, verdict)


def _spine_note(trace: _Trace, first: int, second: int) -> _Note:
    ground, feature = trace.ground, _feature(trace.ground, first, second)
    marker = trace.marker(first, second)
    what = " and ".join(dict.fromkeys((_terrain(ground, first), _terrain(ground, second))))
    verdict = trace.ground_verdict((first, second))
    if marker:
        what, verdict = marker, _marker_verdict(marker)
    elif feature in CRESTS:
        what, verdict = feature.replace("_", " "), _ALONG
    elif verdict is _BETWEEN:
        verdict = verdict._replace(rule="7.1.1 b")
    elif verdict is _OPEN and any(trace.marker(h) or trace.ground_verdict((h,)).blocks for h in (first, second)):
        verdict = _ONE_SIDED
    return _note("spine", first, second, what, min(level_of(ground, first), level_of(ground, second)), verdict)


def _note(kind: str, a: int, b: int, what: str, level: int, verdict: _Verdict) -> _Note:
    blocks, ignored, why, rule, order = verdict
    if verdict in _RAISED:
        what = "higher ground"
    return _Note(Contribution(kind, a, b, what, level, blocks, ignored, why, rule), order)


def _marker_verdict(marker: str) -> _Verdict:
    return _Verdict(True, False, "no line passes through it", _MARKER_RULES[marker], 0)


def _terrain(ground: BattleMap, h: int) -> str:
    known = ground.hexes.get(h)
    return known.terrain.value if known else "off the map"


def _feature(ground: BattleMap, a: int, b: int) -> str:
    """Return the feature of a hexside that matters most to sight, or ''."""
    edges = ground.side(a, b).edges
    return next((edge.value for edge in (*CRESTS, Edge.RIVER, Edge.STREAM, Edge.GRAY) if edge in edges), "")
