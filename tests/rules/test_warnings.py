"""What a player who learns is told before an order that is likely to be a mistake."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rules.company_scale.scenario import VictoryHex
from rules.engine.command import Arg, cmd
from rules.engine.game import Game
from rules.engine.seat import seats_of
from rules.engine.session import Session
from rules.systems import find
from rules.testing.bots import bots_for
from tests.rules.command_cards.helpers.boards import board
from tests.rules.company_scale.helpers.leaving import OPEN, US, column
from tests.rules.company_scale.helpers.tables import activation, ge, us
from tests.rules.striking_anvil.table import Table

HQ = us("17.35", hq="formation", command_range=9, deployed=False, formation="r141")
HILL = VictoryHex(1232, "The hill", "red", {"allied": 4})
FARM = [{"name": "The farm", "for": "german", "hexes": ["E5"], "medals": 1, "keep": False}]


def warned(session: Session, verb: str, /, **args: Arg) -> str | None:
    """Return what is told before whoever decides gives an order."""
    decision, evaluator = session.decision, session.system.evaluator
    assert decision is not None and evaluator is not None
    game: Game[Any, Any] = Game(session.system.kinds, session.scenario, session.state)
    return evaluator.warning(game, decision, cmd(verb, **args))


# --- The Company Scale System --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "told"), [(5, "a in 12.33 stays in column under 5 points of enemy fire."), (4, None)]
)
def test_a_column_that_could_deploy_under_fire(value: int, told: str | None) -> None:
    pieces = {"a": column("12.33"), "hq": HQ, "x": ge("12.35", fire=("red", value, 2))}
    assert warned(activation(OPEN, pieces, US).session, "end_activation") == told


@pytest.mark.parametrize(
    ("enemy", "told"),
    [("20.33", "This leaves 12.32 (The hill) (4 points) empty, 8 hexes from the enemy."), ("21.33", None)],
)
def test_a_victory_hex_left_with_the_enemy_near(enemy: str, told: str | None) -> None:
    table = activation(OPEN, {"a": column("12.32"), "x": ge(enemy)}, US, victory=[HILL])
    assert warned(table.session, "move", units=("a",)) == told


def test_a_victory_hex_where_somebody_stays_is_not_left() -> None:
    pieces = {"a": column("12.32"), "b": us("12.32"), "x": ge("14.32")}
    assert warned(activation(OPEN, pieces, US, victory=[HILL]).session, "move", units=("a",)) is None


def test_headquarters_that_end_their_move_near_the_enemy() -> None:
    table = activation(OPEN, {"hq": HQ, "x": ge("12.34")}, US)
    table.do("move", units=("hq",))
    assert warned(table.session, "stop") is None  # nobody has moved yet
    for to in ("16.35", "15.34"):
        table.do("step", to=to, by="terrain")
    assert warned(table.session, "stop") == "hq, a headquarters, ends its move 3 hexes from the enemy."


def test_a_unit_paid_for_that_does_nothing() -> None:
    pieces = {"a": us("12.32"), "hq": us("11.31", hq="division", command_range=9)}
    table = activation(OPEN, pieces, "command:allied", dice=(4,))
    table.do("activate", unit="a")
    told = "A direct command has been paid for a, which has done nothing."
    assert warned(table.session, "pass_unit", unit="a") == warned(table.session, "end_activation") == told
    table.do("change_formation", unit="a")
    assert warned(table.session, "pass_unit", unit="a") is None


# --- Battle Cards --------------------------------------------------------------------------------------------------


def test_a_medal_hex_left_to_an_enemy_next_to_it() -> None:
    table = board({"E5": "infantry"}, {"D5": "infantry"}, at="move", card="advance-centre", objectives=FARM)
    told = "This leaves the medal hex E5 to the infantry in D5, next to it."
    assert warned(table.session, "move", unit=table.id("E5"), to="E6") == told
    far = board({"E5": "infantry"}, {"A1": "infantry"}, at="move", card="advance-centre", objectives=FARM)
    assert warned(far.session, "move", unit=far.id("E5"), to="E6") is None


def test_an_empty_medal_hex_in_reach() -> None:
    table = board({"E6": "infantry"}, {"A1": "infantry"}, at="move", card="advance-centre", objectives=FARM)
    told = "The farm in E5 is empty, and the infantry in E6 could still enter it."
    assert warned(table.session, "done") == told


def test_a_battle_left_out_and_a_card_that_nobody_acts_on() -> None:
    near = board({"E5": "infantry"}, {"E6": "infantry"}, card="advance-centre")
    assert warned(near.session, "done") == "The infantry in E5 could still battle, and dice cost nothing."
    idle = board({"E5": "infantry"}, {"A1": "infantry"}, card="advance-centre")
    assert warned(idle.session, "done").endswith(" has ordered has done anything.")


# --- Striking the Anvil --------------------------------------------------------------------------------------------


def test_a_pass_while_an_empty_area_with_points_is_in_reach() -> None:
    allied = "01 02 06 09 10"
    table = Table({"06": ["us-7ir"], "24": ["de-gr308"]}, allied=allied)
    told = "11 Aix-en-Provence (1 point) is empty and in reach of 7IR/3US in 06 Brignoles-Le Luc."
    assert warned(table.session, "pass") == told
    assert warned(Table({"06": ["us-7ir"], "11": ["de-gr308"]}, allied=allied).session, "pass") is None


def begun(pieces: dict[str, list[str]], allied: str) -> Session:
    """Begin a move of a regiment out of area 11."""
    table = Table(pieces, allied=allied)
    session: Session = table.session
    for order in (cmd("activate", area="11"), cmd("take", unit="us-7ir"), cmd("move")):
        assert session.decision is not None
        session.submit(session.decision.seat, session.seq, order)
    return session


def test_a_step_that_leaves_points_to_an_enemy_no_stronger() -> None:
    told = warned(begun({"11": ["us-7ir"], "12": ["de-gr308"]}, "01 02 06 11"), "step", to="06")
    assert told == "This leaves 11 Aix-en-Provence (1 point) empty next to an enemy no stronger in 12 Salon-Berre."
    assert warned(begun({"11": ["us-7ir"], "24": ["de-gr308"]}, "01 02 06 11"), "step", to="06") is None


def test_a_step_out_of_supply() -> None:
    contested = {"11": ["us-7ir", "de-gr308"]}
    session = begun(contested, "01 02 06 11")
    told = warned(session, "step", to="12")
    assert told == "7IR/3US ends its move out of supply in 12 Salon-Berre." and session.state.units["us-7ir"].at == "11"
    assert warned(begun(contested, "01 02 06 11 10 16"), "step", to="12") is None


# --- What the computer fears ---------------------------------------------------------------------------------------


def feared(session: Session, seat: str) -> tuple[str, ...]:
    """Return what the computer fears for a side."""
    evaluator = session.system.evaluator
    assert evaluator is not None
    return evaluator.fears(Game(session.system.kinds, session.scenario, session.state), seat)


def test_columns_under_much_fire_are_feared_for_first() -> None:
    pieces = {"a": column("12.33"), "b": us("11.33"), "x": ge("12.35", fire=("red", 5, 2))}
    assert feared(activation(OPEN, pieces, US).session, "allied") == (
        "12.33: 5 points of enemy fire reach a (in column).",
        "11.33: 5 points of enemy fire reach b.",
    )


def test_a_unit_next_to_the_enemy_is_feared_for_in_medals() -> None:
    near = board({"E5": "infantry", "I9": "infantry"}, {"E6": "infantry"}, card="advance-centre")
    (told,) = feared(near.session, "german")
    assert re.fullmatch(r"The infantry in E5: the enemy's next turn may cost it \d\.\d medals\.", told)
    assert feared(board({"I9": "infantry"}, {"A1": "infantry"}, card="advance-centre").session, "german") == ()


def test_germans_next_to_a_stronger_enemy_are_feared_for() -> None:
    table = Table({"11": ["us-7ir", "us-15ir", "us-30ir"], "12": ["de-gr308"]}, allied="01 02 06 11")
    (told,) = feared(table.session, "german")
    assert told.startswith("12 Salon-Berre: the worst attack costs ") and told.endswith("%.")
    assert feared(table.session, "allied") == ()


# --- In every game -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["first-light", "drome-banks", "anvil-june"])
def test_every_warning_is_one_sentence_and_changes_nothing(scenario: str) -> None:
    system, name = find(scenario)
    session = Session.new(system, system.load(name), seed=3)
    seats, bots, told = seats_of(session), bots_for(system.seats, ["random"], 3), set[str | None]()
    for _ in range(150):
        decision = session.decision
        if decision is None or system.evaluator is None:
            break
        seat = seats[decision.seat]
        before = session.state.to_plain()
        for command in {option.verb: option for option in decision.options}.values():
            told.add(system.evaluator.warning(seat.think(), decision, command))
        assert session.state.to_plain() == before
        session.submit(decision.seat, session.seq, bots[decision.seat].choose(seat, decision))
    assert len(told) > 1
    assert all(text is None or ((text[0].isupper() or text[0].isdigit()) and text.endswith(".")) for text in told), told
