"""The words of the printed aids agree with the charts and rules."""

from __future__ import annotations

import re
from itertools import groupby

import pytest

from app.systems.company_scale.board.marker_art import LOOKS
from app.systems.company_scale.printing.aid_words import words
from app.systems.company_scale.printing.counter_sheets import COPIES, special_markers
from rules.company_scale import r04_cup, r04_sequence, r09_2_placing, r09_4_results, r09_5_modifiers
from rules.company_scale.ground_charts import printed_ground_charts
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.r05_command import MAX_COMMANDS, MAX_DISPATCH
from rules.company_scale.r06_1_stacking import STACK_LIMIT
from rules.company_scale.r08_5_4_status import PINNED_FIRE, SUPPRESSED_TROOP_QUALITY
from rules.company_scale.r08_6_opportunity_fire import BREAKDOWN
from rules.company_scale.scenario import Scenario

NUMBER = {"one": 1, "two": 2, "three": 3, "up to three": 3}


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return load_scenario("first-light")


def signed(value: int) -> str:
    return "0" if value == 0 else f"{value:+d}".replace("-", "−")


def row(table: str, key: str, field: int = 0) -> str:
    """Return the last words of a row."""
    return str(next(line for line in getattr(words(), table) if line[field] == key)[-1])


def step(of: str, key: str) -> str:
    """Return the text of a step of the sequence of play, by phase and letter."""
    phase = next(phase for phase in words().sequence if phase.name.startswith(of))
    return str(next(line for line in phase.steps if line[0] == key)[2])


def test_the_table_of_odds_is_the_rules_own() -> None:
    first, second, worst = r09_5_modifiers.WORST_ODDS
    odds = [(f"{first}-{second} or worse", signed(worst))]
    odds += [(f"{a}-{b}", signed(value)) for a, b, value in reversed(r09_5_modifiers.ODDS)]
    odds[-1] = (f"{odds[-1][0]} or better", odds[-1][1])
    assert [tuple(entry) for entry in words().odds] == odds


def test_the_modifiers_of_an_assault_are_the_rules_own() -> None:
    own, charts = r09_5_modifiers, printed_ground_charts()
    for table in ("assault_attacker", "assault_defender"):
        assert row(table, "Tanks with other units", 1) == signed(own.TANKS_AND_OTHERS)
        assert row(table, "Tanks alone", 1) == signed(own.ONLY_TANKS)
    assert row("assault_attacker", "i") == signed(own.PANZERFAUST_ATTACK)
    assert row("assault_defender", "h") == signed(own.PANZERFAUST_DEFENSE)
    assert row("assault_attacker", "j") == signed(own.FLAMETHROWER)
    slopes = f"{signed(-own.SLOPE_ASSAULT)} / {signed(own.SLOPE_ASSAULT)}"
    assert row("assault_attacker", "All upslope / all downslope", 1) == slopes
    assert row("assault_attacker", "A marked ridge, not across it", 1) == signed(charts.ridge_marker_fire)
    marked = -charts.ridge_defense - charts.ridge_marker_defense
    assert row("assault_defender", "All over a ridge", 1) == f"{signed(-charts.ridge_defense)}, marked {signed(marked)}"
    assert f"natural {r09_4_results.LOSES_LEADER} " in row("assault", "H")
    assert NUMBER[row("assault", "B").split(" units")[0].lower()] == own.MOST_SUPPORTERS


def test_every_event_is_that_of_its_die(scenario: Scenario) -> None:
    events = scenario.charts.events
    assert [line[0] for line in words().events] == list(range(len(events))) == list(range(10))
    for line, event in zip(words().events, events, strict=True):
        for key in ("dispatch", "commands"):
            assert key not in event or line[2].startswith(f"{event[key]} "), line
        if "troop_quality" in event:
            assert signed(event["troop_quality"]) in line[2]
        if "chooser" in event and "of" in event and event["name"] != "intelligence":
            assert f"{event['chooser'].capitalize()} player" in line[2], line


def test_the_dice_of_the_evacuation_are_those_of_the_chart(scenario: Scenario) -> None:
    event = next(event for event in scenario.charts.events if event["name"] == "evacuation")
    dice: list[str] = []
    for at, group in groupby(range(10), key=lambda die: str(event["hexes"][die])):
        faces: list[int] = list(group)
        dice.append(f"{faces[0]}–{faces[-1]} at {at}" if len(faces) > 1 else f"{faces[0]} at {at}")
    assert ", ".join(dice) in row("events", "Evacuation panic", 1)


def test_as_many_aircraft_come_as_the_chart_says(scenario: Scenario) -> None:
    air = scenario.charts.air_support
    said = row("events", "Air strike", 1)
    assert f"{air['allied'].count} Allied and {air['german'].count} German" in said


def test_prices_and_limits_of_the_sequence_are_the_rules_own() -> None:
    spend, gain = step("1", "D"), step("1", "F")
    assert f"Division chit {r04_cup.PRICE['division']}" in spend
    assert f"Formation or Kampfgruppe chit {r04_cup.PRICE['formation']}" in spend
    assert f"quality {r04_cup.NO_FORMATION_CHITS} or less: the Division" in spend
    assert f"{r04_cup.NO_CHITS} or less: none" in spend
    high, low = r04_sequence.DISPATCH_GAIN
    assert (
        f"{high} points on its dispatch rating or less, otherwise {low}." in gain and f"Maximum {MAX_DISPATCH}." in gain
    )
    assert f"pay {r04_cup.IMMEDIATE_PRICE} dispatch points" in step("2", "C")
    assert f"up to {MAX_COMMANDS}." in step("2", "iv")
    rested, tired = r04_sequence.RESTED, r04_sequence.TIRED
    assert f"Fatigue {rested} or less" in step("1", "B") and f"Fatigue {tired} or more" in step("1", "B")
    placing = next(line[2] for line in words().activation if line[0] == "h")
    assert int(placing.split()[0]) == r09_2_placing.PRICE
    over = next(line[2] for line in words().activation if line[0] == "l")
    assert NUMBER[re.findall(r"over (\w+)", over)[0]] == STACK_LIMIT


def test_status_markers_say_what_the_rules_do() -> None:
    status = {line.kind: line for line in words().status}
    assert set(status) <= set(LOOKS) | {"prepared_assault"}
    assert status["pinned"].fire == signed(PINNED_FIRE)
    assert status["suppressed"].quality == signed(SUPPRESSED_TROOP_QUALITY)
    dice = f"{BREAKDOWN['allied']} or more (Allied), {BREAKDOWN['german']} or more (German)"
    assert dice in status["sustained_fire"].note


def test_every_status_marker_of_the_game_can_be_cut_out() -> None:
    printed = {kind for pair in COPIES for kind, _ in pair} | {"traffic_jam", "kampfgruppe"}
    assert {name.partition(" ")[0] for name in LOOKS} <= printed


def test_what_the_moment_brings_can_be_cut_out(scenario: Scenario) -> None:
    sides = 2
    air = sum(chart.count for chart in scenario.charts.air_support.values())
    heroes = sum(1 for leader in scenario.leaders.values() if leader.hero and not leader.division)
    bottles = sides if scenario.rules.get("bourbon_and_cognac") == "both" else 0
    points = sides if scenario.victory.track else 0
    assert len(list(special_markers(scenario))) == air + heroes + bottles + points  # no evacuation on this map
