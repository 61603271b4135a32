"""The files a scenario is made of: of what kind they are, and where a map is found by its name."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rules.command_cards.folders import scenario_folder
from rules.files.documents import Document, passes
from rules.files.problems import Problem
from rules.files.schema_check import schema_problems

KINDS: Final = ("scenario", "map")


def kind_of(document: Document) -> str:
    """Return scenario or map by the `format` line, or '' when there is none."""
    text = document.mapping.get("format")
    return next((kind for kind in KINDS if text == f"chitpull-cards-{kind}/1"), "")


def map_folders(beside: Path | None) -> list[Path]:
    """Return where maps are looked for: near the file that names one, then among the shipped ones."""
    home = scenario_folder() / "maps"
    return [beside.parent / "maps", beside.parent, home] if beside else [home]


def find_map(name: str, beside: Path | None) -> Path | None:
    """Return the file of a map, or None."""
    return next((path for folder in map_folders(beside) if (path := folder / f"{name}.yaml").is_file()), None)


def scenario_files() -> list[Path]:
    """Return the files of the shipped scenarios."""
    return sorted(scenario_folder().glob("*.yaml"))


def form_problems(document: Document, kind: str) -> list[Problem]:
    """Return what the schema of a kind forbids in a document."""
    if kind in document.passed:
        return []
    problems = schema_problems(document, scenario_folder() / "schema" / f"{kind}.schema.json")
    if not problems:
        passes(document, kind)
    return problems
