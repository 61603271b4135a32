"""What parts of the window ask of it about games: put another one on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from app.play.new_game import NewGame


class Games(Protocol):
    """Puts games on the table of a window."""

    @property
    def scenarios(self) -> Sequence[Mapping[str, Any]]:
        """The scenarios on offer."""
        ...

    def new_game(self, choice: NewGame) -> bool:
        """Put a new game on the table, or say why that is not possible; return whether it was."""
        ...

    def open_game(self, path: Path) -> bool:
        """Put a saved game on the table, or say why that is not possible; return whether it was."""
        ...
