"""The way to a host: its address and certificate, why there is none, and games that are made there."""

from __future__ import annotations

import json
import os
import socket
import ssl
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

import certifi
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI, WebSocketException
from websockets.sync.client import ClientConnection, connect

from app.online import certificate
from app.online.links import pinned
from app.online.packing import OfPlayer
from rules.engine.protocol import INVALID_PARAMS, Refused

LARGEST: Final = 16_000_000
"""Bytes of a message from the host, which may hold a whole game."""
MOST_SENT: Final = 62_000
"""Letters of what a host is sent to make a game of."""
TOO_LARGE: Final = "This game, its scenario with all that it names and what was played of it, is too large for a host."
CHANGED: Final = (
    "the host shows another certificate than the link names, so it may be somebody else; if it was set up anew, "
    "ask for a new link"
)
PATIENCE: Final = 4.0
"""Seconds to wait for a connection."""
MAKING: Final = 60.0
"""Seconds to wait for a game to be made: a host may first load its scenario, or carry out what was played of it."""

WHY_NOT: Final[Sequence[tuple[type[Exception], str]]] = (
    (ConnectionRefusedError, "nobody hosts games at this address now"),
    (TimeoutError, "the host does not answer"),
    (socket.gaierror, "there is no computer with this name"),
    (InvalidHandshake, "what answers at this address is no Chitpull host"),
    (ConnectionClosed, "the connection broke"),
)
"""What players are told of a connection that fails."""


class OtherCertificate(ConnectionError):
    """The host does not show the certificate that the link names."""


@contextmanager
def reach(url: str, **options: Any) -> Iterator[ClientConnection]:
    """Connect to a host; raise OSError or WebSocketException, or OtherCertificate before anything is told to it."""
    address, pin = pinned(url)
    context = certificate.pinned() if pin else trusting(url)
    with connect(
        address,
        max_size=LARGEST,
        open_timeout=PATIENCE,
        close_timeout=1,
        ssl=context,
        compression=None,
        extensions=[OfPlayer()],
        **options,
    ) as connection:
        encrypted = connection.socket
        shown = encrypted.getpeercert(binary_form=True) if isinstance(encrypted, ssl.SSLSocket) else None
        if pin and (shown is None or certificate.pin(shown) != pin):
            raise OtherCertificate(CHANGED)
        yield connection


def trusting(url: str) -> ssl.SSLContext | None:
    """Return what an encrypted connection trusts: this computer's certificates and Mozilla's; None for a plain one.

    A package brings Mozilla's because OpenSSL looks for those of the computer where it was made.
    """
    if not url.startswith("wss:"):
        return None
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context


def why_not(error: Exception) -> str:
    """Return why there is no connection, for a sentence."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"nobody this computer trusts vouches for the host's certificate ({error.verify_message})"
    if isinstance(error, ssl.SSLError):
        return "the host does not speak over an encrypted connection"
    for kind, words in WHY_NOT:
        if isinstance(error, kind):
            return words
    return os.strerror(error.errno).lower() if isinstance(error, OSError) and error.errno else str(error)


def make(
    url: str,
    system: str,
    scenario: str,
    pace: Mapping[str, int] | None = None,
    *,
    hints: bool = True,
    recall: bool = True,
    **more: str,
) -> Mapping[str, str]:
    """Create a game at a host, with a pace if one is given; return the invitations, and the watchers' token under "".

    With `hints` players may ask the computer for suggestions, with `recall` undo an order until the next player has
    answered. `more` is what else the request can have: what was "played" elsewhere, the "document" of a scenario that
    is brought.

    Raises OSError where there is no host, and Refused with its sentence where it makes no game.
    """
    if sum(map(len, more.values())) > MOST_SENT:
        raise Refused(INVALID_PARAMS, TOO_LARGE)
    try:
        with reach(url) as connection:
            asked = {"system": system, "scenario": scenario, "pace": pace, "hints": hints, "recall": recall, **more}
            connection.send(request(1, "make", asked))
            told = json.loads(connection.recv(timeout=MAKING))
    except ssl.SSLError as error:
        raise ConnectionError(why_not(error)) from error
    except (WebSocketException, InvalidURI, ValueError) as error:
        raise ConnectionError(f"no Chitpull host at this address ({error})") from error
    if "error" in told:
        raise Refused(told["error"]["code"], told["error"]["message"])
    return dict(told["result"]["links"])


def request(number: int, method: str, params: Mapping[str, Any]) -> str:
    """Return the text of a request."""
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}, default=dict)
