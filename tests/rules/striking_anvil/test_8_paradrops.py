"""8: paradrops."""

from __future__ import annotations

import pytest

from tests.rules.striking_anvil.table import Table, position

UNITS = ["us-517pir", "uk-2ipb", "us-509pib", "us-551pib", "us-550gib"]


def drop(die: int, area: str = "07", allied: str = "", germans: tuple[str, ...] = ()) -> Table:
    """Return a table after a drop on turn 1."""
    setup = {area: [*germans], "29": ["de-rgr7"]}
    table = Table(setup, turn=0, allied=allied, dice=[die], paradrops=[{"turn": 1, "area": area, "units": UNITS}])
    return table.do("done")


@pytest.mark.clause("STA-8-01")
def test_a_drop_comes_on_its_turn_only() -> None:
    table = position("anvil-historical", 3).do("done").pass_both().do("done").do("done")
    assert table.state.turn == 2 and [name for name in table.names() if name == "Dropped"] == ["Dropped"]


@pytest.mark.clause("STA-8-02")
def test_a_drop_is_no_move() -> None:
    table = drop(1, allied="07 02")
    assert table.good(*UNITS) and table.asked == ("allied", "order")
    table.act("07", "us-517pir").do("move")
    assert "08" in table.offers("step")


@pytest.mark.clause("STA-8-03", "STA-8-05")
def test_all_units_drop_at_once_with_one_roll() -> None:
    table = drop(6, allied="07")
    assert {table.at(unit) for unit in UNITS} == {"07"} and table.turned(*UNITS)
    assert [name for name in table.names() if name == "DieRolled"] == ["DieRolled"]


@pytest.mark.clause("STA-8-04", "STA-8-06", "STA-8-07", "STA-8-08")
@pytest.mark.parametrize(
    ("die", "area", "allied", "germans", "good"),
    [
        (4, "07", "07", (), True), (5, "07", "07", (), False), (4, "07", "", (), False), (3, "07", "", (), True),
        (3, "02", "02", ("de-pzr33",), True), (3, "02", "", ("de-pzr33",), False), (2, "02", "", ("de-pzr33",), True),
    ],
)  # fmt: skip
def test_the_roll(die: int, area: str, allied: str, germans: tuple[str, ...], good: bool) -> None:
    assert drop(die, area, allied, germans).good(*UNITS) is good


@pytest.mark.clause("STA-8-09", "STA-1.6-03")
def test_after_the_drop_control_is_checked_and_supply_needed() -> None:
    table = position("anvil-historical", 3).do("done")
    assert table.good(*UNITS) and table.owner("07") == "allied" and table.state.ffi["07"] == "control"
    assert table.query("supply")["allied"]["cut_off"] == ["07"]
    assert "out of supply" in table.act("07", "us-517pir").refused("move")
