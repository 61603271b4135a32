"""The menu entries of Striking the Anvil."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from app.actions import ActionSpec
from app.board.zooming import view_actions
from app.systems.striking_anvil.hand.controller import BoardController
from app.systems.striking_anvil.hand.overlays import ENTRIES

Row = tuple[ActionSpec, Callable[..., object]]
BEFORE = "focus_orders"


def menu_actions(
    board: BoardController,
    switch: Callable[[str, bool], None],
    other: Callable[[], None],
    drawer: Callable[[str], None],
) -> list[Row]:
    """Return the entries with their functions.

    `switch` takes the name of an overlay and whether it is on, `drawer` the name of a drawer to open or close.
    """
    return [
        *view_actions(board.view, before=BEFORE),
        *_overlays(switch),
        (
            ActionSpec("victory", "&Turn and victory", "&View", ("Ctrl+T",), VICTORY, "game", before="focus_log"),
            partial(drawer, "turn"),
        ),
        (
            ActionSpec("charts", "C&harts", "&View", ("F9",), CHARTS, "game", before="focus_log"),
            partial(drawer, "charts"),
        ),
        (ActionSpec("next_unit", "Next area", "&Orders", (".",), NEXT, "asked", separated=True), board.next_place),
        (ActionSpec("lay_out", "Spread the stack", "&Orders", ("/",), LAY_OUT, "game"), board.lay_out),
        (ActionSpec("other_marker", "Other marker", "&Orders", (",",), OTHER, "verb:place"), other),
    ]


def _overlays(switch: Callable[[str, bool], None]) -> Sequence[Row]:
    return [
        (
            ActionSpec(
                f"overlay_{name}", title, "&View", (key,), tip, "game", True, submenu="", separated=not n, before=BEFORE
            ),
            partial(switch, name),
        )
        for n, (name, title, key, tip) in enumerate(ENTRIES)
    ]


VICTORY = "Show or hide the turn track, fortresses and full score."
CHARTS = "Show or hide combat results, ground, rivers, bombing and fortress levels."
NEXT = "Go to the next area that can act or answers the question."
LAY_OUT = "Spread the next stack in the area under the cursor, or stack it again."
OTHER = "Switch to the other bombing marker."
