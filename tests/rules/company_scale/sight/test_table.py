"""The table of all lines of sight answers as the explanation of each line does (7.1)."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.company_scale.battle_map import BattleMap, Edge, Hexside, MapHex, Terrain
from rules.company_scale.gear import bench
from rules.company_scale.loading.map_building import build_map
from rules.company_scale.r07_line_of_sight import can_see, dead_ground, line_of_sight, visible_from
from rules.company_scale.scenario import scenario_folder
from rules.company_scale.sight.tables import sight_table
from rules.files.documents import read_file
from rules.hexes.grid import distance, hexside, neighbours, within
from rules.hexes.lines import REACH
from tests.rules.company_scale.helpers.boards import board

SHIPPED = sorted((scenario_folder() / "maps").glob("*.yaml"))


@st.composite
def grounds(draw: st.DrawFn) -> BattleMap:
    """Draw a map of up to 12 by 12 hexes with holes, every terrain, level and hexside feature."""
    west, north = draw(st.integers(1, 20)), draw(st.integers(1, 20))
    columns, rows = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    random = draw(st.randoms(use_true_random=False))
    terrain, levels = (
        [Terrain.CLEAR] * draw(st.integers(1, 30)) + list(Terrain),
        draw(st.sampled_from(["1", "12", "1123"])),
    )
    hexes = {
        c * 100 + r: MapHex(random.choice(terrain), int(random.choice(levels)))
        for c in range(west, west + columns)
        for r in range(north, north + rows)
        if random.random() < 0.9
    }
    share = draw(st.floats(0, 0.2))
    sides = {
        hexside(h, other): Hexside(frozenset({random.choice(list(Edge))}))
        for h in hexes
        for other in neighbours(h)
        if random.random() < share
    }
    return BattleMap("drawn", "", (west, west + columns - 1), (north, north + rows - 1), hexes, sides)


@settings(max_examples=40, deadline=None)
@given(grounds(), st.data())
def test_quick_answers_are_those_of_the_explained_line(ground: BattleMap, data: st.DataObject) -> None:
    hexes = sorted(ground.hexes)
    if not hexes:
        return
    limit = data.draw(st.integers(0, 9))
    marked = frozenset(data.draw(st.lists(st.sampled_from(hexes), max_size=8)))
    for a in data.draw(st.lists(st.sampled_from(hexes), min_size=1, max_size=10)):
        clear = {b for b in hexes if line_of_sight(ground, a, b, limit, marked).clear}
        assert clear == {b for b in hexes if can_see(ground, a, b, limit, marked)}
        assert clear == visible_from(ground, a, limit, marked)
        assert dead_ground(ground, a, limit, marked) == {b for b in within(a, limit) if b in ground.hexes} - clear


@settings(max_examples=40, deadline=None)
@given(grounds())
def test_sight_and_its_contributions_are_reciprocal(ground: BattleMap) -> None:
    for a, b in list(combinations(sorted(ground.hexes), 2))[:400]:
        there, back = line_of_sight(ground, a, b), line_of_sight(ground, b, a)
        assert there.clear == back.clear
        assert there.line == back.line[::-1]
        assert there.clear == (distance(a, b) <= 1 or (distance(a, b) <= 8 and not any(c.blocks for c in there.line)))


@settings(max_examples=40, deadline=None)
@given(grounds(), st.data())
def test_a_spine_blocks_where_a_crest_runs_along_it_or_the_hexes_on_both_its_sides_would(
    ground: BattleMap, data: st.DataObject
) -> None:
    marked = frozenset(data.draw(st.lists(st.sampled_from(sorted(ground.hexes)), max_size=8))) if ground.hexes else ()
    for a, b in list(combinations(sorted(ground.hexes), 2))[:400]:
        for spine in (c for c in line_of_sight(ground, a, b, REACH, marked).line if c.kind == "spine"):
            crest = not ground.side(spine.a, spine.b).edges.isdisjoint(ground.charts.crests)
            assert spine.blocks == (crest or all(_hides(ground, h, a, b, marked) for h in (spine.a, spine.b)))


def _hides(ground: BattleMap, h: int, a: int, b: int, marked: Collection[int]) -> bool:
    """Tell whether a hex on the line blocks it, read off 7.1.1 and 7.1.2: marker, height, cover, blind spot."""
    here, ends = ground.hexes.get(h), (ground.hexes[a].level, ground.hexes[b].level)
    level = here.level if here else 1
    if h in marked or level > max(ends):
        return True
    if ends[0] == ends[1]:
        return here is not None and here.terrain in ground.charts.cover and level == ends[0]
    lower = a if ends[0] < ends[1] else b
    return level == max(ends) or (level > min(ends) and h in neighbours(lower))


def looked_from(ground: BattleMap) -> list[int]:
    """Return the hexes whose pairs are explained one by one: all of a small map, some 20,000 pairs of a great one.

    The 491,000 pairs of the whole ground would take minutes; every step-th hex stands for them, always the same ones.
    """
    return sorted(ground.hexes)[:: max(1, len(ground.hexes) // 200)] if len(ground.hexes) > 1000 else list(ground.hexes)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_pair_of_the_shipped_maps_and_a_sample_of_the_whole_ground(path: Path) -> None:
    ground = build_map(read_file(path).data)
    for a in looked_from(ground):
        near = [b for b in within(a, 8) if b in ground.hexes and b >= a]
        clear = {b for b in near if line_of_sight(ground, a, b).clear}
        assert clear == {b for b in visible_from(ground, a) if b >= a}
        assert clear == {b for b in near if a in visible_from(ground, b)}


@pytest.mark.clause("CSS-7.1.2-01")
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_hex_of_every_shipped_map_has_level_1_2_or_3(path: Path) -> None:
    assert {known.level for known in build_map(read_file(path).data).hexes.values()} <= {1, 2, 3}


def test_a_map_keeps_its_table() -> None:
    first, other = board(".."), board("..")
    table = sight_table(first)
    assert sight_table(first) is table
    assert sight_table(other) is not table


def test_the_benchmark_of_sight_can_be_run() -> None:
    measures = bench()
    assert [budget for _, _, budget in measures] == [1.0, 0.0002, 0.0002, 0.002]
    assert all(name and seconds > 0 for name, seconds, _ in measures)
    assert "490,954 pairs" in measures[0][0]
