"""What a place is worth is reckoned by short ways that come to the same as asking every hex about every unit."""

from __future__ import annotations

import pytest

from rules.company_scale.bot.position_evaluation import PositionEvaluation, UnitEvaluator
from rules.company_scale.bot.weights import weights_of
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.pieces import counter, units_on_map
from rules.engine.evaluator import Manner
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.hexes.grid import distance, within
from rules.systems import systems
from rules.testing.bots import bots_for, play_out


@pytest.fixture(scope="module", params=[0, 60, 150])
def evaluations(request: pytest.FixtureRequest) -> list[PositionEvaluation]:
    """Return how both sides see First Light after some random decisions."""
    system = systems()["company_scale"]
    session = Session.new(system, load_scenario("first-light"), seed=4)
    play_out(session, bots_for(system.seats, ["random"], 4), request.param)
    game = Seat(session).think()
    return [PositionEvaluation(game, seat, weights_of(Manner())) for seat in ("allied", "german")]


def test_the_nearest_threat_is_the_nearest_of_all(evaluations: list[PositionEvaluation]) -> None:
    for evaluation in evaluations:
        for unit in units_on_map(evaluation.game, evaluation.seat):
            errand = UnitEvaluator(evaluation, unit)
            for here in within(errand.here, 9):
                assert errand._nearest[here] == min((distance(here, h) for h in errand.threats), default=9)


def test_a_headquarters_leads_the_units_within_its_range(evaluations: list[PositionEvaluation]) -> None:
    seen = 0
    for evaluation in evaluations:
        for unit in units_on_map(evaluation.game, evaluation.seat):
            errand, reach = UnitEvaluator(evaluation, unit), counter(evaluation.game, unit).command_range
            if errand.printed.hq:
                seen += len(errand.led)
                for here in within(errand.here, 9):
                    assert errand._leads[here] == sum(distance(here, h) <= reach for h in errand.led)
    assert seen


@pytest.mark.parametrize("settles", [False, True])
def test_a_unit_that_settles_is_deployed_where_it_is_in_command(
    evaluations: list[PositionEvaluation], settles: bool
) -> None:
    for evaluation in evaluations:
        for unit in units_on_map(evaluation.game, evaluation.seat):
            errand = UnitEvaluator(evaluation, unit, settles=settles)
            hexes = list(within(errand.here, 4))
            expected = [errand.place(h, deployed=settles and h in errand._in_command) for h in hexes]
            assert errand._arriving(hexes) == expected
