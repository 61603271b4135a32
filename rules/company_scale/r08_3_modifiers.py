"""The fire value: the firing unit's value and its eight modifiers (8.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from rules.company_scale.battle_map import Edge
from rules.company_scale.counters import Box
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import counter, face, is_deployed, is_hard, is_night, leader_now
from rules.company_scale.r06_2_terrain import is_ridge, slope_modifier, terrain_defense, terrain_word
from rules.company_scale.r07_line_of_sight import direct_fire
from rules.company_scale.r08_5_4_status import DG_FIRE, PINNED_FIRE
from rules.company_scale.r14_heroes import sees_in_the_dark
from rules.company_scale.records.view import ModifierView
from rules.company_scale.state import PINNED, Battle
from rules.engine.compiling import native_dataclass
from rules.engine.frames import Frame
from rules.hexes.grid import neighbours
from rules.hexes.lines import line

HEX: Final = "hex"
SMALL_ARMS: Final = "small_arms"
HIGH_EXPLOSIVE: Final = "high_explosive"
ARMOR_PIERCING: Final = "armor_piercing"
TYPES: Final[dict[Box, tuple[str, ...]]] = {  # 3.2
    Box.RED: (SMALL_ARMS,),
    Box.YELLOW: (HIGH_EXPLOSIVE,),
    Box.WHITE: (HIGH_EXPLOSIVE, ARMOR_PIERCING),
    Box.BLUE: (ARMOR_PIERCING,),
    Box.BLACK: (),
}
HARD_IN_HEX: Final = -2  # 8.3 g
HELP: Final = 1  # of each supporting unit, 8.3.4
CONCENTRATION: Final = 1  # 8.3.6


class Modifier(NamedTuple):
    """One part of a fire value: its letter in the list of 8.3, what it is, its value, its rule number."""

    letter: str
    text: str
    value: int
    rule: str


def modifiers_view(parts: Iterable[Modifier]) -> tuple[ModifierView, ...]:
    """Return parts of a value as the table is told of them."""
    return tuple([ModifierView(*part) for part in parts])


@native_dataclass(frozen=True, slots=True)
class Shot:
    """A direct fire as composed: who fires at what, with what help.

    `aim` is "hex" or the id of a hard target; `movers` are the provoking units of an opportunity fire (8.6).
    """

    unit: str
    hex: int
    aim: str
    type: str
    support: tuple[str, ...] = ()
    weapon: str = ""
    leaders: tuple[str, ...] = ()
    concentrate: bool = False
    movers: tuple[str, ...] = ()
    target: str = ""
    defence_weapon: str | None = None
    defence_hero: str = ""

    @property
    def is_opportunity_fire(self) -> bool:
        """Tell whether this is opportunity fire (8.6)."""
        return bool(self.movers)


SHOT_FIELDS: Final = ("unit", "hex", "aim", "type", "support", "weapon", "leaders", "concentrate", "movers")


def shot_of(frame: Frame, **more: Any) -> Shot:
    """Return the shot composed in a frame."""
    return Shot(**{name: frame[name] for name in SHOT_FIELDS}, **more)


def targets_in(game: Battle, shot: Shot) -> tuple[str, ...]:
    """Return the units a shot is aimed at: all in the hex, or the provoking units among them (8.6)."""
    stack = game.state.stack(shot.hex)
    return tuple(u for u in stack if u in shot.movers) if shot.movers else stack


def aims(game: Battle, shot: Shot) -> tuple[str, ...]:
    """Return what can be aimed at: "hex" unless only hard targets are there, and each hard target (8.2)."""
    units = targets_in(game, shot)
    hard = tuple(unit for unit in units if is_hard(game, unit))
    return hard if len(hard) == len(units) else (HEX, *hard)


def fire_types(game: Battle, shot: Shot) -> tuple[str, ...]:
    """Return the fire types a shot may use, by the box of the unit or of its support weapon (8.3.2)."""
    if shot.weapon:
        return TYPES[game.scenario.weapons[shot.weapon].fire.box]
    fire = direct_fire(game, shot.unit)
    return TYPES[fire.box] if fire else ()


def defender_chooses(game: Battle, shot: Shot) -> bool:
    """Tell whether the defender names the target unit: some unit in the hex is deployed (8.3.1)."""
    return any(is_deployed(game, unit) for unit in game.state.stack(shot.hex))


def expected_target(game: Battle, shot: Shot) -> str:
    """Return the target unit: the one named, the one aimed at, or the best for whoever chooses (8.3.1)."""
    if shot.target:
        return shot.target
    if shot.aim != HEX:
        return shot.aim
    units = targets_in(game, shot)
    best = min if defender_chooses(game, shot) else max
    return best(units, key=lambda unit: face(game, unit).defense) if units else ""


def expected_weapon(game: Battle, shot: Shot) -> str:
    """Return the support weapon that will modify the defense, the best for whoever chooses, or '' (8.3.1)."""
    if shot.defence_weapon is not None:
        return shot.defence_weapon
    if shot.aim != HEX:
        return ""
    weapons = [w for w, t in game.state.weapons.items() if t.hex == shot.hex and t.place == "map"]
    if not weapons:
        return ""
    if defender_chooses(game, shot):
        return min(weapons, key=lambda w: game.scenario.weapons[w].defense)
    best = max(weapons, key=lambda w: game.scenario.weapons[w].defense)
    return best if game.scenario.weapons[best].defense > 0 else ""


def fire_value(game: Battle, shot: Shot) -> tuple[int, list[Modifier]]:
    """Return the fire value and its parts, the firing unit's own value first (8.3).

    The die is never modified; a positive part is bad for the defender.
    """
    fire = direct_fire(game, shot.unit)
    assert fire is not None
    parts = [Modifier("", f"{counter(game, shot.unit).name} fires", fire.value, "3.2")]
    parts += _defense(game, shot)
    parts += _helpers(game, shot)
    parts += _markers(game, shot)
    parts += [Modifier("d", f"{counter(game, unit).name} adds its fire", HELP, "8.3.4") for unit in shot.support]
    parts += _ground(game, shot)
    if shot.concentrate:
        parts.append(Modifier("f", "Concentrated fire", CONCENTRATION, "8.3.6"))
    if shot.aim == HEX and any(is_hard(game, unit) for unit in game.state.stack(shot.hex)):  # RULINGS 19
        parts.append(Modifier("g", "Hard target in the hex", HARD_IN_HEX, "8.3"))
    parts += _conditions(game, shot)
    return sum(part.value for part in parts), parts


def _defense(game: Battle, shot: Shot) -> list[Modifier]:
    target = expected_target(game, shot)
    parts = []
    if target:
        parts.append(Modifier("a", f"Defense of {counter(game, target).name}", face(game, target).defense, "8.3.1"))
    weapon = expected_weapon(game, shot)
    if weapon:
        printed = game.scenario.weapons[weapon]
        parts.append(Modifier("a", f"{printed.name} in the target hex", printed.defense, "8.3.1"))
    if shot.defence_hero:
        hero = leader_now(game, shot.defence_hero)
        parts.append(Modifier("a", hero.name, hero.defense, "14.2"))
    return parts + _assaulting(game, shot)


def _assaulting(game: Battle, shot: Shot) -> list[Modifier]:
    """Return what the prepared assault marker adds to fire at assaulting units (9.4)."""
    assaults = [frame for frame in game.state.frames if frame.kind == "assault"] if shot.movers else []
    if not assaults:
        return []
    value = game.scenario.charts.prepared_assault[assaults[-1]["seat"]].defense
    return [Modifier("a", "Targets are assaulting", value, "9.4")]


def _helpers(game: Battle, shot: Shot) -> list[Modifier]:
    parts = []
    if shot.weapon:
        printed = game.scenario.weapons[shot.weapon]
        parts.append(Modifier("b", printed.name, printed.fire.value, "8.3.2"))
    for leader in shot.leaders:
        known_leader = leader_now(game, leader)
        parts.append(Modifier("b", known_leader.name, known_leader.fire, "8.3.2"))
    return parts


def _markers(game: Battle, shot: Shot) -> list[Modifier]:
    parts = []
    here = game.state.units[shot.unit].hex
    own = game.state.status(here)
    if own.dg:
        parts.append(Modifier("c", f"Firing hex disorganized {own.dg}", DG_FIRE[own.dg], "8.5.4"))
    if own.stress == PINNED:
        parts.append(Modifier("c", "Firing hex pinned", PINNED_FIRE, "8.5.4"))
    size = game.state.barrages.get(here)
    if size is not None:
        parts.append(
            Modifier(
                "c", f"{size.capitalize()} barrage on the firing hex", game.scenario.charts.barrage[size].fire, "8.3.3"
            )
        )
    fort = game.state.status(shot.hex).fortification
    if fort:
        value = game.scenario.charts.fortification[fort].defense
        parts.append(Modifier("c", f"Target in a {fort}", value, "8.3.3"))
    return parts


def entry_hexes(origin: int, target: int) -> tuple[int, ...]:
    """Return the hexes from which a line of fire enters the target hex: one, or two along a spine."""
    traced = line(origin, target)
    goal = target - origin
    for side in traced.sides:
        if goal in side:
            other = side[0] if side[1] == goal else side[1]
            return (origin + other,)
    first, second = traced.spines[-1]
    near = neighbours(target)
    return tuple(h for h in (origin + first, origin + second) if h in near)


def _ground(game: Battle, shot: Shot) -> list[Modifier]:
    ground = ground_of(game)
    modifiers = [
        Modifier("e", f"Target in {terrain_word(ground, shot.hex)}", terrain_defense(ground, shot.hex), "8.3.5")
    ]
    origins = entry_hexes(game.state.units[shot.unit].hex, shot.hex)
    choices = [_hexside(game, shot, origin) for origin in origins]
    modifiers += min(choices, key=lambda parts: sum(p.value for p in parts))  # RULINGS 9: defender's best
    return modifiers


def _hexside(game: Battle, shot: Shot, origin: int) -> list[Modifier]:
    ground = ground_of(game)
    parts = []
    value, name = slope_modifier(ground, origin, shot.hex)
    if value:
        parts.append(Modifier("e", f"Target across a {name}", value, "6.2.2"))
    parts += _ridge(game, shot, origin)
    return parts


def _ridge(game: Battle, shot: Shot, origin: int) -> list[Modifier]:
    """Return what ridges and ridge markers do to fire entering the target hex from `origin` (6.2.2)."""
    ridge = is_ridge(game, origin, shot.hex)
    here = game.state.units[shot.unit].hex
    outward = game.state.status(here).ridge and _fires_over_own_ridge(game, here, shot.hex)
    marked, charts = game.state.status(shot.hex).ridge, game.scenario.map.charts
    parts = [Modifier("e", "Firing from its own ridge", charts.ridge_marker_fire, "6.2.2")] if outward else []
    if marked and not ridge:
        parts.append(Modifier("e", "Target on a ridge, fired on from another side", charts.ridge_marker_fire, "6.2.2"))
    if ridge and not outward:  # RULINGS 3
        parts.append(Modifier("e", "Target across a ridge", charts.ridge_defense, "6.2.2"))
        if marked:
            parts.append(Modifier("e", "Target holds the ridge", charts.ridge_marker_defense, "6.2.2"))
    return parts


def _fires_over_own_ridge(game: Battle, here: int, target: int) -> bool:
    return any(
        Edge.RIDGE in ground_of(game).side(here, near).edges for near in entry_hexes(target, here)
    )  # the line leaves the firing hex where the reverse line enters it


def _conditions(game: Battle, shot: Shot) -> list[Modifier]:
    parts = []
    if game.state.weather == "rain":
        parts.append(Modifier("h", "Rain", -1, "8.3.7"))
    if is_night(game) and shot.hex not in game.state.illuminated and not sees_in_the_dark(game, shot.unit):
        parts.append(Modifier("h", "Night", -1, "8.3.7"))
    return parts
