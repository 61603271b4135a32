"""Questions the table asks about a position: sight, fire zones, reach, odds, stacks, a unit's values now.

This module is never compiled: arguments are checked against the annotations of its functions, which mypyc drops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from rules.company_scale import r06_reach, r08_7_odds, r09_5_odds, r21_guns, r28_rerolls
from rules.company_scale.battle_map import not_in_play, read_hex
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import known_unit, turn_name, units_on_map
from rules.company_scale.r06_2_terrain import terrain_defense
from rules.company_scale.r06_reach import Units
from rules.company_scale.r07_line_of_sight import (
    dead_ground,
    fire_zone,
    limit_of_sight,
    limit_to,
    line_of_sight,
    obstacles,
    seen_from,
    side_zone,
)
from rules.company_scale.r08_4_resolution import odds
from rules.company_scale.r08_5_4_status import allowance, can_fire, current_troop_quality, status_fire
from rules.company_scale.r08_7_odds import indirect_odds
from rules.company_scale.r08_8_fires import doomed
from rules.company_scale.r15_carrying import passenger_of
from rules.company_scale.r22_evacuation import leaving
from rules.company_scale.r25_rail_guns import fire_arc
from rules.company_scale.records.answers import (
    Abandoning,
    Arrivals,
    AssaultOdds,
    Ending,
    FireHexes,
    FireOdds,
    HexNow,
    NewDie,
    SeenHexes,
    Sight,
    SightPart,
    Targets,
    UnitNow,
)
from rules.company_scale.scenario import SIDES
from rules.company_scale.sight.notes import Contribution
from rules.company_scale.state import Battle
from rules.company_scale.values_now import hex_card, unit_card
from rules.engine.command import MalformedCommand
from rules.hexes.grid import hex_name

# --- Questions the table asks about a position: sight, fire zones, reach, odds, stacks -----------------------------


def read(game: Battle, text: object) -> int:
    """Return a hex of the map; raise MalformedCommand if the text names none."""
    here = read_hex(str(text))
    if here is None or here not in ground_of(game).hexes:
        raise MalformedCommand(not_in_play(str(text)).text)
    return here


def los(game: Battle, a: str, b: str) -> Sight:
    """Return the line of sight between two hexes with every contribution in order (7)."""
    here, there = read(game, a), read(game, b)
    sight = line_of_sight(ground_of(game), here, there, limit_to(game, there), obstacles(game))
    line = tuple([_contribution(part) for part in sight.line])
    return Sight(sight.clear, sight.distance, sight.reason, sight.rule, line, sight.decides)


def _contribution(part: Contribution) -> SightPart:
    at = hex_name(part.a) if not part.b else f"{hex_name(part.a)}/{hex_name(part.b)}"
    return SightPart(part.kind, at, part.what, part.level, part.blocks, part.ignored, part.why, part.rule)


def reach(game: Battle, units: Units) -> dict[str, Any]:
    """Return every hex the units could reach in one movement action, with points left, path and dangers (6.0)."""
    return r06_reach.reach(game, units)


def reachable(game: Battle, units: Units) -> dict[str, Any]:
    """Return what a map shows of `reach` (6.0)."""
    return r06_reach.reachable(game, units)


def walk(game: Battle, units: Units, hexes: list[str]) -> dict[str, Any] | None:
    """Return the cheapest way along exactly these hexes, None if there is none (6.0)."""
    return r06_reach.walk(game, units, hexes)


def way(game: Battle, units: list[str], hex: str) -> dict[str, Any]:
    """Return the cheapest way of units to a hex, or why it is refused (6.0)."""
    return r06_reach.way_to(game, units, read(game, hex))


def visible(game: Battle, hex: str = "", side: str = "") -> SeenHexes:
    """Return what a hex or a whole side can see, and the dead ground within the limit (7.1)."""
    if hex:
        here = read(game, hex)
        hidden = dead_ground(ground_of(game), here, limit_of_sight(game), obstacles(game))
        seen = seen_from(game, here)
        return SeenHexes(_names(seen), _names(hidden - seen))
    whole: set[int] = set()
    for unit in units_on_map(game, _side(side)):
        whole |= seen_from(game, game.state.units[unit].hex)
    return SeenHexes(_names(whole), ())


def zone(game: Battle, unit: str = "", side: str = "") -> FireHexes:
    """Return the fire zone of a unit or of a whole side (7.2)."""
    if unit:
        known_unit(game, unit)
        return FireHexes(_names(fire_zone(game, unit)))
    return FireHexes(_names(side_zone(game, _side(side))))


def _side(side: str) -> str:
    if side not in SIDES:
        raise MalformedCommand(f'"{side}" is not a side. Sides are {" and ".join(SIDES)}.')
    return side


def _names(hexes: Iterable[int]) -> tuple[str, ...]:
    return tuple([hex_name(h) for h in sorted(hexes)])


def stack(game: Battle, hex: str) -> HexNow:
    """Return the ground of a hex and the present values of its units, each with a card that says why."""
    here = read(game, hex)
    map_hex = ground_of(game).hexes[here]
    return HexNow(
        hex_name(here),
        map_hex.terrain.value,
        map_hex.level,
        map_hex.name,
        terrain_defense(ground_of(game), here),
        tuple(_units_now(game, here)),
        arrivals(game, here),
        tuple(hex_card(game, here)),
    )


def _units_now(game: Battle, here: int) -> Iterator[UnitNow]:
    """Yield the units of a hex from the lowest up, each before its passenger."""
    status = game.state.status(here)
    for unit in game.state.stack(here):
        fire = game.scenario.units[unit].face(game.state.units[unit].deployed).fire
        value = fire.value + status_fire(game, here) if fire and can_fire(status) else None
        quality = current_troop_quality(game, unit)
        yield UnitNow(unit, value, allowance(game, unit) / 2, quality, tuple(unit_card(game, unit)))
        if rider := passenger_of(game.state, unit):  # 15.0: it has no fire or movement of its own
            yield UnitNow(rider, carried_by=unit)


def arrivals(game: Battle, here: int) -> tuple[Arrivals, ...]:
    """Return what is still to come to a reinforcement hex, by turn (18.0)."""
    scenario = game.scenario
    coming = [due for due in scenario.reinforcements if due.hex == here and due.turn > game.state.turn]
    return tuple(
        [
            Arrivals(
                due.turn,
                turn_name(scenario, due.turn),
                scenario.units[due.units[0]].side,
                tuple(due.units),
                tuple(due.weapons),
                tuple(due.leaders),
            )
            for due in sorted(coming, key=lambda due: due.turn)
        ]
    )


def odds_now(game: Battle) -> FireOdds | None:
    """Return the exact odds of the direct or indirect fire being composed, or None (8.4, 8.7.1)."""
    composing = game.state.frames[-1].kind if game.state.frames else ""
    return indirect_odds(game) if composing == "indirect_fire" else odds(game)


def targets(game: Battle, unit: str) -> Targets:
    """Return every hex a unit may choose for indirect fire, illumination and smoke (8.7)."""
    return r08_7_odds.targets(game, unit)


def assault_odds(game: Battle, hex: str) -> AssaultOdds | None:
    """Return the modifiers and the exact odds of the assault on a hex, or None (9.5)."""
    return r09_5_odds.assault_odds(game, hex)


def abandoning(game: Battle, unit: str = "") -> Abandoning:
    """Return whose guns would be left in column, or by a confirmation (21.2)."""
    return r21_guns.abandoning(game, unit)


def new_die(game: Battle) -> NewDie | None:
    """Return what each face would bring instead of the die on offer, or None where none is (28.0)."""
    return r28_rerolls.new_die(game)


def rail_arc(game: Battle, unit: str) -> FireHexes:
    """Return the hexes on a rail gun's fire line, nearest first, none for other units (25.0)."""
    known_unit(game, unit)
    return FireHexes(tuple([hex_name(h) for h in fire_arc(game, unit)]))


def ending(game: Battle) -> Ending:
    """Return which units burn by hex (8.8.1) and which leave the map (22.3) if the activation ends now."""
    burn = {hex_name(at): tuple(lost) for at in game.state.on_fire if (lost := doomed(game, at))}
    return Ending(burn, tuple(leaving(game)))


QUERIES: Final[Mapping[str, Callable[..., Any]]] = {
    "reach": reach, "reachable": reachable, "way": way, "walk": walk, "los": los, "visible": visible,
    "fire_zone": zone, "odds": odds_now, "stack": stack, "fire_arc": rail_arc, "targets": targets,
    "assault_odds": assault_odds, "abandoning": abandoning, "new_die": new_die, "ending": ending,
}  # fmt: skip
