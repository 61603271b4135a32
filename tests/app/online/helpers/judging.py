"""What a host's record says of a game that windows have played, held against what they sent and what they hold."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rules.engine.adopted import AdoptedSession, SeatStream
from rules.engine.history import NATURE
from rules.engine.record_reading import load_record, verify
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.engine.steps import OutOfStep, Replica, Told, steps_in
from tests.app.online.helpers.window_player import Told as Player
from tests.app.online.helpers.window_player import digest

UNDO = "undo"


class Verdict(NamedTuple):
    """How many steps a game had, how many requests were acknowledged and lost, and what is wrong, in sentences."""

    steps: int
    acknowledged: int
    lost: int
    problems: Sequence[str]


def judge(file: Path, home: Path, players: Mapping[str, Player]) -> Verdict:
    """Judge a game by its host's record; `home` is the host's, with its keys."""
    os.environ["CHITPULL_HOME"] = str(home)
    record, told = load_record(file, attach=False), steps_in(file)
    problems = [*record.notices, *(f"host: {text}" for text in verify(record, file))]
    try:
        copies, sent = replayed(record, told)
    except OutOfStep as error:
        return Verdict(len(told), 0, 0, [*problems, f"a replica: {error}"])
    acknowledged = lost = 0
    written = by_seat(told)
    for seat, player in players.items():
        found = matched(lines(player.journal), written.get(seat, []))
        acknowledged, lost = acknowledged + found.acknowledged, lost + found.lost
        wrong = [*found.problems, *_window(player, copies[seat], sent[seat], is_open=not record.system.hides)]
        problems += [f"{seat}: {text}" for text in wrong]
    return Verdict(len(told), acknowledged, lost, problems)


def replayed(record: Session, told: Sequence[Told]) -> tuple[dict[str, Seat], dict[str, tuple[int, str]]]:
    """Carry out all steps of a record anew; return what each seat knows, and revision and chain of what it was sent."""
    system, replica = record.system, Replica(record.system, record.scenario, source=record.source)
    streams: dict[str, SeatStream] = {}
    adopted = {seat: AdoptedSession(system, record.scenario, record.source) for seat in system.seats}
    for one in told:
        replica.apply(one.step, one.chain)
        if system.hides:
            streams = streams or {seat: SeatStream(replica.session, seat) for seat in system.seats}
        for seat, stream in streams.items():
            if (step := stream.step(one.step, one.events)) is not None:
                adopted[seat].adopt(step, stream.chain)
    if not streams:
        return {seat: Seat(replica.session, seat) for seat in system.seats}, dict.fromkeys(
            system.seats, (replica.rev, replica.chain)
        )
    return {seat: Seat(copy, seat) for seat, copy in adopted.items()}, {
        seat: (copy.rev, copy.chain) for seat, copy in adopted.items()
    }


def by_seat(told: Iterable[Told]) -> dict[str, list[str]]:
    """Return what each seat ordered and undid, in the order of the record."""
    line, found = list[str](), dict[str, list[str]]()
    for step in (one.step for one in told):
        if step.back is not None:
            found.setdefault(line[step.back], []).append(UNDO)
            del line[step.back :]
        if step.command is not None:
            found.setdefault(step.seat, []).append(plain(step.command.to_json()))
            line.append(step.seat)
        line += [NATURE] * len(step.chance)
    return found


def plain(command: Any) -> str:
    """Return a command as one text that can be compared."""
    return json.dumps(command, sort_keys=True, default=dict)


def lines(journal: Path) -> list[dict[str, Any]]:
    """Return what a player wrote down; of a line that was cut off by his end nothing is known."""
    found = []
    for text in journal.read_text(encoding="utf-8").splitlines():
        try:
            found.append(json.loads(text))
        except ValueError:
            continue
    return found


def matched(journal: Iterable[Mapping[str, Any]], written: Sequence[str]) -> Verdict:
    """Hold a seat's journal against what the record has of it: all that is done is there once, and nothing else is.

    What was sent without an answer, or waits for the other player's, may be there or not, so `places` are all up to
    which the record may be told by then. A program that was killed after an answer, before it had kept the step, shows
    the position before it until it has joined: what is sent there once more is the same request, carried out once.
    """
    places, sent, problems = {0}, None, list[str]()
    last, done = dict[str, Any](), list[Mapping[str, Any]]()
    is_new = is_again = False
    acknowledged = lost = 0
    for line in journal:
        if "began" in line or "joined" in line:
            is_new = "began" in line
        elif "sent" in line:
            last, is_again = dict(line), is_new and line in done
            if not is_again:
                places |= _after(places, sent, written)
                sent = line["sent"]
        elif "done" in line and not is_again:
            done.append(last)
            acknowledged += 1
            left = len(line["done"].get("left", ()))
            after = _after(places, sent, written, left=left)
            if not after:
                lost += 1
                problems.append(f"{sent} was acknowledged and is not in the record after {min(places)} orders")
            places, sent = after or places, line["done"].get("left") if line["done"].get("wait") else None
        elif "refused" in line and not is_again:
            sent = None
    places |= _after(places, sent, written)
    if not lost and len(written) not in places:
        problems.append(f"order {max(places) + 1} of the record was never sent: {written[max(places)]}")
    return Verdict(len(written), acknowledged, lost, problems)


def _after(places: Iterable[int], sent: Any, written: Sequence[str], left: int | None = None) -> set[int]:
    """Return up to where a request leads in the record: as far as it fits, or just to those `left` if it was done."""
    found = set[int]()
    for place in places:
        wanted = [UNDO] * (len(written) - place) if sent == UNDO else [plain(each) for each in sent or ()]
        fits = next(
            (n for n, (one, other) in enumerate(zip(wanted, written[place:], strict=False)) if one != other),
            min(len(wanted), len(written) - place),
        )
        if left is None or sent == UNDO:
            found |= {place + n for n in range(1, fits + 1)}
        elif fits >= len(wanted) - left:
            found.add(place + len(wanted) - left)
    return found


def _window(player: Player, seat: Seat, sent: tuple[int, str], *, is_open: bool) -> list[str]:
    """Return what is wrong with a window that rests, and with its own record."""
    said = json.loads(player.report.read_text(encoding="utf-8"))
    found = []
    if (said["rev"], said["chain"]) != sent:
        found.append(f"the window holds {said['rev']} {said['chain']}, the host sent {sent[0]} {sent[1]}")
    elif said.get("sees") != digest(seat):
        found.append("the window sees another game than the host has")
    if is_open:
        own = Path(said["file"])
        record = load_record(own, attach=False)
        found += [*record.notices, *(f"its record: {text}" for text in verify(record, own))]
        chain = steps_in(own)[-1].chain
        if chain != sent[1]:
            found.append(f"its record has the chain {chain}, the host's {sent[1]}")
    if "Traceback" in (wrong := player.errors.read_text(encoding="utf-8")):
        found.append(wrong[-2000:])
    return found
