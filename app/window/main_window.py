"""The main window: board in the middle, prompt above, docks around; passes orders on and shows what changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QToolBar, QWidget

from app import bindings
from app.dialogs import fitting
from app.dialogs.messages import CAREFUL
from app.dialogs.start import StartPage
from app.panels.log import LogPanel
from app.panels.orders import OrdersPage
from app.panels.orders_dock import OrdersPanel
from app.panels.prompt import PromptBar
from app.panels.widgets import ENTER
from app.play.controller import LOOKING_BACK, GameController
from app.play.files import CannotOpen, GameFiles, LeftClosed, shipped_scenarios
from app.play.new_game import NewGame
from app.play.passing import PassForMe
from app.play.players import Players
from app.play.seat import SeatLike
from app.samples import samples
from app.settings import FOLDED, Settings
from app.sound.sounds import Sounds
from app.system import TableView
from app.systems.shipped import presentation_of
from app.window import focus
from app.window.actions import Actions
from app.window.answering import Answering
from app.window.busy import SETTING_UP, busy
from app.window.curtain import Curtain
from app.window.dialogs import WindowDialogs
from app.window.docks import Docks
from app.window.dropping import Drops
from app.window.enabling import holding
from app.window.finding import Finding
from app.window.frame import Frame
from app.window.hands import Hands
from app.window.history import WindowHistory
from app.window.keys import DecidingKeys
from app.window.lessons import WindowLessons
from app.window.look import WindowLook
from app.window.looking import Looking
from app.window.mats import Mats
from app.window.moment import Moment
from app.window.motion import WindowMotion
from app.window.newer import WindowNewer
from app.window.notice import Notice
from app.window.painting import OnePainting
from app.window.places import Places
from app.window.players import WindowPlayers
from app.window.presses import Presses
from app.window.proving import Proving
from app.window.rail import Rail
from app.window.recent import RecentGames
from app.window.remembering import Remembering
from app.window.saving import Saving
from app.window.services import Services
from app.window.telling import Telling
from app.window.thinking import Thinking
from rules.engine.command import Command
from rules.engine.datadirs import cache_dir
from rules.engine.seat import Seat
from rules.engine.session import Session

TITLE = "Chitpull"
LOW = 800
"""Height below which everything above and below the board is lower."""


class MainWindow(QMainWindow):
    """The main window. `playmat` holds what lies in it while games of one system are played."""

    def __init__(self, settings: Settings, files: GameFiles, *, start: bool = True) -> None:
        """Make the window, without the start page unless it is to begin with that (`start`)."""
        super().__init__()
        self.settings, self.files = settings, files
        bindings.use(settings.get(bindings.KEY, {}))
        self.game = GameController(self, presentation_of)
        draw = self._draw_die
        self.prompt, self.log = PromptBar(self.game, draw), LogPanel(self.game, draw)
        self.orders = OrdersPanel(self.game, draw)
        self.actions_ = Actions(self)
        self.pages = QStackedWidget()
        self.offered: dict[str, list[Command]] = {}
        self.passing = PassForMe(self.game, settings)
        self.playmat: TableView | None = None
        self.session: Session | None = None
        self.lessons = WindowLessons(self)
        self.mats = Mats(self)
        self.rail = Rail(self._draw_die)
        self.frame = Frame(self.pages, self.rail)
        self.frame.folded = settings.get(FOLDED, False)
        self.frame.log_folded.connect(lambda folded: settings.set(FOLDED, folded))
        self.notice = Notice(self.pages)
        self._build()
        self.docks = Docks(self.frame)
        self.services = Services(
            self, self.game, settings, self.prompt, self.log, self.orders, self.docks, self.notice, self.actions_
        )
        self.hands = Hands(self)
        self.dialogs, self.saving = WindowDialogs(self), Saving(self)
        self.look = WindowLook(self)
        self.presses = Presses(self)
        self.finding, self.looking, self.remembering = Finding(self), Looking(self), Remembering(self)
        self.painting = OnePainting(self)
        self.answering, self.keys = Answering(self), DecidingKeys(self)
        self.motion, self.moment = WindowMotion(self), Moment(self)
        self.history = WindowHistory(self)
        self.players = WindowPlayers(self)
        self.thinking, self.newer = Thinking(self), WindowNewer(self)
        self.proving = Proving(self)
        self.places = Places(settings, lambda: self.playmat.middle if self.playmat is not None else None)
        self.drops = Drops(self, self.open_game)
        self.sounds = Sounds(settings, lambda: cache_dir() / "sounds")
        self.actions_.tick("sound", self.sounds.on)
        self._connect()
        self._restore()
        if start:
            self.show_start()
        else:
            self._show_bare()

    @cached_property
    def scenarios(self) -> list[Mapping[str, Any]]:
        """The scenarios on offer, read on first use with the rules of every system."""
        return shipped_scenarios()

    @cached_property
    def start_page(self) -> StartPage:
        """The start page, made on first use."""
        page = StartPage(self.scenarios, self.settings.recent, samples=samples(self.scenarios))
        page.chosen.connect(self.dialogs.begin)
        page.open_asked.connect(self.dialogs.open_asked)
        page.learn_asked.connect(self.lessons.learn)
        self.newer.lay(page)
        self.pages.addWidget(page)
        return page

    def _draw_die(self, painter: QPainter, box: QRectF, face: Any) -> None:
        self.mats.presentation.draw_die(painter, box, face)

    # --- building ------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.setWindowTitle(TITLE)
        self.bar = QToolBar("Prompt")
        self.bar.setObjectName("prompt_bar")
        self.bar.setMovable(False)
        self.bar.toggleViewAction().setEnabled(False)
        self.bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.bar.addWidget(self.prompt)
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, self.bar)
        self.setCentralWidget(self.frame)
        for panel in (self.log, self.orders, self.lessons.panel):  # docked when a table is laid
            panel.setParent(self)
            panel.hide()
        self.actions_.fill(self.menuBar())
        self.recent_menu = RecentGames(self.settings, self.open_game, self)
        self.actions_.menus["&Game"].insertMenu(self.actions_["save"], self.recent_menu)

    def _connect(self) -> None:
        game = self.game
        game.sure = self.dialogs.sure
        services = self.services
        services.rule_asked.connect(self.dialogs.show_rule)
        services.forward_asked.connect(self.answering.forward)
        services.deed_done.connect(self.lessons.did)
        services.pointed.connect(self.mats.describe)
        game.done.connect(self.refresh)
        game.replaced.connect(self._replaced)
        game.looked.connect(self.refresh)
        game.refused.connect(self.prompt.show_refusal)
        self.presses.ask(self.answering.clear_refusal)
        self.prompt.ordered.connect(self.order)
        self.prompt.rested.connect(self.answering.rest)
        self.prompt.armed.connect(self.moment.hold_off)
        self.orders.ordered.connect(self.order)
        self.orders.put_back.connect(game.put_back)
        self.orders.rolled.connect(game.nature)
        for panel in (self.prompt, self.orders, self.log, self.lessons.panel):
            panel.rule_asked.connect(self.services.show_rule)
        self.orders.pointed.connect(self.reveal)
        self.log.thing_asked.connect(self.reveal)
        self.lessons.panel.pointed.connect(self.reveal)
        self.telling = Telling(self)
        for part in (
            self.dialogs, self.saving, self.look, self.history, self.finding, self.lessons, self.looking,
            self.remembering, self.players, self.thinking, self.answering, self.newer, self.proving,
        ):  # fmt: skip
            self.actions_.connect_all(part.handlers())
        own: dict[str, Callable[..., Any]] = {"undo": game.undo, "redo": game.redo, "sound": self.sounds.switch}
        self.actions_.connect_all(own)
        self.dialogs.list_examples(self.actions_.menus["&Help"])

    def _restore(self) -> None:
        self.resize(fitting.room(self).boundedTo(QSize(1600, 1000)))
        self.restore_from("geometry", self.restoreGeometry)

    def focusNextPrevChild(self, on: bool) -> bool:
        """Let Tab go from the map to the orders, and on to what lies about them; the start page has its own order."""
        if self.playmat is None:
            return super().focusNextPrevChild(on)
        frame = self.frame
        about = (*frame.drawers, frame.tray, self.bar, frame.strip, frame.left, frame.rail)
        return focus.step(self, (self.pages, self.orders, frame.right, *about), on=on)

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
        """Put a saved game on the table, or say why that is not possible; ask before a damaged one is cut short."""
        try:
            damage = self.files.damage(path)
        except LeftClosed:
            return False
        question = ("This game is damaged", f"{damage}\nGo on with what is left?", "Go on", "Leave it", CAREFUL)
        if damage and not self.services.ask(*question):
            return False
        return self._put(lambda: self.files.open(path), path)

    def _put(self, fetch: Any, opened: Path | None = None) -> bool:
        try:
            session = fetch()
        except LeftClosed:
            return False
        except CannotOpen as error:
            self.services.tell("This game cannot be opened", str(error))
            return False
        self.put(session)
        self.saving.begin(opened)
        return True

    def put(self, session: Session) -> None:
        """Show a game, and anything its players must know about the file it came from."""
        with busy(self, SETTING_UP):
            self.session = session
            at = partial(Seat, session)
            self.places.keep()
            self.thinking.begin(session)
            self.play(at(None), at, self.players.of(session))
            self.players.begin(session)
            self.lessons.take_up_kept()
            self.proving.begin(session)
            self.places.begin(self.settings.get("on_table", ""))
        for notice in session.notices:
            self.services.tell("About this game", notice)

    def play(
        self, seat: SeatLike, at: Callable[[str | None], SeatLike] | None = None, players: Players | None = None
    ) -> None:
        """Show a game as a seat knows it, on the table of its system; `at` returns its other seats."""
        self.game.take_up(seat)
        mat = self.mats.lay()
        mat.begin(seat)
        self.show_table(mat.middle)
        self.passing.started()
        self.hands.begin()
        self.game.play(seat, at, players)
        self.entitle()
        mat.middle.setFocus(Qt.FocusReason.OtherFocusReason)

    def entitle(self, marks: Sequence[str] = ()) -> None:
        """Put the game's title above the window, with marks of what nothing proves."""
        title = str(getattr(self.game.seat.scenario, "title", "")) if self.game.seat is not None else ""
        marked = f"{title} ({', '.join(marks)})" if marks else title
        self.setWindowTitle(f"{marked} – {TITLE}" if marked else TITLE)

    def show_start(self) -> None:
        """Show the start page instead of the board."""
        self.pages.setCurrentWidget(self.start_page)
        self._show_bare()
        self.start_page.play.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_bare(self) -> None:
        self.bar.hide()
        self.docks.set_shown(False)
        self.refresh_actions()

    def show_table(self, middle: QWidget) -> None:
        """Show the board with its docks."""
        if self.pages.currentWidget() is not middle:
            self.pages.setCurrentWidget(middle)
            self.bar.show()
            self.docks.set_shown(True)

    @property
    def is_settled(self) -> bool:
        """Tell whether everything in the middle is drawn."""
        return self.playmat is None or self.playmat.is_settled()

    # --- what happened -------------------------------------------------------------------------------------------

    def _replaced(self) -> None:
        self.passing.gone_back()
        self.log.show_all(self.passing.history())
        self.prompt.tray.clear()
        self.rail.clear()
        self.prompt.announced = ""
        self.refresh()
        self.moment.look()

    def refresh(self) -> None:
        """Show the present position and decision everywhere, unless chits and dice have yet to come to rest."""
        if self.motion.holds:
            return
        self.painting.wait()
        self.offered = self.game.offered
        self.notice.point("")
        if self.playmat is not None:
            self.playmat.show()
        self.rail.show_words(self.game.words.when(self.game.view) if self.game.view else "")
        self._ask()
        self.lessons.show()

    def _ask(self) -> None:
        """Put the present question; one that only another seat may see waits behind the curtain."""
        if self.hands.cover():
            return
        self.hands.pass_keyboard()
        self.orders.show_game(self.game, self.offered)
        self.docks.want_room(isinstance(self.orders.page, OrdersPage) and self.orders.page.wants_room)
        self._show_prompt()
        self.refresh_actions()

    def _show_prompt(self) -> None:
        game, decision = self.game, self.game.decision
        if game.request is not None:
            self.prompt.show_request(game.words.request(game.request.kind)[0])
        elif game.staff and not game.looks_back:
            self.players.show_prompt()
        elif decision is not None:
            hint, warning = self.playmat.hint() if self.playmat is not None else ("", "")
            self.prompt.show_decision(decision, self.offered, hint, warning)
        elif game.looks_back:
            self.prompt.show_past(LOOKING_BACK)
        elif game.over:
            self.prompt.show_over(str(game.over.get("text") or "The game is over."))
        else:
            self.prompt.show_idle()

    @property
    def curtain(self) -> Curtain:
        """Return the curtain between hidden hands."""
        return self.hands.curtain

    def open_curtain(self) -> None:
        """Show the table to the seat that is awaited."""
        self.hands.open()

    def wait(self, words: str) -> None:
        """Ask nobody anything, and say what is waited for."""
        self.orders.show_game(self.game, {})
        self.orders.idle_note.setText("Open the curtain to continue.")
        self.prompt.show_idle(words)
        self.refresh_actions()

    def refresh_actions(self) -> None:
        """Enable the actions that are possible now."""
        self.actions_.enable(holding(self, {} if self.hands.awaits else self.offered))

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
        if self.playmat is not None:
            self.playmat.reveal(thing)

    def show_status(self, words: str, milliseconds: int = 0) -> None:
        """Show a message at the corner of the map for a while, 0 for good; an empty one clears it."""
        self.notice.say(words, milliseconds)

    def rebind(self) -> None:
        """Take the keys that players have chosen, on menus and buttons."""
        self.actions_.rebind()
        self.refresh()

    def restyle(self) -> None:
        """Repaint everything in the colours of the present theme."""
        if self.playmat is not None:
            self.playmat.restyle()
        self.log.restyle()
        self.prompt.fit(small=self.height() < LOW)
        self.docks.fit()
        self._ask()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let prompt and frame follow."""
        super().resizeEvent(event)
        self.prompt.fit(small=self.height() < LOW)
        self.docks.fit()
        self.notice.settle()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save the window's state and close the game in good order."""
        self.settings.set("geometry", bytes(self.saveGeometry().toBase64().data()).decode("ascii"))
        self.places.keep()
        self.players.close()
        self.files.clear_table()
        super().closeEvent(event)
