"""Checks documents against JSON schemas, passing over what has passed already, in sentences."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from rules.files.documents import Document
from rules.files.problems import Data, Problem, Remedy, Route, Sound, looks_like_hex, nearest, renamed

# --- Schema checks that pass over the parts of a document that have passed already ---------------------------------

Parts = Iterable[tuple[str | int, Any, Any]]
"""What stands in a mapping or list: its key, itself, and the schema for it."""


def passing_over(validator: Any, sound: Sound) -> Any:
    """Return a validator of the same schema that finds the same, and looks at no part twice that passed."""
    known = sound.validators.get(id(validator.schema))
    if known is None:
        import jsonschema  # imported here for a faster start, as the validator was

        names = {
            "properties": _named,
            "patternProperties": _patterned,
            "additionalProperties": _others,
            "items": _listed,
        }
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


def _patterned(patterns: Mapping[str, Any], instance: Any, schema: Any) -> Parts | None:
    """Return the entries of a table whose keys are of a form."""
    if not isinstance(instance, dict):
        return None
    forms = [(re.compile(form), below) for form, below in patterns.items()]
    return [(key, part, below) for form, below in forms for key, part in instance.items() if form.search(key)]


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


# --- Texts that are what they look like ----------------------------------------------------------------------------

_STEERING: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
_MOST: Final = 20


def text_problems(document: Document) -> list[Problem]:
    """Return a problem for each text or key with a control character or a direction override."""
    problems: list[Problem] = []
    for route, sign in _steering(document.data, (), document.shelf.sound):
        problems.append(document.problem(route, f"The text holds the control character U+{ord(sign):04X}; remove it."))
        if len(problems) == _MOST:
            break
    return problems


def _steering(data: Data, route: Route, sound: Sound | None) -> Iterator[tuple[Route, str]]:
    """Yield where a control character stands, and which."""
    if isinstance(data, str):
        if sign := _STEERING.search(data):
            yield route, sign[0]
    elif isinstance(data, Mapping | list) and not (sound and sound.has(data, _STEERING)):
        is_sound = True
        for key, value in data.items() if isinstance(data, Mapping) else enumerate(data):
            sign = _STEERING.search(key) if isinstance(key, str) else None
            for found in [(route, sign[0])] if sign else _steering(value, (*route, key), sound):
                is_sound = False
                yield found
        if sound and is_sound:
            sound.add(data, _STEERING)


# --- Checks documents against JSON schemas and reports each fault as a sentence with its remedy --------------------

_KINDS: Final = {
    "object": "a mapping",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "nothing",
}
BOUNDS: Final = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")


@cache
def _validator(schema: Path) -> Any:
    import jsonschema  # imported here for a faster start: cached documents do not need it

    plain = jsonschema.Draft202012Validator.TYPE_CHECKER

    def is_number(_checker: Any, instance: object) -> bool:
        return looks_like_hex(instance) or bool(plain.is_type(instance, "number"))

    types = plain.redefine("number", is_number)
    bounds = {name: _unless_hex(jsonschema.Draft202012Validator.VALIDATORS[name]) for name in BOUNDS}
    build = jsonschema.validators.extend(jsonschema.Draft202012Validator, bounds, type_checker=types)
    return build(json.loads(schema.read_text(encoding="utf-8")))


def _unless_hex(check: Callable[..., Any]) -> Callable[..., Any]:
    """Return a bound check that skips hexes: a text has no size, and its wrong type is reported already."""

    def checked(validator: Any, bound: Any, instance: Any, schema: Any) -> Iterable[Any]:
        return () if looks_like_hex(instance) else check(validator, bound, instance, schema) or ()

    return checked


def schema_problems(document: Document, schema: Path) -> list[Problem]:
    """Return everything in `document` that a schema file forbids, in order of place."""
    if not isinstance(document.data, dict):
        return [document.problem((), "This must be a mapping of keys and values. It is empty or something else.")]
    validator, sound = _validator(schema), document.shelf.sound
    if sound is not None:
        validator = passing_over(validator, sound)
    errors: Iterable[Any] = validator.iter_errors(document.data)
    problems = dict.fromkeys(problem for error in errors for problem in _problems(document, error))
    return sorted(problems, key=lambda problem: (problem.line, problem.field))


def _problems(document: Document, error: Any) -> list[Problem]:
    route = tuple(error.absolute_path)
    if error.validator == "additionalProperties":
        return [_unknown_key(document, (*route, key), error) for key in _extra_keys(error)]
    if error.validator == "required":
        missing = [key for key in error.validator_value if key not in error.instance]
        return [document.problem(route, f'"{key}" is missing. {_how_to_add(key, error.schema)}') for key in missing]
    return [document.problem(route, _sentence(error), remedy=_remedy(route, error))]


def _extra_keys(error: Any) -> list[str]:
    patterns = "|".join(error.schema.get("patternProperties", {})) or "(?!)"
    named = error.schema.get("properties", {})
    return [key for key in error.instance if key not in named and not re.search(patterns, key)]


def _unknown_key(document: Document, route: Route, error: Any) -> Problem:
    key, keys = str(route[-1]), list(error.schema.get("properties", {}))
    if near := nearest(key, keys):
        remedy = None if near in error.instance else renamed(route, near, error.instance[key])
        return document.problem(route, f'"{key}" is not known here; did you mean "{near}"?', remedy=remedy)
    hint = f"Known: {', '.join(keys)}." if keys else error.schema.get("description", "")
    remedy = Remedy("Remove it", removes=(route,))
    return document.problem(route, f'"{key}" is not known here. {hint}'.strip(), remedy=remedy)


def _how_to_add(key: str, schema: Any) -> str:
    hint = schema.get("properties", {}).get(key, {}).get("description", "")
    return hint or f'Add a line "{key}: ...".'


def _remedy(route: Route, error: Any) -> Remedy | None:
    """Return the one value that a field can have, if it is but one: what it must be, or the bound it goes past."""
    if error.validator in ("const", "minimum", "maximum") and route:
        value = error.validator_value
        return Remedy(f'Write "{value}"' if error.validator == "const" else f"Make it {value}", ((route, value),))
    return None


def _sentence(error: Any) -> str:
    hint = error.schema.get("description", "")
    wrong = _wrong(error)
    return f"{wrong} {hint}".strip()


def _wrong(error: Any) -> str:
    value, shown = error.validator_value, _shown(error.instance)
    if error.validator == "enum":
        return f"{shown} is not possible. Choose one of {', '.join(str(choice) or 'nothing' for choice in value)}."
    if error.validator == "const":
        return f'{shown} is wrong here. Write "{value}".'
    if error.validator == "type":
        kinds = [value] if isinstance(value, str) else value
        return f"{shown} is not {' or '.join(_KINDS[kind] for kind in kinds)}."
    if error.validator in ("minimum", "maximum"):
        bound = "at least" if error.validator == "minimum" else "at most"
        return f"{shown} is out of range. It must be {bound} {value}."
    if error.validator in ("minItems", "maxItems"):
        bound = "at least" if error.validator == "minItems" else "at most"
        count = len(error.instance)
        return f"The list has {count} {'entry' if count == 1 else 'entries'}. It must have {bound} {value}."
    return "Something is missing." if error.validator == "anyOf" else f"{shown} is not in the right form."


def _shown(value: object) -> str:
    if isinstance(value, dict | list):
        return "A mapping" if isinstance(value, dict) else "A list"
    return "Nothing" if value is None else f'"{value}"'
