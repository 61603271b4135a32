"""Decisions and the options they offer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.engine.command import Command, MalformedCommand, Plain, Reason
from rules.engine.frames import Action


class Options:
    """The legal commands of one decision: iterable, countable, and `command in options` without listing them."""

    __slots__ = ("_actions", "_game", "_listed")

    def __init__(self, game: Any, actions: Sequence[Action]) -> None:
        self._game = game
        self._actions = {action.verb: action for action in actions}
        self._listed: tuple[Command, ...] | None = None

    def __iter__(self) -> Iterator[Command]:
        if self._listed is None:
            self._game.memo = {}
            try:
                self._listed = tuple(self._find())
            finally:
                self._game.memo = None
        return iter(self._listed)

    def __len__(self) -> int:
        iter(self)
        assert self._listed is not None
        return len(self._listed)

    def __bool__(self) -> bool:
        return next(self._find(), None) is not None if self._listed is None else bool(self._listed)

    def __contains__(self, command: object) -> bool:
        if not isinstance(command, Command) or command.verb not in self._actions:
            return False
        try:
            return not self.reasons(command, first=True)
        except MalformedCommand:
            return False

    def _find(self) -> Iterator[Command]:
        game = self._game
        for action in self._actions.values():
            yield from action.legal(game)

    def any_besides(self, verb: str) -> bool:
        """Tell whether anything but one verb is offered, without listing more than it takes to know."""
        return any(command.verb != verb for command in (self._find() if self._listed is None else self._listed))

    def verbs(self) -> tuple[str, ...]:
        """Return the verbs this decision knows, offered or not."""
        return tuple(self._actions)

    def by_verb(self) -> dict[str, list[Command]]:
        """Return the offered commands grouped by verb."""
        found: dict[str, list[Command]] = {}
        for command in self:
            found.setdefault(command.verb, []).append(command)
        return found

    def reasons(self, command: Command, *, first: bool = False) -> list[Reason]:
        """Return why the command is refused (all reasons, or only the first); raise MalformedCommand on bad form."""
        action = self._actions.get(command.verb)
        if action is None:
            known = ", ".join(sorted(self._actions))
            raise MalformedCommand(f'"{command.verb}" is not possible now; possible are {known}.')
        action.validate(command)
        if self._listed is not None and command in self._listed:  # found legal when the options were listed
            return []
        reasons = action.reasons(self._game, command)
        if first:
            found = next(reasons, None)
            return [] if found is None else [found]
        return list(reasons)


@dataclass(frozen=True, slots=True)
class Decision:
    """A question to one seat: what kind, in words, under which rule, about what, and the options."""

    seat: str
    kind: str
    prompt: str
    rule: str
    options: Options
    subject: Mapping[str, Plain] = field(default_factory=dict)
