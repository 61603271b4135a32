"""What can be looked for in a game of the Company Scale System, and where it is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.board.hexes import center
from app.play.controller import GameController
from app.systems.company_scale.board.board import BoardController
from app.systems.company_scale.displays import OpenDisplays
from app.systems.company_scale.text.army import Army, arrivals, places
from app.text.entries import Entry
from rules.hexes.ids import hex_id


class Searching:
    """List the pieces and places of the game on the board, and show those that were looked for."""

    def __init__(self, game: GameController, board: BoardController, displays: OpenDisplays) -> None:
        self.game, self.board, self.displays = game, board, displays

    @property
    def _scenario(self) -> Any:
        return getattr(self.game.seat, "scenario", None)

    def army(self) -> Sequence[Entry]:
        """Return the sides with their divisions, formations and pieces."""
        if self.game.view and hasattr(self._scenario, "map"):
            return Army(self.game.view, self._scenario, self.game.names).sides()
        return ()

    def places(self) -> Sequence[Entry]:
        """Return victory hexes, named places and all hexes."""
        return places(self._scenario) if hasattr(self._scenario, "map") else ()

    def find(self, thing: str) -> bool:
        """Show a hex, a piece, or where it will arrive; return whether there is anything to show."""
        kind, _, name = thing.partition(":")
        piece = self._piece(name) if kind == "unit" else {}
        at = str(piece.get("hex") or self._arriving(name, piece)) if kind == "unit" else name
        if at:
            self._show(at, str(piece.get("carried_by") or piece.get("id") or ""))
            return True
        return bool(piece) and self._open_display(name)

    def place(self, thing: str) -> str:
        """Return the hex of a hex or piece, or "" if it is not on the map."""
        kind, _, name = thing.partition(":")
        return name if kind == "hex" else str(self._piece(name).get("hex") or "")

    def _show(self, at: str, unit: str) -> None:
        board = self.board
        board.reveal(at)
        board.clicked(hex_id(at))
        if unit in board.position.where:
            board.select((unit,))
        board.view.show_found(center(hex_id(at)))

    def _arriving(self, name: str, piece: Mapping[str, Any]) -> str:
        """Return the hex in which a piece will arrive, or "" (18.0)."""
        due = arrivals(self._scenario).get(name) if piece.get("place") == "reserve" else None
        return due.hex if due is not None else ""

    def _piece(self, name: str) -> Mapping[str, Any]:
        groups = (self.game.view.get(key, ()) for key in ("units", "weapons", "leaders"))
        return next((piece for group in groups for piece in group if piece["id"] == name), {})

    def _open_display(self, name: str) -> bool:
        for display in self.game.view.get("displays", ()):
            boxes = (box for box in display["boxes"].values() if isinstance(box, list))
            if any(name == held for box in boxes for held in box):
                self.displays.open(str(display["id"]))
                return True
        return False
