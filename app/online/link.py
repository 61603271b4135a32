"""A player's link to a host: a thread that keeps the connection, and asks again what was left unanswered."""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Callable, Mapping
from itertools import count
from random import uniform
from threading import Event, Lock, Thread
from typing import Any, Final

from websockets.exceptions import InvalidHandshake, InvalidURI, WebSocketException
from websockets.sync.client import ClientConnection

from app.online.both import PART, Caught, OwnDice
from app.online.messages import NAMED, ONCE, PROTOCOL, Answer, Dice, LinkState, taken
from app.online.reaching import PATIENCE, reach, request, why_not
from rules.engine.system import systems

SOON, LATE = 0.1, 5.0
"""Seconds between two tries to connect, at first and at most."""
MOST_ELSEWHERE: Final = 1.0
"""Seconds between two tries to find the process of a host that plays the game, at most."""
PING: Final = 2.5
"""Seconds between two signs of life, and for which one may be late."""
LOG: Final = logging.getLogger("chitpull.link")
LOG.addHandler(logging.NullHandler())
OTHER_DICE: Final = "The host has committed itself to other dice than before, so this is not the game you joined."
MOST_DOUBTS: Final = 3
"""How often in a row the host must tell of other dice before that is taken as its word, not as garbled."""
LOOK: Final = -1
"""Number of the request that asks what the host has committed itself to."""
JOIN: Final = 0
"""Number of the request that joins the game."""
APART: Final = 11
"""All other requests are numbered by multiples of this: no two then differ in one digit alone, as a garbled one may."""

Hear = Callable[[str, Mapping[str, Any]], None]
"""Hears, in the thread of the link, what the host tells (a method and its parameters), and three things of the link:
"link" with {"on": whether it stands, "why": why it does not}, "looked" when the host knows it, "answer" with {"id",
"result" or "error"}. The answer to joining has the id 0; an error there ends the link."""


class PlayedElsewhere(ConnectionError):
    """The game is played at another process of this host, at an address, '' if the host does not know which."""

    def __init__(self, at: str) -> None:
        super().__init__("another process of this host plays the game")
        self.at = at


class Link(Thread):
    """Joins a game and stays: whenever it comes back it tells the host what it `has` (revision and chain).

    The `token` is this player's own; the first time an `invitation` gives it its seat.
    """

    def __init__(
        self,
        url: str,
        token: str,
        hear: Hear,
        has: Callable[[], tuple[int, str]],
        *,
        invitation: str = "",
        nonce: str = "",
        commitment: str = "",
        whole: bool = False,
        dice: OwnDice | None = None,
        ahead: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda told: told,
    ) -> None:
        """With `whole` the host may tell of a long game by its record; with `dice` it is given parts for its rolls.

        `ahead` reads that record in the thread of the link, before it counts; what it returns is heard then.
        """
        super().__init__(name="link", daemon=True)
        self._url, self._hear, self._has = url, hear, has
        self._who = {"token": token, "invitation": invitation, "protocol": PROTOCOL}
        sent = dice.anchor if dice is not None else nonce or secrets.token_hex(16)
        self._sent, self._nonce = sent, nonce or sent  # a host that rolls alone keeps the first
        self._commitment, self._awaited = commitment, LOOK
        self._looked, self._doubts, self._whole, self._elsewhere = "", 0, whole, SOON
        self._dice, self._caught, self._ahead = dice, 0, ahead
        self._early: list[tuple[str, Mapping[str, Any]]] = []
        self._asked_whole = False
        self._numbers = count(APART, APART)
        self._unanswered: dict[int, str] = {}
        self._lock, self._ended = Lock(), Event()
        self._passed_on: dict[int, str] = {}
        self._connection: ClientConnection | None = None
        self._joining: ClientConnection | None = None
        self._cut: ClientConnection | None = None
        self.is_cut = self._stands = False
        """Whether a connection was cut, or stands, as far as whoever hears this link has taken what was told."""

    def ask(self, method: str, params: Mapping[str, Any]) -> int:
        """Send a request, now or when the connection is there again; return its number.

        Requests name the revision they are for, or have a name of their own, so that the host carries out a repeated
        one only once.
        """
        params = {**params, ONCE: secrets.token_hex(8)} if method in NAMED else params
        with self._lock:
            number = next(self._numbers)
            self._ask(number, request(number, method, params))
        return number

    def _ask(self, number: int, text: str) -> None:
        self._unanswered[number] = text
        if self._connection is not None:
            self._write(self._connection, text)

    @property
    def trip(self) -> float:
        """Return the seconds of the last sign of life to the host and back, 0 before the first of a connection."""
        connection = self._connection
        return connection.latency if connection is not None else 0.0

    def withdraw(self, number: int) -> bool:
        """Ask a request no more while there is no connection to send it by; return whether that was so."""
        with self._lock:
            return self._connection is None and self._unanswered.pop(number, None) is not None

    def end(self) -> None:
        """Leave; the thread ends soon."""
        self._ended.set()
        self.join_again()

    def join_again(self, *, whole: bool | None = None) -> None:
        """Cut the connection, also one that is still joining, so that it comes back and tells the host what it has now.

        That takes leave of the host, which may be silent, so it is done aside. Nothing more is passed on from it.
        """
        self._whole = self._whole if whole is None else whole
        with self._lock:
            connection = self._connection or self._joining
            self._connection, self._cut = None, connection or self._cut
        self.is_cut = connection is not None or self._stands  # in both cases its end is still to be taken
        if connection is not None:
            Thread(target=connection.close, name="leave", daemon=True).start()

    def counts(self, method: str, told: Mapping[str, Any]) -> bool:
        """Tell whether what was heard still counts: nothing does of a connection that was cut before it was taken.

        Whoever cuts connections asks this of all that he takes, in its order. Requests whose answers do not count are
        asked again; a host that lets nobody in is heard in any case. Raises Garbled.
        """
        if method == "link":
            self._stands = taken(LinkState, told).on
            self.is_cut = self.is_cut and self._stands  # it may have been joining when it was cut
            return True
        if method != "answer":
            return not self.is_cut
        answer = Answer.of(told)
        if answer.id == JOIN:
            return answer.is_refused or not self.is_cut
        with self._lock:
            text = self._passed_on.pop(answer.id, None)
            if self.is_cut and text is not None:
                self._ask(answer.id, text)
        return not self.is_cut

    def run(self) -> None:
        """Keep the connection until it is ended."""
        wait, why, at = SOON, "", ""
        while not self._ended.is_set():
            try:
                url, at = at or self._url, ""
                with reach(url, ping_interval=PING, ping_timeout=PING, logger=LOG) as connection:
                    wait, self._joining = SOON, connection
                    self._talk(connection, url)
            except PlayedElsewhere as error:
                at, wait, why = error.at, self._elsewhere, str(error)
                self._elsewhere = min(MOST_ELSEWHERE, wait * 2)
            except (OSError, WebSocketException, InvalidHandshake, InvalidURI) as error:
                why = why_not(error)
            except Caught as error:
                why = str(error)
                self._catch(why)
            except (ValueError, LookupError, TypeError, AttributeError):  # it makes no sense: garbled on its way
                why = "the host's answer was garbled"
            except (RuntimeError, AssertionError) as error:  # of Python 3.11, where two wait for the end of a third
                LOG.warning("the connection ended in %r", error)
                why = "the connection broke"
            with self._lock:
                self._connection = self._joining = None
            self._hear("link", {"on": False, "why": why})
            self._ended.wait(uniform(wait / 2, wait))
            wait = min(LATE, wait * 2)

    def _talk(self, connection: ClientConnection, url: str) -> None:
        """Join, then hear what the host tells; raise ValueError for what may have been garbled on its way."""
        is_joined, self._early, self._looked = False, [], ""
        if self._commitment:  # what is given for the dice was given before
            self._join(connection)
        else:
            self._awaited = LOOK
            connection.send(request(LOOK, "look", self._who))
        for raw in connection:
            if connection is self._cut:
                return
            told = json.loads(raw)
            if "method" in told:
                method, params = told["method"], told["params"]
                if method == "whole" and self._asked_whole:
                    params = self._ahead(params)
                self._told(method, params, is_joined=is_joined)
            elif is_joined:
                self._answered(told)
            else:
                is_joined = self._come_in(connection, told, url)
            if self._ended.is_set():
                return

    def _told(self, method: str, params: Mapping[str, Any], *, is_joined: bool = True) -> None:
        """Pass on what the host tells, and give it this side's part where it waits for one to roll.

        What comes before the answer to joining says nothing until that has been heard.
        """
        if not is_joined:
            self._early.append((method, params))
            return
        if method == "whole" and not self._asked_whole:
            raise ValueError("a whole game that was not asked for")
        part = self._dice.told(method, params) if self._dice is not None else None
        if part is not None:
            self.ask(PART, part)
        self._hear(method, params)

    def _catch(self, why: str) -> None:
        """End the link if the host has been caught so often that nothing was garbled on its way."""
        self._caught += 1
        if self._caught >= MOST_DOUBTS:
            self._ended.set()
            self._hear("answer", {"id": JOIN, "error": {"code": 2, "message": why}})

    def _answered(self, told: Mapping[str, Any]) -> None:
        answer = Answer.of(told)  # what cannot be read is asked again
        if "error" not in told and "result" not in told:
            raise ValueError("an answer that says nothing")
        with self._lock:
            text = self._unanswered.pop(answer.id, "")
            if not text:
                raise ValueError("an answer to what was not asked")
            self._passed_on[answer.id] = text
        self._hear("answer", told)

    def _come_in(self, connection: ClientConnection, told: Mapping[str, Any], url: str) -> bool:
        """Take in the answer to looking or joining; return whether the game is joined.

        An answer to anything else is an error: taken for another's, it would leave a link that stands and is not heard.
        """
        if told["id"] != self._awaited:
            raise ValueError("an answer before the game was joined")
        if "error" in told:
            if (at := Answer.of(told).at) is not None:
                raise PlayedElsewhere(at)
            self._ended.set()
            self._hear("answer", {**told, "id": JOIN})
            return False
        dice = taken(Dice, told["result"])
        commitment = dice.commitment
        if told["id"] == LOOK:
            self._commitment = self._commitment or self._told_again(url, commitment)
            self._looked = commitment
            self._hear("looked", {})
            self._join(connection)  # only now, after the host's own commitment
            return False
        system = systems().get(dice.system)
        if dice.seat and system is not None and dice.seat not in system.seats:
            raise ValueError("a seat that there is not")  # taken as told, its player would never be asked
        if dice.both:
            self._nonce = self._sent
        if not self._is_committed(commitment):
            return False
        if self._dice is not None:
            if dice.both and not dice.seat:
                raise ValueError("a part of the dice for no seat")
            self._dice.joined(commitment, (dice.both and dice.seat) or "", system)
        for method, params in self._early:
            self._told(method, params)
        self._joined(connection)
        self._hear("answer", told)
        return True

    def _join(self, connection: ClientConnection) -> None:
        rev, chain = self._has()
        whole = self._whole
        if self._dice is not None:
            self._dice.comes(rev, chain)
            whole = whole and not self._dice.has_given  # every step then, to compare them
        self._asked_whole, self._awaited = whole, JOIN
        what = {"nonce": self._sent, "rev": rev, "chain": chain, "whole": whole}
        connection.send(request(JOIN, "join", {**self._who, **what}))

    def _told_again(self, url: str, commitment: str) -> str:
        """Return what the host has committed itself to if it says so over a second connection too; raise ValueError.

        Over one connection a garbled byte may be repeated, for what is alike in two messages is packed once.
        """
        with reach(url) as other:
            other.send(request(LOOK, "look", self._who))
            told = json.loads(other.recv(timeout=PATIENCE))
        if taken(Dice, Answer.of(told).result).commitment != commitment:
            raise ValueError("the host told two things over two connections")
        return commitment

    def _is_committed(self, commitment: str) -> bool:
        """Take note of what the host has committed itself to; end if that is not the same as ever.

        Raises ValueError for what may have been garbled on its way.
        """
        if self._looked not in ("", commitment):
            raise ValueError("the host told two things in one breath")
        if self._commitment == commitment:
            self._doubts = 0
            self._hear("commitment", {"commitment": commitment, "nonce": self._nonce})
            return True
        self._doubts += 1
        if self._doubts < MOST_DOUBTS:
            raise ValueError("the host has committed itself to other dice")
        self._ended.set()
        self._hear("answer", {"id": JOIN, "error": {"code": 2, "message": OTHER_DICE}})
        return False

    def _joined(self, connection: ClientConnection) -> None:
        """Ask again what was not answered; from now on requests are sent at once."""
        self._elsewhere = SOON
        with self._lock:
            if connection is self._cut:
                return
            self._connection = connection
            for text in self._unanswered.values():
                self._write(connection, text)
        self._hear("link", {"on": True})

    @staticmethod
    def _write(connection: ClientConnection, text: str) -> None:
        try:
            connection.send(text)
        except (OSError, WebSocketException):  # it is sent again when the connection is there again
            return
