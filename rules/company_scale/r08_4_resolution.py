"""Resolving a fire: target unit, die, table, results, and the exact odds by the same code (8.3.1, 8.4, 8.5)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final, TypeVar

from rules.company_scale.pieces import enemy, weapons_in
from rules.company_scale.prompts import ask_unit, ask_weapon
from rules.company_scale.r06_1_stacking import remove_unit, send_weapon_off, tidy
from rules.company_scale.r08_3_modifiers import (
    HEX,
    SHOT_FIELDS,
    Shot,
    defender_chooses,
    expected_target,
    expected_weapon,
    fire_value,
    modifiers_view,
    shot_of,
    targets_in,
)
from rules.company_scale.r08_5_results import ALWAYS_FAILS, ALWAYS_PASSES, STARS, highest_pass, rout_total, suppress
from rules.company_scale.r08_6_opportunity_fire import after_opportunity_fire
from rules.company_scale.r08_8_fires import light
from rules.company_scale.r13_leaders import hit_leaders
from rules.company_scale.r14_heroes import after_use, offer, used_heroes
from rules.company_scale.records.answers import CheckOdds, CheckPart, DieResult, FireOdds, ResultOdds
from rules.company_scale.state import ELIMINATED, MAP, OUT, SUPPRESSED, Battle, State
from rules.engine.command import Command, Plain, cmd
from rules.engine.frames import Procedure, Request
from rules.engine.options import Decision
from rules.hexes.grid import hex_name

# --- Resolving a fire: target unit, die, table, results, broken weapons (8.3.1, 8.4, 8.5) --------------------------

ALWAYS_HITS: Final = 0  # 8.2
ALWAYS_MISSES: Final = 9  # 8.2


def table_row(game: Battle, shot: Shot) -> tuple[str, ...]:
    """Return the combat results row for a shot: left half for a hex, right for a hard target (3.3)."""
    charts = game.scenario.charts
    half = charts.combat_hex if shot.aim == HEX else charts.combat_hard
    return half[shot.type]


def result_of(row: tuple[str, ...], value: int, die: int) -> str:
    """Return a row's entry for a die, '' for a miss (8.2, 8.4)."""
    if die == ALWAYS_MISSES or (die > value and die != ALWAYS_HITS):
        return ""
    return row[die]


def name_target(game: Battle, shot: Shot) -> bool:
    """Have the target unit of a shot named as `chosen`; tell whether there is one (8.3.1)."""
    units = targets_in(game, shot)
    if not units or (shot.aim != HEX and shot.aim not in units):
        return False
    if shot.aim != HEX:
        game.update(chosen=shot.aim)
    else:
        ask_target(game, shot, units)
    return True


def ask_target(game: Battle, shot: Shot, units: tuple[str, ...]) -> None:
    """Ask the defender for the target unit if any unit in the hex is deployed, the firing side otherwise (8.3.1)."""
    chooser = enemy(game.frame["seat"]) if defender_chooses(game, shot) else game.frame["seat"]
    ask_unit(game, "target_unit", chooser, units, hex_name=hex_name(shot.hex), rule="8.3.1")


def _target(game: Battle) -> str | None:
    shot = shot_of(game.frame)
    return None if name_target(game, shot) else "8.4.after"


def _defence(game: Battle) -> None:
    game.update(target=game.frame["chosen"], chosen="")
    shot = shot_of(game.frame)
    weapons = tuple(w.id for w in weapons_in(game, shot.hex)) if shot.aim == HEX else ()  # 8.3.1: none for one target
    if not weapons:
        return
    if defender_chooses(game, shot):  # RULINGS 10: one must be chosen
        seat, choices = enemy(game.frame["seat"]), weapons
    elif any(game.scenario.weapons[w].defense > 0 for w in weapons):
        seat, choices = game.frame["seat"], ("", *weapons)
    else:
        return
    ask_weapon(game, "defence_weapon", seat, choices, hex_name=hex_name(shot.hex), rule="8.3.1")


def _resolved(game: Battle) -> Shot:
    return shot_of(
        game.frame,
        target=game.frame["target"],
        defence_weapon=game.frame["weapon_in_hex"],
        defence_hero=game.frame["hero"],
    )


def _hero(game: Battle) -> None:
    game.update(weapon_in_hex=game.frame["chosen"])
    offer(game, game.frame["target"], defense=True)  # 14.2


def _roll(game: Battle) -> None:
    shot = _resolved(game)
    value, parts = fire_value(game, shot)
    game.update(value=value)
    game.emit(
        "FireDeclared",
        unit=shot.unit,
        hex=hex_name(shot.hex),
        aim=shot.aim,
        type=shot.type,
        value=value,
        support=list(shot.support),
        weapon=shot.weapon,
        leaders=list(shot.leaders),
        concentrate=shot.concentrate,
        opportunity_fire=shot.is_opportunity_fire,
        target=shot.target,
        modifiers=[{"text": p.text, "value": p.value, "rule": p.rule} for p in parts],
    )
    game.roll("fire", unit=shot.unit, hex=hex_name(shot.hex), value=value)


def _look(game: Battle) -> None:
    shot = _resolved(game)
    die, value = game.frame["result"], game.frame["value"]
    entry = result_of(table_row(game, shot), value, die)
    game.update(die=die, parts=tuple(entry.split()))
    game.emit("Fired", unit=shot.unit, hex=hex_name(shot.hex), aim=shot.aim, die=die, value=value, result=entry)
    hit_leaders(game, shot.hex, die)  # 13.3


def carry_out_part(game: Battle) -> str | None:
    """Carry out the next part of a result, in printed order (8.5)."""
    frame = game.frame
    parts = frame["parts"]
    if not parts:
        return None
    game.update(parts=parts[1:])
    part, here = parts[0], frame["hex"]
    if part.startswith("DG"):
        game.push("gain_dg", hex=here, points=int(part[2:]))
    elif part == "S":
        suppress(game, here)
    elif part == "E":
        _eliminate(game, frame["target"], here)
    else:
        game.push(
            "rout_check",
            hex=here,
            easier=STARS[part],
            result_kind=part,
            aim=frame["aim"],
            target=frame["target"],
            movers=frame["movers"],
            firer=frame["seat"],
        )
    return "8.5.part"


def _eliminate(game: Battle, target: str, here: int) -> None:
    record = game.state.units[target]
    if record.place == MAP and record.hex == here:  # an earlier part may have removed it
        remove_unit(game, target, ELIMINATED)
        tidy(game, here)


def _flames(game: Battle) -> None:
    light(game, shot_of(game.frame), game.frame["die"])


def _after(game: Battle) -> None:
    frame = game.frame
    die = frame.get("die", -1)
    weapon = frame["weapon"]
    if die >= 0 and frame["movers"]:
        after_opportunity_fire(game, frame)
    if weapon and die >= 0 and game.state.weapons[weapon].place == MAP:
        if game.scenario.weapons[weapon].one_use:  # 12.3
            game.state.put(weapon, 0, OUT)
            game.emit("WeaponRemoved", weapon=weapon, hex=hex_name(frame["origin"]), place=OUT)
        elif die == ALWAYS_MISSES:  # 8.4
            send_weapon_off(game, weapon)
    if die >= 0:
        for hero in (*used_heroes(game, frame["leaders"]), frame["hero"]):
            after_use(game, hero)
    tidy(game, frame["origin"])


RESOLUTION: Final = Procedure(
    "fire_resolution",
    {
        "8.3.1.target": _target,
        "8.3.1.weapon": _defence,
        "14.2": _hero,
        "8.4.roll": _roll,
        "8.4.look": _look,
        "8.5.part": carry_out_part,
        "8.8": _flames,
        "8.4.after": _after,
    },
)


def resolution_data(game: Battle, shot: Shot, seat: str) -> dict[str, Any]:
    """Return the locals a composed shot takes into its resolution."""
    data: dict[str, Any] = {name: getattr(shot, name) for name in SHOT_FIELDS}
    return {**data, "seat": seat, "origin": game.state.units[shot.unit].hex}


# --- Exact odds of the fire being composed, by running the same code over every die (8.4, 8.5) ---------------------

ANYTHING: Final = "no effect"
Outcome = TypeVar("Outcome")
Asked = Callable[[Battle, Request], None]


def odds(game: Battle) -> FireOdds | None:
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
    return FireOdds(
        value,
        parts[0].value,
        shot.type,
        shot.aim,
        hex_name(shot.hex),
        modifiers_view(parts),
        tuple([DieResult(die, result_of(row, value, die) if row else "") for die in range(10)]),
        row,
        outcomes_view(results),
        tuple(checks.found),
    )


def outcomes_view(chances: Mapping[str, Fraction]) -> tuple[ResultOdds, ...]:
    """Return outcomes with their chances as the table is told of them."""
    return tuple([ResultOdds(text, chance.as_integer_ratio()) for text, chance in chances.items()])


class Checks:
    """Notes each rout check that odds come upon: after which result, of which unit, and what it needs (8.5.1)."""

    def __init__(self) -> None:
        self.found: list[CheckOdds] = []

    def __call__(self, game: Battle, request: Request) -> None:
        """Note what a request for a die asks, if that is a rout check."""
        if request.purpose != "rout_check":
            return
        check = game.state.frames[-2]  # below the die
        unit, hero = str(check["unit"]), str(check["hero"])
        needs = min(ALWAYS_FAILS - 1, max(ALWAYS_PASSES, highest_pass(game, unit, check["easier"], hero)))
        _, _, parts = rout_total(game, unit, hero)
        found = CheckOdds(
            check["result_kind"],
            unit,
            game.state.status(check["hex"]).dg,
            needs,
            tuple([CheckPart(part.text, part.value, part.letter) for part in parts]),
        )
        if found not in self.found:
            self.found.append(found)


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
    game: Battle,
    resolution: str,
    data: Mapping[str, Plain],
    describe: Callable[[State], Outcome],
    asked: Asked = lambda game, request: None,
) -> dict[Outcome, Fraction]:
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
    game: Battle,
    depth: int,
    weight: Fraction,
    describe: Callable[[State], Outcome],
    totals: dict[Outcome, Fraction],
    asked: Asked,
) -> None:
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
