"""How much one connection may ask in a time, how many games a host takes, and how long it waits for a slow reader."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from app.online import games
from app.online.caller import GAMES_AN_HOUR, ORDERS_A_SECOND, PROPOSALS_AN_HOUR, WORDS_A_MINUTE, Bucket, Caller
from app.online.server import MOST_UNSENT, _Unsent
from tests.app.online.test_desk import Club, Player

LIMITED = {
    "chat": (WORDS_A_MINUTE, {"text": "Hello"}, "messages"),
    "propose": (PROPOSALS_AN_HOUR, {"what": "pause"}, "proposals"),
    "submit": (ORDERS_A_SECOND, {"command": {"do": "nothing of the kind"}}, "orders"),
}


@pytest.mark.parametrize("method", LIMITED)
def test_a_connection_may_ask_so_much_in_a_time(method: str, tmp_path: Path) -> None:
    (rate, burst), params, what = LIMITED[method]
    club, now = Club(tmp_path).seated(), [0.0]
    player = club.asked
    player.caller = Caller(player._hear, clock=lambda: now[0])
    player.join()

    def is_refused() -> bool:
        return f"Too many {what} at once" in str(player.ask(method, rev=player.rev, **params))

    assert [is_refused() for _ in range(burst + 2)] == [False] * burst + [True] * 2
    now[0] += 1.01 / rate
    assert [is_refused(), is_refused()] == [False, True]


def test_a_host_takes_only_so_many_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    club = Club(tmp_path)
    monkeypatch.setattr(games, "MOST_GAMES", 2)
    stranger = Player(club, None, "")
    stranger.caller.games = Bucket(1, GAMES_AN_HOUR[1])
    made = [stranger.ask("make", system="company_scale", scenario="first-light") for _ in range(2)]
    assert "links" in made[0] and made[1]["message"] == "This host has 2 games and takes no more."


def test_a_reader_who_takes_nothing_is_cut_off_and_one_who_does_is_not() -> None:
    message = {"method": "step", "params": {"words": "x" * 9_950}}

    async def unsent(*, reads: bool) -> int:
        cut = list[int]()
        taken = asyncio.Event()

        async def send(text: str) -> None:
            await (asyncio.sleep(0) if reads else taken.wait())

        connection = SimpleNamespace(send=send, transport=SimpleNamespace(abort=lambda: cut.append(1)))
        to = _Unsent(cast(Any, connection))
        writing = asyncio.create_task(to.write())
        for n in range(150):
            to.put(message)
            await asyncio.sleep(0)
            if cut:
                writing.cancel()
                return n
        writing.cancel()
        return 0

    assert asyncio.run(unsent(reads=True)) == 0
    assert MOST_UNSENT / 10_000 <= asyncio.run(unsent(reads=False)) <= MOST_UNSENT / 10_000 + 2
