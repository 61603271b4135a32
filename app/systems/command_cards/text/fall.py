"""The dice of the last battle, strike or rally: where they fell, and what each of them has done so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.systems.command_cards.text.casts import effect
from rules.command_cards.charts import unit_types
from rules.command_cards.dice import FLAG, STAR

HIT, MISS, PENDING = "hit", "miss", "flag"
IGNORED, BACK, BLOCKED, VOID, RETURNS = "ignored", "retreats", "no way", "no effect", "restored"
ENDS = ("TurnBegan", "UnitMoved", "CardPlayed")
"""Events with which the dice of an earlier battle are picked up."""
ROLLS = ("battle", "strike", "restore")
SYMBOLS = {"artillery": "grenade"}
"""The face that brings a figure back where it is not the class itself."""
FATES = {"FlagIgnored": IGNORED, "UnitRetreated": BACK, "RetreatBlocked": BLOCKED}


@dataclass(slots=True)
class Fall:
    """Dice against one unit with their effects. `start` is the hex they come from, "" for a strike, `to` the target's.

    `full` is how many figures its kind has, `left` how many it has after its losses.
    """

    start: str
    to: str
    target: str
    cls: str
    full: int
    left: int
    dice: list[tuple[str, str]] = field(default_factory=list)

    def settle(self, event: Mapping[str, Any]) -> None:
        """Tell what an event makes of the losses and flags."""
        name = event["event"]
        if name == "FiguresLost":
            self.left = int(event["left"])
        elif name == "FiguresRestored":
            self.left = int(event["left"]) - int(event["back"])
        elif name == "UnitEliminated":
            self.dice = [(face, VOID if told == PENDING else told) for face, told in self.dice]
        elif name in FATES and (FLAG, PENDING) in self.dice:
            self.dice[self.dice.index((FLAG, PENDING))] = (FLAG, FATES[str(name)])


class Fallen:
    """Dice that lie on the board until something else is done. `kinds` and `hexes` tell of units by name."""

    def __init__(self, kinds: Mapping[str, str], hexes: Callable[[str], str]) -> None:
        self.kinds, self.hexes = kinds, hexes
        self.falls: list[Fall] = []

    def hear(self, events: Iterable[Mapping[str, Any]]) -> bool:
        """Take in events; return whether dice fell."""
        rolled = False
        for event in events:
            name = str(event["event"])
            if name in ENDS or (name == "StepBegan" and not rolled):
                self.falls = []
            elif name == "BattleDeclared":
                self.falls = [self._fall(event["start"], event["to"], event["target"])]
            elif name == "UnitStruck":
                strikes = [fall for fall in self.falls if not fall.start]
                self.falls = [*strikes, self._fall("", event["hex"], event["unit"])]
            elif name == "DieRolled" and event["purpose"] in ROLLS:
                self._roll(event)
                rolled = True
            for fall in self.falls:
                if event.get("unit") == fall.target:
                    fall.settle(event)
        return rolled

    def _fall(self, start: str, to: str, target: str) -> Fall:
        kind = unit_types()[self.kinds[target]]
        return Fall(start, to, target, kind.cls, kind.figures, kind.figures)

    def _roll(self, event: Mapping[str, Any]) -> None:
        subject, purpose, face = event["subject"], event["purpose"], str(event["die"])
        target = str(subject.get("target") or subject.get("unit") or "")
        last = self.falls[-1] if self.falls else None
        if last is None or last.target != target:  # figures that come back, or a battle that an ambush had held up
            held_up = last is not None and purpose == "battle"
            start, to = (last.to, last.start) if held_up and last is not None else ("", self.hexes(target))
            last = self._fall(start, to, target)
            self.falls = [last]
        if purpose == "restore":
            told = RETURNS if face in (STAR, SYMBOLS.get(last.cls, last.cls)) else MISS
        else:
            told = effect(face, last.cls, stars=purpose == "strike")
        last.dice.append((face, told))
