"""No import circle of more than two files: neither among the rules nor in the table, also not for types alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

import grimp
import pytest

MOST = 2
"""Files that may import each other."""


def circles(arrows: Mapping[str, Set[str]]) -> Iterator[list[str]]:
    """Yield the modules that can be reached from each other, circle by circle (Tarjan's strongly connected parts)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    for root in arrows:
        work = [(root, iter(sorted(arrows[root])))] if root not in index else []
        if work:
            index[root] = low[root] = len(index)
            stack.append(root)
        while work:
            module, more = work[-1]
            following = next(more, None)
            if following is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[module])
                if low[module] == index[module]:
                    place = stack.index(module)
                    yield sorted(stack[place:])
                    del stack[place:]
            elif following not in index:
                index[following] = low[following] = len(index)
                stack.append(following)
                work.append((following, iter(sorted(arrows[following]))))
            elif following in stack:
                low[module] = min(low[module], index[following])


def arrows_of(graph: grimp.ImportGraph, package: str) -> dict[str, Set[str]]:
    """Return what each module of a package imports of it."""
    modules = {module for module in graph.modules if module == package or module.startswith(f"{package}.")}
    return {module: graph.find_modules_directly_imported_by(module) & modules for module in sorted(modules)}


@pytest.mark.parametrize("package", ["rules", "app"])
def test_no_more_than_two_files_import_each_other(package: str) -> None:
    graph = grimp.build_graph(package, cache_dir=None)
    found = [circle for circle in circles(arrows_of(graph, package)) if len(circle) > MOST]
    assert found == []


def test_a_circle_is_found_wherever_it_begins() -> None:
    arrows = {"a": {"b"}, "b": {"c", "e"}, "c": {"d"}, "d": {"b"}, "e": {"f"}, "f": {"e"}, "g": set[str]()}
    assert sorted(circles(arrows)) == [["a"], ["b", "c", "d"], ["e", "f"], ["g"]]
