"""The present position and question, shown everywhere in the window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.panels.orders_dock import OrdersPage
from app.play.controller import LOOKING_BACK
from app.play.passing import PassForMe
from app.text.words import result_of
from app.window.actions import Actions
from app.window.event_filter import OnePainting
from app.window.frame import Rail
from app.window.hot_seat import HotSeat
from app.window.lessons import WindowLessons
from app.window.motion import WindowMotion
from app.window.online import WindowOnline
from app.window.players import WindowPlayers
from app.window.services import Notice, Services
from app.window.table_host import TableHost

CLOSED = "The log and the map still work. Game > Play online checks the dice; {new} starts a new game."


class Display(QObject):
    """Show the position and ask the question of one window; `facts` tell which conditions of actions hold."""

    def __init__(
        self, services: Services, host: TableHost, rail: Rail, notice: Notice, menus: Actions, hot_seat: HotSeat,
        motion: WindowMotion, players: WindowPlayers, online: WindowOnline, lessons: WindowLessons, passing: PassForMe,
        facts: Callable[[], dict[str, bool]],
    ) -> None:  # fmt: skip
        super().__init__(services)
        self.game, self.services, self.host, self.rail, self.menus = services.game, services, host, rail, menus
        self.hot_seat, self.motion, self.players, self.lessons = hot_seat, motion, players, lessons
        self.online = online
        self.passing, self._facts = passing, facts
        self.notice = notice
        self.painting = OnePainting(services.window)
        hot_seat.opened.connect(self.refresh)
        for part in (hot_seat.waiting, players.changed, lessons.changed):
            part.connect(self.refresh_actions)
        online.changed.connect(self.refresh)

    def refresh(self) -> None:
        """Show the present position and decision everywhere, unless chits and dice have yet to come to rest."""
        if self.motion.holds:
            return
        game = self.game
        self.painting.wait()
        self.notice.point("")
        if self.host.table is not None:
            self.host.table.show()
        self.rail.show_words(game.words.when(game.view) if game.view else "")
        self.ask()
        self.lessons.show()

    def ask(self) -> None:
        """Put the present question; one that only another seat may see waits behind the curtain."""
        if self.hot_seat.cover():
            return
        services = self.services
        self.hot_seat.pass_keyboard()
        services.orders.show_game(self.game, self.game.offered)
        page = services.orders.page
        services.docks.want_room(isinstance(page, OrdersPage) and page.wants_room)
        self._show_prompt()
        self.refresh_actions()

    def _show_prompt(self) -> None:
        game, decision, prompt = self.game, self.game.decision, self.services.prompt
        if game.request is not None:
            prompt.show_request(game.words.request(game.request.kind)[0])
        elif game.closed and not game.looks_back:
            prompt.show_over(game.closed, CLOSED)
        elif game.staff and not game.looks_back:
            self.players.show_prompt()
        elif (game.far or game.is_sending) and not game.looks_back:
            self.online.show_prompt()
        elif decision is not None:
            hint, warning = self.host.table.hint() if self.host.table is not None else ("", "")
            prompt.show_decision(decision, self.services.orders.offered, hint, warning)
        elif game.looks_back:
            prompt.show_past(LOOKING_BACK)
        elif game.over:
            prompt.show_over(result_of(game.over).text or "The game is over.")
        else:
            prompt.show_idle()

    def refresh_actions(self) -> None:
        """Enable the actions that are possible now."""
        facts, offered = self._facts(), {} if self.hot_seat.awaits else self.services.orders.offered

        def holds(need: str) -> bool:
            return need.removeprefix("verb:") in offered if need.startswith("verb:") else facts[need]

        self.menus.enable(holds)
