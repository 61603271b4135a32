"""The menu of the games played last."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QMenu, QWidget

from app.settings import Settings
from app.text.markup import literal


class RecentGames(QMenu):
    """List the games played last whenever it opens, each to go on with."""

    def __init__(self, settings: Settings, open_game: Callable[[Path], object], parent: QWidget) -> None:
        super().__init__("&Recent", parent)
        self._settings, self._open = settings, open_game
        self.aboutToShow.connect(self._fill)

    def _fill(self) -> None:
        self.clear()
        for path in self._settings.recent:
            action = self.addAction(literal(Path(path).stem))
            action.setToolTip(path)
            action.triggered.connect(lambda *_, path=path: self._open(Path(path)))
        if self.isEmpty():
            self.addAction("No saved games yet").setEnabled(False)
