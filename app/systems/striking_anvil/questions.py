"""The questions of Striking the Anvil, one row for each kind of decision."""

from __future__ import annotations

from collections.abc import Mapping

from app.text.words import Passing, Question

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
