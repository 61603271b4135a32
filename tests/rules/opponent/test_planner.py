"""What is told of planning while it goes on."""

from __future__ import annotations

from rules.engine.evaluator import Manner
from rules.engine.nature import SeededNature
from rules.engine.seat import seats_of
from rules.engine.session import Session
from rules.opponent.levels import evaluator_of
from rules.opponent.planner import PlanningProgress
from rules.opponent.self_play import position_of
from rules.opponent.working import Player
from rules.systems import systems
from rules.testing.bots import bots_for, play_out


def test_progress_names_a_plan_only_once_it_leads_the_usual_one() -> None:
    system, manner = systems()["company_scale"], Manner("general")
    session = Session.new(system, system.load("first-light"), nature=SeededNature(5), source="first-light")
    player, seats, heard = Player(evaluator_of(system, manner), manner), seats_of(session), list[PlanningProgress]()

    def go_on(progress: PlanningProgress) -> bool:
        heard.append(progress)
        return True

    while session.decision is not None and len({progress.best for progress in heard}) < 2:
        decision, before = session.decision, len(heard)
        position = position_of(seats[decision.seat])
        if decision.seat == "german":
            thought = player.choose(position, decision, session.seq, go_on)
            if thought.plans:
                assert thought.plans[0].text not in {progress.best for progress in heard[before:]}
            session.submit(decision.seat, session.seq, thought.command)
        else:
            play_out(session, bots_for(system.seats, ["regular"], 5), 1)
    assert heard[0].best == "" and any(progress.best for progress in heard)
