"""What chapters 9 to 11 forbid: assaults and their markers, rallies, works."""

from __future__ import annotations

from typing import Any

from tests.rules.company_scale.helpers.assaults import at_dice
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import entry
from tests.rules.company_scale.helpers.preparing import HERE, OPEN, OTHER, go, prepared
from tests.rules.company_scale.helpers.refusals_moving import acted, column, poor, table
from tests.rules.company_scale.helpers.refusing import Refusal, refusal
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, leader, tank, us, weapon

ROWS = "\n".join(["............"] * 6)
X = {"x": ge(HERE)}


def mortar(hex: str, **changes: Any) -> Piece:
    """Return an American mortar company: indirect 3, range 6."""
    return us(hex, fire=("black", 3, 6), **changes)


def due(pieces: dict[str, Piece], **facts: Any) -> TableTop:
    """Come to the declaration of an assault on 14.31, which "b" in 13.31 can always make."""
    found = prepared({"b": us("13.31"), **X, **pieces}, **facts)
    assert found.asked[1] == "assaults"
    return found


def supporting(*fired: str, **pieces: Piece) -> TableTop:
    """Come to step B, where these batteries have fired, all missing."""
    found = due(pieces)
    found.do("confirm")
    for gun in fired:
        found.do("indirect_fire", unit=gun, hex=HERE)
        found.dice(9).do("confirm")
    return found


def retreating(*pieces: Piece, **facts: Any) -> TableTop:
    """Come to step D with these defenders in column, attacked from 13.31 alone."""
    defenders = dict(zip("xyz", pieces or (ge(HERE, deployed=False),), strict=False))
    found = prepared({"b": us("13.31"), **defenders}, **facts)
    found.do("confirm")
    assert found.asked[1] == "retreat"
    return found


def firing_back() -> TableTop:
    """Come to step E against attackers from 13.31 and 14.32, fired at once already by sustained fire."""
    mg = {"mg": (HERE, weapon("mg", ("red", 1, 1), formation="pg110", sustained_fire=True))}
    found = due({"a": us("14.32"), "y": ge("15.31")}, weapons=mg, charts=entry("DG1"))
    found.do("confirm")
    found.do("fire", unit="x", hex="13.31")
    found.do("use_weapon", weapon="mg")
    found.dice(5).do("confirm")
    return found


def fought_and_won() -> TableTop:
    """Win an assault on a lone company from two hexes: somebody must go in."""
    found = due({"a": us("14.32"), "c": us("13.31")}, markers=[(HERE, "dg", 4)])
    found.do("confirm")
    while found.decision.kind != "advance":
        found.dice(9, 0).do({"defensive_fire": "hold", "retreat": "stand"}.get(found.decision.kind, "confirm"))
    return found


def after_the_assault(**pieces: Piece) -> TableTop:
    """Come to the actions after an assault."""
    found = due(pieces)
    found.dice(9, 0).do("confirm")
    go(found, "activation")
    return found


def placing(pieces: dict[str, Piece], ground: Any = OPEN, **facts: Any) -> TableTop:
    """Come to the actions of an activation, before which markers may still be placed."""
    return activation(ground, {"far": us("21.35"), **pieces}, "formation:r141", **facts)


def helped(**facts: Any) -> TableTop:
    """Come to what the attacker of 13.32 uses."""
    pieces = {"a": ge("12.32", deployed=False), "x": us("13.32")}
    return at_dice(OPEN, pieces, "13.32", 4, 4, **facts)


def lost() -> TableTop:
    """Lose an assault from two hexes."""
    pieces = {"a": ge("12.32", deployed=False), "b": ge("12.33", deployed=False), "x": us("13.32"), "y": us("13.32")}
    return at_dice(OPEN, pieces, "13.32", 0, 9, attackers=["a", "b"])


def third_battery() -> TableTop:
    """Let two batteries fire in support, and put the fire of a third together that stands with a fourth."""
    found = supporting("m", "n", m=mortar("14.34"), n=mortar("14.33"), o=mortar("12.33"), p=mortar("12.33"))
    found.do("indirect_fire", unit="o", hex=HERE)
    return found


def direct() -> TableTop:
    """Pay for a unit under a direct command chit."""
    found = activation(OPEN, {"a": us("14.32"), **X}, "command:allied", dice=[5])
    found.do("activate", unit="a")
    return found


def placing_late() -> TableTop:
    """Let a unit act, then think of a marker."""
    found = placing({"a": us("14.32"), "b": us("18.32")}, markers=[("18.32", "dg", 1)])
    found.do("rally", unit="b")
    return found


def twice_marked() -> TableTop:
    """Put a marker down."""
    found = placing({"a": us("14.32")})
    found.do("place_assault", hex=HERE)
    return found


def crowded() -> TableTop:
    """Send the only two units next to two markers against the same one."""
    found = prepared({"a": us("15.31"), "b": us("15.31"), "x": ge(HERE), "y": ge(OTHER)}, marks=(HERE, OTHER))
    for marker in found.decision.subject["markers"]:
        for unit in marker["assigned"] if marker["hex"] == OTHER else ():
            found.do("assign", unit=unit, hex=HERE)
    return found


def shelled_in_support() -> TableTop:
    """Come to the actions after an assault a mortar has fired in support of."""
    found = supporting("m", m=mortar("14.34"))
    found.dice(9, 0)
    go(found, "activation")
    return found


def built() -> TableTop:
    """Let engineers fail to dig trenches."""
    found = table({"a": us("12.32", engineer=True), "b": us("12.32", engineer=True)})
    found.dice(9).do("build", unit="a", what="trench")
    return found


STREAM = board(ROWS, first="10.30", stream=["14.31/15.31"], river=["14.31/14.32"])
CHIEF = leader("chief", 0, 2, formation="pg110")
FIST = weapon("fist", ("blue", 3, 1), formation="pg110", one_use=True)
HELD = {"hex": HERE}
SEND = {"unit": "a", "hex": HERE}

CASES: list[Refusal] = [
    refusal("9.0-02 2.0-39", direct, "place_assault", HELD, "9.0", "no assaults under a direct command chit"),
    refusal(
        "9.0-05 5.1-03 9.1-29", lambda: after_the_assault(), "rally", {"unit": "b"}, "9.1", "has assaulted finished"
    ),
    refusal(
        "9.0-06",
        lambda: due({"e": us("15.35")}),
        "place_assault",
        {"hex": "15.34"},
        "9.2",
        "after all assaults before units act",
    ),
    refusal(
        "9.1-02",
        lambda: supporting("m", m=mortar("14.34"), n=mortar("14.33")),
        "call_off",
        HELD,
        "9.1",
        "before units are committed",
    ),
    refusal("9.1-07", third_battery, "support", {"unit": "p"}, "9.1", "at most more indirect fire units"),
    refusal(
        "9.1-10",
        lambda: supporting(m=mortar("14.34"), g=ge("16.30", fire=("black", 3, 6))),
        "indirect_fire",
        {"unit": "g", "hex": HERE},
        "9.1",
        "defender's only the attacker indirect fire",
    ),
    refusal("9.1-13", lambda: retreating(), "retreat", {"hex": "14.32"}, "9.1", "in b's fire zone"),
    refusal("9.1-14", lambda: retreating(), "retreat", {"hex": "16.31"}, "9.1", "not next to one hex"),
    refusal(
        "9.1-18 9.4-08",
        firing_back,
        "fire",
        {"unit": "x", "hex": "13.31"},
        "9.4",
        "has been fired at only once at each",
    ),
    refusal("9.4-04", firing_back, "fire", {"unit": "y", "hex": "14.32"}, "9.4", "only the assaulted hex fires"),
    refusal("9.1-25", fought_and_won, "confirm", {}, "9.1", "at least one must advance"),
    refusal(
        "9.1-26",
        lambda: after_the_assault(),
        "advance",
        {"unit": "b"},
        "9.1",
        "advance only once it is empty of enemies",
    ),
    refusal("9.2-01", lambda: placing_late(), "place_assault", HELD, "9.2", "before any unit acts"),
    refusal(
        "9.2-02",
        lambda: placing({"a": us("14.32")}, divisions=poor()),
        "place_assault",
        HELD,
        "9.2",
        "costs 1 dispatch point has none",
    ),
    refusal(
        "9.2-04",
        lambda: placing({"a": us("14.32")}),
        "place_assault",
        {"hex": "16.31"},
        "9.2",
        "no active unit next to",
    ),
    refusal(
        "9.2-05",
        lambda: placing({"a": tank("14.32", us)}, STREAM),
        "place_assault",
        HELD,
        "6.2.2",
        "river only by road",
    ),
    refusal("9.2-06", lambda: after_the_assault(), "place_assault", {"hex": "13.30"}, "9.2", "no active unit next to"),
    refusal(
        "9.2-08", lambda: twice_marked(), "place_assault", HELD, "9.2", "you already have a prepared assault marker"
    ),
    refusal("9.3-05", lambda: due({}), "assign", {"unit": "b", "hex": OTHER}, "9.3", "no prepared assault marker"),
    refusal("9.3-06", lambda: crowded(), "confirm", {}, "9.3", "no unit is assaulting assign cancel"),
    refusal(
        "9.3-07",
        lambda: due({"a": tank("15.31", us)}, ground=STREAM),
        "assign",
        SEND,
        "6.2.2",
        "tracked can cross a stream only by road",
    ),
    refusal(
        "9.3-08 10.2.1-04",
        lambda: due({"a": us("15.31")}, markers=[("15.31", "suppressed", None)]),
        "assign",
        SEND,
        "10.2.1",
        "suppressed",
    ),
    refusal(
        "9.3-08 10.2.2-03",
        lambda: due({"a": us("15.31")}, markers=[("15.31", "pinned", None)]),
        "assign",
        SEND,
        "10.2.2",
        "pinned",
    ),
    refusal(
        "9.3-08 10.2.3-06 8.5.4-04",
        lambda: due({"a": us("15.31")}, markers=[("15.31", "dg", 4)]),
        "assign",
        SEND,
        "10.2.3",
        "disorganized 4 can't assault",
    ),
    refusal(
        "9.3-07",
        lambda: due({"a": us("15.31")}, markers=[("15.31", "barrage", "heavy")]),
        "assign",
        SEND,
        "9.3",
        "doesn't have the movement points",
    ),
    refusal(
        "9.4-01",
        lambda: supporting(m=mortar("14.34")),
        "indirect_fire",
        {"unit": "m", "hex": "15.30"},
        "9.4",
        "indirect fire can target only 14.31",
    ),
    refusal("9.4-02", lambda: shelled_in_support(), "rally", {"unit": "m"}, "9.1", "has assaulted finished"),
    refusal("9.4-16", lost, "take_dg", {"hex": "13.32"}, "9.4", "isn't an assaulting hex choose"),
    refusal(
        "9.5-11",
        lambda: helped(leaders={"chief": ("12.32", CHIEF), "next": ("12.32", leader("next", 0, 1, formation="pg110"))}),
        "use_leader",
        {"leader": "next"},
        "9.5",
        "only one leader",
    ),
    refusal(
        "9.5-12",
        lambda: helped(
            leaders={"chief": ("12.32", CHIEF), "other": ("12.32", leader("other", 0, 1, formation="pg111"))}
        ),
        "use_leader",
        {"leader": "other"},
        "9.5",
        "isn't active same formation",
    ),
    refusal(
        "9.5-16",
        lambda: helped(
            leaders={"chief": ("12.32", CHIEF)},
            weapons={"gun": ("12.32", weapon("gun", ("red", 1, 1), formation="pg110"))},
        ),
        "use_weapon",
        {"weapon": "gun"},
        "9.5",
        "use a german panzerfaust",
    ),
    refusal(
        "10.1-05 10.2.3-11", lambda: acted(more={"b": us("12.32")}), "rally", {"unit": "b"}, "10.1", "already rallied"
    ),
    refusal(
        "10.2.1-03",
        lambda: table({"a": us("12.32", engineer=True)}, markers=[("12.32", "suppressed", None)]),
        "build",
        {"unit": "a", "what": "trench"},
        "10.2.1",
        "suppressed can only rally",
    ),
    refusal(
        "10.2.2-02",
        lambda: table({"a": column()}, markers=[("12.32", "pinned", None)]),
        "move",
        {"units": ("a",)},
        "10.2.2",
        "pinned can't move",
    ),
    refusal(
        "10.0-01",
        lambda: table({"a": us("12.32")}),
        "rally",
        {"unit": "a"},
        "10.1",
        "not disorganized pinned or suppressed",
    ),
    refusal(
        "11.0-01 2.0-22",
        lambda: table({"a": us("12.32", engineer=True)}),
        "build",
        {"unit": "a", "what": "bridge"},
        "11.0",
        "can't be built foxhole and trench",
    ),
    refusal(
        "11.1-07 3.2-11",
        lambda: table({"a": us("12.32")}),
        "build",
        {"unit": "a", "what": "trench"},
        "11.1",
        "only engineers build trenches",
    ),
    refusal(
        "11.1-09",
        lambda: table({"a": us("12.32")}, markers=[("12.32", "trench", None)]),
        "build",
        {"unit": "a", "what": "foxhole"},
        "11.1",
        "one fortification",
    ),
    refusal(
        "11.1-10", lambda: built(), "build", {"unit": "b", "what": "trench"}, "11.1", "has had its engineering action"
    ),
    refusal(
        "11.1-05",
        lambda: table({"a": column()}),
        "build",
        {"unit": "a", "what": "foxhole"},
        "11.1",
        "in column only deployed",
    ),
]
