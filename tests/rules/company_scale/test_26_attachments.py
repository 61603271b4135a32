"""Attached formations (26) and the change of attachment in step D (4.0)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.r05_command import in_command, units_of_chit
from rules.company_scale.r08_5_4_status import current_troop_quality
from rules.company_scale.scenario import DivisionStart, Reinforcement
from rules.company_scale.system import SYSTEM
from rules.engine.nature import ScriptedNature
from rules.engine.session import Session
from rules.hexes.grid import hex_id
from tests.rules.company_scale.helpers.guests import ARMY, GROUND, arriving, begin, guest, invite
from tests.rules.company_scale.helpers.tables import TableTop, ge, leader, named, scenario_of, us, weapon


@pytest.fixture(autouse=True)
def _guests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put three attachable formations and a third German division among those tests may use."""
    invite(monkeypatch)


@pytest.mark.clause("CSS-26.0-01", "CSS-3.2-12")
def test_four_formations_can_be_attached() -> None:
    scenario = load_scenario("montelimar-campaign")
    assert sorted(n for n, f in scenario.formations.items() if f.attachable) == ["flak_18", "fr_63", "fr_71", "pio_669"]


@pytest.mark.clause("CSS-26.0-02")
def test_the_german_names_the_division_when_the_first_unit_arrives() -> None:
    table = arriving({**ARMY, "g": guest("10.33")}, "g")
    assert table.asked == ("german", "attachment")
    assert {c.get("division") for c in table.offered("choose")} == {"pz11", "d198", "d338"}
    table.do("choose", division="d198")
    assert table.game.scenario.formations["fr71"].division == "d198"
    assert table.game.scenario.units["g"].division == "d198"
    assert table.asked[1] == "preparation"


def test_an_attached_formation_is_not_asked_about_again() -> None:
    table = arriving({**ARMY, "g": guest("10.33"), "h": guest("11.31")}, "g")
    assert table.asked[1] == "preparation"
    assert table.game.scenario.units["g"].division == "d338"


@pytest.mark.clause("CSS-26.0-03")
def test_a_division_has_two_attached_formations_at_most() -> None:
    full = {**ARMY, "g": guest("11.31", "fr71"), "h": guest("11.32", "fr63"), "k": guest("12.31", "flak18")}
    table = begin(full)
    table.do("change_attachment", formation="fr71", division="d198")
    table.do("change_attachment", formation="fr63", division="d198")
    assert table.refused("change_attachment", formation="flak18", division="d198")[0] == "26.0"


@pytest.mark.clause("CSS-26.0-04", "CSS-4.0-14")
def test_a_change_costs_the_present_division_two_dispatch_points() -> None:
    table = begin({**ARMY, "g": guest("11.31", "fr63")}, divisions={"d338": DivisionStart(3, 0, 0, 5)})
    events = table.do("change_attachment", formation="fr63", division="d198")
    assert named(events, "FormationAttached") == [
        {"event": "FormationAttached", "formation": "fr63", "division": "d198"}
    ]
    assert table.game.scenario.formations["fr63"].division == "d198"
    assert table.state.divisions["d338"].dispatch == 1
    assert table.state.divisions["d198"].dispatch == 5


@pytest.mark.clause("CSS-26.0-04")
def test_a_change_is_refused_in_words() -> None:
    table = begin({**ARMY, "g": guest("11.31", "fr63")}, divisions={"d338": DivisionStart(1, 0, 0, 5)})
    assert table.refused("change_attachment", formation="fr63", division="d198") == ["26.0"]
    assert table.refused("change_attachment", formation="fr63", division="d338") == ["26.0", "26.0"]
    assert table.refused("change_attachment", formation="pg110", division="d198") == ["26.0"]
    assert table.refused("change_attachment", formation="fr63", division="d36") == ["26.0"]
    assert table.refused("change_attachment", formation="fr71", division="nobody") == ["26.0"]


@pytest.mark.clause("CSS-26.0-05")
def test_an_attached_unit_uses_the_troop_quality_of_its_parent() -> None:
    qualities = {"d338": DivisionStart(5, 5, 0, 4), "d198": DivisionStart(5, 5, 0, 6)}
    table = begin({**ARMY, "g": guest("11.31", "fr63")}, divisions=qualities)
    assert current_troop_quality(table.game, "g") == 4
    table.do("change_attachment", formation="fr63", division="d198")
    assert current_troop_quality(table.game, "g") == 6


@pytest.mark.clause("CSS-26.0-06")
def test_chit_points_and_headquarters_are_the_parents() -> None:
    hq = ge("11.32", formation="", division="d198", stripe="none", hq="division", command_range=3)
    table = begin({**ARMY, "hq": hq, "g": guest("11.31", "fr63")})
    assert not in_command(table.game, "g")
    table.do("change_attachment", formation="fr63", division="d198")
    assert "g" in units_of_chit(table.game, "division:d198")
    assert "g" not in units_of_chit(table.game, "division:d338")
    assert in_command(table.game, "g")
    table.do("buy_chit", chit="formation:fr63")
    assert table.state.divisions["d198"].dispatch == 4


@pytest.mark.clause("CSS-26.0-07")
def test_without_a_division_to_join_the_units_are_eliminated() -> None:
    full = {"a": us("21.30"), "x": ge("10.30", formation="gr757"), "h": guest("11.31", "fr63"),
            "k": guest("12.31", "flak18"), "g": guest("10.33")}  # fmt: skip
    table = arriving(full, "g")
    assert table.where("g") == "eliminated"
    assert table.state.losses["german"] == 1


@pytest.mark.clause("CSS-26.0-06")
def test_a_formation_whose_division_is_gone_joins_another_free_of_cost() -> None:
    table = begin({"a": us("21.30"), "x": ge("10.30"), "y": ge("10.31", formation="gr305"), "g": guest("11.31")})
    assert table.asked == ("german", "attachment")
    before = {name: status.dispatch for name, status in table.state.divisions.items()}
    table.do("choose", division="pz11")
    assert table.game.scenario.units["g"].division == "pz11"
    assert {name: status.dispatch for name, status in table.state.divisions.items()} == before


def test_a_saved_game_keeps_the_attachment() -> None:
    table = begin({**ARMY, "g": guest("11.31", "fr63")})
    table.do("change_attachment", formation="fr63", division="d198")
    plain = table.state.to_plain()
    again = SYSTEM.decode(table.session.scenario, plain)
    assert again.adapted(table.session.scenario).units["g"].division == "d198"
    assert SYSTEM.check(table.session.scenario, again) == []


@pytest.mark.clause("CSS-26.0-07")
def test_the_weapons_and_leaders_of_a_formation_that_is_turned_away_do_not_come_either() -> None:
    full = {"a": us("21.30"), "x": ge("10.30", formation="gr757"), "h": guest("11.31", "fr63"),
            "k": guest("12.31", "flak18"), "g": replace(guest("10.33"), place="reserve")}  # fmt: skip
    due = Reinforcement(1, hex_id("10.33"), ("g",), weapons=("mg",), leaders=("boss",))
    scenario = scenario_of(
        GROUND, full, reinforcements=[due], entries={"german": frozenset({1033})},
        weapons={"mg": ("reserve", weapon("mg", ("red", 1, 1), formation="fr71"))},
        leaders={"boss": ("reserve", leader("boss", 1, 1, formation="fr71"))},
    )  # fmt: skip
    state = SYSTEM.start(scenario)
    state.put("mg", 0, "reserve")
    nature = ScriptedNature((9, 9, 9))
    session = Session(SYSTEM, scenario, state, nature)
    session.resume()
    table = TableTop(session, nature)
    while table.decision.kind == "preparation":
        table.do("done")
    assert (table.state.weapons["mg"].place, table.state.leaders["boss"].place) == ("out", "out")
    assert table.where("g") == "eliminated" and table.session.check() == []


def test_a_division_with_routed_units_alone_keeps_the_formations_attached_to_it() -> None:
    pieces = {"a": us("21.30"), "x": ge("10.30"), "z": ge("10.32", formation="gr757"), "g": guest("11.31")}
    scenario = scenario_of(GROUND, pieces)
    state = SYSTEM.start(scenario)
    state.place("z", 0, "routed")
    session = Session(SYSTEM, scenario, state, ScriptedNature(()))
    session.resume()
    table = TableTop(session, ScriptedNature(()))
    assert table.asked[1] == "preparation"
    assert table.game.scenario.units["g"].division == "d338"


@pytest.mark.clause("CSS-26.0-06")
def test_what_lies_in_boxes_goes_with_its_formation() -> None:
    pieces = {**ARMY, "g": guest("11.31", "fr63"), "r": guest("11.31", "fr63")}
    guns = {name: ("11.31", weapon(name, ("red", 1, 1), formation="fr63")) for name in ("g1", "g2")}
    scenario = scenario_of(GROUND, pieces, weapons=guns,
                           leaders={"boss": ("11.31", leader("boss", 1, 1, formation="fr63"))})  # fmt: skip
    state = SYSTEM.start(scenario)
    state.place("r", 0, "routed")
    state.put("g1", 0, "available")
    state.put("g2", 0, "reallocating")
    session = Session(SYSTEM, scenario, state, ScriptedNature(()))
    session.resume()
    table = TableTop(session, ScriptedNature(()))
    table.do("buy_chit", chit="formation:fr63")
    table.do("change_attachment", formation="fr63", division="d198")
    boxes = {d.id: d.boxes for d in session.view("german").displays}
    assert (boxes["d198"].routed, boxes["d198"].weapons_available) == (("r",), ("g1",))
    assert boxes["d198"].weapons_reallocating == ("g2",) and boxes["d338"].routed == ()
    assert table.game.scenario.leaders["boss"].division == "d198"
    assert "formation:fr63" in table.state.added  # bought by its old division; it stays in the Cup
    assert {"g", "r"} <= set(units_of_chit(table.game, "formation:fr63"))
    assert table.session.check() == []
