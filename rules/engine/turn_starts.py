"""Where the turn of a position began: the game replayed to that moment, with nobody's decision yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rules.engine.frames import Procedure
from rules.engine.game import Game
from rules.engine.history import CannotReplay, again
from rules.engine.session import Session


class _Reached(Exception):
    """The start of the turn that was looked for."""


class TurnStart(NamedTuple):
    """The position at the start of a turn, and how many entries of the game led to it."""

    seq: int
    state: Any


def _turn_of(state: Any) -> int:
    return int(state.turn)


def last_start(session: Session, procedure: Procedure, step: str, number: Callable[[Any], int] = _turn_of) -> TurnStart:
    """Return where the present turn started; raise CannotReplay if the record does not lead there.

    `step` is the first of the turn's procedure, `number` tells the turn of a position. It is replayed from
    the nearest position kept before. A game that is over started its last turn last.
    """
    turn, history, system = number(session.state), session.history, session.system
    if turn == number(system.start(session.scenario)):
        return TurnStart(0, system.start(session.scenario))
    at, state = history.from_save(session.seq)
    while at and number(state) >= turn:
        at, state = history.from_save(at - 1)
    state = state if at else history.saves[0].fetch()  # a later position of the same number is kept, too
    game: Any = Game(
        {**system.kinds, procedure.kind: _stopping(procedure, step, lambda state: number(state) == turn)},
        session.scenario,
        state.copy(),
    )
    seq = at
    try:
        game.run()
        for entry in history.log[at:]:
            seq += 1
            again(game, entry)
            game.run()
    except _Reached:
        return TurnStart(seq, game.state)
    except Exception as error:
        raise CannotReplay(seq, error) from error
    raise CannotReplay(seq, ValueError(f"turn {turn} never begins"))


def _stopping(procedure: Procedure, step: str, is_reached: Callable[[Any], bool]) -> Procedure:
    """Return the turn's procedure, which stops before the first step of the turn that is looked for."""
    begin = procedure.steps[step]

    def stop(game: Any) -> str | None:
        if is_reached(game.state):
            raise _Reached
        return begin(game)

    return Procedure(procedure.kind, {**procedure.steps, step: stop})
