"""The line of accepted entries: events, kept positions, replay; players' notes beside it; migrations of older lines."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any, Final, NamedTuple

from rules.engine.command import Command, IllegalCommand, MalformedCommand, Plain
from rules.engine.frames import Request
from rules.engine.frozen import frozen
from rules.engine.game import Game
from rules.engine.options import Decision
from rules.engine.parts import are_parts
from rules.engine.system import System

# --- What players write down beside a game: notes and bookmarks. They are no commands and change no position -------

LONGEST: Final = 4000
"""Of the text of a note, in letters."""
MOST: Final = 1000
"""Notes of one game."""


@frozen
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


# --- Migrating what older versions of a system wrote into records to its present schema ----------------------------


def bring_on(system: System, history: History, entries: Sequence[int], events: Sequence[int]) -> None:
    """Migrate a line to the present schema; raise ValueError if a migration cannot read its input.

    `entries` and `events` hold the schema under which each entry and event of the line was written.
    """
    if all(schema == system.schema for schema in (*entries, *events)):
        return
    try:
        history.log = [_entry(system, *written) for written in zip(history.log, entries, strict=True)]
        history.events = [
            (n, brought(system, "event", event, schema))
            for (n, event), schema in zip(history.events, events, strict=True)
        ]
    except (LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"{type(error).__name__}: {error}") from error
    history.counts = dict(Counter(next(iter(entry.answer)) for entry in history.log if entry.seat == NATURE))


def _entry(system: System, entry: Entry, schema: int) -> Entry:
    if schema == system.schema or entry is LOST:
        return entry
    if entry.seat == NATURE:
        return entry._replace(answer=brought(system, "outcome", entry.answer, schema))
    return entry._replace(answer=Command.from_json(brought(system, "command", entry.answer.to_json(), schema)))


def brought(system: System, part: str, raw: Any, schema: int) -> Any:
    """Migrate one part of a record (state, command, outcome, event) from a schema to the present one."""
    for version in range(schema, system.schema):
        raw = getattr(system.migrations[version], part)(raw)
    return raw


# --- The line of accepted entries: its events, the positions kept along it, and its replay -------------------------

NATURE: Final = "nature"


class Entry(NamedTuple):
    """One accepted answer: a seat with its command, or nature with {"die": n} or {"draw": item}.

    `only` names the one seat that may know the answer; None means everybody. `parts` are what the outcome, and those
    that follow it at once, were made of, where both sides make the dice.
    """

    seat: str
    answer: Any
    only: str | None = None
    parts: Mapping[str, str] | None = None

    def to_json(self) -> dict[str, Plain]:
        """Return the entry as a line of a record."""
        if self is LOST:
            return {"lost": True}
        hidden: dict[str, Plain] = {} if self.only is None else {"only": self.only}
        if self.seat == NATURE:
            made: dict[str, Plain] = {} if self.parts is None else {"parts": dict(self.parts)}
            return {"nature": dict(self.answer), **hidden, **made}
        return {"seat": self.seat, "command": self.answer.to_json(), **hidden}

    @staticmethod
    def from_json(raw: Mapping[str, Any]) -> Entry:
        """Read an entry from a line of a record; raise MalformedCommand if it is not one."""
        only = raw.get("only")
        if not isinstance(only, str | None):
            raise MalformedCommand('An entry for one seat only must name it in "only".')
        if "nature" in raw:
            outcome = raw["nature"]
            if not isinstance(outcome, Mapping) or len(outcome) != 1:
                raise MalformedCommand('An answer from nature is an object such as {"die": 5}.')
            if "parts" in raw and not are_parts(raw["parts"]):
                raise MalformedCommand("The parts of a roll are 64 hexadecimal digits for each side.")
            return Entry(NATURE, dict(outcome), only, raw.get("parts"))
        if not isinstance(raw.get("seat"), str) or raw["seat"] in ("", NATURE):
            raise MalformedCommand('An entry needs "seat" and "command", or is an answer from "nature".')
        return Entry(raw["seat"], Command.from_json(raw.get("command")), only)


LOST: Final = Entry("", None)  # an entry that a damaged record has lost


class Save(NamedTuple):
    """A position kept along the line; `fetch` returns its state, which must not be changed."""

    seq: int
    fetch: Callable[[], Any]

    @staticmethod
    def of(seq: int, state: Any) -> Save:
        """Keep a state that is in memory."""
        return _save(seq, state)


def _save(seq: int, state: Any) -> Save:
    return Save(seq, lambda: state)


class History:
    """The present line of a game: entries, events tagged with their position, saves and counts of chance.

    `saves` is sorted by position and always begins with the start. `counts` says how many dice and draws
    the line holds. `notes` are the players' and stand beside the line.
    """

    def __init__(self, start: Any) -> None:
        self.log: list[Entry] = []
        self.events: list[tuple[int, dict[str, Any]]] = []
        self.saves: list[Save] = [Save.of(0, start)]
        self.counts: dict[str, int] = {}
        self.notes = Notes()

    def fork(self) -> History:
        """Return an independent copy of the line."""
        other = History(None)
        other.log, other.events, other.saves = list(self.log), list(self.events), list(self.saves)
        other.counts, other.notes = dict(self.counts), self.notes.fork()
        return other

    def count(self, kind: str) -> None:
        """Count one more die or draw."""
        self.counts[kind] = self.counts.get(kind, 0) + 1

    def cut(self, seq: int) -> None:
        """Forget everything after position `seq`."""
        for entry in self.log[seq:]:
            if entry.seat == NATURE and entry.answer is not None:  # in an adopted game some are unknown
                kind = next(iter(entry.answer))
                self.counts[kind] = max(0, self.counts.get(kind, 0) - 1)  # of a damaged record they may be wrong
        del self.log[seq:]
        self.notes.cut(seq)
        del self.events[bisect_right(self.events, seq, key=itemgetter(0)) :]
        del self.saves[bisect_right(self.saves, seq, key=itemgetter(0)) :]

    def asked_from(self, seq: int) -> int:
        """Return the position before the command whose chance is asked at `seq`, or before the first of all chance."""
        while seq and self.log[seq - 1].seat == NATURE:
            seq -= 1
        return max(0, seq - 1)

    def events_since(self, seq: int) -> list[dict[str, Any]]:
        """Return the events of all entries after position `seq`."""
        return [event for _, event in self.events[bisect_right(self.events, seq, key=itemgetter(0)) :]]

    def from_save(self, seq: int) -> tuple[int, Any]:
        """Return position and state of the newest save at or before `seq`, dropping those that cannot be read.

        Raise ValueError if none can be read.
        """
        at = bisect_right(self.saves, seq, key=itemgetter(0)) - 1
        while True:
            try:
                return self.saves[at].seq, self.saves[at].fetch()
            except ValueError:
                if at == 0:
                    raise
                del self.saves[at]
                at -= 1

    def free_from(self) -> int:
        """Return where the freely undoable commands begin: the last ones of one seat with no chance in between."""
        seq = len(self.log)
        while seq and self.log[seq - 1].seat == self.log[-1].seat != NATURE:
            seq -= 1
        return seq


class CannotReplay(ValueError):
    """Entry number `n` no longer fits, or leads to an impossible position; the text says why."""

    def __init__(self, n: int, error: Exception) -> None:
        expected = isinstance(error, MalformedCommand | IllegalCommand)
        text = str(error) if expected else f"{type(error).__name__}: {error}"
        super().__init__(" ".join(text.split()))  # it may repeat what stands in a file
        self.n = n


def replay(game: Game[Any, Any], entries: Iterable[Entry], first: int = 1) -> None:
    """Play entries again on a game, starting with number `first`; raise CannotReplay on any error."""
    n = first - 1
    try:
        game.run()
        for entry in entries:
            n += 1
            again(game, entry)
            game.run()
    except Exception as error:
        raise CannotReplay(n, error) from error


def missing_events(
    open_game: Callable[[Any], Game[Any, Any]],
    history: History,
    seq: int,
    *,
    at_end: bool = False,
    known: tuple[int, Any] | None = None,
) -> list[dict[str, Any]]:
    """Return what happened up to `seq`, where chance is asked, and is recorded only with an outcome after it.

    The events of a command stand with the last die it led to, so going back to before that die would drop them all. A
    record that ends in the middle of a write lacks them `at_end`. The state `known` at a position is not replayed.
    """
    if not at_end and (history.log[seq : seq + 1] == [] or history.log[seq].seat != NATURE):
        return []
    begin = history.asked_from(seq)
    try:
        if known is None or known[0] != begin or not begin:
            known = history.from_save(begin) if begin else (0, history.saves[0].fetch())
        start, state = known
        game = open_game(state.copy())
        replay(game, history.log[start:begin], start + 1)
        if begin:
            game.events.clear()
        replay(game, history.log[begin:seq], begin + 1)
    except ValueError:  # what came before has been lost, or follows other rules
        return []
    recorded = sum(begin < at <= seq or begin == at == 0 for at, _ in history.events)
    return game.events[recorded:]


def again(game: Game[Any, Any], entry: Entry) -> None:
    """Play one entry again on a game that waits for it; raise MalformedCommand or IllegalCommand."""
    pending = game.pending
    if entry is LOST:
        raise MalformedCommand("it is missing from the saved game")
    if isinstance(pending, Request) and entry.seat == NATURE:
        game.happen(pending.outcome(entry.answer))
    elif isinstance(pending, Decision) and entry.seat == pending.seat:
        game.take(entry.answer)
    else:
        asked = getattr(pending, "seat", NATURE) if pending is not None else "nobody"
        raise MalformedCommand(f"The entry is {entry.seat}'s, but the game is asking {asked}.")
