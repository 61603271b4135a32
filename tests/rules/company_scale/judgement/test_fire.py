"""What a fire is worth: a target judged for one shot serves the next one, as long as nothing has changed there."""

from __future__ import annotations

import pytest

from rules.company_scale.judgement.fire import KeptLosses, best_shot
from rules.company_scale.judgement.weights import weights_of
from rules.company_scale.r06_1_stacking import remove_unit
from rules.company_scale.state import ELIMINATED, SUPPRESSED
from rules.engine.judgement import Manner
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import TableTop, activation, ge, tank, us

OPEN = board("\n".join(["............"] * 6), first="10.30")
WEIGHTS = weights_of(Manner())
HERE = 1432


def table() -> TableTop:
    """Set two units and a gun before a tank and two companies, one of them in column."""
    pieces = {"a": us("13.32"), "b": us("13.33"), "gun": us("13.32", fire=("blue", 6, 2)),
              "t": tank("14.32"), "x": ge("14.32"), "y": ge("14.32", deployed=False)}  # fmt: skip
    return activation(OPEN, pieces, "formation:r141")


def test_a_target_is_judged_once_for_all_who_fire() -> None:
    game, kept = table().game, KeptLosses()
    for unit in ("a", "b", "gun"):
        assert best_shot(game, unit, HERE, WEIGHTS, kept=kept) == best_shot(game, unit, HERE, WEIGHTS)
    judged = dict(kept)
    best_shot(game, "b", HERE, WEIGHTS, kept=kept)
    assert all(kept[key] is losses for key, losses in judged.items()) and len(judged) == len(kept) == 2


@pytest.mark.parametrize("change", ["dead", "suppressed", "disorganized"])
def test_a_target_that_has_changed_is_judged_anew(change: str) -> None:
    game, kept = table().game, KeptLosses()
    before, _ = best_shot(game, "a", HERE, WEIGHTS, kept=kept)
    if change == "dead":  # the unit in column, which a rout check would be made for
        remove_unit(game, "y", ELIMINATED)
    else:
        game.state.mark(HERE, **({"stress": SUPPRESSED} if change == "suppressed" else {"dg": 3}))
    after, shot = best_shot(game, "a", HERE, WEIGHTS, kept=kept)
    assert (after, shot) == best_shot(game, "a", HERE, WEIGHTS)
    assert after != before
