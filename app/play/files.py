"""Games on disk: recorded from the first move on, opened, copied, and recovered after a crash."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLockFile

from app import recent_documents
from app.play import thoughts
from app.play.copies import Copies
from app.play.players import KEY as PLAYERS
from app.play.players import NewGame, nature_of
from app.settings import Settings, is_file
from rules.engine.bounded import again, table_ledger, told_of, why
from rules.engine.folders import HOME_VARIABLE, user_data_dir
from rules.engine.nature import ManualNature, Origin, SealedNature
from rules.engine.record import RecordError, RecordWriter, Stamp, save_as, stamp, writer_of
from rules.engine.record_contents import Cancelled, Contents
from rules.engine.record_lines import read
from rules.engine.record_reading import doubt_of, load_record
from rules.engine.seat import OnlyLooking
from rules.engine.session import Session
from rules.engine.sharing import shared
from rules.engine.system import system, systems

SUFFIX = ".chitpull"
NOT_IN_NAMES = '<>:"/\\|?*'
"""Characters that some file system does not take in a name."""
PROOF_SECONDS = 1.0
"""Of proving a game before it is shown; what takes longer is proved beside it."""
ELSEWHERE = "This game is open in another window, so you can only view it here. Close it there to play here."
FILTER = "Chitpull games (*.chitpull);;All files (*)"
TO_OPEN = "Games, modules and scenarios (*.chitpull *.chitpull-module *.yaml *.yml);;All files (*)"
MOST_COPIES = 12
"""Records of one game that a file of it is compared with."""
MODULE = "module"
"""The name under which a game keeps which module its scenario is from."""


Writes = Callable[..., RecordWriter]
"""Makes what writes a record: takes its path, and by name whether it `seals` and the `ledger`."""
Waits = Callable[[str, str], AbstractContextManager[Callable[[float], None]]]
"""Shows under a title what is waited for, and takes how far it has come, from 0 to 1; may raise Cancelled."""


def unseen(title: str, words: str) -> AbstractContextManager[Callable[[float], None]]:
    """Show nothing while a game is read."""
    return nullcontext(lambda done: None)


class CannotOpen(Exception):
    """A game or scenario cannot be put on the table; the text is one sentence for the player."""


@contextmanager
def loading() -> Iterator[None]:
    """Turn what is wrong with a scenario into CannotOpen; each system has its own error that lists its `problems`."""
    try:
        yield
    except Exception as error:
        if not hasattr(error, "problems") and not isinstance(error, LookupError | ValueError | OSError):
            raise
        raise CannotOpen(str(error.args[0]) if isinstance(error, KeyError) else str(error)) from error


class LeftClosed(CannotOpen):
    """The player did not want to wait until a game was read."""


class GameFiles:
    """Start, open and copy games, and remember which one is in play while the program runs."""

    def __init__(self, settings: Settings, folder: Path | None = None, waits: Waits = unseen) -> None:
        self.settings, self._waits = settings, waits
        self.folder = folder or user_data_dir() / "games"
        self.ledger = table_ledger()
        self._lock: QLockFile | None = None
        self._playing: Session | None = None
        """The game that is recorded, to be closed in good order."""
        self._last: list[Session] = []
        """The game started or opened last: the next one of its scenario shares that, with all that is known of it."""
        self._read: tuple[Path, Stamp, Contents] | None = None
        """The record read last, until it is opened: it is not read again for each question about it."""

    def start(self, choice: NewGame) -> Session:
        """Start a game and its record; raise CannotOpen."""
        with loading():
            game_system = system(choice.system)
            scenario = shared(game_system, choice.source, self._last)
        origin = Origin.now(scenario)
        nature = nature_of(game_system, origin, choice.seed, by_hand=choice.own_dice)
        writer = self.record_of(scenario)
        try:
            session = Session.new(
                game_system, scenario, nature=nature, listeners=[writer], source=choice.source, origin=origin
            )
            if choice.players.any:
                session.keep(PLAYERS, choice.players.to_plain())
            if (module := choice.module) is not None:
                session.keep(MODULE, module)
        except RecordError as error:
            raise CannotOpen(str(error)) from error
        self.take_up(session)
        return session

    def record_of(self, scenario: Any, kind: Writes = RecordWriter) -> RecordWriter:
        """Return the writer of a new game's record, of such a kind; raise CannotOpen."""
        try:
            return kind(self.new_path(scenario.title), seals=True, ledger=self.ledger)
        except OSError as error:
            raise CannotOpen(
                f"The game cannot be saved in {self.folder}: {why(error)}. Set {HOME_VARIABLE} to a "
                "folder you can write to and start Chitpull again."
            ) from error

    def take_up(self, session: Session) -> None:
        """Take note that a game is in play, which its writer records; one without a record is nowhere to be found."""
        writer = writer_of(session)
        if writer is None:
            self.clear_table()
        else:
            self.put_on_table(writer.path)
        self._last, self._playing = [session], session

    def branch(self, session: Session) -> Session:
        """Let an independent game go on in a record of its own, with dice of its own; raise CannotOpen."""
        session.origin = Origin.now(session.scenario)
        if isinstance(session.driver, ManualNature):
            session.driver = nature_of(session.system, session.origin, None, by_hand=True)
        else:
            session.driver = SealedNature()  # one seed cannot account for the dice before and after
        try:
            path = self.new_path(getattr(session.scenario, "title", session.scenario.id))
            writer = RecordWriter(path, seals=True, ledger=self.ledger)
            writer.begin(session)
        except (OSError, RecordError) as error:
            raise CannotOpen(f"The new game cannot be saved in {self.folder}: {why(error)}.") from error
        session.listeners.append(writer)
        self.put_on_table(writer.path)
        self._playing = session
        return session

    def open(
        self, path: Path, *, seconds: float | None = None, told: bool = False, kind: Writes = RecordWriter
    ) -> Session:
        """Open a saved game and go on recording it in its file; raise CannotOpen. `seconds` of its proof are at once.

        A copy that lies elsewhere than the games kept by themselves is left as it is: the game goes on in a file of its
        own. While another window plays it, it can only be looked at: every order is refused, with the reason. A player
        who has been `told` how it differs from what was written here is not told of that again.
        """
        asked = path
        try:
            path = self._kept(asked)
            lock = self._lock if self.is_on_table(path) else _locked(path)
        except (OSError, RuntimeError, ValueError) as error:  # no name of a file, or links in a circle
            raise CannotOpen(f"{path.name} cannot be opened: {why(error)}.") from error
        try:
            contents = self._contents(asked)
            doubt = doubt_of(path, contents, self.ledger) if told and self.ledger is not None else None
            session = self._loaded(path, contents, attach=lock is not None, seconds=seconds, kind=kind)
        except (RecordError, LeftClosed) as error:
            if lock is not None and lock is not self._lock:
                lock.unlock()
            if path != asked:
                path.unlink(missing_ok=True)
            raise error if isinstance(error, LeftClosed) else CannotOpen(str(error)) from error
        if path != asked:
            session.notices.extend(thoughts.copy_or_say(asked, path))
        if doubt in session.notices:
            session.notices.remove(doubt)
        if lock is None:
            session.listeners.append(OnlyLooking(ELSEWHERE))
            session.notices.append(ELSEWHERE)
            self.clear_table()
        else:
            self._put(path, lock)
            self._playing = session
        self._last = [session]
        return session

    def _kept(self, path: Path) -> Path:
        """Return the file in which a game goes on: for a copy a new one among the others; raise OSError."""
        if path.resolve().parent == self.folder.resolve() or not self._is_sound(path) or self.is_on_table(path):
            return path
        lock = _locked(path)
        if lock is None:  # another window plays it: it is only looked at
            return path
        lock.unlock()
        kept = self.new_path(re.sub(r" \d{4}-\d\d-\d\d \d\d\.\d\d.*$", "", path.stem))
        again(lambda: shutil.copyfile(path, kept))
        return kept

    def copies(self, path: Path) -> Copies | None:
        """Return how a file from elsewhere compares with the record of the same game that is kept here, None for none.

        Raises LeftClosed.
        """
        try:
            if path.resolve().parent == self.folder.resolve():
                return None
            contents = self._contents(path)
        except (RecordError, OSError, RuntimeError, ValueError):  # opening it says what is wrong
            return None
        game, found, of = (Origin.of(contents.header).game, list[Copies](), systems().get(contents.system))
        playing = self._record_in_play(game)
        known = [] if self.ledger is None else self.ledger.records(game, self.folder)
        for own in [*([playing] if playing else []), *(path for path in known if path != playing)][:MOST_COPIES]:
            with suppress(RecordError):
                log = self._playing.log if self._playing is not None and own == playing else read(own).history.log
                is_open = of is not None and not of.hides
                found.append(Copies.of((own, log), (path, contents.history.log), can_be_hosted=is_open))
        if not found:
            return None
        best = max(found, key=lambda copies: (not copies.part, copies.shared))  # of equals the one in play
        if best.are_alike:
            self._read = None  # it is not opened
        return best

    def _record_in_play(self, game: str) -> Path | None:
        """Return the record that this window writes if it plays a game, else None."""
        writer = None if self._playing is None else writer_of(self._playing)
        is_it = self._playing is not None and self._playing.origin is not None and self._playing.origin.game == game
        return writer.path if is_it and writer is not None else None

    def look(self, path: Path) -> Session:
        """Return the game of a file to look at; raise RecordError or LeftClosed."""
        return self._loaded(path, read(path), attach=False, prove=False)

    def damage(self, path: Path) -> str | None:
        """Return what of a saved game is lost and what could be rescued, None if it is sound; raise LeftClosed."""
        try:
            contents = self._contents(path)
            if not contents.fresh:
                return None
            session = self._loaded(path, contents, attach=False, prove=False)
        except RecordError:
            return None
        return (
            f"{session.notices[0]}\nThe game can be recovered up to order {session.seq}. "
            f"The damaged file is kept as {path.name}.damaged."
        )

    def _loaded(
        self,
        path: Path,
        contents: Contents,
        *,
        attach: bool,
        prove: bool = True,
        seconds: float | None = None,
        kind: Writes = RecordWriter,
    ) -> Session:
        """Return the game of a record that has been read, which uses that up; raise RecordError or LeftClosed."""
        self._read = None
        try:
            with self._waits("Opening a game", f"Replaying {path.name}…") as progress:
                return load_record(
                    path,
                    attach=attach,
                    beside=self._last,
                    contents=contents,
                    prove=prove,
                    progress=progress,
                    seconds=PROOF_SECONDS if seconds is None else seconds,
                    ledger=self.ledger,
                    writer=kind(path, ledger=self.ledger),
                )
        except Cancelled:
            raise LeftClosed(f"{path.name} was not opened.") from None

    def _contents(self, path: Path) -> Contents:
        """Return the record in a file, read once while it stays the same; raise RecordError or LeftClosed."""
        if self._read is not None and self._read[:2] == (path, _stamp_of(path)):
            return self._read[2]
        before = _stamp_of(path)
        try:
            with self._waits("Opening a game", f"Reading {path.name}…") as progress:
                contents = read(path, progress)
        except Cancelled:
            raise LeftClosed(f"{path.name} was not opened.") from None
        self._read = (path, before, contents)
        return contents

    def _is_sound(self, path: Path) -> bool:
        """Tell whether a file is a record of a game, and whole."""
        try:
            return not self._contents(path).fresh
        except RecordError:
            return False

    def copy(self, session: Session, path: Path) -> None:
        """Write a copy of a game's record; raise CannotOpen."""
        try:
            save_as(session, path, seals=True)
        except RecordError as error:
            raise CannotOpen(str(error)) from error
        self._remember(path)

    def new_path(self, title: str) -> Path:
        """Return an unused path for the record of a new game with this title."""
        self.folder.mkdir(parents=True, exist_ok=True)
        stem = f"{name_of(title)} {datetime.now():%Y-%m-%d %H.%M}"
        names = (f"{stem}{SUFFIX}", *(f"{stem} ({n}){SUFFIX}" for n in range(2, 1000)))
        return next(self.folder / name for name in names if not (self.folder / name).exists())

    def keep(self, title: str, contents: Contents) -> Path:
        """Keep a record that came from elsewhere and has been read; return its file, to be opened. Raises OSError."""
        path, game = self.new_path(title), Origin.of(contents.header).game
        with told_of(self.ledger, game, path, contents.text, contents.entries):
            path.write_bytes(contents.text)
        contents.name = path.name
        self._read = path, _stamp_of(path), contents
        return path

    def put_on_table(self, path: Path) -> None:
        """Remember the game in play, so that a crash can be told from leaving."""
        self._put(path, _locked(path) or _lock_of(path))

    def _put(self, path: Path, lock: QLockFile) -> None:
        if lock is not self._lock:
            self.clear_table()
        self._remember(path.resolve())
        self.settings.set("on_table", str(path.resolve()))
        self._lock = lock

    def _remember(self, path: Path) -> None:
        """Put a game at the head of the games played last, in the program and on the desktop."""
        self.settings.remember_game(path)
        recent_documents.add(path)

    def is_on_table(self, path: Path) -> bool:
        """Tell whether this window plays the game of a file."""
        return self._lock is not None and self._lock.fileName() == _lock_of(path).fileName()

    def clear_table(self) -> None:
        """Forget the game in play, and write in its record that it was closed normally."""
        writer = None if self._playing is None else writer_of(self._playing)
        if self._playing is not None and writer is not None:
            writer.close(self._playing)
        self._playing = None
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None
            self.settings.set("on_table", "")

    def interrupted(self) -> Path | None:
        """Return the game that was in play when the program last crashed or was killed, if any."""
        name = self.settings.get("on_table", "")
        path = Path(name)
        if not name or not is_file(name):
            return None
        lock = _locked(path)
        if lock is None:  # another window plays it now
            return None
        lock.unlock()
        return path


def name_of(title: str) -> str:
    """Return a title as a name that every file system takes."""
    return "".join(c for c in title if c.isprintable() and c not in NOT_IN_NAMES).strip(" .") or "Game"


def _stamp_of(path: Path) -> Stamp:
    try:
        return stamp(os.stat(path))
    except (OSError, ValueError):  # reading it says what is wrong
        return ()


def _lock_of(path: Path) -> QLockFile:
    lock = QLockFile(str(path.resolve()) + ".lock")
    lock.setStaleLockTime(0)
    return lock


def _locked(path: Path) -> QLockFile | None:
    """Return the lock of a record, None where another window holds it; where no lock can be written, none is held."""
    lock = _lock_of(path)
    taken = lock.tryLock(0)
    return None if not taken and lock.error() is QLockFile.LockError.LockFailedError else lock
