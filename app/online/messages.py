"""What a host says to those at a game (PROTOCOL.md), as records: read at one place, so that nobody reads keys.

A newer host may say more than is known here; what is missing or of another type is a ValueError, as what was garbled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, TypeVar, get_args, get_origin, get_type_hints

from rules.engine.command import Reason
from rules.engine.frozen import LEFT_OUT, frozen, key_of, named
from rules.engine.plain import reader

T = TypeVar("T")


# --- Beside the game: who is here, what is proposed, how much time there is ----------------------------------------


@frozen
class ClockNow:
    """Who is asked ('' for nobody), for how many seconds, and how many he has `left` where there is a pace."""

    asked: str
    waited: int = field(metadata=named("for"))
    paused: bool
    left: int | None = field(default=None, metadata=LEFT_OUT)
    reserve: Mapping[str, int] | None = field(default=None, metadata=LEFT_OUT)


@frozen
class Ending:
    """How a game ended: "played" to its end, a "draw", "resigned" by a seat, or "claimed" by one from a late one."""

    how: str
    seat: str = ""


@frozen
class Proposal:
    """What a player proposes to all: "take_back" to position `to`, a "draw" or a "pause"."""

    id: int
    seat: str
    what: str
    to: int


@frozen
class Declined:
    """A seat does not agree to what was proposed."""

    seat: str
    what: str


@frozen
class Here:
    """The seats whose players are at the table."""

    here: tuple[str, ...]


@frozen
class Chat:
    """Somebody has said something; a watcher has no seat."""

    text: str
    seat: str | None = None


@frozen
class Left:
    """So many orders that had waited no longer fit."""

    count: int


@frozen
class LinkWanted:
    """Somebody has asked for a new link to a seat."""

    by: str
    seat: str


# --- The game: its steps, from the host or by its record -----------------------------------------------------------


@frozen
class SentStep:
    """The number and chain of a step, and the position it goes back to (`cut` where hands are hidden).

    `plain` is the whole of it, which the copy of the game reads.
    """

    rev: int
    chain: str
    plain: Mapping[str, Any]
    back: int | None = None
    cut: int | None = None
    agreed: bool = False

    @staticmethod
    def of(told: Mapping[str, Any]) -> SentStep:
        """Read a step; raise ValueError."""
        return taken(SentStep, {**told, "plain": told})


@frozen
class SentSteps:
    """The steps after revision `rev`."""

    rev: int
    steps: tuple[SentStep, ...]

    @staticmethod
    def of(told: Mapping[str, Any]) -> SentSteps:
        """Read steps; raise ValueError."""
        return taken(SentSteps, {**told, "steps": [{**step, "plain": step} for step in told["steps"]]})


@frozen
class SentRecord:
    """The record of the game up to revision `rev`, compressed."""

    record: str
    rev: int = 0


# --- Answers -------------------------------------------------------------------------------------------------------


@frozen
class StandingOrder:
    """How the host answers a kind of question for this seat, always or if nothing else is offered (`only`)."""

    kind: str
    do: Mapping[str, Any]
    only: bool


@frozen
class Joined:
    """The answer to joining: at which game and seat one sits (None for a watcher), and how the table stands."""

    seat: str | None
    system: str
    schema: int
    rules: int
    scenario: str
    missing: tuple[str, ...]
    here: tuple[str, ...]
    ways: Mapping[str, bool]
    notify: Mapping[str, str] = field(default_factory=dict)
    standing: tuple[StandingOrder, ...] = ()
    clock: ClockNow | None = None
    over: Ending | None = None
    proposed: Proposal | None = None


@frozen
class Carried:
    """What became of orders: the revision after them, those left, and whether these wait for somebody's answer."""

    rev: int = 0
    left: tuple[Mapping[str, Any], ...] = ()
    wait: bool = False


@frozen
class Commitment:
    """What the host has committed itself to for the dice, and this player's part of them."""

    commitment: str
    nonce: str


@frozen
class LinkState:
    """Whether the link stands, and why it does not."""

    on: bool
    why: str = ""


@frozen
class Answer:
    """The answer to request `id`: a result, or the `words` and reasons of a refusal."""

    id: int
    result: Mapping[str, Any]
    words: str = ""
    reasons: tuple[Reason, ...] = ()

    @property
    def is_refused(self) -> bool:
        """Tell whether the request was refused."""
        return bool(self.words)

    @staticmethod
    def of(told: Mapping[str, Any]) -> Answer:
        """Read an answer; raise LookupError or ValueError."""
        error = told.get("error")
        if error is None:
            result = told["result"]
            return Answer(int(told["id"]), result if isinstance(result, Mapping) else {})
        words = str(error["message"])
        reasons = error.get("data", {}).get("reasons") or [{"text": words}]
        return Answer(
            int(told["id"]), {}, words or "The host refused.",
            tuple(Reason(str(each["text"]), str(each.get("rule", ""))) for each in reasons),
        )  # fmt: skip


@frozen
class Notify:
    """By which ways this player is told that it is his turn."""

    notify: Mapping[str, str]


@frozen
class NewLink:
    """The secret of a new link to a seat."""

    invitation: str


# --- Reading -------------------------------------------------------------------------------------------------------


def taken(kind: type[T], told: object) -> T:
    """Return the fields that a record knows of what was told; raise ValueError."""
    wanted: Any = kind
    made: T = _reader(wanted)(told)
    return made


def reads(kind: type[T], act: Callable[[T], None]) -> Callable[[Mapping[str, Any]], None]:
    """Return what does something with a message, read as a record."""
    return lambda told: act(taken(kind, told))


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    origin, args = get_origin(kind), get_args(kind)
    if kind is Any:
        return lambda told: told
    if origin is UnionType and NoneType in args:
        some = _reader(next(each for each in args if each is not NoneType))
        return lambda told: None if told is None else some(told)
    if origin is tuple:
        return _many(_reader(args[0]))
    if origin is Mapping:
        return _mapping(_reader(args[1]))
    return _record(kind) if is_dataclass(kind) else reader(kind)


def _many(each: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read(told: Any) -> tuple[Any, ...]:
        if not isinstance(told, list | tuple):
            raise ValueError(f"{told!r:.40} is not a list")
        return tuple(map(each, told))

    return read


def _mapping(each: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read(told: Any) -> dict[str, Any]:
        if not isinstance(told, Mapping):
            raise ValueError(f"{told!r:.40} is not an object")
        return {str(key): each(value) for key, value in told.items()}

    return read


def _record(kind: Any) -> Callable[[Any], Any]:
    hints = get_type_hints(kind)
    rows: Final = [(key_of(each), each.name, _reader(hints[each.name]), _is_needed(each)) for each in fields(kind)]

    def read(told: Any) -> Any:
        if not isinstance(told, Mapping):
            raise ValueError(f"{told!r:.40} is not an object")
        lacking = [key for key, _, _, is_needed in rows if is_needed and key not in told]
        if lacking:
            raise ValueError(f"{' and '.join(lacking)} missing")
        return kind(**{name: each(told[key]) for key, name, each, _ in rows if key in told})

    return read


def _is_needed(each: Any) -> bool:
    return each.default is MISSING and each.default_factory is MISSING
