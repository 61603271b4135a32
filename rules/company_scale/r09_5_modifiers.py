"""The modifiers of both sides in an assault (9.5), and what hexsides add to them (6.2.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from typing import Final

from rules.company_scale.battle_map import Edge
from rules.company_scale.counters import Armor, LeaderCounter, WeaponCounter
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import (
    HERO_MARKER,
    belongs_with,
    counter,
    enemy,
    face,
    is_deployed,
    leader_now,
    leaders_in,
    may_aid,
    weapons_in,
)
from rules.company_scale.r05_command import KAMPFGRUPPE, activates, chit_kind
from rules.company_scale.r06_2_terrain import (
    bars_weapons,
    crossing,
    is_ridge,
    slope_modifier,
    terrain_defense,
    terrain_word,
    ways_of,
)
from rules.company_scale.r08_3_modifiers import Modifier, modifiers_view
from rules.company_scale.r08_5_4_status import MAX_TROOP_QUALITY, marker_quality, troop_quality
from rules.company_scale.r14_heroes import MURPHY, boxed_helper
from rules.company_scale.records.view import SumView
from rules.company_scale.series import one_use_weapon
from rules.company_scale.state import Battle
from rules.engine.compiling import native_dataclass
from rules.engine.english import capital
from rules.engine.frames import Frame

ODDS: Final = ((5, 1, 2), (4, 1, 1), (3, 1, 0), (2, 1, -1), (3, 2, -2), (1, 1, -3), (1, 2, -4))  # 9.5 a, best first
WORST_ODDS: Final = (1, 3, -5)
TANKS_AND_OTHERS: Final = 2
ONLY_TANKS: Final = -2
PANZERFAUST_ATTACK: Final = 2
PANZERFAUST_DEFENSE: Final = 3
FLAMETHROWER: Final = 3
SLOPE_ASSAULT: Final = 2  # 6.2.2
MOST_SUPPORTERS: Final = 3  # 9.1


@native_dataclass(frozen=True, slots=True)
class Assault:
    """An assault as it stands: who attacks which hex from where, what each side uses; `def_unit` '' is still open.

    `origins` are the hexes of the attackers now; `supporters` fired indirectly in step B.
    """

    hex: int
    seat: str
    attackers: tuple[str, ...]
    origins: tuple[int, ...]
    supporters: tuple[str, ...] = ()
    att_leader: str = ""
    att_hero: str = ""
    att_weapon: str = ""
    def_leader: str = ""
    def_hero: str = ""
    def_weapon: str = ""
    def_unit: str = ""


ASSAULT_FIELDS: Final = tuple(f.name for f in fields(Assault))


def assault_of(frame: Frame) -> Assault:
    """Return the assault of a frame; what the frame does not name yet is left open."""
    return Assault(**{name: frame[name] for name in ASSAULT_FIELDS if name in frame.data})


def attacker_lines(game: Battle, assault: Assault) -> tuple[Modifier, ...]:
    """Return the attacker's modifiers in the order of 9.5, zeros included, then those of hexsides."""
    count = len(assault.attackers), len(game.state.stack(assault.hex))
    first, second, odds = odds_entry(*count)
    status, quality = _quality(game, assault.attackers, "e", "h")
    bonus = game.scenario.charts.prepared_assault[assault.seat].troop_quality
    return (
        Modifier("a", f"Odds {count[0]} to {count[1]}: {first}-{second}", odds, "9.5"),
        *_tanks(game, assault.attackers, "b", "c"),
        Modifier("d", "Prepared assault", bonus, "9.5"),
        status,
        *_leader_lines(game, "f", assault.att_leader, assault.att_hero, assault.attackers),
        Modifier("g", "Indirect fire in support", min(len(assault.supporters), MOST_SUPPORTERS), "9.5"),
        quality,
        Modifier("i", _one_use(game), PANZERFAUST_ATTACK if assault.att_weapon else 0, "9.5"),
        Modifier("j", "Flamethrower", FLAMETHROWER if _throws_flames(game, assault) else 0, "9.5"),
        *_attack_hexsides(game, assault),
    )


def defender_lines(game: Battle, assault: Assault) -> tuple[Modifier, ...]:
    """Return the defender's modifiers in the order of 9.5, zeros included, then those of hexsides."""
    ground = ground_of(game)
    stack = game.state.stack(assault.hex)
    status, quality = _quality(game, stack, "e", "g")
    unit = assault.def_unit or expected_defence_unit(game, assault)
    fort = game.state.status(assault.hex).fortification
    lines = [Modifier("a", f"In {terrain_word(ground, assault.hex)}", -terrain_defense(ground, assault.hex), "9.5")]
    if fort:
        lines.append(Modifier("a", f"In a {fort}", -game.scenario.charts.fortification[fort].defense, "9.5"))
    if unit:
        lines.append(Modifier("b", f"Defense of {counter(game, unit).name}", -face(game, unit).defense, "9.5"))
    return (
        *lines,
        *_tanks(game, stack, "c", "d"),
        status,
        *_leader_lines(game, "f", assault.def_leader, assault.def_hero, stack),
        quality,
        Modifier("h", _one_use(game), PANZERFAUST_DEFENSE if assault.def_weapon else 0, "9.5"),
        *_defense_hexsides(game, assault),
    )


def _one_use(game: Battle) -> str:
    return capital(one_use_weapon(game.scenario.charts.series))


def total(lines: Iterable[Modifier]) -> int:
    """Return the sum of some modifiers."""
    return sum(line.value for line in lines)


def sum_view(lines: Sequence[Modifier]) -> SumView:
    """Return some modifiers and their sum as the table is told of them."""
    return SumView(modifiers_view(lines), total(lines))


def odds_entry(attackers: int, defenders: int) -> tuple[int, int, int]:
    """Return the printed odds and their modifier: the best entry the ratio reaches (9.5 a; RULINGS 160)."""
    return next((entry for entry in ODDS if attackers * entry[1] >= defenders * entry[0] and defenders), WORST_ODDS)


def _tanks(game: Battle, units: tuple[str, ...], mixed: str, alone: str) -> tuple[Modifier, Modifier]:
    tanks = sum(1 for unit in units if counter(game, unit).armor is Armor.TANK)
    return (
        Modifier(mixed, "Tanks with other units", TANKS_AND_OTHERS if 0 < tanks < len(units) else 0, "9.5"),
        Modifier(alone, "Tanks alone", ONLY_TANKS if 0 < tanks == len(units) else 0, "9.5"),
    )


def _quality(game: Battle, units: tuple[str, ...], status: str, quality: str) -> tuple[Modifier, Modifier]:
    """Return both lines for the unit with the lowest troop quality after its hex's status (9.5; RULINGS 161).

    Their sum has no ceiling: only troop quality itself has one (19.2).
    """
    worths = [(troop_quality(game, u), marker_quality(game, u), u) for u in units]
    worth, markers, unit = min(worths, key=lambda entry: entry[0] + entry[1], default=(0, 0, ""))
    name = f"Troop quality of {counter(game, unit).name}" if unit else "Troop quality"
    return Modifier(status, "Status markers", markers, "9.5"), Modifier(quality, name, worth, "9.5")


def _leader_lines(game: Battle, letter: str, leader: str, hero: str, units: tuple[str, ...]) -> tuple[Modifier, ...]:
    men = [leader_now(game, name) for name in (leader, hero) if name]
    if not men:
        return (Modifier(letter, "No leader", 0, "9.5"),)
    return tuple(Modifier(letter, x.name, _worth_of(game, x, units), "9.5") for x in men)


def _worth_of(game: Battle, leader: LeaderCounter, units: tuple[str, ...]) -> int:
    """Return what a leader or hero adds; Murphy raises the troop quality of his own men to 8 at most (14.1, 19.2)."""
    if leader.type != MURPHY:
        return leader.troop_quality
    plain, raised = [], []
    for unit in units:
        own, markers = troop_quality(game, unit), marker_quality(game, unit)
        helped = leader in boxed_helper(game, counter(game, unit))
        plain.append(own + markers)
        raised.append(markers + (min(MAX_TROOP_QUALITY, own + leader.troop_quality) if helped else own))
    return min(raised, default=0) - min(plain, default=0)


def attacking_leaders(game: Battle, assault: Assault) -> list[LeaderCounter]:
    """Return the leaders and heroes that may help the attack: active, with one of their attackers (RULINGS 162)."""
    able = []
    for origin in assault.origins:
        units = [unit for unit in assault.attackers if game.state.units[unit].hex == origin]
        for leader in leaders_in(game, origin):
            if _may_act(game, leader) and any(may_aid(game, leader, u) for u in units):
                able.append(leader)
    return [*able, *_from_boxes(game, assault.attackers)]


def _may_act(game: Battle, leader: LeaderCounter) -> bool:
    """Tell whether a leader with active units can be used: active by the chit in play, or with them (RULINGS 120)."""
    if leader.type == HERO_MARKER or chit_kind(game.state.chit) == KAMPFGRUPPE:
        return True
    return activates(game.scenario, game.state.chit, leader)


def _from_boxes(game: Battle, units: Iterable[str]) -> list[LeaderCounter]:
    """Return the hero who helps some of the units from his box (14.1)."""
    return list({hero.id: hero for unit in units for hero in boxed_helper(game, counter(game, unit))}.values())


def defending_leaders(game: Battle, assault: Assault) -> list[LeaderCounter]:
    """Return the leaders and heroes that may help the defense: with one of their defenders (9.5 f)."""
    units = [counter(game, unit) for unit in game.state.stack(assault.hex)]
    here = [x for x in leaders_in(game, assault.hex) if any(belongs_with(x, unit) for unit in units)]
    return [*here, *_from_boxes(game, game.state.stack(assault.hex))]


def panzerfausts(game: Battle, hexes: Iterable[int]) -> list[WeaponCounter]:
    """Return the support weapons in some hexes that are spent in one use (9.5 i, h)."""
    return [weapon for hex_id in hexes for weapon in weapons_in(game, hex_id) if weapon.one_use]


def flamethrowers(game: Battle, assault: Assault) -> list[WeaponCounter]:
    """Return the flamethrowers of the assaulting force: those that could follow into the hex (RULINGS 163)."""
    return [
        weapon
        for origin in assault.origins
        if _weapons_follow(game, origin, assault.hex)
        for weapon in weapons_in(game, origin)
        if weapon.flamethrower
    ]


def _throws_flames(game: Battle, assault: Assault) -> bool:
    """Tell whether a flamethrower unit or weapon is in the assaulting force (9.5 j)."""
    return any(counter(game, unit).flamethrower for unit in assault.attackers) or bool(flamethrowers(game, assault))


def _weapons_follow(game: Battle, origin: int, target: int) -> bool:
    ground = ground_of(game)
    return any(not bars_weapons(crossing(ground, origin, target, by)) for by in ways_of(ground.side(origin, target)))


def defence_chooser(game: Battle, assault: Assault) -> str:
    """Return who names the unit whose defense counts: the attacker if all defenders are in column (9.5 b)."""
    deployed = any(is_deployed(game, unit) for unit in game.state.stack(assault.hex))
    return enemy(assault.seat) if deployed else assault.seat


def expected_defence_unit(game: Battle, assault: Assault) -> str:
    """Return the unit whoever chooses would name for the defender's line b, '' if there is none."""
    best = max if defence_chooser(game, assault) == assault.seat else min
    return best(game.state.stack(assault.hex), key=lambda unit: face(game, unit).defense, default="")


def _attack_hexsides(game: Battle, assault: Assault) -> Iterator[Modifier]:
    climbs = [_slope(game, origin, assault.hex) for origin in assault.origins]
    if climbs and all(climb < 0 for climb in climbs):
        yield Modifier("", "All assaulting upslope", -SLOPE_ASSAULT, "6.2.2")
    if climbs and all(climb > 0 for climb in climbs):
        yield Modifier("", "All assaulting downslope", SLOPE_ASSAULT, "6.2.2")
    if game.state.status(assault.hex).ridge and not _all_over_ridges(game, assault):
        yield Modifier("", "Ridge assaulted from another side", game.scenario.map.charts.ridge_marker_fire, "6.2.2")


def _slope(game: Battle, origin: int, target: int) -> int:
    """Return the fire modifier of a plain slope: negative uphill, positive downhill, 0 without one (6.2.2)."""
    if Edge.STEEP_SLOPE in ground_of(game).side(origin, target).edges:
        return 0
    return slope_modifier(ground_of(game), origin, target)[0]


def _defense_hexsides(game: Battle, assault: Assault) -> Iterator[Modifier]:
    ground = ground_of(game)
    if assault.origins and all(Edge.STEEP_SLOPE in ground.side(o, assault.hex).edges for o in assault.origins):
        value = max(slope_modifier(ground, origin, assault.hex)[0] for origin in assault.origins)
        yield Modifier("", "All assaulting across a steep slope", -value, "6.2.2")  # RULINGS 164
    if _all_over_ridges(game, assault):
        yield Modifier("", "All assaulting across a ridge", -ground.charts.ridge_defense, "6.2.2")
        if game.state.status(assault.hex).ridge:
            yield Modifier("", "Holds the ridge", -ground.charts.ridge_marker_defense, "6.2.2")


def _all_over_ridges(game: Battle, assault: Assault) -> bool:
    return bool(assault.origins) and all(is_ridge(game, origin, assault.hex) for origin in assault.origins)
