"""The places a line of sight passes are what it crosses, told apart by how they lie to the ends (7.1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.company_scale.sight import rules as p
from rules.hexes.grid import distance
from rules.hexes.lines import REACH, line

HEXES = st.builds(lambda column, row: column * 100 + row, st.integers(1, 98), st.integers(1, 98))


@given(HEXES, HEXES, st.sampled_from([p.ON_ONE_LEVEL, p.FIRST_LOWER, p.SECOND_LOWER]))
def test_the_places_of_a_line_are_what_it_crosses(a: int, b: int, ends: int) -> None:
    lower = {p.ON_ONE_LEVEL: 0, p.FIRST_LOWER: a, p.SECOND_LOWER: b}[ends]
    passed = [p.read(a * p.START + place) for place in p.places(a, b, distance(a, b), ends)]
    for (what, first, last), crossing in zip(passed, line(a, b).crossings, strict=True):
        hexes = [a + difference for difference in crossing.hexes]
        beside = lower != 0 and all(distance(lower, h) == 1 for h in hexes)
        at_end = a in hexes or b in hexes
        assert [first, last] == [hexes[0], hexes[-1]]
        assert (
            what
            == {
                "hex": p.END if at_end else p.BESIDE if beside else p.BETWEEN,
                "hexside": p.END_SIDE if at_end else p.SIDE,
                "spine": p.SPINE_BESIDE if beside else p.SPINE,
            }[crossing.kind]
        )


@pytest.mark.parametrize(("a", "b"), [(1010, 1018), (1110, 1118)])
def test_lines_of_one_course_pass_the_same_places_wherever_they_run(a: int, b: int) -> None:
    assert distance(a, b) == REACH
    for ends in (p.ON_ONE_LEVEL, p.FIRST_LOWER, p.SECOND_LOWER):
        there = p.places(a + 2030, b + 2030, REACH, ends)
        assert p.places(a, b, REACH, ends) is there
