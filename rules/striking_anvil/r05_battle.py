"""Combat: strength, modifiers, the die, the course of it (5.1, 5.2, 5.4, 5.6 to 5.8)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, NamedTuple

from rules.engine.frames import Procedure
from rules.engine.frozen import frozen
from rules.striking_anvil.r01_1_map import FIGHTERS, area_name, fort_level, is_bridged, is_supplied, release
from rules.striking_anvil.r01_3_2_support import abandon
from rules.striking_anvil.r01_3_4_ffi import DIE_HELP
from rules.striking_anvil.r01_3_units import (
    bonus,
    counter_of,
    disorganize,
    in_place,
    is_combat,
    is_good,
    label,
    strength,
    units_of,
)
from rules.striking_anvil.r01_5_fortresses import fort_die
from rules.striking_anvil.r05_8_hits import begin_payment
from rules.striking_anvil.r07_landings import LANDING_DIE
from rules.striking_anvil.scenario import ALLIED, COMBAT, GERMAN, SUPPORT, TRAIN, TRANSPORT, Charts, other_side
from rules.striking_anvil.state import Anvil

# --- Modifiers of the combat die: units, combined arms, markers, fortifications, landing, terrain, rivers (5.7) ----

ARMS: Final = {
    "airborne": "Airborne",
    "commando": "Commandos",
    "artillery": "Artillery",
    "antitank": "Anti-tank",
    "armour": "Armor",
}
STRICT: Final = {"antitank": "artillery"}  # the switch: artillery or anti-tank is one type
SUPPORT_MARKER_DIE: Final = 1


@frozen
class Modifier:
    """One line of the sum: what, how much, by which rule."""

    what: str
    value: int
    rule: str


def modifiers(game: Anvil, battle: Battle) -> list[Modifier]:
    """Return every modifier of an attack's die; support and special units of the defender give none (5.2, 5.7)."""
    return [*_units(game, battle), *_arms(game, battle), *_markers(game, battle), *_ground(game, battle)]


def total(lines: list[Modifier]) -> int:
    """Return their sum; strength is never changed by them (5.7)."""
    return sum(line.value for line in lines)


def _units(game: Anvil, battle: Battle) -> Iterator[Modifier]:
    for unit in battle.units:
        if bonus(game, unit):
            rule = "1.3.2" if counter_of(game, unit).kind == SUPPORT else "1.3.3"
            yield Modifier(label(game, unit), bonus(game, unit), rule)
    if battle.side == GERMAN:
        for unit in units_of(game, battle.area, GERMAN):  # 1.3.3: never activated along, yet it fires
            if counter_of(game, unit).kind == TRAIN and is_good(game, unit):
                yield Modifier(label(game, unit), bonus(game, unit), "1.3.3")


def _arms(game: Anvil, battle: Battle) -> Iterator[Modifier]:
    strict = game.scenario.rules.strict_combined_arms
    seen = set()
    for unit in battle.units:
        counter = counter_of(game, unit)
        if counter.kind in (COMBAT, SUPPORT):
            seen.add(STRICT.get(counter.branch, counter.branch) if strict else counter.branch)
    for branch, name in ARMS.items():  # each type once (5.7)
        if branch in seen:
            told = "Artillery or anti-tank" if strict and branch == "artillery" else name
            yield Modifier(f"Combined arms: {told}", 1, "5.7")


def _markers(game: Anvil, battle: Battle) -> Iterator[Modifier]:
    if battle.side != ALLIED:
        return
    for marker, area in sorted(game.state.bombing.items()):
        if area == battle.area:
            yield Modifier("Air support" if marker == "air" else "Naval support", SUPPORT_MARKER_DIE, "6")
    if game.state.ffi.get(battle.area) == FIGHTERS:
        yield Modifier("FFI fighters", DIE_HELP, "1.3.4")


def _ground(game: Anvil, battle: Battle) -> Iterator[Modifier]:
    """Yield what the place gives; none of it counts in counter-attack and pursuit (5.4, 5.6)."""
    if battle.kind in REACTIONS:
        return
    if battle.side == ALLIED and (die := fort_die(game, battle.area)):
        yield Modifier(f"Fortifications of {area_name(game, battle.area)}", die, "1.5")
    terrain = game.scenario.map.areas[battle.area].terrain
    if die := game.scenario.charts.terrain[terrain].die:  # whoever attacks
        yield Modifier(terrain.capitalize(), die, "5.7")
    if battle.kind == MOBILE:
        if battle.landing:
            yield Modifier("Landing", LANDING_DIE, "5.7")
        yield from _river(game, battle)


def _river(game: Anvil, battle: Battle) -> Iterator[Modifier]:
    border = game.scenario.map.borders.get(battle.border)
    if border is not None and border.river:
        bridged = is_bridged(game, border)
        die = game.scenario.charts.rivers[border.river].die[bridged]
        yield Modifier(f"{border.name}, {'bridged' if bridged else 'without a bridge'}", die, "5.7")


# --- Combat: strength, the modified die, the results table, for the roll and for its odds alike (5.1, 5.2, 5.3) ----

ATTACK: Final = "attack"
MOBILE: Final = "mobile"
COUNTER: Final = "counter"
PURSUIT: Final = "pursuit"
REACTIONS: Final = (COUNTER, PURSUIT)
DIE: Final = (1, 2, 3, 4, 5, 6)
NATURAL_LOSS: Final = 1  # an unmodified die that costs the attacker a step (5.2)


class Battle(NamedTuple):
    """One attack: who strikes where, over which border a mobile combat came, whether it is a landing (5.7)."""

    kind: str
    side: str
    area: str
    units: tuple[str, ...]
    border: str = ""
    landing: bool = False


@frozen
class StrengthPart:
    """One unit's strength in an attack, and whether lack of supply halves it (1.8)."""

    unit: str
    printed: int
    counts: int


class Force(NamedTuple):
    """The strength of an attack: its parts, their sum, what counts after the halving of a mobile combat (5.2, 5.3)."""

    parts: tuple[StrengthPart, ...]
    total: int
    counts: int


@frozen
class Outcome:
    """What a die brings: the row and column of the table, hits of both sides, whether a natural 1 made one (5.2)."""

    die: int
    row: int
    column: int
    attacker: int
    defender: int
    natural: bool


def half(points: int) -> int:
    """Return half of some points, fractions rounded up (1.8, 5.3)."""
    return (points + 1) // 2


def force(game: Anvil, battle: Battle) -> Force:
    """Add up the strength of an attack: unsupplied units halved each, then the total of a mobile combat (1.8, 5.3).

    Supply is that of the area of the combat, at this moment.
    """
    supplied = is_supplied(game, battle.side, battle.area)
    parts = []
    for unit in battle.units:
        if is_combat(game, unit):  # 5.7: support and special units add to the die alone
            printed = strength(game, unit)
            parts.append(StrengthPart(unit, printed, printed if supplied else half(printed)))
    total = sum(part.counts for part in parts)
    return Force(tuple(parts), total, half(total) if battle.kind == MOBILE else total)


def column_of(charts: Charts, points: int) -> int:
    """Return the place of the highest column not above the strength (5.1)."""
    return max(bisect_right(charts.columns, points) - 1, 0)


def row_of(charts: Charts, modified: int) -> int:
    """Return the row of a modified die; beyond the table its outermost (5.1)."""
    return max(min(modified, max(charts.rows)), min(charts.rows))


def resolve(charts: Charts, points: int, modifier: int, die: int) -> Outcome:
    """Return what a die brings (5.1, 5.2)."""
    row, column = row_of(charts, die + modifier), column_of(charts, points)
    attacker, defender = charts.rows[row][column]
    natural = die == NATURAL_LOSS and attacker == 0  # 5.2: not in addition to a loss of the table
    return Outcome(die, row, charts.columns[column], int(natural) or attacker, defender, natural)


def outcomes(charts: Charts, points: int, modifier: int) -> list[Outcome]:
    """Return what each face of the die would bring."""
    return [resolve(charts, points, modifier, die) for die in DIE]


def is_target(game: Anvil, side: str, area: str) -> bool:
    """Tell whether a side has something to attack in an area: any enemy but transports, or a fort level (5.2)."""
    if side == ALLIED and fort_level(game, area):
        return True
    return any(counter_of(game, unit).kind != TRANSPORT for unit in units_of(game, area, other_side(side)))


def place_of(game: Anvil, battle: Battle) -> str:
    """Return where an attack takes place, in words."""
    return area_name(game, battle.area)


# --- The course of a combat: the roll, who is turned, who pays, who is left alone (5.2, 5.4, 5.6, 5.8) -------------


def begin_combat(game: Anvil, battle: Battle, targets: tuple[str, ...] = ()) -> None:
    """Begin an attack; in a reaction only the `targets` take its hits (5.4, 5.6)."""
    game.push(
        "combat",
        kind=battle.kind,
        seat=battle.side,
        area=battle.area,
        units=battle.units,
        border=battle.border,
        landing=battle.landing,
        targets=targets,
    )


def battle_of(game: Anvil) -> Battle:
    """Return the attack of the frame at work."""
    frame = game.frame
    return Battle(frame["kind"], frame["seat"], frame["area"], frame["units"], frame["border"], frame["landing"])


def _roll(game: Anvil) -> str | None:
    battle = battle_of(game)
    if not any(is_combat(game, unit) for unit in battle.units):
        return "alone"
    lines = modifiers(game, battle)
    game.emit(
        "CombatBegan",
        kind=battle.kind,
        seat=battle.side,
        area=battle.area,
        units=battle.units,
        strength=force(game, battle).counts,
        modifier=total(lines),
    )
    release(game, (*battle.units, *units_of(game, battle.area, other_side(battle.side))))
    game.roll("combat", area=battle.area, kind=battle.kind)
    return None


def _result(game: Anvil) -> str | None:
    battle = battle_of(game)
    found = resolve(
        game.scenario.charts, force(game, battle).counts, total(modifiers(game, battle)), game.frame["result"]
    )
    game.update(attacker=found.attacker, defender=found.defender)
    game.emit(
        "CombatResult",
        die=found.die,
        row=found.row,
        column=found.column,
        attacker=found.attacker,
        defender=found.defender,
        natural=found.natural,
    )
    if not game.scenario.rules.attackers_may_disorganize:
        disorganize(game, battle.units)  # example 3: turned before hits are taken
    return None


def _attacker_pays(game: Anvil) -> str | None:
    battle = battle_of(game)
    free = game.scenario.rules.attackers_may_disorganize
    begin_payment(game, battle.side, battle.area, game.frame["attacker"], battle.units, disorganize=free, fort=False)
    return None


def _defender_pays(game: Anvil) -> str | None:
    battle = battle_of(game)
    disorganize(game, in_place(game, battle.units, battle.area))
    reaction = battle.kind in REACTIONS
    begin_payment(
        game,
        other_side(battle.side),
        battle.area,
        game.frame["defender"],
        game.frame["targets"] if reaction else None,  # 5.4, 5.6: only those who move; else everybody there
        disorganize=True,
        fort=not reaction and battle.side == ALLIED,
    )
    return None


def _alone(game: Anvil) -> str | None:
    abandon(game, game.frame["area"])  # 1.3.2: after all hits are paid
    return None


COMBAT_COURSE: Final = Procedure(
    "combat",
    {"roll": _roll, "result": _result, "attacker": _attacker_pays, "defender": _defender_pays, "alone": _alone},
)
