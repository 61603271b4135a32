"""Start the program as the command line asks: window, picture or measurements."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app import journal, theme, vision
from app.application import Application, recovery_delay
from app.complaint import Complaint
from app.crash import watch
from app.dialogs.start import NewGame
from app.files import CannotOpen, GameFiles, find_scenario
from app.picture import BadPicture, read_size, read_zoom, write
from app.settings import Settings
from app.systems.presentation import ALL, Papers
from app.systems.shipped import presentation_of
from app.theme.faces import NoFonts
from app.theme.faces import load as load_fonts
from app.window.main_window import MainWindow
from rules.engine.datadirs import HOME_VARIABLE, DataMissing, assets_dir, user_data_dir
from rules.engine.disk import why
from rules.engine.memory import collect_rarely
from rules.engine.nature import SeededNature
from rules.engine.record import RecordError
from rules.engine.record_reading import load_record
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.engine.system import system
from rules.systems import system_of, systems


def run(args: argparse.Namespace) -> int:
    """Do what was asked; raise Complaint."""
    collect_rarely()
    systems()
    app = QApplication.instance() or Application(sys.argv[:1])
    assert isinstance(app, Application)
    try:
        load_fonts()  # before any widget
    except NoFonts as error:
        raise Complaint(str(error)) from error
    app.setWindowIcon(QIcon(str(icon())) if icon() else QIcon())
    if args.bench:
        from app.bench import bench

        return bench()
    if args.what:
        return paper(args)
    if args.picture:
        return picture(app, args)
    return window(app, args)


def icon() -> Path | None:
    """Return the path of the program's icon, or None if it is missing."""
    try:
        return assets_dir() / "icons" / "chitpull.png"
    except DataMissing:
        return None


def choice_of(args: argparse.Namespace) -> NewGame:
    """Return the game that --scenario names; a path or an unknown id is left to the loader to judge."""
    info = find_scenario(args.scenario)
    system_id = str(info["system"]) if info else system_of(args.scenario).id
    return NewGame(system_id, args.scenario, args.seed)


def picture(app: QApplication, args: argparse.Namespace) -> int:
    """Write a picture of a scenario at its start or of a saved game."""
    theme.apply(app, args.theme or "light")
    try:
        size, zoom = read_size(args.size or "1600x1000"), read_zoom(args.zoom or "fit")
        write(Seat(_session(args)), args.picture, size, zoom)
    except (BadPicture, CannotOpen, RecordError) as error:
        raise Complaint(str(error)) from error
    return 0


def paper(args: argparse.Namespace) -> int:
    """Print a scenario at its start, or a saved game, into a PDF."""
    from app.printing.output import BadPrint, write

    try:
        seat = Seat(_session(args))
        papers = presentation_of(seat.system.id).papers
        if args.what not in (*papers.titles, ALL) or not papers.titles:
            raise Complaint(_not_printed(args.what, papers))
        warning = load_fonts()
        made = papers.document(
            seat, args.what, begun=bool(args.open), paper=args.paper or "A4", grey=args.grey, fitted=args.fit
        )
        write(made, args.out, args.grey)
    except (BadPrint, NoFonts, CannotOpen, RecordError) as error:
        raise Complaint(str(error)) from error
    if warning:
        print(f"chitpull: {warning}", file=sys.stderr)
    print(f"{args.out}: {len(made.sheets)} pages on {args.paper or 'A4'}")
    return 0


def _not_printed(what: str, papers: Papers) -> str:
    if not papers.titles:
        return "There is nothing to print for games of this system."
    return f"--print {what}: what can be printed here is {', '.join([*papers.titles, ALL])}."


def _session(args: argparse.Namespace) -> Session:
    if args.open:
        return load_record(args.open, attach=False)
    choice = choice_of(args)
    game_system = system(choice.system)
    try:
        scenario = game_system.load(choice.scenario)
    except Exception as error:
        if hasattr(error, "problems"):
            raise CannotOpen(str(error)) from error
        raise
    return Session.new(game_system, scenario, nature=SeededNature(choice.seed or 0), source=choice.scenario)


def window(app: Application, args: argparse.Namespace) -> int:
    """Open the window and play."""
    folder = home()
    journal.begin(folder)
    settings = Settings(folder / "preferences.json")
    theme.apply(app, args.theme or settings.theme, settings.text_size)
    vision.choose(settings.eyes)
    files = GameFiles(settings)
    damaged = bool(args.open and files.damage(args.open))
    session = None if damaged else asked_for(args, files)
    main = MainWindow(settings, files)
    watch(main)
    main.show()
    app.open_with(main.open_game)
    if session is not None:
        main.put(session)
    elif damaged:  # the window asks before it goes on with what is left
        QTimer.singleShot(0, lambda: main.open_game(args.open))
    else:
        QTimer.singleShot(recovery_delay(), lambda: main.session or main.dialogs.offer_recovery())
    if settings.problem:
        main.show_status(settings.problem, 15000)
    if args.shut:
        QTimer.singleShot(0, lambda: shut_when_drawn(main))
    return app.exec()


def shut_when_drawn(main: MainWindow) -> None:
    """Shut the window as soon as its map is drawn, to try out the packaged program."""
    if main.is_settled:
        main.close()
    else:
        QTimer.singleShot(50, lambda: shut_when_drawn(main))


def home() -> Path:
    """Return the folder of the player's games and preferences; raise Complaint if it cannot be made."""
    try:
        return user_data_dir()
    except OSError as error:
        raise Complaint(
            f"The folder for games and preferences cannot be made ({error.filename}: {why(error)}); "
            f"let {HOME_VARIABLE} name a folder that can be written."
        ) from error


def asked_for(args: argparse.Namespace, files: GameFiles) -> Session | None:
    """Return the game the command line names, if any; raise Complaint."""
    try:
        if args.open:
            return files.open(args.open)
        return files.start(choice_of(args)) if args.scenario else None
    except CannotOpen as error:
        raise Complaint(str(error)) from error
