"""What is on offer: shipped scenarios, the player's own, those of modules, games to look at; a choice by its name."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from app.bindings import spell
from app.play.files import SUFFIX, loading
from app.play.players import NewGame
from rules.engine.folders import DataMissing, scenarios_dir, user_data_dir
from rules.engine.house_rules import ScenarioRow
from rules.engine.system import names, system
from rules.files.documents import listed
from rules.systems import SHIPPED, home_of, in_library, scenario_folders, system_of
from rules.workshop import INSTALLED_FOLDER, OWN_FOLDER
from rules.workshop import SUFFIX as MODULES

SCENARIOS = (".yaml", ".yml")
SAMPLES_FOLDER = "samples"
SAMPLE = "sample"
SAMPLE_NOTE = (
    "A finished game against the Regular. {look_back} steps through it, and Why? beside an order in "
    "the log shows the computer's reasons. You open a copy, and you can branch into a game of your "
    "own from any position."
)


def all_scenarios() -> Iterator[ScenarioRow]:
    """Yield every scenario of every system, with the system's id and title; a system is imported at its turn."""
    for name in names():
        game_system = system(name)
        for row in game_system.scenarios():
            yield replace(row, system=game_system.id, system_title=game_system.title)


def shipped_scenarios() -> list[ScenarioRow]:
    """Return the scenarios that players are offered: those of systems with a table of their own.

    As long as no file of theirs changes the list is read as it was written down, without importing a system.
    """
    return listed("shipped", scenario_folders(), lambda: [each for each in all_scenarios() if each.system in SHIPPED])


def is_for_library(path: Path) -> bool:
    """Tell whether a file is a module or a scenario rather than a saved game, by its name."""
    return path.suffix in (MODULES, *SCENARIOS)


def offered_scenarios() -> list[ScenarioRow]:
    """Return the shipped scenarios, then the player's own and those of installed modules."""
    shipped = shipped_scenarios()
    data = user_data_dir()
    if not any((data / name).is_dir() for name in (OWN_FOLDER, INSTALLED_FOLDER)):  # most starts do without the library
        return shipped
    from rules.workshop import library

    titles = {row.system: row.system_title for row in shipped}
    found = library.scenarios(SHIPPED)
    return [*shipped, *(replace(row, system_title=titles.get(row.system, "")) for row in found)]


def choice_of(scenario: str, seed: int | None = None, house_rules: Sequence[str] = ()) -> NewGame:
    """Return the game of a scenario with house rules written NAME=VALUE; raise CannotOpen if one of these is wrong.

    `module/scenario` names one of the library. A path or an unknown id is left to the loader to judge.
    """
    scenario = str(in_library(scenario) or scenario)
    name = home_of(scenario) or system_of(scenario).id
    with loading():
        rules = system(name).house_rules.read(house_rules)
    return NewGame(name, scenario, seed, rules=rules)


def samples(scenarios: Sequence[ScenarioRow]) -> list[ScenarioRow]:
    """Return the games against the computer that ship to be looked at, with what it thought.

    Each is the row of its scenario with its own title and note, `kind` and `path`.
    """
    try:
        files = sorted((scenarios_dir() / SAMPLES_FOLDER).glob(f"*{SUFFIX}"))
    except DataMissing:
        return []
    known = {row.id: row for row in scenarios}
    return [
        replace(known[name], kind=SAMPLE, title=path.stem, playing_time="", note=spell(SAMPLE_NOTE), path=str(path))
        for path in files
        if (name := _scenario_of(path)) in known
    ]


def _scenario_of(path: Path) -> str | None:
    """Return the scenario of a record by its first line, None if it tells none."""
    try:
        with path.open(encoding="utf-8") as file:
            return str(json.loads(file.readline())["scenario"]["id"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def is_sample(row: ScenarioRow) -> bool:
    """Tell whether an entry of the start page is a game to be looked at."""
    return row.kind == SAMPLE
