"""Views, units and decisions in the shape of the company scale's, for fake sessions."""

from __future__ import annotations

from typing import Any

from rules.engine.command import cmd
from rules.engine.options import Decision
from tests.app.helpers.fake_session import decide


def chit(name: str, words: str, kind: str, side: str) -> dict[str, Any]:
    """Make a chit of a view."""
    return {"id": name, "name": words, "kind": kind, "side": side}


CHITS = [
    chit("tfb_117cav", "117th Cavalry Squadron", "formation", "allied"),
    chit("tf_butler", "Task Force Butler", "division", "allied"),
    chit("ge_aa11", "Reconnaissance Battalion 11", "formation", "german"),
    chit("dc_german", "German Direct Command", "direct_command", "german"),
    chit("dc_allied", "Allied Direct Command", "direct_command", "allied"),
    chit("wind", "Wind", "wind", ""),
    chit("event", "Random Event", "event", ""),
]


def unit(key: str, label: str, side: str, hex_name: str | None, **more: Any) -> dict[str, Any]:
    """Make a unit of a view."""
    german = side == "german"
    return {
        "id": key,
        "name": more.pop("name", label),
        "label": label,
        "side": side,
        "division": "ge_11pz" if german else "tf_butler",
        "formation": "ge_aa11" if german else "tfb_117cav",
        "stripe": "#d8b13a" if german else "#2c5fb3",
        "colour": "#6d767e" if german else "#a9b27c",
        "ink": "#101214" if german else "#1b1b16",
        "symbol": "cavalry_armored",
        "size": "company",
        "armor": "hard",
        "engineer": False,
        "hex": hex_name,
        "place": "map" if hex_name else "reserve",
        "deployed": True,
        "fire": {"box": "white", "value": 3, "range": 1},
        "defense": 0,
        "move": None,
        "active": False,
        "actions_used": 0,
        "in_command": True,
        "hq": False,
        **more,
    }


def position(**more: Any) -> dict[str, Any]:
    """Make the view of a small position."""
    view: dict[str, Any] = {
        "system": "company_scale",
        "scenario": {"id": "fake", "title": "A Fake Fight"},
        "seq": 0,
        "turn": {"index": 1, "of": 5, "name": "0700", "date": "1944-08-22", "night": False},
        "weather": "clear",
        "phase": "action",
        "chit": CHITS[0],
        "cup": {"count": 4, "may_still_come": CHITS[2:6], "played": [CHITS[6]]},
        "divisions": [
            {
                "id": "tf_butler",
                "name": "Task Force Butler",
                "side": "allied",
                "dispatch": 4,
                "commands": 6,
                "fatigue": 0,
                "troop_quality": 6,
                "max_troop_quality": 7,
                "command_rating": 6,
                "dispatch_rating": 6,
            },
            {
                "id": "ge_11pz",
                "name": "11th Panzer Division",
                "side": "german",
                "dispatch": 3,
                "commands": 6,
                "fatigue": 2,
                "troop_quality": 6,
                "max_troop_quality": 7,
                "command_rating": 7,
                "dispatch_rating": 4,
            },
        ],
        "units": [
            unit("b_117", "B/117 Cav", "allied", "18.43", name="Troop B, 117th Cavalry", active=True),
            unit("c_117", "C/117 Cav", "allied", "18.43", name="Troop C, 117th Cavalry", active=True, actions_used=1),
            unit(
                "f_117",
                "F/117 Cav",
                "allied",
                "19.42",
                name="Company F, 117th Cavalry",
                active=True,
                symbol="armor",
                armor="tank",
                deployed=False,
                move={"class": "tracked", "allowance": 16},
            ),
            unit("r1", "1/AA 11", "german", "17.45", name="1st Company, Reconnaissance 11"),
            unit(
                "r2",
                "2/AA 11",
                "german",
                "16.45",
                name="2nd Company, Reconnaissance 11",
                symbol="infantry",
                armor="soft",
                fire={"box": "red", "value": 4, "range": 1},
            ),
            unit("r3", "3/AA 11", "german", None, name="3rd Company, Reconnaissance 11", place="routed"),
        ],
        "weapons": [],
        "leaders": [],
        "markers": [{"hex": "17.45", "kind": "dg", "value": 2}, {"hex": "17.45", "kind": "pinned", "value": None}],
        "victory": {
            "points": {"german": 5, "allied": 1},
            "hexes": [
                {"hex": "18.39", "name": "Hill 300", "colour": "red", "points": {"german": 5}, "held_by": "german"}
            ],
            "lines": [
                {"side": "german", "points": 5, "text": "Hill 300 (18.39) is held"},
                {"side": "allied", "points": 1, "text": "1 German unit eliminated"},
            ],
        },
        "over": None,
    }
    view.update(more)
    return view


def activation() -> Decision:
    """Return the decision of an activation with several verbs."""
    return decide(
        "allied",
        "activation",
        "117th Cavalry Squadron: act with your units.",
        cmd("move", units=("f_117",)),
        cmd("fire", unit="b_117", hex="17.45"),
        cmd("fire", unit="b_117", hex="18.44"),
        cmd("change_formation", unit="b_117"),
        cmd("pass_unit", unit="b_117"),
        cmd("pass_unit", unit="f_117"),
        cmd("end_activation"),
        rule="5.2",
        chit="tfb_117cav",
    )
