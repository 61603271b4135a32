"""What a fire is worth: a target judged for one shot serves the next one, as long as nothing has changed there."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rules.company_scale.bot.fire import KeptLosses, best_shot, rally_worth, shot_worth
from rules.company_scale.bot.memory import ScriptMemory
from rules.company_scale.bot.shots import Shots
from rules.company_scale.bot.weights import weights_of
from rules.company_scale.r06_1_stacking import remove_unit
from rules.company_scale.r08_3_modifiers import HEX, Shot, fire_value
from rules.company_scale.r08_4_resolution import table_row
from rules.company_scale.state import ELIMINATED, NO_OPPORTUNITY_FIRE, SUPPRESSED, Battle
from rules.engine.evaluator import Manner
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import TableTop, activation, ge, leader, tank, us

OPEN = board("\n".join(["............"] * 6), first="10.30")
WEIGHTS = weights_of(Manner())
HERE = 1432


def table(**facts: Any) -> TableTop:
    """Set two units and a gun before a tank and two companies, one of them in column."""
    pieces = {"a": us("13.32"), "b": us("13.33"), "gun": us("13.32", fire=("blue", 6, 2)),
              "t": tank("14.32"), "x": ge("14.32"), "y": ge("14.32", deployed=False)}  # fmt: skip
    return activation(OPEN, pieces, "formation:r141", **facts)


def test_a_target_is_judged_once_for_all_who_fire() -> None:
    game, kept = table().game, KeptLosses()
    for unit in ("a", "b", "gun"):
        assert best_shot(game, unit, HERE, WEIGHTS, kept=kept) == best_shot(game, unit, HERE, WEIGHTS)
    judged = [kept.of(game, Shot("a", HERE, aim, ""), WEIGHTS) for aim in (HEX, "t")]
    best_shot(game, "b", HERE, WEIGHTS, kept=kept)
    assert all(kept.of(game, losses.shot, WEIGHTS) is losses for losses in judged)


@pytest.mark.parametrize("change", ["dead", "suppressed", "disorganized", "turned", "barrage"])
def test_a_target_that_has_changed_is_judged_anew(change: str) -> None:
    game, kept = table().game, KeptLosses()
    before, _ = best_shot(game, "a", HERE, WEIGHTS, kept=kept)
    if change == "dead":  # the unit in column, which a rout check would be made for
        remove_unit(game, "y", ELIMINATED)
    elif change == "turned":
        game.state.turn_to("y", True)
    elif change == "barrage":
        game.state.barrages[HERE] = "heavy"
    else:
        game.state.mark(HERE, **({"stress": SUPPRESSED} if change == "suppressed" else {"dg": 3}))
    after, shot = best_shot(game, "a", HERE, WEIGHTS, kept=kept)
    assert (after, shot) == best_shot(game, "a", HERE, WEIGHTS)
    assert after != before


CHANGES: dict[str, Callable[[Battle], object]] = {
    "its hex disorganized": lambda game: game.state.mark(1332, dg=3),
    "under a barrage": lambda game: game.state.barrages.update({1332: "heavy"}),
    "elsewhere": lambda game: game.state.place("a", 1531),
    "a leader at the target": lambda game: game.state.put("chief", HERE),
    "rain": lambda game: setattr(game.state, "weather", "rain"),
    "the target suppressed": lambda game: game.state.mark(HERE, stress=SUPPRESSED),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_fire_is_judged_anew_where_anything_it_follows_from_has_changed(change: str) -> None:
    """Once someone has fired it is looked up by all of that, so it comes out as if it were never kept."""
    chief = leader("chief", 1, 3, formation="pg110")
    game, mind = table(leaders={"chief": ("19.35", chief)}).game, ScriptMemory(1, WEIGHTS)
    shots = Shots(mind)
    before = shots.best(game, "a", HERE, ())
    mind.shots.clear()
    assert shots.best(game, "a", HERE, ())[1] is before[1], "nothing has changed"
    mind.shots.clear()
    CHANGES[change](game)
    after = shots.best(game, "a", HERE, ())
    assert after == Shots(ScriptMemory(1, WEIGHTS)).best(game, "a", HERE, ()) and after != before


def test_marks_that_do_not_concern_a_fire_change_nothing_of_it() -> None:
    game, mind = table().game, ScriptMemory(1, WEIGHTS)
    shots = Shots(mind)
    before = shots.best(game, "a", HERE, ())
    mind.shots.clear()
    game.state.mark(HERE, fire_marker=NO_OPPORTUNITY_FIRE)
    assert shots.best(game, "a", HERE, ())[1] is before[1]
    assert before == Shots(ScriptMemory(1, WEIGHTS)).best(game, "a", HERE, ())


def test_what_helpers_and_concentration_bring_is_what_the_fire_value_says() -> None:
    """Each adds the same to any fire (8.3.4, 8.3.6), so the whole is not reckoned again for each of them."""
    pieces = {"a": us("13.32"), "b": us("13.32"), "c": us("13.32"), "x": ge("14.32"), "y": ge("14.32")}
    game, weights = activation(OPEN, pieces, "formation:r141").game, replace(WEIGHTS, concentration=0.0)
    worth, shot = best_shot(game, "a", HERE, weights, ("b", "c"), price=0.0)
    assert shot.support == ("b", "c") and shot.concentrate
    losses = KeptLosses().of(game, shot, weights)
    assert worth == pytest.approx(shot_worth(game, table_row(game, shot), fire_value(game, shot)[0], losses))


def test_a_recruit_fires_one_unit_at_a_time_and_forgets_to_rally() -> None:
    pieces = {"a": us("13.32"), "b": us("13.32"), "c": us("13.32"), "x": ge("14.32"), "y": ge("14.32")}
    table, recruit = activation(OPEN, pieces, "formation:r141"), weights_of(Manner("recruit"))
    _, shot = best_shot(table.game, "a", HERE, recruit, ("b", "c"))
    assert shot is not None and shot.support == ()
    table.game.state.mark(1332, dg=3)
    assert rally_worth(table.game, 1332, WEIGHTS) > 0 >= rally_worth(table.game, 1332, recruit)


def test_judging_a_fire_keeps_no_position() -> None:
    """Nor does it leave a cycle that would: the garbage collector runs rarely."""
    game, mind = table().game, ScriptMemory(1, WEIGHTS)
    gc.disable()
    try:
        references = sys.getrefcount(game)
        best_shot(game, "a", HERE, WEIGHTS, movers=("x",))
        Shots(mind).best(game, "a", HERE, ())
        assert sys.getrefcount(game) == references
    finally:
        gc.enable()
