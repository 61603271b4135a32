"""The board of the Company Scale System as motions need it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from app.board.hexes import center
from app.motion.motions import OnBoard
from app.systems.company_scale.board.board import BoardController
from app.systems.company_scale.board.stacks import COUNTER
from app.systems.company_scale.events import EVENTS, Facts
from app.systems.company_scale.panels.chits import ChitLooks, draw_chit
from app.systems.company_scale.seen import view_of
from app.text.event_rows import Motion
from app.text.words import Event
from rules.hexes.grid import hex_id


class MovingBoard(OnBoard[BoardController]):
    """The board as motions need it."""

    rise = COUNTER * 0.7

    def motions(self, events: Sequence[Event]) -> list[Motion]:
        """Return how events are shown."""
        return EVENTS.motions(events, self._facts)

    def point(self, place: str) -> QPointF | None:
        """Return the centre of a hex."""
        try:
            return center(hex_id(place))
        except ValueError:
            return None

    def home(self, thing: str) -> QPointF | None:
        """Return where a counter lies in its stack."""
        piece = self.board.scene.counters.pieces.get(thing)
        return piece.at if piece is not None and thing in self.board.position.where else None

    def put(self, thing: str, at: QPointF) -> None:
        """Draw a counter elsewhere."""
        layer = self.board.scene.counters
        if thing in layer.pieces:
            layer.raise_pieces((thing,))
            layer.move(thing, at)

    def settle(self) -> None:
        """Draw every counter where it lies."""
        self.board.slides.finish()
        self.board.restyle()

    def paint_chit(self, painter: QPainter, box: QRectF, chit: str) -> None:
        """Draw the face of a chit."""
        looks = ChitLooks(view_of(self.board.game), self.board.arms)
        draw_chit(painter, box, looks.look(self._facts.chit(chit)))

    @property
    def _facts(self) -> Facts:
        position = self.board.position
        return Facts(view_of(self.board.game), position.units, position.where, self.board.game.names)
