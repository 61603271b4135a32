"""What tests and measurements ask of the Company Scale System."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import yaml

from rules.company_scale.blunders.fire import counters
from rules.company_scale.bot.rare import COVERAGE_BIAS
from rules.company_scale.r06_reach import reach, reachable
from rules.company_scale.scenario import scenario_folder
from rules.company_scale.sight.bench import bench as bench_sight
from rules.company_scale.state import Battle
from rules.engine.game import Game
from rules.engine.session import Session
from rules.hexes.lines import Measure, least
from rules.testing.gear import Bench, Gear

CAMPAIGN_UNITS: Final = 600


def measures(session: Session) -> Iterator[Measure]:
    """Yield the cost of sight on a campaign's map, of a unit's reach, and of copying a campaign's position."""
    yield from bench_sight()
    game: Battle = Game(session.system.kinds, session.scenario, session.state)
    units = [unit for stack in session.state.stacks.values() for unit in stack]
    for name, query, budget in (("reach of a unit, as shown", reachable, 0.002), ("all of its ways", reach, 0.008)):
        times = sorted(least(partial(query, game, (unit,)), 2) for unit in units)
        yield (f"{name}, but for the slowest twentieth of {len(times)}", times[len(times) * 19 // 20], budget)
    state = session.state.copy()
    some = next(iter(state.units.values()))
    state.units.update({f"unit_{n}": replace(some) for n in range(CAMPAIGN_UNITS - len(state.units))})
    copies = least(lambda: deque((state.copy() for _ in range(1000)), maxlen=1)) / 1000
    yield (f"state.copy() with {CAMPAIGN_UNITS} units", copies, 20e-6)


def prolonged(source: Any) -> Any:
    """Return a scenario's document with as many turns as it may have."""
    path = Path(str(source)) if Path(str(source)).is_file() else scenario_folder() / f"{source}.yaml"
    return {**yaml.safe_load(path.read_text(encoding="utf-8")), "turns": 100}


BENCH: Final = Bench("first-light", measures, prolonged, {"first-light": 1 / 2, "montelimar-campaign": 1 / 3})


GEAR: Final = Gear(COVERAGE_BIAS, BENCH, counters)
