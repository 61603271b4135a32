"""What a host says to those at a game (PROTOCOL.md), as records: read at one place, so that nobody reads keys.

A newer host may say more than is known here; what lacks something, or has it of another type, is Garbled.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, Final, TypeVar

from rules.engine.command import Reason
from rules.engine.events import as_record
from rules.engine.frozen import LEFT_OUT, frozen, named

PROTOCOL: Final = 1
"""The version of what a host and a player's program say to each other."""
ONCE: Final = "once"
"""The parameter that names a request, so that it acts once if it is sent again."""
NAMED: Final = frozenset(("propose", "answer", "resign", "claim", "give", "new_link", "chat"))
"""The requests that would act again; all others say themselves for which state of the game or the seat they are."""

# --- What a host says to those at a game (PROTOCOL.md), as records: read at one place ------------------------------

T = TypeVar("T")


class Garbled(ValueError):
    """What came is no message of the host's: it is told again when one comes back."""


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

    Where both sides make the dice the first one tells their `anchors` and how many steps were made elsewhere `before`,
    and one that rolled the `parts` of both.
    `plain` is the whole of it, which the copy of the game reads.
    """

    rev: int
    chain: str
    plain: Mapping[str, Any]
    back: int | None = None
    cut: int | None = None
    agreed: bool = False
    anchors: Mapping[str, str] = field(default_factory=dict)
    before: int = 0
    parts: Mapping[str, str] = field(default_factory=dict)

    @staticmethod
    def of(told: Mapping[str, Any]) -> SentStep:
        """Read a step; raise Garbled."""
        return taken(SentStep, {**told, "plain": told})


@frozen
class _Sent:
    rev: int
    steps: tuple[Mapping[str, Any], ...]


@frozen
class SentSteps:
    """The steps after revision `rev`."""

    rev: int
    steps: tuple[SentStep, ...]

    @staticmethod
    def of(told: Mapping[str, Any]) -> SentSteps:
        """Read steps; raise Garbled."""
        sent = taken(_Sent, told)
        return SentSteps(sent.rev, tuple(map(SentStep.of, sent.steps)))


@frozen
class SentRecord:
    """The record of the game, compressed."""

    record: str


@frozen
class Anchors:
    """What both sides have committed themselves to for the dice, and how many steps were made elsewhere before."""

    anchors: Mapping[str, str]
    before: int = 0


@frozen
class RollAsked:
    """A roll waits for this side's part of a number, after its revision."""

    rev: int
    number: int


# --- A game in words, for a program that does not have its rules ----------------------------------------------------


@frozen
class Seen:
    """How a game stands as one seat may know it: who is asked what ('' if nobody is), and its log, the newest first.

    `picture` is a JPEG in base64, the map as it was sent last. Before the game begins seats are `missing`.
    """

    title: str
    when: str = ""
    asked: str = ""
    question: str = ""
    lines: tuple[str, ...] = ()
    result: str = ""
    here: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    clock: ClockNow | None = field(default=None, metadata=LEFT_OUT)
    picture: str = ""


# --- Answers -------------------------------------------------------------------------------------------------------


@frozen
class SentStanding:
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
    standing: tuple[SentStanding, ...] = ()
    clock: ClockNow | None = None
    over: Ending | None = None
    proposed: Proposal | None = None
    document: str = ""
    both: bool = False
    """Whether both sides make the dice."""
    hints: bool = True
    """Whether players may ask the computer for suggestions."""
    recall: bool = True
    """Whether an order can be undone while the player who is asked next has not answered."""


@frozen
class OrdersOutcome:
    """What became of orders: the revision after them, those left, and whether these wait for somebody's answer."""

    rev: int = 0
    left: tuple[Mapping[str, Any], ...] = ()
    wait: bool = False


@frozen
class Dice:
    """What a host has committed itself to, and which joining tells, whether this seat makes the dice with it."""

    commitment: str
    both: bool = False
    seat: str | None = None
    system: str = ""


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
class _Why:
    text: str
    rule: str = ""


@frozen
class _Whys:
    reasons: tuple[_Why, ...] = ()
    at: str | None = None


@frozen
class _Error:
    message: str
    data: _Whys | None = None


@frozen
class _Reply:
    id: int
    result: Any = None
    error: _Error | None = None


@frozen
class Answer:
    """The answer to request `id`: a result, or the `words` and reasons of a refusal.

    `at` is the address of the process of the host that plays the game, where this one does not: '' if it is not known.
    """

    id: int
    result: Mapping[str, Any]
    words: str = ""
    reasons: tuple[Reason, ...] = ()
    at: str | None = None

    @property
    def is_refused(self) -> bool:
        """Tell whether the request was refused."""
        return bool(self.words)

    @staticmethod
    def of(told: Mapping[str, Any]) -> Answer:
        """Read an answer; raise Garbled."""
        reply = taken(_Reply, told)
        if reply.error is None:
            return Answer(reply.id, taken(Mapping[str, Any], reply.result))
        words = reply.error.message or "The host refused."
        data = reply.error.data or _Whys()
        why = tuple(Reason(each.text, each.rule) for each in data.reasons) or (Reason(words),)
        return Answer(reply.id, {}, words, why, data.at)


@frozen
class Notify:
    """By which ways this player is told that it is his turn."""

    notify: Mapping[str, str]


@frozen
class NewLink:
    """The secret of a new link to a seat."""

    invitation: str


# --- Reading -------------------------------------------------------------------------------------------------------


def taken(kind: Callable[..., T], told: object) -> T:
    """Return what was told as a record; raise Garbled."""
    record = as_record(kind, told)
    if record is None:
        raise Garbled(f"{told!r:.60} is no {getattr(kind, '__name__', kind)}")
    return record


def reads(kind: Callable[..., T], act: Callable[[T], None]) -> Callable[[Mapping[str, Any]], None]:
    """Return what does something with a message, read as a record."""
    return lambda told: act(taken(kind, told))


# --- Records, scenarios and steps as they travel inside a message: deflated, in base64 -----------------------------

LARGEST: Final = 200_000_000
"""Bytes of a record, unpacked."""


def packed(text: bytes) -> str:
    """Return a text as it travels."""
    return b64encode(zlib.compress(text, 9)).decode("ascii")


def unpacked(told: str, most: int = LARGEST) -> bytes:
    """Return a text that somebody has sent; raise ValueError where it is none, or has more bytes than `most`."""
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(b64decode(told, validate=True), most)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise ValueError("too large, or cut off")
    return text
