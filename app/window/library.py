"""Modules and scenario files in the window: opened or dropped, installed, copied, removed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.dialogs import messages
from app.play.players import NewGame
from app.play.scenarios import is_for_library
from app.window.games import Games
from app.window.services import Services, busy
from app.window.workshop import WindowWorkshop
from app.workshop import DRAFTED
from rules.engine.bounded import why
from rules.engine.scenario_row import ScenarioRow
from rules.files.problems import ScenarioError
from rules.systems import SHIPPED, systems
from rules.workshop import OWN, SUFFIX

if TYPE_CHECKING:
    from rules.workshop.library import Module

REMOVE = "Saved games of its scenarios stay playable: each holds its own copy."


class WindowLibrary(QObject):
    """Take modules and scenarios by file. `changed(folder)`: other scenarios are on offer now, new ones below it."""

    changed = Signal(str)

    def __init__(self, services: Services, games: Games, workshop: WindowWorkshop) -> None:
        super().__init__(services)
        self.window, self.services, self._games = services.window, services, games
        self._workshop = workshop
        self.choose: Callable[[str, str, Mapping[str, str]], str] = partial(messages.choose, self.window)
        self.show_in_desktop: Callable[[Path], bool] = messages.show_in_desktop

    def opens(self, path: Path) -> bool:
        """Take a module, or a scenario to be played; return False for any other file."""
        if not is_for_library(path):
            return False
        (self._offer if path.suffix == SUFFIX else self._play)(path)
        return True

    def _offer(self, path: Path) -> None:
        from app.dialogs.library import ModulePage
        from rules.workshop.module_file import BadModule
        from rules.workshop.offer import offer_of

        try:
            with busy(self.window, "Checking the module…"):
                offer = offer_of(path, SHIPPED)
        except (BadModule, ScenarioError) as error:
            self.services.tell("Cannot install this module", str(error))
            return
        except OSError as error:
            self.services.tell("Cannot install this module", f"{path.name} could not be checked: {why(error)}.")
            return
        titles = {name: system.title for name, system in systems().items()}

        def install() -> bool:
            installed = self._changing("Could not install the module", offer.install)
            if installed:
                self.services.status(f"{offer.manifest.title} is installed: see Installed on the start page.", 8000)
            return installed

        self.services.open_page(ModulePage(offer, titles, install, self.window), form=True)

    def _play(self, path: Path) -> None:
        """Ask whether the scenario in a file is to be played, or a copy of it edited."""
        from rules.files.documents import is_scenario, read_file, scenario_row
        from rules.systems import system_of

        try:
            document = read_file(path)
        except ScenarioError as error:
            self.services.tell("Cannot play this file", str(error))
            return
        if not is_scenario(document):
            form = str(document.mapping.get("format", ""))
            what = f'its format is "{form}"' if form else "it names no format"
            self.services.tell("Cannot play this file", f"{path.name} is no scenario: {what}.")
            return
        title = document.mapping.get("title") or path.stem
        system = system_of(str(path)).id
        answers = {"play": "Play"} | ({"edit": "Edit a copy"} if system in DRAFTED else {})
        words = f"{title}\n\nThe game keeps it as it is now, whatever becomes of the file."
        answer = self.choose(str(title), words, answers)
        if answer == "play":
            self._games.new_game(NewGame(system, str(path)))
        elif answer == "edit":
            self._workshop.begin(replace(scenario_row(document), id=str(path), system=system, origin=OWN))

    def ask(self, what: str, row: ScenarioRow) -> None:
        """Do what is asked of a scenario: "edit" it, "make" another of it; "copy", "show" or "remove" its module."""
        if what in ("edit", "make"):
            (self._workshop.edit if what == "edit" else self._workshop.begin)(row)
            return
        from rules.workshop import library

        module = library.module_of(Path(row.id))
        if module is None:
            self.services.tell("Not there any more", "The files of this scenario have been moved or deleted.")
            self.changed.emit("")
        elif what == "show":
            self._show(Path(row.id).parent)
        elif what == "copy":
            if self._changing("Could not copy the module", lambda: self._copied(library.copy(module))):
                self.services.status(f"{module.title} is now among your own scenarios.", 8000)
        elif self._workshop.is_open(module.folder):
            self.services.tell("It is open in the workshop", "Close its window there first.")
        elif self.services.ask(
            f"Remove {module.title}?",
            f"All its scenarios leave this list. {REMOVE}",
            "Remove",
            "Cancel",
            messages.CAREFUL,
        ):
            self._changing("Could not remove the module", lambda: library.remove(module))

    def _copied(self, module: Module) -> Module:
        self._show(module.folder)
        return module

    def _show(self, folder: Path) -> None:
        if not self.show_in_desktop(folder):
            self.services.tell("Could not open the folder", f"The files are in {folder}.")

    def _changing(self, failed: str, change: Callable[[], Module | None]) -> bool:
        """Change the library; say what is wrong if that is not possible. Return whether it was."""
        try:
            new = change()
        except OSError as error:
            self.services.tell(failed, f"{why(error)[:1].upper()}{why(error)[1:]}.")
            self.changed.emit("")
            return False
        self.changed.emit("" if new is None else str(new.folder))
        return True
