"""The line under the prompt."""

from __future__ import annotations

from app.play.seat import GameLike
from app.systems.command_cards.seen import view_of
from app.systems.command_cards.text.names import title
from app.text.sides import NAMES
from app.text.words import Words
from rules.command_cards.charts import Strike, cards
from rules.command_cards.view import StagedView
from rules.engine.english import counted
from rules.engine.options import Decision

IDLE = {
    "moving": "No ordered unit can move. Space goes to the battles.",
    "battling": "No ordered unit has a target. Space ends the turn.",
}
"""Hints where nothing but the end of the step is left."""
NOBODY = "No units ordered yet. Click them, or press A for all that fit. Space again plays it without orders."


def hint(game: GameLike, words: Words) -> tuple[str, str]:
    """Return the hint of a question, and a warning before a card is played that orders nobody though it could."""
    decision, staged = game.decision, view_of(game).staged
    if decision is None:
        return "", ""
    warning = ""
    told = words.question(decision.kind).hint
    if decision.kind == "staging" and staged is not None and staged.card is not None:
        warning = NOBODY if not staged.units and game.offers("order") else ""
        told = f"{title(staged.card)}: {_laid_out(game, staged, cards()[staged.card].strike)}"
    elif decision.kind == "battling" and (battles := game.offers("battle")):
        ready = len({command.text("unit") for command in battles})
        warning = f"{counted(ready, 'unit')} can still battle. Press again to end the turn anyway."
    elif decision.kind in IDLE and not game.offered.keys() - {"done"}:
        told = IDLE[decision.kind]
    elif decision.kind == "way_back":
        told = f"{NAMES[decision.seat]} player, {_onward(decision)}"
    return told, warning


def _laid_out(game: GameLike, staged: StagedView, strike: Strike | None) -> str:
    """Return what has been chosen for a card laid out, and what comes next."""
    chosen, aims = staged.targets, bool(game.offers("aim"))
    if strike is not None and (chosen or aims):
        more = "Click another, or Space strikes." if chosen and aims else "Space strikes."
        told = f"{counted(len(chosen), 'target')} of {strike.targets} chosen."
        return f"{told} {more}" if chosen else f"click {'a target' if strike.targets == 1 else 'one or two targets'}."
    if game.offers("restore") or staged.restored:
        return "Space plays the card." if staged.restored else "click the unit that gets figures back."
    count = len(staged.units)
    return f"{counted(count, 'unit')} ordered. Click units to order them, Space plays the card."


def _onward(decision: Decision) -> str:
    """Return what each hex of a retreat leads to while further flags wait."""
    onward = decision.numbers("onward")
    dead = [place for place, ways in onward.items() if not ways] if decision.number("flags") else []
    also = f" From {' and '.join(dead)}, the next flag costs a figure." if dead else ""
    return f"click one of the marked hexes.{also}"
