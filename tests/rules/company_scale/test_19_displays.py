"""Division displays: boxes, track, ratings and troop quality (19.0 to 19.2)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rules import company_scale
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.r05_command import TRACK_END
from rules.company_scale.r08_5_4_status import current_troop_quality
from rules.company_scale.records.view import DisplayView, TrackView
from rules.company_scale.state import Token
from rules.engine.frozen import to_plain
from rules.files.documents import read_file
from tests.rules.company_scale.helpers.heroes import MURPHY
from tests.rules.company_scale.helpers.tables import DIVISIONS, TableTop, activation, game_from_start, ge, us, weapon
from tests.rules.company_scale.helpers.turns import OPEN, TWO, chits, quiet_game, quiet_turn, start_of, told, war

HOUSE = read_file(Path(company_scale.__path__[0], "charts", "house.yaml")).mapping
BOXES = {"weapons_available", "weapons_reallocating", "routed", "transport_pool", "air_support", "heroes", "attached"}


def display(table: TableTop, division: str, seat: str = "allied") -> DisplayView:
    """Return a display as a seat sees it."""
    found: DisplayView = next(d for d in table.session.view(seat).displays if d.id == division)
    return found


@pytest.mark.clause("CSS-19.0-01")
def test_each_division_in_play_has_a_display_with_all_boxes_and_a_track() -> None:
    table = activation(OPEN, {"a": us("10.30"), "x": ge("21.33"), "y": ge("21.32", formation="gr305")}, "division:d36")
    displays = table.session.view("allied").displays
    assert [d.id for d in displays] == ["d36", "pz11", "d198"]
    for found in displays:
        assert set(to_plain(found.boxes)) == BOXES
        assert set(to_plain(found.track)) == {"dispatch", "commands", "fatigue", "troop_quality"}
    assert TRACK_END == 19


@pytest.mark.clause("CSS-19.0-01")
def test_the_boxes_hold_what_is_off_the_map() -> None:
    pieces = {"a": us("10.30"), "r": us("10.31", place="routed"), "x": ge("21.33")}
    guns = {name: ("10.30", weapon(name, ("red", 1, 1))) for name in ("mg", "at")}
    table = activation(OPEN, pieces, "division:d36", weapons={"mg": guns["mg"], "at": ("10.31", guns["at"][1])})
    table.state.weapons["mg"] = Token(0, "available")
    table.state.weapons["at"] = Token(0, "reallocating")
    table.state.air_support = {"d36": 3}
    boxes = to_plain(display(table, "d36").boxes)
    assert boxes == {
        "weapons_available": ["mg"], "weapons_reallocating": ["at"], "routed": ["r"], "transport_pool": [],
        "air_support": 3, "heroes": [], "attached": [],
    }  # fmt: skip


@pytest.mark.clause("CSS-19.0-01")
def test_heroes_and_routed_units_lie_in_the_box_of_their_own_division() -> None:
    pieces = {"a": us("10.30"), "c": us("10.32", formation="cav117"), "x": ge("21.33"),
              "r": us("10.31", formation="cav117", place="routed")}  # fmt: skip
    table = activation(OPEN, pieces, "division:d36", leaders=MURPHY)
    assert (display(table, "d36").boxes.heroes, display(table, "d36").boxes.routed) == (("murphy",), ())
    for other in ("butler", "pz11"):
        assert display(table, other).boxes.heroes == ()
    assert display(table, "butler").boxes.routed == ("r",)


@pytest.mark.clause("CSS-19.0-02")
def test_nine_displays_and_at_most_eight_of_them_in_a_game() -> None:
    nine = {d for d in HOUSE["divisions"] if HOUSE["divisions"][d]["command"]}
    assert nine == {
        "us_3id", "us_36id", "us_45id", "tf_butler", "cc_sudre", "ge_198id", "ge_11pz", "ge_338id", "ge_189id",
    }  # fmt: skip
    for name in ("montelimar-campaign", "montelimar-campaign-sudre"):
        assert sum(known.has_display for known in load_scenario(name).divisions.values()) == 8


@pytest.mark.clause("CSS-19.0-03")
def test_both_players_see_both_displays() -> None:
    pieces = {"a": us("10.30"), "r": ge("21.32", place="routed"), "x": ge("21.33")}
    table = activation(OPEN, pieces, "division:d36")
    for division in ("d36", "pz11"):
        assert display(table, division, "allied") == display(table, division, "german")
    shown = display(table, "pz11", "allied")
    assert shown.track == TrackView(dispatch=5, commands=10, fatigue=0, troop_quality=5)
    assert shown.boxes.routed == ("r",)


@pytest.mark.clause("CSS-3.2-24")
@pytest.mark.parametrize(("kind", "owner"), [
    ("attachment", "german"), ("division_display", "both"), ("formation_transport", "both"), ("on_fire", "neutral"),
    ("fire_cleared", "neutral"), ("cognac", "german"), ("bourbon", "allied"), ("ffi_ambush", "allied"),
    ("victory_point", "both"), ("rail_gun", "german"), ("air_support", "both"), ("weather", "neutral"),
    ("date", "neutral"), ("turn", "neutral"),
])  # fmt: skip
def test_every_kind_of_marker_has_its_owner_or_none(kind: str, owner: str) -> None:
    assert HOUSE["markers"][kind] == owner


# ---- ratings and points ----


def commanded(die: int, **facts: object) -> TableTop:
    """Draw the German direct command chit with the headquarters of the 11th Panzer Division on the map, or not."""
    pieces = {"hq": ge("21.30", formation="", division="pz11", hq="division", command_range=8,
                       place=str(facts.pop("place", "map"))), "x": ge("21.33"), "a": us("10.30")}  # fmt: skip
    return activation(OPEN, pieces, "command:german", dice=(die,), **facts)


@pytest.mark.clause("CSS-19.1-01")
def test_direct_commands_are_half_a_die_and_the_rating_for_each_headquarters_on_the_map() -> None:
    assert commanded(7, divisions={"pz11": start_of(commands=5)}).state.divisions["pz11"].commands == 15
    assert commanded(7, divisions={"pz11": start_of(commands=5)}, place="routed").state.divisions["pz11"].commands == 5


@pytest.mark.clause("CSS-19.1-02")
def test_no_division_has_more_than_19_direct_commands() -> None:
    assert commanded(7, divisions={"pz11": start_of(commands=14)}).state.divisions["pz11"].commands == 19


@pytest.mark.clause("CSS-19.1-03", "CSS-19.1-04")
@pytest.mark.parametrize(("before", "die", "after"), [(2, 5, 5), (2, 6, 3), (8, 0, 9)])
def test_the_dispatch_die_gives_three_points_up_to_the_rating_and_one_above(before: int, die: int, after: int) -> None:
    starts = {"d36": start_of(dispatch=before, troop_quality=2), "pz11": start_of(dispatch=0, troop_quality=2)}
    table = quiet_game(*quiet_turn(die, 9), divisions=starts)
    assert table.state.divisions["d36"].dispatch == after
    assert [e["event"] for e in told(table, "DispatchGained", "FatigueChanged", "PhaseBegan")].index(
        "DispatchGained"
    ) > 0


@pytest.mark.clause("CSS-19.1-05")
def test_the_ratings_of_the_scenario_come_first() -> None:
    scenario = {"ratings": {"pz11": replace(DIVISIONS["pz11"], command_rating=5)}}
    assert commanded(4, divisions={"pz11": start_of(commands=0)}, **scenario).state.divisions["pz11"].commands == 7


# ---- troop quality ----


@pytest.mark.clause("CSS-19.2-01")
def test_the_current_troop_quality_counts() -> None:
    table = activation(OPEN, TWO, "formation:r141", divisions={"d36": start_of(troop_quality=4)})
    assert current_troop_quality(table.game, "a") == 4
    assert display(table, "d36").max_troop_quality == 6


@pytest.mark.clause("CSS-19.2-02")
def test_troop_quality_does_not_recover_above_its_maximum() -> None:
    table = game_from_start(OPEN, TWO, first_turn="0700", divisions={"pz11": start_of(troop_quality=7)})
    assert table.state.divisions["pz11"].troop_quality == 7


@pytest.mark.clause("CSS-19.2-03")
def test_the_maximum_of_task_force_butler_is_7() -> None:
    assert HOUSE["divisions"]["tf_butler"]["max_troop_quality"] == 7


@pytest.mark.clause("CSS-19.2-04", "CSS-19.2-05")
@pytest.mark.parametrize(("quality", "expected"), [(6, 7), (8, 8)])
def test_a_unit_may_exceed_its_division_but_never_8(quality: int, expected: int) -> None:
    table = activation(OPEN, TWO, "formation:r141", divisions={"d36": start_of(troop_quality=quality)},
                       markers=(("10.30", "trench", None),))  # fmt: skip
    assert current_troop_quality(table.game, "a") == expected


@pytest.mark.clause("CSS-19.2-06")
def test_at_troop_quality_3_formation_chits_cannot_be_bought_the_division_chit_can() -> None:
    table = war(pz11=start_of(dispatch=5, troop_quality=3))
    assert chits(table.offered("buy_chit")) == {"division:pz11"}
    assert table.refused("buy_chit", chit="formation:pg110") == ["4.0"]


@pytest.mark.clause("CSS-19.2-07")
def test_at_troop_quality_2_no_chit_can_be_bought() -> None:
    table = war(pz11=start_of(dispatch=5, troop_quality=2), d36=start_of(dispatch=5))
    assert table.asked == ("allied", "preparation")  # the German side is not even asked
