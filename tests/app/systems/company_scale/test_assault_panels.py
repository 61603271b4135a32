"""The pages of assaults and placing, fed with plain subjects and answers."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.panels.orders_dock import OrdersPanel
from app.play.controller import GameController
from app.systems.base import presentation_of
from app.systems.company_scale.pages import ROWS, marker_pictures, markers_page
from app.systems.company_scale.panels.assault import AssaultSums, DifferenceChart, is_chosen
from app.systems.company_scale.panels.fire import marker_chances
from app.systems.company_scale.text import names as wording
from app.systems.company_scale.text.names import CompanyScaleNames
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.records.answers import AssaultOdds, BarrageOdds, DifferenceOdds, FireOdds, ResultOdds
from rules.company_scale.records.view import AssaultSideView, AssaultView, MarkerView, ModifierView, SumView
from rules.engine.command import Command, cmd
from rules.engine.options import Decision
from tests.app.helpers.fake_session import FakeSession, decide
from tests.app.systems.company_scale.helpers.panels import orders_panel
from tests.app.systems.company_scale.helpers.positions import position, weapon

LINES = (
    ModifierView("a", "4 against 2: 2-1", -1, "9.5"),
    ModifierView("b", "Tanks", 0, "9.5"),
    ModifierView("d", "Prepared assault", 2, "9.5"),
)
ODDS = AssaultOdds(
    "17.45", "allied", SumView(LINES, 1), SumView(LINES[:1], -1),
    (DifferenceOdds(-1, (1, 4)), DifferenceOdds(0, (1, 4)), DifferenceOdds(3, (1, 2))),
    (ResultOdds("defender loses 1 unit", (3, 4)), ResultOdds("tie", (1, 4))),
    {"hex_taken": (1, 8), "attacker_leader_lost": (0, 1), "defender_leader_lost": (0, 1)},
)  # fmt: skip
MARKERS = [
    {"hex": "17.45", "called_off": False, "empty": False, "units": ["b_117", "c_117"], "assigned": ["b_117"]},
    {"hex": "16.45", "called_off": True, "empty": True, "units": ["c_117"], "assigned": []},
]


def panel(
    qtbot: QtBot, kind: str, *commands: Command, view: dict[str, Any] | None = None, **subject: Any
) -> tuple[OrdersPanel, FakeSession, list[Command]]:
    """Return the Orders panel with a question, the session behind it, and the list of what it orders."""
    session = FakeSession(position(**(view or {})), decide("allied", kind, "?", *commands, **subject))
    session.answers = {"assault_odds": ODDS}
    game = GameController(told_in=presentation_of)
    game.play(session)
    dock = orders_panel(game)
    qtbot.addWidget(dock)
    ordered: list[Command] = []
    dock.ordered.connect(ordered.append)
    dock.show_game(game, game.offered)
    dock.show()
    return dock, session, ordered


def words(dock: OrdersPanel) -> str:
    return "\n".join(label.text() for label in dock.page.findChildren(QLabel) if not label.isHidden())


def test_every_marker_tells_who_assaults_and_what_is_called_off(qtbot: QtBot) -> None:
    orders = [cmd("call_off", hex=m["hex"]) for m in MARKERS] + [cmd("assign", unit="c_117", hex="17.45")]
    dock, session, ordered = panel(qtbot, "assaults", *orders, cmd("confirm"), markers=MARKERS)
    rows = [dock.pages["assault"].list.item(i).text() for i in range(dock.pages["assault"].list.count())]
    assert rows[0].startswith("✓ 17.45: B/117 Cav") and rows[1].startswith("16.45: cancelled")
    assert rows[2] == "C/117 Cav assaults 17.45"
    assert ("assault_odds", {"hex": "17.45"}) in session.queries
    dock.pages["assault"].list.setCurrentRow(1)
    assert ("assault_odds", {"hex": "16.45"}) in session.queries
    dock.pages["assault"].button.click()
    assert ordered == [orders[1]]


def test_both_sums_stand_line_by_line_with_rule_and_letter(qtbot: QtBot) -> None:
    dock, _, _ = panel(qtbot, "assault_modifiers", cmd("confirm"), hex="17.45")
    shown = words(dock)
    assert "a  4 against 2: 2-1" in shown and "d  Prepared assault" in shown and "−1" in shown
    assert shown.count("Added to the die") == 2 and "Attacker: Allied" in shown and "Defender: German" in shown


def test_the_chart_adds_up_who_wins(qtbot: QtBot) -> None:
    chart = DifferenceChart()
    qtbot.addWidget(chart)
    chart.show_differences(ODDS.differences)
    assert chart.totals() == {"attacker": Fraction(1, 2), "": Fraction(1, 4), "defender": Fraction(1, 4)}
    assert "Attacker wins 50%" in chart.accessibleDescription()
    chart.resize(300, 112)
    chart.grab()


def test_dice_that_have_been_rolled_are_told(qtbot: QtBot) -> None:
    sums = AssaultSums()
    qtbot.addWidget(sums)
    rolled = (AssaultSideView((), 11, 5), AssaultSideView((), 9, 4))
    sums.show_assault(AssaultView("17.45", "allied", "9.1.H", (), (), *rolled), None, CompanyScaleNames())
    assert sums.dice.text() == "Attacker: 5 +11 = 16\nDefender: 4 +9 = 13"
    sums.show_assault(None, None, CompanyScaleNames())
    assert sums.isHidden()


@pytest.mark.parametrize("kind", ["advance", "distribute_dg", "assault_markers"])
def test_steps_before_and_after_the_dice_show_no_sums(qtbot: QtBot, kind: str) -> None:
    dock, session, _ = panel(qtbot, kind, cmd("done"), hex="17.45")
    assert dock.page is dock.pages["assault"] and dock.pages["assault"].sums.isHidden() and not session.queries


def test_the_hexes_of_the_enemy_come_first_of_those_to_be_marked(qtbot: QtBot) -> None:
    units = position().units
    foe = next(unit for unit in units if unit.side == "german" and unit.hex)
    own = next(unit for unit in units if unit.side == "allied" and unit.hex)
    orders = [cmd("place_assault", hex=at) for at in ("01.01", own.hex, foe.hex)]
    dock, _, ordered = panel(qtbot, "assault_markers", *orders, cmd("done"), view={"units": units})
    rows = [dock.pages["assault"].list.item(i).text() for i in range(dock.pages["assault"].list.count())]
    assert rows[0].startswith(f"{foe.hex}: {foe.label}")
    assert rows[1] == "01.01: nobody there" and rows[2].startswith(f"{own.hex}: ")
    dock.resize(360, 700)
    assert dock.pages["assault"].list.height() > 400
    page = dock.pages["assault"]
    assert not page.enter() and not page.give("place_assault") and ordered == []  # it costs a point: first the hex
    page.list.setCurrentRow(0)
    assert page.enter() and ordered == [orders[2]]


def test_of_units_that_may_stand_anywhere_the_hexes_are_named(qtbot: QtBot) -> None:
    unit = next(unit for unit in position().units if unit.side == "allied" and unit.hex)
    dock, _, _ = panel(qtbot, "hero_event", cmd("place_hero", unit=unit.id))
    assert dock.pages["choices"].list.item(0).text() == f"The hero joins {unit.label} in {unit.hex}"


def test_of_the_hexes_to_be_lit_those_of_the_enemy_come_first(qtbot: QtBot) -> None:
    foe = next(unit for unit in position().units if unit.side == "german" and unit.hex)
    orders = [cmd("light", hex=at) for at in ("01.01", foe.hex)]
    dock, _, _ = panel(qtbot, "hero_lights", *orders, cmd("done"))
    assert dock.pages["choices"].list.item(0).text().startswith(f"{foe.hex}: {foe.label}")


def test_a_retreat_shows_no_picture_of_who_stands_where_it_goes(qtbot: QtBot) -> None:
    friend = next(unit for unit in position().units if unit.side == "allied" and unit.hex)
    dock, _, _ = panel(qtbot, "retreat", cmd("retreat", hex=friend.hex), cmd("stand"), hex="17.45")
    item = dock.pages["assault"].list.item(0)
    assert item.text() == f"Retreat to {friend.hex}" and item.icon().isNull()


def test_points_given_to_a_hex_are_counted(qtbot: QtBot) -> None:
    orders = [cmd("take_dg", hex="18.43"), cmd("take_dg", hex="19.42")]
    hexes = [{"hex": "18.43", "points": 1}, {"hex": "19.42", "points": 0}]
    view = {"markers": [MarkerView("18.43", "dg", 2)]}
    dock, _, ordered = panel(qtbot, "distribute_dg", *orders, view=view, points=2, left=1, hexes=hexes)
    assert dock.pages["assault"].list.item(0).text() == "18.43: 1 of 2 points so far\nDG 2"
    assert dock.pages["assault"].list.item(1).text() == "19.42: 0 of 2 points so far\nno marker yet"
    qtbot.keyClick(dock.pages["assault"].list, Qt.Key.Key_Return)
    assert ordered == [orders[0]]


def test_units_that_advance_are_ticked(qtbot: QtBot) -> None:
    orders = [cmd("advance", unit="b_117"), cmd("advance", unit="c_117")]
    dock, _, _ = panel(qtbot, "advance", *orders, hex="17.45", units=["b_117", "c_117"], chosen=["c_117"])
    assert [dock.pages["assault"].list.item(i).text()[0] == "✓" for i in range(2)] == [False, True]


def test_enter_confirms_once_somebody_advances(qtbot: QtBot) -> None:
    orders = [cmd("advance", unit="b_117"), cmd("advance", unit="c_117")]
    dock, _, ordered = panel(qtbot, "advance", *orders, hex="17.45", units=["b_117", "c_117"], chosen=[])
    assert dock.enter() and ordered == [orders[0]]
    chosen = decide("allied", "advance", "?", *orders, cmd("confirm"), units=["b_117", "c_117"], chosen=["b_117"])
    game = GameController(told_in=presentation_of)
    game.play(FakeSession(position(), chosen))
    dock.show_game(game, game.offered)
    assert not dock.enter() and len(ordered) == 1


def test_a_weapon_is_picked_and_sent_by_keys_or_waits_for_the_map(qtbot: QtBot) -> None:
    weapons = (weapon("hmg", "Heavy machine guns", None, place="available"),)
    orders = [cmd("attach", weapon="hmg", hex=at) for at in ("19.42", "18.43")]
    dock, _, ordered = panel(qtbot, "attach", *orders, cmd("done"), view={"weapons": weapons}, weapons=["hmg"])
    page, aimed = dock.pages["placing"], []
    page.aimed.connect(lambda verb, thing: aimed.append((verb, thing)))
    assert dock.page is page and page.things.item(0).text() == "Heavy machine guns\n2 hexes"
    assert [page.hexes.item(i).text().split()[0] for i in range(2)] == ["18.43", "19.42"]
    page.hexes.setCurrentRow(1)
    qtbot.keyClick(page.hexes, Qt.Key.Key_Return)
    assert ordered == [orders[0]]
    qtbot.keyClick(page.things, Qt.Key.Key_Return)
    assert aimed == [("attach", "hmg")]
    assert dock.give("attach") and not dock.give("relocate")


def test_the_smoke_of_tanks_and_what_goes_along_are_toggles_of_a_move(qtbot: QtBot) -> None:
    orders = [cmd("leave_smoke"), cmd("take", weapon="hmg"), cmd("step", to="18.44", by="terrain"), cmd("stop")]
    dock, _, ordered = panel(qtbot, "movement", *orders, units=["f_117"], hex="19.42", smoke=True, carried=["hmg"])
    rows = [dock.pages["choices"].list.item(i).text() for i in range(dock.pages["choices"].list.count())]
    assert rows[0] == "✓ Leave smoke" and rows[1].startswith("✓ Take along")
    dock.pages["choices"].list.setCurrentRow(0)
    dock.pages["choices"].button.click()
    assert ordered == [cmd("leave_smoke")]


def test_what_an_indirect_fire_leaves_on_the_hex() -> None:
    odds = FireOdds(
        3,
        3,
        "indirect",
        "hex",
        "17.45",
        (),
        (),
        (),
        (),
        (),
        barrage=BarrageOdds("heavy", None, (9, 10)),
        on_fire=(1, 10),
    )
    assert [row.text for row in marker_chances(odds)] == ["Heavy barrage", "The hex catches fire"]
    assert marker_chances(replace(odds, barrage=None, on_fire=(0, 1))) == []


def test_toggles_know_whether_they_are_on() -> None:
    def about(**subject: Any) -> Decision:
        return decide("german", "compose", "?", **subject)

    assert is_chosen(cmd("use_leader", leader="h"), about(leader="x", hero="h"))
    assert not is_chosen(cmd("use_weapon", weapon="w"), about(weapon=""))
    assert not is_chosen(cmd("step", to="18.44", by="terrain"), about(carried=[]))
    smoke = cmd("leave_smoke")
    assert is_chosen(smoke, about(smoke=True)) and not is_chosen(smoke, about(smoke=False))


def test_the_page_of_markers_shows_each_with_its_picture() -> None:
    page, pictures = markers_page(load_scenario("first-light").charts.series), marker_pictures()
    assert {kind for kind, *_ in ROWS} >= set(wording.MARKERS)
    assert all(f"'{name}'" in page for name in pictures)
    assert all(not picture.isNull() for picture in pictures.values())
