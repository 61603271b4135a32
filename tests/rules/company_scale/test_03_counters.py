"""What is printed on counters and charts, and what it means in a fire (2.0, 3.2, 3.3)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from rules import company_scale
from rules.company_scale.counters import UNLIMITED, Armor, Box, Counter, FirePower, Stripe
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.r08_5_4_status import troop_quality
from rules.company_scale.records.view import FireView
from rules.company_scale.scenario import CoverValues, DivisionStart, Scenario
from rules.files.problems import ScenarioError
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import aims_of, compose, firers, parts, value
from tests.rules.company_scale.helpers.tables import CHARTS, TableTop, activation, ge, tank, us, weapon

OPEN = board("......\n......\n......\n......\n......\n", first="10.30")
US = "formation:r141"
HOUSE = Path(company_scale.__path__[0], "charts", "house.yaml")
PLAIN_FACE = {"fire": ["red", 4]}


def document(charts: dict[str, Any] | None = None, **forces: Any) -> dict[str, Any]:
    """Return a small whole scenario document with the counters asked for."""
    flat = {34: "1111", 35: "1111"}
    divisions = [{"id": "d", "side": "allied", "chart": "us_36id"}, {"id": "e", "side": "german", "chart": "ge_11pz"}]
    return {
        "map": {"columns": [10, 13], "rows": [34, 35], "terrain": {34: "....", 35: "...."}, "levels": flat},
        "forces": [{"divisions": divisions, "formations": [{"id": "f", "division": "d"}], **forces}],
        "setup": {}, **({"charts": charts} if charts is not None else {}),
    }  # fmt: skip


def loaded(deployed: dict[str, Any], **kind: Any) -> Counter:
    """Return the counter of a unit type as a charts file would print it."""
    charts = {"unit_types": {"kind": {"deployed": deployed, **kind}}}
    units = [{"id": "u", "type": "kind", "formation": "f"}]
    return load_scenario(document(charts, units=units)).units["u"]


def house(**forces: Any) -> Scenario:
    """Load counters of the house charts."""
    return load_scenario(document(**forces))


def refusal(charts: dict[str, Any], **forces: Any) -> str:
    """Return what a scenario with these charts is refused for."""
    with pytest.raises(ScenarioError) as caught:
        load_scenario(document(charts, **forces))
    return str(caught.value)


def shooting(box: str, **facts: Any) -> TableTop:
    """Compose a fire with a box colour at a mixed hex."""
    pieces = {"a": us("12.32", fire=(box, 5, 1)), "x": ge("13.32"), "t": tank("13.32", defense=0)}
    return compose(activation(OPEN, pieces, US, **facts), "a", "13.32")


@pytest.mark.clause("CSS-3.2-02", "CSS-3.2-03")
@pytest.mark.parametrize(("box", "kind"), [("red", "small_arms"), ("yellow", "high_explosive")])
def test_a_red_box_is_small_arms_and_a_yellow_one_high_explosive(box: str, kind: str) -> None:
    table = shooting(box)
    assert table.decision.subject["types"] == [kind]
    assert parts(table) == {"": 5, "g": -2}
    for aim in ("t", "hex"):
        table.do("aim", target=aim)
        assert table.decision.subject["type"] == kind


@pytest.mark.clause("CSS-3.2-04")
def test_a_black_box_is_indirect_fire_with_its_range() -> None:
    scenario = house(units=[{"id": "fab", "type": "us_fab_105", "division": "d", "stripe": "white"},
                            {"id": "rail", "type": "ge_rail_gun", "division": "e", "stripe": "none"}])  # fmt: skip
    fab, rail = scenario.units["fab"].deployed, scenario.units["rail"].deployed
    assert fab is not None and fab.fire == FirePower(Box.BLACK, 4, 22)
    assert rail is not None and rail.fire == FirePower(Box.BLACK, 8, UNLIMITED)
    pieces = {"a": us("12.32", fire=("black", 4, 22)), "b": us("12.32", fire=("red", 4, 2)), "x": ge("14.32")}
    table = activation(OPEN, pieces, US)
    assert firers(table) == {"b"}  # no direct fire with a black value
    shown = {u.id: u.face.fire for u in table.session.view().units}
    assert shown["a"] == FireView("black", 4, 22)


@pytest.mark.clause("CSS-3.2-05")
def test_a_white_box_lets_the_firing_player_choose_each_time() -> None:
    table = shooting("white")
    assert (table.decision.subject["aim"], table.decision.subject["type"]) == ("hex", "high_explosive")
    assert table.refused("fire_type", type="armor_piercing") == ["8.1"]
    table.do("aim", target="t")
    assert set(table.decision.subject["types"]) == {"high_explosive", "armor_piercing"}
    table.do("fire_type", type="high_explosive")
    assert table.decision.subject["type"] == "high_explosive"
    table.do("fire_type", type="armor_piercing")
    assert table.decision.subject["type"] == "armor_piercing"


@pytest.mark.clause("CSS-3.2-06")
def test_a_blue_box_fires_at_hard_targets_only() -> None:
    table = shooting("blue")
    assert aims_of(table) == {"t"}
    assert table.decision.subject["types"] == ["armor_piercing"]
    soft = activation(OPEN, {"a": us("12.32", fire=("blue", 5, 1)), "x": ge("13.32")}, US)
    assert firers(soft) == set()
    helper = {"w": ("12.32", weapon("w", ("blue", 3, 1)))}
    rifles = activation(OPEN, {"a": us("12.32"), "x": ge("13.32")}, US, weapons=helper)
    assert compose(rifles, "a", "13.32").refused("use_weapon", weapon="w") == ["8.1"]


@pytest.mark.clause("CSS-3.2-07")
def test_a_fire_power_lies_between_0_and_8() -> None:
    for good in (0, 8):
        face = loaded({"fire": ["red", good, 1], "defense": 0}).deployed
        assert face is not None and face.fire == FirePower(Box.RED, good, 1)
    for bad in (9, -1):
        charts = {"unit_types": {"kind": {"deployed": {"fire": ["red", bad, 1], "defense": 0}}}}
        said = refusal(charts, units=[{"id": "u", "type": "kind", "formation": "f"}])
        assert str(bad) in said
        assert "fire" in said


@pytest.mark.clause("CSS-3.2-07")
@pytest.mark.parametrize("printed", [0, 4, 8])
def test_the_fire_power_is_where_a_fire_value_starts(printed: int) -> None:
    table = activation(OPEN, {"a": us("12.32", fire=("red", printed, 1)), "x": ge("13.32")}, US)
    assert value(compose(table, "a", "13.32")) == printed
    assert parts(table).get("", 0) == printed


@pytest.mark.clause("CSS-3.2-10", "CSS-8.1-01", "CSS-2.0-41")
def test_what_is_not_printed_is_defense_0_soft_and_range_1() -> None:
    counter = loaded(PLAIN_FACE)
    assert counter.deployed is not None
    assert (counter.deployed.defense, counter.armor, counter.is_hard) == (0, Armor.SOFT, False)
    assert counter.deployed.fire == FirePower(Box.RED, 4, 1)


@pytest.mark.clause("CSS-3.2-10", "CSS-2.0-30", "CSS-2.0-41")
@pytest.mark.parametrize(
    ("armor", "hard", "is_tank"), [("soft", False, False), ("hard", True, False), ("tank", True, True)]
)
def test_a_box_round_the_defense_makes_a_hard_target_and_a_black_one_a_tank(
    armor: str, hard: bool, is_tank: bool
) -> None:
    counter = loaded({**PLAIN_FACE, "defense": -2}, armor=armor)
    assert counter.deployed is not None and counter.deployed.defense == -2
    assert counter.is_hard is hard
    assert (counter.armor is Armor.TANK) is is_tank
    table = activation(OPEN, {"a": us("12.32"), "x": ge("13.32", armor=armor, defense=-2)}, US)
    assert aims_of(compose(table, "a", "13.32")) == ({"x"} if hard else {"hex"})
    assert {u.id: u.armor for u in table.session.view().units}["x"] == armor


@pytest.mark.clause("CSS-3.2-13", "CSS-3.2-15")
def test_a_support_weapon_shows_its_stripe_division_type_and_fire_addition() -> None:
    scenario = house(support_weapons=[
        {"id": "white", "type": "us_at_gun", "division": "d", "stripe": "white"},
        {"id": "own", "type": "us_hmg", "formation": "f"},
        {"id": "all", "type": "ge_hmg", "division": "e", "stripe": "none"},
    ])  # fmt: skip
    white, own, every = (scenario.weapons[name] for name in ("white", "own", "all"))
    assert (white.division, white.formation, white.stripe) == ("d", "", Stripe.WHITE)
    assert (own.division, own.formation, own.stripe) == ("d", "f", Stripe.COLOURED)
    assert (every.side, every.formation, every.stripe) == ("german", "", Stripe.NONE)
    assert white.fire == FirePower(Box.BLUE, 3, 1)
    assert white.type == "us_at_gun"


@pytest.mark.clause("CSS-3.2-14")
def test_a_defense_addition_left_blank_is_none() -> None:
    charts = {"support_weapon_types": {"plain": {"fire": ["red", 1, 1]}}}
    scenario = load_scenario(document(charts, support_weapons=[{"id": "w", "type": "plain", "formation": "f"}]))
    assert scenario.weapons["w"].defense == 0


@pytest.mark.clause("CSS-3.2-16")
def test_the_special_abilities_of_support_weapons() -> None:
    kinds = ("ge_panzerfaust", "ge_flamethrower", "ge_hmg", "ge_pak")
    weapons = [{"id": kind, "type": kind, "division": "e", "stripe": "none"} for kind in kinds]
    found = house(support_weapons=weapons).weapons
    abilities = {name: (w.one_use, w.flamethrower, w.sustained_fire) for name, w in found.items()}
    assert abilities == {
        "ge_panzerfaust": (True, False, False), "ge_flamethrower": (False, True, False),
        "ge_hmg": (False, False, True), "ge_pak": (False, False, False),
    }  # fmt: skip


@pytest.mark.clause("CSS-3.2-17")
def test_the_values_of_leaders() -> None:
    leaders = [{"id": "chief", "type": "division", "division": "d", "stripe": "none"},
               {"id": "colonel", "type": "regiment", "formation": "f"}]  # fmt: skip
    found = house(leaders=leaders).leaders
    assert (found["chief"].fire, found["chief"].troop_quality) == (1, 3)
    assert (found["colonel"].fire, found["colonel"].troop_quality) == (1, 2)


@pytest.mark.clause("CSS-3.2-19", "CSS-2.0-46")
def test_a_headquarters_keeps_its_own_troop_quality_and_others_have_that_of_the_division() -> None:
    pieces = {"hq": us("12.32", hq="formation", troop_quality=6, command_range=3), "a": us("12.32"), "x": ge("15.34")}
    for quality in (3, 7):
        table = activation(OPEN, pieces, US, divisions={"d36": DivisionStart(0, 0, 0, quality)})
        assert troop_quality(table.game, "hq") == 6
        assert troop_quality(table.game, "a") == quality


@pytest.mark.clause("CSS-3.2-21")
def test_every_size_of_barrage_has_its_three_modifiers() -> None:
    assert set(CHARTS.barrage) == {"smoke", "light", "medium", "heavy"}
    assert CHARTS.barrage["medium"].movement == "half"


@pytest.mark.clause("CSS-3.2-23")
def test_the_values_of_fortifications() -> None:
    assert CHARTS.fortification["foxhole"] == CoverValues(defense=-1, troop_quality=0)
    assert CHARTS.fortification["trench"].troop_quality > 0


@pytest.mark.clause("CSS-2.0-44")
def test_a_support_weapon_is_not_stacked_and_does_nothing_alone() -> None:
    pieces = {name: us("12.32") for name in "abc"} | {"x": ge("13.32")}
    weapons = {name: ("12.32", weapon(name, ("red", 1, 1))) for name in ("w1", "w2", "w3")}
    table = activation(OPEN, pieces, US, weapons=weapons, turns=1)
    assert table.refused("move", units=("w1",))
    assert table.refused("fire", unit="w1", hex="13.32")
    assert table.refused("rally", unit="w1")
    table.do("end_activation")
    assert table.hex("12.32").dg == 0  # three units and three weapons are no overstack


@pytest.mark.clause("CSS-3.3-01")
def test_charts_without_a_combat_results_table_are_refused_by_name(tmp_path: Path) -> None:
    charts = yaml.safe_load(HOUSE.read_text(encoding="utf-8"))
    del charts["combat_results"]
    (tmp_path / "charts").mkdir()
    (tmp_path / "charts" / "house.yaml").write_text(yaml.safe_dump(charts), encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"combat_results.*combat results table"):
        load_scenario(document(), tmp_path)


@pytest.mark.clause("CSS-3.3-01")
def test_a_row_missing_from_the_combat_results_table_is_named() -> None:
    row = ["R"] * 9
    said = refusal({"combat_results": {"hex": {"small_arms": row, "high_explosive": row}}})
    assert "combat_results.hex.indirect" in said


@pytest.mark.clause("CSS-3.3-02")
def test_the_shape_of_the_combat_results_table() -> None:
    assert set(CHARTS.combat_hex) == {"small_arms", "high_explosive", "indirect"}  # no armor piercing at a hex
    assert set(CHARTS.combat_hard) == {"small_arms", "high_explosive", "armor_piercing"}  # no indirect fire at one unit
    assert {len(row) for half in (CHARTS.combat_hex, CHARTS.combat_hard) for row in half.values()} == {9}


@pytest.mark.clause("CSS-3.3-02")
@pytest.mark.parametrize("row", [["R"] * 8, ["R"] * 10, ["DG5"] + ["R"] * 8, ["R***"] + ["R"] * 8])
def test_a_row_of_another_shape_is_refused(row: list[str]) -> None:
    assert "combat_results" in refusal({"combat_results": {"hex": {"small_arms": row}}})
