"""What disorganized, pinned and suppressed hexes suffer (8.5.4, 10.2)."""

from __future__ import annotations

import pytest

from rules.company_scale.r08_5_4_status import allowance, current_troop_quality
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import compose, value
from tests.rules.company_scale.helpers.preparing import marks, prepared
from tests.rules.company_scale.helpers.tables import TableTop, activation, ge, us

OPEN = board("......\n......\n......\n......\n......\n", first="10.30")
DG = [(1, 3, 8, 5), (2, 3, 8, 4), (3, 2, 4, 4), (4, 1, 4, 3)]  # level, fire of 4, halves of 5 points, quality of 5


def table_with(*markers: tuple[str, int | None], fire: int = 4) -> TableTop:
    """Return a position with a firing and a marching company in 12.32 under markers, and an enemy next to it."""
    pieces = {"a": us("12.32", fire=("red", fire, 1)), "c": us("12.32", deployed=False), "x": ge("13.32")}
    return activation(OPEN, pieces, "formation:r141", markers=[("12.32", kind, level) for kind, level in markers])


@pytest.mark.clause("CSS-8.5.4-01", "CSS-8.5.4-02", "CSS-8.5.4-03", "CSS-8.5.4-04", "CSS-10.2.3-01")
@pytest.mark.parametrize(("level", "fire", "points", "quality"), DG)
def test_disorganized(level: int, fire: int, points: int, quality: int) -> None:
    table = table_with(("dg", level))
    assert value(compose(table, "a", "13.32")) == fire
    table.do("cancel")
    table.do("move", units=("c",))
    assert table.decision.subject["points"] == [points]
    assert current_troop_quality(table.game, "a") == current_troop_quality(table.game, "c") == quality


@pytest.mark.clause("CSS-8.5.4-05", "CSS-10.2.1-01", "CSS-10.2.1-02", "CSS-10.2.1-03")
def test_suppressed_units_neither_fire_nor_move_and_may_only_rally() -> None:
    table = table_with(("suppressed", None))
    assert table.verbs() == {"rally", "pass_unit", "change_formation", "end_activation"}
    assert "8.5.4" in table.refused("fire", unit="a", hex="13.32")
    assert "10.2.1" in table.refused("move", units=("c",))
    assert current_troop_quality(table.game, "a") == 4
    assert current_troop_quality(table_with(("suppressed", None), ("dg", 2)).game, "a") == 3


@pytest.mark.clause("CSS-8.5.4-06", "CSS-10.2.2-01", "CSS-10.2.2-02", "CSS-10.2.2-04")
def test_pinned_units_fire_at_minus_3_and_stay() -> None:
    table = table_with(("pinned", None))
    assert "10.2.2" in table.refused("move", units=("c",))
    assert current_troop_quality(table.game, "a") == 5
    assert "rally" in table.verbs()
    assert value(compose(table, "a", "13.32")) == 1
    table.dice(2).do("confirm")  # a miss
    assert table.hex("13.32").dg == 0


@pytest.mark.clause("CSS-8.5.4-07")
def test_disorganized_adds_to_pinned_and_to_suppressed() -> None:
    pinned = table_with(("pinned", None), ("dg", 2), fire=6)
    assert value(compose(pinned, "a", "13.32")) == 2
    suppressed = table_with(("suppressed", None), ("dg", 2))
    assert current_troop_quality(suppressed.game, "a") == 3
    assert allowance(suppressed.game, "c") == 0


@pytest.mark.clause("CSS-10.2.3-08")
def test_there_is_no_minimum_move_under_disorganization() -> None:
    pieces = {"c": us("12.32", deployed=False, move=("leg", 1)), "x": ge("15.34")}
    table = activation(OPEN, pieces, "formation:r141", markers=[("12.32", "dg", 1)])
    assert "10.2.3" in table.refused("move", units=("c",))


@pytest.mark.clause("CSS-10.2.3-08", "CSS-10.2.3-09", "CSS-3.2-21")
@pytest.mark.parametrize(
    ("level", "size", "points", "halves"),
    [(0, "medium", 5, 4), (3, "medium", 5, 2), (1, "medium", 5, 4), (3, "light", 5, 4), (0, "heavy", 5, 0),
     (0, "smoke", 5, 10), (3, "medium", 3, 0)],
)  # fmt: skip
def test_disorganization_cuts_movement_first_and_then_the_barrage(
    level: int, size: str, points: int, halves: int
) -> None:
    markers = [("12.32", "barrage", size), *([("12.32", "dg", level)] if level else [])]
    pieces = {"c": us("12.32", deployed=False, move=("leg", points)), "x": ge("15.34")}
    table = activation(OPEN, pieces, "formation:r141", markers=markers)
    assert allowance(table.game, "c") == halves
    if halves:
        table.do("move", units=("c",))
        assert table.decision.subject["points"] == [halves]
    else:
        assert table.refused("move", units=("c",))


@pytest.mark.clause("CSS-3.2-21")
def test_a_barrage_acts_on_friend_and_enemy_alike() -> None:
    markers = [("12.32", "barrage", "medium"), ("15.34", "barrage", "medium")]
    pieces = {"c": us("12.32", deployed=False), "x": ge("15.34", deployed=False)}
    table = activation(OPEN, pieces, "formation:r141", markers=markers)
    assert allowance(table.game, "c") == allowance(table.game, "x") == 4
    assert current_troop_quality(table.game, "c") == current_troop_quality(table.game, "x") == 4


@pytest.mark.parametrize(
    ("markers", "now"),
    [
        ((), (4, 5.0, 5)), ((("dg", 3),), (2, 2.0, 4)), ((("pinned", None),), (1, 0.0, 5)),
        ((("suppressed", None),), (None, 0.0, 4)), ((("barrage", "medium"), ("dg", 1)), (1, 2.0, 4)),
    ],
)  # fmt: skip
def test_the_values_of_a_stack_as_they_stand_now(
    markers: tuple[tuple[str, int | None], ...], now: tuple[int | None, float, int]
) -> None:
    stack = table_with(*markers).session.query("stack", hex="12.32").units
    values = {u.id: u for u in stack}
    assert (values["a"].fire_now, values["c"].mp_now, values["a"].troop_quality_now) == now


@pytest.mark.clause("CSS-8.5.4-01", "CSS-8.5.4-02", "CSS-8.5.4-03", "CSS-8.5.4-04", "CSS-8.5.4-05", "CSS-8.5.4-06",
                    "CSS-10.2.3-01")  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "level", "assaults"),
    [("dg", 1, True), ("dg", 2, True), ("dg", 3, True), ("dg", 4, False), ("suppressed", None, False),
     ("pinned", None, False)],
)  # fmt: skip
def test_which_markers_forbid_an_assault(kind: str, level: int | None, assaults: bool) -> None:
    table = prepared({"a": us("14.32"), "x": ge("14.31")}, markers=[("14.32", kind, level)])
    assert table.asked == ("allied", "assaults" if assaults else "activation")
    assert marks(table) == {("14.31", "allied")}  # nobody is able to: the marker waits
