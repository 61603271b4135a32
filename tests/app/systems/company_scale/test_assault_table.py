"""The worked examples of assault and indirect fire, played in the window by mouse and keys."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from app.board.hexes import center
from app.play.players import NewGame
from app.window.main_window import MainWindow
from rules.engine.command import cmd
from rules.hexes.grid import hex_id


def opened(window: MainWindow, example: str) -> MainWindow:
    assert window.new_game(NewGame("company_scale", f"scenarios/company_scale/examples/{example}.yaml", 7))
    return window


def kind(window: MainWindow) -> str:
    return window.game.decision.kind if window.game.decision is not None else ""


def until(window: MainWindow, wanted: str) -> None:
    """Press Space, or choose the first option if Space does nothing, until a kind of question comes."""
    for _ in range(40):
        if kind(window) == wanted:
            return
        before = window.game.seat.seq if window.game.seat is not None else 0
        QTest.keyClick(window.playmat.board.view, Qt.Key.Key_Space)
        if window.game.seat is not None and window.game.seat.seq == before and window.game.decision is not None:
            window.order(next(iter(window.game.decision.options)))
    raise AssertionError(f"{wanted} never came; now {kind(window)}")


def click(window: MainWindow, at: str) -> None:
    view = window.playmat.board.view
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.mapFromScene(center(hex_id(at))))


def said(window: MainWindow) -> str:
    QApplication.processEvents()
    return "\n".join(label.text() for label in window.orders.page.findChildren(QLabel) if label.isVisible())


def test_the_assault_of_the_example_from_declaration_to_advance(window: MainWindow) -> None:
    opened(window, "09-5-assault")
    window.order(cmd("buy_now", chit="formation:pgr_111"))
    until(window, "assaults")
    page = window.orders.pages["assault"]
    assert window.orders.page is page
    assert page.list.count() == 1 and "✓ 47.41" in page.list.item(0).text()
    assert sum(page.sums.chart.totals().values()) == 1
    assert [arrow.firm for arrow in window.playmat.board.scene.arrows.arrows] == [True, True]
    click(window, "47.41")  # cancelled by a click on the hex, and on again
    assert "cancelled" in page.list.item(0).text()
    assert not any(arrow.firm for arrow in window.playmat.board.scene.arrows.arrows)
    click(window, "47.41")
    until(window, "assault_indirect")
    page.list.setCurrentRow(0)
    QTest.keyClick(window, Qt.Key.Key_G)
    assert kind(window) == "indirect_fire"
    shown = said(window)
    assert "Strength 3: Light barrage (8.7.2)." in shown and "the units' whole activation (9.4)" in shown
    assert "Target in town" in shown and "§ 8.7.4" not in window.orders.pages["fire"].no_odds.text()
    until(window, "defensive_fire")
    assert window.orders.page is page and page.list.count() == 4
    until(window, "assault_modifiers")
    assert "Added to the die" in said(window)
    assert "f  Staff of the 11th Panzer Division" in said(window)


def test_what_a_leader_adds_can_be_left_out(window: MainWindow) -> None:
    opened(window, "09-5-assault")
    window.order(cmd("buy_now", chit="formation:pgr_111"))
    until(window, "assault_modifiers")
    before = window.game.view.assault.attacker.total
    page = window.orders.pages["assault"]
    QTest.mouseClick(
        page.list.viewport(), Qt.MouseButton.LeftButton, pos=page.list.visualItemRect(page.list.item(0)).center()
    )
    page.button.click()
    assert "✓" not in page.list.item(0).text()
    assert window.game.decision is not None and window.game.decision.subject["total"] == before - 3
    page.button.click()
    assert "✓" in page.list.item(0).text()


def test_the_indirect_fire_of_the_example_by_key_and_click(window: MainWindow) -> None:
    opened(window, "08-7-indirect-fire")
    window.order(cmd("buy_chit", chit="division:us_45"))
    for _ in range(30):
        if "indirect_fire" in window.game.offered:
            break
        verbs = [v for v in ("end_activation", "done", "pass", "hold", "confirm") if v in window.game.offered]
        assert window.game.decision is not None
        window.order(cmd(verbs[0]) if verbs else next(iter(window.game.decision.options)))
    window.playmat.board.select(("fab_160",))
    QTest.keyClick(window, Qt.Key.Key_G)
    assert window.playmat.board.aim is not None and "choose the hex" in window.prompt.hint.text()
    QTest.keyClick(window.playmat.board.view, Qt.Key.Key_Escape)
    assert window.playmat.board.aim is None and "choose the hex" not in window.prompt.hint.text()
    QTest.keyClick(window, Qt.Key.Key_G)
    click(window, "15.53")
    assert kind(window) == "indirect_fire"
    assert "Seen by C/157 (8.7.1)." in said(window) and "Strength 4: Medium barrage (8.7.2)." in said(window)
    QTest.keyClick(window.playmat.board.view, Qt.Key.Key_Escape)
    assert kind(window) == "activation"
    assert window.answering.give("indirect_fire")
    click(window, "10.53")  # an empty hex
    assert kind(window) == "indirect_fire" and "leaves only a barrage" in said(window)
    window.answering.forward()
    assert [m.hex for m in window.game.view.markers if m.kind == "barrage"] in ([], ["10.53"])
