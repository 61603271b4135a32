"""Rally and the life of status markers (10.0, 10.1, 10.2)."""

from __future__ import annotations

import pytest

from rules.company_scale.r08_5_4_status import current_troop_quality
from rules.company_scale.scenario import DivisionStart
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import entry, shoot
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, named, us

OPEN = board("......\n......\n......\n......\n......\n", first="10.30")
US, BOTH = "formation:r141", "division:d36"
HERE = "12.32"
FAR = {"x": ge("15.34")}
NO_POINTS = {"d36": DivisionStart(0, 9, 0, 5), "pz11": DivisionStart(0, 9, 0, 5)}


def marked(*markers: tuple[str, int | str | None], chit: str = US, **pieces: Piece) -> TableTop:
    """Start an activation with markers on 12.32."""
    placed = [(HERE, kind, level) for kind, level in markers]
    return activation(OPEN, {**FAR, **pieces}, chit, markers=placed, divisions=NO_POINTS)


@pytest.mark.clause("CSS-10.0-01", "CSS-10.1-04")
def test_markers_belong_to_the_hex_and_one_rally_serves_everybody() -> None:
    table = marked(("dg", 2), a=us(HERE), b=us(HERE, formation="r142"), c=us(HERE, formation="r142"))
    assert [current_troop_quality(table.game, u) for u in "abc"] == [4, 4, 4]
    table.do("rally", unit="a")
    assert table.hex(HERE).dg == 1
    assert [current_troop_quality(table.game, u) for u in "abc"] == [5, 5, 5]
    assert {u: a.used for u, a in table.state.activity.items()} == {"a": 1}


@pytest.mark.clause("CSS-10.0-02")
def test_fortifications_go_with_the_last_unit() -> None:
    table = marked(("foxhole", None), a=us(HERE, deployed=False), b=us(HERE, deployed=False))
    table.do("move", units=("a",))
    table.step("11.32")
    assert table.hex(HERE).fortification == "foxhole"
    table.do("stop")
    table.do("move", units=("b",))
    table.step("11.32")
    assert table.hex(HERE).fortification == ""
    assert table.hex("11.32").fortification == ""


@pytest.mark.clause("CSS-10.0-03")
def test_a_barrage_stays_until_the_wind_blows() -> None:
    table = activation(OPEN, {"a": us(HERE), **FAR}, US, markers=[(HERE, "barrage", "medium"), (HERE, "dg", 1)],
                       cup=("wind",), divisions=NO_POINTS, turns=1)  # fmt: skip
    events = table.do("rally", unit="a")
    assert named(events, "Rallied")[0]["removed"] == "dg"
    assert named(events, "Rallied")[0]["value"] == table.hex(named(events, "Rallied")[0]["hex"]).dg
    assert table.state.barrages == {1232: "medium"}
    assert "10.1" in table.refused("rally", unit="a")
    table.dice("wind")
    events = table.do("end_activation")
    assert named(events, "ChitDrawn")[0]["chit"] == "wind"
    assert table.state.barrages == {}


@pytest.mark.clause("CSS-10.0-03")
def test_a_barrage_alone_cannot_be_rallied() -> None:
    table = marked(("barrage", "medium"), a=us(HERE))
    assert table.refused("rally", unit="a") == ["10.1"]


@pytest.mark.clause("CSS-10.0-05")
@pytest.mark.parametrize("kind", ["no_opportunity_fire", "sustained_fire", "concentrated_fire"])
def test_fire_markers_leave_as_soon_as_one_unit_of_the_hex_becomes_active(kind: str) -> None:
    table = marked((kind, None), a=us(HERE), b=us(HERE, formation="r142"))
    assert [m for m in table.session.view().markers if m.hex == HERE] == []
    other = marked((kind, None), a=us("10.30"), b=us(HERE, formation="r142"))
    assert [m.kind for m in other.session.view().markers if m.hex == HERE] == [kind]


@pytest.mark.clause("CSS-10.0-06")
@pytest.mark.parametrize(("kind", "level"), [("suppressed", None), ("pinned", None), ("dg", 2)])
def test_only_a_rally_takes_these_markers_off_not_a_new_turn(kind: str, level: int | None) -> None:
    table = activation(OPEN, {"a": us(HERE), **FAR}, US, markers=[(HERE, kind, level)], divisions=NO_POINTS)
    before = table.hex(HERE)
    table.dice(*[5] * 10)  # the dice of the end of the turn and of the next one
    table.do("end_activation")
    assert table.state.turn == 2
    assert table.hex(HERE) == before


@pytest.mark.clause("CSS-10.1-01")
def test_an_active_unit_rallies_under_a_direct_command_chit_too() -> None:
    table = marked(("dg", 2), a=us(HERE), chit="command:allied")
    assert "5.1" in table.refused("rally", unit="a")
    table.do("activate", unit="a")
    table.do("rally", unit="a")
    assert table.hex(HERE).dg == 1
    assert table.state.divisions["d36"].commands == 8


@pytest.mark.clause("CSS-10.1-01")
def test_an_inactive_unit_does_not_rally() -> None:
    table = marked(("dg", 2), a=us("10.30"), b=us(HERE, formation="r142"))
    assert "5.1" in table.refused("rally", unit="b")


@pytest.mark.clause("CSS-10.1-01")
def test_units_off_the_map_do_not_rally() -> None:
    table = marked(("dg", 2), a=us(HERE), r=us("", place="routed"), e=us("", place="eliminated"))
    assert table.refused("rally", unit="r") == ["8.5.2"]
    assert table.refused("rally", unit="e")
    assert table.refused("rally", unit="nobody")
    assert {c.get("unit") for c in table.offered("rally")} == {"a"}


@pytest.mark.clause("CSS-10.1-02", "CSS-8.6-07")
def test_a_unit_rallies_in_an_enemy_fire_zone_and_draws_no_fire() -> None:
    table = marked(("dg", 1), a=us(HERE), b=us("10.30"), near=ge("13.32"))
    events = table.do("rally", unit="a")
    assert table.hex(HERE).dg == 0
    assert table.asked == ("allied", "activation")
    assert [e["event"] for e in events if e["event"] in ("FireDeclared", "DieRolled")] == []


@pytest.mark.clause("CSS-10.1-03")
def test_no_die_is_rolled_for_a_rally() -> None:
    table = activation(OPEN, {"a": us(HERE), "b": us("10.30"), **FAR}, US, markers=[(HERE, "dg", 1)], dice=[9],
                       divisions={"d36": DivisionStart(0, 9, 0, 0)})  # fmt: skip
    table.do("rally", unit="a")
    assert table.hex(HERE).dg == 0
    assert list(table._dice.outcomes) == [9]


@pytest.mark.clause("CSS-10.1-05", "CSS-10.2.2-05", "CSS-10.2.1-05")
@pytest.mark.parametrize("stress", ["suppressed", "pinned"])
def test_one_rally_for_each_hex_and_activation(stress: str) -> None:
    hq = us("11.32", formation="", division="d36", hq="division", command_range=5)
    table = marked((stress, None), ("dg", 1), a=us(HERE), b=us(HERE), hq=hq, chit=BOTH)
    table.do("rally", unit="a")
    assert (table.hex(HERE).stress, table.hex(HERE).dg) == ("", 1)
    assert table.refused("rally", unit="a") == ["10.1"]
    assert table.refused("rally", unit="b") == ["10.1"]
    table.do("pass_unit", unit="b")
    assert table.refused("rally", unit="b") == ["10.1"]


@pytest.mark.clause("CSS-10.1-05")
def test_a_direct_command_chit_is_one_activation() -> None:
    table = marked(("dg", 2), a=us(HERE), b=us(HERE), chit="command:allied")
    table.do("activate", unit="a")
    table.do("rally", unit="a")
    table.do("activate", unit="b")
    assert table.refused("rally", unit="b") == ["10.1"]


@pytest.mark.clause("CSS-10.1-06", "CSS-10.1-07", "CSS-10.2.2-05")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([("dg", 3)], (2, "")), ([("dg", 1)], (0, "")), ([("pinned", None), ("dg", 2)], (2, "")),
        ([("suppressed", None), ("dg", 3)], (3, "")), ([("pinned", None)], (0, "")),
    ],
)  # fmt: skip
def test_a_rally_takes_one_marker_off_or_one_level(
    before: list[tuple[str, int | None]], after: tuple[int, str]
) -> None:
    table = marked(*before, a=us(HERE))
    events = table.do("rally", unit="a")
    assert named(events, "Rallied")[0]["removed"] == before[0][0]
    assert (table.hex(HERE).dg, table.hex(HERE).stress) == after
    if after == (0, ""):
        assert 1232 not in table.state.hexes


@pytest.mark.clause("CSS-10.1-08")
@pytest.mark.parametrize("cells", ["R R", "R S", "S R", "R R R", "S R R"])
def test_a_hex_is_never_both_suppressed_and_pinned(cells: str) -> None:
    pieces = {"a": us(HERE, fire=("red", 8, 1)), "x": ge("13.32")}
    rules = {"suppressed_while_pinned": "replaced"} if cells == "R S" else {}
    table = activation(OPEN, pieces, US, charts=entry(cells), rules=rules)
    shoot(table, "a", "13.32", 0, 9, 9, 9)
    assert [m.kind for m in table.session.view().markers if m.hex == "13.32"] == ["suppressed"]


@pytest.mark.clause("CSS-10.2.1-03")
def test_a_suppressed_engineer_can_only_rally_or_pass() -> None:
    table = marked(("suppressed", None), a=us(HERE, engineer=True), near=ge("13.32"))
    assert table.verbs() - {"change_formation", "end_activation"} == {"rally", "pass_unit"}


@pytest.mark.clause("CSS-10.2.1-05")
def test_who_enters_a_suppressed_hex_is_suppressed_until_anybody_rallies_it() -> None:
    hq = us("11.30", formation="", division="d36", hq="division", command_range=5)
    table = marked(("suppressed", None), a=us(HERE), b=us("11.32", deployed=False), hq=hq, chit=BOTH)
    table.do("move", units=("b",))
    table.step(HERE)
    assert table.asked == ("allied", "activation")  # b cannot move on
    assert "10.2.1" in table.refused("move", units=("b",))
    assert [current_troop_quality(table.game, u) for u in "ab"] == [4, 4]
    table.do("rally", unit="a")
    table.do("move", units=("b",))
    table.step("12.31")
    assert table.where("b") == "12.31"


@pytest.mark.clause("CSS-10.2.2-02")
def test_who_enters_a_pinned_hex_is_pinned() -> None:
    table = marked(("pinned", None), a=us(HERE), b=us("11.32", deployed=False), c=us("10.30"))
    table.do("move", units=("b",))
    table.step(HERE)
    assert table.asked == ("allied", "activation")
    assert table.where("b") == HERE


@pytest.mark.clause("CSS-10.2.2-04")
def test_a_pinned_mortar_does_not_fire_and_a_pinned_company_does() -> None:
    mortar = us(HERE, fire=("black", 3, 6))
    table = marked(("pinned", None), a=us(HERE, fire=("red", 4, 2)), m=mortar, near=ge("14.32"))
    assert {c.get("unit") for c in table.offered("fire")} == {"a"}
    assert {c.get("unit") for c in table.offered("rally")} == {"a", "m"}
    assert table.refused("fire", unit="m", hex="14.32")
    assert table.refused("indirect_fire", unit="m", hex="14.32") == ["8.7.4"]


@pytest.mark.clause("CSS-10.2.3-02")
def test_four_rallies_in_four_activations_clear_the_hex() -> None:
    chits = ("formation:r142", "division:d36", "command:allied")
    unit = us(HERE, formation="", division="d36", stripe="none")  # active under each of them
    table = activation(OPEN, {"a": unit, **FAR}, US, markers=[(HERE, "dg", 4)], cup=chits, divisions=NO_POINTS)
    levels = []
    for chit in (*chits, ""):
        if table.decision.subject["kind"] == "command":
            table.do("activate", unit="a")
        table.do("rally", unit="a")
        levels.append(table.hex(HERE).dg)
        if chit:
            table.dice(chit)
            table.do("end_activation")
    assert levels == [3, 2, 1, 0]


@pytest.mark.clause("CSS-10.2.3-03")
def test_who_leaves_takes_the_level_along_and_who_stays_keeps_it() -> None:
    table = marked(("dg", 2), a=us(HERE, deployed=False), b=us(HERE))
    table.do("move", units=("a",))
    table.step("11.32")
    assert (table.hex(HERE).dg, table.hex("11.32").dg) == (2, 2)


@pytest.mark.clause("CSS-10.2.3-04")
@pytest.mark.parametrize(("mine", "theirs", "after"), [(1, 3, 3), (3, 0, 3), (2, 2, 2), (0, 1, 1)])
def test_the_higher_level_counts_for_everybody_at_once(mine: int, theirs: int, after: int) -> None:
    markers = [(h, "dg", level) for h, level in ((HERE, mine), ("11.32", theirs)) if level]
    pieces = {"a": us(HERE, deployed=False), "b": us("11.32"), "c": us("11.32"), **FAR}
    table = activation(OPEN, pieces, US, markers=markers)
    table.do("move", units=("a",))
    table.step("11.32")
    assert table.hex("11.32").dg == after
    assert table.hex(HERE).dg == 0


@pytest.mark.clause("CSS-10.2.3-05")
def test_passing_through_spreads_the_level() -> None:
    table = marked(("dg", 2), a=us(HERE, deployed=False), b=us("11.32"))
    table.do("move", units=("a",))
    table.step("11.32", "11.33")
    assert [table.hex(h).dg for h in (HERE, "11.32", "11.33")] == [0, 2, 2]
    pieces = {"a": us(HERE, deployed=False), "b": us("11.32"), **FAR}
    table = activation(OPEN, pieces, US, markers=[("11.32", "dg", 3)])
    table.do("move", units=("a",))
    table.step("11.32")
    assert table.decision.subject["points"] == [4]  # 5 less 1 for the step, halved at once
    table.step("11.33")
    assert table.hex("11.33").dg == 3


@pytest.mark.clause("CSS-10.2.3-10", "CSS-10.2.3-11", "CSS-10.2.3-12", "CSS-10.2.3-13", "CSS-10.2.3-14")
def test_the_rally_example() -> None:
    ground = board("....\n....\n....\n....\n", first="53.10")
    pieces = {
        "i141": us("54.12", deployed=False), "l141": us("54.12", deployed=False),
        "i142": us("55.12", formation="r142"), "x": ge("53.10", fire=None),
        "hq": us("56.13", formation="", division="d36", hq="division", command_range=5),
    }  # fmt: skip
    table = activation(ground, pieces, BOTH, markers=[("54.12", "suppressed", None), ("54.12", "dg", 1)],
                       divisions=NO_POINTS, turns=1)  # fmt: skip
    assert set(table.state.activity) == {"i141", "l141", "i142", "hq"}
    table.do("rally", unit="i141")
    assert (table.hex("54.12").stress, table.hex("54.12").dg) == ("", 1)
    assert table.refused("rally", unit="i141") == ["10.1"]
    assert table.refused("rally", unit="l141") == ["10.1"]
    table.do("move", units=("i141",))
    table.step("55.12")
    table.do("stop")
    assert table.hex("55.12").dg == 1
    assert table.state.divisions["d36"].commands == 8
    assert table.refused("rally", unit="l141") == ["10.1"]
    table.do("move", units=("l141",))
    table.step("55.12")
    table.do("stop")
    assert {u for u in pieces if table.where(u) == "55.12"} == {"i141", "l141", "i142"}
    assert table.hex("55.12").dg == 1
    table.do("rally", unit="l141")
    assert table.hex("55.12").dg == 0
    assert table.state.divisions["d36"].commands == 7
    table.do("end_activation")
    assert table.hex("55.12").dg == 1


@pytest.mark.clause("CSS-10.2.2-04")
def test_pinned_companies_build() -> None:
    table = marked(("pinned", None), a=us(HERE), e=us(HERE, engineer=True))
    built = {(c.get("unit"), c.get("what")) for c in table.offered("build")}
    assert built == {("a", "foxhole"), ("e", "foxhole"), ("e", "trench")}
    table.do("build", unit="a", what="foxhole")
    assert (table.hex(HERE).fortification, table.hex(HERE).stress) == ("foxhole", "pinned")
