"""What a window does for the dialogs and tables in it, as protocols."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QDialog, QWidget

from rules.engine.command import Command, Reason

if TYPE_CHECKING:
    from app.play.controller import GameController
    from app.settings import Settings


class WindowServices(Protocol):
    """What a window does for whatever lies in it."""

    @property
    def window(self) -> QWidget:
        """What dialogs lie over, and menus belong to."""
        ...

    @property
    def settings(self) -> Settings:
        """The player's preferences."""
        ...

    def status(self, words: str, milliseconds: int = 0) -> None:
        """Show a message at the corner of the map for a while, 0 for good; an empty one clears it."""
        ...

    def tell(self, title: str, words: str) -> None:
        """Tell the player something that he has to acknowledge."""
        ...

    def ask(self, title: str, words: str, yes: str, no: str, how: str = "") -> bool:
        """Ask the player something; return whether he said yes. `how` is app.dialogs.messages.CAREFUL or ""."""
        ...

    def open_page(self, page: QDialog) -> None:
        """Show a dialog beside the game."""
        ...

    def show_rule(self, number: str) -> None:
        """Open the rules reference at a number."""
        ...

    def tick(self, action: str, on: bool) -> None:
        """Tick or untick an action of the menu without triggering it."""
        ...

    def retitle(self, action: str, title: str, tip: str) -> None:
        """Give an action of the menu another title and tip, which differ from game to game."""
        ...

    def did(self, deed: str, *between: str) -> None:
        """Tell lessons of a deed without an order, such as "line" and its two hexes."""
        ...


class PromptLine(Protocol):
    """What a table may say in the prompt."""

    def show_words(self, said: str) -> None:
        """Say in red why something is not possible; empty words clear it."""
        ...

    def show_refusal(self, reasons: Iterable[Reason]) -> None:
        """Say why something was refused, each reason with its rule number."""
        ...

    def show_hint(self, words: str) -> None:
        """Say what the mouse is doing; empty words restore the hint of the question."""
        ...

    def show_piece(
        self, draw: Callable[[QPainter, QRectF], None] | None, words: str = "", look: Hashable = None
    ) -> None:
        """Show the piece in play, or none; `words` name it, `look` tells its picture from others."""
        ...

    def back(self) -> bool:
        """Do what Escape means to the prompt; return whether it means anything."""
        ...


class DockControl(Protocol):
    """What a table may do with the docks of its window."""

    def panel(self, key: str) -> QWidget:
        """Return the panel that holds a dock: it can be shown, hidden and raised."""
        ...

    def bring(self, key: str, *, unfold: bool = True) -> None:
        """Show a dock in front of those it shares a place with, and open what is folded unless told otherwise."""
        ...

    def toggle(self, key: str) -> None:
        """Open or close a drawer."""
        ...

    def make_room(self, key: str, above: str) -> None:
        """Let a dock grow into the one above until its list has room."""
        ...

    def board_width(self, wide: int) -> int:
        """Return the width that the columns leave the board in a window of a width, both in pixels."""
        ...


class TableServices(WindowServices, Protocol):
    """What a window hands to the table of a system."""

    @property
    def game(self) -> GameController:
        """The game on the table."""
        ...

    @property
    def prompt(self) -> PromptLine:
        """The prompt at the top."""
        ...

    @property
    def docks(self) -> DockControl:
        """The docks of the window."""
        ...

    @property
    def log(self) -> QWidget:
        """The window's log, which the table gives a place."""
        ...

    @property
    def orders(self) -> QWidget:
        """The window's orders, which the table gives a place."""
        ...

    def order(self, command: Command) -> bool:
        """Submit a command for whoever decides now; return whether it went through."""
        ...

    def forward(self) -> None:
        """Do what Space means."""
        ...

    def point(self, words: str) -> None:
        """Name what is under the pointer or the keyboard's cursor."""
        ...
