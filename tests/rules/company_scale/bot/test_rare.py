"""The bot of rare commands finds the enemy and what can be done to him."""

from __future__ import annotations

from random import Random

from rules.company_scale.gear import prefer
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.hexes.grid import distance, hex_id
from rules.systems import systems
from rules.testing.bots import bots_for, play_out
from rules.testing.fuzz import Coverage
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.moves import column, moving
from tests.rules.company_scale.helpers.tables import ge

FIELD = board("\n".join(["." * 9] * 9))


def test_it_steps_towards_the_nearest_enemy_or_lets_chance_decide() -> None:
    table = moving(FIELD, {"a": column("12.34", move=("leg", 6)), "x": ge("18.38"), "y": ge("10.30")})
    groups = table.decision.options.by_verb()
    found = [prefer(Seat(table.session), groups, Random(seed)) for seed in range(40)]
    steps = {str(command.get("to")) for command in found if command is not None}
    assert steps and {distance(hex_id(to), hex_id("10.30")) for to in steps} == {4}
    assert None in found


def test_a_game_of_it_brings_fires_assaults_and_interrupts() -> None:
    system = systems()["company_scale"]
    scenario, coverage = system.load("first-light"), Coverage(system)
    for seed in (1, 2):
        session = Session.new(system, scenario, seed=seed)
        play_out(session, coverage.watching(bots_for(system.seats, ["rare"], seed)), 700)
    used = {verb for _, _, verb in coverage.taken}
    assert {"fire", "place_assault", "smoke", "build", "concentrate", "hold", "attach", "use_weapon"} <= used
    assert len(coverage.never()) < 70
