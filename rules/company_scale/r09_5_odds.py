"""Exact odds of an assault, by running its own steps over every pair of dice (9.1 F to I, 9.4, 9.5)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from rules.company_scale.battle_map import read_hex
from rules.company_scale.pieces import origins_of
from rules.company_scale.r08_4_resolution import likeliest_first, outcomes_view
from rules.company_scale.r09_1_declaration import AssaultPlan
from rules.company_scale.r09_4_results import LOST_BY_ATTACKER, LOST_BY_DEFENDER, TIE, still_assaulting
from rules.company_scale.r09_5_choices import ATTACKER, DEFENDER, proposed
from rules.company_scale.r09_5_modifiers import (
    ASSAULT_FIELDS,
    Assault,
    assault_of,
    attacker_lines,
    defender_lines,
    expected_defence_unit,
    sum_view,
)
from rules.company_scale.records.answers import AssaultOdds, DifferenceOdds
from rules.company_scale.state import MAP, OUT, Battle, State, Token
from rules.engine.command import Command, Plain, cmd
from rules.engine.frames import Frame, Request
from rules.engine.options import Decision
from rules.hexes.grid import hex_name

FRAMES: Final = ("assault_modifiers", "assault_dice", "assault")
CONSEQUENCES: Final = ("hex_taken", "attacker_leader_lost", "defender_leader_lost")


def assault_odds(game: Battle, hex: str) -> AssaultOdds | None:
    """Return modifiers, and the exact chance of each difference and result of the assault on a hex, or None.

    A choice still open is assumed to be the chooser's best: the best leader, no hero who may be gone
    afterwards, no Panzerfaust, losses where they cost least. A positive difference is the attacker's.
    """
    target = read_hex(hex)
    assault = next((a for a in _known(game) if a.hex == target), None)
    if assault is None or not assault.attackers or not game.state.stack(assault.hex):
        return None
    assault = _settled(game, assault)
    attack, defense = attacker_lines(game, assault), defender_lines(game, assault)
    differences, results, also = _spread_out(game, assault)
    return AssaultOdds(
        hex_name(assault.hex),
        assault.seat,
        sum_view(attack),
        sum_view(defense),
        tuple([DifferenceOdds(d, differences[d].as_integer_ratio()) for d in sorted(differences)]),
        outcomes_view(likeliest_first(results)),
        {name: also[name].as_integer_ratio() for name in CONSEQUENCES},
    )


def _known(game: Battle) -> Iterator[Assault]:
    """Yield the assaults under way or declared, the nearest first."""
    for frame in reversed(game.state.frames):
        if frame.kind in FRAMES:
            yield _able(game, assault_of(frame))
        elif frame.kind == "assaults":
            plan = AssaultPlan(game, frame["seat"], frame["called_off"], frame["wishes"])
            for marked in plan.units:
                yield _able(game, Assault(marked, frame["seat"], plan.assigned(marked), ()))
        elif frame.kind == "assaults_of_activation":
            for marked, units in frame["due"]:
                yield _able(game, Assault(marked, frame["seat"], units, ()))


def _able(game: Battle, assault: Assault) -> Assault:
    units = still_assaulting(game, assault.attackers)
    values = {name: getattr(assault, name) for name in ASSAULT_FIELDS}
    origins = origins_of(game, units)
    return Assault(**{**values, "attackers": units, "origins": origins})


def _asked(game: Battle) -> str:
    """Return which side's question of what to use is or was answered last; the defender's comes last."""
    for frame in reversed(game.state.frames):
        if frame.kind == "assault_modifiers":
            return str(frame["role"])
        if frame.kind == "assault_dice":
            return DEFENDER
    return ""


def _settled(game: Battle, assault: Assault) -> Assault:
    """Return the assault with the sides' open choices filled in."""
    asked = _asked(game)
    more: dict[str, Plain] = {}
    if not asked:
        more |= proposed(game, assault, ATTACKER)
    if asked != DEFENDER:
        more |= proposed(game, _with(assault, more), DEFENDER)
    if not assault.def_unit:
        more["def_unit"] = expected_defence_unit(game, assault)
    return _with(assault, more)


def _with(assault: Assault, more: Mapping[str, Plain]) -> Assault:
    return Assault(**{name: more.get(name, getattr(assault, name)) for name in ASSAULT_FIELDS})


def _spread_out(game: Battle, assault: Assault) -> tuple[dict[int, Fraction], dict[str, Fraction], dict[str, Fraction]]:
    work = game.branch()
    work.state.rerolls = ()  # RULINGS 152
    data: dict[str, Plain] = {name: getattr(assault, name) for name in ASSAULT_FIELDS}
    dice = Frame("assault_dice", "9.1.G.roll", {**data, "chosen": assault.def_unit})
    work.state.frames = [Frame("assault"), dice]
    differences: dict[int, Fraction] = defaultdict(Fraction)
    results: dict[str, Fraction] = defaultdict(Fraction)
    also: dict[str, Fraction] = defaultdict(Fraction)
    for after, chance in _leaves(work, Fraction(1)):
        end = after.frames[0]
        sign = -1 if end["outcome"] == LOST_BY_ATTACKER else 1
        differences[sign * end["difference"]] += chance
        results[_result(game.state, after, assault, end["outcome"])] += chance
        for name in _consequences(game.state, after, assault, end["outcome"]):
            also[name] += chance
    return differences, results, also


def _leaves(game: Battle, weight: Fraction) -> Iterator[tuple[State, Fraction]]:
    pending = game.run(1)
    if isinstance(pending, Request):
        for item in pending.items:
            branch = game.branch()
            branch.happen(item)
            yield from _leaves(branch, weight / len(pending.items))
    elif isinstance(pending, Decision):
        game.take(_answer(game, pending))
        yield from _leaves(game, weight)
    else:
        yield game.state, weight


def _answer(game: Battle, decision: Decision) -> Command:
    """Return a cheap choice: a point where there is room for it, else the first unit offered."""
    if decision.kind == "distribute_dg":
        frame = game.state.frames[-1]
        levels = zip(frame["origins"], frame["shares"], strict=True)
        return cmd("take_dg", hex=hex_name(min((game.state.status(o).dg + n, o) for o, n in levels)[1]))
    return next(iter(decision.options))


def _lost(before: State, after: State, units: tuple[str, ...]) -> int:
    return sum(1 for unit in units if before.units[unit].place == MAP != after.units[unit].place)


def _result(before: State, after: State, assault: Assault, outcome: str) -> str:
    """Describe what an assault did."""
    stack = before.stack(assault.hex)
    gone = _lost(before, after, stack)
    own = tuple(unit for origin in assault.origins for unit in before.stack(origin))
    dead = _lost(before, after, own)
    parts = []
    if outcome == TIE:
        parts.append("tie")
    if outcome != LOST_BY_ATTACKER:
        parts.append(_worse(before, after, "defender", (assault.hex,)))
        parts.append(_losses("defender", gone, len(stack)))
    if outcome != LOST_BY_DEFENDER:
        parts.append(_worse(before, after, "attacker", assault.origins))
        parts.append(_losses("attacker", dead, len(own)))
    return ", ".join(part for part in parts if part)


def _worse(before: State, after: State, who: str, hexes: tuple[int, ...]) -> str:
    points = sum(max(0, after.status(h).dg - before.status(h).dg) for h in hexes if after.stack(h))
    return f"{who} disorganized +{points}" if points else ""


def _losses(who: str, lost: int, of: int) -> str:
    if not lost:
        return ""
    return f"{who} loses all units" if lost == of else f"{who} loses {lost} unit{'s' if lost > 1 else ''}"


def _consequences(before: State, after: State, assault: Assault, outcome: str) -> Iterator[str]:
    if outcome == LOST_BY_DEFENDER and not after.stack(assault.hex):
        yield "hex_taken"
    for name, leader in (("attacker", assault.att_leader), ("defender", assault.def_leader)):
        if leader and _is_lost(before.leaders[leader], after.leaders[leader]):
            yield f"{name}_leader_lost"


def _is_lost(before: Token, after: Token) -> bool:
    """Tell whether a leader was lost to a 9; one merely left alone is not (9.4, 13.1)."""
    return after.place == OUT or after.replaced != before.replaced
