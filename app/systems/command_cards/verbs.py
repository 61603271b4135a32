"""The verbs of Battle Cards, one row for each."""

from __future__ import annotations

from collections.abc import Mapping

from app.text import words
from rules.engine.frozen import frozen


@frozen
class Verb(words.Verb):
    """How a verb of this system is offered.

    `phrase` is the whole command in words. `tap` names the argument that is shown on the board: a "unit", a "target",
    or a hex, "to".
    """

    phrase: str = ""
    tap: str = ""


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
