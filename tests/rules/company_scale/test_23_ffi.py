"""The FFI and their ambushes (23.0 to 23.3)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.r08_5_4_status import current_troop_quality
from rules.company_scale.r20_events import ON_MAP, divisions_of
from rules.company_scale.r23_1_ffi import payer_of
from rules.company_scale.scenario import DivisionStart
from rules.hexes.grid import hex_id
from tests.rules.company_scale.helpers.ambushes import BUTLER, FFI, GROUND, INFANTRY, ffi, lone, with_ambushers
from tests.rules.company_scale.helpers.moves import aboard
from tests.rules.company_scale.helpers.tables import DIVISIONS, Piece, TableTop, activation, ge, leader, named, tank, us


@pytest.fixture(autouse=True)
def _resistance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DIVISIONS, "ffi", FFI)


def command(commands: int, pieces: dict[str, Piece], **facts: Any) -> TableTop:
    """Draw the US direct command chit with so many commands on the tracks of TF Butler and the 36th."""
    start = DivisionStart(0, commands, 0, 5)
    return activation(GROUND, pieces, "command:allied", divisions={"butler": start, "d36": start}, **facts)


@pytest.mark.clause("CSS-23.0-01", "CSS-23.1-01")
def test_six_regular_units_and_five_ambushes() -> None:
    scenario = load_scenario("montelimar-campaign")
    units = [known for known in scenario.units.values() if known.division == "ffi"]
    regular = [known for known in units if not known.ambush]
    assert len(regular) == 6
    assert [known.label for known in regular if known.hq] == ["FFI-HQ"]
    assert len(scenario.roster.ambushers) == 5
    sudre = load_scenario("montelimar-campaign-sudre")
    assert {known.division for known in sudre.units.values() if known.side == "allied"} >= {"ffi", "cc_sudre"}
    assert not any(known.division == "ffi" and "cc_sudre" in known.formation for known in sudre.units.values())


@pytest.mark.clause("CSS-23.1-02")
def test_the_ffi_act_only_under_the_direct_command_chit() -> None:
    pieces = {"f": ffi("26.22", deployed=False), "b": BUTLER, "x": ge("35.27")}
    table = activation(GROUND, pieces, "division:butler")
    assert "f" not in table.state.activity
    assert table.refused("move", units=("f",)) == ["5.1"]
    table = command(4, pieces)
    table.do("activate", unit="f")
    assert "f" in table.state.activity


@pytest.mark.clause("CSS-23.1-03")
def test_task_force_butler_pays_and_after_it_the_36th() -> None:
    both = {"f": ffi("26.22"), "b": BUTLER, "i": INFANTRY, "x": ge("35.27")}
    table = command(4, both)
    assert payer_of(table.game, "ffi") == "butler"
    table.do("activate", unit="f")
    assert table.state.divisions["butler"].commands == 2
    assert table.state.divisions["d36"].commands == 4
    alone = {"f": ffi("26.22"), "i": INFANTRY, "x": ge("35.27")}
    table = command(4, alone)
    table.do("activate", unit="f")
    assert table.state.divisions["d36"].commands == 2


@pytest.mark.clause("CSS-23.1-04", "CSS-4.0-41")
def test_each_activation_costs_two_direct_commands() -> None:
    table = command(3, {"f": ffi("26.22", deployed=False), "g": ffi("27.22"), "b": BUTLER, "x": ge("35.27")})
    events = table.do("activate", unit="f")
    assert named(events, "CommandSpent")[0]["price"] == 2
    table.do("pass_unit", unit="f")
    assert table.state.divisions["butler"].commands == 1
    assert table.refused("activate", unit="g") == ["23.1"]


@pytest.mark.clause("CSS-23.1-04")
def test_a_supporting_unit_of_the_ffi_costs_two_as_well() -> None:
    pieces = {"f": ffi("26.22"), "g": ffi("26.22"), "b": BUTLER, "x": ge("26.23")}
    table = command(4, pieces)
    table.do("activate", unit="f")
    table.do("fire", unit="f", hex="26.23")
    table.do("support", unit="g")
    table.dice(9)
    table.do("confirm")
    assert table.state.divisions["butler"].commands == 0
    poor = command(3, pieces)
    poor.do("activate", unit="f")
    poor.do("fire", unit="f", hex="26.23")
    assert poor.refused("support", unit="g") == ["8.2"]


@pytest.mark.clause("CSS-23.1-05")
def test_the_troop_quality_of_the_ffi_is_five() -> None:
    table = activation(GROUND, {"f": ffi("26.22"), "i": INFANTRY, "x": ge("35.27")}, "division:d36",
                       divisions={"d36": DivisionStart(0, 0, 0, 2)})  # fmt: skip
    assert current_troop_quality(table.game, "f") == 5
    campaign = load_scenario("montelimar-campaign")
    assert {known.troop_quality for known in campaign.units.values() if known.division == "ffi"} == {5}


@pytest.mark.clause("CSS-23.1-03", "CSS-8.5.2-02")
def test_routed_ffi_lie_in_the_box_of_the_division_that_pays_and_return_at_its_headquarters() -> None:
    hq = us("24.25", formation="", division="butler", hq="division", command_range=8)
    table = command(4, {"f": ffi("26.22", place="routed"), "hq": hq, "b": BUTLER, "i": INFANTRY, "x": ge("35.27")},
                    dice=(9,))  # fmt: skip
    boxes = {d.id: d.boxes.routed for d in table.session.view("allied").displays}
    assert boxes["butler"] == ("f",) and boxes["d36"] == ()
    table.do("activate", unit="f")
    assert {c.get("hex") for c in table.offered("return_unit")} >= {"24.25", "24.24", "25.25"}
    assert table.refused("return_unit", unit="f", hex="30.22", deployed=True) == ["8.5.2"]
    table.do("return_unit", unit="f", hex="24.24", deployed=True)
    assert table.where("f") == "24.24"


# ---- ambushes (23.2) ----


@pytest.mark.clause("CSS-23.2-01")
def test_a_lone_german_unit_may_be_ambushed() -> None:
    assert lone(mate="33.26").asked == ("allied", "ambush")  # 6 hexes away
    assert lone(mate="32.26").asked == ("german", "movement")  # 5 hexes away


@pytest.mark.clause("CSS-23.2-01")
def test_the_allied_player_need_not_try() -> None:
    table = lone()
    table.do("decline")
    assert table.asked == ("german", "movement")


@pytest.mark.clause("CSS-23.2-02")
def test_an_ambush_lies_next_to_the_unit() -> None:
    table = lone(z=us("28.23", formation="r142"))
    hexes = {str(command.get("hex")) for command in table.offered("ambush")}
    assert hexes == {"26.23", "26.24", "27.22", "27.24", "28.23", "28.24"}  # 28.23 holds Americans already
    assert table.refused("ambush", hex="30.23", unit="amb1") == ["23.2"]
    assert table.refused("ambush", hex="nowhere", unit="amb1") == ["23.2"]


@pytest.mark.clause("CSS-23.2-02", "CSS-8.8.1-03", "CSS-22.3-03", "CSS-18.0-04")
def test_where_no_ambush_can_be_laid_nobody_is_asked() -> None:
    table = lone()
    assert {c.get("unit") for c in table.offered("ambush")} == {"amb1"}  # one free unit is as good as another
    table.state.on_fire = (hex_id("28.24"),)
    table.session.resume()
    assert table.refused("ambush", hex="28.24", unit="amb1") == ["8.8.1"]
    assert "28.24" not in {c.get("hex") for c in table.offered("ambush")}
    assert lone(entries={"german": frozenset({hex_id("27.22")})}).asked == ("german", "movement")
    events = lone().dice(6).do("ambush", hex="28.24", unit="amb1")
    assert named(events, "AmbushTakenUp") == []  # it was free


@pytest.mark.clause("CSS-23.2-01")
def test_a_lone_american_is_not_ambushed() -> None:
    hidden = {"amb1": ffi("24.20", never_column=True, place="reserve")}
    pieces = {"a": us("34.26", deployed=False), "x": ge("24.20"), **hidden}
    table = with_ambushers(pieces, "formation:r141")
    table.do("move", units=("a",))
    table.step("33.26")
    assert table.asked == ("allied", "movement")


@pytest.mark.clause("CSS-23.2-03", "CSS-30.0-08")
def test_riders_get_off_when_an_ambush_comes_within_10_hexes() -> None:
    table = aboard(lone(t=tank("35.27"), r=ge("35.27")), {"r": "t"})
    table.dice(5).do("ambush", hex="26.23", unit="amb1")
    assert table.state.carried == {} and table.where("r") == "35.27"


@pytest.mark.clause("CSS-23.2-03")
@pytest.mark.parametrize(("die", "where"), [(5, "28.24"), (6, "reserve")])
def test_five_or_less_places_it(die: int, where: str) -> None:
    table = lone()
    table.dice(die)
    events = table.do("ambush", hex="28.24", unit="amb1")
    assert named(events, "AmbushAttempted")[0]["placed"] == (die <= 5)
    assert table.where("amb1") == where


@pytest.mark.clause("CSS-23.2-04")
def test_with_all_in_play_one_is_taken_up_before_the_die() -> None:
    table = lone(count=0, amb1=ffi("30.20", never_column=True), amb2=ffi("31.20", never_column=True))
    assert {str(command.get("unit")) for command in table.offered("ambush")} == {"amb1", "amb2"}
    table.dice(8)
    table.do("ambush", hex="28.24", unit="amb2")
    assert table.where("amb1") == "30.20"
    assert table.where("amb2") == "reserve"


@pytest.mark.clause("CSS-23.2-04")
def test_a_free_one_is_used_first() -> None:
    table = lone(count=1, amb2=ffi("31.20", never_column=True))
    assert {str(command.get("unit")) for command in table.offered("ambush")} == {"amb1"}
    assert table.refused("ambush", hex="28.24", unit="amb2") == ["23.2"]


@pytest.mark.clause("CSS-23.2-05", "CSS-23.2-06")
def test_an_ambush_unit_is_paid_for_like_the_ffi_and_never_moves() -> None:
    table = command(2, {"amb": ffi("26.22", never_column=True), "b": BUTLER, "x": ge("26.23")})
    table.do("activate", unit="amb")
    assert table.state.divisions["butler"].commands == 0
    assert "3.2" in table.refused("change_formation", unit="amb")
    assert "3.2" in table.refused("move", units=("amb",))
    assert "fire" in table.verbs()


@pytest.mark.clause("CSS-23.2-06")
def test_an_ambush_unit_cannot_be_loaded() -> None:
    truck = us("26.22", formation="", division="butler", stripe="none", fire=None, column_fire=("red", 1, 1),
               deployed=False, move=("wheeled", 18), transport=True)  # fmt: skip
    table = command(4, {"amb": ffi("26.22", never_column=True), "b": BUTLER, "t": truck, "x": ge("35.27")})
    table.do("activate", unit="amb")
    assert table.refused("load", unit="amb", transport="t")
    lorry = us("", formation="", division="ffi", stripe="none", fire=None, column_fire=("red", 1, 1), deployed=False,
               move=("wheeled", 18), transport=True, place="pool")  # fmt: skip
    table = with_ambushers({"amb": ffi("26.22", never_column=True), "f": ffi("26.23"), "b": BUTLER, "lorry": lorry,
                             "x": ge("35.27")}, "command:allied")  # fmt: skip
    table.do("activate", unit="lorry")
    assert {c.get("unit") for c in table.offered("load")} == {"f"}  # nothing but its kind keeps it off the lorry
    assert table.refused("load", unit="amb", transport="lorry") == ["23.2"]


def assaulted(pieces: dict[str, Piece], chit: str, side: str, *dice: int) -> TableTop:
    """Draw a chit with a prepared assault marker of a side on 27.24, some ambush units being free."""
    hidden = {"amb1": ffi("24.20", never_column=True, place="reserve")}
    marks = [("27.24", "prepared_assault", side)]
    return with_ambushers({"far": us("24.20"), **pieces, **hidden}, chit, markers=marks, dice=dice)


@pytest.mark.clause("CSS-23.2-01", "CSS-9.1-25")
@pytest.mark.parametrize("more", [{}, {"y": ge("35.27", formation="pg111")}, {"y": ge("31.24")}])
def test_a_lone_german_unit_that_advances_may_be_ambushed(more: dict[str, Piece]) -> None:
    table = assaulted({"x": ge("26.24"), **more}, "formation:pg110", "german")
    table.do("confirm")
    lone = "y" not in more or more["y"].hex == "35.27"
    assert table.where("x") == "27.24"
    assert (table.asked == ("allied", "ambush")) is lone
    if lone:
        table.dice(5).do("ambush", hex="28.25", unit="amb1")
        assert table.where("amb1") == "28.25" and table.session.view().markers == ()


@pytest.mark.clause("CSS-23.2-01", "CSS-9.1-13")
def test_a_lone_german_unit_that_retreats_may_be_ambushed_but_no_american() -> None:
    table = assaulted(
        {"a": us("27.23"), "x": ge("27.24", deployed=False, column_fire=None)}, "formation:r141", "allied"
    )
    table.do("confirm")
    table.do("retreat", hex="27.25")
    assert table.asked == ("allied", "ambush") and table.hex("27.25").stress == "suppressed"
    table.dice(6).do("ambush", hex="28.26", unit="amb1")
    assert table.where("amb1") == "reserve" and table.where("a") == "27.24"  # nobody ambushes the American


@pytest.mark.clause("CSS-23.2-01")
def test_units_of_two_divisions_that_move_together_are_alone_each_among_its_own() -> None:
    hidden = {"amb1": ffi("24.20", never_column=True, place="reserve")}
    pieces = {"x": ge("26.23", deployed=False), "z": ge("26.23", deployed=False, formation="gr305"),
              "y": ge("30.23", formation="gr305"), "i": INFANTRY, **hidden}  # fmt: skip
    table = with_ambushers(pieces, "kampfgruppe:pz11")
    table.do("place_marker", hex="26.23")
    table.do("move", units=("x", "z"))
    table.step("27.23")
    assert table.asked == ("allied", "ambush") and table.decision.subject["unit"] == "x"


# ---- Combat Command Sudre (23.3) ----


@pytest.mark.clause("CSS-23.3-01", "CSS-23.3-02")
def test_combat_command_sudre_takes_the_place_of_task_force_butler() -> None:
    plain, option = load_scenario("montelimar-campaign"), load_scenario("montelimar-campaign-sudre")
    assert "tf_butler" in plain.divisions
    assert "cc_sudre" in option.divisions
    assert "tf_butler" not in option.divisions
    assert not any(known.division == "tf_butler" for known in option.units.values())


@pytest.mark.clause("CSS-23.1-03")
def test_task_force_butler_pays_as_long_as_it_is_in_play_even_with_all_its_units_routed() -> None:
    routed = us("24.20", formation="cav117", place="routed")
    table = command(4, {"f": ffi("26.22"), "b": routed, "i": INFANTRY, "x": ge("35.27")})
    assert payer_of(table.game, "ffi") == "butler"


@pytest.mark.clause("CSS-23.2-01")
def test_two_units_that_move_together_are_not_alone() -> None:
    hidden = {"amb1": ffi("24.20", never_column=True, place="reserve")}
    pieces = {"x": ge("26.23", deployed=False), "z": ge("26.23", deployed=False), "i": INFANTRY, **hidden}
    table = with_ambushers(pieces)
    table.do("move", units=("x", "z"))
    table.step("27.23")
    assert table.asked == ("german", "movement")
    table.do("stop")


@pytest.mark.clause("CSS-23.2-02", "CSS-18.0-04")
def test_an_ambush_is_not_laid_among_germans_nor_near_their_reinforcement_hex() -> None:
    table = lone(v=ge("28.23", formation="gr305"))
    assert "28.23" not in {str(c.get("hex")) for c in table.offered("ambush")}
    assert table.refused("ambush", hex="28.23", unit="amb1") == ["23.2"]
    table = lone(entries={"german": frozenset({3423})})
    assert {str(c.get("hex")) for c in table.offered("ambush")} == {"26.23", "26.24", "27.22", "27.24"}
    assert table.refused("ambush", hex="28.24", unit="amb1") == ["18.0"]


@pytest.mark.clause("CSS-23.2-02")
def test_an_ambush_among_units_of_a_regiment_costs_the_hex_a_point_of_disorganization() -> None:
    table = lone(z=us("28.23", formation="r142"))
    table.dice(3).do("ambush", hex="28.23", unit="amb1")
    if table.decision.kind == "movement":
        table.do("stop")
    table.do("end_activation")
    assert table.hex("28.23").dg == 1


@pytest.mark.clause("CSS-23.2-04", "CSS-13.1-06")
def test_a_leader_left_behind_by_an_ambush_that_is_taken_up_looks_for_company() -> None:
    chief = {"chief": ("30.20", leader("chief", 1, 1))}
    pieces = {"x": ge("26.23", deployed=False), "y": ge("35.27", formation="pg111"), "i": INFANTRY,
              "amb1": ffi("30.20", never_column=True)}  # fmt: skip
    table = with_ambushers(pieces, leaders=chief)
    table.do("move", units=("x",))
    table.step("27.23")
    events = table.dice(8).do("ambush", hex="28.24", unit="amb1")
    assert named(events, "LeaderMoved")[0]["hex"] == "24.21" and named(events, "AmbushAttempted")
    assert table.where("amb1") == "reserve" and table.session.check() == []


@pytest.mark.clause("CSS-20.0-02", "CSS-20.0-11", "CSS-16.1-04")
def test_the_ffi_without_a_display_get_no_points_and_no_aircraft_from_events() -> None:
    table = command(4, {"f": ffi("26.22"), "b": BUTLER, "i": INFANTRY, "x": ge("35.27")})
    assert (
        set(divisions_of(table.game, "allied")) == set(divisions_of(table.game, "allied", ON_MAP)) == {"butler", "d36"}
    )
