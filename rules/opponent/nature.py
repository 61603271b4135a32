"""The opponent's own dice: the same question gets the same answer in every plan it compares."""

from __future__ import annotations

from collections.abc import Hashable
from hashlib import blake2b

from rules.engine.command import Plain
from rules.engine.digest import canonical
from rules.engine.frames import Request


class ImaginedNature:
    """Answers by sample, date, purpose and subject and by how often that was asked, not by the order of questions.

    Draws go by a hashed rank of each item, so that two plans draw the same chit even if one has drawn others first.
    It knows nothing of the dice of the game.
    """

    def __init__(self, sample: int) -> None:
        self._sample = sample
        self._asked: dict[str, int] = {}

    def answer(self, request: Request, date: Hashable) -> Plain:
        """Return an outcome."""
        if request.kind == "draw":
            return self._drawn(request, date)
        question = f"{date}/{request.purpose}/{canonical(request.subject)}"
        asked = self._asked[question] = self._asked.get(question, 0) + 1
        return request.items[self._number(f"{question}/{asked}") % len(request.items)]

    def _drawn(self, request: Request, date: Hashable) -> Plain:
        seen: dict[Plain, int] = {}
        ranks: list[tuple[int, int]] = []
        for place, item in enumerate(request.items):
            name = str(item)
            seen[name] = seen.get(name, 0) + 1
            ranks.append((self._number(f"{date}/{request.purpose}/{name}/{seen[name]}"), place))
        return request.items[min(ranks)[1]]

    def _number(self, key: str) -> int:
        return int.from_bytes(blake2b(f"{self._sample}/{key}".encode(), digest_size=8).digest(), "big")
