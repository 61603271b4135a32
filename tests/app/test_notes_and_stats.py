"""Dice statistics, notes and bookmarks, the report: by mouse and keys, in every system."""

from __future__ import annotations

from base64 import b64decode
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from app.dialogs.ending import all_rolls
from app.dialogs.notes import NotesDialog
from app.play.players import NewGame
from app.window.main_window import MainWindow
from rules.engine.history import LONGEST
from rules.engine.record import writer_of
from rules.engine.system import register
from tests.rules.engine.helpers.toy_system import TOY

FIRST_LIGHT, ATTACK = NewGame("company_scale", "first-light", 7), NewGame("command_cards", "last-attack", 7)
ANVIL = NewGame("striking_anvil", "anvil-historical", 7)
LEFT, CONTROL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


def take_seat(window: MainWindow) -> None:
    """Open the curtain, after a look at the card just drawn where there is one."""
    while window.game.awaited:
        window.open_curtain()


def play(window: MainWindow, game: NewGame, orders: int, seed: int = 1) -> None:
    """Begin a game and give random orders."""
    assert window.new_game(game)
    random = Random(seed)
    for _ in range(orders):
        take_seat(window)
        decision = window.game.decision
        if decision is None:
            return
        assert window.order(random.choice(decision.options.of(random.choice(decision.options.offered()))))


def dice_page(window: MainWindow) -> str:
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_D, CONTROL)
    assert window.remembering.dice is not None and window.remembering.dice.isVisible()
    return window.remembering.dice.text.toPlainText()


@pytest.mark.parametrize("game", [FIRST_LIGHT, ATTACK, ANVIL])
def test_every_die_is_counted_for_its_side(window: MainWindow, game: NewGame) -> None:
    play(window, game, 250)
    take_seat(window)
    rolled = [event for event in window.game.history() if event["event"] == "DieRolled"]
    dice = all_rolls(window.game)
    assert rolled and [roll.face for roll in dice] == [event["die"] for event in rolled]
    page = dice_page(window)
    for seat in {roll.seat for roll in dice} - {""}:
        count = sum(roll.seat == seat for roll in dice)
        assert f"{window.game.side(seat).name}: {count} di" in page
    pictures = window.remembering.dice.text.pictures
    assert len(pictures) == len({roll.seat for roll in dice}) and not any(p.isNull() for p in pictures.values())


def test_without_dice_it_says_so(window: MainWindow) -> None:
    play(window, FIRST_LIGHT, 0)
    assert "No dice rolled yet." in dice_page(window) or all_rolls(window.game)
    register(TOY)
    play(window, NewGame("toy", "duel", 3), 0)
    assert "Dice" in dice_page(window)


# --- notes and bookmarks ---------------------------------------------------------------------------------------------


def notes_of(window: MainWindow) -> NotesDialog:
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_E, CONTROL)
    assert window.remembering.notes is not None and window.remembering.notes.isVisible()
    return window.remembering.notes


def rows(book: NotesDialog) -> list[str]:
    return [book.list.item(row).text() for row in range(book.list.count())]


def click_row(book: NotesDialog, row: int) -> None:
    box = book.list.visualItemRect(book.list.item(row))
    QTest.mouseClick(book.list.viewport(), LEFT, pos=box.center())


def test_a_note_is_written_kept_and_read_again(window: MainWindow) -> None:
    play(window, FIRST_LIGHT, 30)
    digest, seq = window.session.digest(), window.game.seat.seq
    book = notes_of(window)
    assert book.field.hasFocus() or book.focusWidget() is book.field
    QTest.keyClicks(book.field, "Hold <b>Hill 300</b> & wait")
    QTest.keyClick(book.field, Qt.Key.Key_Return, CONTROL)
    assert len(rows(book)) == 1 and "Hold <b>Hill 300</b> & wait" in rows(book)[0] and "Turn 1" in rows(book)[0]
    assert window.session.digest() == digest and window.game.seat.seq == seq
    path = writer_of(window.session).path
    assert window.open_game(path)
    assert "Hold <b>Hill 300</b> & wait" in rows(book)[0]


def test_a_bookmark_remembers_where_and_opening_it_jumps_there(window: MainWindow) -> None:
    play(window, FIRST_LIGHT, 30)
    at, line = window.game.seat.seq, window.remembering.place(window.game.seat.seq)
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_K, CONTROL)
    assert line in window.notice.text()
    for _ in range(12):
        decision = window.game.decision
        assert window.order(next(iter(decision.options)))
    now = window.game.seat.seq
    book = notes_of(window)
    assert rows(book)[0].startswith("★")
    click_row(book, 0)
    QTest.mouseClick(book.go, LEFT)
    assert window.game.looks_back and window.game.seat.seq <= at < now
    assert window.remembering.place(window.game.seat.seq) == line
    window.history.close()
    assert window.game.seat.seq == now and not window.game.looks_back


def test_a_note_is_changed_and_removed(window: MainWindow) -> None:
    play(window, ANVIL, 3)
    book = notes_of(window)
    QTest.keyClicks(book.field, "first")
    QTest.mouseClick(book.keep, LEFT)
    QTest.keyClicks(book.field, " and more")
    QTest.mouseClick(book.keep, LEFT)
    assert len(rows(book)) == 1 and "first and more" in rows(book)[0]
    QTest.mouseClick(book.fresh, LEFT)
    QTest.keyClicks(book.field, "second")
    QTest.mouseClick(book.keep, LEFT)
    assert len(rows(book)) == 2
    click_row(book, 0)
    assert book.field.toPlainText() == "first and more"
    QTest.mouseClick(book.remove, LEFT)
    assert len(rows(book)) == 1 and "second" in rows(book)[0]


def test_a_hand_noted_down_is_not_shown_to_the_other_player(window: MainWindow) -> None:
    play(window, ATTACK, 0)
    window.open_curtain()
    book = notes_of(window)
    QTest.keyClicks(book.field, "I hold the barrage")
    QTest.mouseClick(book.keep, LEFT)
    assert len(rows(book)) == 1
    QTest.mouseClick(book.fresh, LEFT)
    QTest.keyClicks(book.field, "half a thought")
    mine = window.game.seat.name
    for reader in (None, next(seat for seat in ("german", "allied") if seat != mine)):
        window.game.sit_at(reader)
        assert rows(book) == [] and book.field.toPlainText() == ""
    window.game.sit_at(mine)
    assert len(rows(book)) == 1 and book.field.toPlainText() == "half a thought"


def test_a_note_that_cannot_be_kept_is_not_lost(window: MainWindow) -> None:
    play(window, FIRST_LIGHT, 0)
    said: list[str] = []
    window.services.tell = lambda title, words: said.append(words)
    book = notes_of(window)
    book.field.setPlainText("x" * (LONGEST + 1))
    QTest.mouseClick(book.keep, LEFT)
    assert said == [f"A note can have {LONGEST} characters; this one has {LONGEST + 1}."]
    assert len(book.field.toPlainText()) == LONGEST + 1 and rows(book) == []


# --- the report ------------------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """Read a page: its words, the addresses of its pictures, the tags that were left open or are unknown."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words, self.pictures, self.open = "", [], []
        self.tags: set[str] = set()
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.pictures += [str(value) for key, value in attrs if key == "src"]
        if tag not in ("img", "meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def report_of(window: MainWindow, path: Path) -> Page:
    """Write the report by its key and read it."""
    window.remembering.choose = lambda offered: str(path)
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_R, CONTROL)
    assert path.exists() and window.notice.text() == f"Report saved to {path}."
    page = Page(path.read_text(encoding="utf-8"))
    assert page.open == []
    return page


@pytest.mark.parametrize("game", [FIRST_LIGHT, ANVIL, NewGame("toy", "duel", 3)])
def test_the_report_is_one_file_with_pictures_log_and_dice(window: MainWindow, tmp_path: Path, game: NewGame) -> None:
    register(TOY)
    play(window, game, 90)
    page = report_of(window, tmp_path / "game.html")
    assert window.session.scenario.title in page.words
    for line in window.log.plain.splitlines():
        if not line.startswith(("Prompts skipped", "Taken back")) and "Ctrl+B" not in line:
            assert all(word.strip("[](),") in page.words for word in line.split()), line
    assert all(picture.startswith("data:image/") for picture in page.pictures)
    images = [QImage.fromData(b64decode(picture.partition(",")[2])) for picture in page.pictures]
    assert not any(image.isNull() for image in images) and (images or game.system == "toy")


def test_the_report_tells_nothing_of_a_hand(window: MainWindow, tmp_path: Path) -> None:
    play(window, ATTACK, 60)
    take_seat(window)
    assert window.game.seat.name
    book = notes_of(window)
    QTest.keyClicks(book.field, "my secret plan")
    QTest.mouseClick(book.keep, LEFT)
    hand = [window.game.names.of(card) for card in window.game.view.hand]
    page = report_of(window, tmp_path / "game.html")
    window.game.sit_at(None)
    heard = window.log.plain
    secret = [title for title in hand if title not in heard]
    assert secret and not any(title in page.words for title in secret) and "secret plan" not in page.words


def test_what_players_write_is_never_markup(window: MainWindow, tmp_path: Path) -> None:
    play(window, FIRST_LIGHT, 5)
    window.game.seat.write_note("<script>alert(1)</script> {0} & <img src=x>", 2)
    page = report_of(window, tmp_path / "game.html")
    assert "<script>alert(1)</script> {0} & <img src=x>" in page.words and "script" not in page.tags
    assert "x" not in page.pictures


def test_a_report_that_cannot_be_written_says_why(window: MainWindow, tmp_path: Path) -> None:
    play(window, FIRST_LIGHT, 0)
    said: list[str] = []
    window.services.tell = lambda title, words: said.append(words)
    window.remembering.choose = lambda offered: str(tmp_path / "nowhere" / "game")
    window.remembering.save_report()
    where = tmp_path / "nowhere" / "game.html"
    assert said == [f"{where} cannot be written: there is no such folder; choose another one."]
