"""What a record file holds when its lines have been read, and the positions that are saved in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeAlias

from rules.engine.bounded import read_json
from rules.engine.frozen import frozen
from rules.engine.game import Game
from rules.engine.history import LOST, History, Save, brought
from rules.engine.options import Decision
from rules.engine.plain import digest
from rules.engine.sealing import Chain, Unsealed
from rules.engine.system import System

_OFFERS: Final = 100  # options that a kept position is asked for before it is trusted

Progress: TypeAlias = Callable[[float], None]
"""Hears how much has been done, from 0 to 1; may raise Cancelled."""


class Cancelled(Exception):
    """Somebody has waited long enough."""


@frozen
class Snapshot:
    """A position as it is in the file, not decoded yet."""

    seq: int
    schema: int
    rules: int
    digest: str
    raw: memoryview


@dataclass(slots=True)
class Contents:
    """What a record file holds; `text` is all of it, of which the first `end` bytes are whole lines.

    `schema` is that of the line being read; `schemas` and `told` keep it for each entry and event.
    `damaged` are the lines that could not be read since the record was last mended, `altered` what differs from its
    seal, `unsealed` counts the lines that have none. `gap`: entries are lost; `fresh`: something was lost since then;
    `hurt`: just before the line at hand. `room` limits how many entries can be lost, by what the file could hold.
    `taken_back_to` are the positions of the line that the game went back to. `mended` are the lines in which one bit
    had flipped, `repairs` counts those tried, `values` the values read; `is_sealed` tells whether the header is. With
    `sealed` the file itself is enciphered, and `text` is what was inside. `lines` counts the lines as they were
    written, and `is_closed` tells whether the last one says that the game was put away.
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
    mended: list[int] = field(default_factory=list)
    values: int = 0
    repairs: int = 0
    is_sealed: bool = True
    kept: dict[str, Any] = field(default_factory=dict)
    taken_back_to: list[int] = field(default_factory=list)
    sealed: Unsealed | None = None
    lines: int = 1
    is_closed: bool = False
    line_of_play: list[tuple[bytes, Mapping[str, Any]]] | None = None
    """With what they say, the lines of entries, events and ways back, from which steps are made; None if not wanted."""

    @property
    def system(self) -> str:
        """Return the name of the game system, '' where the header has none."""
        return str(self.header.get("system", ""))

    @property
    def lost(self) -> list[int]:
        """Return the numbers of the entries that cannot be read."""
        return [n for n, entry in enumerate(self.history.log, 1) if entry is LOST]

    def play(self, raw: bytes, told: Mapping[str, Any]) -> None:
        """Keep a line of play, if these are wanted."""
        if self.line_of_play is not None:
            self.line_of_play.append((raw, told))


def recorded_digests(contents: Contents, system: System) -> dict[int, str]:
    """Return the digests of positions that a record holds in the present form, by their place in the line."""
    recorded = {n: (told, schema) for n, (told, schema, _) in contents.digests.items()}
    recorded |= {n: (snapshot.digest, snapshot.schema) for n, snapshot in contents.snapshots.items()}
    return {n: told for n, (told, schema) in recorded.items() if schema == system.schema}


def saves_of(file: Path, contents: Contents, system: System, scenario: Any) -> list[Save]:
    """Return the positions to continue from: the start (set up anew if damaged) and the sound ones after it."""

    def start() -> Any:
        state = _position(system, scenario, contents.snapshots[0]) if 0 in contents.snapshots else None
        return system.start(scenario) if state is None else state

    saves = [
        Save(n, partial(_decode, system, scenario, contents.snapshots[n])) for n in sorted(contents.snapshots) if n
    ]
    while saves and (newest := _shown(system, scenario, contents.snapshots[saves[-1].seq])) is None:
        contents.notices.append(
            f"The position saved in {file.name} after entry {saves.pop().seq} is damaged. It was replayed instead."
        )
    if saves:
        saves[-1] = Save.of(saves[-1].seq, newest)
    return [Save(0, start), *saves]


def _position(system: System, scenario: Any, snapshot: Snapshot) -> Any:
    """Return the state of a snapshot, or None if it is damaged."""
    try:
        return _decode(system, scenario, snapshot)
    except ValueError:
        return None


def _shown(system: System, scenario: Any, snapshot: Snapshot) -> Any:
    """Return the state of a snapshot, or None if it is damaged or cannot be shown to the players and played on from."""
    state = _position(system, scenario, snapshot)
    if state is None:
        return None
    try:
        game = Game(system.kinds, scenario, state.copy())
        pending = game.run()
        for seat in (*system.seats, None):
            system.view(game, seat)
            system.redeal_hidden(scenario, state, seat, 0)
        if isinstance(pending, Decision):
            for _ in islice(pending.options, _OFFERS):
                pass
    except Exception:  # the frames of a forged position may lead anywhere
        return None
    return state


def _decode(system: System, scenario: Any, snapshot: Snapshot) -> Any:
    """Return the state of a snapshot, migrated to the present schema; raise ValueError if it is damaged."""
    try:
        raw = read_json(bytes(snapshot.raw))
        if digest(raw) != snapshot.digest:
            raise ValueError(f"the position saved at {snapshot.seq} has been altered")
        return system.decode(scenario, brought(system, "state", raw, snapshot.schema))
    except (LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"the position saved at {snapshot.seq} cannot be read: {error!r}") from error
