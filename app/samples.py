"""Games against the computer that ship with the program, with what it thought: to be looked at."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from app.bindings import spell
from app.play.files import SUFFIX
from rules.engine.folders import DataMissing, scenarios_dir
from rules.engine.house_rules import ScenarioRow

FOLDER = "samples"
KIND = "sample"
NOTE = (
    "A finished game against the Regular. {look_back} steps through it, and Why? beside an order in "
    "the log shows the computer's reasons. You open a copy, and you can branch into a game of your "
    "own from any position."
)


def samples(scenarios: Sequence[ScenarioRow]) -> list[ScenarioRow]:
    """Return the games, each as the row of its scenario with its own title and note, `kind` and `path`."""
    try:
        files = sorted((scenarios_dir() / FOLDER).glob(f"*{SUFFIX}"))
    except DataMissing:
        return []
    known = {row.id: row for row in scenarios}
    return [
        replace(known[name], kind=KIND, title=path.stem, playing_time="", note=spell(NOTE), path=str(path))
        for path in files
        if (name := _scenario(path)) in known
    ]


def _scenario(path: Path) -> str:
    """Return the scenario of a record by its first line, "" if it tells none."""
    try:
        with path.open(encoding="utf-8") as file:
            return str(json.loads(file.readline())["scenario"]["id"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def is_sample(row: ScenarioRow) -> bool:
    """Tell whether an entry of the start page is a game to be looked at."""
    return row.kind == KIND
