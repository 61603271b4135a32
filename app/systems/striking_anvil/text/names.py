"""Names of units, areas, boxes, borders and sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from app.text import names
from app.text.parts import Part, arearef, listing, unitref

SIDES = {"allied": "Allied", "german": "German"}
NOUNS = {"allied": "the Allies", "german": "the Germans"}
MARKERS = {"air": "the air marker", "naval": "the naval marker"}
PHASES = {
    "planning": "Planning", "ffi": "FFI", "bombing": "Bombing", "operations": "Operations", "surrender": "Surrender",
    "end": "End of the turn",
}  # fmt: skip
NATIONS = {"us": "US", "uk": "British", "fr": "French", "de": "German"}
KINDS = {"support": "support unit", "cd": "coastal defense", "train": "armoured train", "transport": "transport"}


def by_side(seat: object) -> str:
    """Return a side as the subject of a sentence: The Germans."""
    noun = NOUNS.get(str(seat), str(seat))
    return noun[:1].upper() + noun[1:]


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: 1 hit, 2 hits."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


class Names(names.Names):
    """Names units by their labels, areas by number and name, borders by both of their areas."""

    def __init__(self, view: Mapping[str, Any] | None = None) -> None:
        self._places: dict[str, str] = {}
        super().__init__(view)

    def learn(self, view: Mapping[str, Any]) -> None:
        """Learn the units, areas and boxes of a view."""
        for unit, told in view.get("units", {}).items():
            self._names[unit], self._sides[unit] = told["label"], told["side"]
        for place in (*view.get("areas", ()), *view.get("boxes", ())):
            number = "" if "kind" in place else f"{place['id']} "
            self._places[place["id"]] = f"{number}{place['name']}"
        for site in view.get("bridges", ()):
            self._places[site["border"]] = f"{site['border']}, {site['river']}"

    def has(self, thing: str) -> bool:
        """Tell whether a thing has a name of its own."""
        return thing in self._names or thing in self._places

    def of(self, thing: str) -> str:
        """Return the name of a unit, place or marker, or anything else in words."""
        return self._names.get(thing) or self._places.get(thing) or MARKERS.get(thing) or names.humanize(thing)

    def place(self, place: str) -> Part:
        """Return a part that names an area or box and can be clicked."""
        return arearef(place, self.of(place))

    def units(self, units: Iterable[str]) -> tuple[Part, ...]:
        """Return units as parts that can be clicked: a, b and c."""
        return listing([unitref(unit, self.of(unit)) for unit in units])
