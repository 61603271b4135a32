"""Playing with somebody at another computer, in one window: games made and joined, what is waited for, who is here."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from app.dialogs.messages import CAREFUL
from app.online.links import NO, BadLink, FollowedLink, link_in, shown
from app.play.controller import GameController
from app.play.files import GameFiles
from app.play.passing import chosen
from app.play.players import Players
from app.play.seat import FarTable
from app.system import TableView
from app.window.motion import WindowMotion
from app.window.online_agreements import (
    NO_HINTS,
    OnlineAgreements,
    OnlineAway,
    far_side,
    people,
    side_name,
    state_words,
    waited_for,
)
from app.window.online_games import OnlineGames, has_network
from app.window.online_kept import SAID, OnlineKept
from app.window.online_looking import OnlineLooking
from app.window.online_lost import OnlineLost
from app.window.online_making import TITLE, OnlineMaking
from app.window.online_picture import OnlinePicture
from app.window.services import Services
from rules.engine.bounded import why
from rules.engine.command import cmd
from rules.engine.house_rules import ScenarioRow
from rules.engine.session import Listener, Session

if TYPE_CHECKING:  # the network is imported when somebody plays over it
    from app.dialogs.online_page import OnlinePage
    from app.online.far_game import FarGame
    from app.online.following import Whole

SOON: Final = 150
"""Milliseconds after which it is said that an order is on its way."""
MINUTE: Final = 20_000
"""Milliseconds after which it is said anew how long somebody has been asked."""
MOVED: Final = (
    "This computer has this seat at {old}. Is the same host at {new} now? Only whoever sent you the link can tell; "
    "the new address is shown the secret of your seat."
)
MADE: Final = "The game is created at its host. Game > Play online has it and its links, under Your games."
WHERE: Final = "Game > Play online shows the links, and lets you talk."


class WindowOnline(QObject):
    """Follow a game at a host in one window.

    `begun(session, far)`: put a copy on the table. `changed()`: what is waited for has changed, show it.
    """

    begun = Signal(object, object)
    changed = Signal()

    def __init__(
        self,
        game: GameController,
        services: Services,
        motion: WindowMotion,
        files: GameFiles,
        scenarios: Callable[[], Sequence[ScenarioRow]],
        table: Callable[[], TableView | None],
    ) -> None:
        super().__init__(services)
        self.game, self.services, self.motion, self.files = game, services, motion, files
        self.kept = OnlineKept(services, files)
        self.links = self.kept.links
        self.far: FarGame | None = None
        self.page: OnlinePage | None = None
        self.making = OnlineMaking(game, services, files, scenarios, self)
        self.making.made.connect(self._made)
        self.making.joined.connect(self.join)
        self.games = OnlineGames(services, self.making, self.kept, self)
        self.games.continued.connect(self.follow)
        self.agreements = OnlineAgreements(game, services, files, self._side, self)
        self.away = OnlineAway(game, services, self._side, OnlinePicture(game, table, self), self.making.outside, self)
        self.agreements.replaced.connect(self.offer)
        self.agreements.stood.connect(self.stand)
        self.lost = OnlineLost(game, services, self)
        self.looking = OnlineLooking(services, side_name, self.kept.keep, self)
        self._sends, self._minute = QTimer(self), QTimer(self)
        self._sends.setSingleShot(True)
        self._sends.setInterval(SOON)
        self._minute.setInterval(MINUTE)
        for timer in (self._sends, self._minute):
            timer.timeout.connect(self.changed)

    def handlers(self) -> dict[str, Callable[[], object]]:
        """Return the functions of this part by action id."""
        return {"online": self.show}

    def show(self) -> None:
        """Show the page of the online game on the table, else how one is made or joined."""
        if self.far is not None and self.page is not None:
            self.page.show()
            self.page.raise_()
            return
        self.offer()

    def offer(self) -> None:
        """Show how a game is made or joined."""
        if has_network(self.services):
            self.games.show()

    def opens(self, path: Path) -> bool:
        """Follow the game that is recorded in a file if this computer has its link; return whether that is so."""
        link = self.links.of_file(path)
        if link is None or not has_network(self.services):
            return False
        self.follow(link)
        return True

    # --- making and joining ----------------------------------------------------------------------------------------

    def join(self, text: str) -> None:
        """Follow a link that somebody pasted, or say what is wrong with it."""
        try:
            link = link_in(text)
        except BadLink as error:
            self.making.warn(str(error))
            return
        known = self.links.find(link)
        if known is not None and known.url != link.url:
            words = MOVED.format(old=shown(known.url), new=shown(link.url))
            if self.services.ask(TITLE, words, "Use the new address", "Keep the old one"):
                known = self.kept.keep(known, url=link.url)
        try:
            self.follow(known or self.kept.first(FollowedLink.of(link)))
        except OSError as error:
            self.making.warn(str(error))

    def take(self, text: str) -> None:
        """Take a link that was clicked or dropped: go on with its game, or let the player join one that is new here."""
        try:
            known = self.links.find(link_in(text))
        except BadLink:  # joining says what is wrong with it
            known = None
        if known is not None and self.far is not None and self.far.followed.token == known.token:
            self.show()
        elif known is not None and has_network(self.services):
            self.follow(known)
        else:
            self.offer()
            if self.making.dialog is not None:
                self.making.dialog.offer_link(text)

    def _made(self, link: FollowedLink, given: Mapping[str, str]) -> None:
        """Sit down at a game that has been made, unless the player has begun another one meanwhile."""
        if self.making.dialog is None:
            self.kept.keep(link, given=json.dumps(given))
            self.services.status(MADE, SAID)
            return
        if self.game.session is not None:  # that on the table stays as it is
            self.left.emit()
        self.follow(self.kept.keep(link, given=json.dumps(given)))

    def follow(self, link: FollowedLink) -> None:
        """Follow a link to its game."""
        from app.online.both import OwnDice
        from app.online.far_game import FarGame

        if link.given and link.url == self.making.own_host.url:  # a game that is hosted here
            self.making.own_host.start()
        self.leave()
        self.looking.end()
        try:
            dice = OwnDice.of_file(self.links.dice_of(link))
        except OSError as error:
            self.making.warn(f"This computer's part of the dice could not be read or saved: {why(error)}.")
            return
        far = self.far = FarGame(self.game, link, self._listeners, self, dice=dice)
        far.is_ready, far.load = self._is_ready, self._load
        far.begun.connect(self._begun)
        far.turned.connect(self._turned)
        far.said.connect(self._said)
        far.left.connect(self._left)
        far.caught_up.connect(lambda count: self.services.status(f"Caught up: {count} steps.", SAID))
        far.noted.connect(lambda words: self.services.status(words, SAID))
        far.committed.connect(self._committed)
        session, file = None, link.file
        if file and Path(file).is_file():
            session = self.kept.opened(Path(file))
        self._open_page(link)
        far.begin(session, self._steps(file) if session is not None else ())

    def _committed(self) -> None:
        """Keep what the host has committed itself to, so that its dice can be proved after the game."""
        if self.far is not None:
            self.far.followed = self.kept.keep(self.far.followed)

    def _load(self, whole: Whole) -> Session | None:
        """Return the game of a record that the host has sent, which is kept here from now on."""
        far = self.far
        return self.kept.loaded(far.followed.title or far.scenario if far is not None else "", whole)

    @staticmethod
    def _steps(file: str) -> Sequence[Any]:
        from rules.engine.steps import steps_in

        return steps_in(Path(file))

    def _listeners(self, scenario: Any) -> Sequence[Listener]:
        assert self.far is not None
        return self.kept.record(self.far.system, scenario)

    def _open_page(self, link: FollowedLink) -> None:
        from app.dialogs.online_page import OnlinePage

        page = self.page = OnlinePage(self.services.window)
        page.show_links(link.offered)
        page.said.connect(lambda words: self.far.say(words) if self.far is not None else None)
        page.left.connect(self.ask_to_leave)
        assert self.far is not None
        self.agreements.follow(self.far, page)
        self.away.follow(self.far, page)
        page.looked.connect(self._show_state)
        self.making.end()
        self._turned()
        self.services.open_page(page)

    # --- the game on the table -------------------------------------------------------------------------------------

    def _begun(self, session: Session) -> None:
        """Put the copy on the table, and keep the link with what is known of the game now."""
        far = self.far
        assert far is not None
        from app.online.far_seat import FarSeat

        plays = far.seat
        players = Players(far=frozenset(seat for seat in session.system.seats if seat != plays))
        self.files.take_up(session)
        file = self.services.settings.get("on_table", "")
        title = str(getattr(session.scenario, "title", session.scenario.id))
        hints = "" if far.hints else NO
        told = {"seat": plays or "", "system": session.system.id, "title": title, "file": file, "hints": hints}
        far.followed = self.kept.keep(far.followed, **told)
        self.begun.emit(session, FarTable(partial(FarSeat, session, plays), players, far))
        self.stand()
        if not far.was_shown:
            far.was_shown = True
            self.services.status(WHERE if far.hints else f"{WHERE} {NO_HINTS}", SAID)
            if self.page is not None:
                self.page.hide()  # the map first

    def stand(self) -> None:
        """Have the host pass what this player never wants to be asked, so that his absence holds nobody up."""
        far, game = self.far, self.game
        if far is None or far.seat is None or game.host is not far:
            return
        from app.online.far_seat import Standing

        kinds = chosen(self.services.settings, game.system_words, [far.seat])[far.seat]
        passed = {kind: game.words.question(kind).passed for kind in sorted(kinds)}
        far.stand(
            {
                kind: Standing(order, row.only)
                for kind, row in passed.items()
                if row is not None and (order := cmd(row.verb)) is not None
            }
        )

    def put(self, far: FarTable | None) -> None:
        """Take note of what is put on the table: another game ends the one that was followed, and how one is made."""
        if far is None:
            self.leave()
            self.making.end()

    def leave(self) -> None:
        """Leave the online game; it goes on at its host."""
        far, self.far = self.far, None
        if far is not None:
            far.end()
            self.agreements.leave()
            self.away.leave()
            self._minute.stop()
            self.game.host = None
            self.lost.follow(None)
        if self.page is not None:
            self.page.reject()
            self.page = None

    def ask_to_leave(self) -> None:
        """Leave the table if the player is sure."""
        words = "Leave this game? It stays on its host; Game > Play online brings you back."
        if self.services.ask(TITLE, words, "Leave", "Stay", CAREFUL):
            self.leave()
            self.left.emit()

    left = Signal()

    def close(self) -> None:
        """Leave, and end the host of this computer."""
        self.leave()
        self.making.close()

    def _is_ready(self) -> bool:
        return not self.motion.is_busy and not self.game.looks_back and QApplication.activeModalWidget() is None

    # --- what is said ----------------------------------------------------------------------------------------------

    def show_prompt(self) -> None:
        """Say in the prompt what is waited for."""
        game, far = self.game, self.far
        if far is None:
            return
        seat = game.far
        if game.is_sending:
            self.lost.show_sending(far)
            return
        if seat is not None:
            self._minute.start()
            words, present = f"Waiting for the {game.side(seat).name} player.", game.present
            decision = present.decision if present is not None else None
            question, left = decision.prompt if decision is not None else "", self.agreements.time_words()
            self.services.prompt.show_staff(seat, words, waited_for(far, seat, left, question))

    def _turned(self) -> None:
        """Show that the link, the players or what is on its way has changed."""
        far = self.far
        if far is None:
            return
        from app.online.far_game import State

        self.lost.follow(far)
        self.kept.try_again()
        if far.state is State.REFUSED:
            self.leave()
            if not far.is_known:
                self.kept.drop(far.followed)
            if far.has_other_rules:
                self.looking.offer(far.followed, far.seat, far.system, far.why)
            else:
                self.services.tell(TITLE, far.why)
            return
        self.games.keep_turn(far)
        if self.page is not None:
            self.agreements.show()  # it knows how a game ended
            self._show_state()
            if far.state is State.FOLLOWING:  # all have sat down, by the links they were given
                self.page.drop_links(far.followed.invitations)
            self.away.show()
        if self.game.is_sending:
            self._sends.start()
        else:
            self._sends.stop()
            if self.game.host is far:
                self.changed.emit()

    def _show_state(self) -> None:
        if self.far is not None and self.page is not None:
            words = state_words(self.far, self.game.closed, self.agreements.time_words())
            self.page.show_state(words, people(self.far))

    def _side(self, seat: str) -> str:
        return far_side(self.far, seat) if self.far is not None else side_name("", seat)

    def _said(self, seat: str, words: str) -> None:
        who = self._side(seat) if seat else "Watching"
        if self.page is not None:
            self.page.hear(who, words)
            if not self.page.isVisible():
                self.services.status(f"{who}: {words}", SAID)

    def _left(self, count: int) -> None:
        self.services.status(
            f"Stopped: {count} more {'order' if count == 1 else 'orders'} could not be carried out.", SAID
        )
