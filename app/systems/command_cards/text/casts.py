"""Dice among events: each with its effect on the target."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.text.events import Event
from app.text.words import Cast
from rules.command_cards.dice import FLAG, hits_on

SHORT = {"battle": "battle", "strike": "strike", "restore": "stragglers"}
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


def casts(events: Iterable[Event]) -> list[Cast]:
    """Return the dice among events; the count that follows them tells their effects."""
    dice: list[Cast] = []
    done = 0
    for event in events:
        if event.get("event") == "DieRolled":
            purpose = str(event["purpose"])
            dice.append(Cast(str(event["die"]), SHORT.get(purpose, purpose)))
        elif event.get("event") == "DiceCounted":
            fresh = dice[done:]
            stars = any(cast.purpose == SHORT["strike"] for cast in fresh)
            cls = str(event.get("cls", ""))
            faces = [cast.face for cast in fresh]
            told = (
                [effect(face, cls, stars=stars) for face in faces]
                if cls
                else effects(faces, int(event["hits"]), stars=stars)
            )
            dice[done:] = [cast._replace(result=result) for cast, result in zip(fresh, told, strict=True)]
            done = len(dice)
    return dice
