"""The proof of an opened game that takes longer than the opening may: beside the game, and before the next order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer

from app.waiting import Waiting
from rules.engine.session import Session, Unfinished

if TYPE_CHECKING:
    from app.window.main_window import MainWindow

SLICE: Final = 0.008
PAUSE: Final = 4
"""Seconds of proof at a time, and milliseconds between: the window stays quick meanwhile."""
TITLE: Final = "About this game"
WORDS: Final = "Checking the game against its rules and dice …"


class Proving(QObject):
    """Carry on the proof of the game on the table while nothing is ordered, and say what it finds."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.proof: Unfinished | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self._go_on)
        window.game.proved = self.finish

    def begin(self, session: Session) -> None:
        """Take over what is left to prove of a game."""
        self.proof, session.proof = session.proof, None
        if self.proof is None:
            self._timer.stop()
        else:
            self._timer.start()

    @property
    def is_done(self) -> bool:
        """Tell whether nothing is left to prove."""
        return self.proof is None

    def _go_on(self) -> None:
        if self.proof is not None and self.proof.go_on(SLICE):
            self._tell()

    def finish(self) -> bool:
        """Prove the rest before an order is carried out; return False if the players were told of something."""
        proof = self.proof
        if proof is None:
            return True
        self._timer.stop()
        with Waiting(TITLE, WORDS, cancel=False) as progress:
            while not proof.go_on(SLICE):
                progress(proof.proved / max(1, proof.entries))
        return self._tell()

    def _tell(self) -> bool:
        """Say what the proof found; return whether it found nothing."""
        self._timer.stop()
        proof, self.proof = self.proof, None
        for sentence in proof.found if proof is not None else ():
            self.window.services.tell(TITLE, sentence)
        return proof is None or not proof.found
