"""What can be seen and fired at: the hovered hex, the line between two hexes, the fire zones of a side."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.board.washes import Wash, rgba, union_path
from app.play.answers import answered
from app.play.seat import PlayedGame
from app.systems.company_scale.board.overlays import DEAD_GROUND, SEEN, fire_zone_wash
from app.systems.company_scale.board.scene import BoardScene
from rules.company_scale.records.answers import FireHexes, SeenHexes, Sight
from rules.hexes.grid import hex_name

NOWHERE = -1
ORIGIN = Wash(edge=rgba("#ffffff", 240), edge_width=2.6)


class Sights(QObject):
    """The three sight tools; `line_changed(los)` carries the answer of the line tool, or None."""

    line_changed = Signal(object)
    modes_changed = Signal()

    def __init__(self, scene: BoardScene, game: PlayedGame, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.scene = scene
        self.game = game
        self.hovering = False
        self.lining = False
        self.zone = ""
        self.ends: tuple[int | None, int | None] = (None, None)
        self._at: int | None = None
        self._shown: int | None = None

    def set_hovering(self, on: bool) -> None:
        """Show what the hex under the pointer sees, or stop."""
        self.hovering = on
        self._shown = NOWHERE
        if on:
            self.scene.overlays.focus("sight")
        self.hover(self._at)
        self.modes_changed.emit()

    def set_lining(self, on: bool, start: int | None = None) -> None:
        """Begin to measure a line of sight (from `start` if given), or stop and remove the line."""
        self.lining = on
        self.ends = (start if on else None, None)
        self._show_line(None)
        self.modes_changed.emit()

    def set_zone(self, side: str) -> None:
        """Show the fire zones of a side; "" shows none."""
        self.zone = side
        if side:
            self.scene.overlays.focus("zones")
        self._show_zone()
        self.modes_changed.emit()

    @property
    def measuring(self) -> bool:
        """Tell whether the line still wants an end: then the pointer is the tool's, and no counter's."""
        return self.lining and self.ends[1] is None

    def stop(self) -> None:
        """Put all three tools away."""
        self.set_hovering(False)
        self.set_lining(False)
        self.set_zone("")

    def refresh(self) -> None:
        """Ask everything again after the position has changed."""
        self._shown = NOWHERE
        self.hover(self._at)
        self._show_zone()
        if self.ends[1] is not None:
            self._show_line(self.ends[1])

    def hover(self, at: int | None) -> None:
        """Follow the pointer."""
        self._at = at
        if self.lining and self.ends[0] is not None and self.ends[1] is None:
            self._show_line(at)
        wanted = at if self.hovering else None
        if wanted != self._shown:
            self._shown = wanted
            self._show_seen(wanted)

    def tap(self, at: int) -> None:
        """Set the next end of the line; a third tap begins a new line."""
        a, b = self.ends
        if a is None or b is not None:
            self.ends = (at, None)
            self._show_line(None)
        elif at != a:
            self.ends = (a, at)
            self._show_line(at)

    def _show_seen(self, at: int | None) -> None:
        seen = answered(SeenHexes, self.game.query("visible", hex=hex_name(at))) if at is not None else None
        if seen is None or at is None:
            self.scene.sight.show_areas([])
            return
        hexes = [*seen.hexes, hex_name(at)]
        areas = [(union_path(hexes), SEEN), (union_path(seen.dead_ground), DEAD_GROUND), (union_path([at]), ORIGIN)]
        self.scene.sight.show_areas(areas)

    def _show_zone(self) -> None:
        answer = answered(FireHexes, self.game.query("fire_zone", side=self.zone)) if self.zone else None
        if answer is None:
            self.scene.zones.show_areas([])
            return
        own = self.game.decision is not None and self.game.decision.seat == self.zone
        self.scene.zones.show_areas([(union_path(answer.hexes), fire_zone_wash(self.zone, own=own))])

    def _show_line(self, to: int | None) -> None:
        start = self.ends[0]
        if start is None or to is None or to == start:
            self.scene.line.show_line(None)
            self.line_changed.emit(None)
            return
        los = answered(Sight, self.game.query("los", a=hex_name(start), b=hex_name(to)))
        self.scene.line.show_line(start, to, los)
        self.line_changed.emit(los)

    def point_at(self, start: int | None, to: int | None = None) -> None:
        """Show a passing line of sight, such as to a target under a carried counter; None removes it."""
        if start is None or to is None:
            if not self.lining:
                self.scene.line.show_line(None)
            return
        los = answered(Sight, self.game.query("los", a=hex_name(start), b=hex_name(to)))
        self.scene.line.show_line(start, to, los, quiet=True)
