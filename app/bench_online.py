"""Measure a window that plays at a host: `python -m app.bench_online [--steps N]`.

The host is a process; another player orders in a thread, what a recruit orders. Told are how long the window takes to
show a step, and for how long it does nothing while the line is dead or the host is killed and started again.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from app import theme
from app.online.bench import BETWEEN, PATIENCE, SMALL, SYSTEM, Guest, host, milliseconds, script, tell
from app.online.games import Games
from app.online.handovers import choose
from app.online.links import SeatLink
from app.online.messages import SentStep
from app.online.records import FolderRecords
from app.online.server import store_in
from app.play.files import GameFiles
from app.settings import Settings
from app.window.main_window import MainWindow
from rules.engine.session import Session
from rules.systems import systems

BEAT: Final = 0.005
"""Seconds between two signs of life of the window."""
PAINTED_IN: Final = 0.1
"""Seconds after which a step that the window has followed changes nothing on its map."""
DEAD: Final = 8.0
"""Seconds for which the host says nothing."""


class Paints(QObject):
    """Notes when a widget was painted last, and how busy the processor had been with this process by then."""

    at = busy = 0.0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take note of a paint event; it is painted when this has returned, in less than a frame."""
        if event.type() is QEvent.Type.Paint:
            self.at, self.busy = time.perf_counter(), time.process_time()
        return False


class Beats:
    """The longest time for which the window did not come to what it has to do."""

    def __init__(self) -> None:
        self.longest, self._last = 0.0, time.perf_counter()
        self._timer = QTimer()
        self._timer.timeout.connect(self._beat)
        self._timer.start(int(BEAT * 1e3))

    def begin(self) -> None:
        """Measure from now on."""
        self.longest, self._last = 0.0, time.perf_counter()

    def _beat(self) -> None:
        now = time.perf_counter()
        self.longest, self._last = max(self.longest, now - self._last - BEAT), now


def until(holds: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    """Let the window do what it has to until something holds; return whether it does in that time."""
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        QApplication.processEvents()
        time.sleep(0.0002)
    return holds()


class Table:
    """A window at one seat of a hosted game, and the other player."""

    def __init__(self, folder: Path, url: str, links: Mapping[str | None, str]) -> None:
        own, other = (seat for seat in links if seat)
        settings = Settings(folder / "preferences.json")
        self.window = MainWindow(settings, GameFiles(settings, folder / "games"))
        self.window.resize(1600, 1000)
        self.window.moment.length = 0.0  # what has happened is shown for no longer than it takes
        self.window.show()
        self.told: dict[int, tuple[float, float]] = {}
        """When each step was heard, and how busy the processor had been with this process by then."""
        self.guest, self._script, self._paints = Guest(url, SMALL, links[other]), script(), Paints()
        self.guest.link.start()
        self.window.online.join(str(SeatLink(url, links[own])))
        far = self.window.online.far
        assert far is not None
        self.far, self._hear = far, far._link._hear
        far._link._hear = self._heard
        if not until(lambda: self.window.playmat is not None):
            raise SystemExit("app.bench_online: the game does not begin.")
        view = self.window.pages.currentWidget()
        assert view is not None
        self._map = view.viewport() if hasattr(view, "viewport") else view
        self._map.installEventFilter(self._paints)

    def _heard(self, method: str, told: Mapping[str, Any]) -> None:
        if method == "step":
            self.told[SentStep.of(told).rev] = time.perf_counter(), time.process_time()
        self._hear(method, told)

    @property
    def held(self) -> int:
        """Return up to which step the window shows the game."""
        return self.far.copy.held[0] if self.far.copy is not None else 0

    def step(self) -> tuple[float, float] | None:
        """Let whoever is asked order once; return the seconds until the window showed it, all and the processor's."""
        until(lambda: not self.window.game.is_sending and self._level())
        session, rev = self.window.session, self.held
        if session is None or session.decision is None:
            return None
        self._order(session)
        until(lambda: self.held > rev)
        heard, busy_then = self.told[rev + 1]
        shown, busy_now = time.perf_counter(), time.process_time()
        if until(lambda: self._paints.at > heard, PAINTED_IN):
            shown, busy_now = max(shown, self._paints.at), max(busy_now, self._paints.busy)
        until(lambda: False, BETWEEN)  # a host takes ten orders a second
        return shown - heard, busy_now - busy_then

    def _order(self, session: Session) -> None:
        assert session.decision is not None
        seat = session.decision.seat
        if seat == self.far.seat:
            self.window.order(choose(self._script, session, seat))
        elif self.guest.session is not None:
            command = choose(self._script, self.guest.session, seat)
            self.guest.link.ask("submit", {"rev": self.guest.copy.held[0], "command": command.to_json()})

    def _level(self) -> bool:
        self.guest.catch_up()
        return self.guest.copy.held[0] == self.held > 0

    def dead(self, pid: int, beats: Beats) -> tuple[float, float]:
        """Stop the host for a while, in which the player orders; return the window's longest pause, then and after."""
        os.kill(pid, signal.Signals["SIGSTOP"])
        try:
            session = self.window.session
            if session is not None and session.decision is not None and session.decision.seat == self.far.seat:
                self._order(session)
            beats.begin()
            until(lambda: False, DEAD)
            silent = beats.longest
        finally:
            os.kill(pid, signal.Signals["SIGCONT"])
        beats.begin()
        until(lambda: not self.far.is_away and not self.window.game.is_sending)
        return silent, beats.longest


def main() -> int:
    """Measure."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--steps", type=int, default=200, metavar="N", help="orders of the game (200)")
    given = options.parse_args()
    if sys.platform == "win32":
        raise SystemExit("app.bench_online: a host cannot be stopped and go on here.")
    application = QApplication([])
    theme.apply(application, "light")
    systems()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        links = Games(FolderRecords(folder), store_in(folder)).make(SYSTEM, SMALL)
        with host(folder) as (url, pid):
            table, beats = Table(folder / "player", url, links), Beats()
            taken = [took for _ in range(given.steps) if (took := table.step()) is not None]
            tell(f"{SMALL}: a step, until the window shows it", milliseconds([all_ for all_, _ in taken]), "p95 35 ms")
            tell("the processor's part of it", milliseconds([busy for _, busy in taken]), "")
            silent, after = table.dead(pid, beats)
            tell("the window's longest pause, the line being dead", f"{silent * 1e3:.0f} ms", "50 ms")
            tell("the same when it comes back and steps are shown", f"{after * 1e3:.0f} ms", "50 ms")
            beats.begin()
            until(lambda: False, DEAD)
            tell("the same without anything to do", f"{beats.longest * 1e3:.0f} ms", "")
            table.guest.link.end()
            table.window.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
