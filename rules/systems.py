"""The game systems that ship with Chitpull, and which of them plays a given scenario."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rules.engine.folders import DataMissing, scenarios_dir
from rules.engine.house_rules import base_of
from rules.engine.system import System, named_in, names, register_later, system
from rules.engine.system import systems as registered

if TYPE_CHECKING:
    from rules.engine.session import Session
    from rules.files.problems import Problem
    from rules.files.still_shelf import StillShelf

SHIPPED: Final = ["company_scale", "striking_anvil", "command_cards"]
"""The shipped systems, one row each; the first one is the usual one.

A row is an id and stands for two folders: `rules/<id>`, whose module `system` holds the `SYSTEM`, and
`app/systems/<id>`, whose module `presentation` holds the `PRESENTATION`. Both are imported when first asked for.
"""


def shipped(name: str) -> System:
    """Return a shipped system, importing it."""
    found: System = import_module(f"rules.{name}.system").SYSTEM
    return found


def register_shipped() -> None:
    """Register the shipped game systems without importing any."""
    for name in SHIPPED:
        if name not in names():
            register_later(name, partial(shipped, name))


def systems() -> dict[str, System]:
    """Register the shipped game systems and return all systems by id."""
    register_shipped()
    return registered()


def system_of(source: Any) -> System:
    """Return the system that a scenario's file or document names, or the first shipped one.

    The first one also gets a scenario of an unknown system: its check reports that with file and line.
    """
    register_shipped()
    named = named_in(base_of(source))
    return system(named if named in names() else SHIPPED[0])


def home_of(scenario: str) -> str | None:
    """Return the id of the shipped system among whose files the scenario of an id lies, or None; none is imported."""
    try:
        ours = [name for name in SHIPPED if any(map(os.path.isfile, places_of(name, scenario)))]
    except DataMissing:
        return None
    return ours[0] if ours and Path(scenario).name == scenario else None


def places_of(name: str, scenario: str) -> tuple[Path, Path]:
    """Return where the file of a shipped scenario or example of a system may lie, by its id; raise DataMissing."""
    home = scenarios_dir() / name
    return home / f"{scenario}.yaml", home / "examples" / f"{scenario}.yaml"


def scenario_folders() -> list[Path]:
    """Return the folders of the shipped scenarios and examples that are there; no system is imported."""
    try:
        homes = [scenarios_dir() / name for name in SHIPPED]
    except DataMissing:
        return []
    return [folder for home in homes for folder in (home, home / "examples") if folder.is_dir()]


def find(scenario: str, name: str = "") -> tuple[System, str]:
    """Return the system that plays a scenario, and the scenario; raise LookupError with a sentence.

    `scenario` is an id, a path, or `module/scenario`; `name` names the system if the scenario does not.
    """
    by_id = systems()
    if name:
        if name not in by_id:
            raise LookupError(f'Unknown game system "{name}". Known: {", ".join(sorted(by_id))}.')
        return by_id[name], scenario
    ids = {row.id: game for game in by_id.values() for row in game.scenarios()}
    if scenario in ids:
        return ids[scenario], scenario
    if Path(scenario).suffix or Path(scenario).exists():
        return system_of(scenario), scenario
    if (path := in_library(scenario)) is not None:
        return by_id[path.parent.name], str(path)
    raise LookupError(f'Unknown scenario "{scenario}". Known: {", ".join(sorted(ids))}.')


def in_library(name: str) -> Path | None:
    """Return the file of the scenario `module/scenario` among the player's own and installed ones, or None.

    A path to something that is there is none of them.
    """
    if "/" not in name or os.path.exists(name):
        return None
    from rules.workshop.library import find as find_there  # here: most starts do without

    return find_there(name)


def check_files(paths: Sequence[str]) -> int:
    """Let each system check its own files among the paths, or its shipped ones, and the lessons; return 0 if right."""
    from rules.lessons.checking import run as check_lessons
    from rules.lessons.reading import is_lesson

    if not paths:
        return max([*(shipped(name).check_files([]) for name in SHIPPED), check_lessons([], find)])
    files: dict[str, list[str]] = {}
    lessons: list[str] = []
    for file in (file for path in paths for file in _files(Path(path))):
        if is_lesson(Path(file)):
            lessons.append(file)
        else:
            files.setdefault(system_of(file).id, []).append(file)
    checked = [systems()[name].check_files(own) for name, own in files.items()]
    return max([*checked, check_lessons(lessons, find)] if lessons else checked)


def advice_on(paths: Sequence[str]) -> list[Problem]:
    """Return what the makers of scenarios should think of again; those that cannot be loaded are left out."""
    from rules.files.documents import is_scenario, read_file
    from rules.files.problems import ScenarioError

    homes = [str(scenarios_dir() / name) for name in SHIPPED]
    found: list[Problem] = []
    for file in (file for path in paths or homes for file in _files(Path(path))):
        name = system_of(file).id
        try:
            document = read_file(Path(file))
            if is_scenario(document):
                scenario = system(name).load(file)
                found += import_module(f"rules.{name}.loading.advice").advice_on(document, scenario)
        except ScenarioError:
            continue
    return found


def looked_through(paths: Sequence[str], shelf: StillShelf) -> tuple[list[Problem], list[Problem]]:
    """Return the faults in all files below folders, and advice on scenarios without any; each file is read once."""
    from rules.files.problems import ADVICE, ScenarioError
    from rules.lessons.checking import check_lessons
    from rules.lessons.reading import FORMAT

    found: dict[Problem, None] = {}
    lessons: list[Path] = []
    for file in (Path(file) for path in paths for file in _files(Path(path))):
        try:
            document = shelf.read(file)
            if document.mapping.get("format") == FORMAT:
                lessons.append(file)
                continue
            check = import_module(f"rules.{system_of(str(file)).id}.loading.check_command")
            told = check.problems_in(document)
        except ScenarioError as error:
            told = error.problems
        found.update(dict.fromkeys(told))
    found.update(dict.fromkeys(check_lessons(lessons, find)))
    ordered = sorted(found, key=lambda problem: (problem.file, problem.line))
    faults = [each for each in ordered if each.severity != ADVICE]
    return faults, [each for each in ordered if each.severity == ADVICE]


def emptied(name: str, scenario: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the scenario of a system with its map and pieces and nobody on the map."""
    found: Mapping[str, Any] = import_module(f"rules.{name}.loading.gestures").emptied(scenario)
    return found


def drafted(session: Session, name: str, title: str, *, seen: Sequence[str] = ()) -> Mapping[str, Mapping[str, Any]]:
    """Return the documents of a draft that begins where the present turn of a game began, by the names of their files.

    Where sides hide something, what those not `seen` hide is left out: a game of the draft deals it anew.
    Raises CannotReplay, or ScenarioError if the scenario of the game cannot be read again.
    """
    home = import_module(f"rules.{session.system.id}.loading.from_position")
    state = home.last_start(session).state
    hidden = {"seen": seen} if session.system.hides else {}
    found: Mapping[str, Mapping[str, Any]] = home.documents_of(
        session.source, session.scenario, state, name=name, title=title, **hidden
    )
    return found


def _files(path: Path) -> list[str]:
    """Return the YAML files below a folder; any other path, or a folder without YAML, is returned itself."""
    below = sorted(file for file in path.rglob("*") if file.suffix in (".yaml", ".yml")) if path.is_dir() else []
    return [str(file) for file in below] or [str(path)]
