"""Points that lie in the road."""

from __future__ import annotations

from rules.striking_anvil.gear import GoalNotTaken
from rules.testing.gear import Blunder
from tests.rules.engine.helpers.watched import Watched
from tests.rules.striking_anvil.table import Table

COAST = "01 02 06 09 10"


def passed(table: Table) -> list[Blunder]:
    """Let both sides pass; return what is seen."""
    eye = Watched(table.session, GoalNotTaken())
    assert eye.do("pass") == []
    return eye.do("pass")


def test_an_empty_area_with_points_in_reach_is_counted_when_both_pass() -> None:
    (seen,) = passed(Table({"06": ["us-7ir"], "24": ["de-gr308"]}, allied=COAST))
    assert seen.seat == "allied"
    assert seen.text == "11 Aix-en-Provence (1), in reach of 7IR/3US in 06 Brignoles-Le Luc"


def test_not_if_somebody_stands_there_or_it_is_far_or_the_unit_is_out_of_supply() -> None:
    assert passed(Table({"06": ["us-7ir"], "11": ["de-gr308"]}, allied=COAST)) == []
    assert passed(Table({"01": ["us-7ir"], "24": ["de-gr308"]}, allied=COAST)) == []
    assert passed(Table({"13": ["us-7ir"], "24": ["de-gr308"]}, allied=COAST)) == []


def test_nobody_need_leave_an_area_with_points_that_he_alone_holds() -> None:
    allied = f"{COAST} 11 12 13 15"
    assert passed(Table({"15": ["us-7ir"], "24": ["de-gr308"]}, allied=allied)) == []
    two = passed(Table({"15": ["us-7ir", "us-15ir"], "24": ["de-gr308"]}, allied=allied))
    assert [one.text[:14] for one in two] == ["14 Nîmes-Uzès "]
