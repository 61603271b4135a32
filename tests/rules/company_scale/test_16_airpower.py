"""Airpower: markers, air combat, air strikes, interdiction (16.0 to 16.2.2; night 17.0, rain 4.0)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.company_scale.r16_air_support import in_play
from rules.company_scale.setting_up import start as begin
from rules.engine.command import Plain
from rules.engine.frames import Frame
from rules.engine.nature import ScriptedNature
from rules.engine.session import Session
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import entry
from tests.rules.company_scale.helpers.tables import (
    HOUSE,
    SYSTEM,
    Piece,
    TableTop,
    acting,
    ge,
    in_action_phase,
    named,
    scenario_of,
    tank,
    us,
)
from tests.rules.company_scale.helpers.turns import EMPTY, OPEN, quiet_game, start_of, story, told
from tests.rules.company_scale.test_20_events import EVERYBODY, PAIR, drawn

SHOTS = (*(7,) * 24, *(5,) * 24)  # six at each of four, then four at each of six: nobody hits
ONE_SHOT = {"air_combat": "one_shot"}


def air(pieces: dict[str, Piece], support: dict[str, int], chit: str = "division:d36", *, dice: tuple[Plain, ...] = (),
        drawn: bool = True, ground: Any = OPEN, **facts: Any) -> TableTop:  # fmt: skip
    """Put a chit in play from the Cup, or bought, with air support on the displays."""
    scenario = scenario_of(ground, pieces, **{"charts": HOUSE, **facts})
    state = begin(scenario)
    state.air_support = dict(support)
    about = chit.partition(":")[2]
    seat = scenario.divisions[about].side if about in scenario.divisions else "allied"
    frame = acting(seat, "2.C.iii.a")
    return in_action_phase(scenario, state, chit, frame, dice=dice, drawn=drawn)


def targets(table: TableTop) -> set[tuple[str, str]]:
    """Return what can be struck: (hex, aim)."""
    return {(str(c.get("hex")), str(c.get("target"))) for c in table.offered("air_strike")}


def placed(table: TableTop, division: str, times: int) -> None:
    """Put markers on a display."""
    for _ in range(times):
        table.do("choose", division=division)


# ---- markers and air combat ----


@pytest.mark.clause("CSS-16.0-01")
def test_there_is_no_air_support_before_the_event() -> None:
    assert begin(scenario_of(OPEN, EVERYBODY, charts=HOUSE)).air_support == {}
    assert quiet_game(9, 9, "wind", "event", 5, "command:german", "command:allied").state.air_support == {}


@pytest.mark.clause("CSS-16.0-02", "CSS-20.0-04")
def test_the_first_event_brings_six_allied_and_four_german_markers() -> None:
    table = drawn(2, *SHOTS, pieces=PAIR)
    assert {k: v for k, v in told(table, "AirSupportArrived")[0].items() if k != "event"} == {"allied": 6, "german": 4}
    assert table.state.air_support == {"d36": 6, "pz11": 4}  # one division each: nobody is asked


@pytest.mark.clause("CSS-16.0-03")
def test_the_event_again_brings_only_the_markers_that_are_not_in_play() -> None:
    table = drawn(2, 7, 7, 6, 7, 5, 5, pieces=PAIR, support={"d36": 2, "pz11": 1}, rules=ONE_SHOT)
    assert {k: v for k, v in told(table, "AirSupportArrived")[0].items() if k != "event"} == {"allied": 4, "german": 3}
    assert table.state.air_support == {"d36": 6, "pz11": 3}  # one of the three that came is shot down


@pytest.mark.clause("CSS-16.1-01", "CSS-16.1-03")
def test_by_the_switch_each_marker_shoots_once_allied_ones_first() -> None:
    table = drawn(2, 6, 7, 6, 0, 9, 8, 9, pieces=PAIR, rules=ONE_SHOT)
    shots = [(e["side"], e["die"], e["hit"], e["left"]) for e in told(table, "AirCombat")]
    assert shots == [
        ("allied", 6, True, 3), ("allied", 7, False, 3), ("allied", 6, True, 2), ("allied", 0, True, 1),
        ("allied", 9, False, 1), ("allied", 8, False, 1), ("german", 9, False, 6),
    ]  # fmt: skip
    assert table.state.air_support == {"d36": 6, "pz11": 1}


@pytest.mark.clause("CSS-16.1-02")
def test_the_german_markers_left_shoot_second_and_hit_with_four_or_less() -> None:
    table = drawn(2, 7, 7, 7, 7, 7, 7, 4, 5, 0, 9, pieces=PAIR, rules=ONE_SHOT)
    assert [(e["die"], e["hit"]) for e in told(table, "AirCombat") if e["side"] == "german"] == [
        (4, True), (5, False), (0, True), (9, False),
    ]  # fmt: skip
    assert table.state.air_support == {"d36": 4, "pz11": 4}


@pytest.mark.clause("CSS-16.1-02")
def test_without_german_markers_nobody_shoots_back() -> None:
    table = drawn(2, 0, 0, 0, 0, pieces=PAIR)
    assert {e["side"] for e in told(table, "AirCombat")} == {"allied"}
    assert len(told(table, "AirCombat")) == 4  # nothing is left to shoot at
    assert table.state.air_support == {"d36": 6}


@pytest.mark.clause("CSS-16.1-03")
def test_each_marker_shoots_at_every_enemy_marker_until_it_falls() -> None:
    first, second, third, last = (9, 9, 6), (9,) * 6, (0,), (9, 9, 9, 9, 9, 0)  # at the four Germans in turn
    back = (4, 9, 0, 9, 9, 9)  # the one left at six Americans
    table = drawn(2, *first, *second, *third, *last, *back, pieces=PAIR)
    shots = [(e["side"], e["hit"]) for e in told(table, "AirCombat")]
    assert [hit for side, hit in shots if side == "allied"] == [die <= 6 for die in (*first, *second, *third, *last)]
    assert [hit for side, hit in shots if side == "german"] == [True, False, True, False, False, False]
    assert table.state.air_support == {"d36": 4, "pz11": 1}


@pytest.mark.clause("CSS-16.1-04")
def test_the_markers_go_to_divisions_with_units_on_the_map_initiative_player_first() -> None:
    pieces = {**EVERYBODY, "b": us("10.33", formation="r142")}
    table = drawn(2, *SHOTS, pieces=pieces)
    assert table.asked == ("german", "air_placement")
    assert {str(c.get("division")) for c in table.offered("choose")} == {"pz11", "d198"}
    assert table.refused("choose", division="d36") == ["16.1"]
    placed(table, "d198", 4)
    assert table.asked == ("allied", "air_placement")
    placed(table, "d36", 2)
    placed(table, "butler", 4)
    assert table.state.air_support == {"d198": 4, "d36": 2, "butler": 4}
    gone = {**EVERYBODY, "c": us("10.32", formation="cav117", place="routed")}
    table = drawn(2, *SHOTS, pieces=gone)
    placed(table, "pz11", 4)
    assert table.state.air_support == {"pz11": 4, "d36": 6}


@pytest.mark.clause("CSS-17.0-05")
def test_air_support_is_taken_off_when_night_falls_and_is_free_again() -> None:
    scenario = scenario_of(
        OPEN, PAIR, charts=HOUSE, first_turn="2100", turns=2, divisions={"d36": EMPTY, "pz11": EMPTY}
    )
    state = begin(scenario)
    state.air_support = {"d36": 2, "pz11": 1}
    state.frames = [Frame("turn", "3.B")]
    session = Session(
        SYSTEM, scenario, state, ScriptedNature((9, 9, "wind", "event", 2, "command:german", "command:allied"))
    )
    session.resume()
    table = TableTop(session, ScriptedNature(()))
    assert table.state.air_support == {}
    assert [e["event"] for e in story(table)][:4].count("AirSupportRemoved") == 1
    assert in_play(table.game, "allied") == 0
    assert told(table, "RandomEvent")[0]["name"] == "none"


# ---- air strikes ----

STRUCK: dict[str, Piece] = {"a": us("10.30"), "x": ge("21.30", defense=-2), "t": tank("20.33"), "y": ge("20.33")}


@pytest.mark.clause("CSS-16.2.2-01", "CSS-4.0-30")
def test_air_strikes_are_the_first_thing_of_a_division_activation() -> None:
    table = air(STRUCK, {"d36": 1})
    assert table.asked == ("allied", "air_strikes")
    table.do("done")
    assert table.asked == ("allied", "activation") and table.state.air_support == {"d36": 1}


@pytest.mark.clause("CSS-16.2.2-01", "CSS-4.0-30")
@pytest.mark.parametrize("chit", ["formation:r141"])
def test_a_formation_chit_brings_no_air_strikes(chit: str) -> None:
    assert air(STRUCK, {"d36": 1}, chit).asked == ("allied", "activation")


@pytest.mark.clause("CSS-29.0-05", "CSS-16.2.2-01")
def test_task_force_butler_strikes_when_its_chit_is_drawn_not_when_it_is_bought() -> None:
    pieces = {**STRUCK, "c": us("10.32", formation="cav117")}
    assert air(pieces, {"butler": 1}, "division:butler").asked == ("allied", "air_strikes")
    assert air(pieces, {"butler": 1}, "division:butler", drawn=False).asked == ("allied", "activation")


@pytest.mark.clause("CSS-16.2.2-02")
def test_an_air_strike_hits_any_enemy_hex_without_modifiers_for_one_direct_command() -> None:
    pieces = {**STRUCK, "x": ge("12.31", defense=-2)}
    ground = board("............\n..w.........\n............\n............", first="10.30")
    table = air(pieces, {"d36": 2}, ground=ground, dice=(9,))
    assert targets(table) == {("12.31", "hex"), ("20.33", "hex"), ("20.33", "t")}
    events = table.do("air_strike", hex="12.31", target="hex")
    declared = named(events, "AirAttackDeclared")[0]
    assert declared["value"] == 6 and table.state.divisions["d36"].commands == 9
    assert table.state.air_support == {"d36": 1} and table.asked == ("allied", "air_strikes")


@pytest.mark.clause("CSS-16.2-01")
def test_a_marker_is_spent_by_one_attack() -> None:
    table = air(STRUCK, {"d36": 1}, dice=(9,))
    table.do("air_strike", hex="21.30", target="hex")
    assert table.state.air_support == {} and table.asked == ("allied", "activation")


@pytest.mark.clause("CSS-16.2.2-02")
def test_a_strike_at_a_hard_target_uses_the_armor_piercing_row() -> None:
    table = air(STRUCK, {"d36": 1}, dice=(4,))
    events = table.do("air_strike", hex="20.33", target="t")
    assert named(events, "AirAttacked")[0]["result"] == "E" and table.where("t") == "eliminated"
    assert table.where("y") == "20.33"


@pytest.mark.clause("CSS-16.2.2-02")
def test_the_defender_names_the_target_unit_of_a_strike_at_a_hex() -> None:
    table = air({**STRUCK, "z": ge("21.30")}, {"d36": 1}, charts=entry("E"), dice=(3,))
    table.do("air_strike", hex="21.30", target="hex")
    assert table.asked == ("german", "target_unit")
    table.do("choose", unit="z")
    assert table.where("z") == "eliminated" and table.where("x") == "21.30"


@pytest.mark.clause("CSS-16.2.2-02")
@pytest.mark.parametrize(
    ("command", "rule"),
    [
        ({"hex": "nowhere", "target": "hex"}, ""), ({"hex": "15.30", "target": "hex"}, "16.2"),
        ({"hex": "10.30", "target": "hex"}, "16.2"), ({"hex": "21.30", "target": "t"}, "16.2"),
    ],
)  # fmt: skip
def test_a_strike_needs_an_enemy_hex_and_a_target_in_it(command: dict[str, str], rule: str) -> None:
    assert air(STRUCK, {"d36": 1}).refused("air_strike", **command) == [rule]


@pytest.mark.clause("CSS-16.2.2-02")
def test_without_direct_commands_there_are_no_strikes() -> None:
    table = air(STRUCK, {"d36": 1}, divisions={"d36": EMPTY, "pz11": start_of()})
    assert table.session.decision is None or table.asked[1] != "air_strikes"


@pytest.mark.clause("CSS-16.2-02", "CSS-4.0-06")
@pytest.mark.parametrize("facts", [{"weather": "rain"}, {"first_turn": "night_1"}])
def test_nobody_flies_in_rain_or_at_night(facts: dict[str, str]) -> None:
    assert air(STRUCK, {"d36": 1}, **facts).asked == ("allied", "activation")


@pytest.mark.clause("CSS-18.0-04")
def test_no_strike_goes_within_six_hexes_of_an_enemy_reinforcement_hex() -> None:
    pieces = {"a": us("10.30"), "x": ge("14.30"), "t": ge("20.33"), "y": ge("21.30")}
    table = air(pieces, {"d36": 1}, entries={"german": frozenset({1430}), "allied": frozenset({2030})})
    assert targets(table) == {("21.30", "hex")}  # 7 hexes away; one's own reinforcement hexes bar nobody
    assert table.refused("air_strike", hex="20.33", target="hex") == ["18.0"]


# ---- barrages from the air ----


@pytest.mark.clause("CSS-16.1-05")
def test_a_strike_may_leave_the_barrage_of_its_firepower() -> None:
    table = air(STRUCK, {"d36": 1}, charts=entry("DG1"), dice=(3,))
    table.do("air_strike", hex="21.30", target="hex")
    assert table.asked == ("allied", "air_barrage") and table.decision.subject["barrage"] == "heavy"
    table.do("place_barrage")
    assert table.state.barrages == {2130: "heavy"}


@pytest.mark.clause("CSS-16.1-05")
def test_the_owner_may_leave_none_and_a_nine_or_a_hard_target_leaves_none() -> None:
    table = air(STRUCK, {"d36": 2}, charts=entry("DG1"), dice=(3,))
    table.do("air_strike", hex="21.30", target="hex")
    table.do("no_barrage")
    assert table.state.barrages == {}
    table.dice(9).do("air_strike", hex="21.30", target="hex")
    assert table.state.barrages == {} and table.asked == ("allied", "activation")
    table = air(STRUCK, {"d36": 1}, charts=entry("DG1"), dice=(3,))
    table.do("air_strike", hex="20.33", target="t")
    assert table.asked == ("allied", "activation")


# ---- interdiction ----

TRACK = board("............\n............\n............\n............", first="10.30",
              roads={"paved": ["12.30 13.30 14.31 15.31 16.32"]})  # fmt: skip


def column(support: dict[str, int], **facts: Any) -> TableTop:
    """Have a German column on the road, seen from 10.30, take its first step along it."""
    pieces = {"x": ge("12.30", deployed=False, move=("wheeled", 10)), "a": us("10.30", fire=("red", 4, 1)),
              **facts.pop("more", {})}  # fmt: skip
    table = air(pieces, support, "division:pz11", ground=TRACK, **facts)
    table.do("move", units=("x",))
    return table


@pytest.mark.clause("CSS-16.2.1-01")
def test_a_column_that_moves_along_a_road_in_sight_may_be_attacked() -> None:
    table = column({"d36": 1})
    table.step("13.30", by="paved")
    assert table.asked == ("allied", "interdiction")
    assert {tuple(dict(c.args).values()) for c in table.offered("interdict")} == {("d36", "hex")}
    table.do("hold")
    assert table.asked == ("german", "movement")
    table.step("14.31", by="paved")
    assert table.asked == ("allied", "interdiction")  # at each hex entered along the road


@pytest.mark.clause("CSS-16.2.1-01")
def test_no_interdiction_across_country_or_unseen_or_without_support() -> None:
    table = column({"d36": 1})
    table.step("12.31", by="terrain")
    assert table.asked == ("german", "movement")
    table = column({"d36": 1}, weather="rain")
    table.step("13.30", by="paved")
    assert table.asked == ("german", "movement")
    table = column({"butler": 1}, more={"c": us("21.33", formation="cav117")})
    table.step("13.30", by="paved")
    assert table.asked == ("allied", "interdiction")
    table = column({"d36": 1}, divisions={"d36": EMPTY})
    table.step("13.30", by="paved")
    assert table.asked == ("german", "movement")


@pytest.mark.clause("CSS-16.2.1-02")
def test_interdiction_has_no_modifiers_and_costs_one_direct_command() -> None:
    table = column({"d36": 2}, charts=entry("DG2"))
    table.step("13.30", by="paved")
    events = table.dice(4).do("interdict", division="d36", target="hex")
    assert named(events, "AirAttackDeclared")[0]["value"] == 6
    assert table.state.divisions["d36"].commands == 9 and table.state.air_support == {"d36": 1}
    table.do("no_barrage")
    assert table.hex("13.30").dg == 2
    assert table.asked == ("allied", "interdiction")  # another marker, at its own cost
    table.do("hold")
    assert table.asked == ("german", "movement")
    assert table.state.frames[-1]["points"][0] < 19


@pytest.mark.clause("CSS-16.2.1-02")
def test_a_barrage_that_an_air_attack_leaves_halts_the_column_under_it() -> None:
    """The marker counts as soon as it lies there, as one of the guns does (8.7.2): under a heavy one nothing moves."""
    for answer, asked in (("no_barrage", "movement"), ("place_barrage", "activation")):
        table = column({"d36": 1}, charts=entry("DG1"))
        table.step("13.30", by="paved")
        table.dice(4).do("interdict", division="d36", target="hex")
        assert table.decision.subject["barrage"] == "heavy"
        table.do(answer)
        assert table.asked == ("german", asked) and table.where("x") == "13.30"


@pytest.mark.clause("CSS-16.2.1-02")
def test_a_column_that_is_destroyed_on_the_road_moves_no_more() -> None:
    table = column({"d36": 1}, charts=entry("E"))
    table.step("13.30", by="paved")
    table.dice(4).do("interdict", division="d36", target="hex")
    assert table.where("x") == "eliminated" and table.asked == ("allied", "air_barrage")


@pytest.mark.clause("CSS-16.2.1-02")
def test_only_the_moving_units_are_hit() -> None:
    table = column({"d36": 1}, more={"y": ge("13.30")}, charts=entry("E"))
    table.step("13.30", by="paved")
    table.dice(4).do("interdict", division="d36", target="hex")
    table.do("no_barrage")
    assert (table.where("x"), table.where("y")) == ("eliminated", "13.30")


@pytest.mark.clause("CSS-16.2.1-01")
def test_a_column_that_no_unit_of_the_division_sees_is_not_attacked() -> None:
    long = board("\n".join(["." * 20] * 3), first="10.30", roads={"paved": ["12.30 13.30 14.31"]})
    for watcher, asked in (("21.31", ("allied", "interdiction")), ("22.31", ("german", "movement"))):  # 8 and 9 hexes
        pieces = {"x": ge("12.30", deployed=False), "a": us(watcher)}
        table = air(pieces, {"d36": 1}, "division:pz11", ground=long)
        table.do("move", units=("x",))
        table.step("13.30", by="paved")
        assert table.asked == asked, watcher


@pytest.mark.clause("CSS-16.2.2-02", "CSS-16.2-01")
def test_german_aircraft_have_the_firepower_of_their_own_markers() -> None:
    table = air(STRUCK, {"pz11": 1}, "division:pz11", dice=(9,))
    events = table.do("air_strike", hex="10.30", target="hex")
    own, other = HOUSE.air_support["german"].fire, HOUSE.air_support["allied"].fire
    assert named(events, "AirAttackDeclared")[0]["value"] == own != other


@pytest.mark.clause("CSS-16.1-05")
def test_a_hex_under_as_large_a_barrage_is_not_asked_about() -> None:
    table = air(STRUCK, {"d36": 1}, charts=entry("DG1"), dice=(3,), markers=[("21.30", "barrage", "heavy")])
    table.do("air_strike", hex="21.30", target="hex")
    assert table.asked == ("allied", "activation") and table.state.barrages == {2130: "heavy"}
