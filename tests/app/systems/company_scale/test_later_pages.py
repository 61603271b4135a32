"""Pages and areas of the later chapters: re-rolls, choice of divisions, Kampfgruppen, rail guns, strikes, the end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.dialogs.ending import EndingDialog
from app.play.passing import choose
from app.systems.company_scale.areas import KampfgruppePage, called
from app.systems.company_scale.panels.placing import DivisionPage
from app.systems.company_scale.panels.spending import RerollPage
from app.systems.company_scale.panels.turns import VictoryTrack
from app.systems.company_scale.presentation import PRESENTATION
from app.window.main_window import MainWindow
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.records.view import RerollView
from rules.company_scale.system import SYSTEM
from rules.engine.command import cmd
from rules.engine.nature import SeededNature
from rules.engine.session import Session
from rules.hexes.grid import hex_id
from rules.testing.bots import bots_for, play_out
from tests.app.helpers.fake_session import FakeSession, decide
from tests.app.systems.company_scale.helpers.panels import a_game
from tests.app.systems.company_scale.helpers.positions import position

BOTTLES = (
    RerollView("allied", "Bourbon", available=True, asked=True),
    RerollView("german", "Cognac", available=False, asked=True),
)


def test_a_reroll_shows_the_die_whose_it_is_and_both_markers(window: MainWindow) -> None:
    about = {"unit": "r1", "hex": "18.43", "value": 5}
    orders = [cmd(name) for name in ("reroll", "keep", "keep_for_turn")]
    asked = decide(
        "allied", "reroll", "A 7?", *orders, rule="28.0", die=7, purpose="fire", marker="bourbon", about=about
    )
    session = FakeSession(position(rerolls=BOTTLES), asked)
    choose(window.settings, "company_scale", {"german": [], "allied": []})
    window.play(session)
    page = window.orders.page
    assert isinstance(page, RerollPage)
    words = page.words.text()
    assert "<b>7</b>" in words and "1st Company, Reconnaissance 11" in words and "at 18.43" in words
    assert "Rolled by the German player" in words
    said = " ".join(label.text() for label in page.findChildren(QLabel))
    assert "Bourbon" in said and "used today" in said
    page.cards["reroll"].click()
    assert session.submitted == [cmd("reroll")]


def test_a_division_is_chosen_by_its_card(window: MainWindow) -> None:
    choices = [cmd("choose", division=name) for name in ("tf_butler", "ge_11pz")]
    session = FakeSession(position(), decide("german", "event", "Which division?", *choices, rule="20.0", about="x"))
    window.play(session)
    page = window.orders.page
    assert isinstance(page, DivisionPage)
    assert "DP 3 · DC 6 · quality 6 of 7" in page.cards["ge_11pz"].detail
    page.cards["ge_11pz"].click()
    assert session.submitted == [cmd("choose", division="ge_11pz")]


def test_a_kampfgruppe_lists_the_hexes_that_call_most_units(window: MainWindow) -> None:
    orders = [cmd("place_marker", hex=name) for name in ("10.30", "17.45", "16.45")]
    session = FakeSession(position(), decide("german", "kampfgruppe", "Where?", *orders, rule="24.0", radius=2))
    window.play(session)
    page = window.orders.page
    assert isinstance(page, KampfgruppePage)
    assert page.list.item(0).text().startswith("17.45: 2 units")
    assert {u.id for u in called(session.view(), "german", hex_id("17.45"), 2)} == {"r1", "r2"}
    window.playmat.areas.try_hex("17.45")
    assert "activates 2 units" in window.prompt.hint.text()
    page.button.click()
    assert session.submitted == [cmd("place_marker", hex="17.45")]


def test_the_fire_line_of_a_rail_gun_shows_while_it_is_picked(window: MainWindow) -> None:
    window.put(Session.new(SYSTEM, load_scenario("25-rail-guns"), nature=SeededNature(1)))
    window.playmat.board.select(("caesar",))
    assert window.playmat.areas.arc.areas
    window.playmat.board.select(("a_141",))
    assert not window.playmat.areas.arc.areas


def test_a_click_on_a_hex_asks_which_air_strike(window: MainWindow) -> None:
    strikes = [cmd("air_strike", hex="17.45", target=name) for name in ("hex", "r1")]
    decision = decide("allied", "air_strikes", "Strikes?", *strikes, cmd("done"), division="tf_butler", available=1)
    session = FakeSession(position(), decision)
    window.play(session)
    window.playmat.board.hex_clicked.emit("16.45")
    assert window.playmat.areas.menu is None
    window.playmat.board.hex_clicked.emit("17.45")
    menu = window.playmat.areas.menu
    assert menu is not None
    assert not session.submitted  # a strike cannot be undone: the click asks first
    menu.actions()[-1].trigger()
    assert session.submitted == [strikes[1]]
    menu.hide()


def over(**more: Any) -> dict[str, Any]:
    lines = [
        {"side": "german", "points": 29, "text": "units withdrawn from the map"},
        {"side": "allied", "points": 1, "text": "1 enemy unit eliminated"},
    ]
    return {"winner": "german", "text": "The German player wins.", "lines": lines, **more}


def ending(outcome: dict[str, Any], **victory: Any) -> EndingDialog:
    view = position(victory=replace(position().victory, **victory))
    return EndingDialog(outcome, PRESENTATION.ending(outcome, view), a_game())


def words_of(dialog: EndingDialog) -> list[str]:
    return [label.text() for label in dialog.findChildren(QLabel)]


def test_the_end_tells_the_score_line_by_line_with_totals(qtbot: QtBot) -> None:
    dialog = ending(over(), points={"german": 29, "allied": 1}, german_margin=5, track=29)
    qtbot.addWidget(dialog)
    said = words_of(dialog)
    assert {"German victory", "Units withdrawn from the map", "+29", "1 enemy unit eliminated", "+1"} <= set(said)
    assert said.count("Total") == 2
    assert any("The Germans lead by 28." in words for words in said)
    assert not any("automatic" in words.lower() for words in said)


def test_an_automatic_victory_is_named(qtbot: QtBot) -> None:
    dialog = ending(over(automatic=True), points={"german": 29, "allied": 0}, track=29)
    qtbot.addWidget(dialog)
    assert any(words.startswith("Automatic victory: ") for words in words_of(dialog))


def test_the_end_keeps_a_picture_of_the_map(window: MainWindow, tmp_path: Path) -> None:
    window.put(Session.new(SYSTEM, load_scenario("25-rail-guns"), nature=SeededNature(1)))
    window.dialogs.choose_picture = lambda: str(tmp_path / "the end")
    window.dialogs.show_ending(over())
    [dialog] = window.services.open_pages
    assert isinstance(dialog, EndingDialog) and dialog.keepsake is not None
    dialog.on_picture()
    saved = QImage(str(tmp_path / "the end.png"))
    assert saved.size().boundedTo(QSize(1680, 1200)) == saved.size()
    assert saved.width() == 1680 or saved.height() == 1200
    dialog.close()


def test_the_score_of_a_finished_game_can_be_seen_again(window: MainWindow) -> None:
    session = Session.new(SYSTEM, load_scenario("25-rail-guns"), nature=SeededNature(1))
    window.put(session)
    assert not window.actions_["score"].isEnabled()
    play_out(session, bots_for(SYSTEM.seats, ["random"], 1))
    window.put(session)
    window.actions_["score"].trigger()
    (first,) = window.services.open_pages
    QTest.keyClick(window.playmat.board.view, Qt.Key.Key_Space)
    (second,) = window.services.open_pages
    assert isinstance(first, EndingDialog) and isinstance(second, EndingDialog) and first is not second
    second.close()


def test_the_points_track_needs_an_end(qtbot: QtBot) -> None:
    track = VictoryTrack()
    qtbot.addWidget(track)
    track.show_points({"german": 4, "allied": 7}, None)
    assert track.isHidden()
    track.show_points({"german": 4, "allied": 7}, 29)
    assert not track.isHidden()
    assert track.spot(0) < track.spot(4) < track.spot(29) <= track.width()
    assert track.accessibleDescription() == "German 4, Allied 7 of 29"
