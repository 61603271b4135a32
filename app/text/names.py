"""Names of pieces, places and dates in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from app.text.parts import TextPart, unitref
from rules.engine.english import capital
from rules.engine.frozen import to_plain

# --- Dates in words ------------------------------------------------------------------------------------------------

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def long_date(iso: str) -> str:
    """Return 1944-08-22 as 22 August 1944, and anything else as it is."""
    try:
        day = date.fromisoformat(iso)
    except ValueError:
        return iso
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


# --- Names of pieces, places and identifiers in sentences, for any system ------------------------------------------


def humanize(name: str) -> str:
    """Turn an identifier or CamelCase name into words with a capital."""
    spaced = "".join(f" {c.lower()}" if c.isupper() else c for c in name).replace("_", " ").strip()
    return capital(spaced)


class Names:
    """Look up what things are called; made from a view, so that it knows no more than its seat.

    `groups` are the lists of a view, and the tables of a scenario, whose entries have names.
    """

    groups: tuple[str, ...] = ("units",)

    def __init__(self, view: Any = None) -> None:
        self._names: dict[str, str] = {}
        self._sides: dict[str, str] = {}
        self._labels: dict[str, str] = {}
        if view:
            self.learn(view)

    def learn(self, view: Any) -> None:
        """Add the names of a view."""
        shown = view if isinstance(view, Mapping) else to_plain(view) or {}
        for group in self.groups:
            for thing in shown.get(group, ()):
                self.add(thing)

    def study(self, scenario: object) -> None:
        """Add the names of a scenario's tables, for things that are not in the view."""
        for group in self.groups:
            table = getattr(scenario, group, None)
            for key, thing in table.items() if isinstance(table, Mapping) else ():
                self._names.setdefault(str(key), str(getattr(thing, "name", key)))

    def add(self, thing: object) -> None:
        """Add one entry of a view, if it has an id."""
        if not isinstance(thing, Mapping) or "id" not in thing:
            return
        self.call(thing["id"], thing.get("name"), thing.get("side"), thing.get("label"))

    def call(self, thing: str, name: str | None, side: str | None = None, label: str | None = None) -> None:
        """Give a thing its name, unless it has one, its side and the short name on its counter."""
        self._names.setdefault(thing, name or thing)
        if side:
            self._sides[thing] = side
        if label:
            self._labels[thing] = label

    def has(self, thing: str) -> bool:
        """Tell whether a thing has a name of its own."""
        return thing in self._names

    def of(self, thing: str) -> str:
        """Return the name of a thing, or its identifier in words."""
        return self._names.get(thing) or humanize(thing)

    def label(self, thing: str) -> str:
        """Return the short name printed on a counter."""
        return self._labels.get(thing) or self.of(thing)

    def shortened(self, words: str) -> str:
        """Return words in which counters have the short name that is printed on them."""
        found = [thing for thing in self._labels if self._names[thing] in words]
        for thing in sorted(found, key=lambda thing: -len(self._names[thing])):  # one may hold another
            words = words.replace(self._names[thing], self._labels[thing])
        return words

    def side(self, thing: str) -> str:
        """Return the side of a thing, or ""."""
        return self._sides.get(thing, "")

    def side_name(self, seat: str) -> str:
        """Return the name of a side, such as "German"."""
        return NAMES.get(seat) or humanize(seat)

    def players(self, seat: str) -> str:
        """Return who plays a side, such as "the Germans"."""
        return NOUNS.get(seat, seat)

    def unit(self, thing: str) -> TextPart:
        """Return a clickable part that names a counter."""
        return unitref(thing, self.of(thing))


# --- The two sides of August 1944, in words ------------------------------------------------------------------------

NAMES: Mapping[str, str] = {"allied": "Allied", "german": "German"}
NOUNS: Mapping[str, str] = {"allied": "the Allies", "german": "the Germans"}


def by_side(seat: str) -> str:
    """Return a side as the subject of a sentence: The Germans."""
    return capital(NOUNS.get(seat, seat))
