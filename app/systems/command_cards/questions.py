"""The questions of Battle Cards, one row for each kind of decision."""

from __future__ import annotations

from collections.abc import Mapping

from app.text.words import Passing, Question

QUESTIONS: Mapping[str, Question] = {
    "ambush": Question(
        "Lie in wait",
        "The unit attacked may battle first; the card is spent then.",
        hint="Answer here; your hand stays covered.",
        passed=Passing("hold", "Lying in wait", "before a close assault on your units"),
    ),
    "flag": Question(
        "A flag",
        "Behind some obstacles the first flag may be ignored.",
        hint="The owner answers over the open board.",
        passed=Passing("ignore", "Ignoring the first flag", "where an obstacle lets you"),
    ),
    "ground": Question(
        "Take ground",
        "A close assault has emptied the hex.",
        hint="Y or a click on the hex takes it, N stays.",
    ),
    "overrun": Question(
        "Overrun",
        "Armor that has taken ground may battle once more, now or not at all.",
        button="Overrun",
        hint="Click a target, or let it go.",
    ),
    "staging": Question(
        "Cards and orders",
        "Choose a card, name whom it orders, then play it. Until then nobody is told.",
        button="Choose",
        sure="Play it without orders",
        hint="Click a card or press its number, click units, then Space. A orders all that fit, Esc takes back.",
    ),
    "ordering": Question(
        "Order one unit",
        "The card has done its work; now one unit is ordered.",
        button="Order",
        labels={"done": "Order nobody"},
        hint="Click the unit on the board.",
    ),
    "moving": Question(
        "Moves",
        "Drag an ordered unit, or click it and then a shaded hex.",
        button="Move",
        labels={"done": "End the moves"},
        hint="Drag ordered units. Green hexes: it may still battle; hatched ones: it only moves. Space when done.",
    ),
    "battling": Question(
        "Battles",
        "Drag a unit on its target, or click both.",
        button="Battle",
        labels={"done": "End the turn"},
        hint="Click a unit and its target, or drag it there; the Battle panel shows dice and chances. Space ends.",
        passed=Passing("done", "Ending the turn", "when no ordered unit has a target", only=True),
    ),
    "way_back": Question(
        "Retreat",
        "Toward your own edge, into a free hex.",
        button="Fall back",
        hint="Click one of the hexes shown.",
    ),
    "exchange": Question(
        "Throw a card away?",
        "You may discard one card of your hand and draw one more.",
        button="Throw away",
        hint="Click a card to throw it away, or Space to keep them all.",
    ),
}
"""Questions by kind of decision."""
