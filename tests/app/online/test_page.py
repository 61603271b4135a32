"""The page of a game for a phone, and links made anew."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from app.online import notices
from app.online.games import GONE
from app.online.page import page
from app.online.table import DAY, Pace
from rules.engine.seat import Seat
from tests.app.online.test_desk import SHIPPED, Club, agree
from tests.app.online.test_table import heard, two

JPEG = b"\xff\xd8\xff" + b"x" * 100 + b"\xff\xd9"


class Elements(HTMLParser):
    """Collects the names of elements and their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [tag, *(name for name, _ in attrs)]


def page_of(club: Club) -> str:
    told = club.desk.absent.page(club.tokens[None])
    assert told is not None
    return told


@pytest.mark.parametrize("system", SHIPPED)
def test_the_page_says_who_is_asked_and_what_happened_as_watchers_may_know_it(system: str, tmp_path: Path) -> None:
    club = Club(tmp_path, system).seated()
    club.play(30)
    told = page_of(club)
    asked = Seat(club.game, None).asked
    assert not asked or f"The {asked.capitalize()} player is asked" in told
    assert told.count("<li>") >= 3
    elements = Elements()
    elements.feed(told)
    assert "script" not in elements.found and not any(name.startswith("on") for name in elements.found)


def test_the_page_before_the_game_and_after_its_end(tmp_path: Path) -> None:
    club = Club(tmp_path, pace=Pace(3 * DAY, 7 * DAY))
    assert "when every player has joined" in page_of(club)
    club.seated()
    club.now += DAY
    asked, other = two(club)
    assert "for 1 day, 9 days left" in page_of(club) and "He is at the table." in page_of(club)
    club.desk.gone(asked.caller)
    assert "He is away." in page_of(club)
    other.ask("resign")
    assert f"The {str(other.seat).capitalize()} player has resigned." in page_of(club)


def test_a_page_that_is_asked_for_again_and_again_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    club, made = Club(tmp_path).seated(), list[int]()

    def counted(*told: object) -> str:
        made.append(1)
        return page(*told)  # type: ignore[arg-type]

    monkeypatch.setattr(notices, "page", counted)
    for _ in range(5):
        page_of(club)
    assert len(made) == 1
    club.play(1)
    page_of(club)
    club.now += notices.FRESH
    assert "player is asked" in page_of(club) and len(made) == 3


def test_the_page_of_a_game_that_cannot_be_opened_says_so_in_a_sentence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    club = Club(tmp_path).seated()
    (file,) = tmp_path.glob("*.chitpull")
    file.unlink()
    club.start()
    assert escape(GONE) in page_of(club) and str(tmp_path) not in page_of(club)
    file.mkdir()
    assert notices.NOT_NOW in page_of(club) and str(tmp_path) not in page_of(club)
    assert caplog.messages[-1].startswith(f"The game {file.stem} cannot be opened: ")


def test_only_watchers_tokens_lead_to_a_page(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    for token in ("", "nobody's", *(player.token for player in club.players.values() if player.seat is not None)):
        assert club.desk.absent.page(token) is None and club.desk.absent.map_of(token) == b""


def test_a_picture_of_the_map_is_kept_for_the_page(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    asked, _ = two(club)
    assert "<img" not in page_of(club)
    for text in ("", "no base64!", b64encode(b"GIF89a").decode(), b64encode(JPEG[:-1]).decode()):
        assert "JPEG in base64" in asked.ask("picture", jpeg=text)["message"]
    assert asked.ask("picture", jpeg=b64encode(JPEG).decode()) == {}
    assert (
        f'src="/w/{club.tokens[None]}/map"' in page_of(club) and club.desk.absent.map_of(str(club.tokens[None])) == JPEG
    )
    assert "only its players" in club.players[None].ask("picture", jpeg="")["message"]


def test_a_player_moves_to_another_computer_by_a_new_link(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    club.play(10)
    asked, other = two(club)
    old, link = asked.caller, asked.ask("new_link")["invitation"]
    club.play(1)
    asked.token, asked.invitation = "the token made at another computer of his", link
    asked.sit()
    assert asked.join()["seat"] == asked.seat
    assert ("replaced", {}) in asked.told and old.chair is None
    club.play(5)
    agree(club)
    asked.token = f"the token that {asked.seat} has made at his own computer"
    asked.sit()
    assert "has been used" in asked.join()["message"], "the old computer has lost the seat"
    assert heard(other, "new_link") == {"by": asked.seat, "seat": asked.seat}


def test_whoever_lost_his_link_gets_one_by_the_other_player_while_he_is_away(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    asked, other = two(club)
    assert "at the table" in other.ask("new_link", seat=asked.seat)["message"]
    assert "no seat" in other.ask("new_link", seat="referee")["message"]
    club.desk.gone(asked.caller)
    first, second = (other.ask("new_link", seat=asked.seat)["invitation"] for _ in range(2))
    asked.token = "the token made at his new computer......."
    for link in (first, second):
        asked.invitation = link
        asked.sit()
        told = asked.join()
        assert ("seat" in told) == (link == second), "a newer link replaces one that nobody followed"
