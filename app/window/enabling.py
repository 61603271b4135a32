"""What enables the actions of the window."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.window.main_window import MainWindow


def holding(window: MainWindow, offered: Collection[str]) -> Callable[[str], bool]:
    """Return what tells whether a condition named by an action holds; "verb:" and a name is an order on offer."""
    game = window.game
    table = game.seat is not None and not window.hands.awaits
    facts = {
        "game": game.seat is not None,
        "table": table,
        "board": table and window.looking.view is not None,
        "undo": table and not game.looks_back,  # at a barrier it says why not
        "past": window.history.is_possible,
        "looking": game.looks_back,
        "redo": game.can_redo,
        "take_back": game.can_take_back,
        "asked": game.decision is not None or bool(window.hands.awaits),
        "rest": not window.prompt.rest.isHidden(),
        "hint": window.thinking.may_hint,
        "staffed": game.seat is not None and window.thinking.has_any,
        "over": bool(game.over),
        "lesson": window.lessons.progress is not None,
        "left_lesson": window.lessons.may_resume,
        "paper": game.seat is not None and window.mats.presentation.prints,
    }
    return lambda need: need.removeprefix("verb:") in offered if need.startswith("verb:") else facts[need]
