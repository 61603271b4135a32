"""The menu entries of the Company Scale System."""

from __future__ import annotations

from collections.abc import Callable

from app.actions import ActionSpec
from app.board.actions import view_actions
from app.systems.company_scale.board.board import BoardController
from app.systems.company_scale.displays import OpenDisplays
from app.systems.company_scale.sight_tools import SightTools

Row = tuple[ActionSpec, Callable[..., object]]
BEFORE = "focus_orders"


def menu_actions(
    board: BoardController, tools: SightTools, displays: OpenDisplays, ask_rerolls: Callable[[bool], None]
) -> list[Row]:
    """Return the entries with their functions."""
    return [
        *view_actions(board.view, before=BEFORE),
        (_sight("sight_hover", "Line of &sight from the pointer", "V", HOVER, True), board.sights.set_hovering),
        (_sight("sight_line", "Line of sight &between two hexes", "I", "Click two hexes."), tools.set_lining),
        (_sight("zones_german", "Fire zones, &German", "Z", ZONE.format("German")), _zone(tools, "german")),
        (_sight("zones_allied", "Fire zones, &Allied", "Shift+Z", ZONE.format("Allied")), _zone(tools, "allied")),
        (
            ActionSpec(
                "displays", "&Division displays", "&View", ("F9", "Ctrl+Shift+D"), DISPLAYS, "game", before="focus_log"
            ),
            displays.toggle,
        ),
        (
            ActionSpec("next_unit", "Next unit", "&Orders", (".",), NEXT, "asked", separated=True),
            board.hand.next_unit,
        ),
        (ActionSpec("ask_rerolls", "Ask about &Bourbon and Cognac", "&Orders", ("Ctrl+B",), REROLLS, "game",
                    checkable=True), ask_rerolls),
    ]  # fmt: skip


HOVER = "Shade what the hex under the pointer sees."
ZONE = "Hatch what {} units can fire at."
DISPLAYS = "Show or hide the division displays."
REROLLS = "Ask each side whether to reroll a die when a reroll might help."
NEXT = "Select the next unit that can act."


def _sight(name: str, title: str, key: str, tip: str, separated: bool = False) -> ActionSpec:
    return ActionSpec(
        name, title, "&View", (key,), tip, "game", checkable=True, separated=separated, before=BEFORE
    )  # fmt: skip


def _zone(tools: SightTools, side: str) -> Callable[[bool], None]:
    return lambda on: tools.set_zone(side, on)
