"""The base of every presentation and table: what a system shows that brings nothing of its own.

A system subclasses both and replaces what it knows better. As it is, the base shows no board: the position is a list,
identifiers are words.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import IO, TYPE_CHECKING, Any

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QPainter, QPixmap
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem, QTreeWidgetItemIterator, QWidget

from app.actions import ActionSpec
from app.panels.dice import draw_square
from app.services import TableServices
from app.sides import Side
from app.system import Dock, Ending, Pages, Papers, Presentation, TableView
from app.text.entries import Entry, EntryKind, units_by_side
from app.text.names import humanize
from app.text.parts import Markup
from app.text.words import Words, result_of
from rules.engine.frozen import to_plain
from rules.engine.house_rules import ScenarioRow
from rules.systems import SHIPPED

if TYPE_CHECKING:
    from app.board.painting import Painting
    from app.diagram import Diagram
    from app.motion.animator import Moving
    from app.panels.orders_dock import OrdersPage, PageMaker
    from app.play.seat import SeatLike
    from app.printing.document import Document
    from app.workshop.editor import DraftEditor
    from app.workshop.table import DraftTable


HELP = Markup("""
<h2>How to play</h2>
<p>The bar at the top says whose decision it is and what is asked. The Orders panel lists everything you can do. This
system has no board yet: the list in the middle shows the position. Ctrl+F finds a line in it, Ctrl+U opens the order of
battle.</p>
""")


class HelpPages:
    """The pages of the Help menu; as they are, a few words of help that hold for any game."""

    help = HELP
    board_keys: Sequence[tuple[str, str]] = ()
    catalogue: Path | None = None
    """The folder of the clauses."""

    def drawings(self, scenario: Any = None) -> Sequence[Diagram]:
        """Return no drawings."""
        return ()

    def how_to_play(self, scenario: Any = None) -> Markup:
        """Return the help page."""
        return self.help

    def keys(self) -> Sequence[tuple[str, str]]:
        """Return the keys of the board."""
        return self.board_keys

    def markers(self, ratio: float, scenario: Any = None) -> tuple[Markup, Mapping[str, QImage]]:
        """Return no page."""
        return Markup(), {}

    def clauses(self) -> Sequence[Any]:
        """Return every clause in the order of the rulebook."""
        from rules.files.clauses import load_clauses  # here: a start does without the reader of YAML

        return load_clauses(self.catalogue) if self.catalogue is not None else ()


class NoPapers:
    """Nothing to print."""

    titles: Mapping[str, str] = {}

    def document(self, seat: SeatLike, what: str, *, begun: bool, paper: str, grey: bool, fitted: bool) -> Document:
        """Never called."""
        raise KeyError(what)


class BasePresentation:
    """How the games of a system look. `title` is made from its id unless a subclass has one."""

    title: str = ""
    by_seat: Mapping[str, Side] = MappingProxyType({})
    """The sides."""

    def __init__(self, system: str) -> None:
        self.id = system
        self.title = self.title or humanize(system)

    @property
    def words(self) -> Words:
        """Words made from identifiers."""
        return PLAIN_WORDS

    @property
    def pages(self) -> Pages:
        """A few words of help that hold for any game."""
        return NO_PAGES

    @property
    def prints(self) -> bool:
        """False: nothing can be printed."""
        return False

    @property
    def papers(self) -> Papers:
        """Nothing to print."""
        return NO_PAPERS

    def sides(self, scenario: Any) -> Mapping[str, Side]:
        """Return the sides by seat; those that are lacking are named after their seats."""
        return self.by_seat

    def draw_die(self, painter: QPainter, box: QRectF, face: Any) -> None:
        """Draw a square die."""
        draw_square(painter, box, face)

    def preview(self, scenario: Any, size: QSize) -> QImage | None:
        """Return no picture."""
        return None

    def picture(self, seat: SeatLike, size: QSize, zoom: float) -> QImage | None:
        """Return no picture."""
        return None

    def prepare(self, scenario: Any) -> None:
        """Prepare nothing: no drawing here needs it."""

    def ending(self, over: Mapping[str, Any], view: Mapping[str, Any], scenario: Any = None) -> Ending:
        """Return who won."""
        winner = result_of(over).winner or ""
        return Ending(f"{humanize(winner)} wins" if winner else "Draw", winner)

    def create_draft(self, editor: DraftEditor) -> DraftTable | None:
        """Return None: the workshop has no board for drafts of this system."""
        return None

    def work_aside(self, requests: IO[bytes], answers: IO[bytes]) -> int:
        """Return 0: nothing here takes long."""
        return 0

    def create_view(self, services: TableServices) -> TableView:
        """Make the plain table."""
        return PlainTable(services)


class BaseTable:
    """A table with a widget in the middle, Log and Orders; a subclass gives more docks, and answers what it can."""

    orders: Mapping[str, PageMaker | OrdersPage] = {}
    """Pages of orders, made or to be made when first asked for, by the names used in questions."""
    moving: Moving | None = None
    """What motions need of the board."""

    def __init__(self, services: TableServices, middle: QWidget) -> None:
        self.services, self.game = services, services.game
        self.middle = middle

    @property
    def docks(self) -> Sequence[Dock]:
        """Log and Orders."""
        return (self.log_dock, self.orders_dock)

    @property
    def log_dock(self) -> Dock:
        """The window's log, at the left."""
        return Dock("log", "Log", "left", self.services.log, keys="Ctrl+L")

    @property
    def orders_dock(self) -> Dock:
        """The window's orders, at the right."""
        return Dock("orders", "Orders", "right", self.services.orders)

    @property
    def actions(self) -> Sequence[tuple[ActionSpec, Callable[..., object]]]:
        """No menu entries."""
        return ()

    def begin(self, seat: SeatLike) -> None:
        """Do nothing: there is no map."""

    def show(self) -> None:
        """Show nothing of the position."""

    def reveal(self, thing: str) -> None:
        """Do nothing: there is no board."""

    def army(self) -> Sequence[Entry]:
        """Return the units of the view by side and division, as far as it has any."""
        return units_by_side(to_plain(self.game.view) or {})

    def places(self) -> Sequence[Entry]:
        """Return no places."""
        return ()

    def find(self, thing: str) -> bool:
        """Return False: nothing can be found."""
        return False

    def mark(self, things: Sequence[str]) -> None:
        """Do nothing: there is no board."""

    def icon(self, thing: str, size: int) -> QPixmap | None:
        """Return no picture."""
        return None

    def give(self, verb: str) -> bool:
        """Return False: nothing can be picked here."""
        return False

    def clear_refusal(self) -> None:
        """Do nothing: all refusals stand under the prompt."""

    def back(self) -> bool:
        """Return False: leave Escape to the prompt."""
        return False

    def hint(self) -> tuple[str, str]:
        """Return the hint of the question."""
        decision = self.game.decision
        return (self.game.words.question(decision.kind).hint if decision else "", "")

    def painting(self, size: QSize) -> Painting | None:
        """Return no painting."""
        return None

    def pointed_rule(self) -> str:
        """Return nothing: F3 opens the reference where it was."""
        return ""

    def is_settled(self) -> bool:
        """Return True: there is nothing to draw."""
        return True

    def restyle(self) -> None:
        """Do nothing: the style sheet brings the colours."""

    def dispose(self) -> None:
        """Do nothing: nothing is held."""


class PlainTable(BaseTable):
    """The position as a list of what the view holds, beside Log and Orders."""

    def __init__(self, services: TableServices) -> None:
        self.tree = QTreeWidget()
        super().__init__(services, self.tree)
        self.tree.setAccessibleName("Position")
        self.tree.setColumnCount(2)
        self.tree.setHeaderHidden(True)

    def show(self) -> None:
        """List the view, line by line."""
        self.tree.clear()
        for key, value in (to_plain(self.game.view) or {}).items():
            self.tree.addTopLevelItem(_line(key, value))
        self.tree.expandToDepth(0)
        self.tree.resizeColumnToContents(0)

    def places(self) -> Sequence[Entry]:
        """Return the lines of the list."""
        return [
            Entry(f"line:{item.text(0)}/{item.text(1)}", item.text(0), EntryKind.PLACE, item.text(1))
            for item in self._items()
        ]

    def find(self, thing: str) -> bool:
        """Scroll to the line of a thing and mark it."""
        kind, _, name = thing.partition(":")
        key, _, value = name.partition("/")
        for item in self._items():
            if item.text(0) == (humanize(name) if kind == "unit" else key) and (
                kind == "unit" or item.text(1) == value
            ):
                self.tree.setCurrentItem(item)
                self.tree.scrollToItem(item, QTreeWidget.ScrollHint.PositionAtCenter)
                return True
        return False

    def _items(self) -> Iterator[QTreeWidgetItem]:
        walk = QTreeWidgetItemIterator(self.tree)
        while (item := walk.value()) is not None:
            yield item
            walk += 1


PLAIN_WORDS, NO_PAGES, NO_PAPERS = Words(), HelpPages(), NoPapers()


def _line(key: str, value: object) -> QTreeWidgetItem:
    """Return a line of the list; what is not a plain value has lines of its own below it."""
    parts = _parts(value)
    if parts is None or all(_parts(part) is None for part in parts.values()):
        return QTreeWidgetItem([humanize(key), _written(value)])
    item = QTreeWidgetItem([humanize(key), ""])
    item.addChildren([_line(name, part) for name, part in parts.items()])
    return item


def _parts(value: object) -> dict[str, object] | None:
    """Return what a value holds, by name or number; None for a plain value."""
    if isinstance(value, Mapping):
        return {str(name): part for name, part in value.items()}
    return {str(n): part for n, part in enumerate(value, 1)} if isinstance(value, list | tuple) else None


def _written(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{humanize(str(name)).lower()} {_written(part)}" for name, part in value.items())
    return ", ".join(map(_written, value)) if isinstance(value, list | tuple) else "" if value is None else str(value)


# --- Which presentation shows a system: that of its folder here, else a plain one ----------------------------------


def are_imported() -> bool:
    """Tell whether the presentations of all shipped systems have been imported; that takes a moment the first time."""
    return all(f"app.systems.{system}.presentation" in sys.modules for system in SHIPPED)


def import_next(first: str) -> bool:
    """Import one more module that a game begins with, beginning with those of one system; return whether any lacked."""
    systems = sorted(SHIPPED, key=lambda system: system != first)
    modules = [
        module for system in systems for module in (f"rules.{system}.system", f"app.systems.{system}.presentation")
    ]
    missing = [module for module in modules if module not in sys.modules]
    if missing:
        import_module(missing[0])
    return bool(missing)


def sides_of(system: str) -> Mapping[str, Side]:
    """Return the sides of a shipped system by seat, without importing the rest of it if it has a module for them.

    There are none of another system.
    """
    if system not in SHIPPED:
        return {}
    part = _part(system, "sides")
    found: Mapping[str, Side] = presentation_of(system).sides(None) if part is None else part.SIDES
    return found


def sides_of_row(row: ScenarioRow) -> Mapping[str, Side]:
    """Return the sides of a scenario of a list by seat, called and colored as it says."""
    own = {side.seat: side for side in row.sides}
    return {
        seat: side
        if seat not in own
        else replace(
            side,
            name=own[seat].name,
            noun=own[seat].players,
            by_day=own[seat].color or side.by_day,
            by_lamplight=own[seat].lamplight or side.by_lamplight,
        )
        for seat, side in sides_of(row.system).items()
    }


def presentation_of(system: str) -> Presentation:
    """Return the presentation of a shipped system, importing it, or a plain one where there is none."""
    part = _part(system, "presentation") if system in SHIPPED else None
    found: Presentation = BasePresentation(system) if part is None else part.PRESENTATION
    return found


def _part(system: str, name: str) -> ModuleType | None:
    """Import a module of a system's table; return None if it has no such module."""
    module = f"app.systems.{system}.{name}"
    try:
        return import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name is None or not module.startswith(missing.name):
            raise
    return None
