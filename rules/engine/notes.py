"""What players write down beside a game: notes and bookmarks. They are no commands and change no position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.engine.command import Plain

LONGEST: Final = 4000
"""Of the text of a note, in letters."""
MOST: Final = 1000
"""Notes of one game."""


@dataclass(frozen=True, slots=True)
class Note:
    """One note about the position after `at` entries; a `bookmark` is a place to come back to.

    `only` names the one seat that may read it; None means everybody. A note without a text is one that was removed.
    """

    id: int
    at: int
    text: str
    bookmark: bool = False
    only: str | None = None

    def to_json(self) -> dict[str, Plain]:
        """Return the note as a line of a record."""
        mark: dict[str, Plain] = {"bookmark": True} if self.bookmark else {}
        only: dict[str, Plain] = {} if self.only is None else {"only": self.only}
        return {"note": self.id, "at": self.at, "text": self.text, **mark, **only}

    @staticmethod
    def from_json(raw: Mapping[str, Any]) -> Note:
        """Read a note from a line of a record; raise ValueError if it is not one."""
        number, at, text, only = raw.get("note"), raw.get("at"), raw.get("text"), raw.get("only")
        if type(number) is not int or type(at) is not int or not isinstance(text, str):
            raise ValueError("A note needs a number, the number of an entry and a text.")
        if not isinstance(only, str | None) or at < 0 or number < 1:
            raise ValueError("A note must be about one entry, and for everybody or for one seat.")
        return Note(number, at, text, raw.get("bookmark") is True, only)


class Notes:
    """The notes of one game by number."""

    def __init__(self, notes: Mapping[int, Note] | None = None) -> None:
        self._by_id = dict(notes or {})

    def fork(self) -> Notes:
        """Return an independent copy."""
        return Notes(self._by_id)

    def keep(self, note: Note) -> None:
        """Keep a note in place of the one with its number; raise ValueError if it is too long or one too many."""
        if len(note.text) > LONGEST:
            raise ValueError(f"A note can have {LONGEST} characters; this one has {len(note.text)}.")
        if note.id not in self._by_id and len(self._by_id) >= MOST:
            raise ValueError(f"A game can have {MOST} notes. Delete one first.")
        self._by_id[note.id] = note

    def cut(self, seq: int) -> None:
        """Let the notes about positions after `seq`, which are no more, be about that one."""
        for note in self._by_id.values():
            if note.at > seq:
                self._by_id[note.id] = replace(note, at=seq)

    def until(self, seq: int) -> Notes:
        """Return the notes about positions up to `seq`."""
        return Notes({number: note for number, note in self._by_id.items() if note.at <= seq})

    @property
    def next_id(self) -> int:
        """Return the number of a new note."""
        return max(self._by_id, default=0) + 1

    @property
    def every(self) -> list[Note]:
        """Return every note, removed ones too, by number."""
        return [self._by_id[number] for number in sorted(self._by_id)]

    def shown(self, seat: str | None) -> list[Note]:
        """Return the notes that a seat may read, in the order of the game."""
        mine = [note for note in self.every if note.text and note.only in (None, seat)]
        return sorted(mine, key=lambda note: (note.at, note.id))
