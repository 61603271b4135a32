"""The record of a game: JSON lines, written and flushed before anybody is shown what they say.

Line 1 is the header. Then, in order of play: entries {"n", "seat", "command"} or {"n", "nature"}, their
events {"events", "n"}, a digest every so many entries, a snapshot at each checkpoint and at the start,
{"back", "agreed"} where the game went back, {"opened"} where another version of the program took over.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import IO, Any

from rules.engine.command import Plain
from rules.engine.digest import digest
from rules.engine.history import Entry
from rules.engine.nature import describe
from rules.engine.session import Listener, Session

CONTAINER = 1
DIGEST_EVERY = 50


class RecordError(Exception):
    """A record cannot be written or read; the text is one sentence for the player."""


def line(value: Mapping[str, Any]) -> bytes:
    """Return one line of a record."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True, default=dict).encode("ascii") + b"\n"


def header(session: Session, options: Mapping[str, Plain]) -> dict[str, Any]:
    """Return the header: versions, scenario with its content hash, options, seats, nature."""
    system, scenario, source = session.system, session.scenario, session.source
    told: dict[str, Any] = {"id": scenario.id, "hash": scenario.hash}
    if isinstance(source, Mapping):
        told["document"] = source
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
        "nature": describe(session.driver),
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def snapshot_line(session: Session, seq: int, state: Any) -> bytes:
    """Return the line of a position; readers find its number and versions without reading the state."""
    plain = state.to_plain()
    system = session.system
    return line(
        {
            "snapshot": seq,
            "schema": system.schema,
            "rules": system.rules_version,
            "digest": digest(plain),
            "state": plain,
        }
    )


def digest_line(session: Session) -> bytes:
    """Return the line that says what the present position's digest is."""
    system = session.system
    told = {"digest": session.digest(), "n": session.seq, "schema": system.schema, "rules": system.rules_version}
    return line(told)


def entry_lines(first: int, entries: Iterable[Entry]) -> bytes:
    """Return the lines of entries, the first of which is number `first`."""
    return b"".join(line({"n": n, **entry.to_json()}) for n, entry in enumerate(entries, first))


def whole(session: Session, options: Mapping[str, Plain]) -> Iterator[bytes]:
    """Yield the record of a game so far, as if it had been written from the start."""
    history = session.history
    events = {n: [event for _, event in group] for n, group in groupby(history.events, itemgetter(0))}
    saves = {save.seq: save for save in reversed(history.saves)}
    yield line(header(session, options))
    for n in range(session.seq + 1):
        if n:
            yield entry_lines(n, history.log[n - 1 : n])
        if n in events:
            yield line({"events": events[n], "n": n})
        if n in saves:
            yield snapshot_line(session, n, saves[n].fetch())
    yield digest_line(session)


def write_whole(path: Path, chunks: Iterable[bytes]) -> None:
    """Write a file so that it is there wholly or not at all."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            file.writelines(chunks)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except (OSError, ValueError) as error:
        part.unlink(missing_ok=True)
        raise RecordError(f"The record {path} cannot be written: {why(error)}.") from error


def why(error: Exception) -> str:
    """Return the system's reason in its own words, without numbers and paths."""
    return getattr(error, "strerror", None) or str(error)


class RecordWriter(Listener):
    """Writes every accepted entry to a file before `submit` returns; give it to `Session.new` as a listener.

    Handing it to the operating system survives a killed program; `sync` also survives a power cut, for a few
    milliseconds per command. A command that cannot be written is refused with RecordError and leaves no trace.
    The file is open only while it is written to.
    """

    def __init__(
        self, path: str | Path, *, options: Mapping[str, Plain] | None = None, sync: bool = False,
        every: int = DIGEST_EVERY,
    ) -> None:  # fmt: skip
        self.path = Path(path)
        self.options = dict(options or {})
        self.sync = sync
        self.every = every
        self._end = 0
        self._digested = 0

    def accepted(self, session: Session, entries: list[Entry], events: list[dict[str, Any]], *, snapshot: bool) -> None:
        """Write entries, events and what else is due."""
        if not self._end:
            self.begin(session)
            return
        text = entry_lines(session.seq - len(entries) + 1, entries)
        if events:
            text += line({"events": events, "n": session.seq})
        if snapshot:
            text += snapshot_line(session, session.seq, session.state)
        due = session.seq >= self._digested + self.every or (entries and session.is_over)
        self._append(text + (digest_line(session) if due else b""))
        if due:
            self._digested = session.seq

    def taken_back(self, session: Session, seq: int, *, agreed: bool) -> None:
        """Note that the game went back."""
        if not self._end:
            self.begin(session)
            return
        self._append(line({"back": seq, "agreed": agreed}))
        self._digested = min(self._digested, seq)

    def begin(self, session: Session) -> None:
        """Write the record of a game so far and go on from there."""
        write_whole(self.path, whole(session, self.options))
        self._end, self._digested = self.path.stat().st_size, session.seq

    def reopen(self, end: int, seq: int) -> None:
        """Go on in an existing record at position `seq`, behind its first `end` bytes; what follows them is dropped."""
        try:
            with self.path.open("r+b") as file:
                file.truncate(end)
        except OSError as error:
            raise RecordError(f"The record {self.path} cannot be written: {why(error)}.") from error
        self._end, self._digested = end, seq

    def note(self, session: Session, told: Mapping[str, Any], *, snapshot: bool) -> None:
        """Write a line of another kind, if wanted with the present position behind it."""
        self._append(line(told) + (snapshot_line(session, session.seq, session.state) if snapshot else b""))

    def _append(self, text: bytes) -> None:
        if not text:
            return
        try:
            with self.path.open("r+b", buffering=0) as file:
                if file.seek(0, os.SEEK_END) != self._end:
                    raise RecordError(f"The record {self.path} has been changed by another program.")
                try:
                    self._write(file, text)
                except OSError:
                    file.truncate(self._end)
                    raise
        except OSError as error:
            raise RecordError(f"The record {self.path} cannot be written: {why(error)}.") from error
        self._end += len(text)

    def _write(self, file: IO[bytes], text: bytes) -> None:
        done = 0
        while done < len(text):
            done += file.write(text[done:])
        if self.sync:
            os.fsync(file.fileno())


def writer_of(session: Session) -> RecordWriter | None:
    """Return the writer that records a session, if one does."""
    return next((listener for listener in session.listeners if isinstance(listener, RecordWriter)), None)


def save_as(session: Session, path: str | Path) -> None:
    """Write a copy of the game's record to `path`; raise RecordError. A recording goes on where it was."""
    writer, target = writer_of(session), Path(path)
    if writer is None or not writer.path.exists():
        write_whole(target, whole(session, writer.options if writer else {}))
    elif not (target.exists() and target.samefile(writer.path)):
        try:
            copied = writer.path.read_bytes()
        except OSError as error:
            raise RecordError(f"The record {writer.path} cannot be read: {why(error)}.") from error
        write_whole(target, [copied])
