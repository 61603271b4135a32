"""The record of a hosted game on a player's computer: what cannot be written waits until it can, and play goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from rules.engine.bounded import Ledger
from rules.engine.record import RecordError, RecordWriter
from rules.engine.session import Session

WAITS: Final = "{} You can play on: the host has everything, and the rest is written here when there is room."
WRITTEN: Final = "The game is saved on this computer again, with all that was missing."


class LaterWriter(RecordWriter):
    """Writes the record of a game that its host keeps too; `say` is told in a sentence when something waits.

    Its lines wait in memory, and are written before the next ones; a program that ends before is told them anew.
    """

    def __init__(
        self, path: Path, *, say: Callable[[str], object], seals: bool = False, ledger: Ledger | None = None
    ) -> None:
        super().__init__(path, seals=seals, ledger=ledger)
        self._say, self._owed, self._why = say, b"", ""

    def begin(self, session: Session) -> None:
        """Write the record of a game so far and continue it, as soon as it can be written."""
        try:
            super().begin(session)
        except RecordError as error:
            self._wait(error)
        else:
            self._written()

    def copied(self, session: Session) -> bytes | None:
        """Return what is in the file; raise RecordError while that is not all of the game."""
        if self._owed:
            raise RecordError(self._why)
        return super().copied(session)

    def _append(self, text: bytes) -> None:
        owed = self._owed
        self._lines -= owed.count(b"\n")
        try:
            super()._append(owed + text)
        except RecordError as error:
            self._owed = owed + text
            self._lines += self._owed.count(b"\n")
            self._wait(error)
        else:
            self._owed = b""
            self._written()

    def _tell_ledger(self, session: Session) -> None:
        if not self._owed:
            super()._tell_ledger(session)

    def _wait(self, error: RecordError) -> None:
        words, self._why = self._why, str(error)
        if words != self._why:
            self._say(WAITS.format(self._why))

    def _written(self) -> None:
        if self._why:
            self._why = ""
            self._say(WRITTEN)
