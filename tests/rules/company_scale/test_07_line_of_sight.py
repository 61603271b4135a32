"""Line of sight: 7.0, 7.1, 7.1.1, 7.1.2, hexsides (6.2.2), barrages (8.7.2) and fires (8.8.1)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.company_scale.battle_map import BattleMap
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.r07_line_of_sight import (
    LineOfSight,
    can_see,
    dead_ground,
    line_of_sight,
    sight_limit,
    visible_from,
)
from rules.company_scale.sight.notes import Contribution
from rules.hexes.grid import distance, hex_id, neighbours, within
from tests.rules.company_scale.helpers.boards import board

clause = pytest.mark.clause


def down(terrain: str, levels: Any = "", **features: Any) -> BattleMap:
    """Lay hexes in one column from 10.30 southward, one letter and one digit each; level 1 without digits."""
    return board("\n".join(terrain), levels="\n".join(levels) or 1, **features)


def down_sight(ground: BattleMap, **more: Any) -> LineOfSight:
    """Look from the north end of a column to its south end; both directions and the quick answer must agree."""
    rows = [h % 100 for h in ground.hexes]
    return sight(ground, f"10.{min(rows)}", f"10.{max(rows)}", **more)


def sight(ground: BattleMap, a: str, b: str, **more: Any) -> LineOfSight:
    """Look both ways (7.1): the answer is the one from `a`."""
    there = line_of_sight(ground, hex_id(a), hex_id(b), **more)
    back = line_of_sight(ground, hex_id(b), hex_id(a), **more)
    assert there.clear == back.clear
    assert there.clear == can_see(ground, hex_id(a), hex_id(b), **more)
    assert there.line == back.line[::-1]
    return there


def at(seen: LineOfSight, name: str) -> Contribution:
    """Return what one hex ("10.31") or hexside ("10.31/10.32") contributes."""
    hexes = [hex_id(part) for part in name.split("/")]
    wanted = (hexes[0], hexes[1] if len(hexes) > 1 else 0)
    (found,) = [c for c in seen.line if (c.a, c.b) == wanted]
    return found


SPINE: dict[str, Any] = {"first": "18.40"}  # the line 18.40 to 19.41 runs along the hexside 18.41/19.40


def spine(sides: str, levels: str = "1111", **features: Any) -> LineOfSight:
    """Look along a spine between 19.40 and 18.41, whose terrain `sides` gives; levels of 18.40 19.40 18.41 19.41."""
    a, b, c, d = tuple(levels)
    ground = board(f".{sides[0]}\n{sides[1]}.", levels=f"{a}{b}\n{c}{d}", **SPINE, **features)
    return sight(ground, "18.40", "19.41")


# The line and its limit (7.0, 7.1)


@clause("CSS-7.0-03")
def test_the_line_runs_from_centre_to_centre_and_is_the_same_in_both_directions() -> None:
    ground = board("....\n....\n....\n....", ridge=["11.31/12.31"], first="10.30")
    for a in ground.hexes:
        for b in ground.hexes:
            assert line_of_sight(ground, a, b).line == line_of_sight(ground, b, a).line[::-1]
    seen = sight(ground, "10.30", "11.32")
    assert [(c.kind, c.a) for c in seen.line] == [("hex", 1030), ("hex", 1031), ("hex", 1131), ("hex", 1132)]


@clause("CSS-7.1-01")
def test_sight_is_reciprocal() -> None:
    ground = board(
        "..w..\n.wV..\n.....\nv..w.\n.....", levels="11231\n21123\n11111\n13212\n11221", ridge=["12.31/12.32"]
    )
    for a in ground.hexes:
        assert visible_from(ground, a) == {b for b in ground.hexes if a in visible_from(ground, b)}
        for b in ground.hexes:
            assert line_of_sight(ground, a, b).clear == line_of_sight(ground, b, a).clear


@clause("CSS-7.1-02")
@pytest.mark.parametrize(
    ("weather", "night", "limit"), [("clear", False, 8), ("rain", False, 3), ("clear", True, 1), ("rain", True, 1)]
)
def test_sight_reaches_8_hexes_3_in_rain_1_at_night(weather: str, night: bool, limit: int) -> None:
    assert sight_limit(weather, night) == limit
    ground = down("." * 10)
    assert sight(ground, "10.30", f"10.{30 + limit}", limit=limit).clear
    far = sight(ground, "10.30", f"10.{31 + limit}", limit=limit)
    assert not far.clear
    assert (far.rule, far.distance) == ("7.1", limit + 1)
    assert far.reason == f"It is {limit + 1} hexes away; you can see only {limit}."
    assert visible_from(ground, 1030, limit) == {1030 + n for n in range(limit + 1)}


@clause("CSS-7.1-06", "CSS-7.1.2-09")
def test_adjacent_hexes_are_always_seen() -> None:
    ground = board("www\nwww\nwww", levels="311\n133\n113", ridge=["10.30/10.31"], steep_slope=["11.31/12.31"])
    everything = frozenset(ground.hexes)
    for a in ground.hexes:
        for b in set(neighbours(a)) & everything:
            seen = line_of_sight(ground, a, b, limit=1, obstacles=everything)
            assert seen.clear
            assert (seen.reason, seen.rule) == ("Adjacent hexes are always seen.", "7.1")
            assert not any(c.blocks for c in seen.line)
            assert can_see(ground, a, b, 1, everything)
            assert b in visible_from(ground, a, 1, everything)
    assert at(sight(ground, "10.30", "10.31"), "10.30/10.31").ignored


def test_a_hex_sees_itself() -> None:
    ground = down("w")
    assert line_of_sight(ground, 1030, 1030) == LineOfSight(
        True,
        0,
        "A hex sees itself.",
        "7.1",
        (Contribution("hex", 1030, 0, "woods", 1, False, True, "the hexes at both ends never block", "7.1.1 a"),),
    )
    assert visible_from(ground, 1030) == {1030}


# In-hex terrain (6.2.1, 7.1.1)


@clause("CSS-6.2.1-01", "CSS-6.2.1-07")
@pytest.mark.parametrize("letter", [".", "m"])
def test_clear_and_marsh_do_not_block(letter: str) -> None:
    seen = down_sight(down(f".{letter}."))
    assert seen.clear
    assert seen.reason == "Nothing blocks the line of sight."
    assert not at(seen, "10.31").ignored


@clause("CSS-6.2.1-03", "CSS-6.2.1-05", "CSS-6.2.1-09", "CSS-6.2.1-11", "CSS-6.2.1-13", "CSS-7.1.1-02")
@pytest.mark.parametrize("letter", list("wvVTC"))
def test_woods_vineyard_village_town_and_city_block(letter: str) -> None:
    terrain = down(f".{letter}.").hexes[1031].terrain
    seen = down_sight(down(f".{letter}."))
    assert not seen.clear
    assert seen.reason == f"Blocked by {terrain} at 10.31: level with both ends."
    assert seen.rule == "7.1.1 a"


@clause("CSS-6.2.1-21")
@pytest.mark.parametrize("kind", ["trail", "paved", "railroad", "evacuation"])
def test_roads_do_not_block(kind: str) -> None:
    assert down_sight(down("...", roads={kind: ["10.30 10.31 10.32"]})).clear
    assert not down_sight(down(".w.", roads={kind: ["10.30 10.31 10.32"]})).clear  # nor open a view


@clause("CSS-7.1.1-01")
def test_terrain_blocks_on_the_level_of_both_ends_and_not_below() -> None:
    assert not down_sight(down(".w.")).clear
    below = down_sight(down(".w.", "212"))
    assert below.clear
    assert at(below, "10.31") == Contribution(
        "hex", 1031, 0, "woods", 1, False, True, "lower than both ends", "7.1.1 a"
    )


@clause("CSS-7.1.1-03", "CSS-7.1.1-04")
@pytest.mark.parametrize("letters", ["..w", "T..", "w.V"])
def test_terrain_in_the_hexes_at_both_ends_does_not_block(letters: str) -> None:
    seen = down_sight(down(letters))
    assert seen.clear
    assert [c.ignored for c in seen.line] == [letter != "." for letter in letters]


@clause("CSS-7.1.1-02")
def test_a_line_blocks_only_in_hexes_whose_interior_it_passes() -> None:
    ground = board("w.w\n...\nw.w", first="10.30")
    assert sight(ground, "11.30", "11.32").clear
    clipped = sight(board("..\nw.\n..", first="10.30"), "10.30", "11.32")
    assert not clipped.clear
    assert at(clipped, "10.31").blocks
    assert not at(clipped, "11.31").blocks


@clause("CSS-7.1.1-05")
@pytest.mark.parametrize("sides", ["w.", ".w"])
def test_a_spine_with_one_blocking_side_does_not_block(sides: str) -> None:
    seen = spine(sides)
    assert seen.clear
    note = at(seen, "18.41/19.40")
    assert (note.kind, note.ignored, note.rule) == ("spine", True, "7.1.1 b")


@clause("CSS-7.1.1-06")
def test_a_spine_with_two_blocking_sides_blocks() -> None:
    seen = spine("wv")
    assert not seen.clear
    assert seen.reason == "Blocked by vineyard and woods at 18.41/19.40: both hexes are level with both ends."
    assert seen.rule == "7.1.1 b"


@clause("CSS-7.1.1-06")
@pytest.mark.parametrize(
    ("levels", "clear", "rule"),
    [
        ("1211", True, "7.1"),  # one side higher than both ends
        ("1221", False, "7.1.2"),  # both sides
        ("1321", False, "7.1.2"),
        ("3121", True, "7.1"),  # one side beside the lower end and higher
        ("3221", False, "7.1.2 b"),
        ("2121", True, "7.1"),  # one side as high as the higher end
        ("2221", False, "7.1.2 a"),
    ],
)
def test_a_spine_is_higher_ground_only_if_both_hexes_are(levels: str, clear: bool, rule: str) -> None:
    seen = spine("..", levels)
    assert (seen.clear, seen.rule) == (clear, rule)


@clause("CSS-7.1.1-06")
@pytest.mark.parametrize("hill", [".", "w"])
def test_a_hill_bare_or_wooded_and_a_wood_block_each_on_its_side_of_a_spine(hill: str) -> None:
    seen = spine("w" + hill, "1121")
    assert not seen.clear
    assert seen.reason == (
        "Blocked by higher ground and woods at 18.41/19.40: both sides block: "
        "higher ground in 18.41 (higher than both ends) and woods in 19.40 (level with both ends)."
    )
    assert seen.rule == "7.1.1 b"


@clause("CSS-7.1.1-05")
@pytest.mark.parametrize(("levels", "blocker"), [("1121", "18.41"), ("1211", "19.40")])
def test_a_hill_beside_open_ground_is_named_and_blocks_no_spine(levels: str, blocker: str) -> None:
    seen = spine("..", levels)
    assert seen.clear
    assert at(seen, "18.41/19.40").why == f"only {blocker} could block"


@clause("CSS-7.1.1-06")
def test_two_heights_that_block_for_different_reasons_are_told_apart() -> None:
    seen = spine("..", "2231")
    assert (seen.clear, seen.rule) == (False, "7.1.1 b")
    assert "18.41 (higher than both ends) and higher ground in 19.40 (as high as the higher end)" in seen.reason


@clause("CSS-7.1.1-06", "CSS-8.7.2-10")
def test_a_barrage_on_one_side_of_a_spine_and_a_wood_on_the_other_block() -> None:
    ground = board(".w\n..", **SPINE)
    assert sight(ground, "18.40", "19.41").clear
    seen = sight(ground, "18.40", "19.41", obstacles=frozenset({1841}))
    assert (seen.clear, seen.rule) == (False, "7.1.1 b")
    assert "barrage in 18.41 (no line passes through it) and woods in 19.40" in seen.reason
    assert 1941 not in visible_from(ground, 1840, 8, frozenset({1841}))


# Elevation (7.1.2)


@clause("CSS-7.1.2-02")
def test_a_unit_stands_on_the_one_level_its_hex_has() -> None:
    assert down_sight(down(".w.", "222")).rule == "7.1.1 a"
    assert down_sight(down(".w.", "212")).clear


@clause("CSS-7.1.2-03")
@pytest.mark.parametrize(("levels", "clear"), [("121", False), ("232", False), ("132", False), ("111", True)])
def test_ground_higher_than_both_ends_blocks(levels: str, clear: bool) -> None:
    seen = down_sight(down("...", levels))
    assert seen.clear == clear
    if not clear:
        assert seen.reason == "Blocked by higher ground at 10.31: higher than both ends."
        assert seen.rule == "7.1.2"


@clause("CSS-7.1.2-04")
def test_ground_as_high_as_the_higher_end_blocks_between_different_levels() -> None:
    seen = down_sight(down("...", "221"))
    assert not seen.clear
    assert (seen.rule, at(seen, "10.31").what) == ("7.1.2 a", "higher ground")
    assert down_sight(down("...", "222")).clear  # equal levels: 7.1.1


@clause("CSS-7.1.2-05")
@pytest.mark.parametrize(
    ("levels", "clear"),
    [("321", False), ("311", True), ("3121", False), ("3211", True), ("3231", False), ("1123", True), ("1223", False)],
)
def test_a_hex_next_to_the_lower_end_and_higher_makes_a_blind_spot(levels: str, clear: bool) -> None:
    assert down_sight(down("." * len(levels), levels)).clear == clear


@clause("CSS-7.1.2-05")
def test_every_hex_of_the_line_that_touches_the_lower_end_can_hide_it() -> None:
    levels = {"10.30": 3, "11.31": 2}  # the line 11.32 to 10.30 leaves by 10.32's side and clips 11.31
    ground = board("..\n..\n..", levels={"11.32": 3, "11.31": 2})
    seen = sight(ground, "10.30", "11.32")
    assert [(c.a, c.level) for c in seen.line] == [(1030, 1), (1031, 1), (1131, 2), (1132, 3)]
    assert distance(1030, 1131) == 2
    assert seen.clear
    ground = board("..\n..\n..", levels=levels)
    assert sight(ground, "10.30", "11.32").rule == "7.1.2 b"


@clause("CSS-7.1.2-08")
def test_terrain_does_not_block_between_different_levels() -> None:
    seen = down_sight(down(".w..", "3111"))
    assert seen.clear
    assert at(seen, "10.31").rule == "7.1.2 e"
    assert at(seen, "10.31").ignored


# Hexsides (6.2.2, 7.1.2)


@clause("CSS-6.2.2-02", "CSS-6.2.2-05", "CSS-6.2.1-16")
@pytest.mark.parametrize("kind", ["stream", "river", "gray"])
def test_streams_rivers_and_gray_areas_do_not_block(kind: str) -> None:
    seen = down_sight(down("....", **{kind: ["10.31/10.32"]}))
    assert seen.clear
    note = at(seen, "10.31/10.32")
    assert (note.kind, note.what, note.blocks, note.ignored, note.rule) == ("hexside", kind, False, False, "6.2.2")


@clause("CSS-6.2.2-07", "CSS-6.2.2-18", "CSS-6.2.2-27", "CSS-7.1.2-06")
@pytest.mark.parametrize("kind", ["slope", "steep_slope", "ridge"])
def test_slopes_and_ridges_block_on_one_level_unless_an_end_touches_them(kind: str) -> None:
    inner = down_sight(down("....", **{kind: ["10.31/10.32"]}))
    assert not inner.clear
    assert inner.rule == "6.2.2"
    assert inner.reason == (
        f"Blocked by {kind.replace('_', ' ')} at 10.31/10.32: the ends are level and neither is next to it."
    )
    for end in ("10.30/10.31", "10.32/10.33"):
        outer = down_sight(down("....", **{kind: [end]}))
        assert outer.clear
        assert at(outer, end).ignored


@clause("CSS-6.2.2-27", "CSS-7.1.2-06")
def test_a_ridge_blocks_at_the_level_of_the_higher_end_only() -> None:
    assert not down_sight(down("....", "2222", ridge=["10.31/10.32"])).clear
    seen = down_sight(down("....", "3222", ridge=["10.31/10.32"]))
    assert at(seen, "10.31/10.32").rule == "7.1.2 c"
    assert at(seen, "10.31/10.32").ignored
    assert seen.clear


@clause("CSS-6.2.2-07", "CSS-6.2.2-18", "CSS-6.2.2-27")
@pytest.mark.parametrize("kind", ["slope", "steep_slope", "ridge"])
def test_between_ends_on_one_level_a_hexside_blocks_at_any_height(kind: str) -> None:
    assert not down_sight(down("....", "2112", **{kind: ["10.31/10.32"]})).clear


@clause("CSS-7.1.2-06")
@pytest.mark.parametrize("kind", ["slope", "steep_slope", "ridge"])
def test_a_hexside_as_high_as_the_higher_end_blocks(kind: str) -> None:
    seen = down_sight(down(".....", "21221", **{kind: ["10.31/10.32"]}))
    assert at(seen, "10.31/10.32").rule == "7.1.2 c"
    assert at(seen, "10.31/10.32").blocks


@clause("CSS-7.1.2-07")
@pytest.mark.parametrize("kind", ["slope", "steep_slope", "ridge"])
@pytest.mark.parametrize("levels", ["1111", "3111", "1113", "3223"])
def test_a_line_along_a_blocking_hexside_is_always_blocked(kind: str, levels: str) -> None:
    seen = spine("..", levels, **{kind: ["18.41/19.40"]})
    assert not seen.clear
    assert seen.rule == "7.1.2 d"
    assert seen.reason == f"Blocked by {kind.replace('_', ' ')} at 18.41/19.40: the line runs along it."


@clause("CSS-7.1.2-07")
def test_a_hexside_touched_at_its_end_only_is_not_run_along() -> None:
    touched = ["18.40/18.41", "18.40/19.40", "18.41/19.41", "19.40/19.41"]
    ground = board("..\n..", **SPINE, steep_slope=touched)
    seen = sight(ground, "18.40", "19.41")
    assert seen.clear
    assert [c.kind for c in seen.line] == ["hex", "spine", "hex"]


def test_a_line_through_a_corner_from_hex_to_hex_crosses_their_hexside_there() -> None:
    rows = "......\n......"
    assert sight(board(rows, first="18.40"), "18.40", "23.41").clear
    assert not sight(board(rows, first="18.40", ridge=["19.40/20.41"]), "18.40", "23.41").clear
    for touched in ("19.40/20.40", "20.40/20.41"):
        assert sight(board(rows, first="18.40", ridge=[touched]), "18.40", "23.41").clear


# Markers (8.7.2, 8.8.1) and the order of the tests (7.1.2)


@clause("CSS-8.7.2-10", "CSS-8.8.1-02")
@pytest.mark.parametrize(("kind", "rule"), [("barrage", "8.7.2"), ("fire", "8.8.1")])
@pytest.mark.parametrize("levels", ["11111", "31113", "31111"])
def test_no_line_passes_through_a_barrage_or_a_fire(kind: str, rule: str, levels: str) -> None:
    ground = down(".....", levels)
    seen = down_sight(ground, obstacles={1032: kind})
    assert not seen.clear
    assert (seen.rule, seen.reason) == (rule, f"Blocked by {kind} at 10.32: no line passes through it.")
    assert visible_from(ground, 1030, 8, {1032: kind}) == visible_from(ground, 1030) - {1033, 1034}


@clause("CSS-8.7.2-10", "CSS-8.8.1-02")
@pytest.mark.parametrize("marked", [{1030}, {1033}, {1030, 1033}])
def test_a_barrage_at_an_end_of_the_line_hides_nothing(marked: set[int]) -> None:
    seen = down_sight(down("...."), obstacles=frozenset(marked))
    assert seen.clear
    assert {c.a for c in seen.line if c.ignored and c.what == "barrage"} == marked


@clause("CSS-8.7.2-10")
def test_a_line_along_a_spine_is_stopped_by_barrages_on_both_sides_only() -> None:
    ground = board("..\n..", **SPINE)
    assert sight(ground, "18.40", "19.41", obstacles=frozenset({1841})).clear
    seen = sight(ground, "18.40", "19.41", obstacles=frozenset({1841, 1940}))
    assert not seen.clear
    assert seen.rule == "8.7.2"


@clause("CSS-7.1.2-09")
def test_the_first_test_that_fails_gives_the_reason() -> None:
    """Adjacency, limit, markers, along a hexside, higher ground, then the rest."""
    ground = board("..w..\n.....", first="18.40", levels={"20.40": 2}, ridge=["18.40/19.40"])
    assert sight(ground, "18.40", "19.40").rule == "7.1"
    far = board("." * 11, first="18.40", levels={"20.40": 2, "21.40": 2, "22.40": 2})
    assert sight(far, "18.40", "28.40", obstacles=frozenset({2040})).rule == "7.1"
    along = board(".....\n.....", first="18.40", levels={"20.40": 2}, ridge=["21.39/21.40"])
    assert sight(along, "18.40", "22.40", obstacles=frozenset({2040})).rule == "8.7.2"
    assert sight(along, "18.40", "22.40").rule == "7.1.2 d"
    hill = down(".w...", "11211", slope=["10.32/10.33"])
    assert down_sight(hill).rule == "7.1.2"
    assert [c.rule for c in down_sight(hill).line if c.blocks] == ["7.1.1 a", "7.1.2", "6.2.2"]
    assert down_sight(down(".w...", slope=["10.32/10.33"])).rule == "7.1.1 a"


def test_all_contributions_are_told_even_when_the_first_decides() -> None:
    seen = down_sight(down(".wV.m.", "112111", ridge=["10.30/10.31"], stream=["10.33/10.34"]), limit=3)
    assert seen.rule == "7.1"
    assert [(c.kind, c.what, c.blocks) for c in seen.line] == [
        ("hex", "clear", False),
        ("hexside", "ridge", False),
        ("hex", "woods", True),
        ("hex", "higher ground", True),
        ("hex", "clear", False),
        ("hexside", "stream", False),
        ("hex", "marsh", False),
        ("hex", "clear", False),
    ]


# Off the map


def test_hexes_without_a_dot_lie_low_and_hide_nothing() -> None:
    seen = down_sight(down(".~."))
    assert seen.clear
    assert at(seen, "10.31").what == "off the map"
    assert visible_from(down(".~."), 1030) == {1030, 1032}
    ground = down("w.")
    assert can_see(ground, 1029, 1031) is line_of_sight(ground, 1029, 1031).clear is False
    assert visible_from(ground, 1029) == {1030}


def test_a_line_longer_than_8_hexes_is_judged_alike_where_a_scenario_lets_sight_reach_farther() -> None:
    ground = down("." * 12)
    assert sight(ground, "10.30", "10.41", limit=11).clear
    assert not sight(down("......w....."), "10.30", "10.41", limit=11).clear
    assert visible_from(ground, 1030, 11) == set(ground.hexes)


def test_dead_ground_is_what_is_near_enough_and_not_seen() -> None:
    ground = down("..w...")
    assert visible_from(ground, 1030) == {1030, 1031, 1032}
    assert dead_ground(ground, 1030) == {1033, 1034, 1035}
    assert dead_ground(ground, 1030, 4) == {1033, 1034}
    assert dead_ground(ground, 1030, 4, frozenset({1031})) == {1032, 1033, 1034}


# The worked cases (7.1.2): the hexes printed are those of I Company, the 133rd and the 5th Company


UNITS = {
    "K": "12.28",
    "B": "13.31",
    "I": "10.33",
    "E": "10.30",
    "133": "12.34",
    "5": "11.31",
    "6": "14.30",
    "7": "08.32",
}
SEEN = {"K": "6", "B": "67", "I": "6", "E": "5", "133": ""}


def cases() -> BattleMap:
    """Lay out ground on which every sentence of the example is true."""
    return board(
        """
        .......
        .......
        .......
        .......
        .......
        .......
        .......
        """,
        first="08.28",
        levels="""
        1111111
        1111111
        1112112
        1111231
        1222211
        1121111
        1111111
        """,
        steep_slope=["13.29/13.30", "09.30/09.31"],
    )


def between(one: str, other: str) -> LineOfSight:
    """Look from one unit of the example to another."""
    return sight(cases(), UNITS[one], UNITS[other])


@clause("CSS-7.1.2-10", "CSS-7.1-01")
def test_case_a_a_hill_between_the_6th_and_the_133rd() -> None:
    assert between("6", "I").clear
    seen = between("6", "133")
    assert seen.rule == "7.1.2"
    assert seen.reason == "Blocked by higher ground at 13.31: higher than both ends."


@clause("CSS-7.1.2-11")
def test_case_b_the_5th_in_a_blind_spot_of_b_company() -> None:
    assert between("B", "7").clear
    seen = between("B", "5")
    assert (seen.distance, seen.rule) == (2, "7.1.2 b")
    assert [c.level for c in seen.line] == [3, 2, 1]


@clause("CSS-7.1.2-12")
def test_case_c_a_steep_slope_beside_neither_k_nor_the_7th() -> None:
    seen = between("K", "7")
    assert seen.distance >= 3
    assert "steep slope at 09.30/09.31" in seen.reason
    assert sight(cases(), "09.30", UNITS["7"]).clear  # the steep slope is a hexside of the observer's hex


@clause("CSS-7.1.2-13")
def test_case_d_e_company_looks_along_a_steep_slope() -> None:
    seen = between("E", "6")
    assert seen.rule == "7.1.2 d"
    assert seen.reason == "Blocked by steep slope at 13.29/13.30: the line runs along it."


@clause("CSS-7.1.2-14")
def test_the_summary_of_all_cases() -> None:
    for us, seen in SEEN.items():
        for german in "567":
            assert between(us, german).clear == (german in seen), (us, german)
            assert between(german, us).clear == (german in seen)


def test_every_unit_of_the_cases_is_within_reach() -> None:
    assert all(distance(hex_id(UNITS[us]), hex_id(UNITS[german])) <= 8 for us in SEEN for german in "567")
    assert {hex_id(name) for name in UNITS.values()} <= set(cases().hexes)


def test_what_decides_is_named_in_the_reason_on_the_whole_map() -> None:
    ground, rng, blocked = load_scenario("first-light").map, Random(7), 0
    hexes = sorted(ground.hexes)
    for _ in range(2000):
        a = rng.choice(hexes)
        b = rng.choice([near for near in within(a, 8) if near in ground.hexes])
        seen = line_of_sight(ground, a, b, 8)
        if seen.decides is None:
            assert seen.clear
            continue
        part, blocked = seen.line[seen.decides], blocked + 1
        assert part.blocks and part.why in seen.reason and part.rule == seen.rule
    assert blocked > 100
