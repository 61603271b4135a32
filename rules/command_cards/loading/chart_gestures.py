"""What each gesture makes of the charts of a battle: a line of the game's is put among its own, to be changed there.

A battle that has none gets charts of its own, in a file of the draft; those of the game stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from rules.command_cards.charts import STAYS, house_document
from rules.command_cards.loading.scenarios import INLINE_CHARTS
from rules.files.problems import CannotPlace, Data, Route, table_in

Documents = Mapping[str, Data]

FOLDER: Final = "command_cards/charts"
_NAMES: Final = {"units": "name", "cards": "title"}
"""Tables that take new lines, and the field that holds the name of one."""
_JOINTS: Final = {"units": "_", "cards": "-"}


class Changed(NamedTuple):
    """The documents that a gesture changes, and the document and route of the line that it is about."""

    documents: dict[str, dict[str, Data]]
    document: str
    route: Route


def with_line(documents: Documents, name: str, table: str, line: str) -> Changed:
    """Return the documents of a draft with a line of its scenario's charts that can be changed; raise CannotPlace."""
    known = table_in(house_document()[table], line).items()
    return _with(documents, name, table, line, {key: value for key, value in known if key not in STAYS})


def with_new_line(documents: Documents, name: str, table: str, title: str) -> Changed:
    """Return the documents of a draft with a new kind of unit or card, like the first of the game's.

    Raises CannotPlace.
    """
    line = _JOINTS[table].join(re.findall("[a-z0-9]+", title.lower()))[:40]
    if not line[:1].isalpha():
        raise CannotPlace("Give it a name that begins with a letter from a to z.")
    pattern = next(iter(house_document()[table].values()))
    return _with(documents, name, table, line, {**pattern, _NAMES[table]: title})


def _with(documents: Documents, name: str, table: str, line: str, value: Data) -> Changed:
    changes, document = _own(documents, name)
    charts = changes.get(document) or dict(documents[document])
    lines = table_in(charts, table)
    after = charts if line in lines else {**charts, table: {**lines, line: value}}
    return Changed({**changes, document: after}, document, (table, line))


def _own(documents: Documents, name: str) -> tuple[dict[str, dict[str, Data]], str]:
    """Return what must change so that a scenario has charts in a file of the draft, and the name of that file."""
    data = documents[name]
    charts = data.get("charts", {})
    if isinstance(charts, str):
        for document in (f"{FOLDER}/{charts}.yaml", f"command_cards/{charts}.yaml"):
            if document != name and document in documents:
                return {}, document
        raise CannotPlace(f'The charts "{charts}" are no file of this module.')
    if not isinstance(charts, Mapping):
        raise CannotPlace('The field "charts" is wrong: see Check.')
    stem = PurePosixPath(name).stem
    names = (stem, *(f"{stem}-{number}" for number in range(2, 1000)))
    free = next(each for each in names if f"{FOLDER}/{each}.yaml" not in documents)
    document = f"{FOLDER}/{free}.yaml"
    keys = list(data)
    at = keys.index("map") + 1 if "map" in data else len(keys)
    named = {**{key: data[key] for key in keys[:at]}, "charts": free, **{key: data[key] for key in keys[at:]}}
    return {name: {**named, "charts": free}, document: {**INLINE_CHARTS, **charts, "id": free}}, document
