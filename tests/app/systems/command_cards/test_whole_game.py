"""The tutorial played to its end through the window, every order by mouse or key."""

from __future__ import annotations

from PySide6.QtCore import Qt

from app.window.main_window import MainWindow
from rules.command_cards.charts import house_charts
from rules.command_cards.system import SYSTEM
from rules.engine.command import Command
from rules.engine.seat import Seat
from rules.testing.bots import bot
from tests.app.systems.command_cards.helpers.table import Player, game
from tests.app.systems.command_cards.test_turn import press

UNITS = ("order", "release", "aim", "spare", "restore")
SPACE = ("confirm", "done", "keep")
SEED = 3


def carry_out(player: Player, command: Command) -> None:
    """Give an order as a player would."""
    verb = command.verb
    if verb in ("choose", "throw"):
        player.card(list(player.mat.hand.hand).index(command.text("card")) + 1)
    elif verb in UNITS:
        player.click(player.where(command.text("unit")))
    elif verb in SPACE:
        seq = player.window.game.seat.seq
        player.key(Qt.Key.Key_Space)
        if verb == "done" and not player.window.game.awaited and player.window.game.seat.seq == seq:
            player.key(Qt.Key.Key_Space)  # yes, though units could still battle
    elif verb in ("move", "battle"):
        unit = command.text("unit")
        if player.board.picked != unit:
            player.click(player.where(unit))
        player.click(command.text("to") if verb == "move" else player.where(command.text("target")))
    elif verb == "retreat":
        player.click(command.text("to"))
    elif verb == "take_ground":
        player.click(str(player.window.game.decision.subject["to"]))
    elif verb == "overrun":
        player.click(player.where(command.text("target")))
    else:
        press(player, verb)


def test_the_tutorial_from_the_first_card_to_the_last_medal(window: MainWindow) -> None:
    player = Player(window, game(seed=SEED))
    bots = {seat: bot("regular", SEED) for seat in SYSTEM.seats}
    curtains, asked = 0, set()
    for _ in range(600):
        if window.game.over is not None:
            break
        if window.game.awaited:
            curtains += 1
            player.hand_over()
            assert window.curtain.isVisible() and player.mat.hand.hand == ()
            seat = player.open_curtain()
            assert window.game.seat.name == seat and len(player.mat.hand.hand) in (4, 5)
            continue
        decision, before = window.game.decision, window.game.seat.seq
        assert decision is not None and window.session is not None
        asked.add(decision.kind)
        carry_out(player, bots[decision.seat].choose(Seat(window.session, decision.seat), decision))
        assert window.game.over is not None or window.game.awaited or window.game.seat.seq > before, decision.prompt
    over = window.game.over
    assert over is not None and over["why"] == "medals" and curtains == 2 * over["round"] - (over["winner"] == "german")
    assert asked >= {"staging", "moving", "battling", "flag", "way_back", "ground"}
    assert "win: all the medals they need" in window.log.plain
    held = [card for hand in window.session.state.hands.values() for card in hand]
    played = {house_charts().cards[card].title for card in window.session.state.discards}
    played.add(house_charts().cards[window.session.state.played].title)
    assert not [
        card
        for card in held
        if house_charts().cards[card].title in window.log.plain and house_charts().cards[card].title not in played
    ]
