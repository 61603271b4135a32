"""Games side by side hold a scenario once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.engine.session import Session
from rules.engine.system import System, load


def shared(system: System, source: Any, games: Iterable[Session]) -> Any:
    """Load a scenario; return in its place the equal one that a game made from the same source already holds."""
    scenario = load(system, source)
    for game in games:
        same = game.system is system and game.source == source and game.scenario.hash == scenario.hash
        if same and game.scenario == scenario:  # the hash leaves out what no rule asks for, such as names
            return game.scenario
    return scenario
