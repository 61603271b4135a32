"""Every shipped scenario starts, gives both sides something to do, and is played to its end by random bots."""

from __future__ import annotations

import pytest

from rules.company_scale.loading.scenarios import list_scenarios, load_scenario
from rules.company_scale.scenario import SIDES
from rules.company_scale.system import SYSTEM
from rules.engine.house_rules import ScenarioRow
from rules.engine.seat import Seat
from rules.testing.bots import bots_for
from rules.testing.fuzz import games

SHIPPED = [info for info in list_scenarios() if info.kind == "scenario"]
DEEDS = {"move", "fire", "change_formation", "activate", "rally"}
ENOUGH = 1_000  # decisions: the campaigns are only begun here
each = pytest.mark.parametrize("info", SHIPPED, ids=lambda info: info.id)


@each
def test_a_shipped_scenario_is_played_by_random_bots_and_both_sides_act(info: ScenarioRow) -> None:
    (setting,) = games(SYSTEM, info.id, [1])
    session, made = setting.start(), 0
    seat = Seat(session)
    players = bots_for(SYSTEM.seats, ["random"], 1)
    deeds: dict[str, set[str]] = {}
    while made < ENOUGH and (decision := session.decision) is not None:
        if decision.kind == "activation":
            deeds.setdefault(decision.seat, set(decision.options.by_verb()))
        session.submit(decision.seat, session.seq, players[decision.seat].choose(seat, decision))
        made += 1
    assert session.check() == []
    assert all(deeds.get(side, set()) & DEEDS for side in SIDES)
    assert session.is_over or made == ENOUGH


@each
def test_every_division_on_the_map_has_a_headquarters_in_the_game(info: ScenarioRow) -> None:
    scenario = load_scenario(info.id)
    led = {unit.division for unit in scenario.units.values() if unit.hq}
    assert {scenario.units[name].division for name in scenario.setup} <= led


@each
def test_a_scenario_tells_its_history_at_length_and_how_long_it_takes(info: ScenarioRow) -> None:
    assert 200 <= len(info.note.split()) <= 700
    assert info.playing_time
