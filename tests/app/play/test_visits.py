"""Visits at which a player only passed: what the host of an online game could have done for him."""

from __future__ import annotations

import pytest

from app.play.passing import Visits
from app.systems.base import presentation_of
from rules.engine.command import cmd


def came(visits: Visits, *orders: tuple[str, str]) -> str:
    """Give orders to kinds of questions, then let somebody else be asked."""
    for kind, verb in orders:
        visits.ordered(kind, [cmd(verb)], presentation_of("company_scale").words)
    return visits.ended()


def test_two_visits_in_a_row_for_passing_alone_are_told_once_more_each_time() -> None:
    visits = Visits()
    assert came(visits, ("purchase", "pass")) == ""
    assert came(visits) == "", "nobody came"
    assert came(visits, ("purchase", "pass"), ("purchase", "pass")) == "purchase"
    assert came(visits, ("purchase", "pass")) == "purchase"


@pytest.mark.parametrize("second", [
    (("purchase", "buy"),),
    (("purchase", "pass"), ("activation", "end_activation")),
    (("purchase", "pass"), ("reroll", "keep")),
    (("opportunity_fire", "hold"),),
    (("activation", "pass"),),
])  # fmt: skip
def test_whoever_did_something_else_as_well_is_not_told(second: tuple[tuple[str, str], ...]) -> None:
    visits = Visits()
    came(visits, ("purchase", "pass"))
    assert came(visits, *second) == ""
    assert came(visits, ("purchase", "pass")) == "", "the count begins anew"
