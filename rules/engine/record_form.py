"""What the lines of a record say, and records packed with gzip.

Line 1 is the header. Then, in order of play: entries {"n", "seat", "command"} or {"n", "nature"} (with the "parts" of
both sides, where they make the dice), their events {"events", "n"}, a snapshot at each checkpoint and at the start, a
digest after each snapshot and every 50 or so entries, with how many lines stand before it, {"note", "at", "text"} for
what a player has written down, {"back", "agreed"} where the game went back, {"opened"} where another version of the
program took over, {"mended"} where a damaged record was taken up again, {"kept"} where the table keeps a note with the
game, {"closed"} where that put it away.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from rules.engine.bounded import RECORD, NotOrdinary, read_ordinary
from rules.engine.command import Plain
from rules.engine.history import NATURE, Entry
from rules.engine.nature import ManualNature, Origin, describe
from rules.engine.plain import digest
from rules.engine.sealing import Chain, bare, sealed_lines
from rules.engine.session import Session

# --- What the lines of a record say --------------------------------------------------------------------------------

CONTAINER: Final = 1
SNAPSHOT: Final = b'{"snapshot"'
_JSON: Final = json.JSONEncoder(separators=(",", ":"), check_circular=False, default=dict)
_LAST: Final[list[tuple[list[Entry], list[dict[str, Any]], int, bytes]]] = [([], [], 0, b"")]
"""What was accepted last, whose lists nobody changes, with its lines; in one piece, as other threads play too."""


def line(value: Mapping[str, Any]) -> bytes:
    """Return one line of a record."""
    return _JSON.encode(value).encode("ascii") + b"\n"


def header(session: Session, options: Mapping[str, Plain], nature: Mapping[str, Plain] | None = None) -> dict[str, Any]:
    """Return the header: versions, scenario with its content hash, options, seats, nature, when it was begun.

    A scenario that does not ship with the program is included whole (its `document`). A game that has been recorded
    before keeps its origin, and the `options` told there.
    """
    system, scenario, source = session.system, session.scenario, session.source
    origin = session.origin = session.origin or Origin.now(scenario, options)
    told: dict[str, Any] = {"id": scenario.id, "hash": scenario.hash, **origin.scenario}
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
        "options": dict(origin.options),
        "seats": list(system.seats),
        "nature": describe(session.driver) if nature is None else dict(nature),
        "created": origin.created,
        **({"game": origin.game} if origin.game else {}),
    }


def snapshot_lines(session: Session, seq: int, state: Any, counts: Mapping[str, int], before: int) -> bytes:
    """Return the lines of a snapshot and its digest; number and versions come first, readable without the state.

    `before` is the number of lines before them.
    """
    plain = state.to_plain()
    system, value = session.system, digest(plain)
    told = {"snapshot": seq, "schema": system.schema, "rules": system.rules_version, "digest": value, "state": plain}
    more = digest_line(session, seq, value, counts, before + 1) if seq else b""  # at the start nothing has run yet
    return line(told) + more


def digest_line(session: Session, seq: int, value: str, counts: Mapping[str, int], before: int) -> bytes:
    """Return the line with the digest after `seq` entries, the number of dice and draws so far and of lines before."""
    versions = {"schema": session.system.schema, "rules": session.system.rules_version}
    return line({"digest": value, "n": seq, **versions, "counts": counts, "lines": before})


def entry_lines(first: int, entries: Iterable[Entry]) -> bytes:
    """Return the lines of entries, numbered from `first`."""
    return b"".join(line({"n": n, **entry.to_json()}) for n, entry in enumerate(entries, first))


def play_lines(seq: int, entries: list[Entry], events: list[dict[str, Any]]) -> bytes:
    """Return the lines of entries accepted by position `seq` and the events they led to.

    What hears of the same lists one after the other, a record and steps, has them made once.
    """
    last = _LAST[0]
    if last[0] is not entries or last[1] is not events or last[2] != seq:
        lines = entry_lines(seq - len(entries) + 1, entries)
        lines += line({"events": events, "n": seq}) if events else b""
        last = _LAST[0] = entries, events, seq, lines
    return last[3]


def whole(session: Session, options: Mapping[str, Plain], nature: Mapping[str, Plain] | None = None) -> bytes:
    """Return the record of a game so far, as if it had been written from the start, without seals.

    `nature` replaces the description of the game's own driver.
    """
    history = session.history
    counts: dict[str, int] = {}
    events = {n: [event for _, event in group] for n, group in groupby(history.events, itemgetter(0))}
    saves = {save.seq: save for save in reversed(history.saves)}
    text, lines = [line(header(session, options, nature))], 1
    for n in range(session.seq + 1):
        if n:
            text.append(entry_lines(n, history.log[n - 1 : n]))
            lines += 1
            if history.log[n - 1].seat == NATURE:
                kind = next(iter(history.log[n - 1].answer))
                counts[kind] = counts.get(kind, 0) + 1
        if n in events:
            text.append(line({"events": events[n], "n": n}))
            lines += 1
        if n in saves:
            text.append(snapshot_lines(session, n, saves[n].fetch(), counts, lines))
            lines += 2 if n else 1
    notes = [line(note.to_json()) for note in history.notes.every]
    last = digest_line(session, session.seq, session.digest(), history.counts, lines + len(notes))
    kept = [line({"kept": session.kept})] if session.kept else []
    return b"".join([*text, *notes, last, *kept])


def for_players(text: bytes) -> bytes:
    """Return a record as those may have it who play at its host: without a secret, with first and last snapshot.

    Whatever happened stands there line by line, also what was taken back, so that its steps and their chain are the
    same. The `text` must be sound and in the clear.
    """
    lines = text.splitlines()
    snapshots = [n for n, raw in enumerate(lines) if raw.startswith(SNAPSHOT)]
    made: list[bytes] = []
    for n, raw in enumerate(lines):
        if raw.startswith(SNAPSHOT):
            made += [raw + b"\n"] if n in (snapshots[0], snapshots[-1]) else []
        elif n == 0:
            told = _plain(raw)
            has_secret = told["nature"].get("kind") != "both"
            made.append(line({**told, "nature": describe(ManualNature())} if has_secret else told))
        elif raw.startswith(b'{"digest"'):
            made.append(line({**_plain(raw), "lines": len(made)}))
        else:
            made.append(bare(raw))
    return sealed_lines(b"".join(made), Chain())


def _plain(raw: bytes) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(bare(raw))
    return told


# --- Records packed: what is put away for long is compressed as gzip does, and reads as before ---------------------

_GZIP: Final = 31
_MARK: Final = b"\x1f\x8b"


def is_packed(raw: bytes) -> bool:
    """Tell whether the bytes of a record are packed."""
    return raw.startswith(_MARK)


def packed(text: bytes) -> bytes:
    """Return a record packed; the same text always gives the same bytes."""
    packing = zlib.compressobj(9, zlib.DEFLATED, _GZIP)
    return packing.compress(text) + packing.flush()


def unpacked(raw: bytes, most: int = RECORD) -> bytes:
    """Return what was packed, or bytes that are not packed as they are.

    Raises NotOrdinary for what is damaged, or longer than `most` bytes.
    """
    if not is_packed(raw):
        return raw
    unpacking = zlib.decompressobj(_GZIP)
    try:
        text = unpacking.decompress(raw, most + 1)
    except zlib.error as error:
        raise NotOrdinary("it was packed, and is damaged") from error
    if len(text) <= most and not unpacking.eof:
        raise NotOrdinary("it was packed, and its end is missing")
    if len(text) > most:
        raise NotOrdinary(f"it is larger than {most // 1_000_000} MB")
    return text


def read_record(path: Path) -> bytes:
    """Return the text of a record's file, packed or not; raise OSError, or ValueError for a bad name."""
    return unpacked(read_ordinary(path, RECORD))
