"""A player of Battle Cards with a mouse."""

from __future__ import annotations

from app.systems.command_cards.board.geometry import center
from app.systems.command_cards.seen import view_of
from rules.engine.command import Command
from tests.app.helpers import hand, mouse

ON_UNIT = ("order", "release", "aim", "spare", "restore")


class Hand(hand.Hand):
    """Carries out orders on the board and with the cards."""

    def drag(self, command: Command) -> bool:
        """Drag the counter of a move or a battle; return whether the order is one of these."""
        if command.verb not in ("move", "battle"):
            return False
        start = self._hex_of(command.text("unit"))
        to = command.text("to") or self._hex_of(command.text("target"))
        mouse.drag(self.port, self.point(center(start)), self.point(center(to)))
        return True

    def click(self, command: Command) -> bool:
        """Click on the card, the counter or the hex that means an order; return whether one does."""
        verb = command.verb
        if verb in ("choose", "throw"):
            cards = self.window.playmat.hand
            mouse.click(cards, cards.boxes()[list(cards.hand).index(command.text("card"))].center().toPoint())
            return True
        place = ""
        if verb in ON_UNIT:
            place = self._hex_of(command.text("unit"))
        elif verb == "retreat":
            place = command.text("to")
        elif verb == "take_ground" and self.window.game.decision is not None:
            place = str(self.window.game.decision.subject["to"])
        elif verb == "overrun":
            place = self._hex_of(command.text("target"))
        if place:
            mouse.click(self.port, self.point(center(place)))
        return bool(place)

    def _hex_of(self, unit: str) -> str:
        return view_of(self.window.game).units[unit].hex
