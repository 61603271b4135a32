"""Help cards: what each terrain, obstacle, die face and card does, as entries of the rules reference."""

from __future__ import annotations

from collections.abc import Sequence

from app.systems.command_cards.text.tell import MINUS, counted
from rules.clauses import Clause
from rules.command_cards.charts import CLASSES, FORBIDDEN, STOP, Ground, cards, obstacles, terrains

FACES = {
    "infantry": "hits infantry (two faces of six)",
    "armor": "hits armor",
    "grenade": "hits anybody",
    "star": "nothing, but for a few cards",
    "flag": "the target falls back one row; each hex it cannot costs a figure",
}
"""What each face of the battle die does."""
_FACE_RULES = dict(zip(FACES, ("02", "03", "04", "05", "06"), strict=True))


def ground_words(ground: Ground) -> list[str]:
    """Return what terrain or an obstacle does, line by line."""
    entering = [_entering(ground, rule) for rule in (STOP, FORBIDDEN)]
    defence = " / ".join(_dice(ground.defence.get(cls, 0)) for cls in ("infantry", "armor"))
    out = [f"{cls} {_dice(value)}" for cls, value in ground.attack_from.items()]
    told = [", ".join(filter(None, entering)) or "open to all", f"dice {defence}"]
    told += [f"out of it: {', '.join(out)}"] if out else []
    told += [f"no battle on entering: {', '.join(ground.no_battle)}"] if ground.no_battle else []
    told += [f"first flag ignored: {', '.join(ground.ignore_first_flag)}"] if ground.ignore_first_flag else []
    told += ["blocks sight" if ground.los == "blocks" else "blocks sight but to hills"] if ground.los != "clear" else []
    return told


def _entering(ground: Ground, rule: str) -> str:
    """Return whom the ground stops, or to whom it is closed; "" for nobody."""
    named = [cls for cls in CLASSES if ground.enter.get(cls) == rule]
    told = "all" if len(named) == len(CLASSES) else " and ".join(named)
    return f"{'stops' if rule == STOP else 'closed to'} {told}" if named else ""


def _dice(value: int) -> str:
    return f"{MINUS}{-value}" if value < 0 else str(value)


def entries() -> Sequence[Clause]:
    """Return an entry for each thing; its number is what F3 looks up, such as "terrain woods"."""
    return (
        *(_ground("terrain", "Terrain", "CMD-terrain-01 to -05", name, ground) for name, ground in terrains().items()),
        *(_ground("obstacle", "Obstacles", "CMD-obst-01 to -04", name, kind) for name, kind in obstacles().items()),
        *(_entry("die", "Battle dice", face, f"A die that shows {face}: {told}", f"CMD-dice-{_FACE_RULES[face]}")
          for face, told in FACES.items()),
        *(_entry("card", "Command cards", name, f"{card.title}: {card.text}",
                 f"{counted(card.copies, 'copy').replace('copys', 'copies')} of sixty; CMD-card-01 to -05")
          for name, card in cards().items()),
    )  # fmt: skip


def _ground(kind: str, section: str, rules: str, name: str, ground: Ground) -> Clause:
    change = "The dice change for attacking infantry / armor; those of artillery never do"
    words = f"{ground.name.capitalize()}: {'; '.join(ground_words(ground))}. {change}."
    return _entry(kind, section, name, words, rules)


def _entry(kind: str, section: str, name: str, words: str, rules: str) -> Clause:
    title, _, text = words.partition(": ")
    text = text.rstrip(".")
    return Clause(f"{kind} {name}", section, title, f"{text[:1].upper()}{text[1:]} ({rules}).", "help", "")
