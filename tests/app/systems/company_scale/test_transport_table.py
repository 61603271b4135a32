"""The worked example of transport, played in the window: a passenger has no counter of its own on the map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.play.players import NewGame
from app.window.main_window import MainWindow
from rules.engine.command import cmd
from rules.hexes.grid import hex_id

HALF_TRACKS, ABOARD, COMPANY = "sdk_110_1", "pgr110_6", "pgr110_5"
UNLOAD = "Unload 6./110 PGR"


@pytest.fixture
def road(window: MainWindow) -> MainWindow:
    """Open the example with the transport's regiment active."""
    assert window.new_game(NewGame("company_scale", "scenarios/company_scale/examples/15-transport.yaml", 7))
    window.order(cmd("buy_now", chit="formation:pgr_110"))
    window.order(cmd("done"))
    assert window.game.decision is not None and window.game.decision.kind == "activation"
    return window


def unload(window: MainWindow) -> str:
    """Press the key for unloading; return the prompt that follows."""
    QTest.keyClick(window, Qt.Key.Key_U)
    return window.game.decision.prompt if window.game.decision is not None else ""


def pick(window: MainWindow, unit: str) -> None:
    """Click a unit in the list of those that may act."""
    page = window.orders.pages["activation"]
    row = next(n for n in range(page.units.count()) if page.units.item(n).data(Qt.ItemDataRole.UserRole) == unit)
    place = page.units.visualItemRect(page.units.item(row)).center()
    QTest.mouseClick(page.units.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert page.current == unit


@pytest.mark.clause("CSS-15.0-05")
def test_a_passenger_gets_off_by_the_counter_of_his_transport(road: MainWindow) -> None:
    road.playmat.board.select((HALF_TRACKS,))
    menu = road.playmat.board.hand.menu_of(hex_id("31.20"), HALF_TRACKS)
    assert UNLOAD in [action.text() for action in menu.actions()]
    assert road.orders.pages["activation"].buttons["unload"].isEnabled()
    assert "opportunity fire" in unload(road)


@pytest.mark.clause("CSS-15.0-05")
def test_a_passenger_picked_in_the_list_gets_off_whatever_was_picked_before(road: MainWindow) -> None:
    road.playmat.board.select((COMPANY,))
    pick(road, ABOARD)
    assert road.playmat.board.selection == (HALF_TRACKS,)
    assert "opportunity fire" in unload(road)


@pytest.mark.clause("CSS-15.0-18")
def test_why_a_passenger_may_not_get_off_is_said_of_him(road: MainWindow) -> None:
    road.order(next(c for c in road.game.offered["load"] if c.get("unit") == COMPANY))
    loaded = next(u.id for u in road.game.view.units if u.carries == COMPANY)
    road.playmat.board.select((loaded,))
    unload(road)
    assert "no transport" not in road.prompt.refusal.text()
    assert "15.0" in road.prompt.refusal.text()
