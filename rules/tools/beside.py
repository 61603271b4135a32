"""The command `bench --beside`: random play next to python-chess's random games and a plain queue, in one run."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final, NamedTuple, TypeAlias

from rules.engine.session import Session
from rules.engine.system import System
from rules.systems import find, system_of
from rules.testing.bots import bots_for, play_out
from rules.testing.gear import gear_of
from rules.tools.bench import ROUNDS, calibration, scenario_of

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
