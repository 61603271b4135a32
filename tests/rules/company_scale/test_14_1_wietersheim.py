"""Von Wietersheim: when he is called, whom he joins, whose place he takes (14.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.company_scale.counters import LeaderCounter, Replacement, Stripe
from rules.company_scale.r13_leaders import hit_leaders
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, leader, us

OPEN = board("\n".join(["............"] * 8))
DEPUTY = Replacement("Deputy", 1, 2)
HERE = "12.32"


def chief(name: str, division: str, formation: str = "") -> LeaderCounter:
    """Return a leader with a replacement: of a division, or of a formation."""
    stripe = Stripe.COLOURED if formation else Stripe.NONE
    made = leader(name, 1, 3, formation=formation or "pg110", division=division, stripe=stripe, replacement=DEPUTY)
    return replace(made, formation=formation)


VON = replace(leader("von", 2, 0, hero=True, type="wietersheim", formation="pg110", stripe=Stripe.NONE), formation="")


def called(chit: str) -> TableTop:
    """Draw a chit: leaders of another division and of a formation come before the one he takes the place of."""
    hq = ge("14.34", formation="", division="pz11", stripe="none", hq="division", command_range=4)
    pieces: dict[str, Piece] = {
        "dhq": hq,
        "y": ge(HERE),
        "z": ge("12.34", formation="pg111"),
        "w": ge("16.34", formation="gr305"),
        "a": us("20.30"),
    }
    leaders = {
        "other": ("16.34", chief("other", "d198")), "own": (HERE, chief("own", "pz11", "pg110")),
        "chief": ("14.34", chief("chief", "pz11")), "von": ("available", VON),
    }  # fmt: skip
    return activation(OPEN, pieces, chit, leaders=leaders, step="2.C.iii.b")


@pytest.mark.clause("CSS-14.1-15")
def test_it_is_the_leader_of_his_division_who_is_replaced() -> None:
    table = called("formation:pg110")
    assert {c.get("unit") for c in table.offered("bring_hero")} == {"dhq", "y"}
    assert table.refused("bring_hero", hero="von", unit="z") == ["14.1"]  # of the division, but not active
    table.do("bring_hero", hero="von", unit="y")
    assert [name for name, token in table.state.leaders.items() if token.replaced] == ["chief"]


@pytest.mark.clause("CSS-14.1-14")
def test_he_is_not_called_with_a_formation_of_another_division() -> None:
    table = called("formation:gr305")
    assert table.asked[1] != "leaders" or not table.offered("bring_hero")


@pytest.mark.clause("CSS-13.3-02", "CSS-14.1-16")
def test_a_die_of_0_costs_the_leader_and_not_the_hero_beside_him() -> None:
    table = called("formation:pg110")
    table.do("bring_hero", hero="von", unit="y")
    hit_leaders(table.game, 1232, 0)
    table.session.resume()
    assert [name for name, token in table.state.leaders.items() if token.replaced] == ["own", "chief"]
    assert table.state.leaders["von"].place == "map"
