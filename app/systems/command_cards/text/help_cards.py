"""Help cards: what each terrain, obstacle, die face and card does, as entries of the rules reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.systems.command_cards.text.tell import MINUS
from rules.command_cards.charts import CLASSES, FORBIDDEN, FREE, STOP, Ground, house_charts
from rules.engine.english import capital, counted, listed
from rules.files.clauses import Clause


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


FACES = {
    "infantry": "hits infantry (two of the six faces)",
    "armor": "hits armor",
    "grenade": "hits any unit",
    "star": "misses, except on a few cards",
    "flag": "the target retreats one row; it loses a figure for each hex it can't",
}
"""What each face of the battle die does."""
_FACE_RULES = dict(zip(FACES, ("02", "03", "04", "05", "06"), strict=True))


def entries() -> Sequence[Clause]:
    """Return an entry for each thing; its number is what F3 looks up, such as "terrain woods"."""
    return (
        *(
            _ground("terrain", "Terrain", "CMD-terrain-01 to -05", name, ground)
            for name, ground in house_charts().terrains.items()
        ),
        *(
            _ground("obstacle", "Obstacles", "CMD-obst-01 to -04", name, kind)
            for name, kind in house_charts().obstacles.items()
        ),
        *(
            _entry("die", "Battle dice", face, f"A die that shows {face}: {told}", f"CMD-dice-{_FACE_RULES[face]}")
            for face, told in FACES.items()
        ),
        *(
            _entry(
                "card",
                "Command cards",
                name,
                f"{card.title}: {card.text}",
                f"{counted(card.copies, 'copy')} of sixty; CMD-card-01 to -05",
            )
            for name, card in house_charts().cards.items()
        ),
    )


def _ground(kind: str, section: str, rules: str, name: str, ground: Ground) -> Clause:
    words = f"{ground.name.capitalize()}: {'. '.join(ground_words(ground))}. Artillery always rolls its full dice."
    return _entry(kind, section, name, words, rules)


def _entry(kind: str, section: str, name: str, words: str, rules: str) -> Clause:
    title, _, text = words.partition(": ")
    text = text.rstrip(".")
    return Clause(f"{kind} {name}", section, title, f"{capital(text)} ({rules}).", "help", "")
