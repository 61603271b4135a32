"""Strict reading of plain data into dataclasses by the annotations of their fields: states of any system."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import Field, fields, is_dataclass
from functools import cache
from hashlib import blake2b
from itertools import starmap
from operator import itemgetter
from types import NoneType, UnionType
from typing import Any, Final, NoReturn, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from rules.engine.command import Plain
from rules.engine.frames import Frame

T = TypeVar("T")
Reader: TypeAlias = Callable[[Any], Any]

WORDS: Final[Mapping[type, str]] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    NoneType: "null",
    list: "a list",
    dict: "an object",
}
SHOWN: Final = 40  # letters of a wrong value


class Misfit(ValueError):
    """A value is not what it should be; `path` leads to it and is extended on the way out."""

    def __init__(self, text: str, path: str = "") -> None:
        super().__init__(text)
        self.text, self.path = text, path

    def __str__(self) -> str:
        return f"{' '.join(self.path.split())}: {self.text}"


def read(kind: type[T], raw: object, name: str = "state") -> T:
    """Return plain data as a record of `kind`; raise ValueError with one sentence that begins with the path.

    `kind` is a dataclass whose fields are texts, whole numbers, true or false, `Frame`, other dataclasses, and tuples,
    lists, dicts (keys are texts or whole numbers) and unions of these. Every field must be present, and nothing else:
    `state.units.a.hex: "abc" is not a whole number.`
    """
    try:
        kept: Any = kind
        value: T = reader(kept)(raw)
    except Misfit as error:
        raise Misfit(error.text, name + error.path) from None
    return value


@cache
def reader(kind: Any) -> Reader:
    """Return the reader for values of a kind; raise TypeError if they cannot be plain data."""
    origin, args = get_origin(kind), get_args(kind)
    if kind in (str, int, bool, NoneType):
        return _exactly(kind)
    if kind is Frame:
        return _frame
    if origin is list or (origin is tuple and args[1:] == (...,)):
        return _many(args[0], origin)
    if origin in (dict, Mapping):
        return _mapping(*args)
    if origin in (Union, UnionType):
        return _either(args)
    if is_dataclass(kind):
        return _record(kind)
    raise TypeError(f"{kind} cannot be read from plain data")


def _wrong(raw: object, wanted: str) -> NoReturn:
    shown = json.dumps(raw, ensure_ascii=False, default=str)
    raise Misfit(f"{shown if len(shown) <= SHOWN else shown[: SHOWN - 1] + '…'} is not {wanted}.")


def _exactly(kind: type) -> Reader:
    def read_one(raw: Any) -> Any:
        if type(raw) is not kind:
            _wrong(raw, WORDS[kind])
        return raw

    return read_one


def _frame(raw: Any) -> Frame:
    if type(raw) is not list or list(map(type, raw)) != [str, str, dict]:
        _wrong(raw, "a frame: its kind, its step and what it holds")
    return Frame.from_plain(raw)


def _blame(parts: Iterable[tuple[str, Reader, Any]]) -> None:
    """Raise the Misfit of the first part that cannot be read, with its path."""
    for path, each, raw in parts:
        try:
            each(raw)
        except Misfit as error:
            raise Misfit(error.text, path + error.path) from None


def _many(kind: Any, make: Callable[[Any], Any]) -> Reader:
    each, all_of = reader(kind), _at_once(kind)

    def read_many(raw: Any) -> Any:
        if type(raw) is not list:
            _wrong(raw, WORDS[list])
        try:
            return make(all_of(raw))
        except Misfit:
            _blame((f"[{place}]", each, item) for place, item in enumerate(raw))
            raise

    return read_many


def _mapping(key: Any, value: Any) -> Reader:
    named, each, all_of = _KEYS[key], reader(value), _at_once(value)

    def read_mapping(raw: Any) -> Any:
        if type(raw) is not dict:
            _wrong(raw, WORDS[dict])
        try:
            names = raw if key is str and set(map(type, raw)) <= {str} else map(named, raw)
            return dict(zip(names, all_of(raw.values()), strict=True))
        except Misfit:
            _blame((f".{name}", named, name) for name in raw)
            _blame((f".{name}", each, item) for name, item in raw.items())
            raise

    return read_mapping


def _at_once(kind: Any) -> Callable[[Collection[Any]], Iterable[Any]]:
    """Return the reader for many values of a kind; types of simple fields are checked column by column."""
    each = reader(kind)
    if kind in WORDS:
        return lambda raw: raw if set(map(type, raw)) <= {kind} else map(each, raw)
    names, kinds = _fields(kind) if isinstance(kind, type) and is_dataclass(kind) and kind is not Frame else ([], [])
    if len(names) < 2 or not all(one in WORDS for one in kinds):
        return lambda raw: map(each, raw)
    chosen = itemgetter(*names)
    make: Callable[..., Any] = kind

    def read_rows(raw: Collection[Any]) -> Iterable[Any]:
        if not raw:
            return ()
        if not (set(map(type, raw)) <= {dict} and set(map(len, raw)) <= {len(names)}):
            raise Misfit("")
        try:
            rows = list(map(chosen, raw))
        except KeyError:
            raise Misfit("") from None
        if not all(set(map(type, column)) == {one} for one, column in zip(kinds, zip(*rows, strict=True), strict=True)):
            raise Misfit("")
        return starmap(make, rows)

    return read_rows


def _fields(kind: Any) -> tuple[list[str], list[Any]]:
    hints = get_type_hints(kind)
    return [each.name for each in fields(kind)], [_kind(each, hints[each.name]) for each in fields(kind)]


def _kind(each: Field[Any], hint: Any) -> Any:
    """Return the type of a field; of what it holds a compiled record knows only what makes its default."""
    if get_origin(each.default_factory) is not None:
        return each.default_factory
    return hint


def _number(text: Any) -> int:
    """Return a whole-number key; its text must be the canonical form of the number."""
    if type(text) is not str or not text.removeprefix("-").isdecimal() or str(int(text)) != text:
        _wrong(text, WORDS[int])
    return int(text)


def _either(kinds: Sequence[Any]) -> Reader:
    readers = [reader(kind) for kind in kinds]
    wanted = " or ".join(WORDS.get(kind, getattr(kind, "__name__", str(kind))) for kind in kinds)

    def read_either(raw: Any) -> Any:
        for each in readers:
            try:
                return each(raw)
            except Misfit:
                continue
        _wrong(raw, wanted)

    return read_either


def _record(kind: Any) -> Reader:
    """Return the reader for a dataclass."""
    names, kinds = _fields(kind)
    readers = dict(zip(names, map(reader, kinds), strict=True))

    def read_record(raw: Any) -> Any:
        if type(raw) is not dict:
            _wrong(raw, WORDS[dict])
        try:
            if len(raw) == len(names):
                return kind(*[each(raw[name]) for name, each in readers.items()])
        except (KeyError, Misfit):
            pass
        _blame_record(raw, readers)

    return read_record


def _blame_record(raw: Mapping[str, Any], readers: Mapping[str, Reader]) -> NoReturn:
    for name in readers:
        if name not in raw:
            raise Misfit("the field is missing.", f".{name}")
    for name in raw:
        if name not in readers:
            raise Misfit(f"unknown field; the fields are {', '.join(readers)}.", f".{name}")
    _blame((f".{name}", each, raw[name]) for name, each in readers.items())
    raise AssertionError("what could not be read can be read")


_KEYS: Final[Mapping[Any, Reader]] = {str: _exactly(str), int: _number}


# --- The digest of a position: the same on every platform and in every run -----------------------------------------


def canonical(value: Plain) -> str:
    """Return plain data as canonical text: keys sorted, no spaces, ASCII only."""
    return _CANONICAL.encode(value)


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} is not plain data")


_CANONICAL: Final = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=True, check_circular=False, default=_plain
)
"""Does not look for circles, which plain data have none of: that would take a fifth of the time."""


def digest(value: Plain) -> str:
    """Return the blake2b digest (16 bytes, hex) of plain data."""
    return blake2b(canonical(value).encode("ascii"), digest_size=16).hexdigest()
