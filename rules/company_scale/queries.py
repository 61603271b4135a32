"""Questions the table asks about a position: sight, fire zones, reach, odds, stacks, a unit's values now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from rules.company_scale.battle_map import Edge, not_in_play, read_hex
from rules.company_scale.counters import MoveClass
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import counter, known_unit, turn_name, units_on_map
from rules.company_scale.r06_2_terrain import ENTRY, terrain_defense
from rules.company_scale.r06_reach import reach, reachable, walk, way_to
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
from rules.company_scale.r08_5_4_status import (
    DG_FIRE,
    DG_HALVES_FROM,
    DG_TROOP_QUALITY,
    MAX_TROOP_QUALITY,
    PINNED_FIRE,
    SUPPRESSED_TROOP_QUALITY,
    allowance,
    can_fire,
    can_move,
    current_troop_quality,
    division_quality,
    halting_rule,
    status_fire,
)
from rules.company_scale.r08_7_odds import indirect_odds, targets
from rules.company_scale.r08_8_fires import doomed
from rules.company_scale.r09_5_odds import assault_odds
from rules.company_scale.r15_carrying import passenger_of
from rules.company_scale.r21_guns import abandoning
from rules.company_scale.r22_evacuation import leaving
from rules.company_scale.r25_rail_guns import fire_arc
from rules.company_scale.r28_rerolls import new_die
from rules.company_scale.records.answers import (
    Arrivals,
    Ending,
    FireHexes,
    FireOdds,
    HexNow,
    SeenHexes,
    Sight,
    SightPart,
    UnitNow,
)
from rules.company_scale.scenario import SIDES
from rules.company_scale.sight.notes import Contribution
from rules.company_scale.state import PINNED, SUPPRESSED, Battle
from rules.engine.command import MalformedCommand, ValueRow, cause, value_row
from rules.hexes.grid import hex_name, neighbours

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


def way(game: Battle, units: list[str], hex: str) -> dict[str, Any]:
    """Return the cheapest way of units to a hex, or why it is refused (6.0)."""
    return way_to(game, units, read(game, hex))


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


# --- A unit's values now and why they are not those on its counter; what the ground of a hex does (6.2, 8.5.4) -----

MOVERS: Final = {MoveClass.LEG: "on foot", MoveClass.WHEELED: "on wheels", MoveClass.TRACKED: "on tracks"}
EDGES: Final = {
    Edge.STREAM: "stream",
    Edge.RIVER: "river",
    Edge.SLOPE: "slope",
    Edge.STEEP_SLOPE: "steep slope",
    Edge.RIDGE: "ridge",
    Edge.GRAY: "gray",
}
COMPASS: Final = ("north", "north-east", "south-east", "south", "south-west", "north-west")


def unit_card(game: Battle, unit: str) -> list[ValueRow]:
    """Return a unit's fire, defense, movement and troop quality: printed, now, and why (3.2, 8.5.4)."""
    return [*_fire(game, unit), _defense(game, unit), _movement(game, unit), _quality(game, unit)]


def _fire(game: Battle, unit: str) -> Iterator[ValueRow]:
    """Yield the direct fire of the side that is up, if it has any (8.3.3)."""
    record = game.state.units[unit]
    fire, status = counter(game, unit).face(record.deployed).fire, game.state.status(record.hex)
    if fire is None:
        return
    if not can_fire(status):
        yield value_row("Fire", str(fire.value), "none", [cause("Suppressed", "no fire", "8.5.4")])
        return
    why = [cause(f"Disorganized {status.dg}", DG_FIRE[status.dg], "8.5.4")] if status.dg else []
    if status.stress == PINNED:
        why.append(cause("Pinned", PINNED_FIRE, "8.5.4"))
    size = game.state.barrages.get(record.hex)
    if size is not None:
        why.append(cause(_barrage(size), game.scenario.charts.barrage[size].fire, "8.7.2"))
    yield value_row("Fire", str(fire.value), str(fire.value + status_fire(game, record.hex)), why)


def _defense(game: Battle, unit: str) -> ValueRow:
    """Return the defense against direct fire that crosses no hexside feature (8.3.1, 8.3.3, 8.3.5)."""
    record = game.state.units[unit]
    printed, ground = counter(game, unit).face(record.deployed).defense, ground_of(game)
    terrain, fort = terrain_defense(ground, record.hex), game.state.status(record.hex).fortification
    why = [cause(ground.hexes[record.hex].terrain.value.capitalize(), terrain, "8.3.5")] if terrain else []
    cover = game.scenario.charts.fortification[fort].defense if fort else 0
    if fort:
        why.append(cause(fort.capitalize(), cover, "8.3.3"))
    return value_row("Defense", str(printed), str(printed + terrain + cover), why)


def _movement(game: Battle, unit: str) -> ValueRow:
    """Return the movement allowance (6.0, 8.5.4, 8.7.2)."""
    record = game.state.units[unit]
    printed, status = counter(game, unit).face(record.deployed).move, game.state.status(record.hex)
    if printed is None:
        return value_row("Movement", "none", "none", [])
    why = []
    if not can_move(status):
        why.append(cause(status.stress.capitalize(), "no movement", halting_rule(status)))
    elif status.dg:
        change = "halved" if status.dg >= DG_HALVES_FROM else "-1"
        why.append(cause(f"Disorganized {status.dg}", change, "10.2.3"))
    size = game.state.barrages.get(record.hex)
    effect = "" if size is None else game.scenario.charts.barrage[size].movement
    if size is not None and can_move(status) and effect != "full":
        why.append(cause(_barrage(size), "halved" if effect == "half" else "no movement", "8.7.2"))
    return value_row("Movement", str(printed), str(allowance(game, unit) // 2), why)


def _quality(game: Battle, unit: str) -> ValueRow:
    """Return the troop quality, a headquarters' own or that of the division (3.2, 8.5.4, 19.2)."""
    printed, record = counter(game, unit), game.state.units[unit]
    own = printed.troop_quality
    base = division_quality(game, printed.division) if own is None else own
    status, charts = game.state.status(record.hex), game.scenario.charts
    why = [cause(f"Disorganized {status.dg}", DG_TROOP_QUALITY[status.dg], "8.5.4")] if status.dg else []
    if status.stress == SUPPRESSED:
        why.append(cause("Suppressed", SUPPRESSED_TROOP_QUALITY, "8.5.4"))
    if status.fortification:
        value = charts.fortification[status.fortification].troop_quality
        why.append(cause(status.fortification.capitalize(), value, "3.2"))
    size = game.state.barrages.get(record.hex)
    if size is not None:
        why.append(cause(_barrage(size), charts.barrage[size].troop_quality, "3.2"))
    now = current_troop_quality(game, unit)
    why = [one for one in why if one.change != "+0"]
    if base > MAX_TROOP_QUALITY:
        why.append(cause("Never more than", str(MAX_TROOP_QUALITY), "19.2"))
    return value_row("Troop quality", str(base), str(now), why)


def _barrage(size: str) -> str:
    return "Smoke" if size == "smoke" else f"{size.capitalize()} barrage"


def hex_card(game: Battle, here: int) -> list[ValueRow]:
    """Return what the ground of a hex does: points to enter, defense, view, and its hexsides (6.2, 7.1)."""
    ground = ground_of(game)
    terrain = ground.hexes[here].terrain
    cost = [f"{'closed' if points is None else points} {MOVERS[move]}" for move, points in ENTRY[terrain].items()]
    rows = [value_row("To enter", None, ", ".join(cost), [cause("off the road", "", "6.2.1")])]
    sides: dict[Edge, list[str]] = {}
    for direction, beside in enumerate(neighbours(here)):
        for edge in sorted(ground.side(here, beside).edges):
            sides.setdefault(edge, []).append(COMPASS[direction])
    rows += [
        value_row(
            EDGES[edge].capitalize(), None, ", ".join(where), [cause("", "", "6.2.1" if edge is Edge.GRAY else "6.2.2")]
        )
        for edge, where in sorted(sides.items())
    ]
    return rows
