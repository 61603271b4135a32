"""What is taken over from an earlier watch comes to the same as counting every enemy anew."""

from __future__ import annotations

import pytest

from rules.company_scale.bot.fire import Watch
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.pieces import enemy, units_on_map
from rules.company_scale.r07_line_of_sight import direct_fire, fire_zone
from rules.company_scale.state import NO_OPPORTUNITY_FIRE, Battle
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.systems import systems
from rules.testing.bots import bots_for, play_out


def counted(game: Battle, seat: str) -> tuple[dict[int, int], dict[int, int]]:
    """Return how many enemies watch each hex, and with how much fire, by the rules alone."""
    watched: dict[int, int] = {}
    exposed: dict[int, int] = {}
    for unit in units_on_map(game, enemy(seat)):
        fire = direct_fire(game, unit)
        marker = game.state.status(game.state.units[unit].hex).fire_marker
        for here in fire_zone(game, unit):
            exposed[here] = exposed.get(here, 0) + (fire.value if fire else 0)
            watched[here] = watched.get(here, 0) + (marker != NO_OPPORTUNITY_FIRE)
    return watched, exposed


@pytest.mark.parametrize("seed", [4, 5])
def test_a_watch_kept_through_a_game_is_that_of_each_position(seed: int) -> None:
    system = systems()["company_scale"]
    session = Session.new(system, load_scenario("first-light"), seed=seed)
    bots, kept = bots_for(system.seats, ["random"], seed), dict[str, Watch]()
    while not session.is_over:
        play_out(session, bots, 7)
        game = Seat(session).think()
        for seat in system.seats:
            kept[seat] = Watch(game, seat, kept.get(seat))
            watched, exposed = counted(game, seat)
            assert {h: n for h, n in kept[seat].watched.items() if n} == {h: n for h, n in watched.items() if n}
            assert {h: n for h, n in kept[seat].exposed.items() if n} == {h: n for h, n in exposed.items() if n}


def test_the_watch_of_one_side_is_not_taken_for_that_of_the_other() -> None:
    game = Seat(Session.new(systems()["company_scale"], load_scenario("first-light"), seed=1)).think()
    allied = Watch(game, "allied")
    assert Watch(game, "german", allied).exposed == Watch(game, "german").exposed != allied.exposed
