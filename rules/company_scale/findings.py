"""What has been found out about a position: kept until what it follows from changes, and shared by copies."""

from __future__ import annotations

from typing import Any


class Findings:
    """The base of a position. `by_place` holds what follows from where units stand and whom they belong to alone.

    What follows from anything else on the map is in `on_board`. Of the chit in play, what units have done under it,
    leaders and the values of divisions nothing may depend that is kept.
    """

    __slots__ = ("_board", "_conditions", "by_place")

    turn: int
    weather: str
    barrages: dict[int, str]
    illuminated: tuple[int, ...]
    on_fire: tuple[int, ...]
    fire_cleared: tuple[int, ...]
    traffic_jam: int
    by_place: dict[Any, Any]
    _board: dict[Any, Any]
    _conditions: tuple[Any, ...]

    def units_have_moved(self) -> None:
        """Forget everything: units stand elsewhere, or belong to others."""
        self.by_place, self._board, self._conditions = {}, {}, ()

    def board_has_changed(self) -> None:
        """Forget what is on the board: a unit shows its other side, a marker or support weapon has come or gone."""
        self._board = {}

    def on_board(self) -> dict[Any, Any]:
        """Return what follows from units, their sides, support weapons, markers, weather and light as they are now."""
        now = (
            self.turn, self.weather, self.illuminated, self.on_fire, self.fire_cleared, self.traffic_jam, self.barrages
        )  # fmt: skip
        if self._conditions != now:
            self._board, self._conditions = {}, (*now[:-1], self.barrages.copy())
        return self._board

    def share(self, other: Findings) -> None:
        """Take over what has been found out about an equal position."""
        self.by_place, self._board, self._conditions = other.by_place, other._board, other._conditions
