"""What every stranger does: begin a draft, print and share it; install, play and remove the module at another home."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QDialog

from app.dialogs.library import NewScenarioDialog
from tests.app.film.player import Player, wait

AUTHOR = "Anna"
EVEN = (0.4, 0.6)
"""Shares of the games for which a scenario counts as even."""


class Story(NamedTuple):
    """A scenario and what a stranger makes and plays of it; it begins beside the one of this title, or the first."""

    title: str
    beside: str
    making: tuple[Callable[[Player], None], ...]
    play: Callable[[Player], None]


def begin(player: Player, story: Story) -> None:
    """Begin with nobody on the map, from the start page."""
    if story.beside:
        player.click_card(story.beside)
    player.take("start page")

    def fill(dialog: QDialog) -> None:
        assert isinstance(dialog, NewScenarioDialog)
        player.type(dialog.title, story.title)
        player.type(dialog.author, AUTHOR)
        player.click(dialog.empty, QPoint(10, dialog.empty.height() // 2))
        player.take("make your own")
        player.press("Make", dialog)

    player.answering(lambda: player.press("Make your own…", player.window), fill)
    player.draft.resize(*player.size)
    wait(player.draft.isVisible, "the workshop")


def write_note(player: Player) -> None:
    """Write what came of it into the note, and close the dialog."""
    player.press("Write into the note", player.dialog)
    player.take("even")
    player.press("Close", player.dialog)


def save(player: Player) -> None:
    """Save the game that is played."""
    player.take("played", player.window)
    player.answer(lambda: player.from_bar(player.window, "Game", "Save"), "Save")


def print_it(player: Player) -> None:
    """Put it on the table, and save its sheets as a PDF."""
    player.press("Playtest")
    player.from_bar(player.window, "Game", "Print…")
    dialog = player.dialog
    wait(lambda: player.button("Save as PDF…", dialog).isEnabled(), "the sheets")
    player.take("print", player.window)
    player.answer(lambda: player.press("Save as PDF…", dialog), "Save")
    player.press("Close", dialog)


def share(player: Player) -> None:
    """Pack it into a file, and put the draft away."""
    player.answer(lambda: player.press("Share…"), "Save", take="share")
    player.press("Close")


def install(player: Player, file: Path) -> None:
    """Drop the file on the window of somebody who has nothing of it, look at the page, and install it."""
    player.drop_file(file, player.window)
    wait(lambda: player.dialog.isVisible(), "the page of the module")
    player.take("module", player.window)
    player.press("Install", player.dialog)
    player.take("installed", player.window)


def remove(player: Player, title: str) -> None:
    """Remove the module, and go on with the game."""
    main = player.window
    player.click_card(title)
    player.answer(lambda: player.press("Remove…", main.start_page), "Remove", take="remove")
    player.take("removed", main)
    player.open_row(main.start_page.recent, 0)
    wait(lambda: main.session is not None, "the game")
    player.take("the game goes on", main)
