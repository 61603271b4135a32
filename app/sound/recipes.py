"""How each sound is made: bursts of noise and tones that die away, as 16-bit samples at 22,050 Hz."""

from __future__ import annotations

import io
import wave
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

RATE = 22_050
"""Samples a second."""
Samples = NDArray[np.float64]


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
    if burst.pitch:
        return np.sin(2 * np.pi * burst.pitch * time)
    noise = chance.uniform(-1.0, 1.0, len(time))
    return np.convolve(noise, np.ones(burst.dull) / burst.dull**0.5, mode="same")


def as_wave(name: str, volume: float) -> bytes:
    """Return a sound as a WAV file at a volume from 0 to 1."""
    whole = np.clip(samples(name) * volume, -1.0, 1.0)
    kept = io.BytesIO()
    with wave.open(kept, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((whole * 32767).astype("<i2").tobytes())
    return kept.getvalue()
