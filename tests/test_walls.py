"""The walls round every system, found by its folder, so that a new one is walled the day it is made.

`lint-imports` holds the contracts between named rooms; here no name of a system is written down.
"""

from __future__ import annotations

import re
from pathlib import Path

import grimp
import pytest

from rules.systems import SHIPPED

ROOT = Path(__file__).resolve().parents[1]
COMMON = {"engine", "files", "fitting", "fuzzing", "hexes", "lessons", "opponent", "testing", "tools", "workshop"}
"""Packages of `rules` that are no system."""
FROM_OUTSIDE = {"rules.fitting": "company_scale"}
"""What may import a system though it is none: the fit of its values."""
SYSTEM_MAY_KNOW = ("rules.engine", "rules.files", "rules.hexes", "rules.opponent")
TABLE_MAY_KNOW = ("rules.engine", "rules.files.clauses", "rules.files.problems", "rules.hexes")
GUARDED = {"gear", "bot", "loading", "mapmaking", "blunders", "system"}
"""Packages of a system that its chapters may not import: a rule knows neither bots nor files nor what registers it."""
FOR_TESTING = {"gear", "blunders"}
"""Packages of a system for tests and measurements."""
MAY_ENTER = {
    "gear": ("bot", "blunders", "loading"),
    "loading": ("mapmaking",),
    "mapmaking": ("loading",),
    "system": ("bot", "loading"),
}
"""Which rooms of a system may import which of its guarded ones."""

UNFORMATTED = 60
"""How often the formatter may be passed over in the program: tables that are read by column."""
KEYS_READ = 145
"""How often the table may read anything by a key in its code: what rules, host and files tell are records."""


@pytest.fixture
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("app", "rules", cache_dir=None)


def systems(graph: grimp.ImportGraph) -> list[str]:
    """Name the systems: packages of `rules` that are none of the common ones."""
    packages = (module for module in graph.find_children("rules") if graph.find_children(module))
    return sorted({module.split(".")[1] for module in packages} - COMMON)


def breaches(graph: grimp.ImportGraph) -> list[str]:
    """List every import through a wall, as "importer -> imported"."""
    named = systems(graph)
    found = []
    for importer in sorted(graph.modules):
        for imported in sorted(graph.find_modules_directly_imported_by(importer)):
            if not may_import(importer, imported, named):
                found.append(f"{importer} -> {imported}")
    return found


def may_import(importer: str, imported: str, named: list[str]) -> bool:
    """Tell whether a module may import another, as far as systems are concerned."""
    own, other = system_of(importer, named), system_of(imported, named)
    if own is None:
        return other is None or FROM_OUTSIDE.get(".".join(importer.split(".")[:2])) == other
    if other is not None:
        return own == other and (importer.startswith("app") or may_enter(importer, imported))
    if imported.startswith("rules.testing"):
        return importer.startswith(f"rules.{own}.") and is_for_testing(importer)
    if imported.startswith("rules."):
        known = TABLE_MAY_KNOW if importer.startswith("app.") else SYSTEM_MAY_KNOW
        return any(imported == room or imported.startswith(room + ".") for room in known)
    return importer.startswith("app.")


def is_for_testing(module: str) -> bool:
    """Tell whether a module of a system is for tests and measurements."""
    return module.split(".")[2] in FOR_TESTING


def may_enter(importer: str, imported: str) -> bool:
    """Tell whether a module of a system's rules may import another one of them."""
    if imported.startswith("app."):
        return False
    room, entered = (module.split(".")[2] if module.count(".") > 1 else "" for module in (importer, imported))
    return room == entered or entered not in GUARDED or entered in MAY_ENTER.get(room, ())


def system_of(module: str, named: list[str]) -> str | None:
    """Return the system whose rules or table a module belongs to."""
    parts = module.split(".")
    place = parts[1] if parts[0] == "rules" else parts[2] if parts[:2] == ["app", "systems"] else ""
    return place if len(parts) > 1 and place in named else None


def test_the_systems_found_by_their_folders_are_those_that_ship(graph: grimp.ImportGraph) -> None:
    assert systems(graph) == sorted(SHIPPED)


def test_nothing_is_imported_through_a_wall(graph: grimp.ImportGraph) -> None:
    assert breaches(graph) == []


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("rules.hilltop.system", "rules.company_scale.system"),
        ("rules.command_cards.view", "rules.hilltop.system"),
        ("rules.engine.session", "rules.hilltop.system"),
        ("rules.systems", "rules.hilltop.system"),
        ("rules.hilltop.system", "rules.fitting.fit"),
        ("rules.hilltop.system", "rules.testing.bots"),
        ("rules.hilltop.combat", "rules.testing.contract"),
        ("rules.hilltop.system", "app.play.controller"),
        ("rules.hilltop.system", "app.systems.hilltop.board"),
        ("rules.hilltop.combat", "rules.hilltop.bot.evaluator"),
        ("app.window.main_window", "rules.hilltop.system"),
        ("app.window.main_window", "app.systems.hilltop.board"),
        ("app.systems.hilltop.board", "rules.striking_anvil.system"),
        ("app.systems.company_scale.presentation", "app.systems.hilltop.board"),
        ("app.systems.hilltop.board", "rules.files.documents"),
    ],
)
def test_a_new_system_is_walled(graph: grimp.ImportGraph, importer: str, imported: str) -> None:
    for module in (
        *("rules.hilltop", "rules.hilltop.system", "rules.hilltop.combat", "rules.hilltop.bot"),
        *("rules.hilltop.bot.evaluator", "app.systems.hilltop", "app.systems.hilltop.board"),
    ):
        graph.add_module(module)
    graph.add_import(importer=importer, imported=imported)
    assert breaches(graph) == [f"{importer} -> {imported}"]


def test_the_table_reads_records_and_hardly_a_key() -> None:
    reads = re.compile(r"""\[["'][a-z_]+["']\]|\.get\(["']""")
    found = {path: len(reads.findall(path.read_text(encoding="utf-8"))) for path in (ROOT / "app").rglob("*.py")}
    assert sum(found.values()) <= KEYS_READ, max(found.items(), key=lambda each: each[1])


def test_the_formatter_is_hardly_passed_over() -> None:
    paths = [*(ROOT / "app").rglob("*.py"), *(ROOT / "rules").rglob("*.py")]
    assert sum(path.read_text(encoding="utf-8").count("# fmt: skip") for path in paths) < UNFORMATTED


def test_all_widgets_are_listed_by_one_function_that_collects_no_garbage_meanwhile() -> None:
    listing = re.compile(r"\.(?:topLevelWidgets|allWidgets|topLevelWindows)\(")
    files = [file for top in ("app", "tests") for file in (ROOT / top).rglob("*.py")]
    found = [file.name for file in files if listing.search(file.read_text(encoding="utf-8"))]
    assert found == ["widgets.py"]
