"""The brush on a map: terrain, levels, hexsides, roads, names, and its size; what it makes can always be read."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.company_scale.loading import map_building, map_checks
from rules.company_scale.loading.drafting import Drafting, ground_of, users_of, with_own_ground
from rules.company_scale.loading.ground import (
    SIZES,
    alike,
    brush,
    entry_at,
    kinds_of_name,
    leveled,
    lifted,
    painted,
    with_entry,
    with_name,
    without,
)
from rules.company_scale.loading.ground_lines import (
    kinds_at,
    roads_at,
    roads_from,
    with_hexsides,
    with_road,
    without_hexsides,
    without_road,
)
from rules.company_scale.loading.ground_rows import bounds, dry, frame, levels, metres
from rules.company_scale.loading.ground_size import SIDES, blank, grown, moved, resized, shrunk
from rules.company_scale.loading.map_building import build_map
from rules.company_scale.loading.map_checks import LETTERS, letters
from rules.company_scale.loading.opening import checked
from rules.company_scale.scenario import scenario_folder
from rules.files.documents import Document, read_file
from rules.files.problems import CannotPlace
from rules.hexes.grid import Side, hex_id, hexside, hexsides, neighbours

Map = dict[str, Any]
NAME = "company_scale/first-light.yaml"
SAVASSE: Map = dict(read_file(scenario_folder() / "maps" / "savasse.yaml").mapping)
PLAIN: Map = blank({"format": "chitpull-map/1", "id": "plain", "title": "Plain"}, 8, 7)
MAPS = st.sampled_from([SAVASSE, PLAIN])
KINDS = st.sampled_from(["stream", "river", "slope", "steep_slope", "ridge", "gray"])
ROADS = st.sampled_from(["paved", "evacuation", "trail", "railroad"])
LETTER = st.sampled_from([*LETTERS, "~", "#"])
few = settings(max_examples=25, deadline=None)
OPEN_ENDS = ("ends", "Nobody can reach")
"""What the check says of water that leads nowhere and of ground without a way: a player goes on and mends it."""


def faults(data: Mapping[str, Any]) -> list[str]:
    return [p.message for p in checked(Document({**data}), "map") if not any(words in p.message for words in OPEN_ENDS)]


def bare(data: Mapping[str, Any]) -> Map:
    """Return a map without lists that are empty."""
    sides = {kind: names for kind, names in data.get("hexsides", {}).items() if names}
    rest = {key: value for key, value in data.items() if value not in ([], {}) and key != "hexsides"}
    return {**rest, **({"hexsides": sides} if sides else {})}


@st.composite
def places(draw: st.DrawFn) -> tuple[Map, int]:
    data = draw(MAPS)
    return data, draw(st.sampled_from(sorted(frame(data))))


@st.composite
def ways(draw: st.DrawFn) -> tuple[Map, list[int]]:
    """Draw a map and a way over it from hex to hex."""
    data = draw(MAPS)
    ground = dry(data)
    way = [draw(st.sampled_from(sorted(ground)))]
    for _ in range(draw(st.integers(1, 5))):
        onward = [at for at in neighbours(way[-1]) if at in ground and at not in way]
        if onward:
            way.append(draw(st.sampled_from(onward)))
    return data, way


def test_shipped_maps_have_no_faults() -> None:
    assert checked(Document({**SAVASSE}), "map") == []
    assert checked(Document({**PLAIN}), "map") == []


@few
@given(places(), st.sampled_from(sorted(SIZES)), LETTER)
def test_painting_gives_hexes_their_terrain_and_leaves_all_others(
    place: tuple[Map, int], size: int, letter: str
) -> None:
    data, at = place
    hexes = brush(data, at, size)
    after = painted(data, hexes, letter)
    was, now = letters(data), letters(after)
    assert {h: now[h] for h in hexes} == dict.fromkeys(hexes, letter)
    assert {h: a for h, a in was.items() if h not in hexes} == {h: a for h, a in now.items() if h not in hexes}
    assert faults(after) == []
    if letter in LETTERS:
        back = after
        for h in hexes:
            back = painted(back, [h], was[h])
        assert back == data


def test_water_takes_what_stands_in_it() -> None:
    at, other = hex_id("13.49"), hex_id("13.48")
    after = painted(SAVASSE, [at], "~")
    assert "evacuation" in roads_at(SAVASSE, hexside(at, other)) and not roads_at(after, hexside(at, other))
    [north, south] = [road["hexes"] for road in after["roads"] if road.get("name") == "N7"]
    assert (north, south[0]) == (["13.51", "13.50"], "13.48")


def test_a_brush_covers_1_7_and_19_hexes_and_fill_what_hangs_together() -> None:
    assert [len(brush(PLAIN, 404, size)) for size in SIZES] == [1, 7, 19]
    assert len(brush(PLAIN, 101, 19)) < 19
    wall = painted(PLAIN, [row + 400 for row in range(1, 8)], "w")
    assert set(alike(wall, 101)) == {at for at in frame(wall) if at < 400}
    assert set(alike(lifted(PLAIN, [101, 102], 1), 101, level=True)) == {101, 102}
    assert alike(PLAIN, 9901) == []


@few
@given(places(), st.sampled_from(sorted(SIZES)), st.integers(1, 3))
def test_slopes_follow_the_levels(place: tuple[Map, int], size: int, level: int) -> None:
    data, at = place
    hexes = [h for h in brush(data, at, size) if h in dry(data)]
    after = leveled(data, hexes, level)
    now, was = levels(after), levels(data)
    assert all(now[h] == level for h in hexes)
    assert all(now[h] == was[h] for h in frame(data) if h not in hexes)
    for side in (side for h in hexes if was[h] != level for side in hexsides(h) if dry(data).issuperset(side)):
        kinds = {"slope", "steep_slope"} & set(kinds_at(after, side))
        assert len(kinds) == (now[side[0]] != now[side[1]])
        if abs(now[side[0]] - now[side[1]]) == 2 and "elevation" not in data:
            assert kinds == {"steep_slope"}
    assert faults(after) == []
    untouched = {"levels": 0, "hexsides": 0, "elevation": 0}
    assert {**after, **untouched} == {**data, **untouched}


@few
@given(places(), st.sampled_from([1, -1]))
def test_what_is_lifted_and_lowered_is_as_high_as_before(place: tuple[Map, int], by: int) -> None:
    data, at = place
    if at not in dry(data) or not 1 <= levels(data)[at] + by <= 3:
        return
    there = lifted(data, [at], by)
    back = lifted(there, [at], -by)
    assert levels(there)[at] == levels(data)[at] + by
    assert (levels(back), metres(back)) == (levels(data), metres(data))
    assert (metres(there).get(at, by) > metres(data).get(at, 0)) == (by > 0)


STROKES = st.tuples(
    st.sampled_from(sorted(frame(SAVASSE))), st.sampled_from(["3", "1", "w", "~", "V", "ridge", "name"])
)


@few
@given(st.lists(STROKES, min_size=1, max_size=6))
def test_a_map_that_is_built_after_another_is_the_one_built_anew(strokes: list[tuple[int, str]]) -> None:
    data, built = SAVASSE, build_map(SAVASSE)
    for at, what in strokes:
        after = drawn(data, at, what)
        built, data = build_map(after, before=(data, built)), after
        map_building._row.cache_clear()
        map_checks.row_of.cache_clear()
        anew = build_map(data)
        assert built == anew
        assert [*built.hexes] == [*anew.hexes] and [*built.sides] == [*anew.sides]


def drawn(data: Map, at: int, what: str) -> Map:
    """Return a map after a stroke of the brush."""
    if what == "name":
        return with_name(data, at, "The mill", "hamlet") if at in dry(data) else data
    if what == "ridge":
        sides = [side for side in hexsides(at) if dry(data).issuperset(side)][:2]
        return with_hexsides(data, what, sides)
    return leveled(data, brush(data, at, 7), int(what)) if what.isdigit() else painted(data, brush(data, at, 7), what)


def test_a_drop_of_two_levels_is_steep_by_metres_too() -> None:
    high = hex_id("14.50")
    after = lifted(SAVASSE, [high], 2)
    assert {kind for side in hexsides(high) for kind in kinds_at(after, side)} >= {"steep_slope"}
    assert lifted(after, [high], 5) == after  # there is nothing above the third


@few
@given(places(), KINDS, st.integers(0, 5))
def test_a_hexside_that_is_erased_leaves_the_map_as_it_was(place: tuple[Map, int], kind: str, way: int) -> None:
    data, at = place
    side = hexsides(at)[way]
    before = kinds_at(data, side)
    rival = {"stream": "river", "river": "stream", "slope": "steep_slope", "steep_slope": "slope"}.get(kind, "")
    try:
        after = with_hexsides(data, kind, [side])
    except CannotPlace as error:
        assert str(error).endswith(("(6.2.2).", "(6.2.1).", "is no hexside of this map."))
        return
    assert kind in kinds_at(after, side) and rival not in kinds_at(after, side)
    assert faults(after) == []
    if not {kind, rival} & set(before):
        assert bare(without_hexsides(after, kind, [side])) == bare(data)


def test_hexsides_that_no_map_can_have_are_refused() -> None:
    with pytest.raises(CannotPlace, match="no hexside of this map"):
        with_hexsides(PLAIN, "stream", [(101, 303)])
    level = next(side for side in hexsides(hex_id("20.48")) if levels(SAVASSE)[side[0]] == levels(SAVASSE)[side[1]])
    with pytest.raises(CannotPlace, match=r"of level 1.*\(6.2.2\)"):
        with_hexsides(SAVASSE, "slope", [level])
    steep = leveled(SAVASSE, [hex_id("20.48")], 3)
    with pytest.raises(CannotPlace, match="falls by two levels"):
        without_hexsides(steep, kinds_at(steep, level)[0], [level])


@few
@given(ways(), ROADS)
def test_a_road_that_is_erased_leaves_the_map_as_it_was(way: tuple[Map, list[int]], kind: str) -> None:
    data, hexes = way
    sides = [hexside(a, b) for a, b in pairwise(hexes)]
    after = with_road(data, kind, hexes)
    assert all(kind in roads_at(after, side) for side in sides)
    assert faults(after) == []
    new = [side for side in sides if kind not in roads_at(data, side)]
    back = without_road(after, kind, new)
    assert faults(back) == []
    crossed = {side: roads_at(back, side) for h in hexes for side in hexsides(h)}
    assert crossed == {side: roads_at(data, side) for side in crossed}
    assert {**bare(back), "art": 0, "roads": 0} == {**bare(data), "art": 0, "roads": 0}


def test_roads_lead_on_and_bridge_rivers() -> None:
    river: Side = (302, 402)
    data = with_hexsides(PLAIN, "river", [river])
    after = with_road(with_road(data, "paved", [202, 302]), "paved", [302, 402, 502])
    assert [road["hexes"] for road in after["roads"]] == [["02.02", "03.02", "04.02", "05.02"]]
    assert after["bridges"] == [{"hexside": "03.02/04.02"}]
    assert "bridges" not in without_hexsides(after, "river", [river])
    assert with_hexsides(without_hexsides(after, "river", [river]), "river", [river])["bridges"] == after["bridges"]
    parted = without_road(after, "paved", [river])
    assert [road["hexes"] for road in parted["roads"]] == [["02.02", "03.02"], ["04.02", "05.02"]]
    assert "bridges" not in parted
    assert roads_from(after, "paved", 302) == [(302, 402), (202, 302)]


def test_roads_that_cannot_be_are_refused() -> None:
    gray, wet = with_hexsides(PLAIN, "gray", [(302, 402)]), painted(PLAIN, [402], "~")
    for data, hexes, words in (
        (gray, [302, 402], "grayed out"),
        (wet, [302, 402], "04.02"),
        (PLAIN, [101, 303], "adjacent"),
    ):
        with pytest.raises(CannotPlace, match=words):
            with_road(data, "trail", hexes)


def test_drawn_courses_follow_their_roads() -> None:
    a, b = hex_id("13.47"), hex_id("13.48")
    after = without_road(SAVASSE, "evacuation", [hexside(a, b)])
    n7 = [len(road["course"]) for road in SAVASSE["art"]["roads"] if road["kind"] == "evacuation"]
    parts = [road["course"] for road in after["art"]["roads"] if road["kind"] == "evacuation"]
    assert len(parts) == len(n7) + 1
    gap = [part[-1] for part in parts[:1]] + [part[0] for part in parts[1:2]]
    assert abs(float(gap[0][1]) - float(gap[1][1])) == pytest.approx(1, abs=0.4)
    joined = with_road(SAVASSE, "trail", [hex_id("20.47"), hex_id("20.48"), hex_id("20.49")])
    assert joined["art"]["roads"][-1] == {"kind": "trail", "course": [[20.0, 47.0], [20.0, 48.0], [20.0, 49.0]]}


def test_names_and_entries_take_the_place_of_others() -> None:
    one = with_name(PLAIN, 304, "Mill", "hamlet")
    hill = with_name({**one, "names": [{**one["names"][0], "kind": "hill", "height": 120}]}, 304, " Hill 120 ", "hill")
    assert hill["names"] == [{"text": "Hill 120", "kind": "hill", "hex": "03.04", "height": 120}]
    assert (kinds_of_name(hill, 304), kinds_of_name(hill, 305)) == (["hill"], [])
    assert with_name(hill, 304, "Mill", "hamlet") == one
    way = with_entry(one, 104, "D6 from Crest")
    assert (entry_at(way, 104), entry_at(way, 105)) == ("D6 from Crest", "")
    assert without(without(way, "entries", [104]), "names", [304]) == PLAIN
    for refused in (lambda: with_name(PLAIN, 304, " ", "hill"), lambda: with_entry(PLAIN, 304, "N7")):
        with pytest.raises(CannotPlace):
            refused()
    assert faults(way) == []


@few
@given(MAPS, st.sampled_from(SIDES))
def test_a_map_that_grows_and_shrinks_again_is_the_same(data: Map, side: str) -> None:
    room = moved(data, 2, 1)
    larger = grown(room, side)
    assert len(frame(larger)) - len(frame(room)) in (
        len(range(*bounds(room)[2:])) + 1,
        len(range(*bounds(room)[:2])) + 1,
    )
    assert {h: a for h, a in letters(larger).items() if h in frame(room)} == letters(room)
    assert faults(larger) == []
    assert bare(shrunk(larger, side)) == bare(room)


@few
@given(MAPS, st.lists(st.sampled_from(SIDES), min_size=1, max_size=4))
def test_what_is_left_of_a_map_that_shrinks_can_be_read(data: Map, sides: list[str]) -> None:
    for side in sides:
        data = shrunk(data, side)
        assert faults(data) == []


@few
@given(MAPS, st.sampled_from([0, 2]), st.integers(0, 3))
def test_a_map_with_other_numbers_can_be_numbered_back(data: Map, columns: int, rows: int) -> None:
    there = moved(data, columns, rows)
    assert faults(there) == []
    back = moved(there, -columns, -rows)
    assert {**back, "art": 0} == {**data, "art": 0}
    for one, other in zip(back.get("art", {}).get("rivers", ()), data.get("art", {}).get("rivers", ()), strict=True):
        assert [x for point in one["course"] for x in point] == pytest.approx(
            [float(x) for p in other["course"] for x in p]
        )


def test_a_map_has_two_to_98_columns_and_rows() -> None:
    small = blank(PLAIN, 2, 2)
    assert faults(small) == []
    for refused in (lambda: blank(PLAIN, 1, 5), lambda: blank(PLAIN, 5, 99), lambda: shrunk(small, "north")):
        with pytest.raises(CannotPlace, match="2 to 98"):
            refused()
    with pytest.raises(CannotPlace, match="2 to 98"):
        resized({"map": blank(PLAIN, 98, 3)}, "map", "west", grow=True)


def test_what_lies_on_a_map_gets_other_numbers_with_it_or_keeps_it_from_shrinking() -> None:
    scenario = {
        "map": "plain",
        "note": "Hold 02.02.",
        "setup": {"a": {"hex": "02.02", "side": "column"}},
        "victory": {"hexes": [{"hex": "08.03", "name": "Mill", "points": 2}]},
        "area": {"columns": [1, 6], "rows": [1, 5]},
        "begin": {"stacking": {"02.02": {"excess": 1}}},
    }
    documents = {"scenario": scenario, "map": with_road(PLAIN, "paved", [202, 203])}
    after = resized(documents, "map", "west", grow=True)
    assert bounds(after["map"]) == (2, 10, 1, 7)
    assert after["map"]["roads"][0]["hexes"] == ["04.02", "04.03"]
    assert after["scenario"]["setup"] == {"a": {"hex": "04.02", "side": "column"}}
    assert after["scenario"]["begin"] == {"stacking": {"04.02": {"excess": 1}}}
    assert (after["scenario"]["area"]["columns"], after["scenario"]["note"]) == ([3, 8], "Hold 02.02.")
    assert bounds(resized(after, "map", "west", grow=False)["map"]) == (3, 10, 1, 7)
    with pytest.raises(CannotPlace, match=r"08\.03 stays: it is a victory hex"):
        resized(documents, "map", "east", grow=False)


def test_a_map_that_ships_is_copied_to_be_changed() -> None:
    scenario = dict(read_file(scenario_folder().parent / NAME).mapping)
    documents: dict[str, Any] = {NAME: scenario}
    assert ground_of(documents, NAME) == "" and users_of(documents, "") == [NAME]
    document = Drafting(scenario_folder().parent, NAME).document(documents)
    ground, puts = with_own_ground(documents, document, NAME)
    assert ground == "company_scale/maps/first-light.yaml"
    assert puts[NAME] == {**scenario, "map": "first-light"}
    assert puts[ground] == {**SAVASSE, "id": "first-light"}
    documents |= puts
    assert with_own_ground(documents, document, NAME) == (ground, {})
    assert users_of(documents, ground) == [NAME]
    changed = {**documents, NAME: scenario, ground: painted(SAVASSE, [hex_id("20.48")], "w")}
    assert with_own_ground(changed, document, NAME)[0] == "company_scale/maps/first-light_2.yaml"
