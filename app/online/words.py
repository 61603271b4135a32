"""Texts of strangers: what they say to others, and what a host keeps."""

from __future__ import annotations

import unicodedata
from typing import Any, Final

from rules.engine.command import MalformedCommand
from rules.engine.connection import Params

LONGEST: Final = 500
"""Characters of what somebody says."""


def ascii_only(params: Params, name: str, **default: Any) -> str:
    """Return a text of a request that every database takes: printable ASCII; raise MalformedCommand for another."""
    text = params.text(name, **default)
    if not (text.isascii() and text.isprintable()):
        raise MalformedCommand(f'The parameter "{name}" can hold letters, digits and signs of ASCII only.')
    return text


def plain_words(text: str) -> str:
    """Return what a stranger wrote as one line of plain text: no control signs, no marks that turn its direction."""
    kept = (sign if unicodedata.category(sign)[0] not in "CZ" else " " for sign in text[:LONGEST])
    return " ".join("".join(kept).split())
