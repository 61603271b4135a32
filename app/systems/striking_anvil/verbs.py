"""The verbs and the questions of Striking the Anvil, one row for each."""

from __future__ import annotations

from collections.abc import Mapping

from app.text.words import Passing, Question
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


# --- The questions of Striking the Anvil, one row for each kind of decision ----------------------------------------

QUESTIONS: Mapping[str, Question] = {
    "planning": Question(
        "Combat groups",
        "Units of a group act together this turn. Each combat unit starts as its own group.",
        button="Group",
        labels={"done": "Done grouping"},
        hint="Group units in the list. Press Space when finished.",
    ),
    "ffi": Question(
        "FFI",
        "The Resistance may rise next to Allied areas: 1-2 fighters, 3-4 control, 5-6 nothing.",
        page="ffi",
        button="Raise the FFI",
        labels={"done": "No more attempts"},
        hint="Click a lit area, or drag the marker there. Press Space to stop.",
    ),
    "bombing_phase": Question(
        "Bombing",
        "A marker gives Allied attacks in its area +1. On a fortress it bombs first.",
        page="bombing",
        button="Place",
        labels={"done": "No more markers"},
        hint="Click an area, or drag a marker there. Press Space to stop.",
    ),
    "order": Question(
        "Impulse",
        "Activate one area: its units attack, move, or work on a bridge.",
        button="Activate",
        hint="Click an area, or drag its units. Drop them on enemies to fight. X passes.",
        sure="Pass anyway",
    ),
    "activation": Question(
        "Activation",
        "Tick units, then choose one action for all of them.",
        page="composition",
        hint="Tick units, then A attacks, M moves, B is mobile combat. Esc: another area.",
    ),
    "way": Question(
        "Way",
        "Move area by area. Leaving too weak a rearguard invites pursuit.",
        page="way",
        button="Go",
        labels={"done": "Others stay"},
        hint="Click the next area, or drag the group there. Space stops.",
    ),
    "pursuit": Question(
        "Pursuit",
        "The enemy leaves too weak a rearguard. You can strike the units that go.",
        page="composition",
        labels={"confirm": "Pursue"},
        hint="Tick who pursues. Space strikes, Esc lets them go.",
        passed=Passing("decline", "Pursuit", "when enemy units leave too weak a rearguard behind"),
    ),
    "counter_attack": Question(
        "Counter-attack",
        "The enemy arrives for mobile combat. You can strike first.",
        page="composition",
        labels={"confirm": "Counter-attack"},
        hint="Tick who counter-attacks. Space strikes, Esc lets them come.",
        passed=Passing("decline", "Counter-attack", "before a mobile combat against your Good Order units"),
    ),
    "strike": Question("Mobile combat", "The units have arrived.", hint="Space fights, Esc cancels the combat."),
    "payment": Question(
        "Hits",
        "Choose what takes the hits. Only the last choice may exceed them.",
        page="payment",
        hint="Click losses until every pip is filled, then press Enter. Backspace undoes one.",
    ),
    "surrender": Question(
        "Surrender",
        "For a fortress below level 6 with an Allied combat unit: roll its level or more.",
        button="Demand surrender",
        labels={"done": "No more demands"},
        hint="Click a fortress. Press Space to stop.",
    ),
}
"""Questions by kind of decision."""
