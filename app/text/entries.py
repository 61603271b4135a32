"""Entries: units, formations, hexes, places and rules as they are listed and looked for."""

from __future__ import annotations

import heapq
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import chain
from typing import Any

from app.text.names import humanize
from rules.engine.events import as_record
from rules.engine.frozen import frozen


class EntryKind(Enum):
    """What an entry is; results of equal worth are listed in this order."""

    UNIT = "unit"
    PLACE = "place"
    HEX = "hex"
    RULE = "rule"
    GROUP = "group"


class UnitStanding(Enum):
    """Where a unit stands in the course of a game."""

    HERE = "here"
    AWAY = "away"
    """Off the map, and may come back."""
    DUE = "due"
    LOST = "lost"


@frozen
class Entry:
    """One thing: its text id for the table ("unit:kg_thieme", "" for a group), its name, and what is told beside it.

    `words` are others it is found by. `seat` is the side of a unit or group, `entries` what belongs to a group.
    """

    thing: str
    name: str
    kind: EntryKind = EntryKind.UNIT
    state: str = ""
    place: str = ""
    words: str = ""
    seat: str = ""
    standing: UnitStanding = UnitStanding.HERE
    entries: tuple[Entry, ...] = ()


def grouped(name: str, side: str, entries: Iterable[Entry]) -> Entry:
    """Return entries of a side under a name."""
    return Entry("", name, EntryKind.GROUP, seat=side, entries=tuple(entries))


def leaves(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield every entry that is no group, in order."""
    for entry in entries:
        if entry.kind is EntryKind.GROUP:
            yield from leaves(entry.entries)
        else:
            yield entry


def tally(entry: Entry) -> str:
    """Return how many units of a group stand where: "5 on the map, 1 lost"."""
    count = dict.fromkeys(UnitStanding, 0)
    for leaf in leaves(entry.entries):
        count[leaf.standing] += 1
    told = {
        UnitStanding.HERE: "on the map",
        UnitStanding.AWAY: "off the map",
        UnitStanding.DUE: "to arrive",
        UnitStanding.LOST: "lost",
    }
    return ", ".join(f"{count[standing]} {words}" for standing, words in told.items() if count[standing])


def plain(words: str) -> str:
    """Return words as they are compared: small letters without accents."""
    if words.isascii():
        return words.lower()
    apart = unicodedata.normalize("NFKD", words.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


class Index:
    """Entries ready to be searched."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = list(entries)
        self._names = [plain(entry.name) for entry in self.entries]
        self._texts = [
            f"{name} {plain(f'{entry.state} {entry.place} {entry.words}')}"
            for name, entry in zip(self._names, self.entries, strict=True)
        ]
        self._order = {kind: n for n, kind in enumerate(EntryKind)}

    def search(self, query: str, limit: int = 60) -> list[Entry]:
        """Return the entries in which every word of a query occurs, the best first.

        The very name or number comes first, then what is on the table, then rules; each by name before other words.
        """
        wanted = plain(query).split()
        if not wanted:
            return []
        whole = " ".join(wanted)
        hits = (
            (self._rank(self._worth(n, whole, wanted), self.entries[n].kind), n)
            for n, text in enumerate(self._texts)
            if all(word in text for word in wanted)
        )
        return [self.entries[n] for _, n in heapq.nsmallest(limit, hits)]

    def _rank(self, worth: int, kind: EntryKind) -> tuple[bool, bool, int, int]:
        return worth > 0, kind is EntryKind.RULE, worth, self._order[kind]

    def _worth(self, n: int, whole: str, wanted: Sequence[str]) -> int:
        """Return 0 for the very name, more the less a name says what was asked for."""
        name = self._names[n]
        if name == whole or plain(self.entries[n].words) == whole:
            return 0
        if name.startswith(whole):
            return 1
        begun = re.split(r"\W+", name)
        if all(any(part.startswith(word) for part in begun) for word in wanted):
            return 2
        return 3 if all(word in name for word in wanted) else 4


def units_by_side(view: dict[str, object]) -> list[Entry]:
    """Return the units of a view by side and division, for a system that does not say what it has.

    It reads what views have in common: "units" as a list or by id, each with "side" or "seat", and "hex" or "at".
    """
    raw = view.get("units")
    units = raw.items() if isinstance(raw, dict) else (("", unit) for unit in raw) if isinstance(raw, list) else ()
    sides: dict[str, dict[str, list[Entry]]] = {}
    for name, unit in units:
        told = as_record(_Unit, unit)
        if told is not None and (name or told.id):
            side = str(told.side or told.seat or "")
            own = sides.setdefault(side, {}).setdefault(str(told.division or ""), [])
            own.append(_entry(str(name or told.id), told, unit, side))
    found = []
    for side, groups in sides.items():
        parts = ([grouped(name, side, members)] if name else members for name, members in groups.items())
        found.append(grouped(humanize(side) or "Units", side, chain.from_iterable(parts)))
    return found


_STANDS = {
    "due": UnitStanding.DUE,
    "reserve": UnitStanding.DUE,
    "eliminated": UnitStanding.LOST,
    "lost": UnitStanding.LOST,
}


@frozen
class _Unit:
    """What the units of systems have in common."""

    id: Any = None
    side: Any = None
    seat: Any = None
    division: Any = None
    hex: Any = None
    at: Any = None
    place: Any = None
    label: Any = None
    name: Any = None


def _entry(name: str, told: _Unit, unit: Mapping[str, object], side: str) -> Entry:
    place = str(told.hex or told.at or told.place or "")
    state = ", ".join(key.replace("_", " ") for key, value in unit.items() if value is True)
    label = str(told.label or told.name or humanize(name))
    standing = _STANDS.get(place, UnitStanding.HERE)
    return Entry(f"unit:{name}", label, state=state, place=place, seat=side, words=name, standing=standing)
