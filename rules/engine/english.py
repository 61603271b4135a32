"""English for sentences that are put together: capitals, numbers with their nouns, lists, signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

_NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_IRREGULAR: Final = {"die": "dice", "hero": "heroes"}


def capital(text: str) -> str:
    """Return a text with a capital letter first."""
    return text[:1].upper() + text[1:]


def retold(words: str, terms: Mapping[str, str]) -> str:
    """Return words with the terms that stand for some of them, replaced in their order."""
    for old, new in terms.items():
        words = words.replace(old, new)
    return words


def an(noun: str) -> str:
    """Return a noun with its indefinite article, by its first letter: a ridge, an orchard."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def plural(noun: str) -> str:
    """Return the plural of a noun: hits, hexes, copies, dice, boxes with a number."""
    noun, *rest = noun.partition(" with ")
    return _plural(noun) + "".join(rest)


def _plural(noun: str) -> str:
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    if noun.endswith("y"):
        return noun.removesuffix("y") + "ies"
    return noun + ("es" if noun.endswith("x") else "s")


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: 1 hit, 1,200 hits."""
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def spelled(number: int, noun: str) -> str:
    """Return a number with its noun in words, up to twelve: one hex, two hexes."""
    words = _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)
    return f"{words} {noun if number == 1 else plural(noun)}"


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Return parts as a player would list them: a, b and c."""
    return f" {word} ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def minus(value: int) -> str:
    """Return a number, a true minus before one below zero."""
    return f"{value}".replace("-", "−")


def signed(value: int) -> str:
    """Return a number with its sign, a true minus among them; zero is plain."""
    return f"{value:+d}".replace("-", "−") if value else "0"
