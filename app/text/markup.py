"""Markup the house composes. Text is text: what a name or a note says is never read as markup, an & never as a key."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


class Markup(str):
    """Rich text: only this is read as markup where words are shown. Joined to a plain string it is plain again."""

    __slots__ = ()


def compose(template: str, *words: object, **named: object) -> Markup:
    """Return a template written in the program with words put in for its {}: escaped, unless they are markup."""
    return Markup(template.format(*map(_inside, words), **{key: _inside(word) for key, word in named.items()}))


def join(glue: str, pieces: Iterable[str]) -> Markup:
    """Join pieces by markup such as "<br>"; those that are not markup are escaped."""
    return Markup(glue.join(map(_inside, pieces)))


def literal(words: str) -> str:
    """Return words for a button, menu entry or tab, where & would mark a key and a tab character begin the shortcut."""
    return words.replace("&", "&&").replace("\t", " ")


def _inside(word: object) -> str:
    return word if isinstance(word, Markup) else escape(str(word))
