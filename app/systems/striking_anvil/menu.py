"""The menu entries of Striking the Anvil."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from app.board.actions import view_actions
from app.systems.striking_anvil.hand.controller import BoardController
from app.window.actions import ActionSpec

Row = tuple[ActionSpec, Callable[..., object]]
BEFORE = "focus_orders"
OVERLAYS = (
    ("control", "&Control", "Shift+C", "Whose areas they are."),
    ("supply_allied", "Supply, &Allied", "Shift+S", "The lines of supply of the Allies, and where they are cut."),
    ("supply_german", "Supply, &German", "Shift+G", "The lines of supply of the Germans, and where they are cut."),
    ("reach", "&Reach", "Shift+R", "What the ticked units can reach, with points and forced stops."),
    ("pursuit", "&Pursuit", "Shift+P", "Where the enemy could pursue whoever leaves, and by how much."),
    ("rivers", "R&ivers", "Shift+W", "What each river costs to cross, and its modifier in mobile combat."),
    ("train", "&Train", "Shift+T", "Where the armoured train can go in one move."),
    ("ffi", "&FFI", "Shift+F", "Where the Resistance may rise."),
    ("victory", "&Victory", "Shift+V", "What each area is worth."),
    ("actors", "&Who can act", "Shift+A", "Areas that can still act, with their units in Good Order."),
    ("arrivals", "Arri&vals", "Shift+N", "What arrives next, and where."),
)  # fmt: skip


def menu_actions(board: BoardController, switch: Callable[[str, bool], None], other: Callable[[], None]) -> list[Row]:
    """Return the entries with their functions; `switch` takes the name of an overlay and whether it is on."""
    return [
        *view_actions(board.view, before=BEFORE),
        *_overlays(switch),
        (ActionSpec("next_unit", "Next area", "&Orders", (".",), NEXT, "asked", separated=True), board.next_place),
        (ActionSpec("lay_out", "Lay the stack out", "&Orders", ("/",), LAY_OUT, "game"), board.lay_out),
        (ActionSpec("other_marker", "The other marker", "&Orders", (",",), OTHER, "verb:place"), other),
    ]


def _overlays(switch: Callable[[str, bool], None]) -> Sequence[Row]:
    return [
        (ActionSpec(f"overlay_{name}", title, "&View", (key,), tip, "game", True, submenu="", separated=not n,
                    before=BEFORE), partial(switch, name))
        for n, (name, title, key, tip) in enumerate(OVERLAYS)
    ]  # fmt: skip


NEXT = "Put the cursor on the next area that can act, or that answers the question."
LAY_OUT = "Lay the next stack of the area under the cursor out, or put it together again."
OTHER = "Take the other bombing marker."
