"""The questions of Battle Cards, one row for each kind of decision."""

from __future__ import annotations

from collections.abc import Mapping

from app.text.words import Passing, Question

QUESTIONS: Mapping[str, Question] = {
    "ambush": Question(
        "Lie in wait",
        "Your unit can battle first. That uses up the card.",
        hint="Answer here. Your hand stays covered.",
        passed=Passing("hold", "Lying in wait", "before a close assault on your units"),
    ),
    "flag": Question(
        "Flag",
        "Your cover lets you ignore the first flag.",
        hint="The unit's owner answers. Hands stay covered.",
        passed=Passing("ignore", "Ignoring the first flag", "where an obstacle lets you"),
    ),
    "ground": Question(
        "Take ground",
        "Your close assault emptied the hex.",
        hint="Press Y or click the hex to take it. N stays.",
    ),
    "overrun": Question(
        "Overrun",
        "Armor that takes ground can battle once more, right now.",
        button="Overrun",
        hint="Click a target, or press N for no overrun.",
    ),
    "staging": Question(
        "Card and orders",
        "Choose a card, click units to order, then play it. Your opponent sees nothing until then.",
        button="Choose",
        sure="Play without orders",
        hint="Click a card, then units, then press Space. A orders all that fit. Esc undoes.",
    ),
    "ordering": Question(
        "Order one unit",
        "The card has taken effect. Now order one unit.",
        button="Order",
        labels={"done": "Order nobody"},
        hint="Click one of your units.",
    ),
    "moving": Question(
        "Moves",
        "Drag an ordered unit, or click it and then a shaded hex.",
        button="Move",
        labels={"done": "End moves"},
        hint="Drag ordered units. Green: can still battle. Hatched: move only. Space ends the moves.",
    ),
    "battling": Question(
        "Battles",
        "Drag a unit onto its target, or click both.",
        button="Battle",
        labels={"done": "End turn"},
        sure="End turn anyway",
        hint="Drag a unit onto its target, or click both. Pointing shows odds. Space ends the turn.",
        passed=Passing("done", "Ending the turn", "when no ordered unit has a target", only=True),
    ),
    "way_back": Question(
        "Retreat",
        "Toward your own edge, into an empty hex.",
        button="Retreat",
        hint="Click one of the marked hexes.",
    ),
    "exchange": Question(
        "Discard a card?",
        "You may discard one card and draw one more.",
        button="Discard",
        hint="Click a card to discard it. Space keeps them all.",
    ),
}
"""Questions by kind of decision."""
