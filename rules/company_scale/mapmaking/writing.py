"""Write a map as readable YAML, the same line by line for the same data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rules.files.values import Data

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
