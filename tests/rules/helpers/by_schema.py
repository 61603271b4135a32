"""Data that a schema allows, made at random: for charts of which nothing but their form is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any

Route = tuple[str | int, ...]
Schema = Mapping[str, Any]
INTEGERS = (0, 1, -1, 2, -3, 5, 9, -9, 40, 1000, -(10**6), 10**12)
"""What stands where a schema knows no bounds."""


class BySchema:
    """Makes data by a schema. `texts` write texts by the patterns they must match; other texts are one of `words`."""

    def __init__(self, schema: Schema, texts: Mapping[str, Callable[[Random], str]], words: Sequence[str]) -> None:
        self.schema, self._texts, self._words = schema, texts, words

    def altered(self, random: Random, data: Any, times: int) -> Any:
        """Return a copy of data with so many of its parts made anew, each as the schema allows."""
        data = deepcopy(data)
        for _ in range(times):
            route, node = random.choice([*self._parts(data, self.schema)])
            into = data
            for key in route[:-1]:
                into = into[key]
            into[route[-1]] = self.anything(random, node)
        return data

    def anything(self, random: Random, node: Schema) -> Any:
        """Return a value that a part of the schema allows."""
        node = self._resolved(node)
        if "const" in node or "enum" in node:
            return random.choice(node.get("enum") or [node["const"]])
        kinds = node.get("type", "integer")
        kind = kinds if isinstance(kinds, str) else random.choice(kinds)
        return getattr(self, f"_{kind}")(random, node)

    def _resolved(self, node: Schema) -> Schema:
        while "$ref" in node:
            node = self.schema["$defs"][node["$ref"].rpartition("/")[2]]
        return node

    def _null(self, random: Random, node: Schema) -> None:
        return None

    def _boolean(self, random: Random, node: Schema) -> bool:
        return random.random() < 0.5

    def _integer(self, random: Random, node: Schema) -> int:
        if "minimum" in node and "maximum" in node:
            return random.randint(node["minimum"], node["maximum"])
        return max(node.get("minimum", min(INTEGERS)), random.choice(INTEGERS))

    def _string(self, random: Random, node: Schema) -> str:
        pattern = node.get("pattern")
        return random.choice(self._words) if pattern is None else self._texts[pattern](random)

    def _array(self, random: Random, node: Schema) -> list[Any]:
        size = random.randint(node.get("minItems", 0), node.get("maxItems", node.get("minItems", 0) + 3))
        parts = [*node.get("prefixItems", ()), *[node.get("items", {})] * size]
        return [self.anything(random, part) for part in parts[:size]]

    def _object(self, random: Random, node: Schema) -> dict[str, Any]:
        named, needed = node.get("properties", {}), set(node.get("required", ()))
        for choice in node.get("anyOf", ()):
            needed |= set(choice["required"]) if random.random() < 0.7 else set()
        needed |= set(node["anyOf"][0]["required"]) if "anyOf" in node else set()
        return {key: self.anything(random, of) for key, of in named.items() if key in needed or random.random() < 0.4}

    def _parts(self, data: Any, node: Schema, route: Route = ()) -> Iterator[tuple[Route, Schema]]:
        """Yield the route of every part of data, with what the schema says of it."""
        node = self._resolved(node)
        if route and route[0] not in ("format", "id", "system", "title"):
            yield route, node
        if isinstance(data, Mapping):
            for key, value in data.items():
                below = self._below(node, key)
                if below is not None:
                    yield from self._parts(value, below, (*route, key))
        elif isinstance(data, list):
            firsts = node.get("prefixItems", ())
            for place, value in enumerate(data):
                below = firsts[place] if place < len(firsts) else node.get("items")
                if below is not None:
                    yield from self._parts(value, below, (*route, place))

    def _below(self, node: Schema, key: str) -> Schema | None:
        found = node.get("properties", {}).get(key)
        others = [*node.get("patternProperties", {}).values(), node.get("additionalProperties")]
        return found or next((other for other in others if isinstance(other, Mapping)), None)
