"""The rules without the table: `python -m rules serve | check | play | match | blunders | balance | module | …`."""

from __future__ import annotations

import argparse
import io
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NoReturn

from rules.engine.connection import is_unread, read_or_not
from rules.engine.memory import calculate_alone, collect_rarely
from rules.files.problems import one_line
from rules.fuzzing.options import add_fuzz
from rules.tools.bot_commands import add_balance, add_blunders, add_fit, add_match, add_plans
from rules.workshop.module import add_module

USAGE_ERROR: Final = 2
NOT_PROVED: Final = 3
"""Of `verify`: nothing differs, and something cannot be proved, such as dice rolled by hand."""


class Parser(argparse.ArgumentParser):
    """Reports a usage error in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Print the sentence and exit."""
        sentence = message[0].upper() + message[1:].rstrip(".")
        self.exit(USAGE_ERROR, f"{sentence}. ({self.prog} --help says more.)\n")


def parser() -> Parser:
    """Return the parser of the command line."""
    top = Parser(prog="python -m rules", description="The rules of Chitpull without the table.")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=Parser)
    serve = commands.add_parser("serve", help="answer JSON-RPC on standard input and output")
    serve.set_defaults(run=run_serve)
    check = commands.add_parser("check", help="check scenario files for errors")
    check.add_argument("paths", nargs="*", metavar="PATH", help="files or folders; the shipped scenarios if none")
    check.add_argument("--advice", action="store_true", help="say too what is legal and hardly meant so")
    check.set_defaults(run=run_check)
    _add_play(commands.add_parser("play", help="let bots play games"))
    add_match(commands.add_parser("match", help="let two bots play pairs of games, with sides swapped"))
    add_blunders(commands.add_parser("blunders", help="count blunders in games between bots"))
    add_balance(commands.add_parser("balance", help="measure how often each side wins with one bot on both"))
    add_fit(commands.add_parser("fit", help="fit the value of positions to games of the script against itself"))
    add_plans(commands.add_parser("plans", help="study what a plan for a whole chit gains over usual play"))
    add_fuzz(commands.add_parser("fuzz", help="try hostile positions, records, files or requests, and honest games"))
    add_module(commands.add_parser("module", help="pack, check or show a module of scenarios, to share as one file"))
    verify = commands.add_parser(
        "verify", help="replay a saved game: 0 proved, 1 altered, 3 not everything can be proved"
    )
    verify.add_argument("records", nargs="+", type=Path, metavar="RECORD")
    verify.set_defaults(run=run_verify)
    bench = commands.add_parser("bench", help="measure against the budgets")
    bench.add_argument("--scenario", default="", help="scenario for the game benchmarks; a shipped one by default")
    bench.add_argument(
        "--beside", action="store_true", help='compare random play with python-chess, if the extra "bench" is installed'
    )
    bench.set_defaults(run=run_bench)
    return top


def _add_play(play: argparse.ArgumentParser) -> None:
    play.add_argument("--scenario", required=True, help="id of a shipped scenario, or a path")
    play.add_argument("--system", default="", help="the game system, if the scenario does not say")
    play.add_argument("--seed", type=int, help="seed of the first game (random without it; each line shows its own)")
    play.add_argument("--games", type=int, default=1, help="how many games, with seeds counting up")
    play.add_argument("--bots", nargs="+", default=["random"], metavar="BOT", help="one for all, or one for each seat")
    play.add_argument(
        "--limit", type=int, default=200_000, help="number of decisions after which a game counts as endless"
    )
    play.add_argument("--contract", action="store_true", help="check everything at every step")
    play.add_argument(
        "--every",
        type=int,
        default=1,
        metavar="N",
        help="with --contract: only at every Nth step, and when an activation begins",
    )
    play.add_argument("--coverage", action="store_true", help="print which commands came up and which did not")
    play.add_argument("--failures", type=Path, default=Path("failures"), help="folder for shrunk failing games")
    play.set_defaults(run=run_play)


def run_serve(args: argparse.Namespace) -> int:
    """Serve until the input ends."""
    from rules.engine.protocol import serve
    from rules.systems import systems

    systems()
    return serve(sys.stdin.buffer, sys.stdout.buffer)


def run_check(args: argparse.Namespace) -> int:
    """Check scenario files."""
    from rules.systems import advice_on, check_files

    code = check_files(args.paths)
    if args.advice:
        found = advice_on(args.paths)
        print(*found, f"{len(found) or 'No'} {'piece' if len(found) == 1 else 'pieces'} of advice.", sep="\n")
    return code


def run_play(args: argparse.Namespace) -> int:
    """Play games between bots and print how they went."""
    from rules.systems import find
    from rules.tools.matching import play

    if args.games < 1:
        raise LookupError("The number of games must be 1 or more.")
    if args.every < 1:
        raise LookupError("--every must be 1 or more.")
    system, source = find(args.scenario, args.system)
    first = secrets.randbelow(10**9) if args.seed is None else args.seed
    seeds = range(first, first + args.games)
    folder = args.failures if args.contract else None
    return play(
        system, source, seeds, args.bots, limit=args.limit, failures=folder, every=args.every, coverage=args.coverage
    )


def run_verify(args: argparse.Namespace) -> int:
    """Replay records from their start; return 1 if anything differs, else 3 if there is anything they cannot prove."""
    from rules.engine.bounded import table_ledger
    from rules.engine.proving import unproved
    from rules.engine.record_reading import load_record, verify
    from rules.systems import systems

    systems()
    wrong, open_ = False, False
    for path in args.records:
        session = load_record(path, attach=False, prove=False, ledger=table_ledger())
        problems = [*session.notices, *verify(session, path)]
        sound = [] if problems else [f"{session.seq} entries, {session.digest()}"]
        not_proved = [doubt.text for doubt in unproved(session)]
        for text in (*problems, *sound, *(f"Not proved: {text}" for text in not_proved)):
            print(one_line(f"{path}: {text}"))
        wrong, open_ = wrong or bool(problems), open_ or bool(not_proved)
    return 1 if wrong else NOT_PROVED if open_ else 0


def run_bench(args: argparse.Namespace) -> int:
    """Print the budgets beside the measurements, or our random play beside others'."""
    if args.beside:
        from rules.tools.bench import beside

        return beside(args.scenario)
    from rules.tools.bench import bench

    return bench(args.scenario)


def sentences(error: BaseException) -> Iterator[str]:
    """Yield an error as sentences for the user: each problem of a scenario, or its one sentence."""
    problems = getattr(error, "problems", None)
    if problems:
        yield from map(one_line, map(str, problems))
    else:
        yield one_line(str(error.args[0] if isinstance(error, KeyError) and error.args else error))


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; return 0 (all right), 1 (problems reported), 2 (bad input, in a sentence) or its own."""
    return read_or_not(lambda: _run(argv))


def _run(argv: Sequence[str] | None) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # show a question mark for a character the console lacks
            stream.reconfigure(errors="replace")
    args = parser().parse_args(argv)
    run: Callable[[argparse.Namespace], int] = args.run
    calculate_alone()
    collect_rarely()
    try:
        return run(args)
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        from rules.engine.record import RecordError

        if is_unread(error):
            raise
        if not isinstance(error, RecordError | LookupError | OSError) and not hasattr(error, "problems"):
            raise
        print("\n".join(sentences(error)), file=sys.stderr)
        return USAGE_ERROR


if __name__ == "__main__":
    sys.exit(main())
