"""The board of a game: keeps the scene in step with the view; pointer and keys become orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QGraphicsScene

from app.board.controller import BoardBase
from app.board.legend import Legend, Overlay, Overlays
from app.board.overview import Overview
from app.board.painted import Bubble
from app.board.painting import Painting
from app.board.view import WALKING
from app.board.washes import AreaItem, Wash
from app.play.seat import PlayedGame, answered
from app.systems.command_cards.art import palette as palettes
from app.systems.command_cards.art.counters import Look
from app.systems.command_cards.board.dice_layer import MUST, DiceLayer
from app.systems.command_cards.board.geometry import FOOT, beside, center, hex_at, hex_path, is_turned, turn, whole
from app.systems.command_cards.board.ground import GroundLayer
from app.systems.command_cards.board.layers import (
    FrontLayer,
    MarksLayer,
    NamesLayer,
    SectionsLayer,
    StandsLayer,
    TargetsLayer,
    UnitItem,
    stands,
)
from app.systems.command_cards.board.plans import (
    ClickPlan,
    Marks,
    described,
    lit_sections,
    marks,
    nearest,
    on_stand,
    plan,
    sight,
    unit_at,
    why_idle,
)
from app.systems.command_cards.seen import NOTHING, laid_out, view_of
from app.systems.command_cards.text.fall import Fall
from rules.command_cards.charts import UnitType, house_charts
from rules.command_cards.queries import BattleOdds
from rules.command_cards.state import Scenario
from rules.command_cards.view import View

CARRIED = 50.0
"""The height at which a counter is carried over the others."""


class BoardScene(QGraphicsScene):
    """The layers of the board, from the ground up."""

    def __init__(self) -> None:
        super().__init__()
        self.ground, self.sections, self.marks = GroundLayer(), SectionsLayer(), MarksLayer()
        self.front, self.targets, self.stands, self.dice = FrontLayer(), TargetsLayer(), StandsLayer(), DiceLayer()
        self.names = NamesLayer()
        self.hovered, self.cursor, self.sight, self.bubble = AreaItem(), AreaItem(), AreaItem(), Bubble()
        for height, item in (
            (0, self.ground),
            (1, self.sections),
            (2, self.marks),
            (20, self.front),
            (21, self.targets),
            (21, self.stands),
            (22, self.names),
            (22, self.hovered),
            (23, self.cursor),
            (24, self.sight),
            (30, self.dice),
            (60, self.bubble),
        ):
            item.setZValue(height)
            self.addItem(item)

    def set_in_motion(self, moving: bool) -> None:
        """Paint the ground anew when a zoom rests."""
        self.ground.moving = moving
        if not moving:
            self.ground.update()


class BoardController(BoardBase):
    """Put a game on the board.

    `aimed` tells the unit, "" for a strike, its target and the hex it would battle from; `card_key` is the number of a
    card that was pressed; `board_turned` tells that the board is seen from another edge, `stand_asked` that a medal
    stand was clicked.
    """

    first = "E7"
    place_at, center, beside = staticmethod(hex_at), staticmethod(center), staticmethod(beside)
    aimed = Signal(str, str, str)
    card_key = Signal(int)
    board_turned = Signal()
    stand_asked = Signal()

    def __init__(self, game: PlayedGame, parent: QObject | None = None) -> None:
        self.scene = BoardScene()
        super().__init__(game, self.scene, self.scene.bubble, parent)
        self.view.margin = 3
        self.view.zoomed.connect(lambda _: self._keep_foot_free())
        self.overlays = Overlays(self)
        self.overlays.add(Overlay("reach", self.scene.marks))
        self.legend = Legend(self.overlays, self.view)
        self.units: dict[str, UnitItem] = {}
        self.kinds: Mapping[str, UnitType] = {}
        self.charts = house_charts()
        self.picked = ""
        self.marks = Marks()
        self._held: UnitItem | None = None
        self._idle = ""

    def lay(self, scenario: Scenario) -> None:
        """Lay the map of a game."""
        self.charts = self.scene.stands.charts = scenario.charts
        self.kinds = {name: scenario.charts.units[unit.kind] for name, unit in scenario.units.items()}
        self.scene.ground.lay(scenario.map)
        self.scene.names.map = scenario.map
        self.scene.names.update()
        self.scene.marks.show_exits(scenario.exits)
        self.scene.dice.show_falls((), {})
        self.picked = ""
        self.view.setBackgroundBrush(QColor(palettes.current().table))
        self.view.set_board(whole())

    def restyle(self) -> None:
        """Take the colours of the present theme."""
        self.scene.ground.restyle()
        self.view.setBackgroundBrush(QColor(palettes.current().table))
        self.scene.update()

    def _keep_foot_free(self) -> None:
        """Keep words about the board off the lower stand while all of it is in view."""
        stand = self.view.mapFromScene(stands()[1].topLeft()).y()
        free = self.view.height() - stand + 2
        self.view.setProperty("foot", free if self.view.fitted and 0 < free < self.view.height() // 3 else 0)
        self.legend.follow()

    def turn(self, turned: bool) -> None:
        """See the board from the top edge, or from the bottom edge again."""
        if turned == is_turned():
            return
        turn(turned)
        self.scene.ground.restyle()
        self.scene.dice.show_falls((), {})
        self.refresh()
        self.scene.update()
        for overview in self.view.findChildren(Overview):
            overview.redraw()
        self.board_turned.emit()

    def dispose(self) -> None:
        """Let go of the game, and see other boards from the bottom edge again."""
        self.turn(False)
        super().dispose()

    # --- showing -------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the present position."""
        view, decision = view_of(self.game), self.game.decision
        if view is NOTHING:
            return
        self.marks = marks(self.game, self.picked)
        if self.picked not in view.units or (decision and decision.kind not in ("moving", "battling")):
            self.picked = ""
        self._show_units(view)
        scene = self.scene
        scene.ground.change(view.terrain)
        scene.stands.show_sides(view.sides, view.turn)
        scene.front.show_obstacles(view.obstacles)
        # once a card is played sections mean nothing more
        scene.sections.light(view.sides[view.turn].edge, lit_sections(laid_out(view), self.charts))
        scene.marks.show_marks(view, self.marks, self.picked)
        scene.targets.show_marks(view, self.marks)
        self.show_falls(scene.dice.falls)
        self.described.emit(self.words_at(self.hovered, None))

    def _show_units(self, view: View) -> None:
        staged = view.staged
        named = {*staged.units, staged.restored} if staged is not None else set()
        for name in [name for name in self.units if name not in view.units]:
            self.scene.removeItem(self.units.pop(name))
        for name, unit in view.units.items():
            look = Look.of(unit, self.charts, ordered=unit.ordered or name in named)
            if name not in self.units:
                self.units[name] = item = UnitItem(look)
                self.scene.addItem(item)
            item = self.units[name]
            item.show_look(look)
            item.setZValue(10)
            if item is not self._held:
                item.setPos(center(unit.hex) + FOOT)

    def pick(self, unit: str) -> None:
        """Pick a unit up, or let go with ""."""
        self.picked = unit
        self.refresh()

    def painting(self, size: QSize) -> Painting:
        """Return a painting of the board as it stands, as large as fits."""
        return Painting(self.scene, self.scene.ground.boundingRect(), size, palettes.current().table)

    def show_falls(self, falls: Sequence[Fall]) -> None:
        """Show the dice of the last battle where they hide no hex that matters now."""
        now, units = self.marks, view_of(self.game).units
        costs = {unit.hex: 15.0 for unit in units.values()}
        named = (*now.movers, *now.targets, now.asked)
        must = [*now.answers, *now.reach, *(units[name].hex for name in named if name in units)]
        self.scene.dice.show_falls(falls, {**costs, **dict.fromkeys(must, MUST)})

    # --- the hand ------------------------------------------------------------------------------------------------

    def lift(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> bool:
        """Pick up a unit that may move or battle."""
        decision, unit = self.game.decision, unit_at(view_of(self.game), hex_at(point))
        if decision is None or not unit or view_of(self.game).units[unit].seat != decision.seat:
            return False
        if unit in self.marks.movers:
            self.pick(unit)
        elif unit != self.marks.asked or not self.marks.answers:
            self._idle = unit
            self.carry(point)
            return True
        self._held = self.units[unit]
        self._held.setZValue(CARRIED)
        self.carry(point)
        return True

    def carry(self, point: QPointF) -> None:
        """Move what is carried, and say what a drop would do."""
        if self._held is not None:
            self._held.setPos(point)
        self.hover(point)
        self._warn(point)

    def _warn(self, point: QPointF) -> None:
        place = hex_at(point)
        if self._idle:
            self.say(point, why_idle(self.game, self._idle, place), "refused")
            return
        home = self._home
        found = plan(self.game, self.picked, place) if place and place != home else ClickPlan()
        self.promise(point, found.why, self._promise(place) if found.orders and not found.why else "")

    @property
    def _home(self) -> str | None:
        """Return the hex of the unit picked up."""
        unit = view_of(self.game).units.get(self.picked)
        return unit.hex if unit is not None else None

    def _promise(self, place: str) -> str:
        if place in self.marks.reach:
            battle, dice = self.marks.reach[place]
            shots = f"; best battle from there: {dice} dice" if dice > 1 else "; 1 die from there" if dice else ""
            return f"{place}: can still battle{shots}" if battle else f"{place}: move only, no battle this turn"
        if place in self.marks.answers:
            return f"{self.marks.word.capitalize()} {place}"
        unit = unit_at(view_of(self.game), place)
        found = answered(BattleOdds, self.game.query("odds", unit=self.picked, target=unit)) if unit else None
        return f"{found.dice} dice" if found and found.dice != 1 else "1 die"

    def drop(self, point: QPointF) -> None:
        """Put what is carried down: an order if the hex answers to one."""
        home = self._home
        idle, self._idle = self._idle, ""
        self._let_go()
        if idle:
            self.refuse(point, why_idle(self.game, idle, hex_at(point)))
        elif (place := hex_at(point)) and place != home:
            self.click(place, point)
        self.refresh()

    def abandon(self) -> None:
        """Put what is carried back."""
        self._idle = ""
        self._let_go()
        self.refresh()

    def _let_go(self) -> None:
        self._held = None
        self.bubble.hush()

    def tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Answer, name a unit, or pick it up; a click on a medal stand asks for it."""
        super().tap(point, modifiers)
        if not hex_at(point) and self.scene.stands.at(point):
            self.stand_asked.emit()

    def double_tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """On free ground of a section that a card orders: order the nearest units there, as many as fit."""
        place = hex_at(point)
        if place and not unit_at(view_of(self.game), place):
            self.give(nearest(self.game, place, self.charts))

    def click(self, place: str, point: QPointF) -> None:
        """Answer, name a unit or pick it up; say why not."""
        found = plan(self.game, self.picked, place)
        if found.why:
            self.refuse(point, found.why)
        elif found.picked:
            self.pick(found.picked)
        elif found.orders:
            self.give(found.orders)
        elif self.picked:
            self.pick("")

    def words_at(self, place: str, point: QPointF | None) -> str:
        """Return what a hex or a medal stand holds."""
        view = view_of(self.game)
        if place or point is None:
            return described(view, self.scene.ground.map, place, self.charts) if place else ""
        return on_stand(view, self.scene.stands.at(point), self.charts)

    def show_hovered(self, place: str, point: QPointF | None) -> None:
        """Frame the hex under the pointer, and say what the unit picked up could do there."""
        edge = Wash(edge=QColor("#ffffff"), edge_width=1.6, halo=QColor(40, 30, 10, 150))
        self.scene.hovered.show_areas([(hex_path(place, 0.95), edge)] if place else [])
        self._aim(place)
        if self._held is None:
            self._explain(point, place)

    def _explain(self, point: QPointF | None, place: str) -> None:
        """Say beside the pointer why the unit picked up cannot go or battle there, or what it could do."""
        if point is not None and place and self.picked:
            self._warn(point)
        else:
            self.bubble.hush()

    def _aim(self, place: str) -> None:
        unit = unit_at(view_of(self.game), place)
        attacker = self.picked or self.marks.asked
        if unit and (unit in self.marks.chosen or (unit in self.marks.targets and (attacker or self._strikes))):
            self.aimed.emit(attacker, unit, "")
        self.scene.sight.show_areas(sight(self.game, attacker, unit, self.charts))

    @property
    def _strikes(self) -> bool:
        """Tell whether the targets of a strike are being chosen."""
        decision = self.game.decision
        return decision is not None and decision.kind == "staging"

    def menu(self, point: QPointF, where: QPoint) -> None:
        """Let go of the unit picked up: everything else is a click away."""
        self.pick("")

    def wants_key(self, event: QKeyEvent) -> bool:
        """Keep the numbers of cards from the window too."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        return super().wants_key(event) or (plain and Qt.Key.Key_1 <= event.key() <= Qt.Key.Key_9)

    def key(self, event: QKeyEvent) -> bool:
        """Move the cursor, click there, walk the units, or choose a card by its number."""
        if event.key() in WALKING:
            return self.next_unit(-1 if event.key() == Qt.Key.Key_Backtab else 1, around=False)
        if not super().key(event):
            return False
        if Qt.Key.Key_1 <= event.key() <= Qt.Key.Key_9:
            self.card_key.emit(event.key() - Qt.Key.Key_1)
        return True

    def show_cursor(self, place: str) -> None:
        """Frame the cursor's hex, and aim at what stands there."""
        cursor = Wash(edge=QColor("#ffd54a"), edge_width=3.2, style=Qt.PenStyle.DashLine, halo=QColor("#1d1604"))
        self.scene.cursor.show_areas([(hex_path(place, 0.95), cursor)])
        self._aim(place)

    def next_unit(self, step: int = 1, *, around: bool = True) -> bool:
        """Go to the next unit that may act or answer and pick it up if it can be; return whether there was one.

        `step` is -1 for the one before; past the last it goes on with the first if `around`.
        """
        units = view_of(self.game).units
        offered = [c.text("unit") for verb in ("order", "release", "aim", "restore") for c in self.game.offers(verb)]
        able = [name for name in (*self.marks.movers, *offered) if name in units]
        here = unit_at(view_of(self.game), self.at)
        place = able.index(here) + step if here in able else 0 if step > 0 else len(able) - 1
        if not able or not (around or 0 <= place < len(able)):
            return False
        unit = able[place % len(able)]
        self.go(units[unit].hex)
        if unit in self.marks.movers:
            self.pick(unit)
        return True
