"""Task Force Butler is disbanded, Combat Command Sudre leaves (29.0); their free chit is in r04_cup."""

from __future__ import annotations

from typing import Final

from rules.company_scale.counters import Division
from rules.company_scale.pieces import hour_number
from rules.company_scale.r06_1_stacking import tidy
from rules.company_scale.r27_victory import date_of
from rules.company_scale.scenario import Scenario
from rules.company_scale.state import ELIMINATED, EXITED, OUT, Battle, DivisionStatus

GONE: Final = (EXITED, ELIMINATED)


def end_divisions(game: Battle) -> None:
    """Disband every division whose end has come, at the very start of a turn (29.0; RULINGS 154)."""
    for name, record in game.base.divisions.items():
        if record.ends is None or name in game.state.absorbed or not has_ended(game.scenario, record, game.state.turn):
            continue
        if record.joins in game.scenario.formations:
            _go_over(game, name, record.joins)
        elif not record.joins and any(game.state.units[unit].place not in GONE for unit in _units(game, name)):
            _leave(game, name)


def has_ended(scenario: Scenario, division: Division, turn: int) -> bool:
    """Tell whether a division no longer exists in a turn."""
    assert division.ends is not None
    last, name = division.ends
    hours = [hour.name for hour in scenario.charts.hours]
    return (date_of(scenario, turn), hour_number(scenario, turn)) >= (last, hours.index(name))


def _units(game: Battle, division: str) -> tuple[str, ...]:
    return game.scenario.roster.divisions.get(division, ())


def _go_over(game: Battle, division: str, formation: str) -> None:
    """Move all pieces of a division to a formation for good; its points lapse (RULINGS 155)."""
    state = game.state
    heir = game.scenario.formations[formation].division
    state.absorbed = {**state.absorbed, division: formation}
    state.units_belong_to_others()
    state.divisions[division] = DivisionStatus()
    aircraft = state.air_support.pop(division, 0)
    if aircraft:
        state.air_support[heir] = state.air_support.get(heir, 0) + aircraft
    game.adapt()
    game.emit("DivisionDisbanded", division=division, formation=formation, heir=heir)


def _leave(game: Battle, division: str) -> None:
    """Take all pieces of a division off for good; they are not eliminated (RULINGS 156)."""
    state = game.state
    hexes = {state.units[unit].hex for unit in _units(game, division)} - {0}
    for unit in _units(game, division):
        if state.units[unit].place != ELIMINATED:
            state.place(unit, 0, EXITED)
            state.carried.pop(unit, None)
    for pieces, tokens in ((game.scenario.weapons, state.weapons), (game.scenario.leaders, state.leaders)):
        for name, piece in pieces.items():
            if piece.division == division and tokens[name].place != ELIMINATED:
                state.put(name, 0, OUT)
    state.divisions[division] = DivisionStatus()
    state.air_support.pop(division, None)
    for here in sorted(hexes):
        tidy(game, here)
    game.emit("DivisionLeft", division=division)
