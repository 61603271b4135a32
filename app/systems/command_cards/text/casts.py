"""Dice among events: each with its effect on the target."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.text.words import DieRoll, Event
from rules.command_cards.dice import FLAG, hits_on
from rules.command_cards.events import EVENTS, DiceCounted, DieRolled

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


def casts(events: Iterable[Event]) -> list[DieRoll]:
    """Return the dice among events; the count that follows them tells their effects."""
    dice: list[DieRoll] = []
    done = 0
    for event in map(EVENTS.read, events):
        if isinstance(event, DieRolled):
            dice.append(DieRoll(event.die, SHORT.get(event.purpose, event.purpose)))
        elif isinstance(event, DiceCounted):
            fresh = dice[done:]
            stars = any(cast.purpose == STRIKE for cast in fresh)
            faces = [cast.face for cast in fresh]
            told = (
                [effect(face, event.cls, stars=stars) for face in faces]
                if event.cls
                else effects(faces, event.hits, stars=stars)
            )
            dice[done:] = [cast._replace(result=result) for cast, result in zip(fresh, told, strict=True)]
            done = len(dice)
    return dice
