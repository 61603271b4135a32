"""The verbs of Striking the Anvil, one row for each."""

from __future__ import annotations

from collections.abc import Mapping

from app.text.words import PhrasedVerb as Verb

VERBS: Mapping[str, Verb] = {
    "activate": Verb("Activate", "", "Activate this area or box.", phrase="{area}", tap="area"),
    "pass": Verb("Pass", "X", "Pass this impulse. Two passes in a row end the phase.", forward=True,
                 sure="Pass anyway"),
    "take": Verb("Add", "", "Add this unit.", phrase="Add {unit}", tap="unit"),
    "take_all": Verb("All", "T", "Add all units that can act together."),
    "drop": Verb("Leave out", "", "Leave this unit out.", phrase="Leave {unit} out", tap="unit"),
    "load": Verb("Load", "L", "Load the unit on the transport for free.", phrase="Load {unit} on {transport}",
                 tap="unit"),
    "unload": Verb("Unload", "U", "Unload the unit.", phrase="Unload {unit}", tap="unit"),
    "dig_out": Verb("Leave trenches", "E", "The unit leaves its trenches, reduced, and can move.",
                    phrase="Trenches: {unit} leaves or stays", tap="unit"),
    "attack": Verb("Attack", "A", "Attack the enemies in the area with all chosen units.", apart=True),
    "move": Verb("Move", "M", "Move, in one group or in several."),
    "mobile": Verb("Mobile combat", "B", "Move into an area and fight there at half strength.",
                   phrase="Mobile combat in {target}", tap="target"),
    "demolish": Verb("Blow a bridge", "G", "Blow a bridge with one combat unit.", phrase="Blow the bridge {bridge}",
                     tap="bridge"),
    "repair": Verb("Repair a bridge", "R", "Start repairing a bridge with one combat unit.",
                   phrase="Repair the bridge {bridge}", tap="bridge"),
    "cancel": Verb("Another area", "", "Choose another area instead. Nothing is spent.", back=True),
    "step": Verb("Go", "", "Move into this area.", phrase="To {to}", tap="to"),
    "stop": Verb("Stop here", "S", "End this group's move here.", forward=True),
    "done": Verb("Done", "D", "End this phase or move. Units that have not moved stay.", forward=True),
    "carry_out": Verb("Fight", "C", "Fight the mobile combat.", forward=True),
    "call_off": Verb("Don't fight", "N", "Cancel the combat. The units stay where they are.", back=True),
    "confirm": Verb("Strike", "K", "Strike with the chosen units.", forward=True),
    "decline": Verb("Don't react", "N", "Let the enemy units go, or come.", back=True),
    "disorganize": Verb("Disorganize", "", "Disorganize the unit: 1 hit.", phrase="Disorganize {unit}", tap="unit"),
    "reduce": Verb("Reduce", "", "Flip the unit to its reduced side.", phrase="Reduce {unit}", tap="unit"),
    "eliminate": Verb("Eliminate", "", "Remove the unit.", phrase="Eliminate {unit}", tap="unit"),
    "level": Verb("Lower the fortress", "", "Take a hit by lowering the fortress one level.",
                  phrase="Lower the fortress of {area}", tap="area"),
    "attempt": Verb("Raise the FFI", "", "Roll: 1-2 fighters, 3-4 control, 5-6 nothing.", phrase="FFI in {area}",
                    tap="area"),
    "ship": Verb("Ship", "", "Ship the unit to an open port.", phrase="{unit} to an open port",
                 tap="unit"),
    "place": Verb("Place", "", "Place the marker in this area.", phrase="{marker} to {area}", tap="area"),
    "demand": Verb("Demand surrender", "", "The fortress surrenders if you roll its level or more.",
                   phrase="Surrender of {area}", tap="area"),
    "join": Verb("Join", "J", "Put the unit into this group.", phrase="{unit} joins {group}", tap="unit"),
    "leave": Verb("Leave", "V", "Take the unit out of its group.", phrase="{unit} leaves its group", tap="unit"),
}  # fmt: skip
