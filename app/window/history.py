"""Looking back: steps through the game on the table without undoing it, and begins new games from where one looks."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.history.band import LENGTHS, SPEEDS, HistoryCover, SinceChip
from app.history.track import ACTION, CHIT, TURN, Stop, since, step, stops_of
from app.motion.motions import is_by_hand
from app.panels.log import LogPanel
from app.play.controller import GameController
from app.play.files import CannotOpen, GameFiles
from app.play.passing import PassForMe
from app.play.past import Past, PastSeat
from app.play.players import KEY as PLAYERS
from app.services import WindowServices
from app.settings import BOTH_SIDES, SINCE
from app.text.event_rows import ChitDraw
from app.window.actions import Actions
from app.window.keyboard import is_typing
from app.window.motion import WindowMotion
from app.window.table_host import TableHost
from rules.engine.history import NATURE
from rules.engine.seat import Seat
from rules.engine.session import Session

Modifier = Qt.KeyboardModifier
NONE, SHIFT, CONTROL = Modifier.NoModifier, Modifier.ShiftModifier, Modifier.ControlModifier
STEPS = {
    (Qt.Key.Key_Left, NONE): (-1, ACTION),
    (Qt.Key.Key_Right, NONE): (1, ACTION),
    (Qt.Key.Key_Left, CONTROL): (-1, CHIT),
    (Qt.Key.Key_Right, CONTROL): (1, CHIT),
    (Qt.Key.Key_Left, SHIFT): (-1, TURN),
    (Qt.Key.Key_Right, SHIFT): (1, TURN),
    (Qt.Key.Key_PageUp, NONE): (-1, CHIT),
    (Qt.Key.Key_PageDown, NONE): (1, CHIT),
}
"""The keys that step while one looks back: how far one step goes."""
KEYS = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
NOTHING = "Nothing has happened since your last order."
PARTIAL = "Hands are hidden, so only the host has the whole game: it cannot go another way from here."
BRANCH = (
    "This starts a new game from the position you are viewing, with its own dice and its own file. "
    "Your current game is saved and can be opened again."
)


class WindowHistory(QObject):
    """Look back in one window. `at` is the index of the stop that is looked at, -1 while nobody looks back.

    `begun` carries a new game that goes on from a position looked at.
    """

    begun = Signal(Session)

    def __init__(
        self,
        game: GameController,
        services: WindowServices,
        host: TableHost,
        log: LogPanel,
        motion: WindowMotion,
        passing: PassForMe,
        files: GameFiles,
        menus: Actions,
    ) -> None:
        super().__init__(services.window)
        self.window, self.game, self.services, self.host = services.window, game, services, host
        self.log, self.motion, self.passing, self.files, self.menus = log, motion, passing, files, menus
        self.cover, self.chip = HistoryCover(host.pages), SinceChip(host.pages)
        self.chip.clicked.connect(self.play_since)
        self.stops: list[Stop] = []
        self.at = -1
        self.speed = "Normal"
        self._past: Past | None = None
        self._plays = self._returns = False
        self._asked = ""
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.timeout.connect(self._play_on)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._settled)
        bar, band = self.cover.bar, self.cover.band
        bar.asked.connect(self.ask)
        bar.speed_chosen.connect(self.play_at)
        bar.track.valueChanged.connect(self._drawn)
        band.left.connect(self.close)
        band.branched.connect(self.branch)
        motion.animator.ended.connect(self._moved)

    def handlers(self) -> dict[str, Callable[[], object]]:
        """Return the functions of this part by action id."""
        return {
            "look_back": self.toggle,
            "step_back": lambda: self.step(-1),
            "step_on": lambda: self.step(1),
            "since": self.play_since,
            "branch": self.branch,
        }

    @property
    def is_possible(self) -> bool:
        """Tell whether there is a game here to look back at."""
        game = self.game
        return self.game.session is not None and isinstance(game.present, Seat) and not game.awaited

    # --- looking -------------------------------------------------------------------------------------------------

    def toggle(self) -> None:
        """Look back from the present position, or go back to now."""
        if self.at >= 0:
            self.close()
        elif self._open():
            self.go(len(self.stops) - 1)

    def _open(self) -> bool:
        if self.at < 0 and self.is_possible:
            game, session = self.game, self.game.session
            assert session is not None and game.seat is not None
            self._past = Past(session)
            self.stops = stops_of(game.seat.events_at(), game.words, game.names, game.seat.seq)
            self.at = len(self.stops) - 1
            self.chip.hide()
            self.cover.bar.track.lay(self.stops)
            self.cover.set_shown(True)
        return self.at >= 0

    def go(self, index: int) -> None:
        """Look at a stop; the last one is the present position."""
        if not self._open():
            return
        self.at = min(max(index, 0), len(self.stops) - 1)
        self._look()
        self._show()

    def _look(self) -> None:
        assert self._past is not None
        game = self.game
        present = game.present
        assert present is not None
        try:
            game.look_at(PastSeat(self._past.at(self.stops[self.at].seq), present.name))
        except ValueError as error:
            self.close()
            self.services.tell("Cannot show this position", f"The saved game no longer holds it: {error}.")

    def _move(self, speed: float) -> bool:
        """Show how the position came about from the stop before it; return whether anything moves."""
        seat = self.game.seat
        if seat is not None and self.at > 0:
            since, to = self.stops[self.at - 1].seq, self.stops[self.at].seq
            events = [event for seq, event in seat.events_at() if since < seq <= to]
            self.motion.show(events, speed=speed)
        return self.motion.animator.is_running

    def _show(self) -> None:
        if self.at < 0:
            return
        last = len(self.stops) - 1
        stop = self.stops[self.at]
        self.cover.band.show_stop(stop, now=self.at == last, hands=self._hands())
        self.log.look_at(self.passing.history(stop.seq))
        self.cover.bar.show_stop(self.at, last + 1, playing=self.plays, speed=self.speed)

    def _hands(self) -> str:
        """Return whose hand is seen where hands are hidden, or ""."""
        game = self.game
        if game.seat is None or not game.seat.system.hides:
            return ""
        return f"Only the {game.side(game.seat.name).name} hand is shown" if game.seat.name else "No hand shown"

    def step(self, way: int, kind: str = ACTION) -> None:
        """Look one step further back (-1) or on (1)."""
        self.pause()
        if not self._open():
            return
        before = self.at
        self.go(step(self.stops, before, way, kind))
        if self.at == before + 1:
            self._move(1.0)

    def look_at(self, seq: int) -> None:
        """Look at the newest stop at or before a position."""
        self.pause()
        if self._open():
            self.go(since(self.stops, seq))

    def close(self) -> None:
        """Go back to now."""
        if self.at >= 0:
            self._ended()
            self.game.look_at_now()

    def _ended(self) -> None:
        """Take the cover off: the game has gone on, or another one is on the table."""
        self._halt()
        if self.at < 0:
            return
        self.log.look_at(None)
        self.at, self.stops, self._past = -1, [], None
        self.cover.set_shown(False)

    def _drawn(self, index: int) -> None:
        """Follow the track when a player moves it."""
        if self.at >= 0 and index != self.at:
            self.pause()
            self.go(index)

    # --- playing -------------------------------------------------------------------------------------------------

    @property
    def plays(self) -> bool:
        """Tell whether the game plays by itself."""
        return self._plays

    def play(self) -> None:
        """Let the game play by itself from here, or from the beginning if this is its end."""
        if not self._open():
            return
        if self.at == len(self.stops) - 1:
            self.go(0)
        self._plays = True
        self._clock.start(SPEEDS[self.speed])
        self._show()

    def play_at(self, speed: str) -> None:
        """Choose how fast the game plays."""
        self.speed = speed
        if self._clock.isActive():
            self._clock.start(SPEEDS[speed])
        self._show()

    def pause(self) -> None:
        """Stop playing and stay."""
        self._halt()
        self._show()

    def _halt(self) -> None:
        self._plays = self._returns = False
        self._clock.stop()

    def _play_on(self) -> None:
        if self.at == len(self.stops) - 1:  # only what has happened since returns from there
            self.close()
            return
        self.go(self.at + 1)
        moves = self._move(LENGTHS[self.speed])
        if self.at < 0 or (self.at == len(self.stops) - 1 and not self._returns):
            self._halt()
        elif moves:
            self._clock.stop()
        else:
            self._clock.start(SPEEDS[self.speed])
        self._show()

    def _moved(self) -> None:
        """Play on after what has been shown."""
        if self._plays:
            self._clock.start(round(SPEEDS[self.speed] * 0.4))

    def play_since(self) -> None:
        """Play what has happened since the last order of the player who decides now, and go back to now."""
        if not self._open():
            return
        self.go(since(self.stops, self._last_own()))
        if self.at == len(self.stops) - 1:
            self.close()
            self.services.status(NOTHING, 5000)
            return
        self.play()
        self._returns = True

    def _last_own(self) -> int:
        """Return the position after the last order that the player who decides now has given himself."""
        seat, passes = self.game.present, self.passing.passes
        log = seat.log() if seat is not None else []
        asked = seat.asked if seat is not None else None
        own = (at for at in range(len(log), 0, -1) if log[at - 1].seat == asked and at - 1 not in passes)
        return next(own, 0)

    def gone_on(self) -> None:
        """Take the cover off, and see who is asked once all passes are given."""
        self._ended()
        self.chip.hide()
        self._soon.start()

    def _settled(self) -> None:
        """Offer a player what the other side has done since his last order, or show it at once if he wants that."""
        game = self.game
        asked = game.decision.seat if game.decision is not None else ""
        before, self._asked = self._asked, asked or self._asked
        if not asked or self.at >= 0 or not self._is_news():
            return
        if before and asked != before and self.services.settings.get(SINCE, False):
            self.play_since()
        elif not self.services.settings.get(BOTH_SIDES, False):
            self.chip.offer(True, self.menus["since"].shortcut().toString())

    def _is_news(self) -> bool:
        """Tell whether the other side has done something since that shows on the board, more than a chit drawn."""
        game = self.game
        seat, mat = game.present, self.host.table
        if seat is None or mat is None or mat.moving is None or not self.is_possible:
            return False
        last = self._last_own()
        if all(entry.seat in (seat.asked, NATURE) for entry in seat.log()[last:]):
            return False
        motions = mat.moving.motions([event for at, event in seat.events_at() if at > last])
        return any(is_by_hand(motion) or not isinstance(motion, ChitDraw) for motion in motions)

    def ask(self, what: str) -> None:
        """Do what a button of the transport says."""
        if what == "play":
            self.pause() if self.plays else self.play()
        elif what in ("back", "on"):
            self.step(-1 if what == "back" else 1)
        else:
            self.pause()
            self.go(0 if what == "first" else len(self.stops) - 1)

    # --- going another way ---------------------------------------------------------------------------------------

    def branch(self) -> None:
        """Begin a new game from the position looked at."""
        if self.at < 0 or self._past is None or self.at == len(self.stops) - 1:
            return
        self.pause()
        if self.game.session is not None and not self.game.session.is_whole:
            self.services.tell("Could not start a new game", PARTIAL)
            return
        if not self.services.ask("Branch from here?", BRANCH, "Branch", "Keep looking"):
            return
        try:
            session = self.files.branch(self._past.at(self.stops[self.at].seq))
        except CannotOpen as error:
            self.services.tell("Could not start a new game", str(error))
            return
        if self.game.players.any:
            session.keep(PLAYERS, self.game.players.to_plain())
        self.begun.emit(session)
        self.services.status("New game started from here. Your other game is saved.", 8000)

    # --- keys ----------------------------------------------------------------------------------------------------

    def takes(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys that step, play and go back to now."""
        if self.at < 0 or event.type() not in KEYS or not isinstance(event, QKeyEvent) or not self._mine(watched):
            return False
        does = self._meaning(event)
        if does is None:
            return False
        event.accept()
        if event.type() == QEvent.Type.KeyPress:
            does()
        return True

    def _mine(self, watched: QObject) -> bool:
        if not isinstance(watched, QWidget) or is_typing(watched) or watched.window() is not self.window:
            return False
        return not QApplication.activePopupWidget() and not QApplication.activeModalWidget()

    def _meaning(self, event: QKeyEvent) -> Callable[[], object] | None:
        key, modifiers = Qt.Key(event.key()), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if (key, modifiers) in STEPS:
            way, kind = STEPS[key, modifiers]
            return lambda: self.step(way, kind)
        if modifiers:
            return None
        speeds = dict(zip((Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3), SPEEDS, strict=True))
        if key in speeds:
            return lambda: self.play_at(speeds[key])
        plain: dict[Qt.Key, Callable[[], object]] = {
            Qt.Key.Key_Space: lambda: self.ask("play"),
            Qt.Key.Key_Escape: self.close,
            Qt.Key.Key_Home: lambda: self.ask("first"),
            Qt.Key.Key_End: lambda: self.ask("last"),
        }
        return plain.get(key)
