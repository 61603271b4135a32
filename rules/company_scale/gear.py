"""What tests and measurements ask of the Company Scale System: rare cases, and lines of sight against their budgets."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

import yaml

from rules.company_scale.battle_map import BattleMap, Edge, Hexside, MapHex, Terrain
from rules.company_scale.blunders.moves import counters
from rules.company_scale.pieces import enemy_holds, side_of
from rules.company_scale.r06_reach import reach, reachable
from rules.company_scale.r07_line_of_sight import line_of_sight, visible_from
from rules.company_scale.scenario import scenario_folder
from rules.company_scale.sight.table import SightTable
from rules.company_scale.sight.tables import sight_table
from rules.company_scale.state import Battle
from rules.engine.command import Command
from rules.engine.game import Game
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.hexes.grid import distance, hex_id, hexside, neighbours, within
from rules.hexes.lines import REACH, Measure, least
from rules.testing.gear import Bench, CoverageBias, Gear

# --- What leads the bot of rare commands to the enemy, where the fires, assaults and interrupts are ----------------

PUT_OFF: Final = {
    "end_activation": 12,
    "pass_unit": 6,
    "change_formation": 3,
    "stop": 4,
    "hold": 4,
    "pass": 3,
    "cancel": 4,
    "call_off": 6,
    "decline": 2,
    "stand": 2,
    "detach": 3,
}
FAR: Final = 3  # from this distance a unit goes toward the enemy before anything else


def prefer(seat: Seat, groups: Mapping[str, list[Command]], random: Random) -> Command | None:
    """Return the step that leads nearest to an enemy, or the move of a unit far from all; None for the rest."""
    game: Battle = seat.think()
    if "step" in groups and random.randrange(4):
        return _closer(game, groups["step"], random)
    if "move" in groups and random.randrange(4):
        return _far_mover(game, groups["move"], random)
    return None


def _closer(game: Battle, steps: list[Command], random: Random) -> Command | None:
    unit = game.frame["units"][0]
    enemies = _enemies(game, side_of(game, unit))
    gaps = [_gap(hex_id(step.text("to")), enemies) for step in steps]
    least = min(gaps)
    if least >= _gap(game.state.units[unit].hex, enemies):
        return None
    return random.choice([step for step, gap in zip(steps, gaps, strict=True) if gap == least])


def _far_mover(game: Battle, moves: list[Command], random: Random) -> Command | None:
    move = random.choice(moves)
    units = move.texts("units")
    here = game.state.units[units[0]].hex
    return move if _gap(here, _enemies(game, side_of(game, units[0]))) >= FAR else None


def _enemies(game: Battle, side: str) -> list[int]:
    return [hex_id for hex_id in game.state.stacks if enemy_holds(game, hex_id, side)]


def _gap(here: int, enemies: list[int]) -> int:
    return min((distance(here, there) for there in enemies), default=0)


COVERAGE_BIAS: Final = CoverageBias(PUT_OFF, prefer)

# --- Measure lines of sight (7.1) against their budgets on a map of campaign size ----------------------------------

COLUMNS: Final = 84
ROWS: Final = 60
_TERRAIN: Final = [Terrain.CLEAR] * 8 + list(Terrain)
_EDGES: Final = (Edge.STREAM, Edge.SLOPE, Edge.STEEP_SLOPE, Edge.RIDGE)


def random_map(columns: int = COLUMNS, rows: int = ROWS, seed: int = 1) -> BattleMap:
    """Return ground with hills, woods and ridges scattered at random."""
    random = Random(seed)
    hexes = {
        c * 100 + r: MapHex(random.choice(_TERRAIN), random.choice((1, 1, 1, 2, 2, 3)))
        for c in range(1, columns + 1)
        for r in range(1, rows + 1)
    }
    sides = {
        hexside(h, other): Hexside(frozenset({random.choice(_EDGES)}))
        for h in hexes
        for other in neighbours(h)
        if random.random() < 0.05
    }
    return BattleMap("random", "Random ground", (1, columns), (1, rows), hexes, sides)


def bench() -> list[Measure]:
    """Return the cost of a table of every pair, of one hex's view, and of explaining it."""
    ground = random_map()
    pairs = sum(1 for h in ground.hexes for other in within(h, REACH) if other in ground.hexes and other > h)
    every = f"every pair of the {COLUMNS}x{ROWS} map ({pairs:,} pairs)"
    return [
        (every, least(lambda: SightTable(ground, kept=False)), 1.0),
        ("what one hex sees", _what_one_hex_sees(ground), 0.0002),
        ("what one hex sees among 100 barrages and fires", _among_markers(ground), 0.0002),
        ("what one hex sees, full explanation", _explained(ground), 0.002),
    ]


def _what_one_hex_sees(ground: BattleMap) -> float:
    sight_table(ground)
    start = perf_counter()
    for h in ground.hexes:
        visible_from(ground, h)
    return (perf_counter() - start) / len(ground.hexes)


def _among_markers(ground: BattleMap) -> float:
    marked = frozenset(Random(2).sample(sorted(ground.hexes), 100))
    hexes = list(ground.hexes)[::20]
    return least(lambda: [visible_from(ground, h, REACH, marked) for h in hexes]) / len(hexes)


def _explained(ground: BattleMap) -> float:
    hexes = [4021 + n for n in range(20)]  # well inside the map
    return least(lambda: [line_of_sight(ground, h, to) for h in hexes for to in within(h, REACH)]) / len(hexes)


# --- What tests and measurements ask of the Company Scale System ---------------------------------------------------

CAMPAIGN_UNITS: Final = 600


def measures(session: Session) -> Iterator[Measure]:
    """Yield the cost of sight on a campaign's map, of a unit's reach, and of copying a campaign's position."""
    yield from bench()
    game: Battle = Game(session.system.kinds, session.scenario, session.state)
    units = [unit for stack in session.state.stacks.values() for unit in stack]
    for name, query, budget in (("reach of a unit, as shown", reachable, 0.002), ("all of its ways", reach, 0.008)):
        times = sorted(least(partial(query, game, (unit,)), 2) for unit in units)
        yield (f"{name}, but for the slowest twentieth of {len(times)}", times[len(times) * 19 // 20], budget)
    state = session.state.copy()
    some = next(iter(state.units.values()))
    state.units.update({f"unit_{n}": replace(some) for n in range(CAMPAIGN_UNITS - len(state.units))})
    copies = least(lambda: deque((state.copy() for _ in range(1000)), maxlen=1)) / 1000
    yield (f"state.copy() with {CAMPAIGN_UNITS} units", copies, 20e-6)


def prolonged(source: Any) -> Any:
    """Return a scenario's document with as many turns as it may have."""
    path = Path(str(source)) if Path(str(source)).is_file() else scenario_folder() / f"{source}.yaml"
    return {**yaml.safe_load(path.read_text(encoding="utf-8")), "turns": 100}


BENCH: Final = Bench("first-light", measures, prolonged, {"first-light": 1 / 2, "montelimar-campaign": 1 / 3})


GEAR: Final = Gear(COVERAGE_BIAS, BENCH, counters)
