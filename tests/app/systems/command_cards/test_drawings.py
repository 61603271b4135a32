"""The drawing of the board says what is true of the real one."""

from __future__ import annotations

import pytest

from app.diagram import Part
from app.systems.command_cards.board.geometry import LINES, WIDTH, center
from app.systems.command_cards.board.layers import MarksLayer
from app.systems.command_cards.drawings.how_to_read import OBJECTIVE, PARTS, ROAD, SECTION, UNIT
from app.systems.command_cards.pages import SHOWN
from rules.command_cards.charts import house_charts
from rules.command_cards.state import Exit, Scenario
from rules.command_cards.system import SYSTEM


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    loaded: Scenario = SYSTEM.load(SHOWN)
    return loaded


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.title)
def test_each_part_of_the_board_is_where_the_drawing_points(part: Part, scenario: Scenario) -> None:
    state = SYSTEM.start(scenario)
    if part.feature in house_charts().obstacles:
        assert state.obstacles[part.where] == part.feature
    elif part.feature == OBJECTIVE:
        assert any(part.where in goal.hexes for goal in scenario.objectives)
    elif part.feature == UNIT:
        assert any(unit.hex == part.where for unit in state.units.values())
    elif part.feature == ROAD:
        assert any(part.where in course for course in scenario.map.courses)
    elif part.feature == SECTION:
        assert abs(center(part.where).x() - LINES[0]) < WIDTH
    else:
        assert scenario.map.terrain[part.where] == part.feature


def test_every_exit_of_a_side_is_marked() -> None:
    marks = MarksLayer()
    marks.show_exits([Exit("german", ("A1",), 1), Exit("allied", ("I1",), 1), Exit("german", ("A3", "A4"), 2)])
    assert marks.exits == {"german": ("A1", "A3", "A4"), "allied": ("I1",)}
