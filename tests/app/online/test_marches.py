"""Orders that were sent together go on when somebody else has answered, unless something was rolled."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import NamedTuple

from rules.engine.command import Command
from rules.engine.session import Session
from tests.app.online.test_desk import Club, Player, agree
from tests.app.online.test_table import heard, two


class Interrupted(NamedTuple):
    """Two orders of a player, and an answer of the other one in between, with which the second still fits."""

    first: Command
    answer: Command
    second: Command


def find(club: Club, *, rolled: bool) -> Interrupted:
    """Play until an order can be interrupted by a question whose answer rolls something, or nothing."""
    for n in range(600):
        found = _interrupted(club.game, rolled)
        if found is not None:
            return found
        club.play(1, seed=n)
    raise AssertionError("no order was ever interrupted")


def _interrupted(game: Session, rolled: bool) -> Interrupted | None:
    assert game.decision is not None
    seat = game.decision.seat
    for first in islice(game.decision.options, 12):
        fork = game.fork()
        fork.submit(seat, fork.seq, first)
        asked = fork.decision
        if asked is None or asked.seat == seat:
            continue
        for answer in islice(asked.options, 6):
            then = fork.fork()
            begin = then.seq
            then.submit(asked.seat, then.seq, answer)
            back = then.decision
            if back is not None and back.seat == seat and (then.seq > begin + 1) == rolled:
                second = next(iter(back.options), None)
                if second is not None:
                    return Interrupted(first, answer, second)
    return None


def send(player: Player, *commands: Command, waits: bool = True) -> dict[str, object]:
    told: dict[str, object] = player.ask(
        "orders", rev=player.rev, commands=[command.to_json() for command in commands], waits=waits
    )
    return told


def test_a_march_waits_for_an_answer_and_goes_on_also_while_its_player_is_away(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    found = find(club, rolled=False)
    mover, other = two(club)
    told = send(mover, found.first, found.second)
    assert told["wait"] and told["left"] == [found.second.to_json()]
    club.desk.gone(mover.caller)
    begin = club.game.seq
    other.ask("submit", rev=other.rev, command=found.answer.to_json())
    assert [entry.answer for entry in club.game.log[begin : begin + 2]] == [found.answer, found.second]
    mover.sit()
    mover.join()
    agree(club)


def test_orders_that_wait_are_told_to_wait_also_if_the_answer_was_lost_on_its_way(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    found = find(club, rolled=False)
    mover, other = two(club)
    rev, params, begin = mover.rev, [found.first.to_json(), found.second.to_json()], club.game.seq
    told = send(mover, found.first, found.second)
    for _ in range(2):
        assert mover.ask("orders", rev=rev, commands=params, waits=True) == told
        if mover.rev == told["rev"]:
            other.ask("submit", rev=other.rev, command=found.answer.to_json())
    orders = [entry.answer for entry in club.game.log[begin:] if entry.seat == mover.seat]
    assert orders == [found.first, found.second], "carried out once"


def test_after_a_roll_the_player_makes_up_his_mind_anew(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    found = find(club, rolled=True)
    mover, other = two(club)
    assert send(mover, found.first, found.second)["wait"]
    other.ask("submit", rev=other.rev, command=found.answer.to_json())
    assert heard(mover, "left") == {"count": 1}
    assert club.game.log[-1].answer != found.second


def test_nothing_waits_unless_that_is_asked_for(tmp_path: Path) -> None:
    club = Club(tmp_path).seated()
    found = find(club, rolled=False)
    mover, other = two(club)
    assert not send(mover, found.first, found.second, waits=False)["wait"]
    other.ask("submit", rev=other.rev, command=found.answer.to_json())
    assert club.game.log[-1].answer == found.answer and not club.games.game(club.games.chair(mover.token)).marches
