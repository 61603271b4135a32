"""Events of the log as frozen records: what a table reads of them has a name and a type."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from rules.engine.frozen import key_of, none_of

T = TypeVar("T")
Reader: TypeAlias = Callable[[Any], Any]

_PLAIN: Final = (str, int, bool, NoneType)


def name_of(event: Mapping[str, object]) -> str:
    """Return the name of an event's kind."""
    return str(event.get("event"))


class EventKinds:
    """The kinds of events that a table reads, each a frozen record named as its event.

    A record's fields are texts, numbers, true or false, None, tuples, mappings by text, unions of these, other
    records, and Any for what is left as it is; their metadata is that of `to_plain`.
    """

    def __init__(self, *kinds: type[object]) -> None:
        self.kinds: dict[str, Any] = {kind.__name__: kind for kind in kinds}

    def read(self, event: Mapping[str, object]) -> object | None:
        """Return an event as its record; None if it is of no known kind or not as this kind is.

        What a record has no field for is left out, and a field with a default may be missing: earlier versions of a
        system told less.
        """
        kind: type[object] | None = self.kinds.get(name_of(event))
        return as_record(kind, event) if kind is not None else None


def as_record(kind: Callable[..., T], raw: object) -> T | None:
    """Return plain data as a record of a kind, whose fields are as those of events; None if it is not as this kind is.

    What a record has no field for is left out.
    """
    try:
        record: T = _reader(kind)(raw)
    except (TypeError, KeyError):
        return None
    return record


@cache
def _reader(kind: Any) -> Reader:
    """Return what reads values of a kind; it raises TypeError or KeyError where a value does not fit."""
    origin, args = get_origin(kind), get_args(kind)
    if kind is Any:
        return lambda raw: raw
    if kind in _PLAIN:
        return _exactly(kind)
    if kind is float:
        return _float
    if origin is tuple and args[1:] == (...,):
        return _many(_reader(args[0]))
    if origin is Mapping:
        return _mapping(_reader(args[1]))
    if origin in (Union, UnionType):
        return _either([_reader(each) for each in args])
    if is_dataclass(kind):
        return _record(kind)
    raise NotImplementedError(f"a field of an event cannot be {kind}")


def _exactly(kind: type) -> Reader:
    def read(raw: Any) -> Any:
        if type(raw) is not kind:
            raise TypeError
        return raw

    return read


def _float(raw: Any) -> float:
    if type(raw) not in (int, float):
        raise TypeError
    return float(raw)


def _many(each: Reader) -> Reader:
    def read(raw: Any) -> Any:
        if not isinstance(raw, list | tuple):
            raise TypeError
        return tuple(map(each, raw))

    return read


def _mapping(each: Reader) -> Reader:
    def read(raw: Any) -> Any:
        if not isinstance(raw, Mapping):
            raise TypeError
        return {name: each(value) for name, value in raw.items()}

    return read


def _either(readers: list[Reader]) -> Reader:
    def read(raw: Any) -> Any:
        for each in readers:
            try:
                return each(raw)
            except (TypeError, KeyError):
                continue
        raise TypeError

    return read


def _record(kind: Any) -> Reader:
    hints = get_type_hints(kind)
    rows = [(key_of(each), _reader(hints[each.name]), none_of(each), _default(each)) for each in fields(kind)]

    def read(raw: Any) -> Any:
        if not isinstance(raw, Mapping):
            raise TypeError
        values = []
        for key, each, none, default in rows:
            if key not in raw and (none is ... or default is not None):
                values.append(None if none is ... or default is None else default())
            elif none is not None and raw[key] == none and type(raw[key]) is type(none):
                values.append(None)
            else:
                values.append(each(raw[key]))
        return kind(*values)

    return read


def _default(each: Field[Any]) -> Callable[[], Any] | None:
    """Return what makes the value of a field that is missing, None if it may not be."""
    if each.default is not MISSING:
        return lambda: each.default
    return each.default_factory if each.default_factory is not MISSING else None
