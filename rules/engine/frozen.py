"""Frozen records that a system shows of a game, and the plain JSON that the protocol and files make of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, is_dataclass
from enum import Enum
from operator import attrgetter
from reprlib import recursive_repr
from typing import Any, Final, TypeAlias, TypeVar, dataclass_transform

T = TypeVar("T")
Maker: TypeAlias = Callable[[Any], Any]

_NONE: Final = "plain none"
_KEY: Final = "plain key"
_SPREAD: Final = "plain spread"
LEFT_OUT: Final[Mapping[str, Any]] = {_NONE: ...}
"""Metadata of a field that plain data lacks while it is None."""
SPREAD: Final[Mapping[str, Any]] = {_SPREAD: True}
"""Metadata of a field whose record's own fields stand in its place in plain data, none while it is None."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """Make a class a slotted dataclass that is never changed.

    That is for the type checker to see: with a look at each field, as `frozen=True` of Python takes, a view would
    take three times as long. Given by position, its fields cost no more than those of a dict. Comparison, hash and
    text are functions all such classes share or make without compiling: with Python's own for each of a hundred
    records the window would open 25 ms later.
    """
    own = {name for name in ("__eq__", "__hash__", "__repr__") if cls.__dict__.get(name) is not None}
    made = dataclass(slots=True, eq=False, repr=False)(cls)
    compared = [each.name for each in fields(made) if each.compare]  # type: ignore[arg-type]
    for name, function in (*_comparison(compared), ("__repr__", _text)):
        if name not in own:
            setattr(made, name, function)
    return made


def _comparison(names: Sequence[str]) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield equality and hash of the classes that have these fields to compare."""
    values: Callable[[Any], Any] = attrgetter(*names) if names else lambda one: ()

    def equals(one: Any, other: object) -> bool:
        return values(one) == values(other) if other.__class__ is one.__class__ else NotImplemented

    yield "__eq__", equals
    yield "__hash__", lambda one: hash(values(one))


@recursive_repr()
def _text(one: Any) -> str:
    shown = (f"{each.name}={getattr(one, each.name)!r}" for each in fields(one) if each.repr)
    return f"{one.__class__.__qualname__}({', '.join(shown)})"


def none_as(value: str | int | tuple[()] | Mapping[str, Any]) -> Mapping[str, Any]:
    """Return metadata of a field that is this value in plain data while it is None."""
    return {_NONE: value}


def named(key: str, base: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
    """Return metadata of a field with another key in plain data, such as a word that Python keeps for itself."""
    return {**(base or {}), _KEY: key}


def key_of(each: Field[Any]) -> str:
    """Return the key of a field in plain data."""
    return str(each.metadata.get(_KEY, each.name))


def none_of(each: Field[Any]) -> Any:
    """Return what stands in plain data for a field that is None: a value, None itself, or ... if it is left out."""
    return each.metadata.get(_NONE)


def to_plain(value: object) -> Any:
    """Return a record, and all it holds, as plain JSON: dicts and lists of what JSON knows."""
    return (_MAKERS.get(type(value)) or _maker(type(value)))(value)


def _as_it_is(value: Any) -> Any:
    return value


def _listed(value: Any) -> list[Any]:
    return [(_MAKERS.get(type(item)) or _maker(type(item)))(item) for item in value]


def _mapped(value: Any) -> dict[Any, Any]:
    return {key: (_MAKERS.get(type(item)) or _maker(type(item)))(item) for key, item in value.items()}


def _enumerated(value: Any) -> Any:
    return value.value


def _record(kind: Any) -> Maker:
    """Return what makes a dict of a dataclass, by its fields in their order."""
    rows = [(key_of(each), each.name, none_of(each), _SPREAD in each.metadata) for each in fields(kind)]

    def make(value: Any) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for key, name, none, spread in rows:
            item = getattr(value, name)
            if spread:
                made.update(to_plain(item) if item is not None else {})
            elif item is not None:
                made[key] = (_MAKERS.get(type(item)) or _maker(type(item)))(item)
            elif none is not ...:
                made[key] = to_plain(none)
        return made

    return make


def _maker(kind: type) -> Maker:
    """Return what makes values of a type plain, at best their own `to_plain`; raise TypeError if nothing does."""
    own: Maker | None = getattr(kind, "to_plain", None)
    if own is not None:
        made = own
    elif is_dataclass(kind):
        made = _record(kind)
    elif issubclass(kind, Enum):
        made = _enumerated
    elif issubclass(kind, str | int | float):
        made = _as_it_is
    elif issubclass(kind, Mapping):
        made = _mapped
    elif issubclass(kind, list | tuple):
        made = _listed
    else:
        raise TypeError(f"{kind} cannot be plain data")
    _MAKERS[kind] = made
    return made


_MAKERS: Final[dict[type, Maker]] = {type(None): _as_it_is}
