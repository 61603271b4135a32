"""What came of a die waits until it lies still: log, score, prompt, charts, lesson, and the sound of it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.motion.motions import KEY
from app.window.main_window import MainWindow
from rules.lessons.lesson import Fact, Lesson, LessonProgress, LessonStep
from tests.app.systems.striking_anvil.helpers.table import Player
from tests.app.systems.striking_anvil.test_combat_shown import HELD, SIDES
from tests.app.systems.striking_anvil.test_orders import placed

TOULON = Lesson(
    "toulon",
    "Toulon",
    "",
    "anvil-historical",
    (
        LessonStep("seek", "Ask for the surrender", "", waits=Fact(("areas", "09", "side"), "is", "allied")),
        LessonStep("on", "Toulon is yours", ""),
    ),
)


@pytest.fixture
def heard(window: MainWindow) -> list[str]:
    """Return what is heard, by name."""
    names: list[str] = []
    window.sounds._play = lambda file: names.append(file.stem.partition("-")[0])
    return names


def told(player: Player) -> tuple[str, ...]:
    """Return what log, prompt, its dice, the score and the lesson say."""
    window, lesson = player.window, player.window.lessons.panel
    dice = str([cast.face for cast in window.prompt.tray.casts])
    score = player.mat.strip.weather.text()
    return window.log.plain, window.prompt.words.text(), dice, score, f"{lesson.ended.text()} {lesson.step.text()}"


def holds(player: Player) -> bool:
    """Take up what has just happened; tell whether the table still keeps it back."""
    QApplication.processEvents()
    return player.window.motion.holds and player.window.motion.animator.is_running


def test_a_surrender_is_told_of_once_its_die_lies_still(window: MainWindow, heard: list[str]) -> None:
    fort = {"09": ["us-7ir", "de-gr918"]}
    player = placed(window, fort, 6, fortifications={"09": 4}, **HELD)
    player.key(Qt.Key.Key_X, Qt.Key.Key_X, Qt.Key.Key_X, Qt.Key.Key_X)
    window.lessons._take_up(LessonProgress(TOULON))
    window.settings.set(KEY, "full")
    before = told(player)
    heard.clear()
    player.click("09")
    assert player.at("de-gr918") == {"eliminated"}, "the game itself is on"
    assert holds(player) and told(player) == before and heard == ["die"]
    window.motion.animator.finish()
    after = told(player)
    assert all(new != old for new, old in zip(after, before, strict=True)), "each of them tells it now"
    assert "surrenders" in after[0] and "Toulon is yours" in after[4] and heard == ["die", "shot"]


def test_combat_is_told_of_once_its_die_lies_still(window: MainWindow, heard: list[str]) -> None:
    player = placed(window, SIDES, 2, 3, **HELD)
    player.drag("us-7ir", "06")
    player.key(Qt.Key.Key_B, Qt.Key.Key_Escape)
    assert player.asked == ("allied", "strike")
    window.settings.set(KEY, "full")
    before, rolled = told(player), player.mat.combat.faces.rolled
    heard.clear()
    player.key(Qt.Key.Key_Space)
    assert player.asked[1] == "payment", "the game itself is on"
    assert holds(player) and told(player) == before and heard == ["die"]
    assert player.mat.combat.faces.rolled == rolled and not player.mat.payment.isVisible()
    window.motion.animator.finish()
    assert "2" in told(player)[2] and player.mat.combat.faces.rolled == 2 and player.mat.payment.isVisible()
    assert heard == ["die", "shot"]
