"""The scenarios beside a forces file that use it: it is right if it is right by their charts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from rules.company_scale.loading.files import house_charts, kind_of
from rules.company_scale.loading.opening import all_forces, charts_of, checked
from rules.files.documents import Document
from rules.files.problems import ScenarioError
from rules.files.values import Data


def charts_of_users(forces: Document, root: Path) -> list[Mapping[str, Data]]:
    """Return the charts of the scenarios beside a forces file that use it, each once; the house charts if none does.

    Charts that are wrong themselves are left out.
    """
    users = list(_users(forces, root))
    if all(scenario.mapping.get("charts", "house") == "house" for scenario in users):
        return [house_charts(root).mapping]
    found: list[Mapping[str, Data]] = []
    for scenario in users:
        charts = charts_of(scenario, root)
        if charts is not None and charts not in found:
            found.append(charts)
    return found


def _users(forces: Document, root: Path) -> Iterator[Document]:
    """Yield the scenarios of the right form that use a forces file, from its folder and the one above it."""
    path = forces.path
    for folder in (path.parent, path.parent.parent) if path else ():
        for name in forces.shelf.names(folder):
            try:
                scenario = forces.shelf.read(folder / f"{name}.yaml")
            except ScenarioError:
                continue
            if kind_of(scenario) == "scenario" and not checked(scenario, "scenario"):
                named = all_forces(scenario, root, [])
                if any(each.path == path and not each.base for each in named):
                    yield scenario
