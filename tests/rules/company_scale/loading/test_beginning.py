"""Where a scenario begins in the middle of a game: what is wrong there is said, and a set-up's limits are no more."""

from __future__ import annotations

from typing import Any

import pytest

from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.setting_up import start
from rules.company_scale.system import SYSTEM
from rules.engine.session import Session
from rules.files.problems import ScenarioError
from tests.scenarios.test_loading import small


def document(**begin: Any) -> dict[str, Any]:
    return {**small(), "begin": begin}


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"off_map": {"gone": {"box": "routed"}}}, 'There is no piece in these forces called "gone"'),
    ({"off_map": {"guns": {"box": "available"}}}, "guns can be in these boxes: routed, eliminated"),
    ({"off_map": {"pak": {"box": "routed"}}}, "pak can be in these boxes: available, reallocating"),
    ({"off_map": {"m8": {"box": "routed"}}}, "m8 already has a place"),
    ({"off_map": {"guns": {"box": "carried"}}}, "guns already has a place, or is carried by nobody"),
    ({"off_map": {"pak": {"box": "out", "side": "column"}}}, "pak has no column side"),
    ({"companions": {"chief": "m8"}}, 'There is no hero in these forces called "chief"'),
    ({"companions": {"hero_allied_1": "guns"}}, "guns is not on the map"),
    ({"companions": {"hero_allied_1": "m8"}, "off_map": {"hero_allied_1": {"box": "out"}}}, "already has a place"),
    ({"replaced": ["m8"]}, 'There is no leader in these forces called "m8"'),
    ({"abandoned": ["pak"]}, 'There is no unit in these forces called "pak"'),
    ({"attached": {"cav": "uk"}}, 'There is no division in these forces called "uk"'),
    ({"attached": {"foot": "us"}}, 'There is no formation in these forces called "foot"'),
    ({"absorbed": {"us": "foot"}}, 'There is no formation in these forces called "foot"'),
    ({"stacking": {"11.34": {"mixed": True}}}, "Nobody stands in 11.34"),
    ({"stacking": {"10.34": {"waived": ["pak"]}}}, 'There is no unit in these forces called "pak"'),
    ({"traffic_jam": "12.35"}, "12.35 is river water"),
    ({"reinforcement_hexes": {"german": ["40.40"]}}, "40.40 is not on this map"),
    ({"scored": {"german:luck": 1}}, "german:luck"),
]


@pytest.mark.parametrize(("begin", "message"), FAULTS)
def test_a_fault_is_named(begin: dict[str, Any], message: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        load_scenario(document(**begin))
    (problem,) = caught.value.problems
    assert message in f"{problem.field}: {problem.message}"
    assert problem.field.startswith("begin")


def test_a_position_that_cannot_be_is_no_beginning() -> None:
    with pytest.raises(ScenarioError, match="m8 has abandoned its guns but is deployed"):
        load_scenario(document(abandoned=["m8"]))


def test_nothing_arrives_before_the_first_turn_unless_a_game_is_under_way() -> None:
    due = {"turn": 0, "hex": "10.34", "units": ["guns"]}
    with pytest.raises(ScenarioError, match="nothing can arrive before it"):
        load_scenario({**small(), "reinforcements": [due]})
    assert load_scenario({**document(), "reinforcements": [due]}).reinforcements[0].turn == 0


def test_a_stack_beyond_the_limit_is_a_fault_of_a_set_up_only() -> None:
    names = ("m8", "guns", "fab", "m8_2")
    raw = small()
    raw["forces"][0]["units"].append({"id": "m8_2", "type": "us_cavalry_troop_m8", "formation": "cav"})
    raw["setup"].update({name: {"hex": "10.34", "side": "deployed"} for name in names})
    with pytest.raises(ScenarioError, match="a hex holds 3"):
        load_scenario(raw)
    assert start(load_scenario({**raw, "begin": {}})).stacks[1034] == names


def test_weather_is_rolled_for_and_stacks_count_as_they_are_said_to() -> None:
    raw = {**small(), "turns": 2, "weather": "rain"}
    anew = Session.new(SYSTEM, load_scenario(raw), seed=1)
    on = Session.new(SYSTEM, load_scenario({**raw, "begin": {}}), seed=1)
    assert [sum(event["event"] == "WeatherSet" for _, event in game.events) for game in (anew, on)] == [0, 1]


def test_a_beginning_is_part_of_the_content_hash() -> None:
    hashes = [load_scenario(raw).hash for raw in (small(), document(), document(points={"german": 1}))]
    assert len(set(hashes)) == 3
