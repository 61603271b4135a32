"""Help cards: what each terrain, obstacle, die face and card does, as entries of the rules reference."""

from __future__ import annotations

from collections.abc import Sequence

from app.systems.command_cards.text.ground import ground_words
from rules.command_cards.charts import Ground, cards, obstacles, terrains
from rules.engine.english import capital, counted
from rules.files.clauses import Clause

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
        *(_ground("terrain", "Terrain", "CMD-terrain-01 to -05", name, ground) for name, ground in terrains().items()),
        *(_ground("obstacle", "Obstacles", "CMD-obst-01 to -04", name, kind) for name, kind in obstacles().items()),
        *(_entry("die", "Battle dice", face, f"A die that shows {face}: {told}", f"CMD-dice-{_FACE_RULES[face]}")
          for face, told in FACES.items()),
        *(_entry("card", "Command cards", name, f"{card.title}: {card.text}",
                 f"{counted(card.copies, 'copy')} of sixty; CMD-card-01 to -05")
          for name, card in cards().items()),
    )  # fmt: skip


def _ground(kind: str, section: str, rules: str, name: str, ground: Ground) -> Clause:
    words = f"{ground.name.capitalize()}: {'. '.join(ground_words(ground))}. Artillery always rolls its full dice."
    return _entry(kind, section, name, words, rules)


def _entry(kind: str, section: str, name: str, words: str, rules: str) -> Clause:
    title, _, text = words.partition(": ")
    text = text.rstrip(".")
    return Clause(f"{kind} {name}", section, title, f"{capital(text)} ({rules}).", "help", "")
