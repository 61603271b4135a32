"""A player in a process of his own, before a window or the part of one that plays online: a bot for a head.

His journal is a line of JSON for each thing: what was "sent", then "done" or "refused" when the host has answered, and
what the window had to "tell". Whoever is killed leaves what was sent last without an answer, and has "began" anew.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from hashlib import blake2b
from multiprocessing import parent_process
from pathlib import Path
from random import Random
from time import monotonic, time_ns
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

import app.online.far_game
from app import theme
from app.application import Application
from app.online.far_game import FarGame, State
from app.online.links import FollowedLinks
from app.online.messages import Answer, Joined
from app.play import passing
from app.play.controller import GameController
from app.play.files import GameFiles
from app.play.seat import FarTable
from app.settings import Settings
from app.theme.faces import load as load_fonts
from app.window.main_window import MainWindow
from app.window.online import WindowOnline
from rules.engine import bounded
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.engine.system import load
from rules.systems import register_shipped, systems
from rules.testing.bots import bots_for
from tests.app.online.helpers.host_process import FIRST

register_shipped()
for _name, _first in FIRST.items():
    load(systems()[_name], _first)  # what that imports is there before a player's process begins

THINKS = 20
"""Milliseconds after which the player looks again whether he is asked."""
UNDOES = 0.08
"""Of his turns to order, those in which he undoes instead where that is free."""
MARCHES = 0.1
"""Of his other turns, those in which he sends two orders as one request."""


class Told(NamedTuple):
    """What a player is told on his way: his folder, the link to his seat, and seconds between two orders.

    He sits before a `whole` window, else before the part of it that follows a game at a host, without map and panels.
    """

    folder: Path
    link: str
    seed: int
    every: float
    whole: bool

    @property
    def journal(self) -> Path:
        """Where what he sends is written down."""
        return self.folder / "journal"

    @property
    def report(self) -> Path:
        """Where he tells how far his window has come."""
        return self.folder / "report"

    @property
    def rest(self) -> Path:
        """The file that tells him to order no more."""
        return self.folder / "rest"

    @property
    def errors(self) -> Path:
        """What his program wrote to standard error."""
        return self.folder / "errors"


def digest(seat: Seat) -> str:
    """Return a digest over all that a seat sees and knows of the past."""
    known = [seat.seq, seat.view(), [(entry.seat, entry.answer) for entry in seat.log()], seat.events()]
    return blake2b(json.dumps(known, sort_keys=True, default=repr).encode(), digest_size=16).hexdigest()


def play(told: Told) -> None:
    """Play until killed, or told to rest and ended."""
    os.environ |= {"QT_QPA_PLATFORM": "offscreen", "CHITPULL_HOME": str(told.folder)}
    os.dup2(os.open(told.errors, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), 2)
    program = Application(sys.argv[:1])
    if told.whole:
        load_fonts()
        theme.apply(program, "light")
    player = Player(told)
    program.exec()
    player.online.close()
    player.files.clear_table()


class Services(QObject):
    """What online play needs of a window."""

    tell: Callable[[str, str], object]
    ask: Callable[..., bool]
    pressed = Signal(str)

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings, self.window, self.prompt, self.staff = settings, QWidget(), self, self

    def status(self, *words: object) -> None: ...
    def renew(self, before: str, words: str) -> None: ...
    def take_off(self, words: str) -> None: ...
    def open_page(self, page: QWidget) -> None: ...
    def show_staff(self, *words: object) -> None: ...


class OnlineAlone(QObject):
    """The part of a window that plays online, with game and files, and no map or panels."""

    is_busy = False

    def __init__(self, settings: Settings, files: GameFiles) -> None:
        super().__init__()
        self.services, self.game = Services(settings), GameController(self)
        self.online = WindowOnline(self.game, self.services, self, files, list, lambda: None)  # type: ignore[arg-type]
        self.online.begun.connect(self.put)

    def put(self, session: Session, far: FarTable) -> None:
        """Show a copy of a game, as a window does."""
        self.online.put(far)
        self.game.session, self.game.host = session, far.host
        self.game.take_up(far.at(None))
        self.game.play(far.at(None), far.at, far.players)
        for notice in session.notices:
            self.services.tell("About this game", notice)


class Player:
    """Orders at random when he is asked, undoes now and then, and comes back whenever he is not at the table."""

    def __init__(self, told: Told) -> None:
        self.told, self._random, self._at = told, Random(told.seed + time_ns()), 0.0
        self._journal = told.journal.open("a", encoding="utf-8")
        self.note(began=os.getpid())
        app.online.far_game.FarGame = _watched(self)  # type: ignore[misc]
        settings = Settings(told.folder / "preferences.json")
        self.files = GameFiles(settings, told.folder / "games")
        for name, system in systems().items():
            passing.choose(settings, name, dict.fromkeys(system.seats, ()))  # no orders but his own
        window = MainWindow(settings, self.files) if told.whole else OnlineAlone(settings, self.files)
        window.services.tell = lambda title, words: self.note(tell=words)
        window.services.ask = lambda *_: True
        self.game, self.online = window.game, window.online
        self.joins = 0
        self._rests = False
        self._bots: dict[str, Any] = {}
        self._reported: dict[str, Any] = {}
        self._timer = QTimer(window)
        self._timer.timeout.connect(self._think)
        self._timer.start(THINKS)

    def note(self, **what: Any) -> None:
        """Write down what happened, so that it is there whenever the player is killed."""
        self._journal.write(json.dumps(what, default=dict) + "\n")
        self._journal.flush()

    def _think(self) -> None:
        parent = parent_process()
        if parent is None or not parent.is_alive():
            Application.exit()
        online, game = self.online, self.game
        far = online.far
        if far is None:
            self._come()
        elif self.told.rest.exists():
            if self.told.rest.read_text(encoding="utf-8"):
                Application.exit()
            if not self._rests:
                self._rests, self.joins, self._reported = True, 0, {}
                far._link.join_again()
            self._report(far)
        elif monotonic() >= self._at and not game.is_sending and game.seat is not None and game.host is far:
            self._report(far)
            if game.decision is not None and game.decision.seat == far.seat:
                self._at = monotonic() + self.told.every
                self._order()

    def _come(self) -> None:
        """Take the link of this computer, as the page of all games does, or follow the invitation."""
        kept = FollowedLinks(self.told.folder / "links.json").all()
        if kept:
            self.online.follow(kept[0])
        else:
            self.online.join(self.told.link)

    def _order(self) -> None:
        game = self.game
        assert game.seat is not None and game.decision is not None
        seat = game.decision.seat
        if game.can_undo and self._random.random() < UNDOES:
            game.undo()
            return
        self._bots = self._bots or bots_for(game.seat.system.seats, ["random"], self._random.randrange(10**6))
        count = 2 if self._random.random() < MARCHES else 1  # the second of two fits sometimes
        self.game.submit_all([self._bots[seat].choose(game.seat, game.decision) for _ in range(count)])

    def _report(self, far: FarGame) -> None:
        """Tell how far this window has come; while it rests, also what it sees."""
        copy, game = far.copy, self.game
        rev, chain = copy.held if copy is not None else (0, "")
        is_level = far.state is State.FOLLOWING and not far._steps and not game.is_sending and self.joins > 0
        said: dict[str, Any] = {"rev": rev, "chain": chain, "over": game.over is not None, "level": is_level}
        said |= {"state": far.state.value, "why": far.why}
        if said == self._reported:
            return
        self._reported = said
        if self._rests and is_level and copy is not None and copy.session is not None:
            seat = Seat(copy.session, far.seat)
            said = {**said, "sees": digest(seat), "file": far.followed.file, "seat": far.seat}
        unfinished = self.told.report.with_suffix(".new")
        unfinished.write_text(json.dumps(said), encoding="utf-8")
        bounded.replace(unfinished, self.told.report)


def _watched(player: Player) -> type[FarGame]:
    class Watched(FarGame):
        def _send(self, method: str, params: Mapping[str, Any]) -> None:
            player.note(sent=params.get("commands", method), rev=self._rev)
            super()._send(method, params)

        def _done(self, answer: Answer) -> None:
            if answer.is_refused:
                player.note(refused=answer.words)
            else:
                player.note(done=answer.result)
            super()._done(answer)

        def _joined(self, joined: Joined) -> None:
            player.joins += 1
            player.note(joined=joined.seat)
            super()._joined(joined)

    return Watched
