"""What is worked out of a map goes with it: a game that is put away leaves nothing of its ground behind."""

from __future__ import annotations

import gc
import random
from itertools import islice

from rules.company_scale.battle_map import BattleMap
from rules.company_scale.bot.ground import ways_of
from rules.company_scale.ground import cleared, jammed
from rules.company_scale.r25_rail_guns import arc_of
from rules.company_scale.sight.tables import sight_table
from rules.company_scale.system import SYSTEM
from rules.engine.session import Session


def maps() -> set[int]:
    gc.collect()
    return {id(thing) for thing in gc.get_objects() if isinstance(thing, BattleMap)}


def played(seed: int) -> BattleMap:
    """Play some orders of First Light at random, ask for everything that is kept, and return the map."""
    session, rng = Session.new(SYSTEM, SYSTEM.load("first-light"), seed=seed), random.Random(seed)
    for _ in range(60):
        assert session.decision is not None
        order = rng.choice(list(islice(session.decision.options, 100)))
        session.submit(session.decision.seat, session.seq, order)
    ground, here = session.scenario.map, next(iter(session.scenario.map.hexes))
    assert ways_of(ground) and sight_table(ground) and arc_of(ground, here) == arc_of(ground, here)
    assert cleared(ground, (here,)) is cleared(ground, (here,))
    assert jammed(ground, session.scenario) is jammed(ground, session.scenario)
    assert {"sight", "cleared", "jammed"} < set(ground.results)
    return ground


def test_games_that_are_put_away_leave_no_map_behind() -> None:
    before = maps()
    played(1)
    played(2)
    assert maps() <= before
