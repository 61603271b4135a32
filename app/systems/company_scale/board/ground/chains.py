"""Chains: a web of short links (hexsides, road steps) sorted into long lines that can be drawn smoothly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TypeVar

Node = TypeVar("Node", int, tuple[int, int])
_BEND = -0.25
"""Two links at a junction form one line only if the cosine between them is below this."""


def chains(links: Iterable[tuple[Node, Node]], place: Callable[[Node], tuple[float, float]]) -> list[list[Node]]:
    """Sort links into lines; at a junction the two straightest links form one line and the others end, as do both links
    of a sharp turn.

    A closed line repeats its first node at the end. `place` returns the position of a node.
    """
    around: dict[Node, list[Node]] = defaultdict(list)
    for a, b in sorted({(min(link), max(link)) for link in links}):
        around[a].append(b)
        around[b].append(a)
    onward = {node: _pairs(node, others, place) for node, others in around.items()}
    free = {(a, b) for a, others in around.items() for b in others}
    lines: list[list[Node]] = []
    starts = sorted((a, b) for a, b in free if b not in onward[a])
    for a, b in starts + sorted(free):  # what no start reaches is closed
        if (a, b) in free:
            lines.append(_walk(a, b, onward, free))
    return lines


def _walk(a: Node, b: Node, onward: dict[Node, dict[Node, Node]], free: set[tuple[Node, Node]]) -> list[Node]:
    line = [a]
    while (a, b) in free:
        free -= {(a, b), (b, a)}
        line.append(b)
        following = onward[b].get(a)
        if following is None:
            break
        a, b = b, following
    return line


def _pairs(node: Node, others: list[Node], place: Callable[[Node], tuple[float, float]]) -> dict[Node, Node]:
    """Return for each link of a node the link that continues it, if any."""
    bends = sorted(
        (_cosine(place(a), place(node), place(b)), a, b) for i, a in enumerate(others) for b in others[i + 1 :]
    )
    paired: dict[Node, Node] = {}
    for cosine, a, b in bends:
        if cosine < _BEND and a not in paired and b not in paired:
            paired[a], paired[b] = b, a
    return paired


def _cosine(a: tuple[float, float], at: tuple[float, float], b: tuple[float, float]) -> float:
    ux, uy, vx, vy = a[0] - at[0], a[1] - at[1], b[0] - at[0], b[1] - at[1]
    size = ((ux * ux + uy * uy) * (vx * vx + vy * vy)) ** 0.5
    return round((ux * vx + uy * vy) / size, 6) if size else 1.0
