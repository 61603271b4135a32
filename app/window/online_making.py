"""Making a game to play with somebody at another computer, in one window: at a host, or hosted here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from app.online.links import BadLink, FollowedLink, SeatLink, host_in, own_address, page_of, pinned, without_secret
from app.play.controller import GameController
from app.play.files import CannotOpen, GameFiles, loading
from app.window.services import Services
from rules.engine.house_rules import ScenarioRow, SideRow
from rules.engine.record import writer_of
from rules.engine.system import system
from rules.systems import SHIPPED

if TYPE_CHECKING:  # the network is imported when somebody plays over it
    from app.dialogs.online import OnlineDialog, Wanted
    from app.online.hosts import Making, OwnHost

TITLE: Final = "Play online"
LAST_HOST: Final = "last_host"
FOR_PHONES: Final = "The game as a page, for a phone:"
NO_RECORD: Final = "This game has no record on this computer, so it cannot go on at a host."


class OnlineMaking(QObject):
    """Show how a game is made or joined, and make it at a host or at this computer's own.

    `made(link, links to give away by what each is for)`; `joined(text of a link)`; `continued(row)` and
    `forgotten(row)` of the games listed.
    """

    made = Signal(object, object)
    joined = Signal(str)
    continued = Signal(int)
    forgotten = Signal(int)

    def __init__(
        self,
        game: GameController,
        services: Services,
        files: GameFiles,
        scenarios: Callable[[], Sequence[ScenarioRow]],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.game, self.services, self.files, self._scenarios = game, services, files, scenarios
        self.dialog: OnlineDialog | None = None
        self._own: OwnHost | None = None
        self._making: Making | None = None
        self._wanted: Wanted | None = None

    # --- How a game is made or joined ------------------------------------------------------------------------------

    def show(self, games: Sequence[str]) -> None:
        """Show the page; `games` are the titles of those that can be continued."""
        from app.dialogs.online import OnlineDialog

        playable = [row for row in self._scenarios() if row.system in SHIPPED]
        host = self.services.settings.get(LAST_HOST, "")
        dialog = OnlineDialog(playable, host, self.services.window, on_table=self._on_table())
        dialog.made.connect(self.make)
        dialog.joined.connect(self.joined)
        dialog.continued.connect(self.continued)
        dialog.forgotten.connect(self.forgotten)
        dialog.show_games(games)
        self.dialog = dialog
        self.services.open_page(dialog)

    def _on_table(self) -> ScenarioRow | None:
        session = self.game.session
        if session is None or session.is_over:
            return None
        title = str(getattr(session.scenario, "title", session.scenario.id))
        sides = tuple(
            SideRow(seat, side.name, side.noun, side.by_day, side.by_lamplight)
            for seat, side in self.game.sides.items()
        )
        return ScenarioRow(str(session.scenario.id), title, system=session.system.id, sides=sides)

    def show_games(self, games: Sequence[str]) -> None:
        """List the games that can be continued anew."""
        if self.dialog is not None:
            self.dialog.show_games(games)

    def show_game(self, row: int, title: str) -> None:
        """Say anew what is known of one of them."""
        if self.dialog is not None:
            self.dialog.show_game(row, title)

    def end(self) -> None:
        """Take the page away: a game is followed, or put on the table."""
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            dialog.accept()

    def warn(self, words: str) -> None:
        """Say what is not possible, on the page if it is open."""
        if self.dialog is not None:
            self.dialog.wait("")
            self.dialog.warn(words)
        else:
            self.services.tell(TITLE, words)

    def _say_wait(self, words: str) -> None:
        if self.dialog is not None:
            self.dialog.wait(words)

    # --- Making it -------------------------------------------------------------------------------------------------

    def make(self, wanted: Wanted) -> None:
        """Create a game at a host, or on this computer."""
        self._wanted = wanted
        if not wanted.host:
            self._say_wait("Starting to host games on this computer…")
            self.own_host.start()
            return
        host = without_secret(wanted.host)
        try:
            url = host_in(host)
        except BadLink as error:
            self.warn(str(error))
            return
        self._say_wait(f"Asking {host} for a game…")
        self.services.settings.set(LAST_HOST, host)
        self._make_at(url)

    def _make_at(self, url: str) -> None:
        from app.online.hosts import Making

        wanted, self._wanted = self._wanted, None
        if wanted is None:  # the own host was started for a game that is there
            return
        try:
            more = self._sent_with(wanted)
        except (CannotOpen, OSError, ValueError, LookupError) as error:
            self.warn(str(error))
            return
        if not wanted.host:  # whoever hosts plays: then both sides make the dice
            more["hosting"] = wanted.seat
        self._making = making = Making(self)
        making.made.connect(lambda tokens: self._made(wanted, url, tokens))
        making.failed.connect(self.warn)
        of, scenario, hints, recall = wanted.system, wanted.scenario, wanted.hints, wanted.recall
        making.begin(url, of, scenario, wanted.pace, hints=hints, recall=recall, **more)

    def _sent_with(self, wanted: Wanted) -> dict[str, str]:
        """Return what a host must be told besides: a scenario that does not ship, and what was played of it."""
        from app.online.played import as_sent, document_of

        session = self.game.session if wanted.goes_on else None
        if session is not None:
            document, more = document_of(session.scenario, session.source), {"played": self._played()}
        else:
            with loading():
                document, more = document_of(system(wanted.system).load(wanted.scenario), wanted.scenario), {}
        return more if document is None else {**more, "document": as_sent(document)}

    def _played(self) -> str:
        """Return the game on the table as a host takes it; raise ValueError with a sentence if it cannot."""
        from app.online.played import HIDES, Played
        from rules.engine.steps import steps_in

        session = self.game.session
        if session is not None and session.system.hides:
            raise ValueError(HIDES)
        writer = writer_of(session) if session is not None else None
        if session is None or writer is None:
            raise ValueError(NO_RECORD)
        return Played.of(session.system, steps_in(writer.path)).packed()

    def _made(self, wanted: Wanted, url: str, tokens: Mapping[str, str]) -> None:
        self._making = None
        others = self.outside(url)
        given = {
            f"Link for the {wanted.sides[seat]} player:" if seat else "Link for whoever wants to watch:": str(
                SeatLink(others, token, watches=not seat)
            )
            for seat, token in tokens.items()
            if seat != wanted.seat
        }
        if not pinned(others)[1]:  # a browser does not know a certificate of the host's own
            given[FOR_PHONES] = page_of(others, tokens[""])
        self.made.emit(FollowedLink.of(SeatLink(url, tokens[wanted.seat])), given)

    # --- The host on this computer ---------------------------------------------------------------------------------

    @property
    def own_host(self) -> OwnHost:
        """Return the host on this computer, which runs once it is started."""
        if self._own is None:
            from app.online.hosts import OwnHost

            self._own = OwnHost(self.files.folder.parent / "hosted", self)
            self._own.failed.connect(self.warn)
            self._own.ready.connect(self._make_at)
        return self._own

    @property
    def hosts(self) -> bool:
        """Tell whether this window has started to host games."""
        return self._own is not None

    def outside(self, url: str) -> str:
        """Return the address that others have for the host at one: this computer's own is no use to them."""
        is_here = self._own is not None and url == self._own.url
        return self.own_host.at(own_address()) if is_here else url

    def close(self) -> None:
        """End the host of this computer."""
        if self._own is not None:
            self._own.end()
