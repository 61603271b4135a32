"""Cheapest paths over any states."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Generic, TypeVar

S = TypeVar("S", bound=Hashable)
Steps = Callable[[S], Iterable[tuple[S, float]]]


@dataclass(frozen=True, slots=True)
class Reached(Generic[S]):
    """What a search reached: the cost of each state and the state it was reached from (not for starts)."""

    costs: dict[S, float]
    came_from: dict[S, S]

    def path(self, goal: S) -> list[S]:
        """Return the states from a start to `goal`, both included; KeyError if it was not reached."""
        self.costs[goal]
        path = [goal]
        while path[-1] in self.came_from:
            path.append(self.came_from[path[-1]])
        return path[::-1]


def cheapest(starts: Iterable[S], steps: Steps[S], limit: float | None = None, goal: S | None = None) -> Reached[S]:
    """Find the cheapest way to every state within `limit`, or only until `goal` is settled.

    `steps(state)` gives (next state, cost of the step >= 0). Of equally cheap ways the one found first stays, so
    the result depends only on the order in which `steps` offers them.
    """
    costs: dict[S, float] = {}
    came_from: dict[S, S] = {}
    best: dict[S, float] = dict.fromkeys(starts, 0)
    queue: list[tuple[float, int, S]] = [(0, count, state) for count, state in enumerate(best)]
    count = len(queue)
    while queue:
        cost, _, state = heappop(queue)
        if state in costs:
            continue
        costs[state] = cost
        if state == goal:
            break
        for other, step in steps(state):
            total = cost + step
            if (limit is None or total <= limit) and (other not in best or total < best[other]):
                best[other] = total
                came_from[other] = state
                heappush(queue, (total, count, other))
                count += 1
    return Reached(costs, {state: came_from[state] for state in costs if state in came_from})
