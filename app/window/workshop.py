"""The workshop and the window of games: drafts are begun and opened, tried out on its table, packed to be shared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from app.dialogs import messages
from app.systems.base import presentation_of
from app.window.games import Games
from app.window.services import Services, busy
from rules.engine.bounded import why
from rules.engine.history import CannotReplay
from rules.engine.house_rules import ScenarioRow
from rules.engine.memory import trim_memory
from rules.engine.nature import SeededNature
from rules.engine.session import Session
from rules.engine.system import system
from rules.files.problems import ScenarioError
from rules.systems import drafted, emptied, places_of
from rules.workshop import SUFFIX

if TYPE_CHECKING:
    from app.workshop.editor import DraftEditor
    from app.workshop.window import WorkshopWindow
    from rules.lessons.lesson import Lesson
    from rules.workshop.library import Module

AUTHOR = "author"
"""Under which the settings keep the name that a player's own scenarios are signed with."""
HERE = "It begins at the start of the current turn, with all units, markers and scores as they were then."
HIDDEN = "Hands you can't see are dealt fresh each game."
OPENING = "Opening the workshop…"
ONE = (
    "{title} belongs to the same module and is open in the workshop. Close it first: a module can be edited in only "
    "one window at a time."
)
INSTEAD = (
    "Put the playtest on the table?",
    "The game on the table leaves it. It is saved; go on with it from Game > Recent.",
    "Playtest",
    "Cancel",
)
SEEDS = 1_000_000
"""Games that a playtest may turn out to be by its dice; a lesson made of it names its number."""
TRYING = "A playtest: nothing of it is kept, unless you record a lesson (Game menu). The workshop stays open."


class WindowWorkshop(QObject):
    """Open drafts, each in a window of its own. `changed(folder)`: other scenarios are on offer, new ones below it.

    `opened()`: a draft was opened, or put away. `balance_asked(row)`: how even a scenario is. `recording_asked()`: a
    lesson is to be made of the playtest on the table; `lesson_tried(lesson)`: one is to be played there.
    """

    changed = Signal(str)
    opened = Signal()
    balance_asked = Signal(object)
    recording_asked = Signal()
    lesson_tried = Signal(object)

    def __init__(self, services: Services, games: Games) -> None:
        super().__init__(services)
        self.services, self._games = services, games
        self.windows: list[WorkshopWindow] = []
        self._tried: Session | None = None
        """The playtest on the table, if the game there is one."""
        self._tried_in: WorkshopWindow | None = None
        self.choose_file: Callable[[Path], str] = self._choose_file
        self.may_leave: Callable[[QWidget], bool] = lambda _: True
        """Asks in a window what becomes of a lesson that is recorded; returns whether the playtest may be left."""

    def handlers(self) -> dict[str, Callable[[], object]]:
        """Return the functions of this part by action id."""
        return {"make_here": self.begin_here, "workshop": self.show_drafts}

    def show_drafts(self) -> None:
        """Bring the windows of drafts to the front."""
        for window in self.windows:
            to_front(window)

    def edit(self, row: ScenarioRow) -> WorkshopWindow | None:
        """Open an own scenario; say what is wrong if that is not possible."""
        from app.workshop.editor import DraftEditor
        from rules.workshop.library import module_of

        path = Path(row.id)
        module = module_of(path)
        if module is None:
            self.services.tell("Not there any more", "The files of this scenario have been moved or deleted.")
            self.changed.emit("")
            return None
        name = path.absolute().relative_to(module.folder.absolute()).as_posix()
        for window in self.windows:
            if (window.editor.draft.folder, window.editor.name) == (module.folder, name):
                to_front(window)
                return window
        if (other := self._of(module.folder)) is not None:  # one window writes the files of a module
            self.services.tell("One at a time", ONE.format(title=other.editor.title))
            to_front(other)
            return None
        try:
            with busy(self.services.window, OPENING):
                editor = DraftEditor(module.folder, name, self.services.tell)
        except (OSError, ScenarioError) as error:
            self.services.tell("Cannot edit this scenario", f"{why(error).rstrip('.')}.")
            return None
        return self._show(editor, row.system)

    def _show(self, editor: DraftEditor, system: str) -> WorkshopWindow:
        from app.workshop.window import WorkshopWindow

        try:
            with busy(self.services.window, OPENING):
                table = presentation_of(system).create_draft(editor)
                assert table is not None, "only drafts of systems with a board for them are offered"
                window = WorkshopWindow(editor, table, self)
        except BaseException:
            editor.close(forget=False)
            raise
        if editor.draft.recovered:
            window.say("Changes that were not saved last time are here again; Undo takes them back.")
        window.may_close = lambda: window is not self.tried_in or self.may_leave(window)
        window.closed.connect(lambda: self._closed(window))
        self.windows.append(window)
        window.show()
        once = Qt.ConnectionType.SingleShotConnection
        editor.checked.connect(trim_memory, once)  # reading and checking a large scenario leave 15 MB
        self.opened.emit()
        return window

    def _of(self, folder: Path) -> WorkshopWindow | None:
        """Return the window of another scenario of the same module."""
        return next((window for window in self.windows if window.editor.draft.folder == folder), None)

    def begin(self, row: ScenarioRow) -> None:
        """Ask for the name of a new scenario, make it of another one and open it."""
        from app.dialogs.library import NewScenarioDialog

        words = f"It begins as a copy of {row.title}, with its map and forces."
        dialog = NewScenarioDialog(words, self.services.settings.get(AUTHOR, ""), self.services.window)
        if dialog.exec():
            self.make(row, dialog.title.text().strip(), dialog.author.text().strip(), empty=dialog.empty.isChecked())

    def begin_here(self) -> None:
        """Ask for the name of a new scenario and make it of the last start of a turn of the game on the table."""
        from app.dialogs.library import NewScenarioDialog

        words = f"{HERE} {HIDDEN}" if self.services.game.hides else HERE
        dialog = NewScenarioDialog(words, self.services.settings.get(AUTHOR, ""), self.services.window, empty=False)
        if dialog.exec():
            self.make_here(dialog.title.text().strip(), dialog.author.text().strip())

    def make_here(self, title: str, author: str) -> WorkshopWindow | None:
        """Make a scenario of the player's own of the last start of a turn of the game on the table, and open it."""
        from rules.workshop import library

        session = self.services.game.session
        if session is None:
            return None
        self.services.settings.set(AUTHOR, author)

        def made() -> Module:
            return library.begin_with(title, author, drafted(session, library.id_of(title), title, seen=self._seen))

        return self._made(made)

    @property
    def _seen(self) -> Sequence[str]:
        """Return the sides whose secrets may be told: all after the game, else that of the only player here."""
        game = self.services.game
        if game.over is not None and game.session is not None:
            return tuple(game.session.system.seats)
        return (game.alone,) if game.alone else ()

    def make(self, row: ScenarioRow, title: str, author: str, *, empty: bool) -> WorkshopWindow | None:
        """Make a scenario of the player's own from another one and open it; `empty` leaves its map bare."""
        from rules.workshop import library

        self.services.settings.set(AUTHOR, author)
        change: library.Change = partial(emptied, row.system) if empty else dict
        return self._made(lambda: library.begin(title, author, row.system, _file_of(row), change))

    def _made(self, make: Callable[[], Module]) -> WorkshopWindow | None:
        """Make a module and open its scenario; say what is wrong if that is not possible."""
        from rules.workshop.yaml_patch import CannotPatch

        try:
            with busy(self.services.window, OPENING):
                module = make()
        except (OSError, ScenarioError, CannotPatch, CannotReplay) as error:
            self.services.tell("Could not make the scenario", f"{why(error).rstrip('.')}.")
            return None
        return self._open(module)

    def _open(self, module: Module) -> WorkshopWindow | None:
        self.changed.emit(str(module.folder))
        rows = (row for row in self._games.scenarios if row.origin and Path(row.id).is_relative_to(module.folder))
        row = next(rows, None)
        return None if row is None else self.edit(row)

    def _closed(self, window: WorkshopWindow) -> None:
        if window in self.windows:
            self.windows.remove(window)
        self.opened.emit()
        self.changed.emit("")

    def close(self) -> bool:
        """Close all drafts; return whether their players agreed."""
        return all(window.close() for window in list(self.windows))

    def restyle(self) -> None:
        """Take the colours of the present theme."""
        for window in self.windows:
            window.table.restyle()

    # --- what a draft asks for (`WorkshopDeeds`) ---------------------------------------------------------------------

    def playtest(self, window: WorkshopWindow) -> None:
        """Put a game of a draft on the table, as it is now; no record of it is kept."""
        if self._try(window, None):
            self.services.status(TRYING, 12000)

    def record_lesson(self, window: WorkshopWindow) -> None:
        """Put a game of a draft on the table, and make a lesson of what is played there."""
        if self._try(window, None):
            self.recording_asked.emit()

    def try_lesson(self, window: WorkshopWindow, lesson: Lesson) -> None:
        """Put the game of a lesson on the table, for one who plays it as a learner would."""
        if self._try(window, lesson.seed):
            self.lesson_tried.emit(lesson)

    @property
    def tried_in(self) -> WorkshopWindow | None:
        """The window of the draft of which a playtest is on the table, None for none."""
        is_there = self._tried is not None and self.services.game.session is self._tried
        return self._tried_in if is_there and self._tried_in in self.windows else None

    def show(self, window: WorkshopWindow) -> None:
        """Bring the window of a draft to the front."""
        to_front(window)

    def _try(self, window: WorkshopWindow, seed: int | None) -> bool:
        """Put a game of a draft on the table with the dice of a seed, else with any; return whether it is there."""
        game = self.services.game
        if game.seat is not None and game.session is not self._tried and not self.services.ask(*INSTEAD):
            return False
        nature = SeededNature(randbelow(SEEDS) if seed is None else seed, secret=True)  # a lesson may be made of it
        try:
            with busy(window, "Setting up the game…"):
                game_system, source = system(Path(window.editor.name).parent.name), window.table.source()
                session = Session.new(game_system, game_system.load(source), nature=nature, source=source)
        except ScenarioError as error:
            window.tell("Cannot play this draft yet", str(error))
            return False
        if not self.may_leave(window):
            return False
        self._tried, self._tried_in = session, window
        self._games.put(session)
        to_front(self.services.window)
        return True

    def balance(self, window: WorkshopWindow) -> None:
        """Show how even a draft is."""
        path = window.editor.path
        self.changed.emit("")
        row = next((row for row in self._games.scenarios if row.origin and Path(row.id) == path), None)
        if row is not None:
            self.balance_asked.emit(row)
        else:
            window.tell("Cannot play it", "Its first line must say what it is: format: chitpull-scenario/1.")

    def draft_of(self, row: ScenarioRow) -> WorkshopWindow | None:
        """Return the window in which a scenario is open, None for none."""
        drafts = (window for window in self.windows if window.editor.path == Path(row.id))
        return next(drafts, None) if row.origin else None

    def is_open(self, folder: Path) -> bool:
        """Tell whether a scenario of the module in a folder is open."""
        return any(window.editor.draft.folder == folder for window in self.windows)

    def share(self, window: WorkshopWindow) -> None:
        """Pack the module of a draft into a file that the player chooses, if all its scenarios are right."""
        from rules.workshop.module import check_names, faults_in, manifest_in, pack
        from rules.workshop.module_file import BadModule, of_folder

        folder = window.editor.draft.folder
        try:
            with busy(window, "Checking the module…"):
                files, told, faults = of_folder(folder), manifest_in(folder), faults_in(folder)
                check_names(files, told)
            if faults:
                raise BadModule(f"Nobody could play it yet: {faults[0]}")
            chosen = self.choose_file(folder)
            if chosen:
                window.say(pack(files, told, Path(chosen)))
        except (BadModule, ScenarioError, OSError) as error:
            window.tell("Could not pack the module", f"{why(error).rstrip('.')}.")

    def show_rule(self, number: str) -> None:
        """Open the rules reference at a number."""
        self.services.show_rule(number)

    def _choose_file(self, folder: Path) -> str:
        offered = messages.documents() / f"{folder.name}{SUFFIX}"
        return messages.to_save(self.services.window, "Share the module", offered, f"Modules (*{SUFFIX})", SUFFIX)


def to_front(window: QWidget) -> None:
    """Bring a window to the front, also one that is minimized."""
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.raise_()
    window.activateWindow()


def _file_of(row: ScenarioRow) -> Path:
    """Return the file of a scenario: of the library by its path, of a shipped one by its id."""
    if row.origin:
        return Path(row.id)
    places = places_of(row.system, row.id)
    return next((place for place in places if place.is_file()), places[0])
