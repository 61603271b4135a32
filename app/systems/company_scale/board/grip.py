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
        self.c = board
        self.carried: Carried | None = None
        self.by_keys = False
        self.placing = False
        self.left_over: tuple[tuple[str, ...], tuple[Step, ...]] | None = None
        self._entering: Step | None = None
        self._refusing = False
        self._pinned = False

    def group_of(self, unit: str, whole: bool) -> tuple[str, ...]:
        """Return which units a lift takes: the whole stack, the selection, those that move already, or one."""
        board = self.c.board
        if whole:
            return tuple(board.own_stack(unit))
        for group in (self.c.selection, moving_units(self.c.game.decision)):
            if unit in group and len({board.where.get(other) for other in group}) == 1:
                return tuple(other for other in board.stack_of(unit) if other in group)
        return (unit,)

    def lift(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> bool:
        """Lift the counter under the pointer; if it may do nothing, say why and hold on to nothing."""
        unit = None if self.c.sights.lining or self.c.aim is not None else self.c.unit_at(point)
        if unit is None:
            return False
        group = self.group_of(unit, bool(modifiers & SHIFT))
        self._refusing = not self._take(group, unit)
        if self.carried is not None:
            self.c.table.move_ghost(point)
            self.carry(point)
        else:
            self.c.say(point, Carried(self.c.game, self.c.board, group, unit).refusal, "refused")
        return True

    def _may_start(self, units: tuple[str, ...]) -> bool:
        """Tell whether units belong to the player who moves others now and could act after these."""
        decision, board = self.c.game.decision, self.c.board
        return decision is not None and all(
            board.side(unit) == decision.seat and board.units[unit].get("active") for unit in units
        )

    def _take(self, units: tuple[str, ...], lead: str) -> bool:
        if self._may_start(units) and end_other_move(self.c.game, units) and lead not in self.c.board.where:
            return False
        carried = Carried(self.c.game, self.c.board, units, lead)
        if carried.refusal:
            return False
        self.carried = carried
        self.left_over = None
        self._pinned = False
        self.c.table.plan.show_trail(None)
        self.c.fan(None)
        self.c.carried_units = carried.units
        self.c.selection = carried.units
        self.c.restyle()
        self.c.show_reach()
        self.c.table.show_ghost(
            [
                Piece(self.c.board.faces[u], Mark.SELECTED, QPointF(STEP * i, -STEP * i), (0.0, i), COUNTER * 1.08)
                for i, u in enumerate(carried.units)
            ]
        )
        self.c.table.move_ghost(center(carried.start))
        self.c.show_hexes(carried.drops)
        self.c.selection_changed.emit(carried.units)
        return True

    def carry(self, point: QPointF) -> None:
        """Move what is lifted; the path follows, a forbidden hex says why."""
        if self.carried is None:
            return
        self.c.table.move_ghost(point)
        at = self.c.hex_at(point)
        if at is None:
            self.c.say(point, "")
            self.carried.over = self.carried.start
        elif at != self.carried.over or not self.by_keys:
            self._sense(at, point)

    def _sense(self, at: int, point: QPointF) -> Sense:
        assert self.carried is not None
        changed = at != self.carried.over
        sense = self.carried.go_over(at)
        tone = {"refused": "refused", "fire": "good"}.get(sense.kind, "plain")
        self.c.say(point + QPointF(COUNTER * 0.4, COUNTER * 0.4), sense.words, tone)
        self.c.table.pointer.show_hex(at)
        if changed:
            on_way = sense.kind == "way"
            self.c.table.trail.show_trail(self.carried.start if on_way else None, self.carried.trail.labelled())
            self.c.sights.point_at(self.carried.start if self.carried.is_direct() else None, at)
            self.c.sights.hover(at)
            self.c.hex_hovered.emit(hex_name(at))
            self.c.described.emit(f"{self.c.describe_hex(at)} {sense.words}".strip())
        return sense

    def drop(self, point: QPointF) -> None:
        """Let go: move, fire, or do nothing and say why."""
        self._refusing = False
        at = self.c.hex_at(point)
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
            self.c.say(point, sense.words, "refused")
        elif order is not None:
            self.c.say(point, "")
            self.c.game.submit(order)
        elif sense.kind == "way":
            self.c.say(point, "")
            self._walk(carried)
        self.c.restyle()
        self.c.show_reach()

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
        self.c.carried_units = ()
        self.c.table.show_ghost([])
        self.c.table.trail.show_trail(None)
        self.c.show_hexes(self.c.hex_orders())
        self.c.sights.point_at(None)  # a question that follows points anew

    def abandon(self) -> None:
        """Put what is carried back where it was."""
        self._refusing = False
        if self.carried is not None:
            self._release()
            self.c.say(QPointF(), "")
            self.c.restyle()
            self.c.show_reach()

    def position_changed(self) -> None:
        """Forget what no longer fits the position."""
        if self.carried is not None and not self.placing:
            self._release()
        if not self.placing:
            self._show_left_over()

    def _show_left_over(self) -> None:
        """Keep the rest of an interrupted move on the map as long as it can still be resumed."""
        if self.left_over is None:
            self.c.table.plan.show_trail(None)
            return
        units, steps = self.left_over
        alive = [unit for unit in units if unit in self.c.board.where]
        decision = self.c.game.decision
        over = decision is None or decision.kind == "activation" or not alive
        if over or (moving_units(decision) and not same_units(alive, moving_units(decision))):
            self.left_over = None
            self.c.table.plan.show_trail(None)
            return
        here = self.c.board.where[alive[0]]
        ahead = [self._entering] if self._entering is not None and self._entering[0] != here else []
        self.c.table.plan.show_trail(here, [(at, by, None) for at, by in (*ahead, *steps)], planned=True)

    def resume(self) -> bool:
        """Go on with the rest of an interrupted move; return whether there was any."""
        if self.left_over is None or not moving_units(self.c.game.decision):
            return False
        units, steps = self.left_over
        lead = next(unit for unit in units if unit in self.c.board.where)
        self._take(tuple(unit for unit in units if unit in self.c.board.where), lead)
        if self.carried is None:
            return False
        at = steps[-1][0]
        self._sense(at, center(at))
        self._put_down(at, center(at))
        return True
