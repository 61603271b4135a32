"""Commands, the reasons for refusing them, and the three errors of the gate."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from rules.engine.compiling import mypyc_attr
from rules.engine.frozen import frozen, none_as

# --- Commands, the reasons for refusing them, and the three errors of the gate -------------------------------------

Plain: TypeAlias = "str | int | bool | tuple[Plain, ...] | list[Plain] | Mapping[str, Plain] | None"
Arg: TypeAlias = "str | int | bool | tuple[str, ...]"
A = TypeVar("A", str, int, bool, tuple[str, ...])
_WORDS: Final[Mapping[type, str]] = {str: "a text", tuple: "a list of texts", int: "a number", bool: "true or false"}


class Reason(NamedTuple):
    """Say in words a player understands why something is refused, and by which rule number."""

    text: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else self.text

    def to_plain(self) -> dict[str, str]:
        """Return the reason as plain data: text and rule."""
        return {"text": self.text, "rule": self.rule}

    @staticmethod
    def from_plain(raw: Mapping[str, str]) -> Reason:
        """Return the reason that plain data tells."""
        return Reason(raw.get("text", ""), raw.get("rule", ""))


class MalformedCommand(ValueError):
    """The command is malformed; the message names the field and the remedy."""


@mypyc_attr(allow_interpreted_subclasses=True)
class NotYourDecision(ValueError):
    """Another seat decides now, or the command answers an earlier position."""


class IllegalCommand(ValueError):
    """The command is refused; `reasons` holds every failed condition."""

    def __init__(self, reasons: list[Reason]) -> None:
        super().__init__(" ".join(str(r) for r in reasons) or "This is not one of the options.")
        self.reasons = reasons


class Command(NamedTuple):
    """One small order: a verb and its arguments as sorted pairs, so that the same order always compares equal.

    Rules read arguments by type: `text`, `texts`, `number`, `flag`.
    """

    verb: str
    args: tuple[tuple[str, Arg], ...] = ()

    def get(self, name: str, default: Arg = "") -> Arg:
        """Return one argument."""
        for key, value in self.args:
            if key == name:
                return value
        return default

    def text(self, name: str) -> str:
        """Return a text argument, '' if absent; raise MalformedCommand if it has another type."""
        return self._read(name, "")

    def texts(self, name: str) -> tuple[str, ...]:
        """Return an argument that is a list of texts, () if absent; raise as `text` does."""
        return self._read(name, ())

    def number(self, name: str) -> int:
        """Return a whole-number argument, 0 if absent; raise as `text` does."""
        return self._read(name, 0)

    def flag(self, name: str) -> bool:
        """Return a true-or-false argument, False if absent; raise as `text` does."""
        return self._read(name, False)

    def _read(self, name: str, default: A) -> A:
        for key, value in self.args:
            if key == name:
                if type(value) is not type(default):
                    raise wrong_kind(self.verb, name, type(default))
                return value
        return default

    def to_json(self) -> dict[str, Plain]:
        """Return the command as plain JSON: `{"do": verb, ...}`."""
        plain: dict[str, Plain] = {"do": self.verb}
        for key, value in self.args:
            plain[key] = list(value) if isinstance(value, tuple) else value
        return plain

    @staticmethod
    def from_json(raw: object) -> Command:
        """Read a command from plain JSON; raise MalformedCommand with one sentence if it is not one."""
        if not isinstance(raw, Mapping):
            raise MalformedCommand('A command is an object such as {"do": "pass"}.')
        verb = raw.get("do")
        if not isinstance(verb, str) or not verb:
            raise MalformedCommand('A command needs its verb in the field "do", for example {"do": "pass"}.')
        return cmd(verb, **{str(key): _argument(str(key), value) for key, value in raw.items() if key != "do"})

    def __str__(self) -> str:
        return " ".join([self.verb, *(f"{k}={v}" for k, v in self.args)])


def wrong_kind(verb: str, name: str, wanted: type) -> MalformedCommand:
    """Return the error that says which type an argument must have."""
    return MalformedCommand(f'The field "{name}" of the command "{verb}" must be {_WORDS[wanted]}.')


def _argument(key: str, value: object) -> Arg:
    if isinstance(value, str | bool | int):
        return value
    if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
        return tuple(str(item) for item in value)
    raise MalformedCommand(f'The field "{key}" of a command must be a text, a number, true/false or a list of texts.')


@lru_cache(maxsize=16_384, typed=True)  # options are listed again and again; typed, as 1 is not True
def cmd(verb: str, **args: Arg) -> Command:
    """Make a command: `cmd("move", units=("a", "b"))`."""
    return Command(verb, tuple(sorted(args.items())))


# --- Questions about a position; arguments are checked against the annotations of the function that answers --------

_KINDS: Final[Mapping[str, tuple[type, str]]] = {
    "str": (str, "a text"),
    "int": (int, "a whole number"),
    "bool": (bool, "true or false"),
}


@cache
def parameters(ask: Callable[..., Any]) -> tuple[inspect.Parameter, ...]:
    """Return the parameters of a question besides the game."""
    return tuple(inspect.signature(ask).parameters.values())[1:]


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


# --- Records that answers of several systems are made of -----------------------------------------------------------


@frozen
class Cause:
    """Why a value is what it is: words, by how much or how it changes as text ("" if they say so), and the rule."""

    text: str
    change: str
    rule: str | None = field(metadata=none_as(""))


@frozen
class ValueRow:
    """A line of a card of values: its name, the printed value if there is one, the present one, and why."""

    name: str
    printed: str | None = field(metadata=none_as(""))
    now: str
    why: tuple[Cause, ...]


def value_row(name: str, printed: str | None, now: str, why: Iterable[Cause]) -> ValueRow:
    """Make a line of a card of values."""
    return ValueRow(name, printed, now, tuple(why))


def cause(text: str, change: int | str, rule: str | None) -> Cause:
    """Make a reason for a value; a change in figures gets its sign."""
    return Cause(text, f"{change:+d}" if isinstance(change, int) else change, rule)
