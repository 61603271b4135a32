"""What a host keeps of its games besides their records: who sits where, and what was agreed. Tokens only as digests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import NamedTuple, Protocol


class Chair(NamedTuple):
    """A place at a game: a seat, or None for whoever watches."""

    game: str
    seat: str | None


class Made(NamedTuple):
    """A game as its maker asked for it, with the secret of its dice."""

    system: str
    scenario: str
    secret: bytes


class Store(Protocol):
    """What a host keeps of its games besides their records."""

    def add(self, game: str, made: Made, chairs: Mapping[str, Chair]) -> None:
        """Keep a new game with its chairs by the digests of their tokens; those of seats are invitations."""
        ...

    def made(self, game: str) -> Made:
        """Return how a game was made; raise KeyError."""
        ...

    def count(self) -> int:
        """Return how many games there are."""
        ...

    def chair(self, token: str) -> Chair | None:
        """Return the chair of a token by its digest; an invitation is none."""
        ...

    def invited(self, invitation: str) -> str:
        """Return the game of an invitation that nobody has followed yet, by its digest, '' if there is none."""
        ...

    def redeem(self, invitation: str, token: str) -> None:
        """Give the chair of an invitation that nobody has followed yet to a token alone, both by their digests."""
        ...

    def set_nonce(self, game: str, seat: str, nonce: str) -> None:
        """Keep the first nonce that a seat gives."""
        ...

    def nonces(self, game: str) -> Mapping[str, str]:
        """Return the nonces given so far, by seat."""
        ...

    def set_fact(self, game: str, name: str, told: str) -> None:
        """Keep something about a game by its name, as JSON, in place of what was kept by it."""
        ...

    def facts(self, game: str) -> Mapping[str, str]:
        """Return what is kept about a game, by name."""
        ...

    def games_with(self, name: str) -> Sequence[str]:
        """Return the games about which something is kept by a name that begins like this."""
        ...

    def invite(self, invitation: str, chair: Chair) -> None:
        """Keep a new invitation to a chair by its digest, in place of others that nobody has followed."""
        ...

    def set_standing(self, game: str, seat: str, kind: str, order: str) -> None:
        """Keep a standing order of a seat for a kind of question, as JSON; '' ends it."""
        ...

    def standing(self, game: str) -> Mapping[tuple[str, str], str]:
        """Return the standing orders of a game by seat and kind of question."""
        ...

    def forget(self, game: str) -> None:
        """Delete all that is kept of a game."""
        ...


class MemoryStore:
    """A store that ends with its program."""

    def __init__(self) -> None:
        self._made: dict[str, Made] = {}
        self._chairs: dict[str, Chair] = {}
        self._invitations: dict[str, Chair] = {}
        self._nonces: dict[str, dict[str, str]] = {}
        self._standing: dict[str, dict[tuple[str, str], str]] = {}
        self._facts: dict[str, dict[str, str]] = {}

    def add(self, game: str, made: Made, chairs: Mapping[str, Chair]) -> None:
        """Keep a new game with its chairs by the digests of their tokens."""
        self._made[game] = made
        for token, chair in chairs.items():
            (self._chairs if chair.seat is None else self._invitations)[token] = chair
        self._nonces[game], self._standing[game], self._facts[game] = {}, {}, {}

    def made(self, game: str) -> Made:
        """Return how a game was made; raise KeyError."""
        return self._made[game]

    def count(self) -> int:
        """Return how many games there are."""
        return len(self._made)

    def chair(self, token: str) -> Chair | None:
        """Return the chair of a token by its digest; an invitation is none."""
        return self._chairs.get(token)

    def invited(self, invitation: str) -> str:
        """Return the game of an invitation that nobody has followed yet, by its digest, '' if there is none."""
        return self._invitations[invitation].game if invitation in self._invitations else ""

    def redeem(self, invitation: str, token: str) -> None:
        """Give the chair of an invitation that nobody has followed yet to a token alone, both by their digests."""
        if invitation in self._invitations:
            chair = self._invitations.pop(invitation)
            self._chairs = {each: of for each, of in self._chairs.items() if of != chair} | {token: chair}

    def set_nonce(self, game: str, seat: str, nonce: str) -> None:
        """Keep the first nonce that a seat gives."""
        self._nonces[game].setdefault(seat, nonce)

    def nonces(self, game: str) -> Mapping[str, str]:
        """Return the nonces given so far, by seat."""
        return self._nonces[game]

    def set_fact(self, game: str, name: str, told: str) -> None:
        """Keep something about a game by its name, as JSON, in place of what was kept by it."""
        self._facts[game][name] = told

    def facts(self, game: str) -> Mapping[str, str]:
        """Return what is kept about a game, by name."""
        return self._facts[game]

    def games_with(self, name: str) -> Sequence[str]:
        """Return the games about which something is kept by a name that begins like this."""
        return [game for game, facts in self._facts.items() if any(each.startswith(name) for each in facts)]

    def invite(self, invitation: str, chair: Chair) -> None:
        """Keep a new invitation to a chair by its digest, in place of others that nobody has followed."""
        self._invitations = {each: of for each, of in self._invitations.items() if of != chair} | {invitation: chair}

    def set_standing(self, game: str, seat: str, kind: str, order: str) -> None:
        """Keep a standing order of a seat for a kind of question, as JSON; '' ends it."""
        self._standing[game].pop((seat, kind), None)
        if order:
            self._standing[game][seat, kind] = order

    def standing(self, game: str) -> Mapping[tuple[str, str], str]:
        """Return the standing orders of a game by seat and kind of question."""
        return self._standing[game]

    def forget(self, game: str) -> None:
        """Delete all that is kept of a game."""
        for kept in (self._made, self._nonces, self._standing, self._facts):
            kept.pop(game, None)
        self._chairs = {each: of for each, of in self._chairs.items() if of.game != game}
        self._invitations = {each: of for each, of in self._invitations.items() if of.game != game}


def digest_of(token: str) -> str:
    """Return the digest that a token is kept by."""
    return blake2b(token.encode(), digest_size=32, person=b"chitpull link").hexdigest()
