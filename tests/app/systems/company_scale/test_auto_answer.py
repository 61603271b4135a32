"""Questions that decide nothing are not asked, unless a player wants them."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.dialogs.preferences import PreferencesDialog
from app.play.passing import AUTO_ANSWERS
from app.systems.company_scale.panels.spending import RerollPage
from app.systems.company_scale.presentation import PRESENTATION
from app.systems.company_scale.questions import attached_now
from app.window.main_window import MainWindow
from rules.company_scale.records.view import WeaponView
from rules.engine.command import Command, cmd
from rules.engine.nature import ScriptedNature
from rules.engine.session import Session
from tests.app.helpers.fake_session import FakeSession, decide
from tests.app.systems.company_scale.helpers.positions import activation, position, weapon
from tests.rules.company_scale.helpers.fires import compose
from tests.rules.company_scale.helpers.tables import activation as on_table
from tests.rules.company_scale.helpers.tables import ge, us
from tests.rules.company_scale.helpers.turns import OPEN

WEAPONS = [weapon(name, "Mortar", None, side="german") for name in ("mortar_1", "mortar_2")]


def about_to_fire(*dice: int) -> Session:
    """Return a fire with a value of 5 at a hex, about to be confirmed, with both markers at hand."""
    pieces = {"a": us("10.30", fire=("red", 5, 2)), "x": ge("12.30")}
    table = on_table(OPEN, pieces, "formation:r141", rules={"bourbon_and_cognac": "both"})
    table.state.rerolls = ("german", "allied")
    compose(table, "a", "12.30")
    session: Session = table.session
    session.driver = ScriptedNature(dice)
    return session


def confirm(window: MainWindow) -> None:
    QTest.keyClick(window.playmat.board.view, Qt.Key.Key_Space)


def ask_about_rerolls(window: MainWindow) -> None:
    QTest.keyClick(window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)


def fired(window: MainWindow) -> list[int]:
    return [event["die"] for event in window.game.history() if event["event"] == "Fired"]


def test_bourbon_and_cognac_wait_until_they_are_wanted_and_say_how(window: MainWindow) -> None:
    window.put(about_to_fire(9))
    confirm(window)
    assert fired(window) == [9]
    assert window.log.plain.count("Ctrl+B asks you") == 1


def test_who_wants_bourbon_is_asked_at_a_die_another_could_better(window: MainWindow) -> None:
    window.put(about_to_fire(9, 2))
    ask_about_rerolls(window)
    assert window.actions_["ask_rerolls"].isChecked()
    confirm(window)
    assert window.game.decision.kind == "reroll" and not fired(window)
    page = window.orders.page
    assert isinstance(page, RerollPage)
    assert "6–9 no effect (the die now)" in page.brings.text()
    assert "<b>2</b> disorganized +1" in page.brings.text() and "6 of 10 rolls" in page.brings.text()
    QTest.mouseClick(page.cards["reroll"], Qt.MouseButton.LeftButton)
    assert window.game.decision.seat == "german"  # the new die hits him, and 7 of 10 faces would do less
    QTest.keyClick(window, Qt.Key.Key_K)
    assert fired(window) == [2]


def test_a_die_that_few_faces_would_better_is_not_asked_about(window: MainWindow) -> None:
    window.put(about_to_fire(2))
    ask_about_rerolls(window)
    confirm(window)
    assert window.game.decision.seat == "german"  # 2 of 10 faces would serve the American better: he is not asked


def test_the_preference_has_everything_asked(window: MainWindow) -> None:
    window.settings.set(AUTO_ANSWERS, True)
    window.put(about_to_fire(2))
    ask_about_rerolls(window)
    confirm(window)
    assert window.game.decision.seat == "allied"


def test_the_preference_is_ticked_in_the_dialog(window: MainWindow) -> None:
    dialog = PreferencesDialog(window.settings, [PRESENTATION], window)
    QTest.keyClick(dialog.auto_answer, Qt.Key.Key_Space)
    assert not window.settings.get(AUTO_ANSWERS, False)
    dialog.accept()
    assert window.settings.get(AUTO_ANSWERS, False)


def test_weapons_attached_by_this_chit_are_not_offered_back(window: MainWindow) -> None:
    def attach(session: FakeSession, command: Command) -> list[dict[str, object]]:
        session.now = decide("german", "detach", "Detach?", cmd("detach", weapon="mortar_1"), cmd("done"), rule="12.2")
        return [{"event": "WeaponAttached", "weapon": "mortar_1", "hex": "18.43"}]

    def done(session: FakeSession, command: Command) -> list[dict[str, object]]:
        session.now = activation()
        return []

    asked = decide("german", "attach", "Attach?", cmd("attach", weapon="mortar_1", hex="18.43"), cmd("done"))
    session = FakeSession(position(), asked, {"attach": attach, "done": done})
    window.play(session)
    window.order(cmd("attach", weapon="mortar_1", hex="18.43"))
    assert [command.verb for command in session.submitted] == ["attach", "done"]
    assert "detaching support weapons (all were attached just now)" in window.log.plain


def test_weapons_of_an_earlier_chit_are() -> None:
    attached = {"event": "WeaponAttached", "weapon": "m"}
    assert attached_now([attached]) == {"m"}
    assert attached_now([attached, {"event": "ChitDrawn", "chit": "wind"}]) == set()
    assert attached_now([attached, {"event": "ChitBought", "chit": "x", "now": False}]) == {"m"}
    assert attached_now([attached, {"event": "ChitBought", "chit": "x", "now": True}]) == set()


def lose(window: MainWindow, *weapons: WeaponView) -> FakeSession:
    """Ask which of some support weapons is lost."""
    choices = [cmd("choose", weapon=each.id) for each in weapons]

    def hit(session: FakeSession, command: Command) -> list[dict[str, object]]:
        session.now = decide("german", "lose_weapon", "Which is lost?", *choices, rule="12.0")
        return []

    def chosen(session: FakeSession, command: Command) -> list[dict[str, object]]:
        session.now = activation()
        return []

    facts = position(weapons=weapons)
    session = FakeSession(facts, activation(), {"change_formation": hit, "choose": chosen})
    window.play(session)
    window.order(cmd("change_formation", unit="b_117"))
    return session


def test_of_two_things_that_are_alike_none_is_asked_for(window: MainWindow) -> None:
    session = lose(window, *WEAPONS)
    assert session.submitted[-1] == cmd("choose", weapon="mortar_1")
    assert "they are identical" in window.log.plain


def test_of_two_that_differ_one_is_asked_for(window: MainWindow) -> None:
    session = lose(window, WEAPONS[0], replace(WEAPONS[1], one_use=True))
    assert session.now is not None and session.now.kind == "lose_weapon"
