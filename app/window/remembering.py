"""What a game leaves to remember: the dice of both sides."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from app.dialogs.dice import dice_page
from app.dialogs.pages import PageDialog

if TYPE_CHECKING:
    from app.window.main_window import MainWindow


class Remembering:
    """Open what is told of the game so far."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.dice: PageDialog | None = None

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """Return the functions of this part by action id."""
        return {"dice": self.show_dice}

    def show_dice(self) -> None:
        """Show the dice of both sides against expectation."""
        page, pictures = dice_page(self.window.game, self.window.devicePixelRatioF())
        self.dice = PageDialog("Dice of both sides", page, self.window, pictures)
        self.dice.resize(660, 760)
        self.window.dialogs.open_page(self.dice)
