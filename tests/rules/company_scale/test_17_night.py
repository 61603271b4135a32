"""Night turns: sight, fire, lights, and what a lit hex is worth (17.0, 17.1; see 8.7.3)."""

from __future__ import annotations

import pytest

from rules.company_scale.r07_line_of_sight import limit_of_sight, sees
from rules.company_scale.r08_5_4_status import allowance, current_troop_quality
from rules.hexes.grid import hex_id
from tests.rules.company_scale.helpers.fires import compose, value
from tests.rules.company_scale.helpers.guns import FAR, GE, HQ, US, field, gun, shell
from tests.rules.company_scale.helpers.tables import TableTop, activation, ge, named, tank, us
from tests.rules.company_scale.helpers.turns import OPEN, QUIET_CUP, TWO, quiet_game, quiet_turn, sit_out, told

NIGHT = {"first_turn": "night_1"}
LIT = ("20.30", "illumination", None)


def battery(**facts: object) -> TableTop:
    """Put an American battery at 10.30 in play with a company that observes from 12.30."""
    pieces = {"g": gun("10.30"), "g2": gun("10.33"), "o": us("12.30", **HQ), "x": ge("18.30"), "y": ge("21.34"), **FAR}
    return field(pieces, **facts)


def seen(table: TableTop, a: str, b: str) -> bool:
    """Tell whether one hex is seen from another."""
    return sees(table.game, hex_id(a), hex_id(b))


# ---- the night turns ----


@pytest.mark.clause("CSS-17.0-01")
def test_two_night_turns_follow_2100_and_end_the_day() -> None:
    table = quiet_game(*quiet_turn(9, 9) * 3, 5, *quiet_turn(9, 9), first_turn="2100", turns=4, weather="clear")
    sit_out(table)
    assert [e["name"] for e in told(table, "TurnBegan")] == ["2100", "night_1", "night_2", "0700"]
    assert [e["day"] for e in told(table, "DayBegan")] == [1]


@pytest.mark.clause("CSS-17.0-02")
@pytest.mark.parametrize(("turn", "far"), [("night_1", False), ("night_2", False), ("2100", True)])
def test_nobody_sees_farther_than_one_hex_at_night(turn: str, far: bool) -> None:
    table = activation(OPEN, TWO, "formation:r141", first_turn=turn)
    assert seen(table, "10.30", "11.30") and seen(table, "10.30", "12.30") is far
    assert limit_of_sight(table.game) == (8 if far else 1)


@pytest.mark.clause("CSS-17.0-03")
@pytest.mark.parametrize(
    ("facts", "expected"), [({}, 4), (NIGHT, 3), ({**NIGHT, "weather": "rain"}, 2), ({"weather": "rain"}, 3)]
)
def test_fire_loses_one_at_night_and_one_in_rain(facts: dict[str, object], expected: int) -> None:
    table = activation(OPEN, {"a": us("10.30"), "x": ge("11.30")}, "formation:r141", **facts)
    table.do("done") if table.decision.kind == "assault_markers" else None
    assert value(compose(table, "a", "11.30")) == expected


@pytest.mark.clause("CSS-17.0-03")
@pytest.mark.parametrize(("facts", "expected"), [({}, 4), (NIGHT, 3), ({**NIGHT, "weather": "rain"}, 2)])
def test_indirect_fire_loses_the_same_but_not_its_barrage(facts: dict[str, object], expected: int) -> None:
    pieces = {"g": gun("10.30"), "o": us("17.30", **HQ), "x": ge("18.30"), **FAR}
    table = field(pieces, **facts)
    table.do("indirect_fire", unit="g", hex="18.30")
    assert (table.decision.subject["fire_value"], table.decision.subject["barrage"]) == (expected, "medium")


@pytest.mark.clause("CSS-17.0-04")
@pytest.mark.parametrize("chit", [US, GE])
def test_both_sides_light_up_the_night_and_only_the_night(chit: str) -> None:
    pieces = {"g": gun("10.30"), "o": us("12.30"), "k": gun("24.30", base=ge), "p": ge("22.30"), **FAR}
    unit, hex = ("g", "18.30") if chit == US else ("k", "16.30")
    table = field(pieces, chit, **NIGHT)
    table.dice(3).do("illuminate", unit=unit, hex=hex)
    assert table.state.illuminated == (hex_id(hex),)
    assert "8.7.3" in field(pieces, chit).refused("illuminate", unit=unit, hex=hex)


# ---- illumination rounds ----


@pytest.mark.clause("CSS-17.1-01")
def test_indirect_fire_at_night_goes_next_to_friends_or_into_the_light() -> None:
    assert set(battery(**NIGHT).refused("indirect_fire", unit="g", hex="18.30")) >= {"8.7.3"}
    near = field({"g": gun("10.30"), "o": us("17.30"), "x": ge("18.30"), **FAR}, **NIGHT)
    shell(near, "g", "18.30", 9)
    lit = battery(**NIGHT, markers=(("18.30", "illumination", None),))
    shell(lit, "g", "18.30", 9)
    assert lit.session.seq > 0


@pytest.mark.clause("CSS-17.1-02")
@pytest.mark.parametrize(("weather", "hex", "allowed"), [
    ("clear", "18.30", True), ("clear", "21.34", False), ("rain", "18.30", False), ("rain", "15.30", True),
])  # fmt: skip
def test_a_round_goes_where_a_spotter_would_see_by_day(weather: str, hex: str, allowed: bool) -> None:
    table = battery(**NIGHT, weather=weather)
    if allowed:
        table.dice(0).do("illuminate", unit="g", hex=hex)
        assert table.state.illuminated == (hex_id(hex),)
    else:
        assert table.refused("illuminate", unit="g", hex=hex) == ["17.1"]


@pytest.mark.clause("CSS-17.1-03")
@pytest.mark.parametrize("die", [3, 9])
def test_a_round_is_the_units_action_whether_it_lights_or_not(die: int) -> None:
    table = battery(**NIGHT)
    table.dice(die).do("illuminate", unit="g", hex="18.30")
    assert table.state.activity["g"].used == 1
    assert "8.7.1" in table.refused("illuminate", unit="g", hex="17.30")  # it has fired indirectly


@pytest.mark.clause("CSS-17.1-04")
@pytest.mark.parametrize(("die", "lit"), [(0, True), (8, True), (9, False)])
def test_the_hex_is_lit_by_anything_but_a_nine(die: int, lit: bool) -> None:
    table = battery(**NIGHT)
    events = table.dice(die).do("illuminate", unit="g", hex="18.30")
    assert bool(table.state.illuminated) is lit
    assert bool(named(events, "MarkerPlaced")) is lit


@pytest.mark.clause("CSS-17.1-05")
def test_after_a_nine_an_american_unit_may_try_the_same_hex_again() -> None:
    table = battery(**NIGHT)
    table.dice(9).do("illuminate", unit="g", hex="18.30")
    assert table.refused("illuminate", unit="g", hex="17.30")
    table.dice(0).do("illuminate", unit="g", hex="18.30")
    assert table.state.illuminated == (hex_id("18.30"),)


@pytest.mark.clause("CSS-17.1-05")
def test_after_a_nine_a_german_unit_may_not_but_another_may() -> None:
    pieces = {"k": gun("24.30", base=ge), "k2": gun("24.33", base=ge), "p": ge("22.30", **HQ), "a": us("16.30"), **FAR}
    table = field(pieces, GE, **NIGHT)
    table.dice(9).do("illuminate", unit="k", hex="16.30")
    assert table.refused("illuminate", unit="k", hex="16.30")
    table.dice(0).do("illuminate", unit="k2", hex="16.30")
    assert table.state.illuminated == (hex_id("16.30"),)


# ---- what light does ----


@pytest.mark.clause("CSS-17.1-06")
@pytest.mark.parametrize(("weather", "expected"), [("clear", 4), ("rain", 3)])
def test_fire_into_a_lit_hex_has_no_night_penalty_but_keeps_that_of_rain(weather: str, expected: int) -> None:
    pieces = {"a": us("10.30"), "x": ge("11.30")}
    table = activation(OPEN, pieces, "formation:r141", **NIGHT, weather=weather,
                       markers=(("11.30", "illumination", None),))  # fmt: skip
    table.do("done") if table.decision.kind == "assault_markers" else None
    assert value(compose(table, "a", "11.30")) == expected


@pytest.mark.clause("CSS-17.1-07")
def test_a_lit_hex_is_seen_as_by_day() -> None:
    pieces = {"t": tank("13.30", us, fire=("white", 5, 8)), "x": ge("20.30"), "y": ge("19.30")}
    table = field(pieces, "formation:r141", **NIGHT, markers=(LIT,))
    assert seen(table, "13.30", "20.30") and not seen(table, "13.30", "19.30")
    assert {str(c.get("hex")) for c in table.offered("fire")} == {"20.30"}
    wet = field(pieces, "formation:r141", **NIGHT, weather="rain", markers=(LIT,))
    assert not seen(wet, "17.30", "20.30") and seen(wet, "18.30", "20.30")


@pytest.mark.clause("CSS-17.1-08")
def test_light_does_nothing_else_to_the_units_in_it() -> None:
    pieces = {"a": us("10.30", deployed=False), "x": ge("12.30")}
    dark = activation(OPEN, pieces, "formation:r141", **NIGHT)
    lit = activation(OPEN, pieces, "formation:r141", **NIGHT, markers=(("10.30", "illumination", None),))
    for found in (lambda t: allowance(t.game, "a"), lambda t: current_troop_quality(t.game, "a"),
                  lambda t: seen(t, "10.30", "12.30"), lambda t: [c.args for c in t.offered("fire")]):  # fmt: skip
        assert found(dark) == found(lit)


@pytest.mark.clause("CSS-17.1-09")
def test_lights_last_until_the_wind_or_0700_whichever_comes_first() -> None:
    markers = (("12.30", "illumination", None), ("13.30", "illumination", None))
    blown = quiet_game(9, 9, "event", 5, "wind", "command:german", "command:allied", markers=markers, **NIGHT)
    assert [e["chit"] for e in told(blown, "ChitDrawn", "MarkerRemoved") if e["event"] == "ChitDrawn"][:2] == [
        "event",
        "wind",
    ]
    assert blown.state.illuminated == ()
    after_wind = quiet_game(9, 9, *QUIET_CUP, first_turn="0700", markers=markers)  # lit in night II after the wind
    order = [e["event"] for e in told(after_wind, "MarkerRemoved", "ChitDrawn")]
    assert order[:3] == ["MarkerRemoved", "MarkerRemoved", "ChitDrawn"] and after_wind.state.illuminated == ()
