"""Games side by side hold a scenario once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.engine.session import Session
from rules.engine.system import System, load


def shared(system: System, source: Any, games: Iterable[Session], loaded: Any = None) -> Any:
    """Load a scenario; return in its place the equal one that a game made from the same source already holds.

    One that was `loaded` from this source before is not loaded again.
    """
    scenario = load(system, source) if loaded is None else loaded
    for game in games:
        same = game.system is system and game.source == source and game.scenario.hash == scenario.hash
        if same and game.scenario == scenario:  # the hash leaves out what no rule asks for, such as names
            return game.scenario
    return scenario
