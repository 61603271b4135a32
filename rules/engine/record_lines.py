"""The lines of a record, read one by one and checked against their seals; damaged ones are skipped and reported."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from rules.engine.bounded import DOCUMENT, RECORD, TooMuch, read_json, read_ordinary
from rules.engine.chain import Chain, sealed
from rules.engine.disk import why
from rules.engine.history import LOST, Entry, History
from rules.engine.notes import Note
from rules.engine.record import CONTAINER, RecordError

_SNAPSHOT: Final = re.compile(
    rb'\{"snapshot":(\d{1,9}),"schema":(\d{1,9}),"rules":(\d{1,9}),"digest":"([0-9a-f]+)","state":'
)
_SHORTEST: Final = 20  # bytes of an entry
_NAMED: Final = 3


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A position as it is in the file, not decoded yet."""

    seq: int
    schema: int
    rules: int
    digest: str
    raw: bytes


@dataclass(slots=True)
class Contents:
    """What a record file holds; `text` is all of it, of which the first `end` bytes are whole lines.

    `schema` is that of the line being read; `schemas` and `told` keep it for each entry and event.
    `damaged` are the lines that could not be read since the record was last mended, `altered` what differs from its
    seal, `unsealed` counts the lines that have none. `gap`: entries are lost; `fresh`: something was lost since then;
    `hurt`: just before the line at hand. `room` limits how many entries can be lost, by what the file could hold.
    `taken_back_to` are the positions of the line that the game went back to.
    """

    name: str
    header: dict[str, Any]
    text: bytes = b""
    history: History = field(default_factory=lambda: History(None))
    snapshots: dict[int, Snapshot] = field(default_factory=dict)
    digests: dict[int, tuple[str, int, int]] = field(default_factory=dict)
    schema: int = 0
    schemas: list[int] = field(default_factory=list)
    told: list[int] = field(default_factory=list)
    end: int = 0
    entries: int = 0
    notices: list[str] = field(default_factory=list)
    chain: Chain = field(default_factory=Chain)
    damaged: list[int] = field(default_factory=list)
    altered: list[str] = field(default_factory=list)
    unsealed: int = 0
    hurt: bool = False
    gap: bool = False
    fresh: bool = False
    room: int = 0
    kept: dict[str, Any] = field(default_factory=dict)
    taken_back_to: list[int] = field(default_factory=list)

    @property
    def lost(self) -> list[int]:
        """Return the numbers of the entries that cannot be read."""
        return [n for n, entry in enumerate(self.history.log, 1) if entry is LOST]


def read(file: Path) -> Contents:
    """Read the lines of a record; raise RecordError if it is not a record or a newer program's."""
    try:
        text = read_ordinary(file, RECORD)
    except (OSError, ValueError) as error:
        raise RecordError(f"The record {file} cannot be opened: {why(error)}.") from error
    first = text.partition(b"\n")[0]
    header = _header(file, first, text)
    contents = Contents(file.name, header, text, schema=header["schema"], end=len(first) + 1, room=len(text))
    if contents.chain.proves(first) is False:
        contents.altered.append("the header (line 1)")
    for number, raw in enumerate(_lines(text, contents.end), 2):
        _read_line(contents, number, raw)
        contents.end += len(raw) + 1
    if contents.end < len(text):
        contents.notices.append(f"The last line of {file.name} was only half written and has been left out.")
    contents.entries = len(contents.history.log)
    if contents.unsealed and sealed(first) is not None:
        contents.notices.append(
            f"{contents.unsealed} lines of {file.name} have no seal: an older version of the program wrote them, or "
            "somebody else."
        )
    if contents.altered:
        contents.notices.append(f"{file.name} has been altered: {_listed(contents.altered)} not as written.")
    return contents


def _lines(text: bytes, start: int) -> Iterator[bytes]:
    while (end := text.find(b"\n", start)) >= 0:
        yield text[start:end]
        start = end + 1


def _listed(places: list[str]) -> str:
    more = len(places) - _NAMED
    named = places[:_NAMED] + ([f"{more} more"] if more > 0 else [])
    verb = "is" if len(places) == 1 else "are"
    return f"{' and '.join([', '.join(named[:-1]), named[-1]] if len(named) > 1 else named)} {verb}"


def _header(file: Path, first: bytes, text: bytes) -> dict[str, Any]:
    try:
        header = read_json(first)
        is_record = header["chitpull"] == "record" and type(header["container"]) is int
        newer = is_record and header["container"] > CONTAINER
        objects = isinstance(header.get("scenario"), dict) and isinstance(header.get("options", {}), dict)
        sound = newer or (objects and type(header["schema"]) is int and len(first) < len(text))
    except (ValueError, LookupError, TypeError, RecursionError):
        is_record = newer = sound = False
    if not is_record:
        raise RecordError(f"{file.name} is not a record of a game: its first line is not a Chitpull header.")
    if newer:
        raise RecordError(
            f"{file.name} was saved by a newer Chitpull (record format {header['container']}, this program "
            f"reads up to {CONTAINER}); update the program to open it."
        )
    if not sound:
        raise RecordError(f"{file.name} holds no game: its header is incomplete.")
    return dict(header)


def _read_line(contents: Contents, number: int, raw: bytes) -> None:
    """Read one line, or note that it is damaged."""
    proved = contents.chain.proves(raw)
    if contents.hurt and proved is False:
        proved = None  # what the damaged line before it would have proved is unknown
    try:
        what = _take(contents, raw, proved)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        contents.damaged.append(number)
        contents.hurt = contents.fresh = True
        return
    if proved is False:
        contents.altered.append(f"{what} (line {number})")
    if not raw.startswith(b'{"snapshot"'):
        contents.hurt = False
        contents.unsealed += sealed(raw) is None


def _take(contents: Contents, raw: bytes, proved: bool | None) -> str:
    """Read one line and return its kind; raise one of the usual errors if it is damaged."""
    history = contents.history
    if raw.startswith(b'{"snapshot"'):
        return _take_snapshot(contents, raw)
    told = read_json(raw)
    if "events" in told:
        n, events = _number(told["n"]), [_event(event) for event in told["events"]]
        _reach(contents, n)
        history.events.extend((n, event) for event in events)
        contents.told += [contents.schema] * len(events)
        return f"what happened after entry {n}"
    if "digest" in told:
        return _take_digest(contents, told)
    if "back" in told:
        _go_back(contents, _number(told["back"]))
        contents.taken_back_to.append(told["back"])
        return f"the take-back to entry {told['back']}"
    if "note" in told:
        note = Note.from_json(told)
        history.notes.keep(replace(note, at=min(note.at, len(history.log))))
        return f"note {note.id}"
    if "nature" in told or "seat" in told or "lost" in told:
        _take_entry(contents, told)
        return f"entry {told['n']}"
    if "opened" in told:
        contents.schema = _number(told["opened"]["schema"])
    elif "mended" in told:
        contents.damaged.clear()
        contents.fresh = False
    elif "kept" in told:
        contents.kept.update({str(key): value for key, value in told["kept"].items()})
    return "a note"


def _take_entry(contents: Contents, told: dict[str, Any]) -> None:
    history, n = contents.history, _number(told["n"])
    entry = LOST if "lost" in told else Entry.from_json(told)
    contents.gap = contents.gap or entry is LOST
    kind = next(iter(entry.answer)) if "nature" in told else None
    if contents.hurt and 0 < n <= len(history.log):
        _go_back(contents, n - 1)  # the line that said so is lost
    _reach(contents, n - 1)
    if kind is not None:
        history.count(kind)
    history.log.append(entry)
    contents.schemas.append(contents.schema)


def _take_digest(contents: Contents, told: dict[str, Any]) -> str:
    n, counts = _number(told["n"]), told.get("counts")
    digest = str(told["digest"]), _number(told["schema"]), _number(told["rules"])
    _reach(contents, n)
    contents.digests[n] = digest
    if contents.gap and isinstance(counts, dict):
        contents.history.counts = {str(kind): max(0, _number(count)) for kind, count in counts.items()}
    return f"the position after entry {n}"


def _take_snapshot(contents: Contents, raw: bytes) -> str:
    match = _SNAPSHOT.match(raw)
    if match is None or not raw.endswith(b"}") or len(raw) > DOCUMENT:
        raise ValueError("a damaged snapshot")
    seq, schema, rules = (int(match[i]) for i in (1, 2, 3))
    _reach(contents, seq)
    contents.snapshots[seq] = Snapshot(seq, schema, rules, match[4].decode("ascii"), raw[match.end() : -1])
    return f"the position after entry {seq}"


def _reach(contents: Contents, n: int) -> None:
    """Advance to position `n` of the line; entries missing before it have been lost."""
    missing = n - len(contents.history.log)
    if not 0 <= missing <= contents.room // _SHORTEST:
        raise TooMuch("more entries are missing than can have been there")
    if missing:
        contents.room -= missing * _SHORTEST
        contents.gap = contents.fresh = True
        contents.history.log += [LOST] * missing
        contents.schemas += [contents.schema] * missing


def _number(told: object) -> int:
    if type(told) is not int:
        raise TypeError("the number of an entry is a whole number")
    return told


def _event(told: object) -> dict[str, Any]:
    if not isinstance(told, dict) or not isinstance(told.get("event"), str):
        raise TypeError("an event is an object with a name")
    return told


def _go_back(contents: Contents, seq: int) -> None:
    if not 0 <= seq <= len(contents.history.log):
        raise ValueError("a take-back to nowhere")
    contents.history.cut(seq)
    del contents.schemas[seq:], contents.told[len(contents.history.events) :]
    contents.snapshots = {n: snapshot for n, snapshot in contents.snapshots.items() if n <= seq}
    contents.digests = {n: told for n, told in contents.digests.items() if n <= seq}
    contents.taken_back_to = [n for n in contents.taken_back_to if n < seq]
