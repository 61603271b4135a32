"""Support weapons: attached, detached, moved, used, broken (12.0 to 12.3)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.company_scale.counters import Stripe, WeaponCounter
from rules.company_scale.r06_1_stacking import remove_unit, tidy
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import choices, compose, entry, parts, shoot, value
from tests.rules.company_scale.helpers.moves import end, next_chit
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, named, tank, us, weapon

OPEN = board("\n".join(["............"] * 8))
US, OTHER, BOTH = "formation:r141", "formation:r142", "division:d36"
HQ: dict[str, Any] = {"hq": "formation", "command_range": 9, "move": ("wheeled", 9)}
FAR: dict[str, Piece] = {"x": ge("21.37", fire=None)}
AT_C = "2.C.iii.c"


def gun(name: str = "mg", **changes: Any) -> WeaponCounter:
    """Return a support weapon: red +2."""
    return weapon(name, changes.pop("fire", ("red", 2, 1)), **changes)


def allotting(pieces: dict[str, Piece], weapons: dict[str, tuple[str, WeaponCounter]], chit: str = US, *,
              hq: str = "10.30", **facts: Any) -> TableTop:  # fmt: skip
    """Start an activation at step c, with the headquarters of the 141st on the map."""
    home = {"hq": us(hq, **HQ)} if hq else {}
    ground = facts.pop("ground", OPEN)
    return activation(ground, {**pieces, **home, **FAR}, chit, weapons=weapons, step=AT_C, **facts)


def places(table: TableTop) -> dict[str, str]:
    """Return the box or hex of each support weapon."""
    return {n: t.place if t.place != "map" else f"{t.hex // 100}.{t.hex % 100}" for n, t in table.state.weapons.items()}


def attachable(table: TableTop) -> set[tuple[str, str]]:
    """Return (weapon, hex) offered."""
    if table.asked[1] != "attach":
        return set()
    return {(str(c.get("weapon")), str(c.get("hex"))) for c in table.offered("attach")}


# --- attaching (12.1) ---


@pytest.mark.clause("CSS-12.1-01")
def test_only_leg_units_receive_support_weapons() -> None:
    pieces = {"t": tank("12.32", us), "c": us("12.33", move=("wheeled", 9)), "a": us("13.33")}
    table = allotting(pieces, {"mg": ("available", gun())})
    assert attachable(table) == {("mg", "13.33")}
    assert table.refused("attach", weapon="mg", hex="12.32") == ["12.1"]
    assert table.refused("attach", weapon="mg", hex="nowhere")
    assert table.refused("attach", weapon="no such thing", hex="13.33")


@pytest.mark.clause("CSS-12.1-02", "CSS-4.0-32")
def test_weapons_are_attached_before_anything_else_is_done() -> None:
    table = allotting({"a": us("12.32"), "b": us("13.33", formation="r142")}, {"mg": ("available", gun())})
    assert table.asked == ("allied", "attach")
    assert "12.1" in table.refused("attach", weapon="mg", hex="13.33")  # not active
    events = table.do("attach", weapon="mg", hex="12.32")
    assert named(events, "WeaponAttached") == [{"event": "WeaponAttached", "weapon": "mg", "hex": "12.32"}]
    assert places(table) == {"mg": "12.32"}
    table.do("done")
    while table.asked[1] == "detach":
        table.do("done")
    assert table.asked == ("allied", "activation")
    assert table.refused("attach", weapon="mg", hex="12.32")
    assert not any(command.verb == "attach" for command in table.decision.options)


@pytest.mark.clause("CSS-12.1-02")
def test_the_last_attachment_can_be_undone() -> None:
    table = allotting({"a": us("12.32")}, {"mg": ("available", gun())})
    table.do("attach", weapon="mg", hex="12.32")
    assert table.asked == ("allied", "attach")
    table.session.undo()
    assert places(table) == {"mg": "available"}


@pytest.mark.clause("CSS-12.1-03")
@pytest.mark.parametrize(("chit", "formation", "stripe", "goes"), [
    (US, "r141", "coloured", {"12.32"}), (US, "r142", "coloured", set()), (US, "r141", "none", {"12.32"}),
    (BOTH, "r142", "coloured", {"13.33"}), (BOTH, "r141", "none", {"12.32", "13.33", "14.33"}),
    (US, "r141", "white", set()), (BOTH, "r141", "white", {"14.33"}), (OTHER, "r141", "none", {"13.33"}),
])  # fmt: skip
def test_who_is_given_which_weapon(chit: str, formation: str, stripe: str, goes: set[str]) -> None:
    pieces = {
        "a": us("12.32"), "b": us("13.33", formation="r142"), "w": us("14.33", formation="", division="d36"),
        "dhq": us("11.30", formation="", division="d36", hq="division", move=("wheeled", 9)),
    }  # fmt: skip
    piece = gun(formation=formation, stripe=Stripe(stripe))
    table = allotting(pieces, {"mg": ("available", piece)}, chit)
    assert {hex for _, hex in attachable(table)} == goes


@pytest.mark.clause("CSS-12.1-04")
@pytest.mark.parametrize(("enemy", "goes"), [("11.34", True), ("11.33", False), ("10.32", False), ("", True)])
def test_the_way_from_the_headquarters_to_the_unit(enemy: str, goes: bool) -> None:
    """The way down column 10: only its last hex may lie in an enemy fire zone, and no enemy may stand in it."""
    rows = [f".{'.' if enemy == f'11.{row}' else '#'}" for row in range(30, 36)]
    pieces = {"a": us("10.34"), "hq": us("10.30", **HQ)}
    if enemy:
        pieces["y"] = ge(enemy, fire=None if enemy == "10.32" else ("red", 3, 1))
    table = activation(board("\n".join(rows)), pieces, US, weapons={"mg": ("available", gun())}, step=AT_C)
    assert (("mg", "10.34") in attachable(table)) is goes


@pytest.mark.clause("CSS-12.1-04")
def test_the_headquarters_must_not_lie_in_a_fire_zone_itself() -> None:
    pieces = {"a": us("14.34"), "b": us("10.30"), "y": ge("11.29", fire=("red", 3, 1))}
    ground = board("\n".join(["............"] * 8), first="10.28")
    table = allotting(pieces, {"mg": ("available", gun())}, ground=ground)
    assert attachable(table) == {("mg", "10.30")}  # its own hex is the last of the way too
    assert "12.1" in table.refused("attach", weapon="mg", hex="14.34")


@pytest.mark.clause("CSS-12.1-04")
def test_without_a_headquarters_nothing_is_attached() -> None:
    assert allotting({"a": us("12.32")}, {"mg": ("available", gun())}, hq="").asked[1] == "activation"


@pytest.mark.clause("CSS-12.1-05")
def test_never_more_weapons_than_units() -> None:
    weapons = {"one": ("12.32", gun("one")), "two": ("12.32", gun("two")), "mg": ("available", gun())}
    table = allotting({"a": us("12.32"), "b": us("12.32"), "c": us("13.33")}, weapons)
    assert attachable(table) == {("mg", "13.33")}
    assert table.refused("attach", weapon="mg", hex="12.32") == ["12.1"]


def unit_lost(weapons: dict[str, tuple[str, WeaponCounter]]) -> TableTop:
    """Return a table where one of three units in 12.32 is lost and its owner is asked which weapon goes (12.1)."""
    pieces = {"a": us("12.32", deployed=False), "b": us("12.32"), "c": us("12.32"), "hq": us("10.30", **HQ),
              "y": ge("13.32", fire=("red", 9, 1))}  # fmt: skip
    table = activation(OPEN, pieces, "formation:pg110", weapons=weapons, markers=[("12.32", "dg", 3)],
                       charts=entry("E"))  # fmt: skip
    compose(table, "y", "12.32")
    table.dice(0).do("confirm")
    while table.asked[1] in ("target_unit", "defence_weapon"):
        table.do("choose", **({"unit": "b"} if table.asked[1] == "target_unit" else {"weapon": "one"}))
    assert table.asked == ("allied", "lose_weapon")
    return table


@pytest.mark.clause("CSS-12.1-06", "CSS-12.2-07")
def test_the_owner_chooses_which_weapon_goes_when_a_unit_is_lost() -> None:
    weapons = {n: ("12.32", gun(n)) for n in ("one", "two", "three")}
    table = unit_lost(weapons)
    assert choices(table) == {"one", "two", "three"}
    table.do("choose", weapon="two")
    assert places(table) == {"one": "12.32", "two": "reallocating", "three": "12.32"}
    assert table.hex("12.32").dg == 3


# --- detaching (12.2) ---


@pytest.mark.clause("CSS-12.2-01")
def test_a_weapon_is_detached_from_a_fire_zone_but_not_through_one() -> None:
    lane = board("\n".join("........"), first="12.30")
    for reach, free in ((2, True), (3, False)):
        pieces = {"a": us("12.34"), "y": ge("12.36", fire=("red", 3, reach))}
        table = allotting(pieces, {"mg": ("12.34", gun())}, hq="12.30", ground=lane)
        assert table.asked == ("allied", "detach" if free else "activation")  # nothing to detach: not asked
        if free:
            events = table.do("detach", weapon="mg")
            assert named(events, "WeaponRemoved")[0]["place"] == "reallocating"
            assert places(table) == {"mg": "reallocating"}


@pytest.mark.clause("CSS-12.2-01")
def test_why_a_weapon_is_not_detached() -> None:
    weapons = {"mg": ("12.32", gun()), "other": ("13.33", gun("other", formation="r142")), "box": ("out", gun("box"))}
    table = allotting({"a": us("12.32"), "b": us("13.33", formation="r142")}, weapons)
    assert {c.get("weapon") for c in table.offered("detach")} == {"mg"}
    assert table.refused("detach", weapon="other") == ["12.1"]
    assert table.refused("detach", weapon="box") == ["12.1"]
    assert table.refused("detach", weapon="nothing")
    table.do("done")
    assert table.asked == ("allied", "activation")


@pytest.mark.clause("CSS-12.2-01")
def test_a_weapon_without_a_way_home_is_told_so_while_another_may_go() -> None:
    lane = board("\n".join("........"), first="12.30")
    pieces = {"a": us("12.36"), "b": us("12.31"), "y": ge("12.33", fire=("red", 3, 1))}
    table = allotting(pieces, {"mg": ("12.36", gun()), "at": ("12.31", gun("at"))}, hq="12.30", ground=lane)
    assert table.refused("detach", weapon="mg") == ["12.2"]
    table.do("detach", weapon="at")
    assert table.refused("detach", weapon="at") == ["12.1"]
    assert places(table) == {"mg": "12.36", "at": "reallocating"}


@pytest.mark.clause("CSS-12.2-02", "CSS-4.0-32")
def test_a_detached_weapon_is_attached_two_activations_later() -> None:
    pieces = {"a": us("12.32", formation="", division="d36", stripe="none")}
    chits = (BOTH, OTHER)
    table = allotting({**pieces, "b": us("13.33", formation="r142")}, {"mg": ("12.32", gun(stripe=Stripe.NONE))},
                      cup=chits)  # fmt: skip
    table.do("detach", weapon="mg")
    assert places(table) == {"mg": "reallocating"}
    table.do("done")
    next_chit(table, BOTH)
    assert table.asked == ("allied", "activation")  # it could not be attached, and became available
    assert places(table) == {"mg": "available"}
    table.dice(OTHER)
    end(table)
    while table.asked[1] == "purchase":
        table.do("pass")
    assert table.asked == ("allied", "attach")
    table.do("attach", weapon="mg", hex="13.33")
    assert places(table) == {"mg": "13.33"}


@pytest.mark.clause("CSS-4.0-32")
def test_only_active_weapons_leave_the_reallocating_box() -> None:
    weapons = {"mg": ("reallocating", gun()), "other": ("reallocating", gun("other", formation="r142"))}
    table = allotting({"a": us("12.32"), "b": us("13.33", formation="r142")}, weapons)
    assert table.asked == ("allied", "activation")
    assert places(table) == {"mg": "available", "other": "reallocating"}


@pytest.mark.clause("CSS-12.2-03")
def test_nothing_is_attached_or_detached_under_direct_command() -> None:
    pieces = {"a": us("12.32"), "hq": us("10.30", **HQ), **FAR}
    weapons = {"mg": ("available", gun()), "on": ("12.32", gun("on"))}
    table = activation(OPEN, pieces, "command:allied", weapons=weapons)
    assert table.asked == ("allied", "activation")
    table.do("activate", unit="a")
    assert table.refused("attach", weapon="mg", hex="12.32")
    assert table.refused("detach", weapon="on")


@pytest.mark.clause("CSS-12.2-04", "CSS-12.2-05", "CSS-8.3.2-01")
@pytest.mark.parametrize(("watcher", "box"), [((), "reallocating"), (("11.31", "11.32", "12.30", "13.31"), "out")])
def test_a_nine_breaks_the_weapon_and_an_encircled_one_is_gone(watcher: tuple[str, ...], box: str) -> None:
    pieces = {"a": us("12.32"), "y": ge("12.33", fire=None), "hq": us("10.30", **HQ)}
    pieces |= {f"e{n}": ge(at, fire=("red", 3, 1)) for n, at in enumerate(watcher)}
    table = activation(OPEN, pieces, US, weapons={"mg": ("12.32", gun(fire=("red", 3, 1)))})
    compose(table, "a", "12.33").do("use_weapon", weapon="mg")
    assert value(table) == 7
    table.dice(9).do("confirm")
    assert places(table) == {"mg": box}
    assert table.hex("12.33").dg == 0


@pytest.mark.clause("CSS-12.2-04", "CSS-12.2-05")
@pytest.mark.parametrize(("home", "place"), [("r141", "reallocating"), ("r142", "out")])
def test_a_weapon_goes_back_to_a_headquarters_of_its_own_only(home: str, place: str) -> None:
    pieces = {"a": us("12.32"), "b": us("12.32"), "hq": us("10.30", formation=home, **HQ), **FAR}
    guns = {"m1": ("12.32", gun("m1")), "m2": ("12.32", gun("m2"))}
    table = activation(OPEN, pieces, US, weapons=guns)
    remove_unit(table.game, "b", "eliminated")
    tidy(table.game, 1232)
    table.session.resume()
    assert table.asked == ("allied", "lose_weapon")
    table.do("choose", weapon="m1")
    assert places(table) == {"m1": place, "m2": "12.32"}


@pytest.mark.clause("CSS-12.2-05")
def test_a_weapon_that_is_not_used_does_not_break() -> None:
    pieces = {"a": us("12.32"), "y": ge("12.33", fire=None), "hq": us("10.30", **HQ)}
    table = activation(OPEN, pieces, US, weapons={"mg": ("12.32", gun())})
    shoot(table, "a", "12.33", 9)
    assert places(table) == {"mg": "12.32"}


@pytest.mark.clause("CSS-12.2-06")
@pytest.mark.parametrize(("side", "die", "stays"), [("german", 7, True), ("german", 8, False), ("allied", 5, True),
                                                    ("allied", 6, False)])  # fmt: skip
def test_when_sustained_fire_breaks_the_weapon(side: str, die: int, stays: bool) -> None:
    mine, theirs = (ge, us) if side == "german" else (us, ge)
    formation = "pg110" if side == "german" else "r141"
    pieces = {"u": mine("13.32", fire=("red", 0, 3)), "hq": mine("10.30", **HQ), "m": theirs("15.30", deployed=False)}
    chit = "formation:r141" if side == "german" else "formation:pg110"
    mg = {"mg": ("13.32", weapon("mg", ("red", 1, 3), sustained_fire=True, formation=formation))}
    table = activation(OPEN, pieces, chit, weapons=mg, markers=[("13.32", "sustained_fire", None)])
    table.do("move", units=("m",))
    table.step("15.31")
    compose(table, "u", "15.30").do("use_weapon", weapon="mg")
    table.dice(die, 0).do("confirm")
    assert (places(table)["mg"] == "13.32") is stays
    assert stays or places(table)["mg"] == "reallocating"


@pytest.mark.clause("CSS-12.2-07")
def test_markers_of_the_hex_do_not_travel_with_a_detached_weapon() -> None:
    pieces = {"a": us("12.32", formation="", division="d36", stripe="none"), "b": us("13.33", formation="r142")}
    table = allotting(pieces, {"mg": ("available", gun(stripe=Stripe.NONE))}, markers=[("12.32", "dg", 3)])
    table.do("attach", weapon="mg", hex="12.32")
    table.do("done")
    table.do("detach", weapon="mg")
    assert table.hex("12.32").dg == 3
    table = allotting(pieces, {"mg": ("available", gun(stripe=Stripe.NONE))}, BOTH, markers=[("12.32", "dg", 3)])
    table.do("attach", weapon="mg", hex="13.33")
    assert table.hex("13.33").dg == 0


# --- moving and using (12.0, 12.3) ---


def marching(weapons: int, *, stay: int = 1, movers: int = 1) -> TableTop:
    """Begin a move out of 12.32 with some support weapons there."""
    pieces = {f"m{n}": us("12.32", deployed=False) for n in range(movers)}
    pieces |= {f"s{n}": us("12.32") for n in range(stay)}
    guns = {f"w{n}": ("12.32", gun(f"w{n}")) for n in range(weapons)}
    table = activation(OPEN, {**pieces, "hq": us("10.30", **HQ), **FAR}, US, weapons=guns)
    table.do("move", units=tuple(f"m{n}" for n in range(movers)))
    return table


@pytest.mark.clause("CSS-12.3-01")
def test_one_of_two_units_takes_one_of_two_weapons_and_the_player_says_which() -> None:
    table = marching(2)
    assert table.decision.subject["carried"] == ["w0"]
    assert [c.get("weapon") for c in table.offered("take")] == ["w1"]  # w0 cannot be left
    assert table.refused("take", weapon="w0") == ["12.1"]  # left behind there would be two for one unit
    table.do("take", weapon="w1")  # in its place
    assert table.decision.subject["carried"] == ["w1"]
    table.step("12.33", "12.34")
    assert places(table) == {"w0": "12.32", "w1": "12.34"}


@pytest.mark.clause("CSS-12.3-01")
def test_a_weapon_may_go_or_stay() -> None:
    table = marching(1)
    assert table.decision.subject["carried"] == []
    table.do("take", weapon="w0")
    table.do("take", weapon="w0")
    table.do("take", weapon="w0")
    table.step("12.33")
    assert places(table) == {"w0": "12.33"}
    assert table.refused("take", weapon="w0") == ["12.3"]
    table = marching(1)
    table.step("12.33")
    assert places(table) == {"w0": "12.32"}
    assert "12.3" in table.refused("take", weapon="w0")


@pytest.mark.clause("CSS-12.3-01")
def test_a_stack_takes_as_many_as_it_has_units() -> None:
    table = marching(2, stay=2, movers=2)
    for name in ("w0", "w1"):
        table.do("take", weapon=name)
    table.step("12.33")
    assert places(table) == {"w0": "12.33", "w1": "12.33"}
    assert table.refused("take", weapon="elsewhere")


@pytest.mark.clause("CSS-12.3-01", "CSS-12.1-06")
@pytest.mark.parametrize("goes", ["w0", "w1"])
def test_a_weapon_given_up_under_opportunity_fire_does_not_come_along(goes: str) -> None:
    pieces = {"m": us("12.32", deployed=False), "n": us("12.32", deployed=False), "hq": us("10.30", **HQ),
              "y": ge("12.33", fire=("red", 9, 1))}  # fmt: skip
    guns = {name: ("12.32", gun(name)) for name in ("w0", "w1")}
    table = activation(OPEN, pieces, US, weapons=guns, charts=entry("E"))
    table.do("move", units=("m", "n"))
    assert set(table.decision.subject["carried"]) == {"w0", "w1"}
    table.step("12.31")
    compose(table, "y", "12.32").dice(1).do("confirm")
    table.do("choose", unit="m")
    assert table.asked == ("allied", "lose_weapon")
    table.do("choose", weapon=goes)
    stays = {"w0": "w1", "w1": "w0"}[goes]
    assert places(table) == {goes: "reallocating", stays: "12.31"}


@pytest.mark.clause("CSS-12.0-01", "CSS-12.3-02")
def test_any_unit_of_the_hex_may_use_a_weapon_and_only_one() -> None:
    pieces = {"a": us("12.32"), "b": us("12.32"), "y": ge("12.33", fire=None), "hq": us("10.30", **HQ)}
    weapons = {"two": ("12.32", gun("two")), "three": ("12.32", gun("three", fire=("red", 3, 1)))}
    table = activation(OPEN, pieces, US, weapons=weapons)
    compose(table, "a", "12.33").do("use_weapon", weapon="two")
    assert parts(table)["b"] == 2
    table.do("use_weapon", weapon="three")
    assert parts(table)["b"] == 3
    table.do("cancel")
    compose(table, "b", "12.33").do("use_weapon", weapon="two")
    assert parts(table)["b"] == 2


@pytest.mark.clause("CSS-12.3-02")
def test_a_weapon_of_another_formation_does_not_help() -> None:
    pieces = {"a": us("12.32"), "y": ge("12.33", fire=None)}
    table = activation(OPEN, pieces, US, weapons={"mg": ("12.32", gun(formation="r142"))})
    compose(table, "a", "12.33")
    assert table.refused("use_weapon", weapon="mg") == ["8.3.2"]


@pytest.mark.clause("CSS-12.3-03")
def test_the_weapon_adds_its_value_and_gives_its_type() -> None:
    pieces = {"a": us("12.32"), "y": tank("12.33", defense=0)}
    table = activation(OPEN, pieces, US, weapons={"at": ("12.32", gun("at", fire=("blue", 3, 1)))})
    compose(table, "a", "12.33").do("use_weapon", weapon="at")
    assert (value(table), table.decision.subject["type"], table.decision.subject["aim"]) == (7, "armor_piercing", "y")


@pytest.mark.clause("CSS-12.3-04")
def test_a_unit_in_column_uses_no_weapon() -> None:
    pieces = {"a": us("12.32", deployed=False), "y": ge("12.33", fire=None)}
    table = activation(OPEN, pieces, US, weapons={"mg": ("12.32", gun())})
    compose(table, "a", "12.33")
    assert table.refused("use_weapon", weapon="mg") == ["8.3.2"]


def fired_at(weapons: dict[str, int], *, deployed: bool = True, target: Any = us) -> TableTop:
    """Fire at 12.32, where support weapons of these defense values are."""
    pieces = {"y": ge("12.33", fire=("white", 4, 1)), "a": target("12.32", deployed=deployed, defense=0,
                                                                  column_defense=0)}  # fmt: skip
    pieces |= {f"more{n}": us("12.32", deployed=deployed, column_defense=0) for n in range(len(weapons) - 1)}
    guns = {name: ("12.32", gun(name, defense=defense)) for name, defense in weapons.items()}
    table = activation(OPEN, pieces, "formation:pg110", weapons=guns, charts=entry("S"))
    return compose(table, "y", "12.32")


@pytest.mark.clause("CSS-12.3-05")
def test_the_defender_must_let_a_weapon_count_and_says_which() -> None:
    table = fired_at({"flame": 1})
    assert (parts(table).get("a"), value(table)) == (1, 5)
    table = fired_at({"flame": 1, "mg": -1})
    table.dice(5).do("confirm")
    while table.asked[1] == "target_unit":
        table.do("choose", unit="a")
    assert table.asked == ("allied", "defence_weapon")
    assert choices(table) == {"flame", "mg"}


@pytest.mark.clause("CSS-12.3-06")
def test_the_attacker_may_pick_a_weapon_of_a_hex_in_column() -> None:
    table = fired_at({"mg": -1, "flame": 1}, deployed=False)
    assert value(table) == 5
    table.dice(5, 0).do("confirm")
    while table.asked[1] == "target_unit":
        table.do("choose", unit="a")
    assert table.asked == ("german", "defence_weapon")
    assert choices(table) == {"", "flame", "mg"}
    assert value(fired_at({"mg": -1}, deployed=False)) == 4


@pytest.mark.clause("CSS-12.3-07")
@pytest.mark.parametrize("deployed", [True, False])
def test_one_hard_target_has_no_use_for_weapons(deployed: bool) -> None:
    pieces = {"y": ge("12.33", fire=("white", 4, 1)), "t": tank("12.32", us, deployed=deployed), "i": us("12.32")}
    table = activation(OPEN, pieces, "formation:pg110", weapons={"flame": ("12.32", gun("flame", defense=1))})
    compose(table, "y", "12.32").do("aim", target="t")
    assert parts(table).get("a") == (-2 if deployed else -1)
    table.dice(9).do("confirm")
    assert table.asked[1] != "defence_weapon"


@pytest.mark.clause("CSS-12.3-08")
@pytest.mark.parametrize("die", [3, 9])
def test_a_panzerfaust_is_used_once(die: int) -> None:
    pieces = {"y": ge("12.33"), "t": tank("12.32", us), "ghq": ge("16.36", **HQ)}
    faust = weapon("faust", ("blue", 3, 1), formation="pg110", one_use=True)
    table = activation(OPEN, pieces, "formation:pg110", weapons={"faust": ("12.33", faust)})
    compose(table, "y", "12.32").do("use_weapon", weapon="faust")
    table.dice(die, 0).do("confirm")
    assert places(table) == {"faust": "out"}


@pytest.mark.clause("CSS-12.3-08")
def test_a_panzerfaust_under_fire_is_not_used_up() -> None:
    pieces = {"y": ge("12.33"), "a": us("12.32")}
    faust = weapon("faust", ("blue", 3, 1), formation="pg110", one_use=True)
    table = activation(OPEN, pieces, US, weapons={"faust": ("12.33", faust)})
    shoot(table, "a", "12.33", 9)
    assert places(table) == {"faust": "12.33"}
