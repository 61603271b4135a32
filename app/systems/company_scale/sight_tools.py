"""The sight tools in the window: their menu entries, the Line of sight dock, the words in the status line."""

from __future__ import annotations

from typing import Any

from app.system import TableServices
from app.systems.company_scale.board.sights import Sights
from app.systems.company_scale.panels.sight import SightPanel
from rules.hexes.ids import hex_id, hex_name

TWO_HEXES = "Click the two hexes between which you want to look."


class SightTools:
    """Connect the menu and the dock with the board's sight tools, and keep them in step."""

    def __init__(self, services: TableServices, sights: Sights, panel: SightPanel) -> None:
        self.services, self.sights, self.panel = services, sights, panel
        self._says_two_hexes = False
        self._in_front = -1
        sights.modes_changed.connect(self.follow_modes)
        sights.line_changed.connect(self._line_changed)
        panel.line_asked.connect(self.draw_line)

    def follow_modes(self) -> None:
        """Tick in the menu what the tools are doing; clear the words of tools that have stopped."""
        if not self.sights.lining:
            self._hush()
            self._let_stack_follow()
        for name, on in (
            ("sight_hover", self.sights.hovering),
            ("sight_line", self.sights.lining),
            ("zones_german", self.sights.zone == "german"),
            ("zones_allied", self.sights.zone == "allied"),
        ):
            self.services.tick(name, on)

    def draw_line(self, start: str, end: str) -> None:
        """Draw a line of sight on the board, as asked for in the dock."""
        self.sights.set_lining(True, hex_id(start))
        self.sights.tap(hex_id(end))

    def set_lining(self, on: bool) -> None:
        """Start or stop measuring a line of sight."""
        self.sights.set_lining(on)
        if on:
            self.services.docks.bring("sight")
            self._in_front = self._seq()
            self.services.docks.make_room("sight", above="orders")
            self.services.status(TWO_HEXES, 0)
            self._says_two_hexes = True

    def set_zone(self, side: str, on: bool) -> None:
        """Show or hide the fire zones of a side."""
        if on:
            self.sights.set_zone(side)
        elif self.sights.zone == side:
            self.sights.set_zone("")

    def begin(self) -> None:
        """Forget the line of another game."""
        self.panel.show_nothing()
        self._let_stack_follow()

    def refresh(self) -> None:
        """Let the stack follow the pointer again once the game has gone on."""
        if self.sights.ends[1] is not None and self._in_front not in (-1, self._seq()):
            self._let_stack_follow()

    def _let_stack_follow(self) -> None:
        """Bring the stack back in front of the line that was measured."""
        if self._in_front >= 0:
            self._in_front = -1
            self.services.docks.bring("stack", unfold=False)

    def _seq(self) -> int:
        seat = self.services.game.seat
        return seat.seq if seat is not None else 0

    def _hush(self) -> None:
        if self._says_two_hexes:
            self._says_two_hexes = False
            self.services.status("", 0)

    def _line_changed(self, answer: Any) -> None:
        start, end = self.sights.ends
        if end is not None:
            self._hush()
        if answer and start is not None and end is not None:
            self.panel.show_line(hex_name(start), hex_name(end))
            self.services.did("line", hex_name(start), hex_name(end))
