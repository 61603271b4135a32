"""Questions about a position; arguments are checked against the annotations of the function that answers."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from rules.engine.command import MalformedCommand

_KINDS: Final[Mapping[str, tuple[type, str]]] = {
    "str": (str, "a text"),
    "int": (int, "a whole number"),
    "bool": (bool, "true or false"),
}


@cache
def parameters(ask: Callable[..., Any]) -> tuple[inspect.Parameter, ...]:
    """Return the parameters of a question besides the game."""
    kinds = getattr(sys.modules[ask.__module__], "SIGNATURES", {}).get(ask.__name__, {})  # compiled ones forget theirs
    told = tuple(inspect.signature(ask).parameters.values())[1:]
    return tuple(each.replace(annotation=kinds.get(each.name, each.annotation)) for each in told)


def ask_system(queries: Mapping[str, Callable[..., Any]], name: str, game: Any, args: Mapping[str, Any]) -> Any:
    """Answer one of a system's questions about a position; raise MalformedCommand if there is none by this name."""
    ask = queries.get(name)
    if ask is None:
        raise MalformedCommand(f'Unknown query "{name}". Known: {", ".join(sorted(queries))}.')
    return ask_position(name, ask, game, args)


def ask_position(name: str, ask: Callable[..., Any], game: Any, args: Mapping[str, Any]) -> Any:
    """Call `ask(game, **args)`; raise MalformedCommand if the arguments do not fit its parameters."""
    expected = {parameter.name: parameter for parameter in parameters(ask)}
    for given, value in args.items():
        if given not in expected:
            takes = ", ".join(expected) or "nothing"
            raise MalformedCommand(f'The question "{name}" has no "{given}"; it takes {takes}.')
        wanted = _wanted(expected[given].annotation, value)
        if wanted:
            raise MalformedCommand(f'The field "{given}" of the question "{name}" must be {wanted}.')
    for parameter in expected.values():
        if parameter.default is parameter.empty and parameter.name not in args:
            raise MalformedCommand(f'The question "{name}" needs the field "{parameter.name}".')
    return ask(game, **args)


def _wanted(annotation: Any, value: Any) -> str:
    """Return what a value should have been, or '' if it fits; an annotation may be a string or a type."""
    told = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    if told in _KINDS:
        kind, words = _KINDS[told]
        return "" if type(value) is kind else words
    if isinstance(value, list | tuple):
        return "" if all(type(item) is str for item in value) else "a list of texts"
    return "" if type(value) in (str, int, bool) and "[str" not in str(annotation) else "a list of texts"
