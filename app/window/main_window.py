"""The main window: board in the middle, prompt above, docks around; passes orders on and shows what changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QToolBar

from app import bindings
from app.dialogs import messages
from app.opponent.opponent import Opponent
from app.panels.lesson import LessonPanel
from app.panels.log import LogPanel
from app.panels.orders_dock import OrdersPanel
from app.panels.prompt import PromptBar
from app.panels.widgets import ENTER
from app.play.controller import GameController
from app.play.files import CannotOpen, GameFiles, LeftClosed
from app.play.passing import PassForMe
from app.play.players import NewGame, Players
from app.play.scenarios import offered_scenarios, samples
from app.play.seat import FarTable, SeatLike
from app.settings import FOLDED, Settings
from app.sound.sounds import Sounds
from app.system import TableView
from app.systems.base import presentation_of
from app.text.parts import MARK
from app.window import keyboard
from app.window.actions import Actions
from app.window.changes import Changes, Display, Parts
from app.window.dialogs import WindowDialogs
from app.window.docks import Docks
from app.window.event_filter import Drops, Presses
from app.window.frame import Frame, Rail
from app.window.games import Choosing, RecentGames, Saving, Standings, Verification
from app.window.history import WindowHistory
from app.window.hot_seat import Curtain, HotSeat
from app.window.keyboard import AnswerKeys, DecidingKeys, Moment
from app.window.lessons import WindowLessons
from app.window.library import WindowBalance, WindowLibrary
from app.window.motion import WindowMotion
from app.window.newer import WindowNewer
from app.window.notes_and_stats import Remembering
from app.window.online import WindowOnline
from app.window.players import PlayersChip, WindowPlayers
from app.window.recording import WindowRecording
from app.window.search import Finding
from app.window.services import SETTING_UP, CornerNotice, Services, busy
from app.window.table_host import Places, TableHost
from app.window.thoughts import Thinking
from app.window.view_menu import Looking, WindowLook
from app.window.workshop import WindowWorkshop
from app.workshop import DRAFTED
from rules.engine.command import Command
from rules.engine.folders import cache_dir
from rules.engine.house_rules import ScenarioRow, chosen
from rules.engine.seat import Seat
from rules.engine.session import Session

if TYPE_CHECKING:
    from app.dialogs.start import StartPage

TITLE = "Chitpull"
SOON = 150
"""Milliseconds after the start page is asked for in which it is drawn."""
LOW = 800
"""Height below which everything above and below the board is lower."""


class MainWindow(QMainWindow):
    """The main window: makes its parts, each of those before it, and puts games on its table."""

    def __init__(self, settings: Settings, files: GameFiles, *, start: bool = True) -> None:
        """Make the window, without the start page unless it is to begin with that (`start`)."""
        super().__init__()
        self.settings, self.files = settings, files
        bindings.use(settings.get(bindings.KEY, {}))
        self.game = GameController(self, presentation_of)
        self._make_widgets()
        self._make_parts()
        self._make_menu_parts()
        self.presses.ask_all(  # in this order: each gets what nobody before it has taken
            self.answering.clear_refusal,
            self.history.takes,
            self.moment.takes,
            self.motion.takes,
            self.keys.takes,
            self.looking.takes,
            keys_only=(self.history.takes, self.keys.takes, self.looking.takes),
        )
        self._connect()
        self._restore()
        if start:
            self.show_start()
        else:
            self._show_bare()

    @cached_property
    def scenarios(self) -> list[ScenarioRow]:
        """The scenarios on offer, read on first use with the rules of every system."""
        return offered_scenarios()

    @cached_property
    def start_page(self) -> StartPage:
        """The start page, made on first use."""
        from app.dialogs.start import StartPage  # here and elsewhere: a start with a game does without

        page = StartPage(
            self.scenarios,
            self.settings.recent,
            samples=samples(self.scenarios),
            stood=self.settings.stood,
            balance_of=self.balance.of,
        )
        page.chosen.connect(self.dialogs.begin)
        page.open_asked.connect(self.dialogs.open_asked)
        page.learn_asked.connect(self.lessons.learn)
        page.online_asked.connect(self.online.show)
        page.library_asked.connect(self.library.ask)
        page.balance_asked.connect(self.balance.show)
        self.balance.changed.connect(page.refresh)
        self.newer.lay(page)
        self.pages.addWidget(page)
        return page

    # --- building ------------------------------------------------------------------------------------------------

    def _make_widgets(self) -> None:
        game, draw = self.game, self._draw_die
        self.prompt, self.log, self.orders = PromptBar(game, draw), LogPanel(game, draw), OrdersPanel(game, draw)
        self.actions_, self.pages, self.rail = Actions(self), QStackedWidget(), Rail(draw)
        self.lesson_panel = LessonPanel()
        self.frame = Frame(self.pages, self.rail)
        self.frame.folded = self.settings.get(FOLDED, False)
        self.frame.log_folded.connect(lambda folded: self.settings.set(FOLDED, folded))
        self.notice = CornerNotice(self.pages)
        self.setWindowTitle(TITLE)
        self.bar = QToolBar("Prompt")
        self.bar.setObjectName("prompt_bar")
        self.bar.setMovable(False)
        self.bar.toggleViewAction().setEnabled(False)
        self.bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.bar.addWidget(self.prompt)
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, self.bar)
        self.setCentralWidget(self.frame)
        for panel in (self.log, self.orders, self.lesson_panel):  # docked when a table is laid
            panel.setParent(self)
            panel.hide()
        self.actions_.fill(self.menuBar())
        self.recent_menu = RecentGames(self.settings, self.open_game, self)
        self.actions_.menus["&Game"].insertMenu(self.actions_["save"], self.recent_menu)
        self.docks = Docks(self.frame)

    def _draw_die(self, painter: QPainter, box: QRectF, face: Any) -> None:
        self.host.presentation.draw_die(painter, box, face)

    def _make_parts(self) -> None:
        """Make the parts that a game is played with."""
        game, menus = self.game, self.actions_
        services = self.services = Services(
            self, game, self.settings, self.prompt, self.log, self.orders, self.docks, self.notice, menus
        )
        host = self.host = TableHost(services, menus, self.pages, self.bar, self.lesson_panel)
        self.presses, self.opponent = Presses(self), Opponent(game, self)
        self.passing = PassForMe(game, self.settings)
        self.motion = WindowMotion(game, services, host, self.opponent, self.passing)
        self.hands = HotSeat(game, services, host)
        self.lessons = WindowLessons(game, services, host, self.motion, menus, self.lesson_panel, self)
        chip = PlayersChip(self.menuBar())
        self.players = WindowPlayers(game, services, host, self.opponent, self.motion, self.hands, chip)
        self.answering = AnswerKeys(game, services, host, self.hands, self.passing, self.frame)
        self.keys = DecidingKeys(game, services, host, self.answering, menus)
        self.moment = Moment(game, services, self.answering, self.keys, self.pages)
        self.verification = Verification(game, services)
        self.history = WindowHistory(game, services, host, self.log, self.motion, self.passing, self.files, menus)
        self.remembering = Remembering(game, services, host, self.history)
        self.thinking = Thinking(
            game, services, host, self.opponent, self.passing, self.hands, self.lessons, self.remembering.place
        )
        self.online = WindowOnline(
            game, services, self.motion, self.files, lambda: self.scenarios, lambda: self.host.table
        )
        self.display = Display(
            services, host, self.rail, self.notice, menus, self.hands, self.motion, self.players, self.online,
            self.lessons, self.passing, self._facts,
        )  # fmt: skip

    def _make_menu_parts(self) -> None:
        """Make the parts that menus open, and what else lies beside the game."""
        game, services, host, menus = self.game, self.services, self.host, self.actions_
        self.look = WindowLook(services, menus, self.frame)
        self.finding, self.looking = Finding(game, services, host), Looking(game, services, host, menus)
        self.saving = Saving(game, services, self.files, self.thinking.copy)
        self.choosing = Choosing(services, self.files)
        self.dialogs = WindowDialogs(game, services, host, menus, self.files, self, self.saving, self.look)
        self.newer, self.workshop = WindowNewer(services), WindowWorkshop(services, self)
        self.recording = WindowRecording(services, self.lessons, self.workshop, self.lesson_panel)
        self.library = WindowLibrary(services, self, self.workshop)
        self.balance = WindowBalance(services, self, self.workshop)
        self.places, self.standings = Places(self.settings, lambda: host.middle), Standings(self.settings, game)
        self.drops = Drops(self, self.open_game, self.online.take)
        self.sounds = Sounds(self.settings, lambda: cache_dir() / "sounds")
        menus.tick("sound", self.sounds.on)

    def _connect(self) -> None:
        game, services, dialogs = self.game, self.services, self.dialogs
        game.sure, game.anyway = dialogs.sure, dialogs.anyway
        game.warning = self.thinking.warning
        self.players.is_ready = lambda: self.verification.is_done
        dialogs.begin_lesson = self.lessons.begin_on
        dialogs.rebound.connect(self.rebind)
        dialogs.preferred.connect(self._preferred)
        self.look.restyled.connect(self.restyle)
        self.history.begun.connect(self.put)
        self.online.begun.connect(self.put)
        self.online.left.connect(self.show_start)
        self.library.changed.connect(self.relist)
        self.workshop.changed.connect(self.relist)
        self.workshop.opened.connect(self.refresh_actions)
        self.recording.changed.connect(self.refresh_actions)
        self.workshop.balance_asked.connect(self.balance.show)
        self.answering.score_asked.connect(dialogs.show_score)
        self.verification.entitled.connect(self.entitle)
        self.motion.skipped.connect(self.moment.skipped)
        services.rule_asked.connect(dialogs.show_rule)
        services.forward_asked.connect(self.answering.forward)
        services.deed_done.connect(self.lessons.did)
        self._connect_panels()
        self.changes = Changes(services, Parts(
            self.motion, self.history, self.thinking, self.sounds, self.lessons, self.finding, self.looking,
            self.remembering, self.players, self.display, self.moment, dialogs,
        ))  # fmt: skip
        for part in (
            dialogs, self.saving, self.look, self.history, self.finding, self.lessons, self.looking,
            self.remembering, self.players, self.thinking, self.answering, self.newer, self.verification, self.online,
            self.workshop, self.recording, self.library,
        ):  # fmt: skip
            self.actions_.connect_all(part.handlers())
        own: dict[str, Callable[..., Any]] = {"undo": game.undo, "redo": game.redo, "sound": self.sounds.switch}
        self.actions_.connect_all(own)
        dialogs.list_examples(self.actions_.menus["&Help"])

    def _connect_panels(self) -> None:
        game, services = self.game, self.services
        self.prompt.ordered.connect(self.order)
        self.prompt.rested.connect(self.answering.rest)
        self.prompt.armed.connect(self.moment.hold_off)
        self.orders.ordered.connect(self.order)
        self.orders.put_back.connect(game.put_back)
        self.orders.rolled.connect(game.nature)
        for panel in (self.prompt, self.orders, self.log, self.lesson_panel):
            panel.rule_asked.connect(services.show_rule)
        for asked in (self.orders.pointed, self.log.thing_asked, self.lesson_panel.pointed):
            asked.connect(self.reveal)

    def _facts(self) -> dict[str, bool]:
        """Return which conditions hold that actions name."""
        game, awaits = self.game, bool(self.hands.awaits)
        here = game.seat is not None
        table = here and not awaits
        return {
            "game": here,
            "table": table,
            "board": table and self.host.board is not None,
            "undo": table and not game.looks_back,  # at a barrier it says why not
            "past": self.history.is_possible,
            "looking": game.looks_back,
            "redo": game.can_redo,
            "take_back": game.can_take_back,
            "asked": game.decision is not None or awaits,
            "rest": not self.prompt.rest.isHidden(),
            "hint": self.thinking.may_hint,
            "staffed": here and self.thinking.has_any,
            "over": bool(game.over),
            "lesson": self.lessons.progress is not None,
            "left_lesson": self.lessons.may_resume,
            "paper": here and self.host.presentation.prints,
            "own": here and game.host is None,
            "drafted": game.session is not None and game.host is None and game.session.system.id in DRAFTED,
            "drafts": bool(self.workshop.windows),
            "tried": bool(self.workshop.windows) and self.recording.may_begin,
            "recording": self.recording.is_on,
        }

    def _restore(self) -> None:
        self.resize(messages.room(self).boundedTo(QSize(1600, 1000)))
        self.restore_from("geometry", self.restoreGeometry)

    def focusNextPrevChild(self, on: bool) -> bool:
        """Let Tab go from the map to the orders, and on to what lies about them; the start page has its own order."""
        if self.host.table is None:
            return super().focusNextPrevChild(on)
        frame = self.frame
        about = (*frame.drawers, frame.tray, self.bar, frame.strip, frame.left, frame.rail)
        return keyboard.step(self, (self.pages, self.orders, frame.right, *about), on=on)

    def restore_from(self, key: str, restore: Callable[[QByteArray], bool]) -> bool:
        """Restore a part of the window as it was kept under a key; return whether that was possible."""
        saved = self.settings.get(key, "")
        return bool(saved) and bool(restore(QByteArray.fromBase64(saved.encode("ascii", "ignore"))))

    # --- games ---------------------------------------------------------------------------------------------------

    def new_game(self, choice: NewGame) -> bool:
        """Put a new game on the table, or say why that is not possible."""
        return self._put(lambda: self._start(choice))

    def _start(self, choice: NewGame) -> Session:
        with busy(self, SETTING_UP):
            return self.files.start(choice)

    def open_game(self, path: Path) -> bool:
        """Put a saved game on the table, or say why that is not possible; ask where it is damaged or there are two.

        A game that is played at a host is followed there; a module is offered to be installed.
        """
        if self.online.opens(path) or self.library.opens(path):
            return True
        chosen = self.choosing.choose(path)
        if chosen is None:
            return False
        if chosen.record != path and self.files.is_on_table(chosen.record):
            self.services.status("That game is on the table already.", 8000)
            self.saving.begin(chosen.opened)
            return True
        return self._put(lambda: self.files.open(chosen.record, told=chosen.told), chosen.opened)

    def _put(self, fetch: Any, opened: Path | None = None) -> bool:
        if not self.recording.may_end(self):
            return False
        try:
            session = fetch()
        except LeftClosed:
            return False
        except CannotOpen as error:
            self.services.tell("Cannot open this game", str(error))
            return False
        self.put(session)
        self.saving.begin(opened)
        return True

    def put(self, session: Session, far: FarTable | None = None) -> None:
        """Show a game, and anything its players must know about the file it came from; `far` if a host holds it."""
        self.standings.keep()
        self.online.put(far)
        with busy(self, SETTING_UP):
            self.game.session = session
            at = far.at if far is not None else partial(Seat, session)
            self.places.keep()
            self.thinking.begin(session)
            self.game.host = far.host if far is not None else None
            self.play(at(None), at, far.players if far is not None else self.players.of(session))
            self.players.begin(session)
            self.lessons.take_up_kept()
            self.verification.begin(session)
            file = self.settings.get("on_table", "")
            self.places.begin(file)
            self.standings.begin(file)
        for notice in session.notices:
            self.services.tell("About this game", notice)

    def play(
        self, seat: SeatLike, at: Callable[[str | None], SeatLike] | None = None, players: Players | None = None
    ) -> None:
        """Show a game as a seat knows it, on the table of its system; `at` returns its other seats."""
        self.game.take_up(seat)
        table = self.host.lay(self.answering.give)
        table.begin(seat)
        self.host.show_table()
        self.passing.started()
        self.hands.begin()
        self.game.play(seat, at, players)
        self.entitle()
        table.middle.setFocus(Qt.FocusReason.OtherFocusReason)
        self.presses.begin()

    def entitle(self, marks: Sequence[str] = ()) -> None:
        """Put the game's title above the window, with marks of house rules and of what nothing proves."""
        title = str(getattr(self.game.seat.scenario, "title", "")) if self.game.seat is not None else ""
        if self.game.session is not None and chosen(self.game.session.source):
            marks = [MARK, *marks]
        marked = f"{title} ({', '.join(marks)})" if marks else title
        self.setWindowTitle(f"{marked} – {TITLE}" if marked else TITLE)

    def relist(self, folder: str = "") -> None:
        """Offer what is in the library now; what is new below a folder is marked."""
        before = self.__dict__.pop("scenarios", None)
        if "start_page" in self.__dict__ and self.scenarios != before:
            self.start_page.relist(self.scenarios, folder)

    def show_start(self) -> None:
        """Show the start page instead of the board."""
        self.relist()
        self.pages.setCurrentWidget(self.start_page)
        self._show_bare()
        self.start_page.play.setFocus(Qt.FocusReason.OtherFocusReason)
        QTimer.singleShot(SOON, self, self.presses.begin)  # the first event it looks at costs 600 names of Qt's

    def _show_bare(self) -> None:
        self.bar.hide()
        self.docks.set_shown(False)
        self.refresh_actions()

    @property
    def is_settled(self) -> bool:
        """Tell whether everything in the middle is drawn."""
        if self.host.table is not None:
            return self.host.table.is_settled()
        return self.start_page.is_drawn

    @property
    def playmat(self) -> TableView | None:
        """Return the table of the system that is played."""
        return self.host.table

    @property
    def session(self) -> Session | None:
        """Return the game itself."""
        return self.game.session

    @property
    def curtain(self) -> Curtain:
        """Return the curtain between hidden hands."""
        return self.hands.curtain

    def open_curtain(self) -> None:
        """Show the table to the seat that is awaited."""
        self.hands.open()

    def refresh(self) -> None:
        """Show the present position and decision everywhere."""
        self.display.refresh()

    def refresh_actions(self) -> None:
        """Enable the actions that are possible now."""
        self.display.refresh_actions()

    def _preferred(self) -> None:
        """Follow other preferences: who may look, and what is passed over."""
        self.hands.cover()
        self.online.stand()
        self.passing.go_on()

    # --- orders --------------------------------------------------------------------------------------------------

    def order(self, command: Command) -> bool:
        """Submit a command for whoever decides now."""
        return self.game.submit(command)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Space, Enter and Escape that the board or nobody wanted, and say why an order is not on offer."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier and not event.isAutoRepeat()
        if plain and event.key() in ENTER:
            self.answering.enter()
        elif plain and event.key() == Qt.Key.Key_Space:
            self.answering.forward()
        elif plain and event.key() == Qt.Key.Key_Escape:
            self.answering.back()
        elif not self.keys.explain(event):
            super().keyPressEvent(event)

    # --- looking -------------------------------------------------------------------------------------------------

    def reveal(self, thing: str) -> None:
        """Show a place or piece that log, orders or prompt name."""
        if self.host.table is not None:
            self.host.table.reveal(thing)

    def rebind(self) -> None:
        """Take the keys that players have chosen, on menus and buttons."""
        self.actions_.rebind()
        self.refresh()

    def restyle(self) -> None:
        """Repaint everything in the colours of the present theme."""
        if self.host.table is not None:
            self.host.table.restyle()
        self.log.restyle()
        self.workshop.restyle()
        self.prompt.fit(small=self.height() < LOW)
        self.docks.fit()
        self.display.ask()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let prompt and frame follow."""
        super().resizeEvent(event)
        self.prompt.fit(small=self.height() < LOW)
        self.docks.fit()
        self.notice.settle()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save the window's state and close drafts and game in good order."""
        if not self.workshop.close():
            event.ignore()
            return
        self.settings.set("geometry", bytes(self.saveGeometry().toBase64().data()).decode("ascii"))
        self.places.keep()
        self.standings.keep()
        self.services.close_pages()
        self.players.close()
        self.online.close()
        self.files.clear_table()
        super().closeEvent(event)
