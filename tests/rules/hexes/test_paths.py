"""Cheapest paths."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.hexes.grid import distance, neighbours
from rules.hexes.paths import cheapest

START = 2020
prices = st.dictionaries(
    st.sampled_from([c * 100 + r for c in range(16, 25) for r in range(16, 25)]), st.integers(0, 9)
)


def test_on_open_ground_the_cost_is_the_distance() -> None:
    reached = cheapest([START], lambda h: [(k, 1) for k in neighbours(h)], limit=6)
    assert reached.costs == {h: distance(START, h) for h in reached.costs}
    assert len(reached.costs) == 127
    for h, cost in reached.costs.items():
        assert len(reached.path(h)) == cost + 1


def test_a_dear_hex_is_walked_around() -> None:
    reached = cheapest([START], lambda h: [(k, 9 if k == 2019 else 1) for k in neighbours(h)], goal=2018)
    assert reached.costs[2018] == 3
    assert 2019 not in reached.path(2018)


def test_what_is_too_dear_is_not_reached_and_has_no_path() -> None:
    reached = cheapest([START], lambda h: [(k, 3) for k in neighbours(h)], limit=5)
    assert set(reached.costs) == {START, *neighbours(START)}
    assert set(reached.came_from) == set(neighbours(START))
    with pytest.raises(KeyError):
        reached.path(2018)


def test_states_may_be_anything_hashable() -> None:
    def steps(state: tuple[str, int]) -> Iterable[tuple[tuple[str, int], int]]:
        name, left = state
        return [((name + "x", left - 1), 2)] if left else []

    assert cheapest([("", 2)], steps).path(("xx", 0)) == [("", 2), ("x", 1), ("xx", 0)]


@given(prices, st.integers(0, 25))
def test_costs_are_the_least_of_all_paths(price: dict[int, int], limit: int) -> None:
    """Compare with repeated relaxation of every hex until nothing changes."""
    costs = {START: 0}
    changed = True
    while changed:
        changed = False
        for h in list(costs):
            for k in neighbours(h):
                total = costs[h] + price.get(k, 99)
                if k in price and total <= limit and total < costs.get(k, 999):
                    costs[k] = total
                    changed = True
    reached = cheapest([START], lambda h: [(k, price[k]) for k in neighbours(h) if k in price], limit)
    assert reached.costs == costs
    for h in costs:
        path = reached.path(h)
        assert sum(price[k] for k in path[1:]) == costs[h]
        assert all(distance(a, b) == 1 for a, b in itertools.pairwise(path))
