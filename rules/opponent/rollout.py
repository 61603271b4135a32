"""Playing on from a position in the head: no session, no record, dice of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.engine.frames import Request
from rules.engine.game import Game
from rules.engine.judgement import Judgement, Moment, Script
from rules.opponent.nature import ImaginedNature
from rules.opponent.position import Position

LIMIT: Final = 3000
"""Decisions after which a rollout is judged as it stands."""


def play_on(
    game: Game[Any, Any], scripts: Callable[[Game[Any, Any]], Mapping[str, Script]], judgement: Judgement,
    sample: int, is_far_enough: Callable[[Game[Any, Any]], bool],
) -> Game[Any, Any]:  # fmt: skip
    """Play a game of one's own on until it is far enough or over, and return it; `scripts` may change on the way."""
    nature = ImaginedNature(sample)
    pending = game.run()
    for _ in range(LIMIT):
        while isinstance(pending, Request):
            game.happen(nature.answer(pending, judgement.date(game.state)))
            pending = game.run()
        if pending is None or is_far_enough(game):
            break
        game.apply(scripts(game)[pending.seat].choose(game, pending).command)
        game.events.clear()
        pending = game.run()
    game.pending = None  # it refers to the game: the cycle is broken, so that both are freed at once
    return game


def rollout(
    position: Position, judgement: Judgement, moment: Moment, sample: int,
    planned: Callable[[int], Script], usual: Callable[[int], Script],
) -> float:  # fmt: skip
    """Return the seat's lead after a plan was carried out once: `planned` until the moment is over, `usual` then.

    What the seat cannot see is dealt anew by the sample; the others play as the script usually does.
    """
    game: Game[Any, Any] = Game(position.system.kinds, position.scenario, position.dealt(sample).copy())
    others = {seat: usual(sample) for seat in position.system.seats}
    during = {**others, position.seat: planned(sample)}

    def scripts(now: Game[Any, Any]) -> Mapping[str, Script]:
        return others if moment.is_over(now) else during

    play_on(game, scripts, judgement, sample, moment.is_far_enough)
    return sum(part.points for part in judgement.value(game, position.seat))
