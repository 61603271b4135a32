"""Commands that are almost right, such as a confused program or a clicking player might send."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from rules.engine.command import Arg, Command

NONSENSE: Final[tuple[Arg, ...]] = (
    "", "nowhere", "99.99", "-1", "ä\n", 0, -1, 10**12, True, (), ("nowhere",), ("", ""),
)  # fmt: skip


def mutants(command: Command, others: Sequence[Command], random: Random, count: int) -> Iterator[Command]:
    """Yield `count` mutations of a command, with verbs and arguments taken from `others`."""
    for _ in range(count):
        yield random.choice(_WAYS)(command, random.choice(others), random)


def _other_verb(command: Command, other: Command, random: Random) -> Command:
    return Command(random.choice((other.verb, "dance", command.verb.upper(), "")), command.args)


def _other_value(command: Command, other: Command, random: Random) -> Command:
    """Replace an argument by any argument of another command, or by nonsense."""
    if not command.args:
        return _more(command, other, random)
    place = random.randrange(len(command.args))
    lent = [value for _, value in other.args] or list(NONSENSE)
    value = random.choice(lent if random.random() < 0.5 else NONSENSE)
    return _with(command, place, value)


def _near_value(command: Command, other: Command, random: Random) -> Command:
    """Change an argument a little."""
    if not command.args:
        return _more(command, other, random)
    place = random.randrange(len(command.args))
    value = command.args[place][1]
    near: Arg
    if isinstance(value, bool):
        near = not value
    elif isinstance(value, int):
        near = value + random.choice((-1, 1))
    elif isinstance(value, str):
        near = random.choice((value[:-1], value + "0", value[::-1]))
    else:
        near = random.choice((value[:-1], value + value[:1], value[::-1]))
    return _with(command, place, near)


def _less(command: Command, other: Command, random: Random) -> Command:
    if not command.args:
        return _other_verb(command, other, random)
    place = random.randrange(len(command.args))
    return Command(command.verb, command.args[:place] + command.args[place + 1 :])


def _more(command: Command, other: Command, random: Random) -> Command:
    return Command(command.verb, tuple(sorted({**dict(command.args), "extra": random.choice(NONSENSE)}.items())))


def _with(command: Command, place: int, value: Arg) -> Command:
    name = command.args[place][0]
    return Command(command.verb, (*command.args[:place], (name, value), *command.args[place + 1 :]))


_WAYS: Final = (_other_verb, _other_value, _other_value, _near_value, _less, _more)
