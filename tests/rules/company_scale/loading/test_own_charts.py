"""Charts of a draft: only what differs from the house charts is written, and what is written is what is played."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.company_scale.loading.drafting import Drafting
from rules.company_scale.loading.own_charts import CHARTS, ChartsOfDraft, as_printed, charts_in, with_charts
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.scenario import scenario_folder
from rules.files.documents import read_file
from rules.files.problems import ScenarioError
from rules.workshop.draft import problems_of
from rules.workshop.edit import carried_out, edit_at

NAME = "company_scale/first-light.yaml"
OWN = "company_scale/charts/first-light.yaml"
HOME = scenario_folder().parent


def documents(**changes: Any) -> dict[str, Any]:
    return {NAME: {**read_file(HOME / NAME).mapping, **changes}}


def charts(table: dict[str, Any]) -> ChartsOfDraft:
    return charts_in(Drafting(HOME, NAME), table)


def put(table: dict[str, Any], *route: str | int, value: Any) -> dict[str, Any]:
    """Return a draft after a value of its charts was set."""
    now = charts(table)
    after = carried_out(now.in_force, edit_at("", now.in_force, route, value))
    return {**table, **with_charts(table, NAME, now, after)}


def test_a_draft_without_charts_is_played_by_the_house_charts() -> None:
    now = charts(documents())
    assert now.in_force == now.house and now.document == ""
    assert {*CHARTS, "markers", "constraints", "format", "id", "title"} >= now.house.keys()


def test_the_first_value_begins_the_drafts_own_charts_with_nothing_but_its_row() -> None:
    after = put(documents(), "unit_types", "us_rifle_company", "deployed", "defense", value=-2)
    assert after[OWN].keys() == {"format", "id", "unit_types"} and after[NAME]["charts"] == "first-light"
    assert list(after[OWN]["unit_types"]) == ["us_rifle_company"]
    assert not problems_of(after, NAME, HOME)
    faces = {unit.deployed for unit in load_scenario(Drafting(HOME, NAME).source(after)).units.values()
             if unit.type == "us_rifle_company"}  # fmt: skip
    assert {face.defense for face in faces if face is not None} == {-2}


def test_a_second_value_joins_it_and_one_as_printed_goes() -> None:
    one = put(documents(), "unit_types", "us_rifle_company", "deployed", "defense", value=-2)
    two = put(one, "combat_results", "hex", "small_arms", 8, value="R")
    assert two[OWN]["combat_results"] == {"hex": charts(two).in_force["combat_results"]["hex"]}
    now = charts(two)
    assert now.is_own(("combat_results", "hex", "small_arms", 8)) and now.is_own(("unit_types",))
    assert not now.is_own(("combat_results", "hex", "small_arms", 7)) and not now.is_own(("weather",))
    back = two | with_charts(two, NAME, now, as_printed(now, ("combat_results", "hex", "small_arms", 8)))
    assert back[OWN] == one[OWN]
    none = back | with_charts(back, NAME, charts(back), as_printed(charts(back), ("unit_types",)))
    assert none[OWN].keys() == {"format", "id"} and not problems_of(none, NAME, HOME)
    assert not any(charts(none).is_own((chart,)) for chart in CHARTS)


def test_a_new_type_is_written_whole_and_taken_out_whole() -> None:
    kind = charts(documents()).house["unit_types"]["us_rifle_company"]
    after = put(documents(), "unit_types", "rangers", value={**kind, "engineer": True})
    assert after[OWN]["unit_types"] == {"rangers": {**kind, "engineer": True}}
    now = charts(after)
    assert now.is_own(("unit_types", "rangers", "engineer"))
    gone = as_printed(now, ("unit_types", "rangers", "deployed", "defense"))  # what the house charts lack goes whole
    assert all(gone[chart] == now.house[chart] for chart in CHARTS)


def test_charts_written_into_the_scenario_stay_there() -> None:
    inner = documents(charts={"weather": {"clear": [0, 5], "rain": [6, 10], "after_rain_modifier": 1}})
    after = put(inner, "barrage", "smoke", "fire", value=-1)
    assert set(after) == {NAME} and after[NAME]["charts"].keys() == {"weather", "barrage"}
    assert not problems_of(after, NAME, HOME)


def test_the_name_of_another_file_of_charts_is_not_taken() -> None:
    other = {**documents(), OWN: {"format": "chitpull-charts/1", "id": "first-light"}}
    after = put(other, "barrage", "smoke", "fire", value=-1)
    assert after[NAME]["charts"] == "first-light_2" and after[OWN] == other[OWN]


def test_charts_that_are_nowhere_are_refused_in_a_sentence() -> None:
    with pytest.raises(ScenarioError, match="nowhere"):
        charts(documents(charts="nowhere"))


ROUTES = [
    ("unit_types", "us_rifle_company", "deployed", "defense"),
    ("unit_types", "ge_mortar", "column", "defense"),
    ("divisions", "us_36id", "command"),
    ("barrage", "light", "fire"),
    ("fortification", "trench", "defense"),
    ("leader_types", "division", "fire"),
]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(ROUTES), st.integers(0, 6)), max_size=8))
def test_whatever_is_set_is_in_force_and_whatever_differs_is_written(
    changes: list[tuple[tuple[str, ...], int]],
) -> None:
    table, wanted = documents(), dict[tuple[str, ...], int]()
    for route, value in changes:
        table, wanted[route] = put(table, *route, value=value), value
    now = charts(table)
    assert all(_at(now.in_force, route) == value for route, value in wanted.items())
    differing = {route[:2] for route, value in wanted.items() if _at(now.house, route) != value}
    assert {(chart, row) for chart in CHARTS for row in now.own.get(chart, ())} == differing


def _at(data: Any, route: tuple[str, ...]) -> Any:
    for key in route:
        data = data[key]
    return data
