"""The modifiers of indirect fire, and those that do not count (8.7.4, 8.3.7, 17.0)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.guns import HQ, field, gun, lay, letters, shell, subject
from tests.rules.company_scale.helpers.tables import Piece, ge, leader, tank, us, weapon


def value(value: int = 5, letter: str = ".", targets: dict[str, Piece] | None = None, **facts: Any) -> int:
    """Return the final value of a fire from 12.32 at 20.32 and check that the letters add up."""
    ground = board("\n".join(["." * 10 + letter + "." * 15] * 9), first="10.28")
    pieces = {"a": gun("12.32", value=value), "s": us("19.32"), **(targets or {"x": ge("20.32")})}
    table = lay(field(pieces, ground=ground, **facts), "a", "20.32")
    found = int(subject(table)["fire_value"])
    assert sum(letters(table).values()) == found
    return found


@pytest.mark.clause("CSS-8.7.4-01")
def test_defense_leaders_heroes_and_support_weapons_do_not_count() -> None:
    assert value(targets={"x": ge("20.32", defense=1)}) == 5
    chief = {"chief": ("12.32", leader("chief", 2, 2))}
    gear = {"mg": ("20.32", weapon("mg", ("red", 1, 1), defense=-1, formation="pg110"))}
    assert value(leaders=chief, weapons=gear) == 5
    pieces = {"a": gun("12.32"), "s": us("19.32"), "x": ge("20.32")}
    table = lay(field(pieces, leaders=chief), "a", "20.32")
    assert table.verbs() == {"confirm", "concentrate", "cancel"}


@pytest.mark.clause("CSS-8.7.4-01", "CSS-17.0-03", "CSS-8.3.7-01", "CSS-8.3.7-02", "CSS-8.3.7-03")
@pytest.mark.parametrize(
    ("weather", "turn", "lit", "expected"),
    [("rain", "0900", False, 3), ("clear", "night_1", False, 3), ("rain", "night_1", False, 2),
     ("clear", "night_1", True, 4), ("rain", "night_1", True, 3)],
)  # fmt: skip
def test_rain_and_night_take_1_each_off_the_fire_but_not_off_the_barrage(
    weather: str, turn: str, lit: bool, expected: int
) -> None:
    markers = [("20.32", "illumination", None)] if lit else []
    pieces = {"a": gun("12.32"), "s": us("19.32"), "x": ge("20.32")}
    table = field(pieces, weather=weather, first_turn=turn, markers=markers)
    lay(table, "a", "20.32")
    assert subject(table)["fire_value"] == expected
    assert (subject(table)["strength"], subject(table)["barrage"]) == (4, "medium")
    plain = field(pieces, weather=weather, first_turn=turn, markers=markers, rules={"indirect_weather": "ignored"})
    assert subject(lay(plain, "a", "20.32"))["fire_value"] == 4


@pytest.mark.clause("CSS-8.7.4-02")
@pytest.mark.parametrize(("dg", "expected"), [(1, 4), (2, 4), (3, 3), (4, 2)])
def test_status_markers_on_the_guns_count(dg: int, expected: int) -> None:
    assert value(markers=[("12.32", "dg", dg)]) == expected


@pytest.mark.clause("CSS-8.7.4-03")
@pytest.mark.parametrize(("size", "expected"), [("smoke", 5), ("light", 4), ("medium", 3), ("heavy", 2)])
def test_a_barrage_on_the_guns_counts_by_its_fire_power_value(size: str, expected: int) -> None:
    assert value(markers=[("12.32", "barrage", size)]) == expected


@pytest.mark.clause("CSS-8.7.4-04")
def test_hard_targets_among_others_take_2_off_and_alone_4() -> None:
    armor = tank("20.32")
    assert value(targets={"t": armor, "i": ge("20.32")}) == 3
    assert value(targets={"t": armor, "u": armor}) == 1
    halftrack = ge("20.32", armor="hard")
    assert value(targets={"h": halftrack}) == 1


@pytest.mark.clause("CSS-8.7.4-05")
@pytest.mark.parametrize(("letter", "expected"), [("C", 2), ("T", 3), ("V", 4), ("w", 3), ("v", 4), ("m", 7), (".", 5)])
def test_the_terrain_of_the_target_hex_counts(letter: str, expected: int) -> None:
    assert value(letter=letter) == expected


@pytest.mark.clause("CSS-8.7.4-05")
def test_hexsides_and_ridge_markers_do_not_count() -> None:
    features = {"slope": ["19.31/20.32"], "ridge": ["19.32/20.32"]}
    ground = board("\n".join(["." * 26] * 9), first="10.28", levels={"20.32": 2}, **features)
    pieces = {"a": gun("12.32", value=5), "s": us("19.32"), "x": ge("20.32")}
    table = field(pieces, ground=ground, markers=[("20.32", "ridge", None)])
    assert subject(lay(table, "a", "20.32"))["fire_value"] == 5


@pytest.mark.clause("CSS-8.7.4-06")
def test_a_fortification_of_the_target_hex_counts_and_no_other_marker_there() -> None:
    assert value(markers=[("20.32", "foxhole", None)]) == 4
    assert value(markers=[("20.32", "trench", None)]) == 3
    assert value(markers=[("20.32", "dg", 3), ("20.32", "pinned", None), ("20.32", "barrage", "heavy")]) == 5
    assert value(markers=[("12.32", "foxhole", None)]) == 5


@pytest.mark.clause("CSS-8.7.4-09", "CSS-10.2.2-04")
@pytest.mark.parametrize("stress", ["pinned", "suppressed"])
def test_pinned_and_suppressed_guns_do_not_fire_indirectly(stress: str) -> None:
    pieces = {"a": gun("12.32"), "i": us("18.32", fire=("red", 4, 2)), "x": ge("20.32")}
    table = field(pieces, markers=[("12.32", stress, None), ("18.32", "pinned", None)])
    assert table.refused("indirect_fire", unit="a", hex="20.32") == ["8.7.4"]
    assert table.offered("indirect_fire") == []
    table.do("fire", unit="i", hex="20.32")
    assert table.decision.subject["fire_value"] == 1  # a pinned company fires directly at -3


@pytest.mark.clause("CSS-8.7.4-07", "CSS-8.7.1-04")
def test_who_has_fired_already_or_fires_himself_adds_nothing() -> None:
    pieces = {"a": gun("12.32"), "b": gun("12.32"), "hq": us("12.34", **HQ), "s": us("18.32"),
              "x": ge("20.32")}  # fmt: skip
    table = field(pieces, markers=[("12.32", "dg", 2)])
    table.do("rally", unit="a")
    shell(table, "b", "20.32", 9)
    table.do("indirect_fire", unit="a", hex="20.32")
    assert table.refused("support", unit="b") == ["8.7.1"]
    assert table.refused("support", unit="a") == ["8.7.4"]
    assert table.offered("support") == []


@pytest.mark.clause("CSS-8.7.1-07", "CSS-8.7.4-04")
def test_by_the_switch_a_hex_of_hard_and_soft_targets_is_hit_all_the_same() -> None:
    mixed = {"t": tank("20.32"), "i": ge("20.32")}
    pieces = {"a": gun("12.32"), "s": us("18.32")}
    for targets, harmless in ((mixed, False), ({"t": tank("20.32")}, True)):
        table = field({**pieces, **targets}, rules={"indirect_at_hard": "no_result"})
        assert subject(lay(table, "a", "20.32"))["harmless"] is harmless


@pytest.mark.clause("CSS-14.1-21", "CSS-8.7.4-01")
@pytest.mark.parametrize(("place", "expected"), [("available", 4), ("reserve", 3)])
def test_the_night_does_not_hinder_the_guns_of_rolins_division(place: str, expected: int) -> None:
    rolin = leader("rolin", 0, 0, hero=True, type="rolin", formation="pg110")
    pieces = {"a": gun("12.32", base=ge), "s": ge("19.32"), "x": us("20.32")}
    table = field(pieces, "formation:pg110", first_turn="night_1", leaders={"rolin": (place, rolin)})
    assert subject(lay(table, "a", "20.32"))["fire_value"] == expected
