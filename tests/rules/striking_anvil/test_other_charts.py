"""Games by charts of their own: what their schema allows is refused in sentences or played, and keeps the contract."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from rules.engine.folders import PACKAGE_ROOT, scenarios_dir
from rules.files.documents import read_file
from rules.files.problems import ScenarioError
from rules.striking_anvil.system import SYSTEM
from rules.testing.fuzz import FuzzSetting, check_one
from tests.rules.helpers.by_schema import BySchema
from tests.rules.helpers.long import repeated

HOME = scenarios_dir() / "striking_anvil"
HOUSE = read_file(PACKAGE_ROOT / "rules" / "striking_anvil" / "charts" / "house.yaml").mapping
SOURCES = ("anvil-historical", "anvil-june", "anvil-redeploy")


def maker() -> BySchema:
    schema = json.loads((HOME / "schema" / "charts.schema.json").read_text(encoding="utf-8"))
    texts = {"^[0-9]+/[0-9]+$": lambda random: f"{random.choice((0, 1, 3, 40))}/{random.choice((0, 2, 5, 99999))}"}
    return BySchema(schema, texts, ("x",))


def source(seed: int) -> dict[str, Any]:
    """Return a shipped scenario with charts in which up to a dozen parts are anything."""
    random = Random(seed)
    scenario = read_file(HOME / f"{random.choice(SOURCES)}.yaml").mapping
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


def test_a_table_without_rows_is_told() -> None:
    combat = {**HOUSE["combat"], "rows": {}}
    told = {**read_file(HOME / f"{SOURCES[0]}.yaml").mapping, "charts": {**HOUSE, "combat": combat}}
    with pytest.raises(ScenarioError, match=r"no rows\. Write one for each modified die"):
        SYSTEM.load(told)
