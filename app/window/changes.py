"""Who hears of a change of the game, in which order, and why in that order; what is shown everywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from PySide6.QtCore import QObject

from app.panels.orders_dock import OrdersPage
from app.panels.prompt import OVER, SCORE
from app.play.game_view import LOOKING_BACK
from app.play.passing import PassForMe
from app.sound.sounds import FALLING, LOUDEST_FIRST, SETTLED, Sounds
from app.text.words import result_of
from app.window.actions import Actions
from app.window.dialogs import WindowDialogs
from app.window.event_filter import OnePainting
from app.window.frame import Rail
from app.window.history import WindowHistory
from app.window.hot_seat import HotSeat
from app.window.keyboard import Moment
from app.window.lessons import WindowLessons
from app.window.motion import WindowMotion
from app.window.notes_and_stats import Remembering
from app.window.online import WindowOnline
from app.window.players import WindowPlayers
from app.window.search import Finding
from app.window.services import CornerNotice, Services
from app.window.table_host import TableHost
from app.window.thoughts import Thinking
from app.window.view_menu import Looking
from rules.engine.frozen import frozen
from rules.engine.options import Decision

# --- The present position and question, shown everywhere in the window ---------------------------------------------

CLOSED = "The log and the map still work. Game > Play online checks the dice; {new} starts a new game."


class Display(QObject):
    """Show the position and ask the question of one window; `facts` tell which conditions of actions hold."""

    def __init__(
        self, services: Services, host: TableHost, rail: Rail, notice: CornerNotice, menus: Actions, hot_seat: HotSeat,
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
        self._shown: tuple[Any, Decision | None] = (None, None)
        self._stood: tuple[object, ...] = ()
        hot_seat.opened.connect(self.refresh)
        for part in (hot_seat.waiting, players.changed, lessons.changed):
            part.connect(self.refresh_actions)
        online.changed.connect(self.follow_link)

    def refresh(self) -> None:
        """Show the present position and decision everywhere, unless chits and dice have yet to come to rest."""
        if self.motion.holds:
            return
        game = self.game
        self._shown, self._stood = (game.view, game.decision), self._stands()
        self.painting.wait()
        self.notice.point("")
        if self.host.table is not None:
            self.host.table.show()
        self.rail.show_words(game.words.when(game.view) if game.view else "")
        self.ask()
        self.lessons.show()

    def _stands(self) -> tuple[object, ...]:
        game = self.game
        return game.seat, game.seq, game.far, game.is_sending, game.closed, game.looks_back

    def follow_link(self) -> None:
        """Show what a host tells beside its steps, as who is here and the clock; all only if the question is another.

        It tells that with nearly every step, which has been shown by then; a press that is on its way is kept.
        """
        view, decision = self._shown
        if view is not self.game.view or decision is not self.game.decision or self._stands() != self._stood:
            self.refresh()
        elif (self.game.far or self.game.is_sending) and not (self.motion.holds or self.hot_seat.awaits):
            self._show_prompt()
            self.refresh_actions()

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
            words = result_of(game.over).text or "The game is over."
            prompt.show_over(words, OVER if game.host is None else f"{SCORE} {CLOSED}")
        else:
            prompt.show_idle()

    def refresh_actions(self) -> None:
        """Enable the actions that are possible now."""
        facts, offered = self._facts(), {} if self.hot_seat.awaits else self.services.orders.offered

        def holds(need: str) -> bool:
            return need.removeprefix("verb:") in offered if need.startswith("verb:") else facts[need]

        self.menus.enable(holds)


# --- Who hears of a change of the game, in which order, and why in that order --------------------------------------

Events = list[dict[str, Any]]
SHOWN = "the position is shown by now"


class Listener(NamedTuple):
    """One who hears of a change: its name, what is called, why it stands where it does, and whether it need hear."""

    name: str
    hears: Callable[..., object]
    why: str
    needs: Callable[[], bool] = lambda: True


@frozen
class Parts:
    """The parts of the window that hear of changes."""

    motion: WindowMotion
    history: WindowHistory
    thinking: Thinking
    sounds: Sounds
    lessons: WindowLessons
    finding: Finding
    looking: Looking
    remembering: Remembering
    players: WindowPlayers
    display: Display
    moment: Moment
    dialogs: WindowDialogs


class Changes(QObject):
    """Tell the parts of one window what happens to its game, each kind of change to its listeners in order.

    `changed`: an order went through. `replaced`: another game, or a position gone back to. `looked`: an earlier
    position is looked at, or the present one again. `told`: dice and chits have come to rest, the order is told. The
    table of the system hears by the same signals of the game, after the window.
    """

    def __init__(self, services: Services, parts: Parts) -> None:
        super().__init__(services)
        self.game, self.services, self.parts = services.game, services, parts
        self.passing, self.rail = parts.display.passing, parts.display.rail
        self._before: list[Callable[[], None]] = []
        self._after: list[Callable[[], None]] = []
        self.changed = self._on_changed()
        self.replaced = self._on_replaced()
        self.looked = (
            Listener("search", parts.finding.refresh, "the list follows the position looked at"),
            Listener("motion", parts.motion.clear, "before the display: it shows nothing while a motion holds it"),
            Listener("display", parts.display.refresh, "last: everything it asks for stands by now"),
        )
        self.told = (
            Listener("search", parts.finding.refresh, SHOWN, lambda: parts.finding.army is not None),
            Listener("overview", parts.looking.refresh, SHOWN, lambda: parts.looking.has_overview),
            Listener("notes", parts.remembering.refresh, SHOWN, lambda: parts.remembering.notes is not None),
        )
        self._connect()

    def _on_changed(self) -> tuple[Listener, ...]:
        parts = self.parts
        return (
            Listener("motion", parts.motion.begin, "first: whether dice roll decides when all others tell"),
            Listener("history", lambda events: parts.history.gone_on(), "nobody looks back while the game goes on"),
            Listener("hint", lambda events: parts.thinking.close_hint(), "the question it answers is gone"),
            Listener("lesson", lambda events: parts.lessons.hear(), "before further orders are given by passing"),
            Listener("telling", self._tell_of, "sound, log, prompt and display; at once, or when dice lie still"),
            Listener("passing", lambda events: self.passing.go_on(), "last: it gives the next order, and so all again"),
        )

    def _on_replaced(self) -> tuple[Listener, ...]:
        parts = self.parts
        return (
            Listener("lesson", parts.lessons.replaced, "a lesson of another game goes before anything is shown"),
            Listener("search", parts.finding.refresh, "lists follow the position"),
            Listener("overview", parts.looking.refresh, "lists follow the position"),
            Listener("notes", parts.remembering.refresh, "lists follow the position"),
            Listener("motion", parts.motion.clear, "before the display: it shows nothing while a motion holds it"),
            Listener("history", parts.history.gone_on, "nobody looks back into another line of play"),
            Listener("players", parts.players.rest, "the computer waits for nothing of another position"),
            Listener("thoughts", parts.thinking.gone_back, "orders taken back lose theirs before the log is written"),
            Listener("passing", self.passing.gone_back, "before the log is written: what was passed over has gone"),
            Listener("display", self._show_afresh, "everything it asks for stands by now"),
            Listener("click guard", parts.moment.look, "last: it takes note of the question that is shown"),
        )

    def _connect(self) -> None:
        game = self.game
        game.changed.connect(partial(_tell_each, self.changed))
        game.replaced.connect(partial(_tell_each, self.replaced))
        game.looked.connect(partial(_tell_each, self.looked))
        game.told.connect(lambda events: _tell_each(self.told))
        game.done.connect(self.parts.display.refresh)
        game.refused.connect(self.services.prompt.show_refusal)
        game.game_over.connect(self._over)
        self.parts.motion.rested.connect(lambda: self._tell_all(fallen=True))
        self.passing.told.connect(self.write)

    def _tell_of(self, events: Events) -> None:
        """Tell of an order, at once or when chits and dice have come to rest."""
        holds = self.parts.motion.holds
        heard = partial(self.parts.sounds.tell, events, self.game.words.events.sounds)
        if holds:
            heard(FALLING)
        self._before.append(partial(heard, SETTLED if holds else LOUDEST_FIRST))
        self._before.append(partial(self._tell, events, self.parts.thinking.around(events)))
        self._after.append(partial(self.game.told.emit, events))
        if holds:
            self.services.prompt.show_rolling()
        else:
            self._tell_all()

    def write(self, events: Events) -> None:
        """Write lines of the log in their turn."""
        self._before.append(partial(self.services.log.add, events))
        if not self.parts.motion.holds:
            self._flush(self._before)

    def _over(self, over: dict[str, Any]) -> None:
        """Tell who has won, after all else."""
        self._after += [self.parts.thinking.open_all, partial(self.parts.dialogs.show_ending, over)]
        if not self.parts.motion.holds:
            self._flush(self._after)

    def _tell(self, events: Events, told: Events) -> None:
        prompt, words = self.services.prompt, self.game.words
        self.services.log.add(told)
        prompt.tray.show_events(events)
        self.rail.add([cast.face for cast in words.casts(events)])
        prompt.announced = words.announce(events, self.game.names)

    def _tell_all(self, *, fallen: bool = False) -> None:
        """Tell all that has waited, and show the position; `fallen` says that chits or dice were waited for."""
        self._flush(self._before)
        if not self.game.goes_on:
            self.parts.display.refresh()
        self._flush(self._after)
        self.parts.moment.begin(fallen=fallen)

    def _show_afresh(self) -> None:
        prompt = self.services.prompt
        self.services.log.show_all(self.passing.history())
        prompt.tray.clear()
        self.rail.clear()
        prompt.announced = ""
        self.parts.display.refresh()

    @staticmethod
    def _flush(waiting: list[Callable[[], None]]) -> None:
        while waiting:
            waiting.pop(0)()


def _tell_each(listeners: Sequence[Listener], *events: object) -> None:
    for listener in listeners:
        if listener.needs():
            listener.hears(*events)
