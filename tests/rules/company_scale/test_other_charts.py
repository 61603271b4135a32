"""Games by charts of their own: what their schema allows is refused in sentences or played, and keeps the contract."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from rules.company_scale.scenario import scenario_folder
from rules.company_scale.system import SYSTEM
from rules.engine.folders import PACKAGE_ROOT
from rules.files.documents import read_file
from rules.files.problems import ScenarioError
from rules.testing.fuzz import FuzzSetting, check_one
from tests.rules.helpers.by_schema import BySchema
from tests.rules.helpers.long import repeated

HOUSE = read_file(PACKAGE_ROOT / "rules" / "company_scale" / "charts" / "house.yaml").mapping
SOURCES = ("first-light", "the-feint", "rolins-night", "11th-panzer-attacks")
PARTS = ("DG1", "DG2", "DG3", "DG4", "S", "R", "R*", "R**", "E")
ROW = "^(DG[1-4]|S|R|E)([*]|DG[1-4]|S|R|E)*$"
"""How an entry of the combat results is written in the schema, but for its spaces."""


def _entry(random: Random) -> str:
    return " ".join(random.choice(PARTS) for _ in range(random.choice((1, 1, 2, 3))))


def maker() -> BySchema:
    schema = json.loads((scenario_folder() / "schema" / "charts.schema.json").read_text(encoding="utf-8"))
    (row,) = {schema["$defs"]["row"]["items"]["pattern"]}
    texts = {
        row: _entry,
        r"^\d{2}\.\d{2}$": lambda random: f"{random.randint(0, 99):02}.{random.randint(0, 99):02}",
        "^unlimited$": lambda _: "unlimited",
        "^none$": lambda _: "none",
        "^closed$": lambda _: "closed",
        "^#[0-9a-f]{6}$": lambda random: f"#{random.randrange(1 << 24):06x}",
        "^[A-Za-z0-9][A-Za-z0-9 _:.-]{0,19}$": lambda random: random.choice(("0700", "Dusk", "night_1")),
        "^[a-z0-9][a-z0-9_.-]*$": lambda random: random.choice(("house", "x")),
    }
    return BySchema(schema, texts, ("infantry", "18.43", "Montélimar", "x", ""))


def source(seed: int) -> dict[str, Any]:
    """Return a shipped scenario with charts in which up to a dozen parts are anything."""
    random = Random(seed)
    scenario = read_file(scenario_folder() / f"{random.choice(SOURCES)}.yaml").mapping
    return {**scenario, "charts": maker().altered(random, HOUSE, random.choice((1, 2, 4, 12)))}


@pytest.mark.parametrize("seed", range(repeated(8, 200)))
def test_no_charts_stop_a_game(seed: int) -> None:
    told = source(seed)
    try:
        scenario = SYSTEM.load(told)
    except ScenarioError as error:
        assert all("\n" not in str(problem) for problem in error.problems)
        return
    bots = (["random"], ["rare"])[seed % 2]
    played = check_one(FuzzSetting(SYSTEM, scenario, told, seed), bots, enough=100, every=25)
    assert played.faults == ()


def test_a_type_that_carries_units_needs_the_side_to_carry_them_on() -> None:
    scenario = read_file(scenario_folder() / "rolins-night.yaml").mapping
    kind = {**HOUSE["unit_types"]["us_cannon_company"], "transport": True}
    del kind["column"]
    charts = {**HOUSE, "unit_types": {**HOUSE["unit_types"], "us_cannon_company": kind}}
    with pytest.raises(ScenarioError, match=r"carries units on its column side, which it does not have"):
        SYSTEM.load({**scenario, "charts": charts})


def test_a_leader_does_not_begin_with_an_evacuation_marker_alone() -> None:
    scenario = read_file(scenario_folder() / "11th-panzer-attacks.yaml").mapping
    kind = {**HOUSE["unit_types"]["ge_division_hq"], "marker": True}
    charts = {**HOUSE, "unit_types": {**HOUSE["unit_types"], "ge_division_hq": kind}}
    with pytest.raises(ScenarioError, match=r"The leader needs a unit of its division in 24\.52"):
        SYSTEM.load({**scenario, "charts": charts})


@pytest.mark.parametrize(
    ("route", "value"), [(("deployed", "move"), ["tracked", 10**12]), (("command_range",), 10**12)]
)
def test_no_number_of_a_chart_is_larger_than_a_game_holds(route: tuple[str, ...], value: object) -> None:
    scenario = read_file(scenario_folder() / "first-light.yaml").mapping
    kind = json.loads(json.dumps(HOUSE["unit_types"]["us_light_tank_m5"]))
    (kind if len(route) == 1 else kind[route[0]])[route[-1]] = value
    charts = {**HOUSE, "unit_types": {**HOUSE["unit_types"], "us_light_tank_m5": kind}}
    with pytest.raises(ScenarioError, match=r"out of range\. It must be at most 99"):
        SYSTEM.load({**scenario, "charts": charts})
