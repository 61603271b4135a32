"""What the opponent thought when it decided, as plain data: kept beside the record, never part of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.engine.command import Command
from rules.engine.judgement import Offer, Part


class Compared(NamedTuple):
    """A plan that was compared with others: its lead over the usual one in points, over so many shared samples."""

    text: str
    lead: float
    samples: int


@dataclass(frozen=True, slots=True)
class Thought:
    """One decision of the opponent: who, at which position, what, why; which plans it compared and how long it took."""

    seat: str
    seq: int
    kind: str
    command: Command
    behaviour: str = ""
    text: str = ""
    parts: tuple[Part, ...] = ()
    others: tuple[Offer, ...] = ()
    plans: tuple[Compared, ...] = ()
    seconds: float = 0.0

    def to_plain(self) -> dict[str, Any]:
        """Return the thought as plain data."""
        return {
            "seat": self.seat, "seq": self.seq, "kind": self.kind, "command": self.command.to_json(),
            "behaviour": self.behaviour, "text": self.text, "parts": [list(part) for part in self.parts],
            "others": [[o.command.to_json(), o.worth, o.text] for o in self.others],
            "plans": [list(plan) for plan in self.plans], "seconds": round(self.seconds, 4),
        }  # fmt: skip

    @staticmethod
    def of(raw: Mapping[str, Any]) -> Thought:
        """Return a thought from plain data; raise ValueError, KeyError or TypeError if it is none."""
        return Thought(
            str(raw["seat"]), int(raw["seq"]), str(raw["kind"]), Command.from_json(raw["command"]),
            str(raw["behaviour"]), str(raw["text"]),
            tuple(Part(str(text), float(points)) for text, points in raw["parts"]),
            tuple(Offer(Command.from_json(command), float(worth), str(text)) for command, worth, text in raw["others"]),
            tuple(Compared(str(text), float(lead), int(samples)) for text, lead, samples in raw["plans"]),
            float(raw["seconds"]),
        )  # fmt: skip
