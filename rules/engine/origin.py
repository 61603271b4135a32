"""How a game begins: what its header says of that, and the seed that follows from it.

The seed of a fresh game is a digest of a random root and of what the header says. Whoever edits in a record when the
game was begun, with which options or which scenario, would have to find another root that leads to the same dice.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any, Final, NamedTuple

from rules.engine.bounded import CHOSEN
from rules.engine.command import Plain
from rules.engine.digest import canonical
from rules.engine.nature import SEED_BITS, ManualNature, SeededNature
from rules.engine.system import System

BOUND: Final = ("game", "system", "seats", "options", "created")
"""Fields of a header that a fresh seed follows from, besides id and hash of the scenario."""


class Doubt(NamedTuple):
    """Something about a game that its record cannot prove: a mark of few words, and a sentence."""

    mark: str
    text: str


@dataclass(frozen=True, slots=True)
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
