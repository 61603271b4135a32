"""1.3.4: FFI markers, attempts, control."""

from __future__ import annotations

import pytest

from rules.striking_anvil.queries import told
from rules.striking_anvil.r01_3_4_ffi import risen
from rules.striking_anvil.r05_battle import Modifier
from tests.rules.striking_anvil.table import Table, position


def ffi_phase(*dice: int, allied: str = "01 02 07", **more: object) -> Table:
    """Return a table at the FFI phase of turn 4."""
    setup = {"02": ["us-7ir"], "10": [], "11": ["de-gr308"]}
    table = Table(setup, allied=allied, dice=dice, **more)  # type: ignore[arg-type]
    return table.pass_both()


@pytest.mark.clause("STA-1.3.4-01", "STA-1.3.4-08", "STA-1.6-05")
def test_an_area_with_a_marker_is_friendly_whoever_stands_there() -> None:
    table = Table({"02": ["de-pzr33"], "07": ["us-tfb"]}, allied="01 02 07 03")
    assert table.owner("02") == "allied"
    table.act("07").do("move").go("02")
    assert table.decision.subject["spent"] == 1 and "03" in table.offers("step")  # no surcharge, no stop
    german = Table({"02": ["de-pzr33"]}, side="german", allied="01 02 07")
    rows = {row["to"]: row for row in german.query("reach", units=["de-pzr33"])["places"]}
    assert rows["07"]["stops"] and rows["07"]["spent"] == 1 + 1 + 1  # rough by road, entering, leaving


@pytest.mark.clause("STA-1.3.4-02", "STA-1.3.4-05")
def test_where_the_ffi_may_rise() -> None:
    table = ffi_phase(fortifications={"10": 3}, allied="01 02 07 06")
    assert table.asked == ("allied", "ffi")
    assert "fortified" in table.refused("attempt", area="10")
    assert "German units are in" in table.refused("attempt", area="11")
    assert "No area next to" in table.refused("attempt", area="21")
    assert "already Allied" in table.refused("attempt", area="07")
    assert sorted(table.offers("attempt")) == sorted(table.query("ffi_targets")["areas"])
    assert "08" in table.offers("attempt") and "05" in table.offers("attempt")


@pytest.mark.clause("STA-1.3.4-03", "STA-1.6-01")
def test_markers_at_the_start() -> None:
    table = position("anvil-historical", 3)
    assert table.state.ffi == {"18": "control", "20": "fighters", "24": "control", "27": "fighters"}
    assert table.state.allied == ("18", "20", "24", "27")
    assert sum(table.owner(area) == "german" for area in table.session.scenario.map.areas) == 26


@pytest.mark.clause("STA-1.3.4-04", "STA-2-03", "STA-1.3.4-05")
def test_two_attempts_a_turn_after_the_first_one_after_the_other() -> None:
    assert position("anvil-historical").asked == ("allied", "bombing_phase")
    table = ffi_phase(1, 3)
    assert "19" not in table.offers("attempt")
    table.do("attempt", area="08")
    assert table.state.ffi["08"] == "fighters" and "19" in table.offers("attempt")  # beside the new area
    table.do("attempt", area="19")
    assert table.state.ffi["19"] == "control" and table.asked == ("allied", "bombing_phase")


@pytest.mark.clause("STA-1.3.4-04")
def test_the_same_area_twice_or_nothing_at_all() -> None:
    table = ffi_phase(6, 5).do("attempt", area="08").do("attempt", area="08")
    assert table.owner("08") == "german" and table.asked == ("allied", "bombing_phase")
    assert ffi_phase().do("done").asked == ("allied", "bombing_phase")


@pytest.mark.clause("STA-1.3.4-06", "STA-1.3.4-07")
def test_what_the_die_brings() -> None:
    assert [risen(die) for die in range(1, 7)] == ["fighters", "fighters", "control", "control", "", ""]


@pytest.mark.clause("STA-1.3.4-09", "STA-1.6-03")
def test_a_captured_area_gets_a_control_marker_before_the_next_impulse() -> None:
    table = Table({"07": ["us-7ir"]}, allied="01 02 07").march("07", ["us-7ir"], "06")
    assert table.owner("06") == "allied" and table.state.ffi["06"] == "control" and table.asked == ("german", "order")


@pytest.mark.clause("STA-1.3.4-09")
def test_a_marker_that_lies_there_stays_as_it_is() -> None:
    table = Table({"07": ["us-7ir"], "20": ["us-15ir"]}, ffi={"20": "fighters"}, allied="01 02 03 07 18")
    table.march("07", ["us-7ir"], "08").do("pass")
    assert table.state.ffi["20"] == "fighters"


@pytest.mark.clause("STA-1.3.4-10", "STA-1.3.4-11")
def test_a_german_unit_that_enters_removes_the_marker() -> None:
    table = Table({"22": ["de-rgr157"], "18": ["us-7ir"]}, ffi={"20": "fighters"}, allied="01 02 03 18", side="german")
    rows = {row["to"]: row["spent"] for row in table.query("reach", units=["de-rgr157"])["places"]}
    assert rows["20"] > 1
    table.march("22", ["de-rgr157"], "20")
    assert "20" not in table.state.ffi and table.owner("20") == "german"
    again = Table({"20": ["de-rgr157", "us-7ir"]}, allied="01 02 03 18 20", ffi={"20": "fighters"}, side="german")
    again.do("pass")
    assert again.state.ffi["20"] == "fighters"


@pytest.mark.clause("STA-1.3.4-11", "STA-1.3.4-16")
def test_the_marker_goes_with_control() -> None:
    table = Table({"02": ["us-143ir", "de-pzr33", "de-gr308"], "01": ["us-7ir", "us-15ir"]}, ffi={"02": "fighters"},
                  allied="01 07", side="german", dice=[6], reduced=["us-143ir"], disorganized=["us-143ir"])  # fmt: skip
    table.act("02", "de-pzr33", "de-gr308").do("attack").do("eliminate", unit="us-143ir")
    assert table.owner("02") == "german" and "02" not in table.state.ffi
    table.march("01", ["us-7ir"], "05")
    assert table.state.ffi == dict.fromkeys(("01", "05", "07"), "control")  # markers never run out


@pytest.mark.clause("STA-1.3.4-12", "STA-1.3.4-13", "STA-1.3.4-15", "STA-5.7-09")
def test_fighters_help_and_control_markers_do_not() -> None:
    table = Table(
        {"06": ["us-7ir", "de-gr308"], "07": ["us-15ir", "de-gr326"]}, ffi={"06": "fighters", "07": "control"}
    )
    assert table.modifier("06", "us-7ir") == -1 + 1 and table.modifier("07", "us-15ir") == -1
    for kind in ("mobile", "counter", "pursuit"):
        assert ("FFI fighters", 1) in [(line.what, line.value) for line in lines(table, kind)]
    assert table.modifier("06", "de-gr308") == -1  # no malus for Germans


def lines(table: Table, kind: str) -> tuple[Modifier, ...]:
    return told(table.game, table.battle("06", "us-7ir", kind=kind)).modifiers


@pytest.mark.clause("STA-1.3.4-14")
def test_a_marker_takes_no_hits() -> None:
    table = Table({"06": ["us-7ir", "de-pzr33", "de-gr308"]}, ffi={"06": "fighters"}, side="german", dice=[6],
                  disorganized=["us-7ir"])  # fmt: skip
    table.act("06", "de-pzr33", "de-gr308").do("attack")
    assert [str(command) for command in table.decision.options] == ["reduce unit=us-7ir", "eliminate unit=us-7ir"]
