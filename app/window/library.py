"""Modules and scenario files in the window: opened or dropped, installed, copied, removed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.bindings import spell
from app.dialogs import messages
from app.play.files import is_for_library
from app.play.players import NewGame
from app.sides import Side
from app.systems.base import sides_of
from app.window.games import Games
from app.window.services import Services, busy
from rules.engine.bounded import why
from rules.engine.folders import cache_dir, user_data_dir
from rules.engine.scenario_row import ScenarioRow
from rules.files.problems import ScenarioError
from rules.systems import SHIPPED, systems
from rules.workshop import BALANCE_FILE, SUFFIX

if TYPE_CHECKING:
    from rules.workshop.balance import Balance
    from rules.workshop.library import Module

OWN = "own"
REMOVE = "Saved games of its scenarios stay playable: each holds its own copy."


class WindowLibrary(QObject):
    """Take modules and scenarios by file. `changed(folder)`: other scenarios are on offer now, new ones below it."""

    changed = Signal(str)

    def __init__(self, services: Services, games: Games) -> None:
        super().__init__(services)
        self.window, self.services, self._games = services.window, services, games
        self.show_in_desktop: Callable[[Path], bool] = messages.show_in_desktop
        self._balances: Mapping[str, Balance] | None = None

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
        """Ask whether the scenario in a file is to be played."""
        from rules.files.documents import is_scenario, read_file
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
        words = f"{title}\n\nThe game keeps it as it is now, whatever becomes of the file."
        if self.services.ask("Play this scenario?", words, "Play", "Cancel"):
            self._games.new_game(NewGame(system_of(str(path)).id, str(path)))

    def ask(self, what: str, row: ScenarioRow) -> None:
        """Do what a player asks of a scenario: show its "balance", or "copy", "show" or "remove" its module."""
        from rules.workshop import library

        if what == "balance":
            self._show_balance(row)
            return
        module = library.module_of(Path(row.id))
        if module is None:
            self.services.tell("Not there any more", "The files of this scenario have been moved or deleted.")
            self.changed.emit("")
        elif what == "show":
            self._show(Path(row.id).parent)
        elif what == "copy":
            if self._changing("Could not copy the module", lambda: self._copied(library.copy(module))):
                self.services.status(f"{module.title} is now among your own scenarios.", 8000)
        elif self.services.ask(
            f"Remove {module.title}?", f"All its scenarios leave this list. {REMOVE}", "Remove", "Cancel",
            messages.CAREFUL,
        ):  # fmt: skip
            self._changing("Could not remove the module", lambda: library.remove(module))

    def _show_balance(self, row: ScenarioRow) -> None:
        from app.dialogs.balance import BalanceDialog, Deeds
        from app.opponent.self_play import SelfPlay
        from rules.workshop.balance import LEVEL, BalanceFile

        sides = {seat: _side(row.system, seat) for seat in systems()[row.system].seats[:2]}
        write = partial(self._write_balance, row) if row.origin == OWN else None
        player = SelfPlay(row.system, row.id, LEVEL)
        dialog = BalanceDialog(
            row, sides, BalanceFile(), player, Deeds(self._watch, write), cache_dir() / "balance",
            self.window,
        )  # fmt: skip
        player.setParent(dialog)
        dialog.finished.connect(lambda _: self._measured_anew())
        self.services.open_page(dialog, form=True)

    def _watch(self, path: Path) -> None:
        if self._games.open_game(path):
            self.services.status(spell("This is how it ended. {look_back} steps through the game."), 15000)

    def _measured_anew(self) -> None:
        self._balances = None
        self.changed.emit("")

    def balance_of(self, row: ScenarioRow) -> str:
        """Return in a few words how even a scenario is by the games played last, "" if none were."""
        path = user_data_dir() / BALANCE_FILE
        if not path.exists():
            return ""
        from app.dialogs.balance import in_short
        from rules.workshop.balance import BalanceFile

        if self._balances is None:
            self._balances = BalanceFile(path).latest()
        found = self._balances.get(row.id)
        if found is None:
            return ""
        is_old = found.is_old or (bool(row.origin) and _changed_after(Path(row.id).parents[1], found.at))
        seat = systems()[row.system].seats[0]
        return in_short(found, seat, _side(row.system, seat), is_old=is_old)

    def _write_balance(self, row: ScenarioRow, sentence: str) -> bool:
        """Write a sentence into the note of an own scenario, or say why that is not possible."""
        from rules.workshop.balance import note_with
        from rules.workshop.draft import Draft
        from rules.workshop.edit import edit_at

        folder = Path(row.id).parents[1]
        name = Path(row.id).relative_to(folder).as_posix()

        def write() -> None:
            draft = Draft(folder)
            data = draft.documents[name]
            note = str(data.get("note", "")) if isinstance(data, Mapping) else ""
            draft.do((edit_at(name, data, ("note",), note_with(note, sentence)),))
            draft.save()

        try:
            write()
        except (OSError, ValueError, ScenarioError, LookupError) as error:
            reason = why(error) if isinstance(error, OSError) else str(error)
            self.services.tell("Could not write the note", f"{Path(row.id).name}: {reason.rstrip('.')}.")
            return False
        return True

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


def _side(system: str, seat: str) -> Side:
    return sides_of(system).get(seat, Side.of_seat(seat))


def _changed_after(folder: Path, at: str) -> bool:
    """Tell whether a file of a module was written after a moment (ISO)."""
    times = (path.stat().st_mtime for path in folder.rglob("*.yaml"))
    return any(datetime.fromtimestamp(time).isoformat() > f"{at}.999999" for time in times)
