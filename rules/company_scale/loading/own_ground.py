"""Which document of a draft is the map of its scenario; a map of others is copied among them to be changed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

from rules.company_scale.loading.files import referred
from rules.company_scale.scenario import scenario_folder
from rules.files.documents import Document
from rules.files.values import Data

Raw = Mapping[str, Data]


def ground_of(documents: Mapping[str, Data], name: str) -> str:
    """Return the name of the draft's document that is the map of a scenario, "" if none is."""
    told = _mapping(documents[name]).get("map")
    if not isinstance(told, str):
        return ""
    home = PurePosixPath(name).parent
    tries = [home / told] if told.endswith(".yaml") else [at / "maps" / f"{told}.yaml" for at in (home, home.parent)]
    return next((str(path) for path in tries if str(path) in documents), "")


def _mapping(data: Data) -> Raw:
    return data if isinstance(data, Mapping) else {}


def users_of(documents: Mapping[str, Data], ground: str) -> list[str]:
    """Return the names of the scenarios of a draft that are fought on one of its maps."""
    return [name for name in documents if ground_of(documents, name) == ground]


def with_own_ground(documents: Mapping[str, Data], document: Document, name: str) -> tuple[str, dict[str, Raw]]:
    """Return the name of the draft's document with the map of a scenario, and the documents that are to be put.

    They are none if the map is one of the draft already, else a copy of it, and the scenario that names the copy.
    `document` is the scenario as it finds its map; raises ScenarioError if it does not.
    """
    own = ground_of(documents, name)
    if own:
        return own, {}
    found, home = referred(document, "map", ("map",), scenario_folder()).mapping, PurePosixPath(name)
    base = number = PurePosixPath(name).stem
    copy: dict[str, Data] = {"format": "chitpull-map/1", **found, "id": base}
    path, count = home.parent / "maps" / f"{base}.yaml", 1
    while documents.get(str(path), copy) != copy:
        count += 1
        number = f"{base}_{count}"
        path, copy = path.with_name(f"{number}.yaml"), {**copy, "id": number}
    return str(path), {str(path): copy, name: {**_mapping(documents[name]), "map": number}}
