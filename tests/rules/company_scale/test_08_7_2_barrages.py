"""Barrages: sizes, movement, sight, smoke, hexes set on fire (8.7.2)."""

from __future__ import annotations

import pytest

from rules.company_scale.r07_line_of_sight import fire_zone, sees
from rules.company_scale.r08_5_4_status import allowance
from rules.company_scale.r08_7_1_spotting import barrage_size
from rules.engine.command import cmd
from rules.hexes.grid import hex_id, hex_name
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import entry
from tests.rules.company_scale.helpers.guns import (
    BOTH,
    FAR,
    GE,
    HQ,
    barrages,
    field,
    gun,
    lay,
    next_chit,
    shell,
    subject,
)
from tests.rules.company_scale.helpers.moves import points
from tests.rules.company_scale.helpers.tables import Piece, TableTop, ge, named, tank, us

NEAR = {"s": us("18.32"), "x": ge("20.32")}
MIXED = board("\n".join(["..w......."] * 9), first="10.28")


def marching(markers: list[tuple[str, str, int | str | None]]) -> TableTop:
    """Begin to move an American company with 5 movement points in column on clear ground with woods in column 12."""
    table = field({"m": us("11.31", deployed=False), **FAR_HERE}, ground=MIXED, markers=markers)
    table.do("move", units=("m",))
    return table


FAR_HERE = {"z": ge("19.36")}


# --- size (8.7.2) ---


@pytest.mark.clause("CSS-8.7.2-04")
@pytest.mark.parametrize(("strength", "size"), [(0, "smoke"), (2, "smoke"), (3, "light"), (4, "medium"), (5, "heavy"),
                                                (8, "heavy"), (-1, "smoke")])  # fmt: skip
def test_sizes_go_by_strength(strength: int, size: str) -> None:
    assert barrage_size(strength) == size


@pytest.mark.clause("CSS-8.7.2-04")
@pytest.mark.parametrize(("value", "size"), [(0, "smoke"), (2, "smoke"), (3, "light"), (4, "medium"), (8, "heavy")])
def test_the_marker_laid_is_of_that_size(value: int, size: str) -> None:
    table = field({"a": gun("12.32", value=value), **NEAR})
    shell(table, "a", "19.33", 3)
    assert barrages(table) == {"19.33": size}


@pytest.mark.clause("CSS-8.7.2-03")
def test_only_value_supporters_and_concentration_count_for_the_size() -> None:
    city = board("\n".join(["..........C" + "." * 15] * 9), first="10.28")
    table = field({"a": gun("12.32"), "b": gun("12.32"), **NEAR}, ground=city, markers=[("12.32", "dg", 3)])
    lay(table, "a", "20.32", "b")
    assert (subject(table)["fire_value"], subject(table)["strength"]) == (4 + 1 - 2 - 3, 5)
    assert table.dice(1).do("confirm")
    assert barrages(table) == {"20.32": "heavy"}


@pytest.mark.clause("CSS-8.7.2-01")
@pytest.mark.parametrize(("die", "laid"), [(0, True), (7, True), (8, True), (9, False)])
def test_a_barrage_follows_every_indirect_fire_but_a_9(die: int, laid: bool) -> None:
    table = field({"a": gun("12.32", value=1), **NEAR}, charts=entry("DG1"))
    shell(table, "a", "20.32", die)
    assert table.hex("20.32").dg == (1 if die == 0 else 0)
    assert barrages(table) == ({"20.32": "smoke"} if laid else {})


@pytest.mark.clause("CSS-8.7.2-05")
@pytest.mark.parametrize(
    ("there", "value", "then"),
    [("light", 5, "heavy"), ("medium", 2, "medium"), ("medium", 4, "medium"), ("smoke", 3, "light")],
)
def test_the_larger_barrage_counts(there: str, value: int, then: str) -> None:
    table = field({"a": gun("12.32", value=value), **NEAR}, markers=[("20.32", "barrage", there)])
    events = shell(table, "a", "20.32", 8)
    assert barrages(table) == {"20.32": then}
    assert bool(named(events, "MarkerPlaced")) is (there != then)


# --- movement (8.7.2) ---


@pytest.mark.clause("CSS-8.7.2-06", "CSS-3.2-21")
@pytest.mark.parametrize(("size", "left"), [("smoke", 4), ("light", 4), ("medium", 2), ("heavy", 0)])
def test_a_barrage_cuts_what_a_friend_has_left_on_entering_it(size: str, left: int) -> None:
    table = marching([("11.32", "barrage", size)])
    table.step("11.32")
    assert table.where("m") == "11.32"
    assert table.decision.kind == ("movement" if left else "activation")
    if left:
        assert points(table) == [left]


@pytest.mark.clause("CSS-8.7.2-06")
def test_a_barrage_of_ones_own_guns_hinders_ones_own_units_at_once() -> None:
    table = field({"a": gun("12.32"), "s": us("18.32", deployed=False), **FAR})
    assert allowance(table.game, "s") == 10
    shell(table, "a", "18.32", 5)
    assert allowance(table.game, "s") == 4  # 5 halved is 2


@pytest.mark.clause("CSS-8.7.2-07", "CSS-10.2.3-08")
def test_disorganization_first_then_the_barrage_rounding_down_each_time() -> None:
    table = field({"m": us("11.31", deployed=False), **FAR_HERE}, ground=MIXED,
                  markers=[("11.31", "dg", 1), ("11.31", "barrage", "medium")])  # fmt: skip
    assert allowance(table.game, "m") == 4
    weak = field({"m": us("11.31", deployed=False, move=("leg", 1)), **FAR_HERE}, ground=MIXED,
                 markers=[("11.31", "dg", 1)])  # fmt: skip
    assert weak.refused("move", units=("m",)) == ["10.2.3"]


@pytest.mark.clause("CSS-8.7.2-07")
@pytest.mark.parametrize(("dg", "size"), [(0, "heavy"), (1, "heavy"), (3, "medium")])
def test_who_has_no_points_left_under_a_barrage_is_told_so(dg: int, size: str) -> None:
    markers: list[tuple[str, str, int | str | None]] = [("11.31", "barrage", size)]
    if dg:
        markers.append(("11.31", "dg", dg))
    pieces = {"m": us("11.31", deployed=False, move=("leg", 2)), **FAR_HERE}
    table = field(pieces, ground=MIXED, markers=markers)
    (reason,) = table.session.explain("allied", cmd("move", units=("m",)))
    assert (reason.rule, "The barrage in its hex" in reason.text) == ("8.7.2", True)


@pytest.mark.clause("CSS-8.7.2-08", "CSS-10.2.3-09")
def test_5_points_at_dg_3_under_a_medium_barrage_leave_1_to_leave_the_hex() -> None:
    table = marching([("11.31", "dg", 3), ("11.31", "barrage", "medium")])
    assert points(table) == [1]
    assert {str(c.get("to")) for c in table.offered("step")} == {"11.30", "11.32", "10.31", "10.32"}
    assert table.refused("step", to="12.32", by="terrain") == ["6.0"]  # woods
    table.step("11.32")
    assert table.where("m") == "11.32" and table.decision.kind == "activation"


@pytest.mark.clause("CSS-8.7.2-09", "CSS-8.7.2-06")
def test_the_point_left_on_entering_a_medium_barrage_is_halved_to_nothing() -> None:
    table = marching([("11.31", "dg", 3), ("11.32", "barrage", "medium")])
    assert points(table) == [2]
    table.step("11.32")
    assert table.where("m") == "11.32"
    assert table.decision.kind == "activation"
    assert table.hex("11.32").dg == 3


@pytest.mark.clause("CSS-8.7.2-09")
def test_a_second_barrage_halves_again_and_leaving_one_gives_nothing_back() -> None:
    lorry: Piece = us("10.30", deployed=False, move=("leg", 18))
    ground = board("....\n....\n....\n....\n....\n", first="10.30")
    table = field({"m": lorry, "z": ge("13.34")}, ground=ground,
                  markers=[("10.31", "barrage", "medium"), ("10.33", "barrage", "medium")])  # fmt: skip
    table.do("move", units=("m",))
    left = []
    for hex in ("10.31", "10.32", "10.33"):
        table.step(hex)
        left.append(points(table)[0])
    assert left == [8, 7, 3]  # 17 halved, 1 spent, 6 halved


@pytest.mark.clause("CSS-8.7.2-06", "CSS-8.7.2-09")
def test_reach_and_a_dragged_way_show_what_barrages_do_to_the_points() -> None:
    table = field(
        {"m": us("11.31", deployed=False), **FAR_HERE}, ground=MIXED, markers=[("11.32", "barrage", "medium")]
    )
    shown = table.session.query("reach", units=["m"])["hexes"]
    assert shown["11.32"]["mp_left"] == 2
    assert shown["11.30"]["mp_left"] == 4
    assert table.session.query("walk", units=["m"], hexes=["11.32", "11.33"])["mp_left"] == 1
    assert table.session.query("walk", units=["m"], hexes=["11.32", "11.33", "11.34", "11.35"]) is None
    heavy = field({"m": us("11.31", deployed=False), **FAR_HERE}, ground=MIXED, markers=[("11.31", "barrage", "heavy")])
    assert heavy.session.query("reach", units=["m"])["hexes"] == {}


# --- sight (8.7.2) ---


@pytest.mark.clause("CSS-8.7.2-10")
def test_no_line_passes_through_a_barrage_but_out_of_one_and_into_one() -> None:
    def clear(*smoke: str, a: str = "12.32", b: str = "16.32") -> bool:
        table = field({"a": us("12.32"), "x": ge("16.32")}, markers=[(hex, "barrage", "smoke") for hex in smoke])
        found = sees(table.game, hex_id(a), hex_id(b))
        assert table.session.query("los", a=a, b=b).clear is found
        return found

    assert clear()
    assert not clear("14.32")
    assert clear("12.32") and clear("16.32") and clear("12.32", "16.32")
    assert clear("14.32", b="13.32") and clear("13.32", b="13.33")


@pytest.mark.clause("CSS-8.7.2-10")
def test_a_barrage_blocks_at_any_height_and_along_a_spine_only_on_both_sides() -> None:
    high = board("\n".join(["." * 10] * 9), first="10.28", levels={"12.30": 3, "12.34": 3})
    table = field({"a": us("12.30"), "x": ge("12.34")}, ground=high, markers=[("12.32", "barrage", "smoke")])
    assert not sees(table.game, hex_id("12.30"), hex_id("12.34"))
    for smoke, clear in ((("13.31",), True), (("12.32",), True), (("13.31", "12.32"), False)):
        markers = [(hex, "barrage", "smoke") for hex in smoke]
        table = field({"a": us("12.31"), "x": ge("13.32"), **FAR}, markers=markers)
        assert sees(table.game, hex_id("12.31"), hex_id("13.32")) is clear


def test_under_a_barrage_the_fire_zone_shrinks_to_the_next_hexes() -> None:
    table = field({"a": us("12.32", fire=("red", 4, 3)), **FAR}, markers=[("12.32", "barrage", "smoke")])
    assert {hex_name(h) for h in fire_zone(table.game, "a")} == {"12.31", "12.33", "11.31", "11.32", "13.31", "13.32"}


# --- smoke as a direct fire action (8.7.2) ---


@pytest.mark.clause("CSS-8.7.2-11")
@pytest.mark.parametrize("hex", ["12.32", "12.33", "13.31"])
def test_a_company_puts_smoke_in_its_hex_or_next_to_it_without_a_die(hex: str) -> None:
    table = field({"a": us("12.32"), "b": us("12.32"), **FAR})
    events = table.do("smoke", unit="a", hex=hex)
    assert barrages(table) == {hex: "smoke"}
    assert named(events, "DieRolled") == []
    assert table.state.activity["a"].used == 1
    assert table.refused("smoke", unit="b", hex="12.31") == ["8.0"]  # the one fire of the hex


@pytest.mark.clause("CSS-8.7.2-11")
def test_smoke_goes_no_farther_than_the_next_hex_and_on_the_map() -> None:
    table = field({"a": us("10.30"), **FAR})
    assert table.refused("smoke", unit="a", hex="12.30") == ["8.7.2"]
    assert table.refused("smoke", unit="a", hex="09.30") == ["3.1"]
    assert table.refused("smoke", unit="a", hex="smoke")
    assert table.refused("smoke", unit="nobody", hex="10.30")


@pytest.mark.clause("CSS-8.7.2-11")
def test_columns_pinned_units_and_guns_may_smoke_suppressed_ones_not() -> None:
    pieces = {"c": us("12.32", deployed=False), "g": gun("14.32"), "p": us("16.32"), "s": us("20.32"), **FAR}
    table = field(pieces, markers=[("16.32", "pinned", None), ("20.32", "suppressed", None)])
    may = {name for name in "cgps" if cmd("smoke", unit=name, hex=pieces[name].hex) in table.decision.options}
    assert may == {"c", "g", "p"}
    assert table.offered("smoke") == []  # legal, but not worth offering with the enemy so far away
    assert table.refused("smoke", unit="s", hex="20.32") == ["8.5.4"]
    table.do("smoke", unit="g", hex="14.33")
    assert barrages(table) == {"14.33": "smoke"}


@pytest.mark.clause("CSS-8.7.2-11")
def test_smoke_under_a_larger_barrage_changes_nothing_and_is_a_direct_fire_of_the_hex() -> None:
    table = field(
        {"a": us("12.32"), "g": gun("12.32"), "s": us("18.32"), **FAR}, markers=[("12.33", "barrage", "light")]
    )
    table.do("smoke", unit="a", hex="12.33")
    assert barrages(table) == {"12.33": "light"}
    assert table.refused("indirect_fire", unit="g", hex="19.32") == ["8.7.1"]
    after = field({"a": us("12.32"), "g": gun("12.32"), "s": us("18.32"), **FAR})
    shell(after, "g", "19.32", 9)
    assert after.refused("smoke", unit="a", hex="12.32") == ["8.7.1"]


# --- German tanks (8.7.2) ---


def driving(mover: Piece, chit: str = GE, **more: Piece) -> TableTop:
    """Begin to move a unit in 12.32."""
    table = field({"t": mover, "z": us("30.32"), "y": ge("31.36"), **more}, chit)
    table.do("move", units=("t",))
    return table


@pytest.mark.clause("CSS-8.7.2-11", "CSS-18.0-04")
def test_smoke_is_offered_around_units_near_the_enemy_where_it_may_lie() -> None:
    pieces = {"a": us("12.32"), "p": us("10.32"), "s": us("14.35"), "x": ge("20.32")}
    markers = [("12.33", "barrage", "light"), ("14.35", "suppressed", None)]
    table = field(pieces, markers=markers, entries={"german": frozenset({1331})})
    found = {(str(c.get("unit")), str(c.get("hex"))) for c in table.offered("smoke")}
    assert found == {("a", hex) for hex in ("12.32", "12.31", "11.31", "11.32", "13.32")}
    assert table.refused("smoke", unit="a", hex="13.31") == ["18.0"]  # where Germans arrive
    table.do("smoke", unit="a", hex="12.32")
    assert table.offered("smoke") == []


@pytest.mark.clause("CSS-8.7.2-11", "CSS-8.0-02", "CSS-5.1-01")
def test_an_inactive_unit_puts_no_smoke_whatever_its_hex_has_fired() -> None:
    table = field({"a": us("19.32"), "b": us("19.32", formation="r142"), "x": ge("20.32")})
    assert table.refused("smoke", unit="b", hex="19.32") == ["5.1"]
    table.do("smoke", unit="a", hex="19.32")
    for verb, hex in (("smoke", "19.32"), ("fire", "20.32")):
        assert table.refused(verb, unit="b", hex=hex) == ["5.1"]


@pytest.mark.clause("CSS-8.7.2-11", "CSS-8.3.6-04")
def test_a_hex_that_concentrates_its_fire_lays_no_smoke_by_hand() -> None:
    pieces = {"a": us("12.32"), "g": gun("12.32"), "s": us("18.32"), "x": ge("20.33", fire=None)}
    table = field(pieces, cup=(BOTH,))
    shell(table, "g", "19.32", 9, concentrate=True)
    next_chit(table, BOTH)
    assert table.refused("smoke", unit="a", hex="12.33") == ["8.3.6"]
    assert {c.get("unit") for c in table.offered("smoke")} == {"s"}


@pytest.mark.clause("CSS-8.7.2-11", "CSS-18.0-06")
def test_no_smoke_comes_out_of_a_reinforcement_hex() -> None:
    table = field({"a": us("12.32"), "x": ge("20.32")}, entries={"allied": frozenset({1232})})
    assert table.offered("smoke") == [] and table.refused("smoke", unit="a", hex="12.33") == ["18.0"]


@pytest.mark.clause("CSS-8.7.2-12")
def test_a_german_tank_leaves_smoke_where_it_likes_at_no_cost() -> None:
    table = driving(tank("12.32", deployed=False))
    assert len(table.offered("leave_smoke")) == 1
    table.do("leave_smoke")
    table.step("12.33")
    assert barrages(table) == {"12.32": "smoke"}
    assert points(table) == [10]
    table.step("12.34")
    assert barrages(table) == {"12.32": "smoke"}  # each hex is asked for anew
    table.do("leave_smoke")
    table.do("leave_smoke")  # thought better of it
    table.step("12.35")
    assert barrages(table) == {"12.32": "smoke"}
    table.do("leave_smoke")
    table.step("12.36")
    assert barrages(table) == {"12.32": "smoke", "12.35": "smoke"}


@pytest.mark.clause("CSS-8.7.2-12")
def test_a_tank_among_others_that_move_leaves_smoke_too() -> None:
    pieces = {"t": tank("12.32", deployed=False), "i": ge("12.32", deployed=False), "z": us("30.32"), "y": ge("31.36")}
    table = field(pieces, GE)
    table.do("move", units=("i", "t"))
    table.do("leave_smoke")
    table.step("12.33")
    assert barrages(table) == {"12.32": "smoke"}


@pytest.mark.clause("CSS-8.7.2-12")
def test_three_hexes_left_are_three_smokes() -> None:
    table = driving(tank("12.32", deployed=False))
    for hex in ("12.33", "12.34", "12.35"):
        table.do("leave_smoke")
        table.step(hex)
    assert barrages(table) == {"12.32": "smoke", "12.33": "smoke", "12.34": "smoke"}


@pytest.mark.clause("CSS-8.7.2-12")
@pytest.mark.parametrize(
    ("mover", "chit"),
    [(tank("12.32", us, deployed=False), "formation:r141"),
     (ge("12.32", deployed=False, armor="hard", move=("tracked", 14)), GE), (ge("12.32", deployed=False), GE)],
)  # fmt: skip
def test_american_tanks_german_halftracks_and_infantry_leave_none(mover: Piece, chit: str) -> None:
    table = driving(mover, chit)
    assert "leave_smoke" not in table.verbs()
    assert table.refused("leave_smoke") == ["8.7.2"]


@pytest.mark.clause("CSS-8.7.2-12", "CSS-8.6-12")
def test_opportunity_fire_comes_before_the_smoke() -> None:
    watcher = us("14.32", fire=("white", 5, 3))
    table = driving(tank("12.32", deployed=False), w=watcher)
    table.do("leave_smoke")
    table.step("11.31")
    assert table.asked == ("allied", "opportunity_fire")
    assert barrages(table) == {}
    table.do("fire", unit="w", hex="12.32")  # seen without the smoke
    table.dice(9).do("confirm")
    assert barrages(table) == {"12.32": "smoke"}


@pytest.mark.clause("CSS-8.7.2-12")
def test_a_tank_stopped_by_fire_leaves_no_smoke() -> None:
    watcher = us("14.32", fire=("white", 5, 3))
    table = driving(tank("12.32", deployed=False), w=watcher)
    table.do("leave_smoke")
    table.step("11.31")
    table.do("fire", unit="w", hex="12.32")
    table.dice(0, 9).do("confirm")  # it fails the rout check
    assert table.where("t") == "eliminated"
    assert barrages(table) == {}


# --- fires (8.7.2) ---


@pytest.mark.clause("CSS-8.7.2-13")
@pytest.mark.parametrize(("letter", "die", "burns"), [("T", 0, True), ("V", 0, True), ("C", 0, True), ("w", 0, False),
                                                      ("v", 0, False), (".", 0, False), ("T", 1, False)])  # fmt: skip
def test_a_0_sets_villages_towns_and_cities_on_fire(letter: str, die: int, burns: bool) -> None:
    town = board("\n".join(["." * 10 + letter + "." * 15] * 9), first="10.28")
    table = field({"a": gun("12.32"), **NEAR}, ground=town, charts=entry("DG1"))
    events = shell(table, "a", "20.32", die)
    assert table.state.on_fire == ((2032,) if burns else ())
    assert ("on_fire" in [e["kind"] for e in named(events, "MarkerPlaced")]) is burns
    assert barrages(table) == {"20.32": "medium"}
    if die == 0:
        assert table.hex("20.32").dg == 1  # besides the normal result


@pytest.mark.clause("CSS-8.7.2-13")
def test_a_vacant_town_catches_fire_too() -> None:
    town = board("\n".join(["." * 9 + "T" + "." * 16] * 9), first="10.28")
    table = field({"a": gun("12.32"), "hq": us("12.34", **HQ), **NEAR}, ground=town)
    shell(table, "a", "19.33", 0)
    assert table.state.on_fire == (1933,)
