"""The dice of a game against what was to be expected, with the exact chance of such luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from app.text.names import Names
from app.text.words import EVENTS, DieRolled, Event, Words
from rules.engine.frames import Die
from rules.engine.frozen import frozen
from rules.engine.history import NATURE

Face = Any
PLAIN, RARE = 0.3, 0.05
"""From the first share of games on dice are about average; below the second they are very lucky or unlucky."""
Floats = npt.NDArray[np.float64]


class Roll(NamedTuple):
    """One die: who rolled it ("" for nobody), what for, its face, and whether high (1) or low (-1) was hoped for."""

    seat: str
    purpose: str
    face: Face
    wanted: int = 0


class Chance(NamedTuple):
    """How likely a result this far from what was expected is: `share` of all games, on the `high` side or the low."""

    share: float
    high: bool


@frozen
class Luck:
    """Some dice of one kind: how often each face came; numbers have a mean, symbols have not."""

    faces: tuple[Face, ...]
    counts: Mapping[Face, int]

    @staticmethod
    def of(faces: Sequence[Face], rolled: Iterable[Face]) -> Luck:
        """Count what was rolled."""
        count = Counter(rolled)
        return Luck(tuple(faces), {face: count[face] for face in dict.fromkeys(faces)})

    @property
    def number(self) -> int:
        """Return how many dice there are."""
        return sum(self.counts.values())

    @property
    def is_numbered(self) -> bool:
        """Tell whether the faces are numbers."""
        return all(isinstance(face, int) for face in self.faces)

    @property
    def mean(self) -> float:
        """Return the average of the numbers rolled."""
        return self.total / self.number if self.number else 0.0

    @property
    def total(self) -> int:
        """Return the sum of the numbers rolled."""
        return sum(face * count for face, count in self.counts.items())

    @property
    def expected_mean(self) -> float:
        """Return the average of a fair die."""
        return float(sum(self.faces)) / len(self.faces)

    def expected(self, face: Face) -> float:
        """Return how often a face was to be expected."""
        return self.number * self.faces.count(face) / len(self.faces)

    def of_total(self) -> Chance:
        """Return how often so many fair dice sum up to as much or more, or to as little or less."""
        least = min(self.faces)
        ways = total_chances(self.faces, self.number)
        at = self.total - self.number * least
        high = self.total * len(self.faces) > self.number * sum(self.faces)
        return Chance(float((ways[at:] if high else ways[: at + 1]).sum()), high)

    def of_face(self, face: Face) -> Chance:
        """Return how often a face comes as often or more among so many fair dice, or as seldom or less."""
        n, k, sides, came = self.number, self.faces.count(face), len(self.faces), self.counts[face]
        ways = [comb(n, i) * k**i * (sides - k) ** (n - i) for i in range(n + 1)]
        high = came * sides > n * k
        return Chance(sum(ways[came:] if high else ways[: came + 1]) / sides**n, high)


def total_chances(faces: Sequence[int], number: int) -> Floats:
    """Return the chance of each sum of some dice, from the least on: every way counted, nothing approximated."""
    least = min(faces)
    one = np.zeros(max(faces) - least + 1)
    for face in faces:
        one[face - least] += 1 / len(faces)
    chances, power = np.ones(1), one
    while number:
        if number % 2:
            chances = np.convolve(chances, power)
        number //= 2
        if number:
            power = np.convolve(power, power)
    return chances


def faces_of(kinds: Mapping[str, Any]) -> tuple[Face, ...]:
    """Return the faces of a system's die; none if it rolls none."""
    return next((tuple(kind.faces) for kind in kinds.values() if isinstance(kind, Die)), ())


def rolls(events: Iterable[tuple[int, Event]], log: Sequence[Any], words: Words, names: Names) -> list[Roll]:
    """Return the dice among events; one that names nobody was rolled by who gave the order before it."""
    told, giver, at = [], "", 0
    for seq, event in events:
        while at < min(seq, len(log)):
            giver = giver if log[at].seat == NATURE else log[at].seat
            at += 1
        rolled = EVENTS.read(event)
        if not isinstance(rolled, DieRolled):
            continue
        cast = words.casts([event])
        seat = words.roller(event, names)
        told.append(
            Roll(giver if seat is None else seat, cast[0].purpose if cast else "", rolled.die, words.wants(event))
        )
    return told


def lucky(chance: Chance, wanted: int) -> str:
    """Return whether dice were lucky, where high (1) or low (-1) was hoped for; "" where neither is better."""
    if not wanted:
        return ""
    if chance.share > PLAIN:
        return "about average"
    very = "very " if chance.share < RARE else ""
    return f"{very}{'lucky' if chance.high == (wanted > 0) else 'unlucky'}"


def percent(share: float) -> str:
    """Return a share in words: 23 %, 0.4 %, 1 in 12,000."""
    if share >= 0.0995:
        return f"{share:.0%}".replace("%", " %")
    if share >= 0.001:
        return f"{share:.1%}".replace("%", " %")
    return f"1 in {round(1 / share):,}" if share > 0 else "almost never"
