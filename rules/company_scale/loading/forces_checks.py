"""Check what a schema cannot about forces and charts: ids, types, divisions, values the rules look up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rules.company_scale.loading.files import located
from rules.files.checking import unknown_name
from rules.files.documents import Document
from rules.files.problems import Data, Problem, Remedy

# --- Check what a schema cannot about forces: unique ids, existing types, divisions and formations (2.0, 3.2) ------

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
_NO_COLUMN: Final = "The type {} carries units on its column side, which it does not have; give it one (15.0)."
_NO_REPLACEMENT: Final = (
    'The leader type {} has no replacement (13.3); add "replacement" with fire and troop_quality to it.'
)
OWNERS: Final = ("formations", "divisions")
LISTS: Final = ("divisions", "formations", *COUNTERS)


def entries(forces: Sequence[Document], key: str) -> Iterator[Document]:
    """Yield every entry of one list, such as "units", across several forces files."""
    for document in forces:
        for i in range(len(document.mapping.get(key, ()))):
            yield document.part(key, i)


def forces_problems(forces: Sequence[Document], charts: Mapping[str, Data]) -> list[Problem]:
    """Return every fault in one scenario's forces taken together; they must already fit the schema."""
    problems = [
        *_duplicate_ids(forces),
        *_unknown_charts(forces, charts),
        *_unknown_divisions(forces),
        *_stripe_problems(forces),
        *_german_only(forces),
        *_unsuitable(forces, charts),
        *_unknown_of_series(forces, charts),
        *_not_in_force(forces, charts),
    ]
    formations, divisions = ({entry.data["id"]: None for entry in entries(forces, key)} for key in OWNERS)
    for key, chart in COUNTERS.items():
        for entry in entries(forces, key):
            problems += _unknown_type(entry, charts.get(chart, {}))
            problems += _owner_problems(entry, formations, divisions)
    return [each for document in forces for each in located(_of(document, problems), document)]


def _of(document: Document, problems: Sequence[Problem]) -> list[Problem]:
    """Return those of the problems that are in a document."""
    base = document.base
    return [each for each in problems if each.file == document.file and each.route[: len(base)] == base]


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
            yield unknown_name(entry, ("chart",), "division in the charts", entry.data["chart"], ratings)


def _unknown_divisions(forces: Sequence[Document]) -> Iterator[Problem]:
    divisions = {entry.data["id"]: None for entry in entries(forces, "divisions")}
    for entry in entries(forces, "formations"):
        if entry.data["division"] not in divisions:
            yield unknown_name(entry, ("division",), "division", entry.data["division"], divisions)


def _unknown_of_series(forces: Sequence[Document], charts: Mapping[str, Data]) -> Iterator[Problem]:
    """Yield divisions of a nation that their side has not, or that end in a turn that no day has (2.0, 29)."""
    hours = {hour["name"]: None for hour in charts.get("turn_track", ())}
    for entry in entries(forces, "divisions"):
        data, nations = entry.data, charts.get("series", {}).get(entry.data["side"], {}).get("nations", {})
        if "nation" in data and data["nation"] not in nations:
            yield unknown_name(entry, ("nation",), "nation of this side", data["nation"], nations)
        if "ends" in data and data["ends"]["turn"] not in hours:
            yield unknown_name(entry, ("ends", "turn"), "turn of the day", data["ends"]["turn"], hours)


_CHAPTERS: Final = {
    "marker": ("22", "evacuation markers"),
    "ambush": ("23", "ambush units"),
    "rail_only": ("25", "rail guns"),
}
"""The chapters that types of unit belong to, by the flag of the type."""


def _not_in_force(forces: Sequence[Document], charts: Mapping[str, Data]) -> Iterator[Problem]:
    """Yield what belongs to a chapter that is not in force in this game of the series."""
    chapters, types = charts.get("series", {}).get("chapters"), charts.get("unit_types", {})
    if chapters is None:
        return

    def missing(entry: Document, key: str, chapter: str, what: str) -> Problem:
        text = f'There are no {what} in this game; add "{chapter}" to the chapters of its series, or leave this out.'
        return entry.problem((key,), text)

    for entry in entries(forces, "divisions"):
        if "kampfgruppe" in entry.data.get("chits", ()) and "24" not in chapters:
            yield missing(entry, "chits", "24", "Kampfgruppen")
        if "ends" in entry.data and "29" not in chapters:
            yield missing(entry, "ends", "29", "divisions that are disbanded")
    for entry in entries(forces, "formations"):
        if entry.data.get("attachable") and "26" not in chapters:
            yield missing(entry, "attachable", "26", "formations to attach")
    for key in ("units", "transports"):
        for entry in entries(forces, key):
            for flag, (chapter, what) in _CHAPTERS.items():
                if types.get(entry.data["type"], {}).get(flag) and chapter not in chapters:
                    yield missing(entry, "type", chapter, what)


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
            yield entry.problem(("stripe",), "A white stripe marks counters of the division itself; choose a color.")
        elif stripe and key in seen:
            message = f"{seen[key]} of the same division has this stripe; give each formation a color of its own."
            yield entry.problem(("stripe",), message)
        seen.setdefault(key, entry.data.get("name", entry.data["id"]))


def _german_only(forces: Sequence[Document]) -> Iterator[Problem]:
    """Yield what only the German side may have (2.0, 24, 26) but the other does."""
    sides = {entry.data["id"]: entry.data["side"] for entry in entries(forces, "divisions")}
    for entry in entries(forces, "divisions"):
        if "kampfgruppe" in entry.data.get("chits", ()) and entry.data["side"] != "german":
            place = list(entry.data["chits"]).index("kampfgruppe")
            text = "Only German divisions have a Kampfgruppen chit (24); leave it out."
            yield entry.problem(("chits",), text, remedy=Remedy("Leave it out", removes=(("chits", place),)))
    for entry in entries(forces, "formations"):
        if entry.data.get("attachable") and sides.get(entry.data["division"]) == "allied":
            text = "Only German formations can be attached (26); leave it out."
            yield entry.problem(("attachable",), text, remedy=Remedy("Leave it out", removes=(("attachable",),)))


def _unsuitable(forces: Sequence[Document], charts: Mapping[str, Data]) -> Iterator[Problem]:
    """Yield transports whose type carries no unit or lacks a side (15), and leaders whose type has no other (13.3)."""
    units, leaders = charts.get("unit_types", {}), charts.get("leader_types", {})
    for entry in entries(forces, "transports"):
        if entry.data["type"] in units and not units[entry.data["type"]].get("transport"):
            yield entry.problem(("type",), _NO_TRANSPORT.format(entry.data["type"]))
    for entry in (*entries(forces, "units"), *entries(forces, "transports")):
        kind = units.get(entry.data["type"], {})
        if kind.get("transport") and "column" not in kind:
            yield entry.problem(("type",), _NO_COLUMN.format(entry.data["type"]))
    for entry in entries(forces, "leaders"):
        if "replacement" not in leaders.get(entry.data["type"], {"replacement": None}):
            yield entry.problem(("type",), _NO_REPLACEMENT.format(entry.data["type"]))


def _unknown_type(entry: Document, types: Mapping[str, Data]) -> Iterator[Problem]:
    kind = entry.data["type"]
    if kind not in types:
        yield unknown_name(entry, ("type",), "type in the charts", kind, types)


def _owner_problems(
    entry: Document, formations: Mapping[str, None], divisions: Mapping[str, None]
) -> Iterator[Problem]:
    """Yield what is wrong with the stripe: a formation, or a division with a white stripe or none (2.0)."""
    data = entry.data
    if ("formation" in data) == ("division" in data):
        yield entry.problem((), "Name either a formation, or a division with stripe white or none.")
    elif "formation" in data:
        if data["formation"] not in formations:
            yield unknown_name(entry, ("formation",), "formation", data["formation"], formations)
        if "stripe" in data:
            text = "A counter of a formation has its color; leave the stripe out."
            yield entry.problem(("stripe",), text, remedy=Remedy("Leave the stripe out", removes=(("stripe",),)))
    else:
        if data["division"] not in divisions:
            yield unknown_name(entry, ("division",), "division", data["division"], divisions)
        if "stripe" not in data:
            yield entry.problem((), 'A counter of a division needs "stripe: white" or "stripe: none".')


# --- Check that a scenario's charts hold everything the rules look up: unprinted values must be data (3.0, 3.3) ----

TABLES: Final[Mapping[str, str]] = {
    "combat_results": "the combat results table",
    "weather": "the weather table",
    "barrage": "the values of barrage markers",
    "fortification": "the values of fortifications",
    "prepared_assault": "the values of prepared assault markers",
    "divisions": "the ratings of the division displays",
    "unit_types": "the printed values of units",
    "support_weapon_types": "the printed values of support weapons",
    "leader_types": "the printed values of leaders",
    "series": "the sides",
    "turn_track": "the turns of a day",
    "terrain": "the values of terrain",
    "hexsides": "the values of hexsides",
    "roads": "the costs of roads",
}
_ROWS: Final[Mapping[tuple[str, ...], tuple[str, ...]]] = {
    ("combat_results",): ("hex", "hard_target"),
    ("combat_results", "hex"): ("small_arms", "high_explosive", "indirect"),
    ("combat_results", "hard_target"): ("small_arms", "high_explosive", "armor_piercing"),
    ("weather",): ("rain", "after_rain_modifier"),
    ("barrage",): ("smoke", "light", "medium", "heavy"),
    ("fortification",): ("foxhole", "trench"),
    ("prepared_assault",): ("german", "allied"),
}
_COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "barrage": ("fire", "troop_quality", "movement"),
    "fortification": ("defense", "troop_quality"),
    "prepared_assault": ("defense", "troop_quality"),
    "hero_marker": ("fire", "troop_quality", "defense", "count"),
}


def chart_problems(charts: Mapping[str, Data], source: Document) -> Iterator[Problem]:
    """Yield every table, row or value missing from the charts taken together; `source` is where they are."""
    for key, what in TABLES.items():
        if key not in charts:
            yield source.problem((), f'"{key}" is missing: without {what} no game can be played. Add it to the charts.')
    for route, names in _ROWS.items():
        yield from _missing(charts, route, names, source)
    for key, names in _COLUMNS.items():
        for row in charts.get(key, {}):
            yield from _missing(charts, (key, row), names, source)


def _missing(
    charts: Mapping[str, Data], route: tuple[str, ...], names: tuple[str, ...], source: Document
) -> Iterator[Problem]:
    table: Data = charts
    for step in route:
        if step not in table:
            return
        table = table[step]
    held = [route[:n] for n in range(len(route), -1, -1) if _holds(source, route[:n])]
    for name in names:
        if name not in table:
            full = ".".join((*route, name))
            yield source.problem(held[0], f'"{full}" is missing from the charts. Add a line "{name}: ...".')


def _holds(source: Document, route: tuple[str, ...]) -> bool:
    data: Data = source.data
    for step in route:
        if not isinstance(data, Mapping) or step not in data:
            return False
        data = data[step]
    return True
