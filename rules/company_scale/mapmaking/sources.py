"""The source files of maps: what they must hold, the map each makes, and whether the stored map matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from rules.company_scale.mapmaking.build import Maker
from rules.company_scale.mapmaking.writing import written
from rules.files.documents import Document
from rules.files.problems import Problem
from rules.files.values import Data, Route

SOURCE_FORMAT: Final = "chitpull-source/1"
_COMMAND: Final = "python -m rules.company_scale.mapmaking"
_NEEDED: Final[Mapping[str, type]] = {
    "id": str,
    "title": str,
    "columns": list,
    "rows": list,
    "projection": dict,
    "rivers": list,
    "ridges": list,
    "roads": list,
    "places": list,
    "peaks": list,
    "areas": list,
    "levels": dict,
    "heights": dict,
}
_WORDS: Final = {str: "text", list: "a list", dict: "a mapping"}
_LINES: Final = {
    "rivers": ("kind", "name", "rank", "course"),
    "ridges": ("course",),
    "roads": ("kind", "name", "course"),
}
_POINTS: Final = {"places": ("name", "kind", "at"), "peaks": ("name", "height", "at"), "areas": ("kind", "outline")}


def target_of(source: Path) -> Path:
    """Return the file of the map that a source file makes: in the folder `maps` beside its own."""
    return source.resolve().parent.parent / "maps" / source.name


def map_text(document: Document) -> str:
    """Return the text of the map a source makes; raise ValueError if its lines do not fit the ground."""
    name = document.path.name if document.path else "source.yaml"
    made = f"Made by `{_COMMAND}`: change source/{name} and make it again, instead of changing this file."
    return written(Maker(document.mapping).map(), [*document.mapping.get("remarks", ()), made])


def source_problems(document: Document) -> list[Problem]:
    """Return what a source lacks, what does not fit the ground, or that its map must be made again."""
    faults = [*_form_faults(document.mapping)]
    if faults:
        return [document.problem(route, message) for route, message in faults]
    try:
        text = map_text(document)
    except (ValueError, KeyError, TypeError) as error:
        return [document.problem((), f"No map can be made of this: {error}.")]
    target = target_of(document.path) if document.path else None
    if target and (not target.is_file() or target.read_text(encoding="utf-8") != text):
        message = f"The map made of this is not the one in maps/{target.name}; run `{_COMMAND}`."
        return [document.problem((), message)]
    return []


def _form_faults(data: Mapping[str, Data]) -> Iterator[tuple[Route, str]]:
    for key, kind in _NEEDED.items():
        if key not in data:
            yield (), f'"{key}" is missing.'
        elif not isinstance(data[key], kind):
            yield (
                (key,),
                f"This must be a {kind}.".replace("<class 'dict'>", "mapping").replace("<class 'list'>", "list"),
            )
    for key, needed in {**_LINES, **_POINTS}.items():
        for i, entry in enumerate(data[key] if isinstance(data.get(key), list) else ()):
            for part in needed:
                if not isinstance(entry, Mapping) or part not in entry:
                    yield (key, i), f'"{part}" is missing.'
