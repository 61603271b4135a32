"""Questions the table asks about a position: sight, fire zones, reach, odds, stacks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.company_scale.ground import ground_of
from rules.company_scale.named_hexes import not_in_play, read_hex
from rules.company_scale.pieces import known_unit, turn_name, units_on_map
from rules.company_scale.r06_2_terrain import terrain_defense
from rules.company_scale.r06_reach import reach, reachable, walk, way_to
from rules.company_scale.r07_2_fire_zones import fire_zone, limit_of_sight, limit_to, obstacles, seen_from, side_zone
from rules.company_scale.r07_line_of_sight import dead_ground, line_of_sight
from rules.company_scale.r08_5_4_status import allowance, can_fire, current_troop_quality, status_fire
from rules.company_scale.r08_7_odds import indirect_odds
from rules.company_scale.r08_7_targets import targets
from rules.company_scale.r08_8_fires import doomed
from rules.company_scale.r08_odds import odds
from rules.company_scale.r09_5_odds import assault_odds
from rules.company_scale.r15_carrying import passenger_of
from rules.company_scale.r21_guns_at_stake import abandoning
from rules.company_scale.r22_2_evacuation import leaving
from rules.company_scale.r25_rail_guns import fire_arc
from rules.company_scale.r28_new_die import new_die
from rules.company_scale.scenario import SIDES
from rules.company_scale.sight.notes import Contribution
from rules.company_scale.state import Battle
from rules.company_scale.values_now import hex_card, unit_card
from rules.engine.command import MalformedCommand
from rules.hexes.ids import hex_name


def read(game: Battle, text: object) -> int:
    """Return a hex of the map; raise MalformedCommand if the text names none."""
    here = read_hex(str(text))
    if here is None or here not in ground_of(game).hexes:
        raise MalformedCommand(not_in_play(str(text)).text)
    return here


def los(game: Battle, a: str, b: str) -> dict[str, Any]:
    """Return the line of sight between two hexes with every contribution in order (7)."""
    here, there = read(game, a), read(game, b)
    sight = line_of_sight(ground_of(game), here, there, limit_to(game, there), obstacles(game))
    return {
        "clear": sight.clear, "distance": sight.distance, "reason": sight.reason, "rule": sight.rule,
        "line": [_contribution(part) for part in sight.line],
    }  # fmt: skip


def _contribution(part: Contribution) -> dict[str, Any]:
    at = hex_name(part.a) if not part.b else f"{hex_name(part.a)}/{hex_name(part.b)}"
    return {
        "kind": part.kind, "at": at, "terrain": part.what, "level": part.level, "blocks": part.blocks,
        "ignored": part.ignored, "why": part.why, "rule": part.rule,
    }  # fmt: skip


def way(game: Battle, units: list[str], hex: str) -> dict[str, Any]:
    """Return the cheapest way of units to a hex, or why it is refused (6.0)."""
    return way_to(game, units, read(game, hex))


def visible(game: Battle, hex: str = "", side: str = "") -> dict[str, Any]:
    """Return what a hex or a whole side can see, and the dead ground within the limit (7.1)."""
    if hex:
        here = read(game, hex)
        hidden = dead_ground(ground_of(game), here, limit_of_sight(game), obstacles(game))
        seen = seen_from(game, here)
        return {"hexes": _names(seen), "dead_ground": _names(hidden - seen)}
    whole: set[int] = set()
    for unit in units_on_map(game, _side(side)):
        whole |= seen_from(game, game.state.units[unit].hex)
    return {"hexes": _names(whole), "dead_ground": []}


def zone(game: Battle, unit: str = "", side: str = "") -> dict[str, Any]:
    """Return the fire zone of a unit or of a whole side (7.2)."""
    if unit:
        known_unit(game, unit)
        return {"hexes": _names(fire_zone(game, unit))}
    return {"hexes": _names(side_zone(game, _side(side)))}


def _side(side: str) -> str:
    if side not in SIDES:
        raise MalformedCommand(f'"{side}" is not a side. Sides are {" and ".join(SIDES)}.')
    return side


def _names(hexes: Any) -> list[str]:
    return [hex_name(h) for h in sorted(hexes)]


def stack(game: Battle, hex: str) -> dict[str, Any]:
    """Return the ground of a hex and the present values of its units, each with a card that says why."""
    here = read(game, hex)
    map_hex = ground_of(game).hexes[here]
    status = game.state.status(here)
    units = []
    for unit in game.state.stack(here):
        fire = game.scenario.units[unit].face(game.state.units[unit].deployed).fire
        units.append({
            "id": unit, "fire_now": fire.value + status_fire(game, here) if fire and can_fire(status) else None,
            "mp_now": allowance(game, unit) / 2, "troop_quality_now": current_troop_quality(game, unit),
            "card": unit_card(game, unit),
        })  # fmt: skip
        units += [_passenger(game, rider, unit) for rider in (passenger_of(game.state, unit),) if rider]
    return {
        "hex": hex_name(here), "terrain": map_hex.terrain.value, "level": map_hex.level, "name": map_hex.name,
        "defense": terrain_defense(ground_of(game), here), "units": units, "arrivals": arrivals(game, here),
        "card": hex_card(game, here),
    }  # fmt: skip


def arrivals(game: Battle, here: int) -> list[dict[str, Any]]:
    """Return what is still to come to a reinforcement hex, by turn (18.0)."""
    return [
        {
            "turn": due.turn, "name": turn_name(game.scenario, due.turn),
            "side": game.scenario.units[due.units[0]].side,
            "units": list(due.units), "weapons": list(due.weapons), "leaders": list(due.leaders),
        }
        for due in sorted(game.scenario.reinforcements, key=lambda due: due.turn)
        if due.hex == here and due.turn > game.state.turn
    ]  # fmt: skip


def odds_now(game: Battle) -> dict[str, Any] | None:
    """Return the exact odds of the direct or indirect fire being composed, or None (8.4, 8.7.1)."""
    composing = game.state.frames[-1].kind if game.state.frames else ""
    return indirect_odds(game) if composing == "indirect_fire" else odds(game)


def _passenger(game: Battle, unit: str, carrier: str) -> dict[str, Any]:
    """Return the entry of a riding unit: it has no fire or movement of its own (15.0)."""
    return {"id": unit, "fire_now": None, "mp_now": 0, "troop_quality_now": None, "carried_by": carrier}


def rail_arc(game: Battle, unit: str) -> dict[str, Any]:
    """Return the hexes on a rail gun's fire line, nearest first, none for other units (25.0)."""
    known_unit(game, unit)
    return {"hexes": [hex_name(h) for h in fire_arc(game, unit)]}


def ending(game: Battle) -> dict[str, Any]:
    """Return which units burn by hex (8.8.1) and which leave the map (22.3) if the activation ends now."""
    burn = {hex_name(at): lost for at in game.state.on_fire if (lost := doomed(game, at))}
    return {"burn": burn, "leave": leaving(game)}


QUERIES: Final[Mapping[str, Callable[..., Any]]] = {
    "reach": reach, "reachable": reachable, "way": way, "walk": walk, "los": los, "visible": visible,
    "fire_zone": zone, "odds": odds_now, "stack": stack, "fire_arc": rail_arc, "targets": targets,
    "assault_odds": assault_odds, "abandoning": abandoning, "new_die": new_die, "ending": ending,
}  # fmt: skip
