"""Opportunity fire thrown away on what it cannot hurt."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.company_scale.blunders.moves import Baited
from rules.testing.gear import Blunder
from tests.rules.company_scale.helpers.leaving import column, leaving
from tests.rules.company_scale.helpers.tables import CHARTS, Piece, ge, tank, us
from tests.rules.company_scale.helpers.watched import Watched

BAIT = tank("12.32", us, deployed=False, column_defense=-4)
BETTER = {"b": column("14.33")}  # the machine gun in 12.34 sees it as well


def fired(more: dict[str, Piece], bait: Piece = BAIT, **facts: Any) -> list[Blunder]:
    """Let a German machine gun fire at the bait as it leaves; return what is seen."""
    pieces = {"a": bait, "x": ge("12.34", fire=("red", 4, 2), **facts.pop("gun", {})), **more}
    eye = Watched(leaving(pieces, **facts), Baited())
    assert eye.do("fire", unit="x", hex="12.32") == []
    eye.table.dice(9)
    return eye.do("confirm")


def test_fire_that_hardly_hurts_while_a_better_target_has_still_to_move_is_counted() -> None:
    (seen,) = fired(BETTER)
    assert seen == ("german", "x at a in 12.32: 1 of 10 dice have a result, and b has still to move", 1)


def test_without_a_better_target_or_if_the_gun_can_go_on_firing_it_is_not() -> None:
    assert fired({}) == []
    assert fired({"b": column("19.34")}) == []
    assert fired(BETTER, gun={"sustained_fire": True}) == []


def test_fire_that_may_well_hurt_is_not() -> None:
    assert fired(BETTER, bait=column("12.32")) == []


def test_fire_that_can_have_no_result_is_counted_in_any_case() -> None:
    (seen,) = fired({}, charts=replace(CHARTS, combat_hard=dict.fromkeys(CHARTS.combat_hard, ("",) * 9)))
    assert seen.text.endswith("0 of 10 dice have a result")
