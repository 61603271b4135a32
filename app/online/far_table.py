"""What a host tells of the players at a game: who is there, how much time there is, what they say and propose."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from time import monotonic
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.online.far_seat import FarRequests
from app.online.links import FollowedLink
from app.online.messages import Chat, ClockNow, Commitment, Declined, Ending, Here, Left, LinkWanted, Proposal, reads
from app.play.controller import GameController


class FarTable(FarRequests):
    """Hears of the players at a hosted game.

    `said(seat, words)`: somebody has spoken, '' for a watcher. `left(count)`: so many orders of a request no longer
    fitted. `committed()`: the link knows now what the host has committed itself to. `declined(seat, what)`: somebody
    does not agree to what was proposed. `asked_for_link(by, seat)`: somebody has asked for a new link to a seat.
    """

    said = Signal(str, str)
    left = Signal(int)
    committed = Signal()
    declined = Signal(str, str)
    asked_for_link = Signal(str, str)

    def __init__(self, game: GameController, link: FollowedLink, parent: QObject | None = None) -> None:
        super().__init__(game, link, parent)
        self.missing: Sequence[str] = ()
        self.hints = link.allows_hints
        """Whether players may ask the computer for suggestions."""
        self.recall = True
        """Whether an order can be undone while the player who is asked next has not answered."""
        self.over: Ending | None = None
        self.clock: ClockNow | None = None
        self.clock_told = 0.0
        """The moment (`time.monotonic`) at which the host told of the clock last."""
        self._acts: dict[str, Callable[[Mapping[str, Any]], None]] = {
            "left": reads(Left, self._stopped),
            "here": reads(Here, self._presence),
            "chat": reads(Chat, self._chat),
            "proposed": reads(Proposal, self._proposed),
            "declined": reads(Declined, self._declined),
            "new_link": reads(LinkWanted, self._link_asked),
            "clock": reads(ClockNow, self._timed),
            "over": reads(Ending, self._ended),
            "commitment": reads(Commitment, self._committed),
        }

    def _presence(self, told: Here) -> None:
        self.here = told.here
        self.turned.emit()

    def _chat(self, chat: Chat) -> None:
        self.said.emit(chat.seat or "", chat.text)

    def _proposed(self, proposal: Proposal) -> None:
        self.proposal = proposal
        self.turned.emit()

    def _declined(self, declined: Declined) -> None:
        if declined.seat != self.seat:
            self.declined.emit(declined.seat, declined.what)
        self._drop_proposal()

    def _stopped(self, left: Left) -> None:
        self.left.emit(left.count)

    def _timed(self, clock: ClockNow) -> None:
        self.clock, self.clock_told = clock, monotonic()
        self.turned.emit()

    def _ended(self, ending: Ending) -> None:
        self.over, self.proposal = ending, None
        self.turned.emit()

    def _link_asked(self, wanted: LinkWanted) -> None:
        self.asked_for_link.emit(wanted.by, wanted.seat)

    def _committed(self, to: Commitment) -> None:
        if (self.followed.commitment, self.followed.nonce) != (to.commitment, to.nonce):
            self.followed = replace(self.followed, commitment=to.commitment, nonce=to.nonce)
            self.committed.emit()
