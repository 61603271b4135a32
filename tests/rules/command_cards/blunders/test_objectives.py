"""Medal hexes given away and passed by."""

from __future__ import annotations

from typing import Any

from rules.command_cards.gear import ObjectiveLeft, ObjectiveNotTaken
from rules.testing.gear import Blunder
from tests.rules.command_cards.helpers.boards import Board, board
from tests.rules.engine.helpers.watched import Watched


def farm(seat: str = "german", keep: bool = False) -> list[dict[str, Any]]:
    """Return an objective in E5."""
    return [{"name": "The farm", "for": seat, "hexes": ["E5"], "medals": 1, "keep": keep}]


def left(objectives: list[dict[str, Any]], enemy: str = "D5", to: str = "E6") -> list[Blunder]:
    """Move the infantry in E5 away and end the turn; return what is seen."""
    table = board({"E5": "infantry", "I9": "infantry"}, {enemy: "infantry"}, at="move", card="advance-centre",
                  objectives=objectives)  # fmt: skip
    eye = Watched(table.session, ObjectiveLeft())
    seen = eye.submit(table.command("move", unit="E5", to=to)) + eye.do("done")
    return seen + (eye.do("done") if table.asked == "battling" else [])


def test_a_medal_hex_left_to_an_enemy_next_to_it_is_counted() -> None:
    (seen,) = left(farm())
    assert seen.seat == "german" and seen.text == "the infantry in E6 has left E5 to the infantry in D5"


def test_so_is_one_that_only_the_enemy_wants() -> None:
    assert len(left(farm("allied"))) == 1


def test_not_with_the_enemy_far_or_anywhere_else() -> None:
    assert left(farm(), enemy="A1") == []
    assert left([{**farm()[0], "hexes": ["E9"]}]) == []


def passed_by(table: Board) -> list[Blunder]:
    """End the moves of a turn; return what is seen."""
    return Watched(table.session, ObjectiveNotTaken()).do("done")


def test_an_empty_medal_hex_that_an_ordered_unit_could_enter_is_counted() -> None:
    facts: dict[str, Any] = {"at": "move", "card": "advance-centre", "objectives": farm()}
    (seen,) = passed_by(board({"E7": "infantry", "I5": "infantry"}, {"A1": "infantry"}, **facts))
    assert seen.text == "The farm in E5, in reach of the infantry in E7"
    assert passed_by(board({"I5": "infantry"}, {"A1": "infantry"}, **facts)) == []
    assert passed_by(board({"E5": "infantry", "E7": "infantry"}, {"A1": "infantry"}, **facts)) == []
    facts["objectives"] = farm("allied")
    assert passed_by(board({"E7": "infantry"}, {"A1": "infantry"}, **facts)) == []
