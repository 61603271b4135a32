"""Views, units and decisions in the shape of the company scale's, for fake sessions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.company_scale.records.view import (
    ChitView,
    CupView,
    DivisionView,
    FaceView,
    FireView,
    LeaderView,
    MarkerView,
    MoveView,
    ScenarioView,
    ScoreLine,
    TurnView,
    UnitView,
    VictoryHexView,
    VictoryView,
    View,
    WeaponView,
)
from rules.engine.command import cmd
from rules.engine.options import Decision
from tests.app.helpers.fake_session import decide

CHITS = [
    ChitView("tfb_117cav", "117th Cavalry Squadron", "formation", "allied"),
    ChitView("tf_butler", "Task Force Butler", "division", "allied"),
    ChitView("ge_aa11", "Reconnaissance Battalion 11", "formation", "german"),
    ChitView("dc_german", "German Direct Command", "direct_command", "german"),
    ChitView("dc_allied", "Allied Direct Command", "direct_command", "allied"),
    ChitView("wind", "Wind", "wind"),
    ChitView("event", "Random Event", "event"),
]


def unit(key: str, label: str, side: str, hex_name: str | None, **more: Any) -> UnitView:
    """Make a unit of a view; `fire`, `defense` and `move` are those of the face it shows."""
    german = side == "german"
    face = FaceView(more.pop("fire", FireView("white", 3, 1)), None, more.pop("defense", 0), more.pop("move", None))
    fields: dict[str, Any] = {
        "name": label,
        "long_name": label,
        "division": "ge_11pz" if german else "tf_butler",
        "formation": "ge_aa11" if german else "tfb_117cav",
        "stripe": "#d8b13a" if german else "#2c5fb3",
        "colour": "#6d767e" if german else "#a9b27c",
        "ink": "#101214" if german else "#1b1b16",
        "edge": "round",
        "short": "",
        "symbol": "cavalry_armored",
        "size": "company",
        "armor": "hard",
        "engineer": False,
        "sustained_fire": False,
        "rail_only": False,
        "hq": False,
        "command_range": 0,
        "deployed": True,
        "other_face": None,
        "place": "map" if hex_name else "reserve",
        "carried_by": None,
        "carries": None,
        "active": False,
        "actions_used": 0,
        "in_command": True,
    }
    return UnitView(id=key, label=label, side=side, hex=hex_name, face=face, **(fields | more))


def weapon(key: str, name: str, hex_name: str | None, **more: Any) -> WeaponView:
    """Make an Allied support weapon of a view."""
    fields: dict[str, Any] = {
        "side": "allied", "active": False, "place": "map", "fire": FireView("red", 1, 2), "defense": 0,
        "sustained_fire": False, "one_use": False,
    }  # fmt: skip
    return WeaponView(id=key, name=name, hex=hex_name, **(fields | more))


def leader(key: str, name: str, hex_name: str | None, **more: Any) -> LeaderView:
    """Make an Allied leader of a view."""
    fields: dict[str, Any] = {
        "side": "allied", "active": False, "place": "map", "fire": 1, "troop_quality": 1, "hero": False,
        "replaced": False,
    }  # fmt: skip
    return LeaderView(id=key, name=name, hex=hex_name, **(fields | more))


TF_BUTLER = DivisionView(
    "tf_butler", "Task Force Butler", "allied", "#a9b27c", "#1b1b16",
    dispatch=4, commands=6, fatigue=0, troop_quality=6, max_troop_quality=7, command_rating=6, dispatch_rating=6,
)  # fmt: skip
PANZER_11 = DivisionView(
    "ge_11pz", "11th Panzer Division", "german", "#6d767e", "#101214",
    dispatch=3, commands=6, fatigue=2, troop_quality=6, max_troop_quality=7, command_rating=7, dispatch_rating=4,
)  # fmt: skip
VICTORY = VictoryView(
    points={"german": 5, "allied": 1},
    hexes=(VictoryHexView("18.39", "Hill 300", "red", "german", {"german": 5}),),
    lines=(ScoreLine("german", 5, "Hill 300 (18.39) is held"), ScoreLine("allied", 1, "1 German unit eliminated")),
    eliminated={},
    german_margin=None,
    track=None,
)


def position(**more: Any) -> View:
    """Make the view of a small position, with `more` parts in place of its own."""
    cav = "117th Cavalry"
    tank = {"symbol": "armor", "armor": "tank", "deployed": False, "move": MoveView("tracked", 16)}
    foot = {"symbol": "infantry", "armor": "soft", "fire": FireView("red", 4, 1)}
    units = (
        unit("b_117", "B/117 Cav", "allied", "18.43", name=f"Troop B, {cav}", active=True),
        unit("c_117", "C/117 Cav", "allied", "18.43", name=f"Troop C, {cav}", active=True, actions_used=1),
        unit("f_117", "F/117 Cav", "allied", "19.42", name=f"Company F, {cav}", active=True, **tank),
        unit("r1", "1/AA 11", "german", "17.45", name="1st Company, Reconnaissance 11"),
        unit("r2", "2/AA 11", "german", "16.45", name="2nd Company, Reconnaissance 11", **foot),
        unit("r3", "3/AA 11", "german", None, name="3rd Company, Reconnaissance 11", place="routed"),
    )
    view = View(
        scenario=ScenarioView("fake", "A Fake Fight", ""),
        turn=TurnView(1, 5, "0700", "1944-08-22", night=False),
        weather="clear",
        phase="action",
        chit=CHITS[0],
        cup=CupView(4, tuple(CHITS[2:6]), (CHITS[6],), (), ()),
        divisions=(TF_BUTLER, PANZER_11),
        displays=(),
        rerolls=(),
        units=units,
        weapons=(),
        leaders=(),
        markers=(MarkerView("17.45", "dg", 2), MarkerView("17.45", "pinned")),
        assault=None,
        victory=VICTORY,
        over=None,
    )
    return replace(view, **more)


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
