"""The fields of a document as its schema knows them: what kind of value each takes, by its route."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any, Final

from rules.engine.folders import scenarios_dir
from rules.files.problems import Data, Route
from rules.workshop import MANIFEST

TEXT: Final = "text"
NUMBER: Final = "number"
FLAG: Final = "flag"
CHOICE: Final = "choice"
MIXED: Final = "mixed"
GROUP: Final = "group"
TABLE: Final = "table"
LIST: Final = "list"
"""Kinds of fields: a group has named fields, a table entries by names of their own, a list entries in order; a mixed
one takes values of several kinds."""
ITEM: Final = 0
"""Stands in a route for any entry of a list, as ANY does for any of a table."""
ANY: Final = "*"


@dataclass(frozen=True, slots=True)
class Field:
    """What a field takes: its kind, the choices or bounds, how it is to be written, and whether it may be left out.

    `sample` is a value of its kind that a new entry begins with.
    """

    kind: str
    choices: tuple[Data, ...] = ()
    least: int | None = None
    most: int | None = None
    pattern: str = ""
    about: str = ""
    is_needed: bool = False
    sample: Data = field(default="", compare=False)


class Fields:
    """The fields of one kind of document; `schema` is the file of its JSON schema."""

    def __init__(self, schema: Path) -> None:
        self._root: Mapping[str, Any] = _schema(schema)

    def at(self, route: Route) -> Field | None:
        """Return the field at a route of keys and places, None where the schema knows none."""
        node, is_needed = self._root, True
        for key in route:
            found = self._below(node, key)
            if found is None:
                return None
            is_needed = key in self._resolved(node).get("required", ())
            node = found
        return self._field(self._resolved(node), is_needed)

    def names(self, route: Route) -> list[str]:
        """Return the names of the fields of a group, those that are needed first; [] for any other."""
        node = self._root
        for key in route:
            found = self._below(node, key)
            if found is None:
                return []
            node = found
        group = self._resolved(node)
        names = list(group.get("properties", ()))
        return sorted(names, key=lambda name: name not in group.get("required", ()))

    def routes(self) -> Iterator[Route]:
        """Yield the routes of all fields, with ITEM and ANY for the entries of lists and tables."""
        yield from self._routes((), self._root)

    def _routes(self, route: Route, node: Mapping[str, Any]) -> Iterator[Route]:
        node = self._resolved(node)
        if route:
            yield route
        for name, below in node.get("properties", {}).items():
            yield from self._routes((*route, name), below)
        for place, item in enumerate(_items(node)):
            yield from self._routes((*route, place), item)
        if (entries := _entries(node)) is not None:
            yield from self._routes((*route, ANY), entries)

    def _below(self, node: Mapping[str, Any], key: str | int) -> Mapping[str, Any] | None:
        node = self._resolved(node)
        if isinstance(key, int):
            items = _items(node)
            return items[min(key, len(items) - 1)] if items else None
        return node.get("properties", {}).get(key) or _entries(node)

    def _resolved(self, node: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a node with what it refers to; of a choice between a word and a list, the list with the word."""
        while "$ref" in node:
            rest = {key: value for key, value in node.items() if key != "$ref"}
            node = {**self._root["$defs"][str(node["$ref"]).rpartition("/")[2]], **rest}
        ways = node.get("oneOf") or node.get("anyOf")
        if not ways:
            return node
        merged = {key: value for key, value in node.items() if key not in ("oneOf", "anyOf")}
        parts = [self._resolved(way) for way in ways]
        types = [part.get("type", "string") for part in parts]
        for part in parts:
            merged = {**{key: value for key, value in part.items() if key != "const"}, **merged}
        return {**merged, "type": types}

    def _field(self, node: Mapping[str, Any], is_needed: bool) -> Field:
        about, kind = str(node.get("description", "")), _kind(node)
        choices = tuple(node.get("enum", ())) or ((node["const"],) if "const" in node else ())
        sample, pattern = self._sample(node), str(node.get("pattern", ""))
        return Field(kind, choices, node.get("minimum"), node.get("maximum"), pattern, about, is_needed, sample)

    def _sample(self, node: Mapping[str, Any]) -> Data:
        node = self._resolved(node)
        kind = _kind(node)
        if kind == CHOICE:
            return (node.get("enum") or [node.get("const")])[0]
        if kind == GROUP:
            return {name: self._sample(node["properties"][name]) for name in node.get("required", ())}
        if kind == LIST:
            items = _items(node)
            count = max(int(node.get("minItems", 0)), len(items) if len(items) > 1 else 0)
            return [self._sample(items[min(place, len(items) - 1)]) for place in range(count)] if items else []
        if kind == NUMBER:
            return max(0, int(node.get("minimum", 0)))
        return {TABLE: {}, FLAG: False}.get(kind, "")


def _items(node: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return what the entries of a list are, one for each place where these differ."""
    one = node.get("items")
    return list(node.get("prefixItems", ())) or ([one] if isinstance(one, Mapping) else [])


def _entries(node: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return what each entry of a table is, None for anything else."""
    extra = node.get("additionalProperties")
    if isinstance(extra, Mapping):
        return extra
    named = node.get("patternProperties")
    return next(iter(named.values())) if named else None


def _kind(node: Mapping[str, Any]) -> str:
    if "enum" in node or "const" in node:
        return CHOICE
    types = node.get("type", "string")
    if isinstance(types, list):
        return MIXED
    if types == "object":
        return GROUP if node.get("properties") else TABLE
    return {"array": LIST, "boolean": FLAG, "integer": NUMBER, "number": NUMBER}.get(str(types), TEXT)


@cache
def _schema(path: Path) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


_SINGULAR: Final[Mapping[str, str]] = {"maps": "map"}


def fields_of(document: str) -> Fields | None:
    """Return the fields of a document of a module by the name of its file; None for one without a schema."""
    parts = PurePosixPath(document).parts
    if document == MANIFEST:
        path = Path(__file__).with_name("schema") / "module.json"
    elif parts[0] == "lessons":
        path = scenarios_dir() / "lessons" / "schema" / "lesson.schema.json"
    elif len(parts) < 2:
        return None
    else:
        kind = "scenario" if len(parts) == 2 else _SINGULAR.get(parts[1], parts[1])
        path = scenarios_dir() / parts[0] / "schema" / f"{kind}.schema.json"
    return _fields(path) if path.is_file() else None


_fields: Final = cache(Fields)
