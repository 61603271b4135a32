"""One connection: its games and handles (the owner's, a seat's), and the named parameters of a request."""

from __future__ import annotations

import errno
import os
import secrets
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules.engine.command import MalformedCommand, NotYourDecision
from rules.engine.nature import ScriptedNature, SealedNature, SeededNature
from rules.engine.record import writer_of
from rules.engine.seat import Seat
from rules.engine.session import Session

# --- Named parameters of a request, read with their types ----------------------------------------------------------

_REQUIRED: Final[Any] = object()


class BadParams(Exception):
    """A parameter is missing, unknown or of the wrong type; the text is one sentence."""


class Params:
    """Hands out parameters by type."""

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self._raw = dict(raw)

    def take(self, name: str, kinds: tuple[type, ...], wanted: str, default: Any = _REQUIRED) -> Any:
        """Return a parameter of one of `kinds`; raise BadParams naming it and what is `wanted`."""
        if name not in self._raw:
            if default is _REQUIRED:
                raise BadParams(f'The parameter "{name}" is missing; it must be {wanted}.')
            return default
        value = self._raw.pop(name)
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise BadParams(f'The parameter "{name}" must be {wanted}.')
        return value

    def text(self, name: str, default: Any = _REQUIRED) -> str:
        """Return a text."""
        return str(self.take(name, (str,), "a text", default))

    def number(self, name: str, default: Any = _REQUIRED) -> int:
        """Return a whole number."""
        return int(self.take(name, (int,), "a whole number", default))

    def flag(self, name: str, default: Any = _REQUIRED) -> bool:
        """Return true or false."""
        return bool(self.take(name, (bool,), "true or false", default))

    def items(self, name: str, default: Any = _REQUIRED) -> Any:
        """Return a list of texts and numbers, or the default."""
        value = self.take(name, (list,), "a list of texts and numbers", default)
        if isinstance(value, list) and not all(type(item) in (str, int) for item in value):
            raise BadParams(f'The parameter "{name}" must be a list of texts and numbers.')
        return value

    def has(self, name: str) -> bool:
        """Tell whether a parameter is given."""
        return name in self._raw

    def copy(self) -> Params:
        """Return a copy of the parameters not taken yet, so that they can be read twice."""
        return Params(self._raw)

    def rest(self) -> dict[str, Any]:
        """Take all remaining parameters."""
        rest, self._raw = self._raw, {}
        return rest


# --- The games of one connection and their handles: the owner's allows everything, a seat's what its player may do ---


class UnknownGame(Exception):
    """There is no game with this handle."""


class Asker(NamedTuple):
    """Who sends a request: the owner of a game or, with a `name`, the player of one seat."""

    game: str
    session: Session
    name: str | None = None


class Connection:
    """The games of one connection, by their owners' handles, and the handles of their seats."""

    def __init__(self) -> None:
        self.games: dict[str, Session] = {}
        self._seats: dict[str, tuple[str, str]] = {}
        self._private: set[str] = set()
        self._agreed: dict[str, tuple[int, int, set[str]]] = {}
        self._made = 0

    def add(self, session: Session, *, private: bool = False) -> str:
        """Keep a game and return its owner's handle; that of a private game cannot be guessed."""
        self._made += 1
        handle = f"game-{self._made}" + (f"-{secrets.token_hex(8)}" if private else "")
        self.games[handle] = session
        if private:
            self._private.add(handle)
        self._seats |= {f"{name}-{secrets.token_hex(8)}": (handle, name) for name in session.system.seats}
        return handle

    def handles(self, game: str) -> dict[str, str]:
        """Return the handle of each seat of a game."""
        return {name: handle for handle, (of, name) in self._seats.items() if of == game}

    def asker(self, params: Params) -> Asker:
        """Return who asks: the handle's holder or, without one, the owner of the newest game; raise UnknownGame."""
        handle = params.text("game", default=next((name for name in reversed(self.games) if self._is_open(name)), ""))
        if handle in self._seats:
            game, name = self._seats[handle]
            return Asker(game, self.games[game], name)
        if handle not in self.games:
            names = ", ".join(filter(self._is_open, self.games)) or 'none; create one with "new"'
            raise UnknownGame(f'Unknown game "{handle}". Known: {names}.' if handle else "No game yet.")
        return Asker(handle, self.games[handle])

    def _is_open(self, game: str) -> bool:
        return game not in self._private

    def owner(self, params: Params) -> Asker:
        """Return who asks; raise NotYourDecision unless it is the owner."""
        asker = self.asker(params)
        if asker.name is not None:
            raise NotYourDecision(
                f"This handle belongs to the {asker.name} seat. Only the owner of the game can do this."
            )
        return asker

    def seat(self, params: Params, *, named: bool = False) -> Seat:
        """Return the seat a request names or whose handle it holds, or else a spectator's, which sees what is open.

        With `named` the owner must name a seat. Raise BadParams or NotYourDecision.
        """
        asker = self.asker(params)
        if named and asker.name is None:
            return seat_named(asker.session, params.text("seat"))
        name = params.text("seat", default="")
        if asker.name is not None and name not in ("", asker.name):
            raise NotYourDecision(f"This handle belongs to the {asker.name} seat and cannot act for {name}.")
        return seat_named(asker.session, asker.name or name or None)

    def agree(self, asker: Asker, seq: int) -> list[str]:
        """Note that a seat agrees to go back to a position; return the seats that have not agreed yet."""
        session = asker.session
        here, to, seats = self._agreed.get(asker.game, (session.seq, seq, set()))
        if (here, to) != (session.seq, seq):
            seats = set()
        seats.add(str(asker.name))
        waiting = [name for name in session.system.seats if name not in seats]
        self._agreed[asker.game] = session.seq, seq, seats if waiting else set()
        return waiting

    def close(self, game: str) -> None:
        """Put a game away: close its record, and forget it and its handles."""
        session = self.games[game]
        writer = writer_of(session)
        if writer is not None:
            writer.close(session)
        self.forget(game)

    def forget(self, game: str) -> None:
        """Forget a game and its handles; somebody else goes on recording it."""
        del self.games[game]
        self._private.discard(game)
        self._agreed.pop(game, None)
        self._seats = {handle: told for handle, told in self._seats.items() if told[0] != game}

    def may_load(self, playing: str | None, params: Params) -> Asker | None:
        """Return who asks for the record of a private game that is `playing`, None for one that is not private.

        Raise NotYourDecision without a handle of that very game.
        """
        if playing not in self._private:
            return None
        asker = self.asker(params) if params.has("game") else None
        if asker is None or asker.game != playing:
            raise NotYourDecision('This is the file of a private game. Give one of its handles in "game".')
        return asker

    def playing(self, name: str) -> str | None:
        """Return the handle of the first game with the name that a record tells, None if there is none."""
        known = {game: session.origin.game for game, session in self.games.items() if session.origin is not None}
        return next((game for game, told in known.items() if name and told == name), None)

    def recorded(self, path: str) -> str | None:
        """Return the handle of the game being recorded in a file, None if none of this connection is."""
        for game, session in self.games.items():
            writer = writer_of(session)
            try:
                if writer is not None and Path(path).samefile(writer.path):
                    return game
            except (OSError, ValueError):  # the file is gone
                continue
        return None

    def keeps_secret(self, game: str) -> bool:
        """Tell whether nobody may know in advance how a game's dice will fall."""
        session = self.games[game]
        return not session.is_over and (game in self._private or getattr(session.driver, "secret", False))


def must_seal(asker: Asker) -> bool:
    """Tell whether a copy for this asker must leave out what foretells the dice."""
    driver = asker.session.driver
    if asker.session.is_over or not isinstance(driver, SeededNature | ScriptedNature):
        return isinstance(driver, SealedNature)
    return asker.name is not None or getattr(driver, "secret", False)


def seat_named(session: Session, name: str | None) -> Seat:
    """Return a seat by name, or a spectator's without one; raise BadParams if no seat has this name."""
    try:
        return Seat(session, name)
    except MalformedCommand as error:
        raise BadParams(str(error)) from error


# --- Commands whose output goes to another program, which may stop reading -----------------------------------------

UNREAD: Final = 141
"""What a shell calls the end of a program that nobody reads any more."""
NOBODY_READS: Final = (errno.EPIPE, errno.EINVAL) if sys.platform == "win32" else (errno.EPIPE,)
"""What writing into a pipe gives that nobody reads."""


def read_or_not(command: Callable[[], int]) -> int:
    """Run a command and return its exit code; it ends quietly as soon as nobody reads what it prints."""
    try:
        try:
            return command()
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except OSError as error:
        if not is_unread(error):
            raise
        silence()
        return UNREAD


def is_unread(error: BaseException) -> bool:
    """Tell whether an error means that nobody reads the output; a file has its name in an error, a pipe has none."""
    return isinstance(error, OSError) and error.errno in NOBODY_READS and error.filename is None


def silence() -> None:
    """Give what is still to be written to nobody, so that Python has nothing to say about it at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
