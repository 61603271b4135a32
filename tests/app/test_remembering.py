"""Dice of both sides, notes and bookmarks, the report: by mouse and keys, in every system."""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.dialogs.dice import all_rolls
from app.dialogs.start import NewGame
from app.window.main_window import MainWindow
from rules.engine.system import register
from tests.rules.engine.helpers.toy_system import TOY

FIRST_LIGHT, ATTACK = NewGame("company_scale", "first-light", 7), NewGame("command_cards", "last-attack", 7)
ANVIL = NewGame("striking_anvil", "anvil-historical", 7)
CONTROL = Qt.KeyboardModifier.ControlModifier


def play(window: MainWindow, game: NewGame, orders: int, seed: int = 1) -> None:
    """Begin a game and give random orders."""
    assert window.new_game(game)
    random = Random(seed)
    for _ in range(orders):
        if window.game.awaited:
            window.open_curtain()
        decision = window.game.decision
        if decision is None:
            return
        assert window.order(random.choice(decision.options.of(random.choice(decision.options.offered()))))


def dice_page(window: MainWindow) -> str:
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_D, CONTROL)
    assert window.remembering.dice is not None and window.remembering.dice.isVisible()
    return window.remembering.dice.text.toPlainText()


@pytest.mark.parametrize("game", [FIRST_LIGHT, ATTACK, ANVIL])
def test_every_die_is_counted_for_its_side(window: MainWindow, game: NewGame) -> None:
    play(window, game, 250)
    if window.game.awaited:
        window.open_curtain()
    rolled = [event for event in window.game.history() if event["event"] == "DieRolled"]
    dice = all_rolls(window.game)
    assert rolled and [roll.face for roll in dice] == [event["die"] for event in rolled]
    page = dice_page(window)
    for seat in {roll.seat for roll in dice} - {""}:
        count = sum(roll.seat == seat for roll in dice)
        assert f"{window.game.side(seat).name}: {count} di" in page
    pictures = window.remembering.dice.text.pictures
    assert len(pictures) == len({roll.seat for roll in dice}) and not any(p.isNull() for p in pictures.values())


def test_without_dice_it_says_so(window: MainWindow) -> None:
    play(window, FIRST_LIGHT, 0)
    assert "No die has been rolled yet." in dice_page(window) or all_rolls(window.game)
    register(TOY)
    play(window, NewGame("toy", "duel", 3), 0)
    assert "Dice" in dice_page(window)
