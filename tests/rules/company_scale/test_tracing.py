"""Paths of any length: the quick search finds what a plain one finds (8.5.1, 12.1, 13.1)."""

from __future__ import annotations

from random import Random

import pytest

from rules.company_scale.counters import MoveClass
from rules.company_scale.pieces import enemy_holds
from rules.company_scale.state import Battle
from rules.company_scale.tracing import can_step, can_trace, traced_from
from rules.hexes.grid import HexSet, hex_name, neighbours
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.moves import table_of
from tests.rules.company_scale.helpers.tables import ge, us


def plainly(game: Battle, start: int, zone: HexSet, move: MoveClass) -> set[int]:
    """Return the hexes paths lead to, going from hex to hex as the rule says it."""
    found, queue = {start}, [start]
    while queue:
        here = queue.pop()
        if here in zone and here != start:
            continue
        for near in neighbours(here):
            if near in found or near in game.state.on_fire or enemy_holds(game, near, "allied"):
                continue
            if can_step(game, move, here, near):
                found.add(near)
                queue.append(near)
    return found


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("move", list(MoveClass))
def test_paths_are_found_where_a_plain_search_finds_them(seed: int, move: MoveClass) -> None:
    random = Random(seed)
    letters = [[random.choice("....wmmC~") for _ in range(9)] for _ in range(8)]
    letters[3][4] = "."
    hexes = [(10 + column) * 100 + 30 + row for row in range(8) for column in range(9)]
    sides = [f"{hex_name(a)}/{hex_name(b)}" for a in hexes for b in neighbours(a) if a < b and b in hexes]
    ground = board("\n".join(map("".join, letters)), river=random.sample(sides, 30), stream=random.sample(sides, 20))
    known = sorted(ground.hexes)
    enemies = [h for h in random.sample(known, 3) if h != 1433]
    pieces = {"a": us("14.33")} | {f"x{n}": ge(hex_name(h)) for n, h in enumerate(enemies)}
    game = table_of(ground, pieces).game
    game.state.on_fire = tuple(random.sample(known, 2))
    game.state.fire_cleared = tuple(random.sample([h for h in known if h not in game.state.on_fire], 4))
    zone = HexSet.of(random.sample(known, 12))
    found = plainly(game, 1433, zone, move)
    assert traced_from(game, "allied", [1433], frozenset(known), zone, move) == found
    for goal in random.sample(known, 10):
        wanted = goal == 1433 or (goal in found and goal not in zone)
        assert can_trace(game, "allied", 1433, [goal], zone, move) == wanted
