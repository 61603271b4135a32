"""The window's dialogs: new, open, save, take back, ending, recovery, help pages and the rules reference."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPoint, QSize, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from app import crash
from app.actions import HELD
from app.dialogs import messages
from app.kept_pictures import encoded
from app.play.controller import GameController
from app.play.files import TO_OPEN, GameFiles
from app.play.players import NewGame
from app.system import Presentation
from app.systems.base import are_imported, presentation_of
from app.text.parts import Markup, compose, house_rules_page, in_force, literal
from app.window.actions import Actions
from app.window.games import Games, Saving
from app.window.services import CHANGING, OPENING, Services, busy
from app.window.table_host import TableHost
from app.window.view_menu import WindowLook
from rules.engine.bounded import why, write_file
from rules.engine.folders import DataMissing, cache_dir, shipped_dir
from rules.engine.version import version
from rules.systems import SHIPPED

if TYPE_CHECKING:  # each dialog is imported when it opens
    from app.dialogs.help import ReferenceDialog
    from app.dialogs.preferences import PreferencesDialog

BACK_PAST_DICE = (
    "Take back the last command with all its dice and draws?\n\nBoth players should agree. The saved "
    "game shows the take-back."
)
BACK_PAST_STAFF = (
    "Take back your last order with all dice, draws and computer orders since?\n\nThe saved game shows the take-back."
)
BACK_WITH_CONSENT = (
    "Ask the other player to take back your last order with all dice and draws since?\n\nIf he agrees, the dice are "
    "rolled again."
)
NO_NOTE = "This scenario has no notes."
KEEPSAKE = QSize(1680, 1200)
"""Size of the picture of the map at the end of a game."""
PICTURES = "Pictures (*.png *.jpg)"
PICTURE_SUFFIXES = (".png", ".jpg", ".jpeg")


class WindowDialogs(QObject):
    """Open the dialogs of one window; `choose_open` can be replaced by tests.

    `begin_lesson` begins the lesson on a scenario, if it has one. `rebound()`: keys have been chosen; `preferred()`:
    preferences have."""

    rebound = Signal()
    preferred = Signal()

    def __init__(
        self,
        game: GameController,
        services: Services,
        host: TableHost,
        menus: Actions,
        files: GameFiles,
        games: Games,
        saving: Saving,
        look: WindowLook,
    ) -> None:
        super().__init__(services)
        self.window, self.game, self.services, self.host = services.window, game, services, host
        self.menus, self.files, self.games, self.saving, self.look = menus, files, games, saving, look
        self.begin_lesson: Callable[[str], bool] = lambda scenario: False
        self.reference: ReferenceDialog | None = None
        self._referred = ""
        self.note = QWidget()
        self.choose_open: Callable[[], str] = self._choose_open
        self.choose_picture: Callable[[], str] = self._choose_picture
        self.show_in_desktop: Callable[[Path], bool] = messages.show_in_desktop

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """Return the functions of this part by action id."""
        return {
            "new": self.new, "open": lambda: self.open_asked(""), "print": self.print_sheets,
            "score": self.show_score, "quit": self.window.close,
            "preferences": self.preferences, "change_keys": self.change_keys,
            "take_back": self.take_back, "copy_log": self.copy_log, "help": self.how_to_play, "keys": self.keys,
            "markers": self.markers, "reference": self.refer, "notes": self.notes, "about": self.about,
            "folder": self.show_folder,
        }  # fmt: skip

    def new(self) -> None:
        """Ask for a scenario and start it."""
        from app.dialogs.start import NewGameDialog

        with self._opening():
            dialog = NewGameDialog(self.games.scenarios, self.window)
        if dialog.exec() and dialog.choice is not None:
            self.begin(dialog.choice)

    def begin(self, choice: NewGame) -> None:
        """Start the scenario a player has chosen; a worked example opens with its lesson, or else with its note."""
        if not self.games.new_game(choice):
            return
        from app.dialogs.scenario_choice import is_example

        example = any(is_example(row) and row.id == choice.scenario for row in self.games.scenarios)
        if example and not self.begin_lesson(choice.scenario):
            self.notes()

    def list_examples(self, menu: QMenu) -> None:
        """Put the worked examples into the Help menu; they are read when the menu is opened."""
        examples = QMenu("&Worked examples", self.window)
        examples.aboutToShow.connect(lambda: self._fill_examples(examples))
        menu.insertMenu(self.menus["keys"], examples)

    def _fill_examples(self, examples: QMenu) -> None:
        """List the worked examples, a menu for each system; each opens with its note beside it."""
        if not examples.isEmpty():
            return
        from app.dialogs.scenario_choice import is_example

        menus = dict[str, QMenu]()
        for row in sorted(filter(is_example, self.games.scenarios), key=lambda row: _numbers(row.title)):
            system = row.system
            if system not in menus:
                menus[system] = examples.addMenu(literal(row.system_title))
            action = menus[system].addAction(literal(row.title.removeprefix("Example ")))
            choice = NewGame(system, row.id)
            action.triggered.connect(lambda *_, choice=choice: self.begin(choice))

    def open_asked(self, path: str) -> None:
        """Open a game, asking for the file if none is named."""
        path = path or self.choose_open()
        if path:
            self.games.open_game(Path(path))

    def show_folder(self) -> None:
        """Show the folder in which games are kept by themselves in the desktop's file manager."""
        folder = self.files.folder
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        if not self.show_in_desktop(folder):
            self.services.tell("Could not open the folder", f"Your games are saved in {folder}.")

    def print_sheets(self) -> None:
        """Open the print dialog for the game on the table."""
        from app.printing.dialog import PrintDialog  # printing is loaded only when somebody prints

        game = self.game
        if game.seat is None:
            return
        if not self.host.presentation.prints:
            self.services.tell("Nothing to print", "This system has nothing to print.")
            return
        self.services.open_page(PrintDialog(game.seat, self.host.presentation.papers, self.window), form=True)

    def take_back(self) -> None:
        """Take back the last command and its dice, if both players agree."""
        words = BACK_WITH_CONSENT if self.game.host else BACK_PAST_STAFF if self.game.players.any else BACK_PAST_DICE
        if self.services.ask("Take back", words, "Take it back", "Cancel", messages.CAREFUL):
            self.game.take_back()

    def preferences(self) -> None:
        """Let the players say what may be passed over, and choose the theme."""
        from app.dialogs.preferences import PreferencesDialog

        with self._opening():
            dialog = PreferencesDialog(self.services.settings, self._presentations(), self.window, self.game)
        dialog.accepted.connect(lambda: self._preferred(dialog))
        self.services.open_page(dialog, form=True)

    def _opening(self) -> AbstractContextManager[object]:
        """Say that a dialog takes a moment, where it must first import what it shows of every system."""
        return nullcontext() if are_imported() else busy(self.window, OPENING)

    def _presentations(self) -> list[Presentation]:
        """Return the presentations that the preferences list: the shipped ones, and that of the present game."""
        shipped = {name: presentation_of(name) for name in SHIPPED}
        now = self.host.presentation
        return list((shipped | ({now.id: now} if now.id else {})).values())

    def _preferred(self, dialog: PreferencesDialog) -> None:
        if dialog.restyled:
            with busy(self.window, CHANGING):
                self.look.set_theme(self.services.settings.theme)
            self.menus[f"theme_{self.services.settings.theme}"].setChecked(True)
        self.preferred.emit()

    def change_keys(self) -> None:
        """Let a player choose keys."""
        from app.dialogs.preferences import KeysDialog

        dialog = KeysDialog((*self.menus.specs, *HELD), self.services.settings, self.window)
        dialog.accepted.connect(self.rebound)
        self.services.open_page(dialog, form=True)

    def sure(self, words: str) -> bool:
        """Ask before something is given up for good."""
        return self.services.ask("Are you sure?", words, "Do it", "Cancel", messages.CAREFUL)

    def anyway(self, warning: str) -> bool:
        """Ask a player who learns about an order that is likely to be a mistake."""
        return self.services.ask("A little help", warning, "Do it anyway", "Cancel", messages.CAREFUL)

    def copy_log(self) -> None:
        """Copy the log to the clipboard."""
        QApplication.clipboard().setText(self.services.log.plain)
        self.services.status("Log copied to the clipboard.", 5000)

    def show_ending(self, over: dict[str, Any]) -> None:
        """Show who won, once."""
        from app.dialogs.ending import EndingDialog

        for shown in [dialog for dialog in self.services.open_pages if isinstance(dialog, EndingDialog)]:
            shown.reject()
        game, mat = self.game, self.host.table
        painting = mat.painting(KEEPSAKE) if mat is not None else None
        keepsake = painting.whole() if painting is not None else None
        ending = self.host.presentation.ending(over, game.view, getattr(game.seat, "scenario", None))
        dialog = EndingDialog(over, ending, game, self.window, keepsake)
        dialog.on_save = self.saving.save_as
        dialog.on_picture = lambda: self.save_picture(dialog.keepsake)
        game.replaced.connect(dialog.reject)
        dialog.finished.connect(lambda _: game.replaced.disconnect(dialog.reject))
        dialog.finished.connect(lambda _: self.new() if dialog.again else None)
        self.services.open_page(dialog)

    def show_score(self) -> None:
        """Show the outcome of the game again."""
        if self.game.over:
            self.show_ending(self.game.over)

    def save_picture(self, image: QImage | None) -> None:
        """Save the picture of the map where the player says."""
        path = self.choose_picture() if image is not None else ""
        target = messages.with_suffix(path, PICTURE_SUFFIXES, self.services.ask) if path else None
        if target is None or image is None:
            return
        try:
            write_file(target, encoded(image, target.suffix))
        except OSError as error:
            self.services.tell("Could not save the picture", f"{target} cannot be written: {why(error)}.")
        else:
            self.services.status(f"Picture saved as {target.name}.", 8000)

    def offer_recovery(self) -> bool:
        """Offer to go on with an interrupted game; return whether it is on the table now."""
        path = self.files.interrupted()
        if path is None:
            return False
        if self.services.ask(
            "Continue your last game?",
            f"Chitpull stopped while you were playing “{path.stem}”. Nothing was lost.\n\nContinue that game?",
            "Continue",
            "Not now",
        ):
            return self.games.open_game(path)
        self.services.settings.set("on_table", "")
        return False

    def show_rule(self, number: str) -> None:
        """Open the reference at a rule number."""
        self.show_reference()
        if self.reference is not None:
            self.reference.look_up(number)

    def refer(self) -> None:
        """Open the rules reference at what is pointed at, or where it was."""
        mat = self.host.table
        number = mat.pointed_rule() if mat is not None and self.game.seat is not None else ""
        self.show_rule(number) if number else self.show_reference()

    def show_reference(self) -> None:
        """Open the rules reference."""
        presentation = self._read()
        if self.reference is None or self._referred != presentation.id:
            from app.dialogs.help import ReferenceDialog

            self.reference = ReferenceDialog(presentation.pages.clauses(), self.window)
            self._referred = presentation.id
        self.reference.show()
        self.reference.raise_()
        self.reference.search.setFocus()

    def _read(self) -> Presentation:
        """Return the presentation whose pages are shown: that of the game on the table, else of the first system."""
        now = self.host.presentation
        return now if now.id else presentation_of(next(iter(SHIPPED)))

    @property
    def _scenario(self) -> Any:
        """The scenario of the game on the table, None without one."""
        return getattr(self.game.seat, "scenario", None)

    def how_to_play(self) -> None:
        """Show how to read counters and map, and how to play."""
        from app.dialogs.help import HelpDialog

        pages = self._read().pages
        scenario = self._scenario
        dialog = HelpDialog(pages.drawings(scenario), pages.how_to_play(scenario), self.window)
        dialog.rule_asked.connect(self.show_rule)
        self.services.open_page(dialog)

    def notes(self) -> None:
        """Show the note of the scenario on the table, with its house rules, beside the map."""
        scenario = self._scenario
        if self.note in self.services.open_pages:
            self.note.close()
        if scenario is not None:
            from app.dialogs.help import PageDialog
            from app.dialogs.start import note_page

            title, note = str(getattr(scenario, "title", scenario.id)), str(getattr(scenario, "note", "") or NO_NOTE)
            told = house_rules_page(in_force(self.game.session))
            self.note = PageDialog(title, compose("<h2>{}</h2>{}{}", title, told, note_page(note)), self.window)
            self._lay_beside(self.note)
            self.services.open_page(self.note)

    def _lay_beside(self, page: QWidget) -> None:
        """Place a page over the left docks, where it leaves map and orders free."""
        left = max(300, self.host.pages.mapTo(self.window, QPoint(0, 0)).x())
        page.resize(min(left, 420), max(300, self.window.height() - 180))
        page.move(self.window.mapToGlobal(QPoint(4, 120)))

    def markers(self) -> None:
        """Show every marker."""
        from app.dialogs.help import PageDialog

        words, pictures = self._read().pages.markers(self.window.devicePixelRatioF(), self._scenario)
        words = words or Markup("<p>This system has no markers to explain.</p>")
        self.services.open_page(PageDialog("Markers", words, self.window, pictures))

    def keys(self) -> None:
        """Show every key."""
        from app.dialogs.help import PageDialog, keys_page

        specs = (*self.menus.specs, *HELD)
        self.services.open_page(PageDialog("Keys", keys_page(specs, self._read().pages.keys()), self.window))

    def about(self) -> None:
        """Show the version of the program and where its files are."""
        from app.dialogs.help import PageDialog, about_page

        dialog = PageDialog("About Chitpull", about_page(version(), self._places()), self.window)
        dialog.offer_folder("Open my games folder", self.files.folder)
        with suppress(DataMissing):  # from source, each installed package has its licence with it
            dialog.offer_folder("Show licenses", shipped_dir("licences"))
        self.services.open_page(dialog)

    def _places(self) -> dict[str, Path]:
        """Return where the player's files are."""
        home = self.services.settings.path.parent
        places = {
            "Games": self.files.folder,
            "Preferences": self.services.settings.path,
            "Log file": home / crash.JOURNAL,
            "Error reports": home / crash.NAME,
        }
        with suppress(OSError):
            places["Start-up cache"] = cache_dir()
        return places

    def _choose_open(self) -> str:
        return messages.to_open(self.window, "Open", self.saving.to_open_from, TO_OPEN)

    def _choose_picture(self) -> str:
        offered = messages.documents() / "The end.png"
        return messages.to_save(self.window, "Save the picture", offered, PICTURES, PICTURE_SUFFIXES[0])


def _numbers(title: str) -> list[int]:
    """Return the rule number in an example's title as a sort key: 8.7 comes before 8.7.2."""
    match = re.search(r"\d+(\.\d+)*", title)
    return [int(part) for part in match.group().split(".")] if match else []
