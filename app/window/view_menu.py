"""The View menu: theme, docks, the overview, full screen, and keys that show something while they are held."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QCursor, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from app import colour, theme
from app.actions import HELD, ActionSpec
from app.bindings import as_written, keys_of
from app.board.overview import Loupe, Overview
from app.play.controller import GameController
from app.services import WindowServices
from app.window.actions import Actions
from app.window.frame import Frame
from app.window.keyboard import is_typing
from app.window.services import Services
from app.window.table_host import TableHost

# --- The View menu: the theme, the docks, and moving the keyboard from one part of the window to another -----------


class WindowLook(QObject):
    """Connect the View menu to the window. `restyled()`: another theme is to be shown."""

    restyled = Signal()

    def __init__(self, services: Services, menus: Actions, frame: Frame) -> None:
        super().__init__(services)
        self.services, self.frame = services, frame
        self.docks, self.orders, self.prompt, self.log = services.docks, services.orders, services.prompt, services.log
        menus[f"theme_{services.settings.theme}"].setChecked(True)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.styleHints().colorSchemeChanged.connect(self._scheme_changed)

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """Return the functions of this part by action id."""
        return {
            "fold_log": self.frame.fold_log,
            "fold_orders": lambda: self.docks.fold("orders"),
            "fold_stack": self.docks.fold_below,
            "alone": self._alone,
            "focus_orders": self._to_orders,
            "focus_board": self._to_board,
            "focus_log": self._to_log,
            **{f"theme_{name}": lambda name=name: self.set_theme(name) for name in ("system", "light", "dark")},
        }

    def set_theme(self, name: str) -> None:
        """Change the theme and remember it."""
        self.services.settings.set("theme", name)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            theme.apply(app, name, self.services.settings.text_size)
            colour.choose(self.services.settings.eyes)
            self.restyled.emit()

    def _alone(self) -> None:
        frame = self.frame
        frame.set_alone(not frame.alone)

    def _to_board(self) -> None:
        self.frame.pages.currentWidget().setFocus()

    def _to_orders(self) -> None:
        self.docks.bring("orders")
        if not self.orders.take_focus():
            self.prompt.take_focus()

    def _to_log(self) -> None:
        self.docks.bring("log")
        self.log.focus()

    def _scheme_changed(self) -> None:
        if self.services.settings.theme == "system":
            self.set_theme("system")


# --- Looking at the board: the overview, full screen, and keys that show something while they are held -------------

SAID = 5000
"""How long the corner of the map tells which key to hold, in milliseconds."""
BARE, LOUPE = "bare", "loupe"
"""What lasts as long as its key is held: the board without counters, the loupe on them."""
OVERVIEW = "overview"
"""The preference that says whether the overview shows."""
Tool = TypeVar("Tool", Overview, Loupe)


class Looking(QObject):
    """Show overview and loupe over the board of the present table, and take the counters off it."""

    def __init__(self, game: GameController, services: WindowServices, host: TableHost, menus: Actions) -> None:
        super().__init__(services.window)
        self.window, self.game, self.services, self.host, self.menus = services.window, game, services, host, menus
        self.held = ""
        self._key = 0
        self._at: QWidget | None = None
        self.has_overview = False
        """Whether the overview is shown, and has to follow the position."""
        self._list()

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """Return the functions of this part by action id."""
        return {"overview": self.set_overview, "full_screen": self.full_screen}

    def _list(self) -> None:
        """List in the View menu what lasts as long as its key is held, with the key a player has chosen."""
        menu, before = self.menus.menus["&View"], self.menus["full_screen"]
        for row in HELD:
            entry = QAction(_entry(row), menu)  # so the pages know its key before it is pressed
            entry.setStatusTip(row.tip)
            entry.triggered.connect(lambda *_, row=row: self.services.status(f"Hold {_key(row)}.", SAID))
            menu.aboutToShow.connect(lambda entry=entry, row=row: entry.setText(_entry(row)))
            menu.insertAction(before, entry)

    # --- the overview --------------------------------------------------------------------------------------------

    def set_overview(self, on: bool) -> None:
        """Show the overview or put it away, and remember it."""
        self.services.settings.set(OVERVIEW, on)
        self.refresh()

    @property
    def overview(self) -> Overview | None:
        """Return the overview over the present board, made on first use."""
        return self._over(Overview)

    @property
    def loupe(self) -> Loupe | None:
        """Return the loupe over the present board, made on first use."""
        return self._over(Loupe)

    def _over(self, make: type[Tool]) -> Tool | None:
        view = self.host.board
        if view is None:
            return None
        return view.findChild(make, options=Qt.FindChildOption.FindDirectChildrenOnly) or make(view)

    def refresh(self) -> None:
        """Keep the overview in step with the position, the ground and its colours."""
        on, game = bool(self.services.settings.get(OVERVIEW, False)), self.game
        self.has_overview = on
        self.services.tick("overview", on)
        overview = self.overview if game.seat is not None else None
        if overview is None or game.seat is None:
            return
        if on:
            overview.show_map((game.system_words.id, game.seat.scenario.id, theme.current().name))
        else:
            overview.hide()

    # --- the screen ----------------------------------------------------------------------------------------------

    def full_screen(self) -> None:
        """Fill the screen with the window, or give the screen back."""
        self.window.setWindowState(self.window.windowState() ^ Qt.WindowState.WindowFullScreen)

    # --- keys that are held --------------------------------------------------------------------------------------

    def takes(self, watched: QObject, event: QEvent) -> bool:
        """Take the key that is held, wherever the keyboard is: the log would keep it for itself."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent) or not isinstance(watched, QWidget):
            return False
        if watched.window() is not self.window or is_typing(watched) or not self._press(event):
            return False
        watched.installEventFilter(self)  # it hears of the release
        self._at = watched
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the key that is held until it is let go, and under the loupe the pointer on the board."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyRelease:
            if self.held and event.key() == self._key and not event.isAutoRepeat():
                self.let_go()
                return True
        elif event.type() == QEvent.Type.WindowDeactivate:
            self.let_go()
        elif isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            self._look(event.globalPosition().toPoint())
        return False

    def _press(self, event: QKeyEvent) -> bool:
        view, held = self.host.board, _held_by(event)
        if not held or view is None or not view.isVisible():
            return False
        if not self.held:
            self.held, self._key = held, event.key()
            self.window.installEventFilter(self)
            if held == LOUPE:
                view.viewport().installEventFilter(self)
                self._look(QCursor.pos())
            elif view.contents is not None:
                view.contents.bare(True)
        return True

    def let_go(self) -> None:
        """Show the board again as it is."""
        view, loupe = self.host.board, self.loupe
        if self.held == LOUPE and view is not None and loupe is not None:
            view.viewport().removeEventFilter(self)
            loupe.hide()
        elif self.held == BARE and view is not None and view.contents is not None:
            view.contents.bare(False)
        self.held = ""
        self.window.removeEventFilter(self)
        if self._at is not None:
            self._at.removeEventFilter(self)
        self._at = None

    def _look(self, at: QPoint) -> None:
        view, loupe = self.host.board, self.loupe
        if view is not None and loupe is not None:
            loupe.look(view.viewport().mapFromGlobal(at))


def _key(row: ActionSpec) -> str:
    """Return the first key of what lasts as long as it is held, or "a key of your choice"."""
    keys = keys_of(row.id, row.keys)
    return as_written(keys[0]) if keys else "a key of your choice"


def _entry(row: ActionSpec) -> str:
    return f"{row.title.replace(' (hold)', '')}\tHold {_key(row)}"


def _held_by(event: QKeyEvent) -> str:
    """Return what a key is held for, or ""."""
    pressed = QKeySequence(event.keyCombination())
    return next((row.id for row in HELD if pressed in map(QKeySequence, keys_of(row.id, row.keys))), "")
