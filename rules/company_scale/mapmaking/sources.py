"""The source files of maps, and the map each makes, as readable YAML."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from rules.company_scale.mapmaking.build import Maker
from rules.files.documents import Document
from rules.files.problems import Data, Problem, Route

# --- Write a map as readable YAML, the same line by line for the same data -----------------------------------------

_WIDTH: Final = 128


def written(document: Mapping[str, Data], remarks: Iterable[str] = ()) -> str:
    """Return the text of a map document, with remarks at its head."""
    lines = [f"# {remark}" for remark in remarks] + [""]
    for key, value in document.items():
        lines += [*_part(key, value)] if value not in ([], {}) else []
    return "\n".join(lines) + "\n"


def _part(key: str, value: Data) -> Iterator[str]:
    if isinstance(value, str | int) or key in ("columns", "rows"):
        yield f"{key}: {_flow(value)}"
        return
    yield ""
    yield f"{key}:"
    if key in ("terrain", "levels"):
        yield from _heading(len(next(iter(value.values()))))
        yield from (f'  {row}: "{cells}"' for row, cells in value.items())
    elif key == "elevation":
        yield from (f"  {row}: {_flow(cells)}" for row, cells in value.items())
    elif key == "hexsides":
        for kind, sides in value.items():
            yield from _wrapped(f"  {kind}: ", [f'"{side}"' for side in sides], "    ")
    elif key == "roads":
        yield from _entries(value, "hexes", "  ")
    elif key == "art":
        for kind, courses in value.items():
            yield f"  {kind}:"
            yield from _entries(courses, "course", "    ")
    else:
        yield from (f"  - {_flow(entry)}" for entry in value)


def _heading(width: int) -> Iterator[str]:
    yield "  #   " + "".join(str(column // 10) for column in range(1, width + 1))
    yield "  #   " + "".join(str(column % 10) for column in range(1, width + 1))


def _entries(entries: Iterable[Mapping[str, Data]], last: str, indent: str) -> Iterator[str]:
    for entry in entries:
        head = {key: value for key, value in entry.items() if key != last}
        mark = "-"
        for key, value in head.items():
            yield f"{indent}{mark} {key}: {_flow(value)}"
            mark = " "
        yield from _wrapped(f"{indent}  {last}: ", [_flow(value) for value in entry[last]], f"{indent}    ")


def _wrapped(head: str, cells: list[str], indent: str) -> Iterator[str]:
    whole = f"{head}[{', '.join(cells)}]"
    if len(whole) <= _WIDTH:
        yield whole
        return
    yield f"{head}["
    line = ""
    for cell in cells:
        if line and len(indent) + len(line) + len(cell) + 3 > _WIDTH:
            yield f"{indent}{line.rstrip()}"
            line = ""
        line += f"{cell}, "
    yield f"{indent}{line.rstrip()}"
    yield f"{indent[2:]}]"


def _flow(value: Data) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(part) for part in value) + "]"
    if isinstance(value, float):
        return f"{value:.2f}"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) and not value.isidentifier() else str(value)


# --- The source files of maps: what they must hold, the map each makes, and whether the stored map matches ---------

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
