"""A lesson is recorded: the orders of a playtest become its steps, listed in the place of lessons meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.dialogs import messages
from app.panels.lesson import LessonPanel
from app.window.lessons import WindowLessons
from app.window.services import Services
from app.window.workshop import WindowWorkshop
from rules.engine.english import counted
from rules.engine.nature import SeededNature

if TYPE_CHECKING:  # hardly any start needs it
    from rules.lessons.recording import Step

CLOSED = "Recording stopped: the draft is closed."
ANOTHER = "Recording stopped: another game is on the table."
ANSWERS = {"keep": "Keep", "discard": "Discard"}


class WindowRecording(QObject):
    """Record a lesson of the playtest on the table. `changed()`: it is recorded now, or not any more.

    `ask_end` asks what becomes of recorded steps ("keep", "discard" or ""); it can be replaced where nobody sits at the
    screen.
    """

    changed = Signal()

    def __init__(
        self, services: Services, lessons: WindowLessons, workshop: WindowWorkshop, panel: LessonPanel
    ) -> None:
        super().__init__(services)
        self.services, self.game, self.panel = services, services.game, panel
        self._lessons, self._workshop = lessons, workshop
        self.is_on = False
        self._session: object = None
        """The playtest that is recorded."""
        self.ask_end: Callable[[QWidget, str], str] = self._ask_end
        workshop.may_leave = self.may_end
        workshop.opened.connect(self._follow)
        lessons.changed.connect(self._follow)
        workshop.recording_asked.connect(self.begin)
        workshop.lesson_tried.connect(lessons.try_out)
        panel.went_on.connect(self._go_on)
        panel.left.connect(self.stop)

    def handlers(self) -> dict[str, Callable[[], object]]:
        """Return the functions of this part by action id."""
        return {"record_lesson": self.begin, "keep_lesson": self.keep}

    @property
    def may_begin(self) -> bool:
        """Tell whether the game on the table is a playtest that can become a lesson."""
        return not self.is_on and self._lessons.progress is None and self._workshop.tried_in is not None

    def begin(self) -> None:
        """Make steps of what has been played since the playtest began, and of what is played from now on."""
        if self.may_begin:
            self.is_on, self._session = True, self.game.session
            self._lessons.heard.connect(self._follow)
            self.services.docks.show_lesson(True)
            self._follow()
            self.changed.emit()

    def stop(self) -> None:
        """Record no longer; the playtest goes on."""
        if self.is_on:
            self.is_on, self._session = False, None
            self._lessons.heard.disconnect(self._follow)
            if self._lessons.progress is None:  # else the panel shows that lesson
                self.panel.show_none()
                self.services.docks.show_lesson(False)
            self.changed.emit()

    def may_end(self, asking: QWidget) -> bool:
        """Ask in a window what becomes of the recorded steps, if any; return whether the recording is over."""
        if not self.is_on:
            return True
        steps = self.steps
        answer = self.ask_end(asking, counted(len(steps), "step")) if steps else "discard"
        if answer == "keep":
            self.keep()
        elif answer:
            self.stop()
        return bool(answer)

    def _ask_end(self, asking: QWidget, steps: str) -> str:
        return messages.choose(asking, "Keep the lesson?", f"You have recorded {steps} of a lesson.", ANSWERS)

    def _go_on(self) -> None:
        if self.is_on:  # else it is for a lesson
            self.keep()

    def keep(self) -> None:
        """Hand the steps to the draft, where they are worded."""
        window, session, steps = self._workshop.tried_in, self.game.session, self.steps
        if not self.is_on or window is None or session is None or not steps:
            self.services.status("Nothing has been played yet that could be a lesson.", 8000)
            return
        driver = session.driver
        seed = driver.seed if isinstance(driver, SeededNature) else None
        self.stop()
        window.keep_lesson(steps, seed)
        self._workshop.show(window)

    @property
    def steps(self) -> list[Step]:
        """Return the steps that have been played."""
        from rules.lessons.recording import PlayedOrder, steps_of

        session, words, names = self.game.session, self.game.words, self.game.names
        if session is None:
            return []
        played = [
            PlayedOrder(heard.given, heard.gesture, words.describe(heard.given.command, names))
            for heard in self._lessons.orders.orders
        ]
        return steps_of(played, session.scenario.units, frozenset(session.scenario.places))

    def _follow(self) -> None:
        """Show the steps as they are now; another game, or a lesson, ends the recording."""
        if not self.is_on:
            return
        is_another = self.game.session is not self._session
        if is_another or self._workshop.tried_in is None or self._lessons.progress is not None:
            self.stop()
            if self._lessons.progress is None:
                self.services.status(ANOTHER if is_another else CLOSED, 8000)
            return
        from rules.lessons.recording import titles_of

        self.panel.show_recording(titles_of(self.steps))
