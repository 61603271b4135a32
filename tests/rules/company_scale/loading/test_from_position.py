"""A scenario of a position: loaded and begun it is the same position, and plays on the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.company_scale.loading.from_position import documents_of, scenario_of
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.system import SYSTEM
from rules.company_scale.turn_starts import last_start
from rules.files.problems import ScenarioError
from tests.rules.company_scale.helpers.drafts import differences, drafted, played, proved

GAMES = [
    ("first-light", range(10), (2, 3, 4, 5), "random"),
    ("the-feint", range(5), (2, 3, 4), "rare"),
    ("11th-panzer-attacks", range(5), (2, 4, 6), "random"),
    ("rolins-night", range(3), (2, 3, 4), "random"),
    ("push-for-the-railway", range(3), (2, 5), "random"),
    ("the-bonlieu-gap", range(2), (5, 6), "random"),
    ("montelimar-campaign", range(1), (4,), "random"),
    ("the-final-battle", range(1), (5,), "random"),
]


@pytest.mark.parametrize(
    ("source", "seed", "turn", "bot"),
    [(source, seed, turns[seed % len(turns)], bot) for source, seeds, turns, bot in GAMES for seed in seeds],
)
def test_a_draft_begins_and_goes_on_as_its_game(source: str, seed: int, turn: int, bot: str, tmp_path: Path) -> None:
    assert proved(source, seed, turn, tmp_path, bot) == []
