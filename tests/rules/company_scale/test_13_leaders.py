"""Leaders: relocation, men, help, losses (13.0 to 13.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.company_scale.counters import LeaderCounter, Replacement, Stripe
from rules.company_scale.r05_command import in_command
from rules.company_scale.r13_leaders import lose_leader
from rules.company_scale.scenario import Reinforcement
from rules.company_scale.setting_up import start
from rules.company_scale.system import SYSTEM
from rules.engine.command import cmd
from rules.engine.game import Game
from rules.engine.nature import ScriptedNature
from rules.engine.session import Session
from rules.hexes.grid import hex_id
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import compose, entry, parts, shoot, value
from tests.rules.company_scale.helpers.moves import end
from tests.rules.company_scale.helpers.tables import (
    Piece,
    TableTop,
    activation,
    ge,
    leader,
    named,
    scenario_of,
    tank,
    us,
)
from tests.rules.company_scale.helpers.turns import ALL_EMPTY, QUIET_CUP

OPEN = board("\n".join(["............"] * 8))
US, OTHER, BOTH, GE = "formation:r141", "formation:r142", "division:d36", "formation:pg110"
AT_B = "2.C.iii.b"
FAR: dict[str, Piece] = {"x": ge("21.37", fire=None)}
DEPUTY = Replacement("Deputy", 0, 1)
WHITE: dict[str, Any] = {"formation": "", "division": "d36"}


def chief(name: str = "chief", fire: int = 1, quality: int = 2, **changes: Any) -> LeaderCounter:
    """Return a leader of the 141st with a replacement."""
    return leader(name, fire, quality, **{"replacement": DEPUTY, **changes})


def leading(pieces: dict[str, Piece], leaders: dict[str, tuple[str, LeaderCounter]], chit: str = US,
            **facts: Any) -> TableTop:  # fmt: skip
    """Start an activation at step b."""
    ground = facts.pop("ground", OPEN)
    return activation(ground, {**pieces, **FAR}, chit, leaders=leaders, step=AT_B, **facts)


def places(table: TableTop) -> dict[str, str]:
    """Return where the leaders are."""
    return {n: t.place if t.place != "map" else f"{t.hex // 100}.{t.hex % 100}" for n, t in table.state.leaders.items()}


def ways(table: TableTop, name: str = "chief") -> set[str]:
    """Return where a leader may go."""
    if table.asked[1] != "leaders":
        return set()
    return {str(c.get("hex")) for c in table.offered("relocate") if c.get("leader") == name}


# --- relocation (13.1, 4.0 b) ---


@pytest.mark.clause("CSS-13.1-01", "CSS-4.0-31")
def test_active_leaders_move_in_their_own_step_and_not_later() -> None:
    pieces = {"a": us("12.32"), "b": us("15.33"), "c": us("13.34", formation="r142")}
    table = leading(pieces, {"chief": ("12.32", chief())})
    assert table.asked == ("allied", "leaders")
    assert ways(table) == {"15.33"}
    events = table.do("relocate", leader="chief", hex="15.33")
    assert [e["hex"] for e in named(events, "LeaderMoved")] == ["15.33"]
    assert table.refused("relocate", leader="chief", hex="12.32") == ["13.1"]  # once
    table.session.undo()
    table.do("relocate", leader="chief", hex="15.33")
    table.do("done")
    assert table.asked == ("allied", "activation")
    assert table.refused("relocate", leader="chief", hex="12.32")
    assert places(table) == {"chief": "15.33"}


@pytest.mark.clause("CSS-13.1-01")
def test_leaders_of_other_formations_stay() -> None:
    pieces = {"a": us("12.32", formation="r142"), "b": us("15.33", formation="r142"), "c": us("13.34")}
    table = leading(pieces, {"chief": ("12.32", chief(formation="r142"))})
    assert table.asked == ("allied", "activation")
    both = leading({**pieces, "d": us("14.34")}, {"chief": ("12.32", chief(formation="r142")),
                                                  "mine": ("13.34", chief("mine"))})  # fmt: skip
    assert "13.1" in both.refused("relocate", leader="chief", hex="15.33")
    assert both.refused("relocate", leader="nobody", hex="15.33")


@pytest.mark.clause("CSS-13.1-02")
@pytest.mark.parametrize(("stripe", "goes"), [("coloured", {"13.33"}), ("white", {"14.34"}),
                                              ("none", {"13.33", "14.34", "15.35"})])  # fmt: skip
def test_where_each_kind_of_leader_may_go(stripe: str, goes: set[str]) -> None:
    pieces = {
        "a": us("12.32"), "b": us("13.33"), "w": us("14.34", **WHITE), "c": us("15.35", formation="r142"),
        "v": us("12.32", **WHITE), "y": us("16.30", formation="", division="butler"),
    }  # fmt: skip
    piece = chief(stripe=Stripe(stripe))
    table = leading(pieces, {"chief": ("12.32", piece)}, BOTH)
    assert ways(table) == goes
    for wrong in {"13.33", "14.34", "15.35", "16.30", "17.33"} - goes:
        assert table.refused("relocate", leader="chief", hex=wrong) == ["13.1"]


@pytest.mark.clause("CSS-13.1-03")
@pytest.mark.parametrize(("watchers", "free"), [
    (("11.32", "11.35"), True), (("11.32", "11.35", "11.34"), False), ((), True), (("10.33",), False),
])  # fmt: skip
def test_both_ends_of_the_way_may_be_watched_and_nothing_between(watchers: tuple[str, ...], free: bool) -> None:
    """The way down column 10 from 10.32 to 10.36: 11.32 watches 10.32 and 10.33, 11.35 watches 10.35 and 10.36."""
    rows = ["." + ("." if any(w == f"11.{row}" for w in watchers) else "#") for row in range(30, 38)]
    near = {"11.32": "11.31", "11.35": "11.36"}
    pieces = {"a": us("10.32"), "b": us("10.36")}
    placed = [near.get(w, w) for w in watchers]
    rows = ["." + ("." if f"11.{row}" in placed else "#") for row in range(30, 38)]
    pieces |= {f"e{n}": ge(at, fire=("red", 3, 1) if at != "10.33" else None) for n, at in enumerate(placed)}
    table = activation(board("\n".join(rows)), pieces, US, leaders={"chief": ("10.32", chief())}, step=AT_B)
    assert (ways(table) == {"10.36"}) is free


@pytest.mark.clause("CSS-13.1-04", "CSS-13.1-05")
@pytest.mark.parametrize("chit", [US, "command:allied"])
def test_a_leader_goes_along_with_a_moving_unit_if_his_player_likes(chit: str) -> None:
    pieces = {"a": us("12.32", deployed=False), "b": us("12.32"), "hq": us("11.36", hq="formation", command_range=9)}
    for take, ends in ((True, "15.33"), (False, "12.32")):
        table = activation(OPEN, {**pieces, **FAR}, chit, leaders={"chief": ("12.32", chief())})
        if chit != US:
            table.do("activate", unit="a")
        table.do("move", units=("a",))
        assert table.decision.subject["carried"] == []
        assert [c.get("leader") for c in table.offered("take_leader")] == ["chief"]
        table.do("take_leader", leader="chief")
        assert table.decision.subject["carried"] == ["chief"]
        if not take:
            table.do("take_leader", leader="chief")
            assert table.decision.subject["carried"] == []
        table.step("13.32", "14.33", "15.33")
        assert places(table) == {"chief": ends}
        assert "12.3" in table.refused("take_leader", leader="chief")
        assert table.offered("take_leader") == []
        table.do("stop")
        assert table.refused("relocate", leader="chief", hex="11.36")


@pytest.mark.clause("CSS-13.1-05")
def test_a_leader_never_moves_by_himself_under_direct_command() -> None:
    hq = us("10.30", **WHITE, hq="division")
    table = activation(OPEN, {"a": us("12.32"), "b": us("13.33"), "hq": hq, **FAR}, "command:allied", dice=(0,),
                       leaders={"chief": ("12.32", chief())})  # fmt: skip
    assert table.asked == ("allied", "activation")
    assert table.refused("relocate", leader="chief", hex="13.33")


@pytest.mark.clause("CSS-13.1-04")
def test_the_last_unit_to_go_takes_its_leader_along() -> None:
    table = activation(OPEN, {"a": us("12.32", deployed=False), "b": us("13.33"), **FAR}, US,
                       leaders={"chief": ("12.32", chief())})  # fmt: skip
    table.do("move", units=("a",))
    assert table.decision.subject["carried"] == ["chief"]
    assert table.refused("take_leader", leader="chief") == ["13.1"]
    assert table.refused("take_leader", leader="nobody") == ["12.3"]


# --- left alone (13.1) ---


def bereft(others: dict[str, Piece], *, fire: Any = ("red", 9, 1), **facts: Any) -> TableTop:
    """Eliminate the only company that stands with a leader in 12.32, with a die of 1."""
    pieces = {"a": us("12.32", deployed=False), "y": ge("12.33", fire=fire), **others}
    table = activation(OPEN, pieces, GE, leaders={"chief": ("12.32", chief())}, charts=entry("E"), **facts)
    shoot(table, "y", "12.32", 1)
    return table


@pytest.mark.clause("CSS-13.1-06")
def test_a_leader_left_alone_joins_the_one_unit_of_his_command() -> None:
    table = bereft({"b": us("12.30"), "c": us("13.31", formation="r142")})
    assert places(table) == {"chief": "12.30"}
    assert table.asked == ("german", "activation")


@pytest.mark.clause("CSS-13.1-06")
def test_his_player_chooses_among_several() -> None:
    table = bereft({"b": us("12.30"), "c": us("14.31")})
    assert table.asked == ("allied", "leaders")
    assert table.decision.subject["alone"] is True
    assert ways(table) == {"12.30", "14.31"}
    assert table.refused("done") == ["13.1"]
    assert table.refused("relocate", leader="chief", hex="12.32") == ["13.1"]
    table.do("relocate", leader="chief", hex="14.31")
    assert places(table) == {"chief": "14.31"}
    assert table.asked == ("german", "activation")


@pytest.mark.clause("CSS-13.1-06")
def test_with_units_of_others_he_may_stay_and_helps_nobody() -> None:
    table = bereft({"b": us("12.30"), "c": us("12.32", formation="r142")})
    while table.asked[1] == "target_unit":
        table.do("choose", unit="a")
    assert places(table) == {"chief": "12.32"}


@pytest.mark.clause("CSS-13.1-07")
def test_without_a_way_he_waits_off_the_map_and_comes_back_with_the_next_unit() -> None:
    ring = {f"e{n}": ge(at, fire=("red", 3, 1)) for n, at in enumerate(("11.31", "11.32", "12.31", "13.31", "13.32"))}
    hq = us("18.32", **WHITE, hq="division")
    others = {"b": us("18.30"), "r": us("10.30", place="routed"), "hq": hq, **ring}
    table = bereft(others, cup=(BOTH,))
    assert places(table) == {"chief": "off_map"}
    table.dice(BOTH)
    end(table)
    while table.asked[1] != "activation":
        table.do("pass" if table.asked[1] == "purchase" else "done")
    table.do("return_unit", unit="r", hex="19.32", deployed=True)
    assert places(table) == {"chief": "19.32"}


@pytest.mark.clause("CSS-13.1-08")
@pytest.mark.parametrize(("place", "box"), [("routed", "off_map"), ("eliminated", "out"), ("reserve", "out")])
def test_a_leader_without_any_more_units_is_out(place: str, box: str) -> None:
    others = {"c": us("14.31", formation="r142"), "r": us("10.30", place=place)}
    assert places(bereft(others)) == {"chief": box}


@pytest.mark.clause("CSS-13.1-08")
def test_a_leader_whose_units_are_still_to_come_waits_for_them() -> None:
    due = Reinforcement(3, hex_id("10.30"), ("r",))
    table = bereft({"c": us("14.31", formation="r142"), "r": us("10.30", place="reserve")}, reinforcements=[due])
    assert places(table) == {"chief": "off_map"}


@pytest.mark.clause("CSS-13.1-08")
def test_a_leader_among_others_leaves_with_the_last_of_his_own() -> None:
    pieces = {"a": us("12.32", deployed=False), "y": ge("12.33", fire=("red", 9, 1))}
    pieces["c"] = us("15.31", formation="r142")
    table = activation(OPEN, pieces, GE, leaders={"chief": ("15.31", chief())}, charts=entry("E"))
    events = shoot(table, "y", "12.32", 1)
    assert places(table) == {"chief": "out"}
    assert named(events, "LeaderLeft")[0]["out"] is True


@pytest.mark.clause("CSS-13.1-07")
def test_a_leader_comes_with_reinforcements_of_his_command() -> None:
    due = Reinforcement(1, hex_id("10.30"), ("r",))
    pieces = {"a": us("12.30", formation="r142"), "x": ge("21.33"), "r": us("10.30", place="reserve")}
    scenario = scenario_of(OPEN, pieces, leaders={"chief": ("off_map", chief())}, reinforcements=[due],
                           divisions=ALL_EMPTY, turns=1)  # fmt: skip
    state = start(scenario)
    state.put("chief", 0, "off_map")
    session = Session(SYSTEM, scenario, state, ScriptedNature([9, 9, *QUIET_CUP]))
    session.resume()
    assert session.state.leaders["chief"].hex == 1030


# --- help (13.0, 13.2) ---


@pytest.mark.clause("CSS-13.0-01")
def test_a_leader_does_not_help_units_of_another_formation() -> None:
    pieces = {"a": us("12.32", formation="r142"), "b": us("13.34"), "y": ge("12.33", fire=None)}
    table = activation(OPEN, pieces, OTHER, leaders={"chief": ("12.32", chief())})
    compose(table, "a", "12.33")
    assert not table.offered("use_leader")
    assert table.refused("use_leader", leader="chief") == ["8.3.2"]


@pytest.mark.clause("CSS-13.2-01")
def test_leaders_put_units_next_to_them_in_command() -> None:
    pieces = {"l": us("12.32"), "near": us("12.33", formation="r142"), "here": us("12.32"), "far": us("12.34"),
              "alien": us("13.32", formation="cav117")}  # fmt: skip
    table = activation(OPEN, pieces, US, leaders={"chief": ("12.32", chief())})
    assert [in_command(table.game, u) for u in ("here", "near", "far", "alien")] == [True, True, False, False]


@pytest.mark.clause("CSS-13.2-02")
@pytest.mark.parametrize(("die", "built"), [(7, True), (8, False)])
def test_a_leader_raises_troop_quality_in_a_check(die: int, built: bool) -> None:
    table = activation(OPEN, {"e": us("12.32", engineer=True), **FAR}, US, leaders={"chief": ("12.32", chief())})
    table.dice(die).do("build", unit="e", what="trench")
    assert (table.hex("12.32").fortification == "trench") is built


@pytest.mark.clause("CSS-13.2-03")
def test_a_leader_adds_to_the_fire_and_leaves_its_type() -> None:
    pieces = {"a": us("12.32"), "y": ge("12.33", fire=None)}
    leaders = {"chief": ("12.32", chief()), "second": ("12.32", chief("second"))}
    table = activation(OPEN, pieces, US, leaders=leaders)
    compose(table, "a", "12.33").do("use_leader", leader="chief")
    assert (value(table), table.decision.subject["type"], parts(table)["b"]) == (5, "small_arms", 1)
    assert table.refused("use_leader", leader="second") == ["8.3.2"]


@pytest.mark.clause("CSS-13.2-03")
def test_a_leader_helps_opportunity_fire() -> None:
    table = activation(OPEN, {"m": ge("12.33", deployed=False), "a": us("12.32")}, GE,
                       leaders={"chief": ("12.32", chief())})  # fmt: skip
    table.do("move", units=("m",))
    table.step("12.34")
    compose(table, "a", "12.33").do("use_leader", leader="chief")
    assert value(table) == 4 + 1 + 1  # the column's defense too


# --- losses (13.3) ---


def under_fire(die: int, leaders: dict[str, tuple[str, LeaderCounter]], **facts: Any) -> TableTop:
    """Fire at 12.32, where leaders are, with a harmless table."""
    pieces = {"a": us("12.32"), "y": ge("12.33"), **FAR}
    table = activation(OPEN, pieces, GE, leaders=leaders, charts=entry("DG1"), **facts)
    shoot(table, "y", "12.32", die)
    return table


@pytest.mark.clause("CSS-13.3-02", "CSS-3.2-18")
@pytest.mark.parametrize("die", range(10))
def test_a_die_of_0_costs_the_leader(die: int) -> None:
    table = under_fire(die, {"chief": ("12.32", chief())})
    assert table.state.leaders["chief"].replaced is (die == 0)
    [shown] = table.session.view(None).leaders
    assert (shown.name, shown.fire, shown.troop_quality) == (("Deputy", 0, 1) if die == 0 else ("chief", 1, 2))
    assert places(table) == {"chief": "12.32"}


TWO = {"b": us("12.30"), "other": us("12.28", formation="r142")}


@pytest.mark.clause("CSS-13.1-08", "CSS-13.3-02")
@pytest.mark.parametrize("to", ["12.32", "12.30"])
def test_a_replacement_is_put_with_any_unit_of_his_command_before_the_result(to: str) -> None:
    pieces = {"a": us("12.32"), "y": ge("12.33"), **TWO, **FAR}
    table = activation(OPEN, pieces, GE, leaders={"chief": ("12.32", chief())}, charts=entry("DG1"))
    shoot(table, "y", "12.32", 0)
    assert table.asked == ("allied", "leaders") and "Deputy takes over" in table.decision.prompt
    assert [str(c.get("hex")) for c in table.offered("relocate")][:2] == ["12.32", "12.30"]
    assert table.hex("12.32").dg == 0
    assert table.refused("relocate", leader="chief", hex="12.28") == ["13.1"]  # of another command
    assert table.refused("done") == ["13.1"]
    events = table.do("relocate", leader="chief", hex=to)
    assert bool(named(events, "LeaderMoved")) is (to != "12.32")
    assert places(table) == {"chief": to}
    assert table.hex("12.32").dg == 1


@pytest.mark.clause("CSS-13.3-02")
def test_by_the_switch_a_replacement_stays_in_the_hex() -> None:
    pieces = {"a": us("12.32"), "y": ge("12.33"), **TWO, **FAR}
    facts: dict[str, Any] = {"charts": entry("DG1"), "rules": {"replacement_leader": "same_hex"}}
    table = activation(OPEN, pieces, GE, leaders={"chief": ("12.32", chief())}, **facts)
    shoot(table, "y", "12.32", 0)
    assert places(table) == {"chief": "12.32"}
    assert table.asked[1] != "leaders"


@pytest.mark.clause("CSS-13.1-08")
def test_a_replacement_among_strangers_goes_to_the_only_unit_of_his_command() -> None:
    pieces = {"a": us("12.32", formation="r142"), "b": us("12.30"), "y": ge("12.33")}
    table = activation(OPEN, pieces, GE, leaders={"chief": ("12.32", chief())}, charts=entry("DG1"))
    shoot(table, "y", "12.32", 0)
    assert places(table) == {"chief": "12.30"}


@pytest.mark.clause("CSS-13.1-08", "CSS-13.1-04")
def test_a_replacement_put_elsewhere_does_not_go_along_with_the_units_that_were_fired_at() -> None:
    pieces = {"m": us("12.32", deployed=False), "b": us("12.28"), "y": ge("12.33")}
    table = activation(OPEN, pieces, US, leaders={"chief": ("12.32", chief())}, charts=entry("DG1"))
    table.do("move", units=("m",))
    table.step("12.31")
    shoot(table, "y", "12.32", 0)
    table.do("relocate", leader="chief", hex="12.28")
    assert (table.where("m"), places(table)) == ("12.31", {"chief": "12.28"})


@pytest.mark.clause("CSS-13.3-02")
def test_one_of_two_leaders_is_lost_and_his_player_says_which() -> None:
    table = under_fire(0, {"chief": ("12.32", chief()), "second": ("12.32", chief("second", replacement=None))})
    assert table.asked == ("allied", "lose_leader")
    assert table.refused("choose", leader="nobody") == ["13.3"]
    table.do("choose", leader="second")
    assert places(table) == {"chief": "12.32", "second": "out"}
    assert not table.state.leaders["chief"].replaced


@pytest.mark.clause("CSS-13.3-02")
def test_opportunity_fire_costs_a_leader_too() -> None:
    pieces = {"m": us("12.32", deployed=False), "y": ge("12.33")}
    table = activation(OPEN, pieces, US, leaders={"chief": ("12.32", chief())}, charts=entry("DG1"))
    table.do("move", units=("m",))
    table.step("12.31")
    shoot(table, "y", "12.32", 0)
    assert table.state.leaders["chief"].replaced


@pytest.mark.clause("CSS-13.3-02", "CSS-13.1-04")
def test_a_leader_lost_to_opportunity_fire_on_the_way_does_not_arrive() -> None:
    pieces = {"m": us("12.32", deployed=False), "y": ge("12.33")}
    leaders = {"chief": ("12.32", chief(replacement=None))}
    table = activation(OPEN, pieces, US, leaders=leaders, charts=entry("DG1"))
    table.do("move", units=("m",))
    table.step("12.31")
    shoot(table, "y", "12.32", 0)
    assert (table.where("m"), places(table)) == ("12.31", {"chief": "out"})


@pytest.mark.clause("CSS-13.3-02")
@pytest.mark.parametrize(("target", "die", "lost"), [("12.32", 0, True), ("12.32", 1, False), ("12.30", 0, False)])
def test_indirect_fire_costs_a_leader_too_but_not_one_of_its_own_side(target: str, die: int, lost: bool) -> None:
    pieces = {"a": us("12.32", fire=None), "y": ge("12.30", fire=("black", 3, 6)), **FAR}
    leaders = {"chief": ("12.32", chief()), "own": ("12.30", chief("own", formation="pg110"))}
    table = activation(OPEN, pieces, GE, leaders=leaders, charts=entry("DG1"))
    table.do("indirect_fire", unit="y", hex=target)
    table.dice(die).do("confirm")
    assert table.state.leaders["chief"].replaced is lost
    assert not table.state.leaders["own"].replaced


@pytest.mark.clause("CSS-13.3-02")
def test_fire_at_one_hard_target_costs_a_leader_of_its_hex_too() -> None:
    pieces = {"a": us("12.32"), "y": tank("12.33", fire=("white", 5, 2)), "t": tank("12.32", us), **FAR}
    table = activation(OPEN, pieces, GE, leaders={"chief": ("12.32", chief())}, charts=entry("DG1", "DG1"))
    compose(table, "y", "12.32").do("aim", target="t")
    table.dice(0).do("confirm")
    assert table.state.leaders["chief"].replaced


@pytest.mark.clause("CSS-13.3-01")
def test_a_replacement_is_at_hand_at_once_and_gone_for_good_when_lost() -> None:
    pieces = {"a": us("12.32"), "y": ge("12.33", fire=None)}
    table = activation(OPEN, pieces, US, leaders={"chief": ("12.32", chief(replacement=Replacement("Next", 2, 0)))})
    game = Game(table.game.kinds, table.game.scenario, table.session.state)
    lose_leader(game, "chief")
    assert game.events[-1]["replacement"] == "Next"
    compose(table, "a", "12.33").do("use_leader", leader="chief")
    assert parts(table)["b"] == 2
    lose_leader(Game(table.game.kinds, table.game.scenario, table.session.state), "chief")
    assert places(table) == {"chief": "out"}


@pytest.mark.clause("CSS-13.1-07", "CSS-14.0-03")
def test_a_unit_of_another_command_brings_nobody_back() -> None:
    hq = us("18.32", **WHITE, hq="division")
    pieces = {
        "a": us("12.32"),
        "r": us("10.30", formation="r142", place="routed"),
        "hq": hq,
        "s": us("10.31", place="routed"),
    }
    brave = leader("brave", 2, 1, hero=True, type="marker", stripe=Stripe.NONE)
    table = activation(
        OPEN, {**pieces, **FAR}, BOTH, leaders={"chief": ("off_map", chief()), "brave": ("off_map", brave)}
    )
    table.state.leaders["brave"] = replace(table.state.leaders["brave"], unit="s")
    table.do("return_unit", unit="r", hex="19.32", deployed=True)
    assert places(table) == {"chief": "off_map", "brave": "off_map"}
    events = table.do("return_unit", unit="s", hex="18.33", deployed=True)
    assert places(table) == {"chief": "18.33", "brave": "18.33"}
    assert [e["from"] for e in named(events, "LeaderMoved")] == ["", ""]


@pytest.mark.clause("CSS-13.1-08")
def test_a_leader_left_alone_whose_own_units_have_all_left_the_map_is_out() -> None:
    pieces = {"gone": us("10.30", place="exited"), "c": us("12.32", deployed=False, formation="r142"),
              "d": us("15.31", formation="r142"), "y": ge("12.33", fire=("red", 9, 1))}  # fmt: skip
    table = activation(OPEN, pieces, GE, leaders={"chief": ("12.32", chief())}, charts=entry("E"))
    events = shoot(table, "y", "12.32", 1)
    assert places(table) == {"chief": "out"} and [e["out"] for e in named(events, "LeaderLeft")] == [True]


@pytest.mark.clause("CSS-13.1-06")
def test_a_leader_left_alone_must_go() -> None:
    table = bereft({"b": us("12.30"), "c": us("13.31")})
    assert table.asked == ("allied", "leaders") and table.decision.subject["alone"] is True
    assert table.refused("done") == ["13.1"]


@pytest.mark.clause("CSS-13.1-01")
def test_a_leader_who_has_been_moved_is_not_moved_on() -> None:
    pieces = {"a": us("12.32"), "b": us("15.33"), "c": us("13.34"), "d": us("16.35")}
    table = leading(pieces, {"chief": ("12.32", chief()), "second": ("16.35", chief("second"))})
    table.do("relocate", leader="chief", hex="15.33")
    assert table.refused("relocate", leader="chief", hex="13.34") == ["13.1"]
    assert ways(table) == set() and ways(table, "second") == {"12.32", "13.34", "15.33"}


@pytest.mark.clause("CSS-13.1-02", "CSS-13.1-03")
def test_a_leader_who_cannot_go_is_told_why() -> None:
    """The way to 20.32 is watched; 15.33 holds a unit of another command."""
    pieces = {"a": us("12.32"), "b": us("20.32"), "c": us("15.33", formation="r142"), "d": us("12.34")}
    wall = {f"e{row}": ge(f"17.{row}", fire=("red", 3, 1)) for row in range(30, 38)}
    table = leading({**pieces, **wall}, {"chief": ("12.32", chief())})
    assert ways(table) == {"12.34"}
    for hex, why in (("20.32", "clear of enemies"), ("15.33", "only a unit of his own command")):
        [reason] = table.session.explain("allied", cmd("relocate", leader="chief", hex=hex))
        assert why in reason.text and reason.rule == "13.1"
