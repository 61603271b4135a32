"""Chance is a player: drivers that answer nature's requests, and how a game's seed follows from its header.

The seed of a fresh game is a digest of a random root and of what the header says. Whoever edits in a record when the
game was begun, with which options or which scenario, would have to find another root that leads to the same dice.
"""

from __future__ import annotations

import itertools
import re
import secrets
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any, Final, NamedTuple, Protocol

from rules.engine.bounded import CHOSEN
from rules.engine.command import MalformedCommand, Plain
from rules.engine.compiling import mypyc_attr
from rules.engine.frames import Request
from rules.engine.frozen import frozen
from rules.engine.parts import are_parts, key_of
from rules.engine.plain import canonical
from rules.engine.system import System

# --- How a game begins: what its header says of that, and the seed that follows from it ----------------------------

BOUND: Final = ("game", "system", "seats", "options", "created")
"""Fields of a header that a fresh seed follows from, besides id and hash of the scenario."""


class Doubt(NamedTuple):
    """Something about a game that its record cannot prove: a mark of few words, and a sentence."""

    mark: str
    text: str


@frozen
class Origin:
    """What a record tells of a game's beginning; `game` names it, '' in records of versions that gave no names."""

    game: str
    created: str
    scenario: Mapping[str, Plain] = field(default_factory=dict)
    options: Mapping[str, Plain] = field(default_factory=dict)

    @staticmethod
    def now(scenario: Any, options: Mapping[str, Plain] | None = None) -> Origin:
        """Return that of a game begun now."""
        told = {"id": scenario.id, "hash": scenario.hash}
        created = datetime.now(UTC).isoformat(timespec="seconds")
        return Origin(secrets.token_hex(8), created, told, dict(options or {}))

    @staticmethod
    def of(header: Mapping[str, Any]) -> Origin:
        """Return that which a header tells."""
        told = {key: header["scenario"].get(key) for key in ("id", "hash")}
        return Origin(
            str(header.get("game", "")), str(header.get("created", "")), told, dict(header.get("options", {}))
        )


def fresh_nature(
    system: System, origin: Origin, *, by_hand: bool = False, secret: bool = False
) -> SeededNature | ManualNature:
    """Return nature with a seed that nobody knows, bound to the game's origin.

    With dice rolled by hand the seed serves for what only one seat may see.
    """
    root = secrets.randbits(SEED_BITS)
    told = {"system": system.id, "seats": list(system.seats), "game": origin.game, "created": origin.created}
    seed = seed_of(root, {**told, "options": origin.options, "scenario": origin.scenario})
    return ManualNature(seed, root=root) if by_hand else SeededNature(seed, secret=secret, root=root)


def seed_of(root: int, header: Mapping[str, Any]) -> int:
    """Return the seed that follows from a root and a header."""
    scenario = header["scenario"]
    told = [root, scenario.get("id"), scenario.get("hash"), *(header.get(key) for key in BOUND)]
    return int.from_bytes(blake2b(canonical(told).encode("ascii"), digest_size=SEED_BITS // 8).digest(), "big")


def is_contradicted(header: Mapping[str, Any]) -> bool:
    """Tell whether the seed of a header does not follow from what else it says."""
    nature, options = header.get("nature"), header.get("options", {})
    seed, root = (nature.get("seed"), nature.get("root")) if isinstance(nature, Mapping) else (None, None)
    if type(seed) is not int:
        return False
    if type(root) is int:
        return seed != seed_of(root, header)
    return seed >= CHOSEN or (type(options.get("seed")) is int and options["seed"] != seed)


# --- Chance is a player: drivers that answer nature's requests -----------------------------------------------------

SEED_BITS: Final = 128
"""Of a seed that nobody chose: too many to try them all against the dice that were seen."""
_HEX: Final = re.compile("[0-9a-f]{64}")
SEALED: Final[Mapping[str, Plain]] = {"kind": "sealed"}


class NatureDriver(Protocol):
    """Answers requests; `counts` says how many dice and draws the game has seen so far."""

    def answer(self, request: Request, counts: Mapping[str, int]) -> Plain | None:
        """Return the outcome, or None to let a person roll."""
        ...


@mypyc_attr(allow_interpreted_subclasses=True)
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


@mypyc_attr(allow_interpreted_subclasses=True)
class CommittedNature:
    """Answers from a secret that its host has committed itself to before each seat gave a nonce.

    Outcomes follow from the number of steps ever made, which never goes down: what was taken back is rolled afresh.
    Set `steps` to what counts them.
    The first `before` steps were made elsewhere: what was rolled there does not follow from the secret.
    """

    def __init__(
        self, secret: bytes, nonces: Mapping[str, str], steps: Callable[[], int] = lambda: 0, *, before: int = 0
    ) -> None:
        self.secret, self.nonces, self.steps, self.before = secret, dict(nonces), steps, before
        told = canonical([self.nonces[seat] for seat in sorted(self.nonces)]).encode("ascii")
        self._key = blake2b(told, key=secret, digest_size=32).digest()

    @property
    def commitment(self) -> str:
        """Return what is told before the nonces: the digest of the secret."""
        return commitment_to(self.secret)

    def answer(self, request: Request, counts: Mapping[str, int]) -> Plain | None:
        """Return the outcome at this place of the present step."""
        return _drawn(self._key, f"{self.steps()}/{sum(counts.values())}/{request.kind}", request)


def _drawn(key: bytes, place: str, request: Request) -> Plain:
    """Return the outcome at a place; every one is as likely: numbers that would favor some are passed over."""
    most = len(request.items)
    for again in itertools.count():
        number = int.from_bytes(blake2b(f"{place}/{again}".encode(), key=key, digest_size=8).digest(), "big")
        if number < (1 << 64) // most * most:
            break
    return request.items[number % most]


def commitment_to(secret: bytes) -> str:
    """Return the digest that commits a host to its secret without telling it."""
    return blake2b(secret, digest_size=32, person=b"chitpull dice").hexdigest()


@mypyc_attr(allow_interpreted_subclasses=True)
class BothNature:
    """Answers from the parts that both sides give for each roll, and not before: until then the roll waits.

    `anchors` are the parts 0 of the host and of each seat that takes part. No part serves twice: what was taken back is
    rolled afresh. The first `before` steps were made elsewhere.
    """

    def __init__(self, anchors: Mapping[str, str], *, before: int = 0) -> None:
        self.anchors, self.before = dict(anchors), before
        self.parts: Mapping[str, str] = {}
        """Those of the roll at hand."""

    def answer(self, request: Request, counts: Mapping[str, int]) -> Plain | None:
        """Return the outcome at this place of the roll, None while there is none."""
        if not self.parts:
            return None
        return _drawn(key_of(self.parts), f"{sum(counts.values())}/{request.kind}", request)


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
    if isinstance(driver, CommittedNature):
        elsewhere: dict[str, Plain] = {"before": driver.before} if driver.before else {}
        return {"kind": "committed", "secret": driver.secret.hex(), "nonces": dict(driver.nonces), **elsewhere}
    if isinstance(driver, BothNature):
        begun: dict[str, Plain] = {"before": driver.before} if driver.before else {}
        return {"kind": "both", "anchors": dict(driver.anchors), **begun}
    if isinstance(driver, ScriptedNature):
        return {"kind": "scripted", "outcomes": driver.script()}
    if isinstance(driver, ManualNature) and driver.seed is not None:
        return {"kind": "manual", "seed": driver.seed, **_root_of(driver)}
    return {"kind": "manual"}


def _are_texts(raw: object) -> bool:
    return isinstance(raw, Mapping) and all(isinstance(value, str) for value in raw.values())


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
        if kind == "committed" and _HEX.fullmatch(str(raw.get("secret"))) and _are_texts(raw.get("nonces")):
            before = raw["before"] if type(raw.get("before")) is int else 0
            return CommittedNature(bytes.fromhex(raw["secret"]), raw["nonces"], before=before)
        if kind == "both" and are_parts(raw.get("anchors")):
            return BothNature(raw["anchors"], before=raw["before"] if type(raw.get("before")) is int else 0)
    raise MalformedCommand(
        'Nature must be {"kind": "seeded", "seed": 7}, {"kind": "scripted", "outcomes": [5, …]} or {"kind": "manual"}.'
    )
