"""What can be seen and fired at from a hex, and its menu: everything its units may do now."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from app.board.washes import Wash, rgba, union_path
from app.panels.menus import add_title
from app.play.seat import PlayedGame, answered
from app.systems.company_scale.board.orders import move_order, orders_for
from app.systems.company_scale.board.overlays import DEAD_GROUND, SEEN, fire_zone_wash
from app.systems.company_scale.board.routes import sentences
from app.systems.company_scale.board.scene import BoardScene
from app.systems.company_scale.seen import view_of
from app.systems.company_scale.text.army import passenger_of
from app.systems.company_scale.text.names import CompanyScaleNames
from app.systems.company_scale.verbs import describe
from app.text.parts import literal
from rules.company_scale.records.answers import FireHexes, SeenHexes, Sight
from rules.engine.command import Command
from rules.hexes.grid import hex_name

# --- What can be seen and fired at: the hovered hex, the line between two hexes, the fire zones of a side ----------

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
        wash = fire_zone_wash(self.game.names.side_name(self.zone), own=own)
        self.scene.zones.show_areas([(union_path(answer.hexes), wash)])

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


# --- The menu of a hex: everything its units may do now, and what can be looked at from there ----------------------

FIRST = "First answer: "
"""So the rules begin what has to be decided before."""
Look = tuple[str, Callable[[], object], bool | None]


def unit_menu(
    game: PlayedGame,
    units: list[str],
    where: str,
    looks: list[Look],
    parent: QWidget | None = None,
    here: Sequence[Command] = (),
) -> QMenu:
    """Build the menu of a hex: a section for each unit with its orders, then those at the hex itself (`here`).

    `looks` are (label, act, checked or None).
    """
    menu = QMenu(parent)
    names = CompanyScaleNames(view_of(game))
    for unit in units:
        add_title(menu, names.of(unit))
        _orders(menu, game, names, unit)
        aboard = passenger_of(view_of(game), unit)
        if aboard and orders_for(game.decision, aboard):
            add_title(menu, f"{names.of(aboard)}, aboard")
            _orders(menu, game, names, aboard)
    if looks or here:
        add_title(menu, where)
    for command in here:
        _act(menu, game, command, describe(command, names, game.decision), game.words.verb(command.verb).tip)
    if looks and here:
        menu.addSeparator()
    for label, act, checked in looks:
        action = menu.addAction(literal(label))
        action.triggered.connect(lambda *_, act=act: act())
        if checked is not None:
            action.setCheckable(True)
            action.setChecked(checked)
    return menu


def offer_menu(words: str, parent: QWidget, accept: Callable[[], object]) -> QMenu:
    """Build a menu that offers one thing and to leave it; Enter takes it, Escape leaves it."""
    menu = QMenu(parent)
    offered = menu.addAction(literal(words))
    offered.triggered.connect(lambda *_: accept())
    menu.addAction("Cancel")
    menu.setActiveAction(offered)
    return menu


def _orders(menu: QMenu, game: PlayedGame, names: CompanyScaleNames, unit: str) -> None:
    groups: dict[str, list[Command]] = {}
    for command in orders_for(game.decision, unit):
        groups.setdefault(command.verb, []).append(command)
    for name, commands in groups.items():
        target = menu
        if len(commands) > 2:
            target = menu.addMenu(literal(game.words.verb(name).label))
        for command in commands:
            _act(target, game, command, describe(command, names, game.decision), game.words.verb(name).tip)
    if not groups:
        why = menu.addAction(literal(_short(sentences(game.explain(move_order((unit,)))))))
        why.setEnabled(False)


def _act(menu: QMenu, game: PlayedGame, command: Command, label: str, tip: str) -> QAction:
    action = menu.addAction(literal(label))
    action.setToolTip(tip)
    action.setData(command)
    action.triggered.connect(lambda *_: game.submit(command))
    return action


def _short(why: str) -> str:
    first = why.split("\n")[0]
    if first.startswith(FIRST):
        return first
    return f"Nothing now: {first}" if first else "Nothing to do now"
