"""A game, and panels set up for it as the window does."""

from __future__ import annotations

from app.panels.orders_dock import OrdersPanel
from app.play.controller import GameController
from app.systems.base import presentation_of
from app.systems.company_scale.playmat import PAGES_OF_ORDERS
from rules.engine.command import Command, cmd
from rules.engine.options import Decision
from tests.app.helpers.fake_session import FakeSession, decide
from tests.app.systems.company_scale.helpers.positions import position


def a_game() -> GameController:
    """Return a game on the table in which nothing is asked."""
    game = GameController(told_in=presentation_of)
    game.play(FakeSession(position(), None))
    return game


def orders_panel(game: GameController) -> OrdersPanel:
    """Return the Orders dock with the pages of this system."""
    panel = OrdersPanel(game)
    panel.lay(PAGES_OF_ORDERS)
    return panel


def table(decision: Decision | None, **answers: object) -> tuple[GameController, FakeSession]:
    """Return a game on the table in which a decision is asked, and its session with answers to queries."""
    session = FakeSession(position(), decision)
    session.answers = dict(answers)
    game = GameController(told_in=presentation_of)
    game.play(session)
    return game, session


def fire(*more: Command, **subject: object) -> Decision:
    """Return the question of a fire, with further options and a changed subject."""
    held = {
        "unit": "b_117",
        "hex": "17.45",
        "aim": "hex",
        "type": "high_explosive",
        "support": [],
        "concentrate": False,
    }
    return decide(
        "allied", "fire", "Confirm?", cmd("aim", target="hex"), cmd("aim", target="r1"), cmd("support", unit="c_117"),
        cmd("concentrate"), cmd("confirm"), cmd("cancel"), *more, rule="8.3", **{**held, **subject},
    )  # fmt: skip
