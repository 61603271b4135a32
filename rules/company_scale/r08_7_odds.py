"""Exact odds of an indirect fire, and every hex a unit could shell (8.7, 8.7.1, 8.7.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import known_unit
from rules.company_scale.r07_line_of_sight import limit_by_day, obstacles, seen_from, visible_from
from rules.company_scale.r08_3_modifiers import modifiers_view
from rules.company_scale.r08_4_resolution import (
    Asked,
    Checks,
    chances,
    difference,
    likeliest_first,
    outcomes_view,
    result_of,
)
from rules.company_scale.r08_7_1_spotting import (
    barrage_of,
    gun_reasons,
    indirect_value,
    is_harmless,
    possible_spotters,
    size_of,
    strength,
)
from rules.company_scale.r08_7_2_smoke import FireIllumination, Smoke
from rules.company_scale.r08_7_indirect_fire import IndirectFire, indirect_data, row_of
from rules.company_scale.records.answers import BarrageOdds, DieResult, FireOdds, Targets
from rules.company_scale.state import MAP, Battle, State
from rules.engine.command import cmd
from rules.engine.frames import Action
from rules.hexes.grid import hex_name, neighbours

# --- Exact odds of the indirect fire being composed: results, barrage, hex on fire (8.7.1, 8.7.2) ------------------


def indirect_odds(game: Battle) -> FireOdds:
    """Return value, modifiers, table and the exact chance of each outcome of the indirect fire being composed.

    `results` says what happens to the units; `barrage` gives the marker, its chance, and what will then lie there.
    """
    fire = barrage_of(game.state.frames[-1])
    value, parts = indirect_value(game, fire)
    harmless = is_harmless(game, fire)
    row = row_of(game)
    checks = Checks()
    outcomes = joint(game, checks)
    size, before = size_of(game, fire), game.state.barrages.get(fire.hex)
    return FireOdds(
        value,
        parts[0].value,
        "indirect",
        "hex",
        hex_name(fire.hex),
        modifiers_view(parts),
        tuple([DieResult(die, "" if harmless else result_of(row, value, die)) for die in range(10)]),
        row,
        outcomes_view(_units(outcomes)),
        tuple(checks.found),
        strength(game, fire),
        harmless,
        BarrageOdds(size, before, _of(outcomes, 1).as_integer_ratio()),
        _of(outcomes, 2).as_integer_ratio(),
    )


def joint(game: Battle, asked: Asked = lambda game, request: None) -> Mapping[tuple[str, bool, bool], Fraction]:
    """Return the chance of each outcome: what happens to the units, whether the barrage lands, if the hex burns."""
    frame = game.state.frames[-1]
    fire = barrage_of(frame)
    before, size = game.state, size_of(game, fire)

    def describe(after: State) -> tuple[str, bool, bool]:
        there = after.barrages.get(fire.hex) == size and before.barrages.get(fire.hex) != size
        lit = fire.hex in after.on_fire and fire.hex not in before.on_fire
        return difference(before, after, fire.hex), there, lit

    return chances(game, "indirect_resolution", indirect_data(game, fire, frame["seat"]), describe, asked)


def _units(outcomes: Mapping[tuple[str, bool, bool], Fraction]) -> dict[str, Fraction]:
    sums: dict[str, Fraction] = defaultdict(Fraction)
    for (text, _, _), chance in outcomes.items():
        sums[text] += chance
    return likeliest_first(sums)


def _of(outcomes: Mapping[tuple[str, bool, bool], Fraction], part: int) -> Fraction:
    return sum((chance for outcome, chance in outcomes.items() if outcome[part]), Fraction(0))


# --- Every hex a unit could shell, illuminate or put smoke in now; the options list only some (8.7) ----------------


def targets(game: Battle, unit: str) -> Targets:
    """Return, for `indirect_fire`, `illuminate` and `smoke`, every hex a unit may choose in its activation now."""
    known_unit(game, unit)
    acting = bool(game.state.frames) and game.state.frames[-1].kind == "activation" and unit in game.state.activity
    here = game.state.units[unit].hex
    if not acting or not here:
        return Targets()
    guns = next(gun_reasons(game, unit), None) is None
    return Targets(
        _legal(game, unit, IndirectFire(), _seen(game, unit) if guns else ()),
        _legal(game, unit, FireIllumination(), _seen_by_day(game, unit) if guns else ()),
        _legal(game, unit, Smoke(), (here, *neighbours(here))),
    )


def _legal(game: Battle, unit: str, action: Action, hexes: Iterable[int]) -> tuple[str, ...]:
    commands = (cmd(action.verb, unit=unit, hex=hex_name(h)) for h in sorted(hexes))
    return tuple([command.text("hex") for command in commands if next(action.reasons(game, command), None) is None])


def _spots(game: Battle, unit: str) -> Iterator[int]:
    for other in possible_spotters(game, unit):
        if game.state.units[other].place == MAP:
            yield game.state.units[other].hex


def _seen(game: Battle, unit: str) -> set[int]:
    return {h for spot in set(_spots(game, unit)) for h in seen_from(game, spot)}


def _seen_by_day(game: Battle, unit: str) -> set[int]:
    ground, limit, blocks = ground_of(game), limit_by_day(game), obstacles(game)
    return {h for spot in set(_spots(game, unit)) for h in visible_from(ground, spot, limit, blocks)}
