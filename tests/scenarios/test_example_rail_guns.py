"""The worked example of the rail guns, played from its file (25.0)."""

from __future__ import annotations

import pytest

from rules.company_scale.loading.scenarios import load_scenario
from rules.hexes.grid import hex_id
from tests.rules.company_scale.helpers.guns import barrages, entry_of
from tests.rules.company_scale.helpers.tables import TableTop
from tests.scenarios.test_examples import bought


def ready() -> TableTop:
    """Buy the chit of the battalion of the rail guns."""
    return bought("25-rail-guns", "formation:pio_669", 5, 5)


def line(table: TableTop, gun: str) -> tuple[str, ...]:
    """Return the hexes of a gun's fire line."""
    found: tuple[str, ...] = table.session.query("fire_arc", unit=gun).hexes
    return found


@pytest.mark.clause("CSS-25.0-08")
def test_caesar_fires_north_along_its_line() -> None:
    table = ready()
    assert line(table, "caesar")[:5] == ("18.15", "18.14", "18.13", "19.12", "19.11")
    table.do("indirect_fire", unit="caesar", hex="19.12")
    assert table.decision.subject["fire_value"] == 8
    assert entry_of(table.dice(6, 0).do("confirm")) == "DG2 R*"
    assert barrages(table)["19.12"] == "heavy"


@pytest.mark.clause("CSS-25.0-09")
def test_gneisenau_fires_northeast_along_its_line() -> None:
    table = ready()
    assert line(table, "gneisenau")[:3] == ("19.13", "20.13", "21.12")
    assert table.refused("indirect_fire", unit="caesar", hex="21.12") == ["25.0"]
    assert table.refused("indirect_fire", unit="gneisenau", hex="20.11") == ["25.0"]
    table.do("indirect_fire", unit="gneisenau", hex="21.12")


@pytest.mark.clause("CSS-25.0-02")
def test_its_rails_are_all_it_can_follow() -> None:
    table = ready()
    table.do("change_formation", unit="caesar")
    table.do("move", units=("caesar",))
    assert {c.get("to") for c in table.offered("step")} == {"17.16", "18.15"}


def test_the_map_says_where_the_rail_comes_in() -> None:
    points = load_scenario("25-rail-guns").map.rail_points
    assert points == {(hex_id("17.15"), hex_id("17.16")): 59}
