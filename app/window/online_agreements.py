"""What players at two computers agree on beside the rules: draws, pauses, resigning, time, and the dice afterwards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app.dialogs.messages import CAREFUL
from app.online.links import SeatLink
from app.play.controller import GameController
from app.play.files import GameFiles
from app.play.passing import Visits, choose, chosen
from app.systems.base import presentation_of
from app.text import online as words
from app.window.online_making import TITLE
from app.window.online_picture import OnlinePicture
from app.window.services import Services
from rules.engine.bounded import why
from rules.engine.english import capital
from rules.systems import SHIPPED, systems

if TYPE_CHECKING:
    from PySide6.QtWidgets import QSystemTrayIcon

    from app.dialogs.online_page import OnlinePage
    from app.online.far_game import FarGame


SAID: Final = 8000
CHECKING: Final = "Checking every order and every die…"
ONLY_PASSED: Final = (
    "{what}: you only passed, twice in a row. Let the host pass, under Game > Play online, and nobody waits for that."
)
PASSED: Final = "{what}: the host passes for you, also while you are away. Edit > Preferences ends that."
ALL_RIGHT: Final = (
    "Every order follows the rules, and every die follows from what the host had committed itself to before the game. "
    "The whole record is {name}, among your games."
)


class OnlineAgreements(QObject):
    """Carry what players want of each other between the page of an online game and its host.

    `replaced()`: the player wants to go on at another host. `stood()`: the host is to pass other questions for him.
    """

    replaced = Signal()
    stood = Signal()
    _checked = Signal(object, object)

    def __init__(
        self, game: GameController, services: Services, files: GameFiles, side: Callable[[str], str], parent: QObject
    ) -> None:
        super().__init__(parent)
        self.game, self.services, self.files, self._side = game, services, files, side
        self.far: FarGame | None = None
        self.page: OnlinePage | None = None
        self._visits, self._passed = Visits(), ""
        self._checked.connect(self._show_checked)

    def follow(self, far: FarGame, page: OnlinePage) -> None:
        """Serve another game and its page."""
        self.far, self.page = far, page
        self._visits, self._passed = Visits(), ""
        far.ordered.connect(lambda kind, commands: self._visits.ordered(kind, commands, self.game.words))
        page.wanted.connect(self.want)
        page.answered.connect(lambda yes: far.answer(yes=yes))
        far.declined.connect(lambda seat, what: self._say(words.DECLINED[what].format(side=self._side(seat))))
        far.recorded.connect(self._take_record)

    def leave(self) -> None:
        """Serve no game."""
        self.far = self.page = None

    def want(self, what: str) -> None:
        """Ask for what the player wants; what cannot be undone is asked twice."""
        far = self.far
        if far is None:
            return
        if what in ("draw", "pause"):
            far.offer(what)
        elif what == "give":
            far.give_time(words.DAY)
        elif what in ("move", "invite"):
            others = [seat for seat in self.game.sides if seat != far.seat]
            far.ask_for_link(str(far.seat) if what == "move" else others[0])
        elif what == "replace":
            self.replaced.emit()
        elif what == "pass":
            self._pass_at_host(far)
        elif what == "check":
            self._say(CHECKING)
            far.ask_for_record()
        elif what == "resign":
            if self.services.ask(TITLE, "Resign this game? It ends for both players.", "Resign", "Play on", CAREFUL):
                far.resign()
        elif self.services.ask(TITLE, "Claim this game? It ends for both players.", "Claim it", "Wait", CAREFUL):
            far.claim()

    def show(self) -> None:
        """Show on the page and the table what can be wanted now, what is proposed, and how the game ended."""
        far, page = self.far, self.page
        if far is None or page is None:
            return
        over, session = far.over is not None, self.game.host is far and self.game.over is not None
        self._show_ending(far)
        self._look_at_visit(far)
        page.offer({"check"} if over or session else self._choices(far))
        self._show_proposal(far, page)

    def _choices(self, far: FarGame) -> set[str]:
        if far.seat is None or self.game.host is not far:
            return set()
        if far.is_away:
            return {"replace"}
        wanted = {"draw", "resign", "move"} | ({"invite"} if any(far.away) else set())
        wanted |= {"pass"} if self._passed else set()
        clock = far.clock
        if clock is not None and clock.left is not None:
            waits = clock.asked not in ("", far.seat)
            late = waits and not clock.paused and clock.left <= monotonic() - far.clock_told
            wanted |= {"claim"} if late else set() if clock.paused else {"pause"}
            wanted |= {"give"} if waits else set()
        return wanted - ({far.proposal.what} if far.proposal is not None else set())

    def _look_at_visit(self, far: FarGame) -> None:
        """Once the other player is asked, offer what would have spared this visit if he came only to pass."""
        if self.game.host is not far or self.game.far is None or self.game.is_sending:
            return
        kind = self._visits.ended()
        passing = self.game.words.question(kind).passed if kind else None
        if passing is not None and kind not in far.standing:
            self._passed = kind
            self._say(ONLY_PASSED.format(what=passing.name))

    def _pass_at_host(self, far: FarGame) -> None:
        kind, self._passed = self._passed, ""
        passing = self.game.words.question(kind).passed if kind else None
        if passing is not None and far.seat is not None:
            settings, system = self.services.settings, self.game.system_words
            now = chosen(settings, system, self.game.sides)
            choose(settings, system.id, {**now, far.seat: now[far.seat] | {kind}})
            self.stood.emit()
            self._say(PASSED.format(what=passing.name))
            self.show()

    def _show_ending(self, far: FarGame) -> None:
        over = far.over
        if over is None or over.how == "played" or self.game.host is not far or self.game.closed:
            return
        others = [seat for seat in self.game.sides if seat != over.seat]
        self.game.closed = words.ending(over.how, self._side(over.seat), self._side(others[0]) if others else "")
        self.services.status(self.game.closed, SAID)
        if self.page is not None:
            self.page.show()
            self.page.raise_()

    def _show_proposal(self, far: FarGame, page: OnlinePage) -> None:
        proposal = far.proposal
        if proposal is None or proposal.seat == far.seat:
            page.show_proposal("")
            if proposal is not None:
                self._say(words.SENT[proposal.what])
        elif far.seat is not None:
            page.show_proposal(words.PROPOSED[proposal.what].format(side=self._side(proposal.seat)))
            page.show()
            page.raise_()

    def time_words(self) -> str:
        """Return how much time whoever is asked has left, "" where there is no pace."""
        far = self.far
        if far is None or far.clock is None:
            return ""
        return words.time_left(far.clock.left, monotonic() - far.clock_told, paused=far.clock.paused)

    # --- The record of a game that is over -------------------------------------------------------------------------

    def _take_record(self, text: str) -> None:
        """Keep the record that the host has given out, and prove it aside."""
        from app.online.messages import unpacked

        far = self.far
        assert far is not None
        title = far.followed.title or far.scenario
        try:
            path = self.files.new_path(f"{title} (from the host)")
            path.write_bytes(unpacked(text))
        except (OSError, ValueError) as error:
            reason = why(error)
            self.services.tell(TITLE, f"The record from the host could not be saved: {reason}.")
            return
        Thread(target=partial(self._check, far, path), daemon=True).start()

    def _check(self, far: FarGame, path: Path) -> None:
        from app.online.page import doubts

        self._checked.emit(path, doubts(path, far.followed, far.seat, takes_part=far.are_both))

    def _show_checked(self, path: Path, found: list[str]) -> None:
        self.services.tell("The dice", "\n".join(found) if found else ALL_RIGHT.format(name=path.name))

    def _say(self, sentence: str) -> None:
        self.services.status(sentence, SAID)


# --- How an online game stands, in words: for the prompt, and for the page beside the game -------------------------

LOST: Final = "Connection lost. Trying again… Nothing is lost; you can look at everything meanwhile."
NO_HINTS: Final = "No suggestions from the computer in this game."
NO_RECALL: Final = "An order stands once the other player is asked."
LATE: Final = " The {side} player has no time left: wait, give a day, or claim the game."
HANDS_THERE: Final = "All hands lie on the computer of whoever hosts, so they are on honor."


def side_name(system: str, seat: str, scenario: Any = None) -> str:
    """Return the name of a side, of a scenario where it is known: also before its game is on the table."""
    sides = presentation_of(system).sides(scenario) if system in SHIPPED else {}
    return sides[seat].name if seat in sides else seat.capitalize()


def far_side(far: FarGame, seat: str) -> str:
    """Return the name of a side of a game that is played elsewhere."""
    return side_name(far.system, seat, far.copy.scenario if far.copy is not None else None)


def state_words(far: FarGame, closed: str, left: str) -> str:
    """Return how this computer stands to the host; `closed` tells how the game ended, `left` the time that is left."""
    from app.online.far_game import State

    if far.state is State.WAITING:
        missing = words.not_begun([far_side(far, seat) for seat in far.missing])
        return f"{missing} Send your friend the link." if far.followed.invitations else missing
    if far.state is State.CONNECTING:
        return f"Connecting to the host…{f' {capital(far.why)}. Trying again.' if far.why else ''}"
    if far.state is State.AWAY:
        return LOST
    if far.state is not State.FOLLOWING:
        return far.why
    if closed:
        return closed
    if not far.seat:
        return "You are watching."
    asked = ""
    if left and far.clock is not None and far.clock.asked:
        is_late = far.clock.asked != far.seat and left == words.NO_TIME
        late = LATE.format(side=far_side(far, far.clock.asked)) if is_late else ""
        asked = f" Your turn: {left}." if far.clock.asked == far.seat else late
    more = [f"You are the {far_side(far, far.seat)} player.{asked}"]
    more += ["Both sides make the dice."] if far.are_both else []
    more += [HANDS_THERE] if far.are_both and systems()[far.system].hides else []
    more += [] if far.hints else [NO_HINTS]
    more += [] if far.recall else [NO_RECALL]
    return " ".join(more)


def people(far: FarGame) -> str:
    """Return who of the other players is at the table, and how long the way to the host is."""
    others = [seat for seat in systems()[far.system].seats if seat != far.seat] if far.system else []
    told = [f"{far_side(far, seat)}: {'at the table' if seat in far.here else 'away'}" for seat in others]
    return "  ·  ".join(told + [words.round_trip(far.trip)] * bool(told and far.trip))


def waited_for(far: FarGame, seat: str, left: str, question: str) -> str:
    """Return whether the player who is asked is here, for how long he has been asked, how long he has, and what.

    Nothing while the connection is lost: nobody knows.
    """
    if far.is_away:
        return ""
    waited = (far.clock.waited if far.clock is not None else 0) + monotonic() - far.clock_told
    stands = words.stands(seat in far.here, waited, left)
    return f"{stands}  ·  {words.quoted(question)}" if question else stands


# --- What players get who are not at the table: notices, new links, calls on the desktop, a picture for a page -----


class OnlineAway(QObject):
    """Serve, in one window, those who are elsewhere while a game is played online."""

    def __init__(
        self,
        game: GameController,
        services: Services,
        side: Callable[[str], str],
        picture: OnlinePicture,
        outside: Callable[[str], str],
        parent: QObject,
    ) -> None:
        """`outside` returns the address that others have for the host at one."""
        super().__init__(parent)
        self.game, self.services, self._side, self.picture, self._outside = game, services, side, picture, outside
        self.far: FarGame | None = None
        self.page: OnlinePage | None = None
        self._was_asked = False
        self._tray: QSystemTrayIcon | None = None

    def follow(self, far: FarGame, page: OnlinePage) -> None:
        """Serve another game and its page."""
        if self.far is None:
            self.game.changed.connect(self.call)
        self.far, self.page = far, page
        self.picture.follow(far)
        page.notified.connect(far.notify)
        far.linked.connect(self._show_link)
        far.asked_for_link.connect(self._tell_of_link)

    def leave(self) -> None:
        """Serve no game."""
        self.picture.follow(None)
        if self.far is not None:
            self.game.changed.disconnect(self.call)
        self.far = self.page = None
        if self._tray is not None:
            self._tray.hide()

    def show(self) -> None:
        """Show on the page by which ways this player can be told."""
        far, page = self.far, self.page
        if far is not None and page is not None and far.seat is not None:
            page.show_notices(far.ways, far.notices)

    def call(self) -> None:
        """Call the player to the window when he is asked and looks elsewhere; picture the map when he has finished."""
        game, far = self.game, self.far
        if far is None or game.host is not far:
            return
        self.picture.drop()
        asked = game.decision is not None
        if asked and not self._was_asked and not self.services.window.isActiveWindow():
            QApplication.alert(self.services.window)
            self._show_in_tray("It is your turn.")
        if self._was_asked and not asked and not game.is_sending:
            self.picture.want()
        if not game.is_sending:
            self._was_asked = asked

    def _show_in_tray(self, words: str) -> None:
        from PySide6.QtWidgets import QSystemTrayIcon  # with names that no start needs

        if not QSystemTrayIcon.isSystemTrayAvailable() or not QSystemTrayIcon.supportsMessages():
            return
        if self._tray is None:
            self._tray = QSystemTrayIcon(QIcon(QApplication.windowIcon()), self)
            self._tray.messageClicked.connect(self._come_forward)
        self._tray.show()
        self._tray.showMessage(self.services.window.windowTitle(), words, QSystemTrayIcon.MessageIcon.NoIcon)

    def _come_forward(self) -> None:
        window = self.services.window
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.raise_()
        window.activateWindow()

    # --- New links -------------------------------------------------------------------------------------------------

    def _show_link(self, seat: str, secret: str) -> None:
        far, page = self.far, self.page
        if far is not None and page is not None:
            own = "Link to your seat, for another computer:"
            whose = own if seat == far.seat else f"New link for the {self._side(seat)} player:"
            page.show_links({whose: str(SeatLink(self._outside(far.followed.url), secret))})

    def _tell_of_link(self, by: str, seat: str) -> None:
        far = self.far
        if far is not None and by != far.seat:
            whose = "your seat" if seat == far.seat else "his own seat"
            self.services.status(f"The {self._side(by)} player has asked for a new link to {whose}.", SAID)
