"""A study of plans for a whole chit: what one gains over the script's usual play, on dice nobody chose it by.

A plan says for each unit that a chit makes active what it does first, or leaves undone; the script does the rest, and
plays everybody from then on. A *design* chooses a plan by so many rollouts; then the plan and the usual play go on
from the same position over the same held-out samples, to the end of the turn or of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from time import process_time
from typing import Any, Final, NamedTuple

from rules.company_scale.bot.chits import chit_of
from rules.company_scale.r05_command import chit_side
from rules.engine.evaluator import Manner
from rules.engine.game import Game
from rules.engine.options import Decision
from rules.engine.session import Session
from rules.fitting.designs import DESIGNS, Chit, Playouts
from rules.fitting.portfolio import NOTHING, portfolio
from rules.opponent.planner import play_on
from rules.opponent.self_play import Interval
from rules.tools.parallel import loaded

HELD_OUT: Final = 1_000_000
"""The first of the samples by which plans are judged, and no design chooses."""


def chits(source: str, seed: int, share: float) -> Iterator[Chit]:
    """Yield a share of the positions at one's own chits of a game of the script against itself."""
    system, scenario = loaded("company_scale", source)
    evaluator = system.evaluator
    assert evaluator is not None
    session = Session.new(system, scenario, seed=seed, source=source)
    game: Game[Any, Any] = Game(system.kinds, session.scenario, session.state.copy())
    scripts = {seat: evaluator.script(Manner(), 2 * seed + n) for n, seat in enumerate(system.seats)}
    random, found, seen = Random(seed), list[Chit](), set[tuple[int, int]]()

    def keep(now: Game[Any, Any]) -> bool:
        asked, key = now.pending, chit_of(now.state)
        if isinstance(asked, Decision) and asked.kind == "activation" and key not in seen:
            seen.add(key)
            if chit_side(now.scenario, now.state.chit) == asked.seat and random.random() < share:
                found.append(Chit(system, now.base, now.state.copy(), asked.seat, source, seed))
        return False

    play_on(game, lambda _: scripts, evaluator, seed, keep)
    yield from found


class Task(NamedTuple):
    """A game from whose chits a share is studied: the design, its horizon and rollouts, held-out samples by horizon."""

    source: str
    seed: int
    share: float
    design: str
    horizon: str
    rollouts: int
    held_out: Mapping[str, int]


class Row(NamedTuple):
    """What a design did at one chit: its plan, its gain on held-out samples by horizon, rollouts and seconds.

    `promised` is the lead of the plan in the samples it was chosen by, `errors` are the standard errors of the gains.
    """

    source: str
    seed: int
    chit: tuple[int, int]
    seat: str
    plan: tuple[str, ...]
    promised: float
    gains: Mapping[str, float]
    errors: Mapping[str, float]
    rollouts: int
    seconds: float


def rows_of(task: Task) -> list[Row]:
    """Study the chits of a game."""
    return [studied(chit, task) for chit in chits(task.source, task.seed, task.share)]


def studied(chit: Chit, task: Task) -> Row:
    """Let a design plan at a chit and judge its plan."""
    start = process_time()
    game = chit.game()
    asked = game.run()
    assert isinstance(asked, Decision)
    found = portfolio(game, asked)
    playouts = Playouts(chit, task.horizon, task.rollouts)
    plan = DESIGNS[task.design](playouts, found, Random(chit.seed)) if found else NOTHING
    seconds, made, promised = process_time() - start, playouts.made, 0.0
    gains, errors = dict[str, float](), dict[str, float]()
    for horizon, many in task.held_out.items():
        samples = range(HELD_OUT, HELD_OUT + many)
        gains[horizon], errors[horizon] = Playouts(chit, horizon).lead(plan, NOTHING, samples) if plan else (0.0, 0.0)
    if plan:
        promised = playouts.lead(plan, NOTHING, sorted(playouts.known[plan]))[0]
    told = tuple(f"{unit}: {part.text}" for unit, part in plan)
    return Row(chit.source, chit.seed, chit.key, chit.seat, told, promised, gains, errors, made, seconds)


def table(rows: Sequence[Row], horizons: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a table: by scenario and for all, at how many chits the plan is another, and what it gains."""
    yield " | ".join(["| chits of", "chits", "another plan", *(f"gain to the end of the {h}" for h in horizons),
                      "promised", "rollouts", "seconds |"])  # fmt: skip
    yield "|---" * (6 + len(horizons)) + "|"
    sources = list(dict.fromkeys(row.source for row in rows))
    for name, used in [(s, [row for row in rows if row.source == s]) for s in sources] + [("all", list(rows))]:
        gains = [_gain(Interval.of([row.gains[horizon] for row in used])) for horizon in horizons]
        promised, made, seconds = (
            sum(values) / len(used)
            for values in zip(*((row.promised, row.rollouts, row.seconds) for row in used), strict=True)
        )
        cells = [name, str(len(used)), str(sum(bool(row.plan) for row in used)), *gains]
        yield f"| {' | '.join([*cells, f'{promised:+.2f}', f'{made:.0f}', f'{seconds:.1f}'])} |"


def _gain(gain: Interval) -> str:
    return f"{gain.mean:+.2f} [{gain.low:+.2f}, {gain.high:+.2f}]"
