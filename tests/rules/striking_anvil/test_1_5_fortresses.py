"""1.5: fortification levels, their modifier, surrender."""

from __future__ import annotations

import pytest

from tests.rules.striking_anvil.table import SYSTEM, Table

CHARTS = SYSTEM.load("anvil-historical").charts


def surrender(level: int, *dice: int, units: tuple[str, ...] = ("fr-4rts",), area: str = "09", **more: object) -> Table:
    """Return a table at the surrender phase with a fortress of some level."""
    setup = {area: [*units, "de-gr918", "de-cd09"]}
    return Table(setup, allied="01 02 05", fortifications={area: level}, dice=dice, **more).pass_both()  # type: ignore[arg-type]


@pytest.mark.clause("STA-1.5-02")
def test_the_tracks() -> None:
    toulon, marseille = CHARTS.fortifications["09"], CHARTS.fortifications["10"]
    assert toulon[::-1] == (-5, -5, -5, -4, -4, -4, -3, -3, -3, -2, -2, -1, 0)
    assert marseille[::-1] == (-4, -4, -4, -3, -3, -3, -2, -2, -1, -1, 0)


@pytest.mark.clause("STA-1.5-03", "STA-5.8-06")
def test_the_marker_goes_down_level_by_level() -> None:
    table = Table(
        {"10": ["fr-3rta", "fr-7rta", "fr-1bde", "fr-2bde"]}, fortifications={"10": 10}, dice=[6], allied="01 02 06"
    )
    assert table.modifier("10", "fr-3rta") == -4
    table.act("10").do("attack").do("reduce", unit="fr-3rta")  # 24 points, row 2: 1/2
    table.do("level", area="10").do("level", area="10")
    assert table.state.forts["10"] == 8 and table.asked == ("german", "order")


@pytest.mark.clause("STA-1.5-03")
def test_four_levels_below_the_start_the_modifier_is_three() -> None:
    assert CHARTS.fortifications["10"][10 - 4] == -3


@pytest.mark.clause("STA-1.5-04", "STA-1.5-12")
def test_level_zero_is_for_good_and_an_ordinary_area() -> None:
    table = surrender(0)
    assert table.asked == ("allied", "ffi") and table.state.forts["09"] == 0
    assert table.modifier("09", "fr-4rts") == 0
    table.do("done").do("place", marker="air", area="09")
    assert table.state.bombing == {"air": "09"}  # support side up at once
    table.do("done").pass_both()
    assert table.state.forts["09"] == 0


@pytest.mark.clause("STA-1.5-05", "STA-5.7-10")
def test_the_modifier_counts_in_attack_and_mobile_combat_only() -> None:
    table = Table({"09": ["fr-cc1", "us-6art", "fr-gca", "de-gr918"]}, fortifications={"09": 8}, allied="01 05")
    assert table.modifier("09", "fr-cc1") == 1 - 4
    assert table.modifier("09", "fr-cc1", kind="mobile") == 1 - 4
    assert table.modifier("09", "fr-cc1", kind="counter") == table.modifier("09", "fr-cc1", kind="pursuit") == 1
    assert table.modifier("09", "de-gr918") == 0  # it defends, and does not attack
    low = Table({"09": ["fr-4rts", "us-6art", "us-756tkb"]}, fortifications={"09": 5}, allied="01 05")
    assert low.modifier("09", "fr-4rts", "us-6art", "us-756tkb") == 2 + 1 + 1 + 1 - 3


@pytest.mark.clause("STA-1.5-06", "STA-2-08")
@pytest.mark.parametrize(("level", "possible"), [(6, False), (5, True), (1, True), (0, False)])
def test_surrender_is_sought_below_level_six(level: int, possible: bool) -> None:
    table = surrender(level, disorganized=["fr-4rts"])
    assert (table.asked == ("allied", "surrender")) is possible


@pytest.mark.clause("STA-1.5-06")
def test_transports_and_others_elsewhere_do_not_summon() -> None:
    assert surrender(4, units=()).asked == ("allied", "ffi")
    table = surrender(4, 1)
    assert "not a fortified area" in table.refused("demand", area="05")
    table.do("demand", area="09")
    assert table.state.forts["09"] == 5 and table.asked == ("allied", "ffi")  # one attempt for each area and turn


@pytest.mark.clause("STA-1.5-07", "STA-1.5-09")
@pytest.mark.parametrize(("level", "die", "left"), [(4, 4, 0), (4, 3, 5), (1, 1, 0), (5, 2, 6)])
def test_the_roll_must_reach_the_level(level: int, die: int, left: int) -> None:
    table = surrender(level, die).do("demand", area="09")
    assert table.state.forts["09"] == left


@pytest.mark.clause("STA-1.5-08")
def test_after_a_surrender_the_defenders_are_gone_and_the_port_supplies() -> None:
    table = Table({"09": ["fr-4rts", "de-gr918", "de-cd09", "de-eaa640"]}, fortifications={"09": 3}, dice=[5])
    table.pass_both().do("demand", area="09")
    assert {table.at(unit) for unit in ("de-gr918", "de-cd09", "de-eaa640")} == {"eliminated"}
    assert table.state.points["german"] == 4 and table.at("fr-4rts") == "09"
    assert table.owner("09") == "allied" and table.state.ffi["09"] == "control"
    assert table.query("supply")["allied"]["lines"]["09"] == ""


@pytest.mark.clause("STA-1.5-10")
def test_a_level_keeps_the_area_german() -> None:
    table = Table({"10": ["fr-3rta", "fr-7rta"], "11": ["fr-1bde"]}, fortifications={"10": 2}, allied="01 02 06 11")
    table.march("11", ["fr-1bde"], "10").do("pass")
    assert table.owner("10") == "german"


@pytest.mark.clause("STA-1.5-11")
def test_no_surcharge_into_or_out_of_a_fortified_area_but_the_stop_stays() -> None:
    table = Table({"06": ["us-tfb"]}, fortifications={"09": 8}, allied="01 02 06")
    rows = {row["to"]: row for row in table.query("reach", units=["us-tfb"])["places"]}
    assert rows["09"] == {"to": "09", "spent": 1, "before": "06", "stops": True}
    inside = Table({"09": ["us-tfb"]}, fortifications={"09": 8}, allied="01 02 06")
    assert {row["to"]: row["spent"] for row in inside.query("reach", units=["us-tfb"])["places"]}["06"] == 1
    open_city = Table({"06": ["us-tfb"]}, fortifications={"09": 0}, allied="01 02 06")
    assert {row["to"]: row["spent"] for row in open_city.query("reach", units=["us-tfb"])["places"]}["09"] == 2
