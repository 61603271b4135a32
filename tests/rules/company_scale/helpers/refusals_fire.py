"""What chapters 7 and 8 forbid: sight, targets, helpers of a fire, opportunity fire, guns, smoke, fires."""

from __future__ import annotations

from typing import Any

from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import compose
from tests.rules.company_scale.helpers.guns import HQ, field, gun, lay
from tests.rules.company_scale.helpers.refusals_moving import column, poor, table
from tests.rules.company_scale.helpers.refusing import Refusal, refusal
from tests.rules.company_scale.helpers.tables import Piece, TableTop, ge, leader, tank, us, weapon

WOODS = board("......\n......\n..w...\n..w...\n......\n......", first="10.30")
NIGHT = {"first_turn": "night_1"}
AT_GUN = weapon("at", ("blue", 3, 1))
SHOT = {"unit": "a", "hex": "12.33"}


def shooting(enemy: Piece | None = None, **facts: Any) -> TableTop:
    """Let "a" in 12.32 compose a fire at 12.33."""
    pieces = {"a": us("12.32"), "x": enemy or ge("12.33"), **facts.pop("more", {})}
    return compose(table(pieces, **facts), "a", "12.33")


def fired() -> TableTop:
    """Let "a" fire as its first action; "b" is in the same hex."""
    found = shooting(more={"b": us("12.32")})
    found.dice(9).do("confirm")
    return found


def supported(**facts: Any) -> TableTop:
    """Let "a" compose a fire with two supporters and a third in its hex."""
    found = shooting(more={n: us("12.32") for n in "bcd"}, **facts)
    found.do("support", unit="b")
    found.do("support", unit="c")
    return found


def second_fire(commands: int) -> TableTop:
    """Let "a" fire as its second action with so many commands left, beside "b"."""
    found = table({"a": us("12.32"), "b": us("12.32"), "x": ge("12.33")}, markers=[("12.32", "dg", 2)],
                  divisions=poor(commands=commands))  # fmt: skip
    found.do("rally", unit="a")
    found.do("build", unit="b", what="foxhole")
    return compose(found, "a", "12.33")


def watching(fire: tuple[str, int, int] = ("red", 4, 1), **facts: Any) -> TableTop:
    """Let "m" leave 13.33 under the eyes of the German "x" in 12.33; another watcher "w" keeps the window open."""
    pieces = {"m": column("13.33"), "x": ge("12.33", fire=fire), "w": ge("14.34"), **facts.pop("more", {})}
    found = table(pieces, **facts)
    found.do("move", units=("m",))
    found.step("13.32")
    return found


def sustained() -> TableTop:
    """Let the hex of "x" fire again by its machine gun alone."""
    mg = {"mg": ("12.33", weapon("mg", ("red", 1, 1), formation="pg110", sustained_fire=True))}
    found = watching(weapons=mg, markers=[("12.33", "sustained_fire", None)])
    found.do("fire", unit="x", hex="13.33")
    if found.decision.subject["weapon"]:
        found.do("use_weapon", weapon="mg")
    return found


def shelled_already() -> TableTop:
    """Let a battery fire; its headquarters is near and commands are there."""
    foot = {"i": us("12.32", fire=("red", 4, 2)), "s": us("20.31"), "hq": us("12.33", **HQ)}
    found = field({"g": gun("12.32"), **foot, "x": ge("21.31"), "y": ge("12.30")})
    lay(found, "g", "21.31").dice(9).do("confirm")
    return found


def batteries(**facts: Any) -> TableTop:
    """Have a battery, a spotter and an enemy in its sight."""
    pieces: dict[str, Piece] = {"g": gun("12.32"), "s": us("20.31"), "hq": us("12.33", **HQ), "x": ge("21.31")}
    return field({**pieces, **facts.pop("more", {})}, **facts)


def routed(**facts: Any) -> TableTop:
    """Have a routed company and its headquarters, surrounded by fire."""
    return table({"r": us("12.32", place="routed"), **facts.pop("more", {})}, **facts)


SHELL = {"unit": "g", "hex": "21.31"}
CASES: list[Refusal] = [
    refusal(
        "7.1.1-01 8.2-01",
        lambda: table({"a": us("12.31", fire=("red", 4, 4)), "x": ge("12.34")}, WOODS),
        "fire",
        {"unit": "a", "hex": "12.34"},
        "7.1.1 a",
        "can't be seen blocked by woods",
    ),
    refusal(
        "8.2-01",
        lambda: table({"a": us("12.32"), "x": ge("12.34")}),
        "fire",
        {"unit": "a", "hex": "12.34"},
        "8.1",
        "2 hexes away range is 1",
    ),
    refusal(
        "8.2-01 2.0-24",
        lambda: table({"a": us("12.32", fire=("red", 4, 3)), "x": ge("12.33"), "y": ge("12.30")}),
        "fire",
        {"unit": "a", "hex": "12.30"},
        "7.2",
        "enemy adjacent only adjacent hexes",
    ),
    refusal("8.2-01", lambda: table({"a": us("12.32")}), "fire", SHOT, "8.2", "no enemy unit"),
    refusal("8.0-02", fired, "fire", {"unit": "b", "hex": "12.33"}, "8.0", "already fired among the first"),
    refusal(
        "8.1-03",
        lambda: compose(
            table({"a": us("12.32", fire=("white", 4, 1)), "x": ge("12.33"), "y": tank("12.33")}), "a", "12.33"
        ),
        "fire_type",
        {"type": "armor_piercing"},
        "8.1",
        "needs a hard target not at the hex",
    ),
    refusal(
        "8.1-05",
        lambda: shooting(weapons={"at": ("12.32", AT_GUN)}),
        "use_weapon",
        {"weapon": "at"},
        "8.1",
        "armor piercing no hard target",
    ),
    refusal("8.2-03", lambda: shooting(), "aim", {"target": "x"}, "8.2", "isn't a hard target aim at the hex"),
    refusal(
        "8.2-04",
        lambda: shooting(tank("12.33"), more={"y": tank("12.33")}),
        "aim",
        {"target": "hex"},
        "8.2",
        "only hard targets pick one",
    ),
    refusal("8.2-08", lambda: second_fire(1), "support", {"unit": "b"}, "8.2", "second action costs 1 direct command"),
    refusal(
        "8.2-09",
        lambda: shooting(more={"b": us("12.32", formation="r142")}),
        "support",
        {"unit": "b"},
        "8.2",
        "isn't active",
    ),
    refusal(
        "8.3.2-04",
        lambda: shooting(weapons={"gun": ("12.32", weapon("gun", ("red", 1, 1), formation="r142"))}),
        "use_weapon",
        {"weapon": "gun"},
        "8.3.2",
        "another formation",
    ),
    refusal(
        "8.3.2-05",
        lambda: compose(
            table({"a": tank("12.32", us), "x": ge("12.33")}, weapons={"gun": ("12.32", weapon("gun", ("red", 1, 1)))}),
            "a",
            "12.33",
        ),
        "use_weapon",
        {"weapon": "gun"},
        "8.3.2",
        "range 1 the unit 2",
    ),
    refusal(
        "8.3.2-02",
        lambda: shooting(leaders={"l": ("12.32", leader("l", 1, 1, formation="r142"))}),
        "use_leader",
        {"leader": "l"},
        "8.3.2",
        "another formation",
    ),
    refusal("8.3.4-01", supported, "support", {"unit": "d"}, "8.3.4", "at most two"),
    refusal(
        "8.3.4-01", lambda: shooting(more={"b": column()}), "support", {"unit": "b"}, "8.3.4", "in column only deployed"
    ),
    refusal(
        "8.3.4-03",
        lambda: compose(table({"a": tank("12.32", us), "b": us("12.32"), "x": ge("12.33")}), "a", "12.33"),
        "support",
        {"unit": "b"},
        "8.3.4",
        "range of 1 needs 2",
    ),
    refusal(
        "8.3.6-01",
        lambda: compose(table({"a": column(), "x": ge("12.33")}), "a", "12.33"),
        "concentrate",
        {},
        "8.3.6",
        "only a deployed unit concentrated",
    ),
    refusal(
        "8.3.6-04",
        lambda: watching(markers=[("12.33", "concentrated_fire", None)]),
        "fire",
        {"unit": "x", "hex": "13.33"},
        "8.3.6",
        "concentrated fire marker no fire zone",
    ),
    refusal(
        "8.3.6-05",
        lambda: lay(
            field({"g": gun("12.32", base=ge), "s": ge("20.31"), "x": us("21.31")}, "formation:pg110"), "g", "21.31"
        ),
        "concentrate",
        {},
        "8.3.6",
        "only american artillery",
    ),
    refusal(
        "8.5.2-04",
        lambda: routed(more={"x": ge("11.31"), "div": us("10.30", hq="division")}),
        "return_unit",
        {"unit": "r", "hex": "10.31", "deployed": True},
        "8.5.2",
        "enemy fire zone",
    ),
    refusal(
        "8.5.2-02",
        lambda: routed(more={"div": us("10.30", hq="division")}),
        "return_unit",
        {"unit": "r", "hex": "14.34", "deployed": True},
        "8.5.2",
        "next to division headquarters",
    ),
    refusal(
        "8.5.4-06 10.2.2-02",
        lambda: table({"a": column()}, markers=[("12.32", "pinned", None)]),
        "move",
        {"units": ("a",)},
        "10.2.2",
        "pinned can't move",
    ),
    refusal(
        "8.5.4-05 10.2.1-01",
        lambda: table({"a": us("12.32"), "x": ge("12.33")}, markers=[("12.32", "suppressed", None)]),
        "fire",
        SHOT,
        "8.5.4",
        "suppressed can't fire",
    ),
    refusal("8.6-08", lambda: compose(watching(), "x", "13.33"), "concentrate", {}, "8.6", "can't be concentrated"),
    refusal(
        "8.6-10",
        lambda: watching(markers=[("12.33", "no_opportunity_fire", None)]),
        "fire",
        {"unit": "x", "hex": "13.33"},
        "8.6",
        "has already used its opportunity fire",
    ),
    refusal(
        "8.6-13",
        lambda: watching(("black", 4, 9)),
        "fire",
        {"unit": "x", "hex": "13.33"},
        "7.2",
        "no direct fire value",
    ),
    refusal(
        "8.6-14 10.2.1-01",
        lambda: watching(markers=[("12.33", "suppressed", None)]),
        "fire",
        {"unit": "x", "hex": "13.33"},
        "8.5.4",
        "suppressed can't fire",
    ),
    refusal("8.6-01", lambda: watching(), "fire", {"unit": "x", "hex": "13.32"}, "8.6", "the hex being left"),
    refusal("8.6.1-05", sustained, "confirm", {}, "8.6.1", "sustained fire weapon add"),
    refusal(
        "8.7-01",
        lambda: batteries(more={"g": gun("12.32", deployed=False)}),
        "indirect_fire",
        SHELL,
        "8.7",
        "in column only deployed units can fire indirectly",
    ),
    refusal(
        "8.7-02",
        lambda: batteries(more={"g": gun("12.32", deployed=False)}),
        "move",
        {"units": ("g",)},
        "3.2",
        "can't move no movement allowance",
    ),
    refusal(
        "8.7.1-01",
        lambda: batteries(more={"g": gun("12.32", reach=8)}),
        "indirect_fire",
        SHELL,
        "8.7.1",
        "9 hexes away range is 8",
    ),
    refusal(
        "8.7.1-01 8.7.1-02",
        lambda: field(
            {"g": gun("12.32"), "s": us("20.31", formation="cav117"), "hq": us("12.33", **HQ), "x": ge("21.31")},
            ground=board("\n".join(["." * 5 + "w" + "." * 20] * 9), first="10.28"),
        ),
        "indirect_fire",
        SHELL,
        "8.7.1",
        "neither sees",
    ),
    refusal("8.7.1-04", shelled_already, "indirect_fire", SHELL, "8.7.1", "has fired indirectly"),
    refusal(
        "8.7.1-05",
        shelled_already,
        "fire",
        {"unit": "i", "hex": "12.30"},
        "8.7.1",
        "has fired indirectly must keep to that",
    ),
    refusal(
        "8.7.3-01",
        lambda: batteries(more={"s": us("19.31")}, **NIGHT),
        "indirect_fire",
        SHELL,
        "8.7.3",
        "at night illuminated next to a friendly unit",
    ),
    refusal("8.7.3-09", batteries, "illuminate", SHELL, "8.7.3", "only at night"),
    refusal(
        "8.7.4-09 10.2.2-04",
        lambda: batteries(markers=[("12.32", "pinned", None)]),
        "indirect_fire",
        SHELL,
        "8.7.4",
        "pinned can't fire indirectly",
    ),
    refusal(
        "8.7.4-09 10.2.1-01",
        lambda: batteries(markers=[("12.32", "suppressed", None)]),
        "indirect_fire",
        SHELL,
        "8.7.4",
        "suppressed can't fire indirectly",
    ),
    refusal("8.8.1-03", lambda: started_next_to_fire(), "step", {"to": "12.33", "by": "terrain"}, "8.8.1", "on fire"),
]


def started_next_to_fire() -> TableTop:
    """Move towards a hex on fire."""
    found = table({"a": column()}, markers=[("12.33", "on_fire", None)])
    found.do("move", units=("a",))
    return found
