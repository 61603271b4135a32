"""Check what a schema cannot about forces: unique ids, existing types, divisions and formations (2.0, 3.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rules.files.documents import Document
from rules.files.problems import Problem, unknown
from rules.files.values import Data

COUNTERS: Final = {
    "units": "unit_types",
    "support_weapons": "support_weapon_types",
    "leaders": "leader_types",
    "transports": "unit_types",
    "heroes": "hero_types",
}
WHITE: Final = "#ffffff"
_NO_TRANSPORT: Final = (
    'The type {} is not a transport; list it under units, or give the type "transport: true" in the charts.'
)
_NO_REPLACEMENT: Final = (
    'The leader type {} has no replacement (13.3); add "replacement" with fire and troop_quality to it.'
)
LISTS: Final = ("divisions", "formations", *COUNTERS)


def entries(forces: Sequence[Document], key: str) -> Iterator[Document]:
    """Yield every entry of one list, such as "units", across several forces files."""
    for document in forces:
        for i in range(len(document.mapping.get(key, ()))):
            yield document.part(key, i)


def forces_problems(forces: Sequence[Document], charts: Mapping[str, Data]) -> list[Problem]:
    """Return every fault in one scenario's forces taken together; they must already fit the schema."""
    problems = [*_duplicate_ids(forces), *_unknown_charts(forces, charts), *_unknown_divisions(forces),
                *_stripe_problems(forces), *_german_only(forces), *_unsuitable(forces, charts)]  # fmt: skip
    for key, chart in COUNTERS.items():
        for entry in entries(forces, key):
            problems += _unknown_type(entry, charts.get(chart, {}))
            problems += _owner_problems(entry, forces)
    return problems


def _duplicate_ids(forces: Sequence[Document]) -> Iterator[Problem]:
    seen: dict[str, Document] = {}
    for key in LISTS:
        for entry in entries(forces, key):
            name = entry.data["id"]
            if name in seen:
                first = seen[name].problem((), "")
                message = f'"{name}" is already used at {first.file}:{first.line}; each id is used once.'
                yield entry.problem(("id",), message)
            seen.setdefault(name, entry)


def _unknown_charts(forces: Sequence[Document], charts: Mapping[str, Data]) -> Iterator[Problem]:
    ratings = charts.get("divisions", {})
    for entry in entries(forces, "divisions"):
        if entry.data["chart"] not in ratings:
            yield entry.problem(("chart",), unknown("division in the charts", entry.data["chart"], ratings))


def _unknown_divisions(forces: Sequence[Document]) -> Iterator[Problem]:
    divisions = {entry.data["id"]: None for entry in entries(forces, "divisions")}
    for entry in entries(forces, "formations"):
        if entry.data["division"] not in divisions:
            yield entry.problem(("division",), unknown("division", entry.data["division"], divisions))


def _stripe_problems(forces: Sequence[Document]) -> Iterator[Problem]:
    """Yield stripes that do not tell a formation from the others of its division (2.0).

    Attachable formations differ by ground colour (3.2).
    """
    seen: dict[tuple[str, str], str] = {}
    for entry in entries(forces, "formations"):
        if entry.data.get("attachable"):
            continue
        stripe = str(entry.data.get("stripe", "")).lower()
        key = (entry.data["division"], stripe)
        if stripe == WHITE:
            yield entry.problem(("stripe",), "A white stripe marks counters of the division itself; choose a colour.")
        elif stripe and key in seen:
            message = f"{seen[key]} of the same division has this stripe; give each formation a colour of its own."
            yield entry.problem(("stripe",), message)
        seen.setdefault(key, entry.data.get("name", entry.data["id"]))


def _german_only(forces: Sequence[Document]) -> Iterator[Problem]:
    """Yield what only the German side may have (2.0, 24, 26) but the other does."""
    sides = {entry.data["id"]: entry.data["side"] for entry in entries(forces, "divisions")}
    for entry in entries(forces, "divisions"):
        if "kampfgruppe" in entry.data.get("chits", ()) and entry.data["side"] != "german":
            yield entry.problem(("chits",), "Only German divisions have a Kampfgruppen chit (24); leave it out.")
    for entry in entries(forces, "formations"):
        if entry.data.get("attachable") and sides.get(entry.data["division"]) == "allied":
            yield entry.problem(("attachable",), "Only German formations can be attached (26); leave it out.")


def _unsuitable(forces: Sequence[Document], charts: Mapping[str, Data]) -> Iterator[Problem]:
    """Yield transports whose type carries no unit (15) and leaders whose type has no other side (13.3)."""
    units, leaders = charts.get("unit_types", {}), charts.get("leader_types", {})
    for entry in entries(forces, "transports"):
        if entry.data["type"] in units and not units[entry.data["type"]].get("transport"):
            yield entry.problem(("type",), _NO_TRANSPORT.format(entry.data["type"]))
    for entry in entries(forces, "leaders"):
        if "replacement" not in leaders.get(entry.data["type"], {"replacement": None}):
            yield entry.problem(("type",), _NO_REPLACEMENT.format(entry.data["type"]))


def _unknown_type(entry: Document, types: Mapping[str, Data]) -> Iterator[Problem]:
    kind = entry.data["type"]
    if kind not in types:
        yield entry.problem(("type",), unknown("type in the charts", kind, types))


def _owner_problems(entry: Document, forces: Sequence[Document]) -> Iterator[Problem]:
    """Yield what is wrong with the stripe: a formation, or a division with a white stripe or none (2.0)."""
    data = entry.data
    formations = {owner.data["id"]: None for owner in entries(forces, "formations")}
    divisions = {owner.data["id"]: None for owner in entries(forces, "divisions")}
    if ("formation" in data) == ("division" in data):
        yield entry.problem((), "Name either a formation, or a division with stripe white or none.")
    elif "formation" in data:
        if data["formation"] not in formations:
            yield entry.problem(("formation",), unknown("formation", data["formation"], formations))
        if "stripe" in data:
            yield entry.problem(("stripe",), "A counter of a formation has its colour; leave the stripe out.")
    else:
        if data["division"] not in divisions:
            yield entry.problem(("division",), unknown("division", data["division"], divisions))
        if "stripe" not in data:
            yield entry.problem((), 'A counter of a division needs "stripe: white" or "stripe: none".')
