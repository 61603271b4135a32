"""The worked examples that ship as scenarios, played from the file to the numbers the rulebook states."""

from __future__ import annotations

from typing import Any

import pytest

from rules.company_scale.loading.scenarios import list_scenarios, load_scenario
from rules.company_scale.r05_command import activates, in_command
from rules.company_scale.system import SYSTEM
from rules.engine.command import Plain
from rules.engine.nature import ScriptedNature
from rules.engine.session import Session
from rules.testing.bots import bots_for, play_out
from tests.rules.company_scale.helpers.fires import aims_of, choices, compose, firers, parts, result, value
from tests.rules.company_scale.helpers.tables import TableTop, named

EXAMPLES = {
    "05-3-direct-commands", "05-3-division-activation", "06-1-formations", "06-1-stacking", "06-2-1-gray",
    "06-2-2-ridge", "07-1-2-line-of-sight", "08-1-targets", "08-3-fire", "08-6-opportunity-fire", "08-7-2-barrages",
    "08-7-indirect-fire", "09-5-assault", "10-rally", "15-transport", "16-airpower", "25-rail-guns",
    "30-riding-on-tanks",
}  # fmt: skip


def opened(example: str, *outcomes: Plain) -> TableTop:
    """Open a shipped example with scripted dice and draws."""
    nature = ScriptedNature(outcomes)
    return TableTop(Session.new(SYSTEM, load_scenario(example), nature=nature), nature)


def bought(example: str, chit: str, *dispatch: Plain) -> TableTop:
    """Open an example and buy a chit for immediate play, its first decision."""
    table = opened(example, *dispatch)
    assert table.asked[1] == "purchase"
    table.do("buy_now", chit=chit)
    while table.asked[1] != "activation":  # leaders, support weapons, assault markers
        table.do("done")
    return table


def march(table: TableTop, unit: str, *path: str) -> None:
    """Move a unit along a path that nobody interrupts, and stop."""
    table.do("move", units=(unit,))
    table.step(*path)
    if table.decision.kind == "movement":
        table.do("stop")


def reach(table: TableTop) -> set[str]:
    """Return the hexes the moving unit may step into."""
    return {str(c.get("to")) for c in table.offered("step")}


def test_every_example_is_listed_after_the_scenarios_in_the_order_of_the_rules() -> None:
    infos = list_scenarios()
    kinds = [info.kind for info in infos]
    assert kinds == sorted(kinds, reverse=True)
    examples = [info.id for info in infos if info.kind == "example"]
    assert examples == sorted(EXAMPLES)
    assert [told.id for told in SYSTEM.scenarios() if told.kind == "example"] == examples


@pytest.mark.parametrize(
    "info", [info for info in list_scenarios() if info.kind == "example"], ids=lambda info: info.id
)
def test_an_example_says_what_to_try_and_under_which_rule(info: Any) -> None:
    number = info.title.removeprefix("Example ").partition(":")[0]
    assert info.title.startswith("Example ")
    chapter = number.partition(".")[0]
    assert f"({chapter}." in info.note
    assert 60 <= len(info.note.split()) <= 260
    assert info.turns <= 2


@pytest.mark.parametrize("example", sorted(EXAMPLES))
def test_an_example_begins_with_a_question_to_its_player(example: str) -> None:
    session = Session.new(SYSTEM, load_scenario(example), seed=4)
    assert session.decision is not None
    assert session.decision.kind in ("purchase", "preparation", "activation")
    assert session.decision.seat == session.scenario.initiative


@pytest.mark.parametrize("example", sorted(EXAMPLES))
def test_an_example_is_won_by_nobody(example: str) -> None:
    session = Session.new(SYSTEM, load_scenario(example), seed=4)
    assert session.view().victory.german_margin is None, "so that the table does not say who wins"
    play_out(session, bots_for(SYSTEM.seats, ["random"], 4))
    assert session.result is not None
    assert (session.result["winner"], session.result["points"]) == ("", {"german": 0, "allied": 0})
    assert session.view().over.text.endswith("no victory conditions.")


# ---- 5.3 ----


@pytest.mark.clause("CSS-5.3-08", "CSS-5.3-09")
def test_direct_commands_and_paying_for_one_company() -> None:
    table = opened("05-3-direct-commands", 6, "command:german", 7)
    assert table.asked == ("german", "activation")
    assert table.state.divisions["ge_11pz"].commands == 15
    table.do("activate", unit="pgr110_3")
    assert table.state.divisions["ge_11pz"].commands == 14
    table.do("change_formation", unit="pgr110_3")
    march(table, "pgr110_3", "59.52")
    assert (table.where("pgr110_3"), table.unit("pgr110_3").deployed) == ("59.52", False)
    for other in ("pgr110_6", "pgr110_7"):
        assert table.refused("change_formation", unit=other) == ["5.1"]
        assert (table.where(other), table.unit(other).deployed) == ("58.52", True)


@pytest.mark.clause("CSS-5.3-05", "CSS-5.3-04")
def test_the_15th_panzer_regiment_is_twelve_active_counters() -> None:
    table = division_bought()
    table.do("buy_now", chit="formation:pzr_15")
    assert table.state.divisions["ge_11pz"].dispatch == 1
    assert table.asked == ("german", "leaders")
    assert active_counters(table) == {"units": 9, "transports": 0, "weapons": 0, "leaders": 2, "heroes": 1}
    known = table.game.scenario.units
    tanks = [
        known[u].type for u in table.game.state.units if activates(table.game.scenario, table.state.chit, known[u])
    ]
    assert (tanks.count("ge_panther"), tanks.count("ge_panzer_iv")) == (4, 4)
    table.do("done")
    assert set(table.state.activity) == {"hq_pzr15", *(f"pzr15_{n}" for n in range(1, 9))}
    assert table.refused("pass_unit", unit="pgr110_1") == ["5.1"]
    table.do("change_formation", unit="pzr15_7")
    assert in_command(table.game, "pzr15_7")
    march(table, "pzr15_7", "42.42", "42.43", "42.44", "42.45", "42.46")
    assert not in_command(table.game, "pzr15_7") and table.refused("move", units=("pzr15_7",)) == ["5.1"]
    table.do("change_formation", unit="pzr15_5")
    march(table, "pzr15_5", "43.42")
    before = table.state.divisions["ge_11pz"].commands
    march(table, "pzr15_5", "43.43")  # in command still: a second action for 1 direct command
    assert table.state.divisions["ge_11pz"].commands == before - 1


@pytest.mark.clause("CSS-5.3-03")
def test_the_11th_panzer_division_is_97_active_counters() -> None:
    table = division_bought()
    table.dice("division:ge_11pz").do("pass")
    assert table.state.chit == "division:ge_11pz"
    counts = active_counters(table)
    assert counts == {"units": 51, "transports": 29, "weapons": 9, "leaders": 7, "heroes": 1}
    assert sum(counts.values()) == 97
    while table.asked[1] != "activation":
        table.do("done")
    known = table.game.scenario.units
    ready = [known[unit] for unit in table.state.activity]
    assert len(ready) == 80 and sum(unit.transport for unit in ready) == 29
    assert sum(bool(unit.hq) for unit in ready) == 7
    white = [unit for unit in ready if unit.stripe.value == "white" and not (unit.hq or unit.transport)]
    assert len(white) == 3
    assert sum(not (u.hq or u.transport or u.stripe.value == "white") for u in ready) == 41


def division_bought() -> TableTop:
    """Open the example of the 11th Panzer Division, with its chit bought for the Cup, at the first purchase."""
    table = opened("05-3-division-activation", 9)
    table.do("buy_chit", chit="division:ge_11pz")
    assert table.state.divisions["ge_11pz"].dispatch == 0
    table.do("done")
    assert table.asked == ("german", "purchase") and table.state.divisions["ge_11pz"].dispatch == 3
    return table


def active_counters(table: TableTop) -> dict[str, int]:
    """Return how many counters of each kind the chit in play makes active, wherever they lie (5.1)."""
    known, chit = table.game.scenario, table.state.chit
    units = [unit for unit in known.units.values() if activates(known, chit, unit)]
    weapons = [weapon for weapon in known.weapons.values() if activates(known, chit, weapon)]
    leaders = [x for x in known.leaders.values() if activates(known, chit, x) and x.type != "marker"]
    return {
        "units": sum(not u.transport for u in units), "transports": sum(u.transport for u in units),
        "weapons": len(weapons), "leaders": sum(not x.hero for x in leaders),
        "heroes": sum(x.hero for x in leaders),
    }  # fmt: skip


# ---- 6.1 ----


@pytest.mark.clause("CSS-6.1-10")
def test_stacking() -> None:
    table = bought("06-1-stacking", "formation:gr_757", 5)
    for company in ("gr757_1", "gr757_2", "gr757_5", "gr757_7"):
        march(table, company, "47.41")
    assert (len(table.state.stack(4741)), table.hex("47.41").dg) == (5, 1)
    table.dice("wind", "event", 3, "command:german", "command:allied", 5)  # the rest of the turn, the next dispatch
    table.do("end_activation")
    assert table.hex("47.41").dg == 3
    assert table.refused("rally", unit="gr757_6")
    table.do("done")
    table.do("buy_now", chit="formation:gr_757")
    table.do("rally", unit="gr757_6")
    table.dice("wind", "event", 3, "command:german", "command:allied")
    table.do("end_activation")
    assert table.hex("47.41").dg == 2


@pytest.mark.clause("CSS-6.1-11")
def test_different_formations() -> None:
    table = opened("06-1-formations")
    table.dice(9, "division:ge_338").do("buy_chit", chit="division:ge_338")
    table.do("done")
    assert table.asked == ("german", "activation")
    for unit in ("aufk338_7", "gr933_5", "pio338_3"):
        march(table, unit, "47.41")
    assert table.hex("47.41").dg == 1
    table.dice("wind", "event", 3, "command:german", "command:allied")
    events = table.do("end_activation")
    (penalty,) = named(events, "StackingPenalty")
    assert (penalty["points"], penalty["units"], penalty["mixed"]) == (3, 2, True)
    assert table.hex("47.41").dg == 4


# ---- 6.2 ----


@pytest.mark.clause("CSS-6.2.1-17")
def test_grayed_out_hexes() -> None:
    table = bought("06-2-1-gray", "formation:ir_142", 5)
    table.do("move", units=("i_142",))
    assert {"28.08", "30.09"} <= reach(table)
    assert reach(table).isdisjoint({"29.09", "28.09"})
    assert table.refused("step", to="28.09", by="terrain") == ["6.2.1"]
    table.do("stop")
    table.do("move", units=("g_142",))
    assert {"29.09", "29.10", "31.09", "31.10"} <= reach(table)
    assert table.refused("step", to="30.09", by="terrain") == ["6.2.1"]


@pytest.mark.clause("CSS-6.2.2-41")
def test_a_ridge() -> None:
    table = bought("06-2-2-ridge", "formation:pgr_110", 5, 5)
    table.do("move", units=("pgr110_7",))
    table.step("18.40")
    assert table.asked == ("allied", "ridge_claim")
    table.do("claim")
    assert table.hex("18.39").ridge
    table.do("stop")
    march(table, "pgr110_6", "19.38")
    for company, total, part in (("pgr110_7", 1, -3), ("pgr110_6", 6, 2)):
        table.do("change_formation", unit=company)
        compose(table, company, "18.39")
        assert (value(table), parts(table)) == (total, {"": 4, "e": part})
        table.do("cancel")


# ---- 7.1.2 ----

STANDS = {"K": "12.28", "B": "13.31", "I": "10.33", "E": "10.30", "133": "12.34"}
GERMANS = {"5": "11.31", "6": "14.30", "7": "08.32"}
SEEN = {"K": "6", "B": "67", "I": "6", "E": "5", "133": ""}


@pytest.mark.clause("CSS-7.1.2-14")
def test_who_sees_whom() -> None:
    session = opened("07-1-2-line-of-sight").session
    for us, here in STANDS.items():
        for german, there in GERMANS.items():
            for line in (session.query("los", a=here, b=there), session.query("los", a=there, b=here)):
                assert line.clear == (german in SEEN[us]), (us, german)
    assert {unit.hex for unit in session.view().units} == {*STANDS.values(), *GERMANS.values()}


@pytest.mark.parametrize(
    ("here", "there", "rule", "where"),
    [
        pytest.param("6", "133", "7.1.2", "13.31", marks=pytest.mark.clause("CSS-7.1.2-10")),
        pytest.param("B", "5", "7.1.2 b", "12.31", marks=pytest.mark.clause("CSS-7.1.2-11")),
        pytest.param("K", "7", "6.2.2", "09.30/09.31", marks=pytest.mark.clause("CSS-7.1.2-12")),
        pytest.param("E", "6", "7.1.2 d", "13.29/13.30", marks=pytest.mark.clause("CSS-7.1.2-13")),
    ],
)
def test_the_cases_of_line_of_sight(here: str, there: str, rule: str, where: str) -> None:
    everybody = {**STANDS, **GERMANS}
    line = opened("07-1-2-line-of-sight").session.query("los", a=everybody[here], b=everybody[there])
    assert (line.clear, line.rule) == (False, rule)
    assert where in line.reason


# ---- 8.1 to 8.3 ----


def target_range() -> TableTop:
    return bought("08-1-targets", "formation:ir_157", 5, 5)


@pytest.mark.clause("CSS-8.1-04")
def test_a_hex_with_infantry_and_half_tracks() -> None:
    table = compose(target_range(), "c_157", "39.37")
    assert aims_of(table) == {"hex", "sdk_110_1"}
    assert parts(table)["g"] == -2
    table.do("aim", target="sdk_110_1")
    assert "g" not in parts(table)


@pytest.mark.clause("CSS-8.1-05")
def test_a_hex_with_infantry_in_a_foxhole() -> None:
    table = compose(target_range(), "c_157", "40.37")
    assert aims_of(table) == {"hex"}
    assert table.refused("use_weapon", weapon="at_157") == ["8.1"]
    assert parts(table) == {"": 4, "a": 1, "c": -1}
    table.do("confirm")
    assert table.asked == ("allied", "target_unit")
    assert choices(table) == {"pgr111_1", "pgr111_2"}
    for unit in choices(table):
        assert table.session.scenario.units[unit].face(False).defense == 1


@pytest.mark.clause("CSS-8.1-06")
def test_a_hex_with_a_flamethrower() -> None:
    table = compose(target_range(), "c_157", "41.37")
    assert aims_of(table) == {"hex"}
    assert (value(table), parts(table)) == (5, {"": 4, "a": 1})
    table.do("confirm")
    assert table.asked == ("german", "target_unit")
    assert choices(table) == {"pgr111_5", "pgr111_8"}
    events = table.dice(9).do("choose", unit="pgr111_5")
    assert named(events, "FireDeclared")[0]["value"] == 5


@pytest.mark.clause("CSS-8.1-07")
def test_a_hex_with_a_panther() -> None:
    table = compose(target_range(), "c_157", "41.38")
    assert aims_of(table) == {"pzr15_1"}
    assert table.refused("aim", target="hex") == ["8.2"]


def fire_of_ten() -> TableTop:
    table = compose(bought("08-3-fire", "formation:ir_157", 5, 5), "c_157", "39.37")
    table.do("aim", target="sdk_110_1")
    table.do("use_weapon", weapon="at_157")
    table.do("support", unit="a_157")
    table.do("support", unit="b_157")
    table.do("concentrate")
    return table


@pytest.mark.clause("CSS-8.3-05")
def test_the_fire_comes_to_10() -> None:
    table = fire_of_ten()
    assert (value(table), parts(table)) == (10, {"": 4, "b": 3, "d": 2, "f": 1})
    assert table.decision.subject["type"] == "armor_piercing"
    rows = table.session.query("odds").table
    assert [row.result for row in rows] == ["R", "R*", "R", "R", "E", "E", "E", "E", "E", ""]


@pytest.mark.clause("CSS-8.3-05")
@pytest.mark.parametrize("die", [4, 8])
def test_half_tracks_and_their_riders_are_lost_and_the_infantry_feels_nothing(die: int) -> None:
    table = fire_of_ten()
    assert result(table.dice(die).do("confirm")) == "E"
    assert table.where("sdk_110_1") == table.where("pgr110_7") == "eliminated"
    assert (table.where("pgr110_6"), table.hex("39.37").stress, table.hex("39.37").dg) == ("39.37", "", 0)


@pytest.mark.clause("CSS-8.3-05")
@pytest.mark.parametrize(("check", "stress", "place"), [(0, "", "carried"), (9, "pinned", "routed")])
def test_a_rout_check_failed_pins_the_infantry(check: int, stress: str, place: str) -> None:
    table = fire_of_ten()
    table.dice(0, check).do("confirm")
    assert (table.where("pgr110_7"), table.hex("39.37").stress) == (place, stress)


@pytest.mark.clause("CSS-8.3-05")
def test_a_nine_misses() -> None:
    table = fire_of_ten()
    assert result(table.dice(9).do("confirm")) == ""
    assert "39.37" not in {m.hex for m in table.session.view().markers}


# ---- 8.6 ----


@pytest.mark.clause("CSS-8.6-16")
def test_opportunity_fire() -> None:
    table = bought("08-6-opportunity-fire", "formation:ir_157", 5, 5)
    march(table, "f_157", "38.43")
    assert (table.where("f_157"), table.hex("39.41").fire_marker) == ("38.43", "")
    table.do("move", units=("e_157",))
    for to, die, marker in (("38.41", 7, "sustained_fire"), ("38.40", 8, "no_opportunity_fire")):
        table.step(to)
        assert table.asked == ("german", "opportunity_fire")
        assert "flak_20" in firers(table)
        table.do("fire", unit="flak_20", hex=table.decision.subject["hex"])
        events = table.dice(die).do("confirm")
        assert named(events, "Fired")[0]["die"] == die
        assert (table.where("e_157"), table.hex("39.41").fire_marker) == (to, marker)
    table.do("stop")
    table.dice("command:german", 4).do("end_activation")
    assert table.asked == ("german", "activation")
    table.do("activate", unit="pgr110_5")
    assert table.hex("39.41").fire_marker == ""


# ---- 10 ----


@pytest.mark.clause("CSS-10.2.3-10", "CSS-10.2.3-11", "CSS-10.2.3-12", "CSS-10.2.3-13", "CSS-10.2.3-14")
def test_rally() -> None:
    table = opened("10-rally")
    table.dice(5, "division:us_36").do("buy_chit", chit="division:us_36")
    table.do("done")
    assert {"i_141", "l_141", "i_142"} <= set(table.state.activity)
    table.do("rally", unit="i_141")
    assert (table.hex("54.12").dg, table.hex("54.12").stress) == (1, "")
    for unit in ("i_141", "l_141"):
        assert "10.1" in table.refused("rally", unit=unit)
    march(table, "i_141", "55.12")
    assert (table.hex("55.12").dg, table.state.divisions["us_36"].commands) == (1, 4)
    march(table, "l_141", "55.12")
    assert (table.hex("55.12").dg, table.state.divisions["us_36"].commands) == (1, 4)
    table.do("rally", unit="l_141")
    assert (table.hex("55.12").dg, table.state.divisions["us_36"].commands) == (0, 3)
    table.dice("wind", "event", 3, "command:german", "command:allied")
    table.do("end_activation")
    assert (len(table.state.stack(5512)), table.hex("55.12").dg) == (3, 1)
