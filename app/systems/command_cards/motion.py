"""The board of Battle Cards as motions need it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from app.motion.motions import OnBoard
from app.systems.command_cards.art import palette as palettes
from app.systems.command_cards.art.cards import RATIO, paint_card
from app.systems.command_cards.art.counters import TALL, medal_sign, paint_lost, paint_medal
from app.systems.command_cards.board.board import CARRIED, BoardController
from app.systems.command_cards.board.geometry import FOOT, center
from app.systems.command_cards.events import AWAY, EVENTS, STAND, Facts, Figure, Medal
from app.systems.command_cards.seen import view_of
from app.text.event_rows import Flight, Motion
from app.text.words import Event
from rules.command_cards.hexes import NEIGHBOURS

OFF = QPointF(0, -TALL * 1.5)
MEDAL = 11.0
"""Size of a medal in flight."""


class MovingBoard(OnBoard[BoardController]):
    """The board as motions need it."""

    rise = TALL * 0.6
    shape = 1 / RATIO

    def __init__(self, board: BoardController) -> None:
        super().__init__(board)
        self._coming: Mapping[str, int] = {}

    def motions(self, events: Sequence[Event]) -> list[Motion]:
        """Return how events are shown."""
        motions = EVENTS.motions(events, Facts(view_of(self.board.game), self.board.charts))
        flights = (motion.to.split() for motion in motions if isinstance(motion, Flight))
        self._coming = Counter(seat for kind, seat, *_ in flights if kind == STAND.strip())
        return motions

    def point(self, place: str) -> QPointF | None:
        """Return the place of a counter in a hex, a point beside it, or that of a medal on a stand."""
        if place.startswith(STAND):
            _, seat, number = place.split()
            return self.board.scene.stands.spot(seat, int(number))
        if place.startswith(AWAY):
            return center(place.removeprefix(AWAY)) + FOOT + OFF
        return center(place) + FOOT if place in NEIGHBOURS else None

    def home(self, thing: str) -> QPointF | None:
        """Return where a counter lies."""
        return self.board.units[thing].pos() if thing in self.board.units else None

    def put(self, thing: str, at: QPointF) -> None:
        """Draw a counter elsewhere."""
        item = self.board.units.get(thing)
        if item is not None:
            item.setZValue(CARRIED)
            item.setPos(at)

    def begin(self) -> None:
        """Hide the dice that have yet to fall and the medals that have yet to come."""
        self.board.scene.dice.hide()
        self.board.scene.stands.await_medals(self._coming)

    def settle(self) -> None:
        """Draw every counter where it lies, the dice, and the medals."""
        self.board.scene.dice.show()
        self.board.scene.stands.await_medals({})
        self.board.refresh()

    def paint_chit(self, painter: QPainter, box: QRectF, chit: str) -> None:
        """Draw the face of a card."""
        paint_card(painter, box, self.board.charts.cards[chit], palettes.current())

    def paint_thing(self, painter: QPainter, thing: Figure | Medal) -> None:
        """Draw a figure or a medal in flight."""
        if isinstance(thing, Figure):
            paint_lost(painter, self.board.kinds[thing.unit].cls)
        else:
            paint_medal(painter, QPointF(), MEDAL, medal_sign(thing.name, self.board.charts), palettes.current())
