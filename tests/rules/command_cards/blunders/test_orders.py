"""Orders given for nothing."""

from __future__ import annotations

from rules.command_cards.gear import BattleLeftOut, IdleCard, LastFigureForward
from rules.testing.gear import Blunder, BlunderCounter
from tests.rules.command_cards.helpers.boards import Board, board
from tests.rules.engine.helpers.watched import Watched

FAR = {"A1": "infantry"}


def ended(act: BlunderCounter, table: Board) -> list[Blunder]:
    """End the moves and the battles; return what is seen then."""
    eye = Watched(table.session, act)
    assert table.asked != "moving" or eye.do("done") == []
    return eye.do("done")


def test_a_card_with_which_nobody_acts_is_counted() -> None:
    (seen,) = ended(IdleCard(), board({"E5": "infantry"}, FAR, at="move", card="advance-centre"))
    assert seen.seat == "german" and seen.text.endswith(" orders the infantry in E5")


def test_one_unit_that_moves_or_battles_is_enough() -> None:
    assert ended(IdleCard(), board({"E5": "infantry"}, FAR, at="move", card="advance-centre").do(
        "move", unit="E5", to="E6")) == []  # fmt: skip
    near = board({"E5": "infantry"}, {"E6": "infantry"}, card="advance-centre")
    near.do("battle", *["star"] * 3, unit="E5", target="E6")
    assert ended(IdleCard(), near) == []


def test_a_card_that_does_more_than_order_is_not() -> None:
    assert ended(IdleCard(), board({"E5": "infantry"}, FAR, at="battle", card="outposts-left")) == []


def test_each_unit_that_leaves_its_battle_out_is_counted_once() -> None:
    units = {"E5": "infantry", "E11": "infantry"}
    seen = ended(BattleLeftOut(), board(units, {"E6": "infantry", "D6": "infantry"}, card="advance-centre"))
    assert [one.text for one in seen] == ["the infantry in E5"]
    assert ended(BattleLeftOut(), board(units, FAR, card="advance-centre")) == []


def moved(figures: int, objectives: object = ()) -> Board:
    """Move a weakened unit up to an enemy so far that it may not battle."""
    table = board({"E5": ("infantry", figures)}, {"E8": "infantry"}, at="move", card="advance-centre",
                  objectives=objectives)  # fmt: skip
    return table.do("move", unit="E5", to="E6").do("move", unit="E6", to="E7")


def test_a_last_figure_that_walks_up_to_the_enemy_is_counted() -> None:
    (seen,) = ended(LastFigureForward(), moved(1))
    assert seen.text == "the infantry in E7, next to the infantry in E8"
    assert ended(LastFigureForward(), moved(2)) == []


def test_not_if_it_battles_or_stands_on_an_objective() -> None:
    goal = [{"name": "The farm", "for": "german", "hexes": ["E7"], "medals": 1, "keep": False}]
    assert ended(LastFigureForward(), moved(1, goal)) == []
    near = board({"E6": ("infantry", 1)}, {"E8": "infantry"}, at="move", card="advance-centre")
    near.do("move", unit="E6", to="E7").do("done").do("battle", *["star"] * 3, unit="E7", target="E8")
    assert ended(LastFigureForward(), near) == []
