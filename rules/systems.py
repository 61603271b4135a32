"""The game systems that ship with Chitpull, and which of them plays a given scenario."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from rules.engine.system import System, named_in, names, register_later, system
from rules.engine.system import systems as registered
from rules.opponent.bots import register_levels


def _company_scale() -> System:
    from rules.company_scale.system import SYSTEM

    return SYSTEM


def _striking_anvil() -> System:
    from rules.striking_anvil.system import SYSTEM

    return SYSTEM


def _command_cards() -> System:
    from rules.command_cards.system import SYSTEM

    return SYSTEM


SHIPPED: Final[dict[str, Callable[[], System]]] = {
    "company_scale": _company_scale, "striking_anvil": _striking_anvil, "command_cards": _command_cards,
}  # fmt: skip
"""The shipped systems by id, imported when they are first asked for; the first one is the usual one."""


def register_shipped() -> None:
    """Register the shipped game systems and the levels of the opponent without importing any."""
    for name, shipped in SHIPPED.items():
        if name not in names():
            register_later(name, shipped)
    register_levels()


def systems() -> dict[str, System]:
    """Register the shipped game systems and return all systems by id."""
    register_shipped()
    return registered()


def system_of(source: Any) -> System:
    """Return the system that a scenario's file or document names, or the first shipped one.

    The first one also gets a scenario of an unknown system: its check reports that with file and line.
    """
    register_shipped()
    named = named_in(source)
    return system(named if named in names() else next(iter(SHIPPED)))


def find(scenario: str, name: str = "") -> tuple[System, str]:
    """Return the system that plays a scenario, and the scenario; raise LookupError with a sentence.

    `scenario` is an id or a path; `name` names the system if the scenario does not.
    """
    by_id = systems()
    if name:
        if name not in by_id:
            raise LookupError(f'There is no game system "{name}"; known are {", ".join(sorted(by_id))}.')
        return by_id[name], scenario
    ids = {str(told["id"]): game for game in by_id.values() for told in game.scenarios()}
    if scenario in ids:
        return ids[scenario], scenario
    if Path(scenario).suffix or Path(scenario).exists():
        return system_of(scenario), scenario
    raise LookupError(f'There is no scenario called "{scenario}"; known are {", ".join(sorted(ids))}.')


def check_files(paths: Sequence[str]) -> int:
    """Let each system check its own files among the paths, or its shipped ones, and the lessons; return 0 if right."""
    from rules.lessons.checking import run as check_lessons
    from rules.lessons.reading import is_lesson

    if not paths:
        return max([*(system().check_files([]) for system in SHIPPED.values()), check_lessons([], find)])
    files: dict[str, list[str]] = {}
    lessons: list[str] = []
    for file in (file for path in paths for file in _files(Path(path))):
        if is_lesson(Path(file)):
            lessons.append(file)
        else:
            files.setdefault(system_of(file).id, []).append(file)
    checked = [systems()[name].check_files(own) for name, own in files.items()]
    return max([*checked, check_lessons(lessons, find)] if lessons else checked)


def _files(path: Path) -> list[str]:
    """Return the YAML files below a folder; any other path, or a folder without YAML, is returned itself."""
    below = sorted(file for file in path.rglob("*") if file.suffix in (".yaml", ".yml")) if path.is_dir() else []
    return [str(file) for file in below] or [str(path)]
