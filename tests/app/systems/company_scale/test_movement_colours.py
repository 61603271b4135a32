"""The colour of a movement value tells its class (2.0): red tracked, black wheeled, any other leg."""

from __future__ import annotations

import pytest

from app.systems.company_scale.board.counters.painter import MOVES


@pytest.mark.clause("CSS-2.0-35")
def test_movement_values_are_red_black_and_another_colour() -> None:
    tracked, wheeled, leg = (MOVES[name] for name in ("tracked", "wheeled", "leg"))
    assert tracked.red() > 2 * max(tracked.green(), tracked.blue())
    assert max(wheeled.red(), wheeled.green(), wheeled.blue()) < 40
    assert min(leg.red(), leg.green(), leg.blue()) > 200
