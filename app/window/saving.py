"""Saving a game where a player wants it; the game is kept by itself anyway."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.dialogs import choose_file
from app.play.controller import GameController
from app.play.files import SUFFIX, CannotOpen, name_of
from app.settings import is_folder
from rules.engine.disk import why
from rules.engine.record import RecordError

if TYPE_CHECKING:
    from app.window.main_window import MainWindow

SAVED_IN = "saved_in"


class Saving:
    """Save copies of the game on the table.

    `target` is where its player last saved it, None as long as nobody has said. An opened file is offered first, and
    only written when its player says so again.
    """

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.target: Path | None = None
        self._opened: Path | None = None

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """Return the functions of this part by action id."""
        return {"save": self.save, "save_as": self.save_as}

    def begin(self, opened: Path | None = None) -> None:
        """Take up another game, opened from a file of the player's own or kept by itself."""
        own = opened is not None and opened.resolve().parent != self.window.files.folder.resolve()
        self.target, self._opened = None, opened if own else None

    def save(self) -> None:
        """Save the game where it was saved last, or ask where."""
        if self.target is None:
            self.save_as()
        else:
            self._write(self.target)

    def save_as(self) -> None:
        """Ask where to save the game, and save it there."""
        dialogs = self.window.dialogs
        if self.window.session is None:
            return
        given = dialogs.choose_save(self.offered)
        target = choose_file.with_suffix(given, (SUFFIX,), self.window.services.ask) if given else None
        if target is not None:
            self._write(target)

    @property
    def to_open_from(self) -> Path:
        """The folder in which Open starts: that of the last game saved, or where games are kept by themselves."""
        saved_in: str = self.window.settings.get(SAVED_IN, "")
        return Path(saved_in) if is_folder(saved_in) else self.window.files.folder

    @property
    def offered(self) -> Path:
        """The file offered first."""
        before = self.target or self._opened
        return before or choose_file.documents() / copy_name(self.window.game, datetime.now())

    def _write(self, target: Path) -> None:
        session = self.window.session
        if session is None:
            return
        thinking = self.window.thinking
        try:
            self.window.files.copy(session, target)
            if thinking.are_open:
                thinking.thoughts.copy(target)
        except OSError as error:
            self.window.services.tell("What the computer thought was not saved", f"{target.parent}: {why(error)}.")
        except RecordError as error:
            self.window.services.tell("What the computer thought was not saved", str(error))
        except CannotOpen as error:
            self.window.services.tell("The game was not saved", str(error))
            return
        self.target = target
        self.window.settings.set(SAVED_IN, str(target.parent.resolve()))
        self.window.lessons.did("save")
        self.window.services.status(f"Saved as {target}.", 8000)


def copy_name(game: GameController, now: datetime) -> str:
    """Return the name offered for a copy: scenario, turn and date."""
    title, turn = str(getattr(game.seat.scenario, "title", "")) if game.seat else "", game.words.period(game.view)
    parts = [name_of(title), f"turn {turn}" if isinstance(turn, int | str) else "", f"{now:%Y-%m-%d %H.%M}"]
    return " ".join(part for part in parts if part) + SUFFIX
