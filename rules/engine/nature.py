"""Chance is a player: drivers that answer nature's requests."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Final, Protocol

from rules.engine.command import MalformedCommand, Plain
from rules.engine.frames import Request

SEED_BITS: Final = 128
"""Of a seed that nobody chose: too many to try them all against the dice that were seen."""
SEALED: Final[Mapping[str, Plain]] = {"kind": "sealed"}


class NatureDriver(Protocol):
    """Answers requests; `counts` says how many dice and draws the game has seen so far."""

    def answer(self, request: Request, counts: Mapping[str, int]) -> Plain | None:
        """Return the outcome, or None to let a person roll."""
        ...


class SeededNature:
    """Answers from a seed and the number of outcomes so far, with separate streams for dice and draws.

    The generator holds no state: taking a move back and playing it again gives the same dice. A `secret` seed was
    chosen by the program and is not told to any player before the game is over. A fresh seed follows from a `root` and
    from how the game was begun (see origin).
    """

    def __init__(self, seed: int, *, secret: bool = False, root: int | None = None) -> None:
        self.seed = seed
        self.secret = secret
        self.root = root

    def answer(self, request: Request, counts: Mapping[str, int]) -> Plain | None:
        """Return the outcome at this place of the request's stream."""
        key = f"{self.seed}/{request.kind}/{counts.get(request.kind, 0)}".encode()
        number = int.from_bytes(blake2b(key, digest_size=8).digest(), "big")
        return request.items[number % len(request.items)]


class SealedNature(SeededNature):
    """Answers from a fresh seed in a copy without the game's own; its dice cannot be verified."""

    def __init__(self) -> None:
        super().__init__(secrets.randbits(SEED_BITS), secret=True)


class ScriptedNature:
    """Answers from a list of outcomes, for tests and examples; raises an error when it runs out.

    `outcomes` holds what is left. Taking a move back, or a refused command, returns its outcomes.
    `used` counts those that have already happened.
    """

    def __init__(self, outcomes: Iterable[Plain] = (), used: int = 0) -> None:
        self.outcomes: deque[Plain] = deque(outcomes)
        self._used: list[tuple[int, Plain]] = []
        while self.outcomes and len(self._used) < used:
            self._used.append((len(self._used), self.outcomes.popleft()))

    def add(self, *outcomes: Plain) -> None:
        """Append outcomes to the script."""
        self.outcomes.extend(outcomes)

    def script(self) -> list[Plain]:
        """Return the whole script, used and left."""
        return [*(value for _, value in self._used), *self.outcomes]

    def answer(self, request: Request, counts: Mapping[str, int]) -> Plain | None:
        """Return the next outcome of the script."""
        place = sum(counts.values())
        while self._used and self._used[-1][0] >= place:
            self.outcomes.appendleft(self._used.pop()[1])
        if not self.outcomes:
            asked = f"{request.kind} ({request.purpose})"
            raise MalformedCommand(f"The scripted dice have run out; a {asked} is needed.")
        value = request.outcome({request.kind: self.outcomes[0]})
        self._used.append((place, self.outcomes.popleft()))
        return value


class ManualNature:
    """Lets the players roll their own dice: every request waits for `Session.nature`.

    With a seed, what only one seat may see is drawn from it: nobody at the table could answer that for the others.
    """

    def __init__(self, seed: int | None = None, *, root: int | None = None) -> None:
        self.seed = seed
        self.root = root
        self._unseen = None if seed is None else SeededNature(seed)

    def answer(self, request: Request, counts: Mapping[str, int]) -> Plain | None:
        """Return None, so that a person answers; or the outcome of a hidden draw."""
        return None if self._unseen is None or request.only is None else self._unseen.answer(request, counts)


def describe(driver: NatureDriver) -> dict[str, Plain]:
    """Return a driver's description for a record's header."""
    if isinstance(driver, SealedNature):
        return dict(SEALED)
    if isinstance(driver, SeededNature):
        return {"kind": "seeded", "seed": driver.seed, **_root_of(driver)}
    if isinstance(driver, ScriptedNature):
        return {"kind": "scripted", "outcomes": driver.script()}
    if isinstance(driver, ManualNature) and driver.seed is not None:
        return {"kind": "manual", "seed": driver.seed, **_root_of(driver)}
    return {"kind": "manual"}


def _root_of(driver: SeededNature | ManualNature) -> dict[str, Plain]:
    return {} if driver.root is None else {"root": driver.root}


def driver_of(raw: object, used: int = 0) -> NatureDriver:
    """Return the driver a header describes, with `used` outcomes already played; raise MalformedCommand."""
    if isinstance(raw, Mapping):
        kind, seed, outcomes = raw.get("kind"), raw.get("seed", 0), raw.get("outcomes", [])
        root = raw["root"] if type(raw.get("root")) is int else None
        if kind == "manual" and ("seed" not in raw or type(seed) is int):
            return ManualNature(raw.get("seed"), root=root)
        if kind == SEALED["kind"]:
            return SealedNature()
        if kind == "seeded" and type(seed) is int:
            return SeededNature(seed, root=root)
        if kind == "scripted" and isinstance(outcomes, list):
            return ScriptedNature(outcomes, used)
    raise MalformedCommand(
        'Nature must be {"kind": "seeded", "seed": 7}, {"kind": "scripted", "outcomes": [5, …]} or {"kind": "manual"}.'
    )
