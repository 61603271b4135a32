"""The board of a game: keeps the scene in step with the view, and tells what is selected and hovered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QObject, QPointF, QRectF, Signal
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import QApplication, QGraphicsItem

from app.board.controller import Board
from app.board.hexes import center, hex_at, hex_rect
from app.board.legend import Legend
from app.board.washes import union_path
from app.board.zooming import BARE
from app.play.seat import PlayedGame
from app.systems.company_scale.board.drag_session import DragSession, Fans
from app.systems.company_scale.board.keyboard import BoardHand
from app.systems.company_scale.board.markers import AskedHex, Emphasis, Position, chips_of, lay_out, spot_of
from app.systems.company_scale.board.orders import (
    Aim,
    aim_of,
    asked_for,
    hex_orders,
    joined,
    moving_units,
    plan_move,
    tap_order,
    things_to_place,
)
from app.systems.company_scale.board.overlays import choice_wash, reach_hexes
from app.systems.company_scale.board.pointer import Sending
from app.systems.company_scale.board.routes import Reach, sentences
from app.systems.company_scale.board.scene import BoardScene
from app.systems.company_scale.board.sights import Sights
from app.systems.company_scale.board.stacks import COUNTER
from app.systems.company_scale.board.trails import Slides, arrows_of
from app.systems.company_scale.questions import question
from app.systems.company_scale.seen import view_of
from app.systems.company_scale.sides import AS_PRINTED, Armed
from app.systems.company_scale.verbs import PLACE_VERBS, SENT_VERBS, SHOTS
from rules.engine.command import Command
from rules.hexes.grid import hex_id, hex_name


class BoardController(Board):
    """Put a game on the board. `view` is the widget for the window; `sights` has the line and zone tools.

    `hex_hovered(str)`: "" when the pointer leaves. `hex_clicked(str)`. `selection_changed(tuple)` of unit ids.
    `aimed(str)`: which hex an order waits for, "" when none waits any longer.
    `on_stacks` is called with the number of counters in each hex and the boxes of the figures of a reach, so that names
    can keep clear of them.
    `refused` is "" when a refusal no longer holds.
    """

    hex_hovered = Signal(str)
    hex_clicked = Signal(str)
    selection_changed = Signal(tuple)
    aimed = Signal(str)

    def __init__(self, game: PlayedGame, parent: QObject | None = None) -> None:
        self.scene = BoardScene()
        super().__init__(game, self.scene, self.scene.words, parent)
        self.animated = QApplication.platformName() != "offscreen"
        self.position = Position()
        self.counter = COUNTER
        self.arms: Armed = AS_PRINTED
        self.selection: tuple[str, ...] = ()
        self.hexes: Collection[int] = frozenset()
        self.hovered: int | None = None
        self._offered: frozenset[int] = frozenset()
        self._spot = AskedHex()
        self._refusal = ""
        self.aim: Aim | None = None
        self._chit: object = None
        self.on_stacks: Callable[[dict[int, int], Sequence[QRectF]], None] | None = None
        self._reached: frozenset[int] = frozenset()
        self._held = 0
        self.slides = Slides(self.scene.counters, self)
        self.sights = Sights(self.scene, game, self)
        self.fans = Fans(self)
        self.drag_session = DragSession(self)
        self.sending = Sending(self, self.drag_session)
        self.legend = Legend(self.scene.overlays, self.view)
        self.scene.overlays.changed.connect(self.tell_stacks)
        self.hand = self.view.hand = BoardHand(self, self.drag_session, self.sending)

    def set_map(
        self, hexes: Collection[int], ground: Sequence[QGraphicsItem] = (), bounds: QRectF | None = None
    ) -> None:
        """Lay a map: its playable hexes and the items that draw it; show all of it. No hexes clear the board."""
        if not hexes:
            self.clear()
            return
        self.hexes = frozenset(hexes)
        if bounds is None:
            bounds = QRectF()
            for at in self.hexes:
                bounds = bounds.united(hex_rect(at))
        self.scene.set_ground(ground)
        self.scene.set_bounds(bounds)
        self.view.set_board(bounds)
        self.refresh()

    def clear(self) -> None:
        """Take off the map, the counters and all that is shown over them; let go of everything."""
        self.drag_session.forget()
        self.sights.stop()
        self.take_aim(None)
        self.deselect()
        self.say(QPointF(), "")
        self.position, self.hexes, self.on_stacks = Position(), frozenset(), None
        self.hovered, self._spot, self._chit = None, AskedHex(), None
        self.scene.sweep()
        self.scene.set_bounds(BARE)
        self.view.set_board(BARE)
        self.view.setBackgroundBrush(QBrush())

    def dispose(self) -> None:
        """Let go of the game for good; whoever shows the view puts it away."""
        self.clear()
        super().dispose()

    # --- keeping in step ----------------------------------------------------------------------------------------

    @contextmanager
    def together(self) -> Iterator[None]:
        """Settle overlays, and tell where counters and figures lie, once, after all that is shown meanwhile."""
        self._held += 1
        try:
            with self.scene.overlays.together():
                yield
        finally:
            self._held -= 1
            self.tell_stacks()

    def refresh(self) -> None:
        """Show the present position; counters that have moved slide to their new place."""
        with self.together():
            self._refresh()

    def _refresh(self) -> None:
        self.slides.finish()
        before = self.position.where
        self.position = Position.read(view_of(self.game), self.position)
        self._let_go()
        self.drag_session.position_changed()
        was = {name: piece.at for name, piece in self.scene.counters.pieces.items()}
        self.restyle()
        moved = {
            name: (was[name], self.scene.counters.pieces[name].at)
            for name, at in self.position.where.items()
            if name in was and before.get(name) != at
        }
        if self.animated and not self.drag_session.placing:
            self.slides.start(moved)
        self.take_aim(None)
        self.show_reach()
        self.sights.refresh()
        self._point_out()
        self.fans.offer_choice()

    def tell_stacks(self) -> None:
        """Tell `on_stacks` where counters and figures lie."""
        if self.on_stacks is not None and not self._held:
            self.on_stacks({at: len(stack) for at, stack in self.position.stacks.items()}, self.scene.figures.boxes())

    def _let_go(self) -> None:
        """Drop the words of an older position, the selection of an older chit, and units that are gone."""
        if self.drag_session.carried is None and not self.drag_session.placing:
            self.scene.words.hush()
        in_play = view_of(self.game).chit
        chit = in_play.id if in_play is not None else None
        self.selection = tuple(unit for unit in self.selection if unit in self.position.where and chit == self._chit)
        self._chit = chit

    def _point_out(self) -> None:
        """Point at what is asked about, and scroll to it when it is new."""
        spot = spot_of(self.game.decision, self.position)
        if spot.hex is not None and spot != self._spot and not self.drag_session.placing:
            self.view.reveal(center(spot.hex))
            if self.fans.hex != spot.hex:
                self.fans.fold()  # an open stack would hide what is asked about
        self.scene.reticle.show_hex(spot.hex if spot.ringed else None)
        self.sights.point_at(spot.start, spot.hex)
        self._spot = spot

    def restyle(self) -> None:
        """Lay the pieces out again with their states."""
        decision, carried = self.game.decision, self.drag_session.carried
        emphasis = Emphasis(
            self.selection or moving_units(decision),
            asked_for(decision),
            joined(decision),
            carried.units if carried is not None else (),
        )
        pieces, badges = lay_out(self.position, emphasis, self.counter)
        self.scene.counters.set_pieces(pieces)
        self.scene.counters.set_badges(badges)
        markers = view_of(self.game).markers
        self.scene.show_night(view_of(self.game).turn.night, markers)
        self.scene.effects.show_markers(markers)
        self.scene.works.show_markers(markers)
        self.scene.arrows.show_arrows(arrows_of(view_of(self.game), decision, self.position.where), self.arms)
        self.scene.chips.set_chips(chips_of(view_of(self.game), emphasis, self.game.names.side_name, self.arms))
        self.fans.refresh()

    def show_units(self) -> None:
        """Show which units are selected or carried, and where they can go."""
        with self.together():
            self.restyle()
            self.show_reach()

    def show_reach(self) -> None:
        """Shade where the carried, moving or selected units can go."""
        self.sending.forget()
        carried = self.drag_session.carried
        if carried is not None:
            reach = carried.reach
        else:
            units = () if self.aim is not None else moving_units(self.game.decision) or self.selection
            reach = plan_move(self.game, units).reach if units else Reach()
        if carried is not None:
            self.scene.reach.show_reach(reach_hexes(reach), carried.start, self.scene.sceneRect())
        else:
            start = next((self.position.where.get(unit) for unit in units), None)
            self.scene.reach.show_reach(reach_hexes(reach), start)
        reached = frozenset(at.hex for at in self.scene.reach.hexes)
        if reached != self._reached:
            self._reached = reached
            if reached:
                self.scene.overlays.focus("reach")
            self.tell_stacks()

    # --- hexes that mean an order --------------------------------------------------------------------------------

    def take_aim(self, aim: Aim | None) -> None:
        """Wait for the hex of an order (None stops waiting); the possible hexes are shown."""
        was, self.aim = self.aim, aim
        self.show_orders()
        if aim is not None or was is not None:
            self.aimed.emit(aim.words if aim is not None else "")
            self.show_reach()  # while an order waits for its hex, the reach would only distract

    def show_orders(self) -> None:
        """Show the hexes on which a click gives an order."""
        self.show_hexes(self.hex_orders())

    def show_hexes(self, hexes: Collection[int]) -> None:
        """Show hexes to choose from, or none."""
        if hexes and frozenset(hexes) != self._offered:
            self.scene.overlays.focus("choices")
        self._offered = frozenset(hexes)
        self.scene.choices.show_areas([(union_path(hexes), choice_wash(len(hexes)))] if hexes else [])

    def hex_orders(self) -> Mapping[int, Command]:
        """Return the order a click on each hex would give now."""
        if self.aim is not None:
            return self.aim.orders
        decision = self.game.decision
        orders = hex_orders(decision)
        if decision is not None and not question(decision.kind).own:
            return {at: order for at, order in orders.items() if self.position.side_in(at) != decision.seat}
        return orders

    def order_at(self, at: int, point: QPointF) -> bool:
        """Give the order of a hex, or say why it is refused there; return False if no order waits for a hex."""
        order = self.hex_orders().get(at)
        if order is not None:
            self.take_aim(None)
            self.game.submit(order)
            return True
        if self.aim is None:
            return False
        self.say(point, sentences(self.game.explain(self.aim.order(hex_name(at)))), "refused")
        return True

    def answer(self, thing: str | None) -> bool:
        """Answer with a unit, weapon or leader, or let its order wait for a hex; return whether it was an answer."""
        if not thing:
            return False
        order = tap_order(self.game.decision, thing)
        return self.game.submit(order) if order is not None else self._aim(thing)

    def _aim(self, thing: str) -> bool:
        decision = self.game.decision
        acting = decision is not None and question(decision.kind).acting
        for name in (*PLACE_VERBS, *SENT_VERBS, *(() if acting else SHOTS)):
            if thing in things_to_place(decision, (name,)):
                self.take_aim(aim_of(self.game, name, thing))
                return True
        return False

    # --- what the hands look at and select -----------------------------------------------------------------------

    def hex_at(self, point: QPointF) -> int | None:
        """Return the playable hex under a scene point; over the fan, the hex of its stack."""
        return self.fans.hex if self.scene.fan.covers(point) else hex_at(point, self.hexes or None)

    def look_at(self, at: int | None) -> None:
        """Show what a hex sees if that is switched on, and tell which hex is looked at."""
        self.sights.hover(at)
        self.hex_hovered.emit("" if at is None else hex_name(at))

    def clicked(self, at: int) -> None:
        """Tell that a hex was clicked."""
        self.hex_clicked.emit(hex_name(at))

    def hold(self, units: tuple[str, ...]) -> None:
        """Select units that have been taken up."""
        self.selection = units
        self.show_units()
        self.selection_changed.emit(units)

    def deselect(self) -> None:
        """Fold the fan and select nothing."""
        self.fans.fold()
        self.select(())

    # --- what the window asks for -------------------------------------------------------------------------------

    def select(self, units: Sequence[str]) -> None:
        """Select units and show where they can go."""
        chosen = tuple(unit for unit in units if unit in self.position.where)
        if chosen != self.selection:
            self.hold(chosen)

    def center(self, place: str) -> QPointF:
        """Return the middle of a hex."""
        return center(hex_id(place))

    def reveal(self, place: str) -> None:
        """Scroll to a hex and put the cursor on it."""
        self.view.reveal(self.center(place))
        self.scene.cursor.show_hex(hex_id(place))

    def reveal_unit(self, unit: str) -> None:
        """Scroll to a unit and select it."""
        if unit in self.position.where:
            self.view.reveal(center(self.position.where[unit]))
            self.select((unit,))

    def say(self, point: QPointF, words: str, tone: str = "plain") -> None:
        """Show words beside a scene point; "" takes them away."""
        said = words if tone == "refused" else ""
        if said or self._refusal:  # an old refusal must not stand beside what is possible now
            self._refusal = said
            self.refused.emit(said)
        if words:
            super().say(point, words, tone)
        else:
            self.bubble.hush()

    def describe(self, at: int, words: str = "") -> None:
        """Tell a screen reader a hex, its counters, and what they would do there."""
        labels = [self.position.units[u].label for u in reversed(self.position.stacks.get(at, []))]
        place = f"{hex_name(at)}: {', '.join(labels)}" if labels else hex_name(at)
        self.described.emit(f"{place}\n{words.replace(chr(10), ' ')}".strip())
