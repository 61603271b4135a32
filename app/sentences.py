"""Every sentence a player can meet, found in the sources and data files, for whoever reads or translates them.

A sentence is a text in the code of `app` and `rules` with words for people in it, or a text in a data file. What an
expression puts into it stands as `{…}`. Docstrings, names of fields, style sheets and patterns are none.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from app.command_line import Complaint
from rules.engine.bounded import why
from rules.engine.folders import PACKAGE_ROOT, assets_dir, scenarios_dir

GAP = "{…}"
SPOKEN = re.compile(
    r"[^\W\d_]{2,}.*\s.*\S|\S.*\s.*[^\W\d_]{2,}"  # more than one word
    r"|^&?[A-Z][a-z]{2,}(?:[ .…?!]|$)"  # a label
    r"|[^\W\d_]{2,} ?\{…\}|\{…\} [a-z]{2,}",  # a word beside a gap
    re.DOTALL,
)
CODE = re.compile(
    r"^[\w.-]+[/\\][\w./\\*-]+$|[{;]\s*[\w-]+\s*:\s*[^;}]+;|^\W*<\w+[^>]*>\W*$|^[#%(\\^\[]|^\w+=|_\w*_|->|\(\?"
)
"""Paths, style sheets, bare markup, patterns and names."""
UNREAD = frozenset(
    {"id", "map", "forces", "format", "hexes", "hex", "roads", "terrain", "levels", "elevation", "art", "symbol"}
)
"""Fields of data files whose texts are names or drawings."""
APART = frozenset({"clauses", "source", "mapmaking", "bench.py", "benchmark.py", "changes.py", "__pycache__"})
"""Folders and modules whose texts reach no player."""


class Sentence(NamedTuple):
    """A text with the file and line where it stands."""

    file: str
    line: int
    text: str


def sentences() -> list[Sentence]:
    """Return every sentence, by file and line."""
    found = [*_in_code(), *_in_data()]
    return sorted(set(found))


def write(path: Path) -> int:
    """Write every sentence into a file, one a line after its place; return how many."""
    if not (PACKAGE_ROOT / "app" / "cli.py").is_file():
        raise Complaint("The sentences are collected from the sources; run this where they are.")
    lines = [f"{one.file}:{one.line}\t{one.text}\n" for one in sentences()]
    try:
        path.write_text("".join(lines), encoding="utf-8")
    except OSError as error:
        raise Complaint(f"{path} cannot be written: {why(error)}.") from error
    return len(lines)


# --- in code ---


def _in_code() -> Iterator[Sentence]:
    for top in ("app", "rules"):
        for path in sorted((PACKAGE_ROOT / top).rglob("*.py")):
            if APART.isdisjoint(path.parts):
                yield from in_source(path.read_text(encoding="utf-8"), path.relative_to(PACKAGE_ROOT).as_posix())


def in_source(text: str, file: str) -> Iterator[Sentence]:
    """Yield the sentences of a module."""
    tree = ast.parse(text)
    unread = {id(node) for node in _unread(tree)}
    queue: list[ast.AST] = [tree]
    while queue:
        node = queue.pop()
        if id(node) in unread:
            continue
        written = _written(node)
        if written is not None and is_spoken(words := " ".join(written.split())):
            yield Sentence(file, getattr(node, "lineno", 0), re.sub(r"\{[^{}]*\}", GAP, words))
        if isinstance(node, ast.JoinedStr):  # its own texts are read; those inside its gaps may be sentences too
            queue += [part.value for part in node.values if isinstance(part, ast.FormattedValue)]
        else:
            queue += ast.iter_child_nodes(node)


def _written(node: ast.AST) -> str | None:
    """Return a text as written, with gaps for what is put into it."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else GAP for part in node.values]
        return "".join(map(str, parts))
    return None


def _unread(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the texts that nobody is shown: docstrings, annotations, keys and what is compared."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        elif isinstance(node, ast.Subscript):
            yield node.slice
        elif isinstance(node, ast.Compare):
            yield from node.comparators
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and _name(node.exc.func) in SILENT:
            yield node
        elif isinstance(node, ast.Call) and _name(node.func) in QUIET:
            yield from node.args
        for field in ("annotation", "returns"):
            if (hint := getattr(node, field, None)) is not None:
                yield hint


SILENT = frozenset({"KeyError", "TypeError", "AssertionError", "NotImplementedError"})
QUIET = frozenset(
    {"debug", "compile", "TypeVar", "NewType", "setObjectName", "setStyleSheet", "getattr", "setProperty", "emit"}
)


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def is_spoken(words: str) -> bool:
    """Tell whether a text is made of words for people."""
    return bool(SPOKEN.search(words)) and not CODE.search(words)


# --- in data ---


def _in_data() -> Iterator[Sentence]:
    charts = (path for path in (PACKAGE_ROOT / "rules").rglob("*.yaml"))
    for path in sorted([*scenarios_dir().rglob("*.yaml"), *assets_dir().rglob("*.yaml"), *charts]):
        if APART.isdisjoint(path.parts):
            yield from _in_yaml(path)
    for path in sorted(scenarios_dir().rglob("*.schema.json")):
        told = json.loads(path.read_text(encoding="utf-8"))
        for text in _texts(told, "description"):
            yield Sentence(_place(path), 0, " ".join(text.split()))


def _in_yaml(path: Path) -> Iterator[Sentence]:
    node = yaml.compose(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    queue: list[Any] = [node] if node is not None else []
    while queue:
        node = queue.pop()
        if isinstance(node, yaml.MappingNode):
            queue += [value for key, value in node.value if key.value not in UNREAD]
        elif isinstance(node, yaml.SequenceNode):
            queue += node.value
        else:
            words = " ".join(node.value.split())
            if is_spoken(words):
                yield Sentence(_place(path), node.start_mark.line + 1, words)


def _texts(told: Any, key: str) -> Iterator[str]:
    if isinstance(told, Mapping):
        for name, value in told.items():
            if name == key and isinstance(value, str):
                yield value
            else:
                yield from _texts(value, key)
    elif isinstance(told, list):
        for value in told:
            yield from _texts(value, key)


def _place(path: Path) -> str:
    return path.relative_to(PACKAGE_ROOT).as_posix() if path.is_relative_to(PACKAGE_ROOT) else path.name
