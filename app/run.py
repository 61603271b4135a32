"""Start the program as the command line asks: window, picture or measurements."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app import theme
from app.application import Application
from app.command_line import Complaint, report
from app.picture import SIZE, BadPicture, read_size, read_zoom, write
from app.play.files import CannotOpen, loading
from app.play.players import NewGame
from app.play.scenarios import choice_of
from app.system import ALL, Papers
from app.systems.base import presentation_of
from app.theme.faces import NoFonts
from app.theme.faces import load as load_fonts
from rules.engine.bounded import table_ledger
from rules.engine.folders import DataMissing, assets_dir, prepared_dir
from rules.engine.memory import collect_again
from rules.engine.nature import SeededNature
from rules.engine.record import RecordError
from rules.engine.record_reading import load_record
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.engine.system import load, system
from rules.systems import register_shipped


def run(args: argparse.Namespace) -> int:
    """Do what was asked; raise Complaint."""
    register_shipped()
    app = QApplication.instance() or Application(sys.argv[:1])
    assert isinstance(app, Application)
    try:
        load_fonts()  # before any widget
    except NoFonts as error:
        raise Complaint(str(error)) from error
    app.setWindowIcon(QIcon(str(icon())) if icon() else QIcon())
    if args.picture:
        return picture(app, args)
    if args.prepare:
        return prepare(app)
    if args.bench:
        return measure(args)
    if args.what:
        return paper(args)
    from app.window.startup import window

    return window(app, args)


def icon() -> Path | None:
    """Return the path of the program's icon, or None if it is missing."""
    try:
        return assets_dir() / "icons" / "chitpull.png"
    except DataMissing:
        return None


def prepare(app: QApplication) -> int:
    """Compute ahead what first starts would take long for."""
    from app import preparing

    theme.apply(app, "light")
    preparing.prepare(prepared_dir())
    return 0


def measure(args: argparse.Namespace) -> int:
    """Measure start, drawing and memory, by the scenario named if there is one."""
    from app.bench import bench

    collect_again()
    if not args.scenario:
        return bench()
    try:
        choice = _choice(args)
        new_session(choice)
    except CannotOpen as error:
        raise Complaint(str(error)) from error
    return bench(choice)


def picture(app: QApplication, args: argparse.Namespace) -> int:
    """Write a picture of a scenario at its start or of a saved game."""
    theme.apply(app, args.theme or "light")
    try:
        size, zoom = read_size(args.size) if args.size else SIZE, read_zoom(args.zoom or "fit")
        write(Seat(_session(args)), args.picture, size, zoom)
    except (BadPicture, CannotOpen, RecordError) as error:
        raise Complaint(str(error)) from error
    return 0


def paper(args: argparse.Namespace) -> int:
    """Print a scenario at its start, or a saved game, into a PDF."""
    from app.printing.output import BadPrint, write

    collect_again()
    try:
        seat = Seat(_session(args))
        papers = presentation_of(seat.system.id).papers
        if args.what not in (*papers.titles, ALL) or not papers.titles:
            raise Complaint(_not_printed(args.what, papers))
        warning = load_fonts()
        made = papers.document(
            seat, args.what, begun=bool(args.open), paper=args.paper or "A4", grey=args.gray, fitted=args.fit
        )
        write(made, args.out, args.gray)
    except (BadPrint, NoFonts, CannotOpen, RecordError) as error:
        raise Complaint(str(error)) from error
    if warning:
        print(f"chitpull: {warning}", file=sys.stderr)
    print(f"{args.out}: {len(made.sheets)} pages on {args.paper or 'A4'}")
    return 0


def _not_printed(what: str, papers: Papers) -> str:
    if not papers.titles:
        return "This system has nothing to print."
    return f"--print {what}: you can print {', '.join([*papers.titles, ALL])} here."


def _session(args: argparse.Namespace) -> Session:
    if args.open:
        session = load_record(args.open, attach=False, ledger=table_ledger())
        report(session.notices)
        return session
    return new_session(_choice(args))


def _choice(args: argparse.Namespace) -> NewGame:
    return choice_of(args.scenario, args.seed, args.house_rules)


def new_session(choice: NewGame) -> Session:
    """Return a game of a scenario; raise CannotOpen."""
    with loading():
        game_system = system(choice.system)
        scenario = load(game_system, choice.source)
    return Session.new(game_system, scenario, nature=SeededNature(choice.seed or 0), source=choice.source)
