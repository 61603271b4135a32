"""Kampfgruppen (24.0): chits, marker, one action, stacks of several formations."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.r04_chits_in_play import chits_of
from rules.company_scale.r06_1_stacking import is_mixed
from rules.company_scale.scenario import DivisionStart
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.guns import gun
from tests.rules.company_scale.helpers.tables import (
    DIVISIONS,
    Piece,
    TableTop,
    activation,
    game_from_start,
    ge,
    leader,
    named,
    tank,
    us,
    weapon,
)
from tests.rules.company_scale.helpers.turns import sit_out

GROUND = board("\n".join(["............"] * 10), first="26.06")
KIND = ("division", "formations", "kampfgruppe")
RATINGS = {name: replace(DIVISIONS[name], chits=KIND) for name in ("pz11", "d198")}
PIECES: dict[str, Piece] = {
    "near": ge("30.12"), "other": ge("32.10", formation="gr305"), "far": ge("30.13"), "enemy": us("36.07"),
}  # fmt: skip


def kampfgruppe(pieces: dict[str, Piece] = PIECES, **facts: Any) -> TableTop:
    """Start with the Kampfgruppen chit of the 11th Panzer Division just drawn."""
    return activation(GROUND, pieces, "kampfgruppe:pz11", ratings=RATINGS, **facts)


def kampfgruppe_that_has_acted() -> TableTop:
    """Have used the one action a Kampfgruppe gives."""
    table = kampfgruppe()
    table.do("place_marker", hex="30.10")
    table.do("change_formation", unit="near")
    table.do("move", units=("near",))
    table.step("30.11")
    table.do("stop")
    return table


@pytest.mark.clause("CSS-24.0-01", "CSS-2.0-33")
def test_three_divisions_have_a_kampfgruppen_chit() -> None:
    scenario = load_scenario("montelimar-campaign")
    having = {name for name, known in scenario.divisions.items() if "kampfgruppe" in known.chits}
    assert having == {"ge_11pz", "ge_198", "ge_338"}


@pytest.mark.clause("CSS-24.0-02", "CSS-4.0-12")
@pytest.mark.parametrize(("quality", "bought"), [(3, False), (4, True)])
def test_the_chit_costs_a_dispatch_point_and_needs_troop_quality(quality: int, bought: bool) -> None:
    poor = {"d198": DivisionStart(1, 0, 0, quality)}
    table = game_from_start(GROUND, PIECES, ratings=RATINGS, divisions=poor)
    assert table.asked == ("german", "preparation")
    if bought:
        table.do("buy_chit", chit="kampfgruppe:d198")
        assert table.state.divisions["d198"].dispatch == 0
        assert "kampfgruppe:d198" in table.state.added
    else:
        assert table.refused("buy_chit", chit="kampfgruppe:d198") == ["4.0"]


@pytest.mark.clause("CSS-24.0-02", "CSS-4.0-24", "CSS-4.0-25")
def test_the_chit_is_bought_for_immediate_play_once_a_turn() -> None:
    table = game_from_start(GROUND, PIECES, ratings=RATINGS)
    sit_out(table, 5, 5, 5, until="purchase")
    assert table.asked == ("german", "purchase")
    before = table.state.divisions["pz11"].dispatch
    table.do("buy_now", chit="kampfgruppe:pz11")
    assert table.asked == ("german", "kampfgruppe")
    assert table.state.divisions["pz11"].dispatch == before - 2
    table.do("place_marker", hex="30.10")
    table.do("end_activation")
    assert table.asked == ("german", "purchase")
    assert table.refused("buy_now", chit="kampfgruppe:pz11") == ["4.0"]


def test_a_division_without_the_chit_cannot_buy_one() -> None:
    table = game_from_start(GROUND, PIECES)
    assert "kampfgruppe:pz11" not in set(chits_of(table.game, "german"))
    assert table.refused("buy_chit", chit="kampfgruppe:pz11") == ["4.0"]


@pytest.mark.clause("CSS-24.0-03")
@pytest.mark.parametrize("where", ["30.10", "30.12", "36.07"])
def test_the_marker_goes_on_any_hex(where: str) -> None:
    table = kampfgruppe()
    events = table.do("place_marker", hex=where)
    assert [(e["hex"], e["kind"]) for e in named(events, "MarkerPlaced")] == [(where, "kampfgruppe")]
    if table.asked[1] == "activation" and table.state.kampfgruppe:
        table.do("end_activation")
    assert table.state.kampfgruppe == 0  # it is off the map again when the activation is over


def test_the_marker_needs_a_hex_in_play() -> None:
    table = kampfgruppe()
    assert table.refused("place_marker", hex="84.60") == ["24.0"]
    assert table.refused("place_marker", hex="nowhere") == ["24.0"]


@pytest.mark.clause("CSS-24.0-04", "CSS-9.0-03")
def test_units_of_any_division_within_two_hexes_are_active() -> None:
    table = kampfgruppe()
    table.do("place_marker", hex="30.10")
    assert set(table.state.activity) == {"near", "other"}
    assert "5.1" in table.refused("move", units=("far",))


@pytest.mark.clause("CSS-24.0-05")
def test_one_action_only() -> None:
    table = kampfgruppe_that_has_acted()
    assert table.refused("change_formation", unit="near") == ["24.0"]
    assert table.refused("move", units=("near",)) == ["24.0"]


@pytest.mark.clause("CSS-24.0-06")
def test_units_of_two_divisions_fire_together() -> None:
    pieces = {"foot": ge("30.10", formation="gr305"), "panther": tank("30.10"), "enemy": us("31.10")}
    table = kampfgruppe(pieces)
    table.do("place_marker", hex="30.10")
    table.do("done")  # no assault prepared
    table.do("fire", unit="foot", hex="31.10")
    before = table.decision.subject["fire_value"]
    table.do("support", unit="panther")
    assert table.decision.subject["fire_value"] == before + 1


def brought_together() -> TableTop:
    """Move a company onto one of another division under a Kampfgruppen chit and end the activation."""
    pieces = {
        "foot": ge("30.10", formation="gr305"), "pz": ge("30.11", deployed=False),
        "third": ge("30.13", deployed=False), "enemy": us("36.07"),
    }  # fmt: skip
    table = kampfgruppe(pieces, cup=("formation:pg110",), dice=["formation:pg110"])
    table.do("place_marker", hex="30.10")
    table.do("move", units=("pz",))
    table.step("30.10")
    table.do("stop")
    events = table.do("end_activation")
    assert not named(events, "StackingPenalty")
    assert is_mixed(table.game, 3010)
    return table


@pytest.mark.clause("CSS-24.0-07", "CSS-6.1-08")
def test_the_stack_is_spared_until_its_composition_changes() -> None:
    table = brought_together()
    assert table.hex("30.10").dg == 0
    while table.decision.kind == "purchase":
        table.do("pass")
    assert table.asked == ("german", "activation")
    table.do("move", units=("third",))
    table.step("30.12", "30.11", "30.10")
    if table.decision.kind == "movement":
        table.do("stop")
    table.do("end_activation")
    assert table.hex("30.10").dg == 1


@pytest.mark.clause("CSS-24.0-07")
def test_a_stack_that_has_parted_is_not_spared_when_it_meets_again() -> None:
    table = brought_together()
    while table.decision.kind == "purchase":
        table.do("pass")
    table.do("move", units=("pz",))
    table.step("30.11", "30.10")
    if table.decision.kind == "movement":
        table.do("stop")
    table.do("end_activation")
    assert table.hex("30.10").dg == 1


@pytest.mark.clause("CSS-24.0-07")
def test_the_stack_is_spared_in_later_activations_too() -> None:
    table = brought_together()
    while table.decision.kind == "purchase":
        table.do("pass")
    events = table.do("end_activation")
    assert not named(events, "StackingPenalty")
    assert table.hex("30.10").dg == 0


@pytest.mark.clause("CSS-24.0-07")
def test_a_stack_with_somebody_the_kampfgruppe_did_not_call_is_mixed_like_any_other() -> None:
    pieces = {"pz": ge("30.12", deployed=False), "far": ge("30.13", formation="gr305"), "enemy": us("36.07")}
    table = kampfgruppe(pieces)
    table.do("place_marker", hex="30.10")
    assert set(table.state.activity) == {"pz"}
    table.do("move", units=("pz",))
    table.step("30.13")
    if table.decision.kind == "movement":
        table.do("stop")
    table.do("end_activation")
    assert table.hex("30.13").dg == 1


@pytest.mark.clause("CSS-24.0-07")
def test_overstacking_counts_for_a_kampfgruppe_at_once() -> None:
    others = {f"foot{n}": ge("30.10", formation="gr305") for n in range(3)}
    table = kampfgruppe({**others, "pz": ge("30.11", deployed=False), "enemy": us("36.07")})
    table.do("place_marker", hex="30.10")
    table.do("move", units=("pz",))
    table.step("30.10")
    if table.decision.kind == "movement":
        table.do("stop")
    table.do("end_activation")
    assert table.hex("30.10").dg == 1  # four units; nothing for the two divisions


@pytest.mark.clause("CSS-24.0-06", "CSS-9.0-03")
def test_units_of_two_divisions_assault_together() -> None:
    pieces = {"foot": ge("30.10", formation="gr305"), "pz": ge("31.10"), "far": ge("35.14"), "enemy": us("31.09")}
    table = kampfgruppe(pieces, markers=[("31.09", "prepared_assault", "german")])
    table.do("place_marker", hex="30.10")
    assert table.asked == ("german", "assaults")
    [marked] = table.decision.subject["markers"]  # type: ignore[misc]
    assert set(marked["assigned"]) | set(marked["units"]) == {"foot", "pz"}  # type: ignore[index]
    events = table.do("confirm")
    begun = named(events, "AssaultBegun")
    assert begun and set(begun[0]["units"]) == {"foot", "pz"}


OWN: dict[str, Any] = {"rules": {"kampfgruppe": "own_division"}}


def spotting(**facts: Any) -> TableTop:
    """Have a mortar of the 11th Panzer and the only company that sees the enemy, of another division."""
    pieces = {"tube": gun("30.10", base=ge), "eyes": ge("31.09", formation="gr305"), "enemy": us("31.06")}
    wall = board("\n".join(["." * 12, "." * 12, "." * 12, "w" * 12, *["." * 12] * 6]), first="26.06")
    table = activation(wall, pieces, "kampfgruppe:pz11", ratings=RATINGS, **facts)
    table.do("place_marker", hex="30.10")
    table.do("done") if table.decision.kind == "assault_markers" else None
    return table


@pytest.mark.clause("CSS-24.0-06", "CSS-8.7.1-02")
def test_active_units_of_another_division_spot_for_a_kampfgruppe() -> None:
    table = spotting()
    assert "31.06" in table.session.query("targets", unit="tube").indirect_fire
    table.do("indirect_fire", unit="tube", hex="31.06")
    assert table.decision.subject["spotters"] == ["eyes"]


@pytest.mark.clause("CSS-24.0-06", "CSS-8.7.1-02")
def test_by_the_switch_only_the_own_division_spots_for_a_kampfgruppe() -> None:
    assert spotting(**OWN).refused("indirect_fire", unit="tube", hex="31.06") == ["8.7.1"]


@pytest.mark.clause("CSS-24.0-06", "CSS-8.3.2-03")
@pytest.mark.parametrize(("facts", "refused"), [({}, False), (OWN, True)])
def test_weapons_and_leaders_of_one_active_unit_aid_another_of_the_kampfgruppe(
    facts: dict[str, Any], refused: bool
) -> None:
    pieces = {"foot": ge("30.10", formation="gr305"), "pz": ge("30.11"), "enemy": us("31.10")}
    aid = {
        "weapons": {"w": ("30.10", weapon("w", ("red", 2, 1), formation="pg110"))},
        "leaders": {"chief": ("30.10", leader("chief", 1, 1, formation="pg110"))},
    }
    table = kampfgruppe(pieces, **{**aid, **facts})
    table.do("place_marker", hex="30.10")
    table.do("done") if table.decision.kind == "assault_markers" else None
    table.do("fire", unit="foot", hex="31.10")
    for verb, name in (("use_weapon", {"weapon": "w"}), ("use_leader", {"leader": "chief"})):
        if refused:
            assert table.refused(verb, **name) == ["8.3.2"]
        else:
            table.do(verb, **name)
