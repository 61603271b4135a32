"""The line under the prompt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.systems.command_cards.text.names import SIDES, title
from app.systems.command_cards.text.tell import counted
from app.text.words import Words
from rules.command_cards.charts import cards
from rules.engine.command import Command
from rules.engine.options import Decision

IDLE = {
    "moving": "No ordered unit can move. Space goes to the battles.",
    "battling": "No ordered unit has a target. Space ends the turn.",
}
"""Hints where nothing but the end of the step is left."""
NOBODY = "No units ordered yet. Click them, or press A for all that fit. Space again plays it without orders."


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
        warning = NOBODY if not staged["units"] and offered.get("order") else ""
        told = f"{title(staged['card'])}: {_laid_out(staged, offered)}"
    elif decision.kind == "battling" and offered.get("battle"):
        ready = len({command.text("unit") for command in offered["battle"]})
        warning = f"{counted(ready, 'unit')} can still battle. Press again to end the turn anyway."
    elif decision.kind in IDLE and not offered.keys() - {"done"}:
        told = IDLE[decision.kind]
    elif decision.kind == "way_back":
        told = f"{SIDES[decision.seat]} player, {_onward(decision)}"
    return told, warning


def _laid_out(staged: Mapping[str, Any], offered: Mapping[str, Sequence[Command]]) -> str:
    """Return what has been chosen for a card laid out, and what comes next."""
    strike, chosen = cards()[staged["card"]].strike, staged["targets"]
    if strike is not None and (chosen or offered.get("aim")):
        more = "Click another, or Space strikes." if chosen and offered.get("aim") else "Space strikes."
        told = f"{counted(len(chosen), 'target')} of {strike.targets} chosen."
        return f"{told} {more}" if chosen else f"click {'a target' if strike.targets == 1 else 'one or two targets'}."
    if offered.get("restore") or staged["restored"]:
        return "Space plays the card." if staged["restored"] else "click the unit that gets figures back."
    count = len(staged["units"])
    return f"{counted(count, 'unit')} ordered. Click units to order them, Space plays the card."


def _onward(decision: Decision) -> str:
    """Return what each hex of a retreat leads to while further flags wait."""
    about: Mapping[str, Any] = decision.subject
    onward: Mapping[str, int] = about["onward"]
    flags = int(about["flags"])
    dead = [place for place, ways in onward.items() if not ways] if flags else []
    also = f" From {' and '.join(dead)}, the next flag costs a figure." if dead else ""
    return f"click one of the marked hexes.{also}"
