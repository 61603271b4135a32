"""The drawings of counters and map say what is true of the real ones."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from app.diagram import Part
from app.systems.company_scale.drawings import how_to_read
from app.systems.company_scale.drawings.how_to_read import COUNTER_ON, GUN, LEVEL, PARTS, TANK, UNITS
from rules.company_scale.battle_map import Edge, Road, Terrain
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.scenario import Scenario
from rules.hexes.grid import hex_id, neighbours


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return load_scenario("first-light")


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.title)
def test_each_part_of_the_map_is_where_the_drawing_points(part: Part, scenario: Scenario) -> None:
    ground, names = scenario.map, [hex_id(name) for name in part.where.split("/")]
    at = names[0]
    if isinstance(part.feature, Terrain):
        assert ground.hexes[at].terrain is part.feature
    elif isinstance(part.feature, Edge):
        assert part.feature in ground.side(*names).edges
    elif isinstance(part.feature, Road):
        assert any(part.feature in ground.side(at, other).roads for other in neighbours(at))
    elif part.feature == LEVEL:
        assert ground.hexes[at].level > 1
    elif part.feature == COUNTER_ON:
        assert [scenario.setup[unit].hex for unit in UNITS] == [at]
    elif part.feature == how_to_read.VICTORY:
        (goal,) = (goal for goal in scenario.victory.hexes if goal.hex == at)
        assert f"{goal.points['allied']} to the Allies" in part.text
    else:
        assert part.feature == how_to_read.NUMBER and part.where in part.text


def test_the_counters_have_what_their_labels_say(scenario: Scenario, qapp: QApplication) -> None:
    guns, tanks = scenario.units[GUN], scenario.units[TANK]
    assert guns.size == "troop" and guns.deployed is not None and guns.deployed.indirect is not None
    assert guns.deployed.indirect.range == 12 and guns.deployed.fire is not None and guns.deployed.fire.range > 1
    assert tanks.armor.value == "tank" and tanks.name.startswith("Company F") and "117th Cavalry" in tanks.name
