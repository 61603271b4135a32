"""A game over four days, by players who come by a few times a day: standing orders, marches that wait, notices."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from random import Random

import pytest

from app.online.desk import Desk
from app.online.games import Games
from app.online.notices import WAIT, Notice, Ways
from app.online.records import FolderRecords
from app.online.table import DAY, Pace
from rules.engine.record_reading import load_record, verify
from tests.app.online.test_desk import Club, Player, agree
from tests.app.online.test_marches import _interrupted, send

HOUR = 3600
SOON = 2.0
"""Seconds after which a standing order has been carried out."""
AT_A_TIME = 6
"""Orders that a player gives before he leaves the table again."""


class Days(Club):
    """A host whose time passes by a clock of its own, and who has been asked since when."""

    def start(self) -> None:
        """Start the host, as after it was killed: what was put off is forgotten, what was sent is not."""
        self.games, self.due, self._order = Games(FolderRecords(self.folder), self.store, lambda: self.now), [], count()
        self.sent = getattr(self, "sent", list[Notice]())
        self.periods = getattr(self, "periods", list[tuple[str, float]]())
        self.desk = Desk(
            self.games, self.put_off, ways=Ways(mail=True, ntfy=True), send=self._sent, now=lambda: self.now
        )
        self.desk.absent.remember()

    due: list[tuple[float, int, Callable[[], None]]]
    periods: list[tuple[str, float]]
    told_at: list[tuple[str, float]]

    def _sent(self, notice: Notice, done: Callable[[], None]) -> None:
        self.sent.append(notice)
        done()

    def put_off(self, seconds: float, act: Callable[[], None]) -> None:
        heappush(self.due, (self.now + seconds, next(self._order), act))

    def pass_time(self, seconds: float) -> None:
        """Let time pass, and do in its order what was put off."""
        end = self.now + seconds
        while self.due and self.due[0][0] <= end:
            self.now, _, act = heappop(self.due)
            act()
            self.watch()
        self.now = end

    def watch(self) -> None:
        """Note whether another seat is asked now."""
        seat = self.game.decision.seat if self.game.decision is not None else ""
        if not self.periods or self.periods[-1][0] != seat:
            self.periods.append((seat, self.now))


def come_by(club: Days, player: Player, random: Random) -> bool:
    """Let a player sit down, order a few things as long as he is asked, and leave; tell whether orders of his wait."""
    player.sit()
    player.join()
    waits = False
    for _ in range(AT_A_TIME):
        club.pass_time(SOON)
        decision = club.game.decision
        if decision is None or decision.seat != player.seat:
            break
        options = list(decision.options)
        passed = next((command for command in options if command.verb in ("done", "pass")), None)
        if decision.kind == "purchase" and passed is not None:
            player.ask("standing", kind="purchase", do=passed.to_json())
            continue
        march = _interrupted(club.game, rolled=False)
        told = send(player, *([march.first, march.second] if march is not None else [random.choice(options)]))
        assert "rev" in told, told
        waits = waits or bool(told["wait"])
        club.watch()
    club.desk.gone(player.caller)
    return waits


def test_over_four_days_everybody_is_told_once_of_each_hand_over_and_of_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.online.games.new_secret", lambda: b"the same dice each time".ljust(32))
    club, random, waited = Days(tmp_path, pace=Pace(DAY, 4 * DAY)), Random(5), 0
    club.seated()
    seats = {player.seat: player for player in club.players.values() if player.seat is not None}
    for seat, player in seats.items():
        player.ask("notify", mail=f"{seat}@example.org")
        club.desk.gone(player.caller)
    club.watch()
    begun = club.now
    for hour in range(1, 4 * 24 + 1):
        club.pass_time(begun + hour * HOUR - club.now)
        if hour == 40:
            club.start()
        if hour % 4 == 0:
            seat = list(seats)[hour // 4 % 2]
            waited += come_by(club, seats[seat], random)
    assert club.now - begun >= 4 * DAY and not club.game.is_over
    ends = [moment for _, moment in club.periods[1:]] + [club.now]
    long = [seat for (seat, since), end in zip(club.periods, ends, strict=True) if seat and end - since >= WAIT]
    told = [notice.to.mail.partition("@")[0] for notice in club.sent]
    assert told == long, "one for each time that a player is kept waiting for, in its order"
    assert all(notice.subject.startswith("Your turn: ") for notice in club.sent), "nobody needed to be reminded"
    answered = len(club.periods) - len(long)
    assert len(long) >= 8 and answered >= 4 and waited, "some were answered at once, and told to nobody"
    for player in seats.values():
        player.sit()
        player.join()
    agree(club)
    (file,) = tmp_path.glob("*.chitpull")
    assert verify(load_record(file, attach=False), file) == []
