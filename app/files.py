"""Games on disk: recorded from the first move on, opened, copied, and recovered after a crash."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLockFile

from app.dialogs.start import NewGame
from app.settings import Settings
from app.systems.shipped import SHIPPED
from rules.engine.datadirs import HOME_VARIABLE, user_data_dir
from rules.engine.nature import ManualNature
from rules.engine.record import RecordError, RecordWriter, save_as, why
from rules.engine.record_reading import load_record, read
from rules.engine.session import Session
from rules.engine.system import system, systems

SUFFIX = ".chitpull"
FILTER = "Chitpull games (*.chitpull);;All files (*)"


class CannotOpen(Exception):
    """A game or scenario cannot be put on the table; the text is one sentence for the player."""


class GameFiles:
    """Start, open and copy games, and remember which one is in play while the program runs."""

    def __init__(self, settings: Settings, folder: Path | None = None) -> None:
        self.settings = settings
        self.folder = folder or user_data_dir() / "games"
        self._lock: QLockFile | None = None

    def start(self, choice: NewGame) -> Session:
        """Start a game and its record; raise CannotOpen."""
        try:
            game_system = system(choice.system)
            scenario = game_system.load(choice.scenario)
        except (KeyError, ValueError, OSError) as error:
            raise CannotOpen(str(error.args[0]) if error.args else str(error)) from error
        except Exception as error:
            if hasattr(error, "problems"):  # each system has its own error that lists what is wrong with a scenario
                raise CannotOpen(str(error)) from error
            raise
        seed = choice.seed if choice.seed is not None else secrets.randbelow(2**31)
        nature = ManualNature(seed if game_system.hides else None) if choice.own_dice else None
        try:
            writer = RecordWriter(self.new_path(scenario.title), options={"seed": seed, "own_dice": choice.own_dice})
        except OSError as error:
            raise CannotOpen(
                f"The game cannot be kept in {self.folder}: {why(error)}; "
                f"let {HOME_VARIABLE} name a folder that can be written, and start Chitpull again."
            ) from error
        try:
            session = Session.new(
                game_system, scenario, seed=seed, nature=nature, listeners=[writer], source=choice.scenario
            )
        except RecordError as error:
            raise CannotOpen(str(error)) from error
        self.put_on_table(writer.path)
        return session

    def open(self, path: Path) -> Session:
        """Open a saved game, which goes on being recorded in its file; raise CannotOpen."""
        try:
            session = load_record(path)
        except RecordError as error:
            raise CannotOpen(str(error)) from error
        self.put_on_table(path)
        return session

    def damage(self, path: Path) -> str:
        """Return what of a saved game is lost and what could be rescued, or '' if it is sound."""
        try:
            contents = read(path)
        except RecordError:
            return ""
        if not contents.lost:
            return ""
        return (
            f"{contents.notices[0]}\nThe game can be rescued up to its order number {contents.entries}; "
            f"the damaged file is kept beside it as {path.name}.damaged."
        )

    def copy(self, session: Session, path: Path) -> None:
        """Write a copy of a game's record; raise CannotOpen."""
        try:
            save_as(session, path)
        except RecordError as error:
            raise CannotOpen(str(error)) from error
        self.settings.remember_game(path)

    def new_path(self, title: str) -> Path:
        """Return an unused path for the record of a new game with this title."""
        self.folder.mkdir(parents=True, exist_ok=True)
        plain = "".join(c if c.isalnum() or c in " -" else "" for c in title).strip() or "Game"
        stem = f"{plain} {datetime.now():%Y-%m-%d %H.%M}"
        names = (f"{stem}{SUFFIX}", *(f"{stem} ({n}){SUFFIX}" for n in range(2, 1000)))
        return next(self.folder / name for name in names if not (self.folder / name).exists())

    def put_on_table(self, path: Path) -> None:
        """Remember the game in play, so that a crash can be told from a normal exit."""
        self.clear_table()
        path = path.resolve()
        self.settings.remember_game(path)
        self.settings.set("on_table", str(path))
        self._lock = QLockFile(str(path) + ".lock")
        self._lock.setStaleLockTime(0)
        self._lock.tryLock(0)

    def clear_table(self) -> None:
        """Forget the game in play: it was closed normally."""
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None
            self.settings.set("on_table", "")

    def interrupted(self) -> Path | None:
        """Return the game that was in play when the program last crashed or was killed, if any."""
        name = self.settings.get("on_table", "")
        path = Path(name)
        if not name or not path.is_file():
            return None
        lock = QLockFile(str(path) + ".lock")
        lock.setStaleLockTime(0)
        if not lock.tryLock(0):  # another window is playing it
            return None
        lock.unlock()
        return path


def all_scenarios() -> list[Mapping[str, Any]]:
    """Return every scenario of every system, with the system's id and title."""
    return [
        {**info, "system": game_system.id, "system_title": game_system.title}
        for game_system in systems().values()
        for info in game_system.scenarios()
    ]


def shipped_scenarios() -> list[Mapping[str, Any]]:
    """Return the scenarios that players are offered: those of systems with a table of their own."""
    return [info for info in all_scenarios() if info["system"] in SHIPPED]


def find_scenario(name: str) -> Mapping[str, Any] | None:
    """Return the scenario of that id, of whatever system."""
    return next((info for info in all_scenarios() if info["id"] == name), None)
