"""Orders people laughed at: their positions stand beside this file, and no level gives these orders again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from rules.company_scale.bot.ground import Discipline, Mover, is_last_chance
from rules.company_scale.bot.position_evaluation import PositionEvaluation
from rules.company_scale.bot.script import CompanyScript
from rules.company_scale.bot.weights import weights_of
from rules.company_scale.pieces import is_deployed
from rules.company_scale.r27_victory import takes_goal
from rules.company_scale.scenario import VictoryHex
from rules.company_scale.state import Battle
from rules.engine.evaluator import Manner
from rules.engine.nature import SeededNature
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.hexes.grid import hex_id, hex_name
from rules.systems import systems
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, us

POSITIONS: Final = Path(__file__).parent / "positions"
OPEN = board("\n".join(["............"] * 12), first="10.30")
US = "formation:r141"
WEIGHTS = weights_of(Manner())


class Order(NamedTuple):
    """A laughable order: the position, the unit and the hex it must not end in, and where it was sent from."""

    position: str
    unit: str
    to: str
    came_from: str = ""


LAUGHABLE: Final = {
    "a company in column beside a dug-in machine gun": Order("first-light-45", "aa11_2", "17.43"),
    "and another after it": Order("first-light-50", "aa11_3", "17.43"),
    "armoured cars in column in sight of assault guns": Order("first-light-39", "aa11_1", "20.44"),
    "a company in column into the same hex": Order("first-light-54", "feb61_2", "20.44"),
    "a headquarters leaves its companies and its cover": Order("first-light-90", "hq_2_143", "23.41"),
    "the mortars drive alone beyond the hill they have won": Order("first-light-808", "aa11_4", "21.43"),
    "a headquarters sent forward is called back": Order("strike-to-the-east-286", "tfb_hq", "56.43", "34.34"),
    "a company goes alone to where it is routed": Order("strike-to-the-east-246", "pgr110_1", "42.44"),
}


def standing(position: str) -> Session:
    """Return a game that stands in a position of the folder."""
    system = systems()["company_scale"]
    scenario = system.load(position.rpartition("-")[0])
    raw = json.loads((POSITIONS / f"{position}.json").read_text(encoding="utf-8"))
    session = Session(system, scenario, system.decode(scenario, raw), SeededNature(1))
    session.resume()
    return session


@pytest.mark.parametrize("level", ["recruit", "regular"])
@pytest.mark.parametrize("order", LAUGHABLE.values(), ids=LAUGHABLE)
def test_the_order_is_not_given_again(order: Order, level: str) -> None:
    session = standing(order.position)
    assert session.decision is not None
    seat, start = session.decision.seat, session.state.units[order.unit].hex
    script = CompanyScript(1, Manner(level))
    script.mind.turn_to(Seat(session).think(), session.decision)
    if order.came_from:
        script.mind.left[order.unit] = hex_id(order.came_from), session.state.turn
    for _ in range(60):
        decision = session.decision
        if decision is None or decision.seat != seat or decision.kind not in ("activation", "movement"):
            break
        command = script.choose(Seat(session).think(), decision).command
        session.submit(seat, session.seq, command)
        if command.verb == "end_activation":
            break
    assert session.seq
    assert hex_name(session.state.units[order.unit].hex) != order.to, hex_name(start)


def evaluated(table: TableTop, seat: str = "allied") -> Discipline:
    """Return what a side may not do in a position."""
    return PositionEvaluation(table.game, seat, WEIGHTS).discipline


def mover(game: Battle, unit: str, came_from: str = "") -> Mover:
    """Return a unit as discipline sees it."""
    here = game.state.units[unit].hex
    return Mover(unit, here, hex_id(came_from) if came_from else 0, not is_deployed(game, unit), True)


def table(**pieces: Piece) -> TableTop:
    """Return a position with a victory hex."""
    return activation(OPEN, pieces, US, victory=[VictoryHex(1634, "The hill", "red", {"allied": 4, "german": 2})])


def test_a_column_stops_under_fire_only_where_it_takes_a_victory_hex_or_deploys() -> None:
    game = table(a=us("12.36"), b=us("12.36"), x=ge("16.36")).game
    discipline = Discipline(game, "allied", {1436: 5, 1634: 5, 1336: 2}, [1636], WEIGHTS)
    unit = mover(game, "a")
    assert discipline.bars(unit, 1436, deploys=False)
    assert not discipline.bars(unit, 1436, deploys=True)
    assert not discipline.bars(unit, 1336, deploys=False), "too little fire to matter"
    assert takes_goal(game, "allied", 1634) and not discipline.bars(unit, 1634, deploys=False)


def test_no_fourth_unit_enters_a_hex_that_is_fired_at() -> None:
    game = table(a=us("12.36"), b=us("13.36"), c=us("13.36"), d=us("13.36"), x=ge("16.36")).game
    assert Discipline(game, "allied", {1336: 1}, [1636], WEIGHTS).bars(mover(game, "a"), 1336, deploys=True)
    assert not Discipline(game, "allied", {}, [1636], WEIGHTS).bars(mover(game, "a"), 1336, deploys=True)


def test_what_was_sent_forward_is_called_back_only_from_under_fire() -> None:
    game = table(a=us("14.36"), b=us("11.36"), x=ge("19.36")).game
    back = mover(game, "a", "10.36")
    assert Discipline(game, "allied", {}, [1936], WEIGHTS).bars(back, 1136, deploys=True)
    assert not Discipline(game, "allied", {1436: 4}, [1936], WEIGHTS).bars(back, 1136, deploys=True)
    assert not Discipline(game, "allied", {}, [1936], WEIGHTS).bars(mover(game, "a"), 1136, deploys=True)


def test_only_the_last_turn_of_a_side_that_is_not_ahead_is_its_last_chance() -> None:
    game = table(a=us("12.36"), x=ge("16.34")).game
    assert not is_last_chance(game, "allied")
    game.state.turn = game.scenario.turns
    assert is_last_chance(game, "allied") and not is_last_chance(game, "german")
