"""The study of plans for a chit: plans are followed, designs find what is good, and judge by dice they never saw."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from rules.company_scale.bot.chits import chit_of
from rules.company_scale.bot.script import CompanyScript
from rules.engine.command import Command
from rules.engine.evaluator import Manner
from rules.engine.options import Decision
from rules.fitting.designs import DESIGNS, Chit, Playouts, outcome
from rules.fitting.plans import HELD_OUT, Task, chits, studied, table
from rules.fitting.portfolio import NOTHING, Part, Plan, PlannedScript, portfolio
from rules.opponent.planner import ImaginedNature, play_on


@pytest.fixture(scope="module")
def chit() -> Chit:
    """Return the first chit of a game whose units have a choice."""
    return next(iter(chits("first-light", 3, 1.0)))


def parts_of(chit: Chit) -> Mapping[str, list[Part]]:
    """Return what each unit could do otherwise."""
    game = chit.game()
    asked = game.run()
    assert isinstance(asked, Decision)
    return portfolio(game, asked)


def commands_of(chit: Chit, plan: Plan) -> list[Command]:
    """Return what a plan's side does under the chit."""
    game, nature, found = chit.game(), ImaginedNature(1), list[Command]()
    scripts = {seat: CompanyScript(1, Manner()) for seat in chit.system.seats}
    planned = PlannedScript(1, plan, chit.key)
    while chit_of(game.state) == chit.key and (asked := game.run()) is not None:
        if not isinstance(asked, Decision):
            game.happen(nature.answer(asked, game.state.turn))
            continue
        script = planned if asked.seat == chit.seat else scripts[asked.seat]
        command = script.choose(game, asked).command
        found += [command] if asked.seat == chit.seat else []
        game.apply(command)
    return found


def test_no_plan_is_the_usual_play(chit: Chit) -> None:
    evaluator = chit.system.evaluator
    assert evaluator is not None
    scripts = {seat: evaluator.script(Manner(), 5) for seat in chit.system.seats}
    end = play_on(chit.game(), lambda _: scripts, evaluator, 5, lambda now: now.state.turn != chit.key[0])
    assert outcome(chit, NOTHING, 5, "turn") == sum(part.points for part in evaluator.value(end, chit.seat))


def test_what_a_plan_puts_first_is_done_first(chit: Chit) -> None:
    for unit, parts in parts_of(chit).items():
        for part in parts:
            if part.first is not None:
                first = commands_of(chit, ((unit, part),))[0]
                assert first == part.first.command or (first.verb, first.text("unit")) == ("activate", unit)


def test_who_waits_does_nothing_under_the_chit(chit: Chit) -> None:
    waits = tuple((unit, part) for unit, parts in parts_of(chit).items() for part in parts if part.text == "wait")
    assert waits and any(command.verb not in ("end_activation", "pass_unit") for command in commands_of(chit, NOTHING))
    names = {unit for unit, _ in waits}
    for command in commands_of(chit, waits):
        assert command.text("unit") not in names and not names & set(command.texts("units"))


UNITS = {name: [Part(f"{name}{n}") for n in range(3)] for name in "abc"}


class Known(Playouts):
    """Playouts of a game in which a2 and b1 gain 0.5 each, all else loses, and dice decide as much."""

    def point(self, plan: Plan, sample: int) -> float:
        """Return the outcome of a plan in a sample."""
        known = self.known.setdefault(plan, {})
        if sample not in known:
            self.made += 1
            told = {unit: part.text for unit, part in plan}
            gains = [0.5 if text in ("a2", "b1") else -0.4 for text in told.values()]
            known[sample] = sum(gains) + Random(f"{sample} {sorted(told.items())}").gauss(0, 0.3)
        return known[sample]


@pytest.mark.parametrize("design", ["greedy", "composed", "evolved"])
def test_a_joint_plan_is_found_within_the_rollouts(chit: Chit, design: str) -> None:
    playouts = Known(chit, "turn", 1500)
    plan = DESIGNS[design](playouts, UNITS, Random(1))
    assert sorted(part.text for _, part in plan) == ["a2", "b1"]
    assert playouts.made <= 1500 and max(playouts.known[NOTHING]) < HELD_OUT


@pytest.mark.parametrize("design", DESIGNS)
def test_the_usual_play_stays_where_nothing_gains(chit: Chit, design: str) -> None:
    units = {"c": UNITS["c"]}
    assert DESIGNS[design](Known(chit, "turn", 300), units, Random(1)) == NOTHING


def test_a_study_tells_the_gain_on_held_out_samples(chit: Chit) -> None:
    row = studied(chit, Task("first-light", 3, 1.0, "single", "chit", 12, {"turn": 2}))
    assert row.rollouts <= 12 and set(row.gains) == {"turn"}
    better = row._replace(source="the-feint", plan=("a: wait",), gains={"turn": 1.0}, promised=2.0)
    still = row._replace(plan=(), gains={"turn": 0.0}, promised=0.0, rollouts=12, seconds=1.0)
    lines = list(table([still, better._replace(rollouts=12, seconds=1.0)], ["turn"]))
    assert lines[2].startswith("| first-light | 1 | 0 | +0.00")
    assert lines[3].startswith("| the-feint | 1 | 1 | +1.00")
    assert lines[4].startswith("| all | 2 | 1 | +0.50 [-0.48, +1.48] | +1.00 | 12 | 1.0 |")
