"""One window plays a game; another that opens it only looks, and says so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.play.files import ELSEWHERE, CannotOpen, GameFiles
from app.play.players import NewGame
from app.settings import Settings
from app.window.main_window import MainWindow
from rules.engine.record import RecordError

FIRST_LIGHT = NewGame("company_scale", "first-light", 5)


@pytest.fixture
def played(tmp_path: Path) -> tuple[GameFiles, Path]:
    files = GameFiles(Settings(tmp_path / "preferences.json"), tmp_path / "games")
    files.start(FIRST_LIGHT)
    return files, Path(files.settings.recent[0])


def test_a_second_window_only_looks(played: tuple[GameFiles, Path], tmp_path: Path) -> None:
    first, path = played
    second = GameFiles(Settings(tmp_path / "other.json"), tmp_path / "games")
    text, session = path.read_bytes(), second.open(path)
    assert session.notices == [ELSEWHERE] and session.decision is not None
    with pytest.raises(RecordError, match="This game is open in another window"):
        session.submit(session.decision.seat, session.seq, next(iter(session.decision.options)))
    assert path.read_bytes() == text and second.settings.get("on_table", "") == ""
    first.clear_table()
    again = second.open(path)
    assert again.notices == [] and again.decision is not None
    again.submit(again.decision.seat, again.seq, next(iter(again.decision.options)))
    assert path.stat().st_size > len(text)


def test_a_window_may_open_its_own_game_again(played: tuple[GameFiles, Path]) -> None:
    files, path = played
    assert files.open(path).notices == []
    assert files._lock is not None and files._lock.isLocked()


def test_what_cannot_be_opened_leaves_no_lock_and_the_game_on_the_table(
    played: tuple[GameFiles, Path], tmp_path: Path
) -> None:
    files, path = played
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Sir,\n", encoding="utf-8")
    for wrong in (letter, tmp_path / "missing", tmp_path, Path("a\0b")):
        with pytest.raises(CannotOpen):
            files.open(wrong)
    assert not list(tmp_path.glob("*.lock"))
    assert files.settings.get("on_table", "") == str(path.resolve()) and files._lock is not None


def test_the_window_says_why_an_order_is_refused(
    played: tuple[GameFiles, Path], open_window: Callable[[], MainWindow]
) -> None:
    window, told = open_window(), list[str]()
    window.services.tell = lambda title, words: told.append(words)
    assert window.open_game(played[1])
    assert told == [ELSEWHERE]
    decision, seq = window.game.decision, window.game.seq
    assert decision is not None
    assert not window.order(next(iter(decision.options)))
    assert window.game.seq == seq


def test_games_of_one_scenario_one_after_the_other_hold_it_once(tmp_path: Path) -> None:
    files = GameFiles(Settings(tmp_path / "preferences.json"), tmp_path / "games")
    first = files.start(NewGame("company_scale", "first-light", 5))
    kept = files.folder / Path(files.settings.get("on_table")).name
    second = files.start(NewGame("company_scale", "first-light", 6))
    other = files.start(NewGame("company_scale", "the-feint", 5))
    assert second.scenario is first.scenario and other.scenario is not first.scenario
    assert files.open(kept).scenario is files.start(NewGame("company_scale", "first-light", 7)).scenario
