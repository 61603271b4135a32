"""The main window: board in the middle, prompt above, docks around; passes orders on and shows what changed."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QLabel, QMainWindow, QMenu, QStackedWidget, QTabWidget, QToolBar

from app import theme
from app.board.hexes import center
from app.dialogs.start import NewGame, StartPage
from app.files import CannotOpen, GameFiles, shipped_scenarios
from app.game import GameController
from app.panels.prompt import PromptBar
from app.panels.widgets import ENTER
from app.passing import PassForMe
from app.settings import Settings
from app.systems.company_scale.board.aiming import Aim, aim_of
from app.systems.company_scale.board.board import BoardController
from app.systems.company_scale.board.ground.ground import Ground
from app.systems.company_scale.board.laying import lay_ground
from app.systems.company_scale.text.facts import carrier_of
from app.systems.company_scale.text.hints import ending_warning, hint
from app.systems.company_scale.text.refusals import refusal_of
from app.systems.company_scale.text.verbs import UNIT_VERBS
from app.systems.company_scale.window_displays import WindowDisplays
from app.systems.company_scale.window_overlays import WindowOverlays
from app.window.actions import Actions
from app.window.dialogs import WindowHelp
from app.window.docks import Docks
from app.window.look import WindowLook
from rules.engine.command import Command
from rules.engine.session import Session

TITLE = "Chitpull"
FRAME = QSize(16, 48)
"""Room for the frame and title bar that the desktop puts round a window."""


class MainWindow(QMainWindow):
    """The table's window. `ask` puts a yes-or-no question; tests replace it."""

    def __init__(self, settings: Settings, files: GameFiles) -> None:
        super().__init__()
        self.settings, self.files = settings, files
        self.game = GameController(self)
        self.board = BoardController(self.game, self)
        self.prompt = PromptBar()
        self.actions_ = Actions(self)
        self.pages = QStackedWidget()
        self.scenarios = shipped_scenarios()
        self.start_page = StartPage(self.scenarios, settings.recent)
        self._offered: dict[str, list[Command]] = {}
        self._pinned = ""
        self.passing = PassForMe(self.game, settings)
        self.ground: Ground | None = None
        self._build()
        self.docks = Docks(self, self.game)
        self.helper = WindowHelp(self)
        self.look = WindowLook(self)
        self.displays = WindowDisplays(self)
        self.overlays = WindowOverlays(self)
        self._connect()
        self._restore()
        self.show_start()

    # --- building ------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.setWindowTitle(TITLE)
        options = QMainWindow.DockOption
        self.setDockOptions(options.AllowNestedDocks | options.AllowTabbedDocks | options.GroupedDragging)
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        self.bar = QToolBar("Prompt")
        self.bar.setObjectName("prompt_bar")
        self.bar.setMovable(False)
        self.bar.toggleViewAction().setEnabled(False)
        self.bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.bar.addWidget(self.prompt)
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, self.bar)
        self.pages.addWidget(self.start_page)
        self.pages.addWidget(self.board.view)
        self.setCentralWidget(self.pages)
        self.where = QLabel()
        self.statusBar().addPermanentWidget(self.where)
        self.actions_.fill(self.menuBar())
        self.recent_menu = QMenu("&Recent", self)
        game_menu = self.actions_.menus["&Game"]
        game_menu.insertMenu(self.actions_["save_as"], self.recent_menu)
        self.recent_menu.aboutToShow.connect(self._fill_recent)

    def _connect(self) -> None:
        game, docks = self.game, self.docks
        game.changed.connect(self._changed)
        game.replaced.connect(self._replaced)
        game.refused.connect(self.prompt.show_refusal)
        game.game_over.connect(self.helper.show_ending)
        self.prompt.ordered.connect(self.order)
        self.prompt.rule_asked.connect(self.helper.show_rule)
        docks.orders.ordered.connect(self.order)
        docks.orders.rolled.connect(game.nature)
        docks.orders.picked.connect(self._pick)
        docks.orders.pointed.connect(self.board.reveal)
        docks.orders.aimed.connect(self.aim)
        docks.orders.waiting.connect(self.wait_for_hex)
        docks.orders.rule_asked.connect(self.helper.show_rule)
        docks.log.hex_asked.connect(self.go_to)
        docks.log.unit_asked.connect(self.board.reveal_unit)
        docks.log.rule_asked.connect(self.helper.show_rule)
        docks.turn.hex_asked.connect(self.go_to)
        docks.sight.hex_asked.connect(self.go_to)
        docks.sight.rule_asked.connect(self.helper.show_rule)
        self.start_page.chosen.connect(self.new_game)
        self.start_page.open_asked.connect(self.helper.open_asked)
        self._connect_board()
        self._connect_actions()

    def _connect_board(self) -> None:
        board = self.board
        board.aimed.connect(self.prompt.show_hint)
        board.hex_hovered.connect(self._hovered)
        board.hex_clicked.connect(self._clicked)
        board.selection_changed.connect(self.docks.orders.activation.pick)
        board.selection_changed.connect(lambda _: self.prompt.show_words(""))
        board.refused.connect(self.prompt.show_words)
        board.described.connect(self.where.setText)
        board.view.confirm_requested.connect(self.forward)

    def _connect_actions(self) -> None:
        handlers = {
            **self.helper.handlers(),
            **self.look.handlers(),
            **self.displays.handlers(),
            "undo": self.game.undo,
            "forward": self.forward,
            "back": self.back,
            "next_unit": self.board.hand.next_unit,
        }
        handlers |= {name: partial(self.give, name[5:]) for name in self.actions_.by_id if name.startswith("verb_")}
        self.actions_.connect_all(handlers)
        self.helper.list_examples(self.actions_.menus["&Help"], self.scenarios)

    def _restore(self) -> None:
        size = self.screen().availableSize() - FRAME
        self.resize(size.boundedTo(QSize(1600, 1000)))
        for key, restore in (("geometry", self.restoreGeometry), ("state", self.restoreState)):
            saved = self.settings.get(key, "")
            if saved:
                restore(QByteArray.fromBase64(saved.encode("ascii", "ignore")))
        self.docks.tidy()

    # --- games ---------------------------------------------------------------------------------------------------

    def new_game(self, choice: NewGame) -> bool:
        """Put a new game on the table; say why if that cannot be."""
        return self._put(lambda: self.files.start(choice))

    def open_game(self, path: Path) -> bool:
        """Put a saved game on the table; say why if that cannot be, and ask before a damaged one is cut short."""
        damage = self.files.damage(path)
        ask = self.helper.ask
        if damage and not ask("This game is damaged", f"{damage}\nGo on with what is left?", "Go on", "Leave it"):
            return False
        return self._put(lambda: self.files.open(path))

    def _put(self, fetch: Any) -> bool:
        try:
            session = fetch()
        except CannotOpen as error:
            self.helper.tell("This game cannot be opened", str(error))
            return False
        self.put(session)
        return True

    def put(self, session: Session) -> None:
        """Show a game and what its players must know about the file it came from."""
        self.play(session)
        for notice in session.notices:
            self.helper.tell("About this game", notice)

    def play(self, session: Any) -> None:
        """Show a game."""
        self.ground = lay_ground(self.board, getattr(session, "scenario", None))
        self.show_table()
        self.passing.started()
        self.game.play(session)
        title = (self.game.view.get("scenario") or {}).get("title", "")
        self.setWindowTitle(f"{title} – {TITLE}" if title else TITLE)
        if self.ground is not None:
            self.board.view.fit()
        self.board.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_start(self) -> None:
        """Show the start page instead of the board."""
        self.pages.setCurrentWidget(self.start_page)
        self.bar.hide()
        self.docks.set_shown(False)
        self._enable()
        self.start_page.play.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_table(self) -> None:
        """Show the board with its docks."""
        if self.pages.currentWidget() is self.start_page:
            self.pages.setCurrentWidget(self.board.view)
            self.bar.show()
            self.docks.set_shown(True)
            if not self.settings.get("state", ""):
                self.docks.proportion()

    # --- what happened -------------------------------------------------------------------------------------------

    def _changed(self, events: list[dict[str, Any]]) -> None:
        self.docks.log.add(events, self.game.names)
        self.prompt.tray.show_events(events)
        self.refresh()
        self.pass_over()

    def _replaced(self) -> None:
        self.passing.gone_back()
        self.docks.log.show_all(self.passing.history(), self.game.names)
        self.prompt.tray.clear()
        self.refresh()

    def pass_over(self) -> None:
        """Let the program pass where the player who is asked wants that; the log says so first."""
        told = self.passing.go_on()
        if told:
            self.docks.log.add(told, self.game.names)
            self.passing.carry_out()

    def refresh(self) -> None:
        """Show the present position and decision everywhere."""
        self._offered = self.game.offered
        self.where.setText("")
        self.docks.refresh(self.game)
        self.docks.orders.show_game(self.game, self._offered)
        self.displays.refresh()
        self.overlays.refresh()
        self._show_prompt()
        self._enable()

    def _show_prompt(self) -> None:
        game, decision = self.game, self.game.decision
        if game.request is not None:
            self.prompt.show_request("Roll a die." if game.request.kind == "die" else "Draw a chit.")
        elif decision is not None:
            warning = ending_warning(game.view, self._offered, game.names)
            self.prompt.show_decision(decision, self._offered, hint(game.view, decision, game.names), warning)
        elif game.over:
            self.prompt.show_over(str(game.over.get("text") or "The game is over."))
        else:
            self.prompt.show_idle()

    def _enable(self) -> None:
        facts = {
            "game": self.game.session is not None,
            "undo": self.game.can_undo,
            "take_back": self.game.can_take_back,
            "asked": self.game.decision is not None,
            "over": bool(self.game.over),
        }
        self.actions_.enable(
            lambda need: need.removeprefix("verb:") in self._offered if need.startswith("verb:") else facts[need]
        )

    # --- orders --------------------------------------------------------------------------------------------------

    def order(self, command: Command) -> bool:
        """Submit a command for whoever decides now."""
        return self.game.submit(command)

    def give(self, verb: str) -> bool:
        """Give an order by its verb: a simple one at once, a unit's order to the unit picked."""
        if self.prompt.press(verb):
            return True
        commands = self._offered.get(verb, [])
        if len(commands) == 1 and not commands[0].args:
            return self.order(commands[0])
        if self.docks.orders.give(verb):
            return True
        if verb in UNIT_VERBS:
            self.prompt.show_refusal(refusal_of(verb, self.board.selection, self.game))
        return False

    def aim(self, verb: str, thing: str) -> bool:
        """Let an order wait for its hex on the map; say why where there is none."""
        aim = aim_of(self.game, verb, thing)
        if aim is None:
            self.prompt.show_refusal(refusal_of(verb, (thing,) if thing else (), self.game))
            return False
        if thing in self.board.position.where:
            self.board.reveal_unit(thing)
        self.wait_for_hex(aim)
        return True

    def wait_for_hex(self, aim: Aim) -> None:
        """Let an order wait for its hex on the map, which takes the keyboard; bring one of its hexes into sight."""
        if aim.thing and aim.thing not in self.board.position.where:
            self.board.view.reveal(center(next(iter(aim.orders))))
        self.board.take_aim(aim)
        self.board.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def forward(self) -> None:
        """Do what Space stands for, and Enter where nothing is marked."""
        if self.game.decision is not None:
            self.prompt.forward()
        elif self.game.over:
            self.helper.show_score()

    def back(self) -> None:
        """Do what Escape stands for: cancel, take a step back, or let go of the selection."""
        decision = self.game.decision
        if self.board.aim is not None:
            self.board.take_aim(None)
        elif decision is not None and decision.kind == "movement" and self.game.can_undo:
            self.game.undo()
        elif self.prompt.back():
            return
        elif self.board.selection:
            self.board.select(())
        else:
            self.prompt.show_words("")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Space, Enter and Escape that nothing else wanted."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier and not event.isAutoRepeat()
        if plain and event.key() in ENTER and self.game.decision is not None and self.docks.orders.enter():
            return
        if plain and event.key() in (*ENTER, Qt.Key.Key_Space):
            self.forward()
        elif plain and event.key() == Qt.Key.Key_Escape:
            self.back()
        else:
            super().keyPressEvent(event)

    # --- looking -------------------------------------------------------------------------------------------------

    def _pick(self, units: tuple[str, ...]) -> None:
        shown = tuple(carrier_of(self.game.view, unit) or unit for unit in units)
        if shown != self.board.selection:
            self.board.select(shown)
            if self.board.selection:
                self.board.reveal_unit(self.board.selection[0])

    def go_to(self, name: str) -> None:
        """Bring a hex into sight and show what stands there."""
        self.board.reveal(name)
        self._show_hex(name)

    def _hovered(self, name: str) -> None:
        self._show_hex(name or self._pinned)

    def _clicked(self, name: str) -> None:
        self._pinned = name
        self._show_hex(name)

    def _show_hex(self, name: str) -> None:
        if name:
            self.docks.stack.show_hex(name, self.game.view, self.game.names, self.game.query)
        else:
            self.docks.stack.show_nothing()

    def _fill_recent(self) -> None:
        self.recent_menu.clear()
        for path in self.settings.recent:
            action = self.recent_menu.addAction(Path(path).stem)
            action.setToolTip(path)
            action.triggered.connect(lambda *_, path=path: self.open_game(Path(path)))
        if self.recent_menu.isEmpty():
            self.recent_menu.addAction("No saved game yet").setEnabled(False)

    def restyle(self) -> None:
        """Show everything in the colours of the present theme."""
        if self.ground is not None:
            self.ground.set_theme(theme.current())
            self.board.view.setBackgroundBrush(self.ground.background())
        self.docks.log.restyle()
        self.refresh()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the window and leave the game in good order."""
        self.settings.set("geometry", bytes(self.saveGeometry().toBase64().data()).decode("ascii"))
        if self.pages.currentWidget() is not self.start_page:
            self.settings.set("state", bytes(self.saveState().toBase64().data()).decode("ascii"))
        self.files.clear_table()
        super().closeEvent(event)
