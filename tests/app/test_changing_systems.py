"""A table that is put away for another system's leaves nothing behind: no page, no board, no map."""

from __future__ import annotations

import gc
import weakref
from typing import Any

from pytestqt.qtbot import QtBot

from app.panels.orders_dock import OrdersPage
from app.play.players import NewGame
from app.window.main_window import MainWindow
from rules.systems import SHIPPED

GAMES = {"company_scale": "first-light", "striking_anvil": "anvil-historical", "command_cards": "bonlieu"}


def play(window: MainWindow, system: str) -> list[weakref.ref[Any]]:
    """Put a game of a system on the table; return what belongs to it alone."""
    window.new_game(NewGame(system, GAMES[system], seed=3))
    mat = window.playmat
    assert mat is not None and window.session is not None
    pages = [window.orders.pages[name] for name in window.orders.pages.makers]
    parts = [mat, mat.middle, window.session.scenario, *pages]
    return [weakref.ref(part) for part in parts if getattr(type(part), "__weakrefoffset__", 0)]


def test_a_change_of_systems_gives_back_pages_boards_and_maps(window: MainWindow, qtbot: QtBot) -> None:
    assert set(GAMES) == set(SHIPPED)
    others = {id(thing) for thing in gc.get_objects() if isinstance(thing, OrdersPage)}  # of other tests' windows
    left = []
    for system in (*GAMES, *GAMES):
        parts = play(window, system)
        assert len(parts) > 2
        left += parts
    standing = {id(part()) for part in left[-len(parts) :]}

    def gone() -> bool:
        gc.collect()
        return all(part() is None or id(part()) in standing for part in left)

    qtbot.waitUntil(gone, timeout=20_000)
    pages = {id(thing) for thing in gc.get_objects() if isinstance(thing, OrdersPage)}
    assert pages - others <= set(map(id, window.orders.pages.values()))
