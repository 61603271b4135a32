"""How even scenarios are, in the window: a few words on the start page, and the dialog that plays more games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.bindings import spell
from app.sides import Side
from app.systems.base import sides_of
from app.window.games import Games
from app.window.services import Services
from rules.engine.bounded import why
from rules.engine.folders import cache_dir, user_data_dir
from rules.engine.scenario_row import ScenarioRow
from rules.files.problems import ScenarioError
from rules.systems import systems
from rules.workshop import BALANCE_FILE, OWN

if TYPE_CHECKING:
    from app.dialogs.balance import Deeds
    from rules.workshop.balance import Balance


class WindowBalance(QObject):
    """Tell how even scenarios are. `changed()`: more is known, or a scenario was changed."""

    changed = Signal()

    def __init__(self, services: Services, games: Games) -> None:
        super().__init__(services)
        self.window, self.services, self._games = services.window, services, games
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
        return in_short(found, seat, _side(row.system, seat), is_old=self._old[row.id])

    def show(self, row: ScenarioRow) -> None:
        """Open the dialog of a scenario."""
        from app.dialogs.balance import BalanceDialog, Deeds
        from app.opponent.self_play import SelfPlay
        from rules.workshop.balance import LEVEL, BalanceFile

        sides = {seat: _side(row.system, seat) for seat in systems()[row.system].seats[:2]}
        deeds = self._deeds(row) if row.origin == OWN else Deeds(self._watch)
        player = SelfPlay(row.system, row.id, LEVEL)
        dialog = BalanceDialog(row, sides, BalanceFile(), player, deeds, cache_dir() / "balance", self.window)
        player.setParent(dialog)
        replaced = self.services.game.replaced
        replaced.connect(dialog.reject)
        dialog.finished.connect(lambda _: replaced.disconnect(dialog.reject))
        dialog.finished.connect(lambda _: self._anew())
        self.services.open_page(dialog, form=True)

    def _deeds(self, row: ScenarioRow) -> Deeds:
        """Return what can be done with the balance of an own scenario."""
        from app.dialogs.balance import Deeds
        from rules.workshop import balance

        def change(edit: Callable[[], object]) -> bool:
            try:
                edit()
            except (OSError, ValueError, ScenarioError, LookupError) as error:
                reason = why(error)
                words = f"{Path(row.id).name}: {reason.rstrip('.')}."
                self.services.tell("Could not change the scenario", words)
                return False
            return True

        def ask(lead: int) -> bool:
            return change(partial(balance.ask_lead, Path(row.id), row.system, lead))

        return Deeds(
            self._watch,
            lambda sentence: change(partial(balance.write_note, Path(row.id), sentence)),
            ask if row.system in balance.LEADS else None,
            balance.asked_lead(Path(row.id), row.system),
            lambda: self.show(row),
        )

    def _watch(self, path: Path) -> None:
        if self._games.open_game(path):
            self.services.status(spell("This is how it ended. {look_back} steps through the game."), 15000)

    def _anew(self) -> None:
        self._latest = None
        self._old.clear()
        self.changed.emit()


def _side(system: str, seat: str) -> Side:
    return sides_of(system).get(seat, Side.of_seat(seat))


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
