"""Where each game was looked at: zoom and place, kept from one evening to the next."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QWidget

from app.board.zooming import ZoomView
from app.settings import Settings

KEY = "places"
WHOLE = 0
"""The zoom kept of a board that is seen whole."""
MOST = 30
"""So many games are remembered, the newest."""


class Places:
    """Keep the zoom and the middle of the view for each game's file, and show them again."""

    def __init__(self, settings: Settings, middle: Callable[[], QWidget | None]) -> None:
        self.settings = settings
        self._middle = middle
        self._game = ""

    def keep(self) -> None:
        """Remember where the game on the table is looked at."""
        view = self._middle()
        if not self._game or not isinstance(view, ZoomView):
            return
        kept = {name: place for name, place in self.settings.get(KEY, {}).items() if name != self._game}
        at = view.visible.center()
        kept[self._game] = [WHOLE if view.fitted else round(view.scale_now, 4), round(at.x(), 1), round(at.y(), 1)]
        self.settings.set(KEY, dict(list(kept.items())[-MOST:]))

    def begin(self, game: str) -> None:
        """Take up the game of a file ("" for none) and show it where it was looked at last."""
        self._game = game
        view, place = self._middle(), self.settings.get(KEY, {}).get(game)
        if isinstance(view, ZoomView) and _is_place(place):
            zoom, x, y = place
            if zoom == WHOLE:
                view.fit()
                return
            view.set_zoom(zoom)
            view.centre(QPointF(x, y))


def _is_place(place: object) -> bool:
    return isinstance(place, list) and len(place) == 3 and all(isinstance(n, int | float) for n in place)
