"""5.1, 5.2, 5.3, 5.7: the table, the roll, mobile combat, modifiers."""

from __future__ import annotations

import pytest

from rules.striking_anvil.r05_battle import Outcome, outcomes, resolve
from tests.rules.striking_anvil.table import SYSTEM, Table

CHARTS = SYSTEM.load("anvil-historical").charts
EVERYWHERE = "01 02 03 05 06 07 08 11 12 16 17 18"


@pytest.mark.clause("STA-5-01")
def test_nobody_is_forced_to_fight() -> None:
    table = Table({"06": ["us-7ir", "de-gr308"]}, allied="01 02").pass_both()
    assert "CombatBegan" not in table.names() and table.state.turn == 4


@pytest.mark.clause("STA-5.1-01")
def test_the_strength_of_the_defender_does_not_count() -> None:
    few = Table({"12": ["us-7ir", "de-flir71"]}, allied=EVERYWHERE)
    many = Table({"12": ["us-7ir", "de-pzr33", "de-pzr15", "de-gr308", "de-gr326"]}, allied=EVERYWHERE)
    assert few.query("odds", units=["us-7ir"]) == many.query("odds", units=["us-7ir"])


def hits(found: Outcome) -> tuple[int, int, bool]:
    """Return the hits of attacker and defender, and whether a natural 1 made one of them."""
    return found.attacker, found.defender, found.natural


@pytest.mark.clause("STA-5.1-02")
@pytest.mark.parametrize(("points", "column"), [(1, 1), (3, 3), (8, 7), (16, 14), (28, 25), (40, 29)])
def test_the_highest_column_not_above_the_strength(points: int, column: int) -> None:
    assert resolve(CHARTS, points, 0, 4).column == column


@pytest.mark.clause("STA-5.1-03")
@pytest.mark.parametrize(("die", "modifier", "row"), [(2, 5, 7), (1, -9, -2), (6, 9, 12)])
def test_the_row_is_the_modified_die(die: int, modifier: int, row: int) -> None:
    assert resolve(CHARTS, 5, modifier, die).row == row


@pytest.mark.clause("STA-5.1-04", "STA-5.8-01")
def test_a_cell_is_hits_of_attacker_and_defender() -> None:
    found = resolve(CHARTS, 14, 0, 3)
    assert (found.attacker, found.defender) == (1, 2) == CHARTS.rows[3][9]
    assert hits(resolve(CHARTS, 5, 5, 2)) == (0, 2, False)


@pytest.mark.clause("STA-5.2-01")
def test_units_attack_in_their_own_area() -> None:
    table = Table({"07": ["us-7ir"], "06": ["de-gr308"]}, allied="01 02 07").act("07")
    assert "Units only attack in their own area" in table.refused("attack")


@pytest.mark.clause("STA-5.2-02", "STA-5.2-03")
def test_strengths_are_added_and_the_die_is_modified() -> None:
    table = Table({"06": ["us-7ir", "us-15ir", "us-30ir", "de-gr308"]}, allied=EVERYWHERE, dice=[5])
    table.act("06").do("attack")
    result = table.told("CombatResult")
    assert table.told("CombatBegan")["strength"] == 24
    assert (result["die"], result["row"], result["column"], result["defender"]) == (5, 4, 21, 3)


@pytest.mark.clause("STA-5.2-04", "STA-5.2-05")
def test_a_natural_one_costs_a_step_unless_the_table_does() -> None:
    assert hits(resolve(CHARTS, 5, 6, 1)) == (1, 2, True)
    assert hits(resolve(CHARTS, 9, -1, 1)) == (2, 1, False)  # 2 of the table, not 3
    faces = outcomes(CHARTS, 5, 6)
    assert [face.natural for face in faces] == [True, False, False, False, False, False]


@pytest.mark.clause("STA-5.2-04")
def test_a_natural_one_in_a_reaction() -> None:
    table = Table({"07": ["us-7ir"], "12": [], "06": ["de-pzr33", "de-haa1196", "de-pzj50", "de-aa11"]},
                  allied="01 02 07", dice=[1])  # fmt: skip
    table.act("07").do("mobile", target="06").go("06").do("take_all").do("confirm")
    assert table.told("CombatResult")["natural"] and table.asked == ("german", "payment")


@pytest.mark.clause("STA-5.2-06")
def test_support_of_the_defender_gives_nothing() -> None:
    with_guns = Table({"06": ["us-tfb", "de-pzr33", "de-haa1196", "de-pzj50"]}, allied=EVERYWHERE)
    without = Table({"06": ["us-tfb", "de-pzr33"]}, allied=EVERYWHERE)
    assert with_guns.modifier("06", "us-tfb") == without.modifier("06", "us-tfb") == 0


@pytest.mark.clause("STA-5.2-07")
def test_something_to_attack() -> None:
    fort = Table({"10": ["fr-3rta"]}, fortifications={"10": 4}, allied="01 02 06", dice=[6]).act("10").do("attack")
    assert fort.asked == ("german", "payment") and fort.offers("level") == ["10"]
    razed = Table({"10": ["fr-3rta"]}, fortifications={"10": 0}, allied="01 02 06").act("10")
    assert "nothing to attack" in razed.refused("attack")
    german = Table({"10": ["de-gr932"]}, fortifications={"10": 4}, side="german").act("10", "de-gr932")
    assert "nothing to attack" in german.refused("attack")


@pytest.mark.clause("STA-5.3-01", "STA-5.3-02")
def test_mobile_combat_is_declared_before_the_first_step() -> None:
    table = Table({"07": ["us-tfb"], "06": ["de-gr308"]}, allied="01 02 07", dice=[4], disorganized=["de-gr308"])
    table.act("07").do("move").go("06")
    assert table.asked == ("german", "order") and "CombatBegan" not in table.names()
    table = Table({"07": ["us-tfb"], "06": ["de-gr308"]}, allied="01 02 07", dice=[4], disorganized=["de-gr308"])
    table.act("07").do("mobile", target="06").go("06").do("carry_out")
    assert "CombatBegan" in table.names()


@pytest.mark.clause("STA-5.3-02")
def test_a_declared_mobile_combat_may_be_let_be() -> None:
    table = Table({"07": ["us-tfb"], "06": ["de-gr308"]}, allied="01 02 07", disorganized=["de-gr308"])
    table.act("07").do("mobile", target="06").go("06").do("call_off")
    assert "CombatBegan" not in table.names() and table.turned("us-tfb") and table.asked == ("german", "order")


@pytest.mark.clause("STA-5.3-03")
def test_the_total_is_halved_once_and_rounded_up() -> None:
    table = Table({"12": ["us-tfb", "us-517pir", "fr-1gtm", "de-gr308"]}, allied=EVERYWHERE)
    assert table.strength("12", "us-tfb", kind="mobile") == 3
    assert table.strength("12", "us-517pir", "fr-1gtm", kind="mobile") == 4  # 7, not 2 + 2


@pytest.mark.clause("STA-5.3-04")
def test_the_counter_attack_comes_first() -> None:
    table = (
        Table({"07": ["us-tfb"], "06": ["de-gr308"]}, allied="01 02 07").act("07").do("mobile", target="06").go("06")
    )
    assert table.asked == ("german", "counter_attack")
    assert table.do("decline").asked == ("allied", "strike")


@pytest.mark.clause("STA-5.3-05", "STA-5.7-16", "STA-5.7-17", "STA-9-02")
@pytest.mark.parametrize(
    ("here", "target", "bridges", "die"),
    [("12", "16", (), -4), ("12", "16", ("12-16",), -2), ("03", "04", (), -2), ("03", "04", ("03-04",), -1)],
)
def test_the_river_of_the_last_border(here: str, target: str, bridges: tuple[str, ...], die: int) -> None:
    table = Table({here: ["us-7ir"], target: ["de-gr308"]}, allied="01 02 03 06 11 12", intact_bridges=bridges)
    found = {line["what"]: line["value"] for line in table.query("odds", units=["us-7ir"], target=target)["modifiers"]}
    assert found["Rough"] == -1 and sum(found.values()) == die - 1


@pytest.mark.clause("STA-5.3-05")
def test_rivers_crossed_before_count_nothing() -> None:
    table = Table({"01": ["us-tfb"], "06": ["de-gr308"]}, allied="01 02 07", intact_bridges=["01-07"], dice=[4],
                  disorganized=["de-gr308"])  # fmt: skip
    table.act("01").do("mobile", target="06").go("07", "06")
    assert table.query("odds")["modifier"] == 1 - 1


@pytest.mark.clause("STA-5.3-06")
def test_a_target_in_a_friendly_area() -> None:
    table = Table({"07": ["us-tfb"], "02": ["de-pzr33"]}, allied="01 02 03 07", disorganized=["de-pzr33"], dice=[5])
    table.act("07")
    assert "nothing to attack" in table.refused("mobile", target="03")
    assert "runs through 06" in Table({"07": ["us-7ir"], "09": ["de-gr308"]}, allied="01 07").act("07").refused(
        "mobile", target="09"
    )
    table.do("mobile", target="02").go("02")
    assert table.told("Moved")["cost"] == 1 and table.asked == ("allied", "way")
    table.do("stop")
    assert table.asked == ("allied", "strike")
    passing = Table({"07": ["us-tfb"], "02": ["de-pzr33"]}, allied="01 02 03 07", disorganized=["de-pzr33"])
    passing.act("07").do("mobile", target="02").go("02", "03").do("stop")
    assert passing.asked == ("german", "order")  # no fight anywhere but at the target


@pytest.mark.clause("STA-5.7-02")
def test_printed_bonuses_add_up() -> None:
    table = Table({"12": ["us-7ir", "us-756tkb", "us-753tkb", "us-6art", "de-gr308"]}, allied=EVERYWHERE)
    assert table.modifier("12", "us-7ir", "us-756tkb", "us-753tkb", "us-6art") == 1 + 1 + 2 + 1 + 1


@pytest.mark.clause("STA-5.7-03", "STA-5.7-04", "STA-5.7-06", "STA-5.7-07")
@pytest.mark.parametrize(
    ("units", "sum_of_them"),
    [
        (("us-7ir", "us-509pib"), 1 + 1), (("us-7ir", "fr-gca"), 1 + 1), (("us-tfb", "us-753tkb"), 1 + 1),
        (("us-tfb", "fr-cc1", "us-517pir", "us-1ffs"), 3), (("us-517pir", "us-509pib"), 1 + 1),
        (("us-7ir", "fr-3rsar"), 1),
    ],
)  # fmt: skip
def test_combined_arms_each_type_once(units: tuple[str, ...], sum_of_them: int) -> None:
    table = Table({"12": [*units, "de-gr308"]}, allied=EVERYWHERE)
    assert table.modifier("12", *units) == sum_of_them


@pytest.mark.clause("STA-5.7-05", "STA-EX3-04")
@pytest.mark.parametrize(("strict", "bonus"), [(False, 5), (True, 4)])
def test_artillery_and_anti_tank_are_two_types_or_strictly_one(strict: bool, bonus: int) -> None:
    table = Table({"12": ["de-pzr33", "de-haa1196", "de-pzj50", "us-7ir"]}, rules={"strict_combined_arms": strict})
    assert table.modifier("12", "de-pzr33", "de-haa1196", "de-pzj50") == bonus


@pytest.mark.clause("STA-5.7-08", "STA-6-06")
def test_each_marker_in_the_area_helps_every_allied_roll_of_the_turn() -> None:
    table = Table({"03": ["us-7ir", "us-15ir", "de-rgr8"]}, turn=0, allied="01 02 03")
    table.do("place", marker="air", area="03").do("place", marker="naval", area="03")
    for kind in ("attack", "mobile", "counter", "pursuit"):
        assert table.modifier("03", "us-7ir", kind=kind) == 2
    assert table.modifier("03", "de-rgr8") == 0


@pytest.mark.clause("STA-5.7-13", "STA-5.4-04", "STA-5.6-04")
@pytest.mark.parametrize(("kind", "row"), [("attack", 2), ("pursuit", 4), ("counter", 4)])
def test_no_terrain_in_reactions(kind: str, row: int) -> None:
    table = Table({"18": ["us-7ir", "de-gr308"]}, allied=EVERYWHERE)
    assert table.roll(4, "18", "us-7ir", kind=kind).row == row


@pytest.mark.clause("STA-5.7-14", "STA-5.7-15")
@pytest.mark.parametrize(("area", "die", "row"), [("06", 4, 3), ("18", 5, 3)])
def test_rough_and_mountain(area: str, die: int, row: int) -> None:
    assert Table({area: ["us-7ir", "de-gr308"]}, allied=EVERYWHERE).roll(die, area, "us-7ir").row == row


@pytest.mark.clause("STA-5.7-18")
def test_terrain_is_against_whoever_attacks() -> None:
    table = Table({"06": ["us-7ir", "de-pzr33"]}, allied="01 06")
    assert table.roll(4, "06", "de-pzr33").row == 4 + 1 - 1
