"""Cards: the values of a unit now, each with the reasons that make it differ from the printed one (8.5.4, 8.7.2)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.system import SYSTEM
from rules.engine.frozen import to_plain
from rules.engine.session import Session
from rules.hexes.grid import hex_name
from rules.testing.bots import bots_for, play_out


def card(rows: list[dict[str, Any]], name: str) -> dict[str, Any]:
    return next(row for row in rows if row["name"] == name)


def reasons(row: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(one["text"], one["change"], one["rule"]) for one in row["why"]]


def at(session: Session, hex_: str, unit: str) -> list[dict[str, Any]]:
    answer = to_plain(session.query("stack", hex=hex_))
    rows: list[dict[str, Any]] = next(u for u in answer["units"] if u["id"] == unit)["card"]
    return rows


def test_a_company_in_a_foxhole_is_harder_to_hit_than_its_counter_says() -> None:
    rows = at(Session.new(SYSTEM, load_scenario("first-light"), seed=1), "18.43", "e_143")
    defense = card(rows, "Defense")
    assert (defense["printed"], defense["now"]) == ("0", "-1")
    assert reasons(defense) == [("Foxhole", "-1", "8.3.3")]
    assert card(rows, "Fire")["now"] == card(rows, "Fire")["printed"] == "4"
    assert card(rows, "Movement")["now"] == "none", "deployed infantry does not move"


def test_disorganized_companies_fire_and_move_less() -> None:
    session = Session.new(SYSTEM, load_scenario("08-7-2-barrages"), seed=1)
    rows = at(session, "22.12", "a_141")
    assert reasons(card(rows, "Movement")) == [
        ("Disorganized 3", "halved", "10.2.3"),
        ("Medium barrage", "halved", "8.7.2"),
    ]
    assert (card(rows, "Movement")["printed"], card(rows, "Movement")["now"]) == ("5", "1")
    fire = card(rows, "Fire")
    assert [one[0] for one in reasons(fire)] == ["Disorganized 3", "Medium barrage"]
    assert int(fire["now"]) == int(fire["printed"]) + sum(int(one["change"]) for one in fire["why"])


def test_a_suppressed_company_neither_fires_nor_moves() -> None:
    rows = at(Session.new(SYSTEM, load_scenario("10-rally"), seed=1), "54.12", "i_141")
    assert (card(rows, "Fire")["now"], reasons(card(rows, "Fire"))) == ("none", [("Suppressed", "no fire", "8.5.4")])
    assert ("Suppressed", "-1", "8.5.4") in reasons(card(rows, "Troop quality"))


def test_the_card_of_a_hex_tells_costs_and_hexsides() -> None:
    session = Session.new(SYSTEM, load_scenario("first-light"), seed=1)
    rows = to_plain(session.query("stack", hex="18.39"))["card"]
    assert card(rows, "To enter")["now"] == "2 on foot, 8 on wheels, 6 on tracks"
    ridge, steep = card(rows, "Ridge"), card(rows, "Steep slope")
    assert ridge["now"] == "south-east, south" and ridge["why"][0]["rule"] == "6.2.2"
    assert steep["now"]


@pytest.mark.parametrize("seed", [2, 5])
def test_cards_agree_with_the_values_the_rules_use(seed: int) -> None:
    session = Session.new(SYSTEM, load_scenario("first-light"), seed=seed)
    play_out(session, bots_for(SYSTEM.seats, ["random"], seed), limit=1500)
    compared = 0
    for unit, record in session.state.units.items():
        if record.place != "map":
            continue
        answer = to_plain(session.query("stack", hex=hex_name(record.hex)))
        now = next(u for u in answer["units"] if u["id"] == unit)
        rows = now["card"]
        for name, key in (("Fire", "fire_now"), ("Movement", "mp_now"), ("Troop quality", "troop_quality_now")):
            shown = next((row["now"] for row in rows if row["name"] == name), "none")
            value = now[key] if now[key] is not None else "none"
            assert shown in (str(value), "none" if value in (0, "none") else str(int(float(value)))), (unit, name)
            compared += 1
        for row in rows:
            changed = [one for one in row["why"] if one["change"] not in ("", "+0")]
            assert (row["printed"] == row["now"]) or changed, (unit, row)
    assert compared > 20
