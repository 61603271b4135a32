"""A new division of a draft, made from the pattern of another: its formations, units and leaders under other names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final, TypeAlias

from rules.company_scale.loading.drafting import Drafting
from rules.company_scale.loading.files import referred
from rules.company_scale.scenario import scenario_folder
from rules.files.documents import Document, read_file
from rules.files.problems import CannotPlace, Data, ScenarioError

Raw: TypeAlias = Mapping[str, Data]
PIECES: Final = ("units", "support_weapons", "leaders", "transports")
"""What a pattern has besides formations; the named heroes (14.1) are one man each and are not copied."""
_NOT_COPIED: Final = ("ends", "paid_by")
"""A division that is copied may be disbanded at a date (29) or paid for by others (23.1); the new one is not."""
_COLORS: Final = ("colour", "ink")


@dataclass(frozen=True, slots=True)
class Pattern:
    """A division that can be copied: its id, name and side, how many units it has, and the forces it stands in."""

    id: str
    name: str
    side: str
    units: int
    forces: Raw


def patterns(drafting: Drafting, documents: Raw) -> list[Pattern]:
    """Return the divisions with formations that ship or are in the forces of a scenario, those of the scenario first.

    Forces that cannot be read are passed over; the check tells of them.
    """
    found: dict[tuple[str, int], Pattern] = {}
    for forces in (*_own(drafting.document(documents)), *_shipped()):
        led = {entry["division"] for entry in forces.get("formations", ())}
        for division in forces.get("divisions", ()):
            name, units = division["id"], sum(1 for _ in _of(forces, "units", division["id"]))
            if units and name in led:
                found.setdefault(
                    (name, units), Pattern(name, str(division.get("name", name)), division["side"], units, forces)
                )
    return list(found.values())


def _own(document: Document) -> Iterator[Raw]:
    named = document.mapping.get("forces")
    for place in range(len(named) if isinstance(named, list) else 0):
        try:
            yield referred(document, "forces", ("forces", place), scenario_folder()).mapping
        except ScenarioError:
            continue


def _shipped() -> Iterator[Raw]:
    for path in sorted((scenario_folder() / "forces").glob("*.yaml")):
        if not path.stem.startswith("example"):
            yield read_file(path).mapping


def _of(forces: Raw, kind: str, division: str) -> Iterator[Raw]:
    """Yield the pieces of a kind that belong to a division, by themselves or by their formation."""
    formations = {entry["id"] for entry in forces.get("formations", ()) if entry["division"] == division}
    for entry in forces.get(kind, ()):
        if entry.get("division") == division or entry.get("formation") in formations:
            yield entry


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a new division is called, in full and in at most four characters, and its colors "#rrggbb"."""

    name: str
    short: str
    colour: str
    ink: str


def with_division(documents: Raw, scenario: str, pattern: Pattern, wanted: Wanted) -> dict[str, Raw]:
    """Return the documents of a draft that are to be put for a new division: its forces, and the scenario.

    `scenario` is the name of the scenario's document. Raises CannotPlace where the name gives no id or is in use.
    """
    base = re.sub(r"[^a-z0-9]+", "_", wanted.name.lower()).strip("_")
    if not base:
        raise CannotPlace("The name of a division needs a letter or a digit.")
    path = PurePosixPath(scenario).parent / "forces" / f"{base}.yaml"
    data = documents[scenario]
    told = data.get("forces", []) if isinstance(data, Mapping) else []
    if str(path) in documents or base in told or (scenario_folder() / "forces" / path.name).exists():
        raise CannotPlace(f"There is a division {wanted.name} already; give this one another name.")
    return {str(path): _copied(pattern, base, wanted), scenario: {**data, "forces": [*told, base]}}


def _copied(pattern: Pattern, base: str, wanted: Wanted) -> Raw:
    """Return the forces of a new division; every id begins with its own, so that both may be in one scenario."""
    forces, old = pattern.forces, pattern.id
    division = next(entry for entry in forces["divisions"] if entry["id"] == old)
    formations = [entry for entry in forces.get("formations", ()) if entry["division"] == old]
    ids = {old: base, **{entry["id"]: f"{base}_{entry['id']}" for entry in formations}}

    number = str(division.get("short", ""))
    with_number = re.compile(rf"\b{re.escape(number)}\b") if len(number) > 1 else None  # "3" is a company too

    def worded(text: str) -> str:
        text = text.replace(pattern.name, wanted.name)
        return with_number.sub(lambda _: wanted.short, text) if with_number is not None else text

    def renamed(entry: Raw) -> Raw:
        links = {key: ids[entry[key]] for key in ("division", "formation") if key in entry}
        names = {key: worded(entry[key]) for key in ("name", "label") if key in entry}
        return {**entry, "id": ids.get(entry["id"], f"{base}_{entry['id']}"), **names, **links}

    kept = {key: value for key, value in division.items() if key not in _NOT_COPIED}
    new: dict[str, Data] = {
        "format": "chitpull-forces/1",
        "divisions": [
            {**kept, "id": base, "name": wanted.name, "short": wanted.short, "colour": wanted.colour, "ink": wanted.ink}
        ],
        "formations": [renamed({k: v for k, v in entry.items() if k not in _COLORS}) for entry in formations],
    }
    titled = (entry for kind in ("divisions", "formations") for entry in new[kind])
    titles = {entry["id"]: str(entry.get("name", entry["id"])) for entry in titled}
    for kind in PIECES:
        entries = [renamed(entry) for entry in _of(forces, kind, old)]
        new[kind] = [_led(entry, titles) for entry in entries] if kind == "leaders" else entries
    return {key: value for key, value in new.items() if value}


def _led(leader: Raw, titles: Mapping[str, str]) -> Raw:
    """Return a leader who is called by what he leads: the men of the pattern are with their own division (13.3)."""
    of = titles[leader.get("formation") or leader["division"]]
    return {**leader, "name": f"Commander, {of}", "replacement": f"Second in command, {of}"}
