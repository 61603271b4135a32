"""The map of Striking the Anvil as motions need it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF

from app.motion.motions import OnBoard
from app.systems.striking_anvil.board.geometry import COUNTER
from app.systems.striking_anvil.events import EVENTS, Facts
from app.systems.striking_anvil.hand.controller import BoardController
from app.text.event_rows import Motion
from app.text.words import Event


class MovingBoard(OnBoard[BoardController]):
    """The map as motions need it. A group goes as one piece, named after its first unit."""

    rise = COUNTER * 0.8
    has_arrows = True

    def __init__(self, board: BoardController) -> None:
        super().__init__(board)
        self._groups: dict[str, tuple[str, ...]] = {}

    def motions(self, events: Sequence[Event]) -> list[Motion]:
        """Return how events are shown."""
        facts = Facts(self.board.game.names)
        motions = EVENTS.motions(events, facts)
        self._groups = facts.groups
        return motions

    def point(self, place: str) -> QPointF | None:
        """Return the point of an area or box that arrows go to."""
        sheet = self.board.scene.sheet
        return sheet.center(place) if sheet is not None and place in sheet.places else None

    def home(self, thing: str) -> QPointF | None:
        """Return where a counter lies in its stack."""
        stacks = self.board.scene.stacks
        lying = (one for stack in stacks.stacks if thing in stack.units for one in stacks.lying(stack)[::-1])
        return next((one.at for one in lying), None)

    def put(self, thing: str, at: QPointF) -> None:
        """Draw a group elsewhere, over the others."""
        looks = self.board.scene.stacks.looks
        self.board.scene.carry([unit for unit in self._groups.get(thing, (thing,)) if unit in looks], at)

    def settle(self) -> None:
        """Draw every counter where it lies."""
        self.board.scene.lay_down()
