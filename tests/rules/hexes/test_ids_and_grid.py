"""Hex ids, neighbours, distance, hexsides and corners."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.hexes.grid import (
    DIRECTIONS,
    are_adjacent,
    centre,
    column,
    corners,
    direction,
    distance,
    hex_id,
    hex_name,
    hexside,
    hexsides,
    neighbours,
    ring,
    row,
    side_ends,
    within,
)
from rules.hexes.paths import cheapest

hexes = st.builds(lambda c, r: c * 100 + r, st.integers(20, 60), st.integers(20, 60))


def test_a_printed_number_is_an_id_and_back() -> None:
    assert hex_id("18.40") == 1840
    assert hex_name(1840) == "18.40"
    assert hex_name(hex_id("01.09")) == "01.09"
    assert (column(1840), row(1840)) == (18, 40)


@pytest.mark.parametrize("wrong", ["", "1840", "18.4", "18,40", "18.400", " 18.40", "١٨.٤٠", None, 1840])
def test_anything_else_is_refused_in_one_sentence(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"not a hex number. Write .* such as 18\.40\.$"):
        hex_id(wrong)


@pytest.mark.parametrize("wrong", ["00.01", "01.00", "99.10", "10.99"])
def test_numbers_outside_the_grid_do_not_exist(wrong: str) -> None:
    with pytest.raises(ValueError, match=f"Hex {wrong} does not exist"):
        hex_id(wrong)


def test_neighbours_go_clockwise_from_north_and_odd_columns_lie_further_south() -> None:
    assert [hex_name(h) for h in neighbours(1840)] == ["18.39", "19.39", "19.40", "18.41", "17.40", "17.39"]
    assert [hex_name(h) for h in neighbours(1740)] == ["17.39", "18.40", "18.41", "17.41", "16.41", "16.40"]
    assert DIRECTIONS[direction(1840, 1940)] == "SE"


def test_hexes_that_do_not_touch_have_no_direction() -> None:
    with pytest.raises(ValueError, match=r"18\.40 and 18\.42 are not adjacent\."):
        direction(1840, 1842)


@given(hexes)
def test_neighbours_are_opposite_each_other(h: int) -> None:
    for i, other in enumerate(neighbours(h)):
        assert neighbours(other)[(i + 3) % 6] == h
        assert are_adjacent(h, other)
        assert distance(h, other) == 1


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a: int, b: int, c: int) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(hexes, st.integers(0, 9))
def test_distance_counts_steps(h: int, n: int) -> None:
    steps = cheapest([h], lambda other: [(k, 1) for k in neighbours(other) if distance(h, k) <= n]).costs
    assert steps == {other: distance(h, other) for other in within(h, n)}
    assert len(within(h, n)) == 1 + 3 * n * (n + 1)
    assert set(ring(h, n)) == {other for other, k in steps.items() if k == n}


def test_ranges_stop_at_the_edge_of_the_grid() -> None:
    assert within(101, 1) == (101, 102, 201, 202)
    assert within(9898, 1) == (9797, 9798, 9897, 9898)


@given(hexes)
def test_hexsides_are_keyed_by_smaller_and_larger_id(h: int) -> None:
    for other, side in zip(neighbours(h), hexsides(h), strict=True):
        assert side == hexside(h, other) == hexside(other, h)
        assert side[0] < side[1]


@given(hexes)
def test_corners_of_a_hexside_belong_to_both_hexes(h: int) -> None:
    for other in neighbours(h):
        ends = side_ends(h, other)
        assert set(ends) == set(corners(h)) & set(corners(other))
        assert ends == side_ends(other, h)[::-1]
        x, y = centre(h)
        u, v = centre(other)
        assert (x + u, y + v) == (ends[0][0] + ends[1][0], ends[0][1] + ends[1][1])
