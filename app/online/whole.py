"""A long game is told by its record, which is quicker than all its steps.

A host sends it before it has opened the game itself, so that the player's program reads it at the same time.
"""

from __future__ import annotations

import zlib
from base64 import b64encode
from typing import Final

from app.online.caller import Caller, SentWhole
from app.online.directory import Chair
from app.online.games import Games
from app.online.hosted import HostedGame
from app.online.messages import taken
from rules.engine.bounded import read_json
from rules.engine.command import NotYourDecision
from rules.engine.frozen import frozen
from rules.engine.protocol import Refused
from rules.engine.record_form import for_players

MOST_STEPS: Final = 100
"""Steps that are told one by one to who has none; of a longer game the record is quicker."""
MOST_PACKED: Final = 10_000_000
"""Letters of a record that is sent."""
LEVEL: Final = 6
"""Of packing it: the highest takes three times as long for 7 % less."""
ENTRY: Final = b'\n{"n"'
"""How the lines of a record begin that hold an order or a die."""


@frozen
class _Asked:
    token: str
    rev: int = 0
    whole: bool = False


@frozen
class _Join:
    method: str
    params: _Asked


class Wholes:
    """Sends the records of games to those who come to them."""

    def __init__(self, games: Games, faults: tuple[type[Exception], ...] = ()) -> None:
        """`faults` of what keeps games are told by joining."""
        self._games = games
        self._faults: tuple[type[Exception], ...] = (
            *faults,
            NotYourDecision,
            Refused,
            OSError,
            ValueError,
            RecursionError,
        )

    def ahead(self, caller: Caller, raw: bytes) -> bool:
        """Send the record to somebody who joins and has nothing of the game yet; tell whether he has been sent it.

        Where he may not have it, or not so, nothing is said: joining says why.
        """
        may_come = caller.chair is None and caller.sent is None and not caller.wrong.is_empty
        if not may_come or b'"whole"' not in raw:
            return False
        try:
            told = taken(_Join, read_json(raw))
            if told.method != "join" or told.params.rev or not told.params.whole:
                return False
            chair = self._games.chair(told.params.token)
            self._games.take(chair.game)
            return self.send(caller, chair)
        except self._faults:
            return False

    def send(self, caller: Caller, chair: Chair) -> bool:
        """Send a connection the record of a game, if the game is long and its player may have it; tell whether so.

        Where hands are hidden nobody may. Whoever takes part in making the dice compares every step.
        """
        games, game = self._games, chair.game
        if games.system_of(game).hides or chair.seat in games.guests(game) or games.waits_to_go_on(game):
            return False
        rev = games.game(chair).rev(chair.seat) if game in games.running() else 0
        if 0 < rev <= MOST_STEPS:
            return False
        kept = games.kept(game)
        try:
            text = for_players(kept)
        except (ValueError, LookupError):  # it is damaged, which opening it tells
            return False
        packed = b64encode(zlib.compress(text, LEVEL)).decode("ascii") if text.count(ENTRY) > MOST_STEPS else ""
        if not 0 < len(packed) <= MOST_PACKED:
            return False
        caller.sent = SentWhole(game, len(kept), rev)
        caller.notify("whole", {"record": packed})
        return True

    def begin(self, caller: Caller, chair: Chair, hosted: HostedGame) -> int:
        """Return after which step a connection goes on that has been sent the record, by now; 0 if it has not."""
        if caller.sent is None and hosted.rev(chair.seat) > MOST_STEPS:
            self.send(caller, chair)
        sent, caller.sent = caller.sent, None
        if sent is None or sent.game != chair.game:
            return 0
        return sent.rev or (hosted.read.rev if hosted.read.size == sent.size else 0)
