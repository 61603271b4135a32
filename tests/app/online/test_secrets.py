"""Who has a token has a seat: it is in no record, packed or not, and nowhere in the folder of a host."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from app.online.server import store_in
from rules.engine.record_form import for_players, is_packed, unpacked
from rules.systems import SHIPPED
from tests.app.online.test_desk import FIRST, Club, Player


@pytest.mark.parametrize("system", SHIPPED)
def test_no_token_or_invitation_is_in_what_a_game_leaves_behind(
    system: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    with closing(store_in(tmp_path)) as store:
        club = Club(tmp_path, system)
        club.store = store  # type: ignore[assignment]
        club.start()
        games = club.games
        club.tokens = games.make(system, FIRST[system])
        club.players = {seat: Player(club, seat, token) for seat, token in club.tokens.items()}
        game = games.game_of(str(club.tokens[None]))
        club.seated().play(12)
        secrets = [*club.tokens.values(), *(player.token for player in club.players.values())]
        hosted = games.game(games.chair(str(club.tokens[None])))
        hosted.table.resign(club.asked.seat or "")
        told = [games.kept(game), games.record(game)]
        told += [] if club.game.system.hides else [for_players(games.kept(game))]
        games.release(game)
    left = [file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()]
    assert any(map(is_packed, left)) and len(left) >= 2
    texts = [*told, *left, *(unpacked(raw) for raw in left if is_packed(raw)), caplog.text.encode()]
    for secret in secrets:
        assert len(secret) >= 32 and not any(secret.encode() in text for text in texts)
