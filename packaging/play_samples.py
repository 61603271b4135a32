"""Play the games in scenarios/samples: a script in a player's place against the computer, whose thoughts are kept.

`python packaging/play_samples.py` plays them anew, which is needed only when old records can no longer be replayed.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from app.play.files import SUFFIX
from app.play.players import KEY, Players
from app.play.scenarios import SAMPLES_FOLDER
from app.play.thoughts import Thoughts, beside
from rules.engine.evaluator import Manner
from rules.engine.folders import scenarios_dir
from rules.engine.record import RecordWriter
from rules.engine.seat import seats_of
from rules.engine.session import Session
from rules.opponent.levels import evaluator_of
from rules.opponent.self_play import position_of
from rules.opponent.working import Player
from rules.systems import find
from rules.testing.bots import bot


class Sample(NamedTuple):
    """A game to play: its file, scenario and seed, the seat of the player, and the bot that stands for him."""

    file: str
    scenario: str
    seed: int
    seat: str
    bot: str


SAMPLES = (
    Sample("First Light, lost as the Germans", "first-light", 6, "german", "recruit"),
    Sample("The Feint, won as the Germans", "the-feint", 8, "german", "recruit"),
)


def play(sample: Sample, folder: Path) -> Session:
    """Play a game to its end into a record and its thoughts."""
    path = folder / f"{sample.file}{SUFFIX}"
    beside(path).unlink(missing_ok=True)
    system, source = find(sample.scenario)
    writer = RecordWriter(path, options={"seed": sample.seed, "own_dice": False})
    session = Session.new(system, system.load(source), seed=sample.seed, listeners=[writer], source=source)
    manners = {seat: Manner() for seat in system.seats if seat != sample.seat}
    session.keep(KEY, Players(manners).to_plain())
    computers = {seat: Player(evaluator_of(system, manner), manner) for seat, manner in manners.items()}
    player, seats, thoughts = bot(sample.bot, sample.seed), seats_of(session), Thoughts(path)
    while (decision := session.decision) is not None:
        seat = seats[decision.seat]
        if decision.seat in computers:
            thought = computers[decision.seat].choose(position_of(seat), decision, session.seq)
            session.submit(decision.seat, session.seq, thought.command)
            thoughts.keep(thought)
        else:
            session.submit(decision.seat, session.seq, player.choose(seat, decision))
    return session


if __name__ == "__main__":
    for sample in SAMPLES:
        session = play(sample, scenarios_dir() / SAMPLES_FOLDER)
        print(f"{sample.file}: {session.system.result(session.scenario, session.state)['text']}")
