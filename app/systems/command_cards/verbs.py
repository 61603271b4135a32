"""The verbs of Battle Cards, one row for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.text import words


@dataclass(frozen=True, slots=True)
class Verb(words.Verb):
    """How a verb of this system is offered.

    `phrase` is the whole command in words. `tap` names the argument that is shown on the board: a "unit", a "target",
    or a hex, "to".
    """

    phrase: str = ""
    tap: str = ""


VERBS: Mapping[str, Verb] = {
    "choose": Verb("Play", "", "Lay this card out; nothing is told before you confirm.", phrase="{card}"),
    "order": Verb("Order", "", "Name this unit to be ordered.", phrase="Order {unit}", tap="unit"),
    "release": Verb("Take back", "", "This unit is not ordered after all.", phrase="Take back {unit}", tap="unit"),
    "aim": Verb("Strike", "", "Name this unit as a target of the card.", phrase="Strike {unit}", tap="unit"),
    "spare": Verb("Spare", "", "This unit is no target after all.", phrase="Spare {unit}", tap="unit"),
    "restore": Verb("Restore", "", "Let this unit get figures back.", phrase="Restore {unit}", tap="unit"),
    "confirm": Verb("Play the card", "", "Play the card and announce the orders together.", forward=True),
    "move": Verb("Move", "", "Move into the next hex.", phrase="{unit} to {to}", tap="to"),
    "leave": Verb("Leave the board", "L", "Leave by this exit, for a medal.", phrase="{unit} leaves by this exit"),
    "done": Verb("Done", "D", "End this step.", forward=True, apart=True),
    "battle": Verb("Battle", "", "Battle this enemy.", phrase="{unit} against {target}", tap="target"),
    "clear_wire": Verb("Clear the wire", "C", "Remove the wire instead of a battle.", phrase="{unit} clears the wire"),
    "spring": Verb("Battle first", "Y", "Turn the card over: the unit attacked battles first.", forward=True),
    "hold": Verb("Let it lie", "N", "Keep the card for another close assault.", back=True),
    "ignore": Verb("Ignore it", "Y", "Disregard the first flag.", forward=True),
    "obey": Verb("Fall back", "N", "Retreat for every flag.", back=True),
    "retreat": Verb("Retreat", "", "Fall back into this hex.", phrase="Back to {to}", tap="to"),
    "halt": Verb("Stop here", "S", "Fall back no further on this flag.", forward=True),
    "take_ground": Verb("Take the hex", "Y", "Advance into the hex that was emptied.", forward=True),
    "stay": Verb("Stay", "N", "Stay where the unit stands.", back=True),
    "overrun": Verb("Overrun", "", "Battle a second time at once.", phrase="Overrun {target}", tap="target"),
    "forgo": Verb("No overrun", "N", "Let it go; it does not come back.", back=True),
    "throw": Verb("Throw away", "", "Discard this card and draw two.", phrase="Throw {card} away"),
    "keep": Verb("Keep them all", "K", "Draw one card only.", forward=True),
}
