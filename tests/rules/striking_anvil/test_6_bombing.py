"""6: bombing markers."""

from __future__ import annotations

import pytest

from tests.rules.striking_anvil.table import SYSTEM, Table, position

CHARTS = SYSTEM.load("anvil-historical").charts


def bombing(*dice: int, **more: object) -> Table:
    """Return a table at the bombing phase of turn 1."""
    return Table({"07": ["us-7ir"], "29": ["de-rgr7"]}, turn=0, dice=dice, allied="01 02 07", **more)  # type: ignore[arg-type]


@pytest.mark.clause("STA-6-01")
def test_none_one_or_both_markers_anywhere() -> None:
    table = bombing().do("place", marker="naval", area="23")  # any area, the sea or not
    assert "has already been placed" in table.refused("place", marker="naval", area="07")
    assert "no marker" in table.refused("place", marker="rockets", area="07")
    assert "has no area" in table.refused("place", marker="air", area="LZW")
    table.do("place", marker="air", area="23")
    assert table.asked == ("allied", "order") and table.state.bombing == {"naval": "23", "air": "23"}
    assert bombing().do("done").state.bombing == {}
    coast = bombing(rules={"naval_marker_coast_only": True})
    assert "can only go to the coast" in coast.refused("place", marker="naval", area="23")


@pytest.mark.clause("STA-6-02")
def test_an_ordinary_target_needs_no_die() -> None:
    table = bombing().do("place", marker="air", area="07")
    assert table.state.bombing == {"air": "07"} and "DieRolled" not in table.names()


@pytest.mark.clause("STA-6-03", "STA-6-04")
@pytest.mark.parametrize(
    ("marker", "die", "level", "stays"),
    [("naval", 4, 7, True), ("naval", 6, 6, False), ("naval", 1, 8, False), ("air", 4, 8, True), ("air", 6, 7, False)],
)
def test_a_fortress_is_bombed(marker: str, die: int, level: int, stays: bool) -> None:
    table = bombing(die, fortifications={"09": 8}).do("place", marker=marker, area="09")
    assert table.state.forts["09"] == level and (marker in table.state.bombing) is stays


@pytest.mark.clause("STA-6-03")
def test_at_level_zero_it_is_an_ordinary_target() -> None:
    table = bombing(fortifications={"09": 0}).do("place", marker="naval", area="09")
    assert table.state.bombing == {"naval": "09"}


@pytest.mark.clause("STA-6-04")
def test_a_marker_that_bombed_supports_attacks() -> None:
    table = Table({"10": ["fr-3rta"]}, turn=0, fortifications={"10": 5}, dice=[2], allied="01 02 06")
    table.do("place", marker="air", area="10").do("done")
    assert table.modifier("10", "fr-3rta") == CHARTS.fortifications["10"][5] + 1


@pytest.mark.clause("STA-SCN-05")
@pytest.mark.parametrize(
    ("turn", "there"), [(1, True), (2, True), (3, False), (4, True), (5, False), (9, False), (10, True)]
)
def test_the_air_marker_in_june(turn: int, there: bool) -> None:
    from rules.striking_anvil.r06_bombing import available

    game = position("anvil-june").game
    game.state.turn = turn
    assert ("air" in available(game)) is there and "naval" in available(game)
