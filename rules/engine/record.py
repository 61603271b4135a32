"""The record of a game: JSON lines, written and flushed before anybody is shown what they say.

What its lines say stands in `record_form`. Each line except snapshots ends with its seal (see chain). Where hands are
hidden all of it is sealed until the game is over (see sealing).
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

from rules.engine.bounded import RECORD, Ledger, NotOrdinary, again, change_time, read_ordinary, replace, told_of, why
from rules.engine.command import Plain
from rules.engine.history import Entry, History, Note
from rules.engine.record_form import digest_line, is_packed, line, play_lines, snapshot_lines, unpacked, whole
from rules.engine.sealing import Chain, Seal, Unsealed, new_seal, sealed_lines, unsealed
from rules.engine.session import Listener, Session

DIGEST_EVERY: Final = 50

Stamp: TypeAlias = tuple[int, ...]
_UNKNOWN: Final = -1  # of a time that the file system does not keep


class RecordError(Exception):
    """A record cannot be written or read; the text is one sentence for the player."""

    def __init__(self, text: str) -> None:
        super().__init__(" ".join(text.splitlines()))  # it may repeat what stands in the file


def write_whole(path: Path, text: bytes, *, overwrite: bool = True) -> None:
    """Write a file completely or not at all; raise RecordError.

    Without `overwrite` it must not exist yet. Links are never written through.
    """
    part = placed = None
    try:
        if not overwrite:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
            placed = path
        elif path.exists() and not path.is_file():
            raise NotOrdinary("it is not an ordinary file")
        part = path.with_name(path.name + ".part")
        with _anew(part) as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        replace(part, path)
    except (OSError, ValueError) as error:
        for begun in (part, placed):
            _remove(begun)
        if isinstance(error, FileExistsError) and not overwrite and placed is None:
            raise RecordError(f"{path} already exists; it is only replaced if you ask for that.") from error
        raise RecordError(f"The game {path} cannot be saved: {why(error)}.") from error


def _anew(part: Path) -> IO[bytes]:
    """Open a new file; an old one is removed first, and links are not followed."""
    make = partial(os.open, part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        made = make()
    except FileExistsError:
        if part.is_dir() and not part.is_symlink():
            raise NotOrdinary(f"{part.name} beside it is a folder") from None
        part.unlink()
        made = make()
    return open(made, "wb")


def _remove(path: Path | None) -> None:
    try:
        if path is not None:
            path.unlink(missing_ok=True)
    except (OSError, ValueError):  # no file of ours is there
        return


class RecordWriter(Listener):
    """Writes every accepted entry to a file before `submit` returns; give it to `Session.new` as a listener.

    What is written survives if the program is killed; with `sync` it also survives a power cut, at the cost of a few
    milliseconds per command. A command that cannot be written is refused with RecordError and leaves no trace.
    The file is open only during writes. Once another program has changed it, nothing more is written. With `seals`, a
    game with hidden hands lies sealed on the disk until it is over; then the record is written anew in the clear. A
    `ledger` hears from time to time how far it has been written.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        options: Mapping[str, Plain] | None = None,
        sync: bool = False,
        every: int = DIGEST_EVERY,
        overwrite: bool = True,
        seals: bool = False,
        ledger: Ledger | None = None,
    ) -> None:
        self.path = Path(path)
        self.options = dict(options or {})
        self.sync = sync
        self.every, self.overwrite = every, overwrite
        self.seals = seals
        self.ledger = ledger
        self.seal: Seal | None = None
        self._begun, self._digested = False, 0
        self._chain = Chain()
        self._content = blake2b()
        self._stamp: Stamp = ()
        self._lines, self._is_closed = 0, False
        self._held: tuple[History | None, bytes] = (None, b"")

    def accepted(self, session: Session, entries: list[Entry], events: list[dict[str, Any]], *, snapshot: bool) -> None:
        """Write entries, events and whatever else is due."""
        if not self._begun:
            self.begin(session)
            return
        held = self._held_for(session)
        text = held + play_lines(session.seq, entries, events)
        if snapshot:
            text += self._position(session, text.count(b"\n"))
        due = session.seq >= self._digested + self.every or (entries and session.is_over)
        if due and not snapshot:
            counts = session.history.counts
            text += digest_line(session, session.seq, session.digest(), counts, self._lines + text.count(b"\n"))
        self._append(text)
        if due or snapshot:
            self._digested = session.seq
            self._tell_ledger(session)
        elif held:
            self._digested = min(self._digested, session.seq)
        if self.seal is not None and session.is_over:
            self._unseal(self.seal, session)

    def taken_back(self, session: Session, seq: int, *, agreed: bool) -> None:
        """Note that the game went back; if chance is asked there, together with its answer."""
        if not self._begun:
            self.begin(session)
            return
        text = line({"back": seq, "agreed": agreed})
        if agreed and session.request is not None:
            self._held = (session.history, text)
            return
        self._append(text)
        self._digested = min(self._digested, seq)

    def noted(self, session: Session, note: Note) -> None:
        """Write a player's note."""
        if self._begun:
            self.note(session, note.to_json(), snapshot=False)
        else:
            self.begin(session)

    def kept(self, session: Session, key: str) -> None:
        """Write down what is kept with the game."""
        if self._begun:
            self._append(line({"kept": {key: session.kept[key]}}))

    def begin(self, session: Session) -> None:
        """Write the record of a game so far and continue it."""
        _check_whole(session)
        chain = Chain()
        text = sealed_lines(whole(session, self.options), chain)
        self._lines, self._is_closed = text.count(b"\n"), False
        self.seal = seal_for(session) if self.seals else None
        text = text if self.seal is None else self.seal.whole(text)
        with told_of(self.ledger, _game_of(session), self.path, text, session.seq):
            self._place(text)
        self.overwrite = self._begun = True
        self._chain, self._content, self._digested = chain, blake2b(text), session.seq

    def _place(self, text: bytes) -> None:
        """Put a record where it is kept; raise RecordError."""
        write_whole(self.path, text, overwrite=self.overwrite)
        with self._file() as file:
            self._stamp = _stamp_of(file)

    def close(self, session: Session) -> None:
        """Note that the game was put away, so that a record that ends without that shows it; fail silently."""
        if self._begun and not self._is_closed and not session.is_over:
            try:
                self._append(self._held_for(session) + line({"closed": session.seq}))
            except RecordError:
                return
            self._is_closed = True
        if self._begun:
            self._tell_ledger(session)

    def copied(self, session: Session) -> bytes | None:
        """Return what is in the file, put away as by `close`; None if it is not what was written. Raise RecordError."""
        try:
            text = read_ordinary(self.path, RECORD)
        except OSError as error:
            raise RecordError(f"The saved game {self.path} cannot be read: {why(error)}.") from error
        if blake2b(text).digest() != self._content.digest():
            return None
        if self._is_closed or session.is_over:
            return text
        held = self._held[1] if self._held[0] is session.history else b""
        more = sealed_lines(held + line({"closed": session.seq}), self._chain.copy())
        return text + (more if self.seal is None else self.seal.lines(more))

    def _tell_ledger(self, session: Session) -> None:
        if self.ledger is not None:
            length, digest = self._stamp[2], self._content.hexdigest()
            self.ledger.note(_game_of(session), self.path, length, digest, session.seq)

    def reopen(
        self,
        text: bytes,
        end: int,
        seq: int,
        chain: Chain,
        sealed: Unsealed | None = None,
        *,
        lines: int = 0,
        is_closed: bool = False,
    ) -> None:
        """Continue an existing record that holds `text` at position `seq`, after its first `end` bytes.

        `lines` were written there, and `is_closed` tells whether the last of them says that the game was put away.
        The bytes after them are dropped. Raise RecordError if the file is no longer what was read. In a `sealed` one
        `text` is what was inside.
        """
        if sealed is not None:
            text, end, self.seal = sealed.raw, sealed.ends[text.count(b"\n", 0, end) - 1], sealed.seal
        self._content = blake2b(text)
        self._take_up(text, end)
        if end < len(text):
            self._content = blake2b(text[:end])
        self._begun, self._digested, self._chain = True, seq, chain
        self._lines, self._is_closed = lines, is_closed

    def _take_up(self, text: bytes, end: int) -> None:
        """Find the record as it was read, unpack it, and drop what follows its first `end` bytes; raise RecordError."""
        try:
            with self._file() as file:
                raw = _all_of(file)
                if raw == text:
                    file.truncate(end)
                    self._stamp = _stamp_of(file)
            if raw == text:
                return
            if not is_packed(raw) or unpacked(raw) != text:
                raise RecordError(f"The saved game {self.path} was changed by another program.")
            write_whole(self.path, text[:end])
            with self._file() as file:
                self._stamp = _stamp_of(file)
        except OSError as error:
            raise RecordError(f"The game {self.path} cannot be saved: {why(error)}.") from error

    def note(self, session: Session, told: Mapping[str, Any], *, snapshot: bool) -> None:
        """Write a line of another kind, followed by the present position if `snapshot`."""
        text = self._held_for(session) + line(told)
        self._append(text + (self._position(session, text.count(b"\n")) if snapshot else b""))

    def go_on(self, session: Session, lines: bytes) -> None:
        """Write what others have heard of the game meanwhile, and the position it has come to; raise RecordError.

        Where nothing has been heard nothing is written, and at entry 0 no position: the one there is that from which
        the game started.
        """
        if not lines:
            return
        self._append(lines + (self._position(session, lines.count(b"\n")) if session.seq else b""))
        self._digested = session.seq
        self._tell_ledger(session)

    def _position(self, session: Session, more: int) -> bytes:
        return snapshot_lines(session, session.seq, session.state, session.history.counts, self._lines + more)

    def _held_for(self, session: Session) -> bytes:
        """Return the line of a take-back still waiting for its entry; forget one that was undone."""
        (history, text), self._held = self._held, (None, b"")
        return text if history is session.history else b""

    def _append(self, text: bytes) -> None:
        if not text:
            return
        chain, lines = self._chain.copy(), text.count(b"\n")
        text = sealed_lines(text, chain)
        text = text if self.seal is None else self.seal.lines(text)
        self._add(text)
        self._chain = chain
        self._content.update(text)
        self._lines, self._is_closed = self._lines + lines, False

    def _add(self, text: bytes) -> None:
        """Add lines to what is kept: all of them or none; raise RecordError."""
        try:
            with self._file() as file:
                if not self._is_untouched(file) and not self._is_mine(file):
                    raise RecordError(f"The saved game {self.path} was changed by another program.")
                end = file.seek(0, os.SEEK_END)
                try:
                    self._write(file, text)
                except OSError:
                    file.truncate(end)
                    self._stamp = _stamp_of(file)
                    raise
                self._stamp = _stamp_of(file)
        except OSError as error:
            raise RecordError(f"The game {self.path} cannot be saved: {why(error)}.") from error

    def _unseal(self, seal: Seal, session: Session) -> None:
        """Write the record in the clear. Where that fails it stays sealed: it is tried again when it is opened."""
        try:
            raw = read_ordinary(self.path, RECORD)
            if blake2b(raw).digest() != self._content.digest():
                return
            text = unsealed(raw, seal).text
            with told_of(self.ledger, _game_of(session), self.path, text, session.seq):
                write_whole(self.path, text)
            with self._file() as file:
                self._stamp = _stamp_of(file)
        except (OSError, ValueError, RecordError):
            return
        self._content, self.seal = blake2b(text), None

    def _file(self) -> IO[bytes]:
        return again(lambda: self.path.open("r+b", buffering=0))

    def _is_untouched(self, file: IO[bytes]) -> bool:
        """Tell whether a file shows by its times that nobody has changed it; where they do not tell, it is read."""
        now = _stamp_of(file)
        return now == self._stamp and now[-1] != _UNKNOWN

    def _is_mine(self, file: IO[bytes]) -> bool:
        """Tell whether a file still holds what was written or read, by content rather than name, length and date."""
        return blake2b(_all_of(file)).digest() == self._content.digest()

    def _write(self, file: IO[bytes], text: bytes) -> None:
        done = 0
        while done < len(text):
            done += file.write(text[done:])
        if self.sync:
            os.fsync(file.fileno())


def _all_of(file: IO[bytes]) -> bytes:
    """Return what is in an open file, b'' where that would have no end."""
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        return b""
    file.seek(0)
    return file.read(RECORD + 1)


def _check_whole(session: Session) -> None:
    if not session.is_whole:
        raise RecordError("This copy of the game lacks what is hidden from its side, so it cannot be saved.")


def _game_of(session: Session) -> str:
    return "" if session.origin is None else session.origin.game


def stamp(status: os.stat_result) -> Stamp:
    """Return a stamp that shows cheaply whether a file has been replaced or changed."""
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _stamp_of(file: IO[bytes]) -> Stamp:
    """Return the stamp of an open file, with the time of the change itself, which nobody can set back."""
    number = file.fileno()
    changed = change_time(number, status := os.fstat(number))
    return *stamp(status)[:-1], _UNKNOWN if changed is None else changed


def writer_of(session: Session) -> RecordWriter | None:
    """Return the writer that records a session, if one does."""
    return next((listener for listener in session.listeners if isinstance(listener, RecordWriter)), None)


def seal_for(session: Session) -> Seal | None:
    """Return a new seal for a game whose hands are still hidden, None for any other; raise RecordError."""
    if session.is_over or not session.system.hides:
        return None
    try:
        return new_seal()
    except (OSError, ValueError) as error:
        raise RecordError(f"The game cannot be sealed: {why(error)}.") from error


def save_as(
    session: Session,
    path: str | Path,
    *,
    overwrite: bool = True,
    nature: Mapping[str, Plain] | None = None,
    seals: bool = False,
) -> None:
    """Write a copy of the game's record to `path`; raise RecordError. Recording continues in the old file.

    `nature` replaces the game's own in the header, to withhold a seed. With `seals` a game whose hands are still hidden
    is sealed.
    """
    _check_whole(session)
    writer, target = writer_of(session), Path(path)
    seal = seal_for(session) if seals else None
    is_fit = writer is not None and (writer.seal is None or seal is not None)
    text = None
    if nature is None and writer is not None and is_fit and _is_there(writer.path):
        if _is_there(target) and target.samefile(writer.path):
            return
        text = writer.copied(session)
    if text is None:
        closed = b"" if session.is_over else line({"closed": session.seq})
        text = sealed_lines(whole(session, writer.options if writer else {}, nature) + closed, Chain())
        text = text if seal is None else seal.whole(text)
    ledger = writer.ledger if writer is not None else None
    with told_of(ledger, _game_of(session), target, text, session.seq):
        write_whole(target, text, overwrite=overwrite)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # not a valid file name
        return False
