"""Cards of values: what a unit is worth now and why, what a hex does; the dice are those that are rolled."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from rules.command_cards.charts import CLAUSES
from rules.command_cards.loading.scenarios import list_scenarios
from rules.command_cards.system import SYSTEM
from rules.engine.frozen import to_plain
from rules.engine.session import Session
from rules.files.clauses import load_clauses
from rules.testing.bots import RandomBot, play_out
from tests.rules.command_cards.helpers.boards import Board, board


def rows(b: Board, place: str, part: str = "values") -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in b.query("hex", hex=place)[part]}


def why(row: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one["change"], one["rule"]) for one in row["why"]]


def test_losses_lessen_figures_and_not_dice() -> None:
    card = rows(board({"E5": ("infantry", 2)}, {"A13": "infantry"}), "E5")
    assert (card["Figures"]["printed"], card["Figures"]["now"]) == ("4", "2")
    assert why(card["Figures"]) == [("-2", "CMD-hit-02"), ("", "CMD-battle-04")]
    assert card["Dice"]["now"] == card["Dice"]["printed"] == "3 2 1"


def test_armor_in_a_town_rolls_one_die_less() -> None:
    b = board({"E5": "armor"}, {"D5": "infantry"}, terrain={"E5": "town"})
    card = rows(b, "E5")
    assert card["Dice"]["now"] == "2 2 2" and ("-1", "CMD-terrain-05") in why(card["Dice"])
    assert b.query("odds", unit="E5", target="D5")["dice"] == 2


def test_a_card_adds_to_the_dice_of_those_it_orders_only() -> None:
    b = board({"E5": "infantry", "I1": "infantry"}, {"D5": "infantry"}, card="bayonets", ordered=["E5"])
    extra = b.query("odds", unit="E5", target="D5")["dice"] - 3
    assert extra > 0 and rows(b, "E5")["Dice"]["now"] == f"{3 + extra} 2 1"
    assert rows(b, "I1")["Dice"]["now"] == "3 2 1"


def test_a_move_is_used_up_and_two_hexes_forbid_the_battle() -> None:
    b = board({"E5": "infantry", "I1": "infantry"}, {"A13": "infantry"}, at="move")
    assert (rows(b, "E5")["Moves"]["now"], rows(b, "E5")["Battles"]["now"]) == ("2", "after one hex")
    b.do("move", unit="E5", to="E6").do("move", unit="E6", to="E7")
    card = rows(b, "E7")
    assert card["Moves"]["now"] == "0" and ("-2", "CMD-move-08") in why(card["Moves"])
    assert card["Battles"]["now"] == "none" and why(card["Battles"]) == [("", "CMD-move-08")]
    b.do("move", unit="I1", to="I2")
    assert ("", "CMD-move-01") in why(rows(b, "E7")["Moves"])


def test_woods_stop_a_move_and_forbid_the_battle() -> None:
    b = board({"E5": "armor"}, {"A13": "infantry"}, at="move", terrain={"E6": "woods"})
    b.do("move", unit="E5", to="E6")
    card = rows(b, "E6")
    assert card["Moves"]["now"] == "0" and ("", "CMD-terrain-01") in why(card["Moves"])
    assert card["Battles"]["now"] == "none" and ("", "CMD-terrain-01") in why(card["Battles"])


def test_sandbags_let_the_first_flag_be_ignored() -> None:
    b = board({"E5": "infantry"}, {"D5": "infantry"}, obstacles={"E5": "sandbags"})
    assert rows(b, "E5")["First flag"]["now"] == "may be ignored"
    assert why(rows(b, "E5")["First flag"]) == [("", "CMD-retreat-08")]
    ground = rows(b, "E5", "card")
    assert ground["Dice against it"]["now"] == "infantry -1, armor -1"
    assert ground["First flag ignored"]["now"] == "infantry and artillery"


def test_of_terrain_and_obstacle_the_greater_change_counts() -> None:
    b = board({"E5": "infantry"}, {"D5": "infantry"}, terrain={"E5": "town"}, obstacles={"E5": "sandbags"})
    against = rows(b, "E5", "card")["Dice against it"]
    assert against["now"] == "infantry -1, armor -2" and [one["text"] for one in against["why"]] == ["town"]


def test_a_hill_protects_but_not_from_another_hill() -> None:
    b = board({"E5": "infantry"}, {"A13": "infantry"}, terrain={"E5": "hill", "E6": "hill", "D5": "hill"})
    against = rows(b, "E5", "card")["Dice against it"]
    assert against["now"] == "infantry -1, armor -1" and why(against)[-1] == ("", "CMD-terrain-03")
    assert rows(b, "E5", "card")["Sight"]["now"] == "blocked, except from hill to hill"


def test_open_ground_does_nothing() -> None:
    card = rows(board({"E5": "infantry"}, {"A13": "infantry"}), "E6", "card")
    assert {name: row["now"] for name, row in card.items()} == {"Entering": "free", "Dice against it": "no change"}
    assert board({"E5": "infantry"}, {"A13": "infantry"}).query("hex", hex="E6")["values"] == []


@pytest.mark.parametrize("scenario", [told.id for told in list_scenarios()])
def test_every_rule_a_card_cites_is_a_clause_and_no_number_of_the_lattice_is_told(scenario: str) -> None:
    known = {clause.id for clause in load_clauses(CLAUSES)}
    session = Session.new(SYSTEM, SYSTEM.load(scenario), seed=3, source=scenario)
    bots = {seat: RandomBot(3) for seat in SYSTEM.seats}
    for _ in range(6):
        play_out(session, bots, 25)
        for unit in session.state.units.values():
            told = to_plain(session.query("hex", hex=unit.hex))
            rules = {one["rule"] for row in (*told["card"], *told["values"]) for one in row["why"]} - {""}
            assert rules <= known and told["values"]
            assert not re.search(r"\b(0[2-9]|10)\.?(0[1-9]|1[0-3])\b", json.dumps(told))
