"""The lines of a record, read one by one and checked against their seals; damaged ones are skipped and reported."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from rules.engine.bounded import DOCUMENT, TooMuch, read_json, why
from rules.engine.history import LOST, NATURE, Entry, History, Note
from rules.engine.nature import is_contradicted
from rules.engine.record import RecordError
from rules.engine.record_contents import Contents, Progress, Snapshot
from rules.engine.record_form import CONTAINER, read_record
from rules.engine.sealing import (
    CannotUnseal,
    Chain,
    Unsealed,
    first_line,
    is_sealed,
    unflipped,
    unsealed,
    without_flipped_end,
)

_SNAPSHOT: Final = re.compile(
    rb'\{"snapshot":(\d{1,9}),"schema":(\d{1,9}),"rules":(\d{1,9}),"digest":"([0-9a-f]+)","state":'
)
_SHORTEST: Final = 20  # bytes of an entry
_NAMED: Final = 3
LINES: Final = 500_000
"""Of a record; a game of 10,000 commands has 25,000."""
DAMAGED: Final = 10_000
"""Lines that may be unreadable before a record is given up."""
VALUES: Final = 2_000_000
"""In all lines but the positions; a game of 10,000 commands of the campaign has 500,000."""
_REPAIRS: Final = 10
"""Damaged lines for which a flipped bit is looked for."""
_STEP: Final = 1_000  # lines between two calls of what shows the progress


def read(file: Path, progress: Progress | None = None) -> Contents:
    """Read the lines of a record; raise RecordError if it is not a record, a newer program's, or beyond the limits."""
    try:
        text = read_record(file)
    except (OSError, ValueError) as error:
        raise RecordError(f"The saved game {file} cannot be opened: {why(error)}.") from error
    return read_text(file, text, progress)


def read_text(file: Path, text: bytes, progress: Progress | None = None, *, plays: bool = False) -> Contents:
    """Read the lines of a record from its text, which is called by its `file`; raise RecordError as `read` does.

    Whoever `plays` on with others wants its lines of play, too.
    """
    if text.count(b"\n") > LINES:
        raise RecordError(f"{file.name} has more than {LINES:,} lines, longer than any real game.")
    sealed = _unsealed(file, text) if is_sealed(text) else None
    contents = _begin(file, text if sealed is None else sealed.text)
    if sealed is not None:
        contents.sealed, text = sealed, sealed.text
        contents.mended += sealed.mended
    contents.line_of_play = [] if plays else None
    for number, raw in enumerate(_lines(text, contents.end), 2):
        _read_line(contents, number, raw)
        contents.end += len(raw) + 1
        if progress is not None and number % _STEP == 0:
            progress(contents.end / len(text))
    if contents.end < len(text):
        contents.notices.append(half_written(file))
    contents.entries = len(contents.history.log)
    _tell_seals(contents)
    return contents


def half_written(file: Path) -> str:
    """Return what is said of a record whose last line was being written when its program ended."""
    return f"The last line of {file.name} was only half written and was skipped."


def _unsealed(file: Path, text: bytes) -> Unsealed:
    try:
        return unsealed(text)
    except CannotUnseal as error:
        raise RecordError(f"{file.name} is sealed until its game is over: {error}.") from error
    except OSError as error:
        raise RecordError(f"The key of {file.name} cannot be read: {why(error)}.") from error


def _begin(file: Path, text: bytes) -> Contents:
    """Read the header; one in which a single bit has flipped is read as it was written."""
    raw, first = first_line(text)
    header, chain = _header(file, first, text), Chain()
    contents = Contents(file.name, header, text, schema=header["schema"], end=len(raw) + 1, room=len(text), chain=chain)
    proved = chain.proves(first)
    contents.is_sealed = proved is not None
    if proved is False:
        contents.altered.append("the header (line 1)")
        _trust_first_position(contents)
    elif is_contradicted(header):
        contents.altered.append("the header (line 1), from which the dice follow,")
    elif raw != first:
        field = _differing_field(header, raw)
        contents.notices.append(f"A single damaged bit in the header of {file.name} (line 1){field} was repaired.")
    return contents


def _trust_first_position(contents: Contents) -> None:
    """Let the position at the start say what version writes, where the header that said so is altered."""
    match = _SNAPSHOT.match(contents.text, contents.end)
    if match is not None and int(match[2]) != contents.schema:
        contents.notices.append(
            f"The header of {contents.name} (line 1) says version {contents.schema}, but its first "
            f"position says {int(match[2])}, which is right."
        )
        contents.schema = contents.header["schema"] = int(match[2])


def _differing_field(header: dict[str, Any], raw: bytes) -> str:
    """Return which field of a header is another in a damaged line, in words, or ''."""
    try:
        damaged = read_json(raw)
        names = [name for name in header if damaged.get(name) != header[name]]
    except (ValueError, AttributeError, RecursionError):
        return ""
    return f", in its field {names[0]}" if names else ""


def _tell_seals(contents: Contents) -> None:
    name = contents.name
    if contents.unsealed and contents.is_sealed:
        contents.notices.append(
            f"{contents.unsealed} lines of {name} have no seal: an older version of the program wrote "
            "them, or somebody else did."
        )
    if contents.mended:
        lines = ", ".join(map(str, contents.mended[:_NAMED])) + (" …" if len(contents.mended) > _NAMED else "")
        contents.notices.append(f"A single damaged bit in line {lines} of {name} was repaired.")
    if contents.altered:
        contents.notices.append(f"{name} has been altered: {_listed(contents.altered)} not as first written.")


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
        raise RecordError(f"{file.name} is not a Chitpull game: its first line is not a Chitpull header.")
    if newer:
        raise RecordError(
            f"{file.name} was saved by a newer Chitpull (file format {header['container']}; this "
            f"version reads up to {CONTAINER}). Update Chitpull to open it."
        )
    if not sound:
        raise RecordError(f"{file.name} cannot be opened: its header is incomplete.")
    return dict(header)


def _read_line(contents: Contents, number: int, raw: bytes) -> None:
    """Read one line, or note that it is damaged."""
    before = contents.chain.copy()
    proved = contents.chain.proves(raw)
    is_sealed = proved is not None
    if contents.hurt and proved is False:
        proved = None  # what the damaged line before it would have proved is unknown
    try:
        what = _take(contents, raw, proved)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        if not _mend(contents, number, raw, before):
            _note_damage(contents, number)
            contents.lines += 1
        return
    contents.lines += 1
    if proved is False:
        contents.altered.append(f"{what} (line {number})")
    if not raw.startswith(b'{"snapshot"'):
        contents.hurt = False
        contents.unsealed += not is_sealed


def _mend(contents: Contents, number: int, raw: bytes, before: Chain) -> bool:
    """Read a line in which one bit has flipped as its seal proves it was; return whether that was possible."""
    if contents.hurt or contents.repairs >= _REPAIRS or raw.startswith(b'{"snapshot"'):
        return False
    contents.repairs += 1
    parts = without_flipped_end(raw, before)
    if parts is not None:
        return _take_two(contents, number, parts, before)
    whole = unflipped(raw, before)
    if whole is None:
        return False
    try:
        _take(contents, whole, True)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return False
    before.proves(whole)
    contents.chain = before
    contents.mended.append(number)
    contents.lines += 1
    return True


def _take_two(contents: Contents, number: int, parts: tuple[bytes, bytes], before: Chain) -> bool:
    """Read two lines whose separator had flipped."""
    contents.chain = before
    contents.mended.append(number)
    _read_line(contents, number, parts[0])
    contents.end += len(parts[0]) + 1
    _read_line(contents, number, parts[1])
    contents.end -= len(parts[0]) + 1
    return True


def _note_damage(contents: Contents, number: int) -> None:
    contents.damaged.append(number)
    contents.hurt = contents.fresh = True
    if len(contents.damaged) > DAMAGED:
        raise RecordError(f"{contents.name} cannot be opened: more than {DAMAGED:,} of its lines are damaged.")


def _take(contents: Contents, raw: bytes, proved: bool | None) -> str:
    """Read one line and return its kind; raise one of the usual errors if it is damaged."""
    history, contents.is_closed = contents.history, False
    if raw.startswith(b'{"snapshot"'):
        return _take_snapshot(contents, raw)
    if not raw.startswith(b"{"):
        raise ValueError("a line is an object")
    contents.values += raw.count(b",") + raw.count(b"{") + raw.count(b"[")
    if contents.values > VALUES:
        raise RecordError(f"{contents.name} holds more than {VALUES:,} values, more than any real game.")
    told = read_json(raw)
    if "events" in told:
        n, events = _number(told["n"]), [_event(event) for event in told["events"]]
        _reach(contents, n)
        history.events.extend((n, event) for event in events)
        contents.told += [contents.schema] * len(events)
        contents.play(raw, told)
        return f"the events of entry {n}"
    if "digest" in told:
        return _take_digest(contents, told)
    if "back" in told:
        if told.get("agreed") is False and not (contents.fresh or _is_undo(history, told["back"])):
            contents.altered.append(f"the undo to entry {told['back']}, past the last die, draw or move,")
        _go_back(contents, _number(told["back"]))
        contents.taken_back_to.append(told["back"])
        contents.play(raw, told)
        return f"the take-back to entry {told['back']}"
    if "note" in told:
        note = Note.from_json(told)
        history.notes.keep(replace(note, at=min(note.at, len(history.log))))
        return f"note {note.id}"
    if "nature" in told or "seat" in told or "lost" in told:
        _take_entry(contents, told)
        contents.play(raw, told)
        return f"entry {told['n']}"
    _take_mark(contents, told, proved)
    return "a note"


def _take_mark(contents: Contents, told: dict[str, Any], proved: bool | None) -> None:
    """Read what a table wrote about the record itself; what a later version writes there is passed over."""
    if "opened" in told:
        if proved is False:
            raise ValueError("the change of version is not sealed")
        contents.schema = _number(told["opened"]["schema"])
    elif "mended" in told:
        contents.damaged.clear()
        contents.fresh = False
    elif "kept" in told:
        contents.kept.update({str(key): value for key, value in told["kept"].items()})
    elif "closed" in told:
        contents.is_closed = contents.fresh or told["closed"] == len(contents.history.log)
        if not contents.is_closed:
            contents.altered.append(f"the part before entry {_number(told['closed'])}, where the game was closed,")


def _is_undo(history: History, seq: object) -> bool:
    """Tell whether a player can have gone back to `seq` alone: only the last command, and not past chance."""
    return bool(history.log) and seq == len(history.log) - 1 and history.log[-1].seat != NATURE


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
    _same_schema(contents, digest[1])
    _reach(contents, n)
    _count_lines(contents, told.get("lines"), n)
    contents.digests[n] = digest
    if contents.gap and isinstance(counts, dict):
        contents.history.counts = {str(kind): max(0, _number(count)) for kind, count in counts.items()}
    return f"the position after entry {n}"


def _count_lines(contents: Contents, lines: object, n: int) -> None:
    """Compare how many lines should stand before this one; where some were damaged, the number here is right."""
    if type(lines) is not int or lines == contents.lines:
        return
    if not contents.fresh:
        contents.altered.append(f"the number of lines before the position after entry {n}")
    contents.lines = lines


def _take_snapshot(contents: Contents, raw: bytes) -> str:
    match = _SNAPSHOT.match(raw)
    if match is None or not raw.endswith(b"}") or len(raw) > DOCUMENT:
        raise ValueError("a damaged snapshot")
    seq, schema, rules = (int(match[i]) for i in (1, 2, 3))
    _same_schema(contents, schema)
    _reach(contents, seq)
    state = memoryview(contents.text)[contents.end + match.end() : contents.end + len(raw) - 1]
    contents.snapshots[seq] = Snapshot(seq, schema, rules, match[4].decode("ascii"), state)
    return f"the position after entry {seq}"


def _same_schema(contents: Contents, schema: int) -> None:
    """Refuse a line of another version than the one that writes: that one has said so before."""
    if contents.hurt and schema > contents.schema:  # the line that said so is lost
        contents.schema = schema
    elif schema != contents.schema:
        raise ValueError("a line from another version")


def _reach(contents: Contents, n: int) -> None:
    """Advance to position `n` of the line; entries missing before it have been lost."""
    missing = n - len(contents.history.log)
    if not 0 <= missing <= contents.room // _SHORTEST:
        raise TooMuch("more entries are missing than possible")
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
