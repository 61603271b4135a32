"""What a player who learns hears before an order that he may regret, and what is counted of the computer's orders."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from typing import Final

from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import counter, enemy, enemy_holds, is_deployed, name_of, units_on_map
from rules.company_scale.r05_command import pending_unit
from rules.company_scale.r07_line_of_sight import direct_fire, fire_zone
from rules.company_scale.r27_victory import controller, date_of, hex_points
from rules.company_scale.state import Battle
from rules.engine.command import Command
from rules.engine.english import counted
from rules.engine.options import Decision
from rules.hexes.grid import distance, hex_name

MUCH: Final = 5  # points of enemy fire
NEAR: Final = 3  # hexes
NEAR_OBJECTIVE: Final = 8  # hexes
FAR: Final = 99  # hexes: no enemy on the map


def warning(game: Battle, decision: Decision, command: Command) -> str | None:
    """Return why an order is likely to be a mistake, in one sentence, or None."""
    return next(_warnings(game, decision, command), None)


def _warnings(game: Battle, decision: Decision, command: Command) -> Iterator[str]:
    if command.verb == "move":
        yield from _leaves(game, decision.seat, command.texts("units"))
    elif command.verb == "stop" and decision.kind == "movement":
        yield from _near_headquarters(game, decision.seat)
    elif command.verb in ("pass_unit", "end_activation"):
        if unit := unit_paid_for_nothing(game):
            yield f"A direct command has been paid for {name_of(game, unit)}, which has done nothing."
        if command.verb == "end_activation":
            yield from _columns(game, decision)


def _leaves(game: Battle, seat: str, units: tuple[str, ...]) -> Iterator[str]:
    """Yield the victory hex that nobody would hold any more while an enemy is near (27.2)."""
    here = game.state.units[units[0]].hex
    stay = [u for u in game.state.stack(here) if u not in units and not counter(game, u).marker]
    goal = next((goal for goal in game.scenario.victory.hexes if goal.hex == here), None)
    if goal is None or stay or controller(game, here) != seat:
        return
    points = sum(hex_points(goal, date_of(game.scenario, game.state.turn)).values())
    away = nearest_enemy(game, here, seat)
    if points and away <= NEAR_OBJECTIVE:
        worth = counted(points, "point")
        yield f"This leaves {place(game, here)} ({worth}) empty, {counted(away, 'hex')} from the enemy."


def _near_headquarters(game: Battle, seat: str) -> Iterator[str]:
    """Yield the headquarters that end their move close to the enemy."""
    for unit in game.frame["units"] if game.frame["steps"] else ():
        away = nearest_enemy(game, game.state.units[unit].hex, seat)
        if counter(game, unit).hq and away <= NEAR:
            yield f"{name_of(game, unit)}, a headquarters, ends its move {counted(away, 'hex')} from the enemy."


def _columns(game: Battle, decision: Decision) -> Iterator[str]:
    """Yield the units that could deploy now and stay in column where much enemy fire reaches them."""
    units = [command.text("unit") for command in decision.options.of("change_formation")]
    units = [unit for unit in units if is_idle_column(game, unit)]
    fire = exposure(game, decision.seat) if units else Tally[int]()
    for unit in units:
        here = game.state.units[unit].hex
        if fire[here] >= MUCH:
            fired = f"{fire[here]} points of enemy fire"
            yield f"{name_of(game, unit)} in {place(game, here)} stays in column under {fired}."


def is_idle_column(game: Battle, unit: str) -> bool:
    """Tell whether a unit that fights deployed is in column."""
    printed = counter(game, unit)
    return not is_deployed(game, unit) and bool(printed.deployed) and not printed.hq


def unit_paid_for_nothing(game: Battle) -> str:
    """Return the unit that a direct command was paid for and that has done nothing yet, or "" (4.0)."""
    unit = pending_unit(game)
    return unit if unit and not game.state.activity[unit].flipped else ""


def exposure(game: Battle, seat: str) -> Tally[int]:
    """Return the points of direct fire that the enemies of a side have at each hex (7.2)."""
    points: Tally[int] = Tally()
    for unit in units_on_map(game, enemy(seat)):
        fire = direct_fire(game, unit)
        if fire is not None:
            points.update(dict.fromkeys(fire_zone(game, unit), fire.value))
    return points


def nearest_enemy(game: Battle, here: int, seat: str) -> int:
    """Return how far the nearest enemy of a side is from a hex."""
    return min((distance(here, h) for h in game.state.stacks if enemy_holds(game, h, seat)), default=FAR)


def place(game: Battle, here: int) -> str:
    """Return a hex in words: "18.43 (Hill 300)"; 0 is off the map."""
    if not here:
        return "off the map"
    names = [goal.name for goal in game.scenario.victory.hexes if goal.hex == here]
    name = (names or [ground_of(game).hexes[here].name])[0]
    return f"{hex_name(here)} ({name})" if name else hex_name(here)
