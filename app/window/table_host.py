"""The table of a system in the window, laid when a game of it is played; and where each game was looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, QPointF, QTimer, Signal
from PySide6.QtWidgets import QStackedWidget, QToolBar, QWidget

from app.actions import verb_actions
from app.board.view import BoardView
from app.board.zooming import ZoomView
from app.panels.layouts import discard
from app.settings import Settings
from app.system import Dock, Presentation, TableView
from app.systems.base import BasePresentation, presentation_of
from app.window.actions import Actions
from app.window.docks import LESSON
from app.window.services import Services
from rules.engine.memory import return_memory

# --- Where each game was looked at: zoom and place, kept from one evening to the next ------------------------------

KEY = "places"
WHOLE = 0
"""The zoom kept of a board that is seen whole."""
MOST = 30
"""So many games are remembered, the newest."""


class Places:
    """Keep the zoom and the middle of the view for each game's file, and show them again."""

    def __init__(self, settings: Settings, middle: Callable[[], QWidget | None]) -> None:
        self.settings = settings
        self._middle = middle
        self._game = ""

    def keep(self) -> None:
        """Remember where the game on the table is looked at."""
        view = self._middle()
        if not self._game or not isinstance(view, ZoomView):
            return
        kept = {name: place for name, place in self.settings.get(KEY, {}).items() if name != self._game}
        at = view.visible.center()
        kept[self._game] = [WHOLE if view.fitted else round(view.scale_now, 4), round(at.x(), 1), round(at.y(), 1)]
        self.settings.set(KEY, dict(list(kept.items())[-MOST:]))

    def begin(self, game: str) -> None:
        """Take up the game of a file ("" for none) and show it where it was looked at last."""
        self._game = game
        view, place = self._middle(), self.settings.get(KEY, {}).get(game)
        if isinstance(view, ZoomView) and _is_place(place):
            zoom, x, y = place
            if zoom == WHOLE:
                view.fit()
                return
            view.set_zoom(zoom)
            view.centre(QPointF(x, y))


def _is_place(place: object) -> bool:
    return isinstance(place, list) and len(place) == 3 and all(isinstance(n, int | float) for n in place)


# --- The table of a system in the window: laid when a game of it is played, put away for another system's ----------


class TableHost(QObject):
    """Hold one table at a time; `presentation` says how games of its system look, `bar` holds the prompt above it.

    `leaving()`: the table is about to be put away for that of another system.
    """

    leaving = Signal()

    def __init__(
        self, services: Services, menus: Actions, pages: QStackedWidget, bar: QToolBar, lesson: QWidget
    ) -> None:
        super().__init__(services)
        self.services, self.menus, self.pages, self.bar, self._lesson = services, menus, pages, bar, lesson
        self.presentation: Presentation = BasePresentation("")
        self.table: TableView | None = None
        services.pointed.connect(self._describe)

    @property
    def board(self) -> BoardView | None:
        """Return the view of the board, or None where the table has none."""
        middle = self.middle
        return middle if isinstance(middle, BoardView) and middle.contents is not None else None

    @property
    def middle(self) -> QWidget | None:
        """Return the widget in the middle of the table."""
        return self.table.middle if self.table is not None else None

    def lay(self, give: Callable[[str], object]) -> TableView:
        """Lay the table of the game's system, unless it lies there already; `give` gives an order by its verb."""
        services, system = self.services, self.services.game.system_words.id
        if self.table is not None:
            QTimer.singleShot(0, return_memory)  # what the game before has left
        if self.table is not None and self.presentation.id == system:
            return self.table
        self.clear()
        presentation = self.presentation = presentation_of(system)
        table = self.table = presentation.create_view(services)
        self.pages.addWidget(table.middle)
        services.orders.lay(table.orders)
        docks: Sequence[Dock] = (Dock(LESSON, "Lesson", "left", self._lesson), *table.docks)
        services.docks.lay(docks, bare=(services.orders,))
        services.docks.show_lesson(False)
        verbs = [(spec, partial(give, spec.id[5:])) for spec in verb_actions(presentation.words.verbs)]
        self.menus.lay([*verbs, *table.actions])
        services.docks.set_shown(False)
        return table

    def show_table(self) -> None:
        """Show the board with its docks."""
        middle = self.middle
        if middle is not None and self.pages.currentWidget() is not middle:
            self.pages.setCurrentWidget(middle)
            self.bar.show()
            self.services.docks.set_shown(True)

    def _describe(self, words: str) -> None:
        """Tell a screen reader what is under the pointer or the cursor."""
        if self.middle is not None:
            self.middle.setAccessibleDescription(words.replace("\n", " "))

    def clear(self) -> None:
        """Put away the table of the system played so far."""
        services, table = self.services, self.table
        if table is None:
            return
        self.leaving.emit()
        table.dispose()
        services.prompt.forget()
        services.prompt.show_piece(None)
        services.orders.lay({})
        services.docks.clear((services.log, services.orders, self._lesson))
        self.menus.clear()
        discard(table.middle)
        self.table = None
