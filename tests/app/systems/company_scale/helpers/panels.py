"""A game, and panels set up for it as the window does."""

from __future__ import annotations

from app.game import GameController
from app.panels.orders_dock import OrdersPanel
from app.systems.company_scale.playmat import pages_of_orders
from app.systems.shipped import presentation_of
from tests.app.helpers.fake_session import FakeSession
from tests.app.systems.company_scale.helpers.positions import position


def a_game() -> GameController:
    """Return a game on the table in which nothing is asked."""
    game = GameController(presentations=presentation_of)
    game.play(FakeSession(position(), None))
    return game


def orders_panel(game: GameController) -> OrdersPanel:
    """Return the Orders dock with the pages of this system."""
    panel = OrdersPanel(game)
    panel.lay(pages_of_orders())
    return panel
