"""Sounds: made the same everywhere, one for an order, silenced by one key, never in the way of a game."""

from __future__ import annotations

import io
import wave
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.play.players import NewGame
from app.settings import Settings
from app.sound.sounds import RATE, RECIPES, Sounds, as_wave, player, samples
from app.window.main_window import MainWindow

SOUNDS = {"Fired": "shot", "DieRolled": "die", "UnitMoved": "step"}


@pytest.fixture
def heard() -> list[str]:
    return []


@pytest.fixture
def sounds(tmp_path: Path, heard: list[str], qapp: object) -> Sounds:
    return Sounds(Settings(tmp_path / "p.json"), lambda: tmp_path / "sounds", lambda file: heard.append(file.stem))


@pytest.mark.parametrize("name", RECIPES)
def test_each_sound_is_short_audible_and_the_same_each_time(name: str) -> None:
    made = samples(name)
    assert np.abs(made).max() <= 1.0 < np.abs(made).max() * 8 and len(made) < 2.5 * RATE
    assert abs(made[-50:]).max() < 0.05  # it has died away: no crack at its end
    assert as_wave(name, 0.5) == as_wave(name, 0.5)
    with wave.open(io.BytesIO(as_wave(name, 0.5))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)


def test_of_what_happens_the_weightiest_is_heard(sounds: Sounds, heard: list[str], tmp_path: Path) -> None:
    sounds.tell([{"event": "UnitMoved"}, {"event": "DieRolled"}, {"event": "Fired"}], SOUNDS)
    sounds.tell([{"event": "UnitMoved"}], SOUNDS)
    sounds.tell([{"event": "PhaseBegan"}], SOUNDS)
    assert heard == ["shot-50", "step-50"]
    assert (tmp_path / "sounds" / "shot-50.wav").stat().st_size > 1000


def test_one_key_silences_them_and_it_is_remembered(window: MainWindow, heard: list[str]) -> None:
    window.sounds._play = lambda file: heard.append(file.stem)
    assert window.new_game(NewGame("company_scale", "first-light", 5))
    QTest.keyClick(window, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert not window.actions_["sound"].isChecked() and not Settings(window.settings.path).get("sound", True)
    window.order(next(iter(window.game.decision.options)))
    assert heard == []
    QTest.keyClick(window, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert heard == ["chit-50"]
    window.order(next(iter(window.game.decision.options)))
    assert len(heard) == 2


def test_a_folder_that_cannot_be_written_stops_the_sounds_and_nothing_else(tmp_path: Path, qapp: object) -> None:
    (tmp_path / "file").write_text("")
    heard: list[Path] = []
    sounds = Sounds(Settings(tmp_path / "p.json"), lambda: tmp_path / "file" / "sounds", heard.append)
    sounds.sound("die")
    sounds.sound("die")
    assert heard == []


def test_the_computer_plays_them_by_what_it_has() -> None:
    assert player("linux", lambda name: None) is None
    asked: list[str] = []
    assert player("linux", lambda name: asked.append(name) or ("/x/aplay" if name == "aplay" else None)) is not None
    assert asked == ["afplay", "pw-play", "paplay", "aplay"]
