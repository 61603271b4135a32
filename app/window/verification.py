"""What is proved of the game on the table: a proof that goes on beside it, a mark in the title, all of it in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer, Signal

from app.play.controller import GameController
from app.system import WindowServices
from app.waiting import Waiting
from rules.engine.proving import unproved
from rules.engine.session import Session, Unfinished

SLICE: Final = 0.008
PAUSE: Final = 4
"""Seconds of proof at a time, and milliseconds between: the window stays quick meanwhile."""
TITLE: Final = "About this game"
WORDS: Final = "Checking the game's moves and dice…"
PROVES: Final = "What this game proves"
PROVED: Final = "Every order, die and position of this game follows from the rules and its seed."
ORDERS_ONLY: Final = "Every order of this game follows the rules."
NO_MORE: Final = "Help > How to play explains what no file can prove."


class Verification(QObject):
    """Carry on the proof of the game on the table while nothing is ordered, and say what it finds.

    `entitled` carries marks for the title of what nothing proves.
    """

    entitled = Signal(list)

    def __init__(self, game: GameController, services: WindowServices) -> None:
        super().__init__(services.window)
        self.game, self.services = game, services
        self.proof: Unfinished | None = None
        self.found: list[str] = []
        self._timer = QTimer(self)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self._go_on)
        game.proved = self.finish

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """Return the functions of this part by action id."""
        return {"proof": self.show}

    def begin(self, session: Session) -> None:
        """Take over what is left to prove of a game, and mark in the title what nothing proves."""
        self.proof, session.proof = session.proof, None
        self.found = list(session.notices)
        self.entitled.emit([doubt.mark for doubt in unproved(session)])
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
        self.found += proof.found if proof is not None else []
        for sentence in proof.found if proof is not None else ():
            self.services.tell(TITLE, sentence)
        return proof is None or not proof.found

    def show(self) -> None:
        """Say what is proved of the game on the table and what is not, once its proof is done."""
        session = self.game.session
        if session is None or not self.finish():
            return
        doubts = unproved(session)
        proved = ORDERS_ONLY if doubts else PROVED
        words = [*self.found, *([] if self.found else [proved]), *(doubt.text for doubt in doubts), NO_MORE]
        self.services.tell(PROVES, "\n\n".join(words))
