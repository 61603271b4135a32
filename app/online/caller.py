"""One connection to a host: how much it may ask in a time, and the texts of strangers."""

from __future__ import annotations

import unicodedata
from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from time import monotonic
from typing import Any, Final, NamedTuple, TypeVar

from app.online.directory import Chair
from app.online.messages import PROTOCOL
from rules.engine.command import MalformedCommand, NotYourDecision
from rules.engine.connection import Params

T = TypeVar("T")

# --- One connection to a host, and how much it may ask in a time ---------------------------------------------------


class Bucket:
    """So many at once, and so many a second after that; `clock` tells seconds."""

    def __init__(self, rate: float, burst: int, *, clock: Callable[[], float] = monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left, self._at = float(burst), clock()

    @property
    def is_full(self) -> bool:
        """Tell whether nothing has been taken, or so long ago that it makes no difference."""
        return self._left + (self._clock() - self._at) * self._rate >= self._burst

    @property
    def is_empty(self) -> bool:
        """Tell whether not even one can be taken."""
        return self._left + (self._clock() - self._at) * self._rate < 1

    def take(self, count: int = 1) -> bool:
        """Take so many; return whether there were enough."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if count > self._left:
            return False
        self._left -= count
        return True


ORDERS_A_SECOND: Final = (10.0, 64)
WORDS_A_MINUTE: Final = (10 / 60, 10)
PROPOSALS_AN_HOUR: Final = (6 / 3600, 6)
GAMES_AN_HOUR: Final = (5 / 3600, 5)
WRONG_A_MINUTE: Final = (10 / 60, 10)
TOO_MANY_WRONG: Final = "Too many links that lead nowhere were followed from your address. Wait a minute."
ONE_HOME: Final = 64
"""Bits of an IPv6 address that tell homes apart; each has all addresses that begin alike."""


class SentWhole(NamedTuple):
    """The record of a game, of so many bytes, that a connection was sent; `rev` is 0 if the game was not open then."""

    game: str
    size: int
    rev: int


class Caller:
    """One connection: how it is written to, and the chair whose token it has shown.

    `games` limits how many games it makes, `wrong` how many links it follows that lead nowhere; connections from one
    address share them.
    """

    def __init__(
        self,
        send: Callable[[Mapping[str, Any]], None],
        *,
        clock: Callable[[], float] = monotonic,
        games: Bucket | None = None,
        end: Callable[[str], object] = lambda why: None,
    ) -> None:
        """`end` ends the connection for a reason once all has been sent."""
        self.send, self.end = send, end
        self.games = games or Bucket(*GAMES_AN_HOUR, clock=clock)
        self.wrong = Bucket(*WRONG_A_MINUTE, clock=clock)
        self.chair: Chair | None = None
        self.token = ""
        self.sent: SentWhole | None = None
        self.orders, self.words, self.proposals = (
            Bucket(*rate, clock=clock) for rate in (ORDERS_A_SECOND, WORDS_A_MINUTE, PROPOSALS_AN_HOUR)
        )

    def follow(self, find: Callable[[str, str], T], token: str, invitation: str) -> T:
        """Return what a link leads to; raise NotYourDecision where that is nothing, or too many led nowhere before."""
        if self.wrong.is_empty:
            raise NotYourDecision(TOO_MANY_WRONG)
        try:
            return find(token, invitation)
        except NotYourDecision:
            self.wrong.take()
            raise

    def notify(self, method: str, params: Mapping[str, Any]) -> None:
        """Tell this connection something."""
        self.send(notice(method, params))


def notice(method: str, params: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the message that tells something; one for several connections is made once."""
    return {"jsonrpc": "2.0", "method": method, "params": params}


def playing(caller: Caller) -> tuple[Chair, str]:
    """Return the chair of a player and its seat; raise NotYourDecision for whoever only watches."""
    assert caller.chair is not None
    if caller.chair.seat is None:
        raise NotYourDecision("You are watching this game; only its players give orders.")
    return caller.chair, caller.chair.seat


def check_protocol(params: Params) -> None:
    """Raise NotYourDecision for a program that speaks another protocol."""
    asked = params.number("protocol", default=PROTOCOL)
    if asked != PROTOCOL:
        raise NotYourDecision(f"This host speaks protocol {PROTOCOL}, your program {asked}. Use the same version.")


class Buckets:
    """A bucket for each of many names, which are forgotten where that makes no difference."""

    def __init__(self, rate: float, burst: int, *, clock: Callable[[], float] = monotonic) -> None:
        self._new = lambda: Bucket(rate, burst, clock=clock)
        self._of: dict[str, Bucket] = {}

    def __len__(self) -> int:
        return len(self._of)

    def of(self, name: str) -> Bucket:
        """Return the bucket of a name; to be asked for anew each time, as it may have been forgotten."""
        if name not in self._of:
            self._of[name] = self._new()
        return self._of[name]

    def forget(self) -> None:
        """Forget those that are full."""
        self._of = {name: bucket for name, bucket in self._of.items() if not bucket.is_full}


def address_of(remote: str, passed_on: Sequence[str]) -> str:
    """Return by what whoever is there is counted: his IPv4 address, or the network of his IPv6 address.

    It is the address of the connection, or what the X-Forwarded-For headers of its request tell. A proxy adds the last
    word there, and stands at this computer or in its network: anybody else may write what he likes.
    """
    here, told = _ip(remote), _ip(passed_on[-1].rpartition(",")[2].strip()) if passed_on else None
    found = told if told and here and here.is_private else here
    if isinstance(found, IPv6Address) and not found.is_loopback:
        return str(ip_network((found, ONE_HOME), strict=False))
    return str(found or remote)


def _ip(text: str) -> IPv4Address | IPv6Address | None:
    try:
        read = ip_address(text)
    except ValueError:
        return None
    return getattr(read, "ipv4_mapped", None) or read


# --- Texts of strangers: what they say to others, and what a host keeps --------------------------------------------

JPEG: Final = b"\xff\xd8\xff"
LONGEST: Final = 500
"""Characters of what somebody says."""


def ascii_only(params: Params, name: str, **default: Any) -> str:
    """Return a text of a request that every database takes: printable ASCII; raise MalformedCommand for another."""
    text = params.text(name, **default)
    if not (text.isascii() and text.isprintable()):
        raise MalformedCommand(f'The parameter "{name}" can hold letters, digits and signs of ASCII only.')
    return text


def jpeg_in(params: Params) -> bytes:
    """Return the picture of a request; raise MalformedCommand where it is none."""
    try:
        picture = b64decode(params.text("jpeg"), validate=True)
    except ValueError:
        picture = b""
    if not (picture.startswith(JPEG) and picture.endswith(b"\xff\xd9")):
        raise MalformedCommand("A picture is a JPEG in base64.")
    return picture


def plain_words(text: str) -> str:
    """Return what a stranger wrote as one line of plain text: no control signs, no marks that turn its direction."""
    kept = (sign if unicodedata.category(sign)[0] not in "CZ" else " " for sign in text[:LONGEST])
    return " ".join("".join(kept).split())
