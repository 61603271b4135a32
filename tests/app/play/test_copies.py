"""Copies of one game that players send each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.play.copies import Copies
from app.play.files import GameFiles
from app.play.players import NewGame
from app.settings import Settings
from rules.engine.command import cmd
from rules.engine.folders import HOME_VARIABLE, user_data_dir
from rules.engine.history import NATURE, Entry
from rules.engine.record import save_as
from rules.engine.session import Session

OWN, FILE = Path("own"), Path("file")


def entries(words: str) -> list[Entry]:
    """Return an order for each letter, a die for each digit."""
    return [Entry(NATURE, {"die": int(sign)}) if sign.isdigit() else Entry("german", cmd(sign)) for sign in words]


@pytest.mark.parametrize(("own", "file", "numbers", "what"), [
    ("ab3c", "ab3c", (3, 0, 0), "alike"),
    ("ab3", "ab", (2, 0, 0), "alike"),
    ("", "", (0, 0, 0), "alike"),
    ("ab3", "ab3cd", (2, 0, 2), "goes on"),
    ("ab", "ab3", (2, 0, 0), "goes on"),
    ("ab3cd", "ab3", (2, 2, 0), "older"),
    ("ab3c", "ab3d5e", (2, 1, 2), "part"),
    ("ab3c", "ab4c", (2, 1, 1), "part"),
    ("ab3", "ab4", (2, 0, 0), "part"),
    ("ab3", "ab4cd", (2, 0, 2), "part"),
    ("a", "b", (0, 1, 1), "part"),
])  # fmt: skip
def test_two_copies_are_compared_by_orders_and_chance(
    own: str, file: str, numbers: tuple[int, int, int], what: str
) -> None:
    found = Copies.of((OWN, entries(own)), (FILE, entries(file)))
    told = {"alike": found.are_alike, "goes on": found.goes_on, "part": found.part}
    assert found[2:5] == numbers and [name for name, holds in told.items() if holds] == [what] * (what != "older")


def files() -> GameFiles:
    return GameFiles(Settings(user_data_dir() / "preferences.json"))


def order(session: Session, count: int, which: int = 0) -> None:
    """Give orders, the first offered or another."""
    for _ in range(count):
        decision = session.decision
        assert decision is not None
        options = list(decision.options)
        session.submit(decision.seat, session.seq, options[which % len(options)])


def test_a_game_sent_to_and_fro_is_known_at_both_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there, back = tmp_path / "there.chitpull", tmp_path / "back.chitpull"
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "anna"))
    anna = files()
    game = anna.start(NewGame("company_scale", "first-light", 5))
    order(game, 3)
    anna.copy(game, there)
    alike = anna.copies(there)
    assert alike is not None and alike.are_alike and alike.own.parent == anna.folder and alike.shared == 3
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "ben"))
    ben = files()
    assert ben.copies(there) is None, "this table has never seen the game"
    his = ben.open(there)
    order(his, 2)
    ben.copy(his, back)
    older = ben.copies(there)
    assert older is not None and older[2:5] == (3, 2, 0)
    ben.clear_table()
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "anna"))
    newer = anna.copies(back)
    assert newer is not None and newer.can_be_hosted and newer.goes_on and newer[2:5] == (3, 0, 2)
    order(game, 4, which=-1)
    parted = anna.copies(back)
    assert parted is not None and parted.part and 3 <= parted.shared < 5
    assert parted.shared + parted.own_more == 7 and parted.shared + parted.file_more == 5
    own = parted.own
    assert anna.copies(own) is None, "a game that is kept here is opened without more ado"
    anna.clear_table()


def test_after_one_line_was_agreed_on_the_file_is_compared_with_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = tmp_path / "sent.chitpull"
    here = files()
    game = here.start(NewGame("company_scale", "first-light", 5))
    order(game, 2)
    here.copy(game, sent)
    order(game, 6, which=-1)  # the line that is given up
    his = here.open(sent)
    order(his, 4)
    here.copy(his, sent)
    here.clear_table()
    answer = tmp_path / "answer.chitpull"
    friends = here.look(sent)
    order(friends, 1)
    save_as(friends, answer, seals=True)
    found = files().copies(answer)
    assert found is not None and found.goes_on and found.file_more == 1 and found.shared == 6


def test_what_is_no_game_or_another_game_has_no_copy(tmp_path: Path) -> None:
    here = files()
    order(here.start(NewGame("company_scale", "first-light", 5)), 2)
    for text in ("", "{}", '{"chitpull": "record"}\n'):
        (tmp_path / "x.chitpull").write_text(text)
        assert here.copies(tmp_path / "x.chitpull") is None
    for name in ("not there.chitpull", "\0.chitpull"):
        assert here.copies(tmp_path / name) is None
    (tmp_path / "loop.chitpull").symlink_to(tmp_path / "loop.chitpull")
    assert here.copies(tmp_path / "loop.chitpull") is None
    here.clear_table()
