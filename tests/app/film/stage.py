"""The film from its first gesture to its last: two homes, and windows that are opened and closed there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

import app.window.workshop
from app.play.files import GameFiles
from app.settings import Settings
from app.window.main_window import MainWindow
from rules.workshop import SUFFIX
from tests.app.film.player import Camera, Player, nothing, wait
from tests.app.film.story import Story, begin, install, print_it, remove, share

SEED = 42
"""The dice of playtests."""


@contextmanager
def at_home(home: Path) -> Iterator[None]:
    """Let everything a player keeps lie in a folder."""
    names = ("CHITPULL_HOME", "HOME")
    before = {name: os.environ.get(name) for name in names}
    home.mkdir(parents=True, exist_ok=True)
    os.environ.update(dict.fromkeys(names, str(home)))
    dice, app.window.workshop.randbelow = app.window.workshop.randbelow, lambda _: SEED
    try:
        yield
    finally:
        app.window.workshop.randbelow = dice
        for name, value in before.items():
            os.environ.pop(name, None)
            os.environ.update({name: value} if value is not None else {})


@contextmanager
def seated(home: Path, camera: Camera, size: tuple[int, int]) -> Iterator[Player]:
    """Open the program's window at home for a player, and close it."""
    settings = Settings(home / "preferences.json")
    window = MainWindow(settings, GameFiles(settings, home / "games"))
    window.resize(*size)
    window.show()
    wait(lambda: window.start_page.is_drawn, "the start page")
    try:
        yield Player(window, camera, size)
    finally:
        for draft in list(window.workshop.windows):
            draft.ask_save = lambda: "forget"
        window.close()
        window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # with all the dialogs it has shown


def film(folder: Path, story: Story, camera: Camera = nothing, size: tuple[int, int] = (1600, 1000)) -> None:
    """Play a whole film in a folder."""
    made, played = folder / "made", folder / "played"
    with at_home(made), seated(made, camera, size) as player:
        begin(player, story)
        for chapter in (*story.making, print_it, share):
            chapter(player)
    (file,) = made.glob(f"*{SUFFIX}")
    with at_home(played):
        with seated(played, camera, size) as player:
            install(player, file)
            story.play(player)
        with seated(played, camera, size) as player:
            remove(player, story.title)
