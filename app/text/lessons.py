"""The texts of lessons as rich text: places and pieces become links, orders and actions their names with keys."""

from __future__ import annotations

from collections.abc import Callable

from app.text.markup import Markup, compose, join
from app.text.names import Names
from app.text.words import Words
from rules.lessons.words import Reference, pieces

LINK = '<a href="{}:{}">{}</a>'


def lesson_page(text: str, words: Words, names: Names, action: Callable[[str], str]) -> Markup:
    """Return a text as paragraphs; `action` returns the name of an action of the window with its key."""
    paragraphs = (part.strip() for part in text.split("\n") if part.strip())
    return join("", (compose("<p>{}</p>", _line(part, words, names, action)) for part in paragraphs))


def _line(text: str, words: Words, names: Names, action: Callable[[str], str]) -> Markup:
    return join("", (_piece(piece, words, names, action) for piece in pieces(text)))


def _piece(piece: str | Reference, words: Words, names: Names, action: Callable[[str], str]) -> str:
    if not isinstance(piece, Reference):
        return piece
    kind, name = piece
    if kind == "unit":
        return compose(LINK, kind, name, names.label(name))
    if kind in ("hex", "rule"):
        return compose(LINK, kind, name, name)
    return compose("<b>{}</b>", action(name) if kind == "action" else order_name(words, name))


def order_name(words: Words, verb: str) -> str:
    """Return the label of an order with its key: "Fire (F)"."""
    row = words.verb(verb)
    label = row.label.rstrip(":…")
    return f"{label} ({row.keys})" if row.keys else label
