"""What chapters 12 to 14 forbid: support weapons, leaders and heroes where they may not be."""

from __future__ import annotations

from dataclasses import replace

from rules.company_scale.counters import Stripe
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import compose
from tests.rules.company_scale.helpers.heroes import GREGG, MURPHY, active, beside, marker
from tests.rules.company_scale.helpers.refusing import Refusal, refusal
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, tank, us
from tests.rules.company_scale.test_12_support_weapons import AT_C, BOTH, FAR, HQ, OPEN, US, allotting, gun
from tests.rules.company_scale.test_13_leaders import AT_B, chief, leading

BOX = {"mg": ("available", gun())}
PAIR: dict[str, Piece] = {"a": us("12.32"), "b": us("13.33")}


def tanks_only() -> TableTop:
    """Have a support weapon to attach, a hex of tanks, and a company elsewhere."""
    return allotting({"t": tank("12.32", us), "a": us("13.33")}, BOX)


def already_moved() -> TableTop:
    """Have moved a company with a support weapon left in its box."""
    table = allotting({"a": us("12.32", deployed=False), "b": us("13.33")}, BOX)
    table.do("done")
    table.do("move", units=("a",))
    table.step("12.33")
    table.do("stop")
    return table


def of_another_regiment() -> TableTop:
    """Have weapons of two regiments in the box under the chit of one."""
    other = {"other": ("available", gun("other", formation="r142"))}
    hq = {"hq2": us("11.30", formation="r142", hq="formation", command_range=9, move=("wheeled", 9))}
    return allotting({**PAIR, "c": us("14.33", formation="r142"), **hq}, {**BOX, **other})


def watched_way() -> TableTop:
    """Have a lane from headquarters to a company with an enemy whose zone lies across it."""
    pieces = {"a": us("10.36"), "b": us("10.30"), "hq": us("10.30", **HQ), "y": ge("11.33")}
    lane = board("\n".join(".." if row == 33 else ".#" for row in range(30, 38)))
    return activation(lane, pieces, US, step=AT_C, weapons=BOX)


def full_hex() -> TableTop:
    """Have two units with two weapons in a hex, and a third weapon."""
    held = {name: ("12.32", gun(name)) for name in ("g1", "g2")}
    return allotting({"a": us("12.32"), "b": us("12.32"), "c": us("13.33")}, {**held, **BOX})


def far_gun() -> TableTop:
    """Have a support weapon to detach whose way home is watched, and one whose way is free."""
    pieces = {"a": us("12.34"), "b": us("12.31"), "y": ge("12.36", fire=("red", 3, 3))}
    lane = board("\n".join("........"), first="12.30")
    weapons = {"mg": ("12.34", gun()), "near": ("12.31", gun("near"))}
    return allotting(pieces, weapons, hq="12.30", ground=lane)


def direct_command() -> TableTop:
    """Have the direct command chit in play, a weapon in the box, one on the map, and a leader."""
    weapons = {**BOX, "on": ("12.32", gun("on"))}
    table = activation(OPEN, {**PAIR, "hq": us("10.30", **HQ), **FAR}, "command:allied", weapons=weapons,
                       leaders={"chief": ("12.32", chief())})  # fmt: skip
    table.do("activate", unit="b")
    return table


def leader_of_another_regiment() -> TableTop:
    """Have a coloured-stripe leader among units of his own regiment and of another."""
    return leading({**PAIR, "c": us("15.35", formation="r142")}, {"chief": ("12.32", chief())}, BOTH)


def leader_cut_off() -> TableTop:
    """Have a leader whose way to one unit of his regiment crosses an enemy fire zone, and a free one to another."""
    pieces = {"a": us("10.36"), "c": us("10.37"), "b": us("10.30"), "y": ge("11.33")}
    lane = board("\n".join(".." if row == 33 else ".#" for row in range(30, 38)))
    return activation(lane, pieces, US, step=AT_B, leaders={"chief": ("10.36", chief())})


def leader_came_along() -> TableTop:
    """Have moved a leader with a unit of his."""
    table = activation(OPEN, {"a": us("12.32", deployed=False), "b": us("13.36"), **FAR}, US,
                       leaders={"chief": ("12.32", chief())})  # fmt: skip
    table.do("move", units=("a",))
    table.step("12.33", "12.34")
    table.do("stop")
    return table


def two_heroes() -> TableTop:
    """Have Murphy named for a fire that an unnamed hero could help too."""
    table = active({"a": us("12.32"), "y": ge("12.33", fire=None)}, {"brave": ("12.32", marker()), **MURPHY})
    compose(beside(table, "brave", "a"), "a", "12.33").do("use_leader", leader="murphy")
    return table


def mixed_hex() -> TableTop:
    """Have a suppressed hex in which a unit of another regiment stands with Gregg's."""
    pieces = {"a": us("12.32"), "b": us("12.32", formation="r142"), "c": us("14.33")}
    return active(pieces, GREGG, markers=[("12.32", "suppressed", None), ("12.32", "dg", 3), ("14.33", "dg", 1)])


def four_in_a_hex() -> TableTop:
    """Have four units of Gregg's regiment in a disorganized hex."""
    pieces = {f"u{i}": us("12.32") for i in range(4)}
    return active({**pieces, "c": us("14.33")}, GREGG, markers=[("12.32", "dg", 3), ("14.33", "dg", 1)])


def no_stripe_leader() -> TableTop:
    """Have a white-stripe leader, whom units of the regiments do not concern."""
    white = {"formation": "", "division": "d36"}
    men = {"chief": ("12.32", replace(chief(), stripe=Stripe.WHITE, formation=""))}
    return leading({"v": us("12.32", **white), "w": us("14.34", **white), "c": us("15.35")}, men, BOTH)


CASES: list[Refusal] = [
    refusal("12.1-01", tanks_only, "attach", {"weapon": "mg", "hex": "12.32"}, "12.1", "leg unit"),
    refusal(
        "12.1-02", already_moved, "attach", {"weapon": "mg", "hex": "12.33"}, "12.1", "attach at the start activation"
    ),
    refusal("12.1-03", of_another_regiment, "attach", {"weapon": "other", "hex": "14.33"}, "12.1", "isn't activated"),
    refusal("12.1-04", watched_way, "attach", {"weapon": "mg", "hex": "10.36"}, "12.1", "path"),
    refusal("12.1-05", full_hex, "attach", {"weapon": "mg", "hex": "12.32"}, "12.1", "weapons units"),
    refusal("12.2-01", far_gun, "detach", {"weapon": "mg"}, "12.2", "path"),
    refusal("12.2-03", direct_command, "attach", {"weapon": "mg", "hex": "12.32"}, "12.1", "division or formation"),
    refusal("12.2-03", direct_command, "detach", {"weapon": "on"}, "12.2", "division or formation"),
    refusal("13.1-02", leader_of_another_regiment, "relocate", {"leader": "chief", "hex": "15.35"}, "13.1", "command"),
    refusal("13.1-02", no_stripe_leader, "relocate", {"leader": "chief", "hex": "15.35"}, "13.1", "command"),
    refusal("13.1-03", leader_cut_off, "relocate", {"leader": "chief", "hex": "10.30"}, "13.1", "path"),
    refusal("13.1-04", leader_came_along, "relocate", {"leader": "chief", "hex": "13.36"}, "13.1", "at the start"),
    refusal("13.1-05", direct_command, "relocate", {"leader": "chief", "hex": "13.33"}, "13.1", "formation"),
    refusal("14.0-02", two_heroes, "use_leader", {"leader": "brave"}, "8.3.2", "one hero"),
    refusal("14.1-04", mixed_hex, "clear_markers", {"hero": "gregg", "hex": "12.32"}, "14.1", "another formation"),
    refusal("14.1-04", four_in_a_hex, "clear_markers", {"hero": "gregg", "hex": "12.32"}, "14.1", "overstacked"),
]
