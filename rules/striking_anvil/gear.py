"""What tests and measurements ask of Striking the Anvil."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import yaml

from rules.engine.game import Game
from rules.engine.session import Session
from rules.hexes.lines import Measure, least
from rules.striking_anvil.blunders.counters import counters
from rules.striking_anvil.bot.rare import COVERAGE_BIAS
from rules.striking_anvil.loading.checks import home
from rules.striking_anvil.r01_1_map import check_control, trace
from rules.striking_anvil.r04_movement import Group, reach
from rules.striking_anvil.scenario import SIDES
from rules.striking_anvil.state import Anvil
from rules.testing.gear import Bench, Gear


def measures(session: Session) -> Iterator[Measure]:
    """Yield what control and supply of the whole map cost, and the reach of a group."""
    game: Anvil = Game(session.system.kinds, session.scenario, session.state.copy())

    def whole_map() -> None:
        check_control(game)
        for side in SIDES:
            trace(game.scenario, side, game.state.allied)

    yield ("control and supply of the whole map", least(whole_map, 20), 0.001)
    game.state.allied = tuple(sorted(game.scenario.map.areas))  # nothing stops it
    group = Group(SIDES[0], ("us-tfb", "us-753tkb", "us-trp1"), {})
    yield ("reach of a motorized group over friendly ground", least(lambda: reach(game, group, "06"), 20), 0.005)


def prolonged(source: Any) -> Any:
    """Return a scenario's document with as many turns as it may have."""
    text = (home() / f"{source}.yaml").read_text(encoding="utf-8")
    return {**yaml.safe_load(text), "turns": 30}


BENCH: Final = Bench("anvil-historical", measures, prolonged)


GEAR: Final = Gear(COVERAGE_BIAS, BENCH, counters)
