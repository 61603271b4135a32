"""The command `balance`: how often each side wins a scenario with the same bot on both, as a table for its notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules.engine.system import System
from rules.opponent.results import GamesLog, Interval, Outcome, outcome_of
from rules.opponent.self_play import LIMIT
from rules.testing.fuzz import Setting, play_one
from rules.tools.parallel import Progress, each, loaded

UNEVEN: Final = 0.6
"""A side that wins more often than this is told in bold."""


class Task(NamedTuple):
    """One game to play."""

    system: str
    source: Any
    bot: str
    seed: int


def play(
    pool: Executor,
    system: System,
    source: Any,
    bot: str,
    seeds: Iterable[int],
    *,
    log: Path | None = None,
    say: Callable[[str], object] = print,
) -> list[Outcome]:
    """Play a game for each seed and return the outcomes in the order of their seeds; `say` hears of progress.

    Games that `log` holds are not played again, and new ones are added to it.
    """
    wanted = list(seeds)
    kept = GamesLog(log, "balance", [system.id, str(source), bot])
    done = {one.seed: one for one in kept.read(_outcome) if one.seed in set(wanted)}
    left = [Task(system.id, source, bot, seed) for seed in wanted if seed not in done]
    progress = Progress(len(left))
    for one in each(pool, play_game, left):
        done[one.seed] = one
        kept.add(asdict(one))
        say(f"{source}, {progress.told()}: seed {one.seed} won by {one.winner or 'nobody'}.")
    return [done[seed] for seed in wanted]


def play_game(task: Task) -> Outcome:
    """Play one game with the bot on every seat."""
    system, scenario = loaded(task.system, task.source)
    played = play_one(Setting(system, scenario, task.source, task.seed), [task.bot], limit=LIMIT)
    return outcome_of(task.seed, played.result, system.seats)


def table(system: System, scenarios: Mapping[str, Sequence[Outcome]]) -> Iterator[str]:
    """Yield the lines of a table in Markdown: for each scenario by its title who won how often, and the lead.

    The interval is that of the first side's wins.
    """
    first, second = system.seats[:2]
    one, other = first.capitalize(), second.capitalize()
    yield f"| {system.title} | games | {one} wins | 95 % | {other} wins | nobody | {one} lead, 95 % |"
    yield "|---|---|---|---|---|---|---|"
    for title, outcomes in scenarios.items():
        games, won = len(outcomes), Counter(one.winner for one in outcomes)
        share = Interval.of_share(won[first], games)
        leads = [one.lead for one in outcomes if one.lead is not None]
        margin = Interval.of(leads).signed() if leads else "-"
        cells = [
            title,
            str(games),
            _share(won[first], games),
            f"{share.low:.0%} to {share.high:.0%}",
            _share(won[second], games),
            str(won[""]),
            margin,
        ]
        yield f"| {' | '.join(cells)} |"


def _share(won: int, games: int) -> str:
    share = won / games
    return f"**{share:.0%}**" if share > UNEVEN else f"{share:.0%}"


def _outcome(entry: Mapping[str, Any]) -> Outcome:
    return Outcome(entry["seed"], entry["winner"], entry["lead"])
