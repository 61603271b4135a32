"""Telling a player that it is his turn: one notice a hand-over, with what happened, kept over a killed host."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.request import Request

import pytest

from app.online import sending
from app.online.notices import WAIT, Address, Notice
from app.online.sending import BadSettings, Mail, Ntfy, Sending
from app.online.table import DAY, Pace
from tests.app.online.test_desk import SHIPPED, Club, Player
from tests.app.online.test_page import page_of
from tests.app.online.test_table import two


def leave(club: Club, player: Player) -> None:
    club.desk.gone(player.caller)


def wait(club: Club, seconds: float) -> None:
    """Let time pass, and what was put off be done once."""
    club.now += seconds
    due, club.later[:] = list(club.later), []
    for act in due:
        act()


@pytest.mark.parametrize("system", SHIPPED)
def test_who_is_away_is_told_once_that_it_is_his_turn_with_what_happened(system: str, tmp_path: Path) -> None:
    club = Club(tmp_path, system).seated()
    club.play(20)
    asked, _ = two(club)
    assert asked.ask("notify", mail="anna@example.org", ntfy="")["notify"] == {"mail": "anna@example.org", "ntfy": ""}
    leave(club, asked)
    assert not club.sent
    assert "He is away." in page_of(club)
    wait(club, WAIT)
    assert "He is away; a notice was sent less than a minute ago." in page_of(club)
    (notice,) = club.sent
    assert notice.to.mail == "anna@example.org" and notice.subject.startswith("Your turn: ")
    assert "You are asked: " in notice.words and notice.words.count("\n- ") >= 3
    for _ in range(5):
        wait(club, DAY)
    assert len(club.sent) == 1, "one a hand-over"


def test_nobody_is_told_who_is_at_the_table_or_has_given_no_address(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    asked, _ = two(club)
    asked.ask("notify", mail="anna@example.org")
    wait(club, WAIT)
    assert not club.sent
    asked.ask("notify")  # deleted
    leave(club, asked)
    wait(club, WAIT)
    assert not club.sent and asked.join()["notify"] == {"mail": "", "ntfy": ""}
    assert "anna" not in repr(club.store._facts)


def test_whoever_comes_back_and_goes_on_in_time_is_not_told(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    asked, _ = two(club)
    asked.ask("notify", mail="anna@example.org")
    asked.ask("notify", mail="anna@example.org")
    while club.asked is asked:
        club.play(1)
    leave(club, asked)
    wait(club, WAIT)
    assert not club.sent


def test_with_a_pace_there_are_reminders_at_half_time_and_a_day_before_the_end(tmp_path: Path) -> None:
    club = Club(tmp_path, pace=Pace(3 * DAY, 7 * DAY)).seated()
    asked, _ = two(club)
    asked.ask("notify", ntfy="annas-secret-topic")
    leave(club, asked)
    for seconds in (WAIT, 5 * DAY - WAIT, 4 * DAY, DAY, DAY):
        wait(club, seconds)
    assert [notice.subject.split()[0] for notice in club.sent] == ["Your", "Still", "Still"]
    assert "no time left" not in club.sent[-1].words and "1 day left" in club.sent[-1].words


def test_a_host_that_was_killed_tells_nobody_twice_and_forgets_nobody(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    asked, _ = two(club)
    asked.ask("notify", mail="anna@example.org")
    club.start()
    club.desk.absent.remember()
    wait(club, WAIT)
    assert len(club.sent) == 1
    club.start()
    club.desk.absent.remember()
    wait(club, WAIT)
    assert not club.sent


def test_who_was_about_to_be_told_when_the_host_was_killed_is_told_by_the_next_one(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    asked, _ = two(club)
    asked.ask("notify", mail="anna@example.org")
    leave(club, asked)
    on_its_way = list[tuple[Notice, Callable[[], None]]]()
    club.desk.absent._really_send = lambda *given: on_its_way.append(given)
    for seconds in (WAIT, DAY, DAY):  # the server of mails does not answer
        wait(club, seconds)
    assert len(on_its_way) == 1
    club.start()
    club.desk.absent.remember()
    wait(club, 0)
    assert [notice.subject for notice in club.sent] == [on_its_way[0][0].subject]
    club.start()
    club.desk.absent.remember()
    wait(club, WAIT)
    assert not club.sent


def test_what_is_sent_late_is_not_taken_for_a_notice_of_a_later_turn(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    on_its_way = list[tuple[Notice, Callable[[], None]]]()
    club.desk.absent._really_send = lambda *given: on_its_way.append(given)
    for player in two(club):
        player.ask("notify", mail="anna@example.org")
    for turn in range(2):
        asked = club.asked
        leave(club, asked)
        wait(club, WAIT)
        assert len(on_its_way) == turn + 1
        if not turn:
            asked.sit()
            asked.join()
            while club.asked is asked:
                club.play(1)
    (_, first), (_, second) = on_its_way
    second()
    first()
    club.start()
    club.desk.absent.remember()
    wait(club, WAIT)
    assert not club.sent


@pytest.mark.parametrize("harm", ["cut off", "a folder"])
def test_a_damaged_record_keeps_no_host_from_starting(
    harm: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    club = Club(tmp_path).seated()
    two(club)[0].ask("notify", mail="anna@example.org")
    (file,) = tmp_path.glob("*.chitpull")
    text = file.read_bytes()
    file.unlink()
    if harm == "a folder":
        file.mkdir()
    else:
        file.write_bytes(b"{" + text[50:])
    club.start()
    club.desk.absent.remember()
    (said,) = caplog.messages
    assert said.startswith(f"The game {file.stem} cannot be opened: ") and not club.sent


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ({"mail": "anna"}, "looks like name@example.org"), ({"mail": "a@b\r\nBcc: x@y"}, "looks like"),
        ({"mail": "a@b, c@d"}, "looks like"), ({"ntfy": "short"}, "8 to 64 letters"), ({"ntfy": "../../a"}, "8 to 64"),
    ],
)  # fmt: skip
def test_a_wrong_address_is_refused_in_a_sentence(tmp_path: Path, address: Any, words: str) -> None:
    club = Club(tmp_path).seated()
    assert words in club.asked.ask("notify", **address)["message"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mail: 3", "mail can have from, password, port, server, user"),
        ("mail: {server: smtp.example}", "mail needs from"),
        ("mail: {server: s, from: a@b, port: 99999}", "1 to 65535"),
        ("mail: {server: s, from: 7}", "must be a text"),
        ("ntfy: {server: ntfy.sh}", "such as https://ntfy.sh"),
        ("sms: {}", "can have mail: and ntfy:"),
        ("{", "cannot be read"),
        ("- 1", "can have mail: and ntfy:"),
    ],
)
def test_what_an_operator_sets_up_wrongly_is_told_in_a_sentence(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "host.yaml").write_text(text)
    with pytest.raises(BadSettings, match=r"host\.yaml") as told:
        Sending.read(tmp_path)
    assert words in str(told.value) and "\n" not in str(told.value)


def test_without_a_file_a_host_tells_nobody(tmp_path: Path) -> None:
    assert Sending.read(tmp_path).ways == (False, False)
    (tmp_path / "host.yaml").write_text("ntfy: {server: 'https://ntfy.example/'}")
    assert Sending.read(tmp_path).ways == (False, True)


def test_a_mail_is_sent_by_the_operators_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []

    class Server:
        def __init__(self, server: str, port: int, timeout: float) -> None:
            told.append((server, port))

        def __enter__(self) -> Server:
            return self

        def __exit__(self, *_: object) -> None:
            told.append("quit")

        def starttls(self, context: object) -> None:
            told.append("encrypted")

        def login(self, user: str, password: str) -> None:
            told.append((user, password))

        def send_message(self, message: Any) -> None:
            told.append((message["To"], message["Subject"], message.get_content()))

    monkeypatch.setattr(sending.smtplib, "SMTP", Server)
    sending.Mail("smtp.example", "table@example.org", user="u", password="p").send(
        Notice(Address("anna@example.org"), "Your turn: Zürich", "It is your turn.")
    )
    assert told == [
        ("smtp.example", 587), "encrypted", ("u", "p"),
        ("anna@example.org", "Your turn: Zürich", "It is your turn.\n"), "quit",
    ]  # fmt: skip


@pytest.mark.parametrize("failures", [0, 2, 9])
def test_a_notice_that_cannot_be_sent_is_tried_again_within_an_hour(
    failures: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried, waited = list[Notice](), list[float]()

    def send(mail: Mail, notice: Notice) -> None:
        tried.append(notice)
        if len(tried) <= failures:
            raise OSError("no way to the server")

    monkeypatch.setattr(Mail, "send", send)
    monkeypatch.setattr(sending, "sleep", waited.append)
    notice = Notice(Address("anna@example.org"), "Your turn", "It is your turn.")
    done = list[int]()
    sending._send(Mail("smtp.example", "table@example.org"), notice, lambda: done.append(len(tried)))
    assert done == [min(failures + 1, 4)], "sent, or given up"
    assert tried == [notice] * min(failures + 1, 4) and waited == [60, 600, 3600][:failures]
    assert len(caplog.messages) == min(failures, 4) and "anna" not in caplog.text


def test_a_topic_is_told_by_the_operators_ntfy(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[Request]()

    def urlopen(request: Request, timeout: float) -> BytesIO:
        asked.append(request)
        return BytesIO()

    monkeypatch.setattr(sending.urllib.request, "urlopen", urlopen)
    notice = Notice(Address(ntfy="annas-secret-topic"), "Your turn: Z\u00fcrich", "It is your turn.")
    sending._send(Ntfy("https://ntfy.example/", "secret"), notice, lambda: None)
    (request,) = asked
    assert request.full_url == "https://ntfy.example/annas-secret-topic" and request.data == b"It is your turn."
    assert request.headers["Title"] == "Your turn: Z?rich" and request.headers["Authorization"] == "Bearer secret"
