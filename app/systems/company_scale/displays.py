"""What the window shows besides the board: menu entries, sight tools, search, overview, division displays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from app.actions import ActionSpec
from app.board.hexes import center
from app.board.view import Dot, Enlarged
from app.board.zooming import view_actions
from app.play.controller import GameController
from app.play.seat import answered
from app.services import TableServices
from app.sides import Side
from app.systems.company_scale.board.board import BoardController
from app.systems.company_scale.board.ground.ground import Ground
from app.systems.company_scale.board.sights import Sights
from app.systems.company_scale.panels.chits import thing_pixmap, unit_pixmap
from app.systems.company_scale.panels.display_hand import DisplayHand
from app.systems.company_scale.panels.displays import DisplaysPanel
from app.systems.company_scale.panels.stack import SightPanel
from app.systems.company_scale.seen import view_of
from app.systems.company_scale.sides import SIDES
from app.systems.company_scale.text.army import Army, arrivals, fire_words, now_words, places, unit_lines
from app.text.entries import Entry
from app.text.parts import literal
from rules.company_scale.records.answers import HexNow, Sight
from rules.company_scale.records.view import LeaderView, PieceView, UnitView, WeaponView
from rules.company_scale.series import Series, printed_series, rerolls_of
from rules.engine.english import signed
from rules.hexes.grid import hex_id, hex_name

# --- What lies on the board for overview and loupe -----------------------------------------------------------------


class BoardContents:
    """Tell what lies on one board; `drawn` is the ground under it."""

    def __init__(self, game: GameController, board: BoardController) -> None:
        self.game, self.board = game, board
        self.drawn: Ground | None = None

    def ground(self, size: QSize) -> QImage:
        """Return the map without counters and names."""
        image = QImage(size, QImage.Format.Format_RGB32)
        image.fill(QColor("#000000"))
        if self.drawn is not None:
            painter = QPainter(image)
            self.drawn.paint_small(painter, QRectF(image.rect()))
            painter.end()
        return image

    def dots(self) -> Sequence[Dot]:
        """Return every hex with units, in the colour of their side."""
        held = {unit.hex: unit.side for unit in view_of(self.game).units if unit.hex}
        return [
            Dot(center(hex_id(at)), QColor(self.game.side(side).colour), side == "allied") for at, side in held.items()
        ]

    def bare(self, on: bool) -> None:
        """Hide counters, tokens, markers and the open fan, or show them again."""
        scene = self.board.scene
        for item in (scene.counters, scene.chips, scene.fan, scene.works, scene.arrows):
            item.setOpacity(0.0 if on else 1.0)

    def enlarged(self, point: QPointF, size: int) -> Sequence[Enlarged]:
        """Return the units of a hex, the uppermost first, then support weapons and leaders."""
        at = self.board.hex_at(point)
        if at is None:
            return ()
        name, game, ratio = hex_name(at), self.game, self.board.view.devicePixelRatioF()
        answer = answered(HexNow, game.query("stack", hex=name))
        found = []
        for unit in reversed(self.board.position.stacks.get(at, [])):
            raw = self.board.position.units[unit]
            now = now_words(answer.unit(unit) if answer is not None else None)
            lines = [*unit_lines(raw, game.names), *([f"Now: {now}"] if now else [])]
            found.append(Enlarged(unit_pixmap(raw, size, ratio), raw.name, lines))
        view = view_of(game)
        for token in (each for each in view.tokens if each.hex == name):
            picture = thing_pixmap(view, token.id, size, ratio)
            if picture is not None:
                found.append(Enlarged(picture, token.name, [_token_words(token)]))
        return found


def _token_words(token: WeaponView | LeaderView) -> str:
    if isinstance(token, WeaponView):
        return fire_words(token.fire)
    return f"Fire {signed(token.fire)}, troop quality {signed(token.troop_quality)}"


# --- The menu entries of the Company Scale System ------------------------------------------------------------------

Row = tuple[ActionSpec, Callable[..., object]]
BEFORE = "focus_orders"


def menu_actions(
    board: BoardController, tools: SightTools, displays: OpenDisplays, ask_rerolls: Callable[[bool], None]
) -> list[Row]:
    """Return the entries with their functions."""
    return [
        *view_actions(board.view),
        (_sight("sight_hover", "Line of &sight from the pointer", "V", HOVER, True), board.sights.set_hovering),
        (_sight("sight_line", "Line of sight &between two hexes", "I", "Click two hexes."), tools.set_lining),
        *_zone_rows(tools),
        (
            ActionSpec(
                "displays", "&Division displays", "&View", ("F9", "Ctrl+Shift+D"), DISPLAYS, "game", before="focus_log"
            ),
            displays.toggle,
        ),
        (ActionSpec("next_unit", "Next unit", "&Orders", (".",), NEXT, "asked", separated=True), board.hand.next_unit),
        (
            ActionSpec(
                ASK_REROLLS, reroll_words(printed_series()), "&Orders", ("Ctrl+B",), REROLLS, "game", checkable=True
            ),
            ask_rerolls,
        ),
    ]


HOVER = "Shade what the hex under the pointer sees."
ZONES = {"german": "Z", "allied": "Shift+Z"}
"""The key that shows the fire zones of each side."""


def zone_words(side: Side) -> tuple[str, str]:
    """Return title and tip of the entry for the fire zones of a side."""
    return f"Fire zones, &{literal(side.name)}", f"Hatch what {side.name} units can fire at."


def reroll_words(series: Series) -> str:
    """Return the title of the entry for re-rolls."""
    return f"Ask about &{literal(rerolls_of(series))}"


DISPLAYS = "Show or hide the division displays."
ASK_REROLLS = "ask_rerolls"
REROLLS = "Ask each side whether to reroll a die when a reroll might help."
NEXT = "Select the next unit that can act."


def _sight(name: str, title: str, key: str, tip: str, separated: bool = False) -> ActionSpec:
    return ActionSpec(name, title, "&View", (key,), tip, "game", checkable=True, separated=separated, before=BEFORE)


def _zone_rows(tools: SightTools) -> Iterator[Row]:
    for side, key in ZONES.items():
        title, tip = zone_words(SIDES[side])  # of the printed game; another one has its own
        yield _sight(f"zones_{side}", title, key, tip), _zone(tools, side)


def _zone(tools: SightTools, side: str) -> Callable[[bool], None]:
    return lambda on: tools.set_zone(side, on)


# --- The sight tools in the window: their menu entries, the Line of sight dock, the words in the status line -------

TWO_HEXES = "Click the two hexes between which you want to look."


class SightTools:
    """Connect the menu and the dock with the board's sight tools, and keep them in step."""

    def __init__(self, services: TableServices, sights: Sights, panel: SightPanel) -> None:
        self.services, self.sights, self.panel = services, sights, panel
        self._says_two_hexes = False
        self._in_front = -1
        sights.modes_changed.connect(self.follow_modes)
        sights.line_changed.connect(self._line_changed)
        panel.line_asked.connect(self.draw_line)

    def follow_modes(self) -> None:
        """Tick in the menu what the tools are doing; clear the words of tools that have stopped."""
        if not self.sights.lining:
            self._hush()
            self._let_stack_follow()
        for name, on in (
            ("sight_hover", self.sights.hovering),
            ("sight_line", self.sights.lining),
            ("zones_german", self.sights.zone == "german"),
            ("zones_allied", self.sights.zone == "allied"),
        ):
            self.services.tick(name, on)

    def draw_line(self, start: str, end: str) -> None:
        """Draw a line of sight on the board, as asked for in the dock."""
        self.sights.set_lining(True, hex_id(start))
        self.sights.tap(hex_id(end))

    def set_lining(self, on: bool) -> None:
        """Start or stop measuring a line of sight."""
        self.sights.set_lining(on)
        if on:
            self.services.docks.bring("sight")
            self._in_front = self._seq()
            self.services.docks.make_room("sight", above="orders")
            self.services.status(TWO_HEXES, 0)
            self._says_two_hexes = True

    def set_zone(self, side: str, on: bool) -> None:
        """Show or hide the fire zones of a side."""
        if on:
            self.sights.set_zone(side)
        elif self.sights.zone == side:
            self.sights.set_zone("")

    def begin(self) -> None:
        """Forget the line of another game."""
        self.panel.show_nothing()
        self._let_stack_follow()

    def refresh(self) -> None:
        """Let the stack follow the pointer again once the game has gone on."""
        if self.sights.ends[1] is not None and self._in_front not in (-1, self._seq()):
            self._let_stack_follow()

    def _let_stack_follow(self) -> None:
        """Bring the stack back in front of the line that was measured."""
        if self._in_front >= 0:
            self._in_front = -1
            self.services.docks.bring("stack", unfold=False)

    def _seq(self) -> int:
        seat = self.services.game.seat
        return seat.seq if seat is not None else 0

    def _hush(self) -> None:
        if self._says_two_hexes:
            self._says_two_hexes = False
            self.services.status("", 0)

    def _line_changed(self, answer: Sight | None) -> None:
        start, end = self.sights.ends
        if end is not None:
            self._hush()
        if answer is not None and start is not None and end is not None:
            self.panel.show_line(hex_name(start), hex_name(end))
            self.services.did("line", hex_name(start), hex_name(end))


# --- What can be looked for in a game of the Company Scale System, and where it is shown ---------------------------


class Searching:
    """List the pieces and places of the game on the board, and show those that were looked for."""

    def __init__(self, game: GameController, board: BoardController, displays: OpenDisplays) -> None:
        self.game, self.board, self.displays = game, board, displays

    @property
    def _scenario(self) -> Any:
        return getattr(self.game.seat, "scenario", None)

    def army(self) -> Sequence[Entry]:
        """Return the sides with their divisions, formations and pieces."""
        if self.game.view and hasattr(self._scenario, "map"):
            return Army(view_of(self.game), self._scenario, self.game.names).sides()
        return ()

    def places(self) -> Sequence[Entry]:
        """Return victory hexes, named places and all hexes."""
        return places(self._scenario) if hasattr(self._scenario, "map") else ()

    def find(self, thing: str) -> bool:
        """Show a hex, a piece, or where it will arrive; return whether there is anything to show."""
        kind, _, name = thing.partition(":")
        piece = self._piece(name) if kind == "unit" else None
        at = (piece.hex or self._arriving(piece) if piece is not None else "") if kind == "unit" else name
        if at:
            carrier = piece.carried_by if isinstance(piece, UnitView) else None
            self._show(at, carrier or (piece.id if piece is not None else ""))
            return True
        return piece is not None and self._open_display(name)

    def place(self, thing: str) -> str:
        """Return the hex of a hex or piece, or "" if it is not on the map."""
        kind, _, name = thing.partition(":")
        piece = self._piece(name)
        return name if kind == "hex" else (piece.hex if piece is not None else None) or ""

    def _show(self, at: str, unit: str) -> None:
        board = self.board
        board.reveal(at)
        board.clicked(hex_id(at))
        if unit in board.position.where:
            board.select((unit,))
        board.view.show_found(center(hex_id(at)))

    def _arriving(self, piece: PieceView) -> str:
        """Return the hex in which a piece will arrive, or "" (18.0)."""
        due = arrivals(self._scenario).get(piece.id) if piece.place == "reserve" else None
        return due.hex if due is not None else ""

    def _piece(self, name: str) -> PieceView | None:
        return next((piece for piece in view_of(self.game).pieces if piece.id == name), None)

    def _open_display(self, name: str) -> bool:
        for display in view_of(self.game).displays:
            if any(name in box for box in display.boxes.pieces):
                self.displays.open(display.id)
                return True
        return False


# --- The division displays in the window: their dock, the drags between boxes and map, the key that opens them -----

KEY = "displays"


class OpenDisplays:
    """Keep the displays of one window in step with its game; hidden ones catch up when they are opened."""

    def __init__(self, services: TableServices, board: BoardController, panel: DisplaysPanel) -> None:
        self.services, self.game, self.board, self.panel = services, services.game, board, panel
        self.hand = DisplayHand(board, panel)
        self.hand.refused.connect(services.prompt.show_words)
        panel.came_up.connect(self._catch_up)
        self._stale = True

    def _catch_up(self) -> None:
        if self._stale:
            self.refresh()

    @property
    def dock(self) -> QWidget:
        """Return the drawer they lie in."""
        return self.services.docks.panel(KEY)

    def refresh(self) -> None:
        """Show the boxes as they are now."""
        self._stale = self.dock.isHidden()
        if self.game.view and not self._stale:
            self.panel.show_view(view_of(self.game), self.game.decision, self.game.names)

    def toggle(self) -> None:
        """Open the displays and give them the keyboard focus; close them if they have it already."""
        focus = QApplication.focusWidget()
        if self.dock.isVisible() and focus is not None and self.panel.isAncestorOf(focus):
            self.dock.hide()
            self.board.view.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.dock.show()
        self.open(self.panel.first_able() or self._division_asked())
        self.panel.take_focus()

    def open(self, division: str) -> None:
        """Show the dock with one division on top."""
        self.dock.show()
        if self._stale:
            self.refresh()
        self.dock.raise_()
        self.panel.turn_to(division)

    def _division_asked(self) -> str:
        """Return a division of the side that decides now, or "" if one of its displays is on top already."""
        decision, view = self.game.decision, view_of(self.game)
        if decision is None:
            return ""
        own = [d.id for d in view.displays if d.side == decision.seat]
        return "" if self.panel.current in own else next(iter(own), "")
