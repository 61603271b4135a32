"""An opened game is shown at once, proved beside it, and what that finds is said before the next order is taken."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.dialogs.messages import ProgressDialog, ProgressWait
from app.play import files as files_module
from app.play.files import GameFiles, LeftClosed
from app.play.players import NewGame
from app.play.thoughts import LINES, Thoughts, beside
from app.window.main_window import MainWindow
from rules.engine.plain import digest
from rules.engine.record import RecordError
from rules.engine.record_contents import Cancelled
from rules.engine.record_lines import DAMAGED
from rules.engine.record_reading import load_record
from rules.lessons.reading import list_lessons
from tests.rules.engine.helpers.records import forge, lines


def harsher(state: dict[str, Any]) -> dict[str, Any]:
    """Return a kept position with another weather."""
    return {**state, "weather": "rain"}


@pytest.fixture
def game(window: MainWindow, tmp_path: Path) -> Path:
    """Return the record of a game of some orders, left closed."""
    files = GameFiles(window.settings, tmp_path / "games")
    files.ledger = None  # it comes from another table
    session = files.start(NewGame("company_scale", "first-light", 5))
    for _ in range(120):
        assert session.decision is not None
        session.submit(session.decision.seat, session.seq, next(iter(session.decision.options)))
    files.clear_table()
    return next((tmp_path / "games").glob("*.chitpull"))


@pytest.fixture
def forged(game: Path) -> Path:
    """Return the record with an edited position, its digest and all seals made anew."""
    told = lines(game)
    kept = [line for line in told if "snapshot" in line][1]
    kept["state"] = harsher(kept["state"])
    kept["digest"] = digest(kept["state"])
    forge(game, told)
    return game


@pytest.fixture
def told(window: MainWindow) -> list[str]:
    """Return what the window says."""
    said: list[str] = []
    window.services.tell = lambda title, words: said.append(words)
    return said


@pytest.fixture
def no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave no time for a proof before a game is shown."""
    monkeypatch.setattr(files_module, "PROOF_SECONDS", 0.0)


ALTERED = "the replay reaches a different position from the saved one"


def test_an_edited_position_is_told_when_the_game_is_opened(window: MainWindow, forged: Path, told: list[str]) -> None:
    assert window.open_game(forged)
    assert window.verification.is_done and any(ALTERED in text for text in told)


@pytest.mark.usefixtures("no_time")
def test_a_long_proof_runs_beside_the_game(window: MainWindow, forged: Path, told: list[str], qtbot: QtBot) -> None:
    assert window.open_game(forged)
    assert window.session is not None and window.game.decision is not None
    assert told == [] and not window.verification.is_done, "the game is shown before the proof is done"
    qtbot.waitUntil(lambda: window.verification.is_done, timeout=20_000)
    assert any(ALTERED in text for text in told)


@pytest.mark.usefixtures("no_time")
def test_what_is_found_is_told_before_an_order_is_taken(window: MainWindow, forged: Path, told: list[str]) -> None:
    window.open_game(forged)
    assert window.session is not None and window.game.decision is not None
    seq, order = window.session.seq, next(iter(window.game.decision.options))
    assert not window.game.submit(order)
    assert any(ALTERED in text for text in told) and window.session.seq == seq
    assert window.game.submit(order) and window.session.seq > seq


@pytest.mark.usefixtures("no_time")
@pytest.mark.parametrize("act", ["submit", "take_back"])
def test_an_honest_game_goes_on_at_once(window: MainWindow, game: Path, told: list[str], act: str) -> None:
    window.open_game(game)
    assert window.session is not None and window.game.decision is not None
    seq = window.session.seq
    if act == "submit":
        assert window.game.submit(next(iter(window.game.decision.options)))
    else:
        assert getattr(window.game, act)()
    assert window.verification.is_done and told == [] and window.session.seq != seq


@pytest.mark.usefixtures("no_time")
def test_another_game_ends_the_proof_of_the_one_before(window: MainWindow, forged: Path, told: list[str]) -> None:
    window.open_game(forged)
    window.new_game(NewGame("company_scale", "the-feint", 1))
    assert window.verification.is_done and window.verification.finish() and told == []


def own_dice(system: str = "company_scale", scenario: str = "first-light") -> NewGame:
    """Return a game in which the players roll."""
    return NewGame(system, scenario, own_dice=True)


@pytest.mark.parametrize(
    ("name", "scenario"),
    [("company_scale", "first-light"), ("striking_anvil", "anvil-historical"), ("command_cards", "bonlieu")],
)
def test_the_title_marks_dice_that_are_rolled_by_hand(window: MainWindow, name: str, scenario: str) -> None:
    assert window.new_game(own_dice(name, scenario))
    assert " (dice by hand) – Chitpull" in window.windowTitle()
    assert window.new_game(NewGame(name, scenario))
    assert "(" not in window.windowTitle() and window.windowTitle().endswith(" – Chitpull")


def test_the_title_marks_a_seed_that_was_chosen_once_the_game_is_opened_again(window: MainWindow, game: Path) -> None:
    assert window.open_game(game)
    assert window.windowTitle() == "First Light at Savasse (seed chosen) – Chitpull"
    window.new_game(NewGame("company_scale", "first-light", 5))
    assert "(" not in window.windowTitle(), "whoever is at the table has just seen it"


def test_a_lesson_begins_without_marks(window: MainWindow) -> None:
    assert window.lessons.begin(list_lessons()[0])
    assert window.lessons.progress is not None and "(" not in window.windowTitle()


def test_an_end_that_was_cut_off_is_marked_where_nobody_knows_how_far_the_game_was(
    window: MainWindow, tmp_path: Path, told: list[str]
) -> None:
    elsewhere = GameFiles(window.settings, tmp_path / "elsewhere")
    elsewhere.ledger = None
    elsewhere.start(NewGame("company_scale", "first-light"))
    assert elsewhere._lock is not None
    elsewhere._lock.unlock()  # the program was killed
    assert window.open_game(next((tmp_path / "elsewhere").glob("*.chitpull")))
    assert "(end not proved)" in window.windowTitle() and told == []


def test_a_game_cut_short_is_told_at_the_table_that_played_it(
    window: MainWindow, tmp_path: Path, told: list[str]
) -> None:
    files = GameFiles(window.settings, tmp_path / "games")
    session = files.start(NewGame("company_scale", "first-light"))
    for _ in range(40):
        assert session.decision is not None
        session.submit(session.decision.seat, session.seq, next(iter(session.decision.options)))
    files.clear_table()
    path = next((tmp_path / "games").glob("*.chitpull"))
    all_lines = lines(path)
    assert all_lines[-1]["closed"] == session.seq, "it was put away in good order"
    cut = next(i for i, line in enumerate(all_lines) if line.get("n") == 21 and "events" not in line)
    forge(path, [*all_lines[:cut], {"closed": 20}])
    assert window.open_game(path)
    assert told == [f"This computer has played the game up to entry {session.seq}, but {path.name} ends with entry 20."]


@pytest.mark.usefixtures("no_time")
def test_what_a_game_proves_is_said_in_words(window: MainWindow, game: Path, told: list[str]) -> None:
    window.new_game(NewGame("company_scale", "first-light"))
    window.actions_["proof"].trigger()
    assert told[-1].startswith("Every order, die and position of this game follows from the rules and its seed.")
    window.new_game(own_dice())
    window.actions_["proof"].trigger()
    assert told[-1].split("\n\n")[:2] == [
        "Every order of this game follows the rules.", "The dice were rolled by hand and cannot be proved.",
    ]  # fmt: skip
    window.open_game(game)
    window.actions_["proof"].trigger()
    assert window.verification.is_done and "could know every roll" in told[-1]


@pytest.mark.usefixtures("no_time")
def test_what_was_found_is_said_again(window: MainWindow, forged: Path, told: list[str]) -> None:
    window.open_game(forged)
    window.actions_["proof"].trigger()
    found = [text for text in told if ALTERED in text]
    window.actions_["proof"].trigger()
    assert found and all(text in told[-1] for text in found) and "follows from" not in told[-1]


def test_a_new_game_has_a_seed_that_nobody_can_try_out(window: MainWindow, tmp_path: Path) -> None:
    files = GameFiles(window.settings, tmp_path / "more")
    for choice in (NewGame("company_scale", "first-light"), own_dice("command_cards", "bonlieu")):
        drivers = [files.start(choice).driver for _ in range(9)]
        assert all(getattr(driver, "root", None) is not None for driver in drivers)
        assert max(getattr(driver, "seed", 0).bit_length() for driver in drivers) > 120
    assert getattr(files.start(NewGame("company_scale", "first-light", 7)).driver, "seed", 0) == 7


def test_a_record_is_read_once(window: MainWindow, game: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    read, reads = files_module.read, []
    monkeypatch.setattr(files_module, "read", lambda *args: reads.append(args[0]) or read(*args))
    copy = tmp_path / "copy.chitpull"
    copy.write_bytes(game.read_bytes())
    for path in (game, copy):
        reads.clear()
        assert window.open_game(path) and len(reads) == 1
    assert window.files._read is None


def test_a_record_that_changes_between_the_question_and_the_answer_is_read_again(
    window: MainWindow, game: Path
) -> None:
    assert window.files.damage(game) is None
    text = game.read_bytes()
    game.write_bytes(text[: text.rindex(b"\n", 0, -1) + 1])
    assert window.files.open(game).notices == []
    assert game.read_bytes().startswith(text[: text.rindex(b"\n", 0, -1) + 1])


def test_waiting_shows_how_far_it_has_come_and_can_be_cancelled(window: MainWindow, qtbot: QtBot) -> None:
    window.show()
    with ProgressWait("Opening a game", "Reading game.chitpull …", patience=0) as progress:
        progress(0.25)
        assert progress.dialog is not None and progress.dialog.isVisible() and progress.dialog.bar.value() == 250
        progress.dialog.reject()
        progress._next = 0.0
        with pytest.raises(Cancelled):
            progress(0.5)
    assert not progress.dialog.isVisible()


def test_what_takes_a_moment_only_shows_nothing() -> None:
    with ProgressWait("Opening a game", "Reading …") as progress:
        progress(0.5)
        assert progress.dialog is None


def test_a_game_not_waited_for_is_left_closed(
    window: MainWindow, game: Path, monkeypatch: pytest.MonkeyPatch, told: list[str]
) -> None:
    def cancelled(path: Path, progress: Callable[[float], None]) -> None:
        raise Cancelled

    monkeypatch.setattr(files_module, "read", cancelled)
    assert not window.open_game(game) and told == [] and window.session is None
    with pytest.raises(LeftClosed):
        window.files.open(game)


def test_reading_tells_how_far_it_has_come(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[float] = []
    game.write_bytes(game.read_bytes() + b'{"kept":{}}\n' * 5000)
    files_module.read(game, seen.append)
    assert len(seen) == 5 and seen == sorted(seen) and 0 < seen[0] < seen[-1] <= 1


def test_playing_up_to_the_end_tells_how_far_it_has_come_and_can_be_left(game: Path) -> None:
    told = [line for line in lines(game) if "snapshot" not in line and next(iter(line)) != "digest"]
    forge(game, told)
    seen: list[float] = []
    load_record(game, attach=False, prove=False, progress=seen.append)
    assert seen == sorted(seen) and seen[0] == 0 and seen[-1] <= 1

    def leave(done: float) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        load_record(game, attach=False, prove=False, progress=leave)


def test_a_file_of_empty_lines_is_given_up_soon(game: Path) -> None:
    game.write_bytes(game.read_bytes() + b"\n" * 250_000)
    with pytest.raises(RecordError, match=f"more than {DAMAGED:,} of its lines are damaged"):
        files_module.read(game)


def test_a_file_of_too_many_lines_is_refused_at_once(game: Path) -> None:
    game.write_bytes(game.read_bytes() + b'{"kept":{}}\n' * 500_000)
    with pytest.raises(RecordError, match="more than 500,000 lines, longer than any real game"):
        files_module.read(game)


def test_thoughts_that_go_back_again_and_again_are_read_in_one_go(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    one = (
        b'{"seat":"german","seq":%d,"kind":"k","command":{"do":"pass"},"behaviour":"b","text":"t",'
        b'"parts":[],"others":[],"plans":[],"seconds":0.1}\n'
    )
    beside(path).write_bytes(b"".join(one % n for n in range(3000)) + b'{"back":2999}\n' * 150_000 + b'{"back":7}\n')
    thoughts = Thoughts(path)
    assert thoughts.problem == "" and thoughts._order == list(range(7)) == sorted(thoughts.by_seq)


def test_thoughts_of_too_many_lines_are_left_unread(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    beside(path).write_bytes(b"\n" * (LINES + 1))
    assert "has more than 200,000 lines, longer than any real game, and was not read" in Thoughts(path).problem


def test_a_proof_cannot_be_left_out(qtbot: QtBot) -> None:
    dialog = ProgressDialog("Opening a game", "Reading game.chitpull …", cancel=False)
    qtbot.addWidget(dialog)
    dialog.reject()
    assert not dialog.cancelled
