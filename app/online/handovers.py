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
from statistics import fmean
from typing import Final, NamedTuple

from app.online.directory import Chair, MemoryStore
from app.online.games import Games
from app.online.hosted import HostedGame
from app.online.made import StandingOrder
from app.online.page import words_of
from app.online.records import FolderRecords
from rules.engine.command import Command, cmd
from rules.engine.evaluator import Manner
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.opponent.levels import evaluator_of
from rules.opponent.planner import Position
from rules.opponent.working import Player
from rules.systems import find

SCENARIOS: Final = ("first-light", "the-feint", "montelimar-campaign", "savasse-ridge", "anvil-historical")
LEVEL: Final = "regular"
GAMES: Final = 3
"""Games of each scenario; their dice differ."""
MOST: Final = 1500
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


def choose(player: Player, session: Session, of: str) -> Command:
    """Return what the player of a seat that is asked orders."""
    seat = Seat(session, of)
    assert seat.decision is not None
    position = Position(seat.system, seat.scenario, seat.think().state, of)
    return player.choose(position, seat.decision, seat.seq, lambda progress: True).command


def begun(scenario: str, folder: Path) -> tuple[Games, Sequence[Chair], HostedGame]:
    """Return a host with a game that has begun, and its players' chairs; raise LookupError for an unknown scenario."""
    games, system = Games(FolderRecords(folder), MemoryStore()), find(scenario)[0]
    links = games.make(system.id, scenario)
    chairs = [games.chair(secrets.token_urlsafe(24), link) for seat, link in links.items() if seat]
    for chair in chairs:
        games.come(chair, "nonce", lambda *told: None)
    return games, chairs, games.game(chairs[0])


def played(scenario: str, level: str = LEVEL, most: int = MOST, standing: Sequence[str] = ()) -> list[Given]:
    """Let the computer play a game at a host and return the orders that players were asked for.

    The host passes the kinds of questions `standing` for both sides. Raises LookupError for an unknown scenario.
    """
    given = list[Given]()
    with tempfile.TemporaryDirectory() as folder:
        games, chairs, game = begun(scenario, Path(folder))
        system = game.session.system
        words, player = words_of(system.id), Player(evaluator_of(system, Manner(level)), Manner(level))
        for chair in chairs:
            for kind in standing:
                passing = words.question(kind).passed
                if passing is not None:
                    games.stand(chair, kind, StandingOrder(cmd(passing.verb), passing.only))
        while (decision := game.session.decision) is not None and len(given) < most:
            if game.carry_out_due():
                continue
            command = choose(player, game.session, decision.seat)
            passing = words.question(decision.kind).passed
            is_passed = passing is not None and command == cmd(passing.verb)
            given.append(Given(decision.seat, decision.kind, is_passed))
            game.orders(decision.seat, game.rev(decision.seat), [command])
    return given


def tell(level: str = LEVEL, most: int = MOST, count: int = GAMES) -> None:
    """Print how often games of some scenarios change hands on average, without and with standing orders."""
    head = f"{'scenario':20} {'orders':>7} {'hand-overs':>11} {'passed alike':>13} {'standing':>9}"
    print(f"{head}  visits that only passed, in all games")
    for scenario in SCENARIOS:
        games = [played(scenario, level, most) for _ in range(count)]
        kinds = sorted({each.kind for given in games for each in given if each.passed})
        saving = [kind for kind in kinds if any(left_with(given, [kind]) < hand_overs(given) for given in games)]
        stood = fmean(hand_overs(played(scenario, level, most, saving)) for _ in range(count))
        orders, changes = fmean(map(len, games)), fmean(map(hand_overs, games))
        passed = fmean(left_with(given, kinds) for given in games)
        came = ", ".join(f"{kind} {times}" for kind, times in sum(map(visits, games), Counter[str]()).most_common(4))
        print(f"{scenario:20} {orders:7.0f} {changes:11.0f} {passed:13.0f} {stood:9.0f}  {came}", flush=True)
