"""The options of the command line, and what is wrong with a request in one sentence."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn
from urllib.parse import unquote, urlsplit

from rules.engine.english import capital

WHATS = "setup, aids, reading, counters, map, report or all"


class Complaint(Exception):
    """What was asked for cannot be done; the text is one sentence for whoever asked."""


def report(notices: Iterable[str]) -> None:
    """Write on the error stream what players must know of a saved game, where no window says it."""
    for notice in notices:
        if sys.stderr is not None:
            print(f"chitpull: {notice}", file=sys.stderr)


class Parser(argparse.ArgumentParser):
    """Complains in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Raise a Complaint."""
        raise Complaint(f"{capital(message)}; --help lists the options.")


def named(text: str) -> Path | str:
    """Return what a desktop names: a file, by its path or its address, or a link to a game as it is."""
    if text.startswith("file://"):
        return Path(unquote(urlsplit(text).path))
    return text if "://" in text else Path(text)


def parser() -> Parser:
    """Return the options of the command line."""
    made = Parser(prog="chitpull", description="A table for hex-and-counter wargames that knows the rules.")
    made.add_argument(
        "file", metavar="FILE", type=named, nargs="?", help="a saved game, same as --open, or a link to a game"
    )
    made.add_argument("--scenario", metavar="ID", help="start this scenario (an id such as first-light, or a file)")
    made.add_argument("--open", metavar="FILE", type=Path, help="open a saved game")
    made.add_argument("--seed", metavar="N", type=int, help="start the scenario with this dice seed")
    made.add_argument(
        "--house-rule",
        metavar="NAME=VALUE",
        dest="house_rules",
        action="append",
        default=[],
        help="play the scenario with this house rule, such as stars=harder; may be given more than once",
    )
    made.add_argument("--theme", choices=("light", "dark", "system"), help="colors for this session")
    _add_drawing(made)
    made.add_argument("--serve", action="store_true", help="play over JSON-RPC on standard input and output")
    _add_hosting(made)
    made.add_argument(
        "--play", metavar=("LINK", "LEVEL"), nargs=2, help="let the computer play a seat of a hosted game"
    )
    _add_hidden(made)
    made.add_argument(
        "--words", metavar="FILE", type=Path, help="write every sentence a player can see to a file and quit"
    )
    made.add_argument("--version", action="store_true", help="show the version and quit")
    made.set_defaults(bench=False)
    if not getattr(sys, "frozen", False):  # the packages have nothing to measure with
        made.add_argument(
            "--bench",
            action="store_true",
            help="measure start-up, drawing and memory (with --scenario, on that one) and quit",
        )
    return made


def _add_drawing(made: Parser) -> None:
    """Add what draws and prints the table."""
    made.add_argument("--picture", metavar="FILE", type=Path, help="draw the table to a picture and quit")
    made.add_argument("--size", metavar="WxH", help="picture size in pixels (1600x1000)")
    made.add_argument("--zoom", metavar="fit|N", help="fit the whole map, or a scale such as 1.5 (fit)")
    made.add_argument("--print", metavar="WHAT", dest="what", help=f"print {WHATS} and quit")
    made.add_argument(
        "--out", metavar="FILE", type=Path, help="the PDF file to print to; a name ending in .png makes pictures"
    )
    made.add_argument("--paper", choices=("A4", "Letter"), help="paper size (A4)")
    made.add_argument(
        "--gray", "--grey", action="store_true", help="print in gray, with letters and patterns instead of colors"
    )
    made.add_argument("--fit", action="store_true", help="print the map on one page only, without the tiles")


def _add_hosting(made: Parser) -> None:
    """Add what hosts games, in one or several hosts."""
    made.add_argument("--host", action="store_true", help="host games for players on other computers")
    made.add_argument("--dir", metavar="DIR", type=Path, help="the folder of the games to host (hosted)")
    made.add_argument("--port", metavar="N", type=int, help="the port to host them at (4711)")
    made.add_argument(
        "--bind",
        metavar="ADDRESS",
        help="the address to host them at (127.0.0.1: this computer only); others are encrypted",
    )
    made.add_argument(
        "--new-link", metavar=("GAME", "SEAT"), nargs=2, help="with --host: make a new link to a seat of a hosted game"
    )
    made.add_argument("--own-scenarios", action="store_true", help="with --host: players may bring scenarios")
    made.add_argument("--plain", action="store_true", help="host without encryption, behind a proxy that encrypts")
    made.add_argument(
        "--copy", metavar=("GAME", "FILE"), nargs=2, help="with --host: copy the record of a hosted game to a file"
    )
    made.add_argument("--forget", metavar="GAME", help="with --host: delete a hosted game and all that is kept of it")
    made.add_argument(
        "--database", metavar="URL", help="with --host: keep the games in this database, which several hosts may share"
    )
    made.add_argument("--address", metavar="URL", help="with --database: where players reach this one of several hosts")


def _add_hidden(made: Parser) -> None:
    """Add what this program starts itself with."""
    made.add_argument("--prepare", action="store_true", help=argparse.SUPPRESS)  # when it is set up or packed
    made.add_argument("--think", action="store_true", help=argparse.SUPPRESS)  # the computer opponent of a window
    made.add_argument("--work", action="store_true", help=argparse.SUPPRESS)  # the same against itself
    made.add_argument("--load", action="store_true", help=argparse.SUPPRESS)  # a scenario that a host was sent
    made.add_argument("--aside", metavar="SYSTEM", help=argparse.SUPPRESS)  # what takes long, for a window
    made.add_argument("--shut", action="store_true", help=argparse.SUPPRESS)  # shut the window once it is drawn
