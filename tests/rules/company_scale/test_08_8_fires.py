"""Flamethrowers and fires (8.8, 8.8.1)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rules.company_scale.ground import cleared, ground_of
from rules.company_scale.r06_2_terrain import terrain_defense
from rules.company_scale.r07_line_of_sight import sees
from rules.company_scale.r08_8_fires import ignite
from rules.company_scale.r09_1_defense import retreat_reasons
from rules.company_scale.r09_2_placing import entry_reasons
from rules.company_scale.records.answers import Ending
from rules.company_scale.records.view import MarkerView
from rules.company_scale.scenario import Reinforcement
from rules.company_scale.sight.table import SightTable
from rules.company_scale.sight.tables import sight_table
from rules.company_scale.state import HexStatus
from rules.engine.game import Game
from rules.hexes.grid import hex_id
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import compose, entry, result, shoot
from tests.rules.company_scale.helpers.moves import end, moving, next_chit, open_hexes, strip
from tests.rules.company_scale.helpers.tables import (
    Piece,
    TableTop,
    activation,
    game_from_start,
    ge,
    leader,
    named,
    us,
    weapon,
)
from tests.rules.company_scale.helpers.turns import ALL_EMPTY, quiet_game, told

US, GE, BOTH = "formation:r141", "formation:pg110", "division:d36"
FAR = {"far": us("10.30", formation="r142"), "away": ge("19.35", formation="pg111")}
HARMLESS = entry("S")
FLAMES = {"flame": ("12.32", weapon("flame", ("red", 2, 1), defense=1, flamethrower=True))}


def ground(letter: str = "w", at: str = "13.32", **features: Any) -> Any:
    """Lay open ground with one hex of another terrain."""
    rows = [["."] * 10 for _ in range(6)]
    rows[int(at[3:]) - 30][int(at[:2]) - 10] = letter
    return board("\n".join(map("".join, rows)), **features)


def attack(letter: str, die: int, *, use: bool = True, weapons: Any = FLAMES, **changes: Any) -> TableTop:
    """Fire from 12.32 at a German company in a hex of some terrain, with the flamethrower."""
    pieces = {"a": us("12.32", **changes), "x": ge("13.32"), **FAR}
    table = activation(ground(letter), pieces, US, weapons=weapons, charts=HARMLESS)
    compose(table, "a", "13.32")
    if use:
        table.do("use_weapon", weapon="flame")
    table.dice(die, 0).do("confirm")
    return table


@pytest.mark.clause("CSS-8.8-01", "CSS-8.8-02", "CSS-8.8-03")
@pytest.mark.parametrize(("letter", "highest"), [(".", -1), ("m", -1), ("w", 2), ("v", 2), ("V", 0), ("T", 0),
                                                 ("C", 0)])  # fmt: skip
def test_what_burns_and_at_which_dice(letter: str, highest: int) -> None:
    for die in range(10):
        assert (attack(letter, die).state.on_fire == (1332,)) is (die <= highest), (letter, die)


@pytest.mark.clause("CSS-8.8-01")
def test_a_flamethrower_that_is_not_used_lights_nothing() -> None:
    assert attack("w", 0, use=False).state.on_fire == ()
    plain = {"flame": ("12.32", weapon("flame", ("red", 2, 1)))}
    assert attack("w", 0, weapons=plain).state.on_fire == ()


@pytest.mark.clause("CSS-8.8-01")
def test_a_unit_may_have_the_ability_itself() -> None:
    table = attack("w", 2, use=False, weapons={}, flamethrower=True)
    assert table.state.on_fire == (1332,)


@pytest.mark.clause("CSS-8.8-02")
def test_a_miss_lights_the_hex_all_the_same() -> None:
    table = attack("w", 2, fire=("red", -4, 1))
    assert table.hex("13.32").stress == ""
    assert table.state.on_fire == (1332,)


@pytest.mark.clause("CSS-8.8-01")
def test_opportunity_fire_lights_the_hex_being_left() -> None:
    pieces = {"m": ge("13.32", deployed=False), "a": us("12.32"), **FAR}
    table = activation(ground(), pieces, GE, weapons=FLAMES, charts=HARMLESS)
    table.do("move", units=("m",))
    table.step("14.33")
    compose(table, "a", "13.32").do("use_weapon", weapon="flame")
    table.dice(2).do("confirm")
    assert table.state.on_fire == (1332,)


@pytest.mark.clause("CSS-8.8.1-01")
def test_a_burning_hex_has_one_marker() -> None:
    pieces = {"a": us("12.32"), "x": ge("13.32"), **FAR}
    table = activation(ground(), pieces, US, weapons=FLAMES, charts=HARMLESS, markers=[("13.32", "on_fire", None)])
    compose(table, "a", "13.32").do("use_weapon", weapon="flame")
    table.dice(0).do("confirm")
    assert table.state.on_fire == (1332,)
    shown = [m for m in table.session.view(None).markers if m.kind == "on_fire"]
    assert shown == [MarkerView("13.32", "on_fire")]


@pytest.mark.clause("CSS-8.8.1-02")
def test_no_line_of_fire_passes_over_a_fire() -> None:
    pieces = {"a": us("12.32", fire=("red", 4, 4)), "x": ge("12.34"), "y": ge("12.33", place="reserve"), **FAR}
    for markers, seen in ((), True), ([("12.33", "on_fire", None)], False):
        table = activation(ground("."), pieces, US, markers=markers)
        assert sees(table.game, 1232, 1234) is seen
        assert bool(table.offered("fire")) is seen
    into = {"a": us("12.32", fire=("red", 4, 4)), "x": ge("12.34"), **FAR}
    table = activation(ground("."), into, US, markers=[("12.34", "on_fire", None), ("12.32", "on_fire", None)])
    assert table.offered("fire")  # into it and out of it


@pytest.mark.clause("CSS-8.8.1-03")
def test_nobody_walks_into_a_fire() -> None:
    table = moving(strip("..."), {"a": us("10.31", deployed=False)}, markers=[("10.32", "on_fire", None)])
    assert open_hexes(table) == {"10.30"}
    assert table.refused("step", to="10.32", by="terrain") == ["8.8.1"]


@pytest.mark.clause("CSS-8.8.1-03")
def test_nobody_retreats_or_advances_into_a_fire() -> None:
    pieces = {"a": us("12.32", deployed=False), "b": us("14.33", deployed=False), **FAR}
    table = activation(ground(), pieces, US, markers=[("13.32", "on_fire", None)])
    assert "8.8.1" in [reason.rule for reason in entry_reasons(table.game, "a", 1332)]  # to assault and advance
    assert "8.8.1" in [reason.rule for reason in retreat_reasons(table.game, 1232, 1332, "allied")]
    assert [reason.rule for reason in retreat_reasons(table.game, 1232, 1233, "allied")] == []


@pytest.mark.clause("CSS-8.8.1-03")
@pytest.mark.parametrize(("burning", "box"), [("10.32", "eliminated"), ("12.33", "routed")])
def test_nobody_routs_through_a_fire(burning: str, box: str) -> None:
    lane = board(".##\n.##\n.##\n.#.")
    hq = ge("10.33", formation="", division="pz11", hq="division", command_range=5)
    pieces = {"x": ge("10.31", deployed=False), "hq": hq, "a": us("10.30")}
    table = activation(lane, pieces, US, markers=[(burning, "on_fire", None)], charts=entry("R"))
    shoot(table, "a", "10.31", 0, 9)
    assert table.where("x") == box


@pytest.mark.clause("CSS-8.8.1-03")
def test_reinforcements_wait_until_their_hex_has_burnt_out() -> None:
    due = Reinforcement(1, hex_id("10.30"), ("r",))
    pieces = {"a": us("12.30"), "x": ge("21.33"), "r": us("10.30", place="reserve")}
    for markers, place in (((), "map"), ([("10.30", "on_fire", None)], "reserve")):
        table = quiet_game(9, 9, "wind", "event", 5, "command:german", "command:allied", pieces=pieces,
                           reinforcements=[due], markers=markers)  # fmt: skip
        assert table.unit("r").place == place


@pytest.mark.clause("CSS-8.8.1-03")
def test_reinforcements_come_in_once_the_fire_is_out() -> None:
    due = Reinforcement(1, hex_id("10.30"), ("r",))
    pieces = {"a": us("12.30"), "x": ge("21.33"), "r": us("10.30", place="reserve")}
    woods = board("w...........\n............\n............\n............")
    dice = (9, 9, "wind", 1, "event", 5, "command:german", "command:allied",
            9, 9, "wind", "event", 5, "command:german", "command:allied")  # fmt: skip
    table = game_from_start(woods, pieces, *dice, divisions=ALL_EMPTY, turns=2, reinforcements=[due],
                            markers=[("10.30", "on_fire", None)])  # fmt: skip
    assert table.unit("r").place == "map"


def burning(chit: str, pieces: dict[str, Piece], **facts: Any) -> TableTop:
    """Start an activation while 13.32 burns."""
    return activation(ground(), pieces, chit, markers=[("13.32", "on_fire", None)], **facts)


@pytest.mark.clause("CSS-8.8.1-04")
def test_who_is_still_in_the_fire_when_its_activation_ends_is_lost() -> None:
    pieces = {"a": us("13.32"), "b": us("13.32", formation="r142"), "c": us("13.32", deployed=False)}
    table = burning(US, {**pieces, **FAR})
    table.do("move", units=("c",))
    table.step("14.33")
    table.do("stop")
    events = end(table)
    assert [e["unit"] for e in named(events, "UnitEliminated")] == ["a"]
    assert (table.where("a"), table.where("b"), table.where("c")) == ("eliminated", "13.32", "14.33")
    assert table.state.losses == {"allied": 1}


@pytest.mark.clause("CSS-8.8.1-04")
def test_a_fire_lit_under_this_chit_leaves_its_units_the_next_activation() -> None:
    column = ge("13.32", deployed=False)  # a deployed company would screen the one that leaves
    pieces = {"m": column, "n": column, "a": us("12.32"), **FAR}
    facts: dict[str, Any] = {"weapons": FLAMES, "charts": HARMLESS, "cup": ("division:pz11",)}
    table = activation(ground(), pieces, GE, **facts)
    table.do("move", units=("m",))
    table.step("14.33")
    compose(table, "a", "13.32").do("use_weapon", weapon="flame")
    table.dice(2).do("confirm")
    assert table.state.on_fire == (1332,)
    next_chit(table, "division:pz11")
    assert table.where("n") == "13.32"
    end(table)
    assert table.where("n") == "eliminated"


@pytest.mark.clause("CSS-8.8.1-04")
def test_who_would_burn_is_told_before_the_activation_ends() -> None:
    pieces = {"a": us("13.32", deployed=False), "b": us("12.30"), **FAR}
    table = activation(ground(), pieces, US, markers=[("13.32", "on_fire", None)])
    assert table.session.query("ending") == Ending({"13.32": ("a",)}, ())
    end(table)
    assert table.where("a") == "eliminated"


@pytest.mark.clause("CSS-8.8.1-04")
def test_nobody_is_told_to_burn_in_a_fire_that_has_just_begun() -> None:
    table = attack("w", 2)
    assert table.state.on_fire == (1332,) and table.session.query("ending").burn == {}


@pytest.mark.clause("CSS-8.8.1-04", "CSS-13.1-06", "CSS-12.1-06")
def test_what_was_with_the_units_that_burnt_does_not_stay_behind() -> None:
    pieces = {"a": us("13.32"), "b": us("12.30"), "hq": us("10.30", hq="formation", command_range=4), **FAR}
    markers = [("13.32", "on_fire", None), ("13.32", "dg", 2), ("13.32", "foxhole", None)]
    table = activation(
        ground(), pieces, US, markers=markers, weapons={"w": ("13.32", weapon("w", ("red", 1, 1)))},
        leaders={"l": ("13.32", leader("l", 1, 1))},
    )  # fmt: skip
    table.do("end_activation")
    assert table.asked == ("allied", "leaders")
    table.do("relocate", leader="l", hex="12.30")
    assert (table.where("a"), table.state.weapons["w"].place) == ("eliminated", "reallocating")
    assert (table.state.leaders["l"].hex, table.hex("13.32")) == (1230, HexStatus())


@pytest.mark.clause("CSS-8.8.1-04")
def test_a_pinned_unit_burns() -> None:
    pieces = {"a": us("13.32", deployed=False), "b": us("12.30"), **FAR}
    table = activation(ground(), pieces, US, markers=[("13.32", "on_fire", None), ("13.32", "pinned", None)])
    end(table)
    assert table.where("a") == "eliminated"


@pytest.mark.clause("CSS-8.8.1-04")
def test_under_direct_command_only_the_unit_paid_for_burns() -> None:
    hq = us("10.30", formation="", division="d36", hq="division")
    table = burning("command:allied", {"a": us("13.32"), "b": us("13.32"), "hq": hq, **FAR}, dice=(0,))
    table.do("activate", unit="a")
    table.do("pass_unit", unit="a")
    end(table)
    assert (table.where("a"), table.where("b")) == ("eliminated", "13.32")


@pytest.mark.clause("CSS-8.8.1-05")
@pytest.mark.parametrize(("die", "fires"), [(9, ()), (3, (1130, 1131))])
def test_rain_puts_all_fires_out(die: int, fires: tuple[int, ...]) -> None:
    markers = [("11.30", "on_fire", None), ("11.31", "on_fire", None)]
    table = quiet_game(die, 9, 9, "event", 5, "wind", "command:german", "command:allied", markers=markers,
                       first_turn="0700", weather="")  # fmt: skip
    assert (table.state.on_fire, table.state.fire_cleared) == (fires, ())


def windy(*dice: int, rows: str, burns: tuple[str, ...], more: tuple[Any, ...] = ()) -> TableTop:
    """Draw the Wind chit over some fires; hexes from 30.08, companies far apart."""
    pieces = {"a": us("33.11"), "x": ge("35.08")}
    return game_from_start(
        board(rows, first="30.08"), pieces, 9, 9, "wind", *dice, "event", 5, "command:german", "command:allied",
        divisions=ALL_EMPTY, turns=1, markers=[*((h, "on_fire", None) for h in burns), *more],
    )  # fmt: skip


PLAIN = "......\n.w....\nw..T..\n......"
TWO_WAYS = "......\n.w....\nwV.T..\n......"


@pytest.mark.clause("CSS-8.8.1-06")
def test_the_wind_is_rolled_for_fires_in_woods_and_vineyards_only() -> None:
    table = windy(5, rows=PLAIN, burns=("30.10", "33.10"))
    assert [e["subject"]["hex"] for e in told(table, "DieRolled") if e["purpose"] == "wind_on_fire"] == ["30.10"]
    assert table.state.on_fire == (3010, 3310)


@pytest.mark.clause("CSS-8.8.1-06")
def test_a_fire_that_has_just_spread_is_not_rolled_for() -> None:
    table = windy(8, rows=PLAIN, burns=("30.10",))
    assert table.state.on_fire == (3010, 3109)
    assert len([e for e in told(table, "DieRolled") if e["purpose"] == "wind_on_fire"]) == 1


@pytest.mark.clause("CSS-8.8.1-06", "CSS-8.8.1-07", "CSS-8.8.1-08")
@pytest.mark.parametrize("die", range(10))
def test_what_each_die_does_to_a_fire(die: int) -> None:
    table = windy(die, rows=PLAIN, burns=("30.10",))
    assert table.state.fire_cleared == ((3010,) if die <= 2 else ())
    assert table.state.on_fire == ((), (3010,), (3010, 3109))[0 if die <= 2 else 1 if die <= 7 else 2]
    came = "down" if die <= 2 else "on" if die <= 7 else "spreads"
    assert told(table, "FireBlown") == [{"event": "FireBlown", "hex": "30.10", "die": die, "came": came}]


@pytest.mark.clause("CSS-8.8.1-08")
def test_a_fire_spreads_neither_into_clear_nor_into_burnt_hexes_nor_twice() -> None:
    alone = windy(9, rows="......\n......\nw.....\n......", burns=("30.10",))
    assert alone.state.on_fire == (3010,) and [e["came"] for e in told(alone, "FireBlown")] == ["on"]
    cleared_one = windy(9, rows=PLAIN, burns=("30.10",), more=(("31.09", "fire_cleared", None),))
    assert cleared_one.state.on_fire == (3010,)
    assert windy(9, 5, rows=PLAIN, burns=("30.10", "31.09")).state.on_fire == (3010, 3109)


@pytest.mark.clause("CSS-8.8.1-09")
@pytest.mark.parametrize("die", range(10))
def test_a_die_decides_between_two_ways(die: int) -> None:
    table = windy(8, die, rows=TWO_WAYS, burns=("30.10",))
    assert table.state.on_fire == (3010, 3109 if die <= 4 else 3110)


@pytest.mark.clause("CSS-8.8.1-07")
def test_a_cleared_hex_costs_shelters_and_hides_like_clear_ground() -> None:
    rows = "..w.......\n..w.......\n..w.......\n.........."
    pieces = {"a": us("12.32", deployed=False), "x": ge("12.30"), "y": ge("12.33"), **FAR}
    for markers, cost, defense, sight in ((), 4, -2, False), ([("12.31", "fire_cleared", None)], 2, 0, True):
        table = activation(board(rows), {**pieces, "x": ge("12.30", fire=None)}, US, markers=markers)
        assert sees(table.game, 1230, 1232) is sight
        assert terrain_defense(ground_of(table.game), 1231) == defense
        assert table.session.query("stack", hex="12.31").terrain == ("clear" if sight else "woods")
        assert table.session.query("stack", hex="12.31").defense == defense
        table.do("move", units=("a",))
        table.dice(9, 9, 9)
        table.step("12.31")
        while table.asked[1] == "opportunity_fire":
            table.do("hold")
        if table.asked[1] == "movement":
            assert table.decision.subject["points"] == [10 - cost]
    ignited = Game(table.game.kinds, table.game.scenario, table.state.copy())
    ignite(ignited, 1231)
    assert ignited.state.on_fire == ()  # it cannot burn again


@pytest.mark.clause("CSS-8.8.1-07")
def test_the_sight_over_cleared_ground_is_that_of_a_map_drawn_so() -> None:
    rng = np.random.default_rng(3)
    rows = ["".join(rng.choice(list("...wwvVT"), 24)) for _ in range(22)]
    levels = "\n".join("".join(rng.choice(list("1112"), 24)) for _ in range(22))
    printed = board("\n".join(rows), levels=levels)
    gone = (1135, 2040, 3351, 1030)
    assert np.array_equal(sight_table(cleared(printed, gone))._seen, SightTable(cleared(printed, gone))._seen)
    assert not np.array_equal(sight_table(cleared(printed, gone))._seen, sight_table(printed)._seen)


def test_the_view_shows_cleared_hexes_and_the_odds_know_the_fire() -> None:
    pieces = {"a": us("12.32"), "x": ge("13.32"), **FAR}
    table = activation(ground(), pieces, US, weapons=FLAMES, markers=[("12.31", "fire_cleared", None)])
    assert MarkerView("12.31", "fire_cleared") in table.session.view(None).markers
    compose(table, "a", "13.32").do("use_weapon", weapon="flame")
    outcomes = {r.text: r.chance for r in table.session.query("odds").results}
    assert sum(n / d for text, (n, d) in outcomes.items() if "on fire" in text) == pytest.approx(0.3)
    assert result(table.dice(9).do("confirm")) == ""


@pytest.mark.clause("CSS-4.0-27", "CSS-8.8.1-06")
def test_the_wind_first_blows_barrages_and_light_away_and_then_turns_to_the_fires() -> None:
    table = windy(8, rows=PLAIN, burns=("30.10",), more=(("31.11", "barrage", "heavy"), ("32.11", "illumination", "")))
    assert (table.state.barrages, table.state.illuminated, table.state.on_fire) == ({}, (), (3010, 3109))
    order = [e.get("kind", "die") for e in told(table, "MarkerRemoved", "MarkerPlaced", "DieRolled")
             if e.get("purpose", "wind_on_fire") == "wind_on_fire"]  # fmt: skip
    assert order == ["barrage", "illumination", "die", "on_fire"]
