"""Dragging counters: taking them up, also from the fan of a stack, leading them over the map, putting them down."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QMenu

from app.board.hexes import center
from app.board.view import BoardView
from app.play.seat import PlayedGame
from app.systems.company_scale.board.carrying import Carried, DropPreview
from app.systems.company_scale.board.counters.face import Mark
from app.systems.company_scale.board.counters.layer import PlacedCounter
from app.systems.company_scale.board.markers import Position
from app.systems.company_scale.board.orders import Aim, asked_for, end_other_move, moving_units, same_units, to_choose
from app.systems.company_scale.board.routes import Step
from app.systems.company_scale.board.scene import BoardScene
from app.systems.company_scale.board.sights import Sights, offer_menu
from app.systems.company_scale.board.stacks import COUNTER, STEP, FanPlan, fan_out
from app.systems.company_scale.questions import question
from rules.engine.command import Command
from rules.hexes.grid import hex_name


class Board(Protocol):
    """What fans, drags, pointer and keyboard need of the board: see board.BoardController."""

    game: PlayedGame
    view: BoardView
    scene: BoardScene
    sights: Sights
    fans: Fans
    position: Position
    selection: tuple[str, ...]
    counter: float
    hexes: Collection[int]
    hovered: int | None
    aim: Aim | None

    def hold(self, units: tuple[str, ...]) -> None: ...
    def show_units(self) -> None: ...
    def show_hexes(self, hexes: Collection[int]) -> None: ...
    def show_orders(self) -> None: ...
    def say(self, point: QPointF, words: str, tone: str = "plain") -> None: ...
    def look_at(self, at: int | None) -> None: ...
    def clicked(self, at: int) -> None: ...
    def describe(self, at: int, words: str = "") -> None: ...
    def hex_at(self, point: QPointF) -> int | None: ...
    def hex_orders(self) -> Mapping[int, Command]: ...
    def answer(self, thing: str | None) -> bool: ...
    def order_at(self, at: int, point: QPointF) -> bool: ...
    def take_aim(self, aim: Aim | None) -> None: ...
    def select(self, units: Sequence[str]) -> None: ...
    def deselect(self) -> None: ...
    def reveal_unit(self, unit: str) -> None: ...


# --- The fan of a stack: when it opens, what it shows, and when it folds -------------------------------------------


class Fans:
    """Open and fold the one fan there is; a pinned fan stays open when the pointer leaves it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.item = board.scene.fan
        self.pinned = False
        self._asked_at: int | None = None

    @property
    def hex(self) -> int | None:
        """Return the hex whose stack is fanned out."""
        return self.item.hex

    def open(self, at: int, *, pinned: bool = False) -> None:
        """Fan out the stack of a hex; fewer than two counters fold what is open."""
        self.pinned = pinned
        self._show(at)

    def fold(self) -> None:
        """Fold the open stack."""
        self.pinned = False
        self.item.close()

    def refresh(self) -> None:
        """Show the open stack as it is now."""
        if self.item.hex is not None:
            self._show(self.item.hex)

    def fold_when_left(self, point: QPointF | None) -> None:
        """Fold the open stack once the pointer is off its plate, unless it is pinned."""
        if self.item.plan is None or self.pinned:
            return
        room = self.item.plan.plate.adjusted(-8, -8, 8, 8)
        if point is None or not room.contains(point):
            self.fold()

    def _show(self, at: int) -> None:
        stack = self.board.position.stacks.get(at, [])
        if len(stack) < 2:
            self.item.close()
            return
        plan = self.item.plan if self.item.hex == at else None
        if plan is None or {unit for unit, _ in plan.spots} != set(stack):
            plan = self._plan(at, stack)
        pieces = {}
        for i, (unit, spot) in enumerate(plan.spots):
            lying = self.board.scene.counters.pieces[unit]
            pieces[unit] = PlacedCounter(lying.face, lying.marks, spot, (0.0, i), plan.size)
        self.item.open(at, plan, pieces)

    def _plan(self, at: int, stack: Sequence[str]) -> FanPlan:
        view = self.board.view
        margin = 10 / view.scale_now
        return fan_out(at, stack, scale=view.scale_now, visible=view.visible.adjusted(margin, margin, -margin, -margin))

    # --- stacks a question is about ------------------------------------------------------------------------------

    def offer_choice(self) -> None:
        """Fan out the stack that a question is about, and fold it when the question is gone."""
        where = self.board.position.where
        hexes = {where[unit] for unit in to_choose(self.board.game.decision) if unit in where}
        at = next(iter(hexes)) if len(hexes) == 1 else None
        if at is not None and at != self._asked_at and self._several_asked(at):
            self._asked_at = at
            self.open(at, pinned=True)
        elif at is None and self._asked_at is not None:
            self._asked_at = None
            self.fold()

    def spread(self, at: int) -> bool:
        """Fan out a stack of which a click could mean several counters; return whether it had to be."""
        if self.item.hex == at or not self._several_asked(at):
            return False
        self.open(at, pinned=True)
        return True

    def _several_asked(self, at: int) -> bool:
        return len(asked_for(self.board.game.decision) & set(self.board.position.stacks.get(at, ()))) > 1


# --- Dragging counters: taking them up, leading them over the map, putting them down, resuming a move -----------

TONES = {"refused": "refused", "fire": "good"}
"""How the bubble is coloured, by kind of sense."""


class DragSession:
    """Hold counters over the board, for pointer and keyboard alike.

    `placing` is true while a carried move is submitted; `refusal` says why the last counters could not be taken up;
    `refusing` is true while the pointer drags what could not be taken up.
    """

    def __init__(self, board: Board) -> None:
        self.board, self.game, self.scene = board, board.game, board.scene
        self.carried: Carried | None = None
        self.refusal = ""
        self.refusing = False
        self.by_keys = False
        self.placing = False
        self.offer: QMenu | None = None
        self.left_over: tuple[tuple[str, ...], tuple[Step, ...]] | None = None
        self._entering: Step | None = None

    # --- taking up -----------------------------------------------------------------------------------------------

    def group_of(self, unit: str, whole: bool) -> tuple[str, ...]:
        """Return which units go with one: the whole stack, the selection, those that move already, or none."""
        position = self.board.position
        if whole:
            return tuple(position.own_stack(unit))
        for group in (self.board.selection, moving_units(self.game.decision)):
            if unit in group and len({position.where.get(other) for other in group}) == 1:
                return tuple(other for other in position.stack_of(unit) if other in group)
        return (unit,)

    def take(self, units: tuple[str, ...], lead: str, *, by_keys: bool = False) -> bool:
        """Take units up, ending another's move if need be; return False, with `refusal`, where they may do nothing."""
        self.refusal = ""
        ended = self._may_start(units) and end_other_move(self.game, units)
        if ended and lead not in self.board.position.where:
            return False
        carried = Carried(self.game, self.board.position, units, lead)
        self.refusal = carried.refusal
        if self.refusal:
            return False
        self.carried, self.by_keys, self.left_over = carried, by_keys, None
        self.scene.plan.show_trail(None)
        self.board.fans.fold()
        self.scene.show_ghost([self._ghost(unit, i) for i, unit in enumerate(carried.units)])
        self.scene.move_ghost(center(carried.start))
        self.board.show_hexes(carried.drops)
        self.board.hold(carried.units)
        return True

    def _may_start(self, units: tuple[str, ...]) -> bool:
        """Tell whether units belong to the player who moves others now and could act after these."""
        decision, position = self.game.decision, self.board.position
        return decision is not None and all(
            position.side(unit) == decision.seat and position.units[unit].active for unit in units
        )

    def _ghost(self, unit: str, level: int) -> PlacedCounter:
        spot = QPointF(STEP * level, -STEP * level)
        return PlacedCounter(
            self.board.position.faces[unit], Mark.SELECTED, spot, (0.0, level), self.board.counter * 1.08
        )

    # --- carrying ------------------------------------------------------------------------------------------------

    def carry(self, at: int | None, point: QPointF) -> None:
        """Follow the pointer: the path bends after it, a forbidden hex says why."""
        if self.carried is None:
            return
        self.scene.move_ghost(point)
        if at is None:
            self._leave(point)
        elif at != self.carried.over or not self.by_keys:
            self._sense(at, point)

    def _leave(self, point: QPointF) -> None:
        """Show that letting go beside the map does nothing: no path, no line, no words."""
        assert self.carried is not None
        self.board.say(point, "")
        if self.carried.over != self.carried.start:
            self.carried.over = self.carried.start
            self.scene.trail.show_trail(None)
            self.scene.pointer.show_hex(None)
            self.board.sights.point_at(None)
            self.board.look_at(None)
            self.board.describe(self.carried.start)

    def carry_to(self, at: int) -> None:
        """Carry to a hex by keys."""
        self.by_keys = True
        self.scene.move_ghost(center(at))
        self._sense(at, center(at))

    def _sense(self, at: int, point: QPointF) -> DropPreview:
        assert self.carried is not None
        changed = at != self.carried.over
        sense = self.carried.go_over(at)
        self.board.say(point + QPointF(COUNTER * 0.4, COUNTER * 0.4), sense.words, TONES.get(sense.kind, "plain"))
        self.scene.pointer.show_hex(at)
        if changed:
            on_way = sense.kind == "way"
            self.scene.trail.show_trail(self.carried.start if on_way else None, self.carried.trail.labelled())
            self.board.sights.point_at(self.carried.start if self.carried.is_direct() else None, at)
            self.board.look_at(at)
            self.board.describe(at, sense.words)
        return sense

    # --- putting down --------------------------------------------------------------------------------------------

    def drop(self, at: int | None, point: QPointF) -> None:
        """Let go: move, fire, or do nothing and say why; beside the map everything goes back."""
        self.refusing = False
        if at is None:
            self.abandon()
        elif self.carried is not None:
            self.put_down(at, point)

    def put_down(self, at: int, point: QPointF) -> None:
        """Put what is carried down on a hex: move, fire, or do nothing and say why."""
        carried = self.carried
        assert carried is not None
        sense = self._sense(at, point)
        order = carried.order()
        self._release()
        if sense.kind == "refused":
            self.board.say(point, sense.words, "refused")
        elif order is not None:
            self.board.say(point, "")
            self.game.submit(order)
        elif sense.kind == "way":
            self.board.say(point, "")
            if carried.paid is not None:
                self._offer(carried, at)
            else:
                self._walk(carried)
        self.board.show_units()

    def _offer(self, carried: Carried, at: int) -> None:
        """Offer to pay for units that are not active and to move them in one go (5.1)."""
        self.offer = offer_menu(f"Activate and move to {hex_name(at)}", self.board.view, lambda: self._walk(carried))
        self.offer.aboutToHide.connect(lambda: self.scene.trail.show_trail(None))
        self.scene.trail.show_trail(carried.start, carried.trail.labelled())
        self.offer.popup(self.board.view.viewport().mapToGlobal(self.board.view.mapFromScene(center(at))))

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

    def abandon(self) -> None:
        """Put what is carried back where it was."""
        self.refusing = False
        if self.carried is not None:
            self._release()
            self.board.say(QPointF(), "")
            self.board.show_units()

    def forget(self) -> None:
        """Put back what is carried and give up the rest of an interrupted move."""
        self.abandon()
        self.left_over = None

    def _release(self) -> None:
        self.carried = None
        self.by_keys = False
        self.scene.show_ghost([])
        self.scene.trail.show_trail(None)
        self.board.show_orders()
        self.board.sights.point_at(None)  # a question that follows points anew

    # --- what an interrupt left over -----------------------------------------------------------------------------

    def position_changed(self) -> None:
        """Forget what no longer fits the position."""
        if self.placing:
            return
        if self.carried is not None:
            self._release()
        self._show_left_over()

    def _show_left_over(self) -> None:
        """Keep the rest of an interrupted move on the map as long as it can still be resumed."""
        if self.left_over is not None and not self._may_resume():
            self.left_over = None
        if self.left_over is None:
            self.scene.plan.show_trail(None)
            return
        units, steps = self.left_over
        here = self.board.position.where[self._alive(units)[0]]
        ahead = [self._entering] if self._entering is not None and self._entering[0] != here else []
        self.scene.plan.show_trail(here, [(at, by, None) for at, by in (*ahead, *steps)], planned=True)

    def _may_resume(self) -> bool:
        assert self.left_over is not None
        alive, decision = self._alive(self.left_over[0]), self.game.decision
        if decision is None or question(decision.kind).acting or not alive:
            return False
        moving = moving_units(decision)
        return not moving or same_units(alive, moving)

    def _alive(self, units: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(unit for unit in units if unit in self.board.position.where)

    def resume(self) -> bool:
        """Go on with the rest of an interrupted move; return whether there was any."""
        if self.left_over is None or not moving_units(self.game.decision):
            return False
        units, steps = self.left_over
        alive = self._alive(units)
        if not self.take(alive, alive[0]):
            return False
        at = steps[-1][0]
        self.put_down(at, center(at))
        return True
