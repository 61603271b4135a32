"""The window with the real rules: a whole game, saving and opening, recovery after a crash, pictures."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.__main__ import main
from app.play.players import NewGame
from app.window.main_window import MainWindow

FIRST_LIGHT = NewGame("company_scale", "first-light", 11)


def play(window: MainWindow, orders: int, seed: int = 1) -> int:
    """Give random offered orders; return how many."""
    chooser = random.Random(seed)
    for count in range(orders):
        decision = window.game.decision
        if decision is None:
            return count
        commands = [c for c in decision.options if c.verb not in ("cancel", "concentrate")] or list(decision.options)
        short = [c for c in commands if c.verb in ("end_activation", "stop", "done", "pass")]
        assert window.order(chooser.choice(short if short and chooser.random() < 0.25 else commands))
    return orders


def test_a_whole_game_is_played_and_told(window: MainWindow, qtbot: QtBot) -> None:
    assert window.new_game(FIRST_LIGHT)
    with qtbot.waitSignal(window.game.game_over, timeout=60_000):
        play(window, 3000)
    assert window.game.over is not None
    assert "Drawn: " in window.log.plain
    assert len(window.services.open_pages) == 1
    window.services.open_pages[0].close()


def told(window: MainWindow) -> list[str]:
    """Return the lines of the log that come from the game itself, not from this window's preferences."""
    return [
        line
        for line in window.log.plain.splitlines()
        if not line.startswith("Prompts skipped") and "Ctrl+B" not in line
    ]


def test_a_copy_opens_where_it_was_saved(window: MainWindow, tmp_path: Path) -> None:
    window.new_game(FIRST_LIGHT)
    play(window, 40)
    copy = tmp_path / "copy.chitpull"
    window.saving.choose = lambda offered: str(copy)
    window.saving.save_as()
    log, seq, prompt = told(window), window.game.seq, window.prompt.words.text()
    play(window, 10, seed=2)
    assert window.open_game(copy)
    assert (told(window), window.game.seq, window.prompt.words.text()) == (log, seq, prompt)


def test_an_interrupted_game_is_offered_at_the_next_start(
    window: MainWindow, open_window: Callable[[], MainWindow]
) -> None:
    window.new_game(FIRST_LIGHT)
    play(window, 25)
    seq = window.game.seq
    assert window.files._lock is not None
    window.files._lock.unlock()  # as when the program is killed
    again = open_window()
    assert again.dialogs.offer_recovery()
    assert again.game.seq == seq


def test_a_game_left_in_good_order_is_not_offered_but_listed(
    window: MainWindow, open_window: Callable[[], MainWindow]
) -> None:
    window.new_game(FIRST_LIGHT)
    window.close()
    again = open_window()
    assert not again.dialogs.offer_recovery()
    assert len(again.settings.recent) == 1


def test_a_file_that_is_no_game_is_refused_in_one_sentence(window: MainWindow, tmp_path: Path) -> None:
    window.show_start()
    told: list[str] = []
    window.services.tell = lambda title, words: told.append(words)
    other = tmp_path / "letter.txt"
    other.write_text("Dear Sir,\n")
    assert not window.open_game(other)
    assert not window.open_game(tmp_path / "missing.chitpull")
    assert len(told) == 2
    assert "letter.txt" in told[0]
    assert window.pages.currentWidget() is window.start_page


def test_an_unknown_scenario_is_refused_in_one_sentence(window: MainWindow) -> None:
    told: list[str] = []
    window.services.tell = lambda title, words: told.append(words)
    assert not window.new_game(NewGame("company_scale", "no-such-battle"))
    assert len(told) == 1 and "no-such-battle" in told[0]


def test_undo_and_taking_back_past_the_dice(window: MainWindow) -> None:
    window.new_game(FIRST_LIGHT)
    before = window.game.view
    decision = window.game.decision
    assert decision is not None
    window.order(next(iter(decision.options)))
    assert window.game.can_undo
    window.game.undo()
    assert window.game.view == before
    while not any(event["event"] == "ChitDrawn" for event in window.game.history()):
        assert window.game.decision is not None
        last = window.game.seq
        window.order(list(window.game.decision.options)[-1])
    window.dialogs.take_back()
    assert window.game.seq == last


def test_the_notes_of_a_scenario_lie_beside_the_game(window: MainWindow) -> None:
    window.new_game(FIRST_LIGHT)
    window.actions_["notes"].trigger()
    [dialog] = window.services.open_pages
    assert "First Light at Savasse" in dialog.windowTitle()
    assert not dialog.isModal()
    dialog.close()


def test_players_may_roll_their_own_dice(window: MainWindow) -> None:
    window.new_game(NewGame("company_scale", "first-light", None, own_dice=True))
    for _ in range(12):
        if window.game.request is not None:
            break
        assert window.game.decision is not None
        window.order(list(window.game.decision.options)[-1])
    page = window.orders.nature
    assert window.orders.page is page
    seq = window.game.seq
    page.buttons[0].click()
    assert window.game.seq > seq


def test_the_face_of_a_die_may_be_typed(window: MainWindow, qtbot: QtBot) -> None:
    window.new_game(NewGame("company_scale", "scenarios/company_scale/examples/15-transport.yaml", None, own_dice=True))
    note = window.orders.nature.note
    for name in ("36th Infantry Division", "11th Panzer Division"):
        assert note.text() == f"For: Dispatch, {name}."
        seq = window.game.seq
        QApplication.processEvents()  # the buttons show
        QTest.keyClick(window.playmat.board.view, Qt.Key.Key_0)
        qtbot.waitUntil(lambda seq=seq: window.game.seq > seq)
    assert [e["die"] for e in window.game.history() if e["event"] == "DieRolled"] == [0, 0]


# --- the command line ------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("qapp")
def test_a_picture_is_drawn_without_a_window(tmp_path: Path) -> None:
    path = tmp_path / "table.png"
    assert main(["--scenario", "first-light", "--picture", str(path), "--size", "640x400"]) == 0
    image = QImage(str(path))
    assert (image.width(), image.height()) == (640, 400)
    colours = {image.pixel(x, y) for x in range(0, 640, 16) for y in range(0, 400, 16)}
    assert len(colours) > 50


@pytest.mark.usefixtures("qapp")
def test_a_picture_at_a_scale_shows_a_part(tmp_path: Path) -> None:
    path = tmp_path / "part.png"
    assert main(["--scenario", "first-light", "--picture", str(path), "--size", "300x300", "--zoom", "1"]) == 0
    assert QImage(str(path)).width() == 300


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--picture", "x.png"], "--picture needs"),
        (["--scenario", "first-light", "--picture", "x.txt"], "must end in one of"),
        (["--scenario", "first-light", "--picture", "x.png", "--size", "big"], "such as 1600x1000"),
        (["--scenario", "first-light", "--picture", "x.png", "--zoom", "0"], "such as 1.5"),
        (["--scenario", "first-light", "--picture", "/no/such/folder/x.png"], "does not exist"),
        (["--scenario", "nowhere", "--picture", "x.png"], "nowhere"),
        (["--open", "missing.chitpull", "--picture", "x.png"], "missing.chitpull"),
        (["--scenario", "nowhere"], "nowhere"),
        (["--open", "missing.chitpull"], "missing.chitpull"),
        (["--seed", "3"], "--seed"),
        (["--scenario", "a", "--open", "b"], "not both"),
        (["--colour"], "Unrecognized arguments"),
        (["--theme", "pink"], "invalid choice"),
    ],
)
@pytest.mark.usefixtures("qapp")
def test_bad_options_get_one_sentence(args: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(args) == 2
    out = capsys.readouterr()
    assert said in out.err
    assert out.err.count("\n") == 1
    assert "Traceback" not in out.err


def test_the_program_itself_complains_in_one_sentence() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "app", "--scenario", "nowhere"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("chitpull: ") and done.stderr.count("\n") == 1


def test_what_went_wrong_is_written_down() -> None:
    from app.crash import write_down

    try:
        raise RuntimeError("the map fell off the table")
    except RuntimeError as error:
        path = write_down(error)
    assert "the map fell off the table" in path.read_text(encoding="utf-8")


def test_without_a_display_the_picture_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert main([]) == 2
    assert "--picture" in capsys.readouterr().err
