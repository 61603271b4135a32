"""What chapters 15, 21, 25 and 30 forbid: transports, riders on tanks, guns of two kinds, guns on rails."""

from __future__ import annotations

from tests.rules.company_scale.helpers.lorries import depot, halftrack, riding
from tests.rules.company_scale.helpers.moves import next_chit
from tests.rules.company_scale.helpers.refusals_guns import abandoned
from tests.rules.company_scale.helpers.refusing import Refusal, refusal
from tests.rules.company_scale.helpers.tables import TableTop, ge, us, weapon
from tests.rules.company_scale.test_21_guns import duals
from tests.rules.company_scale.test_25_rail_guns import battery, line
from tests.rules.company_scale.test_30_riders import panzer, park, ridden

TANK, HALF, LORRY = {"tank": "t"}, {"tank": "half"}, {"transport": "truck"}


def pool() -> TableTop:
    """Have a truck in the pool and units of every kind, one of them in column, and a support weapon."""
    pieces = {"a": us("12.31"), "b": us("13.31", formation="r142"), "col": us("14.31", deployed=False),
              "wheels": us("15.31", move=("wheeled", 12)), "tracks": us("16.31", move=("tracked", 12))}  # fmt: skip
    return depot(pieces, weapons={"mg": ("12.31", weapon("mg", ("red", 1, 1)))})


def two_weapons_aboard() -> TableTop:
    """Have a loaded truck about to move with the one support weapon it can take of the two in its hex."""
    guns = {name: ("14.31", weapon(name, ("red", 1, 1))) for name in ("g1", "g2")}
    table = riding(more={"b": us("14.31"), "c": us("15.31")}, weapons=guns)
    table.do("move", units=("truck",))
    table.step("14.30")
    return table


def unloaded() -> TableTop:
    """Have unloaded a company under the chit of its division."""
    table = riding(chit="division:d36")
    table.do("unload", unit="a")
    return table


def just_loaded() -> TableTop:
    """Have loaded a company."""
    table = depot({"a": us("12.31")})
    table.do("load", unit="a", transport="truck")
    return table


def just_unloaded() -> TableTop:
    """Have unloaded a company, with another to load."""
    table = riding(more={"b": us("11.31")})
    table.do("unload", unit="a")
    return table


def white_and_coloured() -> TableTop:
    """Have half-tracks of one regiment and a company of another."""
    return depot({"half": halftrack(), "b": us("13.31", formation="r142")}, chit="division:d36")


def parked() -> TableTop:
    """Have tanks, half-tracks and units of many kinds in one hex, far from the enemy."""
    pieces = {"t": panzer("10.45"), "half": panzer("10.45", armor="hard"), "a": us("10.45"),
              "wheels": us("10.45", move=("wheeled", 12)), "b": us("10.45", formation="r142")}  # fmt: skip
    return park(pieces, chit="division:d36")


def got_off() -> TableTop:
    """Have a company of the active formation that has just got off its tank."""
    table = ridden({"t": panzer("10.45"), "a": us("10.45")}, {"a": "t"}, chit="division:d36")
    table.do("dismount", unit="a")
    return table


def got_on() -> TableTop:
    """Have a company that has just climbed on a tank."""
    table = park({"t": panzer("10.45"), "a": us("10.45")})
    table.do("mount", unit="a", tank="t")
    return table


def near_the_enemy() -> TableTop:
    """Have a company and tanks 10 hexes from an enemy."""
    return park({"t": panzer("10.40"), "a": us("10.40")})


def fired_directly() -> TableTop:
    """Have fired directly with dual-purpose guns."""
    table = duals()
    table.do("fire", unit="gun", hex="14.32")
    table.dice(9).do("confirm")
    return table


def abandoned_before() -> TableTop:
    """Have a later activation of guns that were abandoned."""
    table = abandoned()
    table.do("pass_unit", unit="flak")
    next_chit(table, "division:pz11")
    return table


def nobody_sees() -> TableTop:
    """Have a rail gun whose only observer is far from its line."""
    return battery(spotter=ge("10.24", formation="pg111"), a=us("20.08"))


CASES: list[Refusal] = [
    refusal("15.0-03", pool, "load", {"unit": "b", **LORRY}, "15.0", "own formation"),
    refusal("15.0-03", white_and_coloured, "load", {"unit": "b", "transport": "half"}, "15.0", "own formation"),
    refusal("15.0-03", pool, "load", {"unit": "col", **LORRY}, "15.0", "in column deployed"),
    refusal("15.0-06", unloaded, "fire", {"unit": "a", "hex": "21.33"}, "15.0", "unloaded later chit"),
    refusal("15.0-06", unloaded, "change_formation", {"unit": "a"}, "15.0", "unloaded later chit"),
    refusal("15.0-07", pool, "load", {"unit": "tracks", **LORRY}, "15.0", "tracked vehicles"),
    refusal("15.0-07", pool, "load", {"unit": "wheels", **LORRY}, "15.0", "wheeled vehicles"),
    refusal("15.0-08", riding, "change_formation", {"unit": "truck"}, "15.0", "always in column"),
    refusal("15.0-14", two_weapons_aboard, "take", {"weapon": "g2"}, "12.3", "first step"),
    refusal("15.0-14", pool, "load", {"unit": "mg", **LORRY}, "15.0", "not on the map"),
    refusal("15.0-18", just_loaded, "unload", {"unit": "a"}, "15.0", "loaded in this activation"),
    refusal("15.0-18", just_unloaded, "load", {"unit": "b", **LORRY}, "15.0", "unloaded this activation"),
    refusal("21.1-02", fired_directly, "fire", {"unit": "gun", "hex": "14.32"}, "21.1", "only once"),
    refusal("21.2-01", abandoned_before, "change_formation", {"unit": "flak"}, "21.2", "abandoned guns"),
    refusal("25.0-05", battery, "indirect_fire", {"unit": "caesar", "hex": "17.18"}, "25.0", "fire line"),
    refusal("25.0-07", nobody_sees, "indirect_fire", {"unit": "caesar", "hex": line("17.15")[-1]}, "8.7.1", "sees"),
    refusal("30.0-01", parked, "mount", {"unit": "a", **HALF}, "30.0", "no tank"),
    refusal("30.0-01", parked, "mount", {"unit": "wheels", **TANK}, "30.0", "no leg unit"),
    refusal("30.0-02", parked, "mount", {"unit": "b", **TANK}, "30.0", "own formation"),
    refusal("30.0-04", got_off, "move", {"units": ("a",)}, "30.0", "later chit"),
    refusal("30.0-07", near_the_enemy, "mount", {"unit": "a", **TANK}, "30.0", "10 hexes away"),
    refusal("30.0-09", got_on, "dismount", {"unit": "a"}, "30.0", "later one"),
]
