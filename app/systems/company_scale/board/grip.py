"""The grip on counters: lifting, carrying, putting down, and resuming an interrupted move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, Qt

from app.board.hexes import center
from app.systems.company_scale.board.carrying import Carried, Sense
from app.systems.company_scale.board.counters.face import Mark
from app.systems.company_scale.board.counters.layer import Piece
from app.systems.company_scale.board.orders import end_other_move, moving_units, same_units
from app.systems.company_scale.board.routes import Step
from app.systems.company_scale.board.stacks import COUNTER, STEP
from rules.hexes.ids import hex_name

if TYPE_CHECKING:
    from app.systems.company_scale.board.board import BoardController

SHIFT = Qt.KeyboardModifier.ShiftModifier


class Grip(QObject):
    """Hold counters over the board; `placing` is true while a carried move is submitted."""

    def __init__(self, board: BoardController) -> None:
        super().__init__(board)
        self.board = board
        self.carried: Carried | None = None
        self.by_keys = False
        self.placing = False
        self.left_over: tuple[tuple[str, ...], tuple[Step, ...]] | None = None
        self._entering: Step | None = None
        self._refusing = False
        self._pinned = False

    def group_of(self, unit: str, whole: bool) -> tuple[str, ...]:
        """Return which units a lift takes: the whole stack, the selection, those that move already, or one."""
        position = self.board.position
        if whole:
            return tuple(position.own_stack(unit))
        for group in (self.board.selection, moving_units(self.board.game.decision)):
            if unit in group and len({position.where.get(other) for other in group}) == 1:
                return tuple(other for other in position.stack_of(unit) if other in group)
        return (unit,)

    def lift(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> bool:
        """Lift the counter under the pointer; if it may do nothing, say why and hold on to nothing."""
        unit = None if self.board.sights.lining or self.board.aim is not None else self.board.unit_at(point)
        if unit is None:
            return False
        group = self.group_of(unit, bool(modifiers & SHIFT))
        self._refusing = not self._take(group, unit)
        if self.carried is not None:
            self.board.scene.move_ghost(point)
            self.carry(point)
        else:
            self.board.say(point, Carried(self.board.game, self.board.position, group, unit).refusal, "refused")
        return True

    def _may_start(self, units: tuple[str, ...]) -> bool:
        """Tell whether units belong to the player who moves others now and could act after these."""
        decision, position = self.board.game.decision, self.board.position
        return decision is not None and all(
            position.side(unit) == decision.seat and position.units[unit].get("active") for unit in units
        )

    def _take(self, units: tuple[str, ...], lead: str) -> bool:
        if self._may_start(units) and end_other_move(self.board.game, units) and lead not in self.board.position.where:
            return False
        carried = Carried(self.board.game, self.board.position, units, lead)
        if carried.refusal:
            return False
        self.carried = carried
        self.left_over = None
        self._pinned = False
        self.board.scene.plan.show_trail(None)
        self.board.fan(None)
        self.board.carried_units = carried.units
        self.board.selection = carried.units
        self.board.restyle()
        self.board.show_reach()
        self.board.scene.show_ghost(
            [
                Piece(
                    self.board.position.faces[u], Mark.SELECTED, QPointF(STEP * i, -STEP * i), (0.0, i), COUNTER * 1.08
                )
                for i, u in enumerate(carried.units)
            ]
        )
        self.board.scene.move_ghost(center(carried.start))
        self.board.show_hexes(carried.drops)
        self.board.selection_changed.emit(carried.units)
        return True

    def carry(self, point: QPointF) -> None:
        """Move what is lifted; the path follows, a forbidden hex says why."""
        if self.carried is None:
            return
        self.board.scene.move_ghost(point)
        at = self.board.hex_at(point)
        if at is None:
            self.board.say(point, "")
            self.carried.over = self.carried.start
        elif at != self.carried.over or not self.by_keys:
            self._sense(at, point)

    def _sense(self, at: int, point: QPointF) -> Sense:
        assert self.carried is not None
        changed = at != self.carried.over
        sense = self.carried.go_over(at)
        tone = {"refused": "refused", "fire": "good"}.get(sense.kind, "plain")
        self.board.say(point + QPointF(COUNTER * 0.4, COUNTER * 0.4), sense.words, tone)
        self.board.scene.pointer.show_hex(at)
        if changed:
            on_way = sense.kind == "way"
            self.board.scene.trail.show_trail(self.carried.start if on_way else None, self.carried.trail.labelled())
            self.board.sights.point_at(self.carried.start if self.carried.is_direct() else None, at)
            self.board.sights.hover(at)
            self.board.hex_hovered.emit(hex_name(at))
            self.board.described.emit(f"{self.board.describe_hex(at)} {sense.words}".strip())
        return sense

    def drop(self, point: QPointF) -> None:
        """Let go: move, fire, or do nothing and say why."""
        self._refusing = False
        at = self.board.hex_at(point)
        if self.carried is None:
            return
        if at is None:
            self.abandon()
            return
        self._put_down(at, point)

    def _put_down(self, at: int, point: QPointF) -> None:
        carried = self.carried
        assert carried is not None
        sense = self._sense(at, point)
        order = carried.order()
        self._release()
        if sense.kind == "refused":
            self.board.say(point, sense.words, "refused")
        elif order is not None:
            self.board.say(point, "")
            self.board.game.submit(order)
        elif sense.kind == "way":
            self.board.say(point, "")
            self._walk(carried)
        self.board.restyle()
        self.board.show_reach()

    def _walk(self, carried: Carried) -> None:
        self.placing = True
        try:
            rest = carried.go()
        finally:
            self.placing = False
        steps = carried.trail.way.steps
        self.left_over = (carried.units, tuple(rest)) if rest else None
        self._entering = steps[-len(rest) - 1] if rest and len(rest) < len(steps) else None
        self._show_left_over()

    def _release(self) -> None:
        self.carried = None
        self.by_keys = False
        self.board.carried_units = ()
        self.board.scene.show_ghost([])
        self.board.scene.trail.show_trail(None)
        self.board.show_hexes(self.board.hex_orders())
        self.board.sights.point_at(None)  # a question that follows points anew

    def abandon(self) -> None:
        """Put what is carried back where it was."""
        self._refusing = False
        if self.carried is not None:
            self._release()
            self.board.say(QPointF(), "")
            self.board.restyle()
            self.board.show_reach()

    def position_changed(self) -> None:
        """Forget what no longer fits the position."""
        if self.carried is not None and not self.placing:
            self._release()
        if not self.placing:
            self._show_left_over()

    def _show_left_over(self) -> None:
        """Keep the rest of an interrupted move on the map as long as it can still be resumed."""
        if self.left_over is None:
            self.board.scene.plan.show_trail(None)
            return
        units, steps = self.left_over
        alive = [unit for unit in units if unit in self.board.position.where]
        decision = self.board.game.decision
        over = decision is None or decision.kind == "activation" or not alive
        if over or (moving_units(decision) and not same_units(alive, moving_units(decision))):
            self.left_over = None
            self.board.scene.plan.show_trail(None)
            return
        here = self.board.position.where[alive[0]]
        ahead = [self._entering] if self._entering is not None and self._entering[0] != here else []
        self.board.scene.plan.show_trail(here, [(at, by, None) for at, by in (*ahead, *steps)], planned=True)

    def resume(self) -> bool:
        """Go on with the rest of an interrupted move; return whether there was any."""
        if self.left_over is None or not moving_units(self.board.game.decision):
            return False
        units, steps = self.left_over
        lead = next(unit for unit in units if unit in self.board.position.where)
        self._take(tuple(unit for unit in units if unit in self.board.position.where), lead)
        if self.carried is None:
            return False
        at = steps[-1][0]
        self._sense(at, center(at))
        self._put_down(at, center(at))
        return True
