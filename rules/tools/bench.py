"""The command `bench`: each performance budget beside the time measured, calibrated by a fixed piece of work."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

from rules.engine.command import Command
from rules.engine.game import Game
from rules.engine.options import Decision
from rules.engine.record import save_as
from rules.engine.record_reading import load_record
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.engine.system import System
from rules.hexes.lines import Measure, least
from rules.hexes.lines import bench as bench_hexes
from rules.systems import find, system_of
from rules.testing.bots import RandomBot, bots_for, play_out
from rules.testing.gear import gear_of

# --- A fixed piece of work timed beside every measurement, so that figures of two machines or days can be compared ---

ROUNDS: Final = 1_000_000


def loop() -> int:
    """Add up the numbers below ROUNDS one by one: plain Python and nothing else."""
    total = 0
    for number in range(ROUNDS):
        total += number
    return total


def calibration() -> float:
    """Return the seconds the loop takes on this machine now, at its best of five."""
    return least(loop, 5)


def ratio(seconds: float, unit: float) -> str:
    """Return a duration in units of a calibration, to three digits."""
    short = float(f"{seconds / unit:.3g}")
    return f"{short:,g}"


# --- The command `bench`: each performance budget beside the time measured on this machine -------------------------

COMMANDS: Final = 10_000
GAMES: Final = 12
WORST_OPTIONS: Final = 0.005  # seconds


def bench(scenario: str) -> int:
    """Print a line for each budget as it is measured; return 0, as a slow machine is no fault."""
    unit = calibration()
    print(f"{f'a loop of {ROUNDS:,} additions, the unit of the last column':<69} {told(unit):>10}")
    print(f"{'what':<58} {'budget':>10} {'measured':>10} {'loops':>10}")
    for what, measured, budget in measures(scenario):
        within = "" if measured <= budget else "   over budget"
        print(f"{what:<58} {told(budget):>10} {told(measured):>10} {ratio(measured, unit):>10}{within}", flush=True)
    return 0


def told(seconds: float) -> str:
    """Return a duration in seconds as text in a fitting unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:,.3g} {unit}"
    return f"{seconds / 1e-6:,.3g} µs"


def measures(scenario: str) -> Iterator[Measure]:
    """Yield every measurement of hexes, engine, system and game; without a scenario use the first system's own."""
    yield from bench_hexes()
    system, source = find(scenario or scenario_of(system_of("")))
    yield ("load the scenario", least(lambda: system.load(source)), 1.0)
    yield from _state(system, source)
    yield from _options(system, source)
    yield from _play(system, source)
    yield from _record(system, source)


def scenario_of(system: System) -> str:
    """Return the scenario that a system is measured with."""
    bench = gear_of(system).bench
    return bench.scenario if bench is not None else system.scenarios()[0].id


def _state(system: System, source: Any) -> Iterator[Measure]:
    session = _halfway(system, source)
    yield ("digest of a position", least(session.digest, 20), 0.002)
    bench = gear_of(system).bench
    if bench is not None:
        yield from bench.measures(session)


def _halfway(system: System, source: Any) -> Session:
    session = Session.new(system, system.load(source), seed=1, source=source)
    play_out(session, bots_for(system.seats, ["random"], 1), 120)
    return session


def _options(system: System, source: Any) -> Iterator[Measure]:
    times: list[float] = []
    scenario = system.load(source)
    for seed in range(GAMES):
        session, bots = Session.new(system, scenario, seed=seed), bots_for(system.seats, ["random"], seed)
        while session.decision is not None:
            times.append(_asked(session))
            play_out(session, bots, 1)
    yield (f"options of one decision, median of {len(times):,}", median(times), 200e-6)
    yield ("options of one decision, worst", max(times), WORST_OPTIONS)


def _asked(session: Session) -> float:
    """Return the seconds it takes to list the options of one decision; a slow run is repeated."""
    took = least(lambda: _ask(session), 2)
    return min(took, least(lambda: _ask(session))) if took > WORST_OPTIONS else took


def _ask(session: Session) -> int:
    decision = Game(session.system.kinds, session.scenario, session.state).run()
    return len(decision.options) if isinstance(decision, Decision) else 0


def _play(system: System, source: Any) -> Iterator[Measure]:
    scenario, made = system.load(source), 0
    start = perf_counter()
    for seed in range(GAMES):
        session = Session.new(system, scenario, seed=seed)
        made += play_out(session, bots_for(system.seats, ["random"], seed))
    each = (perf_counter() - start) / made
    yield (f"one decision of random legal play ({1 / each:,.0f}/s)", each, 1 / 4000)


class Restless(RandomBot):
    """Puts off whatever ends something, to make a game long."""

    ENDS = frozenset({"confirm", "end_activation", "pass", "hold", "stop", "done"})

    def choose(self, seat: Seat, decision: Decision) -> Command:
        """Return an option."""
        lasting = [command for command in decision.options if command.verb not in self.ENDS]
        if lasting and self.random.random() < 0.95:
            return self.random.choice(lasting)
        return super().choose(seat, decision)


def _record(system: System, source: Any) -> Iterator[Measure]:
    """Measure loading and recording in a long game."""
    bench = gear_of(system).bench
    document = source if bench is None else bench.prolonged(source)
    session = Session.new(system, system.load(document), seed=3, source=document)
    bots = {seat: Restless(place) for place, seat in enumerate(system.seats)}
    while session.seq < COMMANDS and session.decision is not None:
        play_out(session, bots, 1)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.chitpull"
        save_as(session, path)
        size = path.stat().st_size / 1e6
        loaded = least(lambda: load_record(path, attach=False))
        yield (f"load a record of {session.seq:,} commands and dice ({size:.1f} MB)", loaded, 2.0)
        recorded = load_record(path)
        start = perf_counter()
        made = play_out(recorded, bots, 500)
        yield ("one decision of random play, recorded", (perf_counter() - start) / max(made, 1), 1e-3)
