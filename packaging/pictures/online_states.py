"""Take pictures of every state of a game between computers: `python packaging/pictures/online_states.py [FOLDER]`.

A host in a process of its own and two real windows go through a game; each state is pictured in light and dark. With
`--docs` those that docs/online-states.md shows are written there, smaller; `--system NAME` plays another game.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from urllib.error import HTTPError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QByteArray, QPoint, QSize, Qt, QTimer, QUrl  # noqa: E402
from PySide6.QtGui import QColor, QImage, QPainter  # noqa: E402
from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QApplication, QDialog, QPushButton  # noqa: E402

from app import theme  # noqa: E402
from app.online.far_game import FarGame  # noqa: E402
from app.online.links import FollowedLinks  # noqa: E402
from app.online.messages import ClockNow  # noqa: E402
from app.panels.reader import Reader  # noqa: E402
from app.play.files import GameFiles  # noqa: E402
from app.settings import Settings  # noqa: E402
from app.window.main_window import MainWindow  # noqa: E402
from rules.systems import systems  # noqa: E402
from rules.testing.bots import bots_for  # noqa: E402

DOCS = ROOT / "docs" / "pictures"
WINDOW, IN_DOCS, PHONE = QSize(1280, 720), QSize(880, 495), QSize(420, 760)
THEMES = ("light", "dark")
NOT_IN_DOCS = {"start", "create", "mine", "over", "page-not-begun"}
LONG = 90
"""Seconds in which a state comes, also on a slow machine."""


class Host:
    """A host in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "app", "--host", "--dir", str(self.folder), "--port", str(self.port)]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().rpartition(":")[2])

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


class Player:
    """A window with a home of its own."""

    def __init__(self, home: Path) -> None:
        self.home, settings = home, Settings(home / "preferences.json")
        self.window = MainWindow(settings, GameFiles(settings, home / "games"))
        self.window.game.sure = lambda words: True
        self.window.services.ask = lambda *_: True
        self.window.resize(WINDOW)
        self.window.show()

    @property
    def far(self) -> FarGame:
        """Return the game that is followed."""
        assert self.window.online.far is not None
        return self.window.online.far

    @property
    def is_asked(self) -> bool:
        """Tell whether this player decides now."""
        decision = self.window.game.decision
        return decision is not None and decision.seat == self.far.seat

    @property
    def is_playing(self) -> bool:
        """Tell whether a game at the host is on the table."""
        return self.window.playmat is not None and self.window.game.host is not None

    def links(self) -> dict[str, str]:
        """Return the links to give away, by what each is for."""
        return dict(json.loads(FollowedLinks(self.home / "links.json").all()[0].given))


def wait(until: Callable[[], object]) -> None:
    """Let the windows work until something is so."""
    end = monotonic() + LONG
    while not until():
        if monotonic() > end:
            raise SystemExit("A state did not come in time.")
        QTest.qWait(20)


def grabbed(window: MainWindow) -> QImage:
    """Return a window with the dialogs over it, each in its middle."""
    QTest.qWait(300)
    wait(lambda: window.is_settled)
    image = window.grab().toImage()
    painter = QPainter(image)
    top = [each for each in QApplication.topLevelWidgets() if isinstance(each, QDialog) and each.isVisible()]
    for dialog in (each for each in top if each.parent() is window):
        shown = dialog.grab().toImage()
        at = QPoint((image.width() - shown.width()) // 2, (image.height() - shown.height()) // 2)
        painter.fillRect(at.x() - 1, at.y() - 1, shown.width() + 2, shown.height() + 2, QColor("#806a40"))
        painter.drawImage(at, shown)
    painter.end()
    return image


def fetched(address: str) -> bytes:
    """Return what a host answers a browser."""
    try:
        with urlopen(address, timeout=5) as answer:
            return bytes(answer.read())
    except HTTPError as error:
        return error.read()


def browser(address: str) -> Reader:
    """Return a host's page as a phone would show it, as far as Qt knows style sheets."""
    html = fetched(address).decode()
    head, media, rest = html.partition("@media (prefers-color-scheme: dark)")
    html = head + "</style>" + rest.partition("</style>")[2] if media else html
    name, pictures = html.partition('<img src="')[2].partition('"')[0], dict[str, QImage]()
    if name:
        picture = QImage.fromData(QByteArray(fetched(QUrl(address).resolved(QUrl(name)).toString())))
        pictures[name] = picture.scaledToWidth(PHONE.width() - 110, Qt.TransformationMode.SmoothTransformation)
    made = Reader("A page of the host", pictures)
    made.resize(PHONE)
    made.setHtml(html)
    return made


class Story:
    """One game from the first link to its end, pictured in every state."""

    def __init__(self, folder: Path, home: Path, system: str, *, in_docs: bool) -> None:
        self.folder, self.home, self.system, self._in_docs = folder, home, system, in_docs
        self.host = Host(home / "hosted")
        self.alice, self.bob = Player(home / "alice"), Player(home / "bob")

    # --- Taking pictures -------------------------------------------------------------------------------------------

    def take(self, name: str, player: Player, again: Callable[[], object] = lambda: None) -> None:
        """Picture a window in light and dark; `again` brings what passes."""
        for look in ("light",) if self._in_docs else ("dark", "light"):
            theme.apply(QApplication.instance(), look)
            player.window.restyle()
            again()
            self._save(name, look, grabbed(player.window))

    def take_page(self, name: str, address: str) -> None:
        """Picture a page of the host as a phone shows it."""
        shown = browser(address)
        shown.show()
        QTest.qWait(200)
        self._save(f"page-{name}", "light", shown.grab().toImage())
        shown.close()

    def _save(self, name: str, look: str, image: QImage) -> None:
        if not self._in_docs:
            image.save(str(self.folder / f"{name}-{look}.png"))
        elif look == "light" and name not in NOT_IN_DOCS:
            room = PHONE if name.startswith("page-") else IN_DOCS
            small = image.scaled(room, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
            small.save(str(self.folder / f"online-{name}.jpg"), quality=72)
        print(name, look, flush=True)

    # --- Playing ---------------------------------------------------------------------------------------------------

    @property
    def both(self) -> tuple[Player, Player]:
        """Return who is asked, and the other player."""
        return (self.alice, self.bob) if self.alice.is_asked else (self.bob, self.alice)

    def settle(self) -> None:
        """Wait until both have all that the host has told."""
        wait(lambda: all(not p.far._steps and not p.window.game.is_sending for p in (self.alice, self.bob)))
        wait(lambda: self.alice.is_asked or self.bob.is_asked or self.alice.window.game.over)

    def play(self, orders: int) -> None:
        """Let bots give orders in the windows."""
        bots = bots_for(systems()[self.system].seats, ["random"], 3)
        for _ in range(orders):
            self.settle()
            game = self.both[0].window.game
            if game.over:
                return
            self.both[0].window.order(bots[str(self.both[0].far.seat)].choose(game.seat, game.decision))
        self.settle()

    def show_page(self, player: Player) -> None:
        """Show the page beside the game."""
        player.window.online.show()
        QTest.qWait(100)

    def hide_pages(self) -> None:
        """Leave the map alone."""
        for player in (self.alice, self.bob):
            if player.window.online.page is not None:
                player.window.online.page.hide()

    # --- The states ------------------------------------------------------------------------------------------------

    def make(self) -> None:
        """Begin: the start page, making a game, its links, a link that was dropped, a host that is not there."""
        alice, bob = self.alice, self.bob
        QTest.qWait(800)
        self.take("start", alice)
        alice.window.start_page.online.click()
        dialog = alice.window.online.making.dialog
        assert dialog is not None
        rows = [row.id for row in dialog._scenarios]
        first = "first-light" if self.system == "company_scale" else systems()[self.system].scenarios()[0].id
        dialog.scenario.setCurrentIndex(rows.index(first))
        self.take("create", alice)
        dialog.where.setCurrentIndex(1)
        dialog.host.setText(f"127.0.0.1:{self.host.port}")
        dialog.pace.setCurrentIndex(2)
        dialog.hints.click()
        self.take("create-at-a-host", alice)
        dialog.make.click()
        wait(lambda: alice.window.online.far is not None and alice.far.missing)
        self.take("alone", alice)
        link = next(text for what, text in alice.links().items() if "/w/" not in text and "watch" not in what)
        self.phone = next(text for text in alice.links().values() if "/w/" in text)
        self.take_page("not-begun", self.phone)
        bob.window.online.take("chitpull://127.0.0.1:9/#" + "x" * 32)
        dialog = bob.window.online.making.dialog
        assert dialog is not None
        dialog.join.click()
        wait(lambda: bob.far.why)
        self.take("connecting", bob)
        bob.window.online.leave()
        bob.window.online.take(link)
        self.take("dropped", bob)
        dialog = bob.window.online.making.dialog
        assert dialog is not None
        dialog.join.click()
        wait(lambda: alice.is_playing and bob.is_playing)

    def follow(self) -> None:
        """Play: mine, theirs, sending, talk, proposals, time."""
        self.play(14)
        for player in (self.alice, self.bob):
            player.far.clock_told -= 4000
            player.window.refresh()
        asked, waits = self.both
        self.take("mine", asked)
        self.take("theirs", waits)
        self.alice.far.say("Good luck! I can play until ten.")
        self.bob.far.say("So can I. Watch the bridge.")
        QTest.qWait(300)
        picture = waits.window.online.away.picture
        picture._begin()
        wait(lambda: picture._painting is None and waits.far.trip)
        self.show_page(waits)
        self.take("talk", waits)
        self.hide_pages()
        self.take_page("asked", self.phone)
        waits.far.offer("pause")
        wait(lambda: asked.far.proposal is not None)
        self.take("proposed", asked)
        asked.far.answer(yes=True)
        wait(lambda: waits.far.clock is not None and waits.far.clock.paused)
        self.show_page(asked)
        self.take("clock-stopped", asked)
        self.hide_pages()
        waits.far.clock = ClockNow(str(asked.far.seat), 345_600, False, 0, {})
        self.show_page(waits)
        waits.far.turned.emit()
        self.take("claim", waits)
        self.hide_pages()

    def lose(self) -> None:
        """Lose the connection: on its way, away, caught up, another copy."""
        asked = self.both[0]
        link = asked.far._link
        link._write = lambda *told: None  # as if the order were still on its way
        self._order(asked)
        QTest.qWait(400)
        self.take("sending", asked)
        del link._write
        link.join_again()
        self.settle()
        self.host.kill()
        asked = self.both[0]
        wait(lambda: asked.far.is_away)
        self._order(asked)
        self.take("away", asked, lambda: self._lost_for(asked))
        self.host.start()
        self.settle()
        asked = self.both[0]
        self.take("caught-up", asked, lambda: asked.far.caught_up.emit(7))
        self.take("differs", asked, lambda: self._differ(asked))
        self.settle()

    def _lost_for(self, player: Player) -> None:
        lost = player.window.online.lost
        lost._since = monotonic() - 11
        QTest.qWait(1100)

    def _differ(self, player: Player) -> None:
        copy = player.far.copy
        assert copy is not None
        copy.held = (copy.held[0], "0" * 32)
        player.far._link.join_again(whole=False)
        wait(lambda: "fetched anew" in player.window.notice.message)

    def _order(self, player: Player) -> None:
        game = player.window.game
        assert game.decision is not None
        player.window.order(next(iter(game.decision.options)))

    def look_on(self) -> None:
        """Come with other rules: the question, and looking on."""
        elsewhere = Player(self.home / "carol")
        of = type(systems()[self.system])
        right = of.rules_version
        of.rules_version = right - 1
        watch = next(text for text in self.alice.links().values() if "#watch." in text)
        from app.dialogs import messages

        elsewhere.window.services.ask = lambda *told: messages.ask(elsewhere.window, *told)

        def answer() -> None:
            box = QApplication.activeModalWidget()
            if box is None:
                QTimer.singleShot(200, answer)
                return
            of.rules_version = right  # before anybody else joins again
            self.take("older", elsewhere)
            next(each for each in box.findChildren(QPushButton) if each.text() == "Look on").click()

        QTimer.singleShot(200, answer)
        elsewhere.window.online.take(watch)
        dialog = elsewhere.window.online.making.dialog
        assert dialog is not None
        dialog.join.click()
        wait(lambda: elsewhere.window.online.looking.page is not None)
        page = elsewhere.window.online.looking.page
        assert page is not None
        wait(lambda: page.asked.text())
        self.take("looking-on", elsewhere)
        elsewhere.window.close()

    def end(self) -> None:
        """End: somebody resigns, and pages of what is over or lost."""
        asked, waits = self.both
        asked.far.resign()
        wait(lambda: asked.window.game.closed and waits.window.game.closed)
        self.hide_pages()
        self.take("over", waits)
        self.show_page(waits)
        self.take("over-page", waits)
        self.take_page("over", self.phone)
        self.take_page("lost", self.phone[:-8])
        self.take_page("players-link", f"http://127.0.0.1:{self.host.port}/")

    def tell(self) -> None:
        """Tell the whole story, and end what was started for it."""
        try:
            for part in (self.make, self.follow, self.lose, self.look_on, self.end):
                part()
        finally:
            for player in (self.alice, self.bob):
                player.window.close()
            self.host.kill()


def main() -> None:
    """Take the pictures that are asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "online-states")
    parser.add_argument("--docs", action="store_true")
    parser.add_argument("--system", default="company_scale")
    asked = parser.parse_args()
    folder = DOCS if asked.docs else asked.folder
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication.instance() or QApplication(sys.argv[:1])
    systems()
    theme.apply(app, "light")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        Story(folder, Path(home), asked.system, in_docs=asked.docs).tell()


if __name__ == "__main__":
    main()
