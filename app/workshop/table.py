"""What a workshop window and a system know of each other: the board of a draft, its pieces, the fields that matter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from PySide6.QtCore import SignalInstance
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

from rules.engine.frozen import frozen
from rules.files.problems import Data, Route

MIME = "application/x-chitpull-piece"
"""What a piece that is dragged from the tray is carried as."""


@frozen
class TrayPiece:
    """A piece of the forces: its short name, the group it is listed in, its full name, and where it is.

    `where` is "" while it is not in play. Of an `endless` kind there are as many as one likes: `count` are in play.
    """

    id: str
    name: str
    group: str
    long_name: str
    where: str = ""
    endless: bool = False
    count: int = 0

    @property
    def words(self) -> str:
        """Return the words it is found by."""
        return f"{self.name} {self.long_name} {self.group}"


class DraftTable(Protocol):
    """The board of a draft of one system.

    `picked` carries the piece that is marked ("" for none), `pointed` what is under pointer or cursor, `refused` why
    a gesture did nothing; `left` asks for the forces in place of other tools.
    """

    picked: SignalInstance
    pointed: SignalInstance
    refused: SignalInstance
    left: SignalInstance

    @property
    def tools(self) -> Sequence[tuple[str, QWidget]]:
        """The pages beside the forces: their titles, and the tools on them."""
        ...

    def use(self, tools: QWidget | None) -> None:
        """Let pointer and keys of the board do what the tools of a page do, None for the forces."""
        ...

    @property
    def middle(self) -> QWidget:
        """The board."""
        ...

    @property
    def facts(self) -> Sequence[tuple[str, Route]]:
        """The fields that nearly every scenario sets, by the words players read."""
        ...

    def choices(self, route: Route) -> Mapping[str, str]:
        """Return what one of the facts can be in this draft, with its words; nothing where its schema tells."""
        ...

    @property
    def how(self) -> str:
        """How pieces of the tray come on to the map."""
        ...

    @property
    def additions(self) -> Sequence[tuple[str, str, Callable[[], object]]]:
        """What can be added to the forces: the words of its button, its tip, and what asks for it."""
        ...

    def show(self) -> None:
        """Show the draft as it is now."""
        ...

    def pieces(self) -> Sequence[TrayPiece]:
        """Return every piece of the forces, in the order of its groups."""
        ...

    def icon(self, piece: str, size: int) -> QPixmap | None:
        """Return the counter of a piece, `size` pixels high."""
        ...

    def pick(self, piece: str) -> None:
        """Mark a piece; the next click on the map puts it there unless it is there already."""
        ...

    def take_off(self, piece: str) -> None:
        """Take a piece off the map, and out of what arrives."""
        ...

    def with_what_follows(self, data: Mapping[str, Data], route: Route) -> Mapping[str, Data]:
        """Return the scenario after its value at a route was removed, with what else must change then."""
        ...

    def mark(self, places: Sequence[str]) -> None:
        """Centre and mark hexes and pieces that a problem is about."""
        ...

    def source(self) -> Mapping[str, Data]:
        """Return the scenario as one document, for a game of it; raise ScenarioError with every fault."""
        ...

    def close(self) -> None:
        """Leave off what is done aside: the draft is put away."""
        ...

    def restyle(self) -> None:
        """Take the colours of the present theme."""
        ...
