"""Sounds of the table: how each is made, which goes with what happens, how it is played."""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QProcess
from PySide6.QtWidgets import QApplication

from app.settings import Settings
from rules.engine.events import name_of

if TYPE_CHECKING:  # numpy is imported only when a sound is made
    import numpy as np
    from numpy.typing import NDArray

    Samples = NDArray[np.float64]

# --- Playing a WAV file without waiting for it, by whatever the computer has ---------------------------------------

Player = Callable[[Path], object]
PROGRAMS: Sequence[Sequence[str]] = (("afplay",), ("pw-play",), ("paplay",), ("aplay", "-q"))
"""Programs that play a file: of macOS, and of the sound systems of Linux, the newest first."""


def player(platform: str = sys.platform, find: Callable[[str], str | None] = shutil.which) -> Player | None:
    """Return what plays a file here, or None if nothing does."""
    if platform == "win32":
        return _windows
    for program, *arguments in PROGRAMS:
        path = find(program)
        if path is not None:
            return lambda file: QProcess.startDetached(path, [*arguments, str(file)])
    return None


def _windows(file: Path) -> None:
    import winsound  # only Windows has it

    flags = "SND_FILENAME", "SND_ASYNC", "SND_NODEFAULT"
    winsound.PlaySound(str(file), sum(getattr(winsound, flag) for flag in flags))  # type: ignore[attr-defined,unused-ignore]


# --- How each sound is made: bursts of noise and tones that die away, as 16-bit samples at 22,050 Hz ---------------

RATE = 22_050
"""Samples a second."""


class Burst(NamedTuple):
    """Noise or a tone that dies away: when it begins and how fast it fades in seconds, loudness from 0 to 1.

    `pitch` is the tone's frequency in Hz, 0 for noise; `dull` smooths noise over so many samples.
    """

    at: float
    fade: float
    loud: float
    pitch: float = 0.0
    dull: int = 1


RECIPES: Mapping[str, Sequence[Burst]] = {
    "chit": (Burst(0.0, 0.012, 0.5, dull=3), Burst(0.0, 0.05, 0.3, 190), Burst(0.09, 0.02, 0.25, dull=6)),
    "die": tuple(
        burst
        for at, loud in ((0.0, 0.5), (0.11, 0.42), (0.19, 0.34), (0.25, 0.26), (0.29, 0.18))
        for burst in (Burst(at, 0.008, loud, dull=2), Burst(at, 0.018, loud * 0.6, 640))
    ),
    "shot": (Burst(0.0, 0.03, 0.7, dull=2), Burst(0.0, 0.16, 0.5, dull=14), Burst(0.02, 0.3, 0.35, 58)),
    "marker": (Burst(0.0, 0.01, 0.35, dull=4), Burst(0.0, 0.03, 0.25, 330)),
    "card": (Burst(0.0, 0.05, 0.22, dull=2), Burst(0.06, 0.03, 0.16, dull=5)),
    "step": (Burst(0.0, 0.016, 0.28, dull=9), Burst(0.0, 0.03, 0.16, 140)),
}
"""The sounds, by name."""


def samples(name: str) -> Samples:
    """Return a sound between -1 and 1; the same on every computer."""
    import numpy as np

    bursts = RECIPES[name]
    length = max(burst.at + 6 * burst.fade for burst in bursts)
    whole = np.zeros(round(length * RATE))
    chance = np.random.default_rng(1944)
    for burst in bursts:
        first = round(burst.at * RATE)
        time = np.arange(len(whole) - first) / RATE
        whole[first:] += burst.loud * np.exp(-time / burst.fade) * _body(burst, time, chance)
    peak: float = max(1.0, float(np.abs(whole).max()))
    return whole / peak


def _body(burst: Burst, time: Samples, chance: np.random.Generator) -> Samples:
    import numpy as np

    if burst.pitch:
        return np.sin(2 * np.pi * burst.pitch * time)
    noise = chance.uniform(-1.0, 1.0, len(time))
    return np.convolve(noise, np.ones(burst.dull) / burst.dull**0.5, mode="same")


def as_wave(name: str, volume: float) -> bytes:
    """Return a sound as a WAV file at a volume from 0 to 1."""
    import wave

    import numpy as np

    whole = np.clip(samples(name) * volume, -1.0, 1.0)
    kept = io.BytesIO()
    with wave.open(kept, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((whole * 32767).astype("<i2").tobytes())
    return kept.getvalue()


# --- Which sound goes with what happens, and whether it is heard ---------------------------------------------------

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
        heard = {names.get(name_of(event), "") for event in events}
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
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(as_wave(name, VOLUME))
        return file
