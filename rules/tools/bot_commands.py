"""The commands that measure bots, `match`, `blunders`, `balance`, `fit` and `plans`: their words, what they run."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from rules.engine.system import System

TRAINED: Final = 0.7
"""The share of each scenario's games that is fitted to."""
FITTED: Final = "company_scale"
"""The system whose value of a position is fitted."""
CLUSTER: Final = (
    "play on a Dask cluster, as tcp://10.0.0.5:8786; scheduler and workers need Chitpull, workers one thread each"
)

LOG: Final = (
    "a file that stores the {}, so that a {} can be continued; start a new one when bots, rules or scenario change"
)


def add_match(match: argparse.ArgumentParser) -> None:
    """Take the words of `match`."""
    match.add_argument("bots", nargs="+", metavar="BOT", help="the two bots, or one with --against")
    match.add_argument(
        "--against", metavar="DIR", help="run the second bot with the version of Chitpull in this folder"
    )
    _add_common(match, "pairs", 100, required=True)
    match.add_argument("--log", type=Path, help=LOG.format("pairs", "match"))
    match.add_argument(
        "--all",
        action="store_true",
        help="play every pair even if the match is decided (after an early end the interval is slightly too narrow)",
    )
    match.set_defaults(run=run_match)


def add_blunders(blunders: argparse.ArgumentParser) -> None:
    """Take the words of `blunders`."""
    blunders.add_argument("bots", nargs="+", metavar="BOT", help="one for all, or one for each seat")
    _add_common(blunders, "games", 20, required=True)
    blunders.add_argument(
        "--limit", type=int, default=200_000, help="number of decisions after which a game counts as endless"
    )
    blunders.add_argument(
        "--examples",
        type=int,
        nargs="?",
        const=3,
        default=0,
        metavar="N",
        help="show the first N (3) of each kind, with seed and entry number",
    )
    blunders.set_defaults(run=run_blunders)


def add_balance(balance: argparse.ArgumentParser) -> None:
    """Take the words of `balance`."""
    balance.add_argument("bot", metavar="BOT", help="the bot on every side")
    _add_common(balance, "games", 100, required=False)
    balance.add_argument("--log", type=Path, help=LOG.format("games", "run"))
    balance.set_defaults(run=run_balance)


def add_fit(fit: argparse.ArgumentParser) -> None:
    """Take the words of `fit`."""
    fit.add_argument("games", nargs="+", metavar="ID=GAMES", help="how many games of each Company Scale scenario")
    fit.add_argument("--held-out", action="append", default=[], metavar="ID", help="a scenario left out of the fit")
    fit.add_argument("--write", action="store_true", help="write value.yaml")
    _add_workers(fit)
    fit.set_defaults(run=run_fit)


def add_plans(plans: argparse.ArgumentParser) -> None:
    """Take the words of `plans`."""
    plans.add_argument("games", nargs="+", metavar="ID=GAMES", help="how many games of each Company Scale scenario")
    plans.add_argument("--design", default="composed", help="how a plan is searched for")
    plans.add_argument("--horizon", default="turn", help="what the search plays out to: chit, turn or game")
    plans.add_argument("--rollouts", type=int, default=200, help="how many rollouts the search may make at a chit")
    plans.add_argument("--share", type=float, default=0.1, help="the share of each game's chits that is studied")
    plans.add_argument("--samples", type=int, default=40, help="held-out samples, played to the end of the turn")
    plans.add_argument("--to-the-end", type=int, default=0, metavar="N", help="and so many to the end of the game")
    plans.add_argument("--seed", type=int, default=1, help="the first seed")
    _add_workers(plans)
    plans.set_defaults(run=run_plans)


def _add_common(parser: argparse.ArgumentParser, what: str, many: int, *, required: bool) -> None:
    default = "" if required else "; without it, all shipped ones except the examples"
    parser.add_argument(
        "--scenario",
        action="append",
        required=required,
        metavar="ID",
        help=f"id of a shipped scenario, or a path; several with commas{default}",
    )
    parser.add_argument("--system", default="", help="the game system, if the scenario does not say")
    parser.add_argument(
        f"--{what}", type=int, default=many, help=f"how many {what} of each scenario, with seeds counting up"
    )
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    _add_workers(parser)


def _add_workers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--jobs", type=int, default=0, help="games to run at once; by default one per core")
    parser.add_argument("--cluster", default="", metavar="ADDRESS", help=CLUSTER)


def run_match(args: argparse.Namespace) -> int:
    """Let two bots play, and print one line for each scenario and one for all together."""
    from rules.tools.matching import match, told, told_together
    from rules.tools.parallel import workers

    bots = _two(args.bots, args.against)
    _check(args.pairs, args.jobs, bots)
    scenarios = _scenarios(args)
    with workers(args.jobs, args.cluster) as pool:
        matches = [
            match(pool, system, source, bots, _seeds(args, args.pairs), log=args.log, early=not args.all)
            for system, source in scenarios
        ]
    print()
    for (system, source), pairs in zip(scenarios, matches, strict=True):
        print(f"{source}: {told(bots, pairs, system.seats)}.")
    if len(matches) > 1:
        alike = len({system.id for system, _ in scenarios}) == 1
        print(f"Total: {told_together(bots, matches, alike=alike)}.")
    return 0


def _two(bots: Sequence[str], against: str | None) -> tuple[str, str]:
    """Return the two bots of a match: with a folder the last named plays there, or the only one both here and there."""
    if len(bots) != 2 and not (against and len(bots) == 1):
        raise LookupError("A match needs two bots, or one with --against DIR.")
    return (bots[0], f"{bots[-1]}@{Path(against).resolve()}" if against else bots[1])


def run_blunders(args: argparse.Namespace) -> int:
    """Count blunders; return 1 if a bot answered illegally or a game did not end."""
    from rules.testing.blunders import ALWAYS
    from rules.tools.parallel import workers
    from rules.tools.series import blunders

    _check(args.games, args.jobs, args.bots)
    if args.limit < 1 or args.examples < 0:
        raise LookupError("The limit must be 1 or more, the number of examples 0 or more.")
    wrong = False
    with workers(args.jobs, args.cluster) as pool:
        for system, source in _scenarios(args):
            print(f"{source}: {' and '.join(args.bots)}, {args.games} games.")
            seeds = _seeds(args, args.games)
            games = blunders(pool, system, source, args.bots, seeds, limit=args.limit, examples=args.examples)
            wrong |= any(act in ALWAYS for game in games for act, _ in game.counts)
    return int(wrong)


def run_balance(args: argparse.Namespace) -> int:
    """Let a bot play itself, and print a table for each system."""
    from rules.tools.parallel import workers
    from rules.tools.series import balance_table, play

    _check(args.games, args.jobs, [args.bot])
    tables: dict[str, tuple[System, dict[str, Any]]] = {}
    with workers(args.jobs, args.cluster) as pool:
        for system, source in _scenarios(args):
            outcomes = play(pool, system, source, args.bot, _seeds(args, args.games), log=args.log)
            tables.setdefault(system.id, (system, {}))[1][system.load(source).title] = outcomes
    for system, scenarios in tables.values():
        print("", *balance_table(system, scenarios), sep="\n")
    print(f"\n{args.bot} on every side, seeds {args.seed} to {args.seed + args.games - 1}.")
    return 0


def run_fit(args: argparse.Namespace) -> int:
    """Fit the value of a position to games of the script, and tell how well it foretells those held out."""
    from rules.fitting.fit import FeatureRow, Fit, GameTask, rows_of, table
    from rules.tools.parallel import each, workers

    rows: list[FeatureRow] = []
    trained: list[bool] = []
    wanted = [_wanted(text) for text in args.games]
    with workers(args.jobs, args.cluster) as pool:
        for scenario, games in wanted:
            tasks = [GameTask(scenario, seed) for seed in range(1, games + 1)]
            for task, found in zip(tasks, each(pool, rows_of, tasks), strict=True):
                rows += found
                trained += [scenario not in args.held_out and task.seed <= TRAINED * games] * len(found)
            print(f"{scenario}: {games} games", flush=True)
    if not any(trained):
        raise LookupError("Every game is held out, so nothing is left to fit.")
    fit = Fit(rows, trained)
    print(*table(rows, fit.expected, [not used for used in trained]), sep="\n")
    if args.write:
        fit.write()
    return 0


def run_plans(args: argparse.Namespace) -> int:
    """Study what a plan for a whole chit gains over usual play, on samples it was not chosen by."""
    from rules.fitting.designs import DESIGNS, HORIZONS
    from rules.fitting.plans import Row, Task, rows_of, table
    from rules.tools.parallel import TaskProgress, each, workers

    if args.design not in DESIGNS or args.horizon not in HORIZONS:
        raise LookupError(f"Designs: {', '.join(DESIGNS)}. Horizons: {', '.join(HORIZONS)}.")
    if min(args.rollouts, args.samples) < 2 or args.to_the_end < 0 or not 0 < args.share <= 1:
        raise LookupError("Rollouts and samples must be 2 or more, the share above 0 and at most 1.")
    held_out = {"turn": args.samples} | ({"game": args.to_the_end} if args.to_the_end else {})
    how = (args.share, args.design, args.horizon, args.rollouts, held_out)
    wanted = [_wanted(text) for text in args.games]
    tasks = [Task(scenario, seed, *how) for scenario, games in wanted for seed in _seeds(args, games)]
    rows, progress = list[Row](), TaskProgress(len(tasks))
    with workers(args.jobs, args.cluster) as pool:
        for task, found in zip(tasks, each(pool, rows_of, tasks), strict=True):
            rows += found
            print(f"{task.source}, {progress.told()}: {len(found)} chits of seed {task.seed}.", flush=True)
    if not rows:
        raise LookupError("No chit was studied. Take more games or a larger share.")
    print("", *table(rows, list(held_out)), sep="\n")
    return 0


def _wanted(text: str) -> tuple[str, int]:
    """Return a scenario and how many games of it are wanted."""
    from rules.systems import find

    scenario, _, games = text.partition("=")
    if not games.isdecimal() or not int(games):
        raise LookupError(f'"{text}" should read like first-light=200, with 1 game or more.')
    system, source = find(scenario)
    if system.id != FITTED:
        raise LookupError(f"Only scenarios of {FITTED} can be fitted, and {scenario} is not one of them.")
    return source, int(games)


def _check(many: int, jobs: int, bots: Sequence[str]) -> None:
    from rules.systems import register_shipped
    from rules.testing.bots import bot

    register_shipped()
    if many < 1 or jobs < 0:
        raise LookupError("The number of games or pairs must be 1 or more, that of jobs 0 or more.")
    for name in bots:
        bot(name, 0)


def _seeds(args: argparse.Namespace, many: int) -> range:
    return range(args.seed, args.seed + many)


def _scenarios(args: argparse.Namespace) -> list[tuple[System, str]]:
    """Return the scenarios named, or all shipped ones but the examples, each with its system."""
    from rules.systems import find, systems

    if args.scenario:
        named = [name for text in args.scenario for name in ([text] if Path(text).exists() else text.split(","))]
        return [find(name, args.system) for name in named]
    return [
        (system, row.id)
        for system in systems().values()
        for row in system.scenarios()
        if row.kind != "example" and args.system in ("", system.id)
    ]
