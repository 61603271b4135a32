"""The verbs of Battle Cards, one row for each."""

from __future__ import annotations

from collections.abc import Mapping

from app.text.words import Passing, Question
from app.text.words import PhrasedVerb as Verb

VERBS: Mapping[str, Verb] = {
    "choose": Verb("Choose", "", "Choose this card. Your opponent sees nothing until you play it.", phrase="{card}"),
    "order": Verb("Order", "", "Order this unit.", phrase="Order {unit}", tap="unit"),
    "release": Verb("Take back", "", "Take this order back.", phrase="Take back {unit}", tap="unit"),
    "aim": Verb("Strike", "", "Make this unit a target of the card.", phrase="Strike {unit}", tap="unit"),
    "spare": Verb("Take back", "", "Take this target back.", phrase="Take back target {unit}", tap="unit"),
    "restore": Verb("Restore", "", "Bring back figures of this unit.", phrase="Restore {unit}", tap="unit"),
    "confirm": Verb("Play the card", "", "Play the card and announce its orders.", forward=True),
    "move": Verb("Move", "", "Move to this hex.", phrase="{unit} to {to}", tap="to"),
    "leave": Verb("Leave the board", "L", "Leave by this exit and win a medal.", phrase="{unit} leaves by this exit"),
    "done": Verb("Done", "D", "End this step.", forward=True, apart=True),
    "battle": Verb("Battle", "", "Battle this enemy.", phrase="{unit} against {target}", tap="target"),
    "clear_wire": Verb("Clear wire", "C", "Clear the wire instead of battling.", phrase="{unit} clears wire"),
    "spring": Verb("Battle first", "Y", "Use the card: your unit battles first.", forward=True),
    "hold": Verb("Keep it", "N", "Save the card for another close assault.", back=True),
    "ignore": Verb("Ignore it", "Y", "Ignore the first flag.", forward=True),
    "obey": Verb("Retreat", "N", "Retreat for every flag.", back=True),
    "retreat": Verb("Retreat", "", "Retreat to this hex.", phrase="Retreat to {to}", tap="to"),
    "halt": Verb("Stop here", "S", "Retreat no farther on this flag.", forward=True),
    "take_ground": Verb("Take the hex", "Y", "Advance into the empty hex.", forward=True),
    "stay": Verb("Stay", "N", "Stay where you are.", back=True),
    "overrun": Verb("Overrun", "", "Battle a second time right away.", phrase="Overrun {target}", tap="target"),
    "forgo": Verb("No overrun", "N", "No second battle this turn.", back=True),
    "throw": Verb("Discard", "", "Discard this card and draw two.", phrase="Discard {card}"),
    "keep": Verb("Keep all", "K", "Draw one card only.", forward=True),
}


# --- The questions of Battle Cards, one row for each kind of decision ----------------------------------------------

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
        "Take ground", "Your close assault emptied the hex.", hint="Press Y or click the hex to take it. N stays."
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
        "Retreat", "Toward your own edge, into an empty hex.", button="Retreat", hint="Click one of the marked hexes."
    ),
    "exchange": Question(
        "Discard a card?",
        "You may discard one card and draw one more.",
        button="Discard",
        hint="Click a card to discard it. Space keeps them all.",
    ),
}
"""Questions by kind of decision."""
