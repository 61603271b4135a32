"""Measure a window that plays at a host: `python -m app.bench_online [--steps N] [--all]`.

The host is a process; another player orders in a thread, what a recruit orders. Told are how long the window takes to
show a step, or a long game that it comes to anew, and for how long it does nothing while the line is dead. With `--all`
hosts and play at one table are measured as well (`app.online.bench`, `app.bench_local`): five minutes.
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

from app import bench_local
from app.bench_local import begin
from app.online import bench
from app.online.bench import Amount, head, milliseconds, tell
from app.online.bench_players import BETWEEN, LARGE, PATIENCE, SMALL, SYSTEM, Guest, host, played_before, rest, script
from app.online.games import Games
from app.online.handovers import choose
from app.online.links import FollowedLink, SeatLink
from app.online.messages import SentStep
from app.online.records import FolderRecords
from app.online.server import store_in
from app.play.files import GameFiles
from app.settings import Settings
from app.window.main_window import MainWindow
from rules.engine.memory import collect_again
from rules.engine.session import Session

BEAT: Final = 0.005
"""Seconds between two signs of life of the window."""
PAINTED_IN: Final = 0.1
"""Seconds after which a step that the window has followed changes nothing on its map."""
LITTLE: Final = 0.1
"""Seconds of the processor in one second for which a window has nothing more to do than to be asked for it."""
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


def come_to_rest() -> None:
    """Let a window prove and draw what it still has to: else the next one would do it while it is measured."""
    end, busy = time.monotonic() + PATIENCE, 1.0
    while busy > LITTLE and time.monotonic() < end:
        before = time.process_time()
        until(lambda: False, 1.0)
        busy = time.process_time() - before


def opened(folder: Path) -> MainWindow:
    """Return a window as a player has it who keeps his games in a folder."""
    settings = Settings(folder / "preferences.json")
    window = MainWindow(settings, GameFiles(settings, folder / "games"))
    window.services.tell = lambda title, words: print(f"{title}: {words}")  # nobody is there to press OK
    window.resize(1600, 1000)
    window.moment.length = 0.0  # what has happened is shown for no longer than it takes
    window.show()
    return window


class OnlineTable:
    """A window at one seat of a hosted game, and the other player."""

    def __init__(self, folder: Path, url: str, links: Mapping[str | None, str]) -> None:
        own, other = (seat for seat in links if seat)
        self.window = opened(folder)
        self.told: dict[int, tuple[float, float]] = {}
        """When each step was heard, and how busy the processor had been with this process by then."""
        self.guest, self._script, self._paints = Guest(url, SMALL, links[other]), script(), Paints()
        self.guest.link.start()
        self.window.online.join(str(SeatLink(url, links[own])))
        far = self.window.online.far
        assert far is not None
        self.far, self._hear = far, far._link._hear
        far._link._hear = self._heard
        if not until(lambda: self.window.playmat is not None and self.window.playmat.is_settled()):
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


def coming(folder: Path, url: str, token: str, steps: int, what: str) -> None:
    """Measure how long a window takes to show a long game that is not on this computer, and to let one order."""
    window, began, own = opened(folder), time.perf_counter(), time.process_time()
    window.online.follow(FollowedLink(url, token))

    def is_there() -> bool:
        far = window.online.far
        return far is not None and far.copy is not None and far.copy.held[0] == steps and window.playmat is not None

    if not until(is_there):
        raise SystemExit("app.bench_online: the long game does not come.")
    QApplication.processEvents()
    busy = f"player {time.process_time() - own:.2f} s"
    tell(f"{LARGE}: {what}", f"{time.perf_counter() - began:.2f} s", "0.5 s and the map", busy)
    come_to_rest()
    window.close()


def playing(folder: Path, links: Mapping[str | None, str], steps: int) -> None:
    """Measure what a window takes to show steps, and its pauses while its host is silent."""
    with host(folder) as (url, pid):
        rest(pid)
        table, beats = OnlineTable(folder / "player", url, links), Beats()
        collect_again()
        taken = [took for _ in range(steps) if (took := table.step()) is not None]
        of_processor = milliseconds([busy for _, busy in taken])
        shown = milliseconds([all_ for all_, _ in taken])
        tell(f"{SMALL}: a step, until the window shows it", shown, "p95 35 ms", of_processor)
        silent, after = table.dead(pid, beats)
        tell("the window's longest pause, the line being dead", f"{silent * 1e3:.0f} ms", "50 ms")
        tell("the same when it comes back and steps are shown", f"{after * 1e3:.0f} ms", "50 ms")
        beats.begin()
        until(lambda: False, DEAD / 2)
        tell("the same without anything to do", f"{beats.longest * 1e3:.0f} ms", "")
        table.guest.link.end()
        table.window.close()


def measure(steps: int, long_steps: int) -> None:
    """Measure windows that play at a host."""
    head("A window at a host")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        games = Games(FolderRecords(folder), store_in(folder))
        links = games.make(SYSTEM, SMALL)
        playing(folder, links, steps)  # before windows with a long game, which is proved and drawn beside
        token, count = played_before(games, LARGE, long_steps)
        with host(folder) as (url, pid):
            coming(folder / "first", url, token, count, f"{count} steps in anew, and the host opens it")
            rest(pid)
            coming(folder / "second", url, token, count, f"{count} steps in anew, and it is open")


def main() -> int:
    """Measure."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--steps", type=int, default=200, metavar="N", help="orders of the game (200)")
    options.add_argument("--long", type=int, default=5000, metavar="N", help="steps of a long game (5000)")
    options.add_argument("--all", action="store_true", help="also hosts by themselves, and play at one table")
    given = options.parse_args()
    if sys.platform == "win32":
        raise SystemExit("app.bench_online: a host cannot be stopped and go on here.")
    application = begin()
    if given.all:
        bench.measure(Amount(given.steps, long=given.long))
    measure(given.steps, given.long)
    if given.all:
        bench_local.measure(given.steps)
    del application
    return 0


if __name__ == "__main__":
    sys.exit(main())
