"""A host that has another address than a link said at first, and what the computer at a seat says of its link."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import cli
from app.online.following import ComputerSeat
from app.online.links import FollowedLink, FollowedLinks, link_in
from app.window.main_window import MainWindow
from rules.engine.evaluator import Manner
from rules.engine.folders import user_data_dir

SECRET = "a secret of thirty-two letters or more".replace(" ", "-")
AT_HOME, OUTSIDE = f"chitpull://192.168.1.4/#{SECRET}", f"chitpull://table.example:4800/#{SECRET}"


def test_the_computer_at_a_seat_says_once_why_it_is_not_connected() -> None:
    said = list[str]()
    seat = ComputerSeat(FollowedLink("ws://127.0.0.1:1", "token"), Manner("recruit"), say=said.append)
    for told in ({"on": False, "why": "refused"}, {"on": False, "why": "refused"}, {"on": True}, {"on": True}):
        seat._act("link", told)
    assert said == ["Not connected: refused. Trying again.", "Connected."]


def test_the_computer_takes_the_same_seat_at_the_address_that_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    followed = list[FollowedLink]()
    monkeypatch.setattr(ComputerSeat, "run", lambda seat: None)
    init = ComputerSeat.__init__

    def note(seat: ComputerSeat, link: FollowedLink, *told: object, **other: object) -> None:
        followed.append(link)
        init(seat, link, *told, **other)  # type: ignore[arg-type]

    monkeypatch.setattr(ComputerSeat, "__init__", note)
    for link in (AT_HOME, OUTSIDE):
        assert cli.play(link, "recruit") == 0
    home, outside = followed
    assert (home.url, outside.url) == (link_in(AT_HOME).url, link_in(OUTSIDE).url) and home.token == outside.token
    assert FollowedLinks(user_data_dir() / "links.json").all() == [outside]


@pytest.mark.parametrize("moves", [True, False])
def test_a_seat_goes_to_another_address_only_if_its_player_says_so(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, moves: bool
) -> None:
    online, asked, followed = window.online, list[str](), list[FollowedLink]()
    known = online.links.keep(FollowedLink.of(link_in(AT_HOME)))
    monkeypatch.setattr(online, "follow", followed.append)
    monkeypatch.setattr(online.services, "ask", lambda title, words, *told: asked.append(words) or moves)
    online.join(AT_HOME)
    assert asked == [] and followed == [known]
    online.join(OUTSIDE)
    (words,) = asked
    assert "192.168.1.4:4711" in words and "table.example:4800" in words
    assert followed[1].token == known.token and followed[1].url == link_in(OUTSIDE if moves else AT_HOME).url
    assert online.links.all() == [followed[1]]
