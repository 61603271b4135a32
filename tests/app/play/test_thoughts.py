"""What the computer thought: kept beside the record, asked for in the log, closed where it would give a hand away."""

from __future__ import annotations

import os
import re
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.play.thoughts import Thoughts, beside, copy
from app.text.thoughts import points, tells_why, thought_page
from app.window.main_window import MainWindow
from app.window.thoughts import CLOSED
from rules.engine.command import cmd
from rules.engine.evaluator import Offer, WorthPart
from rules.engine.history import NATURE, Entry
from rules.engine.record import writer_of
from rules.engine.record_reading import load_record, verify
from rules.engine.sealing import new_seal
from rules.opponent.planner import ComparedPlan, Thought
from tests.app.helpers.against import LEFT, against, until

FULL = Thought(
    "german", 4, "activation", cmd("fire", hex="18.44"), "fire", "fires at <18.44> before anybody climbs",
    (WorthPart("expected losses", 1.25), WorthPart("the command", -0.2)), (Offer(cmd("pass"), 0.1, "wait"),),
    (ComparedPlan("as usual", 0.0, 12), ComparedPlan("storm Hill 300", 2.1, 12)), 0.4,
)  # fmt: skip


def watched(window: MainWindow, qtbot: QtBot, entries: int) -> None:
    """Let the computer play both sides for some entries, and pause it."""
    assert window.new_game(against("german", "allied"))
    until(qtbot, lambda: window.session.seq > entries)
    window.players.opponent.pause(True)


def links(window: MainWindow) -> Iterator[QWidget]:
    """Yield the button "Why?" on each row of the log that has one, from the end, as the pointer comes to the row."""
    browser = window.log.browser
    for row in sorted(window.log.reasons, reverse=True):
        browser.setTextCursor(QTextCursor(browser.document().findBlockByNumber(row)))
        browser.ensureCursorVisible()
        assert not window.log.why.isVisible()
        QTest.mouseMove(browser.viewport(), QPoint(30, 5))
        QTest.mouseMove(browser.viewport(), browser.place_of(row).center())
        QApplication.processEvents()
        if window.log.why.isVisible():
            yield window.log.why


def test_a_click_on_why_in_the_log_shows_the_thought_behind_the_order(window: MainWindow, qtbot: QtBot) -> None:
    watched(window, qtbot, 30)
    QTest.mouseClick(next(links(window)), LEFT)
    page = window.thinking.page
    assert page is not None and page.isVisible()
    shown = window.thinking._shown
    thought = window.thinking.thoughts.at(shown, window.session.log)
    assert thought is not None and "(computer)" in page.text.toPlainText()
    words = window.game.words.describe(thought.command, window.game.names)
    assert words[1:] in page.text.toPlainText()
    QTest.mouseClick(page.earlier, LEFT)
    assert window.thinking._shown < shown
    QTest.mouseClick(page.later, LEFT)
    assert window.thinking._shown == shown
    assert "Why?" not in window.log.plain


def test_the_log_written_again_asks_as_it_did_before(window: MainWindow, qtbot: QtBot) -> None:
    watched(window, qtbot, 40)
    before = list(window.log.lines)
    window.log.lines = []
    window.log.show_all(window.passing.history())
    assert [line.parts for line in window.log.lines] == [line.parts for line in before]


def test_thoughts_are_kept_with_the_game_and_go_back_with_it(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    watched(window, qtbot, 30)
    record, log = Path(window.settings.get("on_table")), window.session.log
    places = window.thinking.thoughts.places(log)
    assert places == [seq for seq, entry in enumerate(log) if entry.seat != NATURE]
    assert Thoughts(record).places(log) == places
    copy = tmp_path / "copy.chitpull"
    window.saving.choose = lambda offered: str(copy)
    window.actions_["save_as"].trigger()
    assert Thoughts(copy).places(log) == places
    while window.game.undo() or window.game.take_back():
        if window.session.seq < 20:
            break
    assert max(Thoughts(record).places(log)) < window.session.seq
    window.put(window.session)
    assert window.thinking.has_any


def test_a_damaged_file_is_told_in_a_sentence_and_what_is_whole_is_read(tmp_path: Path) -> None:
    record = tmp_path / "game.chitpull"
    thoughts = Thoughts(record)
    thoughts.keep(FULL)
    thoughts.keep(Thought("german", 9, "fire", cmd("confirm")))
    text = beside(record).read_bytes()
    beside(record).write_bytes(text[:20] + b"\x00" + text[20:] + b"[1, 2]\n")
    again = Thoughts(record)
    log = [Entry("german", cmd("confirm"))] * 12
    assert again.places(log) == [9]
    assert again.problem == "2 of the 3 lines in game.thoughts are damaged and were skipped."


def test_a_command_of_a_damaged_file_is_shown_by_its_name(window: MainWindow, qtbot: QtBot) -> None:
    assert window.new_game(against("allied", system="command_cards", scenario="bonlieu"))
    assert window.thinking._describe(cmd("battle")) == "battle"


@pytest.mark.parametrize(
    "line",
    [b"7", b"null", b'"back"', b"[[]]", b"{}", b'{"back": null}', b'{"back": 1e999}', b"[" * 999, b"\xff", b"",
     b'{"seat": "german", "seq": "x", "kind": 1, "command": 1}'],
)  # fmt: skip
def test_nonsense_in_the_file_is_counted_and_passed_over(line: bytes, tmp_path: Path) -> None:
    record = tmp_path / "game.chitpull"
    Thoughts(record).keep(FULL)
    beside(record).write_bytes(line + b"\n" + beside(record).read_bytes())
    again = Thoughts(record)
    assert again.by_seq and again.problem == "1 of the 2 lines in game.thoughts is damaged and was skipped."


def test_a_thought_belongs_to_the_order_that_was_given(tmp_path: Path) -> None:
    thoughts = Thoughts(tmp_path / "game.chitpull")
    thoughts.keep(FULL)
    log = [Entry("german", cmd("pass"))] * 4
    assert thoughts.at(4, [*log, Entry("german", FULL.command)]) == FULL
    assert thoughts.at(4, [*log, Entry("german", cmd("pass"))]) is None and thoughts.at(4, log) is None
    thoughts.cut(4)
    assert not thoughts.by_seq and not Thoughts(tmp_path / "game.chitpull").by_seq


def test_a_page_tells_the_order_why_what_adds_up_and_what_it_was_preferred_to() -> None:
    page = thought_page(FULL, "The German staff", "Turn 1", lambda command: command.verb)
    for told in (
        "Fires at &lt;18.44&gt;", "expected losses", "+1.2", "−0.2", "Total", "Pass – wait", "Storm Hill 300",
        "+2.1", "12 samples",
    ):  # fmt: skip
        assert told in page
    bare = thought_page(Thought("german", 1, "fire", cmd("confirm")), "The German staff", "", lambda _: "confirm")
    assert "No further reason" in bare and "Total" not in bare


def test_a_single_part_is_not_added_up() -> None:
    thought = Thought("german", 1, "fire", cmd("confirm"), parts=(WorthPart("expected losses", 1.25),))
    page = thought_page(thought, "The German staff", "", lambda _: "confirm")
    assert page.count("+1.2") == 1 and "Total" not in page and "Value, in points" in page


def test_the_log_asks_about_orders_with_a_reason_only(window: MainWindow, qtbot: QtBot) -> None:
    watched(window, qtbot, 40)
    log, thoughts = window.session.log, window.thinking.thoughts
    asked = {row[2]["seq"] for row in window.thinking.asides() if row[2].get("seq") is not None}
    assert asked == {seq for seq in thoughts.places(log) if tells_why(thoughts.at(seq, log))}
    silent = replace(thoughts.at(min(asked), log), text="", parts=(), others=())
    thoughts.keep(silent)
    assert asked - {silent.seq} == {row[2]["seq"] for row in window.thinking.asides() if row[2].get("seq") is not None}


@pytest.mark.parametrize(("value", "told"), [(0.04, "0.0"), (-0.04, "0.0"), (1.26, "+1.3"), (-2.0, "−2.0")])
def test_points_have_their_sign(value: float, told: str) -> None:
    assert points(value) == told


def test_where_hands_are_hidden_thoughts_open_after_the_game(window: MainWindow, qtbot: QtBot) -> None:
    endings: list[object] = []
    window.dialogs.show_ending = endings.append  # type: ignore[method-assign]
    window.game.game_over.connect(endings.append)
    assert window.new_game(against("german", "allied", system="command_cards", scenario="last-attack"))
    until(qtbot, lambda: window.thinking.has_any)
    assert not list(links(window))
    window.actions_["why"].trigger()
    assert window.thinking.page is None and window.notice.text() == CLOSED
    assert "is thinking" in window.prompt.words.text()
    until(qtbot, lambda: window.game.over)
    assert next(links(window))
    window.actions_["why"].trigger()
    assert window.thinking.page is not None and window.thinking.page.isVisible()


@pytest.mark.skipif(os.name == "nt", reason="links and pipes need rights or do not exist there")
@pytest.mark.parametrize("kind", ["link", "pipe", "folder", "large"])
def test_thoughts_are_read_written_and_copied_only_as_an_ordinary_file(kind: str, tmp_path: Path) -> None:
    record, other = tmp_path / "game.chitpull", tmp_path / "diary.txt"
    other.write_text("Dear diary\n")
    _lay(beside(record), kind, other)
    thoughts = Thoughts(record)
    assert re.fullmatch(r"The computer's reasons cannot be read from .*game\.thoughts: it is .*\.", thoughts.problem)
    thoughts.keep(FULL)
    assert not Thoughts(record).by_seq and other.read_text() == "Dear diary\n"
    with pytest.raises(OSError, match="it is "):
        copy(record, tmp_path / "copy.chitpull")
    assert not beside(tmp_path / "copy.chitpull").exists()


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_laid_while_the_game_is_played_is_not_written_through(tmp_path: Path) -> None:
    record, other = tmp_path / "game.chitpull", tmp_path / "diary.txt"
    thoughts = Thoughts(record)
    beside(record).symlink_to(other)
    thoughts.keep(FULL)
    assert thoughts.problem.endswith("it is a link.") and not other.exists()


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_game_opens_without_thoughts_that_cannot_be_copied_and_says_so(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    watched(window, qtbot, 6)
    window.files.copy(window.session, tmp_path / "game.chitpull")
    beside(tmp_path / "game.chitpull").symlink_to(tmp_path / "elsewhere")
    session = window.files.open(tmp_path / "game.chitpull")
    assert [text for text in session.notices if text.endswith("game.thoughts: it is a link.")]


def _lay(path: Path, kind: str, other: Path) -> None:
    """Put something at a path that is no ordinary file of a fitting size."""
    match kind:
        case "link":
            path.symlink_to(other)
        case "pipe":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case _:
            with path.open("wb") as file:
                file.truncate(2_000_000_000)


def test_where_hands_are_hidden_record_and_thoughts_lie_sealed_until_the_game_is_over(
    window: MainWindow, qtbot: QtBot
) -> None:
    endings: list[object] = []
    window.dialogs.show_ending = endings.append  # type: ignore[method-assign]
    assert window.new_game(against("german", "allied", system="command_cards", scenario="last-attack"))
    until(qtbot, lambda: len(window.thinking.thoughts.places(window.session.log)) > 3)
    window.players.opponent.pause(True)
    record = next(window.files.folder.glob("*.chitpull"))
    cards = {str(entry.answer["draw"]) for entry in window.session.log if "draw" in entry.answer}
    for file in (record, beside(record)):
        sealed = file.read_bytes()
        chunks = [sealed, *(b64decode(text) for text in re.findall(rb'"sealed":"([^"]+)"', sealed))]
        assert len(chunks) > 3 and not any(card.encode() in chunk for card in cards for chunk in chunks)
        assert b'"command"' not in sealed and b'"verb"' not in sealed
    places = window.thinking.thoughts.places(window.session.log)
    writer = writer_of(window.session)
    assert Thoughts(record, writer.seal if writer else None).places(window.session.log) == places
    window.players.opponent.pause(False)
    until(qtbot, lambda: window.game.over and bool(endings))
    assert b'"sealed"' not in record.read_bytes() and b'"sealed"' not in beside(record).read_bytes()
    assert set(places) < set(Thoughts(record).places(window.session.log))
    assert verify(load_record(record, attach=False), record) == []


def test_sealed_thoughts_without_their_key_are_left_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHITPULL_HOME", str(tmp_path / "home"))
    record = tmp_path / "game.chitpull"
    thoughts = Thoughts(record, new_seal())
    thoughts.keep(FULL)
    sealed = beside(record).read_bytes()
    assert b"climbs" not in sealed and Thoughts(record).by_seq
    monkeypatch.setenv("CHITPULL_HOME", str(tmp_path / "other"))
    again = Thoughts(record)
    again.unseal()
    why_not = (
        r"game\.thoughts is sealed until the game is over: the key is not in .*table\.key, so the game only opens .*\."
    )
    assert re.fullmatch(why_not, again.problem)
    assert beside(record).read_bytes() == sealed
