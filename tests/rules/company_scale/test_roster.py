"""The roster of a scenario says the same as its units one by one."""

from __future__ import annotations

from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.r04_chits_in_play import chits_of, is_chit_of
from rules.company_scale.scenario import SIDES
from rules.company_scale.system import SYSTEM
from rules.engine.game import Game
from rules.engine.nature import SeededNature
from rules.engine.session import Session

SCENARIO = load_scenario("rolins-night")


def test_the_roster_names_every_unit_under_its_side_division_and_formation() -> None:
    roster, units = SCENARIO.roster, SCENARIO.units
    for side in SIDES:
        assert list(roster.sides[side]) == [name for name, unit in units.items() if unit.side == side]
    for name in SCENARIO.divisions:
        assert list(roster.divisions[name]) == [u for u, unit in units.items() if unit.division == name]
        assert [hq.id for hq in roster.headquarters[name]] == [u for u in roster.divisions[name] if units[u].hq]
    for name in roster.formations:
        assert list(roster.formations[name]) == [u for u, unit in units.items() if unit.formation == name]


def test_the_roster_knows_who_arrives_when() -> None:
    late = load_scenario("push-for-the-railway")
    assert set(late.roster.arrivals) == {due.turn for due in late.reinforcements}
    assert late.roster.arrivals[3] == {"hq_gr308", "gr308_1", "gr308_2", "gr308_3", "gr308_4"}


def test_a_chit_nobody_has_is_no_chit_of_a_side() -> None:
    session = Session.new(SYSTEM, SCENARIO, nature=SeededNature(1))
    game = Game(SYSTEM.kinds, SCENARIO, session.state)
    for chit in ("", "division:", "division:us_99", "formation:us_3", "division:ir_7", "wind", "command:german"):
        assert not any(is_chit_of(game, chit, side) for side in SIDES)
    assert is_chit_of(game, "division:ge_338", "german")
    assert not is_chit_of(game, "division:ge_338", "allied")
    assert "formation:ir_7" in set(chits_of(game, "allied"))
    assert "formation:ir_30" not in set(chits_of(game, "allied"))
