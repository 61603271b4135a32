"""The dice of the last battle, strike or rally: where they fell, and what each of them has done so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from app.text.event_rows import DieRoll
from rules.command_cards.charts import UnitType
from rules.command_cards.dice import FLAG, STAR, hits_on
from rules.command_cards.events import (
    BattleDeclared,
    CardPlayed,
    DiceCounted,
    DieRolled,
    FiguresLost,
    FiguresRestored,
    FlagIgnored,
    RetreatBlocked,
    StepBegan,
    TurnBegan,
    UnitEliminated,
    UnitMoved,
    UnitRetreated,
    UnitStruck,
)

STRIKE = "strike"
SHORT = {"battle": "battle", "strike": STRIKE, "restore": "stragglers"}
CLASSES = ("infantry", "armor", "artillery")


def effect(face: str, cls: str, *, stars: bool = False) -> str:
    """Return what one face does to a class of units."""
    if hits_on((face,), cls, stars=stars):
        return "hit"
    return "flag" if face == FLAG else "miss"


def effects(faces: Sequence[str], hits: int, *, stars: bool) -> list[str]:
    """Return what each face did where so many hit; "" where its symbol alone does not tell."""
    fitting = [cls for cls in CLASSES if hits_on(faces, cls, stars=stars) == hits]
    each = [{effect(face, cls, stars=stars) for cls in fitting} for face in faces]
    return [next(iter(told)) if len(told) == 1 else "" for told in each]


def rolled(event: DieRolled, dice: list[DieRoll]) -> None:
    """Add a die to those that fell."""
    dice.append(DieRoll(event.die, SHORT.get(event.purpose, event.purpose)))


def count(event: DiceCounted, dice: list[DieRoll]) -> None:
    """Tell what each of the dice did that are counted, the last of those that fell."""
    fresh = dice[max(0, len(dice) - len(event.rolled)) :]
    stars = any(cast.purpose == STRIKE for cast in fresh)
    faces = [cast.face for cast in fresh]
    told = (
        [effect(face, event.cls, stars=stars) for face in faces]
        if event.cls
        else effects(faces, event.hits, stars=stars)
    )
    dice[len(dice) - len(fresh) :] = [cast._replace(result=did) for cast, did in zip(fresh, told, strict=True)]


HIT, MISS, PENDING = "hit", "miss", "flag"
IGNORED, BACK, BLOCKED, VOID, RETURNS = "ignored", "retreats", "no way", "no effect", "restored"
ENDS = (TurnBegan, UnitMoved, CardPlayed)
"""Events with which the dice of an earlier battle are picked up."""
BEFALL = (FiguresLost, FiguresRestored, UnitEliminated, FlagIgnored, UnitRetreated, RetreatBlocked)
"""Events that settle what the dice against a unit did."""
ROLLS = ("battle", "strike", "restore")
SYMBOLS = {"artillery": "grenade"}
"""The face that brings a figure back where it is not the class itself."""
FATES: Mapping[type, str] = {FlagIgnored: IGNORED, UnitRetreated: BACK, RetreatBlocked: BLOCKED}


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

    def settle(self, event: object) -> None:
        """Tell what an event that befalls the target makes of the losses and flags."""
        if isinstance(event, FiguresLost):
            self.left = event.left
        elif isinstance(event, FiguresRestored):
            self.left = event.left - event.back
        elif isinstance(event, UnitEliminated):
            self.dice = [(face, VOID if told == PENDING else told) for face, told in self.dice]
        elif type(event) in FATES and (FLAG, PENDING) in self.dice:
            self.dice[self.dice.index((FLAG, PENDING))] = (FLAG, FATES[type(event)])


class Fallen:
    """Dice that lie on the board until something else is done. `kinds` and `hexes` tell of units by name."""

    def __init__(self, kinds: Mapping[str, UnitType], hexes: Callable[[str], str]) -> None:
        self.kinds, self.hexes = kinds, hexes
        self.falls: list[Fall] = []

    def hear(self, events: Iterable[object]) -> bool:
        """Take in the records of events; return whether dice fell."""
        rolled = False
        for event in events:
            if isinstance(event, ENDS) or (isinstance(event, StepBegan) and not rolled):
                self.falls = []
            elif isinstance(event, BattleDeclared):
                self.falls = [self._fall(event.start, event.to, event.target)]
            elif isinstance(event, UnitStruck):
                strikes = [fall for fall in self.falls if not fall.start]
                self.falls = [*strikes, self._fall("", event.hex, event.unit)]
            elif isinstance(event, DieRolled) and event.purpose in ROLLS:
                self._roll(event)
                rolled = True
            for fall in self.falls:
                if isinstance(event, BEFALL) and event.unit == fall.target:
                    fall.settle(event)
        return rolled

    def _fall(self, start: str, to: str, target: str) -> Fall:
        kind = self.kinds[target]
        return Fall(start, to, target, kind.cls, kind.figures, kind.figures)

    def _roll(self, event: DieRolled) -> None:
        purpose, face = event.purpose, event.die
        target = event.subject.target or event.subject.unit or ""
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
