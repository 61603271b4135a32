"""The record of a game: JSON lines, written and flushed before anybody is shown what they say.

Line 1 is the header. Then, in order of play: entries {"n", "seat", "command"} or {"n", "nature"}, their
events {"events", "n"}, a snapshot at each checkpoint and at the start, a digest after each snapshot and every 50 or so
entries, {"note", "at", "text"} for what a player has written down, {"back", "agreed"} where the game went back,
{"opened"} where another version of the program took over, {"mended"} where a damaged record was taken up again,
{"kept"} where the table keeps a note with the game. Each line except snapshots ends with its seal (see chain).
Where hands are hidden all of it is sealed until the game is over (see sealing).
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from hashlib import blake2b
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

from rules.engine.bounded import RECORD, NotOrdinary, read_ordinary
from rules.engine.chain import Chain, sealed_lines
from rules.engine.command import Plain
from rules.engine.digest import digest
from rules.engine.disk import again, replace, why
from rules.engine.history import NATURE, Entry, History
from rules.engine.nature import describe
from rules.engine.notes import Note
from rules.engine.sealing import Seal, Unsealed, new_seal, unsealed
from rules.engine.session import Listener, Session

CONTAINER: Final = 1
DIGEST_EVERY: Final = 50

Stamp: TypeAlias = tuple[int, ...]


class RecordError(Exception):
    """A record cannot be written or read; the text is one sentence for the player."""

    def __init__(self, text: str) -> None:
        super().__init__(" ".join(text.splitlines()))  # it may repeat what stands in the file


def line(value: Mapping[str, Any]) -> bytes:
    """Return one line of a record."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True, default=dict).encode("ascii") + b"\n"


def header(session: Session, options: Mapping[str, Plain], nature: Mapping[str, Plain] | None = None) -> dict[str, Any]:
    """Return the header: versions, scenario with its content hash, options, seats, nature.

    A scenario that does not ship with the program is included whole (its `document`).
    """
    system, scenario, source = session.system, session.scenario, session.source
    told: dict[str, Any] = {"id": scenario.id, "hash": scenario.hash}
    document = getattr(scenario, "document", None) or (source if isinstance(source, Mapping) else None)
    if document is not None:
        told["document"] = document
    elif source is not None and str(source) != scenario.id:
        told["path"] = str(source)
    return {
        "chitpull": "record",
        "container": CONTAINER,
        "system": system.id,
        "schema": system.schema,
        "rules": system.rules_version,
        "scenario": told,
        "options": dict(options),
        "seats": list(system.seats),
        "nature": describe(session.driver) if nature is None else dict(nature),
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def snapshot_lines(session: Session, seq: int, state: Any, counts: Mapping[str, int]) -> bytes:
    """Return the lines of a snapshot and its digest; number and versions come first, readable without the state."""
    plain = state.to_plain()
    system, value = session.system, digest(plain)
    told = {"snapshot": seq, "schema": system.schema, "rules": system.rules_version, "digest": value, "state": plain}
    return line(told) + (digest_line(session, seq, value, counts) if seq else b"")  # at the start nothing has run yet


def digest_line(session: Session, seq: int, value: str, counts: Mapping[str, int]) -> bytes:
    """Return the line with the digest after `seq` entries and the number of dice and draws so far."""
    versions = {"schema": session.system.schema, "rules": session.system.rules_version}
    return line({"digest": value, "n": seq, **versions, "counts": counts})


def entry_lines(first: int, entries: Iterable[Entry]) -> bytes:
    """Return the lines of entries, numbered from `first`."""
    return b"".join(line({"n": n, **entry.to_json()}) for n, entry in enumerate(entries, first))


def whole(session: Session, options: Mapping[str, Plain], nature: Mapping[str, Plain] | None = None) -> Iterator[bytes]:
    """Yield the record of a game so far, as if it had been written from the start, without seals.

    `nature` replaces the description of the game's own driver.
    """
    history = session.history
    counts: dict[str, int] = {}
    events = {n: [event for _, event in group] for n, group in groupby(history.events, itemgetter(0))}
    saves = {save.seq: save for save in reversed(history.saves)}
    yield line(header(session, options, nature))
    for n in range(session.seq + 1):
        if n:
            yield entry_lines(n, history.log[n - 1 : n])
            if history.log[n - 1].seat == NATURE:
                kind = next(iter(history.log[n - 1].answer))
                counts[kind] = counts.get(kind, 0) + 1
        if n in events:
            yield line({"events": events[n], "n": n})
        if n in saves:
            yield snapshot_lines(session, n, saves[n].fetch(), counts)
    for note in history.notes.every:
        yield line(note.to_json())
    yield digest_line(session, session.seq, session.digest(), history.counts)
    if session.kept:
        yield line({"kept": session.kept})


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
            raise NotOrdinary("what is there is no ordinary file")
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
            raise RecordError(f"There is already a file {path}; it is replaced only if that is asked for.") from error
        raise RecordError(f"The record {path} cannot be written: {why(error)}.") from error


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
    game with hidden hands lies sealed on the disk until it is over; then the record is written anew in the clear.
    """

    def __init__(
        self, path: str | Path, *, options: Mapping[str, Plain] | None = None, sync: bool = False,
        every: int = DIGEST_EVERY, overwrite: bool = True, seals: bool = False,
    ) -> None:  # fmt: skip
        self.path = Path(path)
        self.options = dict(options or {})
        self.sync = sync
        self.every = every
        self.overwrite = overwrite
        self.seals = seals
        self.seal: Seal | None = None
        self._begun = False
        self._digested = 0
        self._chain = Chain()
        self._content = blake2b()
        self._stamp: Stamp = ()
        self._held: tuple[History | None, bytes] = (None, b"")

    def accepted(self, session: Session, entries: list[Entry], events: list[dict[str, Any]], *, snapshot: bool) -> None:
        """Write entries, events and whatever else is due."""
        if not self._begun:
            self.begin(session)
            return
        held = self._held_for(session)
        text = held + entry_lines(session.seq - len(entries) + 1, entries)
        if events:
            text += line({"events": events, "n": session.seq})
        counts = session.history.counts
        if snapshot:
            text += snapshot_lines(session, session.seq, session.state, counts)
        due = session.seq >= self._digested + self.every or (entries and session.is_over)
        if due and not snapshot:
            text += digest_line(session, session.seq, session.digest(), counts)
        self._append(text)
        if due or snapshot:
            self._digested = session.seq
        elif held:
            self._digested = min(self._digested, session.seq)
        if self.seal is not None and session.is_over:
            self._unseal(self.seal)

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
        chain = Chain()
        text = sealed_lines(b"".join(whole(session, self.options)), chain)
        self.seal = seal_for(session) if self.seals else None
        text = text if self.seal is None else self.seal.whole(text)
        write_whole(self.path, text, overwrite=self.overwrite)
        self.overwrite = self._begun = True
        self._chain, self._content, self._digested = chain, blake2b(text), session.seq
        self._stamp = stamp(os.stat(self.path))

    def reopen(self, text: bytes, end: int, seq: int, chain: Chain, sealed: Unsealed | None = None) -> None:
        """Continue an existing record that holds `text` at position `seq`, after its first `end` bytes.

        The bytes after them are dropped. Raise RecordError if the file is no longer what was read. In a `sealed` one
        `text` is what was inside.
        """
        if sealed is not None:
            text, end, self.seal = sealed.raw, sealed.ends[text.count(b"\n", 0, end) - 1], sealed.seal
        self._content = blake2b(text)
        try:
            with self._file() as file:
                if not self._is_mine(file):
                    raise RecordError(f"The record {self.path} has been changed by another program.")
                file.truncate(end)
                self._stamp = stamp(os.fstat(file.fileno()))
        except OSError as error:
            raise RecordError(f"The record {self.path} cannot be written: {why(error)}.") from error
        self._content = blake2b(text[:end])
        self._begun, self._digested, self._chain = True, seq, chain

    def note(self, session: Session, told: Mapping[str, Any], *, snapshot: bool) -> None:
        """Write a line of another kind, followed by the present position if `snapshot`."""
        state, counts = session.state, session.history.counts
        self._append(
            self._held_for(session)
            + line(told)
            + (snapshot_lines(session, session.seq, state, counts) if snapshot else b"")
        )

    def _held_for(self, session: Session) -> bytes:
        """Return the line of a take-back still waiting for its entry; forget one that was undone."""
        (history, text), self._held = self._held, (None, b"")
        return text if history is session.history else b""

    def _append(self, text: bytes) -> None:
        if not text:
            return
        chain = self._chain.copy()
        text = sealed_lines(text, chain)
        text = text if self.seal is None else self.seal.lines(text)
        try:
            with self._file() as file:
                if stamp(os.fstat(file.fileno())) != self._stamp and not self._is_mine(file):
                    raise RecordError(f"The record {self.path} has been changed by another program.")
                end = file.seek(0, os.SEEK_END)
                try:
                    self._write(file, text)
                except OSError:
                    file.truncate(end)
                    self._stamp = stamp(os.fstat(file.fileno()))
                    raise
                self._stamp = stamp(os.fstat(file.fileno()))
        except OSError as error:
            raise RecordError(f"The record {self.path} cannot be written: {why(error)}.") from error
        self._chain = chain
        self._content.update(text)

    def _unseal(self, seal: Seal) -> None:
        """Write the record in the clear. Where that fails it stays sealed: it is tried again when it is opened."""
        try:
            raw = read_ordinary(self.path, RECORD)
            if blake2b(raw).digest() != self._content.digest():
                return
            text = unsealed(raw, seal).text
            write_whole(self.path, text)
            self._stamp = stamp(os.stat(self.path))
        except (OSError, ValueError, RecordError):
            return
        self._content, self.seal = blake2b(text), None

    def _file(self) -> IO[bytes]:
        return again(lambda: self.path.open("r+b", buffering=0))

    def _is_mine(self, file: IO[bytes]) -> bool:
        """Tell whether a file still holds what was written or read, by content rather than name, length and date."""
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            return False
        file.seek(0)
        return blake2b(file.read(RECORD + 1)).digest() == self._content.digest()

    def _write(self, file: IO[bytes], text: bytes) -> None:
        done = 0
        while done < len(text):
            done += file.write(text[done:])
        if self.sync:
            os.fsync(file.fileno())


def stamp(status: os.stat_result) -> Stamp:
    """Return a stamp that shows cheaply whether a file has been replaced or changed.

    Whoever changes a file in place can set back its length and date, but not the time of the change itself.
    """
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


class OnlyLooking(Listener):
    """Refuses every command of a game with a sentence: somebody else is playing it."""

    def __init__(self, why_not: str) -> None:
        self.why_not = why_not

    def accepted(self, session: Session, entries: list[Entry], events: list[dict[str, Any]], *, snapshot: bool) -> None:
        """Refuse what changes the game."""
        if entries:
            raise RecordError(self.why_not)

    def taken_back(self, session: Session, seq: int, *, agreed: bool) -> None:
        """Refuse to go back."""
        raise RecordError(self.why_not)

    def noted(self, session: Session, note: Note) -> None:
        """Refuse to write a note."""
        raise RecordError(self.why_not)


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
    session: Session, path: str | Path, *, overwrite: bool = True, nature: Mapping[str, Plain] | None = None,
    seals: bool = False,
) -> None:  # fmt: skip
    """Write a copy of the game's record to `path`; raise RecordError. Recording continues in the old file.

    `nature` replaces the game's own in the header, to withhold a seed. With `seals` a game whose hands are still hidden
    is sealed.
    """
    writer, target = writer_of(session), Path(path)
    seal = seal_for(session) if seals else None
    is_fit = writer is not None and (writer.seal is None or seal is not None)
    if nature is None and writer is not None and is_fit and _is_there(writer.path):
        if _is_there(target) and target.samefile(writer.path):
            return
        try:
            text = read_ordinary(writer.path, RECORD)
        except OSError as error:
            raise RecordError(f"The record {writer.path} cannot be read: {why(error)}.") from error
    else:
        text = sealed_lines(b"".join(whole(session, writer.options if writer else {}, nature)), Chain())
        text = text if seal is None else seal.whole(text)
    write_whole(target, text, overwrite=overwrite)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # not a valid file name
        return False
