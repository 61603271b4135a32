"""The chits a side can have: those with units in play (4.0, 18.0, 23.1, 24.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from rules.company_scale.r05_command import DIVISION, FORMATION, KAMPFGRUPPE, chit_kind, chit_subject
from rules.company_scale.r18_reinforcements import due_now
from rules.company_scale.scenario import Scenario
from rules.company_scale.state import ELIMINATED, EXITED, POOL, RESERVE, Battle, State, derived

NOW: Final = (FORMATION, KAMPFGRUPPE)  # chits that can be bought for immediate play (4.0, 24.0)
OUT_OF_PLAY: Final = (ELIMINATED, RESERVE, POOL, EXITED)


def chits_of(game: Battle, side: str, points: int = 0, *, now: bool = False) -> Iterator[str]:
    """Yield a side's division and formation chits with units in play whose division has dispatch points.

    With `now`, only those that can ever be bought for immediate play.
    """
    divisions = game.state.divisions
    for chit, owner in _chits_present(game, side, now, game.state.turn):
        if divisions[owner].dispatch >= points:
            yield chit


@derived(State.by_box)
def _chits_present(game: Battle, side: str, now: bool, turn: int) -> tuple[tuple[str, str], ...]:
    """Return the chits of a side that are present on a turn, the present one, each with its owner."""
    chits = (_chits_for_now if now else _chits)(game.scenario, side).items()
    return tuple([(chit, one.owner) for chit, one in chits if _present(game, one)])


def is_chit_of(game: Battle, chit: str, side: str) -> bool:
    """Tell whether a name is a division or formation chit of a side whose units are in play."""
    record = _chits(game.scenario, side).get(chit)
    return record is not None and _present(game, record)


class _Chit(NamedTuple):
    """A chit's division, the units of which one must be in play (4.0), and the turn before which none is."""

    owner: str
    units: tuple[str, ...]
    first: int


def _chits(scenario: Scenario, side: str) -> Mapping[str, _Chit]:
    """Return the chits a side can have (4.0, 23.1)."""
    return scenario.cached(("chits", side), lambda: dict(_list_chits(scenario, side)))


def _chits_for_now(scenario: Scenario, side: str) -> Mapping[str, _Chit]:
    """Return those of a side's chits that can ever be bought for immediate play."""
    return scenario.cached(
        ("chits for now", side),
        lambda: {
            chit: record
            for chit, record in _chits(scenario, side).items()
            if chit_kind(chit) in NOW or _is_free(scenario, chit)
        },
    )


def _list_chits(scenario: Scenario, side: str) -> Iterator[tuple[str, _Chit]]:
    due = {unit: turn for turn, units in scenario.roster.arrivals.items() for unit in units}

    def chit(owner: str, units: tuple[str, ...]) -> _Chit:
        return _Chit(owner, units, min((due.get(unit, 0) for unit in units), default=0))

    own = {name: division.chits for name, division in scenario.divisions.items() if division.side == side}
    for kind in (DIVISION, KAMPFGRUPPE):
        for name, chits in own.items():
            if kind in chits:
                yield f"{kind}:{name}", chit(name, scenario.roster.divisions.get(name, ()))
    for name, formation in scenario.formations.items():
        if "formations" in own.get(formation.division, ()):
            yield f"{FORMATION}:{name}", chit(formation.division, scenario.roster.formations.get(name, ()))


def _present(game: Battle, chit: _Chit) -> bool:
    """Tell whether any of a chit's units is in play, or arrives this turn (18.0)."""
    if game.state.turn < chit.first:
        return False
    return _any_in_play(game, chit.units) or not due_now(game).isdisjoint(chit.units)


@derived(State.by_box)
def _any_in_play(game: Battle, units: tuple[str, ...]) -> bool:
    records = game.state.units
    return any(records[unit].place not in OUT_OF_PLAY for unit in units)


def is_free(game: Battle, chit: str) -> bool:
    """Tell whether this is a division chit its owner may add at no cost (4.0, 29)."""
    return _is_free(game.scenario, chit)


def _is_free(scenario: Scenario, chit: str) -> bool:
    return chit_kind(chit) == DIVISION and scenario.divisions[chit_subject(chit)].free_chit
