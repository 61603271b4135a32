"""What terrain and obstacles do, in whole sentences: for the rules reference and the player aids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.systems.command_cards.text.tell import MINUS
from rules.command_cards.charts import CLASSES, FORBIDDEN, FREE, STOP, Ground
from rules.engine.english import capital, listed


def who(classes: Sequence[str]) -> str:
    """Return classes of units in words; "all units" for all of them."""
    return "all units" if len(classes) == len(CLASSES) else listed(classes)


def entering(ground: Ground) -> str:
    """Return who may enter and who must stop there."""
    told = []
    for rule, words in ((STOP, "{} must stop"), (FORBIDDEN, "{} can't enter")):
        named = [cls for cls in CLASSES if ground.enter.get(cls, FREE) == rule]
        told += [words.format(who(named))] if named else []
    return capital("; ".join(told) or "open to all units")


def battling(ground: Ground) -> str:
    """Return who cannot battle in the turn in which he enters."""
    return capital(f"{who(ground.no_battle)} can't battle") if ground.no_battle else "–"


def defending(ground: Ground) -> str:
    """Return by how many dice an attack on a unit here is weaker, by the attacker's class."""
    lost = f" (not {ground.defence_lost_if_attacker_on} to {ground.id})"
    return _changes(ground.defence) + (lost if ground.defence_lost_if_attacker_on else "")


def attacking(ground: Ground) -> str:
    """Return by how many dice an attack out of here is weaker."""
    return _changes(ground.attack_from)


def _changes(changes: Mapping[str, int]) -> str:
    by: dict[int, list[str]] = {}
    for cls in CLASSES:
        if changes.get(cls, 0):
            by.setdefault(changes[cls], []).append(cls)
    told = [f"{listed(names)} {dice(change)}" for change, names in by.items()]
    return capital("; ".join(told)) if told else "–"


def dice(change: int) -> str:
    """Return a change of dice in words."""
    number = f"{MINUS}{-change}" if change < 0 else f"+{change}"
    return f"{number} {'die' if abs(change) == 1 else 'dice'}"


def other(ground: Ground) -> str:
    """Return what it does to the line of sight and to flags."""
    told = []
    if ground.los != "clear":
        told.append("blocks line of sight" + (", except from hill to hill" if ground.los == "hill" else ""))
    if ground.ignore_first_flag:
        told.append(f"{listed(ground.ignore_first_flag)} may ignore the first flag")
    return capital("; ".join(told)) if told else "–"


def ground_words(ground: Ground) -> list[str]:
    """Return all that terrain or an obstacle does, a sentence for each."""
    told = [entering(ground)]
    told += [f"{battling(ground)} in the turn they enter"] if ground.no_battle else []
    told += [f"Attacks on a unit here: {_lower(defending(ground))}"] if ground.defence else []
    told += [f"Attacks from here: {_lower(attacking(ground))}"] if ground.attack_from else []
    return told + ([other(ground)] if other(ground) != "–" else [])


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:]
