"""Dice of both sides, where a player hosts: what his host does for a roll, and what the other player's program does.

An order that needs dice is told first, and binds whoever hosts. Then the other side gives its part, and the host rolls
by that and its own. Nobody waits for a person: programs give parts by themselves as long as they are connected.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import mkstemp
from typing import Any, Final

from app.online.messages import RollAsked, SentStep, SentSteps, taken
from rules.engine import bounded
from rules.engine.command import MalformedCommand, NotYourDecision
from rules.engine.events import as_record
from rules.engine.frozen import frozen
from rules.engine.nature import BothNature
from rules.engine.parts import ANEW, HOST, MOST, are_anchors, back, is_part, parts_of
from rules.engine.system import System

SECRET_BYTES: Final = 32
ROLL: Final = "roll"
PART: Final = "part"
ANOTHER: Final = "The host has gone back behind an order whose dice it could know, so this game cannot go on with it."
NOT_ROLLED: Final = "The host did not roll the dice it had asked a part for, so this game cannot go on with it."
OTHER_PARTS: Final = "The host does not use the dice that both sides agreed on, so this game cannot go on with it."
PLAYED_ELSEWHERE: Final = (
    "The host says now that another part of this game was played elsewhere, so this game cannot go on with it."
)
USED_UP: Final = f"The dice of both sides last for {MOST:,} rolls and are used up; go on at another host."
NEEDS_PART: Final = "This game's dice are made by both sides; use a Chitpull that can do that."


def new_secret() -> bytes:
    """Return a secret for the dice of a new game."""
    return secrets.token_bytes(SECRET_BYTES)


class Rolls:
    """What the host of one game does for its rolls: it takes the parts of the seats and adds its own."""

    def __init__(self, driver: BothNature, secret: bytes) -> None:
        self.driver, self._secret = driver, secret
        self.done = 0
        """How many rolls there have been."""
        self._last = {name: part for name, part in driver.anchors.items() if name != HOST}
        self._numbers = dict.fromkeys(self._last, 0)
        self._anew: dict[str, str] = {}
        self._begun = set(self._last.values())
        self._given: dict[str, str] = {}

    @property
    def missing(self) -> Sequence[str]:
        """Return the seats that have not given their part of the next roll."""
        return [name for name in self._last if name not in self._given]

    def number(self, seat: str) -> int:
        """Return the number of a seat's next part."""
        return 1 if seat in self._anew else self._numbers[seat] + 1

    def begin_anew(self, seat: str, anchor: str) -> bool:
        """Let a seat take part by other parts from now on; tell whether it did not do that already."""
        if seat not in self._last or anchor in self._begun or self._anew.get(seat) == anchor:
            return False
        self._anew[seat] = anchor
        self._given.pop(seat, None)
        return True

    def rolled(self, parts: Mapping[str, str]) -> None:
        """Take note of a roll by its parts."""
        self.done += 1
        self._begun.update(parts.values())
        for name in self._last:
            begun = parts.get(ANEW + name, "")
            self._numbers[name] = 1 if begun else self._numbers[name] + 1
            self._last[name] = parts.get(name, "")
            if self._anew.get(name) == begun:
                del self._anew[name]
        self._given = {}

    def take(self, seat: str, number: int, part: str) -> bool:
        """Take a seat's part of a roll; tell whether it is of use. Raise MalformedCommand for one that is not fixed."""
        if seat not in self.missing or number != self.number(seat):
            return False
        if not is_part(part) or back(part) != self._anew.get(seat, self._last[seat]):
            raise MalformedCommand("This is not the part of the dice that your side has committed itself to.")
        self._given[seat] = part
        return True

    def drop(self) -> None:
        """Forget the parts given for a roll that could not be kept: they are asked for again."""
        self._given = {}

    def parts(self) -> Mapping[str, str]:
        """Return the parts of the next roll, with the host's own; raise NotYourDecision when they are used up."""
        if self.done >= MOST:
            raise NotYourDecision(USED_UP)
        own = {HOST: parts_of(self._secret).part(self.done + 1)}
        return own | self._given | {ANEW + name: anchor for name, anchor in self._anew.items()}


# --- The other player's program ------------------------------------------------------------------------------------


class Caught(ValueError):
    """A host does not keep to the dice that were agreed on; the text is a sentence."""


@frozen
class Pledge:
    """The last roll that this side has given a part for: its number, and where the game stood (revision and chain).

    `before` is how many steps the host said were made elsewhere, -1 until it has.
    """

    number: int = 0
    rev: int = 0
    chain: str = ""
    before: int = -1


@frozen
class _Kept:
    secret: str
    number: int
    rev: int
    chain: str
    before: int = -1


class OwnDice:
    """This side's parts of the dice of one game, and where it has given them: kept before they are told.

    It is asked in the thread of the link. A part is given once, for the game as it stood then: a host that asks for it
    in another game, rolls without it, or does not roll what it has asked for, is Caught.
    """

    def __init__(self, secret: bytes, pledge: Pledge | None = None, file: Path | None = None) -> None:
        """The `file` keeps the pledge; other windows at the same seat read and write it too."""
        self._secret, self._pledge, self._file = secret, pledge or Pledge(), file
        self._at = (0, "")
        self._seat, self._commitment = "", ""
        self._of: System | None = None

    @staticmethod
    def of_file(file: Path) -> OwnDice:
        """Return the dice that a file holds, which is made if it is not there; raise OSError, also for other text."""
        with _alone(file):
            if not file.exists():
                _write(file, _Kept(new_secret().hex(), 0, 0, ""))
            return OwnDice(*_read(file), file)

    @property
    def anchor(self) -> str:
        """Return what commits this side to its parts."""
        return parts_of(self._secret).part(0)

    @property
    def has_given(self) -> bool:
        """Tell whether this side has given a part in this game."""
        return self._pledge.number > 0

    def comes(self, rev: int, chain: str) -> None:
        """Take note of how far this side's copy goes when it is about to join; raise OSError."""
        self._at = (rev, chain)
        self._pledge = self._kept

    def joined(self, commitment: str, seat: str, of: System | None) -> None:
        """Begin to compare what the host tells, also what it told just before; raise Caught.

        The `seat` of a game of that system makes the dice with the host; it is '' if it does not.
        """
        if self.has_given and not seat:
            raise Caught(OTHER_PARTS)
        self._seat, self._of, self._commitment = seat, of, commitment

    def told(self, method: str, params: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Hear what the host tells; return the part to give it, None for none. Raise Caught."""
        if not self._seat:
            return None
        if method == "step":
            step = SentStep.of(params)
            if step.rev == 1:
                self._begin(step, 0)
            self._follow([step])
        elif method == "steps":
            self._missed(SentSteps.of(params))
        elif method == "whole":  # what came before this side's parts cannot be compared in it
            raise Caught(OTHER_PARTS)
        elif method == ROLL:
            return self._give(taken(RollAsked, params))
        return None

    def _missed(self, told: SentSteps) -> None:
        if told.rev == 0:
            self._at = (0, "")
        elif told.rev != self._at[0]:
            raise ValueError("steps after another one than this copy holds")
        if told.rev == 0 and told.steps:
            first, last, given = told.steps[0], told.steps[-1], self._pledge
            self._begin(first, last.rev)
            if (given.number, given.rev) == (0, 0) and first.anchors[self._seat] != self.anchor:  # played there before
                self._promise(replace(self._pledge, rev=last.rev, chain=last.chain))
        self._follow(told.steps)
        if self._at[0] < self._pledge.rev:
            raise Caught(ANOTHER)

    def _follow(self, steps: Sequence[SentStep]) -> None:
        given = self._pledge
        for step in steps:
            if step.rev != self._at[0] + 1:
                raise ValueError("a step was left out")
            rev, chain = step.rev, step.chain
            if rev == given.rev and chain != given.chain:
                raise Caught(ANOTHER)
            is_due = self.has_given and rev == given.rev + 1 and not self._hides
            if is_due and not self._is_rolled_by(step.parts):
                raise Caught(NOT_ROLLED)
            if step.parts and rev > max(given.rev, given.before) and not is_due:
                raise Caught(OTHER_PARTS)
            self._at = rev, chain

    @property
    def _hides(self) -> bool:
        """Tell whether parts are told only after the game, for they would tell what is hidden."""
        return self._of is not None and self._of.hides

    def _begin(self, first: SentStep, heard: int) -> None:
        """Compare what the first step says of the dice, where so many steps are told at once."""
        seats = self._of.seats if self._of is not None else ()
        anchors = first.anchors
        if anchors.get(HOST) != self._commitment or self._seat not in anchors or not are_anchors(anchors, seats):
            raise Caught(OTHER_PARTS)
        given, before = self._pledge, first.before
        most = given.rev if self.has_given else heard
        if not 0 <= before <= most or given.before not in (-1, before):
            raise Caught(PLAYED_ELSEWHERE)
        if given.before != before:
            self._promise(replace(given, before=before))

    def _is_rolled_by(self, parts: Mapping[str, str]) -> bool:
        """Tell whether a roll has the part that was given for it, and begins anew only with the first one."""
        begun, number = parts.get(ANEW + self._seat), self._pledge.number
        is_own = begun is None or (number == 1 and begun == self.anchor)
        return is_own and parts.get(self._seat) == self._part(number)

    def _give(self, roll: RollAsked) -> Mapping[str, Any]:
        given, rev, number = self._pledge, roll.rev, roll.number
        if rev != self._at[0] or not self._at[1]:
            raise ValueError("a roll for another position than was told")
        asked = replace(given, number=number, rev=rev, chain=self._at[1])
        if asked != given:
            if number != given.number + 1 or rev < max(given.rev, given.before):
                raise Caught(ANOTHER)
            if number > MOST:
                raise Caught(USED_UP)
            self._promise(asked)
        return {"number": number, "part": self._part(number)}

    @property
    def _kept(self) -> Pledge:
        """Return the last pledge of this computer, which another window at this seat may have given."""
        if self._file is None or not self._file.exists():
            return self._pledge
        secret, pledge = _read(self._file)
        return pledge if secret == self._secret else self._pledge

    def _promise(self, pledge: Pledge) -> None:
        if self._file is not None:
            with _alone(self._file):
                if self._kept not in (self._pledge, pledge):
                    raise ValueError("another window has given another part since")
                secret = self._secret.hex()
                _write(self._file, _Kept(secret, pledge.number, pledge.rev, pledge.chain, pledge.before))
        self._pledge = pledge

    def _part(self, number: int) -> str:
        return parts_of(self._secret).part(number)


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Let no other program of this player read and write such a file meanwhile; raise OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.with_name("lock").open("ab") as held:
        if sys.platform == "win32":
            import msvcrt

            held.seek(0)
            msvcrt.locking(held.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(held, fcntl.LOCK_EX)
        yield  # closing the file gives it back, also where the program is killed


def _read(file: Path) -> tuple[bytes, Pledge]:
    try:
        kept = as_record(_Kept, bounded.read_json(file.read_bytes()))
        secret = bytes.fromhex(kept.secret) if kept is not None else b""
    except ValueError:
        kept = None
    if kept is None:
        raise OSError(f"{file} does not hold dice; delete it, then this computer takes part by new ones")
    return secret, Pledge(kept.number, kept.rev, kept.chain, kept.before)


def _write(file: Path, kept: _Kept) -> None:
    """Keep it so that it outlives a power cut, and that nobody else reads it."""
    number, name = mkstemp(dir=file.parent, prefix=file.stem, suffix=".new")
    try:
        with os.fdopen(number, "w", encoding="ascii") as out:
            json.dump(asdict(kept), out)
            out.flush()
            os.fsync(out.fileno())
        bounded.replace(Path(name), file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
