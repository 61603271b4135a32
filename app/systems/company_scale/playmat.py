"""The contents of the window while the Company Scale System is played: board, docks, pages of orders, menu entries."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPixmap

from app import theme
from app.actions import ActionSpec
from app.board.hexes import center
from app.board.painting import Painting
from app.motion.motions import length
from app.panels.drawn import Shown
from app.panels.orders_dock import OrdersPage, PageMaker
from app.play.passing import chosen, want
from app.play.seat import SeatLike
from app.services import TableServices
from app.system import Dock
from app.systems.board_table import BoardTable
from app.systems.company_scale.areas import AreasOnMap, KampfgruppePage
from app.systems.company_scale.board.board import BoardController
from app.systems.company_scale.board.ground.ground import Ground
from app.systems.company_scale.board.laying import lay_ground
from app.systems.company_scale.board.orders import Aim, aim_of
from app.systems.company_scale.board.stacks import COUNTERS
from app.systems.company_scale.displays import (
    ASK_REROLLS,
    REROLLS,
    BoardContents,
    OpenDisplays,
    Searching,
    SightTools,
    menu_actions,
    reroll_words,
    zone_words,
)
from app.systems.company_scale.motion import MovingBoard
from app.systems.company_scale.panels.activation import ActivationPage
from app.systems.company_scale.panels.assault import AssaultPage, ChoicesPage
from app.systems.company_scale.panels.chits import ChitLooks, draw_chit, thing_pixmap
from app.systems.company_scale.panels.cup import CupPanel, in_play, tray_height
from app.systems.company_scale.panels.displays import DisplaysPanel
from app.systems.company_scale.panels.divisions import DivisionsPanel
from app.systems.company_scale.panels.fire import FirePage
from app.systems.company_scale.panels.placing import DivisionPage, PlacePage, UnitsPage
from app.systems.company_scale.panels.spending import PurchasePage, RerollPage
from app.systems.company_scale.panels.stack import SightPanel, StackPanel
from app.systems.company_scale.panels.turns import TurnPanel, TurnStrip
from app.systems.company_scale.seen import view_of
from app.systems.company_scale.sides import SIDES, sides_in
from app.systems.company_scale.text.army import carrier_of, refusal_of
from app.systems.company_scale.text.hints import ending_warning, hint
from app.systems.company_scale.verbs import HEX_ORDERS, UNIT_VERBS
from app.text.entries import Entry
from rules.company_scale.records.view import ChitView
from rules.company_scale.scenario import Scenario

OPENING_ZOOM = 0.9
"""The zoom at which a game opens: counters can be read; the whole map is a key away."""
VICTORY = "Open the turn track and every line of the score over the map; close them."


PAGES_OF_ORDERS: Mapping[str, PageMaker] = {
    "activation": ActivationPage,
    "fire": FirePage,
    "purchase": PurchasePage,
    "choices": ChoicesPage,
    "assault": AssaultPage,
    "placing": PlacePage,
    "division": DivisionPage,
    "kampfgruppe": KampfgruppePage,
    "reroll": RerollPage,
}
"""What makes the page for each name used in questions."""


class CompanyScaleTable(BoardTable[BoardController]):
    """The board with everything around it, for the games of one window."""

    def __init__(self, services: TableServices) -> None:
        board = BoardController(services.game, services.window)
        self.contents = BoardContents(services.game, board)
        super().__init__(services, board, self.contents)
        board.counter = COUNTERS[services.settings.counters]
        self.ground: Ground | None = None
        self.turn, self.cup, self.divisions, self.strip = TurnPanel(), CupPanel(), DivisionsPanel(), TurnStrip()
        self.stack, self.sight, self.panel = StackPanel(), SightPanel(services.game.query), DisplaysPanel()
        self.orders = {name: partial(self._page, maker) for name, maker in PAGES_OF_ORDERS.items()}
        self.moving = MovingBoard(self.board)
        self.displays = OpenDisplays(services, self.board, self.panel)
        self.areas = AreasOnMap(services, self.board)
        self.searching = Searching(services.game, self.board, self.displays)
        self.tools = SightTools(services, self.board.sights, self.sight)
        self._pinned = ""
        self._course, self._chits = Shown(), Shown()
        self._connect()

    def _connect(self) -> None:
        board, services = self.board, self.services
        board.aimed.connect(services.prompt.show_hint)
        board.hex_hovered.connect(lambda name: self._show_hex(name or self._pinned or self.stack.hex))
        board.hex_clicked.connect(self._pin)
        board.selection_changed.connect(lambda _: services.prompt.show_words(""))
        self.turn.hex_asked.connect(self._go_to)
        self.sight.hex_asked.connect(self._go_to)
        self.sight.rule_asked.connect(services.show_rule)
        self.stack.rule_asked.connect(services.show_rule)
        for part in (self.divisions, self.cup):
            part.asked.connect(self.displays.open)
        self.tie(self.strip, "turn")

    def _page(self, maker: PageMaker) -> OrdersPage:
        page = maker()
        if isinstance(page, UnitsPage):
            self.board.selection_changed.connect(page.pick)
            page.picked.connect(self._pick)
            page.aimed.connect(self.aim)
            page.waiting.connect(self.wait_for_hex)
        return page

    @property
    def docks(self) -> Sequence[Dock]:
        """Turn and victory above the board, the Cup below it, the log beside it, orders and hex at the right."""
        return (
            Dock("strip", "Turn", "top", self.strip),
            self.log_dock,
            self.orders_dock,
            Dock("stack", "Stack", "right", self.stack, height=lambda high: round(high * 0.32)),
            Dock("sight", "Line of sight", "right", self.sight, behind="stack"),
            Dock("divisions", "Divisions", "right", self.divisions, behind="stack"),
            Dock("cup", "The Cup", "bottom", self.cup, height=tray_height),
            Dock("displays", "Division displays", "drawer", self.panel, keys="F9", handled=False),
            Dock("turn", "Turn and victory", "drawer", self.turn, keys="Ctrl+T", handled=False),
        )

    @property
    def actions(self) -> Sequence[tuple[ActionSpec, Callable[..., object]]]:
        """The menu entries of this system."""
        victory = ActionSpec("victory", "&Turn and victory", "&View", ("Ctrl+T",), VICTORY, "game", before="focus_log")
        menu = menu_actions(self.board, self.tools, self.displays, self._ask_rerolls)
        return (*menu, (victory, partial(self.services.docks.toggle, "turn")))

    # --- showing -------------------------------------------------------------------------------------------------

    def begin(self, seat: SeatLike) -> None:
        """Lay the map of another game; nothing of the last one stays."""
        super().begin(seat)
        self.board.clear()
        self.stack.show_nothing()
        self.tools.begin()
        self.ground = self.contents.drawn = lay_ground(self.board, seat.scenario)
        self._play_by(seat.scenario)
        self._pinned = ""
        unasked = chosen(self.services.settings, self.game.system_words, SIDES).values()
        self.services.tick(ASK_REROLLS, not any("reroll" in kinds for kinds in unasked))

    def _play_by(self, scenario: Scenario) -> None:
        """Call hours, sides and ground as the charts of a game do."""
        for part in (self.turn, self.strip):
            part.play_by(scenario.charts)
        self.stack.terrains = scenario.map.charts.names if scenario.map else {}
        for name, side in sides_in(scenario.charts.series).items():
            self.services.retitle(f"zones_{name}", *zone_words(side))
        self.services.retitle(ASK_REROLLS, reroll_words(scenario.charts.series), REROLLS)

    def show(self) -> None:
        """Show the present position everywhere."""
        self.board.animated = length(self.services.settings) > 0
        self.tools.refresh()
        if self.ground is not None:
            self.ground.set_night(view_of(self.game).turn.night)
        with self.board.together():
            self.board.refresh()
            self.displays.hand.abandon()
            self._show_panels()
        if self.ground is not None:
            self.open_once()

    def open_view(self) -> None:
        """Show the units of the side that decides first, large enough to read; a small map is shown whole."""
        view, side = self.board.view, self.game.decision.seat if self.game.decision is not None else ""
        super().open_view()
        if view.scale_now >= OPENING_ZOOM:
            return
        units = (unit for unit in view_of(self.game).units if unit.side == side or not side)
        where = self.board.position.where
        at = [center(where[unit.id]) for unit in units if unit.id in where]
        view.set_zoom(OPENING_ZOOM)
        view.centre_on_most(at)

    def _show_panels(self) -> None:
        view, looks = view_of(self.game), ChitLooks(view_of(self.game), self.board.arms)
        if self._course.is_new(view.turn, view.victory, view.weather, view.phase):
            self.turn.show_view(view)
            self.strip.show_view(view)
        if self._chits.is_new(view.cup, view.chit, view.phase, view.divisions, looks.found):
            self.cup.show_view(view, looks, self.game.names)
            self._show_chit(view.chit, looks)
        self.divisions.show_view(view)
        if self.stack.hex:
            self._show_hex(self.stack.hex)
        self.displays.refresh()
        self.areas.refresh()

    def _show_chit(self, chit: ChitView | None, looks: ChitLooks) -> None:
        """Let the chit in play rest in the prompt bar."""
        if not chit:
            self.services.prompt.show_piece(None)
            return
        look = looks.look(chit)
        told = in_play(chit, self.game.names)
        self.services.prompt.show_piece(lambda painter, box: draw_chit(painter, box, look), told, look)

    def hint(self) -> tuple[str, str]:
        """Return the chit and points with what to do, and the warning before an activation ends early."""
        game = self.game
        if game.decision is None:
            return "", ""
        return hint(view_of(game), game.decision), ending_warning(view_of(game), game.offered, game.names, game.query)

    def place_of(self, thing: str) -> str:
        """Return the hex of a hex, or of a piece on the map; else ""."""
        return self.searching.place(thing)

    def reveal(self, thing: str) -> None:
        """Bring a hex or a unit into view."""
        kind, _, name = thing.partition(":")
        if kind == "unit":
            self.board.reveal_unit(name)
        elif kind == "hex":
            self._go_to(name)

    def army(self) -> Sequence[Entry]:
        """Return every piece by side, division and formation."""
        return self.searching.army()

    def places(self) -> Sequence[Entry]:
        """Return victory hexes, named places and all hexes."""
        return self.searching.places()

    def find(self, thing: str) -> bool:
        """Centre and mark a hex or a piece; one in a box is shown on its display."""
        return self.searching.find(thing)

    def icon(self, thing: str, size: int) -> QPixmap | None:
        """Return the counter of a piece."""
        ratio = self.board.view.devicePixelRatioF()
        return thing_pixmap(view_of(self.game), thing.removeprefix("unit:"), size, ratio)

    def painting(self, size: QSize) -> Painting | None:
        """Return a picture of the board as it stands, as large as fits the size."""
        if self.ground is None:
            return None
        return Painting(self.board.scene, self.board.scene.sceneRect(), size, self.ground.background())

    def is_settled(self) -> bool:
        """Tell whether the map is drawn."""
        return self.ground is None or self.ground.is_settled()

    def restyle(self) -> None:
        """Take the colours of the present theme."""
        if self.ground is not None:
            self.ground.set_theme(theme.current())
            self.board.view.setBackgroundBrush(self.ground.background())
            self.board.counter = COUNTERS[self.services.settings.counters]
            self.board.refresh()
        self._show_panels()

    def _go_to(self, name: str) -> None:
        self.board.reveal(name)
        self._show_hex(name)

    def _pin(self, name: str) -> None:
        self._pinned = name
        self._show_hex(name)

    def _show_hex(self, name: str) -> None:
        if name:
            self.stack.show_hex(name, self.game.view, self.game.names, self.game.query)
        else:
            self.stack.show_nothing()

    def _pick(self, units: tuple[str, ...]) -> None:
        shown = tuple(carrier_of(view_of(self.game), unit) or unit for unit in units)
        if shown != self.board.selection:
            self.board.select(shown)
            if self.board.selection:
                self.board.reveal_unit(self.board.selection[0])

    # --- orders --------------------------------------------------------------------------------------------------

    def give(self, verb: str) -> bool:
        """Say why an order cannot be given to the units picked; the page of orders gives those that can.

        An order for a hex waits until it is chosen on the map.
        """
        if verb in HEX_ORDERS and verb in self.game.offered:
            return self.aim(verb, "")
        if verb in UNIT_VERBS or verb in HEX_ORDERS:
            self.services.prompt.show_refusal(refusal_of(verb, self.board.selection, self.game))
        return False

    def aim(self, verb: str, thing: str) -> bool:
        """Let an order wait for its hex on the map, or say why there is no such hex."""
        aim = aim_of(self.game, verb, thing)
        if aim is None:
            self.services.prompt.show_refusal(refusal_of(verb, (thing,) if thing else (), self.game))
            return False
        if thing in self.board.position.where:
            self.board.reveal_unit(thing)
        self.wait_for_hex(aim)
        return True

    def wait_for_hex(self, aim: Aim) -> None:
        """Let an order wait for its hex on the map, which takes the keyboard focus; bring one such hex into view."""
        if aim.thing and aim.thing not in self.board.position.where:
            self.board.view.reveal(center(next(iter(aim.orders))))
        self.board.take_aim(aim)
        self.board.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _ask_rerolls(self, asked: bool) -> None:
        want(self.services.settings, self.game.system_words, SIDES, "reroll", asked=asked)

    def back(self) -> bool:
        """Cancel what waits for a hex, take a step back, or clear the selection."""
        decision = self.game.decision
        if self.board.aim is not None:
            self.board.take_aim(None)
        elif decision is not None and decision.kind == "movement" and self.game.can_undo:
            self.game.undo()
        elif self.services.prompt.back():
            return True
        elif self.board.selection:
            self.board.select(())
        else:
            return False
        return True
