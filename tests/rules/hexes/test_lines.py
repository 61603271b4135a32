"""Lines between centres, checked against an oracle of integer cross products that walks the line independently."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.hexes.grid import Point, centre, corners, distance, hex_id, hexside, neighbours, side_ends, within
from rules.hexes.lines import ORIGINS, REACH, Crossing, HexLine, _beside, _trace, line, lines_from


def cross(p: Point, q: Point) -> int:
    return p[0] * q[1] - p[1] * q[0]


def shifted(p: Point, by: Point) -> Point:
    return p[0] - by[0], p[1] - by[1]


def oracle(a: int, b: int) -> list[Crossing]:
    """Cut the line at every hexside it meets; exact fractions of its length order the pieces."""
    start = centre(a)
    goal = shifted(centre(b), start)
    near = [h for h in within(a, distance(a, b) + 1) if distance(h, b) <= distance(a, b) + 1]
    parts: list[tuple[Fraction, Crossing]] = []
    for h in near:
        cuts: set[Fraction] = set()
        around = [shifted(corner, start) for corner in corners(h)]
        signs = {(turn > 0) - (turn < 0) for turn in (cross(goal, corner) for corner in around)}
        for other in neighbours(h):
            p, q = (shifted(end, start) for end in side_ends(h, other))
            turn_p, turn_q = cross(goal, p), cross(goal, q)
            if turn_p == turn_q == 0:
                if h < other and 0 < place(p, goal) < 1:
                    ends = tuple(sorted((p, q), key=lambda end: place(end, goal)))
                    parts.append(((place(p, goal) + place(q, goal)) / 2, Crossing("spine", (h - a, other - a), ends)))
            elif turn_p * turn_q <= 0:
                cut = Fraction(cross(p, shifted(q, p)), cross(goal, shifted(q, p)))
                cuts.add(cut)
                if h < other and turn_p * turn_q < 0 and 0 < cut < 1:
                    parts.append((cut, Crossing("hexside", (h - a, other - a))))
        if {1, -1} <= signs and max(cuts) > 0 and min(cuts) < 1:
            parts.append((sum(cuts, Fraction()) / 2, Crossing("hex", (h - a,))))
    parts.sort(key=lambda part: part[0])
    return with_corners([crossing for _, crossing in parts], a, goal)


def place(point: Point, goal: Point) -> Fraction:
    """Return where a point lies on the line, 0 at the start and 1 at the goal."""
    return Fraction(point[0], goal[0]) if goal[0] else Fraction(point[1], goal[1])


def with_corners(parts: list[Crossing], a: int, goal: Point) -> list[Crossing]:
    """Add the hexside between two hexes that meet on the line at a corner only."""
    full: list[Crossing] = []
    for part in parts:
        if full and full[-1].kind == part.kind == "hex":
            h, other = sorted((full[-1].hexes[0] + a, part.hexes[0] + a))
            ends = [shifted(end, centre(a)) for end in side_ends(h, other)]
            (end,) = [end for end in ends if cross(goal, end) == 0]
            full.append(Crossing("hexside", (h - a, other - a), (end,)))
        full.append(part)
    return full


def backwards(a: int, b: int) -> list[Crossing]:
    """Reverse the line from `b` to `a`, so that it should equal the line from `a` to `b`."""
    (x, y), (u, v) = centre(a), centre(b)
    return [
        Crossing(
            crossing.kind,
            tuple(h + b - a for h in crossing.hexes),
            tuple((p + u - x, q + v - y) for p, q in reversed(crossing.ends)),
        )
        for crossing in reversed(line(b, a).crossings)
    ]


TEMPLATES = [(origin, target) for origin in ORIGINS for target in within(origin, REACH) if target != origin]
far = st.builds(
    lambda c, r: c * 100 + r, st.integers(2, 97), st.integers(2, 97)
)  # the oracle needs both hexes of a side


def test_there_are_432_templates() -> None:
    assert len(TEMPLATES) == 432
    assert [len(lines_from(parity)) for parity in (0, 1)] == [217, 217]


def test_every_template_agrees_with_the_oracle() -> None:
    for a, b in TEMPLATES:
        assert list(line(a, b).crossings) == oracle(a, b), (a, b)


def test_every_line_crosses_the_hexes_and_runs_along_the_hexsides_that_shapely_says() -> None:
    for a, b in TEMPLATES:
        way = shapely.LineString([centre(a), centre(b)])
        near = within(a, distance(a, b) + 1)
        inside = {h - a for h in near if shapely.crosses(way, shapely.Polygon(corners(h)))}
        assert set(line(a, b).between) | {0, b - a} == inside, (a, b)
        along = {
            tuple(sorted((h - a, other - a)))
            for h in near
            for other in neighbours(h)
            if shapely.covers(way, shapely.LineString(side_ends(h, other)))
        }
        assert set(line(a, b).spines) == along, (a, b)


def test_every_template_is_the_same_backwards() -> None:
    for a, b in TEMPLATES:
        assert list(line(a, b).crossings) == backwards(a, b), (a, b)


@settings(max_examples=30, deadline=None)
@given(far, far)
def test_long_lines_agree_with_the_oracle_and_backwards(a: int, b: int) -> None:
    if a != b:
        assert list(line(a, b).crossings) == oracle(a, b)
        assert list(line(a, b).crossings) == backwards(a, b)


@given(far, st.integers(0, 216))
def test_a_line_is_the_same_wherever_it_starts(a: int, which: int) -> None:
    deltas = sorted(lines_from(a // 100 % 2))
    b = a + deltas[which]
    if 1 <= b % 100 <= 98 and 1 <= b // 100 <= 98 and distance(a, b) <= REACH:
        assert line(a, b) is lines_from(a // 100 % 2)[deltas[which]]


def test_a_line_along_the_edge_of_the_grid_runs_between_a_hex_on_it_and_one_off_it() -> None:
    assert line(201, 401).spines == ((99, 100),)
    assert line(401, 201).spines == ((-101, -100),)


def test_pieces_of_a_line_follow_each_other() -> None:
    for a, b in TEMPLATES:
        found = line(a, b)
        assert found.crossings[0] == Crossing("hex", (0,))
        assert found.crossings[-1] == Crossing("hex", (b - a,))
        kinds = [crossing.kind for crossing in found.crossings]
        assert kinds[::2] == ["hex"] * len(kinds[::2])
        assert set(kinds[1::2]) <= {"hexside", "spine"}
        summary = HexLine(
            found.crossings,
            tuple(c.hexes[0] for c in found.crossings[2:-2:2]),
            tuple((c.hexes[0], c.hexes[1]) for c in found.crossings if c.kind == "hexside"),
            tuple((c.hexes[0], c.hexes[1]) for c in found.crossings if c.kind == "spine"),
        )
        assert found == summary
        for one, other in found.sides + found.spines:
            assert distance(a + one, a + other) == 1
            assert (a + one, a + other) == hexside(a + one, a + other)


def named(a: str, b: str) -> list[str]:
    """Write out a line: "18.40" a hex, "18.40|18.41" a hexside, "18.40=18.41" a spine; a * marks a corner."""
    start = hex_id(a)
    sign = {"hex": "", "hexside": "|", "spine": "="}
    return [
        sign[c.kind].join(f"{(start + h) // 100}.{(start + h) % 100}" for h in c.hexes)
        + ("*" if c.kind == "hexside" and c.ends else "")
        for c in line(start, hex_id(b)).crossings
    ]


def test_a_line_straight_down_a_column() -> None:
    assert named("18.40", "18.42") == ["18.40", "18.40|18.41", "18.41", "18.41|18.42", "18.42"]


def test_a_line_along_spines() -> None:
    assert named("18.40", "22.40") == ["18.40", "19.39=19.40", "20.40", "21.39=21.40", "22.40"]
    assert named("18.40", "19.41") == ["18.40", "18.41=19.40", "19.41"]


def test_a_line_through_a_corner_without_spine_crosses_the_hexside_at_its_end() -> None:
    assert named("18.40", "23.41") == [
        "18.40",
        "18.40|19.40",
        "19.40",
        "19.40|20.41*",
        "20.41",
        "20.41|21.40",
        "21.40",
        "21.40|22.41*",
        "22.41",
        "22.41|23.41",
        "23.41",
    ]
    assert line(1840, 2341).crossings[3].ends == ((5, 1),)


def test_a_line_clips_hexes_at_both_sides() -> None:
    assert named("18.40", "19.42") == ["18.40", "18.40|18.41", "18.41", "18.41|19.41", "19.41", "19.41|19.42", "19.42"]


def test_a_line_to_itself_is_its_hex() -> None:
    assert line(1840, 1840).crossings == (Crossing("hex", (0,)),)
    assert line(1840, 1840).between == ()


@pytest.mark.parametrize("parity", [0, 1])
def test_lines_of_another_reach_are_the_same(parity: int) -> None:
    near = lines_from(parity, 3)
    assert len(near) == 37
    assert all(lines_from(parity)[delta] == found for delta, found in near.items())


@pytest.mark.parametrize("a", [4030, 4131, 1010])
def test_a_long_line_meets_what_it_meets_among_all_hexes_around_it(a: int) -> None:
    chance = Random(a)
    ends = [a + d for d in (9, 14, 1800, 1809, 2010, -907)]  # along columns, rows and hexsides
    ends += [chance.randint(1, 84) * 100 + chance.randint(1, 60) for _ in range(40)]
    for b in ends:
        if distance(a, b) > REACH:
            columns, rows = sorted((a // 100, b // 100)), sorted((a % 100, b % 100))
            area = [c * 100 + r for c in range(columns[0], columns[1] + 1) for r in range(rows[0] - 1, rows[1] + 2)]
            assert line(a, b) == _trace(a, [b], area)[b - a]


@given(st.integers(1, 98), st.integers(1, 98), st.integers(1, 98), st.integers(1, 98))
def test_the_hexes_beside_a_long_line_are_those_that_reach_as_far_as_it(c: int, r: int, d: int, s: int) -> None:
    """A corner is 2 from its centre in the metric of regular hexes, whose square counts y three times."""
    a, b = c * 100 + r, d * 100 + s
    (x, y), (u, v) = centre(a), centre(b)
    box = [k * 100 + n for k in range(min(c, d), max(c, d) + 1) for n in range(min(r, s) - 1, max(r, s) + 2)]
    far = 4 * ((u - x) ** 2 + 3 * (v - y) ** 2)
    away = {h: (u - x) * (centre(h)[1] - y) - (v - y) * (centre(h)[0] - x) for h in box}
    assert list(_beside(a, b)) == [h for h in box if 3 * away[h] ** 2 <= far]
