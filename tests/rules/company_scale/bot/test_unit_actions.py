"""Deeds in words, and told apart: all moves of a unit are one."""

from __future__ import annotations

import pytest

from rules.company_scale.bot.ground import March
from rules.company_scale.bot.unit_actions import action_of, done, left, unit_of
from rules.company_scale.bot.value import Offer
from rules.engine.command import Command, cmd
from rules.engine.seat import Seat
from rules.hexes.grid import hex_id
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import activation, ge, us

OPEN = board("\n".join(["............"] * 6), first="10.30")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (cmd("fire", unit="a", hex="12.32"), "a: fire at 12.32"),
        (cmd("indirect_fire", unit="a", hex="12.32"), "a: shell 12.32"),
        (cmd("rally", unit="a"), "a: rally"),
        (cmd("build", unit="a", what="foxhole"), "a: dig in"),
        (cmd("return_unit", unit="a", hex="12.32", deployed=True), "a: return in 12.32"),
        (cmd("change_formation", unit="a"), "a: deploy"),
    ],
)
def test_an_action_in_words(command: Command, words: str) -> None:
    game = Seat(activation(OPEN, {"a": us("11.32"), "x": ge("15.32")}, "formation:r141").session).think()
    assert done(game, Offer(1.0, command)) == words
    assert left(game, Offer(1.0, command)) == words.replace(": ", ": don't ")


def test_all_moves_of_a_unit_are_one_action() -> None:
    game = Seat(activation(OPEN, {"a": us("11.32"), "x": ge("15.32")}, "formation:r141").session).think()
    plans = [March("a", 1.0, ((hex_id(to), ""),)) for to in ("12.32", "13.32")]
    near, far = (Offer(1.0, cmd("move", units=("a",)), plan) for plan in plans)
    turning = Offer(1.0, cmd("change_formation", unit="a"), plans[0])
    assert action_of(near) == action_of(far) == action_of(turning) != action_of(Offer(1.0, cmd("rally", unit="a")))
    assert done(game, near) == "a: move to 12.32" and left(game, near) == left(game, far) == "a: don't move"
    assert unit_of(near.command) == unit_of(turning.command) == "a"
