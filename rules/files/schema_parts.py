"""Schema checks that pass over the parts of a document that have passed already."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.files.sound import Sound

Parts = Iterable[tuple[str | int, Any, Any]]
"""What stands in a mapping or list: its key, itself, and the schema for it."""


def passing_over(validator: Any, sound: Sound) -> Any:
    """Return a validator of the same schema that finds the same, and looks at no part twice that passed."""
    known = sound.validators.get(id(validator.schema))
    if known is None:
        import jsonschema  # imported here for a faster start, as the validator was

        names = {"properties": _named, "additionalProperties": _others, "items": _listed}
        ways = {name: _each(find, validator.VALIDATORS[name], sound) for name, find in names.items()}
        known = jsonschema.validators.extend(type(validator), ways)(validator.schema)
        sound.validators[id(validator.schema)] = known
    return known


def _each(find: Any, plainly: Any, sound: Sound) -> Any:
    """Return the check of a keyword part by part; where `find` finds none, as it is done `plainly`."""

    def checked(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[Any]:
        parts: Parts | None = find(value, instance, schema)
        if parts is None:
            yield from plainly(validator, value, instance, schema) or ()
            return
        for key, part, below in parts:
            if sound.has(part, id(below)):
                continue
            errors = list(validator.descend(part, below, path=key))
            if not errors:
                sound.add(part, id(below))
            yield from errors

    return checked


def _named(named: Mapping[str, Any], instance: Any, schema: Any) -> Parts | None:
    """Return the fields of a group that it has."""
    if not isinstance(instance, dict):
        return None
    return [(key, instance[key], below) for key, below in named.items() if key in instance]


def _others(below: Any, instance: Any, schema: Any) -> Parts | None:
    """Return the entries of a table."""
    if not isinstance(instance, dict) or not isinstance(below, dict) or "patternProperties" in schema:
        return None
    named = schema.get("properties", ())
    return [(key, part, below) for key, part in instance.items() if key not in named]


def _listed(below: Any, instance: Any, schema: Any) -> Parts | None:
    """Return the entries of a list."""
    if not isinstance(instance, list) or not isinstance(below, dict) or "prefixItems" in schema:
        return None
    return [(place, part, below) for place, part in enumerate(instance)]
