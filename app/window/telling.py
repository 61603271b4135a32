"""What orders led to, told by log, prompt, panels and lesson once chits and dice have come to rest."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from app.sound.sounds import FALLING, LOUDEST_FIRST, SETTLED

if TYPE_CHECKING:
    from app.window.main_window import MainWindow

Events = list[dict[str, Any]]


class Telling(QObject):
    """Tell the table of one window what has happened, in order, and show the position after it."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self._before: list[Callable[[], None]] = []
        self._after: list[Callable[[], None]] = []
        window.motion.rested.connect(lambda: self._tell_all(fallen=True))
        window.game.changed.connect(self._changed)
        window.game.game_over.connect(self._over)
        window.passing.told.connect(self.write)

    def _changed(self, events: Events) -> None:
        window = self.window
        window.lessons.hear()  # before further orders are given
        heard = partial(window.sounds.tell, events, window.game.words.sounds)
        if window.motion.holds:
            heard(FALLING)
        self._before.append(partial(heard, SETTLED if window.motion.holds else LOUDEST_FIRST))
        self._before.append(partial(self._tell, events, window.thinking.around(events)))
        self._after.append(partial(window.game.told.emit, events))
        if window.motion.holds:
            window.prompt.show_rolling()
        else:
            self._tell_all()
        window.passing.go_on()

    def write(self, events: Events) -> None:
        """Write lines of the log in their turn."""
        self._before.append(partial(self.window.log.add, events))
        if not self.window.motion.holds:
            self._flush(self._before)

    def _over(self, over: dict[str, Any]) -> None:
        """Tell who has won, after all else."""
        self._after += [self.window.thinking.open_all, partial(self.window.dialogs.show_ending, over)]
        if not self.window.motion.holds:
            self._flush(self._after)

    def _tell(self, events: Events, told: Events) -> None:
        window, words = self.window, self.window.game.words
        window.log.add(told)
        window.prompt.tray.show_events(events)
        window.rail.add([cast.face for cast in words.casts(events)])
        window.prompt.announced = words.announce(events, window.game.names)

    def _tell_all(self, *, fallen: bool = False) -> None:
        """Tell all that has waited, and show the position; `fallen` says that chits or dice were waited for."""
        self._flush(self._before)
        if not self.window.game.goes_on:
            self.window.refresh()
        self._flush(self._after)
        self.window.moment.begin(fallen=fallen)

    @staticmethod
    def _flush(waiting: list[Callable[[], None]]) -> None:
        while waiting:
            waiting.pop(0)()
