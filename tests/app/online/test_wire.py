"""What is on the wire of a game with hidden hands: no byte of what a seat is sent depends on what it cannot see."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.online import games
from app.online.hosted import HostedGame
from rules.engine.adopted import SeatStream
from rules.engine.command import Command
from rules.engine.history import NATURE, Entry
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.engine.steps import Told
from tests.app.online.test_desk import Club

GAMES = 30
ORDERS = 20
"""Of a game; each tenth is played to its end."""


def redealt(session: Session, seat: str | None, seed: int) -> Session:
    """Return the game with everything changed that a seat cannot see: hands, and the hidden entries of its line."""
    other = session.fork()
    other.state = session.system.redeal_hidden(session.scenario, session.state, seat, seed)
    other.pending = other._game(other.state.copy()).run()
    for n, entry in enumerate(other.history.log):
        if entry.only not in (None, seat):
            answer: Any = {"draw": f"unseen {seed}"} if entry.seat == NATURE else Command("unseen")
            other.history.log[n] = Entry(entry.seat, answer, entry.only)
    return other


def changed(events: list[dict[str, Any]], seat: Seat) -> list[dict[str, Any]]:
    """Return events with those changed that a seat does not hear."""
    return [event if seat.hears(event) else {"kind": "unseen", "only": event["only"]} for event in events]


class Wire:
    """What one seat is sent, and what it would be sent if what it cannot see were something else."""

    def __init__(self, seat: str | None) -> None:
        self.seat, self.sent, self.twin = seat, list[bytes](), list[bytes]()
        self._stream: SeatStream | None = None
        self.differed = 0
        """How often what it cannot see was something else indeed."""

    def hear(self, message: Mapping[str, Any]) -> None:
        steps = {"step": [message["params"]], "steps": message["params"].get("steps", [])}
        for step in steps.get(message["method"], []):
            self.sent.append(as_sent(step))

    def follow(self, session: Session, told: Told, seed: int) -> None:
        """Make the same step in a game that is dealt anew for this seat."""
        other = redealt(session, self.seat, seed)
        self.differed += other.state.to_plain() != session.state.to_plain()
        self._stream = self._stream or SeatStream(other, self.seat)
        self._stream.move_to(other)
        step = self._stream.step(told.step, changed(told.events, Seat(other, self.seat)))
        if step is not None:
            self.twin.append(as_sent({"rev": len(self.twin) + 1, **step.to_json(), "chain": self._stream.chain}))


def as_sent(step: Mapping[str, Any]) -> bytes:
    return json.dumps(step, separators=(",", ":"), default=dict).encode()


def captured(folder: Path, seed: int) -> list[Wire]:
    """Play a game with a wire tapped at each seat and a watcher."""
    folder.mkdir()
    club = Club(folder, "command_cards")
    wires = {seat: Wire(seat) for seat in club.players}
    for seat, player in club.players.items():
        player._hear = tapped(player._hear, wires[seat])  # type: ignore[method-assign]
        player.sit()
    club.seated()
    hosted: HostedGame = club.games.game(club.games.chair(club.tokens[None]))
    for n in range(ORDERS if seed % 10 else 1000):
        (told,) = hosted._steps.told[n:]
        for wire in wires.values():
            wire.follow(club.game, told, seed * 1000 + n)
        if club.game.is_over:
            break
        club.play(1, seed=Random(f"{seed}/{n}").randrange(10**6))
    return list(wires.values())


def tapped(hear: Any, wire: Wire) -> Any:
    def both(message: Mapping[str, Any]) -> None:
        wire.hear(message)
        hear(message)

    return both


def test_what_a_seat_is_sent_is_the_same_bytes_if_what_it_cannot_see_is_dealt_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wires = list[Wire]()
    for seed in range(GAMES):
        secret = sha256(f"secret {seed}".encode()).digest()
        monkeypatch.setattr(games, "new_secret", lambda: secret)  # noqa: B023
        for wire in captured(tmp_path / str(seed), seed):
            told = zip(wire.sent, wire.twin, strict=False)
            differ = [(n, sent, twin) for n, (sent, twin) in enumerate(told) if sent != twin]
            assert differ == [], f"game {seed}, seat {wire.seat}"
            assert 0 <= len(wire.sent) - len(wire.twin) <= 1, "the last order is told, and not compared"
            assert wire.twin, "an order that others may not see is told to a watcher with those after it"
            wires.append(wire)
    assert sum(len(wire.twin) for wire in wires) > 10 * len(wires)
    assert sum(wire.differed for wire in wires) > 10 * len(wires)
