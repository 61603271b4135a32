"""Who plays which seat: as kept with a game, in words, and as it can be chosen."""

from __future__ import annotations

from typing import Any

import pytest

from app.dialogs.players import rows
from app.play.players import Players, titled
from app.sides import Side
from app.systems.base import presentation_of
from rules.engine.evaluator import Manner
from rules.systems import SHIPPED, systems

SEATS = ("german", "allied")
EVALUATOR = systems()["company_scale"].evaluator


def test_players_are_read_as_they_were_kept() -> None:
    players = Players({"allied": Manner("regular", "plain")})
    assert Players.of(players.to_plain(), SEATS, EVALUATOR) == (players, "")
    assert players.here(SEATS) == ["german"] and players.any
    assert Players.of(None, SEATS, None) == (Players(), "")


@pytest.mark.parametrize(
    "kept",
    [
        "allied", ["allied"], {"nobody": {"level": "regular", "temper": "plain"}}, {"allied": "regular"},
        {"allied": {"level": "marshal", "temper": "plain"}}, {"allied": {"level": 3, "temper": "plain"}},
    ],
)  # fmt: skip
def test_what_cannot_be_played_leaves_all_seats_to_people_with_a_sentence(kept: Any) -> None:
    players, problem = Players.of(kept, SEATS, EVALUATOR)
    assert players == Players() and problem.endswith(".")


def test_a_level_that_bots_play_and_the_table_does_not_offer_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(EVALUATOR), "levels", ("regular",))
    players, problem = Players.of({"allied": {"level": "general", "temper": "plain"}}, SEATS, EVALUATOR)
    assert players == Players() and problem.endswith(".")


def test_a_system_without_an_opponent_leaves_all_seats_to_people() -> None:
    players, problem = Players.of({"allied": {"level": "regular", "temper": "plain"}}, SEATS, None)
    assert players == Players() and "can't play the allied side" in problem


def test_an_unknown_temper_becomes_the_usual_one() -> None:
    players, problem = Players.of({"allied": {"level": "regular", "temper": "furious"}}, SEATS, EVALUATOR)
    assert players == Players({"allied": Manner()}) and not problem


@pytest.mark.parametrize(
    ("manner", "told"), [(Manner("regular"), "Regular"), (Manner("slow-general", "bold"), "General (4 seconds), bold")]
)
def test_a_manner_is_told_in_words(manner: Manner, told: str) -> None:
    assert titled(manner) == told


def test_everybody_may_sit_anywhere() -> None:
    offered = rows(SEATS, {"german": Side("German")})
    assert [row.words for row in offered] == [
        "Two players, one computer",
        "I play German against the computer",
        "I play Allied against the computer",
        "Computer vs computer",
    ]
    assert [row.computers for row in offered] == [(), ("allied",), ("german",), SEATS]
    assert rows(("a", "b", "c"), {})[0].words == "All players, one computer"


@pytest.mark.parametrize("name", SHIPPED)
def test_the_start_page_offers_the_seats_of_each_system(name: str) -> None:
    assert set(presentation_of(name).sides(None)) == set(systems()[name].seats)
