"""How the levels act: only what the rules allow is paid for, and every reason adds up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.company_scale.bot.script import CompanyScript
from rules.engine.command import Command
from rules.engine.evaluator import Manner
from rules.engine.options import Decision
from rules.engine.seat import seats_of
from rules.engine.session import Session
from rules.systems import systems
from rules.testing.bots import bots_for, play_out


def begun(decisions: int, seed: int = 3) -> Session:
    """Return a game of First Light some decisions after its start."""
    system = systems()["company_scale"]
    session = Session.new(system, system.load("first-light"), seed=seed)
    play_out(session, bots_for(system.seats, ["regular"], seed), decisions)
    return session


def played(level: str, seed: int, decisions: int) -> Iterator[tuple[Decision, Command]]:
    """Play First Light at a level on both sides; yield each decision with its answer before it is carried out."""
    session = begun(0, seed)
    bots, seats = bots_for(session.system.seats, [level], seed), seats_of(session)
    for _ in range(decisions):
        decision = session.decision
        if decision is None:
            break
        command = bots[decision.seat].choose(seats[decision.seat], decision)
        yield decision, command
        session.submit(decision.seat, session.seq, command)


@pytest.mark.parametrize("level", ["recruit", "regular"])
def test_no_command_is_paid_for_a_unit_that_then_passes(level: str) -> None:
    paid = False
    for _, command in played(level, 52, 300):
        assert command.verb != "pass_unit" or not paid, command
        paid = command.verb == "activate"


def test_a_reason_tells_parts_and_what_was_worth_less() -> None:
    session = begun(30)
    scripts = {seat: CompanyScript(1, Manner()) for seat in session.system.seats}
    seats, told = seats_of(session), 0
    for _ in range(150):
        decision = session.decision
        assert decision is not None
        choice = scripts[decision.seat].choose(seats[decision.seat].think(), decision)
        if choice.parts:
            told += 1
            assert choice.text and all(part.text for part in choice.parts)
            if decision.kind == "activation":
                worth = sum(part.points for part in choice.parts)
                assert worth > 0
                better = [other for other in choice.others if other.worth > worth + 1e-9]
                assert not better or f"worth more ({better[0].worth:.2f})" in choice.text
        session.submit(decision.seat, session.seq, choice.command)
    assert told > 20


def test_no_move_is_begun_that_stops_where_it_began() -> None:
    """A unit that has arrived does not set out again for where it is; weapons are not led to a ridge (6.2.2)."""
    moves = 0
    for decision, command in played("regular", 3, 400):
        if decision.kind == "movement":
            moves += 1
            assert command.verb == "step" or decision.subject["steps"], decision.subject
    assert moves > 50
