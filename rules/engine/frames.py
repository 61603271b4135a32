"""Frames: where a game stands, as plain data on a stack, and the four kinds of frame."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

from rules.engine.command import MalformedCommand, Plain
from rules.engine.compiling import mypyc_attr, native_dataclass
from rules.engine.frozen import frozen
from rules.engine.options import Action as Action
from rules.engine.options import BareAction as BareAction
from rules.engine.options import Decision
from rules.engine.options import Done as Done
from rules.engine.options import takes as takes

if TYPE_CHECKING:
    from rules.engine.game import Game


# --- Frames: where a game stands, as plain data on a stack, and the four kinds of frame ----------------------------

END: Final = "end"


@native_dataclass(frozen=True, slots=True)
class Frame:
    """One entry of the stack: which kind, at which named step, with primitive locals. It is never changed.

    That is for the type checker to see: with a look at each, thousands of frames a second would take twice as long.
    """

    kind: str
    step: str = ""
    data: Mapping[str, Plain] = field(default_factory=dict)

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


@mypyc_attr(allow_interpreted_subclasses=True)
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


@frozen
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


# --- What a kept position may say at all: names that are known, numbers within bounds, frames of kinds that exist ---
# A position from a file is plain data that anybody may have written. These checks come before its rules are asked: each
# yields sentences that begin with the field.

MOST_FRAMES: Final = 64
MOST_NUMBER: Final = 1_000_000
LONGEST: Final = 1_000
_SHOWN: Final = 40


def unknown(field: str, names: Iterable[Hashable], known: Collection[Any], what: str) -> Iterator[str]:
    """Yield a sentence for the first name that is not known."""
    for name in names:
        if name not in known:
            yield f"state.{field}: {shown(name)} is not {what} of this game."
            return


def outside(field: str, numbers: Iterable[int], least: int, most: int) -> Iterator[str]:
    """Yield a sentence for the first number that is less than `least` or more than `most`."""
    for number in numbers:
        if not least <= number <= most:
            yield f"state.{field}: {shown(number)} is not a number from {least} to {most}."
            return


def too_long(field: str, items: Collection[Any], most: int) -> Iterator[str]:
    """Yield a sentence if there are more items than there can be."""
    if len(items) > most:
        yield f"state.{field}: there are {len(items)} items, and at most {most} are possible."


def refuse(odd: Iterable[str]) -> None:
    """Raise ValueError with the first sentence, if there is one."""
    for sentence in odd:
        raise ValueError(sentence)


def shown(value: object) -> str:
    """Return a value short enough for a sentence."""
    text = " ".join(value.split()) if isinstance(value, str) else repr(value)
    return (text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…") or "nothing"


def odd_frames(frames: Collection[Frame], kinds: Mapping[str, Kind]) -> Iterator[str]:
    """Yield what is wrong with the stack of frames: kinds, steps, depth, and locals no game can come to."""
    yield from too_long("frames", frames, MOST_FRAMES)
    for place, frame in enumerate(frames):
        kind = kinds.get(frame.kind)
        if kind is None:
            yield f"state.frames[{place}]: {shown(frame.kind)} is not a frame of this game."
        elif isinstance(kind, Procedure) and frame.step != END and frame.step not in kind.steps:
            yield f"state.frames[{place}]: {frame.kind} has no step {shown(frame.step)}."
        elif not _is_modest(frame.data):
            yield f"state.frames[{place}]: a number or a text here is larger than any in a game."


def _is_modest(value: Any) -> bool:
    """Tell whether plain data holds no number and no text beyond what any game holds."""
    if isinstance(value, Mapping):
        return all(_is_modest(key) and _is_modest(item) for key, item in value.items())
    if isinstance(value, list | tuple):
        return all(map(_is_modest, value))
    if isinstance(value, str):
        return len(value) <= LONGEST
    return value is None or abs(value) <= MOST_NUMBER
