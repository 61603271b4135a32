"""A unit's values now and why they are not those on its counter; what the ground of a hex does (6.2, 8.5.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.company_scale.battle_map import Edge
from rules.company_scale.counters import MoveClass
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import counter
from rules.company_scale.r06_2_terrain import terrain_defense
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
from rules.company_scale.state import PINNED, SUPPRESSED, Battle
from rules.engine.command import ValueRow, cause, value_row
from rules.hexes.grid import neighbours

MOVERS: Final = {MoveClass.LEG: "on foot", MoveClass.WHEELED: "on wheels", MoveClass.TRACKED: "on tracks"}
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
    why = [cause(ground.charts.names[ground.hexes[record.hex].terrain], terrain, "8.3.5")] if terrain else []
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
    entry = ground.charts.entry[terrain]
    cost = [f"{'closed' if points is None else points} {MOVERS[move]}" for move, points in entry.items()]
    rows = [value_row("To enter", None, ", ".join(cost), [cause("off the road", "", "6.2.1")])]
    sides: dict[Edge, list[str]] = {}
    for direction, beside in enumerate(neighbours(here)):
        for edge in sorted(ground.side(here, beside).edges):
            sides.setdefault(edge, []).append(COMPASS[direction])
    rows += [
        value_row(
            ground.charts.names.get(edge, edge.value.capitalize()),
            None,
            ", ".join(where),
            [cause("", "", "6.2.1" if edge is Edge.GRAY else "6.2.2")],
        )
        for edge, where in sorted(sides.items())
    ]
    return rows
