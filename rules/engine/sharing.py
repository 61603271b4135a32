"""Games side by side hold a scenario once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.engine.session import Session
from rules.engine.system import System, load


def shared(system: System, source: Any, games: Iterable[Session], loaded: Any = None, hashed: object = None) -> Any:
    """Load a scenario; return in its place the equal one that a game made from the same source already holds.

    One that was `loaded` from this source before is not loaded again, nor is one of the `hashed` content that a game
    holds: a record names it.
    """
    alike = [game.scenario for game in games if game.system is system and game.source == source]
    held = next((scenario for scenario in alike if scenario.hash == hashed), None)
    if held is not None:
        return held
    scenario = load(system, source) if loaded is None else loaded
    # the hash leaves out what no rule asks for, such as names
    return next((held for held in alike if held.hash == scenario.hash and held == scenario), scenario)
