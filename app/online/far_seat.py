"""A seat of a game that is carried out at its host: it sees, asks and explains here, and orders nothing itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Never

from PySide6.QtCore import QObject, Signal

from app.online.following import Following
from app.online.link import Link
from app.online.links import FollowedLink
from app.online.messages import NewLink, Notify, Proposal, SentRecord, reads
from app.play.controller import GameController
from rules.engine.adopted import AT_HOST
from rules.engine.command import Command, NotYourDecision
from rules.engine.seat import Seat
from rules.engine.session import Session


class FarSeat(Seat):
    """The game as one of its seats knows it; `plays` is the seat of this computer's player, None for a watcher."""

    def __init__(self, session: Session, plays: str | None, name: str | None = None) -> None:
        super().__init__(session, name)
        self._plays = plays

    @property
    def can_undo(self) -> bool:
        """Tell whether the host would take back the last command freely, which this player has given."""
        is_free = super().can_undo and self._session.request is None
        return is_free and self._session.log[-1].seat == self._plays

    @property
    def request(self) -> None:
        """Return None: nobody rolls by hand."""
        return None

    @property
    def asked(self) -> str | None:
        """Return who is asked; while a roll waits for the parts of both sides, the first seat played elsewhere."""
        if self._session.request is None:
            return super().asked
        return next(seat for seat in self.seats if seat != self._plays)

    def submit(self, seq: int, command: Command) -> Never:
        """Refuse: the host carries out orders."""
        raise NotYourDecision(AT_HOST)

    def nature(self, outcome: Any) -> Never:
        """Refuse: the host rolls."""
        raise NotYourDecision(AT_HOST)

    def undo(self) -> Never:
        """Refuse: the host undoes."""
        raise NotYourDecision(AT_HOST)

    def take_back(self, seq: object) -> Never:
        """Refuse: the host goes back, by agreement."""
        raise NotYourDecision(AT_HOST)


# --- What the player at this window asks of the host of his game: orders, proposals, time, links and words ---------


class Standing(NamedTuple):
    """What the host always answers for this seat to a kind of question, or `only` if nothing else is offered."""

    command: Command
    only: bool


WITHDRAWN: Final = "Withdrawn. If it had reached the host before the connection broke, it stands."


class FarRequests(QObject):
    """Asks a host for what concerns one seat of a game; what comes of it is told by FarGame.

    `turned()`: something about the link, the players or what is on its way has changed. `noted(sentence)`: something to
    tell. `recorded(text)`: the host gave out the record. `linked(seat, secret)`: of a new link to a seat.
    `ordered(kind, commands)`: this player answers a kind of question.
    """

    turned = Signal()
    noted = Signal(str)
    recorded = Signal(str)
    linked = Signal(str, str)
    ordered = Signal(str, object)
    _link: Link

    def __init__(self, game: GameController, link: FollowedLink, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.game, self.followed = game, link
        self.seat: str | None = link.seat or None
        self.here: Sequence[str] = ()
        self.proposal: Proposal | None = None
        self.standing: dict[str, Standing] = {}
        self.ways: Mapping[str, bool] = {}
        self.notices: Mapping[str, str] = {}
        self.copy: Following | None = None
        self._request = 0
        self.sent: Sequence[Command] = ()
        """The orders that are on their way, none while it is an undo."""
        self._wanted: dict[int, Callable[[Mapping[str, Any]], None]] = {}
        self._then: Sequence[Command] = ()
        self._on_table = False
        self.was_shown = False
        """Whether the game has been on the table since it is followed; later it may be put there anew."""

    def send_orders(self, commands: Sequence[Command]) -> None:
        """Ask the host to carry out orders one after another."""
        self.sent = tuple(commands)
        self.ordered.emit(self.game.decision.kind if self.game.decision is not None else "", commands)
        self._send("orders", {"commands": [command.to_json() for command in commands], "waits": True})

    def send_undo(self, to: int, then: Sequence[Command] = ()) -> None:
        """Ask the host to undo down to a position, and `then` to carry out orders."""
        self.sent = ()
        self._send("undo", {"to": to})
        self._then = tuple(then)

    def withdraw(self) -> None:
        """Give up what waits to be sent because the connection is lost."""
        if self._request and self._link.withdraw(self._request):
            self._request, self._then = 0, ()
            self.game.never_sent()
            self.noted.emit(WITHDRAWN)
            self.turned.emit()

    def propose(self, to: int) -> None:
        """Propose to everybody to go back to a position."""
        self._ask("propose", {"to": to})

    def offer(self, what: str) -> None:
        """Propose a "draw" or a "pause" of the clock to everybody."""
        self._ask("propose", {"what": what})

    def resign(self) -> None:
        """Give the game up."""
        self._ask("resign", {})

    def claim(self) -> None:
        """Claim the game from a player who has no time left."""
        self._ask("claim", {})

    def give_time(self, seconds: int) -> None:
        """Give the other players more time."""
        self._ask("give", {"seconds": seconds})

    def ask_for_record(self) -> None:
        """Ask for the whole record, which the host gives out once the game is over."""
        self._want("record", {}, reads(SentRecord, lambda told: self.recorded.emit(told.record)))

    def notify(self, mail: str, ntfy: str) -> None:
        """Have the host tell this player by mail or ntfy that it is his turn; empty texts end that."""
        self._want("notify", {"mail": mail, "ntfy": ntfy}, reads(Notify, self._notified))

    def ask_for_link(self, seat: str) -> None:
        """Ask for a new link to a seat."""
        self._want("new_link", {"seat": seat}, reads(NewLink, lambda told: self.linked.emit(seat, told.invitation)))

    def send_picture(self, jpeg: str) -> None:
        """Send a picture of the map for the page of the game."""
        self._ask("picture", {"jpeg": jpeg})

    def answer(self, *, yes: bool) -> None:
        """Answer what is proposed."""
        if self.proposal is not None:
            self._ask("answer", {"id": self.proposal.id, "yes": yes})
            self._drop_proposal()

    def stand(self, wanted: Mapping[str, Standing]) -> None:
        """Have the host answer just these kinds of questions for this seat, also while nobody is here."""
        if self.seat is None or not self._on_table:
            return
        for kind in {**self.standing, **wanted}:
            order = wanted.get(kind)
            if order != self.standing.get(kind):
                do = order.command.to_json() if order is not None else None
                self._ask("standing", {"kind": kind, "do": do, "only": order is not None and order.only})
        self.standing = dict(wanted)

    def say(self, words: str) -> None:
        """Say something to the others."""
        self._ask("chat", {"text": words})

    def _want(self, method: str, params: Mapping[str, Any], then: Callable[[Mapping[str, Any]], None]) -> None:
        """Ask for something, and do something with the answer if it is none of the errors."""
        self._wanted[self._ask(method, params)] = then

    def _ask(self, method: str, params: Mapping[str, Any]) -> int:
        return self._link.ask(method, {"rev": self._rev, **params})

    def _send(self, method: str, params: Mapping[str, Any]) -> None:
        """Send what changes the game; until it is answered nothing more is asked of the player."""
        self._then = ()
        self._request = self._ask(method, params)
        self.game.is_sending = True
        self.turned.emit()

    @property
    def away(self) -> Sequence[str]:
        """Return the seats whose players are not at the table now."""
        seats = self.copy.system.seats if self.copy is not None else ()
        return [seat for seat in seats if seat not in self.here and seat != self.seat]

    @property
    def _rev(self) -> int:
        return self.copy.held[0] if self.copy is not None else 0

    def _notified(self, told: Notify) -> None:
        self.notices = told.notify
        self.noted.emit("Notices are set." if any(self.notices.values()) else "No notices are sent.")
        self.turned.emit()

    def _drop_proposal(self) -> None:
        self.proposal = None
        self.turned.emit()
