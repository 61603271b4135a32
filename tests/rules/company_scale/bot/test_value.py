"""What a position is worth: named parts, the same seen from both sides, and better where one stands better."""

from __future__ import annotations

from typing import Any

import yaml

from rules.company_scale.bot.value import FILE, fighters_of, hex_features, lead_features, stakes, value
from rules.company_scale.r27_victory import points
from rules.company_scale.scenario import SIDES, VictoryHex
from rules.company_scale.state import SUPPRESSED, HexStatus
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.hexes.grid import hex_id
from rules.systems import systems
from rules.testing.bots import bots_for, play_out
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import TableTop, activation, ge, us

OPEN = board("\n".join(["............"] * 6), first="10.30")
HILL = VictoryHex(hex_id("16.32"), "The hill", "red", {"allied": 4, "german": 4})


def lead(table: TableTop, seat: str = "allied") -> float:
    """Return the expected lead."""
    return sum(part.points for part in value(Seat(table.session).think(), seat))


def table(**pieces: Any) -> TableTop:
    """Return a position with a hill."""
    return activation(OPEN, {"x": ge("20.32"), **pieces}, "formation:r141", victory=[HILL])


def test_what_is_good_for_one_side_is_bad_for_the_other() -> None:
    session = Session.new(systems()["company_scale"], systems()["company_scale"].load("first-light"), seed=3, source="")
    play_out(session, bots_for(SIDES, ["regular"], 3), 200)
    game = Seat(session).think()
    own, other = (value(game, side) for side in SIDES)
    assert [part.text for part in own] == [part.text for part in other]
    assert all(abs(a.points + b.points) < 1e-9 for a, b in zip(own, other, strict=True))


def test_a_finished_game_is_worth_its_lead() -> None:
    session = Session.new(systems()["company_scale"], systems()["company_scale"].load("the-feint"), seed=1, source="")
    play_out(session, bots_for(SIDES, ["regular"], 1))
    game = Seat(session).think()
    final = points(game)
    assert [part.points for part in value(game, "german")] == [final["german"] - final["allied"]]


def test_holding_a_victory_hex_is_worth_more_than_standing_before_it() -> None:
    assert lead(table(a=us("16.32"))) > lead(table(a=us("15.32"))) + 0.2


def test_a_garrison_in_disorder_is_worth_less() -> None:
    sound = table(a=us("16.32"), x=ge("17.32"))
    shaken = table(a=us("16.32"), x=ge("17.32"))
    shaken.session.state.hexes[HILL.hex] = HexStatus(dg=3, stress=SUPPRESSED)
    assert lead(shaken) < lead(sound)


def test_more_strength_is_worth_more() -> None:
    assert lead(table(a=us("14.32"), b=us("14.32"))) > lead(table(a=us("14.32")))


def test_every_coefficient_has_its_feature_and_each_feature_of_the_lead_its_part() -> None:
    told = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    game = Seat(table(a=us("16.32")).session).think()
    fighters = {side: fighters_of(game, side) for side in SIDES}
    assert set(hex_features(game, next(stakes(game)), fighters)) == set(told["hexes"])
    named = [feature for part in told["parts"].values() for feature in part]
    assert sorted(named) == sorted(told["lead"])
    assert set(named) <= set(lead_features(game, "german", fighters))
