"""The commands `balance` and `blunders`: many games between bots, and what is counted of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules.engine.system import System
from rules.opponent.self_play import LIMIT, GamesLog, Interval, Outcome, outcome_of
from rules.testing.blunders import ALWAYS, Watched, watch
from rules.testing.bots import bots_for
from rules.testing.fuzz import FuzzSetting, play_one
from rules.testing.gear import BlunderCounter, blunder_counters
from rules.tools.parallel import TaskProgress, each, loaded

# --- The command `balance`: how often each side wins a scenario with the same bot on both --------------------------

UNEVEN: Final = 0.6
"""A side that wins more often than this is told in bold."""


class BalanceTask(NamedTuple):
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
    left = [BalanceTask(system.id, source, bot, seed) for seed in wanted if seed not in done]
    progress = TaskProgress(len(left))
    for one in each(pool, play_game, left):
        done[one.seed] = one
        kept.add(asdict(one))
        say(f"{source}, {progress.told()}: seed {one.seed} won by {one.winner or 'nobody'}.")
    return [done[seed] for seed in wanted]


def play_game(task: BalanceTask) -> Outcome:
    """Play one game with the bot on every seat."""
    system, scenario = loaded(task.system, task.source)
    played = play_one(FuzzSetting(system, scenario, task.source, task.seed), [task.bot], limit=LIMIT)
    return outcome_of(task.seed, played.result, system.seats)


def balance_table(system: System, scenarios: Mapping[str, Sequence[Outcome]]) -> Iterator[str]:
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


# --- The command `blunders`: games between bots, and what people would laugh at in them ----------------------------


class BlunderTask(NamedTuple):
    """One game to watch."""

    system: str
    source: Any
    bots: tuple[str, ...]
    seed: int
    limit: int


def watch_one(task: BlunderTask) -> Watched:
    """Play a game and return what was seen in it."""
    system, scenario = loaded(task.system, task.source)
    session = FuzzSetting(system, scenario, task.source, task.seed).start()
    players = bots_for(system.seats, list(task.bots), task.seed)
    return watch(session, players, blunder_counters(system), task.seed, task.limit)


def blunders(
    pool: Executor,
    system: System,
    source: Any,
    bots: Sequence[str],
    seeds: Sequence[int],
    *,
    limit: int = LIMIT,
    examples: int = 0,
    say: Callable[[str], object] = print,
) -> list[Watched]:
    """Watch a game for each seed, say what was seen with so many `examples` of each act, and return the games."""
    games, progress = list[Watched](), TaskProgress(len(seeds))
    for game in each(pool, watch_one, [BlunderTask(system.id, source, tuple(bots), seed, limit) for seed in seeds]):
        games.append(game)
        say(f"{source}, {progress.told()}: seed {game.seed} took {sum(map(len, game.seconds.values()))} decisions.")
    counters = blunder_counters(system)
    for line in blunder_table(system.seats, counters, games):
        say(line)
    for line in _examples([act.name for act in counters] + list(ALWAYS), games, examples):
        say(line)
    return games


def blunder_table(seats: Sequence[str], counters: Sequence[BlunderCounter], games: Sequence[Watched]) -> Iterator[str]:
    """Yield the lines of the table: each act, how often in a game by each side and by both, and what is wanted."""
    names = [act.name for act in counters] + list(ALWAYS)
    wide = max(map(len, names))
    columns = [seat.rjust(max(8, len(seat))) for seat in seats]
    yield "  ".join([f"{'in a game':{wide}}", *columns, "    both", "wanted"])
    lines = [(act.name, act.wanted, act.is_share) for act in counters] + [
        (name, most, False) for name, most in ALWAYS.items()
    ]
    for name, wanted, share in lines:
        values = [_rate(games, name, (seat,), share=share) for seat in seats]
        both = _rate(games, name, seats, share=share)
        cells = [_told(value, share).rjust(len(column)) for value, column in zip(values, columns, strict=True)]
        limit = "-" if wanted is None else f"≤ {wanted:g}"
        over = wanted is not None and both is not None and both > wanted
        yield "  ".join([f"{name:{wide}}", *cells, _told(both, share).rjust(8), limit + (" (more)" if over else "")])
    yield from _speed(seats, games)


def _rate(games: Sequence[Watched], act: str, seats: Sequence[str], *, share: bool) -> float | None:
    """Return how often an act is seen in a game, or as a share of its base; None without any base."""
    count = sum(game.counts.get((act, seat), 0) for game in games for seat in seats)
    base = sum(game.bases.get((act, seat), 0) for game in games for seat in seats) if share else len(games)
    return count / base if base else None


def _told(value: float | None, share: bool) -> str:
    if value is None:
        return "-"
    return f"{value:.0%}" if share else f"{value:.2f}"


def _speed(seats: Sequence[str], games: Sequence[Watched]) -> Iterator[str]:
    """Yield for each seat how long its bot thinks, in processor time."""
    for seat in seats:
        times = sorted(time for game in games for time in game.seconds.get(seat, ()))
        if times:
            middle, late = (1000 * times[int(len(times) * part)] for part in (0.5, 0.95))
            yield (
                f"{seat}: {len(times) / len(games):.0f} decisions per game, median {middle:.2f} ms each, "
                f"95 % within {late:.1f}, at most {1000 * times[-1]:.0f}."
            )


def _examples(names: Sequence[str], games: Sequence[Watched], count: int) -> Iterator[str]:
    """Yield so many examples of each act."""
    for name in names:
        found = [example for game in games for example in game.examples if example.act == name]
        if found and count:
            yield f"{name}:"
        for one in found[:count]:
            yield f"  seed {one.seed} [{one.seq}] {one.seat}: {one.text}"
