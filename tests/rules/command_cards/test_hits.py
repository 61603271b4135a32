"""What dice do: hits, figures, medals, flags."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.command_cards.dice import FACES, hits_on
from rules.command_cards.state import SEATS, Medal
from rules.command_cards.turn import score_lines
from rules.command_cards.view import MedalView
from tests.rules.command_cards.helpers.boards import Board, board


def fought(*faces: str, target: object = "infantry", attacker: str = "infantry", **more: object) -> Board:
    allied = {"D5": target, "A1": "infantry"}
    b = board({"E5": attacker}, allied, **more)  # type: ignore[arg-type]
    return b.do("battle", *faces, unit="E5", target="D5")


@pytest.mark.clause("CMD-dice-01")
def test_a_die_has_six_faces_and_infantry_twice() -> None:
    assert Counter(FACES) == {"infantry": 2, "armor": 1, "grenade": 1, "star": 1, "flag": 1}
    b = board({"E5": "infantry"}, {"E8": "infantry"})
    told = b.query("odds", unit="E5", target="E8")
    assert (told["total"], told["hits"], told["retreats"]) == (6, [3, 3], 1)  # of one die


@pytest.mark.clause("CMD-dice-02")
def test_infantry_symbols_hit_infantry() -> None:
    assert hits_on(("infantry", "infantry", "star"), "infantry") == 2
    assert hits_on(("infantry", "infantry", "star"), "armor") == 0
    assert fought("infantry", "infantry", "star").figures("D5") == 2


@pytest.mark.clause("CMD-dice-03")
def test_armor_symbols_hit_armor_and_a_flag_drives_it_back() -> None:
    b = fought("armor", "armor", "flag", target="armor")
    assert b.figures("D5") == 1 and b.asked == "way_back"
    assert hits_on(("armor", "armor", "flag"), "infantry") == 0


@pytest.mark.clause("CMD-dice-04", "CMD-hit-04")
def test_grenades_hit_all_and_artillery_is_hit_by_nothing_else() -> None:
    assert fought("grenade", "star", "star", target="artillery").figures("D5") == 1
    assert hits_on(("infantry", "armor", "star"), "artillery") == 0
    assert hits_on(("grenade",), "infantry") == hits_on(("grenade",), "armor") == 1
    assert hits_on(("infantry", "star"), "artillery", stars=True) == 1


@pytest.mark.clause("CMD-dice-05")
def test_stars_miss() -> None:
    assert fought("star", "star", "star").figures("D5") == 4


@pytest.mark.clause("CMD-dice-06")
def test_flags_count_after_losses() -> None:
    b = fought("flag", "flag", "grenade")
    assert b.figures("D5") == 3 and b.asked == "way_back"
    b.do("retreat", to="C5").do("retreat", to="B5")
    assert b.figures("B5") == 3


@pytest.mark.clause("CMD-hit-01")
def test_a_hit_for_each_matching_symbol() -> None:
    assert fought("infantry", "grenade", "armor").figures("D5") == 2


@pytest.mark.clause("CMD-hit-02")
def test_a_figure_for_each_hit_and_no_more_than_there_are() -> None:
    assert fought("infantry", "grenade", "infantry").figures("D5") == 1
    b = fought("infantry", "grenade", "infantry", target=("infantry", 2))
    assert b.at("D5") is None and b.heard("FiguresLost")[0]["lost"] == 2 and b.medals("german") == 1


@pytest.mark.clause("CMD-hit-03")
def test_the_last_figure_is_a_medal() -> None:
    b = fought("grenade", "star", "star", target=("armor", 1))
    assert b.medals("german") == 1 and b.medals("allied") == 0
    assert b.session.view("german").sides["german"].medals == (MedalView("unit", "armor"),)


@pytest.mark.clause("CMD-hit-05")
def test_flags_on_the_dead_do_nothing() -> None:
    b = fought("grenade", "grenade", "flag", target=("infantry", 1))
    assert b.medals("german") == 1 and b.heard("UnitRetreated") == [] and b.asked == "ground"


@pytest.mark.clause("CMD-hit-06")
def test_a_unit_lost_by_a_retreat_it_cannot_make_is_the_attacker_s() -> None:
    b = board({"B5": "infantry"}, {"A5": ("infantry", 1), "A1": "infantry"})
    b.do("battle", "flag", "star", "star", unit="B5", target="A5")
    assert b.at("A5") is None and b.medals("german") == 1


@pytest.mark.clause("CMD-hit-07")
def test_the_last_medal_ends_the_game_at_once() -> None:
    sides = {"german": {"edge": "bottom", "hand": 5, "medals": 1}, "allied": {"edge": "top", "hand": 5, "medals": 6}}
    b = fought("grenade", "flag", "star", target=("infantry", 1), sides=sides)
    assert b.session.is_over and b.session.result is not None
    assert (b.session.result["winner"], b.session.result["why"]) == ("german", "medals")
    assert b.session.result["text"] == "Allied 0 of 6 medals, German 1 of 1 medals."
    assert b.session.result["lines"] == [{"side": "german", "points": 1, "text": "enemy units destroyed"}]
    assert [told["event"] for _, told in b.session.events][-3:] == ["UnitEliminated", "MedalWon", "GameOver"]
    assert len(b.state.hands["german"]) == 5 and b.state.frames == []


def test_a_side_without_units_has_lost() -> None:
    b = board({"E5": "infantry"}, {"D5": ("infantry", 1)})
    b.do("battle", "grenade", "star", "star", unit="E5", target="D5")
    assert b.session.is_over and b.session.result is not None and b.session.result["why"] == "nobody left"
    assert set(b.session.result["medals"]) == set(SEATS)


def test_medals_are_told_by_what_they_are_for() -> None:
    won = [Medal("unit", "armor"), Medal("objective", "Leyne", 1), Medal("unit", "infantry"), Medal("exit", "armor")]
    assert [(line["points"], line["text"]) for line in score_lines("allied", won)] == [
        (2, "enemy units destroyed"), (1, "Leyne held"), (1, "units that left the board"),
    ]  # fmt: skip
    assert score_lines("allied", ()) == []


def objective(**more: object) -> list[dict[str, object]]:
    return [{"hexes": ["D5"], "for": "german", "medals": 2, "keep": False, "name": "Mill", **more}]


def test_objectives_count_at_the_end_of_one_s_own_turn() -> None:
    b = board({"E5": "infantry"}, {"A9": "infantry"}, at="move", objectives=objective())
    b.do("move", unit="E5", to="D5").do("done")
    assert b.medals("german") == 0
    b.do("done")
    assert b.medals("german") == 2 and b.state.seat == "allied"
    assert b.session.view(None).objectives[0].held is True


def test_a_passing_objective_is_handed_back_at_once() -> None:
    b = board({"D5": "infantry"}, {"C5": "infantry"}, at="move", objectives=objective()).do("done").do("done")
    assert b.medals("german") == 2
    b.do("choose", card="push-centre").do("order", unit="C5").do("confirm").do("done")
    b.do("battle", "flag", "star", "star", unit="C5", target="D5").do("retreat", to="E5")
    assert b.medals("german") == 0 and b.heard("MedalReturned")[0]["name"] == "Mill" and b.asked == "ground"


def test_a_lasting_objective_stays_and_is_won_once() -> None:
    b = board({"D5": "infantry"}, {"A9": "infantry"}, at="move", objectives=objective(keep=True)).do("done").do("done")
    b.do("choose", card="push-left").do("confirm").do("choose", card="push-centre").do("order", unit="D5")
    b.do("confirm").do("move", unit="D5", to="D6").do("done").do("done")
    assert b.medals("german") == 2
    b = board({"D5": "infantry"}, {"A9": "infantry"}, at="move", objectives=objective()).do("done").do("done")
    b.do("choose", card="push-left").do("confirm").do("choose", card="push-centre").do("confirm")
    assert b.medals("german") == 2  # it stood there all the time


def test_where_all_hexes_are_needed_one_is_not_enough() -> None:
    both = objective(hexes=["D5", "D6"], need="all")
    assert board({"D5": "infantry"}, {"A9": "infantry"}, objectives=both).do("done").medals("german") == 0
    held = board({"D5": "infantry", "D6": "infantry"}, {"A9": "infantry"}, objectives=both).do("done")
    assert held.medals("german") == 2


def test_medals_of_an_objective_are_counted_one_by_one() -> None:
    sides = {"german": {"edge": "bottom", "hand": 5, "medals": 1}, "allied": {"edge": "top", "hand": 5, "medals": 6}}
    b = board({"D5": "infantry"}, {"A9": "infantry"}, objectives=objective(), sides=sides).do("done")
    assert b.session.is_over and b.medals("german") == 1


def test_an_objective_is_not_counted_at_the_end_of_the_enemy_s_turn() -> None:
    theirs = [{**objective()[0], "for": "allied"}]
    b = board({"G5": "infantry"}, {"D5": "infantry"}, objectives=theirs).do("done")
    assert b.state.seat == "allied" and b.medals("allied") == 0
    b.do("choose", card="push-left").do("confirm")
    assert b.medals("allied") == 2
