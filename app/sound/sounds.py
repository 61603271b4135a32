"""Which sound goes with what happens, and whether it is heard."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QApplication

from app.settings import Settings
from app.sound.players import Player, player

KEY = "sound"
VOLUME = 0.5
LOUDEST_FIRST = ("shot", "die", "chit", "card", "marker", "step")
FALLING = ("die", "chit", "card")
"""Sounds of chance itself, heard while it falls."""
SETTLED = tuple(name for name in LOUDEST_FIRST if name not in FALLING)
"""Sounds of what came of it."""


class Sounds:
    """Play one sound for what an order led to: that of the weightiest event.

    `folder` returns where the files are kept once they are made. Nothing is heard where nothing can play them.
    """

    def __init__(self, settings: Settings, folder: Callable[[], Path], play: Player | None = None) -> None:
        self.settings = settings
        self._folder = folder
        silent = QApplication.platformName() == "offscreen"
        self._play = play or (None if silent else player())

    @property
    def on(self) -> bool:
        """Tell whether sounds are wanted."""
        wanted: bool = self.settings.get(KEY, True)
        return wanted

    def switch(self, on: bool) -> None:
        """Turn sounds on, with one to hear, or off."""
        self.settings.set(KEY, on)
        if on:
            self.sound("chit")

    def tell(
        self, events: Iterable[Mapping[str, Any]], names: Mapping[str, str], among: Sequence[str] = LOUDEST_FIRST
    ) -> None:
        """Play the sound of events, one of those `among` which it may be; `names` gives that of each kind of event."""
        heard = {names.get(str(event.get("event")), "") for event in events}
        self.sound(next((name for name in among if name in heard), ""))

    def sound(self, name: str) -> None:
        """Play a sound by name, if sounds are on."""
        if not name or not self.on or self._play is None:
            return
        try:
            self._play(self._file(name))
        except OSError:  # a full disk or a missing sound card must not stop a game
            self._play = None

    def _file(self, name: str) -> Path:
        file = self._folder() / f"{name}-{round(VOLUME * 100)}.wav"
        if not file.exists():
            from app.sound.recipes import as_wave  # imports numpy

            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(as_wave(name, VOLUME))
        return file
