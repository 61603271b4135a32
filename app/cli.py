"""The command line: open the table, draw a picture of it, or measure it."""

from __future__ import annotations

import argparse
import builtins
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from app.command_line import Complaint, parser
from rules.engine.bounded import CHOSEN
from rules.engine.connection import read_or_not
from rules.engine.english import listed
from rules.engine.memory import calculate_alone, collect_later, collect_rarely, give_way

# --- The command line: open the table, draw a picture of it, or measure it -----------------------------------------

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
PROGRAM = "chitpull" if getattr(sys, "frozen", False) else "python -m app"
NO_DISPLAY = (
    f"There is no display to open a window on. You can draw the table to a file instead: {PROGRAM} "
    "--scenario first-light --picture table.png"
)


NO_CONSOLE = (
    "--serve, --think, --work and --aside use standard input and output, which this program with its window does not "
    "have. Run chitpull-console --serve instead."
)
NO_NETWORK = (
    "Games between computers need {missing}, which is not installed; in a checkout type: "
    "{python} -m pip install -c constraints.txt ."
)
WINDOWLESS = (
    "--host",
    "--play",
    "--picture",
    "--prepare",
    "--print",
    "--bench",
    "--serve",
    "--think",
    "--work",
    "--load",
    "--aside",
    "--words",
    "--version",
    "--help",
    "-h",
)
"""Options that open no window: whoever gives them reads what is written."""


OF_A_HOST = ("dir", "port", "bind", "new_link", "own_scenarios", "plain", "copy", "forget", "database", "address")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; return its exit status."""
    return read_or_not(lambda: _run(argv))


def _run(argv: Sequence[str] | None) -> int:
    calculate_alone()
    paint_alone()
    try:
        args = parser().parse_args(argv)
        asked = args.version, args.serve, args.think, args.work, args.load, args.aside, args.words, args.host, args.play
        if any(asked):
            return _without_table(args)
        args.link, args.file = (args.file, None) if isinstance(args.file, str) else ("", args.file)
        if args.file and args.open:
            raise Complaint("Give only one saved game.")
        args.open = args.open or args.file
        _check(args)
        _choose_platform(args)
        collect_rarely()
        with collect_later():
            import_plainly()
            from app.run import run  # Qt is imported only once the platform is chosen

            return run(args)
    except Complaint as complaint:
        _report(str(complaint), sys.argv[1:] if argv is None else argv)
        return 2


def paint_alone() -> None:
    """Let Qt paint in one thread: handing out the rows of a translucent shape takes six times as long as filling them.

    Qt reads this once, before it paints for the first time.
    """
    os.environ.setdefault("QT_NO_GUI_THREADPOOL", "1")


def unseen(arguments: Sequence[str]) -> bool:
    """Tell whether nobody reads standard error: a packaged program opened its window from an icon, not a terminal."""
    if sys.stderr is None:
        return True
    windowless = any(argument.partition("=")[0] in WINDOWLESS for argument in arguments)
    return bool(getattr(sys, "frozen", False)) and not windowless and not sys.stderr.isatty()


def _report(words: str, arguments: Sequence[str]) -> None:
    """Write a sentence where the player can see it."""
    if sys.stderr is not None:
        print(f"chitpull: {words}", file=sys.stderr)
    if not unseen(arguments) or _no_display():
        return
    from PySide6.QtWidgets import QApplication

    from app.dialogs import messages

    app = QApplication.instance() or QApplication(["chitpull"])
    messages.tell(None, "Chitpull", words, "Warning")
    del app


def _without_table(args: argparse.Namespace) -> int:
    piped = args.serve or args.think or args.work or args.load or args.aside
    if piped and (sys.stdin is None or sys.stdout is None):
        raise Complaint(NO_CONSOLE)
    if args.think or args.work:
        return play_alone(thinks=args.think)
    if args.load:
        return load_aside()
    if args.serve:
        return serve()
    if args.aside:
        return aside(args.aside)
    if args.host:
        return host(args)
    if args.play:
        return play(*args.play)
    if args.words:
        from app.sentences import write

        print(f"{write(args.words)} sentences written to {args.words}.")
        return 0
    from rules.engine.version import version

    print(f"Chitpull {version()}")
    return 0


def serve() -> int:
    """Answer JSON-RPC on standard input and output until the input ends."""
    from rules.engine.protocol import serve as answer
    from rules.systems import systems

    collect_rarely()
    systems()
    return answer(sys.stdin.buffer, sys.stdout.buffer)


def host(args: argparse.Namespace) -> int:
    """Host games until the process is ended."""
    from rules.engine.record import RecordError
    from rules.systems import systems

    try:
        from app.online.links import BadLink, host_in
        from app.online.schema import BadDatabase
        from app.online.sending import BadSettings
        from app.online.server import host as serve_games
    except ImportError as error:
        raise Complaint(_no_network(error)) from error
    port, folder = 4711 if args.port is None else args.port, args.dir or Path("hosted")
    database, bind = args.database or "", args.bind or "127.0.0.1"
    if not 0 <= port < 65536:
        raise Complaint("--port needs a whole number from 0 to 65535.")
    collect_rarely()
    systems()
    try:
        if args.new_link or args.copy or args.forget:
            _operate(args, folder, database)
            return 0
        address = host_in(args.address) if args.address else ""
        more = {"plain": args.plain, "takes_any": args.own_scenarios, "database": database, "address": address}
        serve_games(folder, bind, port, **more)
    except (BadSettings, BadDatabase, BadLink, LookupError, RecordError) as error:
        raise Complaint(str(error.args[0])) from error
    except OSError as error:
        why = os.strerror(error.errno).lower() if error.errno else str(error)
        raise Complaint(f"Games in {folder} cannot be hosted at port {port}: {why}.") from error
    return 0


def _operate(args: argparse.Namespace, folder: Path, database: str) -> None:
    """Do what the operator of a host wants with one of its games; raise LookupError, OSError or RecordError."""
    from app.online.server import forget, kept, new_link, operated
    from rules.engine.record import write_whole

    with operated(folder, database) as games:
        if args.new_link:
            print(f"Put this behind the address of the host: /#{new_link(games, *args.new_link)}")
        elif args.copy:
            write_whole(Path(args.copy[1]), kept(games, args.copy[0]), overwrite=False)
        else:
            forget(games, args.forget)
            print(f"Nothing is kept of the game {args.forget} any more.")


def _no_network(error: ImportError) -> str:
    return NO_NETWORK.format(missing=error.name, python=sys.executable)


def play(link: str, level: str) -> int:
    """Let the computer play a seat of a hosted game to its end."""
    from app.online.links import BadLink, FollowedLink, FollowedLinks, link_in
    from rules.engine.command import NotYourDecision
    from rules.engine.evaluator import Manner
    from rules.engine.folders import user_data_dir
    from rules.opponent.levels import LEVELS
    from rules.systems import systems

    collect_rarely()
    try:
        from app.online.both import OwnDice
        from app.online.following import ComputerSeat, OtherRules
    except ImportError as error:
        raise Complaint(_no_network(error)) from error
    if level not in LEVELS:
        raise Complaint(f'There is no level "{level}". Known: {", ".join(LEVELS)}.')
    systems()
    try:
        asked, known = link_in(link), FollowedLinks(user_data_dir() / "links.json")
        followed = known.find(asked) or FollowedLink.of(asked)
        followed = known.keep(followed, url=asked.url)  # the host may have another address now
        try:
            dice = OwnDice.of_file(known.dice_of(followed))
        except OSError as error:
            raise Complaint(f"This computer's part of the dice could not be read or saved: {error}.") from error
        ComputerSeat(followed, Manner(level), dice, say=lambda words: print(words, flush=True)).run()
    except (BadLink, NotYourDecision, OtherRules, LookupError) as error:
        raise Complaint(str(error)) from error
    return 0


def load_aside() -> int:
    """Try a scenario for the host that has started this process."""
    from app.online.loading import load
    from rules.systems import register_shipped

    register_shipped()
    return load(sys.stdin.buffer, sys.stdout.buffer)


def play_alone(*, thinks: bool) -> int:
    """Be the computer opponent of the window that has started this process, or play against oneself for it."""
    from rules.opponent import self_play, working
    from rules.systems import register_shipped

    collect_rarely()
    register_shipped()
    if thinks:
        return working.work(sys.stdin.buffer, sys.stdout.buffer)
    give_way()
    return self_play.work(sys.stdin.buffer, sys.stdout.buffer)


def aside(system: str) -> int:
    """Do what takes long for the window that has started this process."""
    from app.systems.base import presentation_of
    from rules.systems import SHIPPED, register_shipped

    if system not in SHIPPED:
        raise Complaint(f"--aside needs {listed(SHIPPED, 'or')}.")
    collect_rarely()
    register_shipped()
    return presentation_of(system).work_aside(sys.stdin.buffer, sys.stdout.buffer)


def _check(args: argparse.Namespace) -> None:
    if any(getattr(args, name) not in (None, False) for name in OF_A_HOST):
        names = [f"--{name.replace('_', '-')}" for name in OF_A_HOST]
        raise Complaint(f"{listed(names)} need --host.")
    if args.link and (args.scenario or args.open or args.picture or args.what):
        raise Complaint("A link to a game opens the window. Give nothing else with it.")
    if args.scenario and args.open:
        raise Complaint("Give either --scenario or --open, not both.")
    if args.seed is not None and not (0 <= args.seed < CHOSEN and args.scenario):
        raise Complaint(f"--seed needs a whole number from 0 to below {CHOSEN}, and --scenario.")
    if args.house_rules and not args.scenario:
        raise Complaint("--house-rule needs --scenario.")
    for name in ("size", "zoom"):
        if getattr(args, name) and not args.picture:
            raise Complaint(f"--{name} needs --picture.")
    if args.picture and not (args.scenario or args.open):
        raise Complaint("--picture needs --scenario ID or --open FILE.")
    _check_printing(args)


def _check_printing(args: argparse.Namespace) -> None:
    for name in ("out", "paper", "gray", "fit"):
        if getattr(args, name) and not args.what:
            raise Complaint(f"--{name} needs --print.")
    if not args.what:
        return
    if not (args.scenario or args.open):
        raise Complaint("--print needs --scenario ID or --open FILE.")
    if not args.out:
        raise Complaint("--print needs --out FILE.pdf.")
    if args.what == "report" and not args.open:
        raise Complaint("A report needs a game in progress: --print report needs --open FILE.")


def _choose_platform(args: argparse.Namespace) -> None:
    """Leave the display alone where nothing is shown: what is drawn off screen was prepared off screen."""
    if _no_display() and not (args.picture or args.prepare or args.bench or args.what):
        raise Complaint(NO_DISPLAY)
    if _no_display() or (sys.platform.startswith("linux") and (args.picture or args.prepare)):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def _no_display() -> bool:
    return sys.platform.startswith("linux") and not any(os.environ.get(name) for name in DISPLAYS)


# --- Take back PySide6's hook on imports, which reads the source of every module imported --------------------------


def import_plainly() -> None:
    """Load PySide6 and give `import` back as Python has it: nobody here writes `from __feature__ import …`."""
    import PySide6.QtCore  # noqa: F401

    hook = getattr(builtins, "__feature_import__", None)
    plain = getattr(builtins, "__orig_import__", None)
    if plain is not None and builtins.__import__ is hook:
        builtins.__import__ = plain
