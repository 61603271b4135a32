"""The line under the prompt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.systems.command_cards.text.names import SIDES, title
from app.text.words import Words
from rules.engine.command import Command
from rules.engine.options import Decision

IDLE = {
    "moving": "No ordered unit can move. Space goes on to the battles.",
    "battling": "No ordered unit has a target. Space ends the turn.",
}
"""Hints where nothing but the end of the step is left."""
NOBODY = "Nobody is ordered yet: click units, or press A for all that fit. Space again plays the card without orders."


def hint(
    view: Mapping[str, Any], decision: Decision | None, offered: Mapping[str, Sequence[Command]], words: Words
) -> tuple[str, str]:
    """Return the hint of a question, and a warning before a card is played that orders nobody though it could."""
    if decision is None:
        return "", ""
    warning = ""
    told = words.question(decision.kind).hint
    staged = view.get("staged", {})
    if decision.kind == "staging" and staged.get("card"):
        count = len(staged["units"])
        ordered = f"{count} unit{'s' if count != 1 else ''} ordered"
        warning = NOBODY if not count and offered.get("order") else ""
        told = f"{title(staged['card'])}: {ordered}. Click units to name them, Space plays the card."
    elif decision.kind in IDLE and not offered.keys() - {"done"}:
        told = IDLE[decision.kind]
    elif decision.kind == "way_back":
        told = f"{SIDES[decision.seat]} player: {_onward(decision)}"
    return told, warning


def _onward(decision: Decision) -> str:
    """Return what each hex of a retreat leads to while further flags wait."""
    about: Mapping[str, Any] = decision.subject
    onward: Mapping[str, int] = about["onward"]
    flags = int(about["flags"])
    dead = [place for place, ways in onward.items() if not ways] if flags else []
    also = f" From {' and '.join(dead)} the next flag would cost a figure." if dead else ""
    return f"click one of the hexes shown.{also}"
