"""The table of a system in the window: laid when a game of it is played, put away for another system's."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from app.actions import verb_actions
from app.panels.widgets import discard
from app.system import Dock, Presentation, TableView
from app.systems.base import BasePresentation
from app.systems.shipped import presentation_of
from app.window.docks import LESSON
from rules.engine.memory import give_back

if TYPE_CHECKING:
    from app.window.main_window import MainWindow


class Mats:
    """Lay one playmat at a time; `presentation` says how games of its system look."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.presentation: Presentation = BasePresentation("")

    def lay(self) -> TableView:
        """Lay the table of the game's system, unless it lies there already."""
        window, system = self.window, self.window.game.system_words.id
        if window.playmat is not None:
            QTimer.singleShot(0, give_back)  # what the game before has left
        if window.playmat is not None and self.presentation.id == system:
            return window.playmat
        self.clear()
        presentation = self.presentation = presentation_of(system)
        mat = window.playmat = presentation.create_view(window.services)
        window.pages.addWidget(mat.middle)
        window.orders.lay(mat.orders)
        lesson = Dock(LESSON, "Lesson", "left", window.lessons.panel)
        window.docks.lay((lesson, *mat.docks), bare=(window.orders,))
        window.docks.show_lesson(False)
        verbs = [(spec, partial(window.answering.give, spec.id[5:])) for spec in verb_actions(presentation.words.verbs)]
        window.actions_.lay([*verbs, *mat.actions])
        window.docks.set_shown(False)
        return mat

    def describe(self, words: str) -> None:
        """Tell a screen reader what is under the pointer or the cursor."""
        if self.window.playmat is not None:
            self.window.playmat.middle.setAccessibleDescription(words.replace("\n", " "))

    def clear(self) -> None:
        """Put away the table of the system played so far."""
        window, mat = self.window, self.window.playmat
        if mat is None:
            return
        window.motion.clear()
        window.hands.put_away()
        mat.dispose()
        window.prompt.forget()
        window.prompt.piece.show_piece(None)
        window.orders.lay({})
        window.docks.clear((window.log, window.orders, window.lessons.panel))
        window.actions_.clear()
        discard(mat.middle)
        window.playmat = None
