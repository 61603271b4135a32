"""Exact odds of the fire being composed, by running the same code over every die (8.4, 8.5)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final, TypeVar

from rules.company_scale.r08_3_modifiers import expected_target, expected_weapon, fire_value, shot_of
from rules.company_scale.r08_4_resolution import resolution_data, result_of, table_row
from rules.company_scale.r08_5_results import ALWAYS_FAILS, ALWAYS_PASSES, highest_pass, rout_total
from rules.company_scale.state import MAP, SUPPRESSED, Battle, State
from rules.engine.command import Command, Plain, cmd
from rules.engine.frames import Request
from rules.engine.options import Decision
from rules.hexes.ids import hex_name

ANYTHING: Final = "no effect"
Outcome = TypeVar("Outcome")
Asked = Callable[[Battle, Request], None]


def odds(game: Battle) -> dict[str, Any] | None:
    """Return fire value, modifiers, table and the exact chance of each outcome of the composition, or None.

    Where a player has a choice on the way, he is assumed to choose as the fire value shown assumes.
    """
    if not game.state.frames or game.state.frames[-1].kind != "fire":
        return None
    frame = game.state.frames[-1]
    shot = shot_of(frame)
    value, parts = fire_value(game, shot)
    row = table_row(game, shot) if shot.type else ()
    checks = Checks()
    results = outcomes(game, checks)
    return {
        "fire_value": value, "base": parts[0].value, "type": shot.type, "aim": shot.aim, "hex": hex_name(shot.hex),
        "modifiers": [{"text": p.text, "value": p.value, "rule": p.rule, "letter": p.letter} for p in parts],
        "table": [{"die": die, "result": result_of(row, value, die) if row else ""} for die in range(10)],
        "row": list(row),
        "results": [
            {"text": text, "chance": [chance.numerator, chance.denominator]}
            for text, chance in results.items()
        ],
        "checks": checks.told,
    }  # fmt: skip


class Checks:
    """Notes each rout check that odds come upon: after which result, of which unit, and what it needs (8.5.1)."""

    def __init__(self) -> None:
        self.told: list[dict[str, Plain]] = []

    def __call__(self, game: Battle, request: Request) -> None:
        """Note what a request for a die asks, if that is a rout check."""
        if request.purpose != "rout_check":
            return
        check = game.state.frames[-2]  # below the die
        unit, hero = str(check["unit"]), str(check["hero"])
        needs = min(ALWAYS_FAILS - 1, max(ALWAYS_PASSES, highest_pass(game, unit, check["easier"], hero)))
        _, _, parts = rout_total(game, unit, hero)
        lines: list[Plain] = [{"text": part.text, "value": part.value, "of": part.letter} for part in parts]
        told: dict[str, Plain] = {
            "result": check["result_kind"], "unit": unit, "dg": game.state.status(check["hex"]).dg, "needs": needs,
            "parts": lines,
        }  # fmt: skip
        if told not in self.told:
            self.told.append(told)


def outcomes(game: Battle, asked: Asked = lambda game, request: None) -> dict[str, Fraction]:
    """Return every outcome of the fire being composed with its exact chance, likeliest first."""
    frame = game.state.frames[-1]
    shot = shot_of(frame)
    data = resolution_data(game, shot, frame["seat"])
    totals = chances(game, "fire_resolution", data, lambda after: difference(game.state, after, shot.hex), asked)
    return likeliest_first(totals)


def likeliest_first(totals: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Return outcomes sorted by chance, likeliest first."""
    return dict(sorted(totals.items(), key=lambda item: (-item[1], item[0])))


def chances(
    game: Battle, resolution: str, data: Mapping[str, Plain], describe: Callable[[State], Outcome],
    asked: Asked = lambda game, request: None,
) -> dict[Outcome, Fraction]:  # fmt: skip
    """Return the exact chance of each value `describe` gives for the positions a composed fire may lead to.

    The composition on top is replaced by a frame of the kind `resolution` with the locals `data`. `asked` hears of
    each die or draw on the way.
    """
    work = game.branch()
    work.state.rerolls = ()  # RULINGS 152: the odds are those before any re-roll
    work.state.frames.pop()
    depth = len(work.state.frames)
    work.push(resolution, **data)
    totals: dict[Outcome, Fraction] = defaultdict(Fraction)
    _spread(work, depth, Fraction(1), describe, totals, asked)
    return totals


def _spread(
    game: Battle, depth: int, weight: Fraction, describe: Callable[[State], Outcome], totals: dict[Outcome, Fraction],
    asked: Asked,
) -> None:  # fmt: skip
    pending = game.run(depth)
    if isinstance(pending, Request):
        asked(game, pending)
        share = weight / len(pending.items)
        for item in pending.items:
            branch = game.branch()
            branch.happen(item)
            _spread(branch, depth, share, describe, totals, asked)
    elif isinstance(pending, Decision):
        game.take(_answer(game, pending))
        _spread(game, depth, weight, describe, totals, asked)
    else:
        totals[describe(game.state)] += weight


def _answer(game: Battle, decision: Decision) -> Command:
    """Return the chooser's best choice: target unit and weapon by defense, the check by its chance."""
    asking = game.state.frames[-2]  # the procedure asking, below the question
    if decision.kind == "target_unit" and asking.kind == "indirect_resolution":  # RULINGS 52
        return _by_risk(game, decision.seat == asking["seat"])
    if decision.kind == "target_unit":
        return cmd("choose", unit=expected_target(game, shot_of(asking)))
    if decision.kind == "defence_weapon":
        return cmd("choose", weapon=expected_weapon(game, shot_of(asking, target=asking["target"])))
    if decision.kind == "rout_unit":
        return _by_risk(game, decision.seat == asking["firer"])
    return next(iter(decision.options))


def _by_risk(game: Battle, firer: bool) -> Command:
    """Return the unit chosen to check for rout: the likeliest to fail if the firer chooses, else the safest."""
    best = max if firer else min
    return cmd("choose", unit=best(game.state.frames[-1]["units"], key=lambda unit: _rout_risk(game, unit)))


def _rout_risk(game: Battle, unit: str) -> int:
    added, limit, _ = rout_total(game, unit)
    return added - limit


def difference(before: State, after: State, hex_id: int) -> str:
    """Describe what a fire did to a hex."""
    old, new = before.status(hex_id), after.status(hex_id)
    there = before.stack(hex_id)
    gone = [u for u in there if after.units[u].place != MAP]
    lost = sum(after.losses.values()) - sum(before.losses.values())
    routed = len(gone) - lost
    parts = []
    if new.dg > old.dg:
        parts.append(f"disorganized {new.dg}")
    if new.stress and new.stress != old.stress:
        parts.append("suppressed" if new.stress == SUPPRESSED else "pinned")
    if routed > 0:
        parts.append("1 unit routed" if routed == 1 else f"{routed} units routed")
    if lost > 0:
        parts.append("1 unit eliminated" if lost == 1 else f"{lost} units eliminated")
    if hex_id in after.on_fire and hex_id not in before.on_fire:
        parts.append("hex on fire")
    return ", ".join(parts) or ANYTHING
