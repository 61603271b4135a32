"""What chapters 16 to 20, 22 to 24 and 26 to 29 forbid: aircraft, night, shelter, chits, markers, re-rolls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.company_scale.counters import Formation
from rules.company_scale.scenario import DivisionStart
from tests.rules.company_scale.helpers import tables
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.guns import FAR, GE, HQ, field, gun
from tests.rules.company_scale.helpers.refusing import Refusal, refusal
from tests.rules.company_scale.helpers.tables import DIVISIONS, FORMATIONS, Piece, TableTop, activation, ge, tank, us
from tests.rules.company_scale.helpers.turns import BUTLER, start_of, war
from tests.rules.company_scale.test_16_airpower import air
from tests.rules.company_scale.test_17_night import NIGHT, battery
from tests.rules.company_scale.test_18_reinforcements import ENTRY
from tests.rules.company_scale.test_18_reinforcements import OPEN as PLAIN
from tests.rules.company_scale.test_22_2_evacuation import GROUND, direct_command
from tests.rules.company_scale.test_24_kampfgruppen import kampfgruppe_that_has_acted
from tests.rules.company_scale.test_28_rerolls import shot

# ---- air and night ----


def near_their_entry() -> TableTop:
    """Have an aircraft that could strike 7 hexes from an enemy reinforcement hex, and an enemy at 6."""
    pieces = {"a": us("10.30"), "x": ge("14.30"), "t": ge("20.33"), "y": ge("21.30")}
    return air(pieces, {"d36": 1}, entries={"german": frozenset({1430})})


def by_day() -> TableTop:
    """Have a battery and an observer on a day turn."""
    return battery()


def in_the_dark() -> TableTop:
    """Have a battery at night, with an enemy 6 hexes from the nearest friend."""
    return battery(**NIGHT)


def nine_us() -> TableTop:
    """Have rolled a 9 for an American illumination round."""
    table = battery(**NIGHT)
    table.dice(9).do("illuminate", unit="g", hex="18.30")
    return table


def nine_ge() -> TableTop:
    """Have rolled a 9 for a German one, with a second battery at hand."""
    pieces = {"k": gun("24.30", base=ge), "k2": gun("24.33", base=ge), "p": ge("22.30", **HQ), "a": us("16.30"), **FAR}
    table = field(pieces, GE, **NIGHT)
    table.dice(9).do("illuminate", unit="k", hex="16.30")
    return table


# ---- reinforcement hexes ----


def approaching() -> TableTop:
    """Have an American column 7 hexes from a German reinforcement hex."""
    table = activation(PLAIN, {"far": us("17.33", deployed=False), "x": ge("10.39")}, "formation:r141", **ENTRY)
    table.do("move", units=("far",))
    return table


def facing(chit: str, **more: Piece) -> TableTop:
    """Have Americans next to Germans in their reinforcement hex."""
    pieces = {"a": us("11.30"), "x": tank("10.30"), **more}
    return activation(PLAIN, pieces, chit, **ENTRY)


def shelling() -> TableTop:
    """Have a battery with a spotter next to Germans in their reinforcement hex."""
    return facing("formation:r141", g=gun("17.39"))


# ---- chits ----


def poor(quality: int) -> TableTop:
    """Come to step D with troop quality 2 or 3 in the 11th Panzer Division and a rich one beside it."""
    return war(pz11=start_of(dispatch=5, troop_quality=quality), d198=start_of(dispatch=5))


def in_the_cup() -> TableTop:
    """Have Task Force Butler's chit in the Cup before the first draw."""
    table = war(pieces=BUTLER, butler=start_of(dispatch=3))
    table.do("add_chit", chit="division:butler")
    table.dice(9, 9, 9, 9).do("done")
    return table


def two_attached() -> TableTop:
    """Come to step D with three attachable formations, two of them with one division."""
    formations = {name: Formation(name, name.upper(), "d198", "#654321", attachable=True) for name in ("g1", "g2")}
    third = {"g3": Formation("g3", "G3", "pz11", "#654321", attachable=True)}
    kept = dict(FORMATIONS)
    FORMATIONS.update(formations | third)
    try:
        pieces = {"a": us("21.30"), "x": ge("10.30"), "y": ge("10.31", formation="gr305"),
                  **{name: ge(f"12.3{n}", formation=name) for n, name in enumerate(("g1", "g2", "g3"))}}  # fmt: skip
        return tables.game_from_start(board("\n".join(["............"] * 4)), pieces)
    finally:
        FORMATIONS.clear()
        FORMATIONS.update(kept)


# ---- markers, ambushes, the FFI, Kampfgruppen ----


def at_a_fork() -> TableTop:
    """Move an evacuation marker to where a trail leaves the road."""
    table = direct_command("29.04")
    table.do("move", units=("ev1",))
    return table


def near_the_exit() -> TableTop:
    """Have an American column 4 hexes from 29.01."""
    evacuation = {"evacuation": {"exit": "29.01", "distance": 4}}
    table = activation(
        GROUND,
        {"a": us("29.05", deployed=False), "x": ge("27.07")},
        "formation:r141",
        charts=replace(tables.CHARTS, **evacuation),
    )  # type: ignore[arg-type]
    table.do("move", units=("a",))
    return table


def ambushing(near_exit: bool = False) -> TableTop:
    """Have a lone German next to 29.03, within 3 hexes of the exit."""
    charts: dict[str, Any] = {"charts": replace(tables.CHARTS, evacuation={"exit": "29.01", "distance": 4})}
    return ffi_table({"x": ge("29.05", deployed=False), "amb": FREE, "i": us("27.07")}, "formation:pg110",
                     ground=GROUND, move="29.04", **(charts if near_exit else {}))  # fmt: skip


FREE = us("24.20", formation="", division="ffi", stripe="none", never_column=True, place="reserve")


def ffi_table(pieces: Mapping[str, Piece], chit: str, *, ground: Any = None, move: str = "", **facts: Any) -> TableTop:
    """Start with the FFI among the divisions; units whose name begins with "amb" are ambushes."""
    real = tables.scenario_of

    def marked(*args: Any, **more: Any) -> Any:
        found = real(*args, **more)
        return replace(found, units={n: replace(u, ambush=n.startswith("amb")) for n, u in found.units.items()})

    DIVISIONS["ffi"] = FFI
    tables.scenario_of = marked
    try:
        where = ground or board("\n".join(["............"] * 8), first="24.20")
        table = activation(where, pieces, chit, **facts)
    finally:
        tables.scenario_of = real
        del DIVISIONS["ffi"]
    if move:
        table.do("move", units=("x",))
        table.step(move)
    return table


FFI = replace(DIVISIONS["d36"], id="ffi", name="FFI", chits=(), paid_by=("butler", "d36"))
MAN = us("26.22", formation="", division="ffi", stripe="none")


def paid_once() -> TableTop:
    """Have paid for one FFI unit from 3 direct commands."""
    pieces = {"f": MAN, "g": replace(MAN, hex="27.22"), "b": us("24.20", formation="cav117"), "x": ge("35.27")}
    table = ffi_table(pieces, "command:allied", divisions={"butler": DivisionStart(0, 3, 0, 5)})
    table.do("activate", unit="f")
    table.do("pass_unit", unit="f")
    return table


def ambush_at_hand() -> TableTop:
    """Have an ambush unit on the map, paid for, and one of its kind of lorries paid for before."""
    lorry = replace(MAN, hex="", transport=True, deployed=False, place="pool", move=("wheeled", 18))
    pieces = {"amb": replace(MAN, never_column=True), "lorry": lorry, "b": us("24.20", formation="cav117"),
              "f": replace(MAN, hex="27.23"), "x": ge("35.27")}  # fmt: skip
    table = ffi_table(pieces, "command:allied", divisions={"butler": DivisionStart(0, 6, 0, 5)})
    table.do("activate", unit="amb")
    return table


def lorry_at_hand() -> TableTop:
    """Have paid for a lorry that could load another unit of the FFI."""
    table = ambush_at_hand()
    table.do("pass_unit", unit="amb")
    table.do("activate", unit="lorry")
    return table


def used_the_bourbon() -> TableTop:
    """Have used the Bourbon; a second die falls on the same day and only the German is asked."""
    return shot(9, rerolls=("german",))


RIFLE, GUN = {"unit": "a", "hex": "10.30"}, {"unit": "g", "hex": "18.30"}
CASES: list[Refusal] = [
    refusal("17.0-04", by_day, "illuminate", GUN, "8.7.3", "only at night"),
    refusal("17.1-01", in_the_dark, "indirect_fire", GUN, "8.7.3", "illuminated next to a friendly"),
    refusal("17.1-05", nine_us, "illuminate", {"unit": "g", "hex": "17.30"}, "8.7.1", "fired indirectly"),
    refusal("17.1-05", nine_ge, "illuminate", {"unit": "k", "hex": "16.30"}, "8.7.1", "fired indirectly"),
    refusal("18.0-04", approaching, "step", {"to": "16.33"}, "18.0", "within 6 hexes"),
    refusal("18.0-04", near_their_entry, "air_strike", {"hex": "20.33", "target": "hex"}, "18.0", "within 6 hexes"),
    refusal("18.0-05", lambda: facing("formation:r141"), "fire", RIFLE, "18.0", "can't be fired at"),
    refusal("18.0-05", shelling, "indirect_fire", {"unit": "g", "hex": "10.30"}, "18.0", "can't be fired at"),
    refusal("18.0-06", lambda: facing("formation:pg110"), "fire", {"unit": "x", "hex": "11.30"}, "18.0", "out of it"),
    refusal("19.2-06", lambda: poor(3), "buy_chit", {"chit": "formation:pg110"}, "4.0", "only its division chit"),
    refusal("19.2-07", lambda: poor(2), "buy_chit", {"chit": "division:pz11"}, "4.0", "can't buy any chits"),
    refusal("22.2-05", at_a_fork, "step", {"to": "30.04", "by": "trail"}, "22.2", "paved road or railroad"),
    refusal("22.3-03", near_the_exit, "step", {"to": "29.04"}, "22.3", "at least 4 hexes"),
    refusal("22.3-03", lambda: ambushing(True), "ambush", {"hex": "29.03", "unit": "amb"}, "22.3", "at least 4 hexes"),
    refusal("23.1-04", paid_once, "activate", {"unit": "g"}, "23.1", "2 direct commands"),
    refusal("23.2-06", ambush_at_hand, "change_formation", {"unit": "amb"}, "3.2", "only one side"),
    refusal("23.2-06", ambush_at_hand, "move", {"units": ("amb",)}, "3.2", "can't move"),
    refusal("23.2-06", lorry_at_hand, "load", {"unit": "amb", "transport": "lorry"}, "23.2", "can't be transported"),
    refusal("24.0-05", kampfgruppe_that_has_acted, "move", {"units": ("near",)}, "24.0", "one action"),
    refusal("26.0-03", two_attached, "change_attachment", {"formation": "g3", "division": "d198"}, "26.0", "attached"),
    refusal("28.0-01", used_the_bourbon, "reroll", {}, "28.0", "german player must decide", "allied"),
    refusal("29.0-03", in_the_cup, "buy_now", {"chit": "division:butler"}, "29.0", "wait until it is drawn"),
]
