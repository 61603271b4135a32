"""What tests and measurements ask of Battle Cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import yaml

from rules.command_cards.blunders.counters import counters
from rules.command_cards.bot.rare import COVERAGE_BIAS
from rules.command_cards.charts import scenario_folder
from rules.command_cards.hexes import distance
from rules.command_cards.queries import ask_odds
from rules.command_cards.state import Table
from rules.engine.game import Game
from rules.engine.options import Decision
from rules.engine.session import Session
from rules.hexes.lines import Measure, least
from rules.testing.gear import Bench, Gear


def measures(session: Session) -> Iterator[Measure]:
    """Yield what the options of a card just laid out cost at most, and the exact odds of a close assault."""
    fresh = Session.new(session.system, session.scenario, seed=1)
    yield ("options of a card laid out, worst of the deck", max(map(_laid_out, _each_card(fresh))), 2e-3)
    game: Table = Game(fresh.system.kinds, fresh.scenario, fresh.state)
    ours, theirs = (next(n for n, u in game.state.units.items() if u.seat == seat) for seat in fresh.system.seats)
    place = game.state.units[theirs].hex
    near = next(h for h in game.scenario.map.terrain if distance(h, place) == 1)
    yield ("exact odds of a close assault", least(lambda: ask_odds(game, ours, theirs, near), 20), 5e-3)


def _each_card(session: Session) -> Iterator[Session]:
    """Yield the first decision of a game with each card of the deck laid out."""
    assert session.decision is not None
    seat = session.decision.seat
    for card in session.scenario.charts.cards:
        work = session.fork()
        work.state = work.state.copy()
        work.state.frames[-1] = work.state.frames[-1].having(card=card)
        work.state.hands[seat] = (card,)
        yield work


def _laid_out(session: Session) -> float:
    return least(lambda: _options(session), 5)


def _options(session: Session) -> int:
    decision = Game(session.system.kinds, session.scenario, session.state).run()
    return len(decision.options) if isinstance(decision, Decision) else 0


def prolonged(source: Any) -> Any:
    """Return a scenario's document with many rounds and medals."""
    data = yaml.safe_load((scenario_folder() / f"{source}.yaml").read_text(encoding="utf-8"))
    sides = {seat: {**side, "medals": 12} for seat, side in data["sides"].items()}
    return {**data, "sides": sides, "limit": {**data["limit"], "rounds": 200}}


BENCH: Final = Bench("last-attack", measures, prolonged)


GEAR: Final = Gear(COVERAGE_BIAS, BENCH, counters)
