"""A copy with hidden hands is not the whole game: it cannot be saved or branched, which is said in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.window.games import AT_ITS_HOST
from app.window.history import PARTIAL
from rules.engine.adopted import AdoptedSession
from rules.engine.record import RecordError, RecordWriter, save_as
from tests.app.online.helpers.host_process import HostProcess
from tests.app.online.test_desk import Club
from tests.app.online.test_window import Player, play, players, sit_down, together

__all__ = ["players"]


def test_a_seats_copy_writes_no_record(tmp_path: Path) -> None:
    club = Club(tmp_path, "command_cards").seated()
    club.play(8)
    session, file = club.asked.session, tmp_path / "mine.chitpull"
    assert isinstance(session, AdoptedSession)
    for copy in (session, session.fork(), session.at(0)):
        with pytest.raises(RecordError, match="lacks what is hidden"):
            save_as(copy, file)
        with pytest.raises(RecordError, match="lacks what is hidden"):
            RecordWriter(file).begin(copy)
    assert not file.exists()


def test_whoever_wants_to_save_or_branch_one_is_told_where_the_game_is(
    players: list[Player], host: HostProcess, tmp_path: Path, qtbot: QtBot
) -> None:
    sit_down(players, host, "command_cards", qtbot)
    play(players, 20, qtbot)
    together(players, qtbot)
    player, asked = players[0], list[Path]()
    player.window.saving.choose = lambda offered: str(asked.append(offered) or tmp_path / "mine.chitpull")
    for action in ("save", "save_as"):
        player.window.actions_[action].trigger()
    assert player.told == [AT_ITS_HOST] * 2 and not asked
    history = player.window.history
    history.step(-1)
    history.go(0)
    assert history.at == 0 < len(history.stops) - 1
    history.branch()
    assert player.told[2:] == [PARTIAL] and player.window.game.host is not None
