"""Nobody's absence blocks a game: whatever a player who is away is asked, it goes on without him."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from app.online.handovers import Given, begun, choose, hand_overs, left_with, played, visits
from app.online.hosted import HostedGame
from app.online.made import StandingOrder
from app.online.messages import Ending
from app.online.table import CLAIMED, DRAW, DRAWN, Clock, Pace, Table
from rules.engine.command import NotYourDecision
from rules.engine.evaluator import Manner
from rules.opponent.levels import evaluator_of
from rules.opponent.working import Player

HOUR = 3600.0


class Asked(NamedTuple):
    """Games of a system to play for so many orders, and questions with which they are sure to change hands."""

    games: dict[str, int]
    kinds: set[str]


COMPANY = {"purchase", "reroll", "activation", "leaders", "preparation", "opportunity_fire", "movement"}
SYSTEMS = {
    "company_scale": Asked({"montelimar-campaign": 700, "11th-panzer-attacks": 500}, COMPANY),
    "striking_anvil": Asked({"anvil-historical": 600}, {"order", "payment", "counter_attack", "ffi", "strike"}),
    "command_cards": Asked({"sauzet-night": 300, "savasse-ridge": 300}, {"staging", "battling", "flag"}),
}


@pytest.fixture(autouse=True)
def _same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.online.games.new_secret", lambda: b"the same dice each time".ljust(32))


def questions(scenario: str, most: int, folder: Path) -> Iterator[tuple[HostedGame, Player, str]]:
    """Play a game at a host; yield it at each question for which it changes hands, with its player and the kind."""
    game = begun(scenario, folder)[2]
    system = game.session.system
    player, before = Player(evaluator_of(system, Manner("recruit")), Manner("recruit")), ""
    for _ in range(most):
        decision = game.session.decision
        if decision is None:
            return
        if decision.seat != before:
            yield game, player, decision.kind
        now = game.session.decision
        assert now is not None
        before = now.seat
        game.orders(before, game.rev(before), [choose(player, game.session, before)])


def goes_on_by_standing_order(game: HostedGame, player: Player) -> None:
    """Let the host answer the question for the seat that is asked."""
    decision, seq = game.session.decision, game.session.seq
    assert decision is not None
    answer = choose(player, game.session, decision.seat)
    game.standing[decision.seat, decision.kind] = StandingOrder(answer)
    assert game.due() is not None and game.carry_out_due()
    assert game.session.log[seq].answer == answer and game.session.log[seq].seat == decision.seat
    del game.standing[decision.seat, decision.kind]


def ends_by_claim_or_agreement(game: HostedGame) -> None:
    """See that who waits can claim a game from who has no time left, and that both can agree to end it."""
    asked, seats = game.table.clock.asked, game.session.system.seats
    other = next(seat for seat in seats if seat != asked)
    for how, ending in ((CLAIMED, Ending(CLAIMED, other)), (DRAWN, Ending(DRAWN))):
        now = [0.0]
        table = Table(seats, Clock(seats, Pace(3600, 3600)), now=lambda now=now: now[0])
        table.moved_on(asked)
        with pytest.raises(NotYourDecision):
            table.claim(other)
        now[0] = 3 * HOUR
        if how == CLAIMED:
            table.claim(other)
        else:
            table.answer(asked, table.propose(other, DRAW).id, yes=True)
        assert table.ending == ending


@pytest.mark.parametrize("system", SYSTEMS)
def test_whatever_a_player_who_is_away_is_asked_the_game_goes_on(system: str, tmp_path: Path) -> None:
    met = set[str]()
    for scenario, most in SYSTEMS[system].games.items():
        for game, player, kind in questions(scenario, most, tmp_path):
            decision = game.session.decision
            assert decision is not None and game.table.clock.asked == decision.seat, (
                "his time runs, so it can be claimed"
            )
            if kind not in met:
                met.add(kind)
                ends_by_claim_or_agreement(game)
                goes_on_by_standing_order(game, player)
    assert SYSTEMS[system].kinds <= met, SYSTEMS[system].kinds - met


# --- How often games change hands ----------------------------------------------------------------------------------


def test_hand_overs_are_counted_without_visits_that_only_passed() -> None:
    given = [Given(seat, kind, kind.islower()) for seat, kind in zip("aabbaba", "XpqpYpZ", strict=True)]
    assert hand_overs(given) == 4 and dict(visits(given)) == {"p, q": 1, "p": 1}
    assert left_with(given, ["p", "q"]) == 0 and left_with(given, ["p"]) == 2


def test_standing_orders_of_a_host_spare_hand_overs() -> None:
    given = played("the-feint", "regular", 200)
    stood = played("the-feint", "regular", 200, ["purchase"])
    assert any(each.kind == "purchase" for each in given) and not any(each.kind == "purchase" for each in stood)
    assert hand_overs(stood) < hand_overs(given) and left_with(given, ["purchase"]) < hand_overs(given)
