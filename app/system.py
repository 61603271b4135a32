"""What a window knows of a system: how its games look, and the table that lies in the window. No rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import IO, TYPE_CHECKING, Any, Protocol, runtime_checkable

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from app.actions import ActionSpec
from app.play.seat import SeatLike
from app.sides import Side
from app.text.entries import Entry
from app.text.parts import Markup
from app.text.words import Words
from rules.engine.frozen import frozen

if TYPE_CHECKING:
    from app.board.painting import Painting
    from app.diagram import Diagram
    from app.motion.animator import Moving
    from app.panels.orders_dock import OrdersPage, PageMaker
    from app.printing.document import Document
    from app.workshop.editor import DraftEditor
    from app.workshop.table import DraftTable
from app.services import TableServices


@frozen
class Dock:
    """A dock: its key and title, its place in the window's frame, and its widget.

    `area` is "left" (beside the log), "right" (beside the orders), "top" (the strip under the prompt, one line high),
    "bottom" (the tray under the board) or "drawer" (opens upward over the board). Docks of a column stand below each
    other in the order given; `behind` names the dock one shares tabs with. `height` returns the height in a column, or
    of the tray, in a window of a given height in pixels; None takes what the others leave. A strip whose `height` is 0
    is left out. `keys` is the key that
    folds the column or opens the drawer; a drawer that is not `handled` has no handle in the tray. A `secret` dock
    holds all that only one seat may see: the curtain falls over it alone.
    """

    key: str
    title: str
    area: str
    widget: QWidget
    behind: str = ""
    height: Callable[[int], int] | None = None
    keys: str = ""
    handled: bool = True
    secret: bool = False


@frozen
class Ending:
    """The outcome of a game: title, winner ("" for none), and the lines above and below the score.

    `rows` are what one score for both sides is made of, in words and points.
    """

    title: str
    seat: str = ""
    notes: Sequence[str] = ()
    above: QWidget | None = None
    condition: str = ""
    totals: Mapping[str, int] = field(default_factory=dict)
    rows: Sequence[tuple[str, int]] = ()


class Pages(Protocol):
    """A system's pages in the Help menu, where they differ those of a scenario."""

    def drawings(self, scenario: Any = None) -> Sequence[Diagram]:
        """Return labelled drawings of counters and map in the colours of the present theme, if it has any."""
        ...

    def how_to_play(self, scenario: Any = None) -> Markup:
        """Return the help page as markup."""
        ...

    def keys(self) -> Sequence[tuple[str, str]]:
        """Return the keys of the board that stand in no menu, each with what it does."""
        ...

    def markers(self, ratio: float, scenario: Any = None) -> tuple[Markup, Mapping[str, QImage]]:
        """Return the page of markers as markup, and its pictures by name; ("", {}) where there are none."""
        ...

    def clauses(self) -> Sequence[Any]:
        """Return the clauses of the rules for the reference."""
        ...


ALL = "all"
"""Every paper of a system in one document."""


class Papers(Protocol):
    """What a system prints."""

    titles: Mapping[str, str]
    """Titles by name; empty if nothing can be printed."""

    def document(self, seat: SeatLike, what: str, *, begun: bool, paper: str, grey: bool, fitted: bool) -> Document:
        """Lay out the sheets of a paper by name, or of ALL.

        `begun` prints the present position instead of the scenario's start; `fitted` puts the map on one page.
        """
        ...


class Presentation(Protocol):
    """How the games of one system look."""

    @property
    def id(self) -> str:
        """The id of the rules system."""
        ...

    @property
    def title(self) -> str:
        """The name players read."""
        ...

    @property
    def words(self) -> Words:
        """Words for verbs, questions and events."""
        ...

    @property
    def pages(self) -> Pages:
        """The pages of the Help menu."""
        ...

    @property
    def prints(self) -> bool:
        """Tell whether anything can be printed, without importing what prints it."""
        ...

    @property
    def papers(self) -> Papers:
        """What can be printed."""
        ...

    def sides(self, scenario: Any) -> Mapping[str, Side]:
        """Return the sides by seat; those of any game where the scenario is None."""
        ...

    def draw_die(self, painter: QPainter, box: QRectF, face: Any) -> None:
        """Draw a die that shows a face."""
        ...

    def preview(self, scenario: Any, size: QSize) -> QImage | None:
        """Return a picture of a scenario's map, or None if it has none."""
        ...

    def picture(self, seat: SeatLike, size: QSize, zoom: float) -> QImage | None:
        """Return a picture of a game at a scale, or as large as fits at zoom 0; None if there is nothing to draw."""
        ...

    def prepare(self, scenario: Any) -> None:
        """Compute and keep what every drawing of a scenario's map needs, whatever its size."""
        ...

    def ending(self, over: Mapping[str, Any], view: Any, scenario: Any = None) -> Ending:
        """Return how the outcome of a game is shown."""
        ...

    def create_draft(self, editor: DraftEditor) -> DraftTable | None:
        """Make the board of a draft for the workshop, None where this system has none."""
        ...

    def work_aside(self, requests: IO[bytes], answers: IO[bytes]) -> int:
        """Do what takes long for a window in a process beside it, until the requests end; return the exit status."""
        ...

    def create_view(self, services: TableServices) -> TableView:
        """Make the table of this system for a window."""
        ...


@runtime_checkable
class ShowsDraw(Protocol):
    """A table that shows a player what he has drawn before another player comes to the table."""

    @property
    def drawn(self) -> str:
        """Return what the player at the table has just drawn, in words; "" once he has seen it."""
        ...

    def seen(self) -> None:
        """Hear that he has seen it."""
        ...


class TableView(Protocol):
    """What lies in one window while games of one system are played.

    Places and pieces cross this border only as text.
    """

    @property
    def middle(self) -> QWidget:
        """The widget in the middle, which takes the keyboard focus."""
        ...

    @property
    def docks(self) -> Sequence[Dock]:
        """Every dock in order, the window's Log and Orders among them."""
        ...

    @property
    def orders(self) -> Mapping[str, PageMaker | OrdersPage]:
        """Pages of orders or what makes them, by the names used in questions; "choices" replaces the plain list."""
        ...

    @property
    def actions(self) -> Sequence[tuple[ActionSpec, Callable[..., object]]]:
        """Menu entries of this system with their functions; that of a checkable one takes whether it is on."""
        ...

    @property
    def moving(self) -> Moving | None:
        """What motions need of the board; None where nothing is shown moving."""
        ...

    def begin(self, seat: SeatLike) -> None:
        """Begin another game: lay its map."""
        ...

    def show(self) -> None:
        """Show the present position."""
        ...

    def reveal(self, thing: str) -> None:
        """Show a place or piece named by log, orders or prompt ("hex:24.17", "unit:kg_thieme")."""
        ...

    def army(self) -> Sequence[Entry]:
        """Return the order of battle as the looking seat knows it: sides, what belongs to them, every piece."""
        ...

    def places(self) -> Sequence[Entry]:
        """Return the places and hexes that can be looked for."""
        ...

    def find(self, thing: str) -> bool:
        """Centre and mark a place, a piece, or where it will arrive; return whether there is anything to show."""
        ...

    def mark(self, things: Sequence[str]) -> None:
        """Mark hexes and pieces that a lesson speaks of, in place of those marked before."""
        ...

    def icon(self, thing: str, size: int) -> QPixmap | None:
        """Return the counter of a piece in a list, `size` pixels high; None for anything else."""
        ...

    def give(self, verb: str) -> bool:
        """Give an order to whatever is picked, or say why it cannot be given; return whether it was."""
        ...

    def back(self) -> bool:
        """Handle Escape; return whether it meant anything here."""
        ...

    def clear_refusal(self) -> None:
        """Take old words away that say beside the pointer why something is not possible; a press has come."""
        ...

    def hint(self) -> tuple[str, str]:
        """Return the line under the prompt, and a warning before a seat ends its turn early, or ""."""
        ...

    def painting(self, size: QSize) -> Painting | None:
        """Return a painting of the board as everybody may see it, as large as fits, or None if there is no board."""
        ...

    def pointed_rule(self) -> str:
        """Return the number by which the reference knows what is under pointer or cursor, or ""."""
        ...

    def is_settled(self) -> bool:
        """Tell whether everything on the board is drawn."""
        ...

    def restyle(self) -> None:
        """Take the colours of the present theme."""
        ...

    def dispose(self) -> None:
        """Disconnect from game and window; the widgets are deleted with the docks."""
        ...
