"""How much one connection may ask in a time, how many games a host takes, and how long it waits for a slow reader."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
from websockets.protocol import Protocol, Side, State

from app.online import games
from app.online.caller import GAMES_AN_HOUR, ORDERS_A_SECOND, PROPOSALS_AN_HOUR, WORDS_A_MINUTE, Bucket, Caller
from app.online.line import MOST_UNSENT, Line, Texts
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


class Connection:
    """A connection whose other end may read nothing; `written` is what it was given, piece by piece."""

    def __init__(self, *, reads: bool = True) -> None:
        self.protocol, self.state, self.transport = Protocol(Side.SERVER), State.OPEN, self
        self.reads, self.written, self.is_cut = reads, list[bytes](), False

    def write(self, data: bytes) -> None:
        if self.state is State.CLOSING:
            raise RuntimeError("Cannot call write() after write_eof()")
        self.written += [data] if data else []

    def send_data(self) -> None:
        self.write(b"".join(self.protocol.data_to_send()))

    def get_write_buffer_size(self) -> int:
        return 0 if self.reads else sum(map(len, self.written))

    def abort(self) -> None:
        self.is_cut = True


def test_a_reader_who_takes_nothing_is_cut_off_and_one_who_does_is_not() -> None:
    message = {"method": "step", "params": {"words": "x" * 9_950}}

    def unsent(*, reads: bool) -> int:
        connection = Connection(reads=reads)
        line = Line(cast(Any, connection), Texts())
        for n in range(150):
            line.put(message)
            if connection.is_cut:
                return n
        return 0

    assert unsent(reads=True) == 0
    assert MOST_UNSENT / 10_000 <= unsent(reads=False) <= MOST_UNSENT / 10_000 + 2


def test_what_a_connection_is_told_by_its_own_request_is_written_in_one_piece_and_others_at_once() -> None:
    own, other, texts = Connection(), Connection(), Texts()
    line, others = Line(cast(Any, own), texts), Line(cast(Any, other), texts)
    step, answer = {"method": "step"}, {"id": 1}
    line.hold()
    line.put(step)
    others.put(step)
    assert (own.written, len(other.written)) == ([], 1)
    line.put(answer)
    line.release()
    assert [piece[2:] for piece in other.written] == [b'{"method":"step"}']
    (piece,) = own.written
    assert piece == other.written[0] + b'\x81\x08{"id":1}'


def test_what_ends_meanwhile_is_told_nothing() -> None:
    connection = Connection()
    line = Line(cast(Any, connection), Texts())
    line.hold()
    connection.state = State.CLOSING
    line.put({"id": 1})
    line.release()
    assert connection.written == []
