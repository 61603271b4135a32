"""Questions every chapter asks about pieces: where, whose, of which formation, with what values (3.2, 24.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from rules.company_scale.counters import Armor, Counter, Face, LeaderCounter, Stripe, WeaponCounter
from rules.company_scale.derived_state import Foes, results_of_foes
from rules.company_scale.scenario import Scenario, other_side
from rules.company_scale.series import Hour
from rules.company_scale.state import MAP, Battle, State, derived
from rules.engine.caching import cached_in
from rules.engine.command import MalformedCommand, Reason
from rules.hexes.grid import distance, neighbours
from rules.hexes.lines import REACH

# --- Questions every chapter asks about pieces: where they are, whose they are, the values of the side that is up ---

HERO_MARKER: Final = "marker"  # an unnamed hero (14.2)
WIETERSHEIM: Final = "wietersheim"
NEAR: Final = REACH + 1


def counter(game: Battle, unit: str) -> Counter:
    """Return the printed facts of a unit."""
    return game.scenario.units[unit]


def face(game: Battle, unit: str) -> Face:
    """Return the side of a unit that is up (3.2)."""
    return game.scenario.units[unit].face(game.state.units[unit].deployed)


def is_on_map(game: Battle, unit: str) -> bool:
    """Tell whether an id names a unit that is on the map."""
    record = game.state.units.get(unit)
    return record is not None and record.place == MAP


def side_of(game: Battle, unit: str) -> str:
    """Return the side a unit fights on."""
    return game.scenario.units[unit].side


def name_of(game: Battle, unit: str) -> str:
    """Return a unit's name for messages."""
    printed = game.scenario.units.get(unit)
    return printed.name if printed else f'"{unit}"'


def no_unit(unit: str, rule: str = "") -> Reason:
    """Return why an id names no unit."""
    return Reason(f'There is no unit "{unit}" in this scenario.', rule)


def known_unit(game: Battle, unit: str) -> None:
    """Raise MalformedCommand if a question names no unit."""
    if unit not in game.state.units:
        raise MalformedCommand(no_unit(unit).text)


def origins_of(game: Battle, units: Iterable[str]) -> tuple[int, ...]:
    """Return the hexes that units stand in, each once, in their order."""
    return tuple(dict.fromkeys(game.state.units[unit].hex for unit in units))


def holder(game: Battle, hex_id: int) -> str:
    """Return the side whose units are in a hex, or ''."""
    stack = game.state.stacks.get(hex_id)
    return game.scenario.units[stack[0]].side if stack else ""


def enemy_holds(game: Battle, hex_id: int, side: str) -> bool:
    """Tell whether units hostile to `side` are in a hex."""
    stack = game.state.stacks.get(hex_id)
    return stack is not None and game.scenario.units[stack[0]].side != side


def foes_of(game: Battle, side: str) -> Foes:
    """Return the enemies of a side and where they stand."""
    return game.state.foes_of(side, game.scenario.units)


def enemy_hexes(game: Battle, side: str) -> tuple[int, ...]:
    """Return the hexes held by enemies of `side`."""
    return game.state.foes_of(side, game.scenario.units).hexes


def is_enemy_near(game: Battle, hex_id: int, side: str, within: int = NEAR) -> bool:
    """Tell whether an enemy of `side` is within some hexes of a hex.

    If nothing else is asked: so near that one could ever see the hex, or a hex next to it (7.1).
    """
    return _is_near(foes_of(game, side), hex_id, within)


@cached_in(results_of_foes)
def _is_near(foes: Foes, hex_id: int, within: int) -> bool:
    return any(distance(hex_id, other) <= within for other in foes.hexes)


def beside_enemies(game: Battle, side: str) -> frozenset[int]:
    """Return the hexes next to enemies of `side`."""
    return _beside(foes_of(game, side))


@cached_in(results_of_foes)
def _beside(foes: Foes) -> frozenset[int]:
    return frozenset([near for here in foes.hexes for near in neighbours(here)])


def enemy_adjacent(game: Battle, hex_id: int, side: str) -> bool:
    """Tell whether an enemy unit of `side` is next to a hex."""
    return hex_id in beside_enemies(game, side)


@derived(State.by_place)
def hexes_of(game: Battle, division: str) -> tuple[int, ...]:
    """Return the hexes in which units of a division stand."""
    records = map(game.state.units.__getitem__, game.scenario.roster.divisions.get(division, ()))
    return tuple(dict.fromkeys([unit.hex for unit in records if unit.place == MAP]))


def units_on_map(game: Battle, side: str) -> Iterator[str]:
    """Yield the units of a side that are on the map."""
    units = game.state.units
    for unit in game.scenario.roster.sides.get(side, ()):
        if units[unit].place == MAP:
            yield unit


def stacked(game: Battle, hex_id: int) -> tuple[str, ...]:
    """Return the units in a hex that count as units for their own side: not evacuation markers (22.2; RULINGS 130)."""
    return units_proper(game.scenario, game.state, hex_id)


def units_proper(scenario: Scenario, state: State, hex_id: int) -> tuple[str, ...]:
    """Return a position's units in a hex, without evacuation markers (22.2; RULINGS 130)."""
    return tuple(unit for unit in state.stack(hex_id) if not scenario.units[unit].marker)


def weapons_in(game: Battle, hex_id: int) -> list[WeaponCounter]:
    """Return the support weapons in a hex."""
    return [game.scenario.weapons[w] for w, t in game.state.weapons.items() if t.hex == hex_id and t.place == MAP]


def leaders_in(game: Battle, hex_id: int) -> list[LeaderCounter]:
    """Return the leaders and heroes in a hex, by the side of the counter that is up."""
    return [leader_now(game, x) for x, t in game.state.leaders.items() if t.hex == hex_id and t.place == MAP]


def leader_now(game: Battle, leader: str) -> LeaderCounter:
    """Return a leader or hero by the side of his counter that is up (3.2, 13.3)."""
    printed, token = game.scenario.leaders[leader], game.state.leaders[leader]
    if printed.type == HERO_MARKER and token.unit:  # 14.2: of the formation of his unit
        unit = counter(game, token.unit)
        return replace(printed, division=unit.division, formation=unit.formation, stripe=unit.stripe)
    return printed.turned() if token.replaced else printed


HQ_RANGE: Final = 2  # 14.1: what von Wietersheim adds to the division headquarters he is with
HQ_QUALITY: Final = 1  # 14.1


def with_headquarters(game: Battle, division: str) -> int:
    """Return what von Wietersheim adds to his division's troop quality: 1 while with its headquarters."""
    leaders = game.scenario.leaders
    heroes = game.scenario.cached(
        WIETERSHEIM, lambda: tuple(x for x, man in leaders.items() if man.type == WIETERSHEIM)
    )
    for hero in heroes:
        token = game.state.leaders[hero]
        if leaders[hero].division == division and token.place == MAP:
            at = {game.state.units[hq.id].hex for hq in headquarters(game, division) if hq.hq == "division"}
            return HQ_QUALITY if token.hex in at else 0
    return 0


def headquarters(game: Battle, division: str) -> Iterator[Counter]:
    """Yield the headquarters of a division that are on the map."""
    for printed in game.scenario.roster.headquarters.get(division, ()):
        if game.state.units[printed.id].place == MAP:
            yield printed


def is_own_headquarters(hq: Counter, piece: Counter | WeaponCounter) -> bool:
    """Tell whether a headquarters in a piece's division is its own: the division's or its formation's."""
    if hq.hq == "division" or piece.stripe is Stripe.NONE:  # 2.0: no stripe means a member of every formation
        return True
    return hq.formation == piece.formation


def is_deployed(game: Battle, unit: str) -> bool:
    """Tell whether a unit is deployed."""
    return game.state.units[unit].deployed


def is_leg(game: Battle, unit: str) -> bool:
    """Tell whether a unit moves on foot (2.0)."""
    return game.scenario.units[unit].is_leg


def is_hard(game: Battle, unit: str) -> bool:
    """Tell whether a unit is a hard target (2.0)."""
    return game.scenario.units[unit].armor is not Armor.SOFT


def belongs_with(piece: WeaponCounter | LeaderCounter, unit: Counter) -> bool:
    """Tell whether a weapon, leader or hero may aid a unit: same formation (8.3.2, 2.0)."""
    if isinstance(piece, LeaderCounter) and piece.type == HERO_MARKER:  # 14.2: any unit of his hex
        return piece.side == unit.side
    if piece.division != unit.division:
        return False
    if piece.stripe is Stripe.NONE or unit.stripe is Stripe.NONE:  # 2.0: a member of every formation
        return True
    if piece.stripe is Stripe.WHITE or unit.stripe is Stripe.WHITE:  # RULINGS 8: white aids white only
        return piece.stripe is unit.stripe
    return piece.formation == unit.formation


def turn_name(scenario: Scenario, turn: int) -> str:
    """Return the name of a turn, e.g. "0700" (2.0)."""
    return hour_of(scenario, turn).name


def side_name(scenario: Scenario, side: str) -> str:
    """Return what a side is called in this game of the series, e.g. "German"."""
    return scenario.charts.series.sides[side].name


def hour_of(scenario: Scenario, turn: int) -> Hour:
    """Return the place of a turn on the track of the day (2.0)."""
    hours = scenario.hours
    return hours[(turn - 1) % len(hours)]


def hour_number(scenario: Scenario, turn: int) -> int:
    """Return the number of a turn on the track of the day, 0 for the first (2.0)."""
    return (scenario.first_hour + turn - 1) % len(scenario.hours)


def is_night(game: Battle) -> bool:
    """Tell whether the present turn is a night turn."""
    return hour_of(game.scenario, game.state.turn).night


def day_of(scenario: Scenario, turn: int) -> int:
    """Return the number of game days completed before this turn's (0 on the first)."""
    return (scenario.first_hour + turn - 1) // len(scenario.hours)


def enemy(side: str) -> str:
    """Return the other side."""
    return other_side(side)


# --- Who counts as one formation (8.3.2, 24.0) ---------------------------------------------------------------------


def in_kampfgruppe(game: Battle, unit: str) -> bool:
    """Tell whether a unit is active in a Kampfgruppe, whose active units are all of one formation (24.0)."""
    state = game.state
    if not state.kampfgruppe or not state.chit.startswith("kampfgruppe:") or unit not in state.activity:
        return False
    return game.scenario.rules.get("kampfgruppe") != "own_division"  # RULINGS 194


def comrades(game: Battle, unit: str) -> tuple[str, ...]:
    """Return the units on the map that form a Kampfgruppe with a unit, itself included; () if it is in none (24.0)."""
    if not in_kampfgruppe(game, unit):
        return ()
    return tuple(other for other in game.state.activity if game.state.units[other].place == MAP)


def may_aid(game: Battle, piece: WeaponCounter | LeaderCounter, unit: str) -> bool:
    """Tell whether a weapon, leader or hero may aid a unit: of its formation (8.3.2), or of its Kampfgruppe (24.0)."""
    return belongs_with(piece, counter(game, unit)) or any(
        belongs_with(piece, counter(game, other)) for other in comrades(game, unit)
    )
