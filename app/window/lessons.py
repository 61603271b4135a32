"""Lessons in the window: they hear what is done at the table, mark what they speak of, and are kept with the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from app.panels.lesson import GoldFrame, LessonPanel, LessonTexts
from app.play.controller import GameController
from app.play.players import NewGame
from app.text.thoughts import lesson_page
from app.window.actions import Actions
from app.window.games import Games
from app.window.motion import WindowMotion
from app.window.services import Services
from app.window.table_host import TableHost
from rules.engine.command import Command
from rules.engine.history import NATURE
from rules.engine.record import RecordError
from rules.lessons.lesson import Given, Happening, Lesson, LessonProgress, LessonStep

# --- The orders of the game on the table as they were heard: to which question each was given ----------------------


class Heard(NamedTuple):
    """An order at a place of the log."""

    seq: int
    given: Given
    gesture: int


class HeardOrders(QObject):
    """Hear the orders of the game on the table. Those that were given before it was put there are not known."""

    def __init__(self, game: GameController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._game = game
        self.orders: list[Heard] = []
        self._asked, self._seq, self._gesture = ("", ""), 0, 0
        self._session: object = None
        game.done.connect(self._end_gesture)

    def _end_gesture(self) -> None:
        self._gesture += 1

    @property
    def is_of_this_game(self) -> bool:
        """Tell whether the game on the table is still the one that was listened to."""
        return self._session is self._game.session

    def hear(self) -> list[Given]:
        """Return the orders that have just been given."""
        log = self._game.present.log() if self._game.present is not None else []
        if not self._game.goes_on:  # by itself, and not with others before it
            self._end_gesture()
        new = [
            Heard(seq, Given(*self._asked, entry.answer), self._gesture)
            for seq, entry in enumerate(log[self._seq :], self._seq)
            if entry.seat != NATURE and isinstance(entry.answer, Command)
        ]
        self.orders += new
        if not self._game.goes_on:
            self._end_gesture()
        self._remember(len(log))
        return [heard.given for heard in new]

    def go_back(self) -> list[Given] | None:
        """Return the orders that have just been taken back, the first one first; None if none can have been."""
        is_same, length = self.is_of_this_game, len(self._game.present.log()) if self._game.present is not None else 0
        gone = [heard for heard in self.orders if heard.seq >= length] if is_same else self.orders
        self.orders = self.orders[: len(self.orders) - len(gone)]
        back = length < self._seq
        self._remember(length)
        if not is_same:
            return None
        return [heard.given for heard in gone] if back else None

    def _remember(self, length: int) -> None:
        decision = self._game.decision
        self._asked = (decision.kind, decision.seat) if decision is not None else ("", "")
        self._seq, self._session = length, self._game.session


# --- Lessons in the window: they hear what is done at the table, mark what they speak of ---------------------------

KEY = "lesson"
"""The name under which a game keeps its lesson."""
LEARNED = "lessons_done"
"""The preference that lists the lessons a player has come through."""


class WindowLessons(QObject):
    """Run one lesson at a time in a window; `progress` is None while there is none.

    Steps hear of orders however they are given, also those the program gives for a player. `changed()`: another
    lesson is shown now, or none. `heard()`: orders were given, or taken back.
    """

    changed = Signal()
    heard = Signal()

    def __init__(
        self,
        game: GameController,
        services: Services,
        host: TableHost,
        motion: WindowMotion,
        menus: Actions,
        panel: LessonPanel,
        games: Games,
    ) -> None:
        super().__init__(services)
        self.window, self.game, self.services, self.host = services.window, game, services, host
        self.docks, self.prompt, self.motion, self.menus = services.docks, services.prompt, motion, menus
        self.panel, self._games = panel, games
        self.progress: LessonProgress | None = None
        self._list: QDialog | None = None
        self.orders = HeardOrders(game, self)
        self.spots: list[GoldFrame] = []
        self._ended: Sequence[tuple[LessonStep, str]] = ()
        self.panel.went_on.connect(self.go_on)
        self.panel.left.connect(self.leave)
        self.panel.learn.connect(self.learn)
        self.panel.shown.connect(self._show_me)
        self.panel.show_none()

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """Return the functions of this part by action id."""
        return {"learn": self.learn, "lesson_next": self.go_on, "lesson_resume": self.resume}

    # --- beginning, leaving, going on ---------------------------------------------------------------------------------

    def learn(self) -> None:
        """Show the list of lessons."""
        from app.dialogs.lessons import LearnDialog
        from rules.lessons.reading import list_lessons, unreadable_lessons

        self._list = LearnDialog(list_lessons(), self.learned, self.begin, self.window, unreadable_lessons())
        self.services.open_page(self._list)

    @property
    def learned(self) -> list[str]:
        """Return the ids of the lessons this player has come through."""
        return [str(name) for name in self.services.settings.get(LEARNED, [])]

    def begin(self, lesson: Lesson) -> bool:
        """Start the game of a lesson, with the lesson beside it."""
        from rules.lessons.lesson import LessonProgress

        row = next((row for row in self._games.scenarios if row.id == lesson.scenario), None)
        if row is None or not self._games.new_game(NewGame(row.system, lesson.scenario, lesson.seed)):
            return False
        self._take_up(LessonProgress(lesson))
        return True

    def try_out(self, lesson: Lesson) -> None:
        """Take up a lesson that is being made, on its game that has just been put on the table."""
        from rules.lessons.lesson import LessonProgress

        self._take_up(LessonProgress(replace(lesson, id="")))

    def begin_on(self, scenario: str) -> bool:
        """Take up the lesson on a scenario whose game has just been put on the table; return whether there is one."""
        from rules.lessons.lesson import LessonProgress
        from rules.lessons.reading import list_lessons

        lesson = next((one for one in list_lessons() if one.scenario == scenario and one.free), None)
        if lesson is None:
            return False
        self._take_up(LessonProgress(lesson))
        return True

    def take_up_kept(self) -> None:
        """Take up the lesson that the game on the table keeps, unless its player left it."""
        session = self.game.session
        told = session.kept.get(KEY) if session is not None else None
        self._put_away()
        if isinstance(told, Mapping) and not told.get("left"):
            self._resume(told)

    def resume(self) -> None:
        """Go on with the lesson that the player of this game left."""
        session = self.game.session
        told = session.kept.get(KEY) if session is not None else None
        if isinstance(told, Mapping):
            self._resume(told)

    @property
    def may_resume(self) -> bool:
        """Tell whether the game on the table keeps a lesson that its player left."""
        session = self.game.session
        return self.progress is None and session is not None and isinstance(session.kept.get(KEY), Mapping)

    def _resume(self, told: Mapping[str, Any]) -> None:
        from rules.lessons.lesson import LessonProgress
        from rules.lessons.reading import lesson_called

        lesson = lesson_called(str(told.get("lesson")))
        if lesson is not None:
            self._take_up(LessonProgress.from_plain(lesson, told))

    def _take_up(self, progress: LessonProgress) -> None:
        self.progress, self._ended = progress, ()
        progress.notice((), self.game.view)
        self._keep()
        self.docks.show_lesson(True)
        self.show()
        self.changed.emit()

    def go_on(self) -> None:
        """Go on to the next step: the present one is read, or passed over."""
        if self.progress is not None and not self.progress.lesson.free:
            self._tell(self.progress.finish(self.game.view))

    def leave(self) -> None:
        """Put the lesson away; the game keeps where its player is."""
        if self.progress is not None:
            self._keep(left=True)
            self._put_away()

    def _put_away(self) -> None:
        self.progress, self._ended = None, ()
        self.panel.show_none()
        self.docks.show_lesson(False)
        self._mark()
        self.changed.emit()

    # --- hearing ------------------------------------------------------------------------------------------------------

    def did(self, deed: str, between: Sequence[str] = ()) -> None:
        """Hear of something done at the table without an order; of a line of sight between which hexes."""
        if self.progress is not None:
            from rules.lessons.lesson import Deed

            self._hear([Deed(deed, frozenset(between))])

    def hear(self) -> None:
        """Hear of the orders that have just been given."""
        given = self.orders.hear()
        self._hear(given)
        self.heard.emit()

    def replaced(self) -> None:
        if not self.orders.is_of_this_game:
            if self._list is not None and self._list in self.services.open_pages:  # another game was chosen instead
                self._list.close()
            if self.progress is not None:  # another game has its own lesson
                self._put_away()
        undone = self.orders.go_back()
        if self.progress is not None and undone is not None:
            self.progress.take_back(undone)
            self.did("undo")
        else:
            self.show()
        self.heard.emit()

    def _hear(self, happenings: Sequence[Happening]) -> None:
        if self.progress is not None and not self.game.looks_back:
            self._tell(self.progress.notice(happenings, self.game.view))

    def _tell(self, ended: Sequence[tuple[LessonStep, str]]) -> None:
        progress = self.progress
        if progress is None:
            return
        if ended:
            self._ended = ended
        self._keep()
        if progress.is_complete and progress.lesson.id not in ("", *self.learned):
            self.services.settings.set(LEARNED, [*self.learned, progress.lesson.id])
        self.show()

    def _keep(self, *, left: bool = False) -> None:
        session = self.game.session
        if session is None or self.progress is None or not self.progress.lesson.id:  # nobody resumes one that is tried
            return
        try:
            session.keep(KEY, {**self.progress.to_plain(), "left": left})
        except RecordError as error:
            self.services.status(str(error), 8000)

    # --- showing ------------------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Show the present step, and mark what it speaks of, unless dice have yet to come to rest."""
        progress = self.progress
        if progress is None or self.motion.holds:
            return
        self.panel.show_progress(progress, self._ended, self._texts(progress.lesson))
        self._mark()

    def _texts(self, lesson: Lesson) -> LessonTexts:
        from rules.lessons.reading import list_lessons

        following = next((one.title for one in list_lessons() if one.id not in {*self.learned, lesson.id}), "")
        return LessonTexts(lambda text: lesson_page(text, self.game.words, self.game.names, self.menus.name), following)

    @property
    def points(self) -> Sequence[str]:
        """Return what the present step speaks of."""
        progress = self.progress
        if progress is None:
            return ()
        if progress.lesson.free:
            return [point for step in progress.lesson.steps if step.id not in progress.ended for point in step.points]
        return progress.step.points if progress.step is not None else ()

    def _mark(self) -> None:
        for spot in self.spots:
            spot.hide()
            spot.setParent(None)
            spot.deleteLater()
        self.spots = []
        things = [point for point in self.points if point.startswith(("hex:", "unit:"))]
        if self.host.table is not None:
            self.host.table.mark(things)
        for point in self.points:
            target = self._widget(point)
            if target is not None:
                self.spots.append(GoldFrame(target))

    def _widget(self, point: str) -> QWidget | None:
        """Return the widget a step points at, if it is there now."""
        kind, _, name = point.partition(":")
        if kind == "prompt":
            return self.prompt
        if kind == "button":
            return self.prompt.findChild(QWidget, f"order_{name}")
        dock = self.docks.docks.get(name) if kind == "dock" else None
        return dock.widget() if dock is not None else None

    def _show_me(self) -> None:
        thing = next((point for point in self.points if point.startswith(("hex:", "unit:"))), "")
        if thing and self.host.table is not None:
            self.host.table.find(thing)
