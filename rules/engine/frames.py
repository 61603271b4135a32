"""Frames: where a game stands, as plain data on a stack, and the four kinds of frame."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

from rules.engine.actions import Action as Action
from rules.engine.actions import BareAction as BareAction
from rules.engine.actions import Done as Done
from rules.engine.actions import takes as takes
from rules.engine.command import MalformedCommand, Plain
from rules.engine.options import Decision

if TYPE_CHECKING:
    from rules.engine.game import Game

END: Final = "end"


@dataclass(slots=True)
class Frame:
    """One entry of the stack: which kind, at which named step, with primitive locals. It is never changed.

    That is for the type checker to see: with a look at each, thousands of frames a second would take twice as long.
    """

    kind: Final[str]
    step: Final[str] = ""
    data: Final[Mapping[str, Plain]] = field(default_factory=dict)

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def get(self, key: str, default: Any = None) -> Any:
        """Return a local or the default."""
        return self.data.get(key, default)

    def at(self, step: str) -> Frame:
        """Return this frame at another step."""
        return Frame(self.kind, step, self.data)

    def having(self, **changes: Plain) -> Frame:
        """Return this frame with some locals changed."""
        return Frame(self.kind, self.step, {**self.data, **changes})

    def to_plain(self) -> list[Plain]:
        """Return the frame as plain data."""
        return [self.kind, self.step, dict(self.data)]

    @staticmethod
    def from_plain(raw: Any) -> Frame:
        """Read a frame; lists in its locals become tuples."""
        kind, step, data = raw
        return Frame(str(kind), str(step), {str(k): _frozen(v) for k, v in data.items()})


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_frozen(item) for item in value)
    return value


Step: TypeAlias = "Callable[[Game[Any, Any]], str | None]"


class Procedure:
    """An ordered list of named steps; `following` names the step after each.

    A step is a function of the game; it returns the name of the next step, or None for the following one.
    The last step ends the frame. A step must look its subjects up again: they may have died meanwhile.
    """

    def __init__(self, kind: str, steps: Mapping[str, Step]) -> None:
        self.kind = kind
        self.steps = dict(steps)
        names = [*self.steps, END]
        self.following = dict(itertools.pairwise(names))
        self.first = names[0]


class Conclusion(Procedure):
    """A procedure that ends the game: once it is at the bottom of the stack nothing above it runs."""


class Choice:
    """Asks one seat one question; a reaction window is a choice that asks again until nobody may respond."""

    kind: ClassVar[str]
    actions: ClassVar[tuple[Action, ...]] = ()

    def ask(self, game: Any) -> Decision | None:
        """Return the decision, or None if there is nothing to ask (the frame then ends)."""
        raise NotImplementedError

    def action(self, verb: str) -> Action | None:
        """Return the action for a verb."""
        for action in self.actions:
            if action.verb == verb:
                return action
        return None


@dataclass(frozen=True, slots=True)
class Request:
    """What nature is asked for: a "die" or a "draw", from which `items`, and for what purpose.

    `only` names the one seat that may know of it, such as the one drawing a card; None means everybody.
    """

    kind: str
    purpose: str
    items: tuple[Plain, ...]
    subject: Mapping[str, Plain] = field(default_factory=dict)
    only: str | None = None

    def about(self, name: str) -> str | None:
        """Return a text that the request is about, None if there is none by this name."""
        value = self.subject.get(name)
        return value if isinstance(value, str) else None

    def outcome(self, raw: object) -> Plain:
        """Read an outcome such as {"die": 5}; raise MalformedCommand if it is not a possible answer."""
        if isinstance(raw, Mapping) and self.kind in raw and raw[self.kind] in self.items:
            value: Plain = raw[self.kind]
            if type(value) is not bool:
                return value
        among = f"one of {', '.join(map(str, self.items))}" if self.only is None else "what was drawn"
        raise MalformedCommand(
            f'Nature is asked for a {self.kind} ({self.purpose}): answer {{"{self.kind}": …}} with {among}.'
        )


class Nature:
    """Asks chance: a die or a draw. The outcome goes to the frame below as its `result`.

    `faces` are the equally likely outcomes; without faces the frame names its `items`.
    """

    def __init__(self, kind: str, faces: tuple[Plain, ...] = ()) -> None:
        self.kind = kind
        self.faces = faces

    def request(self, frame: Frame) -> Request:
        """Return what is asked."""
        items = self.faces or tuple(frame["items"])
        return Request(self.kind, frame["purpose"], items, frame.get("subject", {}), frame.get("only"))

    def tell(self, game: Game[Any, Any], frame: Frame, outcome: Plain) -> None:
        """Emit the event of an outcome; a draw is reported by the system itself."""

    def after(self, game: Game[Any, Any], frame: Frame) -> None:
        """Let a system act between an outcome and its use, such as offering a re-roll, by pushing a frame."""


class Die(Nature):
    """A die, rolled in the open. A face may be on several sides: `Die("die", ("hit", "hit", "miss"))`."""

    def tell(self, game: Game[Any, Any], frame: Frame, outcome: Plain) -> None:
        """Emit what was rolled, and for what purpose."""
        game.emit("DieRolled", die=outcome, purpose=frame["purpose"], subject=frame.get("subject", {}))


Kind: TypeAlias = Procedure | Choice | Nature


def registry(*kinds: Kind) -> dict[str, Kind]:
    """Collect frame kinds by name, including the draw; a system that rolls adds its die, `Die("die", faces)`."""
    by_name: dict[str, Kind] = {"draw": Nature("draw")}
    for kind in kinds:
        if kind.kind in by_name:
            raise ValueError(f"frame kind {kind.kind!r} is registered twice")
        by_name[kind.kind] = kind
    return by_name
