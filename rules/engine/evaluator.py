"""How a system judges its own positions: what the computer opponent needs of it, in the system's own terms.

Every worth and value is in victory points (or what the system counts instead), so that they compare."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from rules.engine.command import Command
from rules.engine.frozen import frozen
from rules.engine.game import Game
from rules.engine.options import Decision


class WorthPart(NamedTuple):
    """One named summand of a worth: what a player reads, and the points."""

    text: str
    points: float


class Offer(NamedTuple):
    """A command that was considered: what it is worth, and in words what it is for."""

    command: Command
    worth: float
    text: str = ""


@frozen
class BotChoice:
    """What a script answers: the command, which behaviour chose it, why in words, and what decided.

    `parts` add up to the worth of the command; `others` are the best commands it was preferred to.
    """

    command: Command
    behaviour: str = ""
    text: str = ""
    parts: tuple[WorthPart, ...] = ()
    others: tuple[Offer, ...] = ()


class Manner(NamedTuple):
    """How a side is played through one game: a level of the opponent and a temper.

    One that `tells` compares each order with all else that could be done: that takes time, and changes no order.
    """

    level: str = "regular"
    temper: str = "plain"
    tells: bool = False


class Stance(NamedTuple):
    """One plan for a moment: its name in words, whatever the system's script needs to follow it, its worth by that."""

    text: str
    data: Any = None
    worth: float = 0.0


class Terms(NamedTuple):
    """How plans are raced: by how many points and standard errors one must lead the usual one to be taken.

    The plans share the `first` samples before the weaker half of them leaves; each later round takes twice as many.
    `share` is the part of a level's rollouts that is spent: less than 1 where there are many moments to plan, more
    where a rollout is short. `trust` is for how many samples the lead counts that the script itself sees in a plan.
    """

    least: float = 0.3
    clear: float = 1.0
    first: int = 4
    share: float = 1.0
    trust: float = 0.0


TERMS: Final = Terms()
"""The usual ones."""


@frozen
class Moment:
    """A decision worth planning: its key changes from one to the next.

    `is_over` tells that the plan has been carried out, `is_far_enough` that a rollout has come far enough to judge;
    `terms` are those by which another plan than the usual one is taken.
    """

    key: Hashable
    is_over: Callable[[Game[Any, Any]], bool]
    is_far_enough: Callable[[Game[Any, Any]], bool]
    terms: Terms = TERMS


class Script(Protocol):
    """Plays every decision of one side through one game, without clock or dice; it goes on from any position."""

    def choose(self, game: Game[Any, Any], decision: Decision) -> BotChoice:
        """Return a choice; the game must not be changed."""
        ...


class Evaluator(Protocol):
    """What one system teaches its opponent."""

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels offered to players, weakest first: names of `rules.opponent.levels`."""
        ...

    @property
    def tempers(self) -> Mapping[str, str]:
        """The tempers by name, the usual one first, each with a sentence for the player."""
        ...

    def script(self, manner: Manner, seed: int, stance: Stance | None = None, before: Script | None = None) -> Script:
        """Return a script; with a stance it follows that plan until the plan's moment is over.

        It remembers what the script `before` it does, which has played so far.
        """
        ...

    def moment(self, game: Game[Any, Any], decision: Decision) -> Moment | None:
        """Return the moment if a decision is worth planning, else None."""
        ...

    def stances(
        self, game: Game[Any, Any], decision: Decision, manner: Manner, held: Stance | None = None
    ) -> Sequence[Stance]:
        """Return the plans to compare at a moment; the first is what the script would do anyway.

        `held` is the plan followed so far, if there is one.
        """
        ...

    def value(self, game: Game[Any, Any], seat: str) -> tuple[WorthPart, ...]:
        """Return a seat's expected lead at the end in named parts; of a finished game its true lead."""
        ...

    def warning(self, game: Game[Any, Any], decision: Decision, command: Command) -> str | None:
        """Return why an order is likely to be a mistake, in one sentence for a player who learns, or None."""
        ...

    def fears(self, game: Game[Any, Any], seat: str) -> tuple[str, ...]:
        """Return what the enemy may do to a seat's units next, the worst first, each in a sentence; a few at most."""
        ...

    def date(self, state: Any) -> Hashable:
        """Return what tells one time of the game from another, such as the turn; chance is keyed by it."""
        ...


class WeightsFile:
    """The weights of a system's script: one YAML file, which levels and tempers change, read when first asked for.

    `weights` maps exactly these names to `{is, in, text}`; `levels` and `tempers` map a name to `{text, changes}`. What
    changes a weight is applied in this order: the Regular's, the level's, the temper's.
    """

    def __init__(self, path: Path, names: Iterable[str]) -> None:
        self.path, self._names = path, frozenset(names)

    @cached_property
    def raw(self) -> Mapping[str, Any]:
        """Return what the file holds."""
        import yaml  # a table without a computer opponent does without

        raw: Mapping[str, Any] = yaml.safe_load(self.path.read_text(encoding="utf-8"))
        wrong = set(raw["weights"]) ^ self._names
        assert not wrong, f"{self.path.name}: {', '.join(sorted(wrong))}"
        return raw

    def of(self, manner: Manner, point: float = 1.0) -> dict[str, float]:
        """Return the weights of a manner by name; what is in victory points is multiplied by `point`."""
        printed = self.raw["weights"]
        values = {name: told["is"] for name, told in printed.items()}
        for group, name in (("levels", "regular"), ("levels", manner.level), ("tempers", manner.temper)):
            values |= self.raw[group].get(name, {}).get("changes", {})
        in_points = {name for name, told in printed.items() if told.get("in") == "points"}
        return {name: round(is_ * point, 6) if name in in_points else float(is_) for name, is_ in values.items()}

    def tempers(self) -> Mapping[str, str]:
        """Return the tempers by name, each with its sentence."""
        return {name: str(told["text"]) for name, told in self.raw["tempers"].items()}
