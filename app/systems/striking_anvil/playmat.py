"""The contents of the window while Striking the Anvil is played: map, panels, menu entries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtGui import QPixmap

from app.actions import ActionSpec
from app.board.zooming import view_actions
from app.play.seat import SeatLike, answered
from app.services import TableServices
from app.system import Dock
from app.systems.board_table import BoardTable
from app.systems.striking_anvil.hand.controller import BoardController
from app.systems.striking_anvil.hand.markers import BoardContents, MarkerDrag
from app.systems.striking_anvil.hand.overlays import ENTRIES
from app.systems.striking_anvil.motion import MovingBoard
from app.systems.striking_anvil.panels.combat import BombingPage, CombatPanel, FfiPage, PlacesPage, WayPage
from app.systems.striking_anvil.panels.docks import AreaPanel, ChartsPanel, ForcesPanel
from app.systems.striking_anvil.panels.orders import CompositionPage, PaymentPage
from app.systems.striking_anvil.panels.tracks import TurnPanel, TurnStrip
from app.systems.striking_anvil.seen import NOTHING, view_of
from app.systems.striking_anvil.text.facts import area_of, army, places
from app.systems.striking_anvil.text.tell import hint
from app.text.entries import Entry
from app.text.words import Event
from rules.striking_anvil.answers import AttackOdds
from rules.striking_anvil.events import EVENTS, CombatResult
from rules.striking_anvil.state import DUE

COMPOSED = ("activation", "counter_attack", "pursuit", "strike")
"""Questions that put an attack together."""
FIGHTS = ("counter_attack", "pursuit", "strike", "payment")
"""Questions during which the Combat panel stays in front."""
TO_THE_MAP = "Click a lit area on the map, or drag the marker there."


class AnvilTable(BoardTable[BoardController]):
    """The map with everything around it, for the games of one window."""

    def __init__(self, services: TableServices) -> None:
        board = BoardController(services.game, services.window)
        super().__init__(services, board, BoardContents(services.game, board))
        self.moving = MovingBoard(self.board)
        self.strip, self.turn = TurnStrip(), TurnPanel()
        self.area, self.combat, self.forces = AreaPanel(services.game.query), CombatPanel(), ForcesPanel()
        self.charts = ChartsPanel()
        self.composition, self.way, self.payment = CompositionPage(), WayPage(), PaymentPage()
        self.bombing, self.ffi, self.list = BombingPage(), FfiPage(), PlacesPage()
        self.markers = MarkerDrag(self.board)
        self.orders = {
            "choices": self.list,
            "composition": self.composition,
            "way": self.way,
            "payment": self.payment,
            "bombing": self.bombing,
            "ffi": self.ffi,
        }
        self._odds: AttackOdds | None = None
        self._die = 0
        self._connect()

    def _connect(self) -> None:
        board, services = self.board, self.services
        board.pointed.connect(self._look)
        board.aimed.connect(self._aim)
        board.paid.connect(self._pay)
        board.armed.connect(self._ask_again)
        self.bombing.taken.connect(self._take_marker)
        for handle in (*self.bombing.buttons.values(), self.ffi.handle):
            handle.carried.connect(partial(self.markers.carry, handle.marker))
            handle.dropped.connect(partial(self.markers.drop, handle.marker))
            handle.abandoned.connect(self.markers.put_back)
        self.ffi.handle.clicked.connect(lambda: services.prompt.show_words(TO_THE_MAP))
        for cited in (self.combat, self.area):
            cited.rule_asked.connect(services.show_rule)
        self.tie(self.strip, "turn")
        self.combat.charts_asked.connect(partial(services.docks.toggle, "charts"))
        for panel in (self.area, self.forces):
            panel.pointed.connect(self.reveal)

    @property
    def docks(self) -> Sequence[Dock]:
        """The strip, the log at the left; area, combat and forces in tabs above the orders at the right; the score."""
        return (
            Dock("strip", "Turn", "top", self.strip),
            self.log_dock,
            Dock("area", "Area", "right", self.area, height=lambda high: round(high * (0.52 if high > 850 else 0.44))),
            Dock("combat", "Combat", "right", self.combat, behind="area"),
            Dock("forces", "Forces", "right", self.forces, behind="area"),
            self.orders_dock,
            Dock("turn", "Turn and victory", "drawer", self.turn, keys="Ctrl+T", handled=False),
            Dock("charts", "Charts", "drawer", self.charts, keys="F9", handled=False),
        )

    @property
    def actions(self) -> Sequence[tuple[ActionSpec, Callable[..., object]]]:
        """The menu entries of this system."""
        board = self.board
        return (
            *view_actions(board.view),
            *_overlays(self.switch),
            (
                ActionSpec("victory", "&Turn and victory", "&View", ("Ctrl+T",), VICTORY, "game", before="focus_log"),
                partial(self.services.docks.toggle, "turn"),
            ),
            (
                ActionSpec("charts", "C&harts", "&View", ("F9",), CHARTS, "game", before="focus_log"),
                partial(self.services.docks.toggle, "charts"),
            ),
            (ActionSpec("next_unit", "Next area", "&Orders", (".",), NEXT, "asked", separated=True), board.next_place),
            (ActionSpec("lay_out", "Spread the stack", "&Orders", ("/",), LAY_OUT, "game"), board.lay_out),
            (ActionSpec("other_marker", "Other marker", "&Orders", (",",), OTHER, "verb:place"), self.bombing.other),
        )

    # --- showing -------------------------------------------------------------------------------------------------

    def begin(self, seat: SeatLike) -> None:
        """Lay the map of another game."""
        super().begin(seat)
        self._odds, self._die = None, 0
        self.board.lay(seat.scenario)
        self.area.show_nothing()
        self.charts.show_scenario(seat.scenario)

    def show(self) -> None:
        """Show the present position everywhere."""
        view = view_of(self.game)
        if view is NOTHING or self.scenario is None:
            return
        self.board.refresh()
        self.strip.show_view(view, self.scenario)
        self.turn.show_view(view, self.scenario)
        self.forces.show_view(view, self.game.names)
        self._look(self.area.place)
        self._show_combat()
        self.open_once()

    def _look(self, place: str) -> None:
        view = view_of(self.game)
        if place and view is not NOTHING:
            self.area.show_place(view, place, self.game.names.of(place))

    def _show_combat(self) -> None:
        """Show the attack that is put together, or the last one with its die until another activation begins."""
        decision = self.game.decision
        kind = decision.kind if decision is not None else ""
        if kind in COMPOSED:
            self._odds, self._die = self._odds_now() if self._is_fight(kind) else None, 0
        elif kind == "payment":
            self._odds = self._fought(self._odds_now())
        comes = self.game.query("coming") if kind == "counter_attack" else None
        self.combat.show_coming(answered(AttackOdds, comes))
        if self._odds is None:
            self.combat.show_nothing()
        else:
            self.combat.show_odds(self._odds, self.game.names, self._die)
        if kind in FIGHTS or (kind == "activation" and self._odds is not None):
            self.services.docks.bring("combat")

    def _odds_now(self, **attack: Any) -> AttackOdds | None:
        """Return the sums of an attack, those of the one that is put together by default."""
        return answered(AttackOdds, self.game.query("odds", **attack))

    def _fought(self, odds: AttackOdds | None) -> AttackOdds | None:
        """Return the attack whose hits are paid: as it was shown before the roll, or as it stands where it was not."""
        shown = self._odds
        if shown is None or odds is None:
            return odds
        same = (shown.kind, shown.side, shown.area) == (odds.kind, odds.side, odds.area)
        return shown if same else odds

    def _is_fight(self, kind: str) -> bool:
        """Tell whether there is an attack to show: in an activation, one on enemies in the own area."""
        return kind != "activation" or "attack" in self.game.offered

    def _aim(self, units: Sequence[str], place: str, by: str) -> None:
        """Show the mobile combat that units could make in a place."""
        area = area_of(view_of(self.game), place)
        decision = self.game.decision
        if area is None or decision is None:
            return
        enemy = "german" if decision.seat == "allied" else "allied"
        holds = enemy == "german" and area.fort is not None and area.fort.level > 0
        if not area.stacks[enemy].units and not holds:
            return
        odds = self._odds_now(units=tuple(units), target=place, by=by)
        if odds is not None:
            self.combat.show_odds(odds, self.game.names)
            self.services.docks.bring("combat")

    def switch(self, name: str, on: bool) -> None:
        """Show an overlay in place of any other, or none."""
        if on:
            for other, *_ in ENTRIES:
                if other != name:
                    self.services.tick(f"overlay_{other}", False)
        self.board.show_overlay(name if on else "")
        self.services.status(self.board.sentence if on else "", 0)

    def hint(self) -> tuple[str, str]:
        """Return what to do, and a warning before a pass."""
        return hint(view_of(self.game), self.game.decision, self.game.words, mobile=self.board.mobile)

    def _ask_again(self) -> None:
        self.services.prompt.show_hint(self.hint()[0])

    # --- finding -------------------------------------------------------------------------------------------------

    def place_of(self, thing: str) -> str:
        """Return the place of an area, box or bridge, of a unit or where it will arrive; else ""."""
        kind, _, name = thing.partition(":")
        view = view_of(self.game)
        if kind == "unit":
            unit = view.units.get(name)
            due = (row.to for row in view.arrivals if name in row.units)
            name = "" if unit is None else next(due, "") if unit.at == DUE else unit.at
        elif any(site.border == name for site in view.bridges):
            name = name.partition("-")[0]
        sheet = self.board.scene.sheet
        return name if sheet is not None and name in sheet.places else ""

    def army(self) -> Sequence[Entry]:
        """Return the units of both sides by division."""
        return army(view_of(self.game), self.game.names)

    def places(self) -> Sequence[Entry]:
        """Return areas and boxes."""
        return places(view_of(self.game))

    def icon(self, thing: str, size: int) -> QPixmap | None:
        """Return the counter of a unit."""
        unit = thing.removeprefix("unit:")
        if unit not in self.board.scene.stacks.looks:
            return None
        return self.board.icon(unit, size, self.board.view.devicePixelRatioF())

    def is_settled(self) -> bool:
        """Tell whether the ground is drawn."""
        return self.board.scene.is_settled

    def restyle(self) -> None:
        """Take the colours of the present theme."""
        self.board.restyle()
        self.show()

    # --- what happened -------------------------------------------------------------------------------------------

    def happened(self, events: Sequence[Event]) -> None:
        fought = [event for event in map(EVENTS.read, events) if isinstance(event, CombatResult)]
        if fought:
            self._die = fought[-1].die
            self.charts.show_result(fought[-1].column, fought[-1].row)
            self._show_combat()
            self.services.docks.bring("combat")

    def forget(self) -> None:
        """Forget the last combat: the game is at another position."""
        self._odds, self._die = None, 0
        self._show_combat()

    # --- orders --------------------------------------------------------------------------------------------------

    def _pay(self, unit: str) -> None:
        self.payment.pay_with(unit)

    def _take_marker(self, marker: str) -> None:
        self.board.marker = marker

    def give(self, verb: str) -> bool:
        """Give an order that the list and the prompt do not: arm mobile combat for the next area."""
        if verb == "mobile" and verb in self.game.offered:
            self.board.arm(not self.board.mobile)
            return True
        return False

    def back(self) -> bool:
        """Fold a stack that is laid out, or go back to a plain move."""
        return self.board.back()


# --- The menu entries ----------------------------------------------------------------------------------------------

BEFORE = "focus_orders"


def _overlays(switch: Callable[[str, bool], None]) -> Sequence[tuple[ActionSpec, Callable[..., object]]]:
    return [
        (
            ActionSpec(
                f"overlay_{name}", title, "&View", (key,), tip, "game", True, submenu="", separated=not n, before=BEFORE
            ),
            partial(switch, name),
        )
        for n, (name, title, key, tip) in enumerate(ENTRIES)
    ]


VICTORY = "Show or hide the turn track, fortresses and full score."
CHARTS = "Show or hide combat results, ground, rivers, bombing and fortress levels."
NEXT = "Go to the next area that can act or answers the question."
LAY_OUT = "Spread the next stack in the area under the cursor, or stack it again."
OTHER = "Switch to the other bombing marker."
