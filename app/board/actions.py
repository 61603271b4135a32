"""The menu entries of any board: fit, zoom in, zoom out."""

from __future__ import annotations

from collections.abc import Callable

from app.actions import ActionSpec
from app.board.view import BoardView

ZOOM = 1.25


def view_actions(view: BoardView, before: str) -> list[tuple[ActionSpec, Callable[..., object]]]:
    """Return the entries with their functions, to be inserted before another entry of the View menu."""
    menu = "&View"
    return [
        (ActionSpec("fit", "&Whole map", menu, ("Ctrl+0",), "Show the whole map.", before=before), view.fit),
        (
            ActionSpec("zoom_in", "Zoom &in", menu, ("Ctrl++", "Ctrl+="), "Zoom in.", before=before),
            lambda: view.zoom_by(ZOOM),
        ),
        (
            ActionSpec("zoom_out", "Zoom &out", menu, ("Ctrl+-",), "Zoom out.", before=before),
            lambda: view.zoom_by(1 / ZOOM),
        ),
    ]
