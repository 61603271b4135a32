"""Plans for an impulse: what is compared, what a plan does, what a position is worth."""

from __future__ import annotations

import pytest

from rules.engine.evaluator import Manner, Stance
from rules.opponent.planner import Position, rollout
from rules.striking_anvil.bot.script import PASS, PLANS
from rules.striking_anvil.bot.value import EVALUATOR
from rules.striking_anvil.r_victory import score
from rules.striking_anvil.system import SYSTEM
from tests.rules.striking_anvil.table import Table

PLAIN = Manner()
SETUP = {"08": ["us-7ir", "us-tfb"], "17": ["de-gr308"], "11": ["de-gr933"], "26": ["de-rgr28"]}


def table(turn: int = 3) -> Table:
    return Table(SETUP, allied="01 07 08", turn=turn)


def test_only_ones_own_impulse_is_planned() -> None:
    begun = table()
    moment = EVALUATOR.moment(begun.game, begun.decision)
    assert moment is not None and not moment.is_far_enough(begun.game)
    begun.do("activate", area="08")
    assert EVALUATOR.moment(begun.game, begun.decision) is None


def test_the_first_plan_is_what_the_script_does_anyway_and_the_last_a_pass() -> None:
    begun = table()
    stances = EVALUATOR.stances(begun.game, begun.decision, PLAIN)
    usual = EVALUATOR.script(PLAIN, 1).choose(begun.game, begun.decision)
    assert 2 <= len(stances) <= PLANS + 1 and len({stance.data for stance in stances}) == len(stances)
    assert stances[0].text == usual.text and stances[-1] == Stance(PASS, None)


def test_a_plan_is_carried_out_once_and_then_forgotten() -> None:
    begun = table()
    for stance in EVALUATOR.stances(begun.game, begun.decision, PLAIN):
        script = EVALUATOR.script(PLAIN, 1, stance)
        choice = script.choose(begun.game, begun.decision)
        assert (choice.command.verb == "pass") == (stance.text == PASS)
        if stance.text != PASS:
            assert choice.text == stance.text
    last = EVALUATOR.script(PLAIN, 1, Stance(PASS, None))
    last.choose(begun.game, begun.decision)
    assert last.choose(begun.game, begun.decision).command.verb == "activate"


def test_a_position_is_worth_the_same_to_both_with_the_sign_turned_and_its_parts_begin_with_the_score() -> None:
    game = table().game
    allied, german = (EVALUATOR.value(game, seat) for seat in SYSTEM.seats)
    assert [part.text for part in allied] == [part.text for part in german] and allied[0].points == score(game)
    assert [part.points for part in allied] == pytest.approx([-part.points for part in german])


def test_a_rollout_goes_to_the_end_of_the_turn_and_tells_the_same_each_time() -> None:
    begun = table()
    position = Position(SYSTEM, begun.session.scenario, begun.state, "allied")
    moment = EVALUATOR.moment(begun.game, begun.decision)
    stances = EVALUATOR.stances(begun.game, begun.decision, PLAIN)
    assert moment is not None

    def played(stance: Stance, sample: int) -> float:
        return rollout(
            position, EVALUATOR, moment, sample, planned=lambda seed: EVALUATOR.script(PLAIN, seed, stance),
            usual=lambda seed: EVALUATOR.script(PLAIN, seed),
        )  # fmt: skip

    assert played(stances[0], 1) == played(stances[0], 1)
    assert len({played(stance, 1) for stance in stances}) > 1
