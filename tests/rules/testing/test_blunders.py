"""Silly acts: what is watched, counted and kept of a game, whatever the system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from rules.engine.command import Command, cmd
from rules.engine.options import Decision
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.testing.blunders import ENDLESS, ILLEGAL, KEPT, Watched, watch
from rules.testing.bots import RandomBot, bots_for, play_out
from rules.testing.gear import Blunder, BlunderCounter, DecisionStep
from tests.rules.engine.helpers.toy_system import TOY


def duel() -> Session:
    return Session.new(TOY, TOY.load("duel"), seed=4, source="duel")


class Verbs(BlunderCounter):
    """Counts moves as a share of all decisions."""

    name = "moves"
    wanted = None
    is_share = True

    def __init__(self) -> None:
        self.steps: list[DecisionStep] = []

    def see(self, step: DecisionStep) -> Iterator[Blunder]:
        self.steps.append(step)
        yield Blunder(step.seat, str(step.command))

    def base(self) -> Mapping[str, int]:
        return {"red": len(self.steps)}


class Wrong(RandomBot):
    """Answers with something else than an option, now and then."""

    def choose(self, seat: Seat, decision: Decision) -> Command:
        return super().choose(seat, decision) if self.random.random() < 0.5 else cmd("fly")


def test_every_step_is_watched_with_the_game_before_and_after() -> None:
    act, session = Verbs(), duel()
    watched = watch(session, bots_for(TOY.seats, ["random"], 4), [act], 4)
    assert session.is_over
    assert sum(watched.counts.values()) == len(act.steps) == sum(map(len, watched.seconds.values()))
    for one, other in zip(act.steps, act.steps[1:], strict=False):
        assert one.after.state is other.before.state and one.before.state is not one.after.state
    first = act.steps[0]
    assert watched.examples[0][1:] == (4, first.seq, first.seat, str(first.command))
    assert watched.bases == {("moves", "red"): len(act.steps)}


def test_the_same_game_is_played_as_without_watching() -> None:
    watched, plain = duel(), duel()
    watch(watched, bots_for(TOY.seats, ["random"], 4), [Verbs()], 4)
    play_out(plain, bots_for(TOY.seats, ["random"], 4))
    assert watched.digest() == plain.digest()


def test_an_answer_that_is_no_option_is_counted_and_the_game_goes_on() -> None:
    session = duel()
    watched = watch(session, {seat: Wrong(place) for place, seat in enumerate(TOY.seats)}, [], 4)
    assert session.is_over
    assert sum(count for (act, _), count in watched.counts.items() if act == ILLEGAL) > 3
    assert watched.examples[0].act == ILLEGAL and "fly" in watched.examples[0].text


def test_a_game_that_does_not_end_is_counted() -> None:
    watched = watch(duel(), bots_for(TOY.seats, ["random"], 4), [], 4, limit=2)
    (((act, _), count),) = watched.counts.items()
    assert (act, count) == (ENDLESS, 1)
    assert watched.examples[0].text == "not over after 2 decisions"


def test_thinking_is_timed_for_each_seat() -> None:
    ticks = iter(range(100_000))
    watched = watch(duel(), bots_for(TOY.seats, ["random"], 4), [], 4, clock=lambda: float(next(ticks)))
    assert set(watched.seconds) == set(TOY.seats)
    assert {time for times in watched.seconds.values() for time in times} == {1.0}


@pytest.mark.parametrize("times", [1, 4])
def test_some_examples_are_kept_of_an_act_and_all_are_counted(times: int) -> None:
    watched = Watched(1)
    for seq in range(KEPT + 5):
        watched.note("act", seq, [Blunder("red", "again", times)])
    assert watched.counts == {("act", "red"): times * (KEPT + 5)}
    assert len(watched.examples) == KEPT
