"""The verbs of Striking the Anvil, one row for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.text import words


@dataclass(frozen=True, slots=True)
class Verb(words.Verb):
    """How a verb of this system is offered; `phrase` is the whole command in words, `tap` its place on the map."""

    phrase: str = ""
    tap: str = ""


VERBS: Mapping[str, Verb] = {
    "activate": Verb("Activate", "", "Choose this area or box for the impulse.", phrase="{area}", tap="area"),
    "pass": Verb("Pass", "X", "Let the impulse go by; two passes in a row end the phase.", forward=True,
                 sure="Pass all the same"),
    "take": Verb("Add", "", "Add this unit.", phrase="Add {unit}", tap="unit"),
    "take_all": Verb("All", "T", "Add everybody who can act together."),
    "drop": Verb("Leave out", "", "Leave this unit out again.", phrase="Leave {unit} out", tap="unit"),
    "load": Verb("Load", "L", "Put the unit on the transport; it costs nothing.", phrase="Load {unit} on {transport}",
                 tap="unit"),
    "unload": Verb("Unload", "U", "Take the unit off its transport.", phrase="Unload {unit}", tap="unit"),
    "dig_out": Verb("Leave trenches", "E", "The entrenched unit is reduced when it moves.",
                    phrase="Trenches: {unit} leaves or stays", tap="unit"),
    "attack": Verb("Attack", "A", "Attack the enemies in the area with all who are chosen.", apart=True),
    "move": Verb("Move", "M", "Move, in one group or in several."),
    "mobile": Verb("Mobile combat", "B", "Move into an area and fight there; name it before the first step.",
                   phrase="Mobile combat in {target}", tap="target"),
    "demolish": Verb("Blow a bridge", "G", "Blow the bridge with one combat unit.", phrase="Blow the bridge {bridge}",
                     tap="bridge"),
    "repair": Verb("Repair a bridge", "R", "Begin to bridge the river with one combat unit.",
                   phrase="Repair the bridge {bridge}", tap="bridge"),
    "cancel": Verb("Another area", "", "Take the composition back; nothing is spent.", back=True),
    "step": Verb("Go", "", "Go on into this area.", phrase="To {to}", tap="to"),
    "stop": Verb("Stop here", "S", "The group ends its way here.", forward=True),
    "done": Verb("Done", "D", "End this phase or move; who has not moved stays.", forward=True),
    "carry_out": Verb("Fight", "C", "Carry the mobile combat out.", forward=True),
    "call_off": Verb("Call it off", "N", "Do not fight; the units stay where they are.", back=True),
    "confirm": Verb("Strike", "K", "Strike with those who are chosen.", forward=True),
    "decline": Verb("Let them be", "N", "Do not react.", back=True),
    "disorganize": Verb("Disorganize", "", "Turn the unit: 1 hit.", phrase="Disorganize {unit}", tap="unit"),
    "reduce": Verb("Reduce", "", "Flip the unit to its reduced side.", phrase="Reduce {unit}", tap="unit"),
    "eliminate": Verb("Eliminate", "", "Remove the unit.", phrase="Eliminate {unit}", tap="unit"),
    "level": Verb("Lower the fortress", "", "Pay a hit with a level of the fortress.",
                  phrase="Lower the fortress of {area}", tap="area"),
    "attempt": Verb("Raise the FFI", "", "Roll: 1-2 fighters, 3-4 control, 5-6 nothing.", phrase="FFI in {area}",
                    tap="area"),
    "ship": Verb("Ship", "", "Send the unit to the ships off an open port.", phrase="{unit} to an open port",
                 tap="unit"),
    "place": Verb("Place", "", "Put the marker down in this area.", phrase="{marker} to {area}", tap="area"),
    "demand": Verb("Seek surrender", "", "Roll the level or more: the fortress gives up.",
                   phrase="Surrender of {area}", tap="area"),
    "join": Verb("Join", "J", "Put the unit into this group.", phrase="{unit} joins {group}", tap="unit"),
    "leave": Verb("Part", "V", "Take the unit out of its group.", phrase="{unit} leaves its group", tap="unit"),
}  # fmt: skip
