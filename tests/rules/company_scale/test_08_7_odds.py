"""The exact odds of an indirect fire: against every script of dice, and against simulation (8.7.1, 8.7.2)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import sqrt

import pytest

from rules.company_scale.r08_4_resolution import difference
from rules.company_scale.r08_7_odds import joint
from rules.company_scale.state import Battle
from rules.engine.command import MalformedCommand, cmd
from rules.engine.frames import Request
from rules.engine.options import Decision
from rules.hexes.grid import hex_id
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import choices
from tests.rules.company_scale.helpers.guns import field, gun, lay
from tests.rules.company_scale.helpers.simulating import over_all_dice
from tests.rules.company_scale.helpers.tables import TableTop, ge, tank, us

TOWN = board("\n".join(["." * 10 + "T" + "." * 15] * 9), first="10.28")
SPOT = {"s": us("19.32"), "hq": ge("24.34", hq="division")}
AT = hex_id("20.32")
Outcome = tuple[str, bool, bool]


def column() -> TableTop:
    """Two batteries at a company in column, disorganized 3, in the open."""
    pieces = {"a": gun("12.32"), "b": gun("12.32"), "x": ge("20.32", deployed=False), **SPOT}
    return lay(field(pieces, markers=[("20.32", "dg", 3)]), "a", "20.32", "b")


def town() -> TableTop:
    """A heavy battery at a mixed stack in a town that a light barrage covers already."""
    pieces = {"a": gun("12.32", value=8), "x": ge("20.32"), "t": tank("20.32", deployed=False), **SPOT}
    return lay(field(pieces, ground=TOWN, markers=[("20.32", "barrage", "light")]), "a", "20.32")


def armor() -> TableTop:
    """Only tanks, one in column and one deployed, under a barrage as large as the one to come."""
    pieces = {"a": gun("12.32", value=8), "t": tank("20.32", deployed=False), "u": tank("20.32"), **SPOT}
    return lay(field(pieces, markers=[("20.32", "barrage", "heavy")]), "a", "20.32")


def vacant() -> TableTop:
    """A vacant town hex."""
    return lay(field({"a": gun("12.32", value=2), **SPOT}, ground=TOWN), "a", "20.32")


CASES = [column, town, armor, vacant]


def chances(table: TableTop) -> dict[Outcome, Fraction]:
    """Return the joint odds of what is being composed."""
    return dict(joint(table.game))


def play(case: Callable[[], TableTop], script: tuple[int, ...]) -> TableTop | None:
    """Play the fire with this script of dice; None if the script is too short."""
    table = case()
    try:
        table.dice(*script).do("confirm")
        while table.decision.kind in ("target_unit", "rout_unit", "lose_unit"):
            names = choices(table)
            table.do("choose", unit="x" if "x" in names else min(names))
    except MalformedCommand as error:
        assert "run out" in str(error)
        return None
    return table


@pytest.mark.clause("CSS-8.7.2-01", "CSS-8.7.1-06")
@pytest.mark.parametrize("case", [column, vacant])
def test_the_odds_are_those_of_every_script_of_dice(case: Callable[[], TableTop]) -> None:
    before = case()

    def outcome(script: tuple[int, ...]) -> Outcome | None:
        after = play(case, script)
        return None if after is None else describe(before, after)

    assert over_all_dice(outcome) == chances(before)


def describe(before: TableTop, after: TableTop) -> Outcome:
    """Say what became of the target hex."""
    laid = after.state.barrages.get(AT) != before.state.barrages.get(AT)
    return difference(before.state, after.state, AT), laid, bool(after.state.on_fire)


@pytest.mark.parametrize("case", CASES)
def test_the_answer_sums_to_1_and_leaves_the_position_alone(case: Callable[[], TableTop]) -> None:
    table = case()
    digest = table.session.digest()
    answer = table.session.query("odds")
    assert sum(Fraction(*r.chance) for r in answer.results) == 1
    assert answer.fire_value == sum(m.value for m in answer.modifiers)
    hits = [row.die for row in answer.table if row.result]
    assert hits == ([] if answer.harmless else [die for die in range(9) if die <= max(0, answer.fire_value)])
    assert table.session.digest() == digest
    assert table.decision.kind == "indirect_fire"


@pytest.mark.parametrize(
    ("case", "before", "laid", "burns"),
    [(column, None, (9, 10), (0, 1)), (town, "light", (9, 10), (1, 10)), (armor, "heavy", (0, 1), (0, 1)),
     (vacant, None, (9, 10), (1, 10))],
)  # fmt: skip
def test_the_chances_of_the_barrage_and_of_the_fire(
    case: Callable[[], TableTop], before: str | None, laid: tuple[int, int], burns: tuple[int, int]
) -> None:
    answer = case().session.query("odds")
    assert answer.barrage.before == before
    assert answer.barrage.chance == laid
    assert answer.on_fire == burns
    if case is vacant:
        assert {r.text for r in answer.results} <= {"no effect", "hex on fire"}


def test_200000_simulated_fires_agree_with_the_odds() -> None:
    table = town()
    expected = chances(table)
    dice = random.Random(19440828)
    known: dict[tuple[int, ...], Outcome | None] = {}  # the same dice come to the same end: each script is played once
    seen: Counter[Outcome] = Counter()
    rounds = 200_000
    for _ in range(rounds):
        script: tuple[int, ...] = ()
        outcome: Outcome | None = None
        while outcome is None:
            script = (*script, dice.randrange(10))
            if script not in known:
                known[script] = resolved(table, script)
            outcome = known[script]
        seen[outcome] += 1
    assert set(seen) == set(expected)
    for key, count in seen.items():
        chance = float(expected[key])
        assert abs(count / rounds - chance) <= 4 * sqrt(chance * (1 - chance) / rounds), key


def resolved(table: TableTop, script: tuple[int, ...]) -> Outcome | None:
    """Return what the fire comes to with these dice, None if it takes more of them."""
    game = table.game.branch()
    depth = len(game.state.frames) - 1
    game.take(table.offered("confirm")[0])
    for die in script:
        assert answered(game, depth)
        game.happen(die)
    if answered(game, depth):
        return None
    laid = game.state.barrages.get(AT) != table.state.barrages.get(AT)
    return difference(table.state, game.state, AT), laid, bool(game.state.on_fire)


def answered(game: Battle, depth: int) -> bool:
    """Run on to the next die, the company being the target unit; tell whether there is one."""
    pending = game.run(depth)
    while isinstance(pending, Decision):
        names = [str(c.get("unit")) for c in pending.options]
        game.take(cmd("choose", unit="x" if "x" in names else names[0]))
        pending = game.run(depth)
    return isinstance(pending, Request)
