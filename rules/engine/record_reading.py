"""Reading records: migrations on raw data, newest snapshot, strict decoding, replay, and rescue of damaged files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import count
from math import inf
from pathlib import Path
from typing import Any

from rules.engine.bounded import Ledger, inside, why
from rules.engine.folders import DataMissing, scenarios_dir
from rules.engine.frames import Request
from rules.engine.history import NATURE, CannotReplay, bring_on
from rules.engine.house_rules import base_of
from rules.engine.nature import BothNature, CommittedNature, Origin, driver_of
from rules.engine.plain import digest
from rules.engine.proving import Proof, differences, doubts_of
from rules.engine.record import RecordError, RecordWriter
from rules.engine.record_contents import Contents, Progress, recorded_digests, saves_of
from rules.engine.record_lines import read
from rules.engine.session import Session
from rules.engine.sharing import shared
from rules.engine.steps import steps_of, wrong_outcomes
from rules.engine.system import System
from rules.engine.system import system as system_named


def load_record(
    path: str | Path,
    *,
    attach: bool = True,
    system: System | None = None,
    prove: bool = True,
    beside: Iterable[Session] = (),
    contents: Contents | None = None,
    progress: Progress | None = None,
    seconds: float = inf,
    ledger: Ledger | None = None,
    writer: RecordWriter | None = None,
    strict: bool = False,
) -> Session:
    """Open a record and return its game, ready to continue; raise RecordError with one sentence.

    The record's system is looked up among the registered ones unless it is given. `contents` is the record if it has
    been read already; they serve for one load.
    `session.notices` says what the players must know: damage, a changed scenario, differences from what was written.
    With `prove` the whole game is replayed, and each entry, event, die, draw and position compared with it; what takes
    longer than `seconds` is left to `session.proof`.
    With `attach` the game continues to be recorded in the same file, or by a `writer` that keeps it elsewhere. With a
    game `beside` that plays the same scenario it is not held twice. A `ledger` tells whether it is what this table
    wrote, and hears of what is written. With `strict` a game of which there is something to say is not opened, and its
    record stays as it is; raises TornRecord where the dice of its last order are missing.
    """
    file = Path(path)
    contents = read(file, progress) if contents is None else contents
    system = system or _registered(file, contents)
    session = _restored(file, contents, system, beside, progress)
    is_known = ledger is not None and _is_known(session, file, contents, ledger)
    if not (prove and _prove(session, contents, seconds)):
        session.notices.extend(_differing(file, contents, session))
    if strict:
        _check(file, session, contents.text[: contents.end])
    if attach:
        _attach(session, file, contents, writer or RecordWriter(file, ledger=ledger))
    _resume(session, file)
    session.doubts = doubts_of(contents, session.driver, is_whole=is_known or session.is_over)
    return session


def _resume(session: Session, file: Path) -> None:
    try:
        session.resume()
    except Exception as error:  # an edited position may lead anywhere
        raise RecordError(f"{file.name} cannot continue from entry {session.seq}: {_said(error)}") from error


class TornRecord(RecordError):
    """Only a part of the last step was written, of which nobody has been told."""


def _check(file: Path, session: Session, text: bytes) -> None:
    if session.notices:
        raise RecordError(session.notices[0])
    last = last_step(text)[1]
    if isinstance(session.pending, Request):
        is_torn = "parts" in last or (isinstance(session.driver, CommittedNature) and session.seq > 0)
    else:
        is_torn = bool(last) and "back" not in last and session.lacks_events()
    if is_torn:
        raise TornRecord(f"The last step of {file.name} was only half written.")


def last_step(text: bytes) -> tuple[int, Mapping[str, Any]]:
    """Return where the last order, way back, or roll of both sides begins in a record, and that line."""
    end = text.rfind(b"\n")
    while end > 0:
        begin = text.rfind(b"\n", 0, end) + 1
        told = json.loads(text[begin:end])
        if "back" in told or "parts" in told or ("command" in told and told.get("seat") != NATURE):
            return begin, told
        end = begin - 1
    return len(text), {}


def _is_known(session: Session, file: Path, contents: Contents, ledger: Ledger) -> bool:
    """Tell whether the file is what this table wrote; say so if it is not, unless that has been said already."""
    doubt = doubt_of(file, contents, ledger)
    if doubt is not None and not contents.notices:
        session.notices.append(doubt)
    return doubt is None and ledger.knows(Origin.of(contents.header).game, file)


def doubt_of(file: Path, contents: Contents, ledger: Ledger) -> str | None:
    """Return in a sentence how a record in a file differs from what this table wrote, None if it does not."""
    text = contents.text if contents.sealed is None else contents.sealed.raw
    return ledger.doubt(Origin.of(contents.header).game, file, text, contents.entries)


def _prove(session: Session, contents: Contents, seconds: float) -> bool:
    """Prove a game and return whether that is done; what takes longer is left to it."""
    older = contents.schema < session.system.schema
    proof = Proof(session, recorded_digests(contents, session.system), older)
    if proof.go_on(seconds):
        session.notices.extend(proof.found)
    else:
        session.proof = proof
    return proof.is_done


def _said(error: Exception) -> str:
    """Return an error as one line for a player."""
    is_sentence = isinstance(error, ValueError | RecordError)
    text = " ".join(str(error).split())
    return text if is_sentence and text else f"{type(error).__name__}: {text}"


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
            f"{file.name} was saved by a newer Chitpull (position format {newest}; this version reads "
            f"up to {system.schema}). Update Chitpull to open it."
        )
    rules = max([snapshot.rules for snapshot in contents.snapshots.values()], default=0)
    if rules > system.rules_version:
        contents.notices.append(
            f"{file.name} was played with newer rules (version {rules}; this program has "
            f"{system.rules_version}). It continues with the older rules."
        )


def _bring_on(file: Path, contents: Contents, system: System) -> None:
    """Migrate entries and events of an older version to the present schema; raise RecordError."""
    try:
        bring_on(system, contents.history, contents.schemas, contents.told)
    except ValueError as error:
        title = system.title
        raise RecordError(f"{file.name} cannot be converted to the current version of {title}: {error}.") from error


def _restored(
    file: Path, contents: Contents, system: System, beside: Iterable[Session], progress: Progress | None
) -> Session:
    _refuse_newer(file, contents, system)
    _bring_on(file, contents, system)
    told = contents.header["scenario"]
    source = _source(file, told, system)
    rules = contents.header.get("rules")
    if type(rules) is int:
        source = system.as_read_by(rules, source)
    try:
        scenario = shared(system, source, beside, hashed=told.get("hash"))
    except Exception as error:  # each system has its own errors for a scenario that cannot be read
        first, *more = str(error).splitlines() or [type(error).__name__]
        rest = f" ({len(more)} more)" if more else ""
        raise RecordError(f"The scenario of {file.name} cannot be loaded: {first}{rest}") from error
    if told.get("hash") != scenario.hash:
        contents.notices.append(
            f'The scenario "{scenario.id}" has changed since {file.name} was started. The position '
            "is as saved; the scenario is the new one."
        )
    contents.history.saves = saves_of(file, contents, system, scenario)
    _tell_damage(file, contents)
    session = _replayed(file, contents, system, scenario, source, progress)
    for seq in contents.taken_back_to:
        session.supply_events(seq)
    session.origin = Origin.of(contents.header)
    session.kept.update(contents.kept)
    broken = [f"The saved position breaks a rule: {text}" for text in session.check()]
    session.notices[:] = [*contents.notices, *session.notices, *broken]
    return session


def _source(file: Path, told: Mapping[str, Any], system: System) -> Any:
    """Return the source of a record's scenario: the record itself, a file beside it, or a shipped one."""
    document, name, path = told.get("document"), str(told.get("id", "")), told.get("path")
    if isinstance(document, Mapping):
        base = base_of(document)
        if not isinstance(base, str) or _is_shipped(base, system):
            return document
        return {**document, "scenario": _found(file, base)}
    if not isinstance(path, str) or not path:
        return name
    try:
        return _found(file, path)
    except RecordError:
        if _is_shipped(name, system) and system.load(name).hash == told.get("hash"):
            return name  # exactly the shipped scenario, wherever its file was
        raise


def _is_shipped(name: str, system: System) -> bool:
    return any(known.id == name for known in system.scenarios())


def _found(file: Path, path: str) -> str:
    """Return the scenario file that a record names, beside it or among the shipped ones; raise RecordError."""
    for folder, place in ((file.parent, path), (file.parent, Path(path).name), *_shipped(path)):
        try:
            candidate = folder / place
            if inside(candidate, folder) and candidate.is_file():
                return str(candidate)
        except (OSError, ValueError):  # not a valid file name
            continue
    raise RecordError(f"{file.name} needs the scenario file {Path(path).name}. Put it in the same folder.")


def _shipped(path: str) -> list[tuple[Path, str]]:
    try:
        return [(scenarios_dir(), path)]
    except DataMissing:
        return []


def _tell_damage(file: Path, contents: Contents) -> None:
    """Cut the line where it no longer leads to a later position, and say what is missing."""
    history, lost, lines = contents.history, contents.lost, contents.damaged
    beyond = [n for n in lost if n > history.saves[-1].seq]
    if not (contents.fresh or beyond):
        return
    where = f"damaged at line{_many(lines)}" if lines else "incomplete"
    if beyond:
        left_out = len(history.log) - beyond[0] + 1
        history.cut(beyond[0] - 1)
        what = f"the game continues from before entry {beyond[0]}, without its last {left_out} entries"
    elif lost:
        named = f"entry {lost[0]} is" if len(lost) == 1 else f"entrie{_many(lost)} are"
        what = f"{named} missing, and the game continues from its last position"
    else:
        what = "that part was skipped, and no entry is missing"
    contents.notices.insert(0, f"{file.name} is {where}: {what}.")


def _many(numbers: list[int]) -> str:
    """Return a plural ending and numbers: ' 7', or 's 7, 9, 11 and 12 more'."""
    if len(numbers) == 1:
        return f" {numbers[0]}"
    shown, more = numbers[:3], len(numbers) - 3
    last = f"{more} more" if more > 0 else str(shown.pop())
    return f"s {', '.join(map(str, shown))} and {last}"


def _replayed(
    file: Path, contents: Contents, system: System, scenario: Any, source: Any, progress: Progress | None
) -> Session:
    """Restore from the newest save that can be read, and cut the line where an entry no longer fits."""
    history, free_undo = contents.history, True
    while True:
        try:
            nature = driver_of(contents.header.get("nature"), sum(history.counts.values()))
            return Session.restore(
                system, scenario, history, nature, source=source, free_undo=free_undo, progress=progress
            )
        except CannotReplay as error:
            if free_undo:  # the rules may have changed since older saves; the newest is right
                free_undo = False
            elif error.n > history.saves[-1].seq:
                _cut(file, contents, error)
            elif len(history.saves) > 1:
                del history.saves[-1]
            else:
                raise RecordError(f"{file.name} cannot be continued from any position: {error}.") from error
        except ValueError as error:
            raise RecordError(f"{file.name} cannot be opened: {error}") from error


def _cut(file: Path, contents: Contents, error: CannotReplay) -> None:
    lost = len(contents.history.log) - error.n + 1
    contents.history.cut(error.n - 1)
    contents.notices.append(
        f"Entry {error.n} of {file.name} is no longer legal ({error}). The game continues from before "
        f"it, without its last {lost} entries."
    )


def _differing(file: Path, contents: Contents, session: Session) -> list[str]:
    """Return a notice if the game does not lead to the newest snapshot or digest."""
    system, history = session.system, session.history
    versions, differ, compared = (system.schema, system.rules_version), False, (0, "")
    for snapshot in list(contents.snapshots.values())[-1:]:
        if snapshot.schema == system.schema and history.saves[-1].seq == snapshot.seq:
            differ = digest(history.saves[-1].fetch().to_plain()) != snapshot.digest
            compared = snapshot.seq, snapshot.digest
    for n, (told, *of) in sorted(contents.digests.items())[-1:]:
        if n <= session.seq and tuple(of) == versions and (n, told) != compared:
            differ = differ or digest(session.state_at(n).to_plain()) != told
    if not differ:
        return []
    return [
        f"The replay reaches a different position from the one saved in {file.name}: the rules, scenario "
        "or file have changed."
    ]


def verify(session: Session, file: str | Path) -> list[str]:
    """Prove a whole record by its seals and a replay; return a sentence for each difference."""
    contents = read(Path(file))
    seals = [text for text in contents.notices if text not in session.notices]
    older = contents.schema < session.system.schema
    return [
        *seals,
        *differences(session, recorded_digests(contents, session.system), older),
        *_wrong_dice(session, contents),
    ]


def _wrong_dice(session: Session, contents: Contents) -> list[str]:
    """Return what is wrong with dice to which a host or both sides had committed themselves, as steps can be read."""
    driver = session.driver
    if not isinstance(driver, CommittedNature | BothNature):
        return []
    if contents.damaged or contents.schema < session.system.schema:
        return []
    return wrong_outcomes(session.system, session.scenario, steps_of(contents.text), driver)


def _attach(session: Session, file: Path, contents: Contents, writer: RecordWriter) -> None:
    """Continue recording in the file; add a notice if that is impossible."""
    try:
        if contents.fresh:
            _keep_damaged(file, contents.text if contents.sealed is None else contents.sealed.raw)
        writer.reopen(
            contents.text,
            contents.end,
            session.seq,
            contents.chain,
            contents.sealed,
            lines=contents.lines,
            is_closed=contents.is_closed,
        )
        _hand_over(session, contents, writer)
    except (OSError, RecordError) as error:
        session.notices.append(f"This game is not being saved: {why(error)}")
        return
    session.listeners.append(writer)


def _keep_damaged(file: Path, text: bytes) -> None:
    """Copy a damaged record beside itself, under a free name."""
    for number in count(1):
        kept = file.with_name(f"{file.name}.damaged" + (f"-{number}" if number > 1 else ""))
        try:
            with kept.open("xb") as out:
                out.write(text)
        except FileExistsError:
            continue
        return


def _hand_over(session: Session, contents: Contents, writer: RecordWriter) -> None:
    """Record what differs from the file: damage, entries left out, a newer schema or newer rules."""
    system, last = session.system, list(contents.snapshots.values())[-1:]
    if contents.fresh:
        writer.note(session, {"mended": len(contents.damaged)}, snapshot=False)
    if session.seq < contents.entries:
        writer.taken_back(session, session.seq, agreed=True)
    if [(snapshot.schema, snapshot.rules) for snapshot in last] != [(system.schema, system.rules_version)]:
        told = {"opened": {"schema": system.schema, "rules": system.rules_version}}
        writer.note(session, told, snapshot=True)
