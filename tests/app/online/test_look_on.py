"""A game whose rules a program does not have can be looked on at: in its host's words, without orders."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.dialogs.look_on import LookOnPage
from app.online.following import Following, OtherRules
from app.online.links import FollowedLinks
from app.online.messages import Joined, Seen, taken
from app.online.table import DAY, Pace
from rules.engine.seat import Seat
from rules.systems import systems
from tests.app.online.helpers.host_process import HostProcess
from tests.app.online.test_desk import SHIPPED, Club
from tests.app.online.test_table import two
from tests.app.online.test_window import Player, play


@pytest.fixture
def players(tmp_path: Path, qtbot: QtBot) -> Iterator[list[Player]]:
    """Two players with a home each."""
    made = [Player(tmp_path / name, qtbot) for name in ("alice", "bob")]
    yield made
    for player in made:
        player.window.online.looking.end()


@pytest.mark.parametrize(
    ("schema", "rules", "words"),
    [(0, 1, "Update it to play, or look on."), (0, -1, "Ask whoever hosts it to update, or look on."),
     (1, 0, "Update it to play, or look on.")],
)  # fmt: skip
def test_who_has_to_update_is_said(schema: int, rules: int, words: str) -> None:
    of = systems()["company_scale"]
    told = Joined("german", of.id, of.schema + schema, of.rules_version + rules, "first-light", (), (), {})
    with pytest.raises(OtherRules) as error:
        Following.joined(told)
    assert str(error.value).endswith(words) and f"your Chitpull has {of.rules_version}" in str(error.value)


@pytest.mark.parametrize("system", SHIPPED)
def test_whoever_looks_on_is_told_what_his_seat_may_know_and_no_more(system: str, tmp_path: Path) -> None:
    club = Club(tmp_path, system).seated()
    club.play(40)
    for seat, player in club.players.items():
        player.sit()  # a connection that has not joined
        told = taken(Seen, player.ask("look_on", token=player.token))
        mine = Seat(club.game, seat)
        assert told.asked == mine.asked and len(told.lines) >= 3
        assert told.question == (mine.decision.prompt if mine.decision is not None else "")
        assert told.clock is not None and told.picture == ""


def test_looking_on_takes_no_seat_and_is_refused_to_strangers(tmp_path: Path) -> None:
    club = Club(tmp_path, pace=Pace(3 * DAY, 7 * DAY))
    one, other = (player for seat, player in club.players.items() if seat is not None)
    assert "not for a game here" in one.ask("look_on", token="nobody's")["message"]
    one.join()
    told = taken(Seen, one.ask("look_on", token=one.token))
    assert told.missing == (other.seat,) and told.title == ""
    other.join()
    club.desk.gone(one.caller)
    one.sit()
    told = taken(Seen, one.ask("look_on", token=one.token))
    assert told.here == (other.seat,) and told.missing == () and told.title
    assert told.clock is not None and told.clock.left == 10 * DAY
    waits = two(club)[1]
    waits.sit()
    waits.join()
    waits.ask("resign")
    club.now += 60
    told = taken(Seen, waits.ask("look_on", token=waits.token))
    assert "has resigned" in told.result and told.asked == ""


def test_the_picture_that_was_sent_last_is_shown(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    asked, _ = two(club)
    jpeg = b"\xff\xd8\xff" + b"x" * 100 + b"\xff\xd9"
    assert asked.ask("picture", jpeg=b64encode(jpeg).decode()) == {}
    assert taken(Seen, asked.ask("look_on", token=asked.token)).picture == b64encode(jpeg).decode()


def looks_on(player: Player, link: str, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> LookOnPage:
    """Join a game whose rules this window does not have, and look on."""
    with monkeypatch.context() as other:
        other.setattr(type(systems()["company_scale"]), "rules_version", 10**6)
        player.join(link)
        qtbot.waitUntil(lambda: player.window.online.looking.page is not None, timeout=20_000)
    page = player.window.online.looking.page
    assert page is not None
    return page


def test_a_window_with_other_rules_looks_on_and_plays_once_it_has_them(
    players: list[Player], host: HostProcess, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, bob = players
    asked: list[str] = []
    bob.window.services.ask = lambda title, words, *_: bool(asked.append(words)) or True
    page = looks_on(bob, alice.make(host, "company_scale"), monkeypatch, qtbot)
    assert len(asked) == 1 and "Ask whoever hosts it to update, or look on." in asked[0]
    assert asked[0] in page.why.text() and bob.window.online.far is None and bob.window.session is None
    qtbot.waitUntil(lambda: "player is asked: " in page.asked.text() or "You are asked: " in page.asked.text())
    assert page.title.text() == "First Light at Savasse" and page.log.toPlainText()
    assert "No picture" in page.no_map.text() and page.no_map.isVisible()
    looking = bob.window.online.looking._looking
    assert looking is not None
    qtbot.waitUntil(lambda: alice.is_playing, timeout=20_000)
    image = QImage(64, 48, QImage.Format.Format_RGB32)
    image.fill(0)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, "JPG")  # type: ignore[call-overload]
    alice.window.online.far.send_picture(b64encode(bytes(buffer.data().data())).decode())  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: bool(looking._begin()) or page.map.isVisible(), timeout=20_000)
    host.kill()
    looking._begin()
    qtbot.waitUntil(lambda: "Connection lost, trying again: nobody hosts" in page.problem.text(), timeout=20_000)
    assert page.title.text() == "First Light at Savasse", "what was seen stays"
    host.start()
    looking._begin()
    qtbot.waitUntil(lambda: not page.problem.isVisible(), timeout=20_000)
    page.reject()
    (link,) = FollowedLinks(bob.folder / "links.json").all()
    assert link.title == "First Light at Savasse" and link.seat
    bob.dialog().continued.emit(0)  # the program has been updated meanwhile
    qtbot.waitUntil(lambda: all(player.is_playing for player in players), timeout=20_000)
    play(players, 4, qtbot)


def test_who_does_not_want_to_look_on_keeps_his_seat(
    players: list[Player], host: HostProcess, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, bob = players
    link, asked = alice.make(host, "company_scale"), list[str]()
    bob.window.services.ask = lambda title, words, *_: bool(asked.append(words))
    with monkeypatch.context() as other:
        other.setattr(type(systems()["company_scale"]), "rules_version", 0)
        bob.join(link)
        qtbot.waitUntil(lambda: bool(asked), timeout=20_000)
    assert "Update it to play" in asked[0] and bob.window.online.looking.page is None
    bob.dialog().continued.emit(0)
    qtbot.waitUntil(lambda: bob.is_playing, timeout=20_000)
