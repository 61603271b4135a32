"""The opponent in a process of its own: lines in, lines out, no Qt, nothing but positions."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.company_scale.bot.chits import RACED
from rules.engine.command import Command
from rules.engine.evaluator import Manner
from rules.engine.nature import SeededNature
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.opponent.levels import LEVELS, evaluator_of
from rules.opponent.planner import PlanningProgress, Position, Thought
from rules.opponent.self_play import position_of
from rules.opponent.working import Player, Worker, work
from rules.systems import systems
from rules.testing.bots import bots_for, play_out

ROOT = Path(__file__).resolve().parents[3]
NO_QT = ROOT / "tests" / "no_qt"
SCENARIOS = {"company_scale": "first-light", "command_cards": "last-attack", "striking_anvil": "anvil-historical"}


def begun(name: str, decisions: int = 60) -> Session:
    """Return a game some decisions after its start."""
    system, source = systems()[name], SCENARIOS[name]
    session = Session.new(system, system.load(source), nature=SeededNature(5), source=source)
    play_out(session, bots_for(system.seats, ["regular"], 5), decisions)
    return session


def beginning(session: Session) -> dict[str, Any]:
    """Return the line that begins a game."""
    return {"begin": {"system": session.system.id, "scenario": session.source}}


def question(session: Session, number: int = 1, **other: Any) -> dict[str, Any]:
    """Return the line that puts the present question."""
    assert session.decision is not None
    seat = session.decision.seat
    state = position_of(Seat(session, seat)).state.to_plain()
    asked = {"n": number, "seq": session.seq, "seat": seat, "level": "regular", "temper": "plain", "state": state}
    return {"think": {**asked, **other}}


def answers(*told: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what is answered to lines."""
    lines = b"".join(json.dumps(line, default=dict).encode() + b"\n" for line in told)
    out = io.BytesIO()
    assert work(io.BytesIO(lines), out) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_process_without_qt_answers_as_the_player_does(name: str) -> None:
    session = begun(name)
    lines = [json.dumps(line, default=dict) for line in (beginning(session), question(session))]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(NO_QT), str(ROOT)])}
    done = subprocess.run(
        [sys.executable, "-m", "app", "--think"], cwd=ROOT, env=environment, input="\n".join(lines) + "\n",
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0 and done.stderr == ""
    ready, answer = map(json.loads, done.stdout.splitlines())
    assert ready == {"ready": session.scenario.hash} and answer["n"] == 1
    decision = session.decision
    assert decision is not None
    player = Player(evaluator_of(session.system, Manner()), Manner())
    expected = player.choose(position_of(Seat(session, decision.seat)), decision, session.seq)
    assert Thought.of(answer["thought"]).command == expected.command
    assert Command.from_json(answer["thought"]["command"]) in decision.options


def test_a_fault_in_one_question_is_told_and_the_next_one_answered() -> None:
    session = begun("company_scale")
    early, ready, unknown, other, nonsense, right = answers(
        question(session), beginning(session), question(session, 2, level="nobody"),
        question(session, 3, seat="nobody"), question(session, 4, state={"frames": 1}), question(session, 5),
    )  # fmt: skip
    assert early["n"] == 1 and "no game has started" in early["failed"]
    assert ready["ready"] == session.scenario.hash
    assert "has no level nobody" in unknown["failed"]
    assert "nobody seat has nothing to decide" in other["failed"]
    assert nonsense["n"] == 4 and "failed" in nonsense
    assert right["n"] == 5 and "thought" in right


def test_a_scenario_that_cannot_be_loaded_is_told() -> None:
    (answer,) = answers({"begin": {"system": "company_scale", "scenario": "no-such-scenario"}})
    assert answer["n"] == 0 and "no-such-scenario" in answer["failed"]


def test_a_game_that_cannot_begin_leaves_nothing_of_the_one_before() -> None:
    session = begun("company_scale")
    other = {"begin": {"system": "command_cards", "scenario": "no-such-scenario"}}
    ready, failed, early, again, right = answers(
        beginning(session), other, question(session), beginning(session), question(session, 2)
    )
    assert "no-such-scenario" in failed["failed"] and "no game has started" in early["failed"]
    assert again == ready == {"ready": session.scenario.hash}
    assert "thought" in right


@pytest.mark.parametrize(
    "nonsense",
    [
        b"{", b"7", b'"begin"', b'{"begin": 3}', b'{"think": {}}', b'{"think": {"n": 1e999}}', b"\xff\xfe",
        b"[" * 5000, b'{"begin": {"system": [], "scenario": {}}}', b'{"think": {"n": "x"}}', b'{"begin": {}}',
        b'{"think": {"n": 1' + b"0" * 400 + b"}}",
    ],
)  # fmt: skip
def test_nonsense_is_told_and_the_next_question_answered(nonsense: bytes) -> None:
    session = begun("command_cards", 20)
    told = [json.dumps(line, default=dict).encode() for line in (beginning(session), question(session))]
    out = io.BytesIO()
    assert work(io.BytesIO(b"\n".join([nonsense, *told, b""])), out) == 0
    failed, ready, right = map(json.loads, out.getvalue().splitlines())
    assert failed["n"] == 0 and failed["failed"]
    assert "ready" in ready and "thought" in right


def test_whatever_arrives_ends_a_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    session = begun("company_scale")
    asked: list[bool] = []

    def choose(self: Player, position: Position, decision: Any, seq: int, go_on: Any) -> Thought:
        asked.extend(go_on(PlanningProgress("storm", 3, share)) for share in (0.1, 0.2))
        return Thought(decision.seat, seq, decision.kind, next(iter(decision.options)))

    monkeypatch.setattr(Player, "choose", choose)
    assert [line for line in answers(beginning(session), question(session)) if "thought" in line]
    assert asked == [False, False]  # the input has ended

    asked.clear()
    out = io.BytesIO()
    worker = Worker(out)
    lines = iter([beginning(session), question(session), None])
    monkeypatch.setattr(worker, "_inbox", OneByOne(lines))
    worker.run()
    assert asked == [True, True]


@pytest.mark.parametrize("rollouts", [1, 5])
def test_a_stop_ends_the_thought_after_the_rollout_under_way(rollouts: int) -> None:
    session = planning()
    *_, answer = answers_until(session, question(session, level="general"), rollouts)
    thought = Thought.of(answer["thought"])
    assert sum(plan.samples for plan in thought.plans) == rollouts
    assert session.decision is not None and thought.command in session.decision.options


def test_a_plan_takes_the_share_of_rollouts_that_its_moment_is_worth() -> None:
    session = planning()
    *_, answer = answers_until(session, question(session, level="general"))
    made = sum(plan.samples for plan in Thought.of(answer["thought"]).plans)
    assert 1 < made <= round(LEVELS["general"].rollouts * RACED.share) < LEVELS["general"].rollouts


def answers_until(session: Session, asked: dict[str, Any], stop: int = 1_000_000) -> list[dict[str, Any]]:
    """Return what is answered where a stop comes during the rollout of that number."""
    out = io.BytesIO()
    worker = Worker(out)
    worker._inbox = OneByOne(iter([beginning(session), asked, None]), stop)  # type: ignore[assignment]
    worker.run()
    return [json.loads(line) for line in out.getvalue().splitlines()]


def planning() -> Session:
    """Return a game at a moment with at least three plans."""
    session = begun("company_scale", 40)
    evaluator = evaluator_of(session.system, Manner())
    bots = bots_for(session.system.seats, ["regular"], 5)
    while (decision := session.decision) is not None:
        game = position_of(Seat(session, decision.seat)).game()
        if evaluator.moment(game, decision) and len(evaluator.stances(game, decision, Manner())) > 2:
            return session
        play_out(session, bots, 1)
    raise AssertionError("nothing to plan in a whole game")


class OneByOne:
    """An inbox in which nothing waits behind the line that is taken, or only after it was asked so often."""

    def __init__(self, lines: Iterator[dict[str, Any] | None], asked: int = 1_000_000) -> None:
        self.lines, self.left = lines, asked

    def get(self) -> bytes:
        told = next(self.lines)
        return json.dumps(told, default=dict).encode() if told is not None else b""

    def empty(self) -> bool:
        self.left -= 1
        return self.left > 0


def test_progress_is_told_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.BytesIO()
    worker = Worker(out)
    clock = iter([0.05, 0.2, 0.25, 0.5])
    monkeypatch.setattr("rules.opponent.working.perf_counter", lambda: next(clock))
    for share in (0.1, 0.2, 0.3, 0.4):
        worker._tell_progress(7, PlanningProgress("hold", 2, share))
    assert [json.loads(line)["share"] for line in out.getvalue().splitlines()] == [0.2, 0.4]
