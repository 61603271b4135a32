"""Changes of a draft: what stood where before and after; each can be turned round, and those of one field joined.

Data is never changed in place: `carried_out` returns new data that shares everything it does not touch, so whoever
holds the older data, as an undo does, still has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.files.problems import Data, Route, one_line


class _Absent:
    """What stands where nothing is."""

    def __repr__(self) -> str:
        """Return the name it is imported by."""
        return "ABSENT"


ABSENT: Final = _Absent()
Value = Data | _Absent


class DoesNotFit(ValueError):
    """A change is one of other data than this; the text is one line, whatever names it quotes."""

    def __init__(self, words: str) -> None:
        """Keep the words."""
        super().__init__(one_line(words))


@dataclass(frozen=True, slots=True)
class Edit:
    """One change: in a document, by its file's name, at a route of keys and places, from one value to another.

    ABSENT before is an addition, ABSENT after a removal; in a mapping these happen at `place`, -1 for the end. With an
    empty route it is the document itself that is added or removed.
    """

    document: str
    route: Route
    before: Value
    after: Value
    place: int = -1

    def inverse(self) -> Edit:
        """Return the change that takes this one back."""
        return Edit(self.document, self.route, self.after, self.before, self.place)

    def to_plain(self) -> list[Any]:
        """Return the change as plain data; what is absent is an empty list around nothing."""
        values = [[] if isinstance(value, _Absent) else [value] for value in (self.before, self.after)]
        return [self.document, list(self.route), *values, self.place]

    @staticmethod
    def from_plain(told: Sequence[Any]) -> Edit:
        """Return a change from plain data; raise ValueError if it is none."""
        try:
            document, route, before, after, place = told
            is_right = isinstance(document, str) and isinstance(place, int) and isinstance(before, list)
            keys = tuple(key for key in route if isinstance(key, str | int))
            if not is_right or len(keys) != len(route) or not isinstance(after, list):
                raise ValueError("no change")
        except TypeError as error:
            raise ValueError("no change") from error
        values = [value[0] if value else ABSENT for value in (before, after)]
        return Edit(document, keys, values[0], values[1], place)


Stroke = tuple[Edit, ...]
"""What is done and undone as one: a gesture, a field that is filled in."""


def inverse(stroke: Stroke) -> Stroke:
    """Return the changes that take a stroke back."""
    return tuple(edit.inverse() for edit in reversed(stroke))


def joined(first: Stroke, second: Stroke) -> Stroke | None:
    """Return two strokes as one if both change just the same value, as typing in a field does; else None."""
    if len(first) != 1 or len(second) != 1:
        return None
    one, other = first[0], second[0]
    same = (one.document, one.route) == (other.document, other.route)
    if not same or any(isinstance(value, _Absent) for value in (one.before, one.after, other.before, other.after)):
        return None
    return (Edit(one.document, one.route, one.before, other.after),)


def edit_at(document: str, data: Data, route: Route, value: Value) -> Edit:
    """Return the change of data that puts a value at a route, or removes what is there; raise DoesNotFit.

    In a list it takes the place of the entry there; `inserted` puts one before it.
    """
    into = _holder(data, route)
    key = route[-1]
    if isinstance(into, Mapping):
        is_there = key in into
        place = list(into).index(key) if is_there else len(into)
        return Edit(document, route, into[str(key)] if is_there else ABSENT, value, place)
    if isinstance(into, list) and isinstance(key, int) and 0 <= key < len(into):
        return Edit(document, route, into[key], value)
    raise DoesNotFit(f"There is nothing at {_shown(route)}.")


def value_at(data: Value, route: Route) -> Value:
    """Return the value at a route of data, ABSENT for none."""
    for key in route:
        if isinstance(data, Mapping) and key in data:
            data = data[str(key)]
        elif isinstance(data, list) and isinstance(key, int) and 0 <= key < len(data):
            data = data[key]
        else:
            return ABSENT
    return data


def edit_within(document: str, data: Data, route: Route, value: Value) -> Edit:
    """Return what `edit_at` does; groups around the value that are not there yet are made. Raises DoesNotFit."""
    while route[:-1] and value_at(data, route[:-1]) is ABSENT:
        value, route = {str(route[-1]): value}, route[:-1]
    return edit_at(document, data, route, value)


def inserted(document: str, data: Data, route: Route, value: Data) -> Edit:
    """Return the change that puts a value into a list, before the entry at the route; raise DoesNotFit."""
    into, key = _holder(data, route), route[-1]
    if not isinstance(into, list) or not isinstance(key, int) or not 0 <= key <= len(into):
        raise DoesNotFit(f"There is no list at {_shown(route[:-1])}, or it is shorter.")
    return Edit(document, route, ABSENT, value)


def between(document: str, before: Mapping[str, Data], after: Mapping[str, Data]) -> Stroke:
    """Return the changes that lead from one state of a document to another, as deep as both have keys; () for none."""
    return tuple(_between(document, (), before, after))


def between_documents(before: Mapping[str, Data], after: Mapping[str, Data]) -> Stroke:
    """Return the changes that lead from some documents to others, by their names; what comes or goes does so whole."""
    stroke: list[Edit] = []
    for name in {**before, **after}:
        was, now = before.get(name, ABSENT), after.get(name, ABSENT)
        is_there = isinstance(was, Mapping) and isinstance(now, Mapping)
        stroke += between(name, was, now) if is_there else [Edit(name, (), was, now)] if was != now else []
    return tuple(stroke)


def _between(document: str, route: Route, before: Mapping[str, Data], after: Mapping[str, Data]) -> Iterator[Edit]:
    stands = list(before)
    for key in [key for key in before if key not in after]:
        yield Edit(document, (*route, key), before[key], ABSENT, stands.index(key))
        stands.remove(key)
    for key, value in after.items():
        old = before.get(key, ABSENT)
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            yield from _between(document, (*route, key), old, value)
        elif isinstance(old, _Absent) or old != value or type(old) is not type(value):
            yield Edit(document, (*route, key), old, value, len(stands) if isinstance(old, _Absent) else -1)
            stands += [key] if isinstance(old, _Absent) else []


def carried_out(data: Data, edit: Edit) -> Data:
    """Return data after a change; raise DoesNotFit if it does not hold what the change found there."""
    return _changed(data, edit.route, edit)


def _changed(data: Data, route: Route, edit: Edit) -> Data:
    key = route[0]
    if len(route) > 1:
        inner = _changed(_at(data, key, edit), route[1:], edit)
        if isinstance(data, Mapping):
            return {**data, str(key): inner}
        return [inner if place == key else value for place, value in enumerate(data)]
    if isinstance(data, Mapping):
        return _in_mapping(data, str(key), edit)
    if isinstance(data, list) and isinstance(key, int):
        return _in_list(data, key, edit)
    raise _no_fit(edit)


def _in_mapping(data: Mapping[str, Data], key: str, edit: Edit) -> dict[str, Data]:
    if isinstance(edit.before, _Absent):
        if key in data or isinstance(edit.after, _Absent):
            raise _no_fit(edit)
        items = list(data.items())
        items.insert(edit.place if edit.place >= 0 else len(items), (key, edit.after))
        return dict(items)
    if key not in data or data[key] != edit.before:
        raise _no_fit(edit)
    if isinstance(edit.after, _Absent):
        return {name: value for name, value in data.items() if name != key}
    return {**data, key: edit.after}


def _in_list(data: list[Data], key: int, edit: Edit) -> list[Data]:
    if isinstance(edit.before, _Absent):
        if not 0 <= key <= len(data) or isinstance(edit.after, _Absent):
            raise _no_fit(edit)
        return [*data[:key], edit.after, *data[key:]]
    if not 0 <= key < len(data) or data[key] != edit.before:
        raise _no_fit(edit)
    new = [] if isinstance(edit.after, _Absent) else [edit.after]
    return [*data[:key], *new, *data[key + 1 :]]


def _at(data: Data, key: str | int, edit: Edit) -> Data:
    if isinstance(data, Mapping) and key in data:
        return data[str(key)]
    if isinstance(data, list) and isinstance(key, int) and 0 <= key < len(data):
        return data[key]
    raise _no_fit(edit)


def _holder(data: Data, route: Route) -> Data:
    probe = Edit("", route, ABSENT, ABSENT)
    for key in route[:-1]:
        data = _at(data, key, probe)
    return data


def _no_fit(edit: Edit) -> DoesNotFit:
    return DoesNotFit(f"{edit.document or 'The data'} holds something else at {_shown(edit.route)}.")


def _shown(route: Route) -> str:
    return ".".join(map(str, route))
