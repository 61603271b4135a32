"""Reading records: migrations on raw data, newest snapshot, strict decoding, replay, and rescue of damaged files."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from rules.engine.digest import digest
from rules.engine.game import Game
from rules.engine.history import CannotReplay, Entry, History, Save, replay
from rules.engine.migrating import bring_on, brought
from rules.engine.nature import driver_of
from rules.engine.record import CONTAINER, RecordError, RecordWriter, why
from rules.engine.session import Session
from rules.engine.system import System
from rules.engine.system import system as system_named

_SNAPSHOT = re.compile(rb'\{"snapshot":(\d+),"schema":(\d+),"rules":(\d+),"digest":"([0-9a-f]+)","state":')


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A position as it stands in the file, not decoded yet."""

    seq: int
    schema: int
    rules: int
    digest: str
    raw: bytes


@dataclass(slots=True)
class Contents:
    """What a record file holds, with `end` as the number of sound bytes.

    `schema` is the one under which the line at hand was written; `schemas` and `told` keep it for each entry and event.
    """

    header: dict[str, Any]
    history: History = field(default_factory=lambda: History(None))
    snapshots: dict[int, Snapshot] = field(default_factory=dict)
    digests: dict[int, tuple[str, int, int]] = field(default_factory=dict)
    schema: int = 0
    schemas: list[int] = field(default_factory=list)
    told: list[int] = field(default_factory=list)
    end: int = 0
    entries: int = 0
    lost: int = 0
    notices: list[str] = field(default_factory=list)


def load_record(path: str | Path, *, attach: bool = True, system: System | None = None) -> Session:
    """Open a record and return its game, ready to go on; raise RecordError with one sentence.

    The record's system is looked up among the registered ones unless it is given.

    `session.notices` says what the players must know: a damaged end, a changed scenario, differing digests.
    With `attach` the game goes on being recorded in the same file.
    """
    file = Path(path)
    contents = read(file)
    system = system or _registered(file, contents)
    _refuse_newer(file, contents, system)
    _bring_on(file, contents, system)
    session = _restored(file, contents, system)
    session.notices[:0] = contents.notices
    if attach:
        _attach(session, file, contents)
    session.resume()
    return session


def read(file: Path) -> Contents:
    """Read the lines of a record; raise RecordError if it is none or of a newer program."""
    try:
        lines = file.read_bytes().split(b"\n")
    except (OSError, ValueError) as error:
        raise RecordError(f"The record {file} cannot be opened: {why(error)}.") from error
    header = _header(file, lines)
    contents = Contents(header, schema=header["schema"], end=len(lines[0]) + 1)
    for number, raw in enumerate(lines[1:-1], 2):
        try:
            _take(contents, raw)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            contents.lost = len(lines) - number
            contents.notices.append(
                f"{file.name} is damaged at line {number}; from there on {contents.lost} lines have been left out."
            )
            break
        contents.end += len(raw) + 1
    else:
        if lines[-1]:
            contents.notices.append(f"The last line of {file.name} was only half written and has been left out.")
    contents.entries = len(contents.history.log)
    return contents


def _header(file: Path, lines: list[bytes]) -> dict[str, Any]:
    try:
        found = json.loads(lines[0])
        known = found["chitpull"] == "record" and type(found["container"]) is int
        newer = known and found["container"] > CONTAINER
        objects = isinstance(found.get("scenario"), dict) and isinstance(found.get("options", {}), dict)
        sound = newer or (objects and type(found["schema"]) is int and len(lines) > 1)
    except (ValueError, LookupError, TypeError, RecursionError):
        known = newer = sound = False
    if not known:
        raise RecordError(f"{file.name} is not a record of a game: its first line is not a Chitpull header.")
    if newer:
        raise RecordError(
            f"{file.name} was saved by a newer Chitpull (record format {found['container']}, this program "
            f"reads up to {CONTAINER}); update the program to open it."
        )
    if not sound:
        raise RecordError(f"{file.name} holds no game: its header is incomplete.")
    return dict(found)


def _take(contents: Contents, raw: bytes) -> None:
    """Take one line in; raise one of the usual errors if it is damaged."""
    history = contents.history
    if raw.startswith(b'{"snapshot"'):
        _take_snapshot(contents, raw)
        return
    told = json.loads(raw)
    if "events" in told:
        history.events.extend((_number(told["n"]), _event(event)) for event in told["events"])
        contents.told += [contents.schema] * len(told["events"])
    elif "digest" in told:
        contents.digests[_number(told["n"])] = (told["digest"], told["schema"], told["rules"])
    elif "back" in told:
        _go_back(contents, told["back"])
    elif "nature" in told or "seat" in told:
        if told["n"] != len(history.log) + 1:
            raise ValueError("an entry is missing")
        entry = Entry.from_json(told)
        if "nature" in told:
            history.count(next(iter(entry.answer)))
        history.log.append(entry)
        contents.schemas.append(contents.schema)
    elif "opened" in told:
        contents.schema = _number(told["opened"]["schema"])


def _number(told: object) -> int:
    if type(told) is not int:
        raise TypeError("the number of an entry is a whole number")
    return told


def _event(told: object) -> dict[str, Any]:
    if not isinstance(told, dict) or not isinstance(told.get("event"), str):
        raise TypeError("an event is an object with a name")
    return told


def _take_snapshot(contents: Contents, raw: bytes) -> None:
    found = _SNAPSHOT.match(raw)
    if found is None or not raw.endswith(b"}"):
        raise ValueError("a damaged snapshot")
    seq, schema, rules = (int(found[i]) for i in (1, 2, 3))
    contents.snapshots[seq] = Snapshot(seq, schema, rules, found[4].decode("ascii"), raw[found.end() : -1])


def _go_back(contents: Contents, seq: int) -> None:
    if not 0 <= seq <= len(contents.history.log):
        raise ValueError("a take-back to nowhere")
    contents.history.cut(seq)
    del contents.schemas[seq:], contents.told[len(contents.history.events) :]
    contents.snapshots = {n: snapshot for n, snapshot in contents.snapshots.items() if n <= seq}
    contents.digests = {n: told for n, told in contents.digests.items() if n <= seq}


def _registered(file: Path, contents: Contents) -> System:
    try:
        return system_named(str(contents.header.get("system")))
    except LookupError as error:
        raise RecordError(f"{file.name} cannot be opened: {error.args[0]}") from error


def _refuse_newer(file: Path, contents: Contents, system: System) -> None:
    newest = max([snapshot.schema for snapshot in contents.snapshots.values()] + [contents.header["schema"]])
    newest = max(newest, *contents.schemas, *contents.told, 0)
    if newest > system.schema:
        raise RecordError(
            f"{file.name} was saved by a newer Chitpull (positions of version {newest}, this program reads up to "
            f"{system.schema}); update the program to open it."
        )
    rules = max([snapshot.rules for snapshot in contents.snapshots.values()], default=0)
    if rules > system.rules_version:
        contents.notices.append(
            f"{file.name} was played by newer rules (version {rules}, this program has {system.rules_version}); "
            "it goes on by the older ones."
        )


def _bring_on(file: Path, contents: Contents, system: System) -> None:
    """Bring entries and events that an older version has written to the present schema; raise RecordError."""
    try:
        bring_on(system, contents.history, contents.schemas, contents.told)
    except ValueError as error:
        title = system.title
        raise RecordError(f"{file.name} cannot be brought to the present version of {title}: {error}.") from error


def _restored(file: Path, contents: Contents, system: System) -> Session:
    told = contents.header["scenario"]
    source = told.get("document") or told.get("path") or told.get("id")
    try:
        scenario = system.load(source)
    except Exception as error:  # each system has its own errors for a scenario that cannot be read
        raise RecordError(f"The scenario of {file.name} cannot be loaded: {error}") from error
    if told.get("hash") != scenario.hash:
        contents.notices.append(
            f'The scenario "{scenario.id}" has changed since {file.name} was begun; '
            "the position is the saved one, on the scenario as it is now."
        )
    contents.history.saves = _saves(file, contents, system, scenario)
    session = _replayed(file, contents, system, scenario, source)
    session.notices.extend(f"The saved position breaks a rule: {text}" for text in session.check())
    session.notices.extend(_differing(file, contents, session))
    return session


def _saves(file: Path, contents: Contents, system: System, scenario: Any) -> list[Save]:
    """Return the positions to go on from: the start, set up anew where it is damaged, and the sound ones after it."""

    def start() -> Any:
        found = _position(system, scenario, contents.snapshots[0]) if 0 in contents.snapshots else None
        return system.start(scenario) if found is None else found

    saves = [Save(n, partial(decode, system, scenario, contents.snapshots[n])) for n in sorted(contents.snapshots) if n]
    while saves and (newest := _position(system, scenario, contents.snapshots[saves[-1].seq])) is None:
        contents.notices.append(
            f"The position that {file.name} keeps after entry {saves.pop().seq} is damaged; it was played up to again."
        )
    if saves:
        saves[-1] = Save.of(saves[-1].seq, newest)
    return [Save(0, start), *saves]


def _position(system: System, scenario: Any, snapshot: Snapshot) -> Any:
    """Return the state of a snapshot, None if it is damaged."""
    try:
        return decode(system, scenario, snapshot)
    except ValueError:
        return None


def decode(system: System, scenario: Any, snapshot: Snapshot) -> Any:
    """Return the state of a snapshot, brought to the present schema; raise ValueError if it is damaged."""
    try:
        raw = json.loads(snapshot.raw)
        if digest(raw) != snapshot.digest:
            raise ValueError(f"the snapshot at {snapshot.seq} is not what was written")
        return system.decode(scenario, brought(system, "state", raw, snapshot.schema))
    except (LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"the snapshot at {snapshot.seq} cannot be read: {error!r}") from error


def _replayed(file: Path, contents: Contents, system: System, scenario: Any, source: Any) -> Session:
    """Restore from the newest save that can be read, and cut the line where an entry no longer fits."""
    history, free_undo = contents.history, True
    while True:
        try:
            nature = driver_of(contents.header.get("nature"), sum(history.counts.values()))
            return Session.restore(system, scenario, history, nature, source=source, free_undo=free_undo)
        except CannotReplay as error:
            if free_undo:  # older saves may lie before a change of the rules; the newest is the truth
                free_undo = False
            elif error.n > history.saves[-1].seq:
                _cut(file, contents, error)
            elif len(history.saves) > 1:
                del history.saves[-1]
            else:
                raise RecordError(f"No position in {file.name} can be played on from: {error}.") from error
        except ValueError as error:
            raise RecordError(f"{file.name} cannot be opened: {error}") from error


def _cut(file: Path, contents: Contents, error: CannotReplay) -> None:
    lost = len(contents.history.log) - error.n + 1
    contents.history.cut(error.n - 1)
    contents.notices.append(
        f"Entry {error.n} of {file.name} is no longer accepted ({error}); the game goes on from before it, "
        f"without its last {lost} entries."
    )


def _differing(file: Path, contents: Contents, session: Session) -> list[str]:
    """Return a notice if the newest snapshot or the newest digest is not what the game comes to."""
    system, history = session.system, session.history
    versions, differ = (system.schema, system.rules_version), False
    for snapshot in list(contents.snapshots.values())[-1:]:
        if snapshot.schema == system.schema and history.saves[-1].seq == snapshot.seq:
            differ = digest(history.saves[-1].fetch().to_plain()) != snapshot.digest
    for n, (told, *of) in sorted(contents.digests.items())[-1:]:
        if n <= session.seq and tuple(of) == versions:
            differ = differ or digest(session.state_at(n).to_plain()) != told
    if not differ:
        return []
    return [f"The game comes to another position than {file.name} recorded: rules, scenario or file were changed."]


def verify(session: Session, file: str | Path) -> list[str]:
    """Replay a whole record from its start and return a sentence for each digest that differs."""
    contents = read(Path(file))
    known = {n: (told, schema) for n, (told, schema, _) in contents.digests.items()}
    known |= {n: (snapshot.digest, snapshot.schema) for n, snapshot in contents.snapshots.items()}
    _, state = session.history.from_save(0)
    game, at, found = Game(session.system.kinds, session.scenario, state.copy()), 0, []
    for n, (told, schema) in sorted(known.items()):
        if 0 < n <= session.seq and schema == session.system.schema:
            replay(game, session.log[at:n], at + 1)
            at = n
            if digest(game.state.to_plain()) != told:
                found.append(f"After entry {n} the game comes to another position than was recorded.")
    return found


def _attach(session: Session, file: Path, contents: Contents) -> None:
    """Go on recording in the file; where that cannot be, a notice says so."""
    writer = RecordWriter(file, options=contents.header.get("options", {}))
    try:
        if contents.lost:
            file.with_name(file.name + ".damaged").write_bytes(file.read_bytes())
        writer.reopen(contents.end, session.seq)
        _hand_over(session, contents, writer)
    except (OSError, RecordError) as error:
        session.notices.append(f"This game is not being recorded: {why(error)}")
        return
    session.listeners.append(writer)


def _hand_over(session: Session, contents: Contents, writer: RecordWriter) -> None:
    """Note what differs from the file: entries that were left out, a newer schema or newer rules."""
    system, last = session.system, list(contents.snapshots.values())[-1:]
    if session.seq < contents.entries:
        writer.taken_back(session, session.seq, agreed=True)
    if [(snapshot.schema, snapshot.rules) for snapshot in last] != [(system.schema, system.rules_version)]:
        told = {"opened": {"schema": system.schema, "rules": system.rules_version}}
        writer.note(session, told, snapshot=True)
