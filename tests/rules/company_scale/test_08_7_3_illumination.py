"""Night: where indirect fire may go, illumination rounds, what lit hexes are seen from (8.7.3, 17.0, 17.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.company_scale.r07_line_of_sight import fire_zone, in_fire_zone, sees
from rules.company_scale.records.view import MarkerView
from rules.engine.command import cmd
from rules.hexes.grid import hex_id, hex_name
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import entry
from tests.rules.company_scale.helpers.guns import GE, HQ, US, barrages, field, gun, lay, shell, subject
from tests.rules.company_scale.helpers.tables import DIVISIONS, Piece, TableTop, game_from_start, ge, named, us
from tests.rules.company_scale.helpers.turns import ALL_EMPTY, OPEN, quiet_turn, sit_out

LIT = [("20.32", "illumination", None)]
NEAR = {"s": us("14.32"), "x": ge("20.32")}


def night(pieces: dict[str, Piece], chit: str = US, **facts: Any) -> TableTop:
    """Put a chit into play on the first night turn."""
    return field(pieces, chit, **{"first_turn": "night_1", **facts})


def light(table: TableTop, unit: str, hex: str, die: int) -> list[dict[str, Any]]:
    """Fire an illumination round with its die."""
    return table.dice(die).do("illuminate", unit=unit, hex=hex)


# --- indirect fire in the dark (8.7.3, 17.1) ---


@pytest.mark.clause("CSS-8.7.3-01", "CSS-17.1-01")
def test_at_night_only_hexes_next_to_friends_or_lit_ones_are_targets() -> None:
    pieces = {"a": gun("10.32"), "s": us("17.32"), "x": ge("19.32"), "y": ge("18.32")}
    table = night(pieces)
    assert sorted(table.refused("indirect_fire", unit="a", hex="19.32")) == ["8.7.1", "8.7.3"]
    assert [str(c.get("hex")) for c in table.offered("indirect_fire")] == ["18.32"]
    lit = night(pieces, markers=[("19.32", "illumination", None)])
    assert {str(c.get("hex")) for c in lit.offered("indirect_fire")} == {"18.32", "19.32"}
    shell(lit, "a", "19.32", 5)
    assert barrages(lit) == {"19.32": "medium"}


@pytest.mark.clause("CSS-8.7.3-01", "CSS-17.1-01")
def test_a_friend_of_another_division_next_to_the_target_does_not_spot() -> None:
    pieces = {"a": gun("10.32"), "o": us("17.32", formation="cav117"), "x": ge("18.32")}
    table = night(pieces)
    assert table.refused("indirect_fire", unit="a", hex="18.32") == ["8.7.1"]


@pytest.mark.clause("CSS-8.7.3-01")
def test_a_lit_hex_without_a_spotter_is_no_target() -> None:
    table = night({"a": gun("10.32"), "x": ge("20.32")}, markers=LIT)
    assert table.refused("indirect_fire", unit="a", hex="20.32") == ["8.7.1"]


@pytest.mark.clause("CSS-8.7.3-01", "CSS-17.1-01")
@pytest.mark.parametrize(("other", "allowed"), [("17.32", True), ("16.32", False)])
def test_the_hex_of_a_friend_is_a_target_at_night_only_next_to_another(other: str, allowed: bool) -> None:
    table = night({"a": gun("10.32"), "s": us("18.32"), "o": us(other), "x": ge("20.32")})
    fire = cmd("indirect_fire", unit="a", hex="18.32")
    assert [reason.rule for reason in table.session.explain("allied", fire)] == ([] if allowed else ["8.7.3"])


# --- the round (8.7.3, 17.1) ---


@pytest.mark.clause("CSS-8.7.3-02", "CSS-17.1-02")
def test_a_spotter_six_hexes_off_is_enough_on_a_clear_night() -> None:
    table = night({"a": gun("10.32"), **NEAR})
    assert {str(c.get("hex")) for c in table.offered("illuminate")} == {"20.32"}
    light(table, "a", "20.32", 5)
    assert table.state.illuminated == (2032,)


@pytest.mark.clause("CSS-8.7.3-02", "CSS-17.1-02")
def test_rain_shortens_that_sight_and_obstacles_and_range_count() -> None:
    rain = night({"a": gun("10.32"), **NEAR}, weather="rain")
    (reason,) = rain.session.explain("allied", cmd("illuminate", unit="a", hex="20.32"))
    assert (reason.rule, reason.text.endswith("would see 20.32 by day.")) == ("17.1", True)
    light(rain, "a", "17.33", 0)
    smoke = night({"a": gun("10.32"), **NEAR}, markers=[("16.32", "barrage", "smoke")])
    assert smoke.refused("illuminate", unit="a", hex="20.32") == ["17.1"]
    short = night({"a": gun("10.32", reach=9), **NEAR})
    assert short.refused("illuminate", unit="a", hex="20.32") == ["8.7.1"]


@pytest.mark.clause("CSS-8.7.3-02")
def test_by_the_switch_only_the_next_hexes_are_seen() -> None:
    table = night({"a": gun("10.32"), **NEAR}, rules={"illumination_sight": "night"})
    assert table.refused("illuminate", unit="a", hex="20.32") == ["8.7.1"]
    light(table, "a", "15.32", 0)
    assert table.state.illuminated == (1532,)


@pytest.mark.clause("CSS-8.7.3-02", "CSS-8.7-01")
def test_only_active_deployed_guns_able_to_fire_light_anything() -> None:
    pieces = {"c": gun("10.32", deployed=False), "i": us("12.32"), "o": gun("10.34", formation="r142"),
              "p": gun("10.30"), **NEAR}  # fmt: skip
    table = night(pieces, markers=[("10.30", "pinned", None)])
    assert table.offered("illuminate") == []
    assert table.refused("illuminate", unit="c", hex="20.32") == ["8.7"]
    assert table.refused("illuminate", unit="i", hex="20.32") == ["8.7"]
    assert table.refused("illuminate", unit="o", hex="20.32") == ["5.1"]
    assert table.refused("illuminate", unit="p", hex="20.32") == ["8.7.4"]
    assert table.refused("illuminate", unit="nobody", hex="20.32")
    assert table.refused("illuminate", unit="c", hex="up there")


@pytest.mark.clause("CSS-8.7.3-03")
@pytest.mark.parametrize("hex", ["19.33", "14.32", "20.32"])
def test_vacant_friendly_and_enemy_hexes_may_be_lit(hex: str) -> None:
    table = night({"a": gun("10.32"), **NEAR})
    light(table, "a", hex, 3)
    assert table.state.illuminated == (hex_id(hex),)
    assert hex in night({"a": gun("10.32"), **NEAR}).session.query("targets", unit="a").illuminate


@pytest.mark.clause("CSS-8.7.3-04", "CSS-17.1-03", "CSS-17.1-04")
@pytest.mark.parametrize(("die", "lit"), [(0, True), (8, True), (9, False)])
def test_a_9_fails_and_the_action_is_used_all_the_same(die: int, lit: bool) -> None:
    table = night({"a": gun("10.32"), **NEAR})
    events = light(table, "a", "20.32", die)
    assert bool(table.state.illuminated) is lit
    assert table.state.activity["a"].used == 1
    assert [e["lit"] for e in named(events, "IlluminationFired")] == [lit]
    shown = [m for m in table.session.view().markers if m.kind == "illumination"]
    assert shown == ([MarkerView("20.32", "illumination")] if lit else [])


@pytest.mark.clause("CSS-8.7.3-04", "CSS-17.1-05", "CSS-8.7.1-04")
def test_after_a_9_an_american_gun_may_try_the_same_hex_again_as_its_second_action() -> None:
    table = night({"a": gun("10.32"), "hq": us("10.34", **HQ), **NEAR})
    light(table, "a", "20.32", 9)
    assert table.refused("illuminate", unit="a", hex="19.32") == ["8.7.1"]
    assert table.refused("indirect_fire", unit="a", hex="15.32") == ["8.7.1"]
    light(table, "a", "20.32", 4)
    assert table.state.illuminated == (2032,)
    assert table.state.activity["a"].used == 2


@pytest.mark.clause("CSS-8.7.3-04", "CSS-17.1-05", "CSS-17.1-03")
def test_a_german_gun_may_not_but_a_second_one_may() -> None:
    pieces = {"g": gun("10.32", base=ge), "h": gun("10.33", base=ge), "hq": ge("10.34", **HQ), "s": ge("14.32"),
              "u": us("20.32")}  # fmt: skip
    table = night(pieces, GE)
    light(table, "g", "20.32", 9)
    assert table.refused("illuminate", unit="g", hex="20.32") == ["8.7.1"]
    light(table, "h", "20.32", 0)
    assert table.state.illuminated == (2032,)
    french = {"d36": replace(DIVISIONS["d36"], nation="french")}
    allied = night({"a": gun("10.32"), "hq": us("10.34", **HQ), **NEAR}, ratings=french)
    light(allied, "a", "20.32", 9)
    assert allied.refused("illuminate", unit="a", hex="20.32") == ["8.7.1"]


@pytest.mark.clause("CSS-8.7.3-04", "CSS-17.1-03", "CSS-8.7.1-04")
def test_a_round_that_lights_is_the_one_indirect_fire_of_the_gun() -> None:
    table = night({"a": gun("10.32"), "hq": us("10.34", **HQ), **NEAR})
    light(table, "a", "20.32", 8)
    assert table.refused("indirect_fire", unit="a", hex="20.32") == ["8.7.1"]
    assert sorted(table.refused("illuminate", unit="a", hex="20.32")) == ["8.7.1", "8.7.3"]


@pytest.mark.clause("CSS-8.7.3-05")
@pytest.mark.parametrize("die", [0, 8])
def test_a_round_has_no_result_and_leaves_no_barrage(die: int) -> None:
    table = night({"a": gun("10.32"), **NEAR}, charts=entry("E"))
    events = light(table, "a", "20.32", die)
    assert table.where("x") == "20.32"
    assert table.state.barrages == {} and table.state.hexes == {} and table.state.on_fire == ()
    assert named(events, "IndirectFired") == []


@pytest.mark.clause("CSS-8.7.3-09", "CSS-17.0-04")
def test_rounds_are_fired_at_night_only_by_either_side() -> None:
    day = field({"a": gun("10.32"), **NEAR})
    assert day.offered("illuminate") == []
    assert day.refused("illuminate", unit="a", hex="20.32") == ["8.7.3"]
    german = night({"g": gun("10.32", base=ge), "s": ge("14.32"), "u": us("20.32")}, GE, first_turn="night_2")
    light(german, "g", "20.32", 0)
    assert german.state.illuminated == (2032,)


@pytest.mark.clause("CSS-8.3.6-08")
def test_concentrated_fire_lies_on_one_hex_for_light_as_well() -> None:
    pieces = {"a": gun("10.32"), "b": gun("10.32"), "hq": us("10.34", **HQ), "s": us("19.32"), "x": ge("20.32")}
    table = night(pieces)
    table.do("pass_unit", unit="b")
    lay(table, "a", "20.32", concentrate=True).dice(9).do("confirm")
    assert table.refused("illuminate", unit="b", hex="17.32") == ["8.3.6"]
    light(table, "b", "20.32", 1)


# --- what light does (8.7.3, 17.1) ---


@pytest.mark.clause("CSS-8.7.3-06", "CSS-17.1-07")
@pytest.mark.parametrize(
    ("weather", "away", "seen"), [("clear", 8, True), ("clear", 9, False), ("rain", 2, True), ("rain", 3, False)]
)
def test_a_lit_hex_is_seen_as_by_day(weather: str, away: int, seen: bool) -> None:
    at = f"{20 - away}.32"
    table = night({"a": us(at), "x": ge("20.32")}, weather=weather, markers=LIT)
    assert sees(table.game, hex_id(at), hex_id("20.32")) is seen
    assert table.session.query("los", a=at, b="20.32").clear is seen
    assert ("20.32" in table.session.query("visible", hex=at).hexes) is seen
    assert ("20.32" in table.session.query("visible", side="allied").hexes) is seen


@pytest.mark.clause("CSS-8.7.3-06")
@pytest.mark.parametrize(("weather", "away", "seen"), [("rain", 3, True), ("rain", 4, False), ("clear", 8, True)])
def test_by_the_switch_a_lit_hex_is_seen_in_rain_as_far_as_by_day(weather: str, away: int, seen: bool) -> None:
    at = f"{20 - away}.32"
    facts: dict[str, Any] = {"weather": weather, "rules": {"illuminated_in_rain": "three"}, "markers": LIT}
    table = night({"a": us(at), "x": ge("20.32")}, **facts)
    assert sees(table.game, hex_id(at), hex_id("20.32")) is seen
    assert table.session.query("los", a=at, b="20.32").clear is seen


@pytest.mark.clause("CSS-8.7.3-06")
def test_obstacles_hide_a_lit_hex() -> None:
    wood = board("\n".join(["......w" + "." * 19] * 9), first="10.28")
    table = night({"a": us("14.32"), "x": ge("20.32")}, ground=wood, markers=LIT)
    assert not sees(table.game, hex_id("14.32"), hex_id("20.32"))


@pytest.mark.clause("CSS-8.7.3-07", "CSS-17.1-08")
def test_only_that_hex_is_lit_and_who_stands_in_it_sees_no_farther() -> None:
    table = night({"a": us("18.32"), "x": ge("20.32")}, markers=LIT)
    assert sees(table.game, hex_id("18.32"), hex_id("20.32"))
    assert not sees(table.game, hex_id("20.32"), hex_id("18.32"))
    assert not sees(table.game, hex_id("18.32"), hex_id("20.33"))
    assert "18.32" not in table.session.query("visible", hex="20.32").hexes


@pytest.mark.clause("CSS-8.7.3-08", "CSS-17.1-06")
@pytest.mark.parametrize(("weather", "expected"), [("clear", 4), ("rain", 3)])
def test_fire_into_a_lit_hex_has_no_penalty_for_the_night(weather: str, expected: int) -> None:
    pieces = {"i": us("19.32"), "a": gun("10.32"), "x": ge("20.32")}
    table = night(pieces, weather=weather, markers=LIT)
    table.do("fire", unit="i", hex="20.32")
    assert subject(table)["fire_value"] == expected
    table.do("cancel")
    lay(table, "a", "20.32")
    assert subject(table)["fire_value"] == expected


@pytest.mark.clause("CSS-17.1-07", "CSS-8.7.3-06")
def test_a_lit_hex_is_in_the_fire_zone_as_far_as_the_guns_reach() -> None:
    pieces = {"i": us("18.32", fire=("white", 5, 3)), "far": us("12.32", fire=("white", 5, 8)), "x": ge("20.32")}
    table = night(pieces, markers=LIT)
    assert in_fire_zone(table.game, "i", hex_id("20.32"))
    assert {hex_name(h) for h in fire_zone(table.game, "i")} == {
        "18.31", "18.33", "17.31", "17.32", "19.31", "19.32", "20.32",
    }  # fmt: skip
    assert {c.get("unit") for c in table.offered("fire")} == {"i", "far"}
    dark = night(pieces)
    assert dark.offered("fire") == []
    assert dark.refused("fire", unit="i", hex="20.32") == ["7.1"]


@pytest.mark.clause("CSS-8.7.3-06")
def test_a_unit_leaving_a_lit_hex_is_fired_at_from_afar() -> None:
    pieces = {"m": us("20.32", deployed=False), "x": ge("18.32", fire=("white", 5, 3))}
    table = night(pieces, markers=LIT)
    table.do("move", units=("m",))
    table.step("21.32")
    assert table.asked == ("german", "opportunity_fire")
    dark = night(pieces)
    dark.do("move", units=("m",))
    dark.step("21.32")
    assert dark.asked[0] == "allied"


# --- the end of the light (8.7.3, 4.0) ---


@pytest.mark.clause("CSS-8.7.3-10", "CSS-17.1-09")
def test_light_lasts_into_the_second_night_turn_until_the_wind() -> None:
    table = night({"a": gun("10.32"), **NEAR}, turns=2)
    light(table, "a", "20.32", 0)
    table.dice(9, 9, "event", 5, "wind", "command:german", "command:allied").do("end_activation")
    sit_out(table)
    story = [e for _, e in table.session.events if e["event"] in ("TurnBegan", "ChitDrawn", "MarkerRemoved")]
    assert [e.get("chit", e["event"]) for e in story][-6:] == [
        "TurnBegan", "event", "wind", "MarkerRemoved", "command:german", "command:allied",
    ]  # fmt: skip
    assert table.state.illuminated == ()


@pytest.mark.clause("CSS-8.7.3-10", "CSS-17.1-09")
def test_light_goes_at_the_0700_turn_at_the_latest() -> None:
    pieces = {"a": us("10.30"), "x": ge("21.33")}
    markers = [("12.30", "illumination", None)]
    table = game_from_start(OPEN, pieces, *quiet_turn(9, 9), first_turn="0700", markers=markers, divisions=ALL_EMPTY,
                            turns=1)  # fmt: skip
    order = [e["event"] for _, e in table.session.events if e["event"] in ("MarkerRemoved", "ChitDrawn")]
    assert order[0] == "MarkerRemoved"
    assert table.state.illuminated == ()


@pytest.mark.clause("CSS-8.7.3-04", "CSS-8.7.1-05")
def test_a_round_is_the_indirect_fire_of_its_hex_and_nobody_there_fires_directly() -> None:
    table = night({"a": gun("10.32"), "b": us("10.32", fire=("red", 4, 3)), "x": ge("12.32", fire=None)})
    light(table, "a", "12.32", 3)
    assert table.refused("fire", unit="b", hex="12.32") == ["8.7.1"]


@pytest.mark.clause("CSS-17.1-05")
def test_the_hex_that_a_9_left_dark_is_offered_for_the_second_try_though_nobody_is_there() -> None:
    table = night({"a": gun("10.32"), "hq": us("10.34", **HQ), "s": us("14.32"), "x": ge("31.32")})
    light(table, "a", "18.32", 9)
    assert {str(c.get("hex")) for c in table.offered("illuminate")} == {"18.32"}


@pytest.mark.clause("CSS-8.7.3-03", "CSS-8.7.3-04")
def test_enemies_as_far_as_the_range_reaches_are_offered() -> None:
    table = night({"a": gun("10.32", reach=10), "s": us("14.32"), "x": ge("20.32"), "y": ge("21.32")})
    assert {str(c.get("hex")) for c in table.offered("illuminate")} == {"20.32"}
