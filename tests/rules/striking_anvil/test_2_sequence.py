"""2 and 3: phases, impulses, passes, limits of an activation."""

from __future__ import annotations

import pytest

from rules.striking_anvil.r_victory import TOLD
from tests.rules.striking_anvil.table import Table, position


def phases(table: Table) -> list[str]:
    return [event["phase"] for _, event in table.session.history.events if event["event"] == "PhaseBegan"]


@pytest.mark.clause("STA-2-01", "STA-2-02", "STA-2-10")
def test_the_phases_of_a_game() -> None:
    table = Table({"07": ["us-7ir"], "28": ["de-gr308"]}, turn=0, turns=2, allied="07")
    table.do("done").pass_both()
    assert phases(table) == ["bombing", "operations", "surrender", "end", "ffi"]
    table.do("done").do("done").pass_both()
    assert phases(table)[4:] == ["ffi", "bombing", "operations", "surrender", "end"]
    assert table.session.is_over and table.session.result is not None and table.session.result["text"]
    assert table.session.result["level"] in TOLD and "GameEnded" in table.names()


@pytest.mark.clause("STA-2-04", "STA-2-05", "STA-10-07")
def test_sides_take_turns_and_the_allies_begin() -> None:
    table = Table({"07": ["us-7ir", "us-15ir"], "11": ["de-gr308", "de-gr326"]}, turn=0, allied="01 02 06 07")
    assert phases(table) == ["bombing"]  # without the variant there is no planning
    table.do("done")
    seats = []
    for unit, area, to in (
        ("us-7ir", "07", "06"),
        ("de-gr308", "11", "12"),
        ("us-15ir", "07", "02"),
        ("de-gr326", "11", "10"),
    ):
        seats.append(table.asked[0])
        table.march(area, [unit], to)
        if table.asked[1] == "way":
            table.do("stop")
    assert seats == ["allied", "german", "allied", "german"]


@pytest.mark.clause("STA-2-06", "STA-8-03")
def test_paradrops_come_before_the_first_impulse() -> None:
    table = position("anvil-historical", 3).do("done")
    names = table.names()
    assert names.index("Dropped") > names.index("PhaseBegan") and table.asked == ("allied", "order")
    assert len(table.state.stack("07")) == 5


@pytest.mark.clause("STA-2-07", "STA-SCN-05")
def test_bombing_lies_between_ffi_and_operations() -> None:
    table = Table({"07": ["us-7ir"]}, allied="01 07").pass_both()
    assert table.asked == ("allied", "ffi")
    assert table.do("done").asked == ("allied", "bombing_phase")
    assert table.do("done").asked == ("allied", "order")


@pytest.mark.clause("STA-2-09")
def test_the_end_of_a_turn_restores_everybody() -> None:
    table = Table(
        {"07": ["us-7ir"], "11": ["de-gr308"]}, turn=0, allied="01 02 07", disorganized=["us-7ir", "de-gr308"]
    )
    table.do("place", marker="air", area="07").do("done").pass_both()
    assert table.good("us-7ir", "de-gr308") and table.state.turn == 2 and table.state.bombing == {}


@pytest.mark.clause("STA-3-01", "STA-7-04")
def test_all_units_come_from_one_area() -> None:
    table = Table({"07": ["us-7ir"], "08": ["us-15ir"], "LZW": ["us-30ir"]}, allied="01 02 07 08")
    table.do("activate", area="07")
    for unit in ("us-15ir", "us-30ir"):
        assert "All units must be from one area" in table.refused("take", unit=unit)
    assert "No units chosen yet" in table.refused("attack")


@pytest.mark.clause("STA-3-02", "STA-3-03")
def test_three_combat_units_or_four_with_two_of_a_division() -> None:
    table = Table({"02": ["us-7ir", "us-180ir", "us-143ir", "fr-1bde", "us-15ir", "us-30ir"]}, allied="01 02 07")
    table.act("02", "us-7ir", "us-180ir", "us-143ir")
    assert "two are from one division" in table.refused("take", unit="fr-1bde")
    table.do("take", unit="us-15ir")
    assert "At most four" in table.refused("take", unit="us-30ir")


@pytest.mark.clause("STA-3-04")
def test_any_number_of_support_units_but_never_alone() -> None:
    support = ["us-756tkb", "us-191tkb", "us-753tkb", "us-601tdb", "us-645tdb", "us-636tdb"]
    table = Table({"12": ["us-7ir", "us-180ir", "us-143ir", *support, "us-trp1", "de-gr308"]}, allied="01 06 11 12")
    table.act("12", "us-7ir", "us-180ir", "us-143ir", *support)
    assert len(table.decision.subject["units"]) == 9 and "attack" in table.decision.options.offered()  # type: ignore[arg-type]
    table.do("cancel").act("12", "us-756tkb")
    assert "without a combat unit" in table.refused("attack") and "without a combat unit" in table.refused("move")
    table.do("cancel").act("12", "us-trp1")
    assert "can't act without a combat unit" in table.refused("attack") and "move" in table.decision.options.offered()


@pytest.mark.clause("STA-3-05", "STA-3-07")
def test_one_action_for_all_and_movers_may_part() -> None:
    table = Table({"02": ["us-7ir", "us-15ir", "us-30ir", "de-gr308"]}, allied="01 02 03 07", disorganized=["de-gr308"])
    table.act("02", "us-7ir", "us-15ir", "us-30ir").do("move").do("drop", unit="us-30ir").go("03")
    assert table.asked == ("allied", "way")
    for verb in ("take", "drop"):
        assert "can't move any more" in table.refused(verb, unit="us-7ir")
    table.go("07")
    assert table.at("us-7ir") == table.at("us-15ir") == "03" and table.at("us-30ir") == "07"
    assert table.asked == ("german", "order") and table.turned("us-7ir", "us-15ir", "us-30ir")
    fight = Table({"02": ["us-7ir", "us-15ir", "de-gr308"]}, allied="01 02 03 07", dice=[5])
    fight.act("02", "us-7ir").do("attack")
    assert fight.asked[0] == "german"  # it attacked: no move after it


@pytest.mark.clause("STA-3-07", "STA-5.3-01")
def test_a_mobile_combat_is_made_by_one_stack() -> None:
    table = Table({"07": ["us-7ir", "us-15ir"], "06": ["de-gr308"]}, allied="01 02 07")
    table.act("07").do("mobile", target="06")
    assert "one stack moving along one route" in table.refused("drop", unit="us-7ir")


@pytest.mark.clause("STA-3-08", "STA-3-09", "STA-3-10")
def test_two_passes_in_a_row_end_the_phase() -> None:
    table = Table({"07": ["us-7ir", "us-15ir"], "11": ["de-gr308"]}, allied="01 02 06 07")
    table.do("pass")
    table.march("11", ["de-gr308"], "12").do("pass")
    assert table.asked == ("german", "order") and table.decision.options.offered() == ["pass"]  # nobody is left to act
    assert table.do("pass").state.turn == 4
    again = Table({"07": ["us-7ir"], "11": ["de-gr308"]}, allied="01 02 06 07", disorganized=["de-gr308"])
    again.march("07", ["us-7ir"], "06").do("pass").do("pass")
    assert again.state.turn == 4
