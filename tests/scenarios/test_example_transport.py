"""The examples of transport and of infantry on tanks, played from their files (15.0, 21.2, 30.0)."""

from __future__ import annotations

import pytest

from tests.rules.company_scale.helpers.moves import points
from tests.rules.company_scale.helpers.tables import TableTop
from tests.scenarios.test_examples import bought


def lorries() -> TableTop:
    return bought("15-transport", "formation:pgr_110", 5, 5)


@pytest.mark.clause("CSS-15.0-03", "CSS-15.0-04", "CSS-15.0-16", "CSS-15.0-18")
def test_a_company_is_loaded_and_driven_down_the_road() -> None:
    table = lorries()
    table.do("load", unit="pgr110_5", transport="lkw_110_1")
    assert table.where("lkw_110_1") == "30.24"
    table.do("move", units=("lkw_110_1",))
    assert points(table) == [18]
    table.step("30.23", "30.22", by="paved")
    table.do("stop")
    assert "15.0" in table.refused("unload", unit="pgr110_5")


@pytest.mark.clause("CSS-15.0-11", "CSS-15.0-12", "CSS-15.0-13")
def test_the_watcher_fires_before_or_after_the_unloading() -> None:
    table = lorries()
    table.do("unload", unit="pgr110_6")
    assert table.asked == ("allied", "opportunity_fire")
    table.do("hold")
    assert table.asked == ("allied", "opportunity_fire") and table.where("pgr110_6") == "31.20"
    table.do("hold")
    assert table.where("sdk_110_1") == "pool"


@pytest.mark.clause("CSS-21.2-03", "CSS-21.2-01")
def test_the_guns_ride_and_keep_what_they_would_abandon() -> None:
    table = lorries()
    table.do("load", unit="flak_88", transport="lkw_110_1")
    assert table.state.abandoned == ()
    table = lorries()
    table.do("change_formation", unit="flak_88")
    assert table.state.abandoned == ("flak_88",)


@pytest.mark.clause("CSS-30.0-03", "CSS-30.0-07", "CSS-30.0-08")
def test_the_company_rides_until_the_enemy_is_near() -> None:
    table = bought("30-riding-on-tanks", "formation:ir_143", 5, 5)
    table.do("mount", unit="a_143", tank="b_753")
    table.do("move", units=("b_753",))
    table.step("20.31", "20.30", "20.29", by="paved")
    assert table.where("a_143") == "carried"
    table.step("20.28", by="paved")
    assert table.where("a_143") == "20.28" and table.hex("20.28").dg == 0
    table.step("20.27", by="paved")
    table.do("stop")
    assert table.where("b_753") == "20.27"
    assert "30.0" in table.refused("move", units=("a_143",))
