"""The worked examples of indirect fire and barrages, played from their files to the numbers of the rulebook (8.7)."""

from __future__ import annotations

import pytest

from tests.rules.company_scale.helpers.guns import barrages, entry_of, lay, letters, subject
from tests.rules.company_scale.helpers.moves import points
from tests.rules.company_scale.helpers.tables import TableTop
from tests.scenarios.test_examples import bought, opened, reach


def composed() -> TableTop:
    """Wait for the chit of the 45th and put the fire at 15.53 together."""
    table = opened("08-7-indirect-fire", 9, 9)
    table.do("buy_chit", chit="division:us_45")
    table.dice("division:us_45").do("done")
    while table.asked[1] != "activation":
        table.do("pass" if table.asked[1] == "purchase" else "done")
    return lay(table, "fab_160", "15.53", "fab_171")


@pytest.mark.clause("CSS-8.7-07")
def test_indirect_fire_at_a_city() -> None:
    table = composed()
    assert subject(table)["spotters"] == ["c_157"]
    assert (subject(table)["strength"], subject(table)["barrage"]) == (5, "heavy")
    assert letters(table) == {"": 4, "g": 1, "e": -3}
    answer = table.session.query("odds")
    assert (answer.fire_value, answer.barrage.chance, answer.on_fire) == (2, (9, 10), (1, 10))
    assert [row.die for row in answer.table if row.result] == [0, 1, 2]


@pytest.mark.clause("CSS-8.7-07")
@pytest.mark.parametrize(("die", "hit", "laid"), [(2, True, True), (5, False, True), (9, False, False)])
def test_what_the_dice_bring(die: int, hit: bool, laid: bool) -> None:
    table = composed()
    assert bool(entry_of(table.dice(die, 0).do("confirm"))) is hit
    assert barrages(table) == ({"15.53": "heavy"} if laid else {})
    assert table.state.activity["fab_160"].shelled and table.state.activity["fab_171"].shelled


@pytest.mark.clause("CSS-8.7.2-08")
def test_leaving_a_medium_barrage() -> None:
    table = bought("08-7-2-barrages", "formation:ir_141", 5)
    table.do("move", units=("a_141",))
    assert points(table) == [1]
    assert reach(table) == {"22.11", "22.13", "21.11", "21.12", "23.12"}
    assert table.refused("step", to="23.11", by="terrain") == ["6.0"]  # woods
    table.step("23.12")
    assert table.decision.kind == "activation"


@pytest.mark.clause("CSS-8.7.2-09")
def test_entering_a_medium_barrage() -> None:
    table = bought("08-7-2-barrages", "formation:ir_141", 5)
    assert table.session.query("reach", units=["b_141"])["hexes"]["25.13"]["mp_left"] == 0
    table.do("move", units=("b_141",))
    assert points(table) == [2]
    table.step("25.13")
    assert (table.where("b_141"), table.decision.kind) == ("25.13", "activation")
