"""Rolin: the night of his division, the hexes he lights, his assault at once (14.1)."""

from __future__ import annotations

import pytest

from rules.company_scale.r14_1_rolin import ask_lights
from rules.company_scale.scenario import DivisionStart
from rules.company_scale.setting_up import start
from rules.company_scale.system import SYSTEM
from rules.engine.nature import ScriptedNature
from rules.engine.session import Session
from tests.rules.company_scale.helpers.fires import compose, value
from tests.rules.company_scale.helpers.heroes import FAR, GE, HERE, OPEN, ROLIN, active, places
from tests.rules.company_scale.helpers.tables import ge, named, scenario_of, us
from tests.rules.company_scale.helpers.turns import ALL_EMPTY, told


@pytest.mark.clause("CSS-14.1-21")
@pytest.mark.parametrize(("formation", "weather", "fire"), [("pg110", "clear", 4), ("gr305", "clear", 3),
                                                            ("pg110", "rain", 3)])  # fmt: skip
def test_the_night_does_not_hinder_rolins_division(formation: str, weather: str, fire: int) -> None:
    pieces = {"y": ge(HERE, formation=formation), "a": us("12.33", fire=None), "x": ge("18.30", formation="gr305")}
    table = active(pieces, ROLIN, f"formation:{formation}", first_turn="night_1", weather=weather)
    compose(table, "y", "12.33")
    assert value(table) == fire


@pytest.mark.clause("CSS-14.1-20", "CSS-14.1-22", "CSS-14.1-24")
def test_rolin_lights_three_hexes_as_a_night_turn_begins() -> None:
    pieces = {"y": ge(HERE), "a": us("12.33", fire=None)}
    table = active(pieces, ROLIN, GE, first_turn="night_1")
    game = table.game
    ask_lights(game)
    table.session.resume()
    assert table.asked == ("german", "hero_lights")
    assert {"12.35", "13.35", "14.36"} <= {str(c.get("hex")) for c in table.offered("light")}
    table.do("light", hex="15.33")
    assert table.refused("light", hex="15.33") == ["14.1"]  # lit
    table.session.undo()
    for hex in ("12.35", "13.35", "14.36"):
        assert not named(table.do("light", hex=hex), "DieRolled")
    assert table.state.illuminated == (1235, 1335, 1436)
    assert table.refused("light", hex="13.33") == ["14.1"]
    table.do("done")
    assert table.asked[1] != "hero_lights"
    assert places(table) == {"rolin": "available"}
    assert table.state.activity["y"].used == 0


@pytest.mark.clause("CSS-14.1-22")
@pytest.mark.parametrize(("turn", "asked"), [("night_1", "hero_lights"), ("0900", "")])
def test_he_is_asked_before_the_first_draw_of_a_night_turn_only(turn: str, asked: str) -> None:
    scenario = scenario_of(OPEN, {"y": ge(HERE), **FAR}, leaders=ROLIN, first_turn=turn, turns=1, divisions=ALL_EMPTY)
    session = Session(SYSTEM, scenario, start(scenario), nature := ScriptedNature([9, 9]))
    session.state.put("rolin", 0, "available")
    nature.add("wind")
    if not asked:
        nature.add("event", 5, "command:german", "command:allied")
    session.resume()
    kind = session.decision.kind if session.decision else ""
    assert kind == asked
    assert session.state.cup == (() if not asked else tuple(sorted(session.state.cup)))
    assert bool(session.state.played) is not bool(asked)


@pytest.mark.clause("CSS-14.1-23")
def test_rolin_assaults_at_once_for_the_usual_price() -> None:
    pieces = {"y": ge(HERE, deployed=False), "z": ge(HERE, deployed=False), "a": us("12.33", fire=None)}
    table = active(pieces, ROLIN, GE, first_turn="night_1", divisions={"pz11": DivisionStart(1, 5, 0, 5)})
    assert {c.get("hex") for c in table.offered("assault_at_once")} == {"12.33"}
    table.dice(9, 0)
    table.do("assault_at_once", hero="rolin", hex="12.33")
    assert table.state.divisions["pz11"].dispatch == 0
    assert [e["hex"] for e in told(table, "AssaultBegun")] == ["12.33"]
    assert [e["hex"] for e in told(table, "MarkerPlaced") if e["kind"] == "prepared_assault"] == ["12.33"]
    day = active(pieces, ROLIN, GE)
    assert "14.1" in day.refused("assault_at_once", hero="rolin", hex="12.33")
    poor = active(pieces, ROLIN, GE, first_turn="night_1", divisions={"pz11": DivisionStart(0, 5, 0, 5)})
    assert poor.refused("assault_at_once", hero="rolin", hex="12.33") == ["9.2"]
    assert poor.refused("assault_at_once", hero="rolin", hex="16.36") == ["9.2", "14.1"]


@pytest.mark.clause("CSS-14.1-23")
def test_units_that_acted_before_rolins_assault_keep_what_they_have_left() -> None:
    pieces = {"y": ge(HERE, deployed=False), "q": ge("18.30"), "a": us("12.33", fire=None)}
    table = active(pieces, ROLIN, GE, first_turn="night_1", markers=[("18.30", "dg", 1)])
    table.do("rally", unit="q")
    table.dice(9, 0).do("assault_at_once", hero="rolin", hex="12.33")
    assert (table.state.activity["q"].used, table.state.activity["q"].finished) == (1, False)
    assert table.state.activity["y"].finished
    assert table.refused("place_assault", hex="18.31")[0] == "9.2"  # somebody has acted


@pytest.mark.clause("CSS-14.1-23")
def test_who_has_acted_does_not_take_part_in_rolins_assault() -> None:
    pieces = {"y": ge(HERE, deployed=False), "z": ge(HERE, deployed=False), "q": ge("13.32", deployed=False),
              "a": us("12.33", fire=None)}  # fmt: skip
    table = active(pieces, ROLIN, GE, first_turn="night_1")
    table.do("pass_unit", unit="z")
    table.do("pass_unit", unit="q")
    table.dice(9, 0).do("assault_at_once", hero="rolin", hex="12.33")
    assert [e["units"] for e in told(table, "AssaultBegun")] == [["y"]]


@pytest.mark.clause("CSS-14.1-23")
def test_without_a_unit_that_has_not_acted_rolin_does_not_assault() -> None:
    table = active({"y": ge(HERE, deployed=False), "a": us("12.33", fire=None)}, ROLIN, GE, first_turn="night_1")
    table.do("pass_unit", unit="y")
    assert table.refused("assault_at_once", hero="rolin", hex="12.33") == ["9.3"]
