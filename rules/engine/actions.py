"""Actions: the verbs a seat may use, each with what it needs, what it offers and why it is refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from rules.engine.command import Command, MalformedCommand, Reason, cmd, wrong_kind


def takes(**kinds: type) -> Mapping[str, type]:
    """Name the fields of a command with their types: `fields = takes(unit=str, hex=str)`."""
    return kinds


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
