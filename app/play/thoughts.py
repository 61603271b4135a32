"""What the computer thought in one game: kept in a file beside the record, one line for each order."""

from __future__ import annotations

import json
import os
from bisect import insort
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.engine.bounded import read_json, read_ordinary, refuse_special, why
from rules.engine.history import NATURE, Entry
from rules.engine.record import RecordError, write_whole
from rules.engine.sealing import CannotUnseal, Seal, open_named

if TYPE_CHECKING:
    from rules.opponent.planner import Thought

SUFFIX = ".thoughts"
SEALED = b'{"key":'
"""How a sealed line begins."""
MOST = 16_000_000
"""Bytes after which no more is written; the thoughts of a campaign take a third of that."""
LINES = 200_000
OTHERS, LETTERS = 8, 400
"""How many commands and plans that were not taken are kept of a thought, and letters of a text."""


def beside(record: Path) -> Path:
    """Return the file of thoughts that goes with a record."""
    return record.with_suffix(SUFFIX)


def copy(record: Path, target: Path) -> None:
    """Put the thoughts of a record, if it has any, beside a copy of it; raise OSError, or RecordError for the copy."""
    try:
        text = _content(beside(record))
    except FileNotFoundError:
        return
    write_whole(beside(target), text)


def copy_or_say(record: Path, target: Path) -> list[str]:
    """Put the thoughts of a record beside a copy of it; return why that was not possible."""
    try:
        copy(record, target)
    except OSError as error:
        return [f"The computer's reasons cannot be read from {beside(record)}: {why(error)}."]
    except RecordError as error:
        return [str(error)]
    return []


def _content(path: Path) -> bytes:
    return read_ordinary(path, 2 * MOST, links=False)


class Thoughts:
    """The thoughts of one game by the position they are about; `problem` is a sentence about their file, or "".

    With a `seal` they are written sealed, as the record beside them is.
    """

    def __init__(self, record: Path | None = None, seal: Seal | None = None) -> None:
        self.seal = seal
        self.path = beside(record) if record is not None else None
        self.problem = ""
        self.by_seq: dict[int, Thought] = {}
        self._order: list[int] = []
        self._read()

    def _read(self) -> None:
        if self.path is None:
            return
        try:
            text = _content(self.path)
        except FileNotFoundError:
            return
        except OSError as error:
            self.problem = f"The computer's reasons cannot be read from {self.path}: {why(error)}."
            return
        if text.count(b"\n") > LINES:
            self.problem = (
                f"{self.path.name} has more than {LINES:,} lines, longer than any real game, and was not read."
            )
            return
        self._take_all(text.splitlines())

    def _take_all(self, lines: Sequence[bytes]) -> None:
        assert self.path is not None
        damaged = 0
        for line in lines:
            try:
                self._take(read_json(open_named(line)[1] if line.startswith(SEALED) else line))
            except (CannotUnseal, OSError) as error:
                self.problem = f"{self.path.name} is sealed until the game is over: {why(error)}."
                return
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                damaged += 1
        if damaged:
            how = "is damaged and was" if damaged == 1 else "are damaged and were"
            self.problem = f"{damaged} of the {len(lines)} lines in {self.path.name} {how} skipped."

    def _take(self, told: dict[str, Any]) -> None:
        if "back" in told:
            back = int(told["back"])
            while self._order and self._order[-1] >= back:
                del self.by_seq[self._order.pop()]
        else:
            from rules.opponent.planner import Thought

            self._add(Thought.of(told))

    def _add(self, thought: Thought) -> None:
        if thought.seq not in self.by_seq:
            insort(self._order, thought.seq)
        self.by_seq[thought.seq] = thought

    def keep(self, thought: Thought) -> None:
        """Keep a thought."""
        thought = _shortened(thought)
        self._add(thought)
        self._write(thought.to_plain())

    def cut(self, seq: int) -> None:
        """Forget what was thought at a position or later: the game has gone back there."""
        if self._order and self._order[-1] >= seq:
            self._take({"back": seq})
            self._write({"back": seq})

    def unseal(self) -> None:
        """Write the thoughts in the clear: the game is over. Where that fails they stay as they are, and are read."""
        self.seal = None
        if self.path is None or self.problem or not self._is_sealed:
            return
        told = b"".join(_line(self.by_seq[seq].to_plain()) for seq in sorted(self.by_seq))
        try:
            write_whole(self.path, told)
        except RecordError as error:
            self.problem = str(error)

    @property
    def _is_sealed(self) -> bool:
        assert self.path is not None
        try:
            return SEALED in _content(self.path)
        except OSError:
            return False

    def _write(self, told: dict[str, Any]) -> None:
        if self.path is None or self.problem:
            return
        try:
            with open(self.path, "ab", opener=_opened) as file:
                if file.tell() > MOST:
                    self.problem = f"{self.path.name} is full. The computer's reasons are no longer saved."
                    return
                text = _line(told)
                file.write(text if self.seal is None else self.seal.named(text))
        except OSError as error:
            self.problem = f"The computer's reasons cannot be saved in {self.path}: {why(error)}."

    def at(self, seq: int, log: Sequence[Entry]) -> Thought | None:
        """Return the thought behind an entry, if the computer gave that order."""
        thought = self.by_seq.get(seq)
        if thought is None or not 0 <= seq < len(log) or log[seq][:2] != (thought.seat, thought.command):
            return None
        return thought

    def places(self, log: Sequence[Entry]) -> list[int]:
        """Return the positions that were thought about, in order."""
        return [seq for seq in self._order if self.at(seq, log) is not None]

    def told_after(self, seq: int, log: Sequence[Entry]) -> int:
        """Return the position with which the events of an entry are told: chance that followed it belongs to it."""
        end = seq + 1
        while end < len(log) and log[end].seat == NATURE:
            end += 1
        return end

    def copy(self, record: Path) -> None:
        """Put a copy beside a copy of the record; raise OSError, or RecordError for the copy."""
        if self.path is not None and self.by_seq and beside(record) != self.path:
            copy(self.path, record)


def _opened(path: str, how: int) -> int:
    """Open a file to write at its end; raise NotOrdinary for a link, a pipe or a device."""
    if os.path.lexists(path):
        refuse_special(os.lstat(path))
    return os.open(path, how | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0), 0o666)


def _line(told: dict[str, Any]) -> bytes:
    return json.dumps(told, ensure_ascii=True, default=dict, separators=(",", ":")).encode() + b"\n"


def _shortened(thought: Thought) -> Thought:
    others = tuple(offer._replace(text=offer.text[:LETTERS]) for offer in thought.others[:OTHERS])
    return replace(thought, text=thought.text[:LETTERS], others=others, plans=thought.plans[:OTHERS])
