"""The commands `bench` and `bench --beside`: budgets beside times measured, random play next to python-chess."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, Final, NamedTuple, TypeAlias

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


# --- The command `bench --beside`: random play next to python-chess's random games and a plain queue ---------------

Work: TypeAlias = Callable[[int], int]
"""Does something many times over, beginning with a seed, and returns how often."""
TURNS: Final = 3
"""How often everything is measured, in turn; told are the medians."""
DECISIONS: Final = 3_000
ENTRIES: Final = 1_000_000


class Rate(NamedTuple):
    """What was done, how often in a second, its share of python-chess's rate and the share wanted (0: none)."""

    what: str
    rate: float
    share: float
    wanted: float


def beside(scenario: str) -> int:
    """Print our rates of random play beside the others'; return 0. Raise LookupError without python-chess."""
    moves = chess_games()
    print(f"a loop of {ROUNDS:,} additions: {calibration() * 1e3:.1f} ms; medians of {TURNS} turns, in processor time")
    print(f"{'what':<58} {'each second':>12} {'of chess':>10} {'wanted':>8}")
    for what, rate, share, wanted in rates(games_of(scenario), moves):
        below = "   below" if share < wanted else ""
        print(f"{what:<58} {rate:>12,.0f} {share:>10.3g} {f'{wanted:.2f}' if wanted else '':>8}{below}")
    return 0


def rates(games: list[tuple[str, Work, float]], moves: Work) -> Iterator[Rate]:
    """Measure chess, each of our games (name, play with a seed, share wanted) and the queue, turn by turn."""
    works = [("python-chess, a move of random games", moves, 0.0), *games, ("a queue, in and out", queue, 0.0)]
    measured = [[rate_of(play, turn) for _, play, _ in works] for turn in range(TURNS)]
    for place, (what, _, wanted) in enumerate(works):
        shares = [turn[place] / turn[0] for turn in measured]
        yield Rate(what, median(turn[place] for turn in measured), median(shares), wanted)


def rate_of(work: Work, seed: int) -> float:
    """Return how much a work gets done in a second of processor time."""
    start = process_time()
    done = work(seed)
    return done / max(process_time() - start, 1e-9)


def games_of(scenario: str) -> list[tuple[str, Work, float]]:
    """Return the games to measure: a scenario, or the usual system's own with the shares of chess wanted of them."""
    usual = system_of("")
    bench = gear_of(usual).bench
    wanted = bench.beside if bench is not None else {}
    names = [scenario] if scenario else [*wanted] or [scenario_of(usual)]
    return [(f"{name}, a decision of random play", random_play(*find(name)), wanted.get(name, 0.0)) for name in names]


def random_play(system: System, source: Any) -> Work:
    """Return a work: random games of a scenario, one after another."""
    scenario = system.load(source)

    def work(seed: int) -> int:
        made = 0
        while made < DECISIONS:
            session = Session.new(system, scenario, seed=seed)
            made += play_out(session, bots_for(system.seats, ["random"], seed), DECISIONS - made)
            seed += TURNS
        return made

    return work


def chess_games() -> Work:
    """Return a work: random games of python-chess; raise LookupError with a sentence if it is not installed."""
    try:
        import chess
    except ImportError:
        raise LookupError(
            'python-chess is not installed. "--beside" needs the extra "bench": python -m pip install ".[bench]".'
        ) from None

    def work(seed: int) -> int:
        random, made, board = Random(seed), 0, chess.Board()
        while made < DECISIONS:
            if board.is_game_over():
                board = chess.Board()
            board.push(random.choice(list(board.legal_moves)))
            made += 1
        return made

    return work


def queue(seed: int) -> int:
    """Put entries into a queue and take each out again."""
    entries = deque(range(seed, seed + 100))
    for _ in range(ENTRIES):
        entries.append(entries.popleft())
    return ENTRIES
