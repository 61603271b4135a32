"""Reinforcement schedules and the part of a map in play: loading and checking (18.0)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.company_scale.loading.scenarios import load_scenario
from rules.files.problems import ScenarioError
from tests.scenarios.test_loading import small


def document(**changes: Any) -> dict[str, Any]:
    """Return a document in which the M8 troop is set up and the German headquarters arrives."""
    due = {"turn": 2, "hex": "13.36", "side": "column", "units": ["hq"]}
    setup = {"m8": {"hex": "10.35", "side": "column"}}
    bare = {"support_weapons": {}, "leaders": {}, "markers": [], "victory": {}}
    return {**small(), **bare, "turns": 3, "setup": setup, "reinforcements": [due], **changes}


def faults(**changes: Any) -> list[str]:
    with pytest.raises(ScenarioError) as caught:
        load_scenario(document(**changes))
    return [problem.message for problem in caught.value.problems]


def test_a_schedule_is_loaded_with_the_hexes_of_each_side() -> None:
    scenario = load_scenario(document())
    (due,) = scenario.reinforcements
    assert (due.turn, due.hex, due.units, due.deployed) == (2, 1336, ("hq",), False)
    assert scenario.entries == {"german": frozenset({1336})}


def test_only_placed_pieces_are_in_the_game_where_the_scenario_says_so() -> None:
    assert "guns" in load_scenario(document()).units
    scenario = load_scenario(document(pieces="placed"))
    assert set(scenario.units) == {"m8", "hq"} and not scenario.weapons
    assert all(hero.type == "marker" for hero in scenario.leaders.values())  # 14.2: unnamed heroes may come to anybody


def test_a_part_of_the_map_is_cut_out_with_its_hexsides() -> None:
    scenario = load_scenario(document(area={"columns": [10, 13], "rows": [35, 36]}))
    assert 1034 not in scenario.map.hexes and 1035 in scenario.map.hexes
    assert all(a % 100 >= 35 and b % 100 >= 35 for a, b in scenario.map.sides)
    assert any("not on this map" in text for text in faults(area={"columns": [11, 13], "rows": [34, 36]}))


@pytest.mark.parametrize(
    ("due", "words"),
    [
        ({"turn": 9}, "nothing can arrive in turn 9"),
        ({"hex": "20.20"}, "Nothing can arrive here"),
        ({"units": ["nobody"]}, "nobody"),
        ({"units": ["m8"]}, "m8 is already set up"),
        ({"units": ["hq", "guns"]}, "both sides"),
        ({"units": ["fab"]}, "cannot leave the hex"),
    ],
)
def test_a_faulty_schedule_is_refused_in_words(due: dict[str, Any], words: str) -> None:
    whole = {"turn": 2, "hex": "13.36", "units": ["hq"], **due}
    assert any(words in text for text in faults(reinforcements=[whole]))


def test_nothing_arrives_twice() -> None:
    due = {"turn": 2, "hex": "13.36", "units": ["hq"]}
    assert any("only once" in text for text in faults(reinforcements=[due, {**due, "turn": 3}]))
