"""Which hexes indirect fire reaches: range, sight, spotters (2.0, 8.7.1, 18.0)."""

from __future__ import annotations

import pytest

from rules.company_scale.r08_7_1_spotting import spotters
from rules.company_scale.r08_7_indirect_fire import IndirectFire
from rules.company_scale.records.answers import Targets
from rules.hexes.grid import hex_id
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.guns import FAR, FIELD, field, gun, lay, shell, subject
from tests.rules.company_scale.helpers.tables import ge, us


@pytest.mark.clause("CSS-8.7.1-01", "CSS-3.2-04")
def test_the_target_must_be_in_range() -> None:
    table = field({"a": gun("10.32", reach=10), "s": us("20.32"), **FAR})
    assert table.refused("indirect_fire", unit="a", hex="21.32") == ["8.7.1"]
    lay(table, "a", "20.33")
    assert table.decision.kind == "indirect_fire"


@pytest.mark.clause("CSS-3.2-04")
def test_the_small_number_above_a_black_value_is_its_range() -> None:
    table = field({"a": gun("10.32", value=4, reach=22), "s": us("33.32"), **FAR})
    assert table.refused("indirect_fire", unit="a", hex="33.32") == ["8.7.1"]  # 23 hexes
    shell(table, "a", "32.32", 3)
    assert table.state.barrages == {3232: "medium"}


@pytest.mark.clause("CSS-8.7.1-01")
def test_a_unit_that_sees_its_target_itself_needs_no_spotter() -> None:
    table = field({"a": gun("10.32"), **FAR})
    assert table.refused("indirect_fire", unit="a", hex="19.32") == ["8.7.1"]  # 9 hexes, nobody sees so far
    lay(table, "a", "18.32")
    assert subject(table)["spotters"] == ["a"]


@pytest.mark.clause("CSS-8.7.1-01", "CSS-8.7.1-02", "CSS-2.0-42")
def test_no_unit_but_one_of_its_division_spots() -> None:
    pieces = {"a": gun("10.32"), "other": us("20.32", formation="cav117"), **FAR}
    table = field(pieces)
    assert table.refused("indirect_fire", unit="a", hex="21.32") == ["8.7.1"]
    with_own = field({**pieces, "own": us("20.33", formation="r142")})
    lay(with_own, "a", "21.32")
    assert subject(with_own)["spotters"] == ["own"]


@pytest.mark.clause("CSS-8.7.1-02")
@pytest.mark.parametrize("marker", [("pinned", None), ("suppressed", None), ("barrage", "heavy"), ("dg", 4)])
def test_inactive_units_out_of_command_under_any_marker_may_spot(marker: tuple[str, str | int | None]) -> None:
    spotter = us("20.32", formation="r142", deployed=False)
    table = field({"a": gun("10.32"), "s": spotter, **FAR}, markers=[("20.32", *marker)])
    assert "s" not in table.state.activity
    lay(table, "a", "23.32")
    assert subject(table)["spotters"] == ["s"]


@pytest.mark.clause("CSS-8.7.1-02", "CSS-2.0-42")
def test_a_spotter_needs_a_clear_line_of_sight() -> None:
    wood = board("\n".join(["." * 12 + "w" + "." * 13] * 9), first="10.28")
    table = field({"a": gun("10.32"), "s": us("20.32"), **FAR}, ground=wood)
    assert table.refused("indirect_fire", unit="a", hex="24.32") == ["8.7.1"]
    assert list(spotters(table.game, "a", hex_id("24.32"))) == []
    lay(table, "a", "22.32")


@pytest.mark.clause("CSS-8.7.1-03")
def test_a_vacant_hex_one_with_friends_and_one_with_enemies_are_targets() -> None:
    pieces = {"a": gun("10.32"), "s": us("18.32"), "x": ge("20.32"), **FAR}
    for hex, harmless in (("19.33", True), ("18.32", True), ("10.32", True), ("20.32", False)):
        table = field(pieces)
        lay(table, "a", hex)
        assert subject(table)["harmless"] is harmless


@pytest.mark.clause("CSS-8.7.1-03")
def test_the_options_list_enemy_hexes_and_a_query_lists_all() -> None:
    table = field({"a": gun("10.32", reach=9), "s": us("18.32"), "x": ge("19.32"), "y": ge("20.32")})
    assert [str(c.get("hex")) for c in table.offered("indirect_fire")] == ["19.32"]
    found = table.session.query("targets", unit="a")
    assert {"19.32", "18.32", "10.32", "17.30"} <= set(found.indirect_fire)
    assert "20.32" not in found.indirect_fire
    assert len(found.smoke) == 5 and found.illuminate == ()
    assert table.session.query("targets", unit="x") == Targets()


def test_what_is_offered_is_what_nothing_speaks_against() -> None:
    pieces = {"a": gun("10.32", reach=12), "b": gun("10.32"), "c": gun("12.32", deployed=False), "p": gun("13.32"),
              "s": us("18.32"), **{f"x{row}": ge(f"{19 + abs(row - 31)}.{row}") for row in range(30, 35)}}  # fmt: skip
    for first_turn in ("0900", "night_1"):
        table = field(pieces, markers=[("13.32", "pinned", None)], first_turn=first_turn)
        action, game = IndirectFire(), table.game
        game.index = len(game.state.frames) - 1
        found = [c for c in action.candidates(game) if not list(action.reasons(game, c))]
        assert found == list(action.legal(game)) == table.offered("indirect_fire") != []


@pytest.mark.clause("CSS-18.0-05")
def test_a_reinforcement_hex_and_six_hexes_around_it_are_out_of_bounds() -> None:
    pieces = {"a": gun("10.32"), "s": us("17.32"), "x": ge("24.32"), "y": ge("17.33"), "z": ge("18.32")}
    table = field(pieces, entries={"german": frozenset({2432})})
    assert table.refused("indirect_fire", unit="a", hex="24.32") == ["18.0", "18.0"]
    assert table.refused("indirect_fire", unit="a", hex="18.32") == ["18.0"]  # 6 hexes away
    lay(table, "a", "17.33")  # 7 hexes away


@pytest.mark.clause("CSS-8.7.1-01")
def test_nonsense_is_refused_in_words() -> None:
    table = field({"a": gun("10.32"), "s": us("12.32"), **FAR})
    assert table.refused("indirect_fire", unit="nobody", hex="12.32")
    assert table.refused("indirect_fire", unit="a", hex="here")
    assert "3.1" in table.refused("indirect_fire", unit="a", hex="05.05")
    assert table.refused("indirect_fire", unit="s", hex="13.32") == ["8.7"]
    assert FIELD.hexes


@pytest.mark.clause("CSS-8.7.1-02")
@pytest.mark.parametrize("attached", [False, True])
def test_an_attached_formation_spots_for_the_division_it_is_attached_to(attached: bool) -> None:
    pieces = {"g": gun("10.32", base=ge, formation="gr305"), "s": ge("20.32", formation="pg111"), "u": us("35.30")}
    table = field(pieces, "formation:gr305")
    if attached:
        table.state.attached["pg111"] = "d198"
    found = list(spotters(table.game, "g", hex_id("22.32")))
    assert found == (["s"] if attached else [])
