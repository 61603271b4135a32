"""The exact odds of a fire: against every script of dice played out, and against simulation (8.4, 8.5)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import sqrt

import pytest

from rules.company_scale.state import MAP
from rules.engine.command import MalformedCommand
from rules.engine.frames import Request
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import choices, compose, entry
from tests.rules.company_scale.helpers.simulating import over_all_dice
from tests.rules.company_scale.helpers.tables import TableTop, activation, ge, leader, tank, us, weapon

OPEN = board("......\n......\n......\n......\n......\n", first="10.30")
US = "formation:r141"
IDLE = {"z": us("10.30"), "hq": ge("15.34", hq="division")}


def one_column() -> TableTop:
    """A company in column at disorganized 3."""
    table = activation(OPEN, {"a": us("12.32"), "x": ge("13.32", deployed=False), **IDLE}, US,
                       markers=[("13.32", "dg", 3)])  # fmt: skip
    return compose(table, "a", "13.32")


def two_deployed() -> TableTop:
    """Two deployed companies of different defense with a leader, pinned."""
    chief = {"chief": ("13.32", leader("chief", 0, 2, formation="pg110"))}
    pieces = {"a": us("12.32", fire=("red", 7, 1)), "x": ge("13.32"), "y": ge("13.32", defense=-2), **IDLE}
    table = activation(OPEN, pieces, US, leaders=chief, markers=[("13.32", "pinned", None)])
    return compose(table, "a", "13.32")


def two_columns() -> TableTop:
    """Two companies in column with a flamethrower the firing player may use."""
    flame = {"flame": ("13.32", weapon("flame", ("red", 2, 1), defense=1, formation="pg110"))}
    pieces = {"a": us("12.32"), "x": ge("13.32", deployed=False, column_defense=0), "y": ge("13.32", deployed=False),
              **IDLE}  # fmt: skip
    return compose(activation(OPEN, pieces, US, weapons=flame), "a", "13.32")


def suppressed_hex() -> TableTop:
    """A hex that one more suppression wipes out."""
    column = ge("13.32", deployed=False)
    pieces = {"a": us("12.32", fire=("red", 8, 1)), "x": column, "y": column, **IDLE}
    return compose(activation(OPEN, pieces, US, markers=[("13.32", "suppressed", None)]), "a", "13.32")


def opportunity() -> TableTop:
    """An opportunity fire at one mover of three units."""
    column = us("12.32", deployed=False)
    pieces = {"m": column, "n": column, "t": tank("12.32", us, deployed=False), "z": us("10.30"),
              "x": ge("13.32", fire=("yellow", 6, 1))}  # fmt: skip
    table = activation(OPEN, pieces, US, markers=[("12.32", "dg", 2)])
    table.do("move", units=("m",))
    table.step("11.32")
    return compose(table, "x", "12.32")


CASES = [one_column, two_deployed, two_columns, suppressed_hex, opportunity]


def chances(table: TableTop) -> dict[str, Fraction]:
    """Return the results of the odds query."""
    return {r.text: Fraction(*r.chance) for r in table.session.query("odds").results}


def describe(before: TableTop, after: TableTop, hex: int) -> str:
    """Say what became of the target hex, from the two positions alone."""
    old, new = before.state, after.state
    units = [u for u, record in old.units.items() if record.hex == hex]
    places = Counter(new.units[u].place for u in units if new.units[u].place != MAP)
    parts = []
    moved = {new.units[u].hex for u in units if new.units[u].place == MAP}
    now = max((new.status(h).dg for h in moved), default=0)
    if now > old.status(hex).dg:
        parts.append(f"disorganized {now}")
    stress = next((new.status(h).stress for h in moved if new.status(h).stress), "")
    if stress and stress != old.status(hex).stress:
        parts.append(stress)
    for place, word in (("routed", "routed"), ("eliminated", "eliminated")):
        if places[place]:
            parts.append(f"{places[place]} unit{'s' if places[place] > 1 else ''} {word}")
    return ", ".join(parts) or "no effect"


def play(case: Callable[[], TableTop], script: tuple[int, ...]) -> TableTop | None:
    """Confirm the fire with scripted dice, everybody choosing as the shown fire value has it; None if dice run out."""
    table = case().dice(*script)
    shown = table.decision.subject["fire_value"]
    try:
        table.do("confirm")
        while table.decision.kind in ("target_unit", "defence_weapon", "rout_unit", "lose_unit"):
            options = sorted(choices(table))
            best = next((x for x in options if x in ("y", "flame")), options[0])
            table.do("choose", **{"weapon" if table.decision.kind == "defence_weapon" else "unit": best})
    except MalformedCommand as error:
        assert "run out" in str(error)
        return None
    declared = [e for _, e in table.session.events if e["event"] == "FireDeclared"]
    assert declared[-1]["value"] == shown
    return table


@pytest.mark.parametrize("case", CASES)
def test_the_odds_are_those_of_every_script_of_dice(case: Callable[[], TableTop]) -> None:
    before = case()
    hex = before.state.frames[-1]["hex"]

    def outcome(script: tuple[int, ...]) -> str | None:
        after = play(case, script)
        return None if after is None else describe(before, after, hex)

    assert over_all_dice(outcome) == chances(before)


@pytest.mark.parametrize("case", CASES)
def test_the_chances_sum_to_1_and_leave_the_position_alone(case: Callable[[], TableTop]) -> None:
    table = case()
    digest = table.session.digest()
    assert sum(chances(table).values()) == 1
    assert table.session.digest() == digest
    assert table.decision.kind == "fire"


@pytest.mark.parametrize("case", CASES)
def test_the_table_of_the_odds_says_which_dice_hit(case: Callable[[], TableTop]) -> None:
    answer = case().session.query("odds")
    hits = [row.die for row in answer.table if row.result]
    assert hits == [die for die in range(9) if die <= max(0, answer.fire_value)]
    assert answer.fire_value == sum(m.value for m in answer.modifiers)


def test_the_chance_of_no_effect_is_that_of_the_shown_fire_value() -> None:
    pieces = {"a": us("12.32"), "x": ge("13.32"), "y": ge("13.32", defense=-2), **IDLE}
    table = compose(activation(OPEN, pieces, US, charts=entry("S")), "a", "13.32")
    assert table.session.query("odds").fire_value == 2
    assert chances(table) == {"suppressed": Fraction(3, 10), "no effect": Fraction(7, 10)}


def test_without_a_fire_being_composed_there_are_no_odds() -> None:
    table = one_column()
    table.do("cancel")
    assert table.session.query("odds") is None


def test_20000_simulated_fires_agree_with_the_odds() -> None:
    table = one_column()
    expected = chances(table)
    hex = table.state.frames[-1]["hex"]
    dice = random.Random(19440822)
    rounds = 20_000
    seen: Counter[str] = Counter()
    confirm = table.offered("confirm")[0]
    for _ in range(rounds):
        game = type(table.game)(table.game.kinds, table.session.scenario, table.state.copy())
        depth = len(game.state.frames) - 1
        game.take(confirm)
        while isinstance(pending := game.run(depth), Request):
            game.happen(dice.choice(pending.items))
        assert pending is None
        status = game.state.status(hex)
        seen[f"{status.dg}{status.stress}{game.state.units['x'].place}"] += 1
    names = {
        "3map": "no effect",
        "3pinnedmap": "pinned",
        "3suppressedmap": "suppressed",
        "4map": "disorganized 4",
        "4pinnedmap": "disorganized 4, pinned",
        "0routed": "1 unit routed",
        "0eliminated": "1 unit eliminated",
    }
    assert {names[key] for key in seen} == set(expected)
    for key, count in seen.items():
        chance = float(expected[names[key]])
        assert abs(count / rounds - chance) <= 4 * sqrt(chance * (1 - chance) / rounds), names[key]


@pytest.mark.clause("CSS-8.5.1-02")
def test_each_rout_check_on_the_way_says_whose_it_is_and_what_it_needs() -> None:
    table = one_column()
    checks = table.session.query("odds").checks
    assert {(check.unit, check.result) for check in checks} >= {("x", "R"), ("x", "R*")}
    for check in checks:
        quality = sum(part.value for part in check.parts if part.of == "quality")
        added = sum(part.value for part in check.parts if part.of == "die")
        easier = check.result.count("*")
        assert check.needs == min(8, max(0, quality - added + easier))
    assert {check.dg for check in checks} == {3, 4}  # disorganized already, and by the fire itself
