"""The board of a game: keeps the scene in step with the view; pointer and keys become orders."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPixmap

from app.board.controller import BoardBase
from app.board.legend import TOP, Legend, Overlay, Overlays
from app.board.painted import pixmap_of
from app.board.painting import Painting
from app.play.seat import PlayedGame, answered
from app.systems.striking_anvil.art import tokens as palettes
from app.systems.striking_anvil.art.counters import paint_counter
from app.systems.striking_anvil.board.geometry import Sheet
from app.systems.striking_anvil.board.scene import BoardScene, Spot
from app.systems.striking_anvil.hand.choice import MeetingChoice
from app.systems.striking_anvil.hand.overlay_layer import OverlayLayer
from app.systems.striking_anvil.hand.overlays import ENTRIES, OVERLAYS
from app.systems.striking_anvil.hand.plans import COMPOSING, Marks, clicked, marks, reached
from app.systems.striking_anvil.hand.ways import DropPlan, Group, dropped, group_at, why_nobody
from app.systems.striking_anvil.seen import NOTHING, view_of
from app.systems.striking_anvil.text.facts import described
from rules.engine.command import Command
from rules.striking_anvil.answers import Actors, Reach
from rules.striking_anvil.scenario import SIDES, Scenario

ABOVE_GROUND, ABOVE_COUNTERS = 4.0, 25.0
"""The heights of overlays, over control and under what a question lights, and of their words."""
FRAMES = 2.5
"""How many times as large as round a hex a frame is round the number of an area: to be seen on the whole map."""


class BoardController(BoardBase):
    """Put a game on the board.

    `aimed` tells the target of a mobile combat that is thought of, and the place it would be entered from; `paid` a
    counter clicked to take hits.
    """

    first = "07"
    aimed = Signal(object, str, str)
    paid = Signal(str)
    armed = Signal()

    def __init__(self, game: PlayedGame, parent: QObject | None = None) -> None:
        self.scene = BoardScene()
        super().__init__(game, self.scene, self.scene.bubble, parent, frames=FRAMES)
        self.view.zoomed.connect(self._zoomed)
        self.overlay = self.sentence = ""
        self.layers = {name: OverlayLayer() for name in OVERLAYS}
        self.overlays = Overlays(self)
        for name, _, key, _ in ENTRIES:
            self._add_overlay(name, key)
        self.view.setProperty(TOP, True)  # trays, forts and turns lie at the foot of the map
        self.legend = Legend(self.overlays, self.view)
        self.marks = Marks()
        self.marker = ""
        self.mobile = False
        self._held: Group | None = None
        self._question = ("", "")
        self.choice = MeetingChoice(self.view.viewport())
        self.choice.chosen.connect(self._chosen)
        self.choice.dismissed.connect(self._dismissed)

    def _add_overlay(self, name: str, key: str) -> None:
        layer = self.layers[name]
        for item, height in ((layer, ABOVE_GROUND), (layer.words, ABOVE_COUNTERS)):
            item.setZValue(height)
            self.scene.addItem(item)
        self.overlays.add(Overlay(name, layer, key))

    def lay(self, scenario: Scenario) -> None:
        """Lay the map of a game."""
        sheet = self.scene.lay(scenario)
        for layer in self.layers.values():
            layer.lay(sheet)
        self.at, self.hovered, self.mobile, self._held = "", "", False, None
        self.view.setBackgroundBrush(QColor(palettes.current().table))
        self.view.set_board(sheet.bounds)

    def restyle(self) -> None:
        """Take the colours of the present theme."""
        self.scene.restyle()
        self.view.setBackgroundBrush(QColor(palettes.current().table))

    def _zoomed(self, scale: float) -> None:
        self.scene.scale_now = scale

    # --- showing -------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the present position."""
        view = view_of(self.game)
        if view is NOTHING or self.scene.sheet is None:
            return
        decision = self.game.decision
        if decision is None or decision.kind != "activation":
            self.arm(False)
        question = (decision.seat, decision.kind) if decision is not None else ("", "")
        if question != self._question:
            self._question = question
            self.scene.fold()
        self.scene.show(view)
        self.choice.hide()
        self._let_go()
        self.show_marks()
        self.show_overlay(self.overlay)

    def show_marks(self) -> None:
        """Show what the question is about."""
        self.marks = marks(self.game)
        self._light(self.marks)

    def _light(self, shown: Marks) -> None:
        self.scene.light(shown.places, shown.words)
        self.scene.select(shown.chosen)
        self.scene.offer(shown.able)

    def arm(self, on: bool) -> None:
        """Let the next area clicked be the target of mobile combat, or no longer."""
        if on != self.mobile:
            self.mobile = on
            self.armed.emit()

    def show_overlay(self, name: str) -> None:
        """Show an overlay by its name in place of any other, or none."""
        self.overlay = name
        shown = OVERLAYS[name](self.game) if name and view_of(self.game) is not NOTHING else None
        self.sentence = shown.sentence if shown is not None else ""
        for other, layer in self.layers.items():
            layer.show_overlay(shown if other == name else None)
        if self.scene.control is not None:
            self.scene.control.setVisible(shown is None or name == "control")

    def reveal(self, place: str) -> None:
        """Put the cursor on a place and bring it into view."""
        if self.scene.sheet is not None and place in self.scene.sheet.places:
            self.go(place)
            self.view.ensureVisible(self.scene.sheet.region(place).boundingRect(), 40, 40)

    def icon(self, unit: str, size: int, ratio: float) -> QPixmap:
        """Return the counter of a unit, `size` pixels high."""
        inset, look = size * 0.1, self.scene.stacks.looks[unit]
        box = QRectF(inset, inset, size - 2 * inset, size - 2 * inset)
        return pixmap_of(size, size, ratio, lambda painter: paint_counter(painter, box, look, size * ratio))

    def painting(self, size: QSize) -> Painting:
        """Return a painting of the board as it stands."""
        return self.scene.painting(size)

    # --- the hand ------------------------------------------------------------------------------------------------

    def lift(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> bool:
        """Pick up the units of a place that may go; with Shift, or out of a stack laid out, one counter alone."""
        spot, decision = self.scene.pick(point), self.game.decision
        if not spot.unit or decision is None or view_of(self.game).units[spot.unit].side != decision.seat:
            return False
        alone = self.scene.fan == (spot.place, spot.side) or bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        self.choice.dismiss()
        group = group_at(self.game, spot.place, spot.unit if alone else "")
        if group is None:
            self.promise(point, why_nobody(self.game, spot.place, spot.unit), "")
            return False
        if modifiers & Qt.KeyboardModifier.AltModifier:
            self.arm(True)
        if not alone:
            self.scene.fold()
        self._held = group
        self._light(reached(self.game, group))
        self.carry(point)
        return True

    def carry(self, point: QPointF) -> None:
        """Move what is carried, and say what a drop would do."""
        if self._held is None:
            return
        self.scene.carry(self._held.units, point)
        spot = self.scene.pick(point)
        plan = dropped(self.game, self._held, spot, mobile=self.mobile)
        self.show_drop(point, plan)
        if plan.orders and self.mobile:
            self._aim(self._held, spot.place)

    def show_drop(self, point: QPointF, plan: DropPlan) -> None:
        """Show where a drop would be, and say what it would do."""
        self._look(self.scene.pick(point).place)
        self.promise(point, plan.why, plan.words)

    def drop(self, point: QPointF) -> None:
        """Put what is carried down: the group goes there, if it can."""
        group, spot, mobile = self._held, self.scene.pick(point), self.mobile
        self._let_go()
        plan = dropped(self.game, group, spot, mobile=mobile) if group is not None else DropPlan()
        if plan.meetings:
            self._choose(plan, point)
            return
        self.refresh()
        self._do(plan, point)

    def abandon(self) -> None:
        """Put what is carried back."""
        self._let_go()
        self.refresh()

    def _let_go(self) -> None:
        self._held = None
        self.scene.lay_down()
        self.bubble.hush()

    def tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Answer, choose, or lay a stack out."""
        self.bubble.hush()
        if self.choice.is_open:
            self.choice.dismiss()
            return
        spot = self.scene.pick(point)
        if self._spread(spot):
            return
        if self.game.decision is not None and self.game.decision.kind == "payment" and spot.unit:
            self.paid.emit(spot.unit)
        else:
            self.answer(spot, point=point)

    def _spread(self, spot: Spot) -> bool:
        """Lay out a stack of which the question wants single counters; tell whether that was done."""
        decision = self.game.decision
        asks = decision is not None and decision.kind in (*COMPOSING, "payment")
        if decision is None or not asks or not spot.unit or self.scene.fan == (spot.place, spot.side):
            return False
        stack = self.scene.stacks.stack(spot.place, spot.side)
        if spot.place != decision.text("area") or stack is None or len(stack.units) < 2:
            return False
        return self.scene.fan_out(spot.place, spot.side)

    def click(self, place: str, point: QPointF) -> None:
        """Do what a click on a place means."""
        self.answer(Spot(place))

    def answer(self, spot: Spot, marker: str = "", point: QPointF | None = None) -> None:
        """Do what a click on a place, or on a counter or bridge there, means; or a marker dropped there."""
        if self.scene.fan is not None and self.scene.fan[0] != spot.place:
            self.scene.fold()
        if self.scene.sheet is not None:
            plan = clicked(self.game, spot, mobile=self.mobile, marker=marker or self.marker)
            self._do(plan, point if point is not None else self.scene.sheet.center(spot.place))

    def double_tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Lay the stack under the pointer out, or put it together again."""
        spot = self.scene.pick(point)
        if self.scene.fan is not None:
            self.scene.fold()
        elif spot.side:
            self.scene.fan_out(spot.place, spot.side)

    def _choose(self, plan: DropPlan, point: QPointF) -> None:
        """Ask what the units do to the enemies there; the place stays lit meanwhile."""
        self._light(Marks({plan.place: "target"}))
        self.choice.ask(plan, self.view.mapFromScene(point))

    def _chosen(self, orders: Sequence[Command]) -> None:
        self.view.setFocus()
        self._give(orders)
        self.refresh()

    def _dismissed(self) -> None:
        self.view.setFocus()
        self.refresh()

    def _do(self, plan: DropPlan, point: QPointF) -> None:
        if plan.meetings:
            self._choose(plan, point)
        elif plan.why:
            self.refuse(point, plan.why)
        elif plan.orders:
            self._give(plan.orders)

    def _give(self, orders: Sequence[Command]) -> None:
        """Give orders one after another, as long as each is on offer: a pursuit comes between."""
        self.game.submit_all(orders, whole=True)

    # --- pointing ------------------------------------------------------------------------------------------------

    def hover(self, point: QPointF | None) -> None:
        """Follow the pointer."""
        spot = self.scene.pick(point) if point is not None else Spot()
        stays = spot.place == self.hovered and self.bubble.tone == "refused"
        self._look(spot.place)
        self.described.emit(described(view_of(self.game), spot.place, spot.unit))
        if point is not None and self.mobile and spot.place:
            plan = clicked(self.game, Spot(spot.place), mobile=True)
            self.promise(point, plan.why, plan.words)
        elif not stays:
            self.bubble.hush()

    def _look(self, place: str) -> None:
        if place != self.hovered:
            self.hovered = place
            self.scene.hover(place)
            self.pointed.emit(place or self.at)
            self._aim_at(place)

    def _aim_at(self, place: str) -> None:
        """Tell which mobile combat the units being put together could make in a place."""
        decision = self.game.decision
        area = decision.text("area") if decision is not None else None
        if decision is None or decision.kind != "activation" or not place or area is None or place == area:
            return
        self._aim(Group(area, decision.texts("units")), place)

    def _aim(self, group: Group, place: str) -> None:
        found = answered(Reach, self.game.query("reach", units=group.units if group.before else ()))
        row = next((row for row in found.places if row.to == place), None) if found is not None else None
        if row is not None:
            self.aimed.emit(group.units, place, row.before)

    def menu(self, point: QPointF, where: QPoint) -> None:
        """Put a stack that is laid out together again; everything else is a click away."""
        self.scene.fold()

    def wants_key(self, event: QKeyEvent) -> bool:
        """Leave all keys to the window as long as there is no map."""
        return self.scene.sheet is not None and super().wants_key(event)

    def center(self, place: str) -> QPointF:
        """Return the middle of an area or box."""
        return self._sheet.center(place)

    def beside(self, place: str, way: str) -> str:
        """Return the area or box next to another."""
        return self._sheet.beside(place, way)

    @property
    def _sheet(self) -> Sheet:
        """The sheet on the board, while there is one."""
        assert self.scene.sheet is not None
        return self.scene.sheet

    def words_at(self, place: str, point: QPointF | None) -> str:
        """Return what is said of an area or box."""
        return described(view_of(self.game), place)

    def show_cursor(self, place: str) -> None:
        """Show the cursor, and which mobile combat could be made there."""
        self.scene.point_at(place)
        self._aim_at(place)

    def back(self) -> bool:
        """Let go of what the board holds open; tell whether there was anything."""
        if self.choice.is_open:
            self.choice.dismiss()
        elif self.scene.fan is not None:
            self.scene.fold()
        elif self.mobile:
            self.arm(False)
        else:
            return False
        return True

    def next_place(self) -> None:
        """Put the cursor on the next place that can act or answers the question."""
        found = answered(Actors, self.game.query("actors"))
        decision = self.game.decision
        if decision is None or found is None or self.scene.sheet is None:
            return
        lit = [place for place, kind in self.marks.places.items() if kind != "source"]
        able = lit or found.of(decision.seat).places
        if able:
            self.reveal(able[(able.index(self.at) + 1) % len(able)] if self.at in able else able[0])

    def lay_out(self) -> None:
        """Lay out the stacks of the area under the cursor or the pointer, one after the other, then none."""
        place, fan = self.at or self.hovered, self.scene.fan
        sides = [side for side in SIDES if self.scene.stacks.stack(place, side) is not None]
        after = sides.index(fan[1]) + 1 if fan is not None and fan[0] == place and fan[1] in sides else 0
        if after < len(sides):
            self.scene.fan_out(place, sides[after])
        else:
            self.scene.fold()
