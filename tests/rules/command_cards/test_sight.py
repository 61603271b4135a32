"""Line of sight."""

from __future__ import annotations

import pytest

from tests.rules.command_cards.helpers.boards import board


def clear(a: str, b: str, *woods: str, **more: object) -> bool:
    made = board({"I1": "infantry"}, {"A13": "infantry"}, terrain=dict.fromkeys(woods, "woods"), **more)  # type: ignore
    here, back = (made.query("los", origin=x, target=y)["clear"] for x, y in ((a, b), (b, a)))
    assert here == back
    return bool(here)


@pytest.mark.clause("CMD-los-01")
def test_all_but_artillery_need_to_see() -> None:
    for kind, refused in (("infantry", ["CMD-los-03"]), ("armor", ["CMD-los-03"]), ("artillery", [])):
        b = board({"E5": kind}, {"E7": "infantry"}, terrain={"E6": "woods"})
        assert b.rules("battle", unit="E5", target="E7") == refused
    assert b.query("odds", unit="E5", target="E7")["dice"] == 3


@pytest.mark.clause("CMD-los-02")
def test_only_the_hexes_between_matter() -> None:
    assert not clear("E5", "E8", "E6") and not clear("E5", "E8", "E7")
    assert clear("E5", "E8", "D6", "F6", "D7", "F7", "E4", "E9")


@pytest.mark.clause("CMD-los-03")
def test_units_of_both_sides_block_and_end_hexes_do_not() -> None:
    b = board({"E5": "infantry", "E6": "infantry"}, {"E7": "infantry"})
    told = b.why("battle", unit="E5", target="E7")
    assert told == [("CMD-los-03", "Line of sight from E5 to E7 is blocked by the infantry in E6.")]
    assert clear("E5", "E7") and clear("E5", "E7", "E5", "E7")
    b = board({"E5": "armor"}, {"E6": "infantry", "E8": "infantry"})
    assert not b.query("los", origin="E5", target="E8")["clear"]


@pytest.mark.clause("CMD-los-03")
def test_a_corner_touched_is_not_crossed() -> None:
    assert clear("E5", "D7", "E7", "D5")  # the line crosses E6 and D6, staggered, and nothing else
    assert clear("E5", "C8", "E7", "D8", "C6", "D4")


@pytest.mark.clause("CMD-los-03")
def test_staggered_blockers_on_a_slant_line() -> None:
    assert not clear("E5", "D7", "E6") and not clear("E5", "D7", "D6")
    made = board({"I1": "infantry"}, {"A13": "infantry"}, terrain={"D6": "woods", "E6": "woods"})
    told = made.query("los", origin="E5", target="D7")
    assert told["by"] == [{"hex": "E6", "what": "the woods in E6"}, {"hex": "D6", "what": "the woods in D6"}]
    assert not clear("E5", "C8", "D6")  # it crosses D6 and runs along E6, D5 and D7, C7
    assert clear("E5", "C8", "E6", "D7") or clear("E5", "C8", "E6", "C7")
    assert not clear("E5", "C8", "E6", "D5") and not clear("E5", "C8", "D7", "C7")


@pytest.mark.clause("CMD-los-03")
def test_the_hex_a_unit_has_left_is_free() -> None:
    b = board({"E5": "infantry"}, {"E8": "infantry"}, at="move")
    assert b.query("targets", unit="E5", origin="E6") == {b.id("E8"): 2}
    b = board({"E6": "infantry"}, {"E8": "infantry"}, at="move")
    assert b.query("targets", unit="E6", origin="E5") == {b.id("E8"): 1}  # it does not stand in its own way


@pytest.mark.clause("CMD-los-04")
def test_along_a_side_one_obstruction_does_not_block_and_two_do() -> None:
    assert clear("A5", "C5", "B4") and clear("A5", "C5", "B5")
    assert not clear("A5", "C5", "B4", "B5")
    b = board({"A5": "infantry", "B4": "infantry"}, {"C5": "infantry", "B5": "infantry"})
    assert b.query("los", origin="A5", target="C5")["rule"] == "CMD-los-04"  # units count too


@pytest.mark.clause("CMD-los-04")
def test_on_a_longer_line_the_two_sides_need_not_face_each_other() -> None:
    assert not clear("A5", "E5", "B4", "D5") and not clear("A5", "E5", "B5", "D4")
    assert clear("A5", "E5", "B4", "D4") and clear("A5", "E5", "B5", "D5")
    assert not clear("A5", "E5", "C5")


@pytest.mark.clause("CMD-los-04")
def test_a_switch_reads_each_edge_by_itself() -> None:
    rules = {"los_edge_rule": "per_edge"}
    assert clear("A5", "E5", "B4", "D5", rules=rules)
    assert not clear("A5", "E5", "B4", "B5", rules=rules) and not clear("A5", "C5", "B4", "B5", rules=rules)


@pytest.mark.clause("CMD-los-05")
def test_neighbours_always_see_each_other() -> None:
    b = board({"E5": "infantry"}, {"E6": "infantry"}, terrain={"E5": "woods", "E6": "woods"})
    assert b.rules("battle", unit="E5", target="E6") == [] and clear("E5", "F5", "E5", "F5")


@pytest.mark.clause("CMD-los-06")
def test_the_rim_does_not_block() -> None:
    assert clear("A1", "C1", "B1") and clear("A13", "C13", "B12") and clear("A1", "E1", "B1", "D1")
    assert not clear("A1", "E1", "C1")


def test_a_hill_blocks_unless_both_ends_are_hills() -> None:
    for hills, seen in ((("E6",), False), (("E5", "E6"), False), (("E5", "E6", "E7"), True), (("E5", "E7"), True)):
        b = board({"I1": "infantry"}, {"A13": "infantry"}, terrain=dict.fromkeys(hills, "hill"))
        assert b.query("los", origin="E5", target="E7")["clear"] is seen
    b = board({"I1": "infantry"}, {"A13": "infantry"}, terrain={"E5": "hill", "E6": "woods", "E7": "hill"})
    assert not b.query("los", origin="E5", target="E7")["clear"]


def test_roadblocks_and_bunkers_block_sandbags_and_wire_do_not() -> None:
    for what, seen in (("roadblock", False), ({"kind": "bunker", "for": "german"}, False), ("wire", True)):
        b = board({"I1": "infantry"}, {"A13": "infantry"}, obstacles={"E6": what})
        assert b.query("los", origin="E5", target="E7")["clear"] is seen
