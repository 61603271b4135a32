"""What the scenarios that ship need for their first orders, such as lines of sight, computed when a host starts."""

from __future__ import annotations

import logging
from collections.abc import Callable
from itertools import islice
from random import Random
from time import sleep
from typing import Final

from app.online.page import words_of
from rules.engine.memory import return_memory
from rules.engine.session import Session
from rules.engine.system import System, systems

LOG: Final = logging.getLogger("chitpull.host")
ORDERS: Final = 30
"""Orders of a game that nobody sees."""
OPTIONS: Final = 50
"""From among which each of them is taken."""
PAUSE: Final = 0.1
"""Seconds between two looks whether all have come."""


def warm(is_ended: Callable[[], bool], are_coming: Callable[[], bool] = lambda: False) -> None:
    """Have the words of every system, begin a game of each scenario and drop it, until that is ended.

    It runs in a thread of its own and waits while players are coming: their games are opened first. What the games
    here have left behind is given back to the system.
    """

    def may_go_on() -> bool:
        while are_coming() and not is_ended():
            sleep(PAUSE)
        return not is_ended()

    for system in systems().values():
        for row in system.scenarios():
            if not may_go_on():
                return
            words_of(system.id)
            if row.kind == "scenario":
                _begin(system, row.id, may_go_on)
    return_memory()


def _begin(system: System, scenario: str, may_go_on: Callable[[], bool]) -> None:
    dice = Random(1)
    try:
        session = Session.new(system, system.load(scenario), seed=1)
        for _ in range(ORDERS):
            if session.decision is None or not may_go_on():
                return
            command = dice.choice([*islice(session.decision.options, OPTIONS)])
            session.submit(session.decision.seat, session.seq, command)
    except Exception as error:  # whoever makes a game of it is told; the host serves all others
        LOG.warning("%s cannot be prepared: %s", scenario, error)
