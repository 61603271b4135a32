"""Another game of the series on the table: its sides, its hours and its events, in words and colors."""

from __future__ import annotations

import pytest

from app import theme
from app.colour import READABLE, contrast
from app.panels.prompt_parts import INK
from app.systems.company_scale.panels.turns import TurnPanel, TurnStrip
from app.systems.company_scale.presentation import PRESENTATION
from app.systems.company_scale.printing.aid_words import words
from app.systems.company_scale.printing.aids import _told
from app.systems.company_scale.sides import SIDES
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.loading.series_checks import GROUNDS, LETTERS
from rules.company_scale.scenario import Scenario
from rules.company_scale.series import printed_series
from rules.company_scale.setting_up import start
from rules.company_scale.system import SYSTEM
from rules.company_scale.view import view
from rules.engine.game import Game
from tests.rules.company_scale.test_series import winter_war


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return load_scenario(winter_war())


def test_the_sides_of_a_game_are_those_of_its_charts(scenario: Scenario) -> None:
    found = PRESENTATION.sides(scenario)
    assert [(side.name, side.noun) for side in found.values()] == [("Finnish", "the Finns"), ("Soviet", "the Soviets")]
    assert (found["german"].by_day, found["allied"].livery.emblem) == ("#1f4f7a", "star")
    assert PRESENTATION.sides(None) == PRESENTATION.sides(load_scenario("first-light")) == SIDES


def test_the_printed_sides_pass_the_test_that_others_must_pass() -> None:
    for seat, side in printed_series().sides.items():
        assert (side.name, side.players) == (SIDES[seat].name, SIDES[seat].noun)
        assert (side.color, side.lamplight) == (SIDES[seat].by_day, SIDES[seat].by_lamplight)
        assert side.bar == SIDES[seat].livery.bars[0] and contrast(side.bar, LETTERS) >= READABLE
    assert LETTERS == INK
    for look, key in ((theme.LIGHT, "color"), (theme.DARK, "lamplight")):
        assert sorted(GROUNDS[key]) == sorted((look.window, look.raised, look.base))


@pytest.mark.usefixtures("qapp")
def test_the_strip_and_the_panel_show_its_turns_and_sides(scenario: Scenario) -> None:
    now = view(Game(SYSTEM.kinds, scenario, start(scenario)))
    strip, panel = TurnStrip(), TurnPanel()
    for part in (strip, panel):
        part.play_by(scenario.charts)
        part.show_view(now)
    assert panel.track.names() == ["1200", "Dusk", "Polar night", "Small hours", "0800"]
    assert panel.condition.text().startswith("The Finns win with a lead of at least one point; otherwise the Soviets")
    assert list(strip.turns.nights) == [2, 3]
    assert "Finnish" in panel.score.text() and "Soviet" in panel.score.text()
    assert "Allied" not in panel.score.text() + panel.lines.findChildren(type(panel.score))[1].toolTip()


def test_player_aids_tell_its_ground(scenario: Scenario) -> None:
    charts = scenario.map.charts
    assert charts.names["woods"] == "Taiga" and charts.names["paved"] == "Plowed road"

    told = {row.edge: _told(row, charts) for row in words().hexsides}
    assert told["stream"] == ("+0", "none") and told["river"] == ("+2; vehicles by road only", "none")
    assert told["slope"] == ("+2 uphill, otherwise +0", "uphill −2, otherwise 0")
    printed = load_scenario("first-light").map.charts
    assert [_told(row, printed) for row in words().hexsides] == [(row.cost, row.fire) for row in words().hexsides]
