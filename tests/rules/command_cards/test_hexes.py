"""The board: 113 hexes, sections, edges, distances."""

from __future__ import annotations

import pytest

from rules.command_cards.hexes import HEXES, NEIGHBOURS, between, distance, sections, toward, width


def test_there_are_113_hexes_in_rows_of_13_and_12() -> None:
    assert len(HEXES) == 113 and [width(row) for row in "ABCDEFGHI"] == [13, 12, 13, 12, 13, 12, 13, 12, 13]
    assert "B12" in HEXES and "B13" not in HEXES and "A13" in HEXES


def test_neighbours_are_those_of_pointed_hexes_in_rows() -> None:
    assert NEIGHBOURS["B1"] == ("A1", "A2", "B2", "C1", "C2")
    assert NEIGHBOURS["E5"] == ("D4", "D5", "E4", "E6", "F4", "F5")
    assert all(a in NEIGHBOURS[b] for a in HEXES for b in NEIGHBOURS[a])


def test_distances_agree_with_an_exact_count_of_steps() -> None:
    for start in ("A1", "E5", "F12", "I13"):
        far, ring = {start: 0}, [start]
        while ring:
            ring = [n for n in dict.fromkeys(n for h in ring for n in NEIGHBOURS[h]) if n not in far]
            far.update(dict.fromkeys(ring, max(far.values()) + 1))
        assert {h: distance(start, h) for h in HEXES} == far


@pytest.mark.clause("CMD-order-05")
def test_sections_are_columns_and_the_other_player_names_them_the_other_way_round() -> None:
    for row, last in (("A", 4), ("B", 4)):
        left = [h for h in HEXES if h[0] == row and "left" in sections(h)]
        assert left == [f"{row}{n}" for n in range(1, last + 1)]
    assert all(("left" in sections(h)) == ("right" in sections(h, "top")) for h in HEXES)
    assert [h for h in HEXES if h[0] == "E" and sections(h) == ("right",)] == ["E10", "E11", "E12", "E13"]


@pytest.mark.clause("CMD-order-03")
def test_only_the_fourth_and_ninth_of_twelve_lie_in_two_sections() -> None:
    assert [h for h in HEXES if len(sections(h)) == 2] == ["B4", "B9", "D4", "D9", "F4", "F9", "H4", "H9"]
    assert sections("B4") == ("left", "center") and sections("A4") == ("left",)
    assert sections("B9", "top") == ("center", "left")


@pytest.mark.clause("CMD-turn-04")
def test_an_edge_is_reached_row_by_row() -> None:
    assert toward("E5", "bottom") == ("F4", "F5") and toward("E5", "top") == ("D4", "D5")
    assert toward("A1", "bottom") == ("B1",) and toward("I5", "bottom") == () and toward("A5", "top") == ()


@pytest.mark.clause("CMD-los-02")
def test_lines_run_from_centre_to_centre() -> None:
    assert between("E5", "E8") == (("E6", "E7"), ())
    assert between("A5", "C5") == ((), (("B4", "B5"),)) or between("A5", "C5") == ((), (("B5", "B4"),))
    assert {"", "B1"} == set(between("A1", "C1")[1][0])


def test_the_same_side_of_a_line_stands_first_all_along_it() -> None:
    crossed, pairs = between("A5", "E5")
    assert crossed == ("C5",) and [{*pair} for pair in pairs] == [{"B4", "B5"}, {"D4", "D5"}]
    assert [pair[0] for pair in pairs] in (["B4", "D4"], ["B5", "D5"])
