"""Activations that give something away."""

from __future__ import annotations

from rules.striking_anvil.gear import OutOfSupply, PointsLeft
from rules.testing.gear import Blunder, BlunderCounter
from tests.rules.engine.helpers.watched import Watched
from tests.rules.striking_anvil.table import Table


def marched(act: BlunderCounter, table: Table, area: str, units: list[str], *way: str) -> list[Blunder]:
    """Move units along a way, then let the other side pass; return what is seen."""
    eye = Watched(table.session, act)
    seen = eye.do("activate", area=area)
    for unit in units:
        seen += eye.do("take", unit=unit)
    seen += eye.do("move")
    for to in way:
        seen += eye.do("step", to=to)
    seen += eye.do("decline") if table.decision.kind == "pursuit" else []
    assert table.decision.kind == "order" and seen == []
    return eye.do("pass")


def test_points_left_next_to_an_enemy_no_stronger_are_counted() -> None:
    table = Table({"11": ["us-7ir"], "12": ["de-gr308"]}, allied="01 02 06 11")
    (seen,) = marched(PointsLeft(), table, "11", ["us-7ir"], "06")
    assert seen.seat == "allied" and seen.text.startswith("11 Aix-en-Provence (1) by 7IR/3US, ")


def test_not_if_somebody_stays_the_enemy_is_stronger_or_nobody_is_near() -> None:
    stays = Table({"11": ["us-7ir", "us-15ir"], "12": ["de-gr308"]}, allied="01 02 06 11")
    assert marched(PointsLeft(), stays, "11", ["us-7ir"], "06") == []
    strong = Table({"11": ["us-7ir"], "12": ["de-gr308", "de-gr326", "de-gr918", "de-gr757"]}, allied="01 02 06 11")
    assert marched(PointsLeft(), strong, "11", ["us-7ir"], "06") == []
    far = Table({"11": ["us-7ir"], "24": ["de-gr308"]}, allied="01 02 06 11")
    assert marched(PointsLeft(), far, "11", ["us-7ir"], "06") == []


def test_a_unit_that_cuts_itself_off_is_counted() -> None:
    contested = {"11": ["us-7ir", "de-gr308"]}
    (seen,) = marched(OutOfSupply(), Table(contested, allied="01 02 06 11"), "11", ["us-7ir"], "12")
    assert seen == ("allied", "7IR/3US from 11 Aix-en-Provence to 12 Salon-Berre", 1)
    assert marched(OutOfSupply(), Table(contested, allied="01 02 06 11 10 16"), "11", ["us-7ir"], "12") == []
