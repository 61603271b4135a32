"""Plain data and bytes with something in them changed, as by a forger, a broken disk or a tired author."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any, Final

NUMBERS: Final = (0, 1, -1, 2, 7, 99, 10**9, 10**29, -(10**12))
TEXTS: Final = ("", "x", "nowhere", "99.99", "7", "-5", "3000000", "\u00e4\n", "\u202e", "a b/c" * 50)
NASTY: Final[tuple[Any, ...]] = (None, True, False, 1.5, [], {}, [1], ["x"], [[]], {"a": 1}, *NUMBERS, *TEXTS)
SIGNS: Final = (
    b"",
    b"[" * 300,
    b"{",
    b'"',
    b"\\",
    b"\0",
    b"\xff",
    b"9" * 60,
    b"NaN",
    b"1e999",
    b"\n",
    b"]",
    b",",
    b" ",
)

Route = tuple[Any, ...]


def leaves(value: Any, route: Route = ()) -> Iterator[Route]:
    """Yield the route to every leaf of plain data; what is empty is a leaf."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    empty = True
    for key, item in items:
        empty = False
        yield from leaves(item, (*route, key))
    if empty:
        yield route


def at(value: Any, route: Route) -> Any:
    """Return what lies at the end of a route."""
    for key in route:
        value = value[key]
    return value


def changed(rng: Random, value: dict[str, Any], times: int = 1) -> dict[str, Any]:
    """Return a copy of an object with leaves replaced, renamed, doubled or left out; its fields are equally likely."""
    value = json.loads(json.dumps(value))
    for _ in range(times):
        top = rng.choice(list(value)) if value else None
        routes = [(top, *route) for route in leaves(value[top])] if top is not None else []
        if routes:
            _change(rng, value, rng.choice(routes))
    return value


def _change(rng: Random, value: Any, route: Route) -> None:
    if len(route) > 1 and rng.random() < 0.2:
        route = route[:-1]
    parent, key = at(value, route[:-1]), route[-1]
    old, way = parent[key], rng.random()
    if way < 0.08:
        parent[key] = rng.choice(NASTY)
    elif way < 0.14 and isinstance(parent, dict):
        parent[_word(rng, value)] = parent.pop(key)
    elif way < 0.18:
        del parent[key]
    elif way < 0.25 and isinstance(parent, dict):
        parent[_word(rng, value)] = deepcopy(old)
    elif way < 0.25:
        parent.append(deepcopy(old))
    else:
        parent[key] = alike(rng, old, value)


def alike(rng: Random, old: Any, whole: Any) -> Any:
    """Return something else of the same type, often from elsewhere in the `whole`."""
    if isinstance(old, bool):
        return not old
    if isinstance(old, int):
        return rng.choice((rng.choice(NUMBERS), old + rng.choice((-1, 1, 10, -10, 10**6)), len(str(old))))
    if isinstance(old, str):
        return rng.choice((rng.choice(TEXTS), _word(rng, whole)))
    if isinstance(old, list):
        return rng.choice(([], old + old, old[::-1], [*old, _word(rng, whole)], [*old, rng.choice(NUMBERS)]))
    if isinstance(old, dict) and old:
        return {**old, _word(rng, whole): deepcopy(rng.choice(list(old.values())))}
    return rng.choice(NASTY)


def _word(rng: Random, whole: Any) -> str:
    """Return a text or a key from somewhere in plain data."""
    route: Route = ()
    value = whole
    while isinstance(value, dict | list) and value and rng.random() < 0.9:
        key = rng.choice(list(value)) if isinstance(value, dict) else rng.randrange(len(value))
        route, value = (*route, key), value[key]
    words = [part for part in (*route, value) if isinstance(part, str)]
    return rng.choice(words) if words else rng.choice(TEXTS)


def garbled(rng: Random, text: bytes) -> bytes:
    """Return bytes with some flipped, replaced, doubled or cut out."""
    for _ in range(rng.choice((1, 1, 2, 9))):
        at_ = rng.randrange(len(text)) if text else 0
        way = rng.random()
        if way < 0.4 and text:
            text = text[:at_] + bytes([text[at_] ^ 1 << rng.randrange(8)]) + text[at_ + 1 :]
        elif way < 0.5:
            text = text[:at_]
        elif way < 0.6:
            text += text[at_:]
        else:
            text = text[:at_] + rng.choice(SIGNS) + text[at_ + rng.randrange(40) :]
    return text
