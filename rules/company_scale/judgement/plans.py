"""Plans for one's own chit: what its units could be ordered to do, and how far a plan is looked after (5.1)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.company_scale.judgement.orders import Order, order
from rules.company_scale.pieces import enemy
from rules.company_scale.r05_command import chit_side, units_of_chit
from rules.company_scale.r27_victory import date_of, hex_points
from rules.company_scale.state import MAP, Battle, State
from rules.engine.judgement import Choice, Moment, Script, Stance, Terms
from rules.engine.options import Decision
from rules.hexes.grid import distance

EFFORTS, IN_REACH = 3, 8
"""Victory hexes a main effort is considered at, and the hexes to them from the nearest unit of the chit."""
RACED = Terms(least=0.15)
"""A plan must lead by less than a die decides, as all are played out with the same dice."""

Chit = tuple[int, int]


def chit_of(state: State) -> Chit:
    """Return what tells one chit in play from another: the turn, and how many were played in it."""
    return state.turn, len(state.played)


def moment_of(game: Battle, decision: Decision) -> Moment | None:
    """Return the moment that one's own chit begins, else None."""
    state = game.state
    if decision.kind != "activation" or chit_side(game.scenario, state.chit) != decision.seat:
        return None
    chit, foe = chit_of(state), enemy(decision.seat)

    def is_far_enough(now: Battle) -> bool:
        """Tell whether the enemy has had a chit, or the turn is over."""
        if now.state.turn != chit[0]:
            return True
        since = now.state.played[chit[1] : -1]
        return any(chit_side(now.scenario, played) == foe for played in since)

    return Moment(chit, lambda now: chit_of(now.state) != chit, is_far_enough, RACED)


def stances_of(game: Battle, decision: Decision) -> Iterator[Stance]:
    """Yield the plans for a chit, what the script does anyway first."""
    yield _stance(order("as usual"))
    for goal, place in _efforts(game):
        yield _stance(order("attack", goal, place))
    for name in ("hold", "careful", "bold"):
        yield _stance(order(name))


def _stance(given: Order) -> Stance:
    return Stance(given.text, given)


def _efforts(game: Battle) -> Iterator[tuple[int, str]]:
    """Yield the victory hexes within reach of a chit's units, worth most first."""
    records = (game.state.units[unit] for unit in units_of_chit(game, game.state.chit))
    hexes = [record.hex for record in records if record.place == MAP]
    today = date_of(game.scenario, game.state.turn)
    near = [
        (-sum(hex_points(goal, today).values()), goal.hex, goal.name)
        for goal in game.scenario.victory.hexes
        if any(distance(here, goal.hex) <= IN_REACH for here in hexes)
    ]
    yield from ((goal, place) for _, goal, place in sorted(near)[:EFFORTS])


class Planned:
    """Follows a plan while the chit is in play under which it first decides, and plays as usual after it."""

    def __init__(self, plan: Script, usual: Script) -> None:
        self._plan, self._usual = plan, usual
        self._chit: Chit | None = None

    def choose(self, game: Battle, decision: Decision) -> Choice:
        """Return a choice."""
        chit = chit_of(game.state)
        self._chit = self._chit or chit
        return (self._plan if chit == self._chit else self._usual).choose(game, decision)
