"""How often a game at a host changes hands, and how often where standing orders answer: `app.online.bench --handovers`.

The computer plays both sides. What it passed by the order that a standing order would give (see `Passing`) needs no
visit with one; visits that only passed are counted by the kind of question.
"""

from __future__ import annotations

import secrets
import tempfile
from collections import Counter
from collections.abc import Sequence
from itertools import groupby, pairwise
from pathlib import Path
from typing import Final, NamedTuple

from app.online.directory import MemoryStore
from app.online.games import Games
from app.online.made import StandingOrder
from app.online.page import words_of
from app.online.records import FolderRecords
from rules.engine.command import cmd
from rules.engine.evaluator import Manner
from rules.engine.seat import Seat
from rules.opponent.levels import evaluator_of
from rules.opponent.planner import Position
from rules.opponent.working import Player
from rules.systems import find

SCENARIOS: Final = ("first-light", "the-feint", "savasse-ridge", "anvil-june")
LEVEL: Final = "regular"
MOST: Final = 3000
"""Orders after which a long game is left."""


class Given(NamedTuple):
    """An order that a player was asked for: by whom, to what kind of question, and whether it only passed."""

    seat: str
    kind: str
    passed: bool


def hand_overs(given: Sequence[Given]) -> int:
    """Return how often the player who gives orders changes."""
    return sum(before.seat != after.seat for before, after in pairwise(given))


def left_with(given: Sequence[Given], kinds: Sequence[str]) -> int:
    """Return how many hand-overs remain where standing orders pass these kinds of questions."""
    return hand_overs([each for each in given if not (each.passed and each.kind in kinds)])


def visits(given: Sequence[Given]) -> Counter[str]:
    """Return how often a player came only to pass, by the kinds of questions that he passed."""
    came = (list(group) for _, group in groupby(given, key=lambda each: each.seat))
    return Counter(", ".join(sorted({each.kind for each in visit})) for visit in came if all(e.passed for e in visit))


def played(scenario: str, level: str = LEVEL, most: int = MOST, standing: Sequence[str] = ()) -> list[Given]:
    """Let the computer play a game at a host and return the orders that players were asked for.

    The host passes the kinds of questions `standing` for both sides. Raises LookupError for an unknown scenario.
    """
    system, _ = find(scenario)
    words, player = words_of(system.id), Player(evaluator_of(system, Manner(level)), Manner(level))
    given = list[Given]()
    with tempfile.TemporaryDirectory() as folder:
        games = Games(FolderRecords(Path(folder)), MemoryStore())
        links = games.make(system.id, scenario)
        chairs = [games.chair(secrets.token_urlsafe(24), link) for seat, link in links.items() if seat]
        for chair in chairs:
            games.come(chair, "nonce", lambda *told: None)
        game = games.game(chairs[0])
        for chair in chairs:
            for kind in standing:
                passing = words.question(kind).passed
                if passing is not None and (order := cmd(passing.verb)) is not None:
                    games.stand(chair, kind, StandingOrder(order, passing.only))
        while (decision := game.session.decision) is not None and len(given) < most:
            if game.carry_out_due():
                continue
            seat = Seat(game.session, decision.seat)
            assert seat.decision is not None
            position = Position(seat.system, seat.scenario, seat.think().state, decision.seat)
            command = player.choose(position, seat.decision, seat.seq, lambda progress: True).command
            passing = words.question(decision.kind).passed
            given.append(Given(decision.seat, decision.kind, passing is not None and command == cmd(passing.verb)))
            game.orders(decision.seat, game.rev(decision.seat), [command])
    return given
