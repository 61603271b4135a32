"""Open the window with the game that the command line names."""

from __future__ import annotations

import argparse
from pathlib import Path

from PySide6.QtCore import QTimer

from app import colour, crash, theme
from app.application import Application, recovery_delay
from app.command_line import Complaint, report
from app.crash import watch
from app.dialogs.messages import ProgressWait
from app.play.files import CannotOpen, GameFiles, LeftClosed
from app.play.scenarios import choice_of, is_for_library
from app.settings import Settings
from app.systems.base import import_next
from app.window.main_window import MainWindow
from rules.engine.bounded import why
from rules.engine.folders import HOME_VARIABLE, user_data_dir
from rules.engine.memory import collect_again
from rules.engine.session import Session

SOON = 5
"""Milliseconds after which it is asked again whether the map is drawn: few, because starts are measured by that."""
AHEAD = 150
"""Milliseconds between the start page and the systems it imports while the player reads, and between each of these."""


def window(app: Application, args: argparse.Namespace) -> int:
    """Open the window and play."""
    folder = home()
    crash.begin_journal(folder)
    settings = Settings(folder / "preferences.json")
    theme.apply(app, args.theme or settings.theme, settings.text_size)
    colour.choose(settings.eyes)
    files = GameFiles(settings, waits=ProgressWait)
    is_offered = args.open is not None and is_for_library(args.open)
    try:
        damaged = files.damage(args.open) if args.open and not is_offered else None
        session = None if damaged or is_offered else asked_for(args, files)
    except LeftClosed:
        damaged = session = None
    main = MainWindow(settings, files, start=session is None)
    watch(main)
    main.show()
    app.open_with(main.open_game, main.online.take)
    if session is not None:
        if args.shut:
            report(told_of(session))
        main.put(session)
    elif args.link:
        QTimer.singleShot(0, lambda: main.online.take(args.link))
    elif damaged and args.shut:
        report([damaged])
    elif damaged or is_offered:  # the window asks before it goes on with what is left, installs or plays
        QTimer.singleShot(0, lambda: main.open_game(args.open))
    else:
        QTimer.singleShot(recovery_delay(), lambda: main.session or main.dialogs.offer_recovery())
    if settings.problem:
        main.services.status(settings.problem, 15000)
    if args.shut:
        QTimer.singleShot(0, lambda: shut_when_drawn(main))
    elif session is None:
        QTimer.singleShot(AHEAD, main, lambda: import_ahead(main))
    collect_again()
    return app.exec()


def import_ahead(main: MainWindow) -> None:
    """Import what the scenario marked on the start page is played with, then the other systems, each at its turn.

    The page itself does without them (`shipped_scenarios`), so that it appears at once.
    """
    if main.session is not None:
        return
    marked = main.start_page.current
    if not main.start_page.is_drawn or import_next(marked.system if marked is not None else ""):
        QTimer.singleShot(AHEAD, main, lambda: import_ahead(main))


def told_of(session: Session) -> list[str]:
    """Return what players must know of a game, once all of it is proved, and take it off the game."""
    if session.proof is not None:
        session.proof.go_on()
        session.notices += session.proof.found
    told, session.notices, session.proof = session.notices, [], None
    return told


def shut_when_drawn(main: MainWindow) -> None:
    """Shut the window as soon as its map is drawn, to try out the packaged program."""
    if main.is_settled:
        main.close()
    else:
        QTimer.singleShot(SOON, lambda: shut_when_drawn(main))


def home() -> Path:
    """Return the folder of the player's games and preferences; raise Complaint if it cannot be made."""
    try:
        return user_data_dir()
    except OSError as error:
        raise Complaint(
            f"Could not create the folder for games and preferences ({error.filename}: {why(error)}). "
            f"Set {HOME_VARIABLE} to a folder you can write to."
        ) from error


def asked_for(args: argparse.Namespace, files: GameFiles) -> Session | None:
    """Return the game the command line names, if any; raise Complaint."""
    try:
        if args.open:
            return files.open(args.open)
        return files.start(choice_of(args.scenario, args.seed, args.house_rules)) if args.scenario else None
    except LeftClosed:
        raise
    except CannotOpen as error:
        raise Complaint(str(error)) from error
