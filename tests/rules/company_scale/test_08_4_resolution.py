"""Resolving a fire: the hit, the row of the table, broken support weapons (8.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.company_scale.counters import Stripe
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import compose, entry, result, shoot, value
from tests.rules.company_scale.helpers.tables import CHARTS, Piece, TableTop, activation, ge, named, tank, us, weapon

OPEN = board("......\n......\n......\n......\n......\n", first="10.30")
US = "formation:r141"
HQ = us("10.34", hq="formation")


@pytest.mark.clause("CSS-8.4-01")
@pytest.mark.parametrize("die", range(10))
def test_a_die_up_to_the_fire_value_is_looked_up_and_a_higher_one_misses(die: int) -> None:
    table = activation(OPEN, {"a": us("12.32", fire=("red", 3, 1)), "x": ge("13.32")}, US)
    events = shoot(table, "a", "13.32", die, 0)
    assert result(events) == (CHARTS.combat_hex["small_arms"][die] if die <= 3 else "")
    assert named(events, "Fired")[0]["die"] == die


@pytest.mark.clause("CSS-8.4-01", "CSS-3.3-02", "CSS-3.2-02", "CSS-3.2-03", "CSS-3.2-05")
@pytest.mark.parametrize(
    ("box", "aim", "kind", "half", "row"),
    [
        ("red", "hex", "small_arms", "hex", "small_arms"), ("red", "t", "small_arms", "hard", "small_arms"),
        ("yellow", "hex", "high_explosive", "hex", "high_explosive"),
        ("yellow", "t", "high_explosive", "hard", "high_explosive"),
        ("white", "hex", "high_explosive", "hex", "high_explosive"),
        ("white", "t", "armor_piercing", "hard", "armor_piercing"),
        ("white", "t", "high_explosive", "hard", "high_explosive"),
        ("blue", "t", "armor_piercing", "hard", "armor_piercing"),
    ],
)  # fmt: skip
def test_the_row_is_the_fire_type_and_the_half_is_the_aim(box: str, aim: str, kind: str, half: str, row: str) -> None:
    marks = {f"{name}/{key}": key for name in ("hex", "hard") for key in CHARTS.combat_hex | CHARTS.combat_hard}
    levels = {key: f"DG{1 + i % 4} " * (1 + i // 4) for i, key in enumerate(sorted(marks))}
    charts = replace(
        CHARTS, combat_hex={k: (levels[f"hex/{k}"].strip(),) * 9 for k in CHARTS.combat_hex},
        combat_hard={k: (levels[f"hard/{k}"].strip(),) * 9 for k in CHARTS.combat_hard},
    )  # fmt: skip
    pieces = {"a": us("12.32", fire=(box, 8, 1)), "x": ge("13.32", deployed=False), "t": tank("13.32", deployed=False)}
    table = activation(OPEN, pieces, US, charts=charts)
    compose(table, "a", "13.32")
    if table.decision.subject["aim"] != aim:
        table.do("aim", target=aim)
    if table.decision.subject["type"] != kind:
        table.do("fire_type", type=kind)
    table.dice(0).do("confirm")
    if aim == "hex":
        table.do("choose", unit="x")
    fired = [e for _, e in table.session.events if e["event"] == "Fired"]
    assert fired[0]["result"] == levels[f"{half}/{row}"].strip()


@pytest.mark.clause("CSS-8.4-01")
def test_values_above_8_act_alike() -> None:
    table = activation(OPEN, {"a": us("12.32", fire=("red", 8, 1)), "x": ge("13.32", defense=6)}, US)
    assert value(compose(table, "a", "13.32")) == 14
    assert result(table.dice(8).do("confirm")) == CHARTS.combat_hex["small_arms"][8]


def with_weapons(die: int, *, use: str = "w", one_use: bool = False, **pieces: Piece) -> TableTop:
    """Fire with one of two support weapons of the hex."""
    weapons = {name: ("12.32", weapon(name, ("red", 1, 1), one_use=one_use)) for name in ("w", "v")}
    everybody = {"a": us("12.32"), "b": us("12.32"), "z": us("10.30"), "x": ge("13.32"), **pieces}
    table = activation(OPEN, everybody, US, weapons=weapons, charts=entry("DG1"))
    compose(table, "a", "13.32")
    if use:
        table.do("use_weapon", weapon=use)
    table.dice(die).do("confirm")
    return table


def places(table: TableTop) -> dict[str, str]:
    """Return where the weapons are."""
    return {name: token.place for name, token in table.state.weapons.items()}


@pytest.mark.clause("CSS-8.4-02")
def test_a_weapon_used_breaks_on_a_9_and_an_unused_one_stays() -> None:
    table = with_weapons(9, hq=HQ)
    assert places(table) == {"w": "reallocating", "v": "map"}
    assert table.hex("13.32").dg == 0
    assert places(with_weapons(9, use="", hq=HQ)) == {"w": "map", "v": "map"}
    assert places(with_weapons(8, hq=HQ)) == {"w": "map", "v": "map"}


@pytest.mark.clause("CSS-8.4-02")
def test_a_broken_weapon_without_a_path_to_its_headquarters_leaves_the_game() -> None:
    assert places(with_weapons(9)) == {"w": "out", "v": "map"}
    foreign = us("10.34", formation="r142", hq="formation")
    assert places(with_weapons(9, hq=foreign)) == {"w": "out", "v": "map"}
    division = us("10.34", formation="", division="d36", hq="division")
    assert places(with_weapons(9, hq=division)) == {"w": "reallocating", "v": "map"}


@pytest.mark.clause("CSS-8.4-02", "CSS-12.2-04")
def test_a_broken_weapon_without_a_stripe_goes_to_any_headquarters_of_its_division() -> None:
    gun = {"w": ("12.32", weapon("w", ("red", 1, 1), stripe=Stripe.NONE))}
    for formation, place in (("r142", "reallocating"), ("cav117", "out")):
        pieces = {"a": us("12.32"), "hq": us("10.34", formation=formation, hq="formation"), "x": ge("13.32")}
        table = compose(activation(OPEN, pieces, US, weapons=gun), "a", "13.32")
        table.do("use_weapon", weapon="w")
        table.dice(9).do("confirm")
        assert places(table) == {"w": place}


@pytest.mark.clause("CSS-8.4-02", "CSS-3.2-16")
@pytest.mark.parametrize("die", [0, 6, 9])
def test_a_one_use_weapon_is_out_of_the_game_after_any_use(die: int) -> None:
    assert places(with_weapons(die, one_use=True, hq=HQ)) == {"w": "out", "v": "map"}


@pytest.mark.clause("CSS-8.4-02")
def test_the_break_takes_nothing_from_the_markers_of_the_hex() -> None:
    gun: dict[str, Any] = {"w": ("12.32", weapon("w", ("red", 1, 1)))}
    pieces = {"a": us("12.32"), "z": us("10.30"), "hq": HQ, "x": ge("13.32")}
    table = activation(OPEN, pieces, US, weapons=gun, markers=[("12.32", "dg", 2), ("12.32", "foxhole", None)])
    compose(table, "a", "13.32").do("use_weapon", weapon="w")
    table.dice(9).do("confirm")
    assert (table.hex("12.32").dg, table.hex("12.32").fortification) == (2, "foxhole")
