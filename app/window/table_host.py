"""The table of a system in the window: laid when a game of it is played, put away for another system's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QStackedWidget, QToolBar, QWidget

from app.actions import verb_actions
from app.panels.widgets import discard
from app.system import Dock, Presentation, TableView
from app.systems.base import BasePresentation
from app.systems.shipped import presentation_of
from app.window.actions import Actions
from app.window.docks import LESSON
from app.window.services import Services
from rules.engine.memory import give_back


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
    def middle(self) -> QWidget | None:
        """Return the widget in the middle of the table."""
        return self.table.middle if self.table is not None else None

    def lay(self, give: Callable[[str], object]) -> TableView:
        """Lay the table of the game's system, unless it lies there already; `give` gives an order by its verb."""
        services, system = self.services, self.services.game.system_words.id
        if self.table is not None:
            QTimer.singleShot(0, give_back)  # what the game before has left
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
