"""Decisions and the options they offer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import lru_cache
from typing import Any, ClassVar, Final

from rules.engine.command import Command, MalformedCommand, Plain, Reason, cmd, wrong_kind
from rules.engine.compiling import mypyc_attr, native_dataclass

# --- Decisions and the options they offer --------------------------------------------------------------------------

_NOTHING: Final[list[Command]] = []


class Options:
    """The legal commands of one decision: iterable, countable, and `command in options` without listing them.

    They are listed verb by verb and only as far as needed; `_more` yields the rest. Values that many of them need are
    kept in `_memo`. Of the verbs named as `idle` nothing is offered, and they are not asked.
    """

    __slots__ = ("_actions", "_game", "_legal", "_listed", "_memo", "_more")

    def __init__(self, game: Any, actions: tuple[Action, ...], idle: Iterable[str] = ()) -> None:
        self._game = game
        self._actions = _by_verb(actions)
        self._memo: dict[Any, Any] = {}
        self._listed: dict[str, list[Command]] = dict.fromkeys(idle, _NOTHING)
        self._more: dict[str, Iterator[Command]] = {}
        self._legal: set[Command] = set()  # found so, besides those listed

    def __iter__(self) -> Iterator[Command]:
        for verb in self._actions:
            yield from self.of(verb)

    def __len__(self) -> int:
        return sum(len(self.of(verb)) for verb in self._actions)

    def __bool__(self) -> bool:
        return self.any_besides("")

    def __contains__(self, command: object) -> bool:
        if not isinstance(command, Command) or command.verb not in self._actions:
            return False
        try:
            return not self.reasons(command, first=True)
        except MalformedCommand:
            return False

    def of(self, verb: str) -> list[Command]:
        """Return the offered commands of one of this decision's verbs; the list must not be changed."""
        self.offers(verb)
        listed, more = self._listed[verb], self._more.pop(verb, None)
        if more is not None:
            kept, self._game.memo = self._game.memo, self._memo
            try:
                listed.extend(more)
            finally:
                self._game.memo = kept
        return listed

    def offers(self, verb: str) -> bool:
        """Tell whether any command of a verb is offered, listing no more than the first."""
        return self._begin((verb,))

    def any_besides(self, verb: str) -> bool:
        """Tell whether anything but one verb is offered, listing no more than necessary."""
        return self._begin([other for other in self._actions if other != verb])

    def _begin(self, verbs: Iterable[str], *, each: bool = False) -> bool:
        """List the first command of verbs until one is offered, or of `each`; tell whether any is offered."""
        game, listed, offered = self._game, self._listed, False
        kept, game.memo = game.memo, self._memo
        try:
            for verb in verbs:
                commands = listed.get(verb)
                if commands is None:
                    more = self._actions[verb].legal(game)
                    first = next(more, None)
                    commands = listed[verb] = _NOTHING if first is None else [first]
                    if first is not None:
                        self._more[verb] = more
                if commands:
                    offered = True
                    if not each:
                        break
        finally:
            game.memo = kept
        return offered

    def asks_for(self, verb: str) -> bool:
        """Tell whether a verb is one of this decision's, offered or not."""
        return verb in self._actions

    def verbs(self) -> tuple[str, ...]:
        """Return this decision's verbs, offered or not."""
        return tuple(self._actions)

    def offered(self) -> list[str]:
        """Return the verbs of which at least one command is offered."""
        listed = self._listed
        if len(listed) < len(self._actions):
            self._begin(self._actions, each=True)
        return [verb for verb in self._actions if listed[verb]]

    def by_verb(self) -> dict[str, list[Command]]:
        """Return the offered commands grouped by verb."""
        return {verb: list(commands) for verb in self._actions if (commands := self.of(verb))}

    def reasons(self, command: Command, *, first: bool = False) -> list[Reason]:
        """Return why the command is refused (all reasons, or only the first); raise MalformedCommand."""
        action = self._actions.get(command.verb)
        if action is None:
            raise MalformedCommand(f'"{command.verb}" is not possible in this decision.')
        action.validate(command)
        if command in self._legal or command in self._listed.get(command.verb, ()):
            return []
        reason = next(reasons := action.reasons(self._game, command), None)
        if reason is None:
            self._legal.add(command)
            return []
        return [reason] if first else [reason, *reasons]


@lru_cache(maxsize=1024)
def _by_verb(actions: tuple[Action, ...]) -> Mapping[str, Action]:
    return {action.verb: action for action in actions}


@native_dataclass(frozen=True, slots=True)
class Decision:
    """A question to one seat: what kind, in words, under which rule, about what, and the options. It is never changed.

    Of a `secret` decision the other seats learn only who is asked.
    """

    seat: str
    kind: str
    prompt: str
    rule: str
    options: Options
    subject: Mapping[str, Plain] = field(default_factory=dict)
    secret: bool = False

    def text(self, name: str) -> str | None:
        """Return a text that the question is about, None if there is none by this name."""
        value = self.subject.get(name)
        return value if isinstance(value, str) else None

    def texts(self, name: str) -> tuple[str, ...]:
        """Return the texts that the question is about under a name, none if it has no such name."""
        value = self.subject.get(name)
        return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list | tuple) else ()

    def number(self, name: str) -> int | None:
        """Return a number that the question is about, None if there is none by this name."""
        value = self.subject.get(name)
        return value if isinstance(value, int) else None

    def flag(self, name: str) -> bool:
        """Tell whether something holds of what the question is about."""
        return self.subject.get(name) is True

    def numbers(self, name: str) -> dict[str, int]:
        """Return the numbers that the question is about by their keys, none if it has no such name."""
        value = self.subject.get(name)
        items = value.items() if isinstance(value, Mapping) else ()
        return {key: number for key, number in items if isinstance(number, int)}

    def texts_by_key(self, name: str) -> dict[str, str]:
        """Return the texts that the question is about by their keys, none if it has no such name."""
        value = self.subject.get(name)
        items = value.items() if isinstance(value, Mapping) else ()
        return {key: text for key, text in items if isinstance(text, str)}


# --- Actions: the verbs a seat may use, each with what it needs, what it offers and why it is refused --------------


def takes(**kinds: type) -> Mapping[str, type]:
    """Name the fields of a command with their types: `fields = takes(unit=str, hex=str)`."""
    return kinds


@mypyc_attr(allow_interpreted_subclasses=True)
class Action:
    """One verb a seat may use: what it needs, who could do it, why it is refused, what it does.

    `reasons` yields every failed condition with its rule number; no reason means legal. The options of a
    decision are the candidates without a reason, so that offers and explanations cannot disagree.
    """

    verb: ClassVar[str]
    fields: ClassVar[Mapping[str, type]] = {}
    optional: ClassVar[frozenset[str]] = frozenset()

    def candidates(self, game: Any) -> Iterator[Command]:
        """Yield every command worth testing."""
        raise NotImplementedError

    def reasons(self, game: Any, command: Command) -> Iterator[Reason]:
        """Yield why the command is refused."""
        raise NotImplementedError

    def legal(self, game: Any) -> Iterator[Command]:
        """Yield the candidates without a reason; override it only to check once what they have in common."""
        for command in self.candidates(game):
            if next(self.reasons(game, command), None) is None:
                yield command

    def apply(self, game: Any, command: Command) -> None:
        """Carry out a legal command."""
        raise NotImplementedError

    def validate(self, command: Command) -> None:
        """Raise MalformedCommand unless the arguments have the right names and types."""
        given = dict(command.args)
        for name, wanted in self.fields.items():
            if name not in given:
                if name not in self.optional:
                    raise MalformedCommand(f'The command "{self.verb}" needs the field "{name}".')
            elif type(given[name]) is not wanted:
                raise wrong_kind(self.verb, name, wanted)
        for name in given:
            if name not in self.fields:
                names = ", ".join(self.fields) or "no fields"
                raise MalformedCommand(f'The command "{self.verb}" has no field "{name}"; it takes {names}.')


@mypyc_attr(allow_interpreted_subclasses=True)
class BareAction(Action):
    """A verb without fields that is always allowed, such as pass, unless `reasons` is overridden."""

    def candidates(self, game: Any) -> Iterator[Command]:
        """Yield the command."""
        return iter((cmd(self.verb),))

    def reasons(self, game: Any, command: Command) -> Iterator[Reason]:
        """Yield nothing."""
        return iter(())


class Done(BareAction):
    """End what was asked, with nothing to give back."""

    verb = "done"

    def apply(self, game: Any, command: Command) -> None:
        """Leave the choice."""
        game.finish()
