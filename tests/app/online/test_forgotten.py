"""A game whose record is gone is not begun anew; one that is to be forgotten leaves nothing at its host."""

from __future__ import annotations

from base64 import b64encode
from contextlib import closing
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from sqlalchemy import func, select

from app.cli import main
from app.online.games import GONE
from app.online.schema import META
from app.online.server import records_in, store_in
from app.online.store import SqlStore
from tests.app.online.helpers.host_process import HostProcess
from tests.app.online.test_database import database, server
from tests.app.online.test_desk import SHIPPED, Club
from tests.app.online.test_window import Player, go_on_elsewhere, play, players, sit_down, together

__all__ = ["database", "players", "server"]
MAIL, NOBODY = "anna@example.org", "This link is not for a game here"


class Seated(Club):
    """A game at a host with a directory and records as it has them, of whose players all is kept that can be."""

    def __init__(self, folder: Path, store: SqlStore, address: str) -> None:
        self.kept, self.address = store, address
        super().__init__(folder)
        self.name = self.games.game_of(str(self.tokens[None]))
        for seat, player in self.players.items():
            player.token += f" for {self.name}" if seat is not None else ""
        self.seated().play(4)
        self.mail = f"{self.name}@example.org"
        asked = self.asked
        asked.ask("notify", mail=self.mail)
        asked.ask("picture", jpeg=b64encode(b"\xff\xd8\xff picture \xff\xd9").decode())
        asked.ask("standing", kind="no_kind", do={"do": "pass"})
        self.games.new_link(self.games.chair(asked.token))

    def start(self) -> None:
        self.store = self.kept  # type: ignore[assignment]
        super().start()
        self.games._records = records_in(self.folder, self.kept, self.address)

    def start_again(self, store: SqlStore, address: str) -> Seated:
        self.kept, self.address = store, address
        self.start()
        return self


@pytest.mark.parametrize("system", SHIPPED)
def test_a_game_begins_whose_host_was_killed_before_it_had_written_of_it(system: str, tmp_path: Path) -> None:
    club = Club(tmp_path, system)
    (tmp_path / f"{club.games.game_of(str(club.tokens[None]))}.chitpull").touch()
    club.seated().play(4)
    assert all(player.rev for player in club.players.values())


@pytest.mark.parametrize("system", SHIPPED)
def test_a_game_whose_record_is_gone_is_not_begun_anew(
    system: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    club = Club(tmp_path, system).seated()
    club.asked.ask("notify", mail=MAIL)
    club.play(10)
    (file,) = tmp_path.glob("*.chitpull")
    text = file.read_bytes()
    file.unlink()
    club.start()
    club.desk.absent.remember()
    assert caplog.messages == [f"The game {file.stem} cannot be opened: {GONE}"]
    for player in club.players.values():
        held = player.rev, player.chain
        player.sit()
        assert player.join()["message"] == GONE and (player.rev, player.chain) == held
    assert not list(tmp_path.glob("*.chitpull"))
    file.write_bytes(text)  # a backup
    for player in club.players.values():
        player.sit()
        assert player.join()["rev"] == player.rev
    club.play(3)


def test_a_game_that_is_gone_from_its_host_goes_on_from_a_players_copy(
    players: list[Player], host: HostProcess, qtbot: QtBot
) -> None:
    sit_down(players, host, "company_scale", qtbot)
    play(players, 8, qtbot)
    together(players, qtbot)
    alice, bob = players
    rev, _ = bob.held
    host.kill()
    (file,) = host.folder.glob("*.chitpull")
    file.unlink()
    host.start()
    qtbot.waitUntil(lambda: all(player.told == [GONE] for player in players), timeout=30_000)
    session = bob.window.session
    assert session is not None and session.seq > 0, "his copy is still on the table"
    bob.window.online.show()
    link = go_on_elsewhere(bob, host, qtbot)
    alice.window.show_start()
    alice.join(link)
    qtbot.waitUntil(lambda: all(player.is_playing for player in players), timeout=30_000)
    assert all(player.held[0] >= rev for player in players)


def left(folder: Path, address: str) -> dict[str, int]:
    """Return how many rows each table of a directory has, but for its version."""
    with closing(store_in(folder, address)) as store, store._engine.connect() as connection:
        return {
            name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for name, table in META.tables.items()
        }


@pytest.mark.parametrize("kind", ["folder", "sqlite", "postgresql"])
def test_of_a_game_that_is_forgotten_nothing_is_left_and_others_stay(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    address = {"folder": "", "sqlite": f"sqlite:///{tmp_path / 'games.sqlite'}"}.get(kind)
    address = request.getfixturevalue("database") if address is None else address
    asked = ["--host", "--dir", str(tmp_path), *(["--database", address] if address else []), "--forget"]
    with closing(store_in(tmp_path, address)) as store:
        clubs = [Seated(tmp_path, store, address) for _ in range(2)]
        names = [club.name for club in clubs]
        if kind == "postgresql":
            assert main([*asked, names[0]]) == 2 and "A host plays this game now" in capsys.readouterr().err
    before = left(tmp_path, address)
    assert all(before[name] for name in ("games", "chairs", "nonces", "standing", "facts"))
    assert main([*asked, names[0]]) == 0 and names[0] in capsys.readouterr().out
    assert left(tmp_path, address) == {name: count // 2 for name, count in before.items()}
    files = [file for file in tmp_path.iterdir() if file.is_file()]
    assert not any(names[0] in file.name for file in files)
    assert not any(clubs[0].mail.encode() in file.read_bytes() for file in files)
    assert main([*asked, names[0]]) == 2 and "There is no game" in capsys.readouterr().err
    with closing(store_in(tmp_path, address)) as store:
        gone, other = (club.start_again(store, address) for club in clubs)
        assert NOBODY in gone.players[None].join()["message"]
        for player in other.players.values():
            player.sit()
            assert player.join()["rev"] == player.rev
        other.play(1)
