"""What the command `bench` measures of this system beside what it measures of every one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from rules.command_cards.folders import scenario_folder
from rules.command_cards.hexes import distance
from rules.command_cards.queries import ask_odds
from rules.command_cards.state import Table
from rules.engine.bots import bots_for, play_out
from rules.engine.command import cmd
from rules.engine.game import Game
from rules.engine.options import Decision
from rules.engine.session import Session
from rules.engine.system import Bench
from rules.hexes.bench import Measure, least


def measures(session: Session) -> Iterator[Measure]:
    """Yield what the options of a card just laid out cost, and exact odds of three dice."""
    work, bots = session.fork(), bots_for(session.system.seats, ["random"], 1)
    while work.decision is not None and work.decision.kind != "staging":
        play_out(work, bots, 1)
    if (decision := work.decision) is not None:
        card = work.state.hands[decision.seat][0]
        if cmd("choose", card=card) in decision.options:
            work.submit(decision.seat, work.seq, cmd("choose", card=card))
        yield ("options of a card laid out", least(lambda: _options(work), 20), 2e-3)
    game: Table = Game(work.system.kinds, work.scenario, work.state)
    ours, theirs = (next(n for n, u in game.state.units.items() if u.seat == seat) for seat in work.system.seats)
    place = game.state.units[theirs].hex
    near = next(h for h in game.scenario.map.terrain if distance(h, place) == 1)
    yield ("exact odds of a close assault", least(lambda: ask_odds(game, ours, theirs, near), 20), 5e-3)


def _options(session: Session) -> int:
    decision = Game(session.system.kinds, session.scenario, session.state).run()
    return len(decision.options) if isinstance(decision, Decision) else 0


def prolonged(source: Any) -> Any:
    """Return a scenario's document with many rounds and medals."""
    data = yaml.safe_load((scenario_folder() / f"{source}.yaml").read_text(encoding="utf-8"))
    sides = {seat: {**side, "medals": 12} for seat, side in data["sides"].items()}
    return {**data, "sides": sides, "limit": {**data["limit"], "rounds": 200}}


BENCH = Bench("last-attack", measures, prolonged)
