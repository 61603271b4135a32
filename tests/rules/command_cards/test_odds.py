"""Exact odds: the code of the battle over every fall of the dice."""

from __future__ import annotations

from itertools import product

import pytest

from rules.command_cards.dice import FACES, hits_on, spread
from tests.rules.command_cards.helpers.boards import board


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
@pytest.mark.parametrize("cls", ["infantry", "armor", "artillery"])
def test_the_spread_of_hits_and_flags_is_that_of_all_falls(dice: int, cls: str) -> None:
    counted: dict[tuple[int, int], int] = {}
    for faces in product(FACES, repeat=dice):
        key = hits_on(faces, cls), faces.count("flag")
        counted[key] = counted.get(key, 0) + 1
    assert {(hits, flags): ways for hits, flags, ways in spread(dice, cls)} == counted


def test_odds_of_a_battle_in_the_open_are_those_of_its_dice() -> None:
    b = board({"E5": "infantry"}, {"D5": ("infantry", 2), "A13": "infantry"})
    told = b.query("odds", unit="E5", target="D5")
    hits = [sum(ways for hit, _, ways in spread(3, "infantry") if hit == n) for n in range(4)]
    assert told["total"] == 216 == sum(hits) and told["hits"] == hits
    assert told["losses"] == [hits[0], hits[1], hits[2] + hits[3]] and told["eliminated"] == hits[2] + hits[3]
    assert told["retreats"] == sum(ways for hit, flags, ways in spread(3, "infantry") if hit < 2 and flags)


def test_retreats_that_cannot_be_made_count_as_losses() -> None:
    b = board({"B5": "infantry"}, {"A5": ("infantry", 1), "A13": "infantry"})
    told = b.query("odds", unit="B5", target="A5")
    free = [ways for hits, flags, ways in spread(3, "infantry") if not hits and not flags]
    assert told["eliminated"] == 216 - sum(free) and told["retreats"] == 0


def test_the_owner_keeps_what_he_can() -> None:
    b = board({"E5": "infantry"}, {"D5": "infantry", "B4": "infantry", "B5": "infantry"})
    told = b.query("odds", unit="E5", target="D5")  # two flags: C5 is a dead end, C6 is not
    assert told["losses"][1] == sum(ways for hits, _, ways in spread(3, "infantry") if hits == 1)
    last = board({"E5": "infantry"}, {"D5": ("infantry", 1), "B4": "infantry", "B5": "infantry"})
    told = last.query("odds", unit="E5", target="D5")
    assert told["eliminated"] == sum(ways for hits, _, ways in spread(3, "infantry") if hits)
    sand = board({"E5": "infantry"}, {"A5": "infantry", "D5": "infantry", "C5": "infantry", "C6": "infantry"},
                 obstacles={"D5": "sandbags"})  # fmt: skip
    told = sand.query("odds", unit="E5", target="D5")  # two dice; the first flag is ignored, the second costs a figure
    assert told["dice"] == 2 and told["losses"][1] == 18 + 1 and told["retreats"] == 0


def test_odds_can_be_asked_from_another_hex_and_say_why_a_battle_is_refused() -> None:
    b = board({"G5": "infantry"}, {"D5": "infantry"}, at="move")
    assert b.query("odds", unit="G5", target="D5")["dice"] == 1
    near = b.query("odds", unit="G5", target="D5", origin="E5")
    assert (near["dice"], near["mode"], near["reasons"]) == (3, "close_assault", [])
    far = b.query("odds", unit="G5", target="D5", origin="I5")
    assert far["dice"] == 0 and far["reasons"][0]["rule"] == "CMD-range-04"
    before = b.session.digest()
    assert b.session.digest() == before and b.at("G5") is not None
