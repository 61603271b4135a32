"""Modules, scenario files and how even scenarios are, in the window: opened, installed, removed, balanced."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.bindings import spell
from app.dialogs import messages
from app.play.players import NewGame
from app.play.scenarios import is_for_library
from app.sides import Side
from app.systems.base import sides_of_row
from app.window.games import Games
from app.window.services import Services, busy
from app.window.workshop import WindowWorkshop, to_front
from app.workshop import DRAFTED
from rules.engine.bounded import why
from rules.engine.folders import cache_dir, scenarios_dir, user_data_dir
from rules.engine.house_rules import ScenarioRow
from rules.files.problems import ScenarioError
from rules.systems import SHIPPED, systems
from rules.workshop import BALANCE_FILE, OWN, SUFFIX

if TYPE_CHECKING:
    from app.dialogs.balance import Deeds
    from rules.workshop.balance import Balance
    from rules.workshop.library import Module

# --- Modules and scenario files in the window: opened or dropped, installed, copied, removed -----------------------

SAMPLE = "samples/three-small-battles"
"""The folder of a module that ships with the scenarios, for who wants to see one."""
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

    def handlers(self) -> dict[str, Callable[[], object]]:
        """Return the functions of this part by action id."""
        return {"sample": lambda: self._offer(scenarios_dir() / SAMPLE)}

    def opens(self, path: Path) -> bool:
        """Take a module, or a scenario to be played; return False for any other file."""
        if not is_for_library(path):
            return False
        (self._offer if path.suffix == SUFFIX else self._play)(path)
        return True

    def _offer(self, path: Path) -> None:
        from app.dialogs.library import ModulePage
        from app.workshop.pictures import rewritten
        from rules.workshop.module import offer_of
        from rules.workshop.module_file import BadModule

        try:
            with busy(self.window, "Checking the module…"):
                offer = offer_of(path, SHIPPED, rewritten)
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
            self.services.tell(failed, f"Nothing can be changed in {user_data_dir()}: {why(error).rstrip('.')}.")
            self.changed.emit("")
            return False
        self.changed.emit("" if new is None else str(new.folder))
        return True


# --- How even scenarios are, in the window: a few words on the start page ------------------------------------------


class WindowBalance(QObject):
    """Tell how even scenarios are. `changed()`: more is known, or a scenario was changed."""

    changed = Signal()

    def __init__(self, services: Services, games: Games, workshop: WindowWorkshop) -> None:
        super().__init__(services)
        self.window, self.services, self._games, self._workshop = services.window, services, games, workshop
        self._latest: Mapping[str, Balance] | None = None
        self._old: dict[str, bool] = {}

    def of(self, row: ScenarioRow) -> str:
        """Return in a few words how even a scenario is by the games played last, "" if none were."""
        path = user_data_dir() / BALANCE_FILE
        if not path.exists():
            return ""
        from app.dialogs.balance import in_short
        from rules.workshop.balance import BalanceFile

        if self._latest is None:
            try:
                self._latest = BalanceFile(path).latest()
            except OSError:  # another program holds it
                return ""
        found = self._latest.get(row.id)
        if found is None:
            return ""
        if row.id not in self._old:
            self._old[row.id] = found.is_old or _is_changed(row, found)
        seat = systems()[row.system].seats[0]
        return in_short(found, seat, _side(row, seat), is_old=self._old[row.id])

    def show(self, row: ScenarioRow) -> None:
        """Open the dialog of a scenario, over the window of its draft if it is open in the workshop."""
        from app.dialogs.balance import BalanceDialog, Deeds
        from app.opponent.self_play import SelfPlay
        from rules.workshop.balance import LEVEL, BalanceFile

        sides = {seat: _side(row, seat) for seat in systems()[row.system].seats[:2]}
        deeds = self._deeds(row) if row.origin == OWN else Deeds(self._watch)
        player = SelfPlay(row.system, row.id, LEVEL)
        draft = self._workshop.draft_of(row)
        over = self.window if draft is None else draft
        dialog = BalanceDialog(row, sides, BalanceFile(), player, deeds, cache_dir() / "balance", over)
        player.setParent(dialog)
        if draft is not None:
            draft.closed.connect(dialog.close)  # unlike reject, it finishes only what is shown
        replaced = self.services.game.replaced
        replaced.connect(dialog.reject)
        dialog.finished.connect(lambda _: replaced.disconnect(dialog.reject))
        dialog.finished.connect(lambda _: self._anew())
        self.services.open_page(dialog, form=True)

    def _deeds(self, row: ScenarioRow) -> Deeds:
        """Return what can be done with the balance of an own scenario."""
        from app.dialogs.balance import Deeds
        from rules.workshop import balance

        def change(edit: balance.Change) -> bool:
            draft = self._workshop.draft_of(row)
            if draft is not None:  # it would not know what is written into its file
                return draft.take_change(edit)
            try:
                balance.write(Path(row.id), edit)
            except (OSError, ValueError, ScenarioError, LookupError) as error:
                reason = why(error)
                words = f"{Path(row.id).name}: {reason.rstrip('.')}."
                self.services.tell("Could not change the scenario", words)
                return False
            return True

        return Deeds(
            self._watch,
            lambda sentence: change(balance.telling_balance(sentence)),
            (lambda lead: change(balance.asking_lead(row.system, lead))) if row.system in balance.LEADS else None,
            balance.asked_lead(Path(row.id), row.system),
            lambda: self.show(row),
        )

    def _watch(self, path: Path) -> None:
        if self._games.open_game(path):
            to_front(self.window)
            self.services.status(spell("This is how it ended. {look_back} steps through the game."), 15000)

    def _anew(self) -> None:
        self._latest = None
        self._old.clear()
        self.changed.emit()


def _side(row: ScenarioRow, seat: str) -> Side:
    return sides_of_row(row).get(seat, Side.of_seat(seat))


def _is_changed(row: ScenarioRow, found: Balance) -> bool:
    """Tell whether a scenario of the library is another one than was played; loaded if a file was written since."""
    if not row.origin:
        return False
    try:
        times = [path.stat().st_mtime for path in Path(row.id).parents[1].rglob("*.yaml")]
        if max(map(datetime.fromtimestamp, times), default=datetime.min) <= datetime.fromisoformat(found.at):
            return False
        return bool(systems()[row.system].load(row.id).hash != found.hash)
    except (OSError, ScenarioError):
        return True
