"""The questions of Striking the Anvil, one row for each kind of decision."""

from __future__ import annotations

from collections.abc import Mapping

from app.text.words import Passing, Question

QUESTIONS: Mapping[str, Question] = {
    "planning": Question(
        "Combat groups",
        "Units of a group act together this turn. Every combat unit begins as a group of its own.",
        button="Put together",
        labels={"done": "The groups stand"},
        hint="Choose in the list; Space when the groups stand.",
    ),
    "ffi": Question(
        "FFI",
        "The Resistance may rise next to Allied areas without Germans: 1-2 fighters, 3-4 control, 5-6 nothing.",
        page="ffi",
        button="Raise the FFI",
        labels={"done": "No more attempts"},
        hint="Click a lit area or drag the marker there, or Space for no more attempts.",
    ),
    "bombing_phase": Question(
        "Bombing",
        "A marker gives +1 to Allied attacks in its area; over a fortress it bombs first.",
        page="bombing",
        button="Place it",
        labels={"done": "No more markers"},
        hint="Drag a marker to an area, or click there; Space for none. Over a fortress it bombs that first.",
    ),
    "order": Question(
        "Impulse",
        "One area acts: its units attack, move or work on a bridge.",
        button="Activate",
        hint="Click an area, or drag its units to where they shall go. X passes.",
        sure="Pass all the same",
    ),
    "activation": Question(
        "Activation",
        "Tick the units, then choose one action for all of them.",
        page="composition",
        hint="Click counters or rows to tick them, then A attacks, M moves, B makes mobile combat. Esc: another area.",
    ),
    "way": Question(
        "Way",
        "Step by step; whoever stays behind with too little may be pursued.",
        page="way",
        button="Go",
        labels={"done": "The others stay"},
        hint="Click the next area, or drag the group there. Space stops here.",
    ),
    "pursuit": Question(
        "Pursuit",
        "The enemy leaves with too small a rearguard: strike those who go.",
        page="composition",
        labels={"confirm": "Pursue"},
        hint="Tick who pursues, Space strikes, Esc lets them go.",
        passed=Passing("decline", "Pursuit", "when enemy units leave an area in which yours outnumber the rearguard"),
    ),
    "counter_attack": Question(
        "Counter-attack",
        "Enemies arrive for mobile combat: strike first.",
        page="composition",
        labels={"confirm": "Counter-attack"},
        hint="Tick who counter-attacks, Space strikes, Esc lets them come.",
        passed=Passing("decline", "Counter-attack", "before a mobile combat against your Good Order units"),
    ),
    "strike": Question(
        "Mobile combat",
        "The units have arrived.",
        hint="Space fights, Esc calls it off.",
    ),
    "payment": Question(
        "Hits",
        "Choose what takes the hits; only the last item may overshoot.",
        page="payment",
        hint="Click what pays until every pip is filled, then Enter. Backspace takes the last one back.",
    ),
    "surrender": Question(
        "Surrender",
        "A fortress below level 6 with an Allied combat unit in it: a die of its level or more makes it give up.",
        button="Seek surrender",
        labels={"done": "Not this turn"},
        hint="Click a fortress, or Space for no more.",
    ),
}
"""Questions by kind of decision."""
