"""What was judged on a map is kept for the next line there, and never beyond its bounds (7.1, 8.7.2)."""

from __future__ import annotations

from rules.company_scale.gear import random_map
from rules.company_scale.r07_line_of_sight import line_of_sight
from rules.company_scale.sight import notes
from rules.company_scale.sight.rules import FIRST_LOWER, START, places
from rules.hexes.grid import distance, within
from tests.rules.company_scale.helpers.boards import board


def test_a_map_keeps_its_notes() -> None:
    first, other = board(".."), board("..")
    here, there = sorted(first.hexes)
    seen = line_of_sight(first, here, there)
    elsewhere = line_of_sight(other, here, there)
    assert line_of_sight(first, here, there).line[0] is seen.line[0]
    assert elsewhere == seen and elsewhere.line[0] is not seen.line[0]


def test_a_marker_is_forgotten_with_the_line_it_lay_on() -> None:
    ground = board(".\n.\n.")
    north, middle, south = sorted(ground.hexes)
    for _ in range(2):
        assert line_of_sight(ground, north, south).clear
        assert line_of_sight(ground, north, south, obstacles={middle: "fire"}).rule == "8.8.1"
        assert line_of_sight(ground, north, south, obstacles={middle: "barrage"}).rule == "8.7.2"


def test_notes_beyond_the_bound_are_judged_anew() -> None:
    ground, levels = random_map(20, 20), (1, 2)
    all_kept, few_kept = (notes._Notes(ground, levels) for _ in range(2))
    few_kept.most = 40
    for to in within(1010, 8):
        wanted = [1010 * START + place for place in places(1010, to, distance(1010, to), FIRST_LOWER)]
        assert few_kept.judge(wanted) == all_kept.judge(wanted)
        assert len(few_kept.kept) < 40 + 18  # a line passes at most 17 places
    assert len(all_kept.kept) > 400
