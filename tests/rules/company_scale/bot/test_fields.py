"""Tables that positions share hold what would be worked out anew."""

from __future__ import annotations

from random import Random

from rules.company_scale.bot.ground import CheapestEdges, Goal, area, arrival, fading, pull, ways_of
from rules.company_scale.counters import MoveClass
from rules.hexes.grid import distance
from rules.systems import systems

GOALS = (Goal(1840, 6.0, 2.7), Goal(2043, 3.0, 1.0))


def test_the_pull_of_victory_hexes_fades_with_the_distance_and_the_strongest_counts_most() -> None:
    field = pull(GOALS, 0.5, 0.25)
    assert field[1840] == 6.0 + 0.25 * (6.0 + 1.0 * 0.5 ** distance(1840, 2043))
    far = 2.7 * 0.5 ** distance(1840, 1830), 0.5 ** distance(2043, 1830)
    assert field[1830] == max(far) + 0.25 * sum(far)
    assert field is pull(GOALS, 0.5, 0.25)


def test_who_leaves_the_map_is_drawn_by_no_victory_hex() -> None:
    assert arrival(GOALS)[1840] == 6.0
    assert arrival(GOALS)[1841] == 0.0


def test_an_area_is_all_that_is_within_reach_of_a_place() -> None:
    near = area(((1840, 1), (2043, 0)))
    assert near == {h for h in range(1700, 2200) if distance(1840, h) <= 1 and h % 100 > 0} | {2043}
    assert area(()) == frozenset()
    assert fading(1840, 0.5)[2043] == 0.5 ** distance(1840, 2043)


def test_kept_reaches_are_those_found_anew_whatever_is_closed() -> None:
    ground = systems()["company_scale"].load("first-light").map
    random, hexes, ways = Random(1), sorted(ground.hexes), ways_of(ground)
    for _ in range(60):
        start, points = random.choice(hexes), random.randint(4, 16)
        near = [h for h in hexes if h != start and distance(start, h) <= 6]
        closed = frozenset(random.sample(near, random.randint(0, 9)))
        move = random.choice(list(MoveClass))
        found = ways.reached(move, start, points, closed)
        assert found == CheapestEdges(ground).reach(move, start, points, closed)
        assert list(found) == list(CheapestEdges(ground).reach(move, start, points, closed))
        assert ways.reached(move, start, points, closed) is found
