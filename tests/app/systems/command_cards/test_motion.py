"""Losses and medals on their way: figures come off one by one, a medal flies from where it was won to its place."""

from __future__ import annotations

from app.motion.items import FlightItem
from app.systems.command_cards.board.geometry import FOOT, center
from app.systems.command_cards.board.layers import stands
from app.systems.command_cards.events import AWAY, STAND
from app.text.event_rows import Flight, Result
from app.window.main_window import MainWindow
from tests.app.systems.command_cards.helpers.table import Player, game

LOST = {"event": "FiguresLost", "unit": "allied-1", "hex": "D3", "lost": 2, "left": 0, "why": "hits"}
GONE = {"event": "UnitEliminated", "unit": "allied-1", "hex": "D3", "kind": "infantry"}
WON = {"event": "MedalWon", "seat": "german", "source": "unit", "name": "infantry", "medals": 1}
TAKEN = {"event": "MedalWon", "seat": "german", "source": "objective", "name": "La Coucourde", "medals": 2}


def test_each_figure_comes_off_by_itself_and_the_medal_flies_from_where_it_was_won(window: MainWindow) -> None:
    moving = Player(window, game()).mat.moving
    motions = moving.motions([LOST, GONE, WON])
    flights = [(m.start, m.to, m.fades) for m in motions if isinstance(m, Flight)]
    assert flights == [("D3", f"{AWAY}D3", True)] * 2 + [("D3", f"{STAND}german 0", False)]
    assert [m.words for m in motions if isinstance(m, Result)] == ["loses 2 figures", "eliminated"]
    assert moving.point(f"{AWAY}D3").y() < moving.point("D3").y() == (center("D3") + FOOT).y()
    spot = moving.point(f"{STAND}german 0")
    assert any(box.contains(spot) for box in stands()) and moving.point(f"{STAND}german 9") is None


def test_an_objective_sends_its_medal_from_its_hex(window: MainWindow) -> None:
    moving = Player(window, game()).mat.moving
    (flight,) = moving.motions([TAKEN])
    assert (flight.start, flight.to) == ("D3", f"{STAND}german 1")


def test_a_medal_is_on_the_stand_once_it_has_come(window: MainWindow) -> None:
    player = Player(window, game())
    board, animator = player.board, window.motion.animator
    before = board.painting(window.size()).whole()
    animator.show(player.mat.moving.motions([LOST, GONE, WON]), player.mat.moving, lambda *_: None, 1.0)
    assert animator.is_running and board.scene.stands._coming == {"german": 1}
    assert len([item for item in board.scene.items() if isinstance(item, FlightItem)]) == 3
    animator.finish()
    assert board.scene.stands._coming == {}
    animator.clear()
    assert not [item for item in board.scene.items() if isinstance(item, FlightItem)]
    assert board.painting(window.size()).whole() == before
