"""The exact odds of an assault: against every pair of dice, and against 200,000 simulated assaults (9.4, 9.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from rules.company_scale.counters import Replacement
from rules.company_scale.r08_4_resolution import likeliest_first
from rules.company_scale.r09_5_odds import _losses
from rules.company_scale.records.answers import AssaultOdds
from rules.company_scale.state import MAP, Battle, State
from rules.engine.command import Command, MalformedCommand, cmd
from rules.engine.nature import ScriptedNature, SeededNature
from rules.engine.options import Decision
from rules.engine.session import Session
from rules.hexes.grid import hex_id, hex_name
from tests.rules.company_scale.helpers.assaults import at_dice, outcome
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.simulating import agree, simulated
from tests.rules.company_scale.helpers.tables import TableTop, ge, leader, tank, us

OPEN = board("......\n......\n......\n......\n......\n", first="10.30")
AT = "13.32"
SECOND = Replacement("Second", 0, 1)
FAR = {"far": ge("10.34")}


def column(hex: str, **changes: Any) -> Any:
    """Return a German company in column."""
    return ge(hex, deployed=False, **changes)


def even(*dice: int) -> TableTop:
    """Four against two from two hexes, a leader on each side, the defender disorganized 3."""
    pieces = {"a": column("12.32"), "b": column("12.32"), "c": column("12.33"), "d": column("12.33")}
    chiefs = {"chief": ("12.32", leader("chief", 0, 3, formation="pg110", replacement=SECOND)),
              "other": (AT, leader("other", 0, 2, replacement=SECOND))}  # fmt: skip
    return at_dice(OPEN, {**pieces, "x": us(AT), "y": us(AT), "z": us("10.30"), **FAR}, AT, *dice,
                   attackers=tuple(pieces), leaders=chiefs, markers=[(AT, "dg", 3), ("12.33", "dg", 1)])  # fmt: skip


def weak(*dice: int) -> TableTop:
    """One company against three, with tanks among them, and a leader who is lost for good."""
    pieces = {"a": column("12.32"), "x": us(AT), "y": us(AT), "t": tank(AT, us), **FAR}
    chief = {"chief": ("12.32", leader("chief", 0, 2, formation="pg110"))}
    return at_dice(OPEN, pieces, AT, *dice, attackers=["a"], leaders=chief, markers=[("12.32", "dg", 2)])


def strong(*dice: int) -> TableTop:
    """Six from three hexes against one company in column with an officer."""
    pieces = {n: column(("12.32", "12.33", "13.31")[i // 2]) for i, n in enumerate("abcdef")}
    chief = {"other": (AT, leader("other", 0, 1))}
    return at_dice(OPEN, {**pieces, "x": us(AT, deployed=False), **FAR}, AT, *dice, attackers=tuple(pieces),
                   leaders=chief)  # fmt: skip


CASES = [even, weak, strong]


def odds(table: TableTop) -> AssaultOdds:
    """Ask for the odds."""
    found: AssaultOdds = table.session.query("assault_odds", hex=AT)
    return found


def by_difference(told: AssaultOdds) -> dict[int, Fraction]:
    """Return the exact chances of the differences."""
    return {row.difference: Fraction(*row.chance) for row in told.differences}


def choose(game: Battle, decision: Decision) -> Command:
    """Choose as the odds take it: losses where there is room, else the first that is offered."""
    if decision.kind == "distribute_dg":
        frame = game.state.frames[-1]
        given = dict(zip(frame["origins"], frame["shares"], strict=True))
        lowest = min(given, key=lambda h: (game.state.status(h).dg + given[h], h))
        return cmd("take_dg", hex=hex_name(lowest))
    return next(iter(decision.options))


def settled(table: TableTop) -> TableTop:
    """Confirm everything before the dice, which keep waiting for somebody to throw them; a replacement stays (13.1)."""
    while table.session.decision is not None and table.decision.kind in (
        "assault_modifiers",
        "defence_unit",
        "leaders",
    ):
        if table.decision.kind == "assault_modifiers":
            table.do("confirm")
        elif table.decision.kind == "leaders":
            table.session.submit(table.decision.seat, table.session.seq, next(iter(table.decision.options)))
        else:
            defenses = {"t": -2, "x": 0, "y": 0}
            table.do("choose", unit=min(table.decision.subject["units"], key=lambda u: defenses[u]))
    return table


@pytest.mark.parametrize("case", CASES)
def test_the_differences_are_those_of_every_pair_of_dice(case: Callable[..., TableTop]) -> None:
    told = odds(case())
    found: Counter[int] = Counter()
    for attacker in range(10):
        for defender in range(10):
            who, points = outcome(settled(case(attacker, defender)))
            found[-points if who == "attacker" else points] += 1
    assert by_difference(told) == {d: Fraction(n, 100) for d, n in found.items()}


@pytest.mark.parametrize("case", CASES)
def test_results_sum_to_1_and_the_position_is_left_alone(case: Callable[..., TableTop]) -> None:
    table = case()
    digest = table.session.digest()
    told = odds(table)
    assert sum(Fraction(*row.chance) for row in told.results) == 1
    assert sum(by_difference(told).values()) == 1
    assert table.session.digest() == digest


def test_results_are_told_likeliest_first_and_equal_ones_by_their_words() -> None:
    third, ninth = Fraction(1, 3), Fraction(1, 9)
    told = likeliest_first({"tie": ninth, "b": third, "held": ninth, "a": third})
    assert list(told) == ["a", "b", "held", "tie"]


@pytest.mark.parametrize(
    ("lost", "told"),
    [(0, ""), (1, "attacker loses 1 unit"), (2, "attacker loses 2 units"), (3, "attacker loses all units")],
)
def test_losses_are_told_in_words(lost: int, told: str) -> None:
    assert _losses("attacker", lost, 3) == told


Seen = tuple[bool, bool, bool, int, int]


def seen_in(before: State, attackers: tuple[int, ...]) -> Callable[[State], Seen]:
    """Return what reads a position: hex taken, both leaders lost, units lost by attacker and defender."""
    target = hex_id(AT)
    own = [u for h in attackers for u in before.stack(h)]

    def read(after: State) -> Seen:
        dead = sum(after.units[u].place != MAP for u in own)
        gone = sum(after.units[u].place != MAP for u in before.stack(target))
        lost = [x in after.leaders and (after.leaders[x].replaced or after.leaders[x].place == "out") for x in LEADERS]
        beaten = after.frames[-1]["outcome"] == "defender"
        return beaten and not after.stack(target), lost[0], lost[1], dead, gone

    return read


LEADERS = ("chief", "other")


def marginals(seen: Counter[Seen]) -> dict[str, float]:
    """Return the share of each consequence."""
    total = seen.total()
    names = ("hex_taken", "attacker_leader_lost", "defender_leader_lost")
    return {name: sum(n for key, n in seen.items() if key[i]) / total for i, name in enumerate(names)}


@pytest.mark.parametrize("case", CASES)
def test_200000_simulated_assaults_agree_with_the_odds(case: Callable[..., TableTop]) -> None:
    table = case()
    told = odds(table)
    settled(table)
    game = table.game
    depth = next(i for i, f in enumerate(game.state.frames) if f.kind == "assault_dice")
    before = table.state.copy()
    origins = game.state.frames[depth]["origins"]

    def ended(state: State) -> int:
        frame = state.frames[-1]
        sign = -1 if frame["outcome"] == "attacker" else 1
        return int(sign * frame["difference"])

    agree(simulated(game.branch(), depth, choose, ended, 200_000), by_difference(told))
    shares = marginals(simulated(game.branch(), depth, choose, seen_in(before, origins), 200_000))
    for name, share in shares.items():
        assert abs(share - Fraction(*told.also[name])) < 0.005, name
    texts = losses_by_text(told)
    counted = simulated(game.branch(), depth, choose, seen_in(before, origins), 200_000, seed=7)
    for side, place in (("attacker", 3), ("defender", 4)):
        for lost, chance in texts[side].items():
            share = sum(n for key, n in counted.items() if key[place] == lost) / counted.total()
            assert abs(share - chance) < 0.005, (side, lost)


def losses_by_text(told: AssaultOdds) -> dict[str, dict[int, Fraction]]:
    """Return the chances of losing 1, 2 … units as the texts of the results have them; all units is left out."""
    found: dict[str, dict[int, Fraction]] = {"attacker": {}, "defender": {}}
    for row in told.results:
        for side, counts in found.items():
            for lost in (1, 2, 3):
                if f"{side} loses {lost} unit" in row.text:
                    counts[lost] = counts.get(lost, Fraction(0)) + Fraction(*row.chance)
    return found


def test_2000_assaults_played_as_games_agree_with_the_odds() -> None:
    table = settled(even())
    exact = by_difference(odds(even()))
    seen: Counter[int] = Counter()
    for seed in range(2000):
        session = Session(table.session.system, table.session.scenario, table.state.copy(), SeededNature(seed))
        session.resume()
        settled(TableTop(session, ScriptedNature([])))
        [told] = [event for _, event in session.events if event["event"] == "AssaultFought"]
        seen[told["difference"] * (-1 if told["outcome"] == "attacker" else 1)] += 1
    agree(seen, exact)


def test_the_odds_follow_what_each_side_uses() -> None:
    table = even()
    assert odds(table).attacker.total == -1 + 2 + 3 + 5
    assert odds(table).defender.total == 2 - 1 + 5
    table.do("use_leader", leader="chief")
    told = odds(table)
    assert told.attacker.total == 6
    assert told.also["attacker_leader_lost"] == (0, 1)
    assert told.also["defender_leader_lost"] == (1, 10)
    assert odds(settled(table)).attacker.total == 6  # settled, and no die thrown yet


def test_there_are_no_odds_where_nothing_is_assaulted() -> None:
    assert even().session.query("assault_odds", hex="10.30") is None
    assert even().session.query("assault_odds", hex="nonsense") is None
    with pytest.raises(MalformedCommand):
        even().session.query("assault_odds")
